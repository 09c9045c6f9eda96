// A table from a Rules Submission: the chapter's own options as a form, or the submission itself as it was written.
import { get, post, sentenceOf } from "./api.js";
import { openDialog } from "./dialogs.js";
import { button, element } from "./dom.js";
import { capital, dollars } from "./words.js";

/**
 * @import { GameToOpen, SubmissionOption } from "../types/wire.d.ts"
 *
 * @typedef {object} Control the form's row of an option
 * @property {string} name
 * @property {HTMLElement} row
 * @property {() => unknown} read
 * @property {unknown} usual the default
 *
 * @typedef {HTMLInputElement | HTMLSelectElement} Input
 */

const FIRST = ["variant", "structure", "table_minimum", "table_maximum", "small_bet", "seats", "dealing", "decks"];

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The values that an option allows, where they are listed.
 *
 * @param {SubmissionOption} option
 * @returns {unknown[] | null}
 */
function valuesOf({ allowed }) {
  const isList = Array.isArray(allowed) && allowed.length > 0 && allowed.every((value) => typeof value !== "object");
  return isList ? allowed : null;
}

/**
 * The input of an option, and how its value is read; the default where nothing else was chosen.
 *
 * @param {SubmissionOption} option
 * @param {unknown} value
 * @param {string} id
 * @returns {[Input, () => unknown]}
 */
function inputOf(option, value, id) {
  const values = valuesOf(option);
  if (option.kind === "flag") {
    const input = element("input", { id, type: "checkbox", checked: value === true });
    return [input, () => input.checked];
  }
  if (values) return listInput(option, values, value, id);
  if (option.kind === "number" || option.kind === "amount") return numberInput(option, Number(value), id);
  const isTable = option.kind === "table";
  const written = typeof value === "string" ? value : JSON.stringify(value);
  const input = element("input", {
    id,
    type: "text",
    value: written,
    autocomplete: "off",
    spellcheck: isTable ? "false" : null,
  });
  const read = () => {
    try {
      return JSON.parse(input.value);
    } catch {
      return input.value;
    }
  };
  return [input, isTable ? read : () => input.value];
}

/**
 * @param {SubmissionOption} option
 * @param {unknown[]} values
 * @param {unknown} value
 * @param {string} id
 * @returns {[Input, () => unknown]}
 */
function listInput(option, values, value, id) {
  const cents = option.unit.startsWith("cents");
  const input = element("select", { id });
  for (const [at, each] of values.entries()) {
    const words = cents && typeof each === "number" ? dollars(each) : String(each);
    input.append(element("option", { value: at, selected: same(each, value) }, each === "" ? "none" : words));
  }
  return [input, () => values[Number(input.value)]];
}

/**
 * @param {SubmissionOption} option
 * @param {number} value
 * @param {string} id
 * @returns {[Input, () => unknown]}
 */
function numberInput(option, value, id) {
  const cents = option.unit.startsWith("cents");
  const by = cents ? 100 : 1;
  const { min, max } = /** @type {{ min?: number, max?: number }} */ (option.allowed ?? {});
  const least = Math.min(min ?? 0, typeof option.default === "number" ? option.default : 0);
  const input = element("input", {
    id,
    type: "number",
    value: value / by,
    min: least / by,
    max: max === undefined ? null : max / by,
    step: cents ? "0.01" : option.unit === "percent" ? "any" : 1,
    required: true,
  });
  return [input, () => (cents ? Math.round(Number(input.value) * 100) : Number(input.value))];
}

/**
 * @param {SubmissionOption} option
 * @param {unknown} value
 * @returns {Control}
 */
function controlOf(option, value) {
  const id = `option-${option.option}`;
  const [input, read] = inputOf(option, value, id);
  input.setAttribute("aria-describedby", `${id}-why`);
  const unit = option.unit.startsWith("cents") ? option.unit.replace("cents", "dollars") : option.unit;
  const label = element("label", { for: id }, capital(option.option.replaceAll("_", " ")), unit ? `, ${unit}` : "");
  const why = element("small", { id: `${id}-why`, class: "dim" }, `${option.why} § ${option.section}`);
  const row = element("div", { class: `option ${option.kind}` }, label, input, why);
  return { row, name: option.option, read, usual: option.default };
}

/**
 * @param {GameToOpen[]} games
 * @param {(name: string) => void} done
 */
