// Advice on the question to this player, and how the session stands after a round.
import { loadAdvice, loadSession, showAdvice, showSession, showWaiting } from "./advice.js";
import { RefusedError } from "./api.js";

/**
 * @import { Choices } from "./choices.js"
 * @import { TableState } from "./table-state.js"
 */

/**
 * Shows what each choice is worth, and marks the best one on its button.
 *
 * @param {TableState} state
 * @param {HTMLElement} panel
 * @param {Choices} choices
 */
export async function adviseOn(state, panel, choices) {
  const { own } = state;
  const isOver = () => state.own !== own;
  showWaiting(panel, "One moment…");
  try {
    const advice = await loadAdvice(state.about.name, (sentence) => showWaiting(panel, sentence), isOver);
    if (!advice) return;
    state.advice = advice;
    showAdvice(panel, advice);
    const exact = advice.choices.some((choice) => choice.brings !== null);
    const best = advice.choices.find((choice) => choice.best);
    choices.advise(best, exact ? "best play" : "advised");
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    showWaiting(panel, error.message);
  }
}

/**
 * Shows the session after a round, unless the next one has begun to ask.
 *
 * @param {TableState} state
 * @param {number} round
 * @param {HTMLElement} panel
 */
export async function showSessionAfter(state, round, panel) {
  const isOver = () => state.mode === "asked" || state.layout.round !== round;
  const session = await loadSession(state.about.name, isOver).catch(() => null);
  if (session && !isOver()) showSession(panel, session);
}
