// What a hand counts at games of 21: the dealer of some chapters does not announce it, and it is read all the same.
import { sum } from "./pots.js";
import { HIDDEN, seatOf } from "./steps.js";

/**
 * @import { Hand } from "../types/wire.d.ts"
 * @import { Layout } from "./layout.js"
 */

const TENS = "TJQK";
const MOST = 21;

/**
 * What lies with a hand in words: what the dealer has said of it, or else its total; "" where a card is not seen.
 *
 * @param {Layout} layout
 * @param {string} place
 * @param {Hand} hand
 */
export function totalOf(layout, place, hand) {
  const total = hand.label || countOf(layout, place, hand);
  return Number(total) > MOST ? `${total}, over ${MOST}` : total;
}

/**
 * @param {Layout} layout
 * @param {string} place
 * @param {Hand} hand
 */
function countOf(layout, place, { cards }) {
  if (cards.length < 2 || cards.includes(HIDDEN)) return "";
  const hard = sum(cards.map(([rank]) => (rank === "A" ? 1 : TENS.includes(rank) ? 10 : Number(rank))));
  const isSoft = hard <= 11 && cards.some(([rank]) => rank === "A");
  const seat = seatOf(place);
  const isWhole = !seat || layout.handsOf(seat).length === 1; // a hand that was split is no Blackjack
  if (isWhole && isSoft && hard === 11 && cards.length === 2) return "Blackjack";
  return isSoft ? `soft ${hard + 10}` : String(hard);
}
