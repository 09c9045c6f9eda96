// Sitting out at a table of a Poker room, and coming back, at once or with the big blind. The player steps away and returns between two
// hands (§ 553.8(b)(5), § 637a.8(b)(6)): what is chosen during a hand is sent when it is over.
import { get } from "./api.js";
import { button } from "./dom.js";
import { byNumber } from "./pots.js";

/**
 * @import { TableCommands } from "./table-commands.js"
 * @import { TableState } from "./table-state.js"
 *
 * @typedef {"" | "out" | "back" | "blind"} Wish what is to happen before the next hand; "blind": a hand that brings the big blind
 */

/**
 * The seat of the big blind in the next hand: the button moves on, and Blind Bets are made at its left.
 *
 * @param {number[]} seats those that are dealt in
 * @param {number} before where the button lay
 * @param {number} blinds how many Blind Bets there are
 */
export function nextBigBlind(seats, before, blinds) {
  const order = byNumber([...seats]);
  /** @param {number} seat */
  const after = (seat) => order.find((each) => each > seat) ?? order[0];
  const first = after(after(before));
  return blinds < 2 ? first : after(first);
}

const FEWEST = 3; // others with whom a hand brings the big blind to a seat that is passed over until then

export class SittingOut {
  /**
   * @param {TableState} state
   * @param {TableCommands} commands
   */
  constructor(state, commands) {
    this.state = state;
    this.commands = commands;
    /** @type {Wish} */
    this._wish = "";
    this._asked = ""; // for which connection, players and hand the room was asked who is away
    this._sent = false;
    this._others = 0; // how many others are dealt in
  }

  /** The buttons of a player; what was chosen is done first, where it can be now. */
  buttons() {
    const { layout, seats, sitsOut } = this.state;
    if (!this.state.about.room || !seats.length) return [];
    this._settle();
    const played = layout.playing.includes(seats[0]);
    /** @type {[wish: Wish, says: string][]} */
    const offers = sitsOut ? [["back", "Come back"]] : [["out", "Sit out"]];
    if (layout.button && this._others >= FEWEST && (sitsOut || !played)) offers.push(["blind", "Wait for the big blind"]);
    return offers.map(([wish, says]) => {
      const chosen = this._wish === wish;
      return button(says, () => this._choose(chosen ? "" : wish), { "aria-pressed": String(chosen), class: "sitting-out" });
    });
  }

  /** @param {Wish} wish */
  _choose(wish) {
    this._wish = wish;
    this._asked = "";
    this.commands.on.render();
  }

  /** Asks once for each hand who is away, and steps away or returns. */
  async _settle() {
    const { layout, loads, seats } = this.state;
    const now = layout.in_progress || this.commands.line.version; // the house too says that players are away, or back
    const asked = JSON.stringify([loads, layout.round, now, layout.seats]);
    if (asked === this._asked || this._sent) return;
    this._asked = asked;
    const others = await this._present();
    if (!others || this._asked !== asked) return;
    this._others = others.length;
    const kind = layout.in_progress ? "" : this._act(others);
    if (kind) {
      this._sent = true;
      const done = await this.commands.submit({ do: "act", kind, detail: { seat: seats[0] } });
      this._sent = false;
      if (done) this.state.sitsOut = kind === "player steps away";
      if (!this.state.sitsOut || this._wish !== "blind") this._wish = "";
    }
    this.commands.on.render();
  }

  /** The seats of the others who are not away, once the room has said so; null where it says nothing. */
  async _present() {
    const { about, seats } = this.state;
    const board = await get(`/api/rooms/${about.room}`).catch(() => null);
    const here = board?.seats[about.name.slice(about.room.length + 1)];
    if (!here?.[seats[0]]) return null;
    this.state.sitsOut = here[seats[0]].away;
    const there = Object.keys(here).filter((seat) => !here[seat].away && here[seat].cents);
    return there.map(Number).filter((seat) => !seats.includes(seat));
  }

  /**
   * What is to be said now.
   *
   * @param {number[]} others
   */
  _act(others) {
    const { layout, seats, sitsOut } = this.state;
    const blinds = Object.values(layout.posted).filter((posted) => posted["Blind Bet"]).length;
    const [seat] = seats;
    const due = others.length < FEWEST || nextBigBlind([...others, seat], layout.button, blinds) === seat;
    const out = this._wish === "out" || (this._wish === "blind" && !due);
    if (this._wish && out !== sitsOut) return out ? "player steps away" : "player returns";
    if (this._wish === "blind" && due) this._wish = "";
    return "";
  }
}
