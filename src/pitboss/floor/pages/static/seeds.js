// The seeds of this player: pledged with the wagers and revealed after "no more bets". Chance takes them into the shuffle, so that the
// house cannot have chosen the cards.
//
// A seed is kept in the browser until it is revealed: a page that is loaded anew reveals it too.
import { canCheck, hex, pledgeOf } from "./verify.js";

/**
 * @import { WholeTableMessage } from "../types/wire.d.ts"
 * @import { Line } from "./line.js"
 * @import { Frame } from "./steps.js"
 *
 * @typedef {{ promise: number, seat: number, seed: string }} Pledged
 */

const BYTES = 16;
// What the dealer says when pledged seeds are to be revealed (pitboss.table.seating).
const CALL = "no more bets; the seeds pledged";

/** A seed that nobody can guess. */
export const newSeed = () => hex(crypto.getRandomValues(new Uint8Array(BYTES)));

export class OwnSeeds {
  /**
   * @param {Line} line
   * @param {(words: string) => void} tell
   */
  constructor(line, tell) {
    this.line = line;
    this.tell = tell;
    this._key = `pitboss.seeds.${line.table}`;
    this._promise = 0; // the number of the standing promise
    /** @type {Pledged[]} */
    this._pledged = this._stored();
    /** @type {Set<string>} seats and promises whose seed has been taken */
    this._taken = new Set();
  }

  /**
   * Pledges a seed for each seat that has none under the standing promise. Resolves when the pledges are on their way.
   *
   * @param {number[]} seats
   */
  async pledge(seats) {
    if (!canCheck() || !this._promise) return;
    for (const seat of seats) {
      const promise = this._promise;
      if (this._pledged.some((each) => each.promise === promise && each.seat === seat)) continue;
      const seed = newSeed();
      this._pledged = [...this._pledged.filter((each) => each.promise >= promise - 1), { promise, seat, seed }];
      this._store();
      this._send({ do: "pledge", seat, digest: await pledgeOf(seat, seed) });
    }
  }

  /** @param {WholeTableMessage["table"]} table */
  takeWhole({ promises, unrevealed }) {
    this._promise = promises.at(-1)?.number ?? 0;
    this._reveal(unrevealed);
  }

  /** @param {Frame[]} frames */
  take(frames) {
    for (const { steps, evidence } of frames) {
      for (const record of evidence) {
        if (record.evidence === "promise") this._stand(record.number);
        if (record.evidence === "seed") this._taken.add(`${record.promise} ${record.seat} ${record.seed}`);
        if (record.evidence === "shuffle") this._tellOf(record.promise);
      }
      if (steps.some((step) => step?.act === "say" && step.note.startsWith(CALL))) this._reveal(null);
    }
  }

  /** @param {number} promise that stands from now on: seeds of earlier ones are done with */
  _stand(promise) {
    this._promise = promise;
    this._taken = new Set([...this._taken].filter((each) => parseInt(each, 10) >= promise - 1));
  }

  /** @param {number[] | null} due the seats whose seeds are due, null for all that have pledged one */
  _reveal(due) {
    for (const { promise, seat, seed } of this._pledged) {
      if (promise === this._promise && (!due || due.includes(seat))) this._send({ do: "seed", seat, seed });
    }
  }

  /** @param {number} promise from which cards have been shuffled */
  _tellOf(promise) {
    const mine = this._pledged.filter((each) => each.promise === promise);
    const taken = mine.filter(({ seat, seed }) => this._taken.has(`${promise} ${seat} ${seed}`));
    if (taken.length) this.tell(`Your seed ${taken[0].seed.slice(0, 8)}… went into this shuffle.`);
  }

  /**
   * A refusal is no matter: another window of this player was faster, or the wager that goes with it is refused as well.
   *
   * @param {Parameters<Line["submit"]>[0]} command
   */
  _send(command) {
    this.line.submit(command).catch(() => {});
  }

  /** @returns {Pledged[]} */
  _stored() {
    try {
      return JSON.parse(localStorage.getItem(this._key) ?? "[]");
    } catch {
      return [];
    }
  }

  _store() {
    try {
      localStorage.setItem(this._key, JSON.stringify(this._pledged));
    } catch {
      /* a browser that keeps nothing */
    }
  }
}
