// The finished rounds of a table, the latest first: each is added as it ends, and earlier ones are loaded when the tab is opened. At Poker
// the last ten say who won, how much and with which hand.
import { get, me } from "./api.js";
import { element } from "./dom.js";
import { withoutBot } from "./plates.js";
import { winnerWords } from "./table-words.js";

const MOST = 30;

/** @import { AboutTable } from "../types/wire.d.ts" */

export class Rounds {
  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} tab
   * @param {AboutTable} about
   */
  constructor(place, tab, { name, poker }) {
    this.place = place;
    this.table = name;
    this.poker = poker;
    /** @type {Map<number, HTMLElement>} what is said of each round */
    this.listed = new Map();
    /** @type {Map<number, string>} who won */
    this.winners = new Map();
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
    const [oldest] = [...this.listed.keys()].sort((a, b) => a - b);
    if (this.listed.size <= MOST) return;
    this.listed.delete(oldest);
    this.winners.delete(oldest);
    this.place.lastElementChild?.remove();
  }

  /**
   * Says who won a hand of Poker.
   *
   * @param {number} round
   * @param {string} winners
   */
  tell(round, winners) {
    this.winners.set(round, winners);
    this.listed.get(round)?.replaceChildren(winners);
  }

  /**
   * @param {number} round
   * @param {string} [result]
   */
  _item(round, result = "") {
    const item = element("li", {}, element("a", { href: `/rounds/${this.table}/${round}` }, `Round ${round}`));
    const winners = element("span", { class: "winners" }, this.winners.get(round) ?? "");
    this.listed.set(round, winners);
    if (result) item.append(" ", element("span", { class: "num" }, result));
    if (this.poker) item.append(winners);
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
    if (this.poker) await this._loadWinners();
  }

  async _loadWinners() {
    const answer = await get(`/api/tables/${this.table}/hands`).catch(() => null);
    const own = me()?.name;
    for (const { round, won } of answer?.hands ?? []) {
      if (this.winners.has(round)) continue;
      const sentences = won.map((each) =>
        winnerWords(each.player === own ? "" : withoutBot(each.player), each.cents, each.hands),
      );
      this.tell(round, sentences.join(" "));
    }
  }
}
