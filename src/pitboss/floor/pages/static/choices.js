// What you are asked, as large buttons with their amount and key; an amount between two limits has a field; cards are picked.
import { cardName, dollars, element } from "/static/words.js";

const KEYS = {
  hit: "h", stand: "s", double: "d", split: "p", surrender: "u", raise: "r", insurance: "i", "no insurance": "n", fold: "f", check: "c", call: "c",
  bet: "b", play: "p", "let it ride": "l", pull: "t", set: "s", show: "s", concede: "f", rescue: "r", "no rescue": "n", "no surrender": "n",
  cut: "c", refuse: "n", draw: "d", switch: "w", "no switch": "n", "even money": "e",
};
const TIMID = /^(fold|surrender|rescue|pull|concede|refuse|insurance$|check$|stand$)/; // never the green one, where there is another
const FEW = 4; // amounts that get a button each

export const label = (word) => word.charAt(0).toUpperCase() + word.slice(1);

// The amounts that a choice allows, where they are few; null where they are many.
function amounts(choice) {
  if (!choice.most) return [0];
  const found = [];
  for (let cents = choice.least; cents <= choice.most && found.length <= FEW; cents += choice.unit) found.push(cents);
  if (found.at(-1) !== choice.most && found.length <= FEW && found.at(-1) < choice.most) found.push(choice.most);
  return found.length <= FEW ? found : null;
}

// How an answer is said aloud. Where players bet against each other a bet or raise is a total, and a call is what it adds.
export function spoken(word, cents, poker, already = 0) {
  if (!cents) return label(word);
  if (poker && word === "call") return `Call ${dollars(cents - already)}${already ? " more" : ""}`;
  return `${label(word)} ${poker && word === "raise" ? "to " : ""}${dollars(cents)}`;
}

export class Choices {
  // `answer(word, cents)` says it; `about` is of the table; `house_way` asks how the house would set the cards.
  constructor(place, about, { answer, setting }) {
    this.place = place;
    this.about = about;
    this._answer = answer;
    this._setting = setting;
    this.keys = new Map(); // what a key does now
    this.offers = []; // the buttons by what they say; `set` where the amount can be changed
  }

  clear() {
    this.keys.clear();
    this.offers = [];
    this.place.replaceChildren();
  }

  // Shows one question; `asked` is as the floor sends it.
  ask(asked) {
    this.clear();
    const made = [], defaults = { least: 0, most: 0, unit: 1, bare: 0, of: [], number: [0, 0] };
    let main = null;
    for (const given of asked.choices) {
      const choice = { ...defaults, ...given };
      if (choice.of.length) { made.push(...this._cards(choice)); continue; }
      const few = choice.word === "cut" ? null : amounts(choice);
      const usual = few?.includes(choice.bare) ? choice.bare : few?.[0];
      const buttons = few ? few.map((cents) => this._button(choice, cents, asked, cents === usual)) : [this._amount(choice, asked)];
      made.push(...buttons);
      const first = few ? buttons[choice.bare ? Math.max(0, few.indexOf(choice.bare)) : 0] : buttons[0].querySelector("button.choice");
      if (!main && !TIMID.test(choice.word)) main = first;
    }
    const set = made.some((each) => each.matches?.(".main") || each.querySelector?.(".main")); // cards are to be set: no other is green
    if (!set) (main ?? made.findLast((each) => each.matches?.("button.choice")))?.classList.add("main");
    this.place.append(...made);
  }

  // Marks the choice that advice calls best on its button, which then is the main one; a field has its amount.
  advise(best, words) {
    for (const old of this.place.querySelectorAll(".best-mark")) old.remove();
    const found = best && (this.offers.find((each) => each.word === best.word && each.cents === best.cents) ?? this.offers.find((each) => each.word === best.word && each.set));
    if (!found) return;
    found.set?.(best.cents);
    for (const other of this.place.querySelectorAll("button.main")) other.classList.remove("main");
    found.button.classList.add("main");
    found.button.append(element("span", { class: "best-mark" }, words));
  }

  _key(word) {
    const wanted = [KEYS[word], ...word.replace(/[^a-z]/g, "")].filter(Boolean);
    return wanted.find((key) => !this.keys.has(key) && !/[0-9]/.test(key));
  }

