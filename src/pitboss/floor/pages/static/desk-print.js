// What is printed from a submission: its pages as pictures, and the PDF as a file.
import { post, refusalOf } from "./api.js";
import { byId, element } from "./dom.js";
import { saveFrom } from "./desk-file.js";
import { segments } from "./desk-fields.js";
import { inWords } from "./desk-findings.js";
import { citeButton } from "./rules.js";

/**
 * @import { Remedies } from "./desk-findings.js"
 *
 * @typedef {"sign" | "layout" | "form" | "guide"} Matter
 *
 * @typedef {{ text: string, holder: string }} Draft
 */

/** @type {{ value: Matter, label: string }[]} */
const MATTERS = [
  { value: "sign", label: "Sign" },
  { value: "layout", label: "Layout" },
  { value: "form", label: "Form" },
  { value: "guide", label: "Guide" },
];

export class PrintPanel {
  /** @param {Remedies["fieldOf"]} fieldOf @param {Matter} [only] where nothing else is printed */
  constructor(fieldOf, only) {
    this.fieldOf = fieldOf;
    /** @type {Matter} */
    this.matter = only ?? "sign";
    this.drawn = "";
    /** @type {Draft} */
    this.draft = { text: "", holder: "" };
    this.said = byId("desk-print-said");
    byId("desk-print-save").addEventListener("click", () => this.savePdf());
    if (only) return;
    const kinds = segments("print-kind", MATTERS, (value) => {
      this.matter = /** @type {Matter} */ (value);
      this.show(this.draft);
    });
    kinds.root.setAttribute("role", "radiogroup");
    kinds.root.setAttribute("aria-label", "What to print");
    kinds.show(this.matter);
    byId("desk-print-kinds").append(kinds.root);
  }

  /** @param {Draft} draft drawn anew where it has changed */
  async show({ text, holder }) {
    this.draft = { text, holder };
    const what = JSON.stringify([this.matter, holder, text]);
    if (what === this.drawn) return;
    this.drawn = what;
    this.said.textContent = "Drawing\u2026";
    const place = byId("desk-preview");
    try {
      const pictures = await previewOf(this.matter, this.draft);
      if (this.drawn !== what) return;
      place.replaceChildren(...pictures);
      this.said.textContent = "";
    } catch (error) {
      if (this.drawn === what) this.refuse(refusalOf(error));
      place.replaceChildren();
    }
  }

  async savePdf() {
    try {
      await saveFrom("/api/submissions/print", { ...this.draft, what: this.matter });
    } catch (error) {
      this.refuse(refusalOf(error));
    }
  }

  /** @param {{ message: string, cite: string }} refusal */
  refuse({ message, cite }) {
    const words = inWords(message, this.fieldOf);
    this.said.replaceChildren(`Nothing can be printed yet: ${words}. `, cite ? citeButton(cite) : "");
  }
}

/**
 * Pages as pictures, drawn from the bytes that the floor sends.
 *
 * @param {Matter} what
 * @param {Draft} draft
 */
async function previewOf(what, draft) {
  const { pages, of } = await post("/api/submissions/preview", { ...draft, what });
  const pictures = await Promise.all(
    pages.map(async (page, at) => {
      const bytes = Uint8Array.from(atob(page), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const label = `Page ${at + 1} of the ${what}`;
      const canvas = element("canvas", { width: picture.width, height: picture.height, role: "img", "aria-label": label });
      canvas.getContext("2d")?.drawImage(picture, 0, 0);
      return canvas;
    }),
  );
  const more = of > pages.length ? [element("p", { class: "dim" }, `The first ${pages.length} of ${of} pages.`)] : [];
  return [...pictures, ...more];
}
