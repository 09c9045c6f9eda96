// The line to one table: it greets, goes on where it was, and says nothing twice.
//
// A command keeps its id until it is answered, also over a lost line and a reload: the floor carries out an id once and gives the
// first answer again, so what is on its way is neither lost nor doubled.

const SOONEST = 300, LATEST = 8000; // milliseconds from one try to the next
const RESYNC = 4000, ENDED = 4001;

export class Line {
  // `on` is called: whole(message), frames(message), state(word, why), answered(id, answer).
  constructor(table, on) {
    this.table = table;
    this.on = on;
    this.version = null;
    this.log = "";
    this._wait = SOONEST;
    this._waiting = new Map(); // commands without an answer, by id
    this._key = `pitboss.said.${table}`;
    for (const each of this._kept()) this._waiting.set(each.id, { message: each });
  }

  open() {
    clearTimeout(this._timer);
    this._closing = this._greeted = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = this.table.split("/").map(encodeURIComponent).join("/");
    const socket = this._socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${path}`);
    this.on.state("opening", "");
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ hello: { version: this.version, log: this.log, words: true } }));
    });
    socket.addEventListener("message", (event) => { if (socket === this._socket) this._hear(JSON.parse(event.data)); });
    socket.addEventListener("close", (event) => { if (socket === this._socket) this._closed(event); });
  }

  // Opens anew as somebody else, or for the whole table.
  reopen(whole = true) {
    if (whole) this.version = null;
    const old = this._socket;
    this._socket = null;
    old?.close(1000);
    this.open();
  }

  close() {
    this._closing = true;
    clearTimeout(this._timer);
    this._socket?.close(1000);
  }

  // Says a command for the version that is known; resolves with the version that it brought about, rejects with why it was refused.
  say(command) {
    const message = { id: crypto.randomUUID?.() ?? String(Math.random()).slice(2), version: this.version ?? 0, command };
    const answer = new Promise((resolve, reject) => this._waiting.set(message.id, { message, resolve, reject }));
    this._keep();
    this._send(message);
    return answer;
  }

  ready(ready) { this._send({ ready }); }

  _send(message) {
    if (this._socket?.readyState === WebSocket.OPEN && this._greeted) this._socket.send(JSON.stringify(message));
  }

  _hear(message) {
    if (message.table) {
      this.version = message.v;
      this.log = message.log;
      this._welcome();
      this.on.whole(message);
    } else if (message.frames || message.v !== undefined) {
      if (!this._follows(message.frames ?? [])) return this.reopen();
      message.frames = message.frames?.filter((frame) => frame.v > this.version); // none is shown twice
      this.version = message.v ?? this.version;
      this._welcome();
      this.on.frames(message);
    }
    for (const answer of message.answers ?? []) this._answered(answer);
    if (message.error && message.id) this._answered({ id: message.id, refused: message.error });
  }

  // Whether nothing is missing between what is known and some frames.
  _follows(frames) {
    let version = this.version;
    for (const frame of frames) {
      if (frame.v <= version) continue;
      if (frame.v !== version + 1) return false;
      version = frame.v;
    }
    return version !== null;
  }

  _welcome() {
    if (this._greeted) return;
    this._greeted = true;
    this._wait = SOONEST;
    this.on.state("open", "");
    for (const { message } of this._waiting.values()) this._send(message);
  }

  _answered(answer) {
    const waiting = this._waiting.get(answer.id);
    if (!waiting) return;
    if (answer.retry) { // undone or not known: the same id again, in a moment
      setTimeout(() => this._send(waiting.message), 500);
      return;
    }
    this._waiting.delete(answer.id);
    this._keep();
    if (answer.refused !== undefined) {
      const why = Object.assign(new Error(answer.refused), { cite: answer.cite ?? "", kind: answer.kind ?? "" });
      if (waiting.reject) waiting.reject(why);
      else this.on.late?.(waiting.message.command, why);
    } else if (waiting.resolve) waiting.resolve(answer.v);
    else this.on.late?.(waiting.message.command, null);
  }

  _closed(event) {
    this._greeted = false;
    if (this._closing) return;
    if (event.code === ENDED) return this.on.state("ended", event.reason);
    if (event.code === RESYNC) { this._wait = SOONEST; }
    this.on.state("lost", event.reason);
    this._timer = setTimeout(() => this.open(), event.code === RESYNC ? 50 : this._wait);
    this._wait = Math.min(LATEST, this._wait * 2);
  }

  _kept() {
    try { return JSON.parse(sessionStorage.getItem(this._key) ?? "[]").filter((each) => each?.id && each.command); } catch { return []; }
  }

  _keep() {
    try { sessionStorage.setItem(this._key, JSON.stringify([...this._waiting.values()].map(({ message }) => message))); } catch { /* nothing is kept */ }
  }
}
