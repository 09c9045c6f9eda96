// The state of the page of a table. Everything that changes changes here; what is shown is a function of it.
import { Layout } from "./layout.js";
import { preparable, preparedAfter, preparedAnswer } from "./prepared.js";
import { seatOf } from "./steps.js";

/**
 * @import { AboutTable, Asked, ShownHand, WholeTableMessage } from "../types/wire.d.ts"
 * @import { Advice } from "./advice.js"
 * @import { Connection, News } from "./line.js"
 * @import { Prepared, Word } from "./prepared.js"
 * @import { Step } from "./steps.js"
 *
 * @typedef {"opening" | "lost" | "ended"} Away the modes of a page that is not connected
 * @typedef {"asked" | "watching" | "playing" | "waiting" | "hands" | "placed" | "betting"} Present
 * @typedef {Away | Present} Mode what the player can do now: answer, sit down, look at steps as they are shown, wait for others, wait
 * for the next hand of Poker, take wagers back, or place wagers
 */

export class TableState {
  /** @param {AboutTable} about */
  constructor(about) {
    this.about = about;
    this.layout = new Layout(about.decks);
    /** @type {Exclude<Connection, "stalled">} */
    this.connection = "opening";
    this.wasLost = false; // the connection, since it was open last
    this.loads = 0; // how many whole tables have come
    this.heldBy = ""; // the employee who deals, "" for the house
    this.sitsOut = false; // at Poker, as the room said last
    /** @type {number[]} the seats of this player */
    this.seats = [];
    /** @type {number[]} seats whose player did not hold them in the round that lies on the felt */
    this.fresh = [];
    /** @type {Asked[]} who is asked */
    this.asked = [];
    /** @type {string | undefined} the question in a sentence */
    this.question = undefined;
    this.answered = false; // the question of now, from here
    /** @type {Asked | undefined} the last question that was answered without asking */
    this._answeredAlone = undefined;
    /** @type {Prepared | null} the answer to the next question of Poker */
    this.prepared = null;
    this.playing = false; // the steps of a round are being shown
    /** @type {Advice | null} what was told of the question of now */
    this.advice = null;
    this.takesNextSeat = false; // this player sits down as soon as a seat is free
    this.outcome = { round: 0, words: "", winners: /** @type {number[]} */ ([]) }; // how the last hand of Poker ended
    /** @type {Record<string, ShownHand>} the hands of the last round by place, once it is over */
    this.shown = {};
    this.recalled = false; // the last round is shown again while wagers are placed
    this.bots = { among: "", count: 0 }; // how many bots can sit down among the players of now
  }

  // ---------------------------------------------------------------- what changes it

  /** @param {WholeTableMessage} message */
  takeWhole({ table, question }) {
    this.layout = Layout.from(table);
    this.seats = [...table.you].sort((a, b) => a - b);
    this.fresh = table.new;
    this.heldBy = table.held_by;
    this.outcome = { round: 0, words: "", winners: [] };
    this.shown = {};
    this.recalled = false;
    this.playing = false;
    this.prepared = null;
    this.loads += 1;
    this.takeQuestion(table.asked, question);
  }

  /**
   * @param {Asked[]} asked
   * @param {[string, string]} [question]
   */
  takeQuestion(asked, question) {
    this.asked = asked;
    this.layout.asked = asked;
    this.question = question?.[1];
    this.answered = false;
  }

  /**
   * Steps are about to be shown: nobody is asked meanwhile.
   *
   * @param {Step[]} steps
   */
  beginSteps(steps) {
    this.asked = [];
    this.layout.asked = [];
    if (this.layout.in_progress || steps.some((step) => step.act === "begin")) this.playing = true;
  }

  /** @param {News} news */
  endSteps({ asked, question }) {
    this.playing = false;
    if (asked !== undefined) this.takeQuestion(asked, question);
  }

  /**
   * One step: the picture, and who sits where.
   *
   * @param {Step} step
   * @param {string | undefined} name of this player
   */
  see(step, name) {
    this.layout.see(step);
    const seat = seatOf(step.who);
    this.prepared = preparedAfter(this.prepared, step, this.seats[0], this.potSize(this.seats[0]).highest);
    if (step.act === "sit") {
      this.fresh = [...this.fresh, seat];
      if (name && step.note === name) this.seats = [...new Set([...this.seats, seat])].sort((a, b) => a - b);
    }
    if (step.act === "leave") this.seats = this.seats.filter((each) => each !== seat);
    if (step.act === "begin") {
      this.fresh = [];
      this.advice = null;
      this.shown = {};
      this.recalled = false;
    }
  }

  /** @param {Connection} connection */
  connect(connection) {
    if (connection === "lost" || connection === "stalled") this.wasLost = true;
    if (connection !== "stalled") this.connection = connection; // a stalled one may go on: what is chosen stays
  }

  /**
   * The answer to a question that needs no asking, once for each question: the only one there is, or the one that was prepared. If it
   * is refused, the player is asked.
   */
  takeReadyAnswer() {
    const { own, prepared } = this;
    if (!own || this._answeredAlone === own) return null;
    const [only, ...others] = own.choices ?? [];
    const alone = only && !others.length && !only.of && !only.most ? { word: only.word, cents: 0 } : null;
    const ready = alone ?? preparedAnswer(prepared, own);
    this.prepared = null;
    if (ready) this._answeredAlone = own;
    return ready;
  }

