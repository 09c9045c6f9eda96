// Figures of a wager: the edge, what a round brings, what matters, and how a session goes. Every picture has its numbers in words.
import { element, svg } from "./dom.js";

/** @import { Changes, NetResult, Numbers, Session } from "../types/wire.d.ts" */

const MINUS = "\u2212";
const [LEAST_BARS, MOST_BARS] = [5, 11];
const BAR = 46; // pixels that the words of a bar need
const MOST_CHANGES = 6;
const LENGTHS = [100, 300, 1000];
/** @type {Record<string, string>} */
const HALVES = { "1/2": "\u00bd" };

/** @param {number} value @param {number} [places] */
export const percent = (value, places = 4) => `${value < 0 ? MINUS : ""}${Math.abs(100 * value).toFixed(places)}%`;
/** @param {number} value points of a percentage, with its sign */
export const points = (value) => `${value < 0 ? MINUS : "+"}${Math.abs(100 * value).toFixed(Math.abs(value) < 0.0005 ? 4 : 2)}`;
/** @param {number} value with its sign, without more places than it needs */
export const signedNumber = (value) =>
  `${value < 0 ? MINUS : value > 0 ? "+" : ""}${Number(Math.abs(value).toFixed(2)).toLocaleString("en-US")}`;
/** @param {number} dollars */
const money = (dollars) =>
  `${dollars < 0 ? MINUS : dollars > 0 ? "+" : ""}$${Math.abs(dollars).toLocaleString("en-US", { maximumFractionDigits: Math.abs(dollars) < 100 ? 2 : 0 })}`;

/** @param {string} net a fraction such as "-3/2" */
function netWords(net) {
  const sign = net.startsWith("-") ? MINUS : net === "0" ? "" : "+";
  const [top, bottom] = net.replace("-", "").split("/").map(Number);
  if (!bottom) return sign + top.toLocaleString("en-US");
  const whole = Math.floor(top / bottom);
  const rest = HALVES[`${top % bottom}/${bottom}`];
  return rest ? `${sign}${whole || ""}${rest}` : `${sign}${Number((top / bottom).toFixed(3))}`;
}

/** @param {number} chance */
function chanceWords(chance) {
  if (chance >= 0.00095) return percent(chance, chance >= 0.0995 ? 1 : 2);
  return `1 in ${Math.round(1 / chance).toLocaleString("en-US")}`;
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} unit
 */
const figure = (name, value, unit) =>
  element(
    "div",
    { class: "lab-figure" },
    element("dt", {}, name),
    element("dd", {}, element("b", {}, value), " ", element("span", {}, unit)),
  );

/**
 * "Ante" is "Ante Wager"; "the wager" and "Bet 1" say so themselves.
 *
 * @param {string} of
 */
const wagerOf = (of) => (/wager|^Bet /i.test(of) ? of.replace(/^the /, "") : `${of} Wager`);
/** What Poker players give to a jackpot, of which the house keeps nothing: only how often it is won says something. */
const CONTRIBUTION = "contribution";

/**
 * @param {HTMLElement} place
 * @param {Numbers | null | undefined} numbers
 * @param {Numbers | null | undefined} printed
 * @param {boolean} [follows] whether the exact numbers are still to come
 */
export function showNumbers(place, numbers, printed, follows = false) {
  if (!numbers) return;
  if (numbers.of === CONTRIBUTION) {
    showChance(place, numbers);
    return;
  }
  const { edge, exact, deviation, hit_rate: hit, risk, of, condition, note, error } = numbers;
  const fraction = exact?.split("/") ?? [];
  const exactly = exact
    ? element(
        "p",
        { class: "fraction" },
        element("span", {}, fraction[0]),
        element("span", { class: "visually-hidden" }, " divided by "),
        element("span", { class: "below" }, fraction[1]),
      )
    : element("p", { class: "dim small" }, error ? `Simulated: give or take ${percent(error, 4)}.` : inFloats(follows));
  const big = element("p", { class: "edge" }, element("b", { class: "lab-percent" }, percent(edge)));
  const figures = element("dl", { class: "lab-stats" });
  if (hit !== null)
    figures.append(figure("Hit rate", hit >= 0.00095 ? percent(hit, 2) : chanceWords(hit), "of rounds end ahead"));
  if (deviation !== null)
    figures.append(figure("Deviation", deviation.toLocaleString("en-US", { maximumFractionDigits: 4 }), "wagers a round"));
  if (risk !== null) figures.append(figure("Element of risk", percent(risk, 3), "of all that is wagered"));
  const head = element(
    "div",
    { class: "lab-edge" },
    element("h2", {}, `Of every ${wagerOf(of)} the house keeps`),
    big,
    compared(numbers, printed),
  );
  const more =
    note || condition
      ? element(
          "details",
          { class: "lab-note" },
          element("summary", {}, "How this is meant"),
          element("p", {}, [condition, note].filter(Boolean).join("; "), "."),
        )
      : "";
  place.replaceChildren(head, figures, exactly, more);
}

