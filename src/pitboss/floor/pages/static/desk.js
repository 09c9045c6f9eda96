// The submissions desk: a Rules Submission as a form and as the file that it is, with findings, holds, changes and print beside it.
import { get, post, RefusedError, sentenceOf } from "./api.js";
import { byId, element, button } from "./dom.js";
import { DeskForm } from "./desk-form.js";
import { HoldPanel } from "./desk-hold.js";
import { PrintPanel, save } from "./desk-print.js";
import { changesTable } from "./desk-changes.js";
import { offerOpening } from "./desk-open.js";
import { openDialog } from "./dialogs.js";

/**
 * @import { FormAnswer, FormState } from "../types/wire.d.ts"
 *
 * @typedef {"form" | "hold" | "file" | "changes" | "print"} View
 */

const KEPT = "pitboss-desk"; // what is written survives a reload of this window
const MOST = 50_000;
const [TYPING, RETRY, MOST_UNDONE] = [250, 2000, 100]; // milliseconds without a change, or after a failure; changes
const WIDE = matchMedia("(min-width: 62rem)");

const text = byId("desk-text", HTMLTextAreaElement);
const [status, work] = [byId("desk-status"), byId("desk-work")];
const fieldOf = (/** @type {string} */ name) => form?.options.get(name);
const holdPanel = new HoldPanel(byId("desk-holds"), announce, fieldOf);
const printPanel = new PrintPanel(fieldOf);

const draft = { text: "", holder: "", other: "", against: "the chapter\u2019s defaults" };
/** @type {DeskForm | null} */
let form = null;
/** @type {FormAnswer | null} */
let latest = null; // the last answer that could be read
/** @type {Map<string, unknown>} */
let edits = new Map(); // of the form, not in the file yet
/** @type {string[]} */
const past = [];
let [isFresh, asking] = [true, false]; // the text was not made by this form; the floor is asked
let again = false;
let timer = 0;
let chapterShown = "";

function keep() {
  sessionStorage.setItem(KEPT, JSON.stringify(draft));
}

/** @param {string} words @param {string} [kind] */
function say(words, kind = "") {
  if (status.textContent !== words) status.textContent = words;
  status.className = `pill ${kind}`;
}

// ---------------------------------------------------------------------------- between the page and the floor

/** @param {number} [pause] */
function ask(pause = TYPING) {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    timer = 0;
    send();
  }, pause);
}

async function send() {
  if (asking) {
    again = true;
    return;
  }
  const sent = edits;
  const asked = draft.text;
  if (!asked.trim()) {
    showMistake({ mistake: { message: "the file is empty", line: 1, column: 1 } });
    return;
  }
  asking = true;
  edits = new Map();
  try {
    const body = {
      text: asked,
      holder: draft.holder,
      other: draft.other,
      edits: [...sent].map(([field, value]) => ({ field, value })),
    };
    const answer = await post("/api/submissions/form", body);
    if (draft.text === asked) await take(answer, sent.size > 0);
    else {
      edits = new Map([...sent, ...edits]); // the file was changed meanwhile: once more, with that
      again = true;
    }
  } catch (error) {
    await refuse(error, sent);
  } finally {
    asking = false;
  }
  if (again || edits.size) {
    again = false;
    ask(0);
  }
}

/** @param {unknown} error @param {Map<string, unknown>} sent */
async function refuse(error, sent) {
  if (error instanceof RefusedError && (error.status === 503 || error.status === 429)) {
    edits = new Map([...sent, ...edits]);
    say("The desk is busy; it goes on in a moment.", "note");
    ask(RETRY);
    return;
  }
  if (!(error instanceof RefusedError)) {
    edits = new Map([...sent, ...edits]);
    say("The floor cannot be reached; what you wrote is kept.", "error");
    ask(RETRY * 2);
    return;
  }
  say(sentenceOf(error), "error");
  if (form && latest?.state) form.show(latest.state, new Set(), true);
}

/** @param {FormAnswer} answer @param {boolean} byForm */
async function take(answer, byForm) {
  if (answer.text !== draft.text) {
    remember();
    draft.text = answer.text;
    const { selectionStart, selectionEnd, scrollTop } = text;
    text.value = answer.text;
    text.setSelectionRange(selectionStart, selectionEnd);
    text.scrollTop = scrollTop;
  }
  keep();
  showMistake(answer);
  if (answer.mistake || !answer.state) return;
  latest = answer;
  const { state } = answer;
  if (state.chapter !== chapterShown || (!form && state.chapter)) await showChapter(state.chapter);
  form?.show(state, new Set(edits.keys()), isFresh && !byForm);
  isFresh = false;
  showStatus(state);
  showSides();
}

