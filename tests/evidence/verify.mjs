// Recomputes vectors.json with the module that the pages check rounds with, which has nothing but WebCrypto.
import { readFileSync } from "node:fs";
import {
  digestOf, headOf, hex, numberOf, placesOf, pledgeOf, promiseOf, saltsOf, secretOf, shuffleOf, stream, unhex, verifyCard, verifyHead,
} from "../../src/pitboss/floor/pages/static/verify.js";

if (process.argv.length !== 3) {
  console.error("usage: node tests/evidence/verify.mjs tests/evidence/vectors.json");
  process.exit(2);
}

let checked = 0;
const same = (found, expected, what) => {
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${what}: ${found} instead of ${expected}`);
  checked++;
};
const vectors = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const v of vectors.streams) same(hex(await stream(unhex(v.key), unhex(v.purpose), v.bytes.length / 2)), v.bytes, "stream");
for (const v of vectors.pledges) same(await pledgeOf(v.seat, v.seed), v.pledge, "pledge");
for (const v of vectors.shuffles) {
  const secret = unhex(v.secret), scheme = v.scheme ?? 1, value = unhex(v.hidden ?? v.secret);
  same(await promiseOf(secret, v.table, v.number, v.digest), v.promise, "promise");
  if (scheme > 1) {
    same(hex(await secretOf(value, v.table, v.number)), v.secret, "secret");
    same(await digestOf(value, v.table, v.number), v.digest, "digest");
  }
  const { committed, root } = await shuffleOf(value, v.table, v.number, v.shuffle, v.gathered, scheme);
  same(committed, v.committed, "committed order");
  same(root, v.root, "root");
  const places = await placesOf(root, committed.length, v.seeds);
  same(places, v.places, "places");
  same(places.map((place) => committed[place]), v.order, "final order");
  const salts = await saltsOf(value, v.table, v.number, v.shuffle, v.gathered.length, scheme);
  for (const opening of v.openings) {
    if (salts[opening.index] !== opening.salt) throw new Error("salt");
    same(await verifyCard(root, opening), true, "opening");
    same(await verifyCard(root, { ...opening, card: opening.card ^ 1 }), false, "another card");
  }
}
for (const v of vectors.numbers) {
  const found = await numberOf(unhex(v.secret), v.table, v.number, v.count, v.least, v.most, v.seeds);
  same(found.toString(), v.value, "number");
}
for (const v of vectors.heads) {
  const head = headOf(v.table, v.version, v.seal, v.closed);
  same(hex(head), v.head, "head");
  same(await verifyHead(v.key, v.signature, head), true, "signature");
  head[head.length - 1] ^= 1;
  same(await verifyHead(v.key, v.signature, head), false, "signature of another log");
}
console.log(`${checked} answers are the same`);
