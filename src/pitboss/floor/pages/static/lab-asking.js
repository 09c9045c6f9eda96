// Asks the floor for the findings of an experiment until they are whole, and shows how far that is.
import { del, refusalOf, sentenceOf } from "./api.js";
import { byId, pause } from "./dom.js";
import { capital } from "./words.js";

/** @import { Experimented, Findings, Progressing } from "../types/wire.d.ts" */

const AGAIN = 0.25; // seconds between two questions; an answer waits for news itself
const SLOW = 400; // milliseconds until a wait is shown
export const WINDOW = crypto.randomUUID().slice(0, 13);

const progress = byId("lab-progress");
const doing = byId("lab-doing");
const bar = byId("lab-bar", HTMLProgressElement);
const refused = byId("lab-refused");
const said = byId("lab-said");

/** @param {Progressing} waiting */
function wordsFor({ ahead, doing: what, seconds, about }) {
  if (ahead) return `${ahead} ${ahead === 1 ? "experiment comes" : "experiments come"} first\u2026`;
  const left = Math.round(about - seconds);
  const time = left > 1 ? `about ${left} seconds more` : "this takes longer than usual";
  return what ? `${capital(what)}\u2026 ${time}` : `Working it out\u2026 ${time}`;
}

/** @param {Progressing | null} waiting */
function showProgress(waiting) {
  progress.hidden = !waiting;
  if (!waiting) return;
  const words = wordsFor(waiting);
  if (doing.textContent !== words) doing.textContent = words;
  if (waiting.ahead || !waiting.doing) bar.removeAttribute("value");
  else bar.value = waiting.done;
}

/** @param {unknown} error null where nothing is wrong; what was found before it is not of what is asked now */
export function showRefusal(error) {
  document.body.classList.toggle("refused", Boolean(error));
  refused.hidden = !error;
  refused.textContent = error ? capital(sentenceOf(error)) : "";
}

let turn = 0;

/** Gives up what was asked for last. */
export function cancel() {
  turn += 1;
  showProgress(null);
  document.body.removeAttribute("aria-busy");
  del(`/api/lab/windows/${WINDOW}`).catch(() => {});
}

/**
 * Asks until everything is known. A later question takes the place of an earlier one.
 *
 * @param {(has: number) => Promise<Experimented>} question is asked with the number of parts that are here
 * @param {(query: string, findings: Findings) => void} show is called again with every new part
 */
export async function ask(question, show) {
  turn += 1;
  const mine = turn;
  /** @type {Findings} */
  const parts = {};
  let has = -1;
  document.body.setAttribute("aria-busy", "true");
  showProgress(null);
  const slow = setTimeout(() => {
    if (mine === turn) progress.hidden = false;
  }, SLOW);
  doing.textContent = "Working it out\u2026";
  bar.removeAttribute("value");
  try {
    for (;;) {
      const answer = await question(Math.max(has, 0));
      if (mine !== turn) return;
      if (has < 0) showRefusal(null);
      Object.assign(parts, answer.findings);
      const now = Object.keys(parts).length;
      if (now !== has) show(answer.query, parts);
      has = now;
      showProgress(answer.waiting);
      if (!answer.waiting) break;
      await pause(AGAIN);
      if (mine !== turn) return;
    }
    said.textContent = "Everything is worked out.";
  } catch (error) {
    if (mine !== turn) return;
    showProgress(null);
    showRefusal(error);
    said.textContent = refusalOf(error).message;
  } finally {
    clearTimeout(slow);
    if (mine === turn) document.body.removeAttribute("aria-busy");
  }
}

byId("lab-cancel").addEventListener("click", () => {
  cancel();
  said.textContent = "Cancelled.";
});
