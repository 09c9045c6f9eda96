// Asks whoever would leave in the middle of a round, which costs what lies there.
import { element } from "/static/words.js";

export function sureToLeave() {
  const stay = element("button", { type: "button", class: "main" }, "Stay"), go = element("button", { type: "button" }, "Leave");
  const dialog = element("dialog", { id: "leaving", "aria-labelledby": "leaving-title" }, element("h2", { id: "leaving-title" }, "Leave in the middle of the round?"),
    element("p", {}, "You give up your hand and what you have wagered in this round."), element("p", {}, stay, " ", go));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    go.addEventListener("click", () => dialog.close("go"));
    stay.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => { dialog.remove(); done(dialog.returnValue === "go"); });
  });
}
