// Small dialogs of the pit: a question with yes and no, and what the chapter leaves to a floorperson.
import { sentenceOf } from "./api.js";
import { ask, openDialog } from "./dialogs.js";
import { button, element } from "./dom.js";
import { capital } from "./words.js";

/** @import { PitTable, Permit, PostLimits, VoidRound } from "../types/wire.d.ts" */

/**
 * True if the user says yes.
 *
 * @param {string} title
 * @param {string} sentence
 * @param {string} word
 */
export function confirmed(title, sentence, word) {
  const yes = element("button", { type: "button", class: "main" }, word);
  const no = element("button", { type: "button" }, "Cancel");
  return ask("confirm", title, sentence, { yes, no, first: "yes" });
}

/**
 * What the chapter leaves to a floorperson: a round that cannot go on is void; a seat may wager again before a reshuffle.
 *
 * @param {PitTable} table
 * @param {{ submit: (command: VoidRound | Permit) => Promise<unknown>, done: (sentence: string) => void }} handlers
 */
export function openRuling(table, { submit, done }) {
  const refused = element("p", { role: "alert", class: "incident-refused" });
  const why = element("input", { id: "ruling-why", type: "text", required: true, maxlength: 200, autocomplete: "off" });
  const seat = element("select", { id: "ruling-seat" });
  for (const [number, player] of Object.entries(table.taken)) {
    seat.append(element("option", { value: number }, `Seat ${number}, ${player.name}`));
  }
  const voidForm = element(
    "form",
    {},
    element("h3", {}, "Void the round"),
    element("p", { class: "dim" }, "For a round that cannot go on: every wager and chip is where it was before it."),
    element("p", {}, element("label", { for: "ruling-why" }, "Why"), " ", why),
    element("p", {}, element("button", {}, "Void it")),
  );
  const permitForm = element(
    "form",
    {},
    element("h3", {}, "Let a seat wager"),
    element("p", { class: "dim" }, "For a player who has to wait for the next shuffle."),
    element("p", {}, element("label", { for: "ruling-seat" }, "Seat"), " ", seat),
    element("p", {}, element("button", {}, "Permit it")),
  );
  voidForm.hidden = !table.offers.includes("void"); // any other round goes on by the rules
  permitForm.hidden = !seat.length;
  const cancel = button("Cancel", () => dialog.close());
  const dialog = openDialog("ruling", `Rule at ${table.name}`, voidForm, permitForm, refused, cancel);
  /** @param {HTMLFormElement} form @param {() => VoidRound | Permit} command @param {() => string} sentence */
  const rule = (form, command, sentence) =>
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        await submit(command());
        dialog.close();
        done(sentence());
      } catch (error) {
        refused.textContent = sentenceOf(error);
      }
    });
  rule(
    voidForm,
    () => ({ do: "void", why: why.value }),
    () => `The round at ${table.name} is void.`,
  );
  rule(
    permitForm,
    () => ({ do: "permit", seat: Number(seat.value) }),
    () => `Seat ${seat.value} may wager.`,
  );
}

/**
 * Other limits of an open table, between two rounds. Wagers that they do not allow go back to their players.
 *
 * @param {PitTable} table
 * @param {(command: PostLimits) => Promise<unknown>} submit
 * @param {(sentence: string) => void} done
 */
export function openLimits(table, submit, done) {
  const refused = element("p", { role: "alert", class: "incident-refused" });
  const fields = Object.entries(table.limits).map(([option, cents]) => {
    const id = `limit-${option}`;
    const attributes = { id, type: "number", min: 0, step: "0.01", required: true, value: cents / 100 };
    const input = element("input", attributes);
    const label = element("label", { for: id }, `${capital(option.replaceAll("_", " "))}, dollars`);
    return { option, cents, input, row: element("p", {}, label, " ", input) };
  });
  const rows = fields.map(({ row }) => row);
  const cancel = button("Cancel", () => dialog.close());
  const change = element("button", { class: "main" }, "Post these limits");
  const note = "They hold from the next round on, and the table announces them. Wagers outside them go back to their players.";
  const form = element("form", {}, element("p", { class: "dim" }, note), ...rows, refused, change, " ", cancel);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const read = fields.map((field) => ({ ...field, now: Math.round(Number(field.input.value) * 100) }));
    const changed = read.filter(({ cents, now }) => cents !== now);
    try {
      await submit({ do: "post", limits: Object.fromEntries(changed.map(({ option, now }) => [option, now])) });
      dialog.close();
      done(`${table.name} has other limits.`);
    } catch (error) {
      refused.textContent = sentenceOf(error);
    }
  });
  const dialog = openDialog("limits", `Limits of ${table.name}`, form);
}
