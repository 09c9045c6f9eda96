// Reports of irregularities: what can be declared at the table as it is, with its paragraph and the fields that it takes.
import { get, sentenceOf } from "./api.js";
import { openDialog } from "./dialogs.js";
import { button, element } from "./dom.js";
import { capital } from "./words.js";

/**
 * @import { Act, Declarable, DetailField, Report } from "../types/wire.d.ts"
 *
 * @typedef {string | number | boolean | undefined} Value undefined where nothing was said
 * @typedef {{ row: HTMLElement, read: () => Value }} Input
 *
 * @typedef {object} Place where the irregularity is
 * @property {string} name
 * @property {string} title what the table is called
 * @property {Record<string, string>} players by seat
 * @property {boolean} between whether it is between two rounds: what is declared then is an act
 */

/** @type {Record<string, string>} who gets cards besides the players */
const OTHERS = { dealer: "The dealer", community: "The community cards" };

/**
 * @param {string} id
 * @param {[value: string, words: string][]} options
 * @param {string} [none] words for saying nothing
 */
function select(id, options, none) {
  const made = element("select", { id });
  if (none) made.append(element("option", { value: "" }, none));
  for (const [value, words] of options) made.append(element("option", { value }, words));
  return made;
}

/**
 * One field of a detail.
 *
 * @param {DetailField} field
 * @param {string} id
 * @param {Place} place
 * @returns {Input}
 */
function inputOf(field, id, place) {
  const label = element("label", { for: id }, field.takes === "cents" ? `${field.label}, dollars` : field.label);
  if (field.takes === "flag") {
    const box = element("input", { id, type: "checkbox" });
    return { row: element("p", { class: "incident-flag" }, box, " ", label), read: () => box.checked || undefined };
  }
  const [input, read] = controlOf(field, id, seatNames(field, place));
  return { row: element("p", {}, label, " ", input), read };
}

/**
 * The seats that a field can be about now. A free one may have got cards by mistake.
 *
 * @param {DetailField} field
 * @param {Place} place
 * @returns {[seat: string, words: string][]}
 */
function seatNames({ seats = [] }, { players }) {
  return seats.map((seat) => [`${seat}`, `Seat ${seat}, ${players[seat] ?? "nobody"}`]);
}

/**
 * @param {DetailField} field
 * @param {string} id
 * @param {[seat: string, words: string][]} seats
 * @returns {[HTMLElement, () => Value]}
 */
function controlOf({ takes, required = false, choices = [] }, id, seats) {
  if (takes === "seat") {
    const input = select(id, seats);
    return [input, () => Number(input.value)];
  }
  if (takes === "place") {
    const named = seats.map(([seat, words]) => /** @type {[string, string]} */ ([`seat ${seat}`, words]));
    const others = choices.map((choice) => /** @type {[string, string]} */ ([choice, OTHERS[choice]]));
    const input = select(id, [...others, ...named]);
    return [input, () => input.value];
  }
  if (takes === "choice") {
    const options = choices.map((choice) => /** @type {[string, string]} */ ([choice, choice]));
    const input = select(id, options, required ? undefined : "not said");
    return [input, () => input.value || undefined];
  }
  if (takes === "number" || takes === "cents") {
    const cents = takes === "cents";
    const limits = cents ? { min: 0, step: "0.01", inputmode: "decimal" } : { min: 0, max: 500, step: 1 };
    const input = element("input", { id, type: "number", required, ...limits });
    const value = () => (cents ? Math.round(Number(input.value) * 100) : Number(input.value));
    return [input, () => (input.value === "" ? undefined : value())];
  }
  const input = element("input", { id, type: "text", maxlength: 100, autocomplete: "off" });
  return [input, () => input.value.trim() || undefined];
}

/**
 * Opens the dialog in which an irregularity is reported. No field asks for a card: the table takes the one that lies there.
 *
 * @param {Place} place
 * @param {(command: Act | Report) => Promise<unknown>} submit
 */
export async function openIncident(place, submit) {
  /** @type {Declarable[]} */
  const listed = await get(`/api/tables/${place.name}/declarable`);
  const kinds = select(
    "incident-kind",
    listed.map((each) => [each.kind, capital(each.kind)]),
  );
  const says = element("p", { id: "incident-says", class: "incident-says" });
  const fields = element("div", { class: "incident-fields" });
  const refused = element("p", { role: "alert", class: "incident-refused" });
  const declare = element("button", { type: "submit", class: "main" }, "Declare it");
  const cancel = button("Cancel", () => dialog.close());
  const form = element(
    "form",
    { method: "dialog" },
    element("p", {}, element("label", { for: "incident-kind" }, "What happened"), " ", kinds),
    says,
    fields,
    refused,
    element("p", { class: "incident-buttons" }, declare, " ", cancel),
  );
  /** @type {[word: string, read: () => Value][]} */
  let readers = [];
  const choose = () => {
    const chosen = listed.find((each) => each.kind === kinds.value);
    const inputs = (chosen?.fields ?? []).map((field, at) => inputOf(field, `incident-field-${at}`, place));
    readers = inputs.map(({ read }, at) => [chosen?.fields[at].word ?? "", read]);
    const section = element("span", { class: "cite-text" }, `§ ${chosen?.cite}`);
    says.replaceChildren(...(chosen ? [chosen.says, " ", section] : []));
    fields.replaceChildren(...inputs.map(({ row }) => row));
    refused.replaceChildren();
  };
  kinds.addEventListener("change", choose);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const detail = Object.fromEntries(readers.map(([word, read]) => [word, read()]).filter(([, value]) => value !== undefined));
    declare.disabled = true;
    try {
      await submit({ do: place.between ? "act" : "report", kind: kinds.value, detail });
      dialog.close();
    } catch (error) {
      refused.textContent = sentenceOf(error);
    } finally {
      declare.disabled = false;
    }
  });
  choose();
  const dialog = openDialog("incident", `Report an irregularity at ${place.title}`, form);
  kinds.focus();
  return dialog;
}
