// The wall of tables: asked for every two seconds, drawn without moving what has not changed.
import { del, get, me, post, put, refusalOf } from "./api.js";
import { button, byId, dataOf, element } from "./dom.js";
import { openIncident } from "./incidents.js";
import { PitCard, redraw, waitsForStaff, write } from "./pit-card.js";
import { confirmed, openLimits, openRuling } from "./ruling.js";
import { readFrames, stepsOf } from "./steps.js";
import { openSubmission } from "./submission.js";
import { dollars } from "./words.js";

/**
 * @import { Command } from "./line.js"
 * @import { BrokenTable, ClosedTable, GameToOpen, InThePit, PitTable } from "../types/wire.d.ts"
 */

const EVERY = 2000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
/** @type {Record<string, boolean>} what this account may do */
const may = dataOf("pit-may");
/** @type {GameToOpen[]} */
const games = dataOf("pit-chapters");
const wall = byId("wall");
const status = byId("pit-said");
const since = byId("pit-since", HTMLSelectElement);
const which = byId("pit-which", HTMLSelectElement);
/** @type {Map<string, PitCard>} */
const cards = new Map();
const latest = { path: "", tag: "", tables: /** @type {PitTable[]} */ ([]) }; // what the floor answered last

// ---------------------------------------------------------------- asking

