// How a round ended, and what a player holds: hands by their full names, as the floor tells them.
import { get } from "./api.js";
import { byId, element } from "./dom.js";
import { settlementTable } from "./settlement.js";
import { winnersWords, withArticle } from "./table-words.js";

/**
 * @import { Rounds } from "./rounds.js"
 * @import { TableState } from "./table-state.js"
 */

/**
 * Loads the outcome of a round that is over, and shows the player's wagers. Returns the words on the winners of a hand of Poker, "" where
 * there are none or they were told before; null where the outcome is not that of the round on the felt.
 *
 * @param {TableState} state
 * @param {number} round
 * @param {HTMLElement} place of the table of wagers
 * @param {Rounds} rounds that are over
 */
export async function takeOutcome(state, round, place, rounds) {
  const outcome = await get(`/api/tables/${state.about.name}/outcome`).catch(() => null);
  const { layout } = state;
  if (outcome?.round !== round || layout.round !== round || layout.in_progress) return null;
  state.shown = outcome.hands;
  const settled = state.about.poker ? null : settlementTable(layout, state.heldSeats);
  const explain = element("a", { href: `/rounds/${state.about.name}/${round}` }, "Explain this round");
  place.replaceChildren(...(settled ? [settled] : []), element("p", {}, explain));
  if (!outcome.won.length || state.outcome.round === round) return "";
  state.outcome = { round, words: winnersWords(state, outcome), winners: outcome.won.map(({ seat }) => seat) };
  rounds.tell(round, state.outcome.words);
  return state.outcome.words;
}

/**
 * Says at Poker what the player holds beside the question.
 *
 * @param {TableState} state
 * @param {number} seat
 */
export async function nameOwnHand(state, seat) {
  const { question } = state;
  const outcome = await get(`/api/tables/${state.about.name}/outcome`).catch(() => null);
  const name = outcome?.hands[`seat_${seat}`]?.name;
  if (!name || !state.own || state.question !== question) return;
  byId("status").append(element("span", { class: "made-hand" }, ` You have ${withArticle(name)}.`));
}
