// What a player does at a table: commands, one at a time; sitting down with chips, company, and leaving.
import { comeAsGuest, fromElsewhere, get, me, post, refreshAccount } from "./api.js";
import { pause } from "./dom.js";
import { confirmLeaving } from "./leaving.js";
import { newSeed } from "./seeds.js";

/**
 * @import { CutCards, Decide } from "../types/wire.d.ts"
 * @import { Command, Line } from "./line.js"
 * @import { TableState } from "./table-state.js"
 *
 * @typedef {object} CommandHandlers
 * @property {(error: unknown) => void} refused
 * @property {(words: string) => void} status
 * @property {() => void} render
 */

const COMPANY = 3; // bots that sit down at once

/**
 * What the lobby's link asks for, once: "#play", "#bots" or "". A link on another site seats nobody: its reader sees the table, and
 * sits down there.
 */
export function takeWish() {
  const { hash, pathname } = location;
  if (!["#play", "#bots"].includes(hash)) return "";
  history.replaceState(history.state, "", pathname);
  return fromElsewhere ? "" : hash;
}

export class TableCommands {
  /**
   * @param {TableState} state
   * @param {Line} line
   * @param {CommandHandlers} on
   */
  constructor(state, line, on) {
    this.state = state;
    this.about = state.about;
    this.line = line;
    this.on = on;
    this.seating = false; // the player came to sit down at once
    this._busy = false;
    /** @type {Promise<unknown>} the answer to the last command */
    this._answer = Promise.resolve();
  }

  /**
   * Sends a command. A second one while the first is on its way does nothing. False where it was refused.
   *
   * @param {Command} command
   */
  async submit(command) {
    if (this._busy) return false;
    this._busy = true;
    const sent = this.line.submit(command);
    this._answer = sent;
    try {
      await sent;
      return true;
    } catch (error) {
      this.on.refused(error);
      return false;
    } finally {
      this._busy = false;
    }
  }

  /** Shows the controls of a spectator to a player who came to sit down at once and could not. */
  stopSeating() {
    if (!this.seating) return;
    this.seating = false;
    this.on.render();
  }

  /**
   * @param {() => Promise<unknown>} act
   * @param {string} done what to say then
   */
  async attempt(act, done) {
    try {
      await act();
      if (done) this.on.status(done);
    } catch (error) {
      this.on.refused(error);
    }
  }

  /**
   * Answers the question to this player. False where it was refused, or answered already.
   *
   * @param {string} word
   * @param {number} amount in cents, or in cards for a cut
   */
  async answer(word, amount) {
    const { own } = this.state;
    const { version } = this.line;
    if (!own) return false;
    await this._answer.catch(() => {}); // a command from before the connection was lost may still wait for its answer
    if (this.line.version !== version) return false; // a second click, whose question is answered
    this.state.answered = true;
    const done = await this.submit(commandOf(own.seat, word, amount, this.about.poker ? newSeed() : ""));
    if (!done) this.state.answered = false;
    return done;
  }

  /** @param {number} seat */
  async sitDown(seat) {
    if (this._busy || !seat || (this.state.seats.length && seat !== this.state.nextPosition)) return;
    try {
      const account = await this._accountWithChips();
      const cents = Math.min(account.cage, this.about.buy_in);
      if (!cents) {
        this.on.refused(new Error("There are no chips left in your cage: leave another table first, they come back with you."));
        return;
      }
      if (this.about.room) await this._takeSeatInRoom(seat, account.name, cents);
      else await this.submit({ do: "sit", seat, player: account.name, cents });
      refreshAccount();
    } catch (error) {
      this.on.refused(error);
    }
  }

  // The account of this player, or of a new guest, with more play chips where they are nearly used up.
  async _accountWithChips() {
    const known = this.seating ? me() : await refreshAccount(); // a page that was just loaded has the account as it is
    const account = known ?? (await comeAsGuest());
    if (!known) {
      this.line.reopen();
      while (this.state.connection !== "open") await pause(0.02);
    }
    if (account.cage >= this.about.nearly_empty) return account;
    await post("/api/me/chips", {});
    return (await refreshAccount()) ?? account;
  }

  /**
   * @param {number} seat
   * @param {string} player
   * @param {number} cents
   */
  async _takeSeatInRoom(seat, player, cents) {
    const { name, room } = this.about;
    const { version } = await get(`/api/rooms/${room}`);
    const command = { do: "take seat", player, table: name.slice(room.length + 1), seat, cents };
    await post(`/api/rooms/${room}/commands`, { id: crypto.randomUUID(), version, command });
  }

  /**
   * Seats a player whom the lobby sent here to play; a reload does not do it again.
   *
   * @param {boolean} withBots
   */
  async playAtOnce(withBots) {
    const { state } = this;
    if (!state.seats.length && !state.middleSeat) {
      state.takesNextSeat = true;
      this.stopSeating();
      return;
    }
    if (!state.seats.length && state.middleSeat) await this.sitDown(state.middleSeat);
    for (let tries = 0; !state.seats.length && tries < 100; tries += 1) await pause(0.03);
    this.seating = false;
    if (!state.seats.length || !withBots || Object.keys(state.layout.seats).length > 1) return;
    const { bots } = await get(`/api/tables/${this.about.name}/bots`);
    if (bots) await this.attempt(() => this.bringBots(bots), "");
  }

  bringBots(welcome = this.state.bots.count) {
    return post(`/api/tables/${this.about.name}/bots`, { bots: Math.min(welcome, COMPANY) });
  }

  /** Asks the floor how many bots can sit down, where the players have changed since. True where it has said so. */
  async countBots() {
    const { state } = this;
    if (!state.seats.length || state.layout.in_progress) return false;
    const among = JSON.stringify([state.layout.round, Object.keys(state.layout.seats)]);
    if (state.bots.among === among) return false;
    state.bots = { among, count: 0 };
    const { bots } = await get(`/api/tables/${this.about.name}/bots`).catch(() => ({ bots: 0 }));
    if (state.bots.among !== among) return false;
    state.bots.count = bots;
    return true;
  }

  /** Leaves the table. In a round the floor says what happens to the wagers, and the player is asked first. */
  async leave() {
    const { layout, seats } = this.state;
    const leaving = layout.in_progress ? await get(`/api/tables/${this.about.name}/leaving`).catch(() => null) : null;
    const folded = seats.every((seat) => layout.folded.includes(seat));
    if (leaving?.says && !folded && !(await confirmLeaving(leaving))) return;
    const [playing] = layout.in_progress ? seats.filter((seat) => layout.wagers[seat]) : [];
    const others = seats.filter((seat) => !playing || !layout.wagers[seat]);
    for (const seat of playing ? [...others, playing] : others) await this.submit({ do: "leave", seat });
  }

  /** Takes back the wagers of every position. */
  async takeBack() {
    const { layout, seats } = this.state;
    for (const seat of seats) if (layout.placed[seat]) await this.submit({ do: "bet", seat, wagers: {} });
  }
}

/**
 * @param {number} seat
 * @param {string} word
 * @param {number} amount
 * @param {string} seed for the shuffle, where the cards are cut
 * @returns {CutCards | Decide}
 */
function commandOf(seat, word, amount, seed) {
  if (word === "cut" || word === "refuse") {
    return { do: "cut", seat, depth: word === "cut" ? amount : null, ...(seed ? { seed } : {}) };
  }
  return { do: "decide", seat, word, ...(amount ? { cents: amount } : {}) };
}
