// The page of a game in the school: a lesson is begun, and what the learner knows is shown.
import { comeAsGuest, get, me, post, sentenceOf } from "./api.js";
import { byId, dataOf, element } from "./dom.js";
import { scoreTable } from "./school-scores.js";

/** @import { AboutSchool, Known } from "../types/wire.d.ts" */

/** @type {AboutSchool} */
const about = dataOf("about");
const form = byId("begin", HTMLFormElement);
const said = byId("school-said");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = new FormData(form);
  const text = (/** @type {string} */ name) => String(given.get(name) ?? "");
  const practice = text("practice");
  const done = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-kind]:checked"));
  const automate = [...done].map(({ dataset }) => dataset.kind ?? "");
  try {
    if (!me()) await comeAsGuest();
    await post(`/api/school/${about.chapter}/lesson`, {
      practice,
      automate: practice ? [] : automate.length ? automate : ["none"],
      irregularities: given.has("irregularities"),
      at_end: given.has("at_end"),
      rounds: Number(text("rounds")),
      players: Number(text("players")),
      table: text("table"),
      dealing: text("dealing"),
    });
    location.assign(`/school/${about.chapter}/lesson`);
  } catch (error) {
    said.textContent = sentenceOf(error);
  }
});

/** @param {Known} known */
function show(known) {
  byId("goes-on").hidden = known.lesson === null;
  const link = byId("goes-on").firstElementChild;
  if (known.test && link) link.textContent = "A table test waits for you: deal it";
  for (const [kind, lines] of Object.entries(known.drills)) {
    const [right, of] = [lines.reduce((sum, each) => sum + each.right, 0), lines.reduce((sum, each) => sum + each.of, 0)];
    byId(`drill-${kind}`).textContent = of ? `${right} of ${of} right` : "";
  }
  byId("drill-today").textContent = known.due ? `${known.due} due` : "";
  const rows = known.sections
    .filter(({ cards }) => cards)
    .map(({ section, cards, asked, known: part, due }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, `§ ${section}`),
        ...[cards, asked, `${Math.round(100 * part)}%`, due].map((each) => element("td", {}, String(each))),
      ),
    );
  const titles = ["section", "cards", "asked", "known", "due"];
  const head = element("tr", {}, ...titles.map((words) => element("th", { scope: "col" }, words)));
  const days = known.days_until_all_were_asked;
  const percent = Math.round(100 * known.known);
  byId("known").replaceChildren(
    element(
      "p",
      {},
      `You are expected to know ${percent}% of ${known.cards} cards today.`,
      days ? ` With a lesson a day, all have been asked in ${days} days.` : "",
    ),
    ...(known.weak_sections.length ? [scoreTable("weakest sections", known.weak_sections, "§ ")] : []),
    element(
      "details",
      {},
      element("summary", {}, "By section"),
      element("table", { class: "list num" }, element("thead", {}, head), element("tbody", {}, ...rows)),
    ),
  );
}

if (me()) {
  get(`/api/school/${about.chapter}`).then(show, (error) => {
    said.textContent = sentenceOf(error);
  });
}
