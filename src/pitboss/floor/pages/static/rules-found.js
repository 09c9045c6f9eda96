// Rules found while one types: the question goes to the floor when the reader pauses, and the address of the page follows it.
import { get, refusalOf } from "./api.js";
import { byId, element } from "./dom.js";

/** @import { FoundRules } from "../types/wire.d.ts" */

const PAUSE = 200; // milliseconds without a key
let waiting = 0;
let latest = 0;

async function ask() {
  const wanted = new URLSearchParams({ q: byId("question", HTMLInputElement).value.trim() });
  const chapter = byId("of-chapter", HTMLSelectElement).value;
  if (chapter) wanted.set("chapter", chapter);
  latest += 1;
  const turn = latest;
  try {
    const answer = await get(`/api/rules?${wanted}`);
    if (turn !== latest) return; // the reader has typed on
    show(answer, Boolean(wanted.get("q")));
    history.replaceState(null, "", `/rules?${wanted}`);
  } catch (error) {
    if (turn === latest) byId("found-words").textContent = refusalOf(error).message;
  }
}

/** @param {FoundRules} answer @param {boolean} asked */
function show({ found, read_as }, asked) {
  const read = Object.entries(read_as).map(([word, meant]) => `Read ${word} as ${meant}. `);
  byId("found-words").textContent = read.join("") + (asked && !found.length ? "No paragraph answers that." : "");
  const items = found.map(({ cite, game, heading, says }) => {
    const link = element("a", { href: `/rules/${cite}` }, `\u00a7 ${cite}`);
    const where = element("span", { class: "dim" }, `${game}: ${heading}`);
    return element("li", {}, link, " ", where, element("br"), says);
  });
  byId("found-rules").replaceChildren(...items);
}

function askSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
}

byId("question").addEventListener("input", askSoon);
byId("of-chapter").addEventListener("change", ask);
byId("asking").addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(waiting);
  ask();
});
