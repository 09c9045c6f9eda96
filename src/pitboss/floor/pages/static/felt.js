// What lies on the felt, moved from where it was to where it is. The felt itself is drawn by the floor.
import { svg, within } from "./dom.js";
import { reportOnce } from "./layout.js";
import { cardPieces, chipPieces } from "./pieces.js";
import { namePieces, pictureInWords } from "./plates.js";
import { pushPieces } from "./pushes.js";
import { handNamePieces, settlementPieces } from "./settlement.js";
import { motion } from "./settings.js";
import { seatOf } from "./steps.js";

/**
 * @import { BothPlaces, Places } from "../types/wire.d.ts"
 * @import { Layout } from "./layout.js"
 * @import { Piece, Position, Viewed } from "./pieces.js"
 *
 * @typedef {object} Form the felt of a wide window, or of a phone
 * @property {SVGSVGElement} root
 * @property {Record<string, SVGGElement>} layers
 * @property {Places} places as they are shown
 * @property {Places} printed as they are drawn
 * @property {number} own the seat at the bottom of an oval, 0 for none
 * @property {Map<string, { node: SVGGElement, drawn: string }>} made the pieces that are there
 *
 * @typedef {object} FeltHandlers
 * @property {(seat: number) => void} [sit] the viewer picks an open seat
 * @property {(wager: string, cents?: number) => void} [area] the viewer puts a chip on a wager of their own
 */

export const SMALL = "(max-width: 760px), (max-height: 480px)";

/**
 * The places of an oval table as its player sees them, who sits nearest; the seats follow each other as they did.
 *
 * @param {Places} places
 * @param {number} own
 * @returns {Places}
 */
function turnedTo(places, own) {
  const numbers = Object.keys(places.seats).map(Number);
  const middle = places.view[0] + places.view[2] / 2;
  /** @param {number} seat */
  const distance = (seat) => Math.abs(places.seats[seat].x - middle) - 10 * places.seats[seat].y;
  const bottom = numbers.reduce((best, seat) => (distance(seat) < distance(best) ? seat : best), numbers[0]);
  const count = numbers.length;
  const seats = numbers.map((seat) => [seat, places.seats[((seat - own + bottom - 1 + 2 * count) % count) + 1]]);
  return { ...places, seats: Object.fromEntries(seats) };
}

/** @type {Viewed} */
const NOTHING = {
  ...{ you: [], asked: [], fresh: [], staged: {}, settled: false, shown: {}, progressive: "", dealing: false },
  ...{ points: false, winners: [] },
};

export class Stage {
  /**
   * @param {HTMLElement} container
   * @param {{ places: BothPlaces, seats: number, poker?: boolean, points?: boolean }} about
   * @param {FeltHandlers} [handlers]
   */
  constructor(container, about, handlers = {}) {
    this.container = container;
    this.seats = about.seats;
    this.oval = about.poker ?? false;
    this.points = about.points ?? false;
    this.open = handlers.sit !== undefined;
    /** @type {Partial<Record<"wide" | "tall", Form>>} */
    this._forms = {};
    for (const form of /** @type {const} */ (["wide", "tall"])) {
      const root = container.querySelector(`.${form} svg`);
      if (root instanceof SVGSVGElement) this._forms[form] = this._useForm(root, about.places[form], handlers);
    }
    /** @type {number[]} */
    this._you = [];
    this._pace = 0;
    /** @type {[Layout, Viewed] | null} */
    this._shown = null;
    this._small = matchMedia(SMALL);
    this._small.addEventListener("change", () => this._shown && this.show(...this._shown, false));
  }

  /**
   * @param {SVGSVGElement} root
   * @param {Places} places
   * @param {FeltHandlers} handlers
   * @returns {Form}
   */
  _useForm(root, places, { sit, area }) {
    const layer = svg("g", { class: "things" });
    const [cards, chips, words] = [svg("g"), svg("g"), svg("g")]; // a card that comes late lies below chips and words all the same
    layer.append(cards, chips, words);
    root.append(layer);
    root.addEventListener("click", (event) => {
      const seat = event.target instanceof Element ? event.target.closest("[data-open]")?.getAttribute("data-open") : null;
      if (seat) sit?.(Number(seat));
      const wager = this._wagerAt(event);
      if (wager) area?.(wager);
    });
    root.addEventListener("dragover", (event) => {
      if (this._wagerAt(event)) event.preventDefault();
    });
    root.addEventListener("drop", (event) => {
      const wager = this._wagerAt(event);
      const cents = Number(event.dataTransfer?.getData("text/plain"));
      if (!wager || !cents) return;
      event.preventDefault();
      area?.(wager, cents);
    });
    return { root, layers: { card: cards, chips, words }, places, printed: places, own: 0, made: new Map() };
  }

