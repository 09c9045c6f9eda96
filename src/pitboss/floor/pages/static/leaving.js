// Asks before a player leaves in the middle of a round, and says what happens to the wagers. True if the player leaves.
import { element } from "/static/words.js";

export function sureToLeave({ may, says, cite }) {
  const stay = element("button", { type: "button", class: "main" }, "Stay"), go = element("button", { type: "button" }, "Leave");
  const dialog = element("dialog", { id: "leaving", "aria-labelledby": "leaving-title" }, element("h2", { id: "leaving-title" }, "Leave in the middle of the round?"),
    element("p", {}, cite ? `${says} § ${cite}` : says), element("p", {}, stay, ...(may ? [" ", go] : [])));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    go.addEventListener("click", () => dialog.close("go"));
    stay.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => { dialog.remove(); done(dialog.returnValue === "go"); });
  });
}
