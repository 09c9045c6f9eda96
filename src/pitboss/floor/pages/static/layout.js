// The picture of a table: one fold over its steps, as whoever looks sees them. The same as pitboss/table/layout.py, field by
// field; tests/floor/pages compares the two at every game. A step is [cite, act, who, [cards], face, wager, cents, note], or null.
const HIDDEN = "??", DEALER = "dealer", COMMUNITY = "community";
const BURNED = "burn cards", DISCARDED = "discards", DRAWN = "drawn", IN_ERROR = "drawn in error";
const POINTS = /^(?:(?:soft )?\d{1,3}|Blackjack)$/; // a point total as the dealer announces it
const GIVEN_UP = ["fold", "surrender", "concede"];
const MISTAKEN = "dealt by mistake";
const POSTED = ["ante", "Blind Bet", "Straddle Bet", "Forced Bet"];

// The seat whose place or hand it is, 0 for a place of nobody: "seat_3 split 1" is of seat 3.
export const seatOf = (place) => Number(/^seat_([0-9]+)(?: |$)/.exec(place)?.[1] ?? 0);

const nothing = () => ({
  decks: 1, round: 0, in_progress: false, void: "", seats: {}, playing: [], hands: {}, wagers: {}, placed: {}, staked: {},
  results: {}, dealer: {}, center: 0, button: 0, posted: {}, bets: {}, put: {}, dead: {}, pots: [], folded: [], all_in: [],
  raked: 0, boxes: {}, meters: {}, asked: [],
});

// A table as it lies there. Seats are numbers, which are texts where they are the keys of an object.
export class Layout {
  constructor(decks = 1) { Object.assign(this, nothing(), { decks }); }

  // Goes on from a layout as the floor sends it.
  static from(json) { return Object.assign(new Layout(), structuredClone(json)); }

  copy() { return Layout.from({ ...this }); }

  toJSON() { return { ...this }; }

  // Goes on by one step. What is not told, or of no act that is known here, changes nothing; a step that cannot be drawn is left
  // out of the picture, and the table goes on: the sentences say it.
  see(row) {
    if (!row || !Object.hasOwn(ACTS, row[1])) return this;
    const [cite, act, who, cards, face, wager, cents, note] = row;
    try { ACTS[act](this, { cite, act, who, cards, face, wager, cents, note }); }
    catch (error) { reportOnce(`a step cannot be drawn: ${act} of § ${cite}`, error); }
    return this;
  }

  seeAll(rows) {
    for (const row of rows ?? []) this.see(row);
    return this;
  }

  // The hands of a seat, in the order in which they are played, as [place, hand].
  handsOf(seat) { return Object.entries(this.hands).filter(([place]) => seatOf(place) === seat); }
}

const reported = new Set();
// Tells the console, once for each kind.
export function reportOnce(what, error) {
  if (reported.has(what)) return;
  reported.add(what);
  console.warn(what, error);
}

// The number that a note is, null where it is none (pitboss/table/notes.py).
const readNumber = (note) => /^-?[0-9]{1,18}$/.test(note) ? Number(note) : null;

// The value of a key, which is put there first where it is missing.
function having(map, key, first) {
  map[key] ??= first;
  return map[key];
}
function add(map, key, cents) { map[key] = (map[key] ?? 0) + cents; }
function pop(map, key) {
  const found = map[key];
  delete map[key];
  return found;
}
const byNumber = (numbers) => numbers.sort((a, b) => a - b);
const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

// ---------------------------------------------------------------------------- players and rounds

function sit(t, step) { t.seats[seatOf(step.who)] = { player: step.note, chips: step.cents }; }

function buy(t, step) {
  const seat = t.seats[seatOf(step.who)];
  if (seat) seat.chips += step.cents;
}

function leave(t, step) {
  delete t.seats[seatOf(step.who)];
  delete t.placed[seatOf(step.who)];
}

function place(t, step) {
  const seat = seatOf(step.who);
  if (step.cents) having(t.placed, seat, {})[step.wager] = step.cents;
  else if (!step.wager) delete t.placed[seat];
  else if (t.placed[seat]) delete t.placed[seat][step.wager];
}

