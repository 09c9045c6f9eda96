// The page of a round that is over: step by step, and whether it was fair.
import { get, me, refusalOf } from "./api.js";
import { byId, button, dataOf, element } from "./dom.js";
import { checkRound, verdictOf } from "./fairness.js";
import { Stage } from "./felt.js";
import { Layout } from "./layout.js";
import { motion } from "./settings.js";
import { readFrames, stepsOf } from "./steps.js";
import { canCheck } from "./verify.js";
import { cardName, cardSigns, plainWords, withSuits } from "./words.js";

/**
 * @import { AboutRound } from "../types/wire.d.ts"
 * @import { CheckedCard, Round, Verdict } from "./fairness.js"
 * @import { Frame } from "./steps.js"
 *
 * @typedef {{ cite: string, sentence: string, step: number }} Line what the dealer says, current from a step on
 */

const BEAT = 900; // milliseconds from step to step
/** @type {AboutRound} */
const about = dataOf("about");
const slider = byId("step", HTMLInputElement);
const words = byId("words");
const playButton = byId("play");
const table = about.table.split("/").map(encodeURIComponent).join("/");
const address = /** @type {const} */ (`/rounds/${table}/${about.round}`);

/**
 * The query of a request for this round; "" where nothing is to be said.
 *
 * @param {Record<string, string>} given
 */
function query(given) {
  const parameters = new URLSearchParams(given);
  if (about.opening) parameters.set("opening", String(about.opening));
  return parameters.size ? `?${parameters}` : "";
}

/** @param {Frame[]} frames */
function linesOf(frames) {
  /** @type {Line[]} */
  const lines = [];
  let before = 0;
  for (const frame of frames) {
    const steps = stepsOf([frame]);
    let from = 0;
    for (const [cite, sentence] of frame.words ?? steps.map(plainWords)) {
      const least = from;
      const at = steps.findIndex((step, number) => number >= least && step.cite === cite);
      if (at >= 0) from = at;
      lines.push({ cite, sentence, step: before + from + 1 });
      if (!frame.words) from += 1;
    }
    before += steps.length;
  }
  return lines;
}

// ---------------------------------------------------------------------------- the replay

const stage = new Stage(byId("stage"), about);

class Replay {
  /** @param {Round} round */
  constructor(round) {
    this.first = round.layout;
    this.steps = stepsOf(round.frames);
    this.lines = linesOf(round.frames);
    this.buttons = this.lines.map(({ cite, sentence, step }) => {
      const section = element("span", { class: "word-cite" }, cite ? `§ ${cite}` : "");
      return button([element("span", {}, ...withSuits(sentence)), section], () => this.go(step), { class: "word" });
    });
    this.items = this.buttons.map((each) => element("li", {}, each));
    words.replaceChildren(...this.items);
    slider.max = String(this.steps.length);
    this.yours = round.yours;
    this.opens = this.steps.findIndex((step) => step.act === "deal") + 1; // before the first card there is little to be seen
    this.layout = Layout.from(this.first);
    this.now = 0;
    this.current = -1;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /**
   * Shows the table after so many steps; going back it is folded anew from the first.
   *
   * @param {number} step
   * @param {boolean} [moves]
   */
  go(step, moves = false) {
    const to = Math.max(0, Math.min(this.steps.length, step));
    if (to < this.now) {
      this.layout = Layout.from(this.first);
      this.now = 0;
    }
    this.layout.seeAll(this.steps.slice(this.now, to));
    this.now = to;
    stage.show(this.layout, { you: this.yours, settled: true }, moves);
    this.mark();
    if (to === this.steps.length) this.pause();
  }

  mark() {
    const { now, steps } = this;
    this.current = this.lines.findLastIndex(({ step }) => step <= now);
    for (const [number, item] of this.items.entries()) {
      if (number === this.current) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
      this.buttons[number].tabIndex = number === Math.max(this.current, 0) ? 0 : -1; // one stop for the whole list
    }
    const item = this.items[this.current];
    words.scrollTop = item ? item.offsetTop - words.offsetTop - (words.clientHeight - item.clientHeight) / 2 : 0;
    slider.value = String(now);
    const sentence = this.lines[this.current]?.sentence ?? "Before the round.";
    slider.setAttribute("aria-valuetext", `Step ${now} of ${steps.length}. ${sentence}`);
    byId("where").textContent = `${now} of ${steps.length}`;
    for (const id of ["to-first", "to-previous"]) byId(id).ariaDisabled = String(now === 0); // a button keeps its focus
    for (const id of ["to-next", "to-last"]) byId(id).ariaDisabled = String(now === steps.length);
  }

  play() {
    if (this.now === this.steps.length) this.go(0);
    this.timer = setInterval(() => this.go(this.now + 1, true), BEAT * (motion() || 0.7));
    this.showPlaying(true);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.showPlaying(false);
  }

  /** @param {boolean} playing */
  showPlaying(playing) {
    playButton.textContent = playing ? "Pause" : "Play";
    playButton.setAttribute("aria-pressed", String(playing));
  }
}

/** @type {Replay | null} */
let replay = null;

/**
 * Stops the replay at another step.
 *
 * @param {(shown: Replay) => number} step
 * @param {boolean} [moves]
 */
function stopAt(step, moves = false) {
  if (!replay) return;
  replay.pause();
  replay.go(step(replay), moves);
}
slider.addEventListener("input", () => stopAt(() => Number(slider.value)));
byId("to-first").addEventListener("click", () => stopAt(() => 0));
byId("to-previous").addEventListener("click", () => stopAt(({ now }) => now - 1));
byId("to-next").addEventListener("click", () => stopAt(({ now }) => now + 1, true));
byId("to-last").addEventListener("click", () => stopAt(({ steps }) => steps.length));
playButton.addEventListener("click", () => (replay?.timer ? replay.pause() : replay?.play()));
words.addEventListener("keydown", (event) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const line = by && replay ? replay.lines[replay.current + by] : undefined;
  if (!line) return;
  event.preventDefault();
  stopAt(() => line.step);
  replay?.buttons[replay.current].focus();
});
// The arrow keys go through the round, unless they mean something to what has the focus.
document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (!replay || (event.target instanceof Element && event.target.closest("input, select, textarea, dialog, [tabindex]")))
    return;
  event.preventDefault();
  stopAt(({ now }) => now + by, by > 0);
});

