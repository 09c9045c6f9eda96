// What happened in a round that a learner deals, and what was judged, as lines.
import { element } from "./dom.js";
import { citeButton } from "./rules.js";
import { dollars, withSuits } from "./words.js";

/** @import { LessonEvent } from "../types/wire.d.ts" */

/**
 * An act as people read it: "pay seat_5 Ante 500" is "pay seat 5 Ante $5".
 *
 * @param {string} words
 */
const inWords = (words) =>
  words
    .replace(/seat_(\d+)/g, "seat $1")
    .replace(
      /^((?:pay|bonus|jackpot|collect|return|vigorish|win|lose|surplus|cover|restore) .*) (\d+)$/,
      (_, act, cents) => `${act} ${dollars(Number(cents))}`,
    );

/** @param {LessonEvent} event */
export const isWrong = ({ kind, verdict }) => kind === "verdict" && !["right", "done", "shown"].includes(verdict ?? "");

/** @param {string} [section] */
const cite = (section) => (section?.includes(".") ? citeButton(section) : "");

/**
 * A verdict as nodes: what is wrong, what was due, and the paragraph.
 *
 * @param {LessonEvent} event
 */
export function verdictLine({ verdict = "", words = "", section, due, why, says }) {
  if (verdict === "right") return [element("b", { class: "good" }, "✓ "), `${inWords(words)} `, cite(section)];
  if (verdict === "done") return ["That has been done for you."];
  if (verdict === "shown") return [element("b", {}, "Due was: "), `${due} `, cite(section)];
  const first = verdict === "out of order" ? "due first is" : "due is";
  return [
    element("b", { class: "bad" }, `✗ ${verdict}`),
    words && verdict !== "missing" ? `: ${inWords(words)}` : "",
    why ? ` (${why})` : "",
    due ? `; ${verdict === "missing" ? due : `${first}: ${due}`} ` : " ",
    cite(section),
    says ? element("span", { class: "dim says" }, says) : "",
  ];
}

/**
 * An event as a line of the log; null for a step, which is on the felt.
 *
 * @param {LessonEvent} event
 */
export function lineOf(event) {
  if (event.kind === "step") return null;
  if (event.kind === "trouble") {
    return element("li", { class: "trouble" }, element("b", {}, "Something goes wrong: "), event.words ?? "");
  }
  if (event.kind === "said") return element("li", {}, ...withSuits(event.words ?? ""), " ", cite(event.section));
  if (event.kind === "entered") return element("li", { class: "yours" }, inWords(event.words ?? ""));
  return element("li", { class: isWrong(event) ? "yours wrong" : "yours" }, ...verdictLine(event));
}
