// The page of a lesson: the learner deals at the felt; every act goes to the floor, which saves it and judges it.
import { get, post, RefusedError, refusalOf } from "./api.js";
import { button, byId, dataOf, element } from "./dom.js";
import { SMALL, Stage } from "./felt.js";
import { Layout } from "./layout.js";
import { pointedAt, pointIn } from "./lesson-felt.js";
import { isWrong, lineOf, verdictLine } from "./lesson-log.js";
import { PlacePanel } from "./lesson-place.js";
import { scoreTables } from "./school-scores.js";
import { stepOf } from "./steps.js";

/** @import { AboutLesson, LessonEvent, LessonState, Places } from "../types/wire.d.ts" */

/** @type {AboutLesson} */
const about = dataOf("about");
const line = byId("line", HTMLInputElement);
const sayings = byId("sayings", HTMLSelectElement);
const log = byId("log");
const judged = byId("judged");
const over = byId("round-over");
const acts = byId("acts");
const small = matchMedia(SMALL);
const touch = matchMedia("(pointer: coarse)");
const stage = new Stage(byId("stage"), about);
const address = /** @type {const} */ (`/api/school/${about.chapter}/lesson`);

/** @type {LessonState | null} */
let state = null;
let layout = new Layout(about.decks);
let known = 0; // events of this round
let busy = false;
/** @type {string[]} */
let waiting = []; // lines that were entered while an answer was under way

const panel = new PlacePanel(enter, () => show(false));
const table = () => ({ layout, seats: state?.seats ?? [], wagers: state?.wagers ?? [], counts: state?.counts ?? false });

/** @param {boolean} moves */
function show(moves) {
  const near = panel.seat || state?.seats[0] || 0;
  stage.show(layout, { you: small.matches && near ? [near] : [], dealing: true }, moves);
}
small.addEventListener("change", () => show(false));

// ------------------------------------------------------------------ what the floor answers

/** @param {LessonState} now */
function take(now) {
  const fresh = !state || state.lesson !== now.lesson || state.round !== now.round || now.first === 0;
  if (fresh) {
    layout = new Layout(about.decks);
    known = 0;
    log.replaceChildren();
    judged.replaceChildren();
    if (panel.seat && !now.seats.includes(panel.seat)) panel.chosen = { kind: "shoe" };
  }
  const events = now.events.slice(Math.max(0, known - now.first));
  state = now;
  known = Math.max(known, now.first + now.events.length);
  for (const event of events) if (event.kind === "step" && event.step) layout.see(stepOf(/** @type {any} */ (event.step)));
  addLines(events);
  if (!fresh || !now.entered) showJudgment(events, now.refused);
  byId("where").textContent = now.finished ? "the lesson is over" : `round ${now.round} of ${now.rounds}`;
  byId("show").hidden = now.at_end;
  fillSayings(now.sayings);
  panel.show(table());
  show(!fresh);
  finishRound(now);
}

/** @param {LessonEvent[]} events */
function addLines(events) {
  const lines = events.map(lineOf).filter((each) => each !== null);
  if (!lines.length) return;
  log.append(...lines);
  log.scrollTop = log.scrollHeight;
}

/** @param {LessonEvent[]} events @param {string} refused */
function showJudgment(events, refused) {
  const verdicts = events.filter(({ kind }) => kind === "verdict");
  const wrong = verdicts.find(isWrong);
  const right = verdicts.filter(({ verdict }) => verdict === "right");
  const trouble = events.find(({ kind }) => kind === "trouble");
  /** @type {Node[]} */
  const parts = [];
  if (right.length > 1) parts.push(element("span", {}, element("b", { class: "good" }, "✓ "), `${right.length} acts right`));
  const last = wrong ?? (right.length > 1 ? undefined : verdicts.at(-1));
  if (last) parts.push(element("span", {}, ...verdictLine(last)));
  if (refused) parts.push(element("span", { class: "bad" }, refused));
  if (trouble) parts.push(element("span", { class: "trouble" }, `Something goes wrong: ${trouble.words}`));
  if (!parts.length && events.some(({ kind }) => kind === "entered")) parts.push(element("span", {}, "Done."));
  judged.replaceChildren(...parts);
}

