// One table on the wall of the pit: what it is, what it waits for, its figures beside what they should be.
import { me } from "./api.js";
import { element } from "./dom.js";
import { intervalBar, intervalWords } from "./interval.js";
import { dollars, signed } from "./words.js";

/**
 * @import { PitFigures, PitSeat, PitTable } from "../types/wire.d.ts"
 *
 * @typedef {object} Buttons those that this account may press; undefined for others
 * @property {HTMLButtonElement} [hold]
 * @property {HTMLButtonElement} [begin]
 * @property {HTMLButtonElement} [proceed]
 * @property {HTMLButtonElement} [declare]
 * @property {HTMLButtonElement} [rule]
 * @property {HTMLButtonElement} [limits]
 * @property {HTMLButtonElement} [close]
 */

const FIGURES = /** @type {const} */ ([
  "Rounds",
  "Handle",
  "Win",
  "Inventory since opened",
  "Drop",
  "Taken away",
  "Decisions",
  "Meter",
]);
/** @typedef {(typeof FIGURES)[number]} Figure */
const STAFF = ["the dealer", "a floorperson"];
/** @type {Record<string, string>} */
const VERDICT = {
  within: "It lies within its interval, as 95 of 100 shifts do.",
  above: "It lies above its interval, as 1 shift in 40 does by chance alone.",
  below: "It lies below its interval, as 1 shift in 40 does by chance alone.",
};

/** @param {PitTable} table */
export const waitsForStaff = (table) => STAFF.includes(table.waits.for);
/** @param {number} cents */
const won = (cents) => (cents ? signed(cents) : dollars(0));

/**
 * Writes words where they are not there already.
 *
 * @param {HTMLElement} place
 * @param {string} words
 */
