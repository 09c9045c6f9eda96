// Table tests (§ 527.5(a)): an examiner sets one, reads its scoring sheet, and decides.
import { get, post, sentenceOf } from "./api.js";
import { button, byId, element } from "./dom.js";
import { citeButton } from "./rules.js";

/** @import { TestLine, TestSheet } from "../types/wire.d.ts" */

const said = byId("tests-said");
const form = byId("set", HTMLFormElement);
const place = byId("sheet");

/** @param {TestLine} test */
const pathOf = ({ chapter, candidate, lesson }) =>
  /** @type {const} */ (`/api/table-tests/${chapter}/${encodeURIComponent(candidate)}/${lesson}`);

/** @param {TestLine} test */
const standing = ({ passed, dealt, rounds }) =>
  passed === null
    ? dealt < rounds
      ? `${dealt} of ${rounds} rounds dealt`
      : "to be decided"
    : passed
      ? "passed"
      : "not passed";

async function list() {
  try {
    const tests = await get("/api/table-tests");
    const titles = ["Dealer", "Game", "Seed", "Result"].map((words) => element("th", { scope: "col" }, words));
    const paper = element("th", { scope: "col" }, element("span", { class: "visually-hidden" }, "Paper"));
    const head = element("tr", {}, ...titles, paper);
    const rows = tests.map((test) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, `${test.dealer} (${test.candidate})`),
        ...[test.game, String(test.seed), standing(test)].map((words) => element("td", {}, words)),
        element(
          "td",
          {},
          button("Sheet", () => open(test)),
        ),
      ),
    );
    byId("tests").replaceChildren(element("thead", {}, head), element("tbody", {}, ...rows));
  } catch (error) {
    said.textContent = sentenceOf(error);
  }
}

/** @param {TestLine} test */
async function open(test) {
  try {
    show(await get(pathOf(test)));
  } catch (error) {
    said.textContent = sentenceOf(error);
  }
}

/** @param {TestSheet} sheet */
function show(sheet) {
  const { test } = sheet;
  const titles = ["Criterion", "Right at the first try", "At least", "Points", "Met"];
  const head = element("tr", {}, ...titles.map((words) => element("th", { scope: "col" }, words)));
  const rows = sheet.criteria.map(({ name, right, of, least, points, most, met }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      ...(of
        ? [`${right} of ${of}`, `${least}%`, `${points} of ${most}`, met ? "yes" : "no"]
        : ["not demanded", "", "", ""]
      ).map((words) => element("td", {}, words)),
    ),
  );
  const mistakes = sheet.verdicts.filter(({ verdict }) => verdict !== "right");
  const lines = mistakes.map(({ act, verdict, section, message }) =>
    element("li", {}, element("b", {}, verdict), ` ${act}: ${message} `, citeButton(section)),
  );
  place.hidden = false;
  place.replaceChildren(
    element("h2", {}, `${test.dealer}: ${test.game}, ${standing(test)}`),
    element("table", { class: "list num" }, element("thead", {}, head), element("tbody", {}, ...rows)),
    element(
      "p",
      {},
      `In all ${sheet.points} of ${sheet.most} points; the criteria of the house are ${sheet.met ? "met" : "not met"}.`,
    ),
    element("details", {}, element("summary", {}, `${mistakes.length} mistakes`), element("ul", {}, ...lines)),
    ...decisionParts(sheet),
  );
  place.scrollIntoView({ block: "nearest" });
}

/** @param {TestSheet} sheet @returns {HTMLElement[]} */
function decisionParts({ test, decision }) {
  const path = pathOf(test);
  const sheetLink = element("a", { class: "button", href: `${path}/sheet.pdf` }, "Print the sheet");
  if (decision) {
    const { passed, by, position, date, remarks } = decision;
    const words = `${passed ? "Passed" : "Not passed"}, decided by ${by}, ${position}, on ${date}. ${remarks}`;
    const record = element("a", { class: "button", href: `${path}/record.toml` }, "For the training register");
    return [element("p", {}, words), element("p", {}, sheetLink, " ", record)];
  }
  if (test.dealt < test.rounds) return [];
  const by = element("input", { id: "decide-by", maxlength: 100, placeholder: "your name for the records" });
  const position = element("input", { id: "decide-position", maxlength: 60, placeholder: "pit boss" });
  const remarks = element("input", { id: "decide-remarks", maxlength: 200 });
  const decide = async (/** @type {boolean} */ passed) => {
    const body = { passed, by: by.value, position: position.value, remarks: remarks.value };
    try {
      show(await post(`${path}/decision`, body));
      await list();
    } catch (error) {
      said.textContent = sentenceOf(error);
    }
  };
  return [
    element(
      "p",
      { class: "school-row" },
      element("label", { for: "decide-by" }, "By "),
      by,
      element("label", { for: "decide-position" }, "Position "),
      position,
      element("label", { for: "decide-remarks" }, "Remarks "),
      remarks,
    ),
    element(
      "p",
      {},
      button("Passed: I sign", () => decide(true), { class: "main" }),
      " ",
      button("Not passed: I sign", () => decide(false)),
      " ",
      sheetLink,
    ),
  ];
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = new FormData(form);
  const text = (/** @type {string} */ name) => String(given.get(name) ?? "");
  const { chapter, candidate, dealer, table, criteria } = Object.fromEntries(
    ["chapter", "candidate", "dealer", "table", "criteria"].map((name) => [name, text(name)]),
  );
  try {
    await post(`/api/table-tests/${chapter}`, { candidate, dealer, table, criteria, seed: Number(text("seed")) });
    said.textContent = `The test waits for ${candidate} under School.`;
    await list();
  } catch (error) {
    said.textContent = sentenceOf(error);
  }
});
list();
