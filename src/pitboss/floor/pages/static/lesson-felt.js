// Where on a felt a dealer points: a wager, a hand, the dealer's cards, the community cards, the shoe.

/**
 * @import { Places, SeatPlace } from "../types/wire.d.ts"
 *
 * @typedef {{ kind: "seat", seat: number, wager: string } | { kind: "dealer" | "community" | "shoe" }} Pointed
 * @typedef {{ x: number, y: number, w: number, h: number, rotation?: number }} Box
 */

const NEAR = 90; // units of the felt around a seat that still mean the seat

/**
 * True for a point within a box, as that is turned.
 *
 * @param {Box} box
 * @param {DOMPoint} at
 */
function holds({ x, y, w, h, rotation = 0 }, at) {
  const turn = (-rotation * Math.PI) / 180;
  const [dx, dy] = [at.x - x, at.y - y];
  const [right, below] = [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)];
  return Math.abs(right) <= w / 2 && Math.abs(below) <= h / 2;
}

/**
 * @param {SeatPlace} spot
 * @param {number} seat
 * @param {DOMPoint} at
 * @returns {Pointed | null}
 */
function atSeat(spot, seat, at) {
  for (const [wager, area] of Object.entries(spot.areas)) if (holds(area, at)) return { kind: "seat", seat, wager };
  return [spot.cards, ...spot.hands].some((row) => holds(row, at)) ? { kind: "seat", seat, wager: "" } : null;
}

/**
 * What lies at a point of the felt; null for bare cloth. On a phone one seat, `near`, is shown large.
 *
 * @param {Places} places
 * @param {DOMPoint} at
 * @param {number} near
 * @returns {Pointed | null}
 */
export function pointedAt(places, at, near) {
  const spots = places.you ? [[near, places.you]] : Object.entries(places.seats).map(([seat, spot]) => [Number(seat), spot]);
  for (const [seat, spot] of /** @type {[number, SeatPlace][]} */ (spots)) {
    const found = atSeat(spot, seat, at);
    if (found) return found;
  }
  for (const [seat, plate] of Object.entries(places.others ?? {})) {
    if (holds(plate, at)) return { kind: "seat", seat: Number(seat), wager: "" };
  }
  if ([places.dealer, ...places.dealer_hands].some((row) => row && holds(row, at))) return { kind: "dealer" };
  if (places.community.some((row) => holds(row, at))) return { kind: "community" };
  if ([places.shoe, places.discard].some((box) => box && holds(box, at))) return { kind: "shoe" };
  let nearest = null;
  let least = NEAR;
  for (const [seat, { x, y }] of /** @type {[number, SeatPlace][]} */ (spots)) {
    const distance = Math.hypot(at.x - x, at.y - y);
    if (distance < least) [nearest, least] = [seat, distance];
  }
  return nearest === null ? null : { kind: "seat", seat: nearest, wager: "" };
}

/**
 * The point of a drawing under the pointer.
 *
 * @param {SVGSVGElement} root
 * @param {MouseEvent} event
 */
export function pointIn(root, event) {
  const toScreen = root.getScreenCTM();
  return toScreen ? new DOMPoint(event.clientX, event.clientY).matrixTransform(toScreen.inverse()) : null;
}
