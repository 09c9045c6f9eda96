// The signs at a Poker table: each jackpot with the amount on display, and the Kill option. A click opens what is posted.
import { get } from "./api.js";
import { openNotice } from "./dialogs.js";
import { button, element } from "./dom.js";
import { capital, dollars } from "./words.js";

/** @import { AboutTable, Sign } from "../types/wire.d.ts" */

export class Signs {
  /**
   * @param {HTMLElement} place
   * @param {AboutTable} about
   */
  constructor(place, { name, poker }) {
    this.place = place;
    this.table = name;
    this.posted = poker; // until the floor says that nothing is
  }

  /** Shows them as they are now. */
  async show() {
    if (!this.posted) return;
    /** @type {Sign[] | null} */
    const signs = await get(`/api/tables/${this.table}/signs`).catch(() => null);
    if (!signs) return;
    this.posted = signs.length > 0;
    this.place.replaceChildren(...signs.map(signButton));
  }
}

/** @param {Sign} sign */
function signButton(sign) {
  const { title, cents, now, lines } = sign;
  const amount = cents === null ? null : element("b", { class: "num" }, ` ${dollars(cents)}`);
  const state = now ? element("span", { class: "now" }, `: ${now}`) : null;
  const read = () => {
    const items = lines.map(([cite, words]) =>
      element(
        "li",
        {},
        `${capital(words)} `,
        element("button", { type: "button", class: "cite", "data-cite": cite }, `§ ${cite}`),
      ),
    );
    const first = now ? element("p", {}, element("b", {}, `${capital(now)}.`)) : "";
    openNotice("sign", cents === null ? title : `${title} ${dollars(cents)}`, "Close", first, element("ul", {}, ...items));
  };
  const attributes = { class: now && cents === null ? "sign on" : "sign", "aria-haspopup": "dialog" };
  return button(
    [title, amount, state].filter((each) => each !== null),
    read,
    attributes,
  );
}
