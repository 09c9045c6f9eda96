// How the chips of a hand of Poker divide into pots, as in pitboss/table/money/side_pots.py.

/**
 * @typedef {Record<string, number>} CentsBySeat
 * @typedef {[cents: number, seats: number[]]} Pot the chips, and who may win them
 */

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
/** @param {number[]} numbers */
export const byNumber = (numbers) => numbers.sort((a, b) => a - b);

/**
 * The main pot and the side pots in the order in which they were formed.
 *
 * @param {CentsBySeat} put
 * @param {number[]} contenders
 * @param {number[]} folded
 * @param {number[]} allIn
 * @param {CentsBySeat} dead
 */
export function dividePots(put, contenders, folded, allIn, dead) {
  /** @type {Pot[]} */
  const pots = [];
  const amounts = Object.values(put);
  const anyDead = Object.keys(dead).length > 0;
  let below = 0;
  if (anyDead) pots.push([sum(Object.values(dead)), [...contenders]]);
  for (const level of byNumber([...new Set(contenders.map((seat) => put[seat]).filter(Boolean))])) {
    const [from, to] = [below, level];
    const cents = sum(amounts.map((amount) => Math.min(amount, to) - Math.min(amount, from)));
    const seats = contenders.filter((seat) => (put[seat] ?? 0) >= to);
    addPot(pots, cents, seats, anyDead);
    below = level;
  }
  const highest = below;
  const over = sum(amounts.filter((amount) => amount > highest).map((amount) => amount - highest));
  if (over) {
    // folded players have put in more than anyone still in
    let seats = contenders.filter((seat) => !allIn.includes(seat));
    // what no All-in player has a part in belongs to the last who had one in it
    if (!seats.length) seats = folded.filter((seat) => (put[seat] ?? 0) > highest).slice(-1);
    addPot(pots, over, seats, true);
  }
  return pots;
}

/**
 * Adds a pot, or its chips to the pot before it where the same players may win both.
 *
 * @param {Pot[]} pots
 * @param {number} cents
 * @param {number[]} seats
 * @param {boolean} merge
 */
function addPot(pots, cents, seats, merge) {
  const last = pots.at(-1);
  if (merge && last && String(last[1]) === String(seats)) last[0] += cents;
  else pots.push([cents, seats]);
}
