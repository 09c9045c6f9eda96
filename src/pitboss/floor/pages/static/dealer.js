// What the dealer says, line by line, each with its section; also what is read aloud to those who listen.
import { citeButton } from "/static/rules.js";
import { element, isProcedure, withSuits } from "/static/words.js";

const MOST = 200; // lines that are kept
const NEAR = 32; // pixels from the end at which a reader still follows

export class DealerLog {
  // `list` is an <ol> that scrolls. A region around it is what is read out: an <ol> with the role of a log is no list any more.
  constructor(list) {
    this.list = list;
    list.classList.add("dealer-lines");
    list.tabIndex = 0; // to scroll it with the keyboard
    if (!list.hasAttribute("aria-label")) list.setAttribute("aria-label", "What the dealer says");
    this.region = element("div", { class: "dealer-log", role: "log", "aria-live": "polite" });
    list.replaceWith(this.region);
    this.region.append(list);
    this.short = false; // procedure is left out, also of what is read out
    this.follows = true; // the reader is at the end, and has not scrolled up to read
    list.addEventListener("scroll", () => { // of the reader's own, if the list is as large as when it was scrolled to its end
      if (this._size !== this._measure()) this.toEnd();
      else this.follows = list.scrollHeight - list.scrollTop - list.clientHeight <= NEAR;
    }, { passive: true });
    this.sizes = new ResizeObserver(() => this.toEnd()); // styles that come late, a window that is turned
    this.sizes.observe(list);
  }

  // Adds lines [cite, sentence]. What happens now is read out, many lines in one go; with `now` false it is what was said before.
  say(lines, { now = true } = {}) {
    if (!lines?.length) return;
    this.region.setAttribute("aria-live", now ? "polite" : "off");
    this.region.setAttribute("aria-busy", "true");
    if (this.list.lastElementChild) this.sizes.unobserve(this.list.lastElementChild);
    this.list.append(...lines.slice(-MOST).map(line));
    while (this.list.childElementCount > MOST) this.list.firstElementChild.remove();
    this._mark();
    this.region.removeAttribute("aria-busy");
    this.sizes.observe(this.list.lastElementChild);
    this.toEnd();
  }

  // Leaves procedure out, or shows it again.
  leaveOut(short) {
    this.short = short;
    this.list.classList.toggle("short", short);
    this._mark();
    this.toEnd();
  }

  // The last line that is shown is the current one.
  _mark() {
    for (const item of this.list.querySelectorAll(".now")) mark(item, false);
    mark([...this.list.children].findLast((item) => !(this.short && item.classList.contains("procedure"))), true);
  }

  clear() {
    this.list.replaceChildren();
    this.follows = true;
  }

  toEnd() {
    if (this.follows) this.list.scrollTop = this.list.scrollHeight;
    this._size = this._measure();
  }

  _measure() { return `${this.list.scrollHeight} ${this.list.clientHeight}`; }
}

function mark(item, current) {
  item?.classList.toggle("now", current);
  if (current) item?.setAttribute("aria-current", "step"); else item?.removeAttribute("aria-current");
}

function line(told) {
  const [cite, sentence] = told;
  const said = element("span", { class: "said" }, ...withSuits(sentence));
  return element("li", { class: isProcedure(told) ? "procedure" : null }, said, cite ? element("span", { "aria-live": "off" }, citeButton(cite)) : null);
}