function remember() {
  past.push(draft.text);
  if (past.length > MOST_UNDONE) past.shift();
  byId("desk-undo").toggleAttribute("disabled", false);
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
  form = new DeskForm(about, { edit, showLine, announce, showForm, complained });
  byId("desk-game").textContent =
    `${about.game} \u00b7 chapter ${number}${about.edition === "final" ? "" : `, ${about.edition} text`}`;
  fields.append(form.root);
  nav.append(form.nav);
  isFresh = true;
  byId("desk-holds").hidden = !about.banked;
  byId("desk-hold-words").hidden = !about.banked;
  byId("desk-hold-none").hidden = about.banked;
  await listTables(number);
}

/** @param {string} words */
function announce(words) {
  byId("desk-announce").textContent = words;
}

/** Something that is written in the form cannot go into the file, or can again. */
function complained() {
  if (latest?.state) showStatus(latest.state);
}

/** The form, where a window has room for one view only. */
function showForm() {
  if (!WIDE.matches) showView("form");
}

/** @param {FormState} state */
function showStatus({ findings: all, ok }) {
  const findings = form?.findings() ?? all;
  const unlawful = findings.filter(({ level }) => level === "error").length;
  const notes = findings.length - unlawful;
  const errors = unlawful + (form?.complaints.size ?? 0);
  const noted = notes ? ` \u00b7 ${notes} ${notes === 1 ? "note" : "notes"}` : "";
  const passes = ok && !errors;
  say(passes ? `Nothing to fix${noted}` : `${errors} to fix${noted}`, passes ? "fine" : "error");
  document.getElementById("desk-open-button")?.toggleAttribute("disabled", !passes);
  const why = document.getElementById("desk-name-why");
  if (why)
    why.textContent = passes
      ? "Small letters, digits and hyphens."
      : `A table opens when ${errors === 1 ? "the error is" : `all ${errors} errors are`} put right.`;
}

/** @param {Pick<FormAnswer, "mistake">} answer */
function showMistake({ mistake }) {
  const where = mistake ? `Line ${mistake.line}, column ${mistake.column}` : "";
  const jump = mistake
    ? button(`Go to line ${mistake.line}`, () => showLine(mistake.line, mistake.column), { class: "link" })
    : null;
  const place = byId("desk-mistake");
  const words = mistake ? mistake.message.replace(/^the submission(\.json)?, (line \d+|at its end): /, "") : "";
  if (place.dataset.words !== where + words) {
    place.dataset.words = where + words;
    place.replaceChildren(...(mistake ? [`${where}: ${words}. `, jump ?? ""] : []));
  }
  if (mistake) text.setAttribute("aria-invalid", "true");
  else text.removeAttribute("aria-invalid");
  byId("desk-fields", HTMLFieldSetElement).disabled = Boolean(mistake);
  const notice = byId("desk-notice");
  if (Boolean(notice.childElementCount) !== Boolean(mistake)) {
    const restore = button("Go back to the last file that could be read", () => latest && open(latest.text, false));
    notice.replaceChildren(
      ...(mistake
        ? [element("p", {}, "The file has a mistake. The form is as it was before it.", " ", latest ? restore : "")]
        : []),
    );
  }
  if (mistake) say(`${where} cannot be read`, "error");
}

// ---------------------------------------------------------------------------- changing the draft

/** @param {string} field @param {unknown} value */
function edit(field, value) {
  edits.set(field, value);
  ask();
}

/**
 * Another text takes the place of the file.
 *
 * @param {string} words
 * @param {boolean} [isStep] whether it can be undone
 */
async function open(words, isStep = true) {
  if (words.length > MOST) {
    say("A submission has at most 50,000 letters.", "error");
    return;
  }
  if (isStep) {
    if (draft.text) remember();
    chapterShown = ""; // the form is made anew, with its sections as they are at first
  }
  draft.text = words;
  edits = new Map();
  text.value = words;
  isFresh = true;
  byId("desk-start").hidden = true;
  work.hidden = false;
  byId("desk-tools").hidden = false;
  keep();
  ask(0);
}

/** @param {number} line @param {number} [column] */
function showLine(line, column = 0) {
  showView("file");
  const lines = draft.text.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  text.focus();
  if (column) text.setSelectionRange(start + column - 1, start + column - 1);
  else text.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  text.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(text).lineHeight));
}

