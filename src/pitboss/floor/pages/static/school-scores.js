// Scores of lessons and drills, as tables.
import { element } from "./dom.js";

/** @import { ScoreLine } from "../types/wire.d.ts" */

/**
 * @param {string} title
 * @param {ScoreLine[]} lines
 * @param {string} [before] what stands before each name
 */
export function scoreTable(title, lines, before = "") {
  const timed = lines.some(({ seconds }) => seconds !== null && seconds !== undefined);
  const titles = [title, "right at the first try", ...(timed ? ["seconds"] : [])];
  const head = element("tr", {}, ...titles.map((words) => element("th", { scope: "col" }, words)));
  const rows = lines.map(({ about, right, of, seconds }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, `${before}${about}`),
      element("td", {}, `${right} of ${of}`),
      timed ? element("td", {}, (seconds ?? 0).toFixed(1)) : null,
    ),
  );
  return element("table", { class: "list num" }, element("thead", {}, head), element("tbody", {}, ...rows));
}

/** @param {ScoreLine[]} byKind @param {ScoreLine[]} bySection */
export const scoreTables = (byKind, bySection) =>
  element("div", { class: "school-scores" }, scoreTable("kind of act", byKind), scoreTable("section", bySection, "§ "));
