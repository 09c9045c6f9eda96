// What differs between a submission and another one, as a list.
import { element } from "./dom.js";
import { citeButton } from "./rules.js";

/** @import { OtherSubmission } from "../types/wire.d.ts" */

/**
 * @param {OtherSubmission} other
 * @param {string} against
 * @param {boolean} ok whether all choices are allowed
 */
export function changesTable({ error, changes }, against, ok) {
  if (error) return element("p", { class: "desk-mistake" }, `It cannot be compared with ${against}: ${error}.`);
  const rest = ok ? "" : " Choices that are not allowed are not compared.";
  if (!changes.length) return element("p", { class: "dim" }, `Nothing differs from ${against}.${rest}`);
  const items = changes.map(({ kind, name, section, before, after }) => {
    const head = element(
      "p",
      { class: "change-name" },
      element("b", {}, name),
      " ",
      element("span", { class: "dim" }, kind === "Options" ? "" : kind),
      " ",
      section ? citeButton(section) : "",
    );
    const was = element("del", {}, before || "nothing");
    const now = element("ins", {}, after || "nothing");
    const hidden = (/** @type {string} */ words) => element("span", { class: "visually-hidden" }, words);
    return element(
      "li",
      {},
      head,
      element("p", {}, hidden("from "), was, element("span", { "aria-hidden": "true" }, " \u2192 "), hidden(" to "), now),
    );
  });
  const number = `${changes.length} ${changes.length === 1 ? "change" : "changes"} from ${against}.${rest}`;
  return element("div", {}, element("p", { class: "dim" }, number), element("ol", { class: "changes" }, ...items));
}
