// Records under other agencies' rules: each as a form beside its file, with the verdict, deadlines, print and an address of its own.
import { get, post, refusalOf, sentenceOf } from "./api.js";
import { button, byId, element } from "./dom.js";
import { announce, DeskFile, MOST, onFile, say, sayFindings, saveFrom } from "./desk-file.js";
import { PrintPanel } from "./desk-print.js";
import { Views } from "./desk-views.js";
import { openDialog } from "./dialogs.js";
import { hashOf, textIn } from "./record-address.js";
import { RecordForm } from "./record-form.js";
import { deadlineList, statementList, verdictWords } from "./record-verdict.js";

/** @import { RecordAnswer, RecordForm as Kind, RecordState } from "../types/wire.d.ts" */

const { kind = "" } = byId("desk-records").dataset; // "" where one is still to be chosen
const keyOf = (/** @type {string} */ name) => `pitboss-record-${name}`;

/**
 * A file that somebody brings: its kind has a page of its own.
 *
 * @param {string} text
 * @param {(text: string) => void} use where it is of the kind of this page
 */
async function bring(text, use) {
  try {
    const { kind: named, mistake } = await post("/api/records/form", { text, kind: "" });
    if (mistake) say(`Not taken: ${mistake.message}.`, "error");
    else if (named === kind) use(text);
    else {
      sessionStorage.setItem(keyOf(named), JSON.stringify({ text }));
      location.assign(`/desk/records/${named}`);
    }
  } catch (error) {
    say(sentenceOf(error), "error");
  }
}

/** @param {Kind} about */
function openPage(about) {
  const draft = { text: "" };
  /** @type {RecordForm | null} */
  let form = null;
  /** @type {RecordState | null} */
  let latest = null;
  let [listed, addressed] = ["", ""]; // the list that has been changed, and the text in the address
  const printPanel = new PrintPanel((name) => form?.options.get(name), "form");
  const views = new Views("verdict", (view) => view === "print" && draft.text && showPrint());
  /** @type {DeskFile<RecordAnswer>} */
  const file = new DeskFile({
    key: keyOf(kind),
    draft,
    check: (text, edits) => post("/api/records/form", { text, kind, edits }),
    take,
    restore: () => form && latest && form.showRecord(latest, new Set(), true),
    showText: () => views.show("file"),
  });

  function showPrint() {
    printPanel.show({ text: draft.text, holder: "" });
  }

  /** @param {RecordAnswer} answer @param {boolean} isFresh */
  async function take({ text, state }, isFresh) {
    if (!state) return;
    if (addressed && text !== addressed) {
      addressed = "";
      history.replaceState(null, "", location.pathname);
      byId("desk-address-said").textContent = "";
    }
    latest = state;
    const isNew = !form || JSON.stringify(form.counts) !== JSON.stringify(state.counts);
    const shown = isNew ? build(state) : form;
    shown?.showRecord(state, new Set(file.edits.keys()), isFresh || isNew);
    if (isNew && listed) shown?.goToLast(listed);
    listed = "";
    showStatus();
    showSides(state);
  }

  /** @param {RecordState} state the form anew, with the sections open that were */
  function build({ counts, more }) {
    const open = new Set(
      [...document.querySelectorAll(".desk-section[open]")].map((each) => each.getAttribute("data-section")),
    );
    form?.root.remove();
    form?.nav.remove();
    form = new RecordForm(about, counts, {
      edit: file.edit.bind(file),
      showLine: file.showLine.bind(file),
      announce,
      showForm: views.showForm.bind(views),
      complained: showStatus,
      rebuild: (field, value) => {
        [listed] = field.split("[");
        file.rebuild(field, value);
      },
    });
    byId("desk-fields").append(form.root);
    byId("desk-nav").append(form.nav);
    for (const { name, root } of form.parts) if (open.has(name)) root.open = true;
    const left = Object.entries(more).map(([name, number]) => `${number} more of ${name} stand in the file only.`);
    byId("desk-more").textContent = left.join(" ");
    return form;
  }

  function showStatus() {
    if (form) sayFindings(form.findings(), form.complaints.size);
  }

  /** @param {RecordState} state */
  function showSides(state) {
    byId("record-verdict").textContent = verdictWords(state);
    const none = element("p", { class: "dim" }, "None.");
    byId("desk-overview").replaceChildren(state.findings.length && form ? form.overview() : none);
    byId("record-asks").replaceChildren(statementList(state.statements));
    byId("record-deadlines").replaceChildren(deadlineList(state.deadlines));
    byId("record-calendar").toggleAttribute(
      "disabled",
      state.deadlines.every(({ done }) => done),
    );
    if (views.shown === "print") showPrint();
  }

  byId("desk-save").addEventListener("click", () => file.download(kind));
  byId("record-calendar").addEventListener("click", async () => {
    const said = byId("record-calendar-said");
    said.textContent = "";
    try {
      await saveFrom("/api/records/calendar", { text: draft.text });
    } catch (error) {
      said.textContent = sentenceOf(error);
    }
  });
  byId("desk-address").addEventListener("click", async () => {
    const hash = await hashOf(draft.text);
    addressed = draft.text;
    history.replaceState(null, "", hash);
    let words = "The address bar has it now. It holds the whole record; the floor keeps nothing of it.";
    try {
      await navigator.clipboard.writeText(location.href);
      words = "Copied. The address holds the whole record; the floor keeps nothing of it.";
    } catch {
      /* a browser that does not let pages copy */
    }
    byId("desk-address-said").textContent = words;
  });
  byId("desk-new").addEventListener("click", () => {
    const chooser = element("input", { id: "again-file", type: "file", accept: ".toml,.json,text/plain,application/json" });
    const begin = (/** @type {string} */ words) => {
      dialog.close();
      file.open(words);
    };
    const dialog = openDialog(
      "desk-again",
      "New or open",
      element("p", {}, element("label", { for: "again-file" }, "Bring a file, TOML or JSON"), " ", chooser),
      element(
        "p",
        { class: "finding-do" },
        button("Begin anew", () => begin(about.text)),
        button("Begin with an example", () => begin(about.example)),
      ),
      element("p", {}, element("a", { href: "/desk/records" }, "Another kind of record")),
      button("Cancel", () => dialog.close()),
    );
    onFile(chooser, async (words) => {
      dialog.close();
      await bring(words, (text) => file.open(text));
    });
  });

  async function useAddress() {
    try {
      const text = await textIn(location.hash, MOST);
      if (text === null) return;
      addressed = text;
      file.open(text);
    } catch (error) {
      byId("desk-address-said").textContent = refusalOf(error).message;
    }
  }
  window.addEventListener("hashchange", useAddress);
  if (!file.restore()) file.open(about.text);
  useAddress();
}

if (kind) get(`/api/records/${kind}`).then(openPage);
else onFile(byId("desk-file", HTMLInputElement), (text) => bring(text, () => {}));
