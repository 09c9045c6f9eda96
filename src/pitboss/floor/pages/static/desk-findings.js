// Findings of the desk's form: what is wrong with a field, in the words of the form, and buttons that put it right.
import { button, element } from "./dom.js";
import { wordsOf } from "./desk-fields.js";
import { citeButton } from "./rules.js";
import { capital } from "./words.js";

/**
 * @import { FormField, FormFinding } from "../types/wire.d.ts"
 *
 * @typedef {object} Remedies what the buttons of a finding do
 * @property {(field: string, value: unknown) => void} edit
 * @property {(field: string) => void} go
 * @property {(line: number) => void} showLine
 * @property {(section: string) => void} askWaiver
 * @property {(field: string) => FormField | undefined} fieldOf
 * @property {(field: string) => unknown} valueOf
 * @property {(field: string) => boolean} isStated
 * @property {(section: string) => boolean} isWaived
 */

const MOST_BUTTONS = 5;
const NOT_SHOWN = /^leave it out$|^write all amounts in cents/; // a button does it; a field takes dollars
/** Labels of what a file says beside the choices. @type {Record<string, string>} */
export const ABOUT = {
  holder: "Certificate holder",
  facility: "Facility",
  tables: "Tables",
  effective: "In force from",
  waivers: "Waivers",
};

/**
 * Words of a finding with the labels of the form for names of options, and dollars for cents.
 *
 * @param {string} words
 * @param {Remedies["fieldOf"]} fieldOf
 */
export function inWords(words, fieldOf) {
  const amounts = words
    .replaceAll(/(\w+) = \d+, which is (\$[\d,.]+),/g, "$2")
    .replaceAll(/(\w+) = \d+ is (\$[\d,.]+);/g, "$1 is $2;")
    .replace(/\? Amounts are cents$/, "?")
    .replace(/; `pitboss [^`]*` lists them$/, "")
    .replaceAll(/\b\d+ \((\$[\d,.]+)\)/g, "$1")
    .replaceAll(/\bfalse\b/g, "no")
    .replaceAll(/\btrue\b/g, "yes");
  return amounts.replaceAll(/\b[a-z]+(?:_[a-z0-9]+)*\b/g, (name) =>
    name.includes("_") ? (fieldOf(name)?.label ?? name) : name,
  );
}

/** @param {string} words */
const sentence = (words) => `${capital(words)}${/[.?!]$/.test(words) ? "" : "."}`;

/**
 * @param {FormFinding} finding
 * @param {Remedies} about
 * @returns {[HTMLElement, string]} the item of a list, and its sentence
 */
export function findingItem(finding, about) {
  const { level, section, message, fix, line, also, field, rule } = finding;
  const words = sentence(inWords(message, about.fieldOf));
  const kind = rule === "record-complete" ? "Missing." : level === "error" ? "Not allowed." : "Note.";
  const own = about.fieldOf(field);
  const cite = section.includes(".") && section !== own?.section ? citeButton(section) : null;
  const buttons = remedies(finding, about);
  for (const other of also.filter((name) => name !== field && about.fieldOf(name)))
    buttons.push(button(`See ${about.fieldOf(other)?.label}`, () => about.go(other)));
  if (!own && !(field in ABOUT) && line) buttons.push(button(`Show line ${line}`, () => about.showLine(line)));
  const todo =
    fix && !NOT_SHOWN.test(fix) && !finding.values.length && !(field in ABOUT && level === "warning")
      ? element("span", {}, sentence(inWords(fix, about.fieldOf)))
      : null;
  const what = buttons.length || todo ? element("p", { class: "finding-do" }, todo, ...buttons) : null;
  const said = element("p", {}, element("b", {}, kind), " ", words, cite ? " " : "", cite);
  return [element("li", { class: level }, said, what), `${kind} ${words}`];
}

/**
 * @param {FormFinding} finding
 * @param {Remedies} about
 */
function remedies(finding, { edit, fieldOf, valueOf, isStated, askWaiver, isWaived }) {
  const { field, row, values, fix, section, waivable } = finding;
  const own = fieldOf(field);
  const tried = values.length || finding.level === "error" ? values : allowedValues(finding);
  const buttons = (own ? tried : []).map((value) =>
    row
      ? button(`Pay ${value}`, () => edit(field, { .../** @type {object} */ (valueOf(field)), [row]: value }))
      : button(remedyWords(/** @type {FormField} */ (own), value), () => edit(field, value)),
  );
  if (own && !buttons.length && /^state /.test(fix) && !isStated(field) && !isEmpty(valueOf(field)))
    buttons.push(button(`State “${wordsOf(own, valueOf(field))}”`, () => edit(field, valueOf(field))));
  const canGo = own ? /^leave it out/.test(fix) && isStated(field) : !(field in ABOUT) && field !== "chapter";
  if (canGo) buttons.push(button("Leave it out", () => edit(field, null)));
  if (waivable && !isWaived(section)) buttons.push(button("Ask for a waiver", () => askWaiver(section)));
  return buttons;
}

/**
 * The values that a note says are allowed, where they are few; those of an error were tried by the floor.
 *
 * @param {FormFinding} finding
 * @returns {unknown[]}
 */
function allowedValues({ allowed }) {
  if (Array.isArray(allowed)) return allowed.length <= MOST_BUTTONS ? allowed.filter((value) => typeof value !== "object") : [];
  const { min, max } = /** @type {{ min?: number, max?: number }} */ (typeof allowed === "object" && allowed ? allowed : {});
  return [min, max].filter((bound) => bound !== undefined);
}

/** @param {unknown} value */
const isEmpty = (value) => value === "" || value === null || value === 0 || (Array.isArray(value) && !value.length);

/**
 * @param {FormField} field
 * @param {unknown} value
 */
function remedyWords(field, value) {
  const words = wordsOf(field, value);
  if (field.wager) return words === "Not offered" ? "Do not offer it" : `Use ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  return `Set ${field.choices.length && field.kind !== "amount" ? `“${words}”` : words}`;
}
