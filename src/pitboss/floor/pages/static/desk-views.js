// The views of a desk's page: beside the form where a window has room, and one at a time where it has not.
import { byId } from "./dom.js";

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };
const WIDE = matchMedia("(min-width: 62rem)");

export class Views {
  /**
   * @param {string} beside the view that stands beside the form at first
   * @param {(view: string) => void} act what is done when a view is shown
   */
  constructor(beside, act) {
    this.beside = beside;
    this.act = act;
    this.work = byId("desk-work");
    this.tabs = [...byId("desk-tabs").querySelectorAll("button")];
    for (const tab of this.tabs) tab.addEventListener("click", () => this.show(tab.dataset.view ?? beside));
    byId("desk-tabs").addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (!step) return;
      const there = this.tabs.filter((tab) => !tab.hidden);
      const at = there.findIndex((tab) => tab === document.activeElement);
      this.show(there[(at + step + there.length) % there.length].dataset.view ?? beside, true);
    });
    WIDE.addEventListener("change", () => this.fit());
    new ResizeObserver(([{ target }]) => {
      document.documentElement.style.setProperty("--desk-top", `${target.getBoundingClientRect().height}px`);
    }).observe(byId("desk-top"));
    this.fit();
  }

  get shown() {
    return this.work.dataset.shown;
  }

  /** @param {string} view @param {boolean} [focus] */
  show(view, focus = false) {
    const shown = WIDE.matches && view === "form" ? this.beside : view;
    this.work.dataset.shown = shown;
    for (const tab of this.tabs) {
      const isShown = tab.dataset.view === shown;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      if (isShown && focus) tab.focus();
      byId(tab.getAttribute("aria-controls") ?? "").hidden = !isShown && !(tab.dataset.view === "form" && WIDE.matches);
    }
    byId("tab-form").hidden = WIDE.matches;
    byId("desk-side").hidden = shown === "form";
    this.act(shown);
  }

  /** The form, where a window has room for one view only. */
  showForm() {
    if (!WIDE.matches) this.show("form");
  }

  /** The views as the window has room for them. */
  fit() {
    byId("desk-nav", HTMLDetailsElement).open = WIDE.matches;
    const shown = this.shown ?? "form";
    this.show(!WIDE.matches && shown === this.beside ? "form" : shown);
  }
}
