// Wagers before a round: chips by click, drag or key on the areas that the table offers, with their limits.
import { get, post } from "./api.js";
import { chip } from "./chips.js";
import { button, element, nearest } from "./dom.js";
import { dollars } from "./words.js";

/**
 * @import { AboutTable, InTheLobby, Lawful, TableWager } from "../types/wire.d.ts"
 * @import { Step } from "./steps.js"
 *
 * @typedef {Record<string, number>} Wagers cents by wager
 *
 * @typedef {object} BettingHandlers
 * @property {(wagers: Wagers) => void} deal places the wagers
 * @property {() => void} changed chips have moved, so that the felt shows them
 * @property {(why: string, cite: string) => void} refused why the wagers are not lawful, "" where they are
 */

const DENOMINATIONS = [25, 50, 100, 500, 2500, 10000, 50000, 100000];
// What the dealer announces when the house posts other limits (pitboss.table.seating).
const OTHER_LIMITS = "the limits are now";
const PATIENCE = 150; // milliseconds after the last chip until the floor is asked

/** @param {Wagers} wagers */
const totalOf = (wagers) => Object.values(wagers).reduce((sum, cents) => sum + cents, 0);

export class Betting {
  /**
   * @param {HTMLElement} place
   * @param {AboutTable} about
   * @param {BettingHandlers} on
   */
  constructor(place, about, on) {
    this.place = place;
    this.about = about;
    this.on = on;
    /** @type {Wagers} */
    this.wagers = {};
    /** @type {Wagers | null} what was wagered before */
    this.last = null;
    this.active = about.wagers[0]?.name ?? "";
    this.chip = DENOMINATIONS.find((cents) => cents >= (about.wagers[0]?.least ?? 500)) ?? 500;
    const least = Math.min(...about.wagers.map((wager) => wager.least), 500);
    this.chips = DENOMINATIONS.filter((cents) => cents % about.unit === 0 && cents >= least).slice(0, 6);
    this.seat = 0; // the position for which wagers are placed
    this._player = 0; // the chips before the player
    this._total = element("small");
    this._left = element("div", { class: "yours" });
    /** @type {Map<string, { output: HTMLElement, box: HTMLElement }> | null} */
    this._controls = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._timer = undefined;
  }

  get total() {
    return totalOf(this.wagers);
  }

  /**
   * Puts chips on a wager, or takes some off; an amount that is fixed is put down or taken away whole.
   *
   * @param {string} name
   * @param {number} [cents]
   */
  add(name, cents = this.chip) {
    const wager = this.about.wagers.find((each) => each.name === name);
    if (!wager) return;
    const next = nextAmount(wager, this.wagers[name] ?? 0, cents);
    this.active = name;
    this._set({ ...this.wagers, [name]: Math.max(0, Math.min(next, wager.most)) });
  }

  clear() {
    this._set({});
  }

  usual() {
    this._set({ ...(this.last ?? this.about.suggested) });
  }

  deal() {
    if (!this.total) this.usual();
    this.on.deal({ ...this.wagers });
  }

  /** @param {Wagers} wagers */
  _set(wagers) {
    this.wagers = Object.fromEntries(Object.entries(wagers).filter(([, cents]) => cents));
    this._show();
    this.on.changed();
    clearTimeout(this._timer);
    if (this.total) this._timer = setTimeout(() => this._check(), PATIENCE);
    else this._tell(null);
  }

  /** @param {Step} step */
  see({ act, note }) {
    if (act === "begin") this.stop();
    if (act === "say" && note.startsWith(OTHER_LIMITS)) this.renew().catch(() => {}); // the floor refuses what it does not allow
  }

  /** Takes over the limits that are posted now; what was chosen under others is taken back. */
  async renew() {
    /** @type {InTheLobby[]} */
    const tables = await get("/api/tables");
    const posted = tables.find(({ name }) => name === this.about.name);
    if (!posted || this.about.poker) return;
    const before = JSON.stringify(this.about.wagers);
    for (const wager of this.about.wagers) [wager.least, wager.most] = posted.limits[wager.name] ?? [wager.least, wager.most];
    if (before === JSON.stringify(this.about.wagers)) return;
    this.about.suggested = posted.suggested;
    this.last = null;
    if (this._controls?.size && this.place.contains([...this._controls.values()][0].box)) {
      this.clear();
      this.show(this._player);
    }
  }

  /** The time for wagers is over. */
  stop() {
    clearTimeout(this._timer);
    this.wagers = {};
  }

