// Small dialogs of the pit: a question with yes and no, and what the chapter leaves to a floorperson.
import { element } from "/static/words.js";

function opened(id, title, ...content) {
  document.getElementById(id)?.remove();
  const dialog = element("dialog", { id, "aria-labelledby": `${id}-title` }, element("h2", { id: `${id}-title` }, title), ...content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

// Whether somebody says yes.
export function confirmed(title, sentence, yes) {
  return new Promise((answer) => {
    const go = element("button", { type: "button", class: "main" }, yes), stay = element("button", { type: "button" }, "Cancel");
    const dialog = opened("confirm", title, element("p", {}, sentence), element("p", {}, go, " ", stay));
    go.addEventListener("click", () => dialog.close("yes"));
    stay.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"));
  });
}

// What the chapter leaves to a floorperson: a round that cannot go on is void; a seat may wager again before a reshuffle.
export function openRuling(table, { say, done }) {
  const refused = element("p", { role: "alert", class: "incident-refused" });
  const why = element("input", { id: "ruling-why", type: "text", required: true, maxlength: 200, autocomplete: "off" });
  const seat = element("select", { id: "ruling-seat" });
  for (const [number, who] of Object.entries(table.taken)) seat.append(element("option", { value: number }, `Seat ${number}, ${who.name}`));
  const voiding = element("form", {}, element("h3", {}, "Void the round"),
    element("p", { class: "dim" }, "For a round that cannot go on: everybody has what he had before it."),
    element("p", {}, element("label", { for: "ruling-why" }, "Why"), " ", why), element("p", {}, element("button", {}, "Void it")));
  const permitting = element("form", {}, element("h3", {}, "Let a seat wager"),
    element("p", { class: "dim" }, "For a player who has to wait for the next shuffle."),
    element("p", {}, element("label", { for: "ruling-seat" }, "Seat"), " ", seat), element("p", {}, element("button", {}, "Permit it")));
  const close = element("button", { type: "button" }, "Cancel");
  voiding.hidden = !table.offers.includes("void"); // any other round goes on by the rules
  permitting.hidden = !seat.length;
  const dialog = opened("ruling", `Rule at ${table.name}`, voiding, permitting, refused, close);
  close.addEventListener("click", () => dialog.close());
  const rule = (form, deed, words) => form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try { await say(deed()); dialog.close(); done(words); }
    catch (error) { refused.textContent = error.cite ? `${error.message} § ${error.cite}` : error.message; }
  });
  rule(voiding, () => ({ do: "void", why: why.value }), `The round at ${table.name} is void.`);
  rule(permitting, () => ({ do: "permit", seat: Number(seat.value) }), `Seat ${seat.value} may wager.`);
}
