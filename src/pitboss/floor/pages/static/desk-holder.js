// What a submission says beside the choices of the house: whose it is, which tables it is for, and the waivers of the Board.
import { button, element } from "./dom.js";
import { capital } from "./words.js";

/**
 * @import { Control } from "./desk-fields.js"
 *
 * @typedef {{ name: string, label: string, control: Control, why: string }} AboutField
 * @typedef {Record<string, string>} Waiver
 */

/**
 * @param {(field: string, value: unknown) => void} change
 * @returns {AboutField[]}
 */
export function aboutFields(change) {
  /**
   * @param {string} name
   * @param {string} label
   * @param {string} why
   * @param {string} type
   * @param {(text: string) => unknown} read
   * @returns {AboutField}
   */
  const field = (name, label, why, type, read) => {
    const input = element("input", { id: `field-${name}`, type, autocomplete: "off", class: type === "date" ? "" : "words" });
    input.addEventListener("input", () => change(name, input.value.trim() ? read(input.value) : null));
    const show = (/** @type {unknown} */ value) => {
      input.value = Array.isArray(value) ? value.join(", ") : String(value ?? "");
    };
    return { name, label, why, control: { root: input, inputs: [input], grouped: false, show } };
  };
  const tables = (/** @type {string} */ text) =>
    text
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean)
      .map((each) => (/^\d+$/.test(each) ? Number(each) : each));
  return [
    field("holder", "Certificate holder", "Whose submission it is.", "text", (text) => text),
    field("facility", "Facility", "The licensed facility.", "text", (text) => text),
    field("tables", "Tables", "Names or numbers of the tables that it is for, with commas between them.", "text", tables),
    field("effective", "In force from", "The first day on which these rules are used.", "date", (text) => text),
  ];
}

/** Parts of a waiver with their labels. @type {Record<string, [string, string]>} */
const PARTS = {
  section: ["Paragraph waived", "text"],
  granted: ["Granted on", "date"],
  until: ["Until", "date"],
  petition: ["Petition number", "text"],
  description: ["What is done differently", "area"],
  reason: ["Reason", "area"],
  jurisdictions: ["Other jurisdictions that do it", "text"],
};
const USUAL = ["section", "granted", "petition", "description", "reason", "jurisdictions"];

/**
 * The waivers that a submission states, one under the other.
 *
 * @param {string} chapter
 * @param {(value: unknown) => void} change
 * @returns {Control & { why: string, add: (section: string) => void }}
 */
export function waiverEditor(chapter, change) {
  /** @type {Waiver[]} */
  let waivers = [];
  const list = element("div", { class: "waivers" });
  const report = () => {
    const said = waivers.map((waiver) => Object.fromEntries(Object.entries(waiver).filter(([, words]) => words !== "")));
    const whole = said.filter(({ section }) => section);
    change(whole.length ? whole : null);
  };
  const draw = () => {
    list.replaceChildren(
      ...waivers.map((waiver, at) => {
        const names = Object.keys(PARTS).filter((name) => USUAL.includes(name) || waiver[name] || name === "until");
        const rows = names.map((name) => partRow(waiver, name, at, report));
        const remove = button(`Remove waiver ${at + 1}`, () => {
          waivers.splice(at, 1);
          draw();
          report();
          add.focus();
        });
        return element("fieldset", { class: "waiver" }, element("legend", {}, `Waiver ${at + 1}`), ...rows, remove);
      }),
    );
  };
  const append = (/** @type {string} */ section) => {
    waivers.push({ section });
    draw();
    if (section) report();
    const first = list.lastElementChild?.querySelector(section ? "textarea" : "input");
    if (first instanceof HTMLElement) first.focus();
  };
  const add = button("Add a waiver", () => append(""), { id: "field-waivers" });
  const show = (/** @type {unknown} */ value) => {
    const entries = Array.isArray(value) ? value : [];
    waivers = entries.map((entry) => {
      if (typeof entry === "string") return { section: entry };
      const { why: reason, ...rest } = entry;
      return reason ? { reason, ...rest } : rest;
    });
    draw();
  };
  const why = `The Board may waive a paragraph of chapter ${chapter}. What is waived stays an error until the waiver is granted and in force on the first day of the submission.`;
  return { root: element("div", {}, list, add), inputs: [add], grouped: true, show, why, add: append };
}

/**
 * @param {Waiver} waiver
 * @param {string} name
 * @param {number} at
 * @param {() => void} report
 */
function partRow(waiver, name, at, report) {
  const [label, type] = PARTS[name] ?? [capital(name), "text"];
  const id = `waiver-${at}-${name}`;
  const input = type === "area" ? element("textarea", { id, rows: 2 }) : element("input", { id, type, autocomplete: "off" });
  input.value = waiver[name] ?? "";
  input.addEventListener("input", () => {
    waiver[name] = input.value;
    report();
  });
  return element("p", {}, element("label", { for: id }, label), input);
}
