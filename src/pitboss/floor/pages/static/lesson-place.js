// What a dealer does at the place that is chosen: buttons that put an act into the short form, such as `p 3 ante 25`.
import { button, byId, element } from "./dom.js";
import { capital } from "./words.js";

/**
 * @import { Layout } from "./layout.js"
 * @import { Pointed } from "./lesson-felt.js"
 *
 * @typedef {object} PlaceTable
 * @property {Layout} layout
 * @property {number[]} seats
 * @property {string[]} wagers
 * @property {boolean} counts whether the program counts the chips
 */

const CARDS = [
  ["d", "Deal"],
  ["r", "Turn up"],
  ["x", "Collect cards"],
];
const CHIPS = [
  ["c", "Collect", false],
  ["p", "Pay", true],
  ["g", "Give back", false],
  ["o", "Bonus", true],
  ["j", "From the meter", true],
  ["v", "Vigorish", true],
];
const SHOE = [
  ["b", "Burn"],
  ["b up", "Burn face up"],
  ["x s", "Collect the stub"],
];
const LETTERS = { dealer: "d", community: "c" };

/**
 * A hand in the short form: "seat_3 split 1" is "3s1".
 *
 * @param {string} place
 */
const inShort = (place) => place.replace("seat_", "").replace(" hand ", "h").replace(" split ", "s").replaceAll(" ", "");

/** @param {string} id @param {string} label @param {[value: string, words: string][]} options @param {string} chosen */
function choice(id, label, options, chosen) {
  const select = element("select", { id });
  for (const [value, words] of options) select.append(element("option", { value, selected: value === chosen }, words));
  return { select, whole: element("span", { class: "place-part" }, element("label", { for: id }, `${label} `), select) };
}

export class PlacePanel {
  /** @param {(line: string) => void} perform @param {(seat: number) => void} look */
  constructor(perform, look) {
    this.perform = perform;
    this.look = look;
    this.container = byId("place");
    /** @type {Pointed} */
    this.chosen = { kind: "shoe" };
  }

  get seat() {
    return this.chosen.kind === "seat" ? this.chosen.seat : 0;
  }

  /** @param {Pointed} chosen @param {PlaceTable} table */
  choose(chosen, table) {
    this.chosen = chosen;
    this.show(table);
    this.look(this.seat);
  }

  /** @param {PlaceTable} table */
  show(table) {
    const { chosen } = this;
    const focused = document.activeElement?.id;
    const now = chosen.kind === "seat" ? `seat ${chosen.seat}` : chosen.kind;
    /** @type {[string, string][]} */
    const places = [...table.seats.map((seat) => `seat ${seat}`), "dealer", "community", "shoe"].map((each) => [
      each,
      capital(each),
    ]);
    const at = choice("place-name", "At", places, now);
    at.select.addEventListener("change", () => {
      const seat = /^seat (\d+)$/.exec(at.select.value)?.[1];
      const kind = /** @type {"dealer" | "community" | "shoe"} */ (at.select.value);
      this.choose(seat ? { kind: "seat", seat: Number(seat), wager: "" } : { kind }, table);
      byId("place-name").focus();
    });
    const parts = chosen.kind === "seat" ? this._seat(chosen, table) : this._other(chosen.kind);
    this.container.replaceChildren(at.whole, ...parts);
    if (focused && this.container.querySelector(`#${CSS.escape(focused)}`)) byId(focused).focus();
  }

  /** @param {"dealer" | "community" | "shoe"} kind */
  _other(kind) {
    const acts = kind === "shoe" ? SHOE : CARDS.map(([code, words]) => [`${code} ${LETTERS[kind]}`, words]);
    return [element("span", { class: "place-part" }, ...acts.map(([line, words]) => button(words, () => this.perform(line))))];
  }

  /** @param {{ seat: number, wager: string }} chosen @param {PlaceTable} table */
  _seat({ seat, wager }, { layout, wagers, counts }) {
    const hands = layout.handsOf(seat).map(([place]) => inShort(place));
    /** @type {[string, string][]} */
    const named = (hands.length ? hands : [String(seat)]).map((short) => [short, `hand ${short}`]);
    const hand = choice("place-hand", "Hand", named, named[0][0]);
    hand.whole.hidden = named.length < 2;
    const lying = Object.keys({ ...layout.wagers[seat], ...layout.placed[seat] });
    const all = [...new Set([...lying, ...wagers])];
    const first = all.includes(wager) ? wager : all[0];
    const about = choice("place-wager", "Wager", /** @type {[string, string][]} */ (all.map((each) => [each, each])), first);
    const amount = element("input", { id: "place-amount", inputmode: "decimal", size: 7, autocomplete: "off" });
    const cards = CARDS.map(([code, words]) => button(words, () => this.perform(`${code} ${hand.select.value}`)));
    const chips = CHIPS.map(([code, words, pays]) =>
      button(String(words), () => {
        const cents = pays && amount.value.trim() ? ` $${amount.value.trim().replace(/^\$/, "")}` : "";
        this.perform(`${code} ${seat} ${about.select.value}${cents}`);
      }),
    );
    amount.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      chips[1].click();
    });
    const money = element(
      "span",
      { class: "place-part", hidden: counts },
      element("label", { for: "place-amount" }, "$ "),
      amount,
    );
    return [
      element("span", { class: "place-part" }, hand.whole, ...cards),
      element("span", { class: "place-part" }, about.whole, money, ...chips),
    ];
  }
}
