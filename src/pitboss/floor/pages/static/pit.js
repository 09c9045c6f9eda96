// The wall of tables: asked for every two seconds, drawn without moving what has not changed.
import { del, get, me, post, put } from "/static/api.js";
import { openIncident } from "/static/incidents.js";
import { intervalBar, intervalWords } from "/static/interval.js";
import { confirmed, openRuling } from "/static/ruling.js";
import { openSubmission } from "/static/submission.js";
import { dollars, element, signed } from "/static/words.js";

const EVERY = 2000, HOUR = 3_600_000, MINUTE = 60_000;
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const may = read("pit-may"), chapters = read("pit-chapters");
const wall = document.getElementById("wall"), said = document.getElementById("pit-said");
const since = document.getElementById("pit-since"), which = document.getElementById("pit-which");
const cards = new Map();
let tag = "", known = "", tables = [], turn = 0;

// ---------------------------------------------------------------- asking

async function look() {
  const mine = ++turn, hours = Number(since.value);
  const moment = hours ? Math.floor((Date.now() - hours * HOUR) / MINUTE) * MINUTE : 0;
  const path = `/api/pit?since=${moment}`;
  const headers = { accept: "application/json", ...(path === known ? { "if-none-match": tag } : {}) };
  const answer = await fetch(path, { headers, credentials: "same-origin", cache: "no-store" });
  if (mine !== turn || answer.status === 304) return;
  const found = await answer.json();
  if (answer.status === 401 || answer.status === 403) return location.reload();
  if (!answer.ok) throw new Error(found.error);
  [tag, known, tables] = [answer.headers.get("etag") ?? "", path, found.tables];
  show();
  showFallen(found.fallen ?? []);
}
let timer = 0, lost = false;
async function go() {
  clearTimeout(timer);
  if (document.hidden) return;
  try { await look(); if (lost) { lost = false; tell(""); } }
  catch { lost = true; tell("The floor does not answer. The figures are of a moment ago."); }
  timer = setTimeout(go, EVERY);
}
document.addEventListener("visibilitychange", go);
since.addEventListener("change", go);
which.addEventListener("change", show);
document.getElementById("pit-show").addEventListener("submit", (event) => event.preventDefault());

export function tell(sentence, cite = "") { said.textContent = cite ? `${sentence} § ${cite}` : sentence; }
async function attempt(deed, done) {
  try { await deed(); tell(done); } catch (refused) { tell(refused.message, refused.cite); }
  go();
}

// ---------------------------------------------------------------- the wall

const SHOWN = {
  all: () => true,
  players: (table) => Object.keys(table.taken).length > 0,
  waits: (table) => ["the dealer", "a floorperson"].includes(table.waits.for),
};
function show() {
  const names = new Set(tables.map((table) => table.name));
  for (const [name, card] of cards) if (!names.has(name)) { card.root.remove(); cards.delete(name); }
  for (const table of tables) {
    if (!cards.has(table.name)) cards.set(table.name, newCard(table));
    const card = cards.get(table.name);
    card.root.hidden = !SHOWN[which.value](table);
    update(card, table);
  }
  const order = tables.map((table) => cards.get(table.name).root);
  if (order.some((root, at) => wall.children[at] !== root)) wall.replaceChildren(...order);
  wall.classList.toggle("none", order.every((root) => root.hidden));
  const players = tables.reduce((sum, table) => sum + Object.values(table.taken).filter((seat) => !seat.bot).length, 0);
  const handle = tables.reduce((sum, table) => sum + table.figures.handle, 0);
  put_(document.getElementById("pit-sum"), `${count(tables.length, "table")} · ${count(players, "player")} · handle ${dollars(handle)}`);
}
// Tables and rooms that cannot be rebuilt from their logs: all that the pit can do is to close them.
function showFallen(fallen) {
  const place = document.getElementById("pit-fallen");
  redraw(place, fallen, (tables) => tables.map((table) => {
    const close = may["close table"] ? element("button", { type: "button", "aria-label": `Close: ${table.name}` }, "Close") : null;
    close?.addEventListener("click", () => closeFallen(table));
    return element("article", { class: "pit-table panel" }, element("h2", {}, table.name),
      element("p", { class: "state" }, `This ${table.kind} cannot be played on: ${table.why}. Closing it returns every seat's chips as the last round left them.`), close);
  }));
  place.hidden = !fallen.length;
}
const count = (number, thing) => `${number.toLocaleString("en-US")} ${thing}${number === 1 ? "" : "s"}`;
function put_(place, text) { if (place.textContent !== text) place.textContent = text; }
// Draws a piece anew only where what it shows has changed.
function redraw(place, told, draw) {
  const key = JSON.stringify(told);
  if (place.dataset.shows !== key) { place.dataset.shows = key; place.replaceChildren(...draw(told)); }
}

