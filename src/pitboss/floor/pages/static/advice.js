// What each choice is worth, what the last one cost, and how a session stands beside its expectation. Needs advice.css.
import { get } from "./api.js";
import { element } from "./dom.js";
import { patiently } from "./patience.js";
import { SUITS, dollars, signed, withSuits } from "./words.js";

/**
 * @import { Priced, Stands, Told } from "../types/wire.d.ts"
 * @typedef {Told} Advice
 * @typedef {Stands} Session
 */

export const QUESTION = "What is each choice worth?";

/** @param {number} cents */
const money = (cents) => signed(Math.round(cents)); // which is not broken over two lines

/** @param {string} table */
const inPath = (table) => table.split("/").map(encodeURIComponent).join("/");

/**
 * @param {string} table
 * @param {(sentence: string) => void} waiting
 * @param {() => boolean} isOver
 * @returns {Promise<Advice | null>}
 */
export const loadAdvice = (table, waiting, isOver) =>
  patiently(() => get(`/api/tables/${inPath(table)}/advice`), waiting, isOver);

/**
 * @param {string} table
 * @param {() => boolean} isOver
 * @returns {Promise<Session | null>}
 */
export const loadSession = (table, isOver) =>
  patiently(
    () => get(`/api/tables/${inPath(table)}/session`),
    () => {},
    isOver,
  );

/**
 * "raise 2000" is "raise $20", "set Kd Qc" is "K♦ Q♣ low".
 *
 * @param {Priced} choice
 */
function choiceWords(choice) {
  if (choice.word !== "set") return choice.cents ? `${choice.word} ${dollars(choice.cents)}` : choice.say;
  const cards = choice.say.slice(4).split(" ");
  const signs = cards.map((card) => (card === "Jk" ? "joker" : `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1]]}`));
  return `${signs.join(" ")} low`;
}

/**
 * Where zero and each bar stand, in parts of the track: all bars begin at zero.
 *
 * @param {number[]} values
 */
function bars(values) {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const whole = high - low || 1;
  const zero = -low / whole;
  return { zero, spans: values.map((value) => ({ from: zero + Math.min(0, value) / whole, width: Math.abs(value) / whole })) };
}

/** @param {number} part */
const percent = (part) => `${(100 * part).toFixed(2)}%`;

/**
 * @param {Priced} choice
 * @param {{ from: number, width: number } | undefined} span
 * @param {number} zero
 * @param {boolean} exact
 */
function rowOf(choice, span, zero, exact) {
  const mark = choice.best ? element("span", { class: "advice-mark" }, exact ? "best" : "advised") : null;
  const label = element("span", { class: "advice-label" }, ...withSuits(choiceWords(choice)), mark);
  const row = element("li", { class: choice.best ? "advice-choice best" : "advice-choice" }, label);
  if (choice.brings === null || !span) return row;
  const bar = element("span", { class: choice.brings < 0 ? "advice-bar loss" : "advice-bar" });
  const middle = element("span", { class: "advice-zero" });
  bar.style.left = percent(span.from);
  bar.style.width = percent(span.width);
  middle.style.left = percent(zero);
  const track = element("span", { class: "advice-track", "aria-hidden": "true" }, bar, middle);
  row.append(track, element("span", { class: "advice-brings num" }, money(choice.brings)));
  return row;
}

/**
 * @param {HTMLElement} place
 * @param {Advice} advice
 */
export function showAdvice(place, { choices, why, basis }) {
  const priced = choices.filter((choice) => choice.brings !== null);
  const heading = element("h2", {}, priced.length ? QUESTION : "Advice");
  const { zero, spans } = bars(priced.map((choice) => choice.brings ?? 0));
  const rows = choices.map((choice) => rowOf(choice, spans[priced.indexOf(choice)], zero, priced.length > 0));
  const list = rows.length ? [element("ol", { class: "advice-list" }, ...rows)] : [];
  const notes = [why, basis].filter(Boolean).map((words) => element("p", { class: "advice-note dim" }, words));
  place.replaceChildren(heading, ...list, ...notes);
}

/**
 * @param {HTMLElement} place
 * @param {string} sentence
 */
export function showWaiting(place, sentence) {
  place.replaceChildren(element("h2", {}, QUESTION), element("p", { class: "advice-note dim" }, sentence));
}

/**
 * What an answer cost against the best one, in cents; null where that is not known.
 *
 * @param {Advice} advice
 * @param {string} answer a word with its cents behind it
 */
function costOf({ choices }, answer) {
  const sorted = (/** @type {string} */ words) =>
    words.startsWith("set ") ? words.slice(4).split(" ").sort().join(" ") : words;
  const made = choices.find((choice) => sorted(choice.say) === sorted(answer))?.brings ?? null;
  const best = choices.find((choice) => choice.best)?.brings ?? null;
  return made === null || best === null ? null : best - made;
}

/**
 * @param {HTMLElement} place
 * @param {Advice} advice
 * @param {string} answer
 */
export function showCost(place, advice, answer) {
  const cost = costOf(advice, answer);
  if (cost === null) {
    place.replaceChildren();
    return;
  }
  const cents = Math.round(cost);
  const words =
    cents <= 0 ? "Your last choice was the best one." : `Your last choice cost ${dollars(cents)} against the best one.`;
  place.replaceChildren(element("p", { class: "advice-note" }, words));
}

/**
 * "This session − $35 in 4 rounds, expected − $8.20 ± $61".
 *
 * @param {Session} session
 */
function sessionWords({ rounds, result, deviation, expected }) {
  if (!rounds) return ["No round of this session is over."];
  const words = `This session ${money(result)} in ${rounds === 1 ? "1 round" : `${rounds} rounds`}`;
  if (!deviation) return [words];
  const expectation = `expected ${money(expected)} \u00b1 ${dollars(Math.round(deviation))}`;
  return [`${words}, `, element("span", { class: "whole" }, expectation)];
}

/**
 * @param {HTMLElement} place
 * @param {Session} session
 */
export function showSession(place, session) {
  const line = element("p", { class: "session-line num" }, ...sessionWords(session));
  const more = element("details", { class: "advice-note dim" }, element("summary", {}, "What that means"));
  const [low, high] = session.interval;
  const interval = `95% of such sessions end between ${money(low)} and ${money(high)}.`;
  if (session.deviation) more.append(element("p", { class: "num" }, interval));
  more.append(element("p", {}, session.basis));
  place.replaceChildren(line, ...(session.rounds ? [more] : []));
}