let turn = 0;
async function look() {
  turn += 1;
  const mine = turn;
  const hours = Number(since.value);
  const moment = hours ? Math.floor((Date.now() - hours * HOUR) / MINUTE) * MINUTE : 0;
  const path = `/api/pit?since=${moment}`;
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json" };
  if (path === latest.path) headers["if-none-match"] = latest.tag;
  const response = await fetch(path, { headers, credentials: "same-origin", cache: "no-store" });
  if (mine !== turn || response.status === 304) return;
  const answer = await response.json();
  if (response.status === 401 || response.status === 403) {
    location.reload();
    return;
  }
  if (!response.ok) throw new Error(answer.error);
  /** @type {InThePit} */
  const { tables, fallen, closed } = answer;
  Object.assign(latest, { path, tag: response.headers.get("etag") ?? "", tables });
  show();
  showFallen(fallen ?? []);
  showClosed(closed ?? []);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let lost = false;
async function go() {
  clearTimeout(timer);
  if (document.hidden) return;
  try {
    await look();
    if (lost) say("");
    lost = false;
  } catch {
    lost = true;
    say("The floor does not answer. The figures are of a moment ago.");
  }
  timer = setTimeout(go, EVERY);
}
document.addEventListener("visibilitychange", go);
since.addEventListener("change", go);
which.addEventListener("change", show);
byId("pit-show").addEventListener("submit", (event) => event.preventDefault());

/**
 * @param {string} sentence
 * @param {string} [cite]
 */
function say(sentence, cite = "") {
  status.textContent = cite ? `${sentence} § ${cite}` : sentence;
}

/** @param {unknown} error */
function refuse(error) {
  const { message, cite } = refusalOf(error);
  say(message, cite);
}

/**
 * @param {() => Promise<unknown>} act
 * @param {string} done what to say then
 */
async function attempt(act, done) {
  try {
    await act();
    say(done);
  } catch (error) {
    refuse(error);
  }
  go();
}

// ---------------------------------------------------------------- the wall

/** @type {Record<string, (table: PitTable) => boolean>} */
const SHOWN = {
  all: () => true,
  players: (table) => Object.keys(table.taken).length > 0,
  waits: waitsForStaff,
};

/** @param {PitTable} table */
function cardOf(table) {
  const card = cards.get(table.name) ?? new PitCard(table);
  if (!cards.has(table.name)) {
    cards.set(table.name, card);
    addButtons(card);
  }
  return card;
}

function show() {
  const { tables } = latest;
  const names = new Set(tables.map((table) => table.name));
  for (const [name, card] of cards) {
    if (names.has(name)) continue;
    card.root.remove();
    cards.delete(name);
  }
  for (const table of tables) {
    const card = cardOf(table);
    card.root.hidden = !SHOWN[which.value](table);
    card.update(table);
  }
  const order = tables.map((table) => cardOf(table).root);
  if (order.some((root, at) => wall.children[at] !== root)) wall.replaceChildren(...order);
  wall.classList.toggle(
    "none",
    order.every((root) => root.hidden),
  );
  const seated = tables.flatMap((table) => Object.values(table.taken));
  const players = seated.filter((player) => !player.bot).length;
  const handle = tables.reduce((sum, table) => sum + table.figures.handle, 0);
  write(byId("pit-sum"), `${count(tables.length, "table")} · ${count(players, "player")} · handle ${dollars(handle)}`);
}

/** @param {BrokenTable[]} fallen tables and rooms that cannot be rebuilt from their logs: the pit can only close them */
function showFallen(fallen) {
  const place = byId("pit-fallen");
  redraw(place, fallen, () => fallen.map(fallenCard));
  place.hidden = !fallen.length;
}

/** @param {ClosedTable[]} closed tables that a pit boss can open again under their names */
function showClosed(closed) {
  const place = byId("pit-closed");
  place.hidden = !closed.length || !may["open table"];
  redraw(byId("pit-closed-list"), closed, () => closed.map(closedItem));
}

/** @param {ClosedTable} table */
function closedItem({ name, game, chapter }) {
  const reopen = () => attempt(() => put(`/api/tables/${name}/open`, { open: true }), `${name} is open again.`);
  const words = element("span", {}, `${name} · ${game}, chapter ${chapter} `);
  return element("li", {}, words, button("Reopen", reopen, { "aria-label": `Reopen: ${name}` }));
}

/** @param {BrokenTable} table */
function fallenCard(table) {
  const label = { "aria-label": `Close: ${table.name}` };
  const close = may["close table"] ? button("Close", () => closeFallen(table), label) : null;
  const words = `This ${table.kind} cannot be played on: ${table.why}. Closing it returns every seat's chips as the last round left them.`;
  return element(
    "article",
    { class: "pit-table panel" },
    element("h2", {}, table.name),
    element("p", { class: "state" }, words),
    close,
  );
}

/** @param {number} number @param {string} thing */
const count = (number, thing) => `${number.toLocaleString("en-US")} ${thing}${number === 1 ? "" : "s"}`;

// ---------------------------------------------------------------- what staff does

/**
 * @param {string} table
 * @param {number} version
 * @param {Command} command
 */
const submit = (table, version, command) =>
  post(`/api/tables/${table}/commands`, { id: crypto.randomUUID(), version, command });

/** @param {PitCard} card */
function addButtons(card) {
  const { name } = card.table;
  /** @param {string} words @param {() => void} act @param {import("./dom.js").Attributes} [attributes] */
  const add = (words, act, attributes = {}) => {
    const made = button(words, act, { "aria-label": `${words}: ${name}`, ...attributes });
    card.bar.append(made, " ");
    return made;
  };
  const rounds = `/rounds/${name}${name.includes("/") ? "/" : ""}`;
  card.bar.append(element("a", { class: "button", href: rounds, "aria-label": `Recall rounds of ${name}` }, "Recall"), " ");
  /** @param {Command} command */
  const send = (command) => submit(name, card.table.version, command);
  const { buttons } = card;
  if (may.deal) {
    const hold = () => {
      const holds = card.table.held_by !== me()?.name;
      attempt(
        () => put(`/api/tables/${name}/dealer`, { holds }),
        holds ? `You deal at ${name}.` : `The house deals at ${name} again.`,
      );
    };
    buttons.hold = add("Deal by hand", hold, { "aria-label": null });
    buttons.begin = add("Begin", () => attempt(() => send({ do: "begin" }), "No more bets."));
    buttons.proceed = add("Go on", () => attempt(() => send({ do: "proceed" }), "The round goes on."));
  }
  const opens = { "aria-haspopup": "dialog" };
  if (may.declare) buttons.declare = add("Declare", () => declare(card.table), opens);
  if (may.rule) {
    /** @param {string} sentence */
    const done = (sentence) => {
      say(sentence);
      go();
    };
    buttons.rule = add("Rule", () => openRuling(card.table, { submit: send, done }), opens);
  }
  if (may["change limits"]) {
    const change = () => openLimits(card.table, send, (sentence) => attempt(async () => {}, sentence));
    buttons.limits = add("Limits", change, opens);
  }
  if (may["close table"]) buttons.close = add("Close", () => closeTable(name), opens);
}

/** @param {PitTable} table */
function declare(table) {
  const { name, version } = table;
  const players = Object.fromEntries(Object.entries(table.taken).map(([seat, player]) => [seat, player.name]));
  /** @param {Command} command */
  const send = async (command) => {
    const answer = await submit(name, version, command);
    const steps = stepsOf(readFrames(answer.frames ?? []));
    const remedy = steps.find((step) => step.note && step.cite) ?? steps.find((step) => step.cite);
    await go(); // the card shows what was declared before the pit says so
    say(remedy ? `Declared at ${name}: ${remedy.note || remedy.act}.` : `Declared at ${name}.`, remedy?.cite);
  };
  openIncident({ name, title: table.title, players, between: !table.in_progress }, send).catch(refuse);
}

/** @param {BrokenTable} table */
async function closeFallen({ name, kind }) {
  if (!(await confirmed(`Close ${name}?`, "Its log stays. Every seat's chips go back to their player.", "Close it"))) return;
  attempt(() => (kind === "room" ? del(`/api/rooms/${name}`) : del(`/api/tables/${name}`)), `${name} is closed.`);
}

/** @param {string} name */
async function closeTable(name) {
  if (!(await confirmed(`Close ${name}?`, "Its log stays. A table closes when nobody sits there.", "Close it"))) return;
  const [room, table] = name.split("/");
  attempt(() => (table ? closeInRoom(room, table) : del(`/api/tables/${name}`)), `${name} is closed.`);
}

/** @param {string} room @param {string} table */
async function closeInRoom(room, table) {
  const { version } = await get(`/api/rooms/${room}`);
  const command = { do: "close table", table };
  return post(`/api/rooms/${room}/commands`, { id: crypto.randomUUID(), version, command });
}

document.getElementById("pit-open")?.addEventListener("click", () => {
  openSubmission(games, (name) => {
    say(`${name} is open.`);
    go();
  });
});

go();
