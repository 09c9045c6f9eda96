// What steps do to the chips of a layout: wagers, meters, and the bets and pots of Poker.
import { byNumber, dividePots } from "./pots.js";
import { readNumber, readPot, seatOf } from "./steps.js";

/**
 * @import { Act, Layout } from "./layout.js"
 * @import { CentsBySeat } from "./pots.js"
 */

const DEALER = "dealer";
const POSTED = ["ante", "Blind Bet", "Straddle Bet", "Forced Bet"];

/**
 * What an act does to the cents of a wager that lie on the layout, have been placed in all, and have come back.
 *
 * @type {Record<string, [on: number, placed: number, back: number]>}
 */
const MOVES = {
  wager: [1, 1, 0],
  return: [-1, 0, 1],
  collect: [-1, 0, 0],
  lose: [-1, 0, 0],
  bet: [0, 1, 0],
  cover: [0, 1, 0],
  refund: [0, 0, 1],
  award: [0, 0, 1],
  surplus: [0, 0, 1],
  bonus: [0, 0, 1],
  restore: [0, 0, 1],
  jackpot: [0, 0, 1],
  vigorish: [0, 0, -1],
  pay: [0, 0, 1],
  win: [0, 0, 1],
};
const PAID = ["pay", "win", "bonus", "jackpot", "restore"]; // acts whose note says how much is paid
/** @type {Record<string, number>} */
const CENTER = { lose: 1, cover: 1, win: -1, surplus: -1 };
/** @type {Record<string, number>} */
const METER = { feed: 1, reset: 1, unfeed: -1, jackpot: -1 };
/**
 * What the reversal of an act does to what has come back for a wager.
 *
 * @type {Record<string, number>}
 */
const REVERSED = { pay: -1, bonus: -1, jackpot: -1, award: -1, win: -1, vigorish: 1, lose: 1 };

/**
 * The value of a key, which is `first` where it is missing.
 *
 * @template T
 * @param {Record<string, T>} map
 * @param {string | number} key
 * @param {T} first
 * @returns {T}
 */
function valueAt(map, key, first) {
  map[key] ??= first;
  return map[key];
}

/**
 * @param {CentsBySeat} map
 * @param {string | number} key
 * @param {number} cents
 */
function add(map, key, cents) {
  map[key] = (map[key] ?? 0) + cents;
}

/**
 * Removes the cents of a key, and returns them.
 *
 * @param {CentsBySeat} map
 * @param {string | number} key
 */
function takeOut(map, key) {
  const cents = map[key] ?? 0;
  delete map[key];
  return cents;
}

/**
 * @param {Layout} layout
 * @param {number} seat
 * @param {string} wager
 */
function resultOf(layout, seat, wager) {
  return valueAt(valueAt(layout.results, seat, {}), wager, { placed: 0, back: 0, paid: [] });
}

/**
 * Chips go on the layout, off it, or past it.
 *
 * @type {Act}
 */
function moveChips(layout, step) {
  const { act, who, wager } = step;
  const seat = seatOf(who);
  const chips = who === DEALER ? layout.dealer : valueAt(layout.wagers, seat, {});
  const here = chips[wager] ?? 0;
  const whole = act === "pay" || act === "win"; // the wager goes back with its winnings
  const [on, placed, back] = MOVES[act];
  const cents = whole ? step.cents + here : step.cents;
  const left = whole ? 0 : here + on * step.cents;
  if (left) chips[wager] = left;
  else delete chips[wager];
  if (who !== DEALER) {
    const result = resultOf(layout, seat, wager);
    result.placed += placed * cents;
    result.back += back * cents;
    if (PAID.includes(act) && step.note) result.paid.push(step.note);
    if (!Object.keys(chips).length) delete layout.wagers[seat];
  }
  layout.center += (CENTER[act] ?? 0) * step.cents;
  if (Object.hasOwn(METER, act)) moveMeter(layout, step);
}

/** @type {Act} */
function moveMeter(layout, step) {
  if (step.wager in layout.meters) layout.meters[step.wager] += METER[step.act] * step.cents;
}

/**
 * Chips that lay before a player are at stake, or, below zero, go back to the player.
 *
 * @param {Layout} layout
 * @param {number} seat
 * @param {number} cents
 */
