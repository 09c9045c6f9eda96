import { element } from "/static/words.js";
export class DealerLog { constructor(l) { this.l = l; } clear() { this.l.replaceChildren(); } say(lines) { for (const [c, s] of lines) this.l.append(element("li", {}, element("span", {}, s), element("span", { class: "cite" }, c))); this.l.scrollTop = 1e9; } }
