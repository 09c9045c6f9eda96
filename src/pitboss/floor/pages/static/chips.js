// Chips and cards as elements of SVG: the drawings are the floor's own files, and are used here by name.
const SVG = "http://www.w3.org/2000/svg";
const VALUES = [100000, 50000, 10000, 2500, 500, 100, 50, 25];
const MOST = 6; // chips drawn in one stack

export function svg(name, attributes = {}, ...content) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}
// The chips of which an amount is made, the greatest first and at most so many.
export function stack(cents) {
  const found = [];
  for (const value of VALUES) while (cents >= value && found.length < MOST) { found.push(value); cents -= value; }
  return found.length ? found : [25];
}
// One chip by itself, for a rack.
export const chip = (cents) => svg("svg", { viewBox: "0 0 44 44", "aria-hidden": "true" }, svg("use", { href: `/static/chips.svg#chip-${cents}`, width: 44, height: 44 }));
export const useCard = (card) => `/static/cards.svg#${card === "??" ? "back" : card}`;
