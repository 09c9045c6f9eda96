// Which cards of a round were shown.

/**
 * @import { Step } from "./steps.js"
 * @typedef {{ card: string, who: string }} Shown a card, and the place to which it came
 */

/**
 * Every card whose face was shown, in the order in which it left the shoe or was turned up.
 *
 * @param {Step[]} steps
 */
export function cardsShown(steps) {
  /** @type {Shown[]} */
  const shown = [];
  for (const { act, who, cards } of steps) {
    if (act === "deal" || act === "draw") {
      const faces = cards.filter((card) => card !== "??");
      shown.push(...faces.map((card) => ({ card, who })));
    } else if (act === "reveal") shown.push(...newlyShown(shown, who, cards).map((card) => ({ card, who })));
  }
  return shown;
}

/**
 * Of the cards that are turned up at a place, those that were not seen there before.
 *
 * @param {Shown[]} shown
 * @param {string} who
 * @param {string[]} cards
 */
function newlyShown(shown, who, cards) {
  const seen = shown.filter((each) => each.who === who).map((each) => each.card);
  return cards.filter((card) => {
    const at = seen.indexOf(card);
    if (at >= 0) seen.splice(at, 1);
    return at < 0;
  });
}
