// Was a round fair? Takes it as the floor tells it, with the proofs of the cards that the reader saw, and checks what can be
// checked.
import { cardsShown } from "./shown-cards.js";
import { stepsOf } from "./steps.js";
import { digestOf, numberOf, placesOf, pledgeOf, promiseOf, saltsOf, shuffleOf, unhex, verifyCard } from "./verify.js";

/**
 * @import { CardProof, ChanceRecord, Evidence, Promised, Revealed, RoundReplay, Shuffled } from "../types/wire.d.ts"
 * @import { Frame } from "./steps.js"
 * @import { Seeds } from "./verify.js"
 *
 * @typedef {Omit<RoundReplay, "frames"> & { frames: Frame[] }} Round
 * @typedef {true | false | null} Verdict null where nothing could be checked
 * @typedef {{ card: string, who: string, ok: Verdict, words: string }} CheckedCard
 * @typedef {{ ok: Verdict, words: string, cards?: CheckedCard[] }} Check a line of the verdict
 * @typedef {Evidence["evidence"]} Kind
 */

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
/** @param {number} card 4 × rank + suit; 52 is the joker */
const nameOf = (card) => (card === 52 ? "Jk" : `${RANKS[card >> 2]}${SUITS[card & 3]}`);

/** @param {string} words @param {CheckedCard[]} [cards] @returns {Check} */
const yes = (words, cards) => ({ ok: true, words, cards });
/** @param {string} words @param {CheckedCard[]} [cards] @returns {Check} */
const no = (words, cards) => ({ ok: false, words, cards });
/** @param {string} words @param {CheckedCard[]} [cards] @returns {Check} */
const unknown = (words, cards) => ({ ok: null, words, cards });
/** @param {number} count @param {string} word */
const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/**
 * @param {Round} round
 * @param {CardProof[] | undefined} proofs
 * @param {Record<string, number[]>} [gathered] for auditors: by root, the cards as they were gathered for a shuffle
 * @param {Record<string, string>} [hidden] for auditors: by promise, the part of its secret that is never published
 */
export async function checkRound(round, proofs, gathered = {}, hidden = {}) {
  if (!round.chance.length) return [unknown("Chance made no promise at this table, so there is nothing to check.")];
  const promises = Map.groupBy(round.chance, ({ record }) => promiseIn(record));
  /** @type {Check[]} */
  const lines = [];
  if (round.seeded)
    lines.push(no("Chance was seeded here, for a lesson or a test. Anyone who knows the seed knows the cards."));
  for (const [at, told] of promises) lines.push(...(await checkPromise(round, at, told, proofs ?? [], gathered, hidden[at])));
  lines.push(await checkCards(round, proofs));
  lines.push(
    unknown(
      "The signature of the house is under seals that cover hidden cards too, so it is not checked here. " +
        "An auditor checks it with the journal: pitboss replay.",
    ),
  );
  return lines;
}

/**
 * The checks in two sentences: whether the house kept its promise, and whether it could have chosen the cards.
 *
 * @param {Check[]} checks
 * @param {Round} round
 */
export function verdictOf(checks, round) {
  const wrong = checks.filter(({ ok }) => ok === false).length;
  const right = checks.filter(({ ok }) => ok).length;
  if (wrong) return `Something is wrong: ${wrong} of the checks failed. They are listed below; show them to the Board.`;
  if (!right) return "Nothing could be checked here. The reasons are listed below.";
  const proven = checks.flatMap(({ cards = [] }) => cards).filter(({ ok }) => ok).length;
  const cards = proven
    ? `, and ${proven === 1 ? "the card" : `${proven} cards`} that you saw lay where the shuffle had them`
    : "";
  return `All ${right} checks that could be made here are good${cards}. ${seedsInWords(round)}`;
}

/** @param {Evidence} record @returns the number of its promise */
const promiseIn = (record) => (record.evidence === "promise" ? record.number : record.promise);

