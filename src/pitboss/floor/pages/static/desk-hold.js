// What every wager of a submission holds: known at once, or worked out by the floor while a bar shows how far it is.
import { element, svg } from "./dom.js";
import { readLines, refusalOf, RefusedError } from "./api.js";
import { inWords } from "./desk-findings.js";
import { percent } from "./desk-paytables.js";

/**
 * @import { HoldLine, WagerHold } from "../types/wire.d.ts"
 * @import { Remedies } from "./desk-findings.js"
 *
 * @typedef {{ key: string, chapter: string, text: string, holder: string, holds: WagerHold[] }} Draft a submission, known by its key
 */

const LEAST_SCALE = 0.1; // of the axis: 10 % to each side
const PAUSE = 900; // milliseconds without a change before anything is worked out
const RETRY = 3000;
const BUSY = 503;
const WIDTH = 200;

/** The holds of a draft beside those of another submission, in a part of the page. */
export class HoldPanel {
  /**
   * @param {HTMLElement} root
   * @param {(words: string) => void} announce for those who listen: what was worked out, not every step of it
   * @param {Remedies["fieldOf"]} fieldOf
   */
  constructor(root, announce, fieldOf) {
    this.fieldOf = fieldOf;
    this.root = root;
    this.announce = announce;
    this.status = element("p", { class: "dim" });
    this.progress = element("progress", { max: 1, value: 0, "aria-label": "Working out what wagers hold", hidden: true });
    this.list = element("ul", { class: "holds" });
    this.root.append(this.progress, this.status, this.list);
    /** What was worked out, by the text of a submission with its holder's file. @type {Map<string, WagerHold[]>} */
    this.workedOut = new Map();
    /** The last figure of each wager, which stays until there is a new one. @type {Map<string, WagerHold>} */
    this.last = new Map();
    /** @type {AbortController | null} */
    this.running = null;
    this.timer = 0;
    this.failed = "";
    /** @type {Draft | null} */
    this.draft = null;
    /** @type {Draft | null} */
    this.other = null;
  }

  /**
   * @param {Draft} draft
   * @param {Draft | null} other
   */
  show(draft, other) {
    if (this.draft?.key !== draft.key || this.other?.key !== other?.key) this.failed = "";
    if (this.draft?.chapter !== draft.chapter) this.stop();
    this.draft = draft;
    this.other = other;
    this.draw();
    if (this.running || this.failed) return;
    const open = [draft, other].find(
      (each) => each && each.holds.some(({ edge }) => edge === null) && !this.workedOut.has(each.key),
    );
    clearTimeout(this.timer);
    if (open) this.timer = window.setTimeout(() => this.workOut(open), PAUSE);
  }

  // What is worked out is finished even if the draft changes: the floor keeps it, and most changes do not touch it.
  stop() {
    this.running?.abort();
    this.running = null;
    this.last.clear();
    this.tell("", null);
  }

  /** @param {Draft} what */
  async workOut({ key, text, holder }) {
    const running = new AbortController();
    this.running = running;
    try {
      this.tell("Working out…", 0);
      for await (const line of readLines("/api/submissions/hold", { text, holder }, running.signal)) {
        const { what = "", part = 0, holds, error, retry } = /** @type {Partial<HoldLine>} */ (line);
        if (error) throw new RefusedError(error, "", retry ? BUSY : 0);
        if (!holds) this.tell(`Working out ${what}: ${Math.round(part * 100)}%`, part);
        else {
          this.workedOut.set(key, holds);
          for (const held of holds) this.last.set(held.wager + held.table, held);
          this.announce(holds.map(({ wager, edge }) => `${wager} ${percent(edge)}`).join(", "));
        }
      }
    } catch (error) {
      if (running.signal.aborted) return;
      this.running = null;
      if (error instanceof RefusedError && error.status === BUSY) {
        this.timer = window.setTimeout(() => this.draft && this.show(this.draft, this.other), RETRY);
        return;
      }
      this.failed = `Not worked out: ${inWords(refusalOf(error).message, this.fieldOf)}.`;
    }
    this.running = null;
    this.tell("", null);
    if (this.draft) this.show(this.draft, this.other);
  }

  /** @param {string} words @param {number | null} part */
  tell(words, part) {
    this.progress.hidden = part === null;
    this.progress.value = part ?? 0;
    if (this.status.textContent !== words) this.status.textContent = words;
  }

