// A round that is over, step by step, and whether it was fair.
import { get, me } from "/static/api.js";
import { canCheck } from "/static/verify.js";
import { checkRound } from "/static/fairness.js";
import { Layout } from "/static/layout.js";
import { motion } from "/static/settings.js";
import { Stage } from "/static/felt.js";
import { cardName, cardSigns, element, plainWords, withSuits } from "/static/words.js";

const BEAT = 900; // milliseconds from step to step
const about = JSON.parse(document.getElementById("about").textContent);
const at = (id) => document.getElementById(id);
const address = `/rounds/${about.table.split("/").map(encodeURIComponent).join("/")}/${about.round}`;

function query(more) {
  const given = new URLSearchParams(more);
  if (about.opening) given.set("opening", about.opening);
  return given.size ? `?${given}` : "";
}

// ---------------------------------------------------------------------------- what the dealer says

// The lines of the round, each { cite, sentence, step }: from which step on it is the current one.
function linesOf(frames) {
  const lines = [];
  let before = 0;
  for (const { steps = [], words } of frames) {
    const told = steps.filter(Boolean);
    let from = 0;
    for (const [cite, sentence] of words ?? told.map(plainWords)) {
      const found = told.findIndex((step, number) => number >= from && step[0] === cite);
      if (found >= 0) from = found;
      lines.push({ cite, sentence, step: before + from + 1 });
      if (!words) from += 1;
    }
    before += told.length;
  }
  return lines;
}

// ---------------------------------------------------------------------------- the replay

const stage = new Stage(at("stage"), about);

class Replay {
  constructor(round) {
    this.first = round.layout;
    this.steps = round.frames.flatMap((frame) => frame.steps ?? []).filter(Boolean);
    this.lines = linesOf(round.frames);
    this.items = this.lines.map(({ cite, sentence, step }) => {
      const words = element("button", { type: "button", class: "word" }, element("span", {}, ...withSuits(sentence)),
        element("span", { class: "word-cite" }, cite ? `§ ${cite}` : ""));
      words.addEventListener("click", () => this.go(step));
      return element("li", {}, words);
    });
    at("words").replaceChildren(...this.items);
    at("step").max = this.steps.length;
    this.yours = round.yours;
    this.opens = this.steps.findIndex((step) => step[1] === "deal") + 1; // before the first card there is little to be seen
    this.restart();
  }

  restart() {
    this.layout = Layout.from(this.first);
    this.now = 0;
  }

  // Shows the table after so many steps; going back it is folded anew from the first.
  go(step, moves = false) {
    const to = Math.max(0, Math.min(this.steps.length, step));
    if (to < this.now) this.restart();
    this.layout.seeAll(this.steps.slice(this.now, to));
    this.now = to;
    stage.show(this.layout, { you: this.yours, moves });
    this.mark();
    if (to === this.steps.length) this.pause();
  }

  mark() {
    const current = this.lines.findLastIndex(({ step }) => step <= this.now);
    this.current = current;
    this.items.forEach((item, number) => {
      if (number === current) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
      item.firstChild.tabIndex = number === Math.max(current, 0) ? 0 : -1; // one stop for the whole list; arrows go on from there
    });
    const list = at("words"), item = this.items[current];
    if (item) list.scrollTop = item.offsetTop - list.offsetTop - (list.clientHeight - item.clientHeight) / 2;
    else list.scrollTop = 0;
    at("step").value = this.now;
    at("step").setAttribute("aria-valuetext", `Step ${this.now} of ${this.steps.length}. ${this.lines[current]?.sentence ?? "Before the round."}`);
    at("where").textContent = `${this.now} of ${this.steps.length}`;
    for (const id of ["to-first", "to-previous"]) at(id).ariaDisabled = String(this.now === 0); // a button keeps its focus
    for (const id of ["to-next", "to-last"]) at(id).ariaDisabled = String(this.now === this.steps.length);
  }

  play() {
    if (this.now === this.steps.length) this.go(0);
    this.timer = setInterval(() => this.go(this.now + 1, true), BEAT * (motion() || 0.7));
    this.showPlaying(true);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.showPlaying(false);
  }

  showPlaying(playing) {
    at("play").textContent = playing ? "Pause" : "Play";
    at("play").setAttribute("aria-pressed", String(playing));
  }
}

