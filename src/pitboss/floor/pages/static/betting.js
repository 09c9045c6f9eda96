// Wagers before a round: chips by click, drag or key on the areas that the table offers, with their limits.
import { post } from "/static/api.js";
import { chip } from "/static/chips.js";
import { dollars, element } from "/static/words.js";

const DENOMINATIONS = [25, 50, 100, 500, 2500, 10000, 50000, 100000];
const PATIENCE = 150; // milliseconds after the last chip until the floor is asked

export class Betting {
  // `deal(wagers)` places them; `changed(wagers)` is called when chips move, so that the felt shows them; `say(words, cite)` tells why not.
  constructor(place, about, { deal, changed, refused }) {
    this.place = place;
    this.about = about;
    this._deal = deal;
    this._changed = changed;
    this._refused = refused;
    this.wagers = {};
    this.last = null; // what was wagered before
    this.active = about.wagers[0]?.name;
    this.chip = DENOMINATIONS.find((each) => each >= (about.wagers[0]?.least ?? 500)) ?? 500;
    const least = Math.min(...about.wagers.map((each) => each.least), Infinity);
    this.chips = DENOMINATIONS.filter((each) => each % about.unit === 0 && each >= Math.min(least, 500)).slice(0, 6);
  }

  get total() { return Object.values(this.wagers).reduce((sum, cents) => sum + cents, 0); }
  wager(name) { return this.about.wagers.find((each) => each.name === name); }

  // Puts chips on a wager, or takes some off; an amount that is fixed is put down or taken away whole.
  add(name, cents = this.chip) {
    const wager = this.wager(name);
    if (!wager) return;
    const now = this.wagers[name] ?? 0;
    let next = wager.only.length ? (cents > 0 ? wager.only.find((each) => each > now) ?? now : 0) : now + cents;
    if (!wager.only.length && cents > 0 && next < wager.least) next = wager.least;
    if (!wager.only.length && cents < 0 && next < wager.least) next = 0;
    this.active = name;
    this._set({ ...this.wagers, [name]: Math.max(0, Math.min(next, wager.most)) });
  }
  clear() { this._set({}); }
  usual() { this._set({ ...(this.last ?? this.about.suggested) }); }
  deal() { if (this.total) this._deal({ ...this.wagers }); else { this.usual(); this._deal({ ...this.wagers }); } }

  _set(wagers) {
    this.wagers = Object.fromEntries(Object.entries(wagers).filter(([, cents]) => cents));
    this._show();
    this._changed(this.wagers);
    clearTimeout(this._timer);
    if (this.total) this._timer = setTimeout(() => this._check(), PATIENCE);
    else this._tell(null);
  }

  // The time for wagers is over.
  stop() {
    clearTimeout(this._timer);
    this.wagers = {};
  }

  async _check() {
    const asked = this.wagers;
    const found = await post(`/api/tables/${this.about.name}/wagers`, { wagers: asked }).catch(() => null);
    if (found && asked === this.wagers) this._tell(found.lawful ? null : found);
  }

  _tell(found) {
    this._refused(found?.why ?? "", found?.cite ?? "");
    for (const [name, { box }] of this._controls ?? []) box.classList.toggle("unlawful", Boolean(found) && found.why.includes(name));
  }

  // Draws the controls; they stay while chips are moved.
  show(chips) {
    this.mine = chips;
    this._controls = new Map();
    const rack = element("fieldset", { class: "rack" }, element("legend", { class: "visually-hidden" }, "Chip to place"));
    this.chips.forEach((cents, at) => {
      const input = element("input", { type: "radio", name: "chip", value: cents, checked: cents === this.chip, "aria-label": `${dollars(cents)} chip, key ${at + 1}` });
      input.addEventListener("change", () => { this.chip = cents; });
      const label = element("label", { draggable: "true" }, input, chip(cents));
      label.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", String(cents)));
      rack.append(label);
    });
    // After a click with a mouse the next Enter deals; whoever came to a button by keyboard presses that button.
    this.place.onclick = (event) => { if (event.detail) event.target.closest?.("button, input")?.blur(); };
    const wagers = element("div", { class: "wagers" }, ...this.about.wagers.map((wager) => this._control(wager)));
    const deal = element("button", { type: "button", class: "choice main" }, "Deal", element("kbd", { "aria-hidden": "true" }, "Enter"), this._total = element("small"));
    const usual = element("button", { type: "button" }, this.last ? "Same again" : "Usual wagers"), clear = element("button", { type: "button" }, "Take back", " ", element("kbd", { "aria-hidden": "true" }, "Esc"));
    deal.addEventListener("click", () => this.deal());
    usual.addEventListener("click", () => this.usual());
    clear.addEventListener("click", () => this.clear());
    this._mine = element("div", { class: "yours" });
    this.place.replaceChildren(wagers, deal, usual, clear, rack, this._mine);
    this._show();
  }

  // What has changed while chips are being placed.
  update(chips) {
    this.mine = chips;
    this._show();
  }

  _control(wager) {
    const output = element("output", { class: "num" }, "–");
    const less = element("button", { type: "button", "aria-label": `Less on ${wager.name}` }, "−"), more = element("button", { type: "button", "aria-label": `More on ${wager.name}` }, "+");
    less.addEventListener("click", () => this.add(wager.name, -this.chip));
    more.addEventListener("click", () => this.add(wager.name));
    const limits = wager.only.length ? wager.only.map(dollars).join(" or ") : `${dollars(wager.least)} to ${dollars(wager.most)}`;
    const title = element("span", { class: "title" }, wager.name, wager.required || !this.about.wagers.some((each) => each.required) ? "" : element("span", { class: "dim" }, " optional"));
    const box = element("div", { class: "wager", role: "group", "aria-label": `${wager.name}, ${limits}`, "data-wager": wager.name },
      title, less, output, more, element("span", { class: "limits" }, limits));
    this._controls.set(wager.name, { output, box });
    return box;
  }

  _show() {
    if (!this._controls) return;
    for (const [name, { output }] of this._controls) output.textContent = this.wagers[name] ? dollars(this.wagers[name]) : "–";
    this._total.textContent = this.total ? `${dollars(this.total)} on the felt` : `${dollars(Object.values(this.last ?? this.about.suggested).reduce((a, b) => a + b, 0))}, as usual`;
    this._mine.replaceChildren(element("span", { class: "dim" }, "your chips"), element("br"), element("b", { class: "num" }, dollars(this.mine - this.total)));
  }
}
