// Dialogs: each is made when it is opened, and removed when it is closed.
import { button, element } from "./dom.js";

/** @import { Content } from "./dom.js" */

/**
 * Opens a dialog in place of one of the same kind.
 *
 * @param {string} id
 * @param {string} title
 * @param {...Content} content
 */
export function openDialog(id, title, ...content) {
  document.getElementById(id)?.remove();
  const heading = element("h2", { id: `${id}-title` }, title);
  const dialog = element("dialog", { id, "aria-labelledby": `${id}-title` }, heading, ...content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Opens a dialog with a button that closes it.
 *
 * @param {string} id
 * @param {string} title
 * @param {string} close
 * @param {...Content} content
 */
export function openNotice(id, title, close, ...content) {
  const dialog = openDialog(
    id,
    title,
    ...content,
    button(close, () => dialog.close(), { class: "main" }),
  );
  return dialog;
}

/**
 * Asks a question with two buttons. True if the user chose the first of them.
 *
 * @param {string} id
 * @param {string} title
 * @param {string} sentence
 * @param {{ yes: HTMLButtonElement | null, no: HTMLButtonElement, first: "yes" | "no" }} buttons none for yes: there is no choice
 * @returns {Promise<boolean>}
 */
export function ask(id, title, sentence, { yes, no, first }) {
  const order = first === "yes" ? [yes, no] : [no, yes];
  const buttons = order.filter((each) => each !== null).flatMap((each, at) => (at ? [" ", each] : [each]));
  const dialog = openDialog(id, title, element("p", {}, sentence), element("p", {}, ...buttons));
  return new Promise((answer) => {
    yes?.addEventListener("click", () => dialog.close("yes"));
    no.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"));
  });
}
