// Controls of the desk's form: one for each kind of option. A control shows a value and reports what is chosen instead.
import { button, element } from "./dom.js";
import { dollars } from "./words.js";

/**
 * @import { FormColumn, FormField } from "../types/wire.d.ts"
 *
 * @typedef {object} Control
 * @property {HTMLElement} root
 * @property {HTMLElement[]} inputs what gets the description of the field
 * @property {boolean} grouped several inputs, which need a legend instead of a label
 * @property {(value: unknown) => void} show
 *
 * @typedef {(value: unknown) => void} Change null takes the statement out of the file
 * @typedef {(words: string) => void} Complain "" where there is nothing to complain about
 */

const MOST_SEGMENTS = 8;
const LONGEST_SEGMENTS = 60; // letters of all labels together
const LONG_TEXT = 50;
const MOST_MONEY = 10 ** 12; // cents: ten thousand million dollars

/** @param {unknown} one @param {unknown} other */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {FormField} field */
const isMoney = ({ unit }) => unit.startsWith("cents");

/** @param {FormField} field whether 0 means that there is none */
const isNoneAtZero = ({ default: usual, allowed }) =>
  usual === 0 && typeof allowed === "object" && allowed !== null && "min" in allowed && Number(allowed.min) > 0;

/** @param {number} cents as it is written into a field, without the sign of the dollar */
const written = (cents) => dollars(cents).slice(1);

/**
 * A value of an option in words.
 *
 * @param {FormField} field
 * @param {unknown} value
 * @returns {string}
 */
export function wordsOf(field, value) {
  const listed = field.choices.find((choice) => same(choice.value, value));
  if (listed) return listed.label;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") {
    if (value === 0 && isNoneAtZero(field)) return "none";
    if (isMoney(field)) return dollars(value) + field.unit.slice("cents".length);
    return field.unit === "percent" ? `${value}%` : `${value}${field.unit.startsWith(" ") ? "" : " "}${field.unit}`;
  }
  if (Array.isArray(value)) return listWords(field, value);
  if (typeof value === "object" && value) return "Own table";
  return value === "" || value === null || value === undefined ? "none" : String(value);
}

/** @param {FormField} field @param {unknown[]} value */
function listWords({ kind }, value) {
  if (!value.length) return "none";
  return kind === "texts" ? value.join(", ") : `${value.length} ${value.length === 1 ? "entry" : "entries"}`;
}

/**
 * The control of a field.
 *
 * @param {FormField} field
 * @param {string} id
 * @param {Change} change
 * @param {Complain} complain
 * @returns {Control}
 */
export function controlOf(field, id, change, complain) {
  if (field.columns.length) return listControl(field, id, change, complain);
  if (field.kind === "day" || field.kind === "time") return dayControl(field, id, change);
  if (field.kind === "texts") return field.choices.length ? checkControl(id, field.choices, change) : textsControl(id, change);
  const choices = field.choices.length ? field.choices : fewNumbers(field);
  if (choices.length) {
    const length = choices.reduce((sum, { label }) => sum + label.length, 0);
    return choices.length <= MOST_SEGMENTS && length <= LONGEST_SEGMENTS
      ? segments(id, choices, change)
      : selectControl(id, choices, change);
  }
  if (["amount", "number", "decimal"].includes(field.kind)) return numberControl(field, id, change, complain);
  return textControl(field, id, change);
}

/** @param {FormField} field the numbers from least to most, where they are few */
function fewNumbers({ kind, unit, allowed }) {
  const { min, max } = /** @type {{ min?: number, max?: number }} */ (allowed ?? {});
  if (kind !== "number" || unit === "percent" || min === undefined || max === undefined || max - min > MOST_SEGMENTS) return [];
  return Array.from({ length: max - min + 1 }, (_, at) => ({ value: min + at, label: String(min + at) }));
}

/**
 * Radio buttons beside each other. A value that none of them stands for is shown by none.
 *
 * @param {string} id
 * @param {{ value: unknown, label: string }[]} choices
 * @param {Change} change
 * @returns {Control & { inputs: HTMLInputElement[] }}
 */
export function segments(id, choices, change) {
  const inputs = choices.map(({ value }, at) => {
    const input = element("input", { type: "radio", name: id, id: at ? `${id}-${at}` : id, class: "visually-hidden" });
    input.addEventListener("change", () => change(value));
    return input;
  });
  const parts = choices.flatMap(({ label }, at) => [inputs[at], element("label", { for: inputs[at].id }, label)]);
  const show = (/** @type {unknown} */ value) => {
    for (const [at, input] of inputs.entries()) input.checked = same(choices[at].value, value);
  };
  return { root: element("div", { class: "segments" }, ...parts), inputs, grouped: true, show };
}

/**
 * @param {string} id
 * @param {{ value: unknown, label: string }[]} choices
 * @param {Change} change
 * @returns {Control}
 */
