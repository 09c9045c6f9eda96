// What a reader has chosen, kept in this browser: theme, colours of the suits, speed of the cards, how long the log is, single keys.
import { element } from "/static/words.js";

const KEY = "pitboss.settings";
export const SPEEDS = { slow: 2, usual: 1, fast: 0.4, none: 0 };
const FIRST = { theme: "dark", suits: "four", speed: "usual", log: "short", keys: true };

export function settings() {
  try { return { ...FIRST, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") }; } catch { return { ...FIRST }; }
}
export function set(name, value) {
  const now = { ...settings(), [name]: value };
  try { localStorage.setItem(KEY, JSON.stringify(now)); } catch { /* a browser that keeps nothing */ }
  useSettings();
  document.dispatchEvent(new CustomEvent("settings", { detail: now }));
}
// How long motion takes, as a part of the usual time: 0 where there is to be none.
export function motion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : SPEEDS[settings().speed] ?? 1;
}
export function useSettings() {
  const { theme, suits } = settings();
  document.documentElement.dataset.suits = suits;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function choice(label, name, options) {
  const select = element("select", { id: `setting-${name}` });
  for (const [value, words] of Object.entries(options)) select.append(element("option", { value, selected: String(settings()[name]) === value }, words));
  select.addEventListener("change", () => set(name, select.value === "true" ? true : select.value === "false" ? false : select.value));
  return element("p", {}, element("label", { for: `setting-${name}` }, label), " ", select);
}
export function openSettings() {
  document.getElementById("settings")?.remove();
  const close = element("button", { type: "button", class: "main" }, "Done");
  const dialog = element("dialog", { id: "settings", "aria-labelledby": "settings-title" },
    element("h2", { id: "settings-title" }, "Settings"),
    choice("Colours", "theme", { system: "as the system", dark: "dark", light: "light" }),
    choice("Suits", "suits", { four: "in four colours", two: "in two colours" }),
    choice("The dealer\u2019s log", "log", { short: "cards, choices and money", full: "every step" }),
    choice("Cards move", "speed", { slow: "slowly", usual: "as usual", fast: "fast", none: "not at all" }),
    choice("Single keys (H, S, D, digits\u2026)", "keys", { true: "on", false: "off" }), close);
  close.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
