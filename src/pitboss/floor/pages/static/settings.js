// What a reader has chosen, kept in this browser: theme, colours of the suits, speed of the cards, sound, how long the log is, single
// keys.
import { me } from "./api.js";
import { openNotice } from "./dialogs.js";
import { button, element } from "./dom.js";
import { openPassword } from "./password.js";

/** @typedef {{ theme: string, suits: string, speed: string, sound: string, log: string, keys: boolean }} Settings */

const KEY = "pitboss.settings";
/** @type {Record<string, number>} */
const SPEEDS = { slow: 2, usual: 1, fast: 0.4, none: 0 };
/** @type {Settings} */
const FIRST = { theme: "system", suits: "four", speed: "usual", sound: "off", log: "short", keys: true };

/** @returns {Settings} */
export function settings() {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...FIRST };
  }
}

/**
 * @param {keyof Settings} name
 * @param {string | boolean} value
 */
export function changeSetting(name, value) {
  const now = { ...settings(), [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    /* a browser that keeps nothing */
  }
  useSettings();
  document.dispatchEvent(new CustomEvent("settings", { detail: now }));
}

/** @type {MediaQueryList | undefined} */
let reduced;

/** How long motion takes, as a part of the usual time: 0 where there is to be none. */
export function motion() {
  reduced ??= matchMedia("(prefers-reduced-motion: reduce)"); // one for the whole visit
  return reduced.matches ? 0 : (SPEEDS[settings().speed] ?? 1);
}

export function useSettings() {
  const { theme, suits } = settings();
  document.documentElement.dataset.suits = suits;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/**
 * @param {string} label
 * @param {keyof Settings} name
 * @param {Record<string, string>} options
 */
function choice(label, name, options) {
  const select = element("select", { id: `setting-${name}` });
  for (const [value, words] of Object.entries(options)) {
    select.append(element("option", { value, selected: String(settings()[name]) === value }, words));
  }
  select.addEventListener("change", () => {
    const { value } = select;
    changeSetting(name, value === "true" || value === "false" ? value === "true" : value);
  });
  return element("p", {}, element("label", { for: `setting-${name}` }, label), " ", select);
}

export function openSettings() {
  openNotice(
    "settings",
    "Settings",
    "Done",
    choice("Colours", "theme", { system: "as the system", dark: "dark", light: "light" }),
    choice("Suits", "suits", { four: "in four colours", two: "in two colours" }),
    choice("The dealer\u2019s log", "log", { short: "cards, choices and money", full: "every step" }),
    choice("Cards move", "speed", { slow: "slowly", usual: "as usual", fast: "fast", none: "not at all" }),
    choice("Sound of cards, chips, your turn and a win", "sound", {
      off: "off",
      quiet: "quiet",
      usual: "as usual",
      loud: "loud",
    }),
    choice("Single keys (H, S, D, digits\u2026)", "keys", { true: "on", false: "off" }),
    me() && !me()?.guest ? element("p", {}, button("Change password\u2026", openPassword)) : null,
  );
}
