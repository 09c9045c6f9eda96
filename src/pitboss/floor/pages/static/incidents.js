// What went wrong at a table: the chapter's own list in words, with its paragraph and the fields that it takes.
import { get } from "/static/api.js";
import { element } from "/static/words.js";

let games = null;
async function declarable(chapter) {
  games ??= get("/api/games").catch((refused) => { games = null; throw refused; });
  return (await games).find((game) => game.chapter === chapter)?.declarable ?? [];
}

const capital = (words) => words[0].toUpperCase() + words.slice(1);

// One field of a detail: its element, and how its value is read; undefined is that nothing was said.
function field(told, number, seats, players) {
  const id = `incident-field-${number}`, label = (words) => element("label", { for: id }, words);
  const chosen = (options, none) => {
    const select = element("select", { id });
    if (none) select.append(element("option", { value: "" }, none));
    for (const [value, words] of options) select.append(element("option", { value }, words));
    return select;
  };
  const seatNames = Array.from({ length: seats }, (_, at) => [String(at + 1), `Seat ${at + 1}${players?.[at + 1] ? `, ${players[at + 1]}` : ""}`]);
  if (told.takes === "flag") {
    const box = element("input", { id, type: "checkbox" });
    return { row: element("p", { class: "incident-flag" }, box, " ", label(told.label)), read: () => box.checked || undefined };
  }
  let input, read = () => input.value.trim() || undefined;
  if (told.takes === "seat") { input = chosen(seatNames); read = () => Number(input.value); }
  else if (told.takes === "place") input = chosen([["dealer", "The dealer"], ["community", "The community cards"], ...seatNames.map(([value, words]) => [`seat ${value}`, words])]);
  else if (told.takes === "choice") input = chosen(told.choices.map((each) => [each, each]), "not said");
  else if (told.takes === "number") { input = element("input", { id, type: "number", min: 0, max: 500, step: 1 }); read = () => input.value === "" ? undefined : Number(input.value); }
  else if (told.takes === "cents") { input = element("input", { id, type: "number", min: 0, step: "0.01", inputmode: "decimal" }); read = () => input.value === "" ? undefined : Math.round(Number(input.value) * 100); }
  else input = element("input", { id, type: "text", maxlength: 100, autocomplete: "off" });
  return { row: element("p", {}, label(told.takes === "cents" ? `${told.label}, dollars` : told.label), " ", input), read };
}

// What can be done between two rounds. A device can be repaired if it is out of order.
function between(listed, repairs) {
  const acts = listed.filter((each) => each.between && (repairs.length || !each.fields.some((told) => told.word === "device")));
  return acts.map((each) => ({ ...each, fields: each.fields.map((told) => told.word === "device" ? { ...told, choices: repairs } : told) }));
}

// Opens the dialog. `table` is its name or {name, seats, players, repairs}; `say(command)` says it, and may be refused.
// Between two rounds `repairs` lists the devices that are out of order, and what is declared then is an act.
// No field asks for a card: the table takes the one that lies there.
export async function openIncident(table, chapter, { say } = {}) {
  const about = typeof table === "string" ? { name: table } : table;
  const listed = about.repairs ? between(await declarable(chapter), about.repairs) : await declarable(chapter);
  document.getElementById("incident")?.remove();
  const kinds = element("select", { id: "incident-kind" });
  for (const each of listed) kinds.append(element("option", { value: each.kind }, capital(each.kind)));
  const says = element("p", { id: "incident-says", class: "incident-says" }), fields = element("div", { class: "incident-fields" });
  const refused = element("p", { role: "alert", class: "incident-refused" });
  const cancel = element("button", { type: "button" }, "Cancel"), declare = element("button", { type: "submit", class: "main" }, "Declare it");
  const form = element("form", { method: "dialog" },
    element("h2", { id: "incident-title" }, `What went wrong at ${about.name}?`),
    element("p", {}, element("label", { for: "incident-kind" }, "What happened"), " ", kinds), says, fields, refused,
    element("p", { class: "incident-buttons" }, declare, " ", cancel));
  const dialog = element("dialog", { id: "incident", "aria-labelledby": "incident-title" }, form);
  let read = [];
  const choose = () => {
    const told = listed.find((each) => each.kind === kinds.value);
    says.replaceChildren(told.says, " ", element("span", { class: "cite-text" }, `§ ${told.cite}`));
    const made = told.fields.map((each, number) => field(each, number, about.seats ?? 10, about.players));
    read = told.fields.map((each, number) => [each.word, made[number].read]);
    fields.replaceChildren(...made.map((each) => each.row));
    refused.replaceChildren();
  };
  kinds.addEventListener("change", choose);
  cancel.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const detail = Object.fromEntries(read.map(([word, value]) => [word, value()]).filter(([, value]) => value !== undefined));
    declare.disabled = true;
    try { await say({ do: about.repairs ? "act" : "report", kind: kinds.value, detail }); dialog.close(); }
    catch (error) { refused.replaceChildren(error.message, error.cite ? ` § ${error.cite}` : ""); }
    finally { declare.disabled = false; }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  choose();
  dialog.showModal();
  kinds.focus();
  return dialog;
}
