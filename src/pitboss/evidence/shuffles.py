"""The fair shuffle: an order that the house cannot choose, and that no one can read before the cards are dealt.

A secret of 32 random bytes is drawn before the wagers, and its digest is published: the promise. All decisions of chance until
the next promise follow from the secret: any number of shuffles and numbers, each under its own count. A shuffle is an order of
the cards as they were gathered, committed by a Merkle root over salted cards before the first of them is dealt. Seeds of the
seats rearrange the committed order, so that trying many secrets beforehand gains the house nothing.

Orders and salts follow from the drawn value itself, which is never published, because it would show folded cards. Numbers
follow from a derived value, which is published (scheme 2). Logs of scheme 1 derived everything from one published value.

>>> secret = Secret(bytes(32), "table 1", 1)
>>> shuffle = secret.shuffle(1, range(52))
>>> card = shuffle.open_card(0)
>>> verify_card(shuffle.root, card), verify_card(shuffle.root, msgspec.structs.replace(card, card=card.card ^ 1))
(True, False)
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import count

import msgspec

from pitboss.cards import Card
from pitboss.evidence import merkle
from pitboss.evidence.errors import BadEvidence, IllegalSeed
from pitboss.shoe import arrange, factorial

SECRET = 32
SCHEME = 2  # of new promises; logs of scheme 1 still verify
SLACK = 16  # 128 extra bits before reducing modulo n!, so that the bias of any order is below 1 in 2^128
MOST_SEATS, LONGEST_SEED = 65535, 256
LARGEST = 1 << 63
NO_SEEDS: Mapping[int, str] = {}


class Opening(msgspec.Struct, frozen=True):
    """One card of a shuffle with its proof: its index in the committed order, the number of cards, its salt, and its path."""

    index: int
    cards: int
    card: Card
    salt: str
    path: tuple[str, ...]


@dataclass(frozen=True)
class Secret:
    """The secret of one promise of one table, and everything derived from it."""

    value: bytes = field(repr=False)
    table: str
    number: int  # of the promise, from 1
    scheme: int = SCHEME

    def __post_init__(self) -> None:
        if len(self.value) != SECRET:
            raise BadEvidence(f"a secret has {SECRET} bytes, not {len(self.value)}")
        if self.scheme not in (1, SCHEME):
            raise BadEvidence(f"promises of scheme {self.scheme} are not known here")

    @property
    def scope(self) -> bytes:
        """The table and the number of the promise, to which everything is bound."""
        return scope_of(self.table, self.number)

    @property
    def told(self) -> bytes:
        """The part that is published when the cards are gathered; numbers follow from it."""
        return self.value if self.scheme == 1 else stream(self.value, b"pitboss secret 2\0" + self.scope, SECRET)

    @property
    def digest(self) -> str:
        """The digest of the part that is never published; "" in scheme 1, which has no such part."""
        return "" if self.scheme == 1 else hashlib.sha256(b"pitboss hidden 2\0" + self.scope + self.value).hexdigest()

    @property
    def promise(self) -> str:
        """The digest that is published before the wagers."""
        return promise_of(self.table, self.number, self.told, self.digest)

    def shuffle(self, number: int, cards: Iterable[Card], seeds: Mapping[int, str] = NO_SEEDS) -> "FairShuffle":
        """The shuffle with this count, from 1, of the cards as gathered."""
        return FairShuffle(self, number, tuple(cards), seeds)

    def draw(self, number: int, least: int, most: int, seeds: Mapping[int, str] = NO_SEEDS) -> int:
        """The number with this count, from 1, from least to most: the depth of a cut, a die, a starting position."""
        return draw_number(self.told, self.scope, number, least, most, seeds)


def promise_of(table: str, number: int, published: bytes, digest: str = "") -> str:
    """The promise for a published secret and the digest of its hidden part, if the scheme has one."""
    scheme = b"2" if digest else b"1"
    content = b"pitboss promise " + scheme + b"\0" + scope_of(table, number) + published + bytes.fromhex(digest)
    return hashlib.sha256(content).hexdigest()


def draw_number(published: bytes, scope: bytes, number: int, least: int, most: int, seeds: Mapping[int, str] = NO_SEEDS) -> int:
    """A number from least to most that follows from a published secret.

    Uniform by rejection: 64 bits that fall into the incomplete last part are discarded and drawn again.
    """
    if not -LARGEST <= least <= most < LARGEST:
        raise BadEvidence(f"there is no number from {least} to {most}")
    span = most - least + 1
    accepted = (1 << 64) // span * span
    purpose = b"pitboss number 1\0" + scope + seeds_digest(seeds) + _u32(number)
    for attempt in count(1):
        drawn = int.from_bytes(stream(published, purpose + _u32(attempt), 8), "big")
        if drawn < accepted:
            return least + drawn % span
    raise AssertionError  # count does not end


class FairShuffle:
    """One shuffle: the gathered cards, the committed order with its root, and the final order after seeds."""

    __slots__ = ("_levels", "_salts", "committed", "gathered", "number", "opened", "order", "places", "root", "seeds")

    def __init__(self, secret: Secret, number: int, cards: tuple[Card, ...], seeds: Mapping[int, str] = NO_SEEDS) -> None:
        try:
            bytes(cards)
            len(cards).to_bytes(2, "big")
        except (ValueError, OverflowError):
            raise BadEvidence("a shuffle has at most 65,535 cards, each a number below 256") from None
        size = order_bytes(len(cards))
        purpose = b"pitboss shuffle %d\0" % secret.scheme + secret.scope + _u32(number)
        random = stream(secret.value, purpose, size + merkle.SALT * len(cards))
        self.number, self.gathered = number, cards
        self.opened = False  # whether a card was opened, after which the order is final
        self.committed = tuple(arrange(cards, int.from_bytes(random[:size], "big") % factorial(len(cards))))
        self._salts = random[size:]
        self._levels = merkle.levels(merkle.leaves(self.committed, self._salts))
        self.root = merkle.root(len(cards), self._levels[-1])
        self.seed(seeds)

    def seed(self, seeds: Mapping[int, str]) -> None:
        """Sets the final order: the committed order, rearranged by the seeds."""
        self.seeds = dict(seeds)
        self.places = places(self.root, len(self.committed), seeds)
        self.order = tuple([self.committed[place] for place in self.places]) if seeds else self.committed

    def open_card(self, position: int) -> Opening:
        """The card at a position of the final order, from 0, with its proof."""
        self.opened = True
        index = self.places[position]
        salt = self._salts[merkle.SALT * index : merkle.SALT * (index + 1)].hex()
        return Opening(index, len(self.committed), self.committed[index], salt, merkle.path(self._levels, index))


def scope_of(table: str, number: int) -> bytes:
    """A table and the number of a promise as bytes."""
    try:
        name = table.encode()
        return len(name).to_bytes(2, "big") + name + _u32(number)
    except (ValueError, OverflowError):
        raise BadEvidence("a table has a name of at most 65,535 bytes, a promise a number below 2^32") from None


def stream(key: bytes, purpose: bytes, size: int) -> bytes:
    """Pseudorandom bytes from a key and a purpose: HMAC-SHA-256 over the purpose and a counter from 1.

    PBKDF2 with a single iteration is exactly that, in one call, here as in a browser.
    """
    return hashlib.pbkdf2_hmac("sha256", key, purpose, 1, size)


@cache
def order_bytes(cards: int) -> int:
    """The number of bytes from which one of n! orders is picked."""
    return (factorial(cards).bit_length() + 7) // 8 + SLACK


def check_seed(seat: int, seed: str) -> None:
    """Checks that a seat may add a seed of this form; raises IllegalSeed."""
    if type(seat) is not int or not 1 <= seat <= MOST_SEATS:
        raise IllegalSeed(f"there is no seat {seat!r}")
    if type(seed) is not str or not seed or not seed.isprintable() or len(seed.encode()) > LONGEST_SEED:
        raise IllegalSeed(f"a seed has 1 to {LONGEST_SEED} bytes of printable text")


def check_pledge(seat: int, digest: str) -> None:
    """Checks a pledge, a digest of 64 lowercase hexadecimal digits; raises IllegalSeed."""
    check_seed(seat, "any")
    if type(digest) is not str or len(digest) != 64 or set(digest) - set("0123456789abcdef"):
        raise IllegalSeed("a pledge has 64 hexadecimal digits")


def pledge_of(seat: int, seed: str) -> str:
    """The digest by which a seat commits to a seed; the seed must be too long to be guessed."""
    check_seed(seat, seed)
    return hashlib.sha256(b"pitboss pledge 1\0" + _pairs({seat: seed})).hexdigest()


def seeds_digest(seeds: Mapping[int, str]) -> bytes:
    """The digest of all seats with their seeds, by seat."""
    return hashlib.sha256(b"pitboss seeds 1\0" + _pairs(seeds)).digest()


def places(root: str, cards: int, seeds: Mapping[int, str]) -> Sequence[int]:
    """For each position of the final order, its place in the committed order; the identity without seeds.

    >>> places("00" * 32, 5, {}), sorted(places("00" * 32, 5, {1: "luck"}))
    (range(0, 5), [0, 1, 2, 3, 4])
    """
    if not seeds:
        return range(cards)
    key = hashlib.sha256(b"pitboss mix 1\0" + bytes.fromhex(root) + seeds_digest(seeds)).digest()
    random = stream(key, b"pitboss mix 1\0", order_bytes(cards))
    return arrange(range(cards), int.from_bytes(random, "big") % factorial(cards))


def verify_card(root: str, opening: Opening) -> bool:
    """True if a card lies at its place in the order that the root commits to."""
    try:
        salt, path = bytes.fromhex(opening.salt), [bytes.fromhex(siblings) for siblings in opening.path]
        leaf = merkle.leaf(opening.index, opening.card, salt)
    except (ValueError, TypeError, IndexError, OverflowError):
        return False
    return len(salt) == merkle.SALT and merkle.leads_to(root, leaf, opening.index, opening.cards, path)


def verify_shuffle(
    promise: str, secret: Secret, number: int, gathered: Iterable[Card], root: str, seeds: Mapping[int, str] = NO_SEEDS
) -> tuple[Card, ...]:
    """The final order of a shuffle with a revealed secret; raises BadEvidence if it does not fit the published promise or
    root."""
    if secret.promise != promise:
        raise BadEvidence(f"promise {secret.number}: {promise} was promised, but the secret gives {secret.promise}")
    shuffle = secret.shuffle(number, gathered, seeds)
    if shuffle.root != root:
        raise BadEvidence(
            f"shuffle {number} of promise {secret.number}: the root is {root}, but secret and cards give {shuffle.root}"
        )
    return shuffle.order


def _pairs(seeds: Mapping[int, str]) -> bytes:
    parts = []
    for seat, seed in sorted(seeds.items()):
        text = seed.encode()
        parts.append(seat.to_bytes(2, "big") + len(text).to_bytes(2, "big") + text)
    return b"".join(parts)


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")
