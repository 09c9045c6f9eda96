// How a round was settled, where the wagers lay: each with its result, its chips, and how it was paid; every shown hand with its name.
import { element, svg } from "./dom.js";
import { areaOf, partIn, pile, rowsOf, seenHands, spotOf } from "./pieces.js";
import { sum } from "./pots.js";
import { seatOf } from "./steps.js";
import { dollars, signed } from "./words.js";

/**
 * @import { Places, SeatPlace } from "../types/wire.d.ts"
 * @import { Layout } from "./layout.js"
 * @import { Piece, Position, Viewed } from "./pieces.js"
 *
 * @typedef {"won" | "lost" | "push"} Verdict
 *
 * @typedef {object} Settled one wager of one seat
 * @property {string} wager
 * @property {string} title what it is called: the wager, or "Hand 2"
 * @property {number} placed
 * @property {number} back
 * @property {number} net
 * @property {Verdict} verdict
 * @property {string} paid "3 to 1", "2 to 1 and Ante bonus 4 to 1"
 */

const LETTER = 0.62; // about how wide a letter is beside its height

/**
 * The wagers of a seat that are settled, in their order. The progressive wager is settled at the end of the round.
 *
 * @param {Layout} layout
 * @param {number} seat
 * @param {string} [progressive] the name of the progressive wager
 * @returns {Settled[]}
 */
export function settledOf(layout, seat, progressive = "") {
  const wagers = Object.entries(layout.results[seat] ?? {});
  const settled = wagers
    .filter(([wager]) => !layout.wagers[seat]?.[wager])
    .filter(([wager, { back }]) => !layout.in_progress || back > 0 || wager !== progressive)
    .map(([wager, { placed, back, paid }]) => settledWager(wager, placed, back, paid.join(" and ")));
  const hands = layout.handsOf(seat).map(([place]) => place);
  return hands.length > 1 ? byHand(settled, seat, hands) : settled;
}

/**
 * @param {string} wager
 * @param {number} placed
 * @param {number} back
 * @param {string} paid
 * @param {string} [title]
 * @returns {Settled}
 */
function settledWager(wager, placed, back, paid, title = wager) {
  const net = back - placed;
  return { wager, title, placed, back, net, verdict: net > 0 ? "won" : net < 0 ? "lost" : "push", paid };
}

/**
 * The wagers of a player with several hands: those on one hand together, as that of "Hand 2".
 *
 * @param {Settled[]} settled
 * @param {number} seat
 * @param {string[]} hands their places, in the order in which they lie
 */
function byHand(settled, seat, hands) {
  /** @param {string} wager */
  const partOf = (wager) => partIn(wager) ?? "";
  /** @param {string} wager */
  const baseOf = (wager) => wager.slice(0, wager.length - partOf(wager).length);
  const onHands = new Set(["Double Down", ...settled.filter(({ wager }) => partOf(wager)).map(({ wager }) => baseOf(wager))]);
  const others = settled.filter(({ wager }) => !onHands.has(baseOf(wager)));
  const grouped = hands.flatMap((place, at) => {
    const mine = settled.filter(({ wager }) => onHands.has(baseOf(wager)) && `seat_${seat}${partOf(wager)}` === place);
    const first = mine.find(({ wager }) => !wager.startsWith("Double Down")) ?? mine[0];
    if (!first) return [];
    const [placed, back] = [sum(mine.map((one) => one.placed)), sum(mine.map((one) => one.back))];
    return [settledWager(first.wager, placed, back, mine.length > 1 ? "" : first.paid, `Hand ${at + 1}`)];
  });
  return [...grouped, ...others];
}

/**
 * The results as they lie on the felt: chips, and a label for each wager.
 *
 * @param {Layout} layout
 * @param {Places} places
 * @param {Viewed} viewed
 */
export function settlementPieces(layout, places, { you, progressive }) {
  /** @type {Piece[]} */
  const pieces = [];
  for (const seat of Object.keys(layout.results).map(Number)) {
    const spot = spotOf(places, seat, you);
    if (!spot) continue;
    const own = you.includes(seat);
    const hands = seenHands(layout, seat).map(([place]) => place);
    const settled = settledOf(layout, seat, progressive);
    const amounts = Object.fromEntries(settled.map(({ wager, placed }) => [wager, placed]));
    for (const one of settled) {
      const where = areaOf(spot, one.wager, seat, hands, amounts);
      if (where) pieces.push(...chipsOf(seat, one, where, spot), resultLabel(seat, one, where, own));
    }
  }
  return pieces;
}

/**
 * The chips of a settled wager: those that were lost are a shadow, what was won lies beside the wager.
 *
 * @param {number} seat
 * @param {Settled} settled
 * @param {{ x: number, y: number, r?: number, low?: number }} where
 * @param {SeatPlace} spot
 * @returns {Piece[]}
 */
