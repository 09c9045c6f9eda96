// The sentences of the page of a table, as functions of its state.
import { withoutBot } from "./plates.js";
import { settlementWords } from "./settlement.js";
import { capital, dollars } from "./words.js";

/**
 * @import { Asked, Outcome } from "../types/wire.d.ts"
 * @import { Command, Connection } from "./line.js"
 * @import { TableState } from "./table-state.js"
 */

/**
 * What the dealer has done for a player who did not answer, by the word of the answer.
 *
 * @type {Record<string, string>}
 */
const DONE = {
  fold: "folded",
  check: "checked",
  stand: "stood",
  "let it ride": "let the bet ride",
  keep: "kept your cards",
  show: "showed your hand",
  refuse: "cut the cards",
  set: "set your hands",
  insurance: "took insurance",
};

/** @type {Record<string, string>} what a player has done, by the command */
const SAID = { bet: "your wager", buy: "your buy-in", cut: "your cut", leave: "your leaving", sit: "your seat" };

/**
 * @param {Connection} connection
 * @param {string} why
 */
export function connectionWords(connection, why) {
  if (connection === "stalled") return "The floor does not answer. What you have chosen is kept, and sent when it does.";
  if (connection === "ended") return `This table has ended: ${why || "it is closed"}.`;
  return why === "resync" ? "Coming back to the table…" : "The connection is lost. Trying again…";
}

/**
 * Whether a command counted whose answer came late.
 *
 * @param {Command} command
 * @param {Error | null} error
 */
export function lateAnswerWords(command, error) {
  const what = command.do === "decide" ? `your answer \u201c${command.word}\u201d` : (SAID[command.do] ?? "what you did last");
  return error ? `${capital(what)} did not count: ${error.message}` : `${capital(what)} counted.`;
}

/**
 * The seconds that are left. A time bank is drawn on when the usual time for an answer is over.
 *
 * @param {number} left
 * @param {number} bank those of the seconds that are a time bank
 * @param {boolean} forWagers
 */
export function clockWords(left, bank, forWagers) {
  if (forWagers) return `No more bets in ${left} s`;
  if (!bank) return `${left} s`;
  return left > bank ? `${left - bank} s + time bank ${bank} s` : `Time bank ${left} s`;
}

/** @param {boolean} clockRuns the time for wagers runs, as others have placed theirs */
export const invitation = (clockRuns) =>
  clockRuns
    ? "Others have placed their wagers: place yours before the time is over, or sit this round out."
    : "Place your wagers, then deal.";

/**
 * What the last round brought, and the invitation to place wagers.
 *
 * @param {TableState} state
 * @param {boolean} clockRuns
 */
export function bettingWords({ layout, heldSeats, positionWords }, clockRuns) {
  const result = settlementWords(layout, heldSeats);
  return result && !clockRuns ? result : `${result} ${positionWords}${invitation(clockRuns)}`.trim();
}

/**
 * What a player whose wagers are placed waits for.
 *
 * @param {TableState} state
 * @param {boolean} [ready] no more wagers come from this player
 */
export function placedWords({ heldBy }, ready = false) {
  const placed = ready ? "No more wagers from you." : "Your wagers are placed.";
  if (heldBy) return `${placed} A dealer deals here: the table waits for the dealer to begin.`;
  return ready
    ? "The round begins as soon as all players are ready."
    : `${placed} The round begins when all players have placed theirs.`;
}

/** @param {TableState} state */
export function waitingWords(state) {
  if (!state.asked.length) return "The dealer goes on.";
  return `Waiting for ${state.asked.map(({ seat }) => state.nameOf(seat)).join(" and ")}.`;
}

/** @param {TableState} state */
export function handsWords({ layout, outcome, sitsOut }) {
  if (sitsOut) return "You sit out: no hand is dealt to you. Your seat and your chips stay.";
  const several = Object.keys(layout.seats).length > 1;
  const next = several ? "The next hand begins in a moment." : "A hand needs two players: ask for bots, or wait for others.";
  return outcome.words && outcome.round === layout.round ? `${outcome.words} ${next}` : next;
}

/** @param {TableState} state */
export function watchingWords({ freeSeats, takesNextSeat, hasBots }) {
  if (freeSeats.length) return "Play chips only: they are not money and cannot become it.";
  const soon = takesNextSeat ? "You sit down as soon as one is free. " : "";
  const next = hasBots ? "A bot gives its seat up when the round is over." : "You can look on, or play at another table.";
  return `Every seat is taken. ${soon}${next}`;
}

/**
 * What the dealer did for this player when the time was up.
 *
 * @param {Asked} asked
 */
export function lateWords({ silent }) {
  const word = silent?.startsWith("set ") ? "set" : (silent ?? "");
  return `Time was up: the dealer ${DONE[word] ?? `answered \u201c${word}\u201d`} for you.`;
}

/**
 * Where the first part of a sentence on a result ends; a point or comma within an amount does not end it.
 *
 * @param {string} words "You win $1,007.50: Ante +$5"
 */
export const endOfResult = (words) => words.search(/[:.,](?!\d)/);

/**
 * A hand as it stands after "you have": "a pair of jacks", "two pair, aces and jacks".
 *
 * @param {string} name
 */
export const withArticle = (name) => (/^(pair|straight|flush|full house|royal flush)/.test(name) ? `a ${name}` : name);

/**
 * Who won a hand of Poker, how much, and with which hand, where it was shown.
 *
 * @param {TableState} state
 * @param {Outcome} outcome
 */
export function winnersWords({ layout, heldSeats }, { won }) {
  const sentences = won.map(({ seat, cents, hands }) => {
    const winner = withoutBot(layout.seats[seat]?.player ?? capital(`seat ${seat}`));
    return winnerWords(heldSeats.includes(seat) ? "" : winner, cents, hands);
  });
  return sentences.join(" ");
}

/**
 * @param {string} winner "" for the reader
 * @param {number} cents
 * @param {string[]} hands
 */
export function winnerWords(winner, cents, hands) {
  const wins = winner ? `${winner} wins` : "You win";
  return `${wins} ${dollars(cents)}${hands.length ? ` with ${hands.join(" and ")}` : ": everybody else has folded"}.`;
}
