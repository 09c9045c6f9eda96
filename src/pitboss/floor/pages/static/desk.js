// The submissions desk: a Rules Submission is checked, compared, printed, and a table opened with it.
import { get, post, RefusedError, refusalOf } from "./api.js";
import { button, byId, element } from "./dom.js";
import { citeButton } from "./rules.js";
import { openInRoom } from "./submission.js";

/** @import { Checked, ComparedWith, Found, Held } from "../types/wire.d.ts" */

const text = byId("desk-text", HTMLTextAreaElement);
const other = byId("desk-other", HTMLTextAreaElement);
const status = byId("desk-said");
const result = byId("desk-found");
const KEPT = "pitboss-desk"; // what is written survives a reload of this window
const MOST = 50_000;
text.value ||= sessionStorage.getItem(KEPT) ?? "";
text.addEventListener("input", () => sessionStorage.setItem(KEPT, text.value));

/** @param {number | null} edge */
const percent = (edge) => (edge === null ? "not offered" : `${(edge * 100).toFixed(4)}%`);
/** @param {Held} wager */
function changeOf({ before, after }) {
  if (before === null || after === null) return "";
  return `${after < before ? "\u2212" : "+"}${(Math.abs(after - before) * 100).toFixed(4)}%`;
}

/**
 * @param {string} words
 * @param {string} [state]
 * @param {...(Node | string)} content
 */
function say(words, state = "", ...content) {
  status.textContent = words;
  status.className = state;
  result.replaceChildren(...content);
  status.scrollIntoView({ block: "nearest" });
}

/** @param {unknown} error what was found before stays: it is what must be mended */
function refuse(error) {
  const { message, cite } = refusalOf(error);
  say(cite ? `${message} (\u00a7\u00a0${cite})` : message, "fails", ...result.querySelectorAll(":scope > .findings"));
}

/**
 * One thing at a time: the button that was pressed waits for its answer, and a refusal is shown.
 *
 * @param {HTMLElement} control
 * @param {() => Promise<void>} work
 * @param {"click" | "submit"} [kind]
 */
function on(control, work, kind = "click") {
  control.addEventListener(kind, async (event) => {
    event.preventDefault();
    const pressed = (event instanceof SubmitEvent ? event.submitter : null) ?? control;
    pressed.toggleAttribute("disabled", true);
    try {
      await work();
    } catch (error) {
      refuse(error);
    } finally {
      pressed.toggleAttribute("disabled", false);
    }
  });
}

let holder = ""; // what the holder says for all of its submissions
function submission() {
  if (!text.value.trim()) {
    text.focus();
    throw new Error("Write a submission, begin with a blank one, or bring a file.");
  }
  return { text: text.value, holder };
}

/** @param {number} line of the text, which is selected */
function show(line) {
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(start, start + lines[line - 1].length);
  text.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(text).lineHeight));
}

/** @param {string} words with a capital and a stop; the name of an option keeps its letters */
function sentence(words) {
  const begins = /^[a-z0-9]+(_| =)/.test(words) ? words : words[0].toUpperCase() + words.slice(1);
  return /[.?!]$/.test(words) ? begins : `${begins}.`;
}

/** @param {Found} finding */
function findingItem({ level, section, field, message, fix, line }) {
  const jump = line ? button(`line ${line}`, () => show(line)) : null;
  const cite = section.includes(".") ? citeButton(section) : element("span", { class: "dim" }, `chapter ${section}`);
  const kind = element("span", { class: "level" }, level === "error" ? "Not allowed" : "Note");
  const head = element("p", { class: "finding-head" }, kind, element("b", {}, field), jump, cite);
  const todo = fix ? element("p", { class: "dim" }, `To do: ${fix}.`) : null;
  return element("li", { class: level }, head, element("p", {}, sentence(message)), todo);
}

/** @param {Checked} checked */
function report({ ok, findings }) {
  const errors = findings.filter((finding) => finding.level === "error").length;
  const notes = findings.length - errors;
  const noted = notes ? `${notes} ${notes === 1 ? "note" : "notes"}` : "";
  const passes = `This submission passes${noted ? `, with ${noted}` : ""}.`;
  const fails = `${errors} ${errors === 1 ? "choice is" : "choices are"} not allowed${noted ? `; ${noted}` : ""}.`;
  const list = element("ul", { class: "findings" }, ...findings.map(findingItem));
  say(ok ? passes : fails, ok ? "passes" : "fails", list);
}