function chipsOf(seat, { wager, placed, back, verdict }, where, spot) {
  const covers = where === spot.areas[wager] ? `${seat} ${wager}` : "";
  const key = `${seat} ${wager}`;
  const small = { ...where, r: Math.min(where.r ?? 20, 14), y: where.low ? where.y : where.y - 4, bare: true };
  if (verdict === "lost") {
    const lost = { ...pile(key, placed, small, "settled lost"), covers };
    return back > 0 ? [lost, pile(`${key} back`, back, { ...small, x: small.x + 7 }, "settled")] : [lost];
  }
  const aside = verdict === "won" && placed ? 7 : 0;
  const won = back - placed;
  return [
    ...(placed ? [{ ...pile(key, placed, { ...small, x: small.x - aside }, "settled"), covers }] : []),
    ...(won > 0 ? [{ ...pile(`${key} won`, won, { ...small, x: small.x + aside }, "settled winnings"), covers }] : []),
  ];
}

/**
 * What a wager brought, below it: filled with a wedge up for a win, hollow with a wedge down for a loss, dashed for a push.
 *
 * @param {number} seat
 * @param {Settled} settled
 * @param {{ x: number, y: number, r?: number }} where
 * @param {boolean} own
 * @returns {Piece}
 */
function resultLabel(seat, { wager, title, net, verdict, paid }, { x, y, r = 20 }, own) {
  const words = verdict === "push" ? "push" : signed(net);
  const odds = own && verdict === "won" && paid.length <= 9 ? paid : "";
  const size = own ? 12.5 : 10;
  const mark = verdict === "push" ? 0 : size; // a push says so itself
  const whole = mark + words.length * size * LETTER;
  const width = Math.max(whole, odds.length * 5.2) + size * 0.8;
  const height = size * 1.5 + (odds ? 9 : 0);
  const first = odds ? -4.5 : 0; // the middle of the first line
  const left = -whole / 2;
  const told = verdict === "push" ? "push" : `${verdict} ${dollars(Math.abs(net))}`;
  const make = () => [
    svg("title", {}, `${title}: ${told}${paid ? `, ${paid}` : ""}`),
    svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: Math.min(height / 2, 9) }),
    ...(mark ? [svg("path", { d: wedge(verdict, left + size * 0.4, size * 0.4), transform: `translate(0 ${first})` })] : []),
    svg("text", { x: left + mark, y: first + size * 0.36, "font-size": size }, words),
    ...(odds ? [svg("text", { y: 9.5, "font-size": 9, "text-anchor": "middle" }, odds)] : []),
  ];
  return {
    key: `result ${seat} ${wager}`,
    kind: "result",
    classes: verdict,
    draw: `${words}${size}${odds}`,
    x,
    y: y + Math.min(r, 20) * 0.72,
    make,
  };
}

/**
 * @param {Verdict} verdict
 * @param {number} x
 * @param {number} h half of the mark's height
 */
function wedge(verdict, x, h) {
  const up = verdict === "won" ? -1 : 1;
  return `M${x - h} ${-up * h * 0.7}L${x + h} ${-up * h * 0.7}L${x} ${up * h * 0.7}Z`;
}

// ------------------------------------------------------------------ names of hands

/**
 * The full name of every hand that is shown, below its cards.
 *
 * @param {Layout} layout
 * @param {Places} places
 * @param {Viewed} viewed
 */
export function handNamePieces(layout, places, { you, shown }) {
  /** @type {Piece[]} */
  const pieces = [];
  for (const [place, { name }] of Object.entries(shown)) {
    const hand = layout.hands[place];
    if (!hand || !name) continue;
    const rows = rowsOf(place, hand, layout, places, you);
    const names = rows.length === 2 ? twoNames(name).reverse() : [name];
    for (const [at, [row]] of rows.entries()) {
      if (names[at])
        pieces.push(nameLabel(`${place} ${at}`, names[at], row, you.includes(seatOf(place)) || place === "dealer"));
    }
  }
  return pieces;
}

/**
 * The names of the high and the low hand of Pai Gow Poker.
 *
 * @param {string} name "high hand pair of kings; low hand ace and queen"
 */
const twoNames = (name) => name.split("; ").map((part) => part.replace(/^(high|low) hand /, ""));

/**
 * @param {string} key
 * @param {string} name
 * @param {Position & { w: number, scale: number, rotation: number }} row
 * @param {boolean} large
 * @returns {Piece}
 */
