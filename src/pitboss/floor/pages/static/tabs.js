// Tabs: one panel at a time, arrow keys between them.
import { byId } from "./dom.js";

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/** @param {HTMLElement} list */
export function useTabs(list) {
  /** @type {HTMLElement[]} */
  const tabs = [...list.querySelectorAll("[role=tab]")].filter((tab) => tab instanceof HTMLElement);
  /** @param {HTMLElement} chosen */
  const choose = (chosen) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      byId(tab.getAttribute("aria-controls") ?? "").hidden = tab !== chosen;
    }
  };
  for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
  list.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    next.focus();
    choose(next);
  });
}