// The cards and chips of the last round are gone; those who have placed a wager play.
function begin(t, step) {
  const { decks, seats, placed, meters } = t;
  const playing = byNumber(Object.keys(placed).map(Number));
  Object.assign(t, nothing(), { decks, seats, placed, meters, playing, round: readNumber(step.note) ?? t.round + 1, in_progress: true });
}

// Every player has what he gained.
function end(t) {
  for (const [number, seat] of Object.entries(t.seats)) {
    seat.chips += (t.staked[number] ?? 0) + sum(Object.values(t.results[number] ?? {}).map((each) => each.back - each.placed));
  }
  Object.assign(t, { in_progress: false, staked: {}, placed: {}, asked: [] });
}

function makeVoid(t, step) { t.void = step.cite; }

function players(t, step) { t.playing = step.note.split(/\s+/).map(readNumber).filter((seat) => seat !== null); }

// ---------------------------------------------------------------------------- cards

const newHand = (cards = [], faces = []) => ({ cards, faces, label: "", low: [], gone: false });

function deal(t, step) {
  delete t.hands[IN_ERROR]; // a card drawn in error is the next card
  lay(t, step.who, step);
}

// Cards come to a place. A hand that was collected is gone, and the new one lies where it lay.
function lay(t, where, step) {
  if (!t.hands[where] || t.hands[where].gone) t.hands[where] = newHand();
  t.hands[where].cards.push(...step.cards);
  t.hands[where].faces.push(...step.cards.map(() => step.face || "down"));
}

// Cards that come off the deck and go to no hand; those that go to the rack lie on the layout no more.
function draw(t, step) {
  if ([BURNED, DISCARDED, IN_ERROR].includes(step.who)) lay(t, step.who, step);
  else if (seatOf(step.who)) {
    lay(t, step.who, step);
    t.hands[step.who].label = MISTAKEN;
  }
}

function reveal(t, step) {
  const hand = t.hands[step.who];
  if (!hand || step.face !== "up") return;
  for (const card of step.cards) turnUp(t, hand, card);
  if (step.who !== COMMUNITY) hand.label = step.note;
}

// Turns a card up: where it is known to lie, else the first of which only the back is seen.
function turnUp(t, hand, card) {
  const lying = (face) => hand.cards.findIndex((each, at) => each === face && hand.faces[at] === "down");
  let at = lying(card);
  if (at < 0 && (t.decks > 1 || !hand.cards.includes(card))) at = lying(HIDDEN);
  if (at < 0) return; // it lies face up already
  hand.cards[at] = card;
  hand.faces[at] = "turned";
}

// A split: the card leaves the hand that the note names, and lies next to it. At Blackjack Switch it goes to the player's other
// hand.
function move(t, step) {
  const source = t.hands[step.note];
  if (!source) return;
  takeAway(source, step.cards);
  if (t.hands[step.who]) return lay(t, step.who, step);
  source.label = "";
  const hands = {};
  for (const [where, hand] of Object.entries(t.hands)) {
    hands[where] = hand;
    if (where === step.note) hands[step.who] = newHand([...step.cards], step.cards.map(() => "up"));
  }
  t.hands = hands;
}

// Cards leave a hand: those that are named, or as many of which only the back is seen. Of two alike the later one goes.
function takeAway(hand, cards) {
  for (const card of cards) {
    const at = hand.cards.lastIndexOf(hand.cards.includes(card) ? card : HIDDEN);
    if (at < 0) continue;
    hand.cards.splice(at, 1);
    hand.faces.splice(at, 1);
  }
}

function discard(t, step) {
  const hand = t.hands[step.who];
  const toPile = step.who === DRAWN || (hand && (t.folded.includes(seatOf(step.who)) || hand.label === MISTAKEN));
  if (toPile) lay(t, DISCARDED, step); // the pile of a Poker table
  if (hand) hand.gone = true;
}

function take(t, step) {
  if ([BURNED, DISCARDED].includes(step.who)) delete t.hands[step.who];
}

