// The desk's form: sections of fields, the findings beside them, and the navigation with their number.
import { button, element, within } from "./dom.js";
import { controlOf, same, wordsOf } from "./desk-fields.js";
import { ABOUT, findingItem, inWords } from "./desk-findings.js";
import { fixedTable, payTableControl } from "./desk-paytables.js";
import { aboutFields, waiverEditor } from "./desk-holder.js";
import { citeButton } from "./rules.js";

/**
 * @import { FormField, FormFinding, FormState, SubmissionForm } from "../types/wire.d.ts"
 * @import { Control } from "./desk-fields.js"
 * @import { Remedies } from "./desk-findings.js"
 * @import { TableControl } from "./desk-paytables.js"
 *
 * @typedef {object} Field a field as it stands in the page
 * @property {string} name
 * @property {Control} control
 * @property {HTMLElement} row
 * @property {HTMLElement} findings
 * @property {FormField | null} about null for what stands beside the options
 *
 * @typedef {object} Part a section as it stands in the page
 * @property {string} name
 * @property {HTMLDetailsElement} root
 * @property {HTMLElement} summary
 * @property {HTMLElement} badge
 * @property {HTMLAnchorElement} link
 * @property {HTMLElement} count
 * @property {Field[]} fields
 *
 * @typedef {object} Actions what the form asks of the page
 * @property {(field: string, value: unknown) => void} edit
 * @property {(line: number) => void} showLine
 * @property {(words: string) => void} announce
 * @property {() => void} complained
 * @property {() => void} showForm where it is not beside the rest
 */

const OPEN_FIRST = ["holder", "limits", "pay-tables", "game"];
const SUMMARY_VALUES = 5; // of a section that is folded

export class DeskForm {
  /**
   * @param {SubmissionForm} form
   * @param {Actions} actions
   */
  constructor(form, actions) {
    this.form = form;
    this.actions = actions;
    /** @type {Map<string, Field>} */
    this.fields = new Map();
    /** @type {Map<string, FormField>} */
    this.options = new Map(form.sections.flatMap(({ fields }) => fields.map((field) => [field.option, field])));
    /** @type {FormState | null} */
    this.state = null;
    /** @type {Set<string>} */
    this.complaints = new Set();
    this.strays = element("ul", { class: "findings strays" });
    this.nav = element("ul", {});
    this.parts = this.buildParts();
    this.root = element("div", {}, this.strays, ...this.parts.map(({ root }) => root));
  }

  // ------------------------------------------------------------------ building

  /** @returns {Part[]} */
  buildParts() {
    const holder = this.buildPart(
      "holder",
      "Holder and tables",
      aboutFields(this.change.bind(this)).map(this.buildAbout.bind(this)),
    );
    const sections = this.form.sections.map((section) =>
      this.buildPart(section.name, section.title, section.fields.map(this.buildField.bind(this))),
    );
    const fixed = this.form.tables.filter(({ option }) => !option);
    const pays = sections.find(({ name }) => name === "pay-tables");
    if (fixed.length) {
      const tables = element("div", { class: "fixed-tables" }, ...fixed.map(fixedTable));
      const more = element(
        "details",
        { class: "fixed-part" },
        element("summary", {}, "Pay tables that the chapter fixes"),
        tables,
      );
      if (pays) pays.root.append(more);
      else sections.push(this.buildPart("pay-tables", "Pay tables", [], more));
    }
    const waivers = waiverEditor(this.form.chapter, (value) => this.change("waivers", value));
    this.addWaiver = waivers.add;
    const waiver = this.buildPart("waivers", "Waivers", [
      this.buildAbout({ name: "waivers", label: "Waivers of the Board", control: waivers, why: waivers.why, cite: "521.5" }),
    ]);
    return [holder, ...sections, waiver];
  }

