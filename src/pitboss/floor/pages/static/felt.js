// What lies on the felt: cards, chips, names and pots, moved from where they were to where they are. The felt itself is drawn by
// the floor; `about.places` says where things go (pitboss.felt.Felt.places).
import { stack, svg, useCard } from "/static/chips.js";
import { reportOnce, seatOf } from "/static/layout.js";
import { motion } from "/static/settings.js";
import { cardName, dollars, signed } from "/static/words.js";

const WIDTH = 62, HEIGHT = 88, CHIP = 28;
export const SMALL = "(max-width: 760px), (max-height: 480px)";
const LETTER = 0.62; // about how wide a bold letter is beside its height
const radians = (degrees) => (degrees * Math.PI) / 180;
const STATES = { folded: "folded", all_in: "all in" };

// Where card k of n lies in a row, or in a column that goes down to the bottom of its place.
function inRow(row, at, of) {
  const { scale, rotation, step } = row, gaps = Math.max(of - 1, 1), free = row.down ? row.h - HEIGHT * scale : row.w - WIDTH * scale;
  if (row.down) return { ...offset(row, 0, free / 2 - (of - 1 - at) * Math.min(step, free / gaps)), rotation, scale };
  return { ...offset(row, (at - (of - 1) / 2) * Math.min(step, free / gaps), 0), rotation, scale };
}

// The point so far right of and below the middle of a place, as that is turned.
function offset({ x, y, rotation }, right, below) {
  const turn = radians(rotation), c = Math.cos(turn), s = Math.sin(turn);
  return { x: x + right * c - below * s, y: y + right * s + below * c };
}

export class Stage {
  // `sit(seat)` where somebody picks an open seat, `area(wager, cents)` where he puts a chip on a wager of his own.
  constructor(container, about, { sit, area } = {}) {
    this.container = container;
    this.about = about;
    this._sit = sit;
    this._forms = {};
    for (const form of ["wide", "tall"]) {
      const root = container.querySelector(`.${form} svg`);
      if (!root) continue;
      const layer = svg("g", { class: "things" });
      const cards = svg("g"), chips = svg("g"), words = svg("g"); // a card that comes late lies below chips and words all the same
      layer.append(cards, chips, words);
      root.append(layer);
      this._forms[form] = { root, layers: { card: cards, chips, words }, places: about.places[form], made: new Map() };
      root.addEventListener("click", (event) => this._clicked(event, sit, area));
      root.addEventListener("dragover", (event) => { if (this._wagerAt(event)) event.preventDefault(); });
      root.addEventListener("drop", (event) => {
        const wager = this._wagerAt(event), cents = Number(event.dataTransfer.getData("text/plain"));
        if (wager && cents) { event.preventDefault(); area?.(wager, cents); }
      });
    }
    this._small = matchMedia(SMALL);
    this._small.addEventListener("change", () => this._shown && this.show(...this._shown));
  }

  // `staged` are chips that are being placed, `fresh` seats whose player did not hold them in the round that lies there: it is
  // not his. Without `moves` everything is at once where it belongs.
  show(layout, { you = [], asked = [], staged = {}, fresh = [], moves = true } = {}) {
    this._shown = [layout, { you, asked, staged, fresh, moves: false }];
    const held = you.filter((seat) => !fresh.includes(seat));
    this._you = you;
    this._pace = moves ? motion() : 0;
    this.container.style.setProperty("--move", `${Math.round(180 * this._pace)}ms`);
    const { [this._small.matches && this._forms.tall ? "tall" : "wide"]: form } = this._forms;
    const pieces = [
      ...drawn("cards", () => cards(layout, form.places, held)),
      ...drawn("chips", () => chips(layout, form.places, you, staged)),
      ...drawn("names", () => names(layout, form.places, this.about, { you, asked, fresh, open: this._sit !== undefined })),
    ];
    this._lay(form, pieces);
    const covered = new Set(pieces.map((piece) => piece.covers).filter(Boolean)); // words below cards and chips would be half seen
    const numberOf = (node) => (node.dataset.seat === "you" ? you[0] : Number(node.dataset.seat));
    for (const area of form.root.querySelectorAll("[data-wager]")) {
      area.classList.toggle("yours", this._isOwn(area));
      area.classList.toggle("covered", covered.has(`${numberOf(area)} ${area.dataset.wager}`));
    }
    for (const seat of form.root.querySelectorAll("g.seat[data-seat]")) {
      seat.classList.toggle("taken", Boolean(layout.seats[seat.dataset.seat]) || (!you.length && this._sit !== undefined));
      seat.classList.toggle("dealt", covered.has(`seat_${numberOf(seat)}`));
    }
    form.root.classList.toggle("dealer-dealt", covered.has("dealer"));
    const words = this.container.querySelector("#picture");
    if (words) words.textContent = drawn("words", () => [inWords(layout, held, fresh)])[0] ?? "";
  }