text.addEventListener("input", () => {
  if (!timer) remember(); // once for what is typed without a pause
  draft.text = text.value;
  isFresh = true;
  keep();
  ask();
});
byId("desk-undo").addEventListener("click", () => {
  const words = past.pop();
  byId("desk-undo").toggleAttribute("disabled", !past.length);
  if (words !== undefined) open(words, false);
});
byId("desk-save").addEventListener("click", () => {
  const isJson = draft.text.trimStart().startsWith("{");
  save(new Blob([draft.text], { type: "text/plain" }), `submission-${chapterShown || "new"}.${isJson ? "json" : "toml"}`);
});

// ---------------------------------------------------------------------------- beginning

/** @param {ParentNode} root */
function useStart(root) {
  for (const each of root.querySelectorAll("button[data-chapter]")) {
    each.addEventListener("click", async () => {
      const chapter = each instanceof HTMLElement ? each.dataset.chapter : "";
      const blank = await get(`/api/submissions/${chapter}`);
      document.querySelector("dialog")?.close();
      await open(blank.text);
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
  onFile("again-desk-file", async (words) => {
    dialog.close();
    await open(words);
  });
});

/**
 * What is done with the words of a file that the user chooses.
 *
 * @param {string} id
 * @param {(words: string, name: string) => Promise<void>} use
 */
function onFile(id, use) {
  const chooser = byId(id, HTMLInputElement);
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files ?? [];
    if (!file) return;
    if (file.size > MOST) say("A submission has at most 50,000 letters.", "error");
    else await use(await file.text(), file.name);
  });
}
onFile("desk-file", (words) => open(words));
onFile("desk-holder-file", async (words, name) => {
  const said = byId("desk-holder-said");
  try {
    await post("/api/submissions/form", { text: draft.text, holder: words });
    draft.holder = words;
    const drop = button(
      "Leave it out",
      () => {
        draft.holder = "";
        said.replaceChildren();
        ask(0);
      },
      { class: "link" },
    );
    said.replaceChildren(`${name} is read with the submission. `, drop);
    isFresh = true;
    ask(0);
  } catch (error) {
    said.textContent = sentenceOf(error);
  }
});
onFile("desk-other-file", async (words, name) => {
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
  if (work.dataset.shown === "print") printPanel.show(draft);
}

/** @param {string} words @param {string} name */
function compareWith(words, name) {
  Object.assign(draft, { other: words, against: name });
  keep();
  ask(0);
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

// ---------------------------------------------------------------------------- views and sizes

const tabs = [...byId("desk-tabs").querySelectorAll("button")];

/** @param {View} view @param {boolean} [focus] */
function showView(view, focus = false) {
  const shown = WIDE.matches && view === "form" ? "hold" : view;
  work.dataset.shown = shown;
  for (const tab of tabs) {
    const isShown = tab.dataset.view === shown;
    tab.setAttribute("aria-selected", String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
    if (isShown && focus) tab.focus();
    byId(tab.getAttribute("aria-controls") ?? "").hidden = !isShown && !(tab.dataset.view === "form" && WIDE.matches);
  }
  byId("tab-form").hidden = WIDE.matches;
  byId("desk-side").hidden = shown === "form";
  if (shown === "print") printPanel.show(draft);
}
for (const tab of tabs) tab.addEventListener("click", () => showView(/** @type {View} */ (tab.dataset.view)));
byId("desk-tabs").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const shown = tabs.filter((tab) => !tab.hidden);
  const at = shown.findIndex((tab) => tab === document.activeElement);
  showView(/** @type {View} */ (shown[(at + step + shown.length) % shown.length].dataset.view), true);
});
const fit = () => {
  byId("desk-nav", HTMLDetailsElement).open = WIDE.matches;
  showView(
    /** @type {View} */ (
      WIDE.matches ? (work.dataset.shown ?? "hold") : work.dataset.shown === "hold" ? "form" : (work.dataset.shown ?? "form")
    ),
  );
};
WIDE.addEventListener("change", fit);
new ResizeObserver(([{ target }]) => {
  document.documentElement.style.setProperty("--desk-top", `${target.getBoundingClientRect().height}px`);
}).observe(byId("desk-top"));

offerOpening(draft);

const stored = sessionStorage.getItem(KEPT);
fit();
if (stored?.startsWith("{")) {
  Object.assign(draft, JSON.parse(stored));
  if (draft.text) open(draft.text, false);
}
