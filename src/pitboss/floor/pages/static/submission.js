// A table from a Rules Submission: the chapter's own options as a form, or the submission itself as it was written.
import { get, post } from "/static/api.js";
import { dollars, element } from "/static/words.js";

const FIRST = ["variant", "structure", "table_minimum", "table_maximum", "small_bet", "seats", "dealing", "decks"];
const words = (option) => { const plain = option.replaceAll("_", " "); return plain[0].toUpperCase() + plain.slice(1); };
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const listed = (option) => Array.isArray(option.allowed) && option.allowed.length > 0 && option.allowed.every((each) => typeof each !== "object");

// One option: its row, and its value; the default where nothing else was chosen.
function control(option, value) {
  const id = `option-${option.option}`, cents = option.unit.startsWith("cents");
  let input, read;
  if (option.kind === "flag") {
    input = element("input", { id, type: "checkbox", checked: value === true });
    read = () => input.checked;
  } else if (listed(option)) {
    input = element("select", { id });
    option.allowed.forEach((each, at) => input.append(element("option", { value: at, selected: same(each, value) },
      each === "" ? "none" : cents && typeof each === "number" ? dollars(each) : String(each))));
    read = () => option.allowed[Number(input.value)];
  } else if (option.kind === "number" || option.kind === "amount") {
    const { min, max } = option.allowed ?? {}, by = cents ? 100 : 1;
    const least = Math.min(min ?? 0, typeof option.default === "number" ? option.default : 0);
    input = element("input", { id, type: "number", value: value / by, min: least / by, max: max === undefined ? null : max / by, step: cents ? "0.01" : option.unit === "percent" ? "any" : 1, required: true });
    read = () => cents ? Math.round(Number(input.value) * 100) : Number(input.value);
  } else if (option.kind === "table") {
    input = element("input", { id, type: "text", value: typeof value === "string" ? value : JSON.stringify(value), autocomplete: "off", spellcheck: "false" });
    read = () => { try { return JSON.parse(input.value); } catch { return input.value; } };
  } else {
    input = element("input", { id, type: "text", value, autocomplete: "off" });
    read = () => input.value;
  }
  const unit = cents ? option.unit.replace("cents", "dollars") : option.unit;
  input.setAttribute("aria-describedby", `${id}-why`);
  const label = element("label", { for: id }, words(option.option), unit ? `, ${unit}` : "");
  const row = element("div", { class: `option ${option.kind}` }, label, input,
    element("small", { id: `${id}-why`, class: "dim" }, `${option.why} § ${option.section}`));
  return { row, name: option.option, read, default: option.default };
}

export function openSubmission(chapters, { done }) {
  document.getElementById("submission")?.remove();
  const refused = element("p", { role: "alert", class: "incident-refused" });
  const kinds = element("select", { id: "submission-chapter" });
  chapters.forEach((each, at) => kinds.append(element("option", { value: at }, `${each.game}, chapter ${each.chapter}${each.room ? `, room ${each.room}` : ""}`)));
  const name = element("input", { id: "submission-name", type: "text", required: true, maxlength: 60, pattern: "[a-z0-9]+(-[a-z0-9]+)*", autocomplete: "off", "aria-describedby": "submission-name-why" });
  const meter = element("input", { id: "submission-meter", type: "text", maxlength: 60, autocomplete: "off" });
  const first = element("div", { class: "options" }), others = element("div", { class: "options" });
  const summary = element("summary", {}, "All other options");
  const text = element("textarea", { id: "submission-text", rows: 6, spellcheck: "false", placeholder: 'chapter = "677a"\ntrips_plus = "A"' });
  const take = element("button", { type: "button" }, "Take it over"), cancel = element("button", { type: "button" }, "Cancel");
  const open = element("button", { type: "submit", class: "main" }, "Open the table");
  const metered = element("p", {}, element("label", { for: "submission-meter" }, "Meter that tables share (empty: its own)"), " ", meter);
  const form = element("form", {},
    element("h2", { id: "submission-title" }, "Open a table"),
    element("p", {}, element("label", { for: "submission-chapter" }, "Game"), " ", kinds),
    element("p", {}, element("label", { for: "submission-name" }, "Name"), " ", name, " ", element("small", { id: "submission-name-why", class: "dim" }, "Small letters, digits and hyphens.")),
    element("details", {}, element("summary", {}, "From a Rules Submission as it was written"),
      element("p", {}, element("label", { for: "submission-text" }, "The submission, TOML or JSON"), text), element("p", {}, take)),
    first, element("details", {}, summary, metered, others), refused, element("p", { class: "incident-buttons" }, open, " ", cancel));
  const dialog = element("dialog", { id: "submission", class: "submission", "aria-labelledby": "submission-title" }, form);
  const refuse = (error) => { refused.textContent = error.cite ? `${error.message} § ${error.cite}` : error.message; };
  let controls = [];
  const choose = async (given = {}) => {
    const chosen = chapters[Number(kinds.value)];
    metered.hidden = Boolean(chosen.room);
    const { options } = await get(`/api/options/${chosen.chapter}`);
    controls = options.map((option) => control(option, option.option in given ? given[option.option] : option.default));
    const early = (each) => FIRST.includes(each.name) || each.name in given;
    first.replaceChildren(...controls.filter(early).map((each) => each.row));
    others.replaceChildren(...controls.filter((each) => !early(each)).map((each) => each.row));
    summary.textContent = `All other options (${others.children.length})`;
    refused.textContent = "";
  };
  kinds.addEventListener("change", () => choose().catch(refuse));
  let taken = "";
  const takeOver = async () => {
    const written = text.value, { chapter, house } = await post("/api/submissions", { text: written });
    const at = chapters.findIndex((each) => each.chapter === chapter);
    if (at < 0) throw new Error(`There is no room for chapter ${chapter} here; open a room first.`);
    kinds.value = String(at);
    await choose(house);
    taken = written;
  };
  take.addEventListener("click", () => takeOver().catch(refuse));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (text.value.trim() && text.value !== taken) { // what is written there counts, also where nobody has taken it over
      try { await takeOver(); } catch (error) { refuse(error); return; }
    }
    const chosen = chapters[Number(kinds.value)];
    const house = Object.fromEntries(controls.map((each) => [each.name, each.read(), each.default]).filter(([, value, usual]) => !same(value, usual)));
    open.disabled = true;
    try {
      if (chosen.room) {
        const { version } = await get(`/api/rooms/${chosen.room}`);
        await post(`/api/rooms/${chosen.room}/commands`, { id: crypto.randomUUID(), version, command: { do: "open table", table: name.value, house } });
      } else await post("/api/tables", { name: name.value, chapter: chosen.chapter, house, meter: meter.value });
      dialog.close();
      done(name.value);
    } catch (error) { refuse(error); } finally { open.disabled = false; }
  });
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  choose().catch(refuse);
}
