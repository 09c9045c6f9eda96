// For each moment of a second at which a floor falls silent: after how many milliseconds the line says so, for how long it stays
// open when the floor goes on, and when it tries another connection. Writes them as JSON. The clock is the script's own.
let now = 1;
let look = () => {};
const sockets = [];
globalThis.performance = { now: () => now };
globalThis.setInterval = (act) => (look = act);
globalThis.document = { documentElement: { dataset: {} }, getElementById: () => null };
globalThis.location = { protocol: "http:", host: "floor" };
globalThis.sessionStorage = { getItem: () => null, setItem: () => {} };
globalThis.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  sent = [];
  constructor() {
    super();
    sockets.push(this);
  }
  send(text) {
    this.sent.push(text);
    if (text === '{"ping":true}' && this.answers) this.say({ pong: true });
  }
  say(message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }
  close() {}
};
const { Line } = await import("../../../src/pitboss/floor/pages/static/line.js");

const found = [];
for (let silent = 0; silent < 1250; silent += 50) {
  const said = [];
  sockets.length = 0;
  const line = new Line("blackjack", {
    whole: () => {},
    news: () => {},
    late: () => {},
    connection: (connection) => said.push([connection, now]),
  });
  line.open();
  sockets[0].answers = true;
  sockets[0].say({ table: {}, v: 1, log: "a" });
  const pass = (milliseconds) => {
    for (const until = now + milliseconds; now < until; ) {
      now += 10;
      if (now % 250 < 10) look();
    }
  };
  pass(10_000 + silent);
  const healthy = said.length;
  sockets[0].answers = false;
  const began = now;
  pass(4000);
  const stalled = said.find(([connection]) => connection === "stalled")?.[1] - began;
  sockets[0].answers = true;
  sockets[0].say({ pong: true });
  const back = said.at(-1)[0];
  sockets[0].answers = false;
  const again = now;
  pass(7000);
  const lost = said.find(([connection]) => connection === "lost")?.[1] - again;
  found.push({ healthy, stalled, back, lost, sockets: sockets.length });
}
process.stdout.write(JSON.stringify(found));