/** @param {Round} round whose seeds went into its shuffles */
function seedsInWords({ chance, yours }) {
  const pledged = new Set(of(chance, "pledge").map(({ record }) => record.seat));
  const seats = new Set(
    of(chance, "shuffle").flatMap(({ record }) => {
      const told = chance.filter((each) => promiseIn(each.record) === record.promise);
      const again = of(told, "reorder")
        .filter((each) => each.record.number === record.number)
        .at(-1)?.record;
      return Object.keys(seedsAt(told, again ?? record)).map(Number);
    }),
  );
  if (!seats.size)
    return "No player added a seed to the shuffle, so the house could have tried several before it promised one.";
  const mine = yours.find((seat) => seats.has(seat));
  if (mine === undefined) return "A player\u2019s seed went into the shuffle, so the house cannot have chosen the cards alone.";
  return pledged.has(mine)
    ? "Your seed went into the shuffle and was secret until no more bets, so nobody can have chosen the cards."
    : "Your seed went into the shuffle, so the house cannot have chosen the cards alone.";
}

/** @param {number} at */
const DISCARDED = (at) =>
  `Promise ${at} was discarded, because the floor was started from a copy of its records: its secret is never told.`;
/**
 * The records of one kind, each with its version.
 *
 * @template {Kind} K
 * @param {ChanceRecord[]} records
 * @param {K} kind
 * @returns {{ v: number, record: Extract<Evidence, { evidence: K }> }[]}
 */
const of = (records, kind) =>
  records.flatMap(({ v, record }) =>
    record.evidence === kind ? [{ v, record: /** @type {Extract<Evidence, { evidence: K }>} */ (record) }] : [],
  );

/**
 * @param {Round} round
 * @param {number} at the number of the promise
 * @param {ChanceRecord[]} told what was published of it
 * @param {CardProof[]} proofs
 * @param {Record<string, number[]>} gathered
 * @param {string | undefined} hidden
 */
async function checkPromise(round, at, told, proofs, gathered, hidden) {
  const promised = of(told, "promise").at(0);
  const revealed = of(told, "reveal").at(0)?.record;
  const secret = revealed?.secret ?? null;
  const since = Boolean(revealed?.digest);
  const value = since ? hidden : secret; // from which orders and salts follow
  const gone = of(told, "discard").length > 0;
  const lines = [
    checkBefore(round, at, promised),
    ...(await checkSeeds(at, told)),
    gone ? unknown(DISCARDED(at)) : await checkSecret(round, at, promised, revealed),
  ];
  if (since && hidden && revealed) lines.push(await checkHidden(round, at, revealed, hidden));
  for (const { record } of of(told, "shuffle")) {
    const mine = proofs.filter((proof) => proof.root === record.root);
    lines.push(...(await checkShuffle(round, told, record, since ? null : secret, mine)));
    if (value && gathered[record.root])
      lines.push(await checkOrder(round, record, value, gathered[record.root], mine, since ? 2 : 1));
    else if (since && mine.length)
      lines.push(
        unknown(
          `Shuffle ${record.number} of promise ${at}: its order follows from a part of the secret that is never published, as that would show folded cards. An auditor shuffles it again.`,
        ),
      );
  }
  if (secret) lines.push(...(await checkNumbers(round, at, told, secret)));
  return lines;
}

// ---------------------------------------------------------------------------- promise, seeds, secret

const WAGERING = new Set(["placed", "wager", "bet", "begin"]);
/** @param {Round} round */
function firstWager(round) {
  return round.frames.find((frame) => frame.steps.some((step) => step && WAGERING.has(step.act)))?.v ?? round.last;
}

/**
 * @param {Round} round
 * @param {number} at
 * @param {{ v: number, record: Promised } | undefined} promised
 */
function checkBefore(round, at, promised) {
  if (!promised) return unknown(`Promise ${at} was made too long ago to be told here.`);
  const wager = firstWager(round);
  const short = promised.record.promise.slice(0, 12);
  return promised.v < wager
    ? yes(
        `The promise came first: promise ${at} (${short}…) is record ${promised.v} of the table, the first wager record ${wager}.`,
      )
    : no(`Promise ${at} is record ${promised.v} of the table, but the first wager came before it, in record ${wager}.`);
}

