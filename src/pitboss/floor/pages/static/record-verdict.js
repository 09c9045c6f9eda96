// What the check says of a record beside its form: the verdict, what the text asks, and deadlines.
import { element } from "./dom.js";
import { citeButton } from "./rules.js";
import { capital } from "./words.js";

/** @import { RecordDeadline, RecordState, RecordStatement } from "../types/wire.d.ts" */

/** @param {RecordState} state */
export function verdictWords({ ok, on, errors, findings }) {
  const notes = findings.filter(({ level }) => level !== "error").length;
  const counted = [errors ? `${errors} to fix` : "", notes ? `${notes} ${notes === 1 ? "note" : "notes"}` : ""].filter(Boolean);
  return `${ok ? "Lawful" : "Not lawful"} on ${on}${counted.length ? `: ${counted.join(", ")}` : ""}.`;
}

/** @param {RecordStatement[]} statements */
export function statementList(statements) {
  if (!statements.length) return element("p", { class: "dim" }, "Nothing besides.");
  const items = statements.map(({ section, about, says, why }) =>
    element(
      "li",
      {},
      element("b", {}, `${capital(about)}: `),
      says,
      why ? element("span", { class: "dim" }, ` (${why})`) : null,
      " ",
      citeButton(section),
    ),
  );
  return element("ul", { class: "asked" }, ...items);
}

/** @param {RecordDeadline[]} deadlines */
export function deadlineList(deadlines) {
  if (!deadlines.length) return element("p", { class: "dim" }, "None so far.");
  const items = deadlines.map(({ section, day, what, done, overdue }) => {
    const state = done ? ["fine", "done"] : overdue ? ["error", "overdue"] : ["note", "open"];
    return element(
      "li",
      {},
      element("time", { datetime: day }, day),
      element("span", { class: `badge ${state[0]}` }, state[1]),
      element("span", {}, capital(what), " ", citeButton(section)),
    );
  });
  return element("ol", { class: "asked deadlines" }, ...items);
}
