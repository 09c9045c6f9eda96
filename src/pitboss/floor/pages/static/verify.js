// Checks what fair chance promised and did, with nothing but WebCrypto; docs/evidence.md has every format byte by byte. The known
// answers of tests/evidence are computed by this module too. Without WebCrypto (a page that came over plain HTTP from another
// machine) nothing can be checked: ask `canCheck` first.

/**
 * @import { Opening } from "../types/wire.d.ts"
 *
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 * @typedef {Record<string, string>} Seeds by seat
 */

const subtle = globalThis.crypto?.subtle;
export const canCheck = () => subtle !== undefined;

/** @param {string} text @returns {Bytes} */
const utf8 = (text) => new TextEncoder().encode(text);
/** @param {string} words */
const label = (words) => utf8(`${words}\0`);
/** @param {string} digits */
export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {Bytes} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {Bytes} bytes */
const number = (bytes) => BigInt(`0x${hex(bytes) || "0"}`);
/** @param {number | string} value @param {number} size */
const unsigned = (value, size) =>
  unhex(
    BigInt(value)
      .toString(16)
      .padStart(2 * size, "0"),
  );
/** @param {string} text */
const sized = (text) => join(unsigned(utf8(text).length, 2), utf8(text));
/** @param {...ArrayLike<number>} parts */
const sha256 = async (...parts) => new Uint8Array(await subtle.digest("SHA-256", join(...parts)));