/** @param {boolean} follows */
const inFloats = (follows) =>
  follows ? "In double precision: the exact fraction follows." : "In double precision: no fraction is given.";

/**
 * @param {HTMLElement} place
 * @param {Numbers} numbers
 */
function showChance(place, { hit_rate: hit, condition, note, error }) {
  const often = hit ? `1 in ${Math.round(1 / hit).toLocaleString("en-US")}` : "never";
  const big = element("p", { class: "edge" }, element("b", { class: "lab-percent" }, often));
  const exactly = error ? `Simulated: give or take ${percent(error, 4)}.` : hit ? `${percent(hit, 5)} of all hands.` : "";
  const head = element("div", { class: "lab-edge" }, element("h2", {}, "It is won in a hand with a chance of"), big);
  place.replaceChildren(head, element("p", { class: "dim lab-note" }, [exactly, condition, note].filter(Boolean).join(" ")));
}

/**
 * @param {Numbers} numbers
 * @param {Numbers | null | undefined} printed
 */
function compared(numbers, printed) {
  const same = !printed || (printed.edge === numbers.edge && printed.exact === numbers.exact);
  if (!printed) return "";
  if (same) return element("p", { class: "lab-compared dim" }, "As printed.");
  const change = numbers.edge - printed.edge;
  const words = `${points(change)} points`;
  return element(
    "p",
    { class: "lab-compared" },
    "As printed ",
    element("b", {}, percent(printed.edge)),
    ": ",
    element("b", { class: change > 0 ? "worse" : "better" }, words),
    change > 0 ? " for the house" : " for the player",
  );
}

/**
 * Results in at most so many bars: neighbours far from nothing are joined.
 *
 * @param {NetResult[]} outcomes
 * @param {number} most
 */
function bars(outcomes, most) {
  const joined = outcomes.map(({ net, value, chance }) => ({ low: net, high: net, value, chance }));
  while (joined.length > most) {
    let at = -1;
    let least = Infinity;
    for (let place = 0; place + 1 < joined.length; place += 1) {
      const [one, next] = [joined[place], joined[place + 1]];
      const together = one.chance + next.chance;
      if (Math.sign(one.value) === Math.sign(next.value) && together < least) [least, at] = [together, place];
    }
    if (at < 0) break;
    const [one, next] = joined.splice(at, 2);
    const main = one.chance > next.chance ? one : next;
    joined.splice(at, 0, { low: one.low, high: next.high, value: main.value, chance: one.chance + next.chance });
  }
  return joined;
}

/**
 * @param {Numbers | null | undefined} numbers
 * @param {number} room pixels from left to right
 */