function say(t, step) {
  const hand = t.hands[step.who];
  if (hand && POINTS.test(step.note)) hand.label = step.note;
}

function decide(t, step) {
  let hand = t.hands[step.who];
  if (step.wager.startsWith("hand ")) { // which of the hands of a seat
    hand = t.handsOf(seatOf(step.who))[readNumber(step.wager.slice(5)) - 1]?.[1] ?? hand;
  }
  if (!hand) return;
  if (GIVEN_UP.includes(step.note)) hand.label = step.note;
  else if (step.note === "discard") takeAway(hand, step.cards);
  else if (step.note === "set") hand.low = [...step.cards];
}

// ---------------------------------------------------------------------------- money

// What an act does to the cents of a wager that lie on the layout, have been placed in all, and have come back.
const MOVES = {
  wager: [1, 1, 0], return: [-1, 0, 1], collect: [-1, 0, 0], lose: [-1, 0, 0], bet: [0, 1, 0], cover: [0, 1, 0],
  refund: [0, 0, 1], award: [0, 0, 1], surplus: [0, 0, 1], bonus: [0, 0, 1], restore: [0, 0, 1], jackpot: [0, 0, 1],
  vigorish: [0, 0, -1], pay: [0, 0, 1], win: [0, 0, 1],
};
const CENTER = { lose: 1, cover: 1, win: -1, surplus: -1 };
const METER = { feed: 1, reset: 1, unfeed: -1, jackpot: -1 };
// What it does to what has come back for a wager that an act is reversed.
const REVERSED = { pay: -1, bonus: -1, jackpot: -1, award: -1, win: -1, vigorish: 1, lose: 1 };

// Chips go on the layout, off it, or past it.
function money(t, step) {
  const { act, who, wager } = step, seat = seatOf(who);
  const lying = who === DEALER ? t.dealer : having(t.wagers, seat, {});
  const here = lying[wager] ?? 0, whole = act === "pay" || act === "win"; // the wager goes back with its winnings
  const [on, placed, back] = MOVES[act];
  const cents = whole ? step.cents + here : step.cents, left = whole ? 0 : here + on * step.cents;
  if (left) lying[wager] = left;
  else delete lying[wager];
  if (who !== DEALER) {
    const result = having(having(t.results, seat, {}), wager, { placed: 0, back: 0 });
    result.placed += placed * cents;
    result.back += back * cents;
    if (!Object.keys(lying).length) delete t.wagers[seat];
  }
  t.center += (CENTER[act] ?? 0) * step.cents;
  if (act in METER) meterMoves(t, step);
}

// A round that failed is undone: what was paid goes back, and what was won from a player.
function reverse(t, step) {
  const [act, why] = step.note.split(": "), undone = why === undefined ? "" : act, seat = seatOf(step.who);
  if (seat && undone in REVERSED) {
    having(having(t.results, seat, {}), step.wager, { placed: 0, back: 0 }).back += REVERSED[undone] * step.cents;
  }
  t.center -= (CENTER[undone] ?? 0) * step.cents;
  if (undone === "contribute") add(t.boxes, step.wager, -step.cents);
  if (undone in METER && step.wager in t.meters) t.meters[step.wager] -= METER[undone] * step.cents;
}

function putOnLayout(t, step) {
  const seat = seatOf(step.who);
  money(t, step);
  if (!seat) return;
  delete t.placed[seat];
  stake(t, seat, step.cents);
  if (!t.playing.includes(seat)) t.playing = byNumber([...t.playing, seat]);
}

// Chips that lay before a player are at stake, or, below zero, are his again.
function stake(t, seat, cents) {
  add(t.staked, seat, cents);
  if (t.seats[seat]) t.seats[seat].chips -= cents;
}

// A charge for time, taken between two rounds.
function charge(t, step) {
  const seat = t.seats[seatOf(step.who)];
  if (seat) seat.chips -= step.cents;
}

// A reading, which moves no money: its cents are in the note.
function meter(t, step) {
  const cents = readNumber(step.note);
  if (cents !== null) t.meters[step.wager] = cents;
}

