// A win beside what it should be: the 95 % interval as a bar, the expectation as a dot, the win as a tick.
import { svg } from "./dom.js";
import { dollars } from "./words.js";

/** @import { TheoreticalWin } from "../types/wire.d.ts" */

const WIDTH = 240;
const HEIGHT = 34;
const EDGE = 8;

/** @param {TheoreticalWin} theoretical */
export function intervalBar({ win, low, high, compared, verdict, says }) {
  const points = [low, high, compared, 0];
  const least = Math.min(...points);
  const most = Math.max(...points);
  /** @param {number} cents */
  const at = (cents) => EDGE + ((WIDTH - 2 * EDGE) * (cents - least)) / Math.max(1, most - least);
  const picture = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: `interval ${verdict}`, role: "img", "aria-label": says };
  const width = Math.max(2, at(high) - at(low));
  return svg(
    "svg",
    picture,
    svg("line", { x1: EDGE, x2: WIDTH - EDGE, y1: 17, y2: 17, class: "interval-axis" }),
    svg("rect", { x: at(low), y: 11, width, height: 12, rx: 6, class: "interval-range" }),
    svg("line", { x1: at(0), x2: at(0), y1: 6, y2: 28, class: "interval-zero" }),
    svg("circle", { cx: at(win), cy: 17, r: 3.5, class: "interval-expected" }),
    svg("line", { x1: at(compared), x2: at(compared), y1: 3, y2: 31, class: "interval-win" }),
  );
}

/**
 * "should be $12, −$80 to $104"
 *
 * @param {TheoreticalWin} theoretical
 */
export const intervalWords = ({ win, low, high }) => `should be ${dollars(win)}, ${dollars(low)} to ${dollars(high)}`;
