// The form of a record under another agency's rules: its fields, those that are rarely stated, and its lists of entries.
import { button, element } from "./dom.js";
import { wordsOf } from "./desk-fields.js";
import { DeskForm } from "./desk-form.js";

/**
 * @import { FormField, RecordForm as Kind, RecordPart, RecordState, SubmissionForm } from "../types/wire.d.ts"
 * @import { Actions, Field, Part } from "./desk-form.js"
 *
 * @typedef {SubmissionForm & { record: Kind, counts: Record<string, number> }} Sections
 *
 * @typedef {Actions & { rebuild: (field: string, value: unknown) => void }} RecordActions
 */

const NOTHING_MORE = /^change \w+$/; // what to do that the finding says already

/**
 * The sections of a record with so many entries of each list, in the shape of those of a submission.
 *
 * @param {Kind} record
 * @param {Record<string, number>} counts
 * @returns {Sections}
 */
function sectionsOf(record, counts) {
  const lists = record.parts.map(({ name, label, fields }) => ({
    name,
    title: label,
    fields: Array.from({ length: counts[name] ?? 0 }, (_, at) =>
      fields.map((field) => ({ ...field, option: `${name}[${at + 1}].${field.option}` })),
    ).flat(),
  }));
  const usual = { name: "record", title: "The record", fields: record.fields };
  const rare = record.rare.length ? [{ name: "rare", title: "Where it applies", fields: record.rare }] : [];
  const { chapter, title: game } = record;
  return {
    chapter,
    game,
    edition: "",
    dated: "",
    banked: false,
    sections: [usual, ...rare, ...lists],
    tables: [],
    record,
    counts,
  };
}

export class RecordForm extends DeskForm {
  /**
   * @param {Kind} record
   * @param {Record<string, number>} counts
   * @param {RecordActions} actions
   */
  constructor(record, counts, actions) {
    super(sectionsOf(record, counts), actions);
    this.record = record;
    this.counts = counts;
  }

  /** @override @returns {Part[]} */
  buildParts() {
    const { record, counts, sections } = /** @type {Sections} */ (this.form);
    return sections.map(({ name, title, fields }) => {
      const built = this.buildPart(name, title, fields.map(this.buildField.bind(this)));
      const list = record.parts.find((part) => part.name === name);
      if (list) this.layOutEntries(list, built, counts[name] ?? 0);
      return built;
    });
  }

  /** @override @param {FormField} option @returns {Field} */
  buildField(option) {
    const { default: usual } = option;
    const isSaid = usual !== null && usual !== "" && String(usual) !== "";
    const why = isSaid ? `${option.why} If left out: ${wordsOf(option, usual)}.` : option.why;
    return this.buildOption(option, why);
  }

  /**
   * The fields of each entry in a box of its own, and below them what adds another one.
   *
   * @param {RecordPart} list
   * @param {Part} built
   * @param {number} count
   */
  layOutEntries({ name, label, section, why }, built, count) {
    const { rebuild } = /** @type {RecordActions} */ (this.actions);
    for (let at = 1; at <= count; at += 1) {
      const entry = `${name}[${at}]`;
      const rows = built.fields.filter((field) => field.name.startsWith(`${entry}.`)).map(({ row }) => row);
      const remove = button(`Remove ${label.toLowerCase()} ${at}`, () => rebuild(entry, null));
      const legend = element("legend", {}, `${label} ${at}`);
      built.root.append(element("fieldset", { class: "entry", "data-entry": entry }, legend, ...rows, remove));
    }
    const add = button(`Add ${label.toLowerCase()} ${count + 1}`, () => rebuild(`${name}[${count + 1}]`, {}), {
      id: `field-${name}`,
    });
    const control = { root: element("div", {}, add), inputs: [add], grouped: true, show: () => {} };
    const field = this.buildRow(name, count ? "Another one" : "None yet", control, why, "", section, null);
    built.fields.push(field);
    built.root.append(field.row);
  }

  // ------------------------------------------------------------------ changing

  /** @override @param {string} name @param {unknown} value what is empty is left out, unless something else would stand in its place */
  change(name, value) {
    const usual = this.options.get(name)?.default;
    const isEmpty = value === "" || (Array.isArray(value) && !value.length && !(Array.isArray(usual) && usual.length));
    super.change(name, isEmpty ? null : value);
  }

  // ------------------------------------------------------------------ showing

  /**
   * Shows the state of a record with as many entries as this form has.
   *
   * @param {RecordState} state
   * @param {Set<string>} pending
   * @param {boolean} fresh
   */
  showRecord(state, pending, fresh) {
    const findings = state.findings.map((finding) => {
      if (finding.rule === "record-complete" && this.options.has(finding.field))
        return { ...finding, message: "State it", fix: "" }; // what it is stands above it
      const fix = NOTHING_MORE.test(finding.fix) ? "" : this.inLabels(finding.fix);
      return { ...finding, message: this.inLabels(finding.message), fix, allowed: null };
    });
    this.show({ ...state, findings, about: {}, holds: [], edges: [] }, pending, fresh);
  }

  /**
   * Remedies for which a list, and a field of an entry that is not shown, is a field too: neither is to be left out.
   *
   * @override
   */
  remedies() {
    const known = (/** @type {string} */ name) => this.options.get(name) ?? this.hiddenField(name);
    return { ...super.remedies(), fieldOf: known };
  }

  /** @param {string} name @returns {FormField | undefined} */
  hiddenField(name) {
    const [, list, field] = /^(\w+)(?:\[\d+\](?:\.(\w+))?)?$/.exec(name) ?? [];
    const part = this.record.parts.find((each) => each.name === list);
    const inside = part?.fields.find(({ option }) => option === field);
    if (!part || (field && !inside)) return undefined;
    return {
      ...(inside ?? this.record.fields[0]),
      option: name,
      label: this.labelOf(name),
      section: part.section,
      choices: [],
    };
  }

  /** @param {string} words with the names of fields, which become their labels */
  inLabels(words) {
    return words
      .replaceAll(/\b\w+\[\d+\](?:\.\w+)?/g, (name) => this.labelOf(name))
      .replaceAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (name) => this.labelOf(name));
  }

  /** @override @param {string} name "Cleaning 2: date" for a field of an entry */
  labelOf(name) {
    const [, list, number, field] = /^(\w+)\[(\d+)\](?:\.(\w+))?$/.exec(name) ?? [];
    const part = this.record.parts.find((each) => each.name === (list ?? name));
    if (part) {
      const inside = part.fields.find(({ option }) => option === field)?.label ?? field;
      return `${part.label}${number ? ` ${number}` : ""}${inside ? `: ${inside.toLowerCase()}` : ""}`;
    }
    const own =
      this.options.get(name) ?? this.record.parts.flatMap(({ fields }) => fields).find(({ option }) => option === name);
    return own?.label ?? name;
  }

  /**
   * @override
   * @param {Part} part
   * @param {Field[]} chosen
   */
  summaryOf(part, chosen) {
    const list = this.record.parts.find(({ name }) => name === part.name);
    if (!list) return super.summaryOf(part, chosen);
    const count = this.counts[part.name] ?? 0;
    return count ? `${count} stated` : "none stated";
  }

  /** @param {string} name the list of which the last entry is to be filled in; the button where there is none */
  goToLast(name) {
    const count = this.counts[name] ?? 0;
    const first = this.record.parts.find((part) => part.name === name)?.fields[0].option;
    this.go(count ? `${name}[${count}].${first}` : name);
  }
}