  _isOwn(area) { return !area.dataset.seat || area.dataset.seat === "you" ? this._you.length > 0 : this._you.includes(Number(area.dataset.seat)); }
  _wagerAt(event) {
    const area = event.target.closest?.("[data-wager]");
    return area && this._isOwn(area) ? area.dataset.wager : "";
  }
  _clicked(event, sit, area) {
    const open = event.target.closest?.("[data-open]");
    if (open) sit?.(Number(open.dataset.open));
    const wager = this._wagerAt(event);
    if (wager) area?.(wager);
  }

  // Puts pieces where they belong: what is new comes from the shoe, what is gone leaves for the rack.
  _lay({ layers, places, made }, pieces) {
    const kept = new Set(), before = new Map(), still = this._pace === 0, from = places.shoe ?? places.dealer ?? { x: places.view[0] + places.view[2] / 2, y: places.view[1] };
    for (const piece of pieces) {
      kept.add(piece.key);
      let found = made.get(piece.key);
      if (!found) {
        found = { node: svg("g", { class: piece.kind }), told: "" };
        made.set(piece.key, found);
        const layer = layers[piece.kind] ?? layers.words, last = before.get(layer);
        if (last) last.after(found.node); // a card that a hand gets later lies on the cards of that hand, and under the next hand
        else layer.prepend(found.node);
        if (piece.kind === "card" && !still) { this._put(found.node, { ...piece, x: from.x, y: from.y, rotation: 0 }); found.node.getBoundingClientRect(); }
      }
      before.set(found.node.parentNode, found.node);
      const told = piece.draw + (piece.words ?? "");
      if (found.told !== told) { found.told = told; found.node.replaceChildren(...drawn(piece.kind, piece.make)); }
      if (piece.classes !== undefined) found.node.setAttribute("class", `${piece.kind} ${piece.classes}`);
      this._put(found.node, piece);
    }
    for (const [key, { node }] of made) {
      if (kept.has(key)) continue;
      made.delete(key);
      if (still || !node.classList.contains("card")) { node.remove(); continue; }
      const away = places.discard ?? from;
      node.style.opacity = "0";
      this._put(node, { x: away.x, y: away.y, rotation: 0, scale: 0.6 });
      setTimeout(() => node.remove(), 220);
    }
  }

