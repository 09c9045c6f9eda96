// Pay tables of the desk's form: the table that a house posts beside every printed one.
import { button, element } from "./dom.js";
import { same, segments } from "./desk-fields.js";
import { capital } from "./words.js";

/**
 * @import { FormField, FormTable, TableEdge } from "../types/wire.d.ts"
 * @import { Change, Control } from "./desk-fields.js"
 *
 * @typedef {Record<string, string>} Rows payouts by hand
 * @typedef {Control & { showEdges: (edges: TableEdge[]) => void, cells: Map<string, HTMLInputElement> }} TableControl
 */

const OWN = "own";
const MOST_TITLES = 5; // choices that are called "Table A"
const PLAIN_ODDS = /^([\d,]+) ((?:to|for) 1)$/;

/** @param {number | null | undefined} edge */
export const percent = (edge) =>
  typeof edge === "number" ? `${edge < 0 ? "\u2212" : ""}${(Math.abs(edge) * 100).toFixed(4)}%` : "\u2013";

/** @param {FormTable} printed */
export const titleOf = ({ table, condition }) =>
  [table ? `Table ${table}` : "", condition ? (table ? condition : capital(condition)) : ""].filter(Boolean).join(", ") ||
  "Printed";

/**
 * The hand of a printed table that a row of the house's own names; it may leave out what stands in brackets.
 *
 * @param {string} name
 * @param {string[]} hands
 */
function handOf(name, hands) {
  const wanted = name.toLowerCase().trim();
  const short = (/** @type {string} */ hand) => hand.toLowerCase().split(" (")[0];
  return hands.find((hand) => hand.toLowerCase() === wanted) ?? hands.find((hand) => short(hand) === wanted);
}

/**
 * The choice of a wager's pay table, with the tables below it.
 *
 * @param {FormField} field
 * @param {FormTable[]} printed
 * @param {string} id
 * @param {Change} change
 * @returns {TableControl}
 */
