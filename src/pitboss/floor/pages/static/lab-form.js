// The form of an experiment: the wager, its pay tables, and the rules that may be changed. What it says is the query of the address.
import { byId, element } from "./dom.js";
import { citeButton } from "./rules.js";

/** @import { LabField, LabPage, LabTable, LabWager } from "../types/wire.d.ts" */

const form = byId("lab-form", HTMLFormElement);
const YES = "yes";
const UNITS = ["cents", "percent"]; // that a label does not say itself

/**
 * @param {LabPage} about
 * @param {URLSearchParams} query
 */
export const wagerOf = (about, query) => about.wagers.find(({ name }) => name === query.get("wager")) ?? about.wagers[0];

/**
 * The pay tables in force: of the letter that is chosen, and for the number of decks.
 *
 * @param {LabWager} wager
 * @param {URLSearchParams} query
 */
function tablesOf(wager, query) {
  const decks = Number(query.get("decks") ?? wager.fields.find(({ name }) => name === "decks")?.default ?? 1);
  const fits = wager.tables.filter(({ decks: [least, most] }) => !most || (least <= decks && decks <= most));
  const letters = wager.tables.length ? [...new Set(fits.map(({ letter }) => letter))] : wager.letters;
  const letter = query.get("table") ?? letters[0] ?? "";
  return { letters, letter, tables: fits.filter((table) => table.letter === letter) };
}

/**
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} section
 * @param {string} [why]
 */
function row(label, control, section, why) {
  const name = element("label", { for: control.id, title: why }, label);
  const cite = section.includes(".") ? citeButton(section) : null;
  return element("div", { class: "lab-row" }, element("div", {}, name, " ", cite), control);
}

/**
 * @param {string} id
 * @param {string} name
 * @param {string[][]} options value and words
 * @param {string} chosen
 */
function choice(id, name, options, chosen) {
  const select = element("select", { id, name });
  for (const [value, words] of options) select.append(element("option", { value, selected: value === chosen }, words));
  return select;
}

/**
 * @param {LabField} field
 * @param {string | null} chosen
 */
function fieldRow(field, chosen) {
  const id = `lab-${field.name}`;
  const value = chosen ?? field.default;
  const changed = value !== field.default;
  const mark = { "data-default": field.default, class: changed ? "changed" : null };
  let control;
  if (field.kind === "flag") {
    control = element("input", { id, name: field.name, type: "checkbox", checked: value === YES, ...mark });
  } else if (field.kind === "choice") {
    control = choice(
      id,
      field.name,
      field.values.map((each) => [each, each || "as usual"]),
      value,
    );
    control.dataset.default = field.default;
    control.className = changed ? "changed" : "";
  } else {
    const mode = field.kind === "payout" ? "text" : "decimal";
    control = element("input", {
      id,
      name: field.name,
      value,
      size: field.kind === "payout" ? 8 : 6,
      inputmode: mode,
      ...mark,
    });
  }
  const unit = field.kind === "dollars" ? "$" : UNITS.find((each) => field.unit === each);
  return row(unit ? `${field.label} (${unit})` : field.label, control, field.section, field.why);
}

/**
 * @param {LabTable} table
 * @param {URLSearchParams} query
 */
function payTable(table, query) {
  const rows = table.rows.map(([hand, printed], place) => {
    const name = `${table.wager}:${hand}`;
    const value = query.get(name) ?? printed;
    const id = `lab-pays-${table.wager}-${place}`.replaceAll(/[^a-zA-Z0-9-]/g, "-");
    const input = element("input", {
      id,
      name,
      value,
      size: 10,
      "data-default": printed,
      class: value === printed ? null : "changed",
    });
    return element("div", { class: "lab-row pays" }, element("label", { for: id }, hand), input);
  });
  const title = table.letter ? `${table.wager}, table ${table.letter}` : table.wager;
  const legend = element("legend", {}, title, " ", citeButton(table.section));
  return element(
    "fieldset",
    {},
    legend,
    table.condition ? element("p", { class: "dim small" }, table.condition) : null,
    ...rows,
  );
}