function selectControl(id, choices, change) {
  const unknown = element("option", { value: "", disabled: true, hidden: true }, "\u2013");
  const options = choices.map(({ label }, at) => element("option", { value: at }, label));
  const input = element("select", { id }, unknown, ...options);
  input.addEventListener("change", () => change(choices[Number(input.value)].value));
  const show = (/** @type {unknown} */ value) => {
    const at = choices.findIndex((choice) => same(choice.value, value));
    input.value = at < 0 ? "" : String(at);
  };
  return { root: input, inputs: [input], grouped: false, show };
}

/**
 * The number that a text says, null for none, undefined for something else. Amounts of dollars become cents.
 *
 * @param {string} text
 * @param {boolean} money
 * @param {boolean} whole
 */
export function numberIn(text, money, whole) {
  const plain = text.replaceAll(/[$,\s%]/g, "");
  if (!plain) return null;
  if (!/^\d+(\.\d+)?$/.test(plain)) return undefined;
  if (!money) return whole && plain.includes(".") ? undefined : Number(plain);
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined;
}

/**
 * What is wrong with a number that was read, "" where nothing is: no limit and no count can be too large.
 *
 * @param {number | null | undefined} value
 * @param {boolean} money
 * @param {boolean} whole
 */
function complaintAbout(value, money, whole) {
  if ((value ?? 0) > MOST_MONEY) return "This number is too large.";
  if (value !== undefined) return "";
  if (money) return "Write an amount in dollars, such as 25 or 2.50.";
  return whole ? "Write a whole number." : "Write a number, such as 7 or 7.5.";
}

/**
 * @param {FormField} field
 * @param {string} id
 * @param {Change} change
 * @param {Complain} complain
 * @returns {Control}
 */
function numberControl(field, id, change, complain) {
  const money = isMoney(field);
  const isPercent = field.unit === "percent";
  const isWhole = !isPercent && field.kind !== "decimal";
  const input = element("input", { id, type: "text", inputmode: "decimal", autocomplete: "off", class: "amount" });
  const about = isNoneAtZero(field) ? "none" : "";
  if (about) input.placeholder = about;
  input.addEventListener("input", () => {
    const value = numberIn(input.value, money, isWhole);
    const complaint = complaintAbout(value, money, isWhole);
    complain(complaint);
    if (!complaint) change(value);
  });
  const show = (/** @type {unknown} */ value) => {
    if (typeof value !== "number") input.value = String(value ?? "");
    else input.value = value === 0 && about ? "" : money ? written(value) : String(value);
    complain("");
  };
  const unit = money ? field.unit.slice("cents".length) : isPercent ? "%" : field.unit;
  const root = element(
    "span",
    { class: "with-unit" },
    money ? element("span", { class: "dim", "aria-hidden": "true" }, "$") : null,
    input,
    unit ? element("span", { class: "dim" }, unit) : null,
  );
  return { root, inputs: [input], grouped: false, show };
}

/**
 * @param {FormField} field
 * @param {string} id
 * @param {Change} change
 * @returns {Control}
 */
function textControl(field, id, change) {
  const isLong = String(field.default ?? "").length > LONG_TEXT;
  const input = isLong
    ? element("textarea", { id, rows: 2, class: "words" })
    : element("input", { id, type: "text", autocomplete: "off", class: "words" });
  input.addEventListener("input", () => change(input.value));
  const show = (/** @type {unknown} */ value) => {
    input.value = typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
  };
  return { root: input, inputs: [input], grouped: false, show };
}

/**
 * @param {FormField} field a day, or a day with its hour
 * @param {string} id
 * @param {Change} change
 * @returns {Control}
 */
function dayControl({ kind }, id, change) {
  const [type, length] = kind === "day" ? ["date", 10] : ["datetime-local", 16];
  const input = element("input", { id, type, autocomplete: "off" });
  input.addEventListener("input", () => change(input.value || null));
  const show = (/** @type {unknown} */ value) => {
    input.value = typeof value === "string" ? value.slice(0, length) : "";
  };
  return { root: input, inputs: [input], grouped: false, show };
}

/**
 * Words with commas between them.
 *
 * @param {string} id
 * @param {Change} change
 * @returns {Control}
 */
function textsControl(id, change) {
  const input = element("input", { id, type: "text", autocomplete: "off", class: "words" });
  input.addEventListener("input", () => {
    const words = input.value.split(",").map((each) => each.trim());
    change(words.filter(Boolean));
  });
  const show = (/** @type {unknown} */ value) => {
    input.value = Array.isArray(value) ? value.join(", ") : "";
  };
  return { root: input, inputs: [input], grouped: false, show };
}

/**
 * Any number of choices, in their order.
 *
 * @param {string} id
 * @param {{ value: unknown, label: string }[]} choices
 * @param {Change} change
 * @returns {Control}
 */
