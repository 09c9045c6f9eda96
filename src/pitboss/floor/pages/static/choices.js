// What you are asked, as large buttons with their amount and key; an amount between two limits has a field; cards are picked.
import { pickCards } from "./card-picker.js";
import { button, element } from "./dom.js";
import { setHands } from "./two-hands.js";
import { capital, dollars } from "./words.js";

/**
 * @import { AboutTable, Asked, Option, Priced, Setting } from "../types/wire.d.ts"
 *
 * @typedef {Required<Option>} Choice
 *
 * @typedef {object} Offer a button by what it says
 * @property {string} word
 * @property {number | null} cents null where the amount can be changed
 * @property {HTMLButtonElement} button
 * @property {(cents: number) => void} [set] changes the amount
 *
 * @typedef {{ total: number, highest: number, mine: number, chips: number }} PotSize all chips in the middle and before the players, the
 * highest bet of the betting round, the player's own, and the player's other chips, in cents
 *
 * @typedef {object} ChoiceHandlers
 * @property {(word: string, cents: number) => void} answer
 * @property {(cards: string[], low: string[]) => Promise<Setting>} setting what two hands of Pai Gow Poker are
 */

/** @type {Record<string, string>} */
const KEYS = {
  hit: "h",
  stand: "s",
  double: "d",
  split: "p",
  surrender: "u",
  raise: "r",
  insurance: "i",
  "no insurance": "n",
  fold: "f",
  check: "c",
  call: "c",
  bet: "b",
  play: "p",
  "let it ride": "l",
  pull: "t",
  set: "s",
  show: "s",
  concede: "f",
  rescue: "r",
  "no rescue": "n",
  "no surrender": "n",
  cut: "c",
  refuse: "n",
  draw: "d",
  switch: "w",
  "no switch": "n",
  "even money": "e",
};
const FEW = 4; // amounts that get a button each
/** @type {Choice} */
const DEFAULTS = { word: "", least: 0, most: 0, unit: 1, bare: 0, of: [], number: [0, 0] };

/**
 * The amounts that a choice allows, where they are few; null where they are many.
 *
 * @param {Choice} choice
 */
function fewAmounts({ least, most, unit }) {
  if (!most) return [0];
  const amounts = [];
  for (let cents = least; cents <= most && amounts.length <= FEW; cents += unit) amounts.push(cents);
  const last = amounts.at(-1) ?? least;
  if (amounts.length <= FEW && last < most) amounts.push(most);
  return amounts.length <= FEW ? amounts : null;
}

/**
 * An answer in words. Where players bet against each other a bet or raise is a total, and a call is what it adds.
 *
 * @param {string} word
 * @param {number} cents
 * @param {boolean} poker
 * @param {number} already
 */
function answerWords(word, cents, poker, already) {
  if (!cents) return capital(word);
  if (poker && word === "call") return `Call ${dollars(cents - already)}${already ? " more" : ""}`;
  return `${capital(word)} ${poker && word === "raise" ? "to " : ""}${dollars(cents)}`;
}

export class Choices {
  /**
   * @param {HTMLElement} place
   * @param {AboutTable} about
   * @param {ChoiceHandlers} on
   */
  constructor(place, about, on) {
    this.place = place;
    this.about = about;
    this.on = on;
    /** @type {Map<string, () => void>} what a key does now */
    this.keys = new Map();
    /** @type {Offer[]} */
    this.offers = [];
  }

  clear() {
    this.keys.clear();
    this.offers = [];
    this.place.replaceChildren();
  }

  /**
   * Shows one question. No choice is emphasised unless advice was asked for; a cut is a next step.
   *
   * @param {Asked} asked
   * @param {PotSize} [pot]
   */
  ask(asked, pot = { total: 0, highest: 0, mine: 0, chips: 0 }) {
    this.clear();
    /** @type {HTMLElement[]} */
    const made = [];
    for (const option of asked.choices ?? []) {
      const choice = { ...DEFAULTS, ...option };
      if (choice.of.length) {
        made.push(...(choice.word === "set" ? setHands : pickCards)(this, choice));
        continue;
      }
      const amounts = choice.word === "cut" ? null : fewAmounts(choice);
      made.push(...(amounts ? this._buttons(choice, amounts, asked) : this._amount(choice, asked, pot)));
    }
    this.place.append(...made);
  }

  /**
   * Marks the choice that advice calls best on its button, which then is the main one; a field has its amount.
   *
   * @param {Priced | undefined} best
   * @param {string} words
   */
  advise(best, words) {
    for (const old of this.place.querySelectorAll(".best-mark")) old.remove();
    const offers = this.offers.filter((offer) => offer.word === best?.word);
    const offer = offers.find((each) => each.cents === best?.cents) ?? offers.find((each) => each.set);
    if (!best || !offer) return;
    offer.set?.(best.cents);
    for (const other of this.place.querySelectorAll("button.main")) other.classList.remove("main");
    offer.button.classList.add("main");
    offer.button.append(element("span", { class: "best-mark" }, words));
  }

  /** @param {string} word */
  _key(word) {
    const wanted = [KEYS[word], ...word.replace(/[^a-z]/g, "")].filter(Boolean);
    return wanted.find((key) => !this.keys.has(key) && !/[0-9]/.test(key)) ?? "";
  }

