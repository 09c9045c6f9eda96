// The cards and chips that lie on a felt, each as a piece with its place. The floor says where things go (pitboss.felt.Felt.places).
import { stack, useCard } from "./chips.js";
import { svg } from "./dom.js";
import { totalOf } from "./points.js";
import { HIDDEN, seatOf } from "./steps.js";
import { dollars } from "./words.js";

/**
 * @import { CardRow, Hand, Places, SeatPlace, ShownHand, SplitRow } from "../types/wire.d.ts"
 * @import { Layout } from "./layout.js"
 * @import { CentsBySeat } from "./pots.js"
 *
 * @typedef {{ x: number, y: number, rotation?: number, scale?: number }} Position
 * @typedef {CardRow | SplitRow} Row
 *
 * @typedef {object} PieceLook how a piece is drawn
 * @property {string} key what stays the same piece from one picture to the next
 * @property {string} kind its class
 * @property {string} [classes] more classes
 * @property {string} draw a piece is drawn again where this has changed
 * @property {string} [covers] the inscription that it covers
 * @property {() => (Node | string)[]} make its drawing
 *
 * @typedef {PieceLook & Position} Piece
 *
 * @typedef {object} Viewed who looks at the felt, and what that viewer does there
 * @property {number[]} you the seats of the viewer
 * @property {number[]} asked the seats that are asked
 * @property {number[]} fresh seats whose player did not hold them in the round that lies there
 * @property {Record<string, number>} staged the wagers that the viewer is placing
 * @property {boolean} settled whether results are shown where the wagers lay
 * @property {Record<string, ShownHand>} shown the hands that are named, by place
 * @property {string} progressive the name of the progressive wager
 * @property {boolean} dealing whether the viewer is the dealer, and `you` only the seat that is shown large
 * @property {boolean} points whether hands count points, as at games of 21
 * @property {number[]} winners at Poker: who won the hand that is over
 */

const WIDTH = 62;
const HEIGHT = 88;
const CHIP = 28;

/** @param {number} degrees */
const radians = (degrees) => (degrees * Math.PI) / 180;

/**
 * Where card k of n lies in a row, or in a column that goes down to the bottom of its place.
 *
 * @param {Row} row
 * @param {number} at
 * @param {number} of
 */
function inRow(row, at, of) {
  const { scale, rotation, step } = row;
  const gaps = Math.max(of - 1, 1);
  if ("down" in row && row.down) {
    const free = row.h - HEIGHT * scale;
    return { ...offset(row, 0, free / 2 - (of - 1 - at) * Math.min(step, free / gaps)), rotation, scale };
  }
  const free = row.w - WIDTH * scale;
  return { ...offset(row, (at - (of - 1) / 2) * Math.min(step, free / gaps), 0), rotation, scale };
}

/**
 * The point so far right of and below the middle of a place, as that is turned.
 *
 * @param {{ x: number, y: number, rotation: number }} place
 * @param {number} right
 * @param {number} below
 */
function offset({ x, y, rotation }, right, below) {
  const turn = radians(rotation);
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return { x: x + right * c - below * s, y: y + right * s + below * c };
}

// ------------------------------------------------------------------ which hands are seen, and where

/**
 * True for what lies there, and for what was collected after all could see it, until the next round begins: how a round ended can
 * be read.
 *
 * @param {Layout} layout
 * @param {string} place
 * @param {Hand} hand
 */
export const isSeen = (layout, place, hand) =>
  !hand.gone || !(layout.folded.includes(seatOf(place)) || hand.cards.includes(HIDDEN));

/**
 * @param {Layout} layout
 * @param {number} seat
 */
export const seenHands = (layout, seat) => layout.handsOf(seat).filter(([place, hand]) => isSeen(layout, place, hand));

/**
 * The place of a seat; null where this felt has none for it.
 *
 * @param {Places} places
 * @param {number} seat
 * @param {number[]} you
 * @returns {SeatPlace | null}
 */
export function spotOf(places, seat, you) {
  if (places.you) return you[0] === seat ? places.you : null; // one position has room, of several the one in play
  return places.seats[seat] ?? null;
}

/**
 * The row of one of several hands of a player; null for a player with one hand.
 *
 * @param {SeatPlace} spot
 * @param {string} place
 * @param {string[]} hands
 */
function splitOf(spot, place, hands) {
  if (hands.length < 2) return null;
  const rows = spot.splits[Math.min(hands.length - 2, spot.splits.length - 1)];
  return rows?.[Math.min(hands.indexOf(place), rows.length - 1)] ?? null;
}