function meterMoves(t, step) {
  if (step.wager in t.meters) t.meters[step.wager] += METER[step.act] * step.cents;
}

// ---------------------------------------------------------------------------- Poker

function button(t, step) { t.button = seatOf(step.who); }

function bet(t, step) {
  const seat = seatOf(step.who);
  money(t, step);
  stake(t, seat, step.cents);
  add(t.bets, seat, step.cents);
  add(t.put, seat, step.cents);
  if (POSTED.includes(step.note)) add(having(t.posted, seat, {}), step.note, step.cents);
}

// Chips go back out of the pot: what nobody called, or all that a player had put in.
function refund(t, step) {
  const seat = seatOf(step.who);
  money(t, step);
  stake(t, seat, -step.cents);
  const left = (pop(t.put, seat) ?? 0) - step.cents;
  if (left > 0) t.put[seat] = left;
  else {
    const dead = (pop(t.dead, seat) ?? 0) + left;
    if (dead > 0) t.dead[seat] = dead;
  }
  const before = (pop(t.bets, seat) ?? 0) - step.cents;
  if (before > 0) t.bets[seat] = before;
  countPots(t);
}

// The bets go into the middle; antes may count towards no bet.
function gather(t, step) {
  t.bets = {};
  if (step.note === "dead") Object.assign(t, { dead: t.put, put: {} });
  countPots(t);
}

function countPots(t) {
  const gathered = {};
  for (const [seat, put] of Object.entries(t.put)) if (put - (t.bets[seat] ?? 0)) gathered[seat] = put - (t.bets[seat] ?? 0);
  const contenders = t.playing.filter((seat) => !t.folded.includes(seat));
  t.pots = dividePots(gathered, contenders, t.folded, t.all_in, t.dead).map(([cents]) => cents);
}

// The main pot and the side pots in the order in which they were formed, each with who may win it (pitboss/table/sides.py).
export function dividePots(put, contenders, folded, allIn, dead) {
  const found = [], given = Object.values(put), anyDead = Object.keys(dead).length > 0;
  let below = 0;
  if (anyDead) found.push([sum(Object.values(dead)), [...contenders]]);
  for (const level of byNumber([...new Set(contenders.map((seat) => put[seat]).filter(Boolean))])) {
    const cents = sum(given.map((each) => Math.min(each, level) - Math.min(each, below)));
    addPot(found, cents, contenders.filter((seat) => (put[seat] ?? 0) >= level), anyDead);
    below = level;
  }
  const over = sum(given.filter((each) => each > below).map((each) => each - below));
  if (over) { // folded players have put in more than anyone still in
    let left = contenders.filter((seat) => !allIn.includes(seat));
    // what no All-in player has a part in belongs to the last who had one in it
    if (!left.length) left = folded.filter((seat) => (put[seat] ?? 0) > below).slice(-1);
    addPot(found, over, left, true);
  }
  return found;
}

// Adds a pot, or its chips to the pot before it where the same players may win both.
function addPot(found, cents, seats, merge) {
  const last = found.at(-1);
  if (merge && last && String(last[1]) === String(seats)) last[0] += cents;
  else found.push([cents, seats]);
}

function fold(t, step) {
  t.folded.push(seatOf(step.who));
  countPots(t);
}

function goAllIn(t, step) {
  const seat = seatOf(step.who);
  if (t.all_in.includes(seat)) return;
  t.all_in.push(seat);
  countPots(t);
}

function rake(t, step) { t.raked += step.act === "rake" ? step.cents : -step.cents; }

function contribute(t, step) { add(t.boxes, step.note, step.cents); }

const ACTS = {
  ...Object.fromEntries(Object.keys(MOVES).map((act) => [act, money])),
  feed: meterMoves, unfeed: meterMoves, reset: meterMoves, rake, unrake: rake, sit, buy, leave, placed: place, begin, end,
  void: makeVoid, players, deal, draw, reveal, move, discard, take, say, decide, wager: putOnLayout, reverse, charge, meter, button, bet,
  refund, gather, fold, all_in: goAllIn, contribute,
};
