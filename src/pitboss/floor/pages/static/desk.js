// The submissions desk: a Rules Submission as a form and as the file that it is, with findings, holds, changes and print beside it.
import { get, post, sentenceOf } from "./api.js";
import { byId, element, button } from "./dom.js";
import { announce, DeskFile, onFile, sayFindings } from "./desk-file.js";
import { DeskForm } from "./desk-form.js";
import { HoldPanel } from "./desk-hold.js";
import { PrintPanel } from "./desk-print.js";
import { changesTable } from "./desk-changes.js";
import { offerOpening } from "./desk-open.js";
import { Views } from "./desk-views.js";
import { openDialog } from "./dialogs.js";

/** @import { FormAnswer, FormState } from "../types/wire.d.ts" */

const fieldOf = (/** @type {string} */ name) => form?.options.get(name);
const holdPanel = new HoldPanel(byId("desk-holds"), announce, fieldOf);
const printPanel = new PrintPanel(fieldOf);

const draft = { text: "", holder: "", other: "", against: "the chapter\u2019s defaults" };
const views = new Views("hold", (view) => view === "print" && draft.text && printPanel.show(draft));
/** @type {DeskFile<FormAnswer>} */
const file = new DeskFile({
  key: "pitboss-desk",
  draft,
  check: (text, edits) => post("/api/submissions/form", { text, holder: draft.holder, other: draft.other, edits }),
  take,
  restore: () => form && latest?.state && form.show(latest.state, new Set(), true),
  showText: () => views.show("file"),
});
/** @type {DeskForm | null} */
let form = null;
/** @type {FormAnswer | null} */
let latest = null; // the last answer that could be read
let chapterShown = "";

/** @param {FormAnswer} answer @param {boolean} isFresh */
async function take(answer, isFresh) {
  if (answer.record) {
    goToRecord(answer);
    return;
  }
  if (!answer.state) return;
  latest = answer;
  const { state } = answer;
  const isNew = state.chapter !== chapterShown || (!form && state.chapter);
  if (isNew) await showChapter(state.chapter);
  form?.show(state, new Set(file.edits.keys()), isFresh || Boolean(isNew));
  showStatus(state);
  showSides();
}

/** @param {FormAnswer} answer a record of another kind, which has a page of its own */
function goToRecord({ record, text }) {
  draft.text = "";
  file.keep();
  sessionStorage.setItem(`pitboss-record-${record}`, JSON.stringify({ text }));
  location.assign(`/desk/records/${record}`);
}

/** @param {string} number */
async function showChapter(number) {
  chapterShown = number;
  const fields = byId("desk-fields");
  const nav = byId("desk-nav");
  form = null;
  for (const each of fields.querySelectorAll(":scope > div")) each.remove();
  nav.querySelector("ul")?.remove();
  if (!number) {
    byId("desk-game").textContent = "no chapter";
    const findings = latest?.state?.findings ?? [];
    fields.append(element("div", {}, ...findings.map(({ message, fix }) => element("p", {}, `${message}; ${fix}.`))));
    return;
  }
  const about = await get(`/api/submissions/${number}/form`);
  form = new DeskForm(about, {
    edit: file.edit.bind(file),
    showLine: file.showLine.bind(file),
    announce,
    showForm: views.showForm.bind(views),
    complained,
  });
  byId("desk-game").textContent =
    `${about.game} \u00b7 chapter ${number}${about.edition === "final" ? "" : `, ${about.edition} text`}`;
  fields.append(form.root);
  nav.append(form.nav);
  byId("desk-holds").hidden = !about.banked;
  byId("desk-hold-words").hidden = !about.banked;
  byId("desk-hold-none").hidden = about.banked;
  await listTables(number);
}

/** Something that is written in the form cannot go into the file, or can again. */
function complained() {
  if (latest?.state) showStatus(latest.state);
}

/** @param {FormState} state */
function showStatus({ findings }) {
  const errors = sayFindings(form?.findings() ?? findings, form?.complaints.size ?? 0);
  document.getElementById("desk-open-button")?.toggleAttribute("disabled", errors > 0);
  const why = document.getElementById("desk-name-why");
  if (why)
    why.textContent = errors
      ? `A table opens when ${errors === 1 ? "the error is" : `all ${errors} errors are`} put right.`
      : "Small letters, digits and hyphens.";
}

// ---------------------------------------------------------------------------- beginning