/** @param {string} what */
async function print(what) {
  const headers = { "content-type": "application/json", accept: "application/pdf, application/json" };
  const body = JSON.stringify({ ...submission(), what });
  const response = await fetch("/api/submissions/print", { method: "POST", headers, credentials: "same-origin", body });
  if (!response.ok) {
    const { error, cite } = await response.json();
    throw new RefusedError(error, cite, response.status);
  }
  const address = URL.createObjectURL(await response.blob());
  const disposition = response.headers.get("content-disposition") ?? "";
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? `${what}.pdf`;
  const link = element("a", { href: address, download: name }, name);
  say("The page is ready.", "passes", element("p", {}, "Printed: ", link));
  link.click();
}

/** @param {ComparedWith} comparison */
function showComparison({ against, lines, wagers }) {
  const items = lines.map((line) => element("li", { class: line.startsWith(" ") ? "under" : "head" }, line.trim()));
  const sentences = lines.length ? `Compared with ${against}:` : `There is no difference from ${against}.`;
  const list = element("ul", { class: "compared" }, ...items);
  say(sentences, "", list, ...(wagers.length ? [edgeTable(wagers), element("p", { class: "dim" }, MORE)] : []));
}
const MORE = "These figures are known at once; pitboss diff works out the rest.";

/** @param {Held[]} wagers */
function edgeTable(wagers) {
  /** @param {string} words */
  const cell = (words) => element("td", { class: "num right" }, words);
  const rows = wagers.map((wager) => {
    const name = element("th", { scope: "row" }, wager.wager);
    return element("tr", {}, name, cell(percent(wager.before)), cell(percent(wager.after)), cell(changeOf(wager)));
  });
  const figures = ["House edge before", "House edge after", "Change"];
  const heads = figures.map((words) => element("th", { scope: "col", class: "right" }, words));
  const head = element("tr", {}, element("th", { scope: "col" }, "Wager"), ...heads);
  return element("table", { class: "list" }, element("thead", {}, head), element("tbody", {}, ...rows));
}

/** @param {string} words the text of the submission */
function write(words) {
  text.value = words;
  text.dispatchEvent(new Event("input"));
  text.scrollTop = 0;
}

/**
 * What is done with the words of a file that the user chooses.
 *
 * @param {string} id
 * @param {(words: string) => Promise<void>} work
 */
function onFile(id, work) {
  const chooser = byId(id, HTMLInputElement);
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files ?? [];
    if (!file) return;
    if (file.size > MOST) {
      say("A submission has at most 50,000 letters.", "fails");
      return;
    }
    try {
      await work(await file.text());
    } catch (error) {
      refuse(error);
    }
  });
}

const check = async () => report(await post("/api/submissions/check", submission()));
const compare = async () => showComparison(await post("/api/submissions/compare", { ...submission(), other: other.value }));
async function writeBlank() {
  const blank = await get(`/api/submissions/${byId("desk-chapter", HTMLSelectElement).value}`);
  write(blank.text);
  say("A blank submission: every option is at its default.");
}
async function openTable() {
  const name = byId("desk-name", HTMLInputElement).value;
  const { chapter, house } = await post("/api/submissions", submission());
  const rooms = await get("/api/rooms");
  const room = rooms.find((board) => board.chapter === chapter)?.room;
  if (room) await openInRoom(room, name, house);
  else await post("/api/tables", { name, chapter, house, meter: "" });
  const link = element("a", { href: `/tables/${room ? `${room}/` : ""}${name}` }, `Go to ${name}`);
  say("The table is open.", "passes", element("p", {}, link));
}

onFile("desk-file", async (words) => {
  write(words);
  await check();
});
onFile("desk-holder-file", async (words) => {
  holder = words;
  if (text.value.trim()) await check();
  else say("The holder\u2019s file is read with every submission.");
});
onFile("desk-other-file", async (words) => {
  other.value = words;
  await compare();
});
on(byId("desk-blank"), writeBlank);
on(byId("desk-check"), check);
on(byId("desk-compare"), compare);
for (const each of document.querySelectorAll("button[data-print]")) {
  if (each instanceof HTMLElement) on(each, () => print(each.dataset.print ?? ""));
}
const form = document.getElementById("desk-open");
if (form) on(form, openTable, "submit");
