// What single keys do at a table, and the list of them.
import { settings } from "/static/settings.js";
import { element } from "/static/words.js";

const KEYS = [
  ["1 … 6", "put that chip on the wager chosen last"], ["Enter", "deal, cut the cards, or set your hands"], ["Esc", "take your wagers back"],
  ["H S D P", "hit, stand, double, split"], ["R B C F", "raise, bet, check or call, fold"], ["I N", "insurance, or not"],
  ["A", "what each choice brings"], ["?", "this list"],
];

export function showKeys() {
  document.getElementById("keys")?.remove();
  const close = element("button", { type: "button", class: "main" }, "Close");
  const dialog = element("dialog", { id: "keys", "aria-labelledby": "keys-title" }, element("h2", { id: "keys-title" }, "Keys"),
    element("table", { class: "list" }, element("tbody", {}, ...KEYS.map(([key, words]) => element("tr", {}, element("th", { scope: "row" }, key), element("td", {}, words))))),
    element("p", { class: "dim" }, "Every button shows its own key. Settings turns single keys off."), close);
  close.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

// Listens to keys as the table is: `mode` says what is asked of the player now.
export function useKeys({ mode, choices, betting, askAdvice, takeBack }) {
  const asked = (key) => (key === "a" ? askAdvice : choices.keys.get(key));
  const placing = (key) => {
    if (/^[1-9]$/.test(key) && betting.chips[key - 1]) return () => { betting.chip = betting.chips[key - 1]; betting.add(betting.active); };
    return { enter: () => betting.deal(), escape: () => betting.clear() }[key];
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !settings().keys || document.querySelector("dialog[open]")) return;
    const target = event.target, key = event.key.toLowerCase();
    if (target.matches("input:not([type=radio]), select, textarea") && key !== "escape") return;
    if (key === "enter" && target.matches("button, a, [role=tab], input")) return;
    const now = mode();
    const act = event.key === "?" ? showKeys : now === "asked" ? asked(key) : now === "betting" ? placing(key) : now === "placed" && key === "escape" ? takeBack : null;
    if (act) { event.preventDefault(); act(); }
  });
}