  async _check() {
    const { wagers } = this;
    const answer = await post(`/api/tables/${this.about.name}/wagers`, { wagers }).catch(() => null);
    if (answer && wagers === this.wagers) this._tell(answer.lawful ? null : answer);
  }

  /** @param {Lawful | null} refusal */
  _tell(refusal) {
    this.on.refused(refusal?.why ?? "", refusal?.cite ?? "");
    for (const [name, { box }] of this._controls ?? []) {
      box.classList.toggle("unlawful", Boolean(refusal?.why?.includes(name)));
    }
  }

  /**
   * Draws the controls; they stay while chips are moved.
   *
   * @param {number} chips those before the player
   * @param {number} [seat] the position for which wagers are placed
   */
  show(chips, seat = this.seat) {
    this.seat = seat;
    this._player = chips;
    const controls = this.about.wagers.map((wager) => ({ name: wager.name, ...this._control(wager) }));
    this._controls = new Map(controls.map((control) => [control.name, control]));
    // After a click with a mouse the next Enter deals; a button that has the focus by keyboard is pressed by it.
    this.place.onclick = (event) => {
      if (event.detail) nearest(event, "button, input")?.blur();
    };
    const wagers = element("div", { class: "wagers" }, ...controls.map(({ box }) => box));
    const kbd = (/** @type {string} */ key) => element("kbd", { "aria-hidden": "true" }, key);
    const deal = button(["Deal", kbd("Enter"), this._total], () => this.deal(), { class: "choice main" });
    const usual = button(this.last ? "Same again" : "Usual wagers", () => this.usual());
    const clear = button(["Take back", " ", kbd("Esc")], () => this.clear());
    this.place.replaceChildren(wagers, deal, usual, clear, this._rack(), this._left);
    this._show();
  }

  _rack() {
    const rack = element("fieldset", { class: "rack" }, element("legend", { class: "visually-hidden" }, "Chip to place"));
    for (const [at, cents] of this.chips.entries()) {
      const says = `${dollars(cents)} chip, key ${at + 1}`;
      const attributes = { type: "radio", name: "chip", value: cents, checked: cents === this.chip, "aria-label": says };
      const input = element("input", attributes);
      input.addEventListener("change", () => {
        this.chip = cents;
      });
      const label = element("label", { draggable: "true" }, input, chip(cents));
      label.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", String(cents)));
      rack.append(label);
    }
    return rack;
  }

  /**
   * Shows what has changed while chips are being placed.
   *
   * @param {number} chips those before the player
   */
  update(chips) {
    this._player = chips;
    this._show();
  }

  /** @param {TableWager} wager */
  _control(wager) {
    const { name } = wager;
    const output = element("output", { class: "num" }, "–");
    const less = button("−", () => this.add(name, -this.chip), { "aria-label": `Less on ${name}` });
    const more = button("+", () => this.add(name), { "aria-label": `More on ${name}` });
    const range = `${dollars(wager.least)} to ${dollars(wager.most)}`;
    const limits = wager.only.length ? wager.only.map(dollars).join(" or ") : range;
    const optional = !wager.required && this.about.wagers.some((each) => each.required);
    const title = element("span", { class: "title" }, name, optional ? element("span", { class: "dim" }, " optional") : "");
    const attributes = { class: "wager", role: "group", "aria-label": `${name}, ${limits}`, "data-wager": name };
    const box = element("div", attributes, title, less, output, more, element("span", { class: "limits" }, limits));
    return { output, box };
  }

  _show() {
    if (!this._controls) return;
    for (const [name, { output }] of this._controls) output.textContent = this.wagers[name] ? dollars(this.wagers[name]) : "–";
    const usual = totalOf(this.last ?? this.about.suggested);
    this._total.textContent = this.total ? `${dollars(this.total)} on the felt` : `${dollars(usual)}, as usual`;
    const left = element("b", { class: "num" }, dollars(this._player - this.total));
    this._left.replaceChildren(element("span", { class: "dim" }, "your chips"), element("br"), left);
  }
}

/**
 * The amount on a wager after chips are added or taken off.
 *
 * @param {TableWager} wager
 * @param {number} now
 * @param {number} cents
 */
function nextAmount({ only, least }, now, cents) {
  if (only.length) return cents > 0 ? (only.find((amount) => amount > now) ?? now) : 0;
  const next = now + cents;
  if (next >= least) return next;
  return cents > 0 ? least : 0;
}