  draw() {
    const { draft, other } = this;
    if (!draft) return;
    const now = this.holdsOf(draft);
    const before = other ? this.holdsOf(other) : [];
    const scale = Math.max(LEAST_SCALE, ...[...now, ...before].map(({ edge }) => Math.abs(edge ?? 0)));
    const gone = before.filter(({ wager }) => !now.some((each) => each.wager === wager));
    const items = now.map((held) =>
      this.item(
        held,
        before.find(({ wager }) => wager === held.wager),
        Boolean(other),
        scale,
      ),
    );
    this.list.replaceChildren(
      ...items,
      ...gone.map(({ wager, edge }) =>
        element(
          "li",
          {},
          element("b", {}, wager),
          element("p", { class: "dim" }, `no longer offered; it held ${percent(edge)}`),
        ),
      ),
    );
    if (this.failed) this.tell(this.failed, null);
  }

  /** @param {Draft} draft what is known at once, and beside it what was worked out */
  holdsOf({ key, holds }) {
    const known = holds.filter(({ edge }) => edge !== null);
    const all = this.workedOut.get(key) ?? holds;
    return all.map((held) => known.find(({ wager }) => wager === held.wager) ?? held);
  }

  /**
   * @param {WagerHold} held
   * @param {WagerHold | undefined} before
   * @param {boolean} isCompared
   * @param {number} scale
   */
  item({ wager, table, edge, exact }, before, isCompared, scale) {
    const stale = edge === null ? this.last.get(wager + table)?.edge : undefined;
    const title = table === "own" ? "own table" : table ? `table ${table}` : "";
    const amount = element(
      "strong",
      exact ? { title: `exactly ${exact}` } : {},
      edge === null ? (stale === undefined ? "…" : `${percent(stale)} …`) : percent(edge),
    );
    const head = element(
      "div",
      { class: "hold-head" },
      element("b", {}, wager),
      title ? element("span", { class: "dim" }, title) : null,
      amount,
    );
    const was = before?.edge ?? null;
    const bar = edge === null ? null : holdBar(edge, was, scale);
    return element("li", {}, head, bar, element("p", { class: "dim" }, ...comparison(edge, before, isCompared)));
  }
}

/**
 * @param {number | null} edge
 * @param {WagerHold | undefined} before
 * @param {boolean} isCompared
 * @returns {(Node | string)[]}
 */
function comparison(edge, before, isCompared) {
  /** @type {(Node | string)[]} */
  const words = [];
  if (isCompared && !before) words.push("newly offered");
  if (edge !== null && before && before.edge !== null) {
    const change = (edge - before.edge) * 100;
    if (edge === before.edge) words.push("as before");
    else {
      const sign = change < 0 ? "\u25bc \u2212" : "\u25b2 +";
      words.push(element("b", {}, `${sign}${Math.abs(change).toFixed(4)} points`), ` against ${percent(before.edge)}`);
    }
  }
  if (edge !== null && edge < 0) words.push(`${words.length ? " \u00b7 " : ""}favours the player`);
  return words;
}

/**
 * A bar from zero to what a wager holds, with a mark at what it held before.
 *
 * @param {number} edge
 * @param {number | null} before
 * @param {number} scale
 */
function holdBar(edge, before, scale) {
  const least = edge < 0 || (before ?? 0) < 0 ? -scale : 0;
  const at = (/** @type {number} */ value) => ((value - least) / (scale - least)) * WIDTH;
  const parts = [
    svg("rect", { class: "rail", x: 0, y: 6, width: WIDTH, height: 8, rx: 4 }),
    svg("rect", {
      class: edge < 0 ? "below" : "above",
      x: Math.min(at(0), at(edge)),
      y: 6,
      width: Math.abs(at(edge) - at(0)),
      height: 8,
    }),
    svg("rect", { class: "zero", x: at(0) - 0.5, y: 4, width: 1, height: 12 }),
  ];
  if (before !== null) parts.push(svg("rect", { class: "before", x: at(before) - 1, y: 1, width: 2, height: 18 }));
  return svg(
    "svg",
    { class: "hold-bar", viewBox: `-1 0 ${WIDTH + 2} 20`, preserveAspectRatio: "none", "aria-hidden": "true" },
    ...parts,
  );
}
