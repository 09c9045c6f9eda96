// Recomputes vectors.json from docs/evidence.md with nothing but WebCrypto, as a page would.
import { readFileSync } from "node:fs";

if (process.argv.length !== 3) {
  console.error("usage: node tests/evidence/verify.mjs tests/evidence/vectors.json");
  process.exit(2);
}

const subtle = globalThis.crypto.subtle;
const utf8 = (text) => new TextEncoder().encode(text);
const label = (words) => utf8(words + "\0");
const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const number = (bytes) => BigInt("0x" + (hex(bytes) || "0"));
const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const unsigned = (value, size) => unhex(BigInt(value).toString(16).padStart(2 * size, "0"));
const sized = (text) => join(unsigned(utf8(text).length, 2), utf8(text));
const sha256 = async (...parts) => new Uint8Array(await subtle.digest("SHA-256", join(...parts)));

const stream = async (key, purpose, size) => {
  const material = await subtle.importKey("raw", key, "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt: purpose, iterations: 1 };
  return new Uint8Array(await subtle.deriveBits(how, material, 8 * size));
};

const factorial = (n) => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));
const orderBytes = (n) => Math.ceil(factorial(n).toString(2).length / 8) + 16;
const arrange = (cards, pick) => {
  const order = [...cards];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Number(pick % BigInt(last + 1));
    pick /= BigInt(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
};

const scope = (table, promise) => join(sized(table), unsigned(promise, 4));
const promiseOf = (secret, table, promise) => sha256(label("pitboss promise 1"), scope(table, promise), secret);
const pairs = (seeds) =>
  join(...Object.entries(seeds).sort(([a], [b]) => a - b).map(([seat, seed]) => join(unsigned(seat, 2), sized(seed))));
const seedsDigest = (seeds) => sha256(label("pitboss seeds 1"), pairs(seeds));
const pledgeOf = (seat, seed) => sha256(label("pitboss pledge 1"), pairs({ [seat]: seed }));

const leafOf = (index, card, salt) => sha256([0], unsigned(index, 2), [card], salt);
const rootOf = (cards, head) => sha256([2], unsigned(cards, 2), head);

const shuffleOf = async (secret, table, promise, count, gathered) => {
  const cards = gathered.length, size = orderBytes(cards);
  const purpose = join(label("pitboss shuffle 1"), scope(table, promise), unsigned(count, 4));
  const random = await stream(secret, purpose, size + 16 * cards);
  const committed = arrange(gathered, number(random.slice(0, size)) % factorial(cards));
  const salt = (index) => random.slice(size + 16 * index, size + 16 * (index + 1));
  let level = await Promise.all(committed.map((card, index) => leafOf(index, card, salt(index))));
  while (level.length > 1) {
    const groups = [];
    for (let at = 0; at < level.length; at += 8) groups.push(sha256([1], ...level.slice(at, at + 8)));
    level = await Promise.all(groups);
  }
  return { committed, root: hex(await rootOf(cards, level[0])) };
};

const placesOf = async (root, cards, seeds) => {
  if (!Object.keys(seeds).length) return [...Array(cards).keys()];
  const key = await sha256(label("pitboss mix 1"), unhex(root), await seedsDigest(seeds));
  return arrange(Array(cards).keys(), number(await stream(key, label("pitboss mix 1"), orderBytes(cards))) % factorial(cards));
};

const numberOf = async (secret, table, promise, count, least, most, seeds) => {
  const span = BigInt(most) - BigInt(least) + 1n, whole = (1n << 64n) / span * span;
  for (let attempt = 1; ; attempt++) {
    const purpose = join(
      label("pitboss number 1"), scope(table, promise), await seedsDigest(seeds), unsigned(count, 4), unsigned(attempt, 4));
    const drawn = number(await stream(secret, purpose, 8));
    if (drawn < whole) return BigInt(least) + drawn % span;
  }
};

const verifyCard = async (root, { index, cards, card, salt, path }) => {
  if (index < 0 || index >= cards || salt.length !== 32) return false;
  let digest = await leafOf(index, card, unhex(salt)), size = cards;
  for (const digits of path) {
    const siblings = unhex(digits), group = Math.min(8, size - 8 * Math.floor(index / 8)), own = 32 * (index % 8);
    if (size === 1 || siblings.length !== 32 * (group - 1)) return false;
    digest = await sha256([1], siblings.slice(0, own), digest, siblings.slice(own));
    index = Math.floor(index / 8);
    size = Math.ceil(size / 8);
  }
  return size === 1 && hex(await rootOf(cards, digest)) === root;
};

let checked = 0;
const same = (found, expected, what) => {
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${what}: ${found} instead of ${expected}`);
  checked++;
};
const vectors = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const v of vectors.streams) same(hex(await stream(unhex(v.key), unhex(v.purpose), v.bytes.length / 2)), v.bytes, "stream");
for (const v of vectors.pledges) same(hex(await pledgeOf(v.seat, v.seed)), v.pledge, "pledge");
for (const v of vectors.shuffles) {
  const secret = unhex(v.secret);
  same(hex(await promiseOf(secret, v.table, v.number)), v.promise, "promise");
  const { committed, root } = await shuffleOf(secret, v.table, v.number, v.shuffle, v.gathered);
  same(committed, v.committed, "committed order");
  same(root, v.root, "root");
  const places = await placesOf(root, committed.length, v.seeds);
  same(places, v.places, "places");
  same(places.map((place) => committed[place]), v.order, "final order");
  for (const opening of v.openings) {
    same(await verifyCard(root, opening), true, "opening");
    same(await verifyCard(root, { ...opening, card: opening.card ^ 1 }), false, "another card");
  }
}
for (const v of vectors.numbers) {
  const found = await numberOf(unhex(v.secret), v.table, v.number, v.count, v.least, v.most, v.seeds);
  same(found.toString(), v.value, "number");
}
for (const v of vectors.heads) {
  const head = join(label("pitboss log 1"), sized(v.table), unsigned(v.version, 8), unhex(v.seal), [v.closed ? 1 : 0]);
  same(hex(head), v.head, "head");
  const key = await subtle.importKey("raw", unhex(v.key), "Ed25519", false, ["verify"]);
  same(await subtle.verify("Ed25519", key, unhex(v.signature), head), true, "signature");
  head[head.length - 1] ^= 1;
  same(await subtle.verify("Ed25519", key, unhex(v.signature), head), false, "signature of another log");
}
console.log(`${checked} answers are the same`);