export function payTableControl(field, printed, id, change) {
  const longest = printed.toSorted((one, other) => other.rows.length - one.rows.length);
  const hands = [...new Set(longest.flatMap(({ rows }) => rows.map(([hand]) => hand)))];
  /** @type {unknown} */
  let value = field.default;
  /** @type {Map<string, HTMLInputElement>} */
  const cells = new Map();
  const ownRows = () => /** @type {Rows} */ (value);
  const isOwn = () => typeof value === "object" && value !== null;
  const letterOf = (/** @type {unknown} */ said) => (said === "floor" || said === true ? "" : said);
  /** @type {(said: unknown) => FormTable | undefined} */
  const tableOf = (said) => (said === "" || said === false ? undefined : printed.find(({ table }) => table === letterOf(said)));

  const base = () => tableOf(value) ?? printed[0];
  const takeOwn = () => Object.fromEntries(base().rows);
  const isMany = field.choices.length > MOST_TITLES; // then letters alone, so that they stand in one line
  const choices = field.choices.map(({ value: each, label }) => ({
    value: each,
    label: isMany ? label.replace(/^Table /, "") : label,
  }));
  const chooser = segments(id, field.own ? [...choices, { value: OWN, label: "Own table" }] : choices, (chosen) => {
    const before = value;
    value = chosen === OWN ? (isOwn() ? before : takeOwn()) : chosen;
    change(value);
    draw();
  });
  const holder = element("div", {
    class: "scroll",
    tabindex: "0",
    role: "region",
    "aria-label": `Pay tables of ${field.label}`,
  });
  /** @type {TableEdge[]} */
  let edges = [];

  /** @param {string} hand @returns {string} what this table pays for a hand */
  const pays = (hand) => {
    if (isOwn()) {
      const name = Object.keys(ownRows()).find((each) => handOf(each, hands) === hand);
      if (name !== undefined) return String(ownRows()[name]);
    }
    return Object.fromEntries(base().rows)[hand] ?? "";
  };
  /** @param {string} hand @param {string} payout */
  const setRow = (hand, payout) => {
    const rows = Object.fromEntries(hands.map((each) => [each, each === hand ? payout : pays(each)]));
    const alike = printed.find((table) => same(Object.fromEntries(table.rows), rows));
    const usual = field.choices.find(({ value: each }) => alike && each !== "" && letterOf(each) === alike.table);
    value = usual ? usual.value : rows;
    change(value);
    chooser.show(isOwn() ? OWN : value);
    mark();
  };
  const edgeOf = (/** @type {FormTable} */ { table, condition }) =>
    edges.find((each) => each.table === table && each.condition === condition && each.wager === printed[0].wager)?.edge;
  const edgeHere = () => {
    if (isOwn()) return edges.find((each) => each.table === OWN && each.wager === printed[0].wager)?.edge;
    return edgeOf(base());
  };

  // Which cells differ from the table that is posted; typing changes nothing else of the drawing.
  const mark = () => {
    for (const cell of holder.querySelectorAll("td[data-hand]")) {
      if (!(cell instanceof HTMLElement)) continue;
      const differs = cell.dataset.payout !== pays(cell.dataset.hand ?? "");
      cell.classList.toggle("differs", differs);
      const words = cell.querySelector(".visually-hidden");
      if (words) words.textContent = differs ? ", differs" : "";
    }
    for (const [hand, input] of cells)
      input.classList.toggle(
        "differs",
        printed.every(({ rows }) => !rows.some((row) => same(row, [hand, pays(hand)]))),
      );
    const foot = holder.querySelector(".edge-here");
    if (foot) foot.textContent = percent(edgeHere());
  };
  const draw = () => {
    chooser.show(isOwn() ? OWN : value);
    const isOffered = value !== "" && value !== false;
    holder.hidden = !isOffered && printed.length === 1;
    cells.clear();
    const editable = field.own && isOffered;
    const here = isOffered && (editable || printed.length > 1);
    const heads = printed.map((table) => element("th", { scope: "col" }, useButton(table)));
    const rows = hands.map((hand) => {
      const shown = here ? element("td", { class: "here" }, editable ? payoutInput(hand) : pays(hand)) : null;
      const others = printed.map((table) => {
        const payout = Object.fromEntries(table.rows)[hand] ?? "\u2013";
        return element(
          "td",
          { "data-hand": hand, "data-payout": payout },
          payout,
          element("span", { class: "visually-hidden" }),
        );
      });
      return element("tr", {}, element("th", { scope: "row" }, hand), shown, ...others);
    });
    const head = element(
      "tr",
      {},
      element("th", { scope: "col" }, "Hand"),
      here ? element("th", { scope: "col", class: "here" }, "This table") : null,
      ...heads,
    );
    const known = printed.some((table) => typeof edgeOf(table) === "number");
    const foot = known
      ? element(
          "tr",
          {},
          element("th", { scope: "row" }, "The house holds"),
          here ? element("td", { class: "here edge-here" }, percent(edgeHere())) : null,
          ...printed.map((table) => element("td", {}, percent(edgeOf(table)))),
        )
      : null;
    const table = element(
      "table",
      { class: "pay" },
      element("thead", {}, head),
      element("tbody", {}, ...rows),
      foot ? element("tfoot", {}, foot) : null,
    );
    holder.replaceChildren(table);
    if (here) mark();
  };
  /** @param {FormTable} table */
  const useButton = (table) => {
    const choice = field.choices.find(({ value: each }) => each !== "" && each !== false && letterOf(each) === table.table);
    if (!choice || field.kind === "flag") return titleOf(table);
    const use = () => {
      value = choice.value;
      change(value);
      draw();
      const again = holder.querySelector(`button[data-table="${table.table}"]`);
      if (again instanceof HTMLElement) again.focus();
    };
    const pressed = !isOwn() && same(value, choice.value);
    const label = `Use ${table.table ? `table ${table.table}` : "the printed table"} for ${field.label}`;
    return button(titleOf(table), use, {
      class: "pick",
      "aria-pressed": String(pressed),
      "aria-label": label,
      "data-table": table.table,
    });
  };
  /** @param {string} hand */
  const payoutInput = (hand) => {
    const printedOdds = Object.fromEntries(base().rows)[hand] ?? "";
    const now = pays(hand);
    const fits = PLAIN_ODDS.exec(printedOdds);
    const number = fits && PLAIN_ODDS.exec(now)?.[2] === fits[2] ? PLAIN_ODDS.exec(now)?.[1] : null;
    const suffix = number !== null && number !== undefined ? (fits?.[2] ?? "") : "";
    const input = element("input", {
      type: "text",
      value: suffix ? String(number) : now,
      "aria-label": `${hand} pays${suffix ? `, ${suffix}` : ""}`,
      inputmode: suffix ? "numeric" : null,
      class: suffix ? "short" : "",
      autocomplete: "off",
    });
    input.addEventListener("input", () =>
      setRow(hand, suffix && /^[\d,]+$/.test(input.value.trim()) ? `${input.value.trim()} ${suffix}` : input.value),
    );
    cells.set(hand, input);
    return element("span", { class: "payout" }, input, suffix ? ` ${suffix}` : "");
  };
  const show = (/** @type {unknown} */ now) => {
    value = now;
    draw();
  };
  const showEdges = (/** @type {TableEdge[]} */ now) => {
    if (same(edges, now)) return;
    edges = now;
    if (holder.contains(document.activeElement)) mark();
    else draw();
  };
  draw();
  return {
    root: element("div", { class: "pay-field" }, chooser.root, holder),
    inputs: chooser.inputs,
    grouped: true,
    show,
    showEdges,
    cells,
  };
}

/**
 * A pay table that the chapter fixes.
 *
 * @param {FormTable} printed
 */
export function fixedTable(printed) {
  const rows = printed.rows.map(([hand, payout]) =>
    element("tr", {}, element("th", { scope: "row" }, hand), element("td", {}, payout)),
  );
  const title = [printed.wager, printed.table ? `table ${printed.table}` : "", printed.condition].filter(Boolean).join(", ");
  return element("table", { class: "pay fixed" }, element("caption", {}, title), element("tbody", {}, ...rows));
}
