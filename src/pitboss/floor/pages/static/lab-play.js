// Best play as tables of letters or as rules, and what mistakes cost.
import { element } from "./dom.js";
import { pending, percent } from "./lab-figures.js";
import { capital } from "./words.js";

/** @import { Grid, GridRow, Mistake, Play, SimpleRule } from "../types/wire.d.ts" */

/** As strategy cards print them: what is done where the first choice is not allowed stands behind it.
 * @type {Record<string, string>} */
const SHOWN = { d: "Ds", r: "Rs", D: "D", R: "R" };
/** @param {string} letter */
const kindOf = (letter) => letter.toUpperCase();
const ROUNDS = 1000;
const STAKE = 10;

/**
 * @param {HTMLElement} place
 * @param {Play | null | undefined} play
 */
export function showPlay(place, play) {
  if (!play) {
    place.replaceChildren(...pending("Best play"));
    return;
  }
  const parts = play.grids.length
    ? grids(play)
    : play.rules.length
      ? rules(play.rules)
      : [element("p", { class: "dim" }, play.why)];
  const title = play.grids.length ? "against the dealer\u2019s card" : "";
  place.replaceChildren(element("h2", {}, "Best play ", element("small", {}, title)), ...parts);
}

/** @param {Play} play */
function grids({ grids: tables, meanings, cost }) {
  const changed = tables.some(({ rows }) => rows.some(({ was }) => was));
  const key = element("ul", { class: "lab-key" });
  for (const [letter, words] of Object.entries(meanings)) {
    key.append(element("li", {}, element("b", { class: `play-${kindOf(letter)}` }, SHOWN[letter] ?? letter), ` ${words}`));
  }
  if (changed) key.append(element("li", {}, element("b", { class: "was" }, "H"), " other than in the printed game"));
  const after =
    cost === null
      ? ""
      : `Played by these letters alone the house keeps ${percent(cost, 4)} more than against play that minds every card.`;
  return [
    key,
    element("div", { class: "lab-grids" }, ...tables.map((table) => gridTable(table, meanings))),
    element("p", { class: "dim small" }, after),
  ];
}

/**
 * @param {Grid} grid
 * @param {Record<string, string>} meanings
 */
function gridTable({ title, columns, rows }, meanings) {
  const head = element("tr", {}, element("td", {}), ...columns.map((up) => element("th", { scope: "col" }, up)));
  const body = rows.map((row) =>
    element("tr", {}, element("th", { scope: "row" }, row.name), ...cells(row, columns, meanings)),
  );
  return element(
    "table",
    { class: "lab-grid" },
    element("caption", {}, title),
    element("thead", {}, head),
    element("tbody", {}, ...body),
  );
}

/**
 * @param {GridRow} row
 * @param {string[]} columns
 * @param {Record<string, string>} meanings
 */
function cells({ name, letters, was }, columns, meanings) {
  return [...letters].map((letter, place) => {
    const before = was[place] ?? letter;
    const other = before !== letter;
    const title = `${name} against ${columns[place]}: ${meanings[letter] ?? ""}${other ? `; ${meanings[before] ?? before} in the printed game` : ""}`;
    return element(
      "td",
      { class: `play-${kindOf(letter)}${other ? " was" : ""}`, title },
      SHOWN[letter] ?? letter,
      other ? element("span", { class: "visually-hidden" }, " (changed)") : null,
    );
  });
}

/** @param {SimpleRule[]} found */
function rules(found) {
  return found.map(({ words, edge, cost }, place) => {
    const price = cost > 5e-7 ? `costs ${percent(cost, 4)} more than best play` : "is best play itself";
    const lines = words
      .split("\n")
      .map((line) =>
        element("span", { class: `line in-${Math.min(3, (line.length - line.trimStart().length) / 2)}` }, capital(line.trim())),
      );
    const name = element("b", {}, found.length > 1 ? `Rule ${place + 1}` : "Rule");
    const head = element("summary", {}, name, ` ${price}; the house keeps ${percent(edge, 4)}`);
    return element("details", { class: "lab-rule", open: place === 0 }, head, element("p", {}, ...lines));
  });
}

/**
 * @param {HTMLElement} place
 * @param {Mistake[] | null | undefined} mistakes
 * @param {SimpleRule[]} simple
 */
export function showMistakes(place, mistakes, simple) {
  if (!mistakes?.length && simple.length < 2) {
    place.replaceChildren(...(mistakes ? [] : pending("What mistakes cost")));
    return;
  }
  const often = (mistakes ?? []).filter(({ chance }) => chance !== null);
  const rows = (mistakes ?? []).map(({ words, each, chance }) => {
    const whole =
      chance === null ? `$${(each * STAKE).toFixed(2)} each time` : `$${(each * chance * ROUNDS * STAKE).toFixed(2)}`;
    const detail =
      chance === null
        ? ""
        : `$${(each * STAKE).toFixed(2)} each time, ${Math.round(chance * ROUNDS).toLocaleString("en-US") || "less than 1"} times`;
    return element("li", {}, element("span", {}, words), element("b", { class: "num" }, whole), element("small", {}, detail));
  });
  const unit = often.length ? `$${STAKE} a round, ${ROUNDS.toLocaleString("en-US")} rounds` : `with a wager of $${STAKE}`;
  place.replaceChildren(
    element("h2", {}, "What mistakes cost ", element("small", {}, unit)),
    element("ul", { class: "lab-mistakes" }, ...rows),
  );
}