/** @param {string[]} words */
function fillSayings(words) {
  if ([...sayings.options].map(({ value }) => value).join() === words.join()) return;
  sayings.replaceChildren(...words.map((each) => element("option", { value: each }, each)));
}

/** @param {LessonState} now */
function finishRound(now) {
  over.hidden = !now.ended;
  acts.hidden = now.ended;
  if (!now.ended) return;
  const words = now.finished ? "In all" : `Round ${now.round}`;
  const score = element("p", {}, element("b", {}, `${words}: ${now.right} of ${now.of} acts right at the first try.`));
  const parts = [score, ...(now.finished || !now.at_end ? [scoreTables(now.by_kind, now.by_section)] : [])];
  if (now.finished) {
    const words_ = now.test ? "The examiner decides, and signs (§ 527.5(a))." : "Another lesson";
    parts.push(element("p", {}, element("a", { class: "button main", href: `/school/${about.chapter}` }, words_)));
  } else {
    const next = button("Next round", nextRound, { class: "main" });
    parts.push(element("p", {}, next));
    over.replaceChildren(...parts);
    next.focus();
    return;
  }
  over.replaceChildren(...parts);
}

async function nextRound() {
  take(await get(`${address}?has=0`));
  focusLine();
}

// ------------------------------------------------------------------ what the learner does

function focusLine() {
  if (!touch.matches) line.focus();
}

/** @param {string} words */
function enter(words) {
  send("enter", words);
}

/** @param {"enter" | "show" | "end"} kind @param {string} [words] */
async function send(kind, words = "") {
  if (!state || state.ended) return;
  if (busy) {
    if (kind === "enter") waiting.push(words);
    return;
  }
  busy = true;
  const { lesson, round, entered } = state;
  try {
    take(await post(`${address}/acts`, { lesson, round, entered, has: known, do: kind, line: words }));
    if (kind === "enter" && line.value.trim() === words.trim()) line.value = "";
  } catch (error) {
    waiting = [];
    judged.replaceChildren(element("span", { class: "bad" }, refusalOf(error).message));
    if (error instanceof RefusedError && [404, 409].includes(error.status)) await resume();
  } finally {
    busy = false;
  }
  const next = waiting.shift();
  if (next !== undefined) await send("enter", next);
}

// Another window has gone on with the lesson: the page shows it as it is now.
async function resume() {
  const said = judged.cloneNode(true);
  take(await get(`${address}?has=0`));
  judged.replaceChildren(...said.childNodes);
}

byId("enter", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  const words = line.value.trim();
  if (words === "?") byId("acts").ownerDocument.querySelector("details.lesson-help")?.setAttribute("open", "");
  else if (words === "show" || words === "end") {
    line.value = "";
    send(words);
  } else if (words) enter(words);
});
byId("say").addEventListener("click", () => sayings.value && enter(`s ${sayings.value}`));
byId("floor").addEventListener("click", () => enter("f"));
byId("void").addEventListener("click", () => enter("void"));
byId("show").addEventListener("click", () => send("show"));
byId("end").addEventListener("click", () => send("end"));
/** @param {SVGSVGElement} root @param {Places} places @param {MouseEvent} event */
function point(root, places, event) {
  const at = pointIn(root, event);
  const pointed = at && pointedAt(places, at, panel.seat || state?.seats[0] || 0);
  if (pointed && (pointed.kind !== "seat" || state?.seats.includes(pointed.seat))) panel.choose(pointed, table());
}
for (const [form, places] of Object.entries(about.places)) {
  const root = document.querySelector(`#stage .${form} svg`);
  if (root instanceof SVGSVGElement) root.addEventListener("click", (event) => point(root, places, event));
}

async function begin() {
  try {
    take(await get(`${address}?has=0`));
    focusLine();
  } catch (error) {
    judged.replaceChildren(element("span", { class: "bad" }, refusalOf(error).message));
  }
}
begin();
