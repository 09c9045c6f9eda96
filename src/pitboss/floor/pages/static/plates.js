// Who sits where on a felt, and the table in words for those who do not see it.
import { svg } from "./dom.js";
import { isSeen, seenHands, spotOf } from "./pieces.js";
import { totalOf } from "./points.js";
import { seatOf } from "./steps.js";
import { cardName, dollars, signed } from "./words.js";

/**
 * @import { NamePlace, Places, Seat, Spot } from "../types/wire.d.ts"
 * @import { Layout } from "./layout.js"
 * @import { Piece, Position, Viewed } from "./pieces.js"
 *
 * @typedef {object} Standing how a seat stands
 * @property {string} state "folded", "all in" or ""
 * @property {number} net what the last round brought, in cents
 * @property {string} after the same in words, once the round is over
 * @property {string} classes
 */

const LETTER = 0.62; // about how wide a bold letter is beside its height

/** @param {string} player */
export const withoutBot = (player) => player.replace(" (bot)", "");

/**
 * The names of those who sit there, and where the viewer could sit down, if `open`.
 *
 * @param {Layout} layout
 * @param {Places} places
 * @param {number} seats how many seats the table has
 * @param {Viewed} viewed
 * @param {boolean} open
 */
export function namePieces(layout, places, seats, viewed, open) {
  /** @type {Piece[]} */
  const pieces = [];
  const { you } = viewed;
  const free = open && !you.length;
  for (let seat = 1; seat <= seats; seat += 1) {
    const player = layout.seats[seat];
    const own = you.includes(seat) && !viewed.dealing;
    const standing = standingOf(layout, seat, viewed);
    const plate = places.others?.[seat];
    if (plate && !(seat === you[0] && places.you)) pieces.push(smallPlate(layout, seat, plate, standing, { own, free }));
    const spot = spotOf(places, seat, you);
    if (!spot) continue;
    if (player) pieces.push(seatPlate(seat, player, own, spot.name, standing, places.view));
    else if (free && !places.you) pieces.push(openSeat(seat, spot.cards));
  }
  return pieces;
}

/**
 * @param {Layout} layout
 * @param {number} seat
 * @param {Viewed} viewed
 * @returns {Standing}
 */
function standingOf(layout, seat, { you, asked, fresh }) {
  const isNew = fresh.includes(seat);
  const folded = layout.folded.includes(seat) ? "folded" : layout.all_in.includes(seat) ? "all in" : "";
  const results = Object.values(layout.results[seat] ?? {});
  const net = results.reduce((sum, result) => sum + result.back - result.placed, 0);
  const after = !layout.in_progress && results.length && layout.round ? signed(net) : "";
  const classes = [you.includes(seat) ? "you" : "", asked.includes(seat) ? "asked" : ""].filter(Boolean).join(" ");
  return { state: isNew ? "" : folded, net, after, classes };
}

/**
 * @param {number} seat
 * @param {Seat} sits
 * @param {boolean} own
 * @param {NamePlace} place
 * @param {Standing} standing
 * @param {Places["view"]} view
 * @returns {Piece}
 */
function seatPlate(seat, sits, own, place, { state, net, after, classes }, [left, , width]) {
  const extra = after || state;
  const player = extra ? withoutBot(sits.player) : sits.player;
  const name = player.length > 14 ? `${player.slice(0, 13)}…` : player;
  const words = own ? `You ${dollars(sits.chips)}` : `${name} ${dollars(sits.chips)}`;
  const size = Math.max(9, Math.min(place.size, (place.w - 6) / ((words.length + extra.length) * LETTER)));
  const ring = { class: "asked-ring", x: -place.w / 2, y: -size * 0.85, width: place.w, height: size * 1.7, rx: size * 0.85 };
  const make = () => {
    const text = svg("text", { "text-anchor": "middle", class: "seat-name", "font-size": size, y: size * 0.35 }, words);
    if (extra) text.append(svg("tspan", { class: net > 0 ? "gain" : "loss", dx: 6 }, extra));
    return classes.includes("asked") ? [svg("rect", ring), text] : [text];
  };
  const half = ((words.length + extra.length) * LETTER * size) / 2;
  const turn = (place.rotation * Math.PI) / 180;
  const out = Math.abs(Math.sin(turn)) * Math.max(0, half - size); // words that are not turned lie farther out
  const x = Math.min(Math.max(place.x - out * Math.sin(turn), left + half + 4), left + width - half - 4);
  const y = place.y + out * Math.cos(turn);
  return { key: `name ${seat}`, kind: "seat-plate", classes, draw: `${words}|${extra}|${classes}`, x, y, make };
}