/** @param {number} at @param {ChanceRecord[]} told */
async function checkSeeds(at, told) {
  /** @type {Check[]} */
  const lines = [];
  const seeds = of(told, "seed");
  const left = new Set(of(told, "withdraw").map(({ record }) => record.seat));
  for (const { v, record } of of(told, "pledge")) {
    const seed = seeds.find((each) => each.record.seat === record.seat && each.v >= v)?.record.seed;
    if (seed === undefined) {
      lines.push(
        unknown(`Seat ${record.seat} pledged a seed and did not tell it${left.has(record.seat) ? ": its player left" : ""}.`),
      );
    } else if ((await pledgeOf(record.seat, seed)) === record.digest)
      lines.push(yes(`The seed of seat ${record.seat} is the one it had pledged.`));
    else lines.push(no(`The seed of seat ${record.seat} is not the one it had pledged.`));
  }
  if (seeds.length)
    lines.push(
      yes(
        `Players added ${many(seeds.length, "seed")} of their own to promise ${at}: the house could not know the order before.`,
      ),
    );
  else
    lines.push(
      unknown(`No player added a seed to promise ${at}. The house could have tried several secrets before it promised one.`),
    );
  return lines;
}

/**
 * @param {Round} round
 * @param {number} at
 * @param {{ record: Promised } | undefined} promised
 * @param {Revealed | undefined} revealed
 */
async function checkSecret(round, at, promised, revealed) {
  if (!revealed) {
    return unknown(
      round.reveals
        ? `The secret of promise ${at} is not told yet: cards of its shuffle are still to be dealt.`
        : `The secret of promise ${at} is never told: at Poker it would show what was folded. The openings below prove the cards.`,
    );
  }
  if (!promised) return unknown(`The secret of promise ${at} is told, but its promise is too old to be told here.`);
  return (await promiseOf(unhex(revealed.secret), round.scope, at, revealed.digest)) === promised.record.promise
    ? yes(`The secret that was told later is the one of promise ${at}.`)
    : no(`The secret that was told later is not the one of promise ${at}.`);
}

/** @param {Round} round @param {number} at @param {Revealed} revealed @param {string} hidden */
async function checkHidden(round, at, revealed, hidden) {
  return (await digestOf(unhex(hidden), round.scope, at)) === revealed.digest
    ? yes(`The hidden part of the secret is the one of promise ${at}.`)
    : no(`The hidden part of the secret is not the one of promise ${at}.`);
}

// ---------------------------------------------------------------------------- shuffles and numbers

/**
 * The seeds that counted when something was decided: those told before it in the order of the log, and not withdrawn.
 *
 * @param {ChanceRecord[]} told
 * @param {Evidence} decided
 */
function seedsAt(told, decided) {
  /** @type {Seeds} */
  const seeds = {};
  const until = told.findIndex((each) => each.record === decided);
  for (const { record } of told.slice(0, until)) {
    if (record.evidence === "seed") seeds[record.seat] = record.seed;
    if (record.evidence === "withdraw") delete seeds[record.seat];
  }
  return seeds;
}

/**
 * @param {Round} round
 * @param {ChanceRecord[]} told
 * @param {Shuffled} shuffle
 * @param {string | null} secret
 * @param {CardProof[]} proofs
 */
async function checkShuffle(round, told, shuffle, secret, proofs) {
  const again = of(told, "reorder")
    .filter(({ record }) => record.number === shuffle.number)
    .at(-1)?.record;
  const seeds = seedsAt(told, again ?? shuffle);
  const name = `Shuffle ${shuffle.number} of promise ${shuffle.promise}, ${many(shuffle.cards, "card")}`;
  if (!proofs.length)
    return [
      unknown(`${name}: its root ${shuffle.root.slice(0, 12)}… was published; no card of it is opened for you in this round.`),
    ];
  const places = await placesOf(shuffle.root, shuffle.cards, seeds);
  const fits = proofs.every(({ position, opening }) => opening.cards === shuffle.cards && places[position] === opening.index);
  const how = Object.keys(seeds).length ? "where its order, rearranged by the seeds, has it" : "where its order has it";
  const lines = [
    fits ? yes(`${name}: every card that you saw lay ${how}.`) : no(`${name}: a card that you saw did not lie ${how}.`),
  ];
  if (!secret) return lines;
  const salts = await saltsOf(unhex(secret), round.scope, shuffle.promise, shuffle.number, shuffle.cards);
  const follows = proofs.every(({ opening }) => salts[opening.index] === opening.salt);
  lines.push(
    follows
      ? yes(
          `${name}: it follows from the secret. The salt of every card that you saw is the one that the secret gives for its place.`,
        )
      : no(`${name}: it does not follow from the secret. The salt of a card that you saw is another one.`),
  );
  return lines;
}