/**
 * The rows in which the cards of a hand lie, each with its cards: at Pai Gow Poker those of the low hand, then of the high one.
 *
 * @param {string} place
 * @param {Hand} hand
 * @param {Layout} layout
 * @param {Places} places
 * @param {number[]} you
 * @param {string[]} [low] the cards of the low hand
 * @returns {[row: Row, cards: string[]][]}
 */
export function rowsOf(place, hand, layout, places, you, low = hand.low) {
  const seat = seatOf(place);
  const unknown = low.includes(HIDDEN);
  const set = low.length > 0 && (!unknown || hand.cards.includes(HIDDEN));
  const rest = unknown ? hand.cards.slice(low.length) : sorted(hand.cards.filter((card) => !low.includes(card)));
  /** @param {Row[]} rows @returns {[Row, string[]][]} the high hand lies on the lower part of the low one */
  const apart = ([highRow, lowRow]) => [
    [lowRow, unknown ? low : sorted(low)],
    [highRow, rest],
  ];
  if (place === "dealer") {
    if (!places.dealer) return [];
    return set && places.dealer_hands.length === 2 ? apart(places.dealer_hands) : [[places.dealer, hand.cards]];
  }
  const spot = seat ? spotOf(places, seat, you) : null;
  if (!spot) return [];
  if (set && spot.hands.length === 2) return apart(spot.hands);
  const names = seenHands(layout, seat).map(([name]) => name);
  const own = splitOf(spot, place, names);
  const cards = spot.hands.length && !hand.cards.includes(HIDDEN) ? sorted(hand.cards) : hand.cards;
  return [[own ?? (you.includes(seat) ? spot.own : spot.cards), cards]];
}

const RANKS = "23456789TJQKA";
/** @param {string} card */
const rankOf = (card) => (card === "Jk" ? RANKS.length : RANKS.indexOf(card[0]));

/**
 * Cards of which several have one rank first, then the highest.
 *
 * @param {string[]} cards
 */
export function sorted(cards) {
  /** @param {string} card */
  const alike = (card) => cards.filter((other) => rankOf(other) === rankOf(card)).length;
  return [...cards].sort((a, b) => alike(b) - alike(a) || rankOf(b) - rankOf(a) || a.localeCompare(b));
}

// ------------------------------------------------------------------ cards

/**
 * @param {Layout} layout
 * @param {Places} places
 * @param {Viewed} viewed with the seats whose hands are the viewer's as `you`
 */
export function cardPieces(layout, places, { you, shown, points, winners }) {
  /** @type {Piece[]} */
  const pieces = [];
  for (const [place, hand] of Object.entries(layout.hands)) {
    if (!isSeen(layout, place, hand)) continue;
    const seat = seatOf(place);
    const folded = seat > 0 && layout.folded.includes(seat);
    const named = shown[place];
    const classes = hand.gone ? "gone" : folded ? "folded" : "";
    if (place === "community") {
      const deciding = (winners.length ? winners : you).flatMap((held) => shown[`seat_${held}`]?.cards ?? []);
      pieces.push(...communityPieces(hand, places, classes, deciding));
      continue;
    }
    const rows = rowsOf(place, hand, layout, places, you, named?.low.length ? named.low : hand.low);
    const placed = rows.flatMap(([row, cards]) =>
      cards.map((card, at) => ({ card, where: inRow(row, at, cards.length), mark: markOf(card, named) })),
    );
    for (const [at, { card, where, mark }] of placed.entries()) {
      pieces.push(cardPiece(place, at, card, mark === "decides" ? raised(where) : where, `${classes} ${mark}`.trim()));
    }
    const last = rows.at(-1)?.[0];
    const label = points ? totalOf(layout, place, hand) : hand.label;
    if (label && last && !named) pieces.push(labelPiece(place, label, last));
  }
  return pieces;
}

/**
 * The community cards; those that decide the viewer's hand are marked, or those of the hand that won.
 *
 * @param {Hand} hand
 * @param {Places} places
 * @param {string} classes
 * @param {string[]} deciding
 */
function communityPieces({ cards }, places, classes, deciding) {
  return cards.slice(0, places.community.length).map((card, at) => {
    const marked = deciding.includes(card) ? `${classes} decides` : classes;
    return cardPiece("community", at, card, { ...places.community[at] }, marked);
  });
}

/**
 * Whether a card decides a hand that is named; "" where no hand is named.
 *
 * @param {string} card
 * @param {ShownHand | undefined} named
 */
const markOf = (card, named) => (named ? (named.cards.includes(card) ? "decides" : "aside") : "");

/**
 * Where a card lies that decides: a little above the others.
 *
 * @param {Position & { rotation: number, scale: number }} where
 */