  /**
   * A button for each amount. The usual one has the key of its word.
   *
   * @param {Choice} choice
   * @param {number[]} amounts
   * @param {Asked} asked
   */
  _buttons(choice, amounts, asked) {
    const usual = amounts.includes(choice.bare) ? choice.bare : amounts[0];
    return amounts.map((cents) => this._button(choice.word, cents, asked, cents === usual));
  }

  /**
   * Amounts that are not usual have the digit of how many times the first wager they are.
   *
   * @param {string} word
   * @param {number} cents
   * @param {Asked} asked
   * @param {boolean} usual
   */
  _button(word, cents, asked, usual) {
    const { poker } = this.about;
    const times = cents && asked.base && cents % asked.base === 0 && !poker ? cents / asked.base : 0;
    const already = poker ? (asked.already ?? 0) : 0;
    const key = usual ? this._key(word) : times && times < 10 ? String(times) : "";
    const answer = () => this.on.answer(word, cents);
    const made = button(answerWords(word, cents, poker, already), answer, { class: "choice" });
    if (key) {
      this.keys.set(key, answer);
      made.append(element("kbd", { "aria-hidden": "true" }, key.toUpperCase()));
      made.setAttribute("aria-keyshortcuts", key.toUpperCase());
    }
    const total = word === "call" && already ? `${dollars(cents)} in all` : (this.about.means[word] ?? "");
    const multiple = times === 1 ? "as much as the first wager" : `${times} times the first wager`;
    const small = times ? multiple : total;
    if (small) made.append(element("small", {}, small));
    this.offers.push({ word, cents, button: made });
    return made;
  }

  /**
   * A slider and a field for an amount between limits, and one button that says what is there. At Poker half the pot, the pot and
   * all chips are a button each.
   *
   * @param {Choice} choice
   * @param {Asked} asked
   * @param {PotSize} pot
   */
  _amount(choice, asked, pot) {
    const { word, least, most, unit } = choice;
    const { poker } = this.about;
    const cards = word === "cut";
    const scale = cards ? 1 : 100;
    const step = Math.max(unit, 1);
    const first = choice.bare || (cards ? Math.round((least + most) / 2) : least);
    const key = this._key(word);
    /** @param {number} value */
    const says = (value) => (cards ? `Cut ${value} cards deep` : answerWords(word, value, poker, asked.already ?? 0));
    const name = `${capital(word)}: ${cards ? "cards" : "dollars"}`;
    const limits = { min: least / scale, max: most / scale, step: step / scale, value: first / scale };
    const slider = element("input", { type: "range", "aria-label": cards ? name : `${capital(word)}: slider`, ...limits });
    const field = element("input", { type: "number", "aria-label": name, inputmode: "decimal", ...limits });
    let now = first;
    const words = document.createTextNode(says(first));
    /** @param {number} cents */
    const set = (cents) => {
      now = cents;
      slider.value = String(cents / scale);
      if (document.activeElement !== field) field.value = String(cents / scale);
      words.data = says(cents);
    };
    const answer = () => this.on.answer(word, now);
    const shortcut = cards ? "Enter" : key.toUpperCase();
    const kbd = shortcut ? element("kbd", { "aria-hidden": "true" }, shortcut) : null;
    const small = element("small", {}, cards ? this.about.means.cut : `${dollars(least)} to ${dollars(most)}`);
    const attributes = { class: cards ? "choice main" : "choice", "aria-keyshortcuts": shortcut || null };
    const made = button([words, kbd, small], answer, attributes);
    if (key) this.keys.set(key, answer);
    if (cards) this.keys.set("enter", answer);
    for (const input of [slider, field]) {
      input.addEventListener("input", () => set(Math.round(Number(input.value) * scale)));
      input.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        answer();
      });
    }
    const sizes = poker && !cards ? potSizes(word, pot, choice).map(([says_, cents]) => button(says_, () => set(cents))) : [];
    this.offers.push({ word, cents: null, button: made, set });
    const group = { class: "amount", role: "group", "aria-label": `${capital(word)}: amount` };
    const sized = sizes.length ? element("div", { class: "pot-sizes" }, ...sizes) : null;
    return [element("div", group, slider, cards ? null : field, sized, made)];
  }
}

/**
 * Half the pot, the pot and the most that is allowed, which may be all chips.
 *
 * @param {string} word
 * @param {PotSize} pot
 * @param {Choice} choice
 * @returns {[words: string, cents: number][]}
 */
export function potSizes(word, { total, highest, mine, chips }, { least, most, unit }) {
  const called = word === "raise" ? total + highest - mine : total;
  const from = word === "raise" ? highest : 0;
  /** @param {number} part */
  const sized = (part) => Math.round((from + called * part) / unit) * unit;
  /** @type {[string, number][]} */
  const sizes = [
    ["Half pot", sized(1 / 2)],
    ["Pot", sized(1)],
  ];
  const lawful = sizes.filter(([, cents]) => cents >= least && cents <= most);
  return [...lawful, [most === mine + chips ? "All in" : "Most", most]];
}
