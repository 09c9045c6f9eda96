// A drill, or the cards of the day: one question after the other; each answer is saved before the next question is shown.
import { comeAsGuest, get, me, post, RefusedError, sentenceOf } from "./api.js";
import { byId, dataOf, element } from "./dom.js";
import { patiently } from "./patience.js";
import { citeButton } from "./rules.js";
import { withSuits } from "./words.js";

/** @import { AboutDrill, DrillAnswer, DrillQuestion, Wait } from "../types/wire.d.ts" */

/** @type {AboutDrill} */
const about = dataOf("about");
const typed = byId("typed", HTMLInputElement);
const refused = byId("refused");
const touch = matchMedia("(pointer: coarse)");
const today = about.drill === "today";
const plays = about.drill === "best-play";
const cards = /** @type {const} */ (`/api/school/${about.chapter}/today`);
const hands = /** @type {const} */ (`/api/school/${about.chapter}/best-play`);
const questions = /** @type {const} */ (`/api/school/${about.chapter}/drills/${about.drill}`);
const table = String(new URLSearchParams({ table: about.table }));
/** @type {DrillQuestion | null} */
let question = null;
let since = 0;
const tally = { right: 0, of: 0 };

/** @param {DrillQuestion | null} next */
function ask(next) {
  question = next;
  since = performance.now();
  typed.value = "";
  refused.textContent = "";
  byId("answer").hidden = !next;
  byId("shown").replaceChildren(...(next?.shown ?? []).map((words) => element("p", {}, ...withSuits(words))));
  byId("ask").textContent = next
    ? `${next.number ? `${next.number}. ` : ""}${next.ask}`
    : "All cards of today are known. Come back tomorrow.";
  byId("how").textContent = next?.how ?? "";
  const choices = (next?.choices ?? []).map((words) => {
    const choice = element("button", { type: "button", class: "choice" }, words);
    choice.addEventListener("click", () => answer(words.slice(0, 1)));
    return choice;
  });
  byId("choices").replaceChildren(...choices);
  const left = next?.left ? `${next.left} left today. ` : "";
  byId("tally").textContent = `${left}${tally.of ? `${tally.right} of ${tally.of} right in this sitting.` : ""}`;
  if (next && !touch.matches) typed.focus();
}

/** @param {DrillAnswer} found @param {string} given */
function tell(found, given) {
  const head = found.right
    ? element("b", { class: "good" }, "✓ right ")
    : element("b", { class: "bad" }, given ? "✗ wrong: " : "");
  const cost = found.cost ? [`that costs ${found.cost} on average; `] : [];
  const whole = found.right ? [] : [...cost, `${plays ? "the best play" : "the answer"} is ${found.answer} `];
  byId("judged").replaceChildren(
    element("p", {}, head, ...whole, citeButton(found.section)),
    element("p", {}, ...withSuits(found.why)),
    element("p", { class: "dim" }, found.right ? "" : found.says),
  );
}

/** @param {string} given "" asks to be shown the answer */
async function answer(given) {
  if (!question) return;
  const seconds = (performance.now() - since) / 1000;
  const body = { key: question.key, answer: given, seconds: Math.min(36_000, seconds), table: about.table };
  try {
    const found = await (plays ? soon(() => post(hands, body)) : today ? post(cards, body) : post(questions, body));
    tally.of += 1;
    if (found.right) tally.right += 1;
    tell(found, given);
    if (plays) await load();
    else ask(found.next);
  } catch (error) {
    refused.textContent = sentenceOf(error);
    if (error instanceof RefusedError && error.status === 409) await load();
  }
}

/**
 * What a sum is needed for, once it is done.
 *
 * @template T
 * @param {() => Promise<T | Wait>} send
 * @returns {Promise<T>}
 */
async function soon(send) {
  const found = await patiently(
    send,
    (sentence) => {
      refused.textContent = sentence;
    },
    () => false,
  );
  refused.textContent = "";
  return /** @type {T} */ (found);
}

async function load() {
  try {
    if (!me()) await comeAsGuest();
    if (plays) ask(await soon(() => get(`${hands}?${table}`)));
    else ask(await (today ? get(`${cards}?${table}`) : get(`${questions}?${table}`)));
  } catch (error) {
    refused.textContent = sentenceOf(error);
  }
}

byId("answer", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  if (typed.value.trim()) answer(typed.value.trim());
});
byId("show").addEventListener("click", () => answer(""));
load();
