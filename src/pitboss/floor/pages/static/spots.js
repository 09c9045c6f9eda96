// What a betting spot holds: by hover, focus or a long press its wager, limits, pay table and paragraph.
import { element } from "./dom.js";
import { dollars } from "./words.js";

/**
 * @import { AboutTable } from "../types/wire.d.ts"
 */

const HOVER = 350; // milliseconds
const LONG_PRESS = 500;

/**
 * @param {HTMLElement} stage
 * @param {AboutTable} about
 * @param {HTMLElement} payouts the panel with every pay table of the table
 * @param {(wager: string) => number} staked what the viewer has on a wager, in cents
 */
export function useSpots(stage, about, payouts, staked) {
  const card = element("div", { class: "spot-card", role: "tooltip", id: "spot-card", hidden: true });
  stage.append(card);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const hide = () => {
    clearTimeout(timer);
    card.hidden = true;
  };
  /** @param {Element} area */
  const show = (area) => {
    const wager = area.getAttribute("data-wager") ?? "";
    card.replaceChildren(...describe(wager, about, payouts, area.classList.contains("yours") ? staked(wager) : 0));
    card.hidden = false;
    const [box, whole] = [area.getBoundingClientRect(), stage.getBoundingClientRect()];
    const left = Math.min(
      Math.max(box.x + box.width / 2 - whole.x - card.offsetWidth / 2, 4),
      whole.width - card.offsetWidth - 4,
    );
    const below = box.bottom - whole.y + 6;
    const fits = below + card.offsetHeight < whole.height;
    card.style.left = `${left}px`;
    card.style.top = `${fits ? below : Math.max(4, box.y - whole.y - card.offsetHeight - 6)}px`;
  };
  /** @param {Event} event */
  const areaOf = ({ target }) => (target instanceof Element ? target.closest(".area[data-wager]") : null);
  /** @param {Event} event @param {number} wait */
  const showLater = (event, wait) => {
    const area = areaOf(event);
    if (!area) return;
    clearTimeout(timer);
    timer = setTimeout(() => show(area), wait);
  };
  stage.addEventListener("pointerover", (event) => event.pointerType === "mouse" && showLater(event, HOVER));
  stage.addEventListener("pointerout", (event) => areaOf(event) && hide());
  stage.addEventListener("pointerdown", (event) => {
    hide();
    if (event.pointerType !== "mouse") showLater(event, LONG_PRESS);
  });
  stage.addEventListener("pointerup", () => clearTimeout(timer));
  stage.addEventListener("contextmenu", (event) => areaOf(event) && event.preventDefault());
  // By keyboard a wager's own buttons have the focus, below the felt.
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element) || !target.matches(":focus-visible")) return;
    const wager = target.closest(".wager[data-wager]")?.getAttribute("data-wager");
    const area = wager && stage.querySelector(`.area.yours[data-wager="${CSS.escape(wager)}"]`);
    if (area) show(area);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
}

/**
 * @param {string} wager
 * @param {AboutTable} about
 * @param {HTMLElement} payouts
 * @param {number} cents
 */
function describe(wager, about, payouts, cents) {
  const offered = about.wagers.find(({ name }) => name === wager);
  const limits =
    offered &&
    (offered.only.length ? offered.only.map(dollars).join(" or ") : `${dollars(offered.least)} to ${dollars(offered.most)}`);
  const facts = [limits ?? "made during the round", cents ? `yours: ${dollars(cents)}` : ""].filter(Boolean).join(" · ");
  const tables = [...payouts.querySelectorAll("table[data-wager]")];
  const copies = tables
    .filter((table) => table instanceof HTMLElement && table.dataset.wager?.startsWith(wager))
    .map((table) => table.cloneNode(true));
  return [element("b", {}, wager), element("p", { class: "dim num" }, facts, offered ? ` · § ${offered.cite}` : ""), ...copies];
}