export function showOutcomes(numbers, room) {
  if (!numbers?.outcomes.length || numbers.of === CONTRIBUTION) return [];
  const { outcomes } = numbers;
  const shown = bars(outcomes, Math.max(LEAST_BARS, Math.min(MOST_BARS, Math.floor(room / BAR))));
  const [width, height, foot, top] = [Math.max(BAR * shown.length, 300), 190, 44, 20];
  const most = Math.max(...shown.map(({ chance }) => chance));
  const step = width / shown.length;
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "lab-bars", "aria-hidden": "true" });
  shown.forEach(({ low, high, value, chance }, place) => {
    const tall = Math.max(1.5, (chance / most) * (height - foot - top));
    const middle = (place + 0.5) * step;
    const kind = value > 0 ? "won" : value < 0 ? "lost" : "even";
    const base = height - foot;
    drawing.append(
      svg("rect", { x: middle - step * 0.36, y: base - tall, width: step * 0.72, height: tall, rx: 2, class: kind }),
    );
    drawing.append(svg("text", { x: middle, y: base - tall - 5, class: "chance" }, chanceWords(chance).replace("1 in ", "1:")));
    drawing.append(svg("text", { x: middle, y: base + 16 }, netWords(low)));
    const last = place === shown.length - 1;
    if (low !== high) {
      const at = last ? { x: width, y: base + 32, class: "end" } : { x: middle, y: base + 32 };
      drawing.append(svg("text", at, `to ${netWords(high)}`));
    }
  });
  drawing.append(svg("line", { x1: 0, x2: width, y1: height - foot, y2: height - foot }));
  const rows = [...outcomes]
    .reverse()
    .map(({ net, chance }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, netWords(net)),
        element("td", {}, percent(chance, 4)),
        element(
          "td",
          {},
          chance ? `1 in ${(1 / chance).toLocaleString("en-US", { maximumFractionDigits: chance > 0.01 ? 2 : 0 })}` : "",
        ),
      ),
    );
  const head = element(
    "tr",
    {},
    ...["Wagers won", "Chance", "How often"].map((words) => element("th", { scope: "col" }, words)),
  );
  const table = element("table", { class: "list num" }, element("thead", {}, head), element("tbody", {}, ...rows));
  const listed = element(
    "details",
    {},
    element("summary", {}, `All ${outcomes.length} results in a table`),
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "All results" }, table),
  );
  return [
    element(
      "section",
      { class: "lab-outcomes" },
      element("h2", {}, "What one round brings ", element("small", {}, "in wagers")),
      drawing,
      listed,
    ),
  ];
}

/**
 * The place of a part that is still to come; it is seen while the floor works on it.
 *
 * @param {string} title
 */
export const pending = (title) => [
  element("h2", { class: "lab-pending" }, title),
  element("p", { class: "lab-pending dim" }, "Being worked out\u2026"),
];

/**
 * @param {Changes | null | undefined} changes
 * @param {boolean} rules whether rules were changed, and not payouts
 */
export function showChanges(changes, rules) {
  if (!changes)
    return [element("section", { class: "lab-matters" }, ...pending(`Which ${rules ? "rule" : "payout"} matters?`))];
  if (!changes.rows.length && !changes.why) return [];
  const title = rules && changes.rows.some(({ what }) => what === "Decks") ? "Which rule matters?" : "Which payout matters?";
  const most = Math.max(...changes.rows.map(({ edge }) => Math.abs(edge)), 1e-9);
  const rows = changes.rows.map(({ what, to, edge }) => {
    const bar = element("span", { class: edge > 0 ? "fill worse" : "fill", "aria-hidden": "true" });
    bar.style.width = `${Math.max(1, (100 * Math.abs(edge)) / most)}%`;
    return element(
      "li",
      {},
      element("span", { class: "what" }, what, " ", element("small", {}, to)),
      element("b", { class: "num" }, points(edge)),
      element("span", { class: "track" }, bar),
    );
  });
  const unit = title.includes("rule") ? "points of edge if it were so" : "points of edge for one unit more";
  const list = element("ul", { class: "lab-changes" }, ...rows.slice(0, MOST_CHANGES));
  const rest = rows.slice(MOST_CHANGES);
  const more = rest.length
    ? element("details", {}, element("summary", {}, `${rest.length} more`), element("ul", { class: "lab-changes" }, ...rest))
    : null;
  const body = rows.length ? [list, more] : [element("p", { class: "dim" }, changes.why)];
  const shown = [element("h2", {}, `${title} `, element("small", {}, rows.length ? unit : "")), ...body];
  return [element("section", { class: "lab-matters" }, ...shown.filter((each) => each !== null))];
}

const stake = { dollars: 10, rounds: 300 };

/**
 * @param {HTMLElement} place
 * @param {Session[] | null | undefined} sessions
 * @param {string} of
 */