/**
 * @param {number} seat
 * @param {Position} place
 * @returns {Piece}
 */
function openSeat(seat, { x, y }) {
  const plate = { "data-open": seat, x: -52, y: -20, width: 104, height: 40, rx: 20, class: "open-plate" };
  const words = { "data-open": seat, "text-anchor": "middle", y: 5.5, "font-size": 16, class: "open-words" };
  const make = () => [svg("rect", plate), svg("text", words, "Sit down")];
  return { key: `open ${seat}`, kind: "open-seat", draw: "open", x, y, make };
}

/**
 * One of the row of plates on a phone: who sits there, how many cards they hold, what they have at stake.
 *
 * @param {Layout} layout
 * @param {number} seat
 * @param {Spot} plate
 * @param {Standing} standing
 * @param {{ own: boolean, free: boolean }} viewer whether it is the viewer's, or the viewer could sit down there
 * @returns {Piece}
 */
function smallPlate(layout, seat, plate, { state, after, classes }, { own, free }) {
  const sits = layout.seats[seat];
  const first = own ? `You, ${seat}` : sits ? withoutBot(sits.player).slice(0, 7) : free ? "sit" : "open";
  const second = after || state || holdings(layout, seat) || (sits ? "" : String(seat));
  const click = sits ? {} : { "data-open": seat };
  const { x, y, w, h } = plate;
  const make = () => [
    svg("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: 8, class: "plate", ...click }),
    svg("text", { "text-anchor": "middle", y: -3, "font-size": Math.min(13, w / 4), class: "open-words", ...click }, first),
    svg(
      "text",
      { "text-anchor": "middle", y: 13, "font-size": Math.min(12, w / 4.4), class: "plate-second", ...click },
      second,
    ),
  ];
  return { key: `plate ${seat}`, kind: "other-plate", classes, draw: `${first}|${second}|${classes}`, x, y, make };
}

/**
 * What a seat has, in a word: its hand, its stake or its cards.
 *
 * @param {Layout} layout
 * @param {number} seat
 */
function holdings(layout, seat) {
  const hands = layout.handsOf(seat).map(([, hand]) => hand);
  const label = hands[0]?.label ?? "";
  if (label && label.length <= 9) return label;
  const wagers = Object.values(layout.wagers[seat] ?? layout.placed[seat] ?? {});
  const stake = wagers.reduce((sum, cents) => sum + cents, layout.bets[seat] ?? 0);
  if (stake) return dollars(stake);
  const cards = hands.filter((hand) => !hand.gone).reduce((sum, hand) => sum + hand.cards.length, 0);
  return cards ? `${cards} card${cards === 1 ? "" : "s"}` : "";
}

/**
 * The table in words: what lies there, and what was collected but is still to be seen.
 *
 * @param {Layout} layout
 * @param {number[]} you the seats whose hands are the viewer's
 * @param {boolean} [points] whether hands count points
 */
export function pictureInWords(layout, you, points = false) {
  const sentences = [];
  for (const [place, hand] of Object.entries(layout.hands)) {
    const seat = seatOf(place);
    const shown = place === "dealer" || place === "community" || seat > 0;
    if (!shown || !hand.cards.length || !isSeen(layout, place, hand)) continue;
    const hands = seenHands(layout, seat);
    const which = seat && hands.length > 1 ? ` in hand ${hands.findIndex(([name]) => name === place) + 1}` : "";
    const player = layout.seats[seat]?.player;
    const own = you.includes(seat);
    const have = hand.gone ? "had" : own ? "have" : "has";
    const owner = seat ? `${own ? "You" : (player ?? `Seat ${seat}`)} ${have}${which}` : middleWords(place, hand.gone);
    const label = points ? totalOf(layout, place, hand) : hand.label;
    sentences.push(`${owner} ${hand.cards.map(cardName).join(", ")}${label ? `: ${label}` : ""}.`);
  }
  return sentences.length ? sentences.join(" ") : "No cards lie on the table.";
}

/**
 * Whose cards lie in the middle.
 *
 * @param {string} place
 * @param {boolean} gone
 */
function middleWords(place, gone) {
  if (place === "dealer") return `The dealer ${gone ? "had" : "has"}`;
  return `In the middle ${gone ? "lay" : "lie"}`;
}
