// The lobby: filters, seats that stay right, the list of a Poker room.
import { comeAsGuest, get, me, post } from "/static/api.js";
import { dollars } from "/static/words.js";

const EVERY = 5000; // milliseconds from one look to the next
const cards = [...document.querySelectorAll(".game-card")], $ = (id) => document.getElementById(id);

function filter() {
  const words = $("find").value.toLowerCase().trim(), least = Number($("least").value), free = $("free").checked;
  let shown = 0;
  for (const card of cards) {
    card.hidden = !(card.dataset.words.includes(words) && (!least || Number(card.dataset.least) <= least) && (!free || Number(card.dataset.free)));
    shown += !card.hidden;
  }
  $("found").textContent = `${shown} of ${cards.length} tables`;
}
$("filters").addEventListener("input", filter);

const listOf = (board) => (board.list.length ? `On the list: ${board.list.map((each) => `${each.player} (${each.variant})`).join(", ")}.` : "Nobody is on the waiting list.");
// The list, also of a window that is hidden: who looks at it is present, and keeps the place.
async function lookAtLists() {
  if (!me()) return;
  for (const section of document.querySelectorAll("[data-room]")) {
    const board = await get(`/api/rooms/${section.dataset.room}`).catch(() => null);
    if (board) showBoard(section, board);
  }
}
// A seat is offered where one is free, and to the first on the list for its game if there is a list.
function showBoard(section, board) {
  section.querySelector(".waiting").textContent = listOf(board);
  for (const play of section.querySelectorAll(".play")) {
    const first = board.list.find((each) => each.variant === play.dataset.variant)?.player ?? me()?.name;
    const free = board.tables.find((each) => each.table === play.dataset.at)?.free ?? [];
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
    card.dataset.free = table.free.length;
    card.querySelector(".seats").textContent = table.free.length;
    card.querySelector(".play").hidden = !table.takes_players;
    card.querySelector(".with-bots").hidden = !table.bots;
    if (table.meter !== null) card.querySelector(".meter").textContent = dollars(table.meter);
  }
}
setInterval(look, EVERY);

for (const button of document.querySelectorAll(".join")) button.addEventListener("click", async () => {
  const section = button.closest("[data-room]"), room = section.dataset.room, told = section.querySelector(".waiting");
  try {
    const account = me() ?? await comeAsGuest();
    const { version } = await get(`/api/rooms/${room}`);
    await post(`/api/rooms/${room}/commands`, { id: crypto.randomUUID(), version, command: { do: "join", player: account.name, variant: button.dataset.variant } });
    const board = await get(`/api/rooms/${room}`);
    showBoard(section, board);
  } catch (error) { told.textContent = error.message; }
});