const raised = (where) => ({ ...where, ...offset(where, 0, -7 * where.scale) });

/**
 * @param {string} place
 * @param {number} at
 * @param {string} card
 * @param {Position} where
 * @param {string} classes
 * @returns {Piece}
 */
function cardPiece(place, at, card, where, classes) {
  const box = { x: -WIDTH / 2, y: -HEIGHT / 2, width: WIDTH, height: HEIGHT };
  const outline = { ...box, rx: 6, class: "card-outline" };
  const make = () => [svg("use", { href: useCard(card), ...box }), svg("rect", outline)];
  const { x, y, rotation, scale } = where;
  return {
    key: `card ${place} ${at}`,
    kind: "card",
    classes,
    covers: place.split(" ")[0],
    draw: card,
    x,
    y,
    rotation,
    scale,
    make,
  };
}

/**
 * A few words on a hand, below its cards; those of one of several hands stay within its width, in two lines if they must.
 *
 * @param {string} place
 * @param {string} words
 * @param {Row} row
 * @returns {Piece}
 */
function labelPiece(place, words, row) {
  const several = "chips" in row;
  const short = words.length > 26 ? `${words.slice(0, 25)}…` : words;
  const fits = short.length * 12 * 0.56 + 12 <= row.w;
  const lines = several && !fits ? short.split(" ") : [short];
  const longest = Math.max(...lines.map((line) => line.length));
  const size = several ? Math.max(9, Math.min(12, (row.w - 8) / (longest * 0.56))) : 13;
  const width = longest * size * 0.56 + (several ? 9 : 12);
  const height = several ? lines.length * (size + 1) + 3 : 20;
  const at = several ? offset(row, 0, row.h / 2 + 6 - height / 2) : offset(row, 0, (HEIGHT * row.scale) / 2 - 12);
  const box = { x: -width / 2, y: -height / 2, width, height, rx: Math.min(10, height / 2), fill: "#0b0f0de6" };
  /** @param {string} line @param {number} k */
  const text = (line, k) => {
    const y = (k - (lines.length - 1) / 2) * (size + 1) + size * 0.35;
    return svg("text", { y, "text-anchor": "middle", "font-size": size, fill: "#ffffff" }, line);
  };
  const make = () => [svg("rect", box), ...lines.map(text)];
  return { key: `label ${place}`, kind: "hand-label", draw: `${short}${size} ${row.w}`, ...at, rotation: row.rotation, make };
}

// ------------------------------------------------------------------ chips

/**
 * A pile with its amount, unless it is `bare`; `where.low` keeps both small, below one of several hands.
 *
 * @param {string} key
 * @param {number} cents
 * @param {{ x: number, y: number, r?: number, low?: number, bare?: boolean, size?: number }} where
 * @param {string} [classes]
 * @returns {Piece}
 */
export function pile(key, cents, where, classes = "") {
  const chips = stack(cents);
  const size = Math.min(CHIP, (where.r ?? 20) * 1.7);
  const rise = where.low ? 1 : 3.5;
  const amount = {
    y: size / 2 + (where.low ? 3 : 10),
    "text-anchor": "middle",
    class: "amount-on-felt",
    "font-size": where.low ?? where.size ?? 12.5,
  };
  const make = () => [
    ...chips.map((value, at) =>
      svg("use", {
        href: `/static/chips.svg#chip-${value}`,
        x: -size / 2,
        y: -size / 2 - at * rise,
        width: size,
        height: size,
      }),
    ),
    ...(!where.bare && (chips.length > 1 || chips[0] !== cents) ? [svg("text", amount, dollars(cents))] : []),
  ];
  const draw = `${cents}${size.toFixed(0)} ${where.low ?? ""}${where.bare ? "bare" : ""}`;
  return { key: `chips ${key}`, kind: "chips", classes, draw, x: where.x, y: where.y, rotation: 0, make };
}

/**
 * The part of a wager's name that says on which of several hands it is, as in the name of that hand's place; undefined for the first.
 *
 * @param {string} wager
 */
export const partIn = (wager) => / hand 2( split \d+)?$| split \d+$/.exec(wager)?.[0];

/**
 * Where the chips of a wager lie: on its area; those of one of several hands, whose name ends as the wager's does, below its cards;
 * what has no area of its own by the first.
 *
 * @param {SeatPlace} spot
 * @param {string} wager
 * @param {number} seat
 * @param {string[]} hands
 * @param {Record<string, number>} wagers
 */
