// A paragraph of the regulation in our words, with the code that does it and the test that proves it.
import { get, refusalOf } from "./api.js";
import { button, element, within } from "./dom.js";
import { capital } from "./words.js";

/**
 * @import { Explained } from "../types/wire.d.ts"
 * @import { Content } from "./dom.js"
 */

/** @type {Record<string, string>} */
const STATUS = {
  played: "Played at the table.",
  checked: "Checked when a table opens with its Rules Submission.",
  recorded: "Checked in the record that states it.",
  equipment: "A piece of equipment, listed in the inventory.",
  declined: "A matter between the certificate holder and the Board; nothing happens at the table.",
  open: "Nothing does this yet.",
};
/** @type {Map<string, Explained>} */
const loaded = new Map();
let latest = 0;

/**
 * A button with a section, which opens it.
 *
 * @param {string} cite
 */
export const citeButton = (cite) =>
  button(`\u00a7\u00a0${cite}`, () => openRule(cite), { class: "cite", "aria-haspopup": "dialog" });

/**
 * Opens a dialog with a paragraph; in one that is open already, the paragraph takes the place of the one before.
 *
 * @param {string} cite
 */
export async function openRule(cite) {
  const open = document.getElementById("rule");
  const dialog = open instanceof HTMLDialogElement ? open : newDialog();
  latest += 1;
  const turn = latest;
  fill(dialog, `\u00a7 ${cite}`, element("p", { class: "dim" }, "One moment\u2026"));
  if (!dialog.open) dialog.showModal();
  try {
    const rule = loaded.get(cite) ?? (await get(`/api/rules/${encodeURIComponent(cite)}`));
    loaded.set(cite, rule);
    if (turn === latest) show(dialog, rule);
  } catch (error) {
    if (turn === latest) fill(dialog, `\u00a7 ${cite}`, element("p", {}, refusalOf(error).message));
  }
}

function newDialog() {
  const close = button("Close", () => dialog.close(), { class: "rule-close" });
  const title = element("h2", { id: "rule-title", tabindex: "-1" });
  const top = element("div", { class: "rule-top" }, title, close);
  const body = element("div", { class: "rule-body", "aria-live": "polite" });
  const dialog = element("dialog", { id: "rule", class: "rule", "aria-labelledby": "rule-title" }, top, body);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // a click beside it
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  return dialog;
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {string} title
 * @param {...Content} content
 */
function fill(dialog, title, ...content) {
  within(dialog, "#rule-title").textContent = title;
  within(dialog, ".rule-body").replaceChildren(...content.filter((each) => each !== null && each !== undefined));
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {Explained} rule
 */
function show(dialog, rule) {
  const hadFocus = within(dialog, ".rule-body").contains(document.activeElement);
  const about = ` \u00b7 ${rule.game}, chapter ${rule.chapter}`;
  const words = statusWords(rule);
  fill(
    dialog,
    `\u00a7 ${rule.cite}`,
    element("p", { class: "rule-heading" }, element("b", {}, rule.heading), about),
    rule.parents.length ? parents(rule.parents) : null,
    element("p", { class: "rule-says" }, rule.says),
    words ? element("p", { class: "dim" }, words) : null,
    ...code(rule),
    ...tests(rule),
  );
  if (hadFocus) within(dialog, "#rule-title").focus(); // the button that was pressed is gone
  dialog.scrollTop = 0;
}

/** @param {Explained} rule what becomes of it, in a sentence; "" where nothing is known */
function statusWords({ status, why, code: places }) {
  if (status === "declined" && why) return `${capital(why)}.`;
  const isOfRecords = places.some(({ file }) => file.startsWith("records/"));
  return STATUS[status === "checked" && isOfRecords ? "recorded" : status] ?? "";
}

/** @param {string[][]} above */
function parents(above) {
  const items = above.map(([cite, says]) => element("li", {}, citeButton(cite), " ", says));
  return element("ol", { class: "rule-parents", "aria-label": "Above it" }, ...items);
}

/** @param {Explained} rule */
function code(rule) {
  if (!rule.code.length) return [];
  const places = rule.code.map((place) => {
    const lines = place.text.split("\n").flatMap((line, at) => {
      const names = place.first + at === place.line;
      return [names ? element("mark", {}, line) : line, "\n"];
    });
    const name = `${place.file}, line ${place.line}`;
    const other = place.cite === rule.cite ? "" : `, for \u00a7 ${place.cite}`;
    return [element("p", { class: "rule-file" }, name + other), source(name, lines)];
  });
  const [first, ...more] = places;
  return [element("h3", {}, "The code that does it"), ...first, ...folded(more.length, "place", more.flat())];
}

/** @param {Explained} rule */
function tests({ test, tests: names }) {
  if (!test) return [];
  const others = names.slice(1);
  const list = element("ul", {}, ...others.map((name) => element("li", {}, name)));
  const file = element("p", { class: "rule-file" }, test.name);
  const more = folded(others.length, "test", [list]);
  return [element("h3", {}, "The test that proves it"), file, source(test.name, [test.text]), ...more];
}

/**
 * More of the same, which the reader unfolds.
 *
 * @param {number} count
 * @param {string} word
 * @param {Content[]} content
 */
function folded(count, word, content) {
  if (!count) return [];
  const summary = element("summary", {}, count === 1 ? `One more ${word}` : `${count} more ${word}s`);
  return [element("details", {}, summary, ...content)];
}

/**
 * Lines wider than the dialog are scrolled, with the keyboard too.
 *
 * @param {string} name
 * @param {Content[]} content
 */
const source = (name, content) => element("pre", { tabindex: "0", role: "region", "aria-label": name }, ...content);
