// What the dealer says, line by line, each with its section; also what is read aloud to those who listen.
import { element } from "./dom.js";
import { citeButton } from "./rules.js";
import { isProcedure, withSuits } from "./words.js";

/** @typedef {[cite: string, sentence: string]} Line */

const MOST = 200; // lines that are kept
const NEAR = 32; // pixels from the end at which a reader still follows

export class DealerLog {
  /**
   * A region around the list is what is read out: an <ol> with the role of a log is no list any more.
   *
   * @param {HTMLElement} list an <ol> that scrolls
   * @param {() => string[]} [names] the players by the names that lines call them
   * @param {(sentence: string) => string} [rewrite] how a sentence is shown
   */
  constructor(list, names = () => [], rewrite = (sentence) => sentence) {
    this.rewrite = rewrite;
    this.list = list;
    this.names = names;
    list.classList.add("dealer-lines");
    list.tabIndex = 0; // to scroll it with the keyboard
    if (!list.hasAttribute("aria-label")) list.setAttribute("aria-label", "What the dealer says");
    this.region = element("div", { class: "dealer-log", role: "log", "aria-live": "polite" });
    list.replaceWith(this.region);
    this.region.append(list);
    this.short = false; // procedure is left out, also of what is read out
    this.follows = true; // the reader is at the end, and has not scrolled up to read
    this._size = "";
    list.addEventListener("scroll", () => this._scrolled(), { passive: true });
    this.sizes = new ResizeObserver(() => this.toEnd()); // styles that come late, a window that is turned
    this.sizes.observe(list);
  }

  // The reader scrolled, if the list is as large as when it was scrolled to its end.
  _scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.list;
    if (this._size !== this._measure()) this.toEnd();
    else this.follows = scrollHeight - scrollTop - clientHeight <= NEAR;
  }

  /**
   * Adds lines. What happens now is read out, many lines in one go; with `now` false it is what was said before.
   *
   * @param {Line[]} lines
   * @param {{ now?: boolean }} [when]
   */
  say(lines, { now = true } = {}) {
    if (!lines?.length) return;
    this.region.setAttribute("aria-live", now ? "polite" : "off");
    this.region.setAttribute("aria-busy", "true");
    if (this.list.lastElementChild) this.sizes.unobserve(this.list.lastElementChild);
    const names = this.names();
    this.list.append(...lines.slice(-MOST).map(([cite, words]) => itemOf([cite, this.rewrite(words)], names)));
    while (this.list.childElementCount > MOST) this.list.firstElementChild?.remove();
    this._mark();
    this.region.removeAttribute("aria-busy");
    if (this.list.lastElementChild) this.sizes.observe(this.list.lastElementChild);
    this.toEnd();
  }

  /**
   * Leaves procedure out, or shows it again.
   *
   * @param {boolean} short
   */
  leaveOut(short) {
    this.short = short;
    this.list.classList.toggle("short", short);
    this._mark();
    this.toEnd();
  }

  // The last line that is shown is the current one.
  _mark() {
    for (const item of this.list.querySelectorAll(".now")) mark(item, false);
    mark(
      [...this.list.children].findLast((item) => !(this.short && item.classList.contains("procedure"))),
      true,
    );
  }

  /**
   * Shows other sentences in place of all that were there.
   *
   * @param {[cite: string, sentence: string][]} words
   */
  renew(words) {
    this.list.replaceChildren();
    this.follows = true;
    this.say(words, { now: false });
  }

  toEnd() {
    if (this.follows) this.list.scrollTop = this.list.scrollHeight;
    this._size = this._measure();
  }

  _measure() {
    return `${this.list.scrollHeight} ${this.list.clientHeight}`;
  }
}

/**
 * @param {Element | undefined} item
 * @param {boolean} current
 */
function mark(item, current) {
  item?.classList.toggle("now", current);
  if (current) item?.setAttribute("aria-current", "step");
  else item?.removeAttribute("aria-current");
}

/**
 * @param {Line} line
 * @param {string[]} names
 */
function itemOf(line, names) {
  const [cite, sentence] = line;
  const words = element("span", { class: "said" }, ...withSuits(sentence));
  const section = cite ? element("span", { "aria-live": "off" }, citeButton(cite)) : null;
  return element("li", { class: isProcedure(line, names) ? "procedure" : null }, words, section);
}