/**
 * The whole shuffle once more, from the secret and the cards as they were gathered.
 *
 * @param {Round} round
 * @param {Shuffled} shuffle
 * @param {string} value
 * @param {number[]} cards
 * @param {CardProof[]} proofs
 * @param {number} scheme
 */
async function checkOrder(round, shuffle, value, cards, proofs, scheme) {
  const { committed, root } = await shuffleOf(unhex(value), round.scope, shuffle.promise, shuffle.number, cards, scheme);
  const name = `Shuffle ${shuffle.number} of promise ${shuffle.promise}, shuffled again from the secret and the ${many(cards.length, "card")} as gathered`;
  if (root !== shuffle.root) return no(`${name}: its root is another one than the one published.`);
  return proofs.every(({ opening }) => committed[opening.index] === opening.card)
    ? yes(`${name}: its root and its order are the ones of the table.`)
    : no(`${name}: its order has another card where one was dealt.`);
}

/** @param {Round} round @param {number} at @param {ChanceRecord[]} told @param {string} secret */
async function checkNumbers(round, at, told, secret) {
  const lines = [];
  for (const { record } of of(told, "number")) {
    const { number, least, most } = record;
    const value = await numberOf(unhex(secret), round.scope, at, number, least, most, seedsAt(told, record));
    const words = `Number ${record.number} of promise ${at} (${record.least} to ${record.most}, such as the depth of a cut)`;
    lines.push(
      value === BigInt(record.value)
        ? yes(`${words}: the secret gives ${record.value} too.`)
        : no(`${words}: the table took ${record.value}, but the secret gives ${value}.`),
    );
  }
  return lines;
}

// ---------------------------------------------------------------------------- cards

/** @param {Round} round @param {CardProof[] | undefined} proofs */
async function checkCards(round, proofs) {
  const shown = cardsShown(stepsOf(round.frames));
  if (!proofs) {
    const words = `${many(shown.length, "card")} of this round ${shown.length === 1 ? "was" : "were"} shown to you.`;
    return unknown(`${words} Sign in to have each opened against the root of its shuffle.`);
  }
  const roots = new Set(of(round.chance, "shuffle").map(({ record }) => record.root));
  const left = [...proofs];
  /** @type {CheckedCard[]} */
  const cards = [];
  for (const { card, who } of shown) {
    const at = left.findIndex((proof) => nameOf(proof.opening.card) === card);
    if (at < 0) cards.push({ card, who, ok: null, words: "not opened by itself" });
    else cards.push({ card, who, ...(await checkCard(left.splice(at, 1)[0], roots)) });
  }
  for (const proof of left) {
    cards.push({ card: nameOf(proof.opening.card), who: "", ok: false, words: "opened, but it was never shown" });
  }
  const proven = cards.filter(({ ok }) => ok).length;
  const wrong = cards.filter(({ ok }) => ok === false).length;
  if (wrong) return no(`${many(wrong, "card")} of ${cards.length} cannot have lain there.`, cards);
  if (!cards.length) return unknown("No card of this round was shown to you.", cards);
  const words = `${proven} of ${many(cards.length, "card")} that you saw ${proven === 1 ? "is" : "are"} proven, each at its place.`;
  if (proven === cards.length) return yes(words, cards);
  const others =
    "The others were dealt with the last act of the round, or cannot be told apart, and are not opened by themselves.";
  return (proven ? yes : unknown)(`${words} ${others}`, cards);
}

/** @param {CardProof} proof @param {Set<string>} roots */
async function checkCard({ root, number, opening }, roots) {
  if (!roots.has(root)) return { ok: false, words: "its shuffle was never published" };
  const place = `card ${number + 1} out of its shuffle, place ${opening.index + 1} of ${opening.cards}`;
  const ok = await verifyCard(root, opening);
  return { ok, words: ok ? place : `not the card that lay there (${place})` };
}