  /**
   * Shows a layout. Without `moves` everything is at once where it belongs.
   *
   * @param {Layout} whole
   * @param {Partial<Viewed>} [given]
   * @param {boolean} [moves]
   */
  show(whole, given = {}, moves = true) {
    const viewed = { ...NOTHING, points: this.points, ...given };
    const { you, fresh } = viewed;
    const layout = withEmptyPositions(whole, fresh);
    this._shown = [whole, viewed];
    this._you = you;
    this._pace = moves ? motion() : 0;
    this.container.style.setProperty("--move", `${Math.round(180 * this._pace)}ms`);
    const form = (this._small.matches ? this._forms.tall : null) ?? this._forms.wide;
    const held = you.filter((seat) => !fresh.includes(seat)); // cards of the last round belong to those who held the seat then
    if (form) {
      if (this.oval && form.places.seats[1]) this._turn(form, you[0] ?? 0);
      const asHeld = { ...viewed, you: held };
      const pieces = [
        ...drawn("cards", () => cardPieces(layout, form.places, asHeld)),
        ...drawn("hands", () => handNamePieces(layout, form.places, asHeld)),
        ...drawn("chips", () => chipPieces(layout, form.places, viewed)),
        ...drawn("pushes", () => pushPieces(layout, form.places, asHeld)),
        ...drawn("results", () => (viewed.settled ? settlementPieces(layout, form.places, asHeld) : [])),
        ...drawn("names", () => namePieces(layout, form.places, this.seats, viewed, this.open)),
      ];
      form.root.classList.toggle("settled", (viewed.settled || viewed.winners.length > 0) && !layout.in_progress);
      this._lay(form, pieces);
      this._mark(form, pieces, layout);
    }
    const words = drawn("words", () => [pictureInWords(layout, viewed.dealing ? [] : held, viewed.points)]);
    within(this.container, "#picture").textContent = words[0] ?? "";
  }

  /**
   * Turns an oval table so that its player sits at the bottom, 0 for a viewer without a seat; the printed numbers follow.
   *
   * @param {Form} form
   * @param {number} own
   */
  _turn(form, own) {
    if (form.own === own) return;
    form.own = own;
    form.places = own ? turnedTo(form.printed, own) : form.printed;
    const numbers = Object.keys(form.printed.seats);
    for (const node of form.root.querySelectorAll("g.seat[data-seat]")) {
      if (!(node instanceof SVGGElement)) continue;
      node.dataset.printed ??= node.dataset.seat;
      const place = form.printed.seats[node.dataset.printed ?? ""];
      const number = numbers.find((seat) => form.places.seats[seat] === place) ?? "";
      node.dataset.seat = number;
      const words = node.querySelector(".seat-number");
      if (words) words.textContent = `Seat ${number}`;
    }
  }

  /**
   * Marks areas and seats: words below cards and chips would be half seen.
   *
   * @param {Form} form
   * @param {Piece[]} pieces
   * @param {Layout} layout
   */
  _mark({ root }, pieces, layout) {
    const covered = new Set(pieces.map((piece) => piece.covers).filter(Boolean));
    /** @param {Element} node */
    const numberOf = (node) => {
      const seat = node.getAttribute("data-seat");
      return seat === "you" ? this._you[0] : Number(seat ?? undefined);
    };
    for (const area of root.querySelectorAll("[data-wager]")) {
      area.classList.toggle("yours", this._isOwn(area));
      area.classList.toggle("covered", covered.has(`${numberOf(area)} ${area.getAttribute("data-wager")}`));
    }
    for (const seat of root.querySelectorAll("g.seat[data-seat]")) {
      const taken = Boolean(layout.seats[seat.getAttribute("data-seat") ?? ""]);
      seat.classList.toggle("taken", taken || (!this._you.length && this.open));
      seat.classList.toggle("dealt", covered.has(`seat_${numberOf(seat)}`));
    }
    root.classList.toggle("dealer-dealt", covered.has("dealer"));
  }

  /** @param {Element} area */
  _isOwn(area) {
    const seat = area.getAttribute("data-seat");
    return !seat || seat === "you" ? this._you.length > 0 : this._you[0] === Number(seat); // of several positions the one in play
  }

  /** @param {Event} event */
  _wagerAt(event) {
    const area = event.target instanceof Element ? event.target.closest("[data-wager]") : null;
    return area && this._isOwn(area) ? (area.getAttribute("data-wager") ?? "") : "";
  }

