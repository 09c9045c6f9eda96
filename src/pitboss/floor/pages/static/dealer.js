// What the dealer says, line by line, each with its section; also what is read aloud to those who listen. Needs dealer.css.
import { citeButton } from "/static/rules.js";
import { element, withSuits } from "/static/words.js";

const MOST = 200; // lines that are kept
const NEAR = 32; // pixels from the end at which a reader still follows

export class DealerLog {
  // `list` is an <ol>. It lies in a region that scrolls and is read out: an <ol> with the role of a log would be no list any more.
  constructor(list) {
    this.list = list;
    list.classList.add("dealer-lines");
    this.region = element("div", { class: "dealer-log", role: "log", "aria-live": "polite", "aria-label": "What the dealer says", tabindex: "0" });
    list.replaceWith(this.region);
    this.region.append(list);
  }

  // Adds lines [cite, sentence]. What happens now is read out, many lines in one go; with `now` false it is what was said before.
  say(lines, { now = true } = {}) {
    if (!lines?.length) return;
    const follows = this.follows();
    this.region.setAttribute("aria-live", now ? "polite" : "off");
    this.region.setAttribute("aria-busy", "true");
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.list.append(...lines.slice(-MOST).map(line));
    while (this.list.childElementCount > MOST) this.list.firstElementChild.remove();
    this.list.lastElementChild.setAttribute("aria-current", "step");
    this.region.removeAttribute("aria-busy");
    if (follows) this.region.scrollTop = this.region.scrollHeight;
  }

  clear() {
    this.list.replaceChildren();
  }

  // Whether the reader is at the end, and has not scrolled up to read.
  follows() {
    return this.region.scrollHeight - this.region.scrollTop - this.region.clientHeight <= NEAR;
  }
}

function line([cite, sentence]) {
  const said = element("span", { class: "said" }, ...withSuits(sentence));
  return element("li", {}, said, cite ? element("span", { "aria-live": "off" }, citeButton(cite)) : null);
}
