// The picture of a table: one fold over its steps, as the viewer sees them. The same as pitboss/table/view/layout.py, field by
// field; tests/floor/pages compares the two at every game.
import { CARD_ACTS } from "./layout-cards.js";
import { MONEY_ACTS } from "./layout-money.js";
import { byNumber, sum } from "./pots.js";
import { readNumber, seatOf } from "./steps.js";

/**
 * @import { Hand, Layout as LayoutOnTheWire, Result, Seat } from "../types/wire.d.ts"
 * @import { CentsBySeat } from "./pots.js"
 * @import { Step } from "./steps.js"
 *
 * @callback Act changes a layout by one step
 * @param {Layout} layout
 * @param {Step} step
 * @returns {void}
 */

/** A table as it lies there. Seats are numbers, which are texts where they are the keys of an object. */
export class Layout {
  constructor(decks = 1) {
    this.decks = decks;
    this.round = 0;
    this.in_progress = false;
    this.void = "";
    /** @type {Record<string, Seat>} */
    this.seats = {};
    /** @type {number[]} */
    this.playing = [];
    /** @type {Record<string, Hand>} */
    this.hands = {};
    /** @type {Record<string, CentsBySeat>} */
    this.wagers = {};
    /** @type {Record<string, CentsBySeat>} */
    this.placed = {};
    /** @type {CentsBySeat} */
    this.staked = {};
    /** @type {Record<string, Record<string, Result>>} */
    this.results = {};
    /** @type {CentsBySeat} */
    this.dealer = {};
    this.center = 0;
    this.button = 0;
    /** @type {Record<string, CentsBySeat>} */
    this.posted = {};
    /** @type {CentsBySeat} */
    this.bets = {};
    /** @type {CentsBySeat} */
    this.put = {};
    /** @type {CentsBySeat} */
    this.dead = {};
    /** @type {number[]} */
    this.pots = [];
    /** @type {LayoutOnTheWire["pushed"]} */
    this.pushed = [];
    /** @type {number[]} */
    this.folded = [];
    /** @type {number[]} */
    this.all_in = [];
    this.raked = 0;
    /** @type {CentsBySeat} */
    this.boxes = {};
    /** @type {CentsBySeat} */
    this.meters = {};
    /** @type {LayoutOnTheWire["asked"]} */
    this.asked = [];
  }

  /**
   * Goes on from a layout as the floor sends it.
   *
   * @param {LayoutOnTheWire} json
   */
  static from(json) {
    return Object.assign(new Layout(), structuredClone(json));
  }

  copy() {
    return Layout.from(this.toJSON());
  }

  /** @returns {LayoutOnTheWire} */
  toJSON() {
    return { ...this };
  }

  /**
   * Goes on by one step. A step that is hidden, or of an act that is not known here, changes nothing; a step that cannot be drawn is
   * left out of the picture, and the table goes on: the sentences say it.
   *
   * @param {Step | null} step
   */
  see(step) {
    if (!step || !Object.hasOwn(ACTS, step.act)) return this;
    try {
      ACTS[step.act](this, step);
    } catch (error) {
      reportOnce(`a step cannot be drawn: ${step.act} of § ${step.cite}`, error);
    }
    return this;
  }

  /** @param {(Step | null)[]} steps */
  seeAll(steps) {
    for (const step of steps) this.see(step);
    return this;
  }

  /**
   * The hands of a seat, in the order in which they are played, as [place, hand].
   *
   * @param {number} seat
   */
  handsOf(seat) {
    return Object.entries(this.hands).filter(([place]) => seatOf(place) === seat);
  }
}

/** @type {Set<string>} */
const reported = new Set();
/**
 * Tells the console, once for each kind.
 *
 * @param {string} what
 * @param {unknown} error
 */
export function reportOnce(what, error) {
  if (reported.has(what)) return;
  reported.add(what);
  console.warn(what, error);
}

/** @type {Record<string, Act>} */
const ACTS = {
  ...CARD_ACTS,
  ...MONEY_ACTS,

  sit(layout, step) {
    layout.seats[seatOf(step.who)] = { player: step.note, chips: step.cents };
  },

  buy(layout, step) {
    const seat = layout.seats[seatOf(step.who)];
    if (seat) seat.chips += step.cents;
  },

  leave(layout, step) {
    delete layout.seats[seatOf(step.who)];
    delete layout.placed[seatOf(step.who)];
  },

  placed(layout, step) {
    const seat = seatOf(step.who);
    if (step.cents) {
      layout.placed[seat] ??= {};
      layout.placed[seat][step.wager] = step.cents;
    } else if (!step.wager) delete layout.placed[seat];
    else if (layout.placed[seat]) delete layout.placed[seat][step.wager];
  },

  // The cards and chips of the last round are gone; those who have placed a wager play.
  begin(layout, step) {
    const { decks, seats, placed, meters } = layout;
    const playing = byNumber(Object.keys(placed).map(Number));
    const round = readNumber(step.note) ?? layout.round + 1;
    Object.assign(layout, new Layout(decks), { seats, placed, meters, playing, round, in_progress: true });
  },

  // Every player has what the round brought.
  end(layout) {
    for (const [number, seat] of Object.entries(layout.seats)) {
      const results = Object.values(layout.results[number] ?? {});
      seat.chips += (layout.staked[number] ?? 0) + sum(results.map((result) => result.back - result.placed));
    }
    Object.assign(layout, { in_progress: false, staked: {}, placed: {}, asked: [] });
  },

  void(layout, step) {
    Object.assign(layout, { void: step.cite, pushed: [] });
  },

  players(layout, step) {
    layout.playing = step.note
      .split(/\s+/)
      .map(readNumber)
      .filter((seat) => seat !== null);
  },
};