  /** @param {Word | null} word of an answer to prepare, none to cancel it */
  prepare(word) {
    this.prepared = word && { word, highest: this.potSize(this.seats[0]).highest };
  }

  /** What the player may prepare while others act at Poker. */
  get preparable() {
    const [seat] = this.seats;
    return this.about.poker && seat ? preparable(this.layout, seat, this.potSize(seat)) : [];
  }

  /**
   * Shows the last round again while wagers are placed, or the wagers.
   *
   * @param {() => void} show
   */
  toggleRecall(show) {
    this.recalled = !this.recalled;
    show();
  }

  // ---------------------------------------------------------------- what follows from it

  get loaded() {
    return this.loads > 0;
  }

  /**
   * Whether the clock has answered this player's question: it had run out, and no answer went from here.
   *
   * @param {Step[]} steps
   * @param {boolean} ranOut
   */
  wasLate(steps, ranOut) {
    const { own } = this;
    if (!own || this.answered || !ranOut) return false;
    const decided = steps.some((step) => step.act === "decide" && step.who.split(" ")[0] === `seat_${own.seat}`);
    return decided || own.choices?.[0]?.word === "cut";
  }

  /** The question to this player. */
  get own() {
    return this.asked.find((asked) => this.seats.includes(asked.seat));
  }

  /** The position of this player that is asked now, or else may wager now, or else the first. */
  get seat() {
    const { placed, in_progress } = this.layout;
    const open = in_progress ? undefined : this.seats.find((seat) => !Object.keys(placed[seat] ?? {}).length);
    return this.own?.seat ?? open ?? this.seats[0];
  }

  /** The positions of this player, the one that `seat` says first. */
  get positions() {
    return this.seats.length > 1 ? [this.seat, ...this.seats.filter((seat) => seat !== this.seat)] : this.seats;
  }

  /** The free seat beside this player's at which the player may bet too; undefined where there is none, or the house allows none. */
  get nextPosition() {
    if (!this.seats.length || this.seats.length >= this.about.positions) return undefined;
    return this.freeSeats.find((seat) => seat === this.seats[0] - 1 || seat === (this.seats.at(-1) ?? 0) + 1);
  }

  /** @returns {Mode} */
  get mode() {
    if (this.connection !== "open") return this.connection;
    if (this.own) return "asked";
    if (!this.seats.length) return "watching";
    if (this.playing) return "playing";
    if (this.layout.in_progress) return "waiting";
    if (this.about.poker) return "hands";
    return Object.keys(this.layout.placed[this.seat] ?? {}).length ? "placed" : "betting";
  }

  /** The seats whose last round this player played: what the player before won or lost there is not told here. */
  get heldSeats() {
    return this.seats.filter((seat) => !this.fresh.includes(seat));
  }

  get freeSeats() {
    const seats = Array.from({ length: this.about.seats }, (_, at) => at + 1);
    return seats.filter((seat) => !this.layout.seats[seat]);
  }

  /** The free seat nearest to the middle; undefined where every seat is taken. */
  get middleSeat() {
    const middle = (this.about.seats + 1) / 2;
    return this.freeSeats.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b).at(0);
  }

  /** The chips before this player. */
  get chips() {
    return this.layout.seats[this.seat]?.chips ?? 0;
  }

  /**
   * What this player has on a wager.
   *
   * @param {string} wager
   */
  stakeOn(wager) {
    const { wagers, placed } = this.layout;
    const { seat } = this;
    return wagers[seat]?.[wager] ?? placed[seat]?.[wager] ?? 0;
  }

  /** The results of this player in the last round, by wager. */
  get results() {
    return this.heldSeats.flatMap((seat) => Object.values(this.layout.results[seat] ?? {}));
  }

  /** What the last round brought this player, in cents; null for a player who was not in it. */
  get net() {
    const { results } = this;
    return results.length ? results.reduce((sum, result) => sum + result.back - result.placed, 0) : null;
  }

  /**
   * What lies in the middle and before the players of a hand of Poker.
   *
   * @param {number} seat
   */
  potSize(seat) {
    const { pots, bets, seats } = this.layout;
    const before = Object.values(bets);
    const total = [...pots, ...before].reduce((sum, cents) => sum + cents, 0);
    const chips = seats[seat]?.chips ?? 0;
    return { total, highest: Math.max(0, ...before), mine: bets[seat] ?? 0, chips };
  }

  get hasBots() {
    return Object.values(this.layout.seats).some(({ player }) => player.endsWith(" (bot)"));
  }

  /** True where nobody else sits here but bots. */
  get isAlone() {
    const others = Object.entries(this.layout.seats).filter(([seat]) => !this.seats.includes(Number(seat)));
    return others.every(([, { player }]) => player.endsWith(" (bot)"));
  }

  /** The players by seat. */
  get players() {
    return Object.fromEntries(Object.entries(this.layout.seats).map(([seat, { player }]) => [seat, player]));
  }

  /** The names by which the dealer's words call the players. */
  get names() {
    return Object.values(this.layout.seats).map(({ player }) => player.replace(" (bot)", ""));
  }

  /** Which of several positions a sentence is about. */
  get positionWords() {
    return this.seats.length > 1 ? `Seat ${this.seat}: ` : "";
  }

  /** @param {number} seat */
  nameOf(seat) {
    return this.seats.includes(seat) ? "you" : (this.layout.seats[seat]?.player ?? `seat ${seat}`);
  }
}
