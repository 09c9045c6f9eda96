// A paragraph of the regulation in our words, with the code that does it and the test that proves it.
import { get } from "/static/api.js";
import { element } from "/static/words.js";

const STATUS = {
  played: "Played at the table.",
  checked: "Checked when a table opens with its Rules Submission.",
  equipment: "A piece of equipment, listed in the inventory.",
  declined: "A matter between the certificate holder and the Board; nothing happens at the table.",
  open: "Nothing does this yet.",
};
const asked = new Map(); // what the floor said of each citation
let latest = 0;
const STYLE = "/static/dealer.css";
if (!document.querySelector(`link[href="${STYLE}"]`)) document.head.append(element("link", { rel: "stylesheet", href: STYLE }));

// A button with a section, which opens it.
export function citeButton(cite) {
  const button = element("button", { type: "button", class: "cite", "aria-haspopup": "dialog" }, `\u00a7\u00a0${cite}`);
  button.addEventListener("click", () => openRule(cite));
  return button;
}

// Opens a dialog with a paragraph; in one that is open already, the paragraph takes the place of the one before.
export async function openRule(cite) {
  const dialog = document.getElementById("rule") ?? newDialog();
  const turn = ++latest;
  fill(dialog, `\u00a7 ${cite}`, element("p", { class: "dim" }, "One moment\u2026"));
  if (!dialog.open) dialog.showModal();
  try {
    if (!asked.has(cite)) asked.set(cite, await get(`/api/rules/${encodeURIComponent(cite)}`));
    if (turn === latest) show(dialog, asked.get(cite));
  } catch (refused) {
    if (turn === latest) fill(dialog, `\u00a7 ${cite}`, element("p", {}, refused.message));
  }
}

function newDialog() {
  const close = element("button", { type: "button", class: "rule-close" }, "Close");
  const title = element("h2", { id: "rule-title", tabindex: "-1" });
  const dialog = element("dialog", { id: "rule", class: "rule", "aria-labelledby": "rule-title" },
    element("div", { class: "rule-top" }, title, close), element("div", { class: "rule-body", "aria-live": "polite" }));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); }); // beside it
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  return dialog;
}

function fill(dialog, title, ...content) {
  dialog.querySelector("#rule-title").textContent = title;
  dialog.querySelector(".rule-body").replaceChildren(...content.filter((each) => each !== null));
}

function show(dialog, rule) {
  const hadFocus = dialog.querySelector(".rule-body").contains(document.activeElement);
  fill(dialog, `\u00a7 ${rule.cite}`,
    element("p", { class: "rule-heading" }, element("b", {}, rule.heading), ` \u00b7 ${rule.game}, chapter ${rule.chapter}`),
    rule.parents.length ? parents(rule.parents) : null,
    element("p", { class: "rule-says" }, rule.says),
    STATUS[rule.status] ? element("p", { class: "dim" }, STATUS[rule.status]) : null,
    ...code(rule), ...tests(rule));
  if (hadFocus) dialog.querySelector("#rule-title").focus(); // the button that was pressed is gone
  dialog.scrollTop = 0;
}

function parents(above) {
  const items = above.map(([cite, says]) => element("li", {}, citeButton(cite), " ", says));
  return element("ol", { class: "rule-parents", "aria-label": "Above it" }, ...items);
}

function code(rule) {
  if (!rule.code.length) return [];
  const shown = rule.code.map((place) => {
    const lines = place.text.split("\n").flatMap((line, at) => {
      const names = place.first + at === place.line;
      return [names ? element("mark", {}, line) : line, "\n"];
    });
    const name = `${place.file}, line ${place.line}`;
    const other = place.cite === rule.cite ? "" : `, for \u00a7 ${place.cite}`;
    return [element("p", { class: "rule-file" }, name + other), source(name, lines)];
  });
  const [first, ...more] = shown;
  const rest = more.length ? [element("details", {}, element("summary", {}, more.length === 1 ? "One more place" : `${more.length} more places`), ...more.flat())] : [];
  return [element("h3", {}, "The code that does it"), ...first, ...rest];
}

function tests(rule) {
  if (!rule.test) return [];
  const others = rule.tests.slice(1);
  const names = element("ul", {}, ...others.map((name) => element("li", {}, name)));
  const more = others.length ? [element("details", {}, element("summary", {}, others.length === 1 ? "One more test" : `${others.length} more tests`), names)] : [];
  return [element("h3", {}, "The test that proves it"), element("p", { class: "rule-file" }, rule.test.name), source(rule.test.name, [rule.test.text]), ...more];
}

// Lines wider than the dialog are scrolled, with the keyboard too.
const source = (name, content) => element("pre", { tabindex: "0", role: "region", "aria-label": name }, ...content);
