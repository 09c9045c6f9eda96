// Who may leave a table, and who may sit down there: what the floor knows, and the page cannot.
import { get, me } from "./api.js";
import { ask } from "./dialogs.js";
import { element } from "./dom.js";

/** @import { AboutTable, Leaving } from "../types/wire.d.ts" */

/**
 * In a Poker room the first player on the list takes the next seat. Returns that player's name, "" if it is this one or nobody.
 *
 * @param {AboutTable} about
 */
export async function firstOnList(about) {
  const board = await get(`/api/rooms/${about.room}`).catch(() => null);
  const first = board?.list.find((entry) => entry.variant === about.variant)?.player ?? "";
  return first === me()?.name ? "" : first;
}

/**
 * Disables the seats while another player is first on the list, and returns the reason.
 *
 * @param {HTMLElement} place
 * @param {string} first
 * @param {AboutTable} about
 */
export function yieldSeats(place, first, about) {
  for (const control of place.querySelectorAll("button")) control.disabled = true;
  for (const control of place.querySelectorAll("select")) control.disabled = true;
  return `${first} is first on the list for ${about.variant}. Join the list in the lobby, or look on.`;
}

/**
 * Where players bank, the one who does stays until every wager is settled: the floor knows who that is.
 *
 * @param {HTMLButtonElement} button
 * @param {AboutTable} about
 */
export async function offerLeaving(button, about) {
  const answer = await get(`/api/tables/${about.name}/leaving`).catch(() => null);
  if (!answer || answer.may) return;
  button.disabled = true;
  button.title = answer.says;
}

/**
 * Asks before a player leaves in the middle of a round, and says what happens to the wagers. True if the player leaves.
 *
 * @param {Leaving} leaving
 */
export function confirmLeaving({ may, says, cite }) {
  const no = element("button", { type: "button", class: "main" }, "Stay");
  const yes = may ? element("button", { type: "button" }, "Leave") : null;
  const sentence = cite ? `${says} § ${cite}` : says;
  return ask("leaving", "Leave in the middle of the round?", sentence, { yes, no, first: "no" });
}