function stake(layout, seat, cents) {
  add(layout.staked, seat, cents);
  if (layout.seats[seat]) layout.seats[seat].chips -= cents;
}

/** @param {Layout} layout */
function countPots(layout) {
  /** @type {CentsBySeat} */
  const gathered = {};
  for (const [seat, put] of Object.entries(layout.put)) {
    const cents = put - (layout.bets[seat] ?? 0);
    if (cents) gathered[seat] = cents;
  }
  const contenders = layout.playing.filter((seat) => !layout.folded.includes(seat));
  layout.pots = dividePots(gathered, contenders, layout.folded, layout.all_in, layout.dead).map(([cents]) => cents);
}

/** @type {Act} */
function rake(layout, step) {
  layout.raked += step.act === "rake" ? step.cents : -step.cents;
}

/** @type {Record<string, Act>} */
export const MONEY_ACTS = {
  ...Object.fromEntries(Object.keys(MOVES).map((act) => [act, moveChips])),
  feed: moveMeter,
  unfeed: moveMeter,
  reset: moveMeter,
  rake,
  unrake: rake,

  wager(layout, step) {
    const seat = seatOf(step.who);
    moveChips(layout, step);
    if (!seat) return;
    delete layout.placed[seat];
    stake(layout, seat, step.cents);
    if (!layout.playing.includes(seat)) layout.playing = byNumber([...layout.playing, seat]);
  },

  // A round that failed is undone: what was paid goes back, and what was won from a player.
  reverse(layout, step) {
    const [act, why] = step.note.split(": ");
    const undone = why === undefined ? "" : act;
    const seat = seatOf(step.who);
    if (seat && Object.hasOwn(REVERSED, undone)) resultOf(layout, seat, step.wager).back += REVERSED[undone] * step.cents;
    layout.center -= (CENTER[undone] ?? 0) * step.cents;
    if (undone === "contribute") add(layout.boxes, step.wager, -step.cents);
    if (Object.hasOwn(METER, undone) && step.wager in layout.meters) layout.meters[step.wager] -= METER[undone] * step.cents;
  },

  // A charge for time, taken between two rounds.
  charge(layout, step) {
    const seat = layout.seats[seatOf(step.who)];
    if (seat) seat.chips -= step.cents;
  },

  // A reading, which moves no money: its cents are in the note.
  meter(layout, step) {
    const cents = readNumber(step.note);
    if (cents !== null) layout.meters[step.wager] = cents;
  },

  button(layout, step) {
    layout.button = seatOf(step.who);
  },

  bet(layout, step) {
    const seat = seatOf(step.who);
    moveChips(layout, step);
    stake(layout, seat, step.cents);
    add(layout.bets, seat, step.cents);
    add(layout.put, seat, step.cents);
    if (POSTED.includes(step.note)) add(valueAt(layout.posted, seat, {}), step.note, step.cents);
  },

  // Chips go back out of the pot: what nobody called, or all that a player had put in.
  refund(layout, step) {
    const seat = seatOf(step.who);
    moveChips(layout, step);
    stake(layout, seat, -step.cents);
    const left = takeOut(layout.put, seat) - step.cents;
    if (left > 0) layout.put[seat] = left;
    else {
      const dead = takeOut(layout.dead, seat) + left;
      if (dead > 0) layout.dead[seat] = dead;
    }
    const before = takeOut(layout.bets, seat) - step.cents;
    if (before > 0) layout.bets[seat] = before;
    countPots(layout);
  },

  // The bets go into the middle; antes may count towards no bet.
  gather(layout, step) {
    layout.bets = {};
    if (step.note === "dead") Object.assign(layout, { dead: layout.put, put: {} });
    countPots(layout);
  },

  fold(layout, step) {
    layout.folded.push(seatOf(step.who));
    countPots(layout);
  },

  all_in(layout, step) {
    const seat = seatOf(step.who);
    if (layout.all_in.includes(seat)) return;
    layout.all_in.push(seat);
    countPots(layout);
  },

  award(layout, step) {
    moveChips(layout, step);
    layout.pushed.push({ pot: readPot(step.note), seat: seatOf(step.who), cents: step.cents });
  },

  contribute(layout, step) {
    add(layout.boxes, step.note, step.cents);
  },
};