function checkControl(id, choices, change) {
  const inputs = choices.map((_, at) => element("input", { type: "checkbox", id: at ? `${id}-${at}` : id }));
  const report = () => change(choices.filter((_, at) => inputs[at].checked).map(({ value }) => value));
  for (const input of inputs) input.addEventListener("change", report);
  const show = (/** @type {unknown} */ value) => {
    for (const [at, input] of inputs.entries()) input.checked = Array.isArray(value) && value.includes(choices[at].value);
  };
  const boxes = choices.map(({ label }, at) => element("label", {}, inputs[at], ` ${label}`));
  return { root: element("div", { class: "checks" }, ...boxes), inputs, grouped: true, show };
}

// ---------------------------------------------------------------------------- lists

/**
 * A list as a table: a row for each entry. Parts of an entry that have no column stay as they are.
 *
 * @param {FormField} field
 * @param {string} id
 * @param {Change} change
 * @param {Complain} complain
 * @returns {Control}
 */
function listControl(field, id, change, complain) {
  const { columns } = field;
  const isPlain = columns.length === 1 && columns[0].name === ""; // amounts, not records
  /** @type {Record<string, unknown>[]} */
  let rows = [];
  const body = element("tbody");
  const heads = columns.map(({ label, kind }) => element("th", { scope: "col" }, kind === "cents" ? `${label}, $` : label));
  const head = element("tr", {}, ...heads, element("th", {}, element("span", { class: "visually-hidden" }, "Remove")));
  const table = element("table", { class: "entries" }, element("thead", {}, head), body);
  const add = button("Add an entry", () => {
    rows.push({});
    draw();
    const first = body.lastElementChild?.querySelector("input, select");
    if (first instanceof HTMLElement) first.focus();
  });
  add.id = id;
  const isWhole = (/** @type {Record<string, unknown>} */ row) =>
    columns.every(({ name, required }) => !required || (row[name] !== undefined && row[name] !== ""));
  const report = () => {
    const wrong = body.querySelector("[data-complaint]");
    if (wrong instanceof HTMLElement) {
      complain(wrong.dataset.complaint ?? ""); // what was right before stays in the file
      return;
    }
    const whole = rows.filter(isWhole);
    complain(whole.length < rows.length ? "An entry is not complete; it goes into the file when it is." : "");
    change(isPlain ? whole.map((row) => row[""]) : whole);
  };
  const draw = () => {
    table.hidden = !rows.length;
    body.replaceChildren(
      ...rows.map((row, at) => {
        const cells = columns.map((column) => element("td", {}, cellInput(column, row, `entry ${at + 1}`, report)));
        const remove = button(
          "Remove",
          () => {
            rows.splice(at, 1);
            draw();
            report();
            add.focus();
          },
          { "aria-label": `Remove entry ${at + 1}` },
        );
        return element("tr", {}, ...cells, element("td", {}, remove));
      }),
    );
  };
  const show = (/** @type {unknown} */ value) => {
    const entries = Array.isArray(value) ? value : [];
    rows = entries.map((entry) => (isPlain ? { "": entry } : { ...entry }));
    draw();
  };
  return {
    root: element("div", { class: "list-field" }, element("div", { class: "scroll" }, table), add),
    inputs: [add],
    grouped: true,
    show,
  };
}

/**
 * @param {FormColumn} column
 * @param {Record<string, unknown>} row
 * @param {string} where
 * @param {() => void} report
 */
function cellInput({ name, label, kind, choices }, row, where, report) {
  const named = { "aria-label": `${label}, ${where}` };
  /** @param {unknown} value */
  const keep = (value) => {
    if (value === null || value === "" || value === undefined) delete row[name];
    else row[name] = value;
    report();
  };
  if (kind === "choice") {
    const options = choices.map((each) => element("option", { value: each, selected: row[name] === each }, each));
    const chooser = element("select", named, element("option", { value: "" }, "\u2013"), ...options);
    chooser.addEventListener("change", () => keep(chooser.value));
    return chooser;
  }
  const said = row[name];
  const value = typeof said === "number" && kind === "cents" ? written(said) : (said ?? "");
  const input = element("input", {
    type: "text",
    ...named,
    value: String(value),
    inputmode: kind === "text" ? null : "decimal",
  });
  input.addEventListener("input", () => {
    const number = kind === "text" ? null : numberIn(input.value, kind === "cents", false);
    const complaint = complaintAbout(number, kind === "cents", false);
    if (complaint) {
      input.setAttribute("aria-invalid", "true");
      input.dataset.complaint = complaint;
      report();
      return;
    }
    input.removeAttribute("aria-invalid");
    delete input.dataset.complaint;
    keep(kind === "text" ? input.value : number);
  });
  return input;
}
