// The rounds of a table that are over, the latest first: each as it ends, and those from before one came when they are looked at.
import { get } from "/static/api.js";
import { element } from "/static/words.js";

const MOST = 30;

export class Rounds {
  constructor(place, tab, table) {
    Object.assign(this, { place, table, known: new Set() });
    for (const kind of ["focus", "click"]) tab.addEventListener(kind, () => this._load());
  }

  // A round has ended; `result` is what it brought to whoever looks, "" where that is nothing to him.
  add(round, result) {
    if (this.known.has(round)) return;
    this.place.prepend(this._item(round, result));
    while (this.place.children.length > MOST) this.place.lastElementChild.remove();
  }

  _item(round, result = "") {
    this.known.add(round);
    const item = element("li", {}, element("a", { href: `/rounds/${this.table}/${round}` }, `Round ${round}`));
    if (result) item.append(" ", element("span", { class: "num" }, result));
    return item;
  }

  async _load() {
    if (this.loading) return;
    this.loading = true;
    const found = await get(`/api/tables/${this.table}/rounds?most=${MOST}`).catch(() => null);
    if (found === null) this.loading = false; // the next time, perhaps
    for (const { round } of found?.rounds ?? []) {
      if (!this.known.has(round) && this.place.children.length < MOST) this.place.append(this._item(round));
    }
  }
}