/**
 * @param {string} title
 * @param {LabField[]} fields
 * @param {URLSearchParams} query
 */
const fieldSet = (title, fields, query) =>
  fields.length
    ? element("fieldset", {}, element("legend", {}, title), ...fields.map((field) => fieldRow(field, query.get(field.name))))
    : null;

/**
 * Fills the form from a query.
 *
 * @param {LabPage} about
 * @param {URLSearchParams} query
 */
export function fillForm(about, query) {
  const focus = document.activeElement?.id;
  const wager = wagerOf(about, query);
  const { letters, letter, tables } = tablesOf(wager, query);
  const parts = [];
  if (about.wagers.length > 1) {
    const names = about.wagers.map(({ name }) => [name, name]);
    parts.push(row("Wager", choice("lab-wager", "wager", names, wager.name), ""));
  }
  if (letters.length > 1) {
    const named = letters.map((each) => [each, wager.tables.length ? tableName(wager, each) : each]);
    const select = choice("lab-table", "table", named, letter);
    select.dataset.default = letters[0];
    parts.push(row(wager.tables.length ? "Pay table" : "Dealt in", select, ""));
  }
  const lawful = wager.fields.filter((field) => field.lawful);
  const others = wager.fields.filter((field) => !field.lawful);
  const reset = element("button", { type: "reset" }, "As printed");
  form.replaceChildren(
    ...parts,
    ...tables.map((table) => payTable(table, query)),
    ...[fieldSet("Options of the chapter", lawful, query), fieldSet("Rules of other places", others, query)].filter(
      (each) => each !== null,
    ),
    element("p", { class: "lab-buttons" }, element("button", { type: "submit", class: "main" }, "Work it out"), " ", reset),
  );
  if (focus) document.getElementById(focus)?.focus();
}

/**
 * @param {LabWager} wager
 * @param {string} letter
 */
function tableName(wager, letter) {
  const condition = wager.tables.find((table) => table.letter === letter)?.condition;
  return [letter, condition].filter(Boolean).join(": ") || "the basic one";
}

/**
 * Marks the fields whose value a refusal quotes.
 *
 * @param {string} words
 */
export function markRefused(words) {
  for (const input of form.querySelectorAll("input.changed")) {
    const value = input instanceof HTMLInputElement ? input.value : "";
    if ([`"${value}"`, `'${value}'`].some((quoted) => words.includes(quoted))) input.setAttribute("aria-invalid", "true");
  }
}

/** The query of what the form says: only what is not at its default. */
export function readForm() {
  const query = new URLSearchParams();
  const wager = form.querySelector("#lab-wager");
  if (wager instanceof HTMLSelectElement && wager.selectedIndex > 0) query.set("wager", wager.value);
  for (const each of form.querySelectorAll("[data-default]")) {
    if (!(each instanceof HTMLInputElement || each instanceof HTMLSelectElement)) continue;
    const checkbox = each instanceof HTMLInputElement && each.type === "checkbox";
    const value = checkbox ? (each.checked ? YES : "no") : each.value.trim();
    each.classList.toggle("changed", value !== each.dataset.default);
    if (value !== each.dataset.default) query.set(each.name, value);
  }
  return query;
}

/**
 * Calls back with the query when the form has been changed: at once for a choice, on leaving a field or Enter for a text.
 *
 * @param {(query: URLSearchParams) => void} act
 */
export function onChange(act) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(readForm());
  });
  form.addEventListener("change", (event) => {
    const { target } = event;
    if (target instanceof HTMLSelectElement && target.id === "lab-wager") {
      act(new URLSearchParams(target.selectedIndex > 0 ? { wager: target.value } : {}));
      return;
    }
    const query = readForm();
    if (target instanceof HTMLSelectElement && target.id === "lab-table") {
      for (const name of [...query.keys()]) if (name.includes(":")) query.delete(name);
    }
    act(query);
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    const wager = readForm().get("wager");
    act(new URLSearchParams(wager ? { wager } : {}));
  });
}