/** @param {string} words a text that is another submission: its form is made anew, with its sections as they are at first */
function begin(words) {
  if (file.open(words)) chapterShown = "";
}
byId("desk-save").addEventListener("click", () => file.download(`submission-${chapterShown || "new"}`));

/** @param {ParentNode} root */
function useStart(root) {
  for (const each of root.querySelectorAll("button[data-chapter]")) {
    each.addEventListener("click", async () => {
      const chapter = each instanceof HTMLElement ? each.dataset.chapter : "";
      const blank = await get(`/api/submissions/${chapter}`);
      document.querySelector("dialog")?.close();
      begin(blank.text);
    });
  }
}
useStart(byId("desk-start"));
byId("desk-new").addEventListener("click", () => {
  const start = byId("desk-start").cloneNode(true);
  if (!(start instanceof HTMLElement)) return;
  start.hidden = false;
  start.removeAttribute("aria-labelledby");
  for (const each of start.querySelectorAll("[id]")) each.id = `again-${each.id}`;
  start.querySelector("label")?.setAttribute("for", "again-desk-file");
  const dialog = openDialog(
    "desk-again",
    "New or open",
    start,
    button("Cancel", () => dialog.close()),
  );
  useStart(start);
  onFile(byId("again-desk-file", HTMLInputElement), (words) => {
    dialog.close();
    begin(words);
  });
});

onFile(byId("desk-file", HTMLInputElement), begin);
onFile(byId("desk-holder-file", HTMLInputElement), async (words, name) => {
  const said = byId("desk-holder-said");
  try {
    await post("/api/submissions/form", { text: draft.text, holder: words });
    draft.holder = words;
    const drop = button(
      "Leave it out",
      () => {
        draft.holder = "";
        said.replaceChildren();
        file.ask(0);
      },
      { class: "link" },
    );
    said.replaceChildren(`${name} is read with the submission. `, drop);
    file.isFresh = true;
    file.ask(0);
  } catch (error) {
    said.textContent = sentenceOf(error);
  }
});
onFile(byId("desk-other-file", HTMLInputElement), (words, name) => {
  byId("desk-against", HTMLSelectElement).append(element("option", { value: words, selected: true }, name));
  compareWith(words, name);
});

// ---------------------------------------------------------------------------- the side: hold, changes, print

function showSides() {
  if (!latest?.state || !form) return;
  const { state, other } = latest;
  const before =
    other && !other.error
      ? {
          key: `${draft.holder}\n${draft.other || `default ${state.chapter}`}`,
          text: draft.other || `chapter = "${state.chapter}"`,
          chapter: state.chapter,
          holder: draft.holder,
          holds: other.holds,
        }
      : null;
  byId("desk-against-words").textContent = `compared with ${draft.against}`;
  const house = JSON.stringify([state.chapter, state.values, draft.holder]);
  if (form.form.banked)
    holdPanel.show({ key: house, chapter: state.chapter, text: latest.text, holder: draft.holder, holds: state.holds }, before);
  const list = byId("desk-changes-list");
  list.replaceChildren(other ? changesTable(other, draft.against, state.ok) : "");
  byId("desk-overview").replaceChildren(state.findings.length ? form.overview() : element("p", { class: "dim" }, "None."));
  if (views.shown === "print") printPanel.show(draft);
}

/** @param {string} words @param {string} name */
function compareWith(words, name) {
  Object.assign(draft, { other: words, against: name });
  file.keep();
  file.ask(0);
}

/** @param {string} number the tables of this floor that play the chapter */
async function listTables(number) {
  const chooser = byId("desk-against", HTMLSelectElement);
  const tables = (await get("/api/tables")).filter(({ chapter }) => chapter === number);
  const options = tables.map(({ name }) => element("option", { value: `table:${name}` }, `the open table ${name}`));
  chooser.replaceChildren(element("option", { value: "" }, "the chapter\u2019s defaults"), ...options);
  if (draft.other) chooser.append(element("option", { value: draft.other, selected: true }, draft.against));
}
byId("desk-against").addEventListener("change", async () => {
  const chooser = byId("desk-against", HTMLSelectElement);
  const name = chooser.selectedOptions[0].textContent ?? "";
  const [, table] = /^table:(.*)$/.exec(chooser.value) ?? [];
  if (!table) return compareWith(chooser.value, name);
  const { table: shown } = await get(`/api/tables/${table}`);
  return compareWith(JSON.stringify({ chapter: shown.chapter, house: shown.house }), name);
});

offerOpening(draft);
file.restore();