let replay = null;
at("step").addEventListener("input", () => { replay.pause(); replay.go(Number(at("step").value)); });
at("to-first").addEventListener("click", () => { replay.pause(); replay.go(0); });
at("to-previous").addEventListener("click", () => { replay.pause(); replay.go(replay.now - 1); });
at("to-next").addEventListener("click", () => { replay.pause(); replay.go(replay.now + 1, true); });
at("to-last").addEventListener("click", () => { replay.pause(); replay.go(replay.steps.length); });
at("words").addEventListener("keydown", (event) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key], line = replay.lines[replay.current + by];
  if (!line) return;
  event.preventDefault();
  replay.pause();
  replay.go(line.step);
  replay.items[replay.current].firstChild.focus();
});
// The arrow keys go through the round, unless they mean something to what has the focus.
document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || !replay || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, dialog, [tabindex]")) return;
  event.preventDefault();
  replay.pause();
  replay.go(replay.now + by, by > 0);
});
at("play").addEventListener("click", () => replay.timer ? replay.pause() : replay.play());

// The link leads to the step that is shown.
at("copy").addEventListener("click", async () => {
  const link = `${location.origin}${address}${query({})}#step-${replay?.now ?? 0}`;
  try {
    await navigator.clipboard.writeText(link);
    at("copied").textContent = "The link is copied.";
  } catch { // a browser that does not let pages do that
    at("copied").replaceChildren(element("label", {}, "Copy this: ", element("input", { readonly: true, value: link, size: 32 })));
    at("copied").querySelector("input").select();
  }
});

// ---------------------------------------------------------------------------- from where it is seen

function offerViews(round) {
  const more = round.everything ? "every card that was dealt" : `from ${round.yours.map((seat) => `seat ${seat}`).join(" and ")}, as you saw it`;
  if (!round.everything && !round.yours.length) return at("seen-from").replaceChildren("Seen as a spectator saw it.");
  const select = element("select", { id: "as" }, element("option", { value: "" }, more), element("option", { value: "spectator" }, "as a spectator saw it"));
  select.addEventListener("change", () => show(select.value));
  at("seen-from").replaceChildren(element("label", { for: "as" }, "Seen "), select);
}

// ---------------------------------------------------------------------------- was it fair?

const MARKS = [[true, "✓", "Proven", "good"], [false, "✗", "Wrong", "bad"], [null, "–", "Not checked", "open"]];
function marked(ok, ...content) {
  const [, sign, word, kind] = MARKS.find(([value]) => value === ok);
  return element("li", { class: kind }, element("span", { class: "mark", "aria-hidden": "true" }, sign),
    element("span", { class: "visually-hidden" }, `${word}: `), element("span", {}, ...content));
}

function cardLine({ card, who, ok, words }) {
  const where = who ? `, ${who.replace(/^seat_/, "seat ")}` : "";
  return marked(ok, element("b", { title: cardName(card) }, ...withSuits(cardSigns(card))), `${where}: ${words}`);
}

async function check(round, as) {
  at("checks").replaceChildren();
  if (!canCheck()) {
    at("verdict").textContent = "Nothing was checked: browsers offer their cryptography only to pages from this machine or over HTTPS. Open this page there.";
    return;
  }
  at("verdict").textContent = "Checking…";
  const proven = me() && round.chance.length ? await get(`${address}/proofs${query(as ? { as } : {})}`) : null;
  const lines = await checkRound(round, proven?.proofs, proven?.gathered, proven?.hidden);
  at("checks").replaceChildren(...lines.map(({ ok, words, cards }) => {
    const line = marked(ok, words);
    if (cards?.length) line.append(element("ul", { class: "checks cards" }, ...cards.map(cardLine)));
    return line;
  }));
  const wrong = lines.filter(({ ok }) => ok === false).length, right = lines.filter(({ ok }) => ok).length;
  at("verdict").textContent = wrong ? `Something is wrong: ${wrong} of the checks failed.`
    : right ? `All ${right} checks that could be made here are good.` : "Nothing could be checked.";
  at("verdict").className = wrong ? "bad" : "";
}

async function show(as) {
  const step = replay?.now ?? /^#step-(\d+)$/.exec(location.hash)?.[1];
  replay?.pause();
  try {
    const round = await get(`${address}${query({ words: true, ...(as ? { as } : {}) })}`);
    if (!replay) offerViews(round);
    at("replay").hidden = false;
    replay = new Replay(round);
    replay.go(Number(step ?? replay.opens));
    await check(round, as);
  } catch (error) {
    at("trouble").textContent = `This round cannot be shown: ${error.message}`;
    at("verdict").textContent = "Nothing was checked.";
  }
}
show("");