const FIGURES = ["Rounds", "Handle", "Win", "Inventory since opened", "Drop", "Taken away", "Decisions", "Meter"];
const won = (cents) => cents ? signed(cents) : dollars(0);
function newCard(table) {
  const id = `table-${table.name.replace(/[^a-z0-9]/g, "-")}`, parts = {};
  const part = (name, ...made) => parts[name] = element(...made);
  const figures = part("figures", "dl", { class: "figures num" });
  for (const name of FIGURES) figures.append(element("div", {}, element("dt", {}, name), part(name, "dd", {})));
  const root = element("article", { class: "pit-table panel", "aria-labelledby": id },
    element("h2", { id }, element("a", { href: `/tables/${table.name}` }, table.game)),
    part("where", "p", { class: "dim where" }), part("state", "p", { class: "state" }),
    part("players", "ul", { class: "players num" }), figures, part("interval", "div", { class: "expected" }),
    part("buttons", "p", { class: "pit-buttons" }));
  const card = { root, parts, table };
  addButtons(card);
  return card;
}
function update(card, table) {
  const { parts } = card, figures = table.figures;
  card.table = table;
  put_(parts.where, `${table.name} · chapter ${table.chapter}${table.held_by ? ` · ${table.held_by} deals` : ""}`);
  put_(parts.state, stateOf(table));
  card.root.dataset.state = ["the dealer", "a floorperson"].includes(table.waits.for) ? "staff" : table.in_progress ? "playing" : "between";
  redraw(parts.players, table.taken, (taken) => Object.entries(taken).map(([seat, who]) =>
    element("li", { class: who.bot ? "dim" : null }, element("span", {}, `${seat} ${who.name}`), element("span", {}, dollars(who.chips)))));
  const rounds = figures.pace === null ? "" : ` · ${figures.pace} an hour`, voided = figures.void ? `, ${figures.void} void` : "";
  put_(parts.Rounds, table.counted ? `${figures.rounds.toLocaleString("en-US")}${voided}${rounds}` : "being counted");
  put_(parts.Handle, figures.between_players ? `${dollars(figures.handle)} · ${dollars(figures.between_players)} between players` : dollars(figures.handle));
  put_(parts.Win, won(figures.win));
  put_(parts.Drop, dollars(figures.drop));
  put_(parts["Taken away"], dollars(figures.taken_away));
  put_(parts["Inventory since opened"], won(table.inventory));
  parts.Meter.parentElement.hidden = table.meter === null;
  put_(parts.Meter, table.meter === null ? "" : dollars(table.meter));
  put_(parts.Decisions, figures.decisions.says);
  redraw(parts.interval, [figures.theoretical, figures.win, figures.handle > 0, figures.between_players > 0], expectation);
  parts.hold && put_(parts.hold, table.held_by === me()?.name ? "Let the house deal" : "Deal by hand");
  // What would be refused is not offered.
  for (const name of ["begin", "proceed", "declare", "close"]) if (parts[name]) parts[name].hidden = !table.offers.includes(name);
  for (const name of ["begin", "proceed"]) if (parts[name]) parts[name].hidden ||= table.held_by !== me()?.name;
  if (parts.rule) parts.rule.hidden = !table.offers.includes("void") && !Object.keys(table.taken).length;
}
const VERDICT = {
  within: "It lies within its interval, as 95 of 100 shifts do.",
  above: "It lies above its interval, as 1 shift in 40 does by chance alone.",
  below: "It lies below its interval, as 1 shift in 40 does by chance alone.",
};
function expectation([told, win, wagered, between]) {
  if (!told) return [element("p", { class: "dim" }, wagered ? "What the win should be is not computed for this house."
    : between ? "Players play against each other; the win is the house's charge." : "Nothing was wagered against the house.")];
  const other = told.compared === win ? "" : ` Compared is ${won(told.compared)}: rounds that the house banked and that were not void${told.aside.length ? `, without ${told.aside.join(" and ")}` : ""}.`;
  return [element("p", { class: "num" }, `The win ${intervalWords(told)}.${other}`), intervalBar(told), element("p", { class: `verdict ${told.verdict}` }, VERDICT[told.verdict])];
}
const list = (seats) => seats.length === 1 ? `seat ${seats[0]}` : `seats ${seats.slice(0, -1).join(", ")} and ${seats.at(-1)}`;
function stateOf(table) {
  const { for: whom, seats } = table.waits, taken = Object.keys(table.taken).length;
  const chairs = `${taken} of ${table.seats} seats${table.out_of_order.length ? ` · out of order: ${table.out_of_order.join(", ")}` : ""}`;
  if (whom === "an answer") return `Round ${table.round} · waits for ${list(seats)} · ${chairs}`;
  if (whom === "the cut") return `Round ${table.round} · ${list(seats)} cuts the cards · ${chairs}`;
  if (table.in_progress) return `Round ${table.round} · waits for ${whom} · ${chairs}`;
  if (!taken) return `Between rounds · nobody sits here · ${table.seats} seats`;
  return `Between rounds, ${table.round} played · ${seats.length ? `wagers of ${list(seats)} lie there` : "no wagers yet"} · ${chairs}`;
}

