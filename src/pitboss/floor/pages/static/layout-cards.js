// What steps do to the cards of a layout.
import { HIDDEN, readNumber, seatOf } from "./steps.js";

/**
 * @import { Hand } from "../types/wire.d.ts"
 * @import { Act, Layout } from "./layout.js"
 * @import { Step } from "./steps.js"
 */

const COMMUNITY = "community";
const BURNED = "burn cards";
const DISCARDED = "discards";
const DRAWN = "drawn";
const IN_ERROR = "drawn in error";
const POINTS = /^(?:(?:soft )?\d{1,3}|Blackjack)$/; // a point total as the dealer announces it
const GIVEN_UP = ["fold", "surrender", "concede"];
const MISTAKEN = "dealt by mistake";

/**
 * @param {string[]} [cards]
 * @param {string[]} [faces]
 * @returns {Hand}
 */
const newHand = (cards = [], faces = []) => ({ cards, faces, label: "", low: [], gone: false });

/**
 * Puts cards on a place. A hand that was collected is gone, and the new one lies where it lay.
 *
 * @param {Layout} layout
 * @param {string} place
 * @param {Step} step
 */
function lay(layout, place, step) {
  if (!layout.hands[place] || layout.hands[place].gone) layout.hands[place] = newHand();
  layout.hands[place].cards.push(...step.cards);
  layout.hands[place].faces.push(...step.cards.map(() => step.face || "down"));
}

/**
 * Turns a card up: where it is known to lie, or else the first card of which only the back is seen.
 *
 * @param {Layout} layout
 * @param {Hand} hand
 * @param {string} card
 */
function turnUp(layout, hand, card) {
  /** @param {string} face */
  const faceDown = (face) => hand.cards.findIndex((each, at) => each === face && hand.faces[at] === "down");
  let at = faceDown(card);
  if (at < 0 && (layout.decks > 1 || !hand.cards.includes(card))) at = faceDown(HIDDEN);
  if (at < 0) return; // it lies face up already
  hand.cards[at] = card;
  hand.faces[at] = "turned";
}

/**
 * Takes cards out of a hand: those that are named, or as many of which only the back is seen. Of two alike the later one goes.
 *
 * @param {Hand} hand
 * @param {string[]} cards
 */
function takeAway(hand, cards) {
  for (const card of cards) {
    const at = hand.cards.lastIndexOf(hand.cards.includes(card) ? card : HIDDEN);
    if (at < 0) continue;
    hand.cards.splice(at, 1);
    hand.faces.splice(at, 1);
  }
}

/** @type {Record<string, Act>} */
export const CARD_ACTS = {
  deal(layout, step) {
    delete layout.hands[IN_ERROR]; // a card drawn in error is the next card
    lay(layout, step.who, step);
  },

  // Cards come off the deck and go to no hand; those that go to the rack lie on the layout no more.
  draw(layout, step) {
    if ([BURNED, DISCARDED, IN_ERROR].includes(step.who)) lay(layout, step.who, step);
    else if (seatOf(step.who)) {
      lay(layout, step.who, step);
      layout.hands[step.who].label = MISTAKEN;
    }
  },

  reveal(layout, step) {
    const hand = layout.hands[step.who];
    if (!hand || step.face !== "up") return;
    for (const card of step.cards) turnUp(layout, hand, card);
    if (step.who !== COMMUNITY) hand.label = step.note;
  },

  // A split: the card leaves the hand that the note names, and lies next to it. At Blackjack Switch it goes to the player's other
  // hand.
  move(layout, step) {
    const source = layout.hands[step.note];
    if (!source) return;
    takeAway(source, step.cards);
    if (layout.hands[step.who]) {
      lay(layout, step.who, step);
      return;
    }
    source.label = "";
    /** @type {Record<string, Hand>} */
    const hands = {};
    for (const [place, hand] of Object.entries(layout.hands)) {
      hands[place] = hand;
      if (place === step.note) {
        const faces = step.cards.map(() => "up");
        hands[step.who] = newHand([...step.cards], faces);
      }
    }
    layout.hands = hands;
  },

  discard(layout, step) {
    const hand = layout.hands[step.who];
    const toPile = step.who === DRAWN || (hand && (layout.folded.includes(seatOf(step.who)) || hand.label === MISTAKEN));
    if (toPile) lay(layout, DISCARDED, step); // the pile of a Poker table
    if (hand) hand.gone = true;
  },

  take(layout, step) {
    if ([BURNED, DISCARDED].includes(step.who)) delete layout.hands[step.who];
  },

  say(layout, step) {
    const hand = layout.hands[step.who];
    if (hand && POINTS.test(step.note)) hand.label = step.note;
  },

  decide(layout, step) {
    let hand = layout.hands[step.who];
    if (step.wager.startsWith("hand ")) {
      const number = readNumber(step.wager.slice(5)) ?? 0; // which of the hands of a seat
      hand = layout.handsOf(seatOf(step.who))[number - 1]?.[1] ?? hand;
    }
    if (!hand) return;
    if (GIVEN_UP.includes(step.note)) hand.label = step.note;
    else if (step.note === "discard") takeAway(hand, step.cards);
    else if (step.note === "set") hand.low = [...step.cards];
  },
};