  // The usual amount has the key of its word, others the digit of how many times the first wager they are.
  _button(choice, cents, asked, usual) {
    const { word } = choice, poker = this.about.poker;
    const times = cents && asked.base && cents % asked.base === 0 && !poker ? cents / asked.base : 0;
    const already = poker ? asked.already ?? 0 : 0;
    const small = times ? (times === 1 ? "as much as the first wager" : `${times} times the first wager`) : word === "call" && already ? `${dollars(cents)} in all` : this.about.means[word] ?? "";
    const button = element("button", { type: "button", class: "choice" });
    const answer = () => this._answer(word, cents);
    const key = usual ? this._key(word) : times && times < 10 ? String(times) : "";
    button.append(spoken(word, cents, poker, already));
    if (key) {
      this.keys.set(key, answer);
      button.append(element("kbd", { "aria-hidden": "true" }, key.toUpperCase()));
      button.setAttribute("aria-keyshortcuts", key.toUpperCase());
    }
    if (small) button.append(element("small", {}, small));
    button.addEventListener("click", answer);
    this.offers.push({ word, cents, button });
    return button;
  }

  // A field for an amount between limits, or a slider for a depth in cards, and one button that says what is there.
  _amount(choice, asked) {
    const { word, least, most, unit } = choice, cards = word === "cut", poker = this.about.poker, scale = cards ? 1 : 100;
    const first = choice.bare || (cards ? Math.round((least + most) / 2) : least), key = this._key(word);
    const told = (value) => (cards ? `Cut ${value} cards deep` : spoken(word, value, poker, asked.already ?? 0));
    const input = element("input", {
      type: cards ? "range" : "number", "aria-label": `${label(word)}: ${cards ? "cards" : "dollars"}`, inputmode: cards ? null : "decimal",
      min: least / scale, max: most / scale, step: Math.max(unit, 1) / scale, value: first / scale,
    });
    const value = () => Math.round(Number(input.value) * scale), words = document.createTextNode(told(first));
    const set = (cents) => { input.value = cents / scale; words.data = told(value()); };
    const answer = () => this._answer(word, value());
    const shortcut = cards ? "Enter" : key?.toUpperCase();
    const button = element("button", { type: "button", class: "choice", "aria-keyshortcuts": shortcut }, words, shortcut ? element("kbd", { "aria-hidden": "true" }, shortcut) : null,
      element("small", {}, cards ? this.about.means.cut : `${dollars(least)} to ${dollars(most)}`));
    if (key) this.keys.set(key, answer);
    if (cards) this.keys.set("enter", answer);
    input.addEventListener("input", () => { words.data = told(value()); });
    input.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); answer(); } });
    button.addEventListener("click", answer);
    const all = !cards && poker ? element("button", { type: "button" }, "Most") : null;
    all?.addEventListener("click", () => set(most));
    this.offers.push({ word, cents: null, button, set });
    return element("div", { class: "amount", role: "group", "aria-label": `${label(word)}: amount` }, input, all, button);
  }

  // Cards that are picked: two for the low hand of Pai Gow Poker, any number for a draw.
  _cards(choice) {
    const [least, most] = choice.number, picked = new Set(), setting = choice.word === "set";
    const say = element("button", { type: "button", class: setting ? "choice main" : "choice" });
    const told = element("span", { class: "dim", role: "status" });
    const buttons = choice.of.map((card) => {
      const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      drawn.setAttribute("viewBox", "0 0 62 88");
      drawn.setAttribute("aria-hidden", "true");
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      use.setAttribute("href", `/static/cards.svg#${card}`);
      drawn.append(use);
      const button = element("button", { type: "button", "aria-pressed": "false", "aria-label": cardName(card), "data-card": card }, drawn);
      button.addEventListener("click", () => { picked.has(card) ? picked.delete(card) : picked.add(card); show(); });
      return button;
    });
    const show = async () => {
      for (const button of buttons) button.setAttribute("aria-pressed", String(picked.has(button.dataset.card)));
      const enough = picked.size >= least && picked.size <= most;
      const words = setting ? "Set the low hand" : picked.size ? `${label(choice.word)} ${picked.size}` : `${label(choice.word)}: pick the cards`;
      say.textContent = words;
      say.disabled = !enough;
      told.textContent = setting && !enough ? "Pick the two cards of the low hand." : "";
      if (setting && enough && this._setting) {
        const found = await this._setting(choice.of, [...picked]);
        if (picked.size !== most) return;
        told.textContent = found.fouled ? `Fouled: ${found.why}.` : `${label(found.hands)}.`;
        say.disabled = found.fouled;
      }
    };
    say.addEventListener("click", () => this._answer([choice.word, ...picked].join(" "), 0));
    const extra = [];
    if (setting && this._setting) {
      const way = element("button", { type: "button" }, "As the house would");
      way.addEventListener("click", async () => {
        const found = await this._setting(choice.of, []);
        picked.clear();
        found.house_way.forEach((card) => picked.add(card));
        show();
      });
      extra.push(way);
    }
    this.keys.set("enter", () => { if (!say.disabled) say.click(); });
    show();
    return [element("div", { class: "arrange", role: "group", "aria-label": setting ? "Your seven cards" : "Your cards" }, ...buttons), say, ...extra, told];
  }
}
