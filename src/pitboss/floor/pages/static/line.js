// The WebSocket of one table: it greets, goes on where it was, and says nothing twice.
//
// A silent floor is pinged every second. An answer that is overdue makes the connection stalled: what is said meanwhile waits. After
// some seconds more another connection is tried.
//
// A command keeps its id until it is answered, also over a lost connection and a reload: the floor carries out an id once and gives
// the first answer again, so what is on its way is neither lost nor doubled.
import { RefusedError } from "./api.js";
import { readFrames } from "./steps.js";

/**
 * @import { Answer, Asked, ClientMessage, DealerMessage, FramesMessage, WholeTableMessage } from "../types/wire.d.ts"
 * @import { Frame } from "./steps.js"
 *
 * @typedef {NonNullable<ClientMessage["command"]>} Command
 * @typedef {"opening" | "open" | "stalled" | "lost" | "ended"} Connection
 *
 * @typedef {object} News what happened at the table
 * @property {Frame[]} frames
 * @property {Asked[]} [asked] where the table waits
 * @property {number} [clock]
 * @property {number} [bank]
 * @property {[string, string]} [question]
 *
 * @typedef {object} LineHandlers
 * @property {(message: WholeTableMessage) => void} whole
 * @property {(news: News) => void} news
 * @property {(connection: Connection, why: string) => void} connection
 * @property {(name: string) => void} hold an employee deals from now on, "" for the house
 * @property {(command: Command, error: Error | null) => void} late a command has its answer that was on its way when the connection
 * stalled or was lost, or before this page was loaded
 *
 * @typedef {{ id: string, version: number, command: Command }} Message
 * @typedef {object} Waiting a command without an answer
 * @property {Message} message
 * @property {(version: number) => void} [resolve]
 * @property {(error: Error) => void} [reject]
 * @property {boolean} [late] the connection has stalled or was lost since it was sent
 *
 * @typedef {Partial<WholeTableMessage & FramesMessage & DealerMessage> & { error?: string, id?: string, answers?: Answer[] }} Received
 */

// Milliseconds from one try to the next.
const SOONEST = 300;
const LATEST = 8000;
// Milliseconds of silence until the floor is pinged, from a ping until its answer is overdue, and until another connection is tried;
// and from one look at the clock to the next. A look that comes much too late was held up here.
const QUIET = 1000;
const OVERDUE = 1400;
const HOPELESS = 5000;
const LOOK = 250;
const HELD_UP = 2000;
const QUIETLY = new Set(["pledge", "seed"]); // commands of which a player is not told
const RESYNC = 4000;
const ENDED = 4001;

export class Line {
  /**
   * @param {string} table
   * @param {LineHandlers} on
   */
  constructor(table, on) {
    this.table = table;
    this.on = on;
    /** @type {number | null} */
    this.version = null;
    this.log = "";
    this._wait = SOONEST;
    /** @type {WebSocket | null} */
    this._socket = null;
    this._greeted = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._timer = undefined;
    this._heard = 0; // when the last message came
    this._pinged = 0; // when a ping went that has no answer, 0 where there is none
    this._stalled = false;
    this._looked = 0;
    setInterval(() => this._look(), LOOK);
    this._key = `pitboss.said.${table}`;
    /** @type {Map<string, Waiting>} */
    this._waiting = new Map(this._stored().map((message) => [message.id, { message, late: true }]));
  }