  _put(node, { x, y, rotation = 0, scale = 1 }) {
    node.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${rotation}deg) scale(${scale})`;
  }
}

// What can be drawn of some pieces: nothing where that fails. The dealer's words tell it, and the table goes on.
function drawn(what, make) {
  try { return make(); }
  catch (error) { reportOnce(`the ${what} of the table cannot be drawn`, error); return []; }
}

// ------------------------------------------------------------------ what lies where

// What lies there; and, until the next round begins, what was collected after all could see it: how a round ended can be read.
const isSeen = (layout, place, hand) => !hand.gone || !(layout.folded.includes(seatOf(place)) || hand.cards.includes("??"));
const handsOf = (layout, seat) => layout.handsOf(seat).filter(([place, hand]) => isSeen(layout, place, hand));
const spotOf = (places, seat, you) => (places.you ? (you.includes(seat) ? places.you : null) : places.seats[seat] ?? null);

// The place of one of several hands of a player; null where he has only one.
function splitOf(spot, place, hands) {
  const places = hands.length > 1 ? spot.splits[Math.min(hands.length - 2, spot.splits.length - 1)] : null;
  return places?.[Math.min(hands.indexOf(place), places.length - 1)] ?? null;
}

// The rows in which the cards of a hand lie, each with its cards.
function rows(place, hand, layout, places, you) {
  const seat = seatOf(place), unknown = hand.low.includes("??"), set = hand.low.length > 0 && (!unknown || hand.cards.includes("??"));
  const rest = unknown ? hand.cards.slice(hand.low.length) : hand.cards.filter((card) => !hand.low.includes(card));
  const apart = (high, low) => [[low, hand.low, `${place} low`], [high, rest, place]]; // the high hand lies on the lower part of the low one
  if (place === "dealer") {
    if (!places.dealer) return [];
    return set && places.dealer_hands.length === 2 ? apart(...places.dealer_hands) : [[places.dealer, hand.cards, place]];
  }
  if (!seat) return [];
  const spot = spotOf(places, seat, you);
  if (!spot) return [];
  if (set && spot.hands.length === 2) return apart(...spot.hands);
  const own = splitOf(spot, place, handsOf(layout, seat).map(([name]) => name));
  if (own) return [[own, hand.cards, place]];
  return [[you.includes(seat) ? spot.own : spot.cards, hand.cards, place]];
}

function cards(layout, places, you) {
  const found = [];
  const add = (key, card, where, classes) => found.push({ key: `card ${key}`, kind: "card", classes, covers: key.split(" ")[0], draw: card, ...where, make: () => [svg("use", { href: useCard(card), x: -WIDTH / 2, y: -HEIGHT / 2, width: WIDTH, height: HEIGHT })] });
  for (const [place, hand] of Object.entries(layout.hands)) {
    const seat = seatOf(place), folded = hand.gone ? "gone" : seat && layout.folded.includes(seat) ? "folded" : "";
    if (!isSeen(layout, place, hand)) continue;
    if (place === "community") {
      hand.cards.forEach((card, at) => { const where = places.community[at]; if (where) add(`${place} ${at}`, card, { ...where }, folded); });
      continue;
    }
    let count = 0;
    for (const [row, held] of rows(place, hand, layout, places, you)) {
      held.forEach((card, at) => { add(`${place} ${count}`, card, inRow(row, at, held.length), folded); count += 1; });
      if (hand.label && (row === rows(place, hand, layout, places, you).at(-1)[0])) found.push(pill(`label ${place}`, hand.label, row));
    }
  }
  return found;
}

// A few words on a hand, below its cards; those of one of several hands stay within its width, in two lines if they must.
function pill(key, words, row) {
  const several = Boolean(row.chips), short = words.length > 26 ? `${words.slice(0, 25)}…` : words;
  const fits = (size, text) => text.length * size * 0.56 + 12 <= row.w, lines = several && !fits(12, short) ? short.split(" ") : [short];
  const longest = Math.max(...lines.map((each) => each.length));
  const size = several ? Math.max(9, Math.min(12, (row.w - 8) / (longest * 0.56))) : 13;
  const wide = longest * size * 0.56 + (several ? 9 : 12), high = several ? lines.length * (size + 1) + 3 : 20;
  const at = several ? offset(row, 0, row.h / 2 + 6 - high / 2) : offset(row, 0, (HEIGHT * row.scale) / 2 - 12);
  return {
    key, kind: "hand-label", draw: short, words: `${size} ${row.w}`, ...at, rotation: row.rotation,
    make: () => [
      svg("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: Math.min(10, high / 2), fill: "#0b0f0de6" }),
      ...lines.map((each, k) => svg("text", { y: (k - (lines.length - 1) / 2) * (size + 1) + size * 0.35, "text-anchor": "middle", "font-size": size, fill: "#ffffff" }, each)),
    ],
  };
}

// A pile with its amount; `where.low` keeps both small, below one of several hands.
function pile(key, cents, where, classes = "") {
  const chips = stack(cents), size = Math.min(CHIP, (where.r ?? 20) * 1.7), rise = where.low ? 1 : 3.5;
  return {
    key: `chips ${key}`, kind: "chips", classes, draw: String(cents), words: `${size.toFixed(0)} ${where.low ?? ""}`, x: where.x, y: where.y, rotation: 0,
    make: () => [
      ...chips.map((value, at) => svg("use", { href: `/static/chips.svg#chip-${value}`, x: -size / 2, y: -size / 2 - at * rise, width: size, height: size })),
      ...(chips.length > 1 || chips[0] !== cents ? [svg("text", { y: size / 2 + (where.low ? 3 : 10), "text-anchor": "middle", class: "amount-on-felt", "font-size": where.low ?? 12.5 }, dollars(cents))] : []),
    ],
  };
}

