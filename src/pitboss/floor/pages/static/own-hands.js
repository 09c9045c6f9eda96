// A player's several hands (split, the two of Blackjack Switch, or of two positions), each large enough to read: name, cards, total,
// wager.
import { useCard } from "./chips.js";
import { element, svg } from "./dom.js";
import { partIn, seenHands } from "./pieces.js";
import { totalOf } from "./points.js";
import { sum } from "./pots.js";
import { cardName, dollars } from "./words.js";

/**
 * @import { Asked } from "../types/wire.d.ts"
 * @import { Layout } from "./layout.js"
 */

/**
 * The hands of some seats; none for a player with one hand.
 *
 * @param {Layout} layout
 * @param {number[]} seats
 * @param {Asked | undefined} asked the question to the player, which may be about one of the hands
 * @param {boolean} points whether hands count points
 */
export function ownHands(layout, seats, asked, points) {
  return seats.flatMap((seat) => {
    const hands = seenHands(layout, seat);
    if (hands.length < 2 && seats.length < 2) return [];
    const position = seats.length > 1 ? `Seat ${seat}` : "";
    return hands.map(([place, hand], at) => {
      const which = hands.length > 1 ? `Hand ${at + 1} of ${hands.length}` : "";
      const title = [position, which].filter(Boolean).join(", ");
      const now = asked?.seat === seat && (!which || asked.about === `hand ${at + 1}`);
      const wager = wagerOn(layout, seat, place);
      const drawn = hand.cards.map((card) =>
        svg("svg", { viewBox: "0 0 62 88", role: "img", "aria-label": cardName(card) }, svg("use", { href: useCard(card) })),
      );
      const total = points ? totalOf(layout, place, hand) : hand.label;
      const words = [total, wager ? dollars(wager) : ""].filter(Boolean).join(" · ");
      return element(
        "section",
        { class: now ? "own-hand now" : "own-hand", "aria-label": title, "aria-current": now ? "true" : null },
        element("h2", {}, title),
        element("div", { class: "own-cards" }, ...drawn),
        element("p", { class: "num" }, words),
      );
    });
  });
}

/**
 * What lies on one of the hands of a seat.
 *
 * @param {Layout} layout
 * @param {number} seat
 * @param {string} place
 */
function wagerOn(layout, seat, place) {
  const wagers = Object.entries(layout.wagers[seat] ?? {});
  const part = place.replace(/^seat_\d+/, "");
  const [main] = wagers.find(([wager]) => partIn(wager) !== undefined) ?? [""];
  const base = main.slice(0, main.length - (partIn(main)?.length ?? 0)).replace("Double Down", "");
  const mine = wagers.filter(([wager]) => wager === `${base}${part}` || wager === `Double Down${part}`);
  return sum(mine.map(([, cents]) => cents));
}

/**
 * A sentence of the dealer with the player's split hands by their number, as they lie: "you (split 1)" is "you (hand 3)".
 *
 * @param {string} sentence
 * @param {Layout} layout
 * @param {number[]} seats
 */
export function withHandNumbers(sentence, layout, seats) {
  const [seat] = seats;
  if (!seat || !/\byou\b/i.test(sentence) || !/ ?split \d/.test(sentence)) return sentence;
  const places = layout.handsOf(seat).map(([place]) => place);
  /** @param {string} split */
  const handAt = (split) => places.indexOf(`seat_${seat} split ${split}`) + 1;
  return sentence.replace(/(\(?) ?split (\d+)/g, (whole, open, split) => {
    const at = handAt(split);
    return at ? `${open || ", "}hand ${at}` : whole;
  });
}