export function areaOf(spot, wager, seat, hands, wagers) {
  if (spot.areas[wager]) return spot.areas[wager];
  const part = partIn(wager) ?? "";
  const row = part ? splitOf(spot, `seat_${seat}${part}`, hands) : null;
  if (row) return atHand(row, wager.startsWith("Double Down"), `Double Down${part}` in wagers);
  const [first] = Object.values(spot.areas);
  return first ? { x: first.x + 18, y: first.y - 8, r: first.r } : null;
}

/**
 * The chips of one of several hands; those of a Double Down lie at the right of the others.
 *
 * @param {SplitRow} row
 * @param {boolean} isDouble
 * @param {boolean} doubled
 */
function atHand(row, isDouble, doubled) {
  const aside = doubled ? (isDouble ? 1 : -1) * Math.min(row.w / 4, 16) : 0;
  const middle = { ...row.chips, rotation: row.rotation };
  return { ...offset(middle, aside, 0), r: Math.min(11, row.w / 3.6), low: row.w < 60 ? 9 : 12 };
}

/**
 * @param {Layout} layout
 * @param {Places} places
 * @param {Viewed} viewed
 */
export function chipPieces(layout, places, { you, staged }) {
  const pieces = [
    ...wagerPieces(layout.wagers, "", layout, places, you),
    ...wagerPieces(layout.placed, "placed", layout, places, you),
  ];
  if (you.length && !layout.placed[you[0]]) pieces.push(...wagerPieces({ [you[0]]: staged }, "staged", layout, places, you));
  for (const [seat, cents] of Object.entries(layout.bets)) {
    const bet = spotOf(places, Number(seat), you)?.bet;
    if (bet && cents) pieces.push(pile(`${seat} bet`, cents, { ...bet, r: 16 }));
  }
  const lying = layout.in_progress && !layout.pushed.length ? layout.pots : [];
  for (const [at, cents] of lying.entries()) {
    const pot = places.pot[Math.min(at, places.pot.length - 1)];
    if (!pot || !cents) continue;
    pieces.push(pile(`pot ${at}`, cents, { ...pot, r: 18, size: 17 }));
    if (layout.pots.length > 1) pieces.push(potLabel(at, pot));
  }
  if (layout.center && places.pot[0]) pieces.push(pile("center", layout.center, { ...places.pot[0], r: 18 }));
  const [meter] = Object.values(layout.meters);
  if (meter !== undefined && places.meter) {
    const figure = { "text-anchor": "middle", y: 6, class: "meter-figure", "font-size": 18 };
    const { x, y } = places.meter;
    pieces.push({ key: "meter", kind: "meter", draw: String(meter), x, y, make: () => [svg("text", figure, dollars(meter))] });
  }
  const button = layout.button ? spotOf(places, layout.button, you)?.button : null;
  if (button) pieces.push(dealerButton(button));
  return pieces;
}

/**
 * The name of one of several pots.
 *
 * @param {number} at
 * @param {Position} pot
 * @returns {Piece}
 */
function potLabel(at, { x, y }) {
  const words = at ? `Side pot ${at}` : "Main pot";
  const attributes = { "text-anchor": "middle", class: "pot-label", "font-size": 13 };
  return { key: `pot label ${at}`, kind: "pot-name", draw: words, x, y: y - 24, make: () => [svg("text", attributes, words)] };
}

/**
 * @param {Record<string, CentsBySeat>} wagers by seat
 * @param {string} classes
 * @param {Layout} layout
 * @param {Places} places
 * @param {number[]} you
 */
function wagerPieces(wagers, classes, layout, places, you) {
  /** @type {Piece[]} */
  const pieces = [];
  for (const [number, amounts] of Object.entries(wagers)) {
    const seat = Number(number);
    const spot = spotOf(places, seat, you);
    const hands = seenHands(layout, seat).map(([place]) => place);
    for (const [wager, cents] of Object.entries(amounts ?? {})) {
      const where = spot && cents ? areaOf(spot, wager, seat, hands, amounts) : null;
      if (!where) continue;
      const covers = where === spot?.areas[wager] ? `${seat} ${wager}` : "";
      pieces.push({ ...pile(`${seat} ${wager}`, cents, where, classes), covers });
    }
  }
  return pieces;
}

/**
 * @param {Position} where
 * @returns {Piece}
 */
function dealerButton({ x, y }) {
  const letter = { "text-anchor": "middle", y: 5, "font-size": 14, "font-weight": 800, fill: "#16191d" };
  const make = () => [
    svg("circle", { r: 13, fill: "#f5f1e6", stroke: "#16191d", "stroke-width": 1.5 }),
    svg("text", letter, "D"),
  ];
  return { key: "button", kind: "dealer-button", draw: "D", x, y, make };
}
