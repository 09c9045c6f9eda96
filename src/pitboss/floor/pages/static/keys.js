// What single keys do at a table, and the list of them.
import { openNotice } from "./dialogs.js";
import { element } from "./dom.js";
import { settings } from "./settings.js";

/**
 * @import { Betting } from "./betting.js"
 * @import { Choices } from "./choices.js"
 *
 * @typedef {object} KeyTargets what keys act on
 * @property {() => string} mode what the player is asked now
 * @property {Choices} choices
 * @property {Betting} betting
 * @property {() => void} askAdvice
 * @property {() => void} takeBack
 */

const KEYS = [
  ["1 … 6", "put that chip on the wager chosen last"],
  ["Enter", "deal, cut the cards, or set your hands"],
  ["Esc", "take your wagers back"],
  ["H S D P", "hit, stand, double, split"],
  ["R B C F", "raise, bet, check or call, fold"],
  ["I N", "insurance, or not"],
  ["A", "what each choice is worth"],
  ["?", "this list"],
];

export function showKeys() {
  const rows = KEYS.map(([key, words]) => element("tr", {}, element("th", { scope: "row" }, key), element("td", {}, words)));
  const note = "Every button shows its own key. Settings turns single keys off.";
  const table = element("table", { class: "list" }, element("tbody", {}, ...rows));
  openNotice("keys", "Keys", "Close", table, element("p", { class: "dim" }, note));
}

/**
 * Listens to keys, as the table is.
 *
 * @param {KeyTargets} targets
 */
export function useKeys({ mode, choices, betting, askAdvice, takeBack }) {
  /** @param {string} key @returns {(() => void) | undefined} */
  const whilePlacing = (key) => {
    const chip = /^[1-9]$/.test(key) ? betting.chips[Number(key) - 1] : undefined;
    if (chip) {
      return () => {
        betting.chip = chip;
        betting.add(betting.active);
      };
    }
    if (key === "enter") return () => betting.deal();
    return key === "escape" ? () => betting.clear() : undefined;
  };
  /** @param {string} key @returns {(() => void) | undefined} */
  const actionOf = (key) => {
    if (key === "?") return showKeys;
    const now = mode();
    if (now === "asked") return key === "a" ? askAdvice : choices.keys.get(key);
    if (now === "betting") return whilePlacing(key);
    return now === "placed" && key === "escape" ? takeBack : undefined;
  };
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || !(target instanceof Element)) return;
    if (!settings().keys || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    if (target.matches("input:not([type=radio]), select, textarea") && key !== "escape") return;
    if (key === "enter" && target.matches("button, a, [role=tab], input")) return;
    const act = actionOf(key);
    if (!act) return;
    event.preventDefault();
    act();
  });
}