// Where the chips of a wager lie: on its area; those of one of several hands, whose name ends as the wager's does, below its cards;
// what has no area of its own by the first.
function areaOf(spot, wager, seat, hands, wagers) {
  if (spot.areas[wager]) return spot.areas[wager];
  const part = / hand 2( split \d+)?$| split \d+$/.exec(wager)?.[0] ?? "", hand = part ? splitOf(spot, `seat_${seat}${part}`, hands) : null;
  if (hand) return atHand(hand, wager.startsWith("Double Down"), `Double Down${part}` in wagers);
  const first = Object.values(spot.areas)[0];
  return first ? { x: first.x + 18, y: first.y - 8, r: first.r } : null;
}

// The chips of one of several hands; those of a Double Down lie at the right of the others.
function atHand(hand, isDouble, doubled) {
  const aside = doubled ? (isDouble ? 1 : -1) * Math.min(hand.w / 4, 16) : 0;
  return { ...offset({ ...hand.chips, rotation: hand.rotation }, aside, 0), r: Math.min(11, hand.w / 3.6), low: hand.w < 60 ? 9 : 12 };
}

function chips(layout, places, you, staged) {
  const found = [];
  const on = (seat, wagers, classes) => {
    const spot = spotOf(places, seat, you), hands = handsOf(layout, seat).map(([place]) => place);
    for (const [wager, cents] of Object.entries(wagers ?? {})) {
      const where = spot && cents ? areaOf(spot, wager, seat, hands, wagers) : null;
      if (where) found.push({ ...pile(`${seat} ${wager}`, cents, where, classes), covers: where === spot.areas[wager] ? `${seat} ${wager}` : "" });
    }
  };
  for (const [seat, wagers] of Object.entries(layout.wagers)) on(Number(seat), wagers, "");
  for (const [seat, wagers] of Object.entries(layout.placed)) on(Number(seat), wagers, "placed");
  if (you.length && !layout.placed[you[0]]) on(you[0], staged, "staged");
  for (const [seat, cents] of Object.entries(layout.bets)) {
    const spot = spotOf(places, Number(seat), you);
    if (spot?.bet && cents) found.push(pile(`${seat} bet`, cents, { ...spot.bet, r: 16 }));
  }
  (layout.in_progress ? layout.pots : []).forEach((cents, at) => { const where = places.pot[Math.min(at, places.pot.length - 1)]; if (where && cents) found.push(pile(`pot ${at}`, cents, { ...where, r: 18 })); });
  if (layout.center && places.pot[0]) found.push(pile("center", layout.center, { ...places.pot[0], r: 18 }));
  const [meter] = Object.values(layout.meters);
  if (meter !== undefined && places.meter) found.push({ key: "meter", kind: "meter", draw: String(meter), x: places.meter.x, y: places.meter.y, make: () => [svg("text", { "text-anchor": "middle", y: 6, class: "meter-figure", "font-size": 18 }, dollars(meter))] });
  if (layout.button) {
    const spot = spotOf(places, layout.button, you);
    if (spot?.button) found.push({ key: "button", kind: "dealer-button", draw: "D", x: spot.button.x, y: spot.button.y, make: () => [svg("circle", { r: 13, fill: "#f5f1e6", stroke: "#16191d", "stroke-width": 1.5 }), svg("text", { "text-anchor": "middle", y: 5, "font-size": 14, "font-weight": 800, fill: "#16191d" }, "D")] });
  }
  return found;
}

// Who sits where, and where one could sit down, if one can.
function names(layout, places, about, { you, asked, fresh, open }) {
  const found = [];
  for (let seat = 1; seat <= about.seats; seat += 1) {
    const sits = layout.seats[seat], own = you.includes(seat), plate = places.others?.[seat];
    const state = fresh.includes(seat) ? "" : layout.folded.includes(seat) ? STATES.folded : layout.all_in.includes(seat) ? STATES.all_in : "";
    const results = fresh.includes(seat) ? [] : Object.values(layout.results[seat] ?? {}), net = results.reduce((sum, each) => sum + each.back - each.placed, 0);
    const after = !layout.in_progress && results.length && layout.round ? signed(net) : "";
    const classes = `${own ? "you" : ""} ${asked.includes(seat) ? "asked" : ""}`.trim();
    if (plate && !(own && places.you)) found.push(namePlate(seat, sits, plate, layout, { state, after, classes, fresh: fresh.includes(seat), open: open && !you.length }));
    const spot = spotOf(places, seat, you);
    if (!spot) continue;
    if (!sits) { if (open && !places.you && !you.length) found.push(openSeat(seat, spot.cards)); continue; }
    const extra = after || state, player = extra ? sits.player.replace(" (bot)", "") : sits.player;
    const words = own ? `You ${dollars(sits.chips)}` : `${player.length > 14 ? `${player.slice(0, 13)}…` : player} ${dollars(sits.chips)}`;
    found.push({
      key: `name ${seat}`, kind: "seat-plate", classes, draw: `${words}|${extra}|${classes}`, x: spot.name.x, y: spot.name.y, rotation: spot.name.rotation,
      make: () => {
        const size = Math.max(9, Math.min(spot.name.size, (spot.name.w - 6) / ((words.length + extra.length) * LETTER))), text = svg("text", { "text-anchor": "middle", class: "seat-name", "font-size": size, y: size * 0.35 }, words);
        if (extra) text.append(svg("tspan", { class: net > 0 ? "gain" : "loss", dx: 6 }, extra));
        return classes.includes("asked") ? [svg("rect", { class: "asked-ring", x: -spot.name.w / 2, y: -size * 0.85, width: spot.name.w, height: size * 1.7, rx: size * 0.85 }), text] : [text];
      },
    });
  }
  return found;
}

