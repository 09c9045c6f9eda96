// The lobby: filters, order, seats that stay right, tables that open meanwhile, the list of a Poker room.
import { comeAsGuest, get, me, post, refusalOf } from "./api.js";
import { byId, nearest, within } from "./dom.js";
import { lastPlayed } from "./recent.js";
import { dollars } from "./words.js";

/** @import { Board } from "../types/wire.d.ts" */

const EVERY = 5000; // milliseconds from one look to the next
const TABLES = ".game-card, .room-tables > li";
/** @param {string} selector @param {ParentNode} [root] */
const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter((each) => each instanceof HTMLElement);

function filter() {
  const words = byId("find", HTMLInputElement).value.toLowerCase().trim();
  const least = Number(byId("least", HTMLSelectElement).value);
  const free = byId("free", HTMLInputElement).checked;
  const cards = all(TABLES);
  for (const card of cards) {
    const named = card.dataset.words?.includes(words);
    const cheap = !least || Number(card.dataset.least) <= least;
    card.hidden = !(named && cheap && (!free || Number(card.dataset.free)));
  }
  for (const section of all("#tables > section")) {
    const rows = all(TABLES, section);
    section.hidden = rows.length > 0 && rows.every((row) => row.hidden);
  }
  const found = cards.filter((card) => !card.hidden).length;
  byId("found").textContent = found ? `${found} of ${cards.length} tables` : "No table is like that.";
  byId("found").className = found ? "visually-hidden" : "";
}

function sort() {
  const by = byId("sort", HTMLSelectElement).value;
  const played = lastPlayed();
  /** @param {HTMLElement} card */
  const rank = ({ dataset }) => (by === "played" ? -(played[dataset.table ?? ""] ?? 0) : Number(dataset[by]) || 0);
  /** @param {HTMLElement} card */
  const title = ({ dataset }) => dataset.title ?? dataset.table ?? "";
  for (const list of all(".games, .room-tables")) {
    const rows = all(":scope > *", list);
    list.append(...rows.sort((a, b) => rank(a) - rank(b) || (list.matches(".games") ? title(a).localeCompare(title(b)) : 0)));
  }
}

/** @param {Board} board */
function listOf({ list }) {
  if (!list.length) return "Nobody is on the waiting list.";
  return `On the list: ${list.map((entry) => `${entry.player} (${entry.variant})`).join(", ")}.`;
}

// The list, also of a window that is hidden: a player who looks at it is present, and keeps the place.
async function lookAtLists() {
  if (!me()) return;
  for (const section of all("[data-room]")) {
    const board = await get(`/api/rooms/${section.dataset.room}`).catch(() => null);
    if (board) showBoard(section, board);
  }
}

/**
 * A seat is offered where one is free, and to the first on the list for its game if there is a list.
 *
 * @param {HTMLElement} section
 * @param {Board} board
 */
function showBoard(section, board) {
  const words = listOf(board);
  const waiting = within(section, ".waiting");
  if (waiting.textContent !== words) waiting.textContent = words;
  for (const play of all(".play", section)) {
    const first = board.list.find((entry) => entry.variant === play.dataset.variant)?.player ?? me()?.name;
    const free = board.tables.find((table) => table.table === play.dataset.at)?.free ?? [];
    play.hidden = !free.length || first !== me()?.name;
    const row = play.closest("li");
    if (row) row.dataset.free = String(free.length);
  }
  // The list is offered where there is no seat at once.
  for (const button of all(".list-button", section)) {
    const listed = isListed(board, button.dataset.variant);
    const play = button.parentElement?.querySelector(".play");
    button.hidden = !listed && !play?.hasAttribute("hidden");
    within(button, ".does").textContent = listed ? "Leave the list" : "Join the list";
  }
}

/** @param {Board} board @param {string} [variant] */
const isListed = ({ list }, variant) => list.some((entry) => entry.variant === variant && entry.player === me()?.name);

async function look() {
  lookAtLists();
  if (document.hidden) return;
  const tables = await get("/api/tables").catch(() => null);
  if (!tables) return;
  const shown = new Set(all("[data-table]").map((each) => each.dataset.table));
  if (tables.length !== shown.size || tables.some(({ name }) => !shown.has(name))) {
    await reload();
    return;
  }
  const cards = all(".game-card");
  for (const table of tables) {
    const card = cards.find((each) => each.dataset.table === table.name);
    if (!card) continue;
    card.dataset.free = String(table.free.length);
    within(card, ".seats").textContent = String(table.free.length);
    within(card, ".play").hidden = !table.takes_players;
    within(card, ".with-bots").hidden = !table.bots;
    if (table.meter !== null) within(card, ".meter").textContent = dollars(table.meter);
  }
}

/** A table has opened or closed: the lists as the floor shows them now. */
async function reload() {
  const response = await fetch("/", { headers: { accept: "text/html" } }).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const tables = page.getElementById("tables");
  if (tables) byId("tables").replaceChildren(...tables.children);
  sort();
  filter();
}

/**
 * Joins the list of a room for a game, or leaves it.
 *
 * @param {HTMLElement} section
 * @param {string} variant
 */
async function changeList(section, variant) {
  const { room = "" } = section.dataset;
  try {
    const account = me() ?? (await comeAsGuest());
    const board = await get(`/api/rooms/${room}`);
    const command = isListed(board, variant)
      ? { do: "strike", player: account.name }
      : { do: "join", player: account.name, variant };
    await post(`/api/rooms/${room}/commands`, { id: crypto.randomUUID(), version: board.version, command });
    showBoard(section, await get(`/api/rooms/${room}`));
  } catch (error) {
    within(section, ".waiting").textContent = refusalOf(error).message;
  }
}

byId("filters").addEventListener("input", () => {
  sort();
  filter();
});
byId("tables").addEventListener("click", (event) => {
  const button = nearest(event, ".list-button");
  const section = button?.closest("[data-room]");
  if (section instanceof HTMLElement) changeList(section, button?.dataset.variant ?? "");
});
document.addEventListener("account", look);
setInterval(look, EVERY);
sort();