  /**
   * Puts pieces where they belong: what is new comes from the shoe, what is gone leaves for the rack.
   *
   * @param {Form} form
   * @param {Piece[]} pieces
   */
  _lay({ layers, places, made }, pieces) {
    const still = this._pace === 0;
    const [left, top, width] = places.view;
    const from = places.shoe ?? places.dealer ?? { x: left + width / 2, y: top };
    const keys = new Set(pieces.map((piece) => piece.key));
    /** @type {Map<SVGGElement, SVGGElement>} */
    const last = new Map();
    for (const piece of pieces) {
      const layer = layers[piece.kind] ?? layers.words;
      const entry = made.get(piece.key) ?? { node: svg("g", { class: piece.kind }), drawn: "" };
      const { node } = entry;
      if (!made.has(piece.key)) {
        made.set(piece.key, entry);
        const before = last.get(layer);
        if (before)
          before.after(node); // a card that a hand gets later lies on the cards of that hand, and under the next hand
        else layer.prepend(node);
        const origin = piece.kind === "card" ? from : piece.classes === "settled winnings" ? places.tray : null;
        if (origin && !still) startAt(node, { x: origin.x, y: origin.y, scale: piece.scale });
      }
      last.set(layer, node);
      if (entry.drawn !== piece.draw) {
        entry.drawn = piece.draw;
        node.replaceChildren(...drawn(piece.kind, piece.make));
      }
      this._place(node, piece, places);
    }
    for (const [key, { node }] of made) {
      if (keys.has(key)) continue;
      made.delete(key);
      this._remove(node, places.discard ?? from);
    }
  }

  /**
   * @param {SVGGElement} node
   * @param {Piece} piece
   * @param {Places} places
   */
  _place(node, piece, { tray }) {
    const isLost = piece.kind === "chips" && piece.classes === "settled lost" && !node.classList.contains("lost");
    if (isLost && tray && this._pace > 0) this._takeAway(node, tray);
    if (piece.classes !== undefined) node.setAttribute("class", `${piece.kind} ${piece.classes}`);
    put(node, piece);
  }

  /**
   * Removes a piece: a card goes to the discards, chips fade.
   *
   * @param {SVGGElement} node
   * @param {Position} discards
   */
  _remove(node, discards) {
    const isCard = node.classList.contains("card");
    if (this._pace === 0 || !(isCard || node.classList.contains("chips"))) {
      node.remove();
      return;
    }
    node.style.opacity = "0";
    if (isCard) put(node, { x: discards.x, y: discards.y, scale: 0.6 });
    setTimeout(() => node.remove(), 220);
  }

  /**
   * Chips that were lost travel to the dealer's rack; their shadow stays.
   *
   * @param {SVGGElement} node
   * @param {Position} rack
   */
  _takeAway(node, rack) {
    const flying = node.cloneNode(true);
    if (!(flying instanceof SVGGElement)) return;
    flying.setAttribute("class", "chips flying");
    node.after(flying);
    flying.getBoundingClientRect();
    put(flying, { x: rack.x, y: rack.y, scale: 0.7 });
    setTimeout(() => flying.remove(), 500 * this._pace);
  }
}

/**
 * The layout without the hands and results of a player who has left: who sits down there finds an empty position.
 *
 * @param {Layout} layout
 * @param {number[]} fresh
 */
function withEmptyPositions(layout, fresh) {
  if (!fresh.length) return layout;
  const seen = layout.copy();
  for (const seat of fresh) delete seen.results[seat];
  for (const place of Object.keys(seen.hands)) {
    if (fresh.includes(seatOf(place))) delete seen.hands[place];
  }
  return seen;
}

/**
 * Puts a piece where its movement begins.
 *
 * @param {SVGGElement} node
 * @param {Position} where
 */
function startAt(node, where) {
  put(node, where);
  node.getBoundingClientRect();
}

/**
 * @param {SVGGElement} node
 * @param {Position} where
 */
function put(node, { x, y, rotation = 0, scale = 1 }) {
  node.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${rotation}deg) scale(${scale})`;
}

/**
 * What can be drawn: nothing where that fails. The dealer's words tell it, and the table goes on.
 *
 * @template T
 * @param {string} what
 * @param {() => T[]} make
 * @returns {T[]}
 */
function drawn(what, make) {
  try {
    return make();
  } catch (error) {
    reportOnce(`the ${what} of the table cannot be drawn`, error);
    return [];
  }
}
