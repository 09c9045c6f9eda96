// Cards that are picked: two for the low hand of Pai Gow Poker, any number for a draw.
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
  const { setting } = choices.on;
  const sets = choice.word === "set";
  /** @type {Set<string>} */
  const picked = new Set();
  const answer = () => choices.on.answer([choice.word, ...picked].join(" "), 0);
  const say = button("", answer, { class: sets ? "choice main" : "choice" });
  const status = element("span", { class: "dim", role: "status" });
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
  const show = async () => {
    for (const each of buttons) each.setAttribute("aria-pressed", String(picked.has(each.dataset.card ?? "")));
    const enough = picked.size >= least && picked.size <= most;
    const draws = picked.size ? `${capital(choice.word)} ${picked.size}` : `${capital(choice.word)}: pick the cards`;
    say.textContent = sets ? "Set the low hand" : draws;
    say.disabled = !enough;
    status.textContent = sets && !enough ? "Pick the two cards of the low hand." : "";
    if (!sets || !enough) return;
    const judged = await setting(choice.of, [...picked]);
    if (picked.size !== most) return;
    status.textContent = judged.fouled ? `Fouled: ${judged.why}.` : `${capital(judged.hands ?? "")}.`;
    say.disabled = judged.fouled ?? false;
  };
  const asTheHouse = async () => {
    const { house_way = [] } = await setting(choice.of, []);
    picked.clear();
    for (const card of house_way) picked.add(card);
    show();
  };
  choices.keys.set("enter", () => {
    if (!say.disabled) say.click();
  });
  show();
  const group = { class: "arrange", role: "group", "aria-label": sets ? "Your seven cards" : "Your cards" };
  return [element("div", group, ...buttons), say, ...(sets ? [button("As the house would", asTheHouse)] : []), status];
}