  /**
   * @param {string} name
   * @param {string} title
   * @param {Field[]} fields
   * @param {...HTMLElement} more
   * @returns {Part}
   */
  buildPart(name, title, fields, ...more) {
    const id = `section-${name}`;
    const badge = element("span", { class: "badge" });
    const summary = element("span", { class: "folded" });
    const heading = element("h2", { id: `${id}-title` }, title);
    const top = element("summary", { id }, heading, badge, summary);
    const root = element(
      "details",
      { class: "desk-section", "data-section": name },
      top,
      ...fields.map(({ row }) => row),
      ...more,
    );
    const count = element("span", { class: "badge" });
    const link = element("a", { href: `#${id}` }, title, " ", count);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      root.open = true;
      top.scrollIntoView({ block: "start" });
      top.focus({ preventScroll: true });
    });
    this.nav.append(element("li", {}, link));
    return { name, root, summary, badge, link, count, fields };
  }

  /** @param {FormField} option @returns {Field} */
  buildField(option) {
    const why = inWords(option.why, (name) => this.options.get(name));
    return this.buildOption(option, `${why} Default: ${wordsOf(option, option.default)}.`);
  }

  /** @param {FormField} option @param {string} why @returns {Field} */
  buildOption(option, why) {
    const id = `field-${option.option}`;
    const change = (/** @type {unknown} */ value) => this.change(option.option, value);
    const printed = this.form.tables.filter(({ option: name }) => name === option.option);
    /** @type {(words: string) => void} */
    let complain = () => {};
    const control = printed.length
      ? payTableControl(option, printed, id, change)
      : controlOf(option, id, change, (words) => complain(words));
    const row = this.buildRow(option.option, option.label, control, why, option.lawful, option.section, option);
    complain = (words) => this.complain(row, words);
    return row;
  }

  /** @param {{ name: string, label: string, control: Control, why: string, cite?: string }} about @returns {Field} */
  buildAbout({ name, label, control, why, cite = "" }) {
    return this.buildRow(name, label, control, why, "", cite, null);
  }

  /**
   * @param {string} name
   * @param {string} label
   * @param {Control} control
   * @param {string} why
   * @param {string} lawful
   * @param {string} cite
   * @param {FormField | null} about
   * @returns {Field}
   */
  buildRow(name, label, control, why, lawful, cite, about) {
    const id = `field-${name}`;
    const findings = element("ul", { class: "findings", id: `${id}-findings` });
    const complaint = element("p", { class: "complaint", id: `${id}-complaint` });
    const meaning = element("p", { class: "why", id: `${id}-why` }, why);
    const title = control.grouped
      ? element("span", { class: "name", id: `${id}-name` }, label)
      : element("label", { class: "name", for: id, id: `${id}-name` }, label);
    const small = element("small", { class: "dim" }, lawful ? `${lawful} ` : "", cite ? citeButton(cite) : null);
    const described = `${id}-why ${id}-complaint ${id}-findings`;
    if (control.grouped) {
      const isRadio =
        control.inputs.length > 0 &&
        control.inputs.every((input) => input instanceof HTMLInputElement && input.type === "radio");
      control.root.setAttribute("role", isRadio ? "radiogroup" : "group");
      control.root.setAttribute("aria-labelledby", `${id}-name`);
      control.root.setAttribute("aria-describedby", described);
    } else for (const input of control.inputs) input.setAttribute("aria-describedby", described);
    const value = element("div", { class: "field-value" }, control.root, complaint, meaning, findings);
    const row = element(
      "div",
      { class: `field${about?.wager ? " wide" : ""}`, "data-field": name },
      element("div", { class: "field-name" }, title, small),
      value,
    );
    const field = { name, control, row, findings, about };
    this.fields.set(name, field);
    return field;
  }

  // ------------------------------------------------------------------ changing

  /** @param {string} name @param {unknown} value */
  change(name, value) {
    this.lastChanged = name;
    this.actions.edit(name, value);
  }

  /** @param {Field} field @param {string} words what cannot be sent as it is written */
  complain(field, words) {
    const place = within(field.row, ".complaint");
    if (place.textContent === words) return;
    place.textContent = words;
    if (words) this.complaints.add(field.name);
    else this.complaints.delete(field.name);
    field.findings.hidden = Boolean(words); // they are about what the file still says
    this.markInvalid(field);
    for (const part of this.parts.filter(({ fields }) => fields.includes(field))) this.showPart(part, false);
    this.actions.complained();
  }

  // ------------------------------------------------------------------ showing

  /**
   * Shows a state. What is being edited stays as it is written.
   *
   * @param {FormState} state
   * @param {Set<string>} pending fields that have been changed since
   * @param {boolean} fresh a file that was just opened
   */
  show(state, pending, fresh) {
    const before = this.state;
    this.state = state;
    for (const [name, field] of this.fields) {
      const value = name in ABOUT ? state.about[name] : state.values[name];
      const was = before && (name in ABOUT ? before.about[name] : before.values[name]);
      const isBusy =
        pending.has(name) || (field.control.root.contains(document.activeElement) && this.lastChanged === name && !fresh);
      if (!isBusy && (fresh || !before || !same(value, was) || this.lastChanged === name)) field.control.show(value);
      if (field.about && "showEdges" in field.control) {
        const edges = state.edges.filter(({ wager }) => wager === field.about?.wager);
        /** @type {TableControl} */ (field.control).showEdges(edges);
      }
    }
    this.showFindings(state.findings);
    for (const part of this.parts) this.showPart(part, !before);
  }

  /** The findings of what the form says: none of a field that says what cannot be sent. */
  findings() {
    return (this.state?.findings ?? []).filter(({ field }) => !this.complaints.has(field));
  }

  /** @param {FormFinding[]} findings */
  showFindings(findings) {
    const about = this.remedies();
    const strays = findings.filter(({ field }) => !this.fields.has(field));
    this.strays.replaceChildren(...strays.map((finding) => findingItem(finding, about)[0]));
    for (const field of this.fields.values()) {
      const own = findings.filter((finding) => finding.field === field.name);
      const items = own.map((finding) => findingItem(finding, about));
      const words = items.map(([, said]) => said).join(" ");
      if (field.findings.dataset.words !== words + JSON.stringify(own.map(({ values }) => values))) {
        const isNew = field.findings.dataset.words !== undefined;
        field.findings.replaceChildren(...items.map(([item]) => item));
        field.findings.dataset.words = words + JSON.stringify(own.map(({ values }) => values));
        if (isNew && words && field.name === this.lastChanged) this.actions.announce(words);
      }
      field.row.classList.toggle(
        "error",
        own.some(({ level }) => level === "error"),
      );
      field.row.classList.toggle("noted", own.length > 0);
      if ("cells" in field.control) {
        const cells = /** @type {TableControl} */ (field.control).cells;
        const rows = own.map(({ row }) => row.toLowerCase());
        for (const [hand, input] of cells) {
          const isWrong = rows.includes(hand.toLowerCase()) || rows.includes(hand.toLowerCase().split(" (")[0]);
          input.toggleAttribute("aria-invalid", isWrong);
          if (isWrong) input.setAttribute("aria-invalid", "true");
        }
      }
      this.markInvalid(field);
    }
  }

  /** @param {Field} field */
  markInvalid(field) {
    const isWrong = field.row.classList.contains("error") || this.complaints.has(field.name);
    const marked = field.control.grouped
      ? [field.control.root].filter((root) => root.getAttribute("role") === "radiogroup")
      : field.control.inputs;
    for (const each of marked) {
      if (isWrong) each.setAttribute("aria-invalid", "true");
      else each.removeAttribute("aria-invalid");
    }
  }

  /**
   * A section's line, number of findings, and whether it is open.
   *
   * @param {Part} part
   * @param {boolean} isFirst of all states: from then on the reader folds
   */
  showPart(part, isFirst) {
    const findings = this.findings().filter(({ field }) => part.fields.some(({ name }) => name === field));
    const complaints = part.fields.filter(({ name }) => this.complaints.has(name)).length;
    const errors = complaints + findings.filter(({ level }) => level === "error").length;
    for (const badge of [part.badge, part.count]) {
      const number = errors || findings.length;
      const noun = errors ? "to fix" : findings.length === 1 ? "note" : "notes";
      badge.className = `badge ${errors ? "error" : findings.length ? "note" : "fine"}`;
      badge.replaceChildren(
        number ? String(number) : "\u2713",
        element("span", { class: "visually-hidden" }, number ? ` ${noun}` : " nothing to fix"),
      );
    }
    const chosen = part.fields.filter((field) => !this.isUsual(field));
    if (isFirst) part.root.open = errors > 0 || chosen.length > 0 || OPEN_FIRST.includes(part.name);
    else if (errors) part.root.open = true;
    part.summary.textContent = this.summaryOf(part, chosen);
  }

  /** @param {Field} field */
  isUsual({ name, about }) {
    if (!this.state) return true;
    return about ? same(this.state.values[name], about.default) : this.state.about[name] === undefined;
  }

  /**
   * @param {Part} part
   * @param {Field[]} chosen
   */
  summaryOf(part, chosen) {
    const said = chosen.map(({ name, about }) => {
      if (!about) return ABOUT[name];
      const words = wordsOf(about, this.state?.values[name]);
      return `${about.label}: ${words}`;
    });
    const usual = part.fields.length - chosen.length;
    const shown = said.slice(0, SUMMARY_VALUES).join(" \u00b7 ");
    if (part.name === "waivers" || part.name === "holder") return shown || "nothing stated";
    if (!part.fields.length) return "fixed by the chapter";
    if (!chosen.length) return usual === 1 ? "at its default" : `all ${usual} at their default`;
    return `${shown}${usual ? ` \u00b7 ${usual} at default` : ""}`;
  }

  /** @returns {Remedies} */
  remedies() {
    return {
      edit: (name, value) => {
        this.fields.get(name)?.control.show(value);
        this.change(name, value);
        const field = this.fields.get(name);
        const target =
          field?.control.inputs.find((input) => input instanceof HTMLInputElement && input.checked) ?? field?.control.inputs[0];
        target?.focus();
      },
      go: (name) => this.go(name),
      showLine: this.actions.showLine,
      askWaiver: (section) => {
        this.addWaiver?.(section);
        this.go("waivers");
      },
      fieldOf: (name) => this.options.get(name),
      valueOf: (name) => this.state?.values[name],
      isStated: (name) => this.state?.stated.includes(name) ?? false,
      isWaived: (section) => JSON.stringify(this.state?.about.waivers ?? []).includes(`"${section}"`),
    };
  }

  /** @param {string} name opens the section of a field, and gives it the focus */
  go(name) {
    const field = this.fields.get(name);
    if (!field) return;
    this.actions.showForm();
    const section = field.row.closest("details");
    if (section) section.open = true;
    field.row.scrollIntoView({ block: "center" });
    const target =
      field.control.inputs.find((input) => input instanceof HTMLInputElement && input.checked) ?? field.control.inputs[0];
    target?.focus({ preventScroll: true });
  }

  /** @param {string} name of a field, wherever it stands */
  labelOf(name) {
    return this.options.get(name)?.label ?? ABOUT[name] ?? name;
  }

  /** A list of all findings, each a link to its field. */
  overview() {
    const about = this.remedies();
    const items = this.findings().map((finding) => {
      const label = this.labelOf(finding.field);
      const [, words] = findingItem(finding, about);
      const target = this.fields.has(finding.field)
        ? button(label, () => this.go(finding.field), { class: "link" })
        : element("b", {}, label);
      return element("li", { class: finding.level }, target, " ", words);
    });
    return element("ul", { class: "overview" }, ...items);
  }
}
