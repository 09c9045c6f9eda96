// Answers that a player of Poker prepares while others act. Nothing is sent before the player is asked, and a change of what there is to
// answer cancels what was prepared.
import { element } from "./dom.js";
import { seatOf } from "./steps.js";
import { dollars } from "./words.js";

/**
 * @import { Asked } from "../types/wire.d.ts"
 * @import { PotSize } from "./choices.js"
 * @import { Layout } from "./layout.js"
 * @import { Step } from "./steps.js"
 *
 * @typedef {"check/fold" | "check" | "call" | "call any"} Word
 * @typedef {{ word: Word, highest: number }} Prepared the answer, and the highest bet when it was prepared
 */

const NEXT = new Set(["begin", "deal", "draw", "gather", "award", "end", "void"]); // acts after which another question comes, or none

/**
 * What a player may prepare now, with what it says; nothing where the player can bet no more in this hand, or nobody else can.
 *
 * @param {Layout} layout
 * @param {number} seat
 * @param {PotSize} pot
 * @returns {[word: Word, says: string][]}
 */
export function preparable(layout, seat, { highest, mine }) {
  const live = layout.playing.filter((each) => !layout.folded.includes(each) && !layout.all_in.includes(each));
  if (!layout.in_progress || !live.includes(seat) || live.length < 2 || !layout.handsOf(seat).length) return [];
  const owed = Math.min(highest - mine, layout.seats[seat]?.chips ?? 0);
  return [
    ["check/fold", owed ? "Fold" : "Check/fold"],
    owed ? ["call", `Call ${dollars(owed)}`] : ["check", "Check"],
    ["call any", "Call any"],
  ];
}

/**
 * What is still prepared after a step; null where another card, the end of a betting round or another amount has cancelled it.
 *
 * @param {Prepared | null} prepared
 * @param {Step} step
 * @param {number} seat of the player
 * @param {number} highest bet now
 * @returns {Prepared | null}
 */
export function preparedAfter(prepared, step, seat, highest) {
  if (!prepared || NEXT.has(step.act)) return null;
  if (seatOf(step.who) === seat && ["decide", "fold", "leave"].includes(step.act)) return null;
  return ["check", "call"].includes(prepared.word) && highest !== prepared.highest ? null : prepared;
}

/**
 * The answer to a question that was prepared; null where it is no lawful one, and the player is asked.
 *
 * @param {Prepared | null} prepared
 * @param {Asked} asked
 */
export function preparedAnswer(prepared, { choices = [] }) {
  /** @type {Record<Word, string[]>} the first that is lawful */
  const words = { "check/fold": ["check", "fold"], check: ["check"], call: ["call"], "call any": ["check", "call"] };
  const lawful = (prepared ? words[prepared.word] : []).map((word) => choices.find((choice) => choice.word === word));
  const choice = lawful.find((each) => each !== undefined);
  return choice ? { word: choice.word, cents: choice.least ?? 0 } : null;
}

/**
 * Why the player is asked after all.
 *
 * @param {Prepared} prepared
 */
export const cancelledWords = ({ word }) => `The bet is another: your prepared ${word} is cancelled.`;

/**
 * Shows what can be prepared, in place of what was there; the same controls stay under the player's hand.
 *
 * @param {HTMLElement} place
 * @param {[word: Word, says: string][]} offers
 * @param {Prepared | null} prepared
 * @param {(word: Word | null) => void} choose
 */
export function showPreparable(place, offers, prepared, choose) {
  const key = JSON.stringify(offers);
  const group = place.querySelector("fieldset.prepared");
  if (!(group instanceof HTMLElement) || group.dataset.offers !== key)
    place.replaceChildren(preparedGroup(offers, key, choose));
  for (const input of place.querySelectorAll("input")) input.checked = input.value === prepared?.word;
}

/**
 * @param {[word: Word, says: string][]} offers
 * @param {string} key
 * @param {(word: Word | null) => void} choose
 */
function preparedGroup(offers, key, choose) {
  const boxes = offers.map(([word, says]) => {
    const input = element("input", { type: "checkbox", value: word });
    input.addEventListener("change", () => choose(input.checked ? word : null));
    return element("label", {}, input, says);
  });
  const legend = element("legend", {}, "When it is your turn");
  return element("fieldset", { class: "prepared", "data-offers": key }, legend, ...boxes);
}