// ---------------------------------------------------------------- what staff does

const command = (card, deed) => post(`/api/tables/${card.table.name}/commands`, { id: crypto.randomUUID(), version: card.table.version, command: deed });
function addButtons(card) {
  const { parts } = card, place = parts.buttons, name = card.table.name;
  const button = (words, act, attributes = {}) => {
    const made = element("button", { type: "button", "aria-label": `${words}: ${name}`, ...attributes }, words);
    made.addEventListener("click", act);
    place.append(made, " ");
    return made;
  };
  place.append(element("a", { class: "button", href: `/rounds/${name}${name.includes("/") ? "/" : ""}`, "aria-label": `Recall rounds of ${name}` }, "Recall"), " ");
  if (may.deal) {
    parts.hold = button("Deal by hand", () => {
      const holds = card.table.held_by !== me()?.name;
      attempt(() => put(`/api/tables/${name}/dealer`, { holds }), holds ? `You deal at ${name}.` : `The house deals at ${name} again.`);
    }, { "aria-label": null });
    parts.begin = button("Begin", () => attempt(() => command(card, { do: "begin" }), "No more bets."));
    parts.proceed = button("Go on", () => attempt(() => command(card, { do: "proceed" }), "The round goes on."));
  }
  if (may.declare) parts.declare = button("Declare", () => declare(card), { "aria-haspopup": "dialog" });
  if (may.rule) parts.rule = button("Rule", () => openRuling(card.table, { say: (deed) => command(card, deed), done: (words) => { tell(words); go(); } }), { "aria-haspopup": "dialog" });
  if (may["close table"]) parts.close = button("Close", () => closeTable(name), { "aria-haspopup": "dialog" });
}
function declare(card) {
  const { table } = card, players = Object.fromEntries(Object.entries(table.taken).map(([seat, who]) => [seat, who.name]));
  const version = table.version, say = async (deed) => {
    const answer = await post(`/api/tables/${table.name}/commands`, { id: crypto.randomUUID(), version, command: deed });
    const steps = (answer.frames ?? []).flatMap((frame) => frame.steps ?? []).filter(Boolean);
    const remedy = steps.find((step) => step[7] && step[0]) ?? steps.find((step) => step[0]);
    await go(); // the card shows what was declared before the pit says so
    tell(remedy ? `Declared at ${table.name}: ${remedy[7] || remedy[1]}.` : `Declared at ${table.name}.`, remedy?.[0]);
  };
  openIncident({ name: table.name, seats: table.seats, players, repairs: table.in_progress ? null : table.out_of_order }, table.chapter, { say }).catch((refused) => tell(refused.message, refused.cite));
}
async function closeFallen({ name, kind }) {
  if (!await confirmed(`Close ${name}?`, "Its log stays. Every seat's chips go back to their player.", "Close it")) return;
  attempt(() => del(`/api/${kind}s/${name}`), `${name} is closed.`);
}
async function closeTable(name) {
  if (!await confirmed(`Close ${name}?`, "Its log stays. A table closes when nobody sits there.", "Close it")) return;
  const [room, table] = name.includes("/") ? name.split("/") : ["", name];
  attempt(async () => {
    if (!room) return del(`/api/tables/${name}`);
    const { version } = await get(`/api/rooms/${room}`);
    return post(`/api/rooms/${room}/commands`, { id: crypto.randomUUID(), version, command: { do: "close table", table } });
  }, `${name} is closed.`);
}
document.getElementById("pit-open")?.addEventListener("click", () =>
  openSubmission(chapters, { done: (name) => { tell(`${name} is open.`); go(); } }));

go();
