// Chips and cards as elements of SVG: the drawings are the floor's own files, and are used here by name.
import { svg } from "./dom.js";

const VALUES = [100000, 50000, 10000, 2500, 500, 100, 50, 25];
const MOST = 6; // chips drawn in one stack

/**
 * The chips of which an amount is made, the greatest first and at most so many.
 *
 * @param {number} cents
 */
export function stack(cents) {
  /** @type {number[]} */
  const chips = [];
  let left = cents;
  for (const value of VALUES) {
    while (left >= value && chips.length < MOST) {
      chips.push(value);
      left -= value;
    }
  }
  return chips.length ? chips : [25];
}

/**
 * One chip by itself, for a rack.
 *
 * @param {number} cents
 */
export const chip = (cents) =>
  svg(
    "svg",
    { viewBox: "0 0 44 44", "aria-hidden": "true" },
    svg("use", { href: `/static/chips.svg#chip-${cents}`, width: 44, height: 44 }),
  );

/** @param {string} card */
export const useCard = (card) => `/static/cards.svg#${card === "??" ? "back" : card}`;