// The link leads to the step that is shown.
byId("copy").addEventListener("click", async () => {
  const link = `${location.origin}${address}${query({})}#step-${replay?.now ?? 0}`;
  const status = byId("copied");
  try {
    await navigator.clipboard.writeText(link);
    status.textContent = "The link is copied.";
  } catch {
    // a browser that does not let pages do that
    const input = element("input", { readonly: true, value: link, size: 32 });
    status.replaceChildren(element("label", {}, "Copy this: ", input));
    input.select();
  }
});

/** @param {Round} round from which side it can be seen */
function offerViews(round) {
  const place = byId("seen-from");
  const seats = round.yours.map((seat) => `seat ${seat}`).join(" and ");
  if (!round.everything && !seats) {
    place.replaceChildren("Seen as a spectator saw it.");
    return;
  }
  const own = round.everything ? "every card that was dealt" : `from ${seats}, as you saw it`;
  const spectator = element("option", { value: "spectator" }, "as a spectator saw it");
  const select = element("select", { id: "as" }, element("option", { value: "" }, own), spectator);
  select.addEventListener("change", () => show(select.value));
  place.replaceChildren(element("label", { for: "as" }, "Seen "), select);
}

// ---------------------------------------------------------------------------- was it fair?

/** @param {Verdict} ok @returns {[sign: string, word: string, kind: string]} */
function markOf(ok) {
  if (ok === null) return ["–", "Not checked", "open"];
  return ok ? ["✓", "Proven", "good"] : ["✗", "Wrong", "bad"];
}

/** @param {Verdict} ok @param {...(Node | string)} content */
function marked(ok, ...content) {
  const [sign, word, kind] = markOf(ok);
  const mark = element("span", { class: "mark", "aria-hidden": "true" }, sign);
  return element(
    "li",
    { class: kind },
    mark,
    element("span", { class: "visually-hidden" }, `${word}: `),
    element("span", {}, ...content),
  );
}

/** @param {CheckedCard} card */
function cardLine({ card, who, ok, words: says }) {
  const where = who ? `, ${who.replace(/^seat_/, "seat ")}` : "";
  return marked(ok, element("b", { title: cardName(card) }, ...withSuits(cardSigns(card))), `${where}: ${says}`);
}

/** @param {Round} round @param {Record<string, string>} as */
async function check(round, as) {
  const verdict = byId("verdict");
  byId("checks").replaceChildren();
  if (!canCheck()) {
    const why = "browsers offer their cryptography only to pages from this machine or over HTTPS";
    verdict.textContent = `Nothing was checked: ${why}. Open this page there.`;
    return;
  }
  verdict.textContent = "Checking…";
  const proven = me() && round.chance.length ? await get(`${address}/proofs${/** @type {`?${string}`} */ (query(as))}`) : null;
  const checks = await checkRound(round, proven?.proofs, proven?.gathered, proven?.hidden);
  const items = checks.map(({ ok, words: says, cards }) => {
    const item = marked(ok, says);
    if (cards?.length) item.append(element("ul", { class: "checks cards" }, ...cards.map(cardLine)));
    return item;
  });
  byId("checks").replaceChildren(...items);
  const wrong = checks.some(({ ok }) => ok === false);
  verdict.textContent = verdictOf(checks, round);
  verdict.className = wrong ? "bad" : "";
  byId("all-checks", HTMLDetailsElement).open = wrong;
}

/** @param {string} viewer "" for the reader, or "spectator" */
async function show(viewer) {
  const step = replay?.now ?? /^#step-(\d+)$/.exec(location.hash)?.[1];
  /** @type {Record<string, string>} */
  const as = viewer ? { as: viewer } : {};
  replay?.pause();
  try {
    const answer = await get(`${address}?${query({ words: "true", ...as }).slice(1)}`);
    const round = { ...answer, frames: readFrames(answer.frames) };
    if (!replay) offerViews(round);
    byId("replay").hidden = false;
    replay = new Replay(round);
    replay.go(Number(step ?? replay.opens));
    await check(round, as);
  } catch (error) {
    byId("trouble").textContent = `This round cannot be shown: ${refusalOf(error).message}`;
    byId("verdict").textContent = "Nothing was checked.";
  }
}
show("");
