// The laboratory of a game: the form and the address say the same, the floor works it out, and every part is shown as it comes.
import { post } from "./api.js";
import { byId, dataOf, element } from "./dom.js";
import { ask, WINDOW } from "./lab-asking.js";
import { showChanges, showNumbers, showOutcomes, showSession } from "./lab-figures.js";
import { fillForm, markRefused, onChange } from "./lab-form.js";
import { showMistakes, showPlay } from "./lab-play.js";
import { citeButton } from "./rules.js";

/** @import { Findings, LabPage, Law } from "../types/wire.d.ts" */

/** @type {LabPage} */
const about = dataOf("lab-about");
const OTHERWISE = /^chapter \w+ says otherwise: /;
const path = `/lab/${about.chapter}`;
const numbers = byId("lab-numbers");
const spread = byId("lab-spread");
const session = byId("lab-session");
const mistakes = byId("lab-mistakes");
const play = byId("lab-play");
const address = byId("lab-address");
const copy = byId("lab-copy");
const said = byId("lab-said");

/** @param {Law | null | undefined} law */
export function showLaw(law) {
  const place = byId("lab-law");
  place.className = `lab-law${law?.lawful === false ? " no" : ""}`;
  if (!law) {
    place.replaceChildren();
    return;
  }
  const words = {
    true: "Lawful in Pennsylvania",
    false: `Not lawful in Pennsylvania: ${law.why.replace(OTHERWISE, "")}`,
    null: law.why,
  };
  const sign = { true: "\u2713", false: "\u00d7", null: "?" };
  const key = /** @type {"null"} */ (String(law.lawful));
  const cite = law.section.includes(".") ? citeButton(law.section) : "";
  place.replaceChildren(element("span", { class: "sign", "aria-hidden": "true" }, sign[key]), `${words[key]} `, cite);
}

/** @param {string} query */
function showAddress(query) {
  address.replaceChildren(path, query ? element("b", {}, `?${query}`) : "");
}

/** @type {Map<HTMLElement, unknown[]>} */
const drawn = new Map();

/**
 * Draws a part of the page if what it shows is other than before: what a reader has opened there stays open.
 *
 * @param {HTMLElement} place
 * @param {unknown[]} from
 * @param {() => void} draw
 */
function redraw(place, from, draw) {
  const before = drawn.get(place);
  if (before && from.every((each, at) => each === before[at])) return;
  drawn.set(place, from);
  draw();
}

/** @param {Findings} findings */
function show({ law, first, numbers: exact, printed, changes, sessions, mistakes: costs, play: best }) {
  const figures = exact ?? first;
  redraw(byId("lab-law"), [law], () => showLaw(law));
  redraw(numbers, [figures, printed], () => showNumbers(numbers, figures, printed, !exact));
  redraw(spread, [figures, changes], () => {
    const room = spread.clientWidth || numbers.clientWidth;
    spread.replaceChildren(...showOutcomes(figures, room), ...showChanges(changes, about.chapter === "633a"));
  });
  redraw(session, [sessions, figures], () => showSession(session, sessions, figures?.of ?? ""));
  redraw(mistakes, [costs, best], () => showMistakes(mistakes, costs, best?.rules ?? []));
  redraw(play, [best], () => showPlay(play, best));
}

/**
 * Works out what a query says.
 *
 * @param {string} query
 */
async function work(query) {
  showAddress(query);
  await ask(
    (has) => post(`/api/lab/${about.chapter}`, { query, window: WINDOW, has }),
    (whole, findings) => {
      if (whole !== here()) history.replaceState(null, "", whole ? `${path}?${whole}` : path);
      showAddress(whole);
      show(findings);
    },
  );
  markRefused(byId("lab-refused").textContent ?? "");
}

/** The query of the address, without the mark before it. */
const here = () => location.search.slice(1);

onChange((query) => {
  const words = String(query);
  if (words !== here()) history.pushState(null, "", words ? `${path}?${words}` : path);
  fillForm(about, query);
  work(words);
});
addEventListener("popstate", () => {
  fillForm(about, new URLSearchParams(here()));
  work(here());
});
copy.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    said.textContent = "The link is copied.";
    copy.textContent = "Copied";
  } catch {
    said.textContent = "This browser copies nothing; the link is in its address bar.";
    copy.textContent = "See the address bar";
  }
});

if (matchMedia("(max-width: 48rem)").matches) byId("lab-change", HTMLDetailsElement).open = false;
fillForm(about, new URLSearchParams(here()));
if (about.why) {
  showAddress(here());
  markRefused(about.why);
} else work(here());
