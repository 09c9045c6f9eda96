// The submissions desk: a Rules Submission is checked, compared, printed, and a table opened with it.
import { get, post } from "/static/api.js";
import { citeButton } from "/static/rules.js";
import { element } from "/static/words.js";

const by = (id) => document.getElementById(id);
const text = by("desk-text"), said = by("desk-said"), found = by("desk-found");
const percent = (held) => held === null ? "not offered" : `${(held * 100).toFixed(4)}%`;
const changed = ({ before, after }) => before === null || after === null ? "" : `${after < before ? "\u2212" : "+"}${(Math.abs(after - before) * 100).toFixed(4)}%`;
const KEPT = "pitboss-desk"; // what is written survives a reload of this window
text.value ||= sessionStorage.getItem(KEPT) ?? "";
text.addEventListener("input", () => sessionStorage.setItem(KEPT, text.value));

function say(sentence, state = "", ...content) {
  said.textContent = sentence;
  said.className = state;
  found.replaceChildren(...content);
  said.scrollIntoView({ block: "nearest" });
}
// What was found before stays: it is what must be mended.
const refuse = (error) => say(error.cite ? `${error.message} (\u00a7\u00a0${error.cite})` : error.message, "fails", ...found.querySelectorAll(":scope > .findings"));

// One thing at a time: the button that was pressed waits for its answer, and what is refused is said.
function on(button, work, event = "click") {
  button.addEventListener(event, async (happened) => {
    happened.preventDefault();
    const pressed = happened.submitter ?? button;
    pressed.disabled = true;
    try { await work(); } catch (error) { refuse(error); } finally { pressed.disabled = false; }
  });
}
function written() {
  if (!text.value.trim()) { text.focus(); throw new Error("Write a submission, begin with a blank one, or bring a file."); }
  return text.value;
}

let holder = ""; // what the holder says for all of its submissions
const submitted = (more = {}) => ({ text: written(), holder, ...more });

// The line of the text where a field stands, selected.
function show(line) {
  const lines = text.value.split("\n"), start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(start, start + lines[line - 1].length);
  text.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(text).lineHeight));
}

// With a capital and a stop; the name of an option keeps its letters.
const sentence = (words) => `${/^[a-z0-9]+(_| =)/.test(words) ? words : words[0].toUpperCase() + words.slice(1)}${/[.?!]$/.test(words) ? "" : "."}`;

function shown(each) {
  const line = each.line ? element("button", { type: "button" }, `line ${each.line}`) : null;
  line?.addEventListener("click", () => show(each.line));
  const cite = each.section.includes(".") ? citeButton(each.section) : element("span", { class: "dim" }, `chapter ${each.section}`);
  return element("li", { class: each.level },
    element("p", { class: "finding-head" }, element("span", { class: "level" }, each.level === "error" ? "Not allowed" : "Note"),
      element("b", {}, each.field), line, cite),
    element("p", {}, sentence(each.message)),
    each.fix ? element("p", { class: "dim" }, `To do: ${each.fix}.`) : null);
}

function report({ ok, findings }) {
  const errors = findings.filter((each) => each.level === "error").length, notes = findings.length - errors;
  const noted = notes ? `${notes} ${notes === 1 ? "note" : "notes"}` : "";
  const told = ok ? `This submission passes${noted ? `, with ${noted}` : ""}.`
    : `${errors} ${errors === 1 ? "choice is" : "choices are"} not allowed${noted ? `; ${noted}` : ""}.`;
  say(told, ok ? "passes" : "fails", element("ul", { class: "findings" }, ...findings.map(shown)));
}

async function print(what) {
  const headers = { "content-type": "application/json", accept: "application/pdf, application/json" };
  const answer = await fetch("/api/submissions/print", { method: "POST", headers, credentials: "same-origin", body: JSON.stringify(submitted({ what })) });
  if (!answer.ok) { const refused = await answer.json(); throw Object.assign(new Error(refused.error), { cite: refused.cite }); }
  const address = URL.createObjectURL(await answer.blob());
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? `${what}.pdf`;
  const link = element("a", { href: address, download: name }, name);
  say("The page is ready.", "passes", element("p", {}, "Printed: ", link));
  link.click();
}

function compared({ against, lines, wagers }) {
  const listed = lines.map((line) => element("li", { class: line.startsWith(" ") ? "under" : "head" }, line.trim()));
  const figure = (words) => element("td", { class: "num right" }, words);
  const rows = wagers.map((each) => element("tr", {}, element("th", { scope: "row" }, each.wager),
    figure(percent(each.before)), figure(percent(each.after)), figure(changed(each))));
  const head = element("tr", {}, element("th", { scope: "col" }, "Wager"),
    ...["Hold before", "Hold after", "Change"].map((words) => element("th", { scope: "col", class: "right" }, words)));
  say(lines.length ? `Compared with ${against}:` : `It says the same as ${against}.`, "", element("ul", { class: "compared" }, ...listed),
    ...(rows.length ? [element("table", { class: "list" }, element("thead", {}, head), element("tbody", {}, ...rows)),
      element("p", { class: "dim" }, "As far as it is known at once; pitboss diff works out the rest.")] : []));
}

function take(words) { text.value = words; text.dispatchEvent(new Event("input")); text.scrollTop = 0; }
on(by("desk-blank"), async () => { take((await get(`/api/submissions/${by("desk-chapter").value}`)).text); say("A blank submission: every option is at its default."); });
// What is done with the words of a file that somebody chooses.
function onFile(chooser, work) {
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files;
    if (!file) return;
    if (file.size > 50_000) { say("A submission has at most 50,000 letters.", "fails"); return; }
    try { await work(await file.text()); } catch (error) { refuse(error); }
  });
}
const compare = async () => compared(await post("/api/submissions/compare", submitted({ other: by("desk-other").value })));
const check = async () => report(await post("/api/submissions/check", submitted()));
onFile(by("desk-file"), async (words) => { take(words); await check(); });
onFile(by("desk-holder-file"), async (words) => { holder = words; if (text.value.trim()) await check(); else say("The holder\u2019s file is read with every submission."); });
onFile(by("desk-other-file"), async (words) => { by("desk-other").value = words; await compare(); });
on(by("desk-check"), check);
on(by("desk-compare"), compare);
for (const button of document.querySelectorAll("[data-print]")) on(button, () => print(button.dataset.print));
if (by("desk-open")) on(by("desk-open"), async () => {
  const name = by("desk-name").value, { chapter, house } = await post("/api/submissions", submitted());
  const rooms = await get("/api/rooms"), room = rooms.find((each) => each.chapter === chapter);
  if (room) await post(`/api/rooms/${room.room}/commands`, { id: crypto.randomUUID(), version: room.version, command: { do: "open table", table: name, house } });
  else await post("/api/tables", { name, chapter, house, meter: "" });
  const at = `/tables/${room ? `${room.room}/` : ""}${name}`;
  say("The table is open.", "passes", element("p", {}, element("a", { href: at }, `Go to ${name}`)));
}, "submit");
