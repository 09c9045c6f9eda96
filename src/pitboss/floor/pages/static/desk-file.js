// The file of a desk's page: what is typed into it, or changed by the form, goes to the floor and comes back checked.
import { RefusedError, sentenceOf } from "./api.js";
import { byId, button, element } from "./dom.js";

/**
 * @import { UnreadableText } from "../types/wire.d.ts"
 *
 * @typedef {{ field: string, value: unknown }} FieldEdit
 * @typedef {{ text: string, mistake: UnreadableText | null }} Checked
 */

export const MOST = 50_000;
const TOO_LONG = "A file has at most 50,000 letters; this one was not taken.";
const [TYPING, RETRY, MOST_UNDONE] = [250, 2000, 100]; // milliseconds without a change, or after a failure; changes
const status = byId("desk-status");

/** @param {string} words @param {string} [kind] */
export function say(words, kind = "") {
  if (status.textContent !== words) status.textContent = words;
  status.className = `pill ${kind}`;
}

/**
 * How many errors and notes there are, in the pill; whether there is no error.
 *
 * @param {{ level: string }[]} findings
 * @param {number} complaints fields that say what cannot go into the file
 */
export function sayFindings(findings, complaints) {
  const unlawful = findings.filter(({ level }) => level === "error").length;
  const notes = findings.length - unlawful;
  const errors = unlawful + complaints;
  const noted = notes ? ` \u00b7 ${notes} ${notes === 1 ? "note" : "notes"}` : "";
  say(errors ? `${errors} to fix${noted}` : `Nothing to fix${noted}`, errors ? "error" : "fine");
  return errors;
}

/** @param {string} words for those who listen */
export function announce(words) {
  byId("desk-announce").textContent = words;
}