export function write(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

/**
 * Draws a piece anew only where what it shows has changed.
 *
 * @template T
 * @param {HTMLElement} place
 * @param {T} content
 * @param {(content: T) => Node[]} draw
 */
export function redraw(place, content, draw) {
  const key = JSON.stringify(content);
  if (place.dataset.shows === key) return;
  place.dataset.shows = key;
  place.replaceChildren(...draw(content));
}

export class PitCard {
  /** @param {PitTable} table */
  constructor(table) {
    this.table = table;
    const id = `table-${table.name.replace("/", "--")}`;
    this.title = element("a", { href: `/tables/${table.name}` });
    this.where = element("p", { class: "dim where" });
    this.state = element("p", { class: "state" });
    this.players = element("ul", { class: "players num" });
    this.interval = element("div", { class: "expected" });
    this.bar = element("p", { class: "pit-buttons" });
    /** @type {Buttons} */
    this.buttons = {};
    const cells = FIGURES.map((name) => /** @type {const} */ ([name, element("dd", {})]));
    this.figures = /** @type {Record<Figure, HTMLElement>} */ (Object.fromEntries(cells));
    const rows = cells.map(([name, cell]) => element("div", {}, element("dt", {}, name), cell));
    this.root = element(
      "article",
      { class: "pit-table panel", "aria-labelledby": id },
      element("h2", { id }, this.title),
      this.where,
      this.state,
      this.players,
      element("dl", { class: "figures num" }, ...rows),
      this.interval,
      this.bar,
    );
  }

  /** @param {PitTable} table */
  update(table) {
    const { figures } = table;
    this.table = table;
    write(this.title, table.title);
    write(this.where, `${table.name} · chapter ${table.chapter}${table.held_by ? ` · ${table.held_by} deals` : ""}`);
    write(this.state, stateWords(table));
    this.root.dataset.state = waitsForStaff(table) ? "staff" : table.in_progress ? "playing" : "between";
    redraw(this.players, table.taken, playerItems);
    this._showFigures(table);
    const { theoretical, win, handle, between_players } = figures;
    redraw(this.interval, { theoretical, win, wagered: handle > 0, between: between_players > 0 }, expectation);
    this._showButtons(table);
  }

  /** @param {PitTable} table */
  _showFigures({ figures, counted, inventory, meter }) {
    const { rounds, pace, handle, between_players: between } = figures;
    const hourly = pace === null ? "" : ` · ${pace} an hour`;
    const voided = figures.void ? `, ${figures.void} void` : "";
    const cells = this.figures;
    write(cells.Rounds, counted ? `${rounds.toLocaleString("en-US")}${voided}${hourly}` : "being counted");
    write(cells.Handle, between ? `${dollars(handle)} · ${dollars(between)} between players` : dollars(handle));
    write(cells.Win, won(figures.win));
    write(cells.Drop, dollars(figures.drop));
    write(cells["Taken away"], dollars(figures.taken_away));
    write(cells["Inventory since opened"], won(inventory));
    cells.Meter.parentElement?.toggleAttribute("hidden", meter === null);
    write(cells.Meter, meter === null ? "" : dollars(meter));
    write(cells.Decisions, figures.decisions.says);
  }

  /** @param {PitTable} table what would be refused is not offered */
  _showButtons(table) {
    const { hold, begin, proceed, declare, close, rule, limits } = this.buttons;
    const { offers } = table;
    const holds = table.held_by === me()?.name;
    if (hold) write(hold, holds ? "Let the house deal" : "Deal by hand");
    begin?.toggleAttribute("hidden", !offers.includes("begin") || !holds);
    proceed?.toggleAttribute("hidden", !offers.includes("proceed") || !holds);
    declare?.toggleAttribute("hidden", !offers.includes("declare"));
    limits?.toggleAttribute("hidden", !offers.includes("limits"));
    close?.toggleAttribute("hidden", !offers.includes("close"));
    rule?.toggleAttribute("hidden", !offers.includes("void") && !Object.keys(table.taken).length);
  }
}

/** @param {Record<string, PitSeat>} taken */
function playerItems(taken) {
  return Object.entries(taken).map(([seat, { name, chips, bot }]) => {
    const words = element("span", {}, `${seat} ${name}`);
    return element("li", { class: bot ? "dim" : null }, words, element("span", {}, dollars(chips)));
  });
}

/** @param {{ theoretical: PitFigures["theoretical"], win: number, wagered: boolean, between: boolean }} figures */
function expectation({ theoretical, win, wagered, between }) {
  if (!theoretical) {
    const charge = between
      ? "Players play against each other; the win is the house's charge."
      : "Nothing was wagered against the house.";
    return [element("p", { class: "dim" }, wagered ? "What the win should be is not computed for this house." : charge)];
  }
  const { compared, aside, verdict } = theoretical;
  const without = aside.length ? `, without ${aside.join(" and ")}` : "";
  const other = ` Compared is ${won(compared)}: rounds that the house banked and that were not void${without}.`;
  const words = `The win ${intervalWords(theoretical)}.${compared === win ? "" : other}`;
  const says = element("p", { class: `verdict ${verdict}` }, VERDICT[verdict]);
  return [element("p", { class: "num" }, words), intervalBar(theoretical), says];
}

/** @param {number[]} seats */
const seatWords = (seats) =>
  seats.length === 1 ? `seat ${seats[0]}` : `seats ${seats.slice(0, -1).join(", ")} and ${seats.at(-1)}`;

/** @param {PitTable} table */
function stateWords(table) {
  const { for: whom, seats } = table.waits;
  const taken = Object.keys(table.taken).length;
  const broken = table.out_of_order.length ? ` · out of order: ${table.out_of_order.join(", ")}` : "";
  const chairs = `${taken} of ${table.seats} seats${broken}`;
  if (whom === "an answer") return `Round ${table.round} · waits for ${seatWords(seats)} · ${chairs}`;
  if (whom === "the cut") return `Round ${table.round} · ${seatWords(seats)} cuts the cards · ${chairs}`;
  if (table.in_progress) return `Round ${table.round} · waits for ${whom} · ${chairs}`;
  if (!taken) return `Between rounds · nobody sits here · ${table.seats} seats`;
  const wagers = seats.length ? `wagers of ${seatWords(seats)} lie there` : "no wagers yet";
  return `Between rounds, ${table.round} played · ${wagers} · ${chairs}`;
}