  open() {
    clearTimeout(this._timer);
    this._greeted = false;
    this._pinged = 0;
    this._stalled = false;
    this._heard = performance.now();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = this.table.split("/").map(encodeURIComponent).join("/");
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${path}`);
    this._socket = socket;
    this.on.connection("opening", "");
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ hello: { version: this.version, log: this.log, words: true, beats: true } }));
    });
    socket.addEventListener("message", (event) => {
      if (socket === this._socket) this._receive(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket === this._socket) this._closed(event);
    });
  }

  /** Opens anew for the whole table, also as another account. */
  reopen() {
    this.version = null;
    const old = this._socket;
    this._socket = null;
    old?.close(1000);
    this.open();
  }

  /**
   * Sends a command for the version that is known. Resolves with the version that it brought about, rejects with why it was refused.
   *
   * @param {Command} command
   * @returns {Promise<number>}
   */
  submit(command) {
    const id = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    const message = { id, version: this.version ?? 0, command };
    const answer = new Promise((resolve, reject) => {
      this._waiting.set(id, { message, resolve, reject, late: this._stalled || !this._greeted });
    });
    this._store();
    this._send(message);
    return answer;
  }

  /** @param {boolean} ready whether this player places no more wagers for the next round */
  ready(ready) {
    this._send({ ready });
  }

  /** Looks whether the floor is silent. */
  _look() {
    const now = performance.now();
    const held = now - this._looked > HELD_UP;
    this._looked = now;
    if (!this._socket) return;
    if (held) {
      this._heard = now;
      if (this._pinged) this._pinged = now;
    }
    if (now - this._heard > HOPELESS) this._retry();
    else if (this._pinged && !this._stalled && now - this._pinged > OVERDUE) {
      this._stalled = true;
      this._delay();
      this.on.connection("stalled", "");
    } else if (this._greeted && !this._pinged && now - this._heard >= QUIET) {
      this._pinged = now;
      this._send({ ping: true });
    }
  }

  /** Tries another connection, as no answer comes over this one. */
  _retry() {
    const old = this._socket;
    this._socket = null;
    old?.close(1000);
    this._delay();
    this.on.connection("lost", "");
    this.open();
  }

  /** What has no answer now gets a late one. */
  _delay() {
    for (const waiting of this._waiting.values()) waiting.late = true;
  }

  /** @param {Message | { ready: boolean } | { ping: true }} message */
  _send(message) {
    if (this._socket?.readyState === WebSocket.OPEN && this._greeted) this._socket.send(JSON.stringify(message));
  }

  /** @param {Received} message */
  _receive(message) {
    this._heard = performance.now();
    this._pinged = 0;
    if (this._stalled) {
      this._stalled = false;
      this.on.connection("open", "");
    }
    if (message.table) {
      const whole = /** @type {WholeTableMessage} */ (message);
      this.version = whole.v;
      this.log = whole.log;
      this._welcome();
      this.on.whole(whole);
    } else if (message.frames || message.v !== undefined) {
      const frames = readFrames(message.frames ?? []);
      const before = this.version;
      if (before === null || !follows(frames, before)) {
        this.reopen();
        return;
      }
      this.version = message.v ?? before;
      this._welcome();
      const { asked, clock, bank, question } = message;
      this.on.news({ frames: frames.filter((frame) => frame.v > before), asked, clock, bank, question }); // none is shown twice
    }
    if (message.held_by !== undefined) this.on.hold(message.held_by);
    for (const answer of message.answers ?? []) this._answered(answer);
    if (message.error && message.id) this._answered({ id: message.id, refused: message.error });
  }

  _welcome() {
    if (this._greeted) return;
    this._greeted = true;
    this._wait = SOONEST;
    this.on.connection("open", "");
    for (const { message } of this._waiting.values()) this._send(message);
  }

  /** @param {Answer} answer */
  _answered(answer) {
    const waiting = this._waiting.get(answer.id);
    if (!waiting) return;
    if (answer.retry) {
      setTimeout(() => this._send(waiting.message), 500); // undone or not known: the same id again, in a moment
      return;
    }
    this._waiting.delete(answer.id);
    this._store();
    if (answer.refused !== undefined) {
      const error = new RefusedError(answer.refused, answer.cite);
      if (waiting.reject) waiting.reject(error);
      else if (!QUIETLY.has(waiting.message.command.do)) this.on.late(waiting.message.command, error);
    } else {
      waiting.resolve?.(answer.v ?? 0);
      if (waiting.late && !QUIETLY.has(waiting.message.command.do)) this.on.late(waiting.message.command, null);
    }
  }

  /** @param {CloseEvent} event */
  _closed({ code, reason }) {
    this._greeted = false;
    this._socket = null;
    if (code === ENDED) {
      this.on.connection("ended", reason);
      return;
    }
    if (code === RESYNC) this._wait = SOONEST;
    else this._delay();
    this.on.connection("lost", reason);
    this._timer = setTimeout(() => this.open(), code === RESYNC ? 50 : this._wait);
    this._wait = Math.min(LATEST, this._wait * 2);
  }

  /** @returns {Message[]} the commands that had no answer when this page was left */
  _stored() {
    try {
      /** @type {(Message | null)[]} */
      const stored = JSON.parse(sessionStorage.getItem(this._key) ?? "[]");
      return stored.filter((message) => message?.id && message.command).filter((message) => message !== null);
    } catch {
      return [];
    }
  }

  _store() {
    try {
      const messages = [...this._waiting.values()].map(({ message }) => message);
      sessionStorage.setItem(this._key, JSON.stringify(messages));
    } catch {
      /* a browser that keeps nothing */
    }
  }
}

/**
 * True where nothing is missing between a version and some frames.
 *
 * @param {Frame[]} frames
 * @param {number} before
 */
function follows(frames, before) {
  let version = before;
  for (const frame of frames) {
    if (frame.v <= version) continue;
    if (frame.v !== version + 1) return false;
    version = frame.v;
  }
  return true;
}
