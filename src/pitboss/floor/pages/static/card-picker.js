// Cards that are picked for a draw: any number within limits.
import { useCard } from "./chips.js";
import { button, element, svg } from "./dom.js";
import { capital, cardName } from "./words.js";

/** @import { Choice, Choices } from "./choices.js" */

/**
 * The cards as buttons, and the button that answers with those that are picked.
 *
 * @param {Choices} choices
 * @param {Choice} choice
 */
export function pickCards(choices, choice) {
  const [least, most] = choice.number;
  /** @type {Set<string>} */
  const picked = new Set();
  const say = button("", () => choices.on.answer([choice.word, ...picked].join(" "), 0), { class: "choice" });
  /** @param {string} card */
  const toggle = (card) => {
    if (!picked.delete(card)) picked.add(card);
    show();
  };
  const buttons = choice.of.map((card) => {
    const drawing = svg("svg", { viewBox: "0 0 62 88", "aria-hidden": "true" }, svg("use", { href: useCard(card) }));
    const attributes = { "aria-pressed": "false", "aria-label": cardName(card), "data-card": card };
    return button(drawing, () => toggle(card), attributes);
  });
  const show = () => {
    for (const each of buttons) each.setAttribute("aria-pressed", String(picked.has(each.dataset.card ?? "")));
    say.textContent = picked.size ? `${capital(choice.word)} ${picked.size}` : `${capital(choice.word)}: pick the cards`;
    say.disabled = picked.size < least || picked.size > most;
  };
  choices.keys.set("enter", () => {
    if (!say.disabled) say.click();
  });
  show();
  return [element("div", { class: "arrange", role: "group", "aria-label": "Your cards" }, ...buttons), say];
}