function openSeat(seat, row) {
  return {
    key: `open ${seat}`, kind: "open-seat", draw: "open", x: row.x, y: row.y, rotation: row.rotation,
    make: () => [svg("rect", { "data-open": seat, x: -52, y: -20, width: 104, height: 40, rx: 20, class: "open-plate" }), svg("text", { "data-open": seat, "text-anchor": "middle", y: 5.5, "font-size": 16, class: "open-words" }, "Sit down")],
  };
}

// On a phone the others are a row of plates: who, how many cards, what he has at stake.
function namePlate(seat, sits, plate, layout, { state, after, classes, fresh, open }) {
  const at = layout.wagers[seat] ?? layout.placed[seat] ?? {}, stake = (layout.bets[seat] ?? 0) + Object.values(at).reduce((sum, cents) => sum + cents, 0);
  const hands = fresh ? [] : layout.handsOf(seat), label = hands[0]?.[1].label ?? "";
  const cards = hands.filter(([, hand]) => !hand.gone).reduce((sum, [, hand]) => sum + hand.cards.length, 0);
  const first = sits ? sits.player.replace(" (bot)", "").slice(0, 7) : open ? "sit" : "open", second = after || state || (label.length <= 9 ? label : "") || (stake ? dollars(stake) : cards ? `${cards} cards` : sits ? "" : String(seat));
  return {
    key: `plate ${seat}`, kind: "other-plate", classes, draw: `${first}|${second}|${classes}`, x: plate.x, y: plate.y,
    make: () => [
      svg("rect", { x: -plate.w / 2, y: -plate.h / 2, width: plate.w, height: plate.h, rx: 8, class: "plate", ...(sits ? {} : { "data-open": seat }) }),
      svg("text", { "text-anchor": "middle", y: -3, "font-size": Math.min(13, plate.w / 4), class: "open-words", ...(sits ? {} : { "data-open": seat }) }, first),
      svg("text", { "text-anchor": "middle", y: 13, "font-size": Math.min(12, plate.w / 4.4), class: "plate-second", ...(sits ? {} : { "data-open": seat }) }, second),
    ],
  };
}

// The table in words, for whoever does not see it: what lies there, and what was collected but is still to be seen.
function inWords(layout, you, fresh) {
  const told = [];
  for (const [place, hand] of Object.entries(layout.hands)) {
    const seat = seatOf(place), hands = handsOf(layout, seat);
    if (!isSeen(layout, place, hand) || !hand.cards.length || (place !== "dealer" && place !== "community" && !seat)) continue;
    const have = hand.gone ? "had" : you.includes(seat) ? "have" : "has", lie = hand.gone ? "lay" : "lie";
    const which = seat && hands.length > 1 ? ` in hand ${hands.findIndex(([name]) => name === place) + 1}` : "";
    const player = fresh.includes(seat) ? null : layout.seats[seat]?.player;
    const whose = seat ? `${you.includes(seat) ? "You" : player ?? `Seat ${seat}`} ${have}${which}` : place === "dealer" ? `The dealer ${have}` : `In the middle ${lie}`;
    told.push(`${whose} ${hand.cards.map(cardName).join(", ")}${hand.label ? `: ${hand.label}` : ""}.`);
  }
  return told.length ? told.join(" ") : "No cards lie on the table.";
}
