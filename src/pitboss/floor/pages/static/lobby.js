// The lobby: filters, seats that stay right, the list of a Poker room.
import { comeAsGuest, get, me, post, refusalOf } from "./api.js";
import { byId, within } from "./dom.js";
import { dollars } from "./words.js";

/** @import { Board } from "../types/wire.d.ts" */

const EVERY = 5000; // milliseconds from one look to the next
/** @param {string} selector @param {ParentNode} [root] */
const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter((each) => each instanceof HTMLElement);
const cards = all(".game-card");

function filter() {
  const words = byId("find", HTMLInputElement).value.toLowerCase().trim();
  const least = Number(byId("least", HTMLSelectElement).value);
  const free = byId("free", HTMLInputElement).checked;
  for (const card of cards) {
    const named = card.dataset.words?.includes(words);
    const cheap = !least || Number(card.dataset.least) <= least;
    card.hidden = !(named && cheap && (!free || Number(card.dataset.free)));
  }
  byId("found").textContent = `${cards.filter((card) => !card.hidden).length} of ${cards.length} tables`;
}
byId("filters").addEventListener("input", filter);

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
  within(section, ".waiting").textContent = listOf(board);
  for (const play of all(".play", section)) {
    const first = board.list.find((entry) => entry.variant === play.dataset.variant)?.player ?? me()?.name;
    const free = board.tables.find((table) => table.table === play.dataset.at)?.free ?? [];
    play.hidden = !free.length || first !== me()?.name;
  }
}

async function look() {
  lookAtLists();
  if (document.hidden) return;
  const tables = await get("/api/tables").catch(() => []);
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
setInterval(look, EVERY);

/**
 * Joins the list of a room for a game.
 *
 * @param {HTMLElement} section
 * @param {string} variant
 */
async function join(section, variant) {
  const { room = "" } = section.dataset;
  try {
    const account = me() ?? (await comeAsGuest());
    const { version } = await get(`/api/rooms/${room}`);
    const command = { do: "join", player: account.name, variant };
    await post(`/api/rooms/${room}/commands`, { id: crypto.randomUUID(), version, command });
    showBoard(section, await get(`/api/rooms/${room}`));
  } catch (error) {
    within(section, ".waiting").textContent = refusalOf(error).message;
  }
}

for (const button of all(".join")) {
  button.addEventListener("click", () => {
    const section = button.closest("[data-room]");
    if (section instanceof HTMLElement) join(section, button.dataset.variant ?? "");
  });
}