export function showSession(place, sessions, of) {
  if (!sessions?.length || of === CONTRIBUTION) {
    place.replaceChildren();
    return;
  }
  const length = element("div", { class: "lab-segments", role: "group", "aria-label": "Rounds" });
  for (const rounds of LENGTHS) {
    const pick = element(
      "button",
      { type: "button", "aria-pressed": rounds === stake.rounds ? "true" : "false" },
      rounds.toLocaleString("en-US"),
    );
    pick.addEventListener("click", () => {
      stake.rounds = rounds;
      showSession(place, sessions, of);
      const pressed = place.querySelector("[aria-pressed=true]");
      if (pressed instanceof HTMLElement) pressed.focus();
    });
    length.append(pick);
  }
  const whole = sessions.find(({ rounds }) => rounds === stake.rounds) ?? sessions[sessions.length - 1];
  const { mean, half, most, ahead, normal } = whole;
  const cash = (/** @type {number} */ wagers) => money(wagers * stake.dollars);
  const row = (/** @type {string} */ name, /** @type {string} */ value) =>
    element("div", {}, element("dt", {}, name), element("dd", { class: "num" }, value));
  const figures = element(
    "dl",
    { class: "lab-facts" },
    row("On average", cash(mean)),
    row("Half of them end", `${cash(half[0])} to ${cash(half[1])}`),
    row("Nine in ten end", `${cash(most[0])} to ${cash(most[1])}`),
    row("You end ahead in", percent(ahead, 1)),
  );
  const how = normal
    ? "By the normal distribution: results that are rare and large make it less even than this."
    : "From the exact distribution of a round.";
  place.replaceChildren(
    element(
      "div",
      { class: "lab-row" },
      element("h2", {}, "A session ", element("small", {}, `$${stake.dollars} a round`)),
      length,
    ),
    fan(
      sessions.filter(({ rounds }) => rounds <= stake.rounds),
      cash,
    ),
    figures,
    element("p", { class: "dim small" }, `${how} The ${wagerOf(of)} is $${stake.dollars}, and play goes on whatever happens.`),
  );
}

/**
 * @param {Session[]} sessions
 * @param {(wagers: number) => string} cash
 */
function fan(sessions, cash) {
  const [width, height, left, foot] = [320, 170, 52, 22];
  const last = sessions[sessions.length - 1];
  const all = [{ rounds: 0, mean: 0, half: [0, 0], most: [0, 0] }, ...sessions];
  const lowest = Math.min(0, ...all.map(({ most }) => most[0]));
  const highest = Math.max(0, ...all.map(({ most }) => most[1]), lowest + 1e-9);
  const across = (/** @type {number} */ rounds) => left + (rounds / last.rounds) * (width - left - 4);
  const up = (/** @type {number} */ value) => 8 + ((highest - value) / (highest - lowest)) * (height - foot - 12);
  const band = (/** @type {"half" | "most"} */ which) => {
    const above = all.map((each) => `${across(each.rounds).toFixed(1)} ${up(each[which][1]).toFixed(1)}`);
    const below = all.map((each) => `${across(each.rounds).toFixed(1)} ${up(each[which][0]).toFixed(1)}`).reverse();
    return svg("path", { d: `M${[...above, ...below].join("L")}Z`, class: which });
  };
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "lab-fan", "aria-hidden": "true" });
  drawing.append(band("most"), band("half"));
  const ticks = new Set([highest, 0, lowest].filter((value) => value === 0 || Math.abs(up(value) - up(0)) > 14));
  for (const value of ticks) {
    drawing.append(svg("line", { x1: left, x2: width - 4, y1: up(value), y2: up(value), class: value ? "grid" : "zero" }));
    drawing.append(svg("text", { x: left - 6, y: up(value) + 4, class: "end" }, cash(value)));
  }
  drawing.append(
    svg("path", {
      d: `M${all.map((each) => `${across(each.rounds).toFixed(1)} ${up(each.mean).toFixed(1)}`).join("L")}`,
      class: "mean",
    }),
  );
  drawing.append(
    svg("text", { x: left, y: height - 6, class: "start" }, "0"),
    svg("text", { x: width - 4, y: height - 6, class: "end" }, `${last.rounds.toLocaleString("en-US")} rounds`),
  );
  return drawing;
}