function nameLabel(key, name, row, large) {
  const size = large ? 13 : 11;
  const most = Math.max(row.w, large ? 170 : 112);
  const lines = inLines(name, Math.floor((most - 12) / (size * LETTER)));
  const longest = Math.max(...lines.map((line) => line.length));
  const width = longest * size * LETTER + 14;
  const height = lines.length * (size + 2) + 5;
  const turn = (row.rotation * Math.PI) / 180;
  const below = 44 * row.scale - height / 2 + 3;
  const box = { x: -width / 2, y: -height / 2, width, height, rx: 7 };
  const make = () => [
    svg("rect", box),
    ...lines.map((line, at) => {
      const y = (at - (lines.length - 1) / 2) * (size + 2) + size * 0.35;
      return svg("text", { y, "text-anchor": "middle", "font-size": size }, line);
    }),
  ];
  return {
    key: `hand name ${key}`,
    kind: "hand-name",
    draw: `${name}${size}${row.w}`,
    x: row.x - below * Math.sin(turn),
    y: row.y + below * Math.cos(turn),
    make,
  };
}

/**
 * Words in one line or two, with a capital.
 *
 * @param {string} words
 * @param {number} most letters in a line
 */
export function inLines(words, most) {
  const whole = words.charAt(0).toUpperCase() + words.slice(1);
  if (whole.length <= most) return [whole];
  const breaks = [...whole.matchAll(/ /g)].map(({ index }) => index);
  const middle = whole.length / 2;
  const at = breaks.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  return at === undefined ? [whole] : [whole.slice(0, at).replace(/,$/, ","), whole.slice(at + 1)];
}

// ------------------------------------------------------------------ in words

/**
 * What a round brought in a sentence: "You win $15: Ante −$15, Three Card Bonus +$30."
 *
 * @param {Layout} layout
 * @param {number[]} seats those of the player
 */
export function settlementWords(layout, seats) {
  const settled = seats.flatMap((seat) => settledOf(layout, seat));
  if (!settled.length) return "";
  if (layout.void) return "The round was void: every wager came back.";
  const net = sum(settled.map((one) => one.net));
  const result = net > 0 ? `You win ${dollars(net)}` : net < 0 ? `You lose ${dollars(-net)}` : "You break even";
  if (seats.length > 1) return `${result}: ${seats.map((seat) => seatWords(layout, seat)).join(", ")}.`;
  if (settled.length < 2) return settled[0].paid && net > 0 ? `${result}, paid ${paidWords(settled[0])}.` : `${result}.`;
  const parts = settled.map((one) => `${one.title} ${one.verdict === "push" ? "push" : signed(one.net)}`);
  return `${result}: ${parts.join(", ")}.`;
}

/**
 * How a wager was paid; where the vigorish was taken from what it won, that is said.
 *
 * @param {Settled} settled
 */
function paidWords({ wager, placed, net, paid }) {
  const taken = wager.startsWith("Pai Gow") && paid === "1 to 1" && net > 0 ? placed - net : 0;
  return taken > 0 ? `${paid} less ${dollars(taken)} vigorish` : paid;
}

/**
 * What one of several positions brought.
 *
 * @param {Layout} layout
 * @param {number} seat
 */
function seatWords(layout, seat) {
  const net = sum(settledOf(layout, seat).map((one) => one.net));
  return `seat ${seat} ${net ? signed(net) : dollars(0)}`;
}

/**
 * The wagers of a player in the last round: bet, how it was paid, result; null for a player without any.
 *
 * @param {Layout} layout
 * @param {number[]} seats
 */
export function settlementTable(layout, seats) {
  /** @param {number} seat */
  const named = (seat) => settledOf(layout, seat).map((one) => ({ ...one, title: `Seat ${seat}, ${one.title}` }));
  const settled = seats.flatMap((seat) => (seats.length > 1 ? named(seat) : settledOf(layout, seat)));
  if (!settled.length || layout.void) return null;
  const total = (/** @type {(one: Settled) => number} */ of) => sum(settled.map(of));
  const head = ["Wager", "Bet", "Paid", "Result"].map((words) => element("th", { scope: "col" }, words));
  const paid = settled.map((one) => ({ ...one, words: paidWords(one) }));
  const rows = paid.map(({ title, placed, verdict, words, net }) =>
    row(title, placed ? dollars(placed) : "–", words || (verdict === "won" ? "" : verdict), net),
  );
  const together = row(
    "Together",
    dollars(total(({ placed }) => placed)),
    "",
    total(({ net }) => net),
  );
  return element(
    "table",
    { class: "list settled num" },
    element("caption", {}, "Your wagers"),
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...rows),
    element("tfoot", {}, together),
  );
}

/**
 * @param {string} wager
 * @param {string} bet
 * @param {string} paid
 * @param {number} net
 */
const row = (wager, bet, paid, net) =>
  element(
    "tr",
    {},
    element("th", { scope: "row" }, wager),
    element("td", {}, bet),
    element("td", {}, paid),
    element("td", { class: net > 0 ? "gain" : net < 0 ? "loss" : "" }, signed(net)),
  );
