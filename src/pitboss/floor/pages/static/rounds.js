// The finished rounds of a table, the latest first: each is added as it ends, and earlier ones are loaded when the tab is opened.
import { get } from "./api.js";
import { element } from "./dom.js";

const MOST = 30;

export class Rounds {
  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} tab
   * @param {string} table
   */
  constructor(place, tab, table) {
    this.place = place;
    this.table = table;
    /** @type {Set<number>} */
    this.listed = new Set();
    this.loading = false;
    for (const kind of ["focus", "click"]) tab.addEventListener(kind, () => this._load());
  }

  /**
   * Adds a round that has ended.
   *
   * @param {number} round
   * @param {string} result what it brought to the viewer, "" where the viewer did not play
   */
  add(round, result) {
    if (this.listed.has(round)) return;
    this.place.prepend(this._item(round, result));
    while (this.place.children.length > MOST) this.place.lastElementChild?.remove();
  }

  /**
   * @param {number} round
   * @param {string} [result]
   */
  _item(round, result = "") {
    this.listed.add(round);
    const item = element("li", {}, element("a", { href: `/rounds/${this.table}/${round}` }, `Round ${round}`));
    if (result) item.append(" ", element("span", { class: "num" }, result));
    return item;
  }

  async _load() {
    if (this.loading) return;
    this.loading = true;
    const answer = await get(`/api/tables/${this.table}/rounds?most=${MOST}`).catch(() => null);
    if (answer === null) this.loading = false; // the next time, perhaps
    for (const { round } of answer?.rounds ?? []) {
      if (!this.listed.has(round) && this.place.children.length < MOST) this.place.append(this._item(round));
    }
  }
}
