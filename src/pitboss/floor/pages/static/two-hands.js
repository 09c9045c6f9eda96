// Setting the two hands of Pai Gow Poker: seven sorted cards, two places; a tap, a drag or a digit moves a card to the other hand.
import { useCard } from "./chips.js";
import { button, element, svg } from "./dom.js";
import { sorted } from "./pieces.js";
import { capital, cardName } from "./words.js";

/**
 * @import { Setting } from "../types/wire.d.ts"
 * @import { Choice, Choices } from "./choices.js"
 */

const LOW = 2; // cards

/**
 * Both hands with their cards, and the buttons to set them.
 *
 * @param {Choices} choices
 * @param {Choice} choice
 */
export const setHands = (choices, choice) => new TwoHands(choices, choice).nodes;

class TwoHands {
  /**
   * @param {Choices} choices
   * @param {Choice} choice
   */
  constructor(choices, choice) {
    this.on = choices.on;
    this.word = choice.word;
    this.cards = sorted(choice.of);
    /** @type {string[]} the cards of the low hand, the first one first */
    this.low = [];
    this.questioned = false; // whether a poor setting was asked about
    /** @type {Setting | null} */
    this.judged = null;
    this.zones = { low: zone("low", "Low hand", "two cards"), high: zone("high", "High hand", "five cards") };
    this.buttons = new Map(this.cards.map((card) => [card, this._card(card)]));
    const enter = element("kbd", { "aria-hidden": "true" }, "Enter");
    this.words = document.createTextNode("Set this hand");
    this.set = button([this.words, " ", enter], () => this.answer(), { class: "choice", "aria-keyshortcuts": "Enter" });
    this.house = button("House way", () => this.asTheHouse());
    this.again = button("Start over", () => this.move([]));
    this.status = element("span", { class: "setting-status", role: "status" });
    const group = { class: "two-hands", role: "group", "aria-label": "Your two hands" };
    const acts = element("div", { class: "setting-acts" }, this.set, this.house, this.again, this.status);
    this.nodes = [element("div", group, this.zones.low.box, this.zones.high.box), acts];
    for (const [name, { box }] of Object.entries(this.zones)) this._takesCards(box, name === "low");
    for (const [at, card] of this.cards.entries()) choices.keys.set(String(at + 1), () => this.toggle(card));
    choices.keys.set("enter", () => {
      if (!this.set.disabled) this.set.click();
    });
    this.show();
  }

  /** @param {string} card */
  _card(card) {
    const drawing = svg("svg", { viewBox: "0 0 62 88", "aria-hidden": "true" }, svg("use", { href: useCard(card) }));
    const made = button(drawing, () => this.toggle(card), { "data-card": card, draggable: "true" });
    made.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", card));
    return made;
  }

  /**
   * @param {HTMLElement} box
   * @param {boolean} isLow
   */
  _takesCards(box, isLow) {
    box.addEventListener("dragover", (event) => event.preventDefault());
    box.addEventListener("drop", (event) => {
      const card = event.dataTransfer?.getData("text/plain") ?? "";
      if (!this.buttons.has(card) || this.low.includes(card) === isLow) return;
      event.preventDefault();
      this.toggle(card);
    });
  }

  /**
   * Moves a card to the other hand; a third card of the low hand sends the first one back.
   *
   * @param {string} card
   */
  toggle(card) {
    const held = document.activeElement === this.buttons.get(card);
    this.move(this.low.includes(card) ? this.low.filter((other) => other !== card) : [...this.low, card].slice(-LOW));
    if (held) this.buttons.get(card)?.focus();
  }

  /** @param {string[]} low */
  move(low) {
    this.low = low;
    this.questioned = false;
    this.show();
  }

  async asTheHouse() {
    const { house_way: low = [] } = await this.on.setting(this.cards, []);
    this.move(low);
  }

  /** A setting that another one beats in one hand and matches in the other is asked about, once. */
  answer() {
    if (this.judged?.better && !this.questioned) {
      this.questioned = true;
      this.words.data = "Set it anyway";
      this.status.textContent = `Better in one hand and no worse in the other: ${this.judged.better}.`;
      return;
    }
    this.on.answer([this.word, ...this.low].join(" "), 0);
  }

  /** Shows where the cards are, and what the floor calls the two hands. */
  async show() {
    const { low, zones } = this;
    const high = this.cards.filter((card) => !low.includes(card));
    this._fill(zones.low, sorted(low), LOW, "high");
    this._fill(zones.high, high, this.cards.length - LOW, "low");
    this.words.data = "Set this hand";
    this.set.disabled = true;
    this.again.disabled = !low.length;
    this.judged = null;
    zones.low.name.textContent = "";
    zones.high.name.textContent = "";
    this.status.className = "setting-status";
    this.status.textContent = low.length < LOW ? "Which two cards are your low hand?" : "";
    if (low.length < LOW) return;
    const judged = await this.on.setting(this.cards, low);
    if (this.low !== low) return;
    this.judged = judged;
    this.set.disabled = judged.fouled ?? false;
    if (judged.fouled) {
      this.status.classList.add("refused");
      this.status.textContent = `Foul: ${judged.why}.`;
      return;
    }
    const [first, second] = (judged.hands ?? "").split("; ").map((words) => words.replace(/^(high|low) hand /, ""));
    zones.high.name.textContent = capital(first);
    zones.low.name.textContent = capital(second ?? "");
    this.status.textContent = "";
  }

  /**
   * @param {ReturnType<typeof zone>} place
   * @param {string[]} cards
   * @param {number} size
   * @param {"low" | "high"} other
   */
  _fill({ cards: box, box: { dataset } }, cards, size, other) {
    const empty = Array.from({ length: Math.max(0, size - cards.length) }, () => element("span", { class: "no-card" }));
    box.replaceChildren(...cards.map((card) => this.buttons.get(card) ?? ""), ...empty);
    for (const card of cards) {
      const words = `${cardName(card)}, in the ${dataset.hand} hand: move it to the ${other} hand`;
      this.buttons.get(card)?.setAttribute("aria-label", words);
    }
  }
}

/**
 * The place of one hand.
 *
 * @param {string} hand
 * @param {string} title
 * @param {string} size
 */
function zone(hand, title, size) {
  const cards = element("div", { class: "zone-cards" });
  const name = element("p", { class: "zone-name", role: "status" });
  const head = element("h2", {}, title, " ", element("small", { class: "dim" }, size));
  return { box: element("section", { class: "zone", "data-hand": hand, "aria-label": title }, head, cards, name), cards, name };
}