/** @param {...ArrayLike<number>} parts */
function join(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * So many bytes that follow from a key and a purpose.
 *
 * @param {Bytes} key
 * @param {Bytes} purpose
 * @param {number} size
 */
export async function stream(key, purpose, size) {
  const material = await subtle.importKey("raw", key, "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt: purpose, iterations: 1 };
  return new Uint8Array(await subtle.deriveBits(how, material, 8 * size));
}

const FACTORIALS = [1n];
/** @param {number} n */
function factorial(n) {
  while (FACTORIALS.length <= n) FACTORIALS.push(FACTORIALS[FACTORIALS.length - 1] * BigInt(FACTORIALS.length));
  return FACTORIALS[n];
}
/** @param {number} n */
const orderBytes = (n) => Math.ceil(factorial(n).toString(2).length / 8) + 16;

/**
 * The order that a number picks among all orders of some cards.
 *
 * @param {Iterable<number>} cards
 * @param {bigint} pick
 */
function arrange(cards, pick) {
  const order = [...cards];
  let rest = pick;
  for (let last = order.length - 1; last > 0; last--) {
    const other = Number(rest % BigInt(last + 1));
    rest /= BigInt(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

// ---------------------------------------------------------------------------- promises, seeds and pledges

/** @param {string} table @param {number} promise */
const scope = (table, promise) => join(sized(table), unsigned(promise, 4));
/**
 * The promise that fits a published secret and, since scheme 2, the digest of the part that stays hidden.
 *
 * @param {Bytes} secret
 * @param {string} table
 * @param {number} promise
 * @param {string} [digest]
 */
export const promiseOf = async (secret, table, promise, digest = "") =>
  hex(await sha256(label(`pitboss promise ${digest ? 2 : 1}`), scope(table, promise), secret, unhex(digest)));
/** @param {Bytes} hidden @param {string} table @param {number} promise @returns the secret that is published, since scheme 2 */
export const secretOf = (hidden, table, promise) => stream(hidden, join(label("pitboss secret 2"), scope(table, promise)), 32);
/** @param {Bytes} hidden @param {string} table @param {number} promise @returns the digest that goes with that secret */
export const digestOf = async (hidden, table, promise) =>
  hex(await sha256(label("pitboss hidden 2"), scope(table, promise), hidden));
/** @param {Seeds} seeds */
const pairs = (seeds) =>
  join(
    ...Object.entries(seeds)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([seat, seed]) => join(unsigned(seat, 2), sized(seed))),
  );
/** @param {Seeds} seeds */
const seedsDigest = (seeds) => sha256(label("pitboss seeds 1"), pairs(seeds));
/** @param {number} seat @param {string} seed */
export const pledgeOf = async (seat, seed) => hex(await sha256(label("pitboss pledge 1"), pairs({ [seat]: seed })));

// ---------------------------------------------------------------------------- shuffles and numbers

/** @param {number} index @param {number} card @param {Bytes} salt */
const leafOf = (index, card, salt) => sha256([0], unsigned(index, 2), [card], salt);
/** @param {number} cards @param {Bytes} head */
const rootOf = (cards, head) => sha256([2], unsigned(cards, 2), head);
/**
 * @param {Bytes} value
 * @param {string} table
 * @param {number} promise
 * @param {number} count
 * @param {number} cards
 * @param {number} scheme
 */
const randomOf = (value, table, promise, count, cards, scheme) =>
  stream(
    value,
    join(label(`pitboss shuffle ${scheme}`), scope(table, promise), unsigned(count, 4)),
    orderBytes(cards) + 16 * cards,
  );

/**
 * The salts of a shuffle of so many cards, each as hexadecimal digits. They follow from the secret in scheme 1, and from the part of
 * it that stays hidden since.
 *
 * @param {Bytes} value
 * @param {string} table
 * @param {number} promise
 * @param {number} count
 * @param {number} cards
 */
export async function saltsOf(value, table, promise, count, cards, scheme = 1) {
  const random = await randomOf(value, table, promise, count, cards, scheme),
    size = orderBytes(cards);
  return Array.from({ length: cards }, (_, index) => hex(random.slice(size + 16 * index, size + 16 * (index + 1))));
}

/**
 * The committed order of the cards as they were gathered, and its root, from the same value.
 *
 * @param {Bytes} value
 * @param {string} table
 * @param {number} promise
 * @param {number} count
 * @param {number[]} gathered
 */
export async function shuffleOf(value, table, promise, count, gathered, scheme = 1) {
  const cards = gathered.length,
    size = orderBytes(cards);
  const random = await randomOf(value, table, promise, count, cards, scheme);
  const committed = arrange(gathered, number(random.slice(0, size)) % factorial(cards));
  /** @param {number} index */
  const salt = (index) => random.slice(size + 16 * index, size + 16 * (index + 1));
  let level = await Promise.all(committed.map((card, index) => leafOf(index, card, salt(index))));
  while (level.length > 1) {
    const groups = [];
    for (let at = 0; at < level.length; at += 8) groups.push(sha256([1], ...level.slice(at, at + 8)));
    level = await Promise.all(groups);
  }
  return { committed, root: hex(await rootOf(cards, level[0])) };
}

/**
 * For each position of the final order its place in the committed one, as the seeds have it.
 *
 * @param {string} root
 * @param {number} cards
 * @param {Seeds} seeds
 */
export async function placesOf(root, cards, seeds) {
  if (!Object.keys(seeds).length) return [...Array(cards).keys()];
  const key = await sha256(label("pitboss mix 1"), unhex(root), await seedsDigest(seeds));
  return arrange(Array(cards).keys(), number(await stream(key, label("pitboss mix 1"), orderBytes(cards))) % factorial(cards));
}

/**
 * @param {Bytes} secret
 * @param {string} table
 * @param {number} promise
 * @param {number} count
 * @param {number} least
 * @param {number} most
 * @param {Seeds} seeds
 */
export async function numberOf(secret, table, promise, count, least, most, seeds) {
  const span = BigInt(most) - BigInt(least) + 1n,
    whole = ((1n << 64n) / span) * span,
    digest = await seedsDigest(seeds);
  for (let attempt = 1; ; attempt++) {
    const purpose = join(label("pitboss number 1"), scope(table, promise), digest, unsigned(count, 4), unsigned(attempt, 4));
    const drawn = number(await stream(secret, purpose, 8));
    if (drawn < whole) return BigInt(least) + (drawn % span);
  }
}

/**
 * True if a card lies at its place of the order that a root commits to.
 *
 * @param {string} root
 * @param {Opening} opening
 */
export async function verifyCard(root, { index, cards, card, salt, path }) {
  if (!(index >= 0 && index < cards) || salt.length !== 32) return false;
  let digest = await leafOf(index, card, unhex(salt)),
    size = cards,
    at = index;
  for (const digits of path) {
    const siblings = unhex(digits),
      group = Math.min(8, size - 8 * Math.floor(at / 8)),
      own = 32 * (at % 8);
    if (size === 1 || siblings.length !== 32 * (group - 1)) return false;
    digest = await sha256([1], siblings.slice(0, own), digest, siblings.slice(own));
    at = Math.floor(at / 8);
    size = Math.ceil(size / 8);
  }
  return size === 1 && hex(await rootOf(cards, digest)) === root;
}

// ---------------------------------------------------------------------------- signatures

/**
 * What the house signs under a log.
 *
 * @param {string} table
 * @param {number} version
 * @param {string} seal
 * @param {boolean} closed
 */
export const headOf = (table, version, seal, closed) =>
  join(label("pitboss log 1"), sized(table), unsigned(version, 8), unhex(seal), [closed ? 1 : 0]);

/**
 * True if a key of the house signed a log up to a version; null where this browser knows no Ed25519.
 *
 * @param {string} key
 * @param {string} signature
 * @param {Bytes} head
 */
export async function verifyHead(key, signature, head) {
  let imported;
  try {
    imported = await subtle.importKey("raw", unhex(key), "Ed25519", false, ["verify"]);
  } catch {
    return null;
  }
  return subtle.verify("Ed25519", imported, unhex(signature), head);
}
