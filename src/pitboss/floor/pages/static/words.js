// Money, cards and sentences in words.
import { element } from "./dom.js";

/** @import { Step } from "./steps.js" */

/** @type {Record<string, string>} */
export const SUITS = { s: "\u2660", h: "\u2665", d: "\u2666", c: "\u2663" };
/** @type {Record<string, string>} */
const SUIT_OF = { "\u2660": "s", "\u2665": "h", "\u2666": "d", "\u2663": "c" };
/** @type {Record<string, string>} */
const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
/** @type {Record<string, string>} */
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };

/**
 * 123456 is "$1,234.56", 500 is "$5".
 *
 * @param {number} cents
 */
export function dollars(cents) {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString("en-US");
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? "\u2212" : ""}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/**
 * With its sign: "+$5", "\u2212$2.50"; nothing is "$0".
 *
 * @param {number} cents
 */
export const signed = (cents) => `${cents > 0 ? "+" : ""}${dollars(cents)}`;

/** @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * "Kh" is "king of hearts".
 *
 * @param {string} card
 */
export function cardName(card) {
  if (card === "??") return "a card face down";
  if (card === "Jk" || card === "**") return "the joker";
  return `${RANKS[card[0]] ?? card[0]} of ${SUIT_NAMES[card[1]]}`;
}

/**
 * "Kh" is "K♥", "Td" is "10♦".
 *
 * @param {string} card
 */
export function cardSigns(card) {
  if (card === "Jk") return "joker";
  return card === "??" ? "(back)" : `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1]]}`;
}

/**
 * A sentence whose suits have their colours, as nodes.
 *
 * @param {string} sentence
 */
export function withSuits(sentence) {
  const parts = sentence.split(/((?:10|[2-9AKQJ])?[\u2660\u2665\u2666\u2663])/).filter(Boolean);
  return parts.map((part) => {
    const suit = SUIT_OF[part.slice(-1)];
    return suit ? element("b", { class: `suit-${suit}` }, part) : part;
  });
}

// Words of a line that tells of a card that is seen, of money, or of the dealer's total.
const MATTERS =
  /[\u2660\u2665\u2666\u2663$]|^(?:your )?seat \d|^you |^(?:deals:|dealer|void|floorperson|high hand|irregularity|\u201c)/i;
const HANDLING =
  /^counts |(?:is|are) offered the cut|cover card|lays the cards face down|shakes the dice|the first card goes here/i;
const ON_THE_FELT = / puts? \$[\d,.]+ on | takes? back the wagers$/; // told once more when the round begins
/**
 * True for a line of the dealer's log that only tells how cards are handled (inspecting, washing, shuffling, burning) or what the
 * felt shows. A line without a section is not the dealer's, and never procedure.
 *
 * @param {[cite: string, sentence: string]} line
 * @param {string[]} [names] of players, whose acts matter
 */
export function isProcedure([cite, sentence], names = []) {
  const matters =
    MATTERS.test(sentence) || names.some((name) => sentence.startsWith(`${name} `) || sentence.startsWith(`${name}:`));
  return Boolean(cite) && (!matters || HANDLING.test(sentence) || ON_THE_FELT.test(sentence));
}

/**
 * A step for which there is no sentence: its paragraph, what happens, where, and how much.
 *
 * @param {Step} step
 * @returns {[cite: string, sentence: string]}
 */
export function plainWords({ cite, act, who, cards, wager, cents, note }) {
  const place = String(who ?? "").replace(/^seat_/, "seat ");
  const signs = (cards ?? []).map(cardSigns).join(" ");
  return [cite, [place, act, wager, signs, cents ? dollars(cents) : "", note].filter(Boolean).join(" · ")];
}