export function openSubmission(games, done) {
  const refused = element("p", { role: "alert", class: "incident-refused" });
  const kinds = element("select", { id: "submission-chapter" });
  for (const [at, { game, chapter, room }] of games.entries()) {
    kinds.append(element("option", { value: at }, `${game}, chapter ${chapter}${room ? `, room ${room}` : ""}`));
  }
  const name = element("input", {
    id: "submission-name",
    type: "text",
    required: true,
    maxlength: 60,
    pattern: "[a-z0-9]+(-[a-z0-9]+)*",
    autocomplete: "off",
    "aria-describedby": "submission-name-why",
  });
  const meter = element("input", { id: "submission-meter", type: "text", maxlength: 60, autocomplete: "off" });
  const first = element("div", { class: "options" });
  const others = element("div", { class: "options" });
  const summary = element("summary", {}, "All other options");
  const placeholder = 'chapter = "677a"\ntrips_plus = "A"';
  const text = element("textarea", { id: "submission-text", rows: 6, spellcheck: "false", placeholder });
  const open = element("button", { type: "submit", class: "main" }, "Open the table");
  const take = button("Take it over", () => takeOver().catch(refuse));
  const cancel = button("Cancel", () => dialog.close());
  const meterLabel = element("label", { for: "submission-meter" }, "Meter that tables share (empty: its own)");
  const metered = element("p", {}, meterLabel, " ", meter);
  const nameNote = element("small", { id: "submission-name-why", class: "dim" }, "Small letters, digits and hyphens.");
  const textLabel = element("label", { for: "submission-text" }, "The submission, TOML or JSON");
  const form = element(
    "form",
    {},
    element("p", {}, element("label", { for: "submission-chapter" }, "Game"), " ", kinds),
    element("p", {}, element("label", { for: "submission-name" }, "Name"), " ", name, " ", nameNote),
    element(
      "details",
      {},
      element("summary", {}, "From a Rules Submission as it was written"),
      element("p", {}, textLabel, text),
      element("p", {}, take),
    ),
    first,
    element("details", {}, summary, metered, others),
    refused,
    element("p", { class: "incident-buttons" }, open, " ", cancel),
  );
  /** @param {unknown} error */
  const refuse = (error) => {
    refused.textContent = sentenceOf(error);
  };
  /** @type {Control[]} */
  let controls = [];
  const choose = async (/** @type {Record<string, unknown>} */ given = {}) => {
    const { chapter, room } = games[Number(kinds.value)];
    metered.hidden = Boolean(room);
    const { options } = await get(`/api/options/${chapter}`);
    controls = options.map((option) => controlOf(option, option.option in given ? given[option.option] : option.default));
    const isEarly = (/** @type {Control} */ control) => FIRST.includes(control.name) || control.name in given;
    first.replaceChildren(...controls.filter(isEarly).map(({ row }) => row));
    others.replaceChildren(...controls.filter((control) => !isEarly(control)).map(({ row }) => row));
    summary.textContent = `All other options (${others.children.length})`;
    refused.textContent = "";
  };
  let taken = "";
  const takeOver = async () => {
    const written = text.value;
    const { chapter, house } = await post("/api/submissions", { text: written });
    const at = games.findIndex((game) => game.chapter === chapter);
    if (at < 0) throw new Error(`There is no room for chapter ${chapter} here; open a room first.`);
    kinds.value = String(at);
    await choose(house);
    taken = written;
  };
  const openTable = async () => {
    const { chapter, room } = games[Number(kinds.value)];
    const values = controls.map((control) => ({ name: control.name, value: control.read(), usual: control.usual }));
    const house = Object.fromEntries(
      values.filter(({ value, usual }) => !same(value, usual)).map((each) => [each.name, each.value]),
    );
    if (room) await openInRoom(room, name.value, house);
    else await post("/api/tables", { name: name.value, chapter, house, meter: meter.value });
  };
  kinds.addEventListener("change", () => choose().catch(refuse));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    open.disabled = true;
    try {
      // what is written there counts, also where it was not taken over
      if (text.value.trim() && text.value !== taken) await takeOver();
      await openTable();
      dialog.close();
      done(name.value);
    } catch (error) {
      refuse(error);
    } finally {
      open.disabled = false;
    }
  });
  const dialog = openDialog("submission", "Open a table", form);
  dialog.classList.add("submission");
  choose().catch(refuse);
}

/**
 * Opens a table in a Poker room.
 *
 * @param {string} room
 * @param {string} table
 * @param {Record<string, unknown>} house
 */
export async function openInRoom(room, table, house) {
  const { version } = await get(`/api/rooms/${room}`);
  const command = { do: "open table", table, house };
  await post(`/api/rooms/${room}/commands`, { id: crypto.randomUUID(), version, command });
}