/** @param {Blob} content @param {string} name */
export function save(content, name) {
  const url = URL.createObjectURL(content);
  element("a", { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/**
 * Saves what the floor makes of something, under the name that it gives it.
 *
 * @param {string} address
 * @param {unknown} body
 */
export async function saveFrom(address, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) {
    const { error, cite } = await response.json();
    throw new RefusedError(error, cite, response.status);
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  save(await response.blob(), name ?? "file");
}

/**
 * What is done with the words of a file that the reader chooses.
 *
 * @param {HTMLInputElement} chooser
 * @param {(words: string, name: string) => unknown} use
 */
export function onFile(chooser, use) {
  chooser.addEventListener("change", async () => {
    const [file] = chooser.files ?? [];
    if (!file) return;
    if (file.size > MOST) say(TOO_LONG, "error");
    else await use(await file.text(), file.name);
  });
}

/** @template {Checked} Answer */
export class DeskFile {
  /**
   * @param {object} about
   * @param {string} about.key under which the draft survives a reload of this window
   * @param {{ text: string }} about.draft the text, and what is kept beside it
   * @param {(text: string, edits: FieldEdit[]) => Promise<Answer>} about.check
   * @param {(answer: Answer, isFresh: boolean) => Promise<void>} about.take shows an answer; fresh if this form did not make it
   * @param {() => void} about.restore shows the last answer again, after a refusal
   * @param {() => void} about.showText shows the view of the file
   */
  constructor(about) {
    this.about = about;
    this.draft = about.draft;
    this.text = byId("desk-text", HTMLTextAreaElement);
    this.fields = byId("desk-fields", HTMLFieldSetElement);
    /** @type {Map<string, unknown>} */
    this.edits = new Map(); // of the form, not in the file yet
    /** @type {string[]} */
    this.past = [];
    this.readable = ""; // the last text that could be read
    this.isFresh = true;
    this.isAsking = false;
    this.again = false;
    this.timer = 0;
    this.text.addEventListener("input", () => this.typed());
    byId("desk-undo").addEventListener("click", () => {
      const words = this.past.pop();
      byId("desk-undo").toggleAttribute("disabled", !this.past.length);
      if (words !== undefined) this.open(words, false);
    });
  }

  keep() {
    sessionStorage.setItem(this.about.key, JSON.stringify(this.draft));
  }

  /** The draft of before a reload; whether there was one. */
  restore() {
    const stored = sessionStorage.getItem(this.about.key);
    if (stored?.startsWith("{")) Object.assign(this.draft, JSON.parse(stored));
    if (this.draft.text) this.open(this.draft.text, false);
    return Boolean(this.draft.text);
  }

  // ------------------------------------------------------------------ between the page and the floor

  /** @param {number} [pause] */
  ask(pause = TYPING) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.send();
    }, pause);
  }

  async send() {
    if (this.isAsking) {
      this.again = true;
      return;
    }
    const sent = this.edits;
    const asked = this.draft.text;
    if (!asked.trim()) {
      this.showMistake({ message: "the file is empty", line: 1, column: 1 });
      return;
    }
    this.isAsking = true;
    this.edits = new Map();
    try {
      const answer = await this.about.check(
        asked,
        [...sent].map(([field, value]) => ({ field, value })),
      );
      if (this.draft.text === asked) await this.take(answer, sent.size > 0);
      else {
        this.edits = new Map([...sent, ...this.edits]); // the file was changed meanwhile: once more, with that
        this.again = true;
      }
    } catch (error) {
      this.refuse(error, sent);
    } finally {
      this.isAsking = false;
    }
    if (this.again || this.edits.size) {
      this.again = false;
      this.ask(0);
    }
  }

  /** @param {unknown} error @param {Map<string, unknown>} sent */
  refuse(error, sent) {
    if (error instanceof RefusedError && (error.status === 503 || error.status === 429)) {
      this.edits = new Map([...sent, ...this.edits]);
      say("The desk is busy; it goes on in a moment.", "note");
      this.ask(RETRY);
    } else if (!(error instanceof RefusedError)) {
      this.edits = new Map([...sent, ...this.edits]);
      say("The floor cannot be reached; what you wrote is kept.", "error");
      this.ask(RETRY * 2);
    } else {
      this.fields.disabled = false;
      this.about.restore();
      say(sentenceOf(error), "error");
    }
  }

  /** @param {Answer} answer @param {boolean} byForm */
  async take(answer, byForm) {
    const { text } = this;
    if (answer.text !== this.draft.text) {
      this.remember();
      this.draft.text = answer.text;
      const { selectionStart, selectionEnd, scrollTop } = text;
      text.value = answer.text;
      text.setSelectionRange(selectionStart, selectionEnd);
      text.scrollTop = scrollTop;
    }
    this.keep();
    this.showMistake(answer.mistake);
    if (answer.mistake) return;
    this.readable = answer.text;
    const isFresh = this.isFresh && !byForm;
    this.isFresh = false;
    await this.about.take(answer, isFresh);
  }

  /** @param {UnreadableText | null} mistake */
  showMistake(mistake) {
    const { text } = this;
    const where = mistake ? `Line ${mistake.line}, column ${mistake.column}` : "";
    const jump = mistake
      ? button(`Go to line ${mistake.line}`, () => this.showLine(mistake.line, mistake.column), { class: "link" })
      : null;
    const place = byId("desk-mistake");
    const words = mistake ? mistake.message.replace(/^the (submission|record)(\.json)?, (line \d+|at its end): /, "") : "";
    if (place.dataset.words !== where + words) {
      place.dataset.words = where + words;
      place.replaceChildren(...(mistake ? [`${where}: ${words}. `, jump ?? ""] : []));
    }
    if (mistake) text.setAttribute("aria-invalid", "true");
    else text.removeAttribute("aria-invalid");
    this.fields.disabled = Boolean(mistake);
    const notice = byId("desk-notice");
    if (Boolean(notice.childElementCount) !== Boolean(mistake)) {
      const restore = button("Go back to the last file that could be read", () => this.open(this.readable, false));
      notice.replaceChildren(
        ...(mistake
          ? [element("p", {}, "The file has a mistake. The form is as it was before it.", " ", this.readable ? restore : "")]
          : []),
      );
    }
    if (mistake) say(`${where} cannot be read`, "error");
  }

  // ------------------------------------------------------------------ changing it

  typed() {
    if (this.text.value.length > MOST) {
      this.text.value = this.draft.text;
      say(TOO_LONG, "error");
      return;
    }
    if (!this.timer) this.remember(); // once for what is typed without a pause
    this.draft.text = this.text.value;
    this.isFresh = true;
    this.keep();
    this.ask();
  }

  remember() {
    this.past.push(this.draft.text);
    if (this.past.length > MOST_UNDONE) this.past.shift();
    byId("desk-undo").toggleAttribute("disabled", false);
  }

  /** @param {string} field @param {unknown} value */
  edit(field, value) {
    this.edits.set(field, value);
    this.ask();
  }

  /**
   * A change after which the form is another one: nothing else is changed until the floor has answered.
   *
   * @param {string} field
   * @param {unknown} value
   */
  rebuild(field, value) {
    this.edits.set(field, value);
    this.fields.disabled = true;
    this.ask(0);
  }

  /**
   * Another text takes the place of the file; whether it was taken.
   *
   * @param {string} words
   * @param {boolean} [isStep] whether it can be undone
   */
  open(words, isStep = true) {
    if (words.length > MOST) {
      say(TOO_LONG, "error");
      return false;
    }
    if (isStep && this.draft.text) this.remember();
    this.draft.text = words;
    this.edits = new Map();
    this.text.value = words;
    this.isFresh = true;
    document.getElementById("desk-start")?.toggleAttribute("hidden", true);
    byId("desk-work").hidden = false;
    byId("desk-tools").hidden = false;
    this.keep();
    this.ask(0);
    return true;
  }

  /** @param {number} line @param {number} [column] */
  showLine(line, column = 0) {
    const { text } = this;
    this.about.showText();
    const lines = this.draft.text.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    text.focus();
    if (column) text.setSelectionRange(start + column - 1, start + column - 1);
    else text.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    text.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(text).lineHeight));
  }

  /** @param {string} name without the ending of the file */
  download(name) {
    const isJson = this.draft.text.trimStart().startsWith("{");
    save(new Blob([this.draft.text], { type: "text/plain" }), `${name}.${isJson ? "json" : "toml"}`);
  }
}
