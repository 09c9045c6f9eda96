// Who may leave a table, and who may sit down there: what the floor knows, and the page cannot.
import { get, me } from "/static/api.js";
import { element } from "/static/words.js";

// In a Poker room the first player on the list takes the next seat. Returns that player's name, "" if it is this one or nobody.
export async function firstOnList(about) {
  const board = await get(`/api/rooms/${about.room}`).catch(() => null);
  const first = board?.list.find((each) => each.variant === about.variant)?.player;
  return first === me()?.name ? "" : first ?? "";
}
// Disables the seats while another player is first on the list, and returns the reason.
export function yieldSeats(place, first, about) {
  for (const each of place.querySelectorAll("button, select")) each.disabled = true;
  return `${first} is first on the list for ${about.variant}. Join the list in the lobby, or look on.`;
}
// Where players bank, the one who does stays until every wager is settled: the floor knows who that is.
export async function offerLeaving(button, about) {
  const found = await get(`/api/tables/${about.name}/leaving`).catch(() => null);
  if (found && !found.may) { button.disabled = true; button.title = found.says; }
}
// Asks before a player leaves in the middle of a round, and says what happens to the wagers. True if the player leaves.
export function sureToLeave({ may, says, cite }) {
  const stay = element("button", { type: "button", class: "main" }, "Stay"), go = element("button", { type: "button" }, "Leave");
  const dialog = element("dialog", { id: "leaving", "aria-labelledby": "leaving-title" }, element("h2", { id: "leaving-title" }, "Leave in the middle of the round?"),
    element("p", {}, cite ? `${says} § ${cite}` : says), element("p", {}, stay, ...(may ? [" ", go] : [])));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    go.addEventListener("click", () => dialog.close("go"));
    stay.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => { dialog.remove(); done(dialog.returnValue === "go"); });
  });
}
