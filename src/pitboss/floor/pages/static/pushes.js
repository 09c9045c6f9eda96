// Which pot went to whom at the end of a hand of Poker, in the middle of the felt until the next hand.
import { svg } from "./dom.js";
import { withoutBot } from "./plates.js";
import { capital, dollars } from "./words.js";

/**
 * @import { Places } from "../types/wire.d.ts"
 * @import { Layout } from "./layout.js"
 * @import { Piece, Viewed } from "./pieces.js"
 */

const LINE = 19; // from one line to the next
const LETTER = 0.58; // about how wide a bold letter is beside its height

/**
 * Each push of chips as a line: "Side pot 1 to Ada: $40".
 *
 * @param {Layout} layout
 * @param {number[]} you the seats that were the viewer's in this hand
 * @param {number[]} fresh whose player was not in it
 */
function pushLines({ pushed, seats }, you, fresh) {
  return pushed.map(({ pot, seat, cents }) => {
    const player = fresh.includes(seat) ? undefined : seats[seat];
    const winner = you.includes(seat) ? "you" : withoutBot(player?.player ?? `seat ${seat}`);
    return `${capital(pot || "pot")} to ${winner}: ${dollars(cents)}`;
  });
}

/**
 * The pots that were pushed, where they lay.
 *
 * @param {Layout} layout
 * @param {Places} places
 * @param {Viewed} viewed
 * @returns {Piece[]}
 */
export function pushPieces(layout, { pot: [middle], view: [, , across] }, { you, fresh }) {
  const lines = pushLines(layout, you, fresh);
  if (!lines.length || !middle) return [];
  const longest = Math.max(...lines.map((line) => line.length));
  const size = Math.min(15, (across - 40) / (longest * LETTER));
  const width = longest * size * LETTER + 20;
  const first = lines.length > 1 ? -7 : 0; // the middle of the first line
  const make = () => [
    svg("rect", { x: -width / 2, y: -20, width, height: Math.max(40, lines.length * LINE + 8), rx: 9 }),
    ...lines.map((line, at) =>
      svg("text", { y: first + at * LINE + size * 0.35, "text-anchor": "middle", "font-size": size }, line),
    ),
  ];
  return [{ key: "pushed", kind: "pushed", draw: lines.join("|"), x: middle.x, y: middle.y, make }];
}
