// A win beside what it should be: the 95 % interval as a bar, the expectation as a dot, the win as a tick.
import { dollars } from "/static/words.js";

const SVG = "http://www.w3.org/2000/svg", WIDTH = 240, HEIGHT = 34, EDGE = 8;

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// `told` is what /api/pit has as `theoretical`: win, low, high, compared, verdict, says.
export function intervalBar(told) {
  const points = [told.low, told.high, told.compared, 0], least = Math.min(...points), most = Math.max(...points);
  const at = (cents) => EDGE + (WIDTH - 2 * EDGE) * (cents - least) / Math.max(1, most - least);
  const picture = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: `interval ${told.verdict}`, role: "img", "aria-label": told.says });
  picture.append(
    shape("line", { x1: EDGE, x2: WIDTH - EDGE, y1: 17, y2: 17, class: "interval-axis" }),
    shape("rect", { x: at(told.low), y: 11, width: Math.max(2, at(told.high) - at(told.low)), height: 12, rx: 6, class: "interval-range" }),
    shape("line", { x1: at(0), x2: at(0), y1: 6, y2: 28, class: "interval-zero" }),
    shape("circle", { cx: at(told.win), cy: 17, r: 3.5, class: "interval-expected" }),
    shape("line", { x1: at(told.compared), x2: at(told.compared), y1: 3, y2: 31, class: "interval-win" }),
  );
  return picture;
}

// "should be $12, −$80 to $104"
export const intervalWords = (told) => `should be ${dollars(told.win)}, ${dollars(told.low)} to ${dollars(told.high)}`;
