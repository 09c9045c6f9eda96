// The pieces of the page of a table that are drawn anew as its state changes: sentences, buttons, tools.
import { me } from "./api.js";
import { openDialog } from "./dialogs.js";
import { button, byId, element } from "./dom.js";
import { openRule } from "./rules.js";
import { endOfResult, lateAnswerWords } from "./table-words.js";
import { dollars } from "./words.js";

/**
 * @import { Evidence } from "../types/wire.d.ts"
 * @import { Command } from "./line.js"
 * @import { TableState } from "./table-state.js"
 *
 * @typedef {object} ToolHandlers
 * @property {() => void} report
 * @property {() => void} bringBots
 * @property {(cents: number) => void} buy
 * @property {() => void} recall
 * @property {() => void} leave
 * @property {(seat: number) => void} sit
 * @property {(seat: number) => void} giveUp
 * @property {() => void} showKeys
 */

const STAFF = ["dealer", "floorperson", "pit boss"];

/** @param {string} cite */
const citation = (cite) => button(`§ ${cite}`, () => openRule(cite), { class: "cite" });

/**
 * The sentence on what can be done now; of a "result" the first part is large.
 *
 * @param {string} words
 * @param {string} [kind]
 * @param {string} [cite]
 */
export function showStatus(words, kind = "", cite = "") {
  const place = byId("status");
  place.className = `status ${kind}`;
  const end = kind === "result" ? endOfResult(words) : -1;
  const strong = end > 0 ? [element("strong", {}, words.slice(0, end))] : [];
  place.replaceChildren(...strong, words.slice(Math.max(end, 0)));
  if (cite) place.append(" ", citation(cite));
}

/** Whether the status says why something was refused. */
export const statusRefuses = () => byId("status").classList.contains("refused");

/**
 * More of the status, for those who listen.
 *
 * @param {string} words
 */
export const sayStatus = (words) => byId("status").append(element("span", { class: "visually-hidden" }, words));

/** @type {ReturnType<typeof setTimeout> | undefined} */
let noticeTimer;
/**
 * A few words beside what is asked, for a while.
 *
 * @param {string} words
 * @param {{ kind?: string, cite?: string, seconds?: number }} [look]
 */
export function showNotice(words, { kind = "", cite = "", seconds = 8 } = {}) {
  clearTimeout(noticeTimer);
  const place = byId("notice");
  place.className = `notice ${kind}`;
  place.replaceChildren(words, ...(cite ? [" ", citation(cite)] : []));
  noticeTimer = setTimeout(() => place.replaceChildren(), 1000 * seconds);
}

/**
 * @param {Command} command
 * @param {Error | null} error
 */
export function showLate(command, error) {
  showNotice(lateAnswerWords(command, error), { kind: error ? "refused" : "" });
}

/**
 * The promise for the next shuffle.
 *
 * @param {Evidence[]} evidence
 */
export function showPromise(evidence) {
  const last = evidence.findLast((record) => record.evidence === "promise");
  if (!last) return;
  const { promise } = last;
  const place = byId("fair");
  place.textContent = `shuffle ${promise.slice(0, 4)}…${promise.slice(-4)}`;
  place.title = `The house has promised the next shuffle: ${promise}. History shows that it kept its word.`;
}

/**
 * The controls of a viewer who could sit down.
 *
 * @param {TableState} state
 * @param {(seat: number) => void} sitDown
 */
export function watchingControls({ about, freeSeats, middleSeat }, sitDown) {
  const options = freeSeats.map((seat) => element("option", { value: seat }, `seat ${seat}`));
  const select = element("select", { "aria-label": "Which seat" }, ...options);
  if (middleSeat) select.value = String(middleSeat);
  const small = element("small", {}, `with ${dollars(about.buy_in)} in play chips`);
  const words = me() ? "Sit down" : "Sit down as a guest";
  const attributes = { class: "choice main", disabled: !freeSeats.length };
  return [button([words, small], () => sitDown(Number(select.value)), attributes), select];
}

/**
 * The controls of a player whose wagers are placed.
 *
 * @param {() => void} ready
 * @param {() => void} takeBack
 */
export const placedControls = (ready, takeBack) => [
  button("No more wagers from me", ready, { class: "choice main ready" }),
  button(["Take back ", element("kbd", { "aria-hidden": "true" }, "Esc")], takeBack),
];

/**
 * The controls of a player whose wagers lie at one position and not at another.
 *
 * @param {TableState} state
 * @param {() => void} ready
 * @param {() => void} takeBack
 */
export function otherPositionControls({ layout, seat, seats }, ready, takeBack) {
  const placed = seats.filter((each) => layout.placed[each]);
  if (!placed.length) return [];
  return [
    button(`No wager at seat ${seat}`, ready, { class: "ready" }),
    button(`Take back at seat ${placed.join(" and ")}`, takeBack),
  ];
}

/**
 * Asks how many chips a player buys.
 *
 * @param {number} most in cents
 * @param {(cents: number) => void} buy
 */
function askAmount(most, buy) {
  const limits = { min: "0.01", max: most / 100, step: "0.01", inputmode: "decimal" };
  const amount = element("input", { id: "buy-amount", type: "number", required: true, value: most / 100, ...limits });
  const form = element(
    "form",
    {},
    element("p", {}, element("label", { for: "buy-amount" }, `Amount, dollars, at most ${dollars(most)}`), " ", amount),
    element(
      "p",
      {},
      element("button", { class: "main" }, "Buy"),
      " ",
      button("Cancel", () => dialog.close()),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    dialog.close();
    buy(Math.round(Number(amount.value) * 100));
  });
  const dialog = openDialog("buying", "Buy chips", form);
  amount.select();
}

/**
 * The buttons of what is done rarely: irregularities, bots, chips, leaving, keys.
 *
 * @param {TableState} state
 * @param {ToolHandlers} on
 */
export function toolButtons(state, on) {
  const { about, layout, seats } = state;
  const account = me();
  const buttons = [];
  const mayReport = seats.length ? about.practice && state.isAlone : STAFF.includes(account?.role ?? "");
  if (layout.in_progress && mayReport) buttons.push(button("Report an irregularity…", on.report));
  if (!seats.length) return buttons;
  const cents = Math.min(account?.cage ?? 0, about.buy_in);
  if (!layout.in_progress) {
    buttons.push(button("Bring bots", on.bringBots, { class: "bots", hidden: !state.bots.count }));
    if (state.mode === "betting" && state.net !== null) buttons.push(button("Last round", on.recall));
    if (cents) buttons.push(button("Buy chips…", () => askAmount(cents, on.buy)));
    const [next, last] = [state.nextPosition, seats.at(-1) ?? 0];
    if (next) buttons.push(button(`Play seat ${next} too`, () => on.sit(next)));
    if (seats.length > 1) buttons.push(button(`Give up seat ${last}`, () => on.giveUp(last)));
  }
  buttons.push(button("Leave the table", on.leave, { class: "leave" }));
  buttons.push(button("Keys ?", on.showKeys, { class: "keys" }));
  return buttons;
}
