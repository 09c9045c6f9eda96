"""Conditions over arrays of hands: a row per hand, one true or false for each.

Poker categories are read as what a hand contains: the best hand of five cards (of fewer, where fewer are dealt) has a category
if it contains it and none that ranks above it. The order is that of the chapters: of three cards a straight beats a flush
(§ 565.6), of four, three-of-a-kind does (§ 557.6).
"""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import ACE, JOKER, KING, TEN, Card
from pitboss.drafts.conditions import And, Category, Condition, Not, Number, Or, Over, Property, Value, Word
from pitboss.hands import FIVE_CARD, FOUR_CARD, THREE_CARD, TWO_CARD
from pitboss.hands.kernels import codes

Flags: TypeAlias = Any  # an array of booleans
Values: TypeAlias = Any  # an array of whole numbers
Ways: TypeAlias = Any  # the same, Python's own where 64 bits do not hold them
Hands: TypeAlias = NDArray[np.uint8]
MOST_WILD = 8  # wild cards that are told apart
NO_CARD = 255  # where a card was not drawn
RANKINGS = {2: TWO_CARD, 3: THREE_CARD, 4: FOUR_CARD, 5: FIVE_CARD}  # by the number of cards of a hand


@dataclass(frozen=True)
class Reading:
    """How cards are read as Poker hands: which are wild, or a bug, and how many make a hand."""

    wild: frozenset[Card] = frozenset()
    bug: bool = False  # the wild cards are aces, or complete straights and flushes
    best: int = 5


PLAIN = Reading()
ORDERS: dict[int, tuple[str, ...]] = {
    2: ("high card", "pair"),
    3: ("high card", "pair", "flush", "straight", "three of a kind", "straight flush", "royal flush"),
    4: (
        *("high card", "pair", "two pair", "straight", "flush", "three of a kind", "straight flush", "royal flush"),
        "four of a kind",
    ),
    5: (
        *("high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind"),
        *("straight flush", "royal flush", "five of a kind"),
    ),
}
SIGNS = {"=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


class Cards:
    """Some cards of every hand: an array with a row per hand."""

    def __init__(self, cards: Hands, reading: Reading = PLAIN) -> None:
        self.cards, self.reading = cards, reading
        self.best = min(cards.shape[1], reading.best)  # cards of a Poker hand
        self._contained: dict[str, Flags] = {}
        self._read: dict[object, Values] = {}

    @cached_property
    def number(self) -> Values:
        """How many cards there are."""
        return (self.cards != NO_CARD).sum(1)

    @cached_property
    def bits(self) -> Values:
        """The cards of each hand as bits, for hands of different cards."""
        return np.bitwise_or.reduce(np.int64(1) << self.cards.astype(np.int64), axis=1)

    @cached_property
    def strength(self) -> Values:
        """A number that compares as Poker hands of these cards do."""
        if self.reading.wild:
            return self._strength_with_wild_cards()
        return codes(RANKINGS[self.best], self.cards)

    def _strength_with_wild_cards(self) -> Values:
        """The place of the best category in the order of hands, then ranks of four bits each. In a flush a wild card is the
        highest card that it lacks; otherwise all wild cards make more of the rank that is there most."""
        if self.cards.shape[1] > self.best:
            hands = (self.cards[:, list(places)] for places in combinations(range(self.cards.shape[1]), self.best))
            return np.max([Cards(hand, self.reading).strength for hand in hands], axis=0)
        plain, wilds, rows = self.natural, self.wilds, np.arange(len(self.cards))
        alike = plain.counts.astype(np.int64)
        most = np.full(len(rows), ACE) if self.reading.bug else (16 * alike + np.arange(ACE + 1)[:, None]).argmax(0)
        alike[most, rows] += wilds
        ranks = np.sort(np.where(alike > 0, 16 * alike + np.arange(ACE + 1)[:, None], 0), axis=0)[::-1]
        by_rank = np.sum([(ranks[place] & 15) << 16 - 4 * place for place in range(5)], axis=0)
        suit = plain.held.copy()
        for wild in range(self.best):
            suit |= np.where(wilds > wild, np.int64(1) << top_bit(~suit & (1 << ACE + 1) - 1), 0)
        order = ORDERS[self.best]
        strength = by_rank
        for place, name in enumerate(order):
            if name == "flush":
                within = suit
            elif name in ("straight", "straight flush"):
                within = self._rank_of(name)
            else:
                within = by_rank
            if name != "royal flush":  # the highest straight flush
                strength = np.where(self.contains(name), (place << 20) + within, strength)
        return strength

    @cached_property
    def flush_value(self) -> Values:
        """A number that compares as the longest suit of these cards: by its cards, then by their ranks."""
        return np.max([(self.of_suit[suit].astype(np.int64) << 13) + self.in_suit[suit] for suit in range(4)], axis=0)

    def read(self, test: object, how: "Callable[[Cards], Values]") -> Values:
        """The value of a test, computed once."""
        if test not in self._read:
            self._read[test] = how(self)
        return self._read[test]

    @cached_property
    def counts(self) -> NDArray[np.int8]:
        """How many cards there are of each rank."""
        return tally(np.minimum(self.cards >> 2, ACE + 1), ACE + 2)[: ACE + 1]

    @cached_property
    def in_suit(self) -> list[Values]:
        """The ranks held of each suit, as bits."""
        bits = np.zeros((len(self.cards), 5), np.int64)
        rows = np.arange(len(self.cards))
        for card in self.cards.T:
            bits[rows, np.where(card < JOKER, card & 3, 4)] |= np.int64(1) << (card >> 2 & 15).astype(np.int64)
        return list(bits.T[:4])

    @cached_property
    def of_suit(self) -> NDArray[np.int8]:
        """How many cards there are of each suit."""
        return tally(np.where(self.cards < JOKER, self.cards & 3, 4), 5)[:4]

    @cached_property
    def held(self) -> Values:
        """The ranks held, as bits."""
        return self.in_suit[0] | self.in_suit[1] | self.in_suit[2] | self.in_suit[3]

    @cached_property
    def wilds(self) -> Values:
        """How many cards are wild."""
        return np.isin(self.cards, list(self.reading.wild)).sum(1)

    @cached_property
    def natural(self) -> "Cards":
        """The cards that are not wild."""
        if not self.reading.wild:
            return self
        return Cards(np.where(np.isin(self.cards, list(self.reading.wild)), np.uint8(NO_CARD), self.cards))

    @cached_property
    def of_rank(self) -> Values:
        """How many cards there may be of each rank: the natural ones and those that are wild; a bug is an ace there."""
        plain = self.natural.counts
        if not self.reading.bug:
            return plain + self.wilds if self.reading.wild else plain
        return np.concatenate([plain[:ACE], plain[ACE:] + self.wilds])

    def contains(self, category: str) -> Flags:
        """Whether each hand contains a category."""
        if category not in self._contained:
            self._contained[category] = self._contains(category)
        return self._contained[category]

    def _contains(self, category: str) -> Flags:
        plain, best, wilds = self.natural, self.best, self.wilds
        most, pairs = self.of_rank.max(0), (plain.counts >= 2).sum(0)
        if self.reading.bug:
            pairs, spare = (self.of_rank >= 2).sum(0), 0
        else:
            spare = wilds
        if category == "high card":
            return np.ones(len(self.cards), np.bool_)
        if category == "two pair":
            return pairs + spare >= 2
        if category == "full house":
            return (pairs >= 2) & (most >= 3)
        if category == "straight":
            return top_of_run(plain.held, best, wilds) >= 0
        if category == "flush":
            return plain.of_suit.max(0) + wilds >= best
        if category == "straight flush":
            return np.logical_or.reduce([top_of_run(held, best, wilds) >= 0 for held in plain.in_suit])
        if category == "royal flush":
            return np.logical_or.reduce([top_of_run(held, best, wilds) == ACE for held in plain.in_suit])
        number = {"pair": 2, "three of a kind": 3, "four of a kind": 4, "five of a kind": 5}[category]
        return most >= number

    def is_category(self, test: Category) -> Flags:
        """Whether each hand is exactly of a category, or better, or worse."""
        order = ORDERS[self.best]
        place = order.index(test.name)
        above = np.zeros(len(self.cards), np.bool_)
        for name in order[place + 1 :]:
            if name != "royal flush":  # it is a straight flush too
                above |= self.contains(name)
        here = self.contains(test.name)
        if test.rank >= 0:
            rank = self._rank_of(test.name)
            exact = here & ~above & (rank == test.rank)
            if test.reach == "better":
                return above | (here & (rank >= test.rank))
            return ~above & (~here | (rank <= test.rank)) if test.reach == "worse" else exact
        if test.reach == "better":
            return above | here
        return ~above if test.reach == "worse" else here & ~above

    def _rank_of(self, category: str) -> Values:
        """The rank that a category is named by: of the pair, of the highest card."""
        plain, wilds = self.natural, self.wilds
        if category in ("pair", "three of a kind", "four of a kind"):
            number = {"pair": 2, "three of a kind": 3, "four of a kind": 4}[category]
            return highest(self.of_rank >= number)
        if category == "straight":
            return top_of_run(plain.held, self.best, wilds)
        if category == "straight flush":
            return np.max([top_of_run(held, self.best, wilds) for held in plain.in_suit], axis=0)
        if category == "flush":
            enough = [plain.of_suit[suit] + wilds >= self.best for suit in range(4)]
            suits = [np.where(enough[suit], top_bit(held), -1) for suit, held in enumerate(plain.in_suit)]
            return np.where(wilds > 0, ACE, np.max(suits, axis=0))
        return highest(self.of_rank >= 1 if self.reading.bug else plain.counts >= 1)

    def has(self, name: str) -> Flags:
        """Whether each hand has a property."""
        counts, number = self.counts, self.number
        if name == "suited":
            return self.number_of("longest suit") == number
        if name == "same rank":
            return counts.max(0) == number
        if name == "same colour":
            red = self.of_suit[1] + self.of_suit[2]
            return (red == number) | (self.of_suit[0] + self.of_suit[3] == number)
        if name == "identical":
            return ((self.cards == self.cards[:, :1]) | (self.cards == NO_CARD)).all(1)
        if name == "run":
            return self.number_of("longest run") >= number
        if name == "soft":
            return self.number_of("total") != self.number_of("hard total")
        if name == "bust":
            return self.number_of("hard total") > 21
        assert name == "blackjack"
        tens = counts[TEN : KING + 1].sum(0)
        return (tens == 1) & (counts[ACE] == 1) & (number == 2)

    def number_of(self, name: str) -> Values:
        """A number read from each hand."""
        counts = self.counts
        if name == "cards":
            return self.number
        if name == "poker value":
            return self.strength
        if name == "flush value":
            return self.flush_value
        if name == "highest of longest suit":
            return top_bit(self.flush_value & (1 << 13) - 1) + 2
        if name in ("total", "hard total", "points"):
            worth = np.array([*range(2, 10), 10, 10, 10, 10, 1])
            hard: Values = worth @ counts
            return np.where((name == "total") & (counts[ACE] > 0) & (hard <= 11), hard + 10, hard)
        if name == "baccarat points":
            return np.array([*range(2, 10), 0, 0, 0, 0, 1]) @ counts % 10
        if name == "pips":
            return np.array([*range(2, 14), 1]) @ counts
        if name == "highest":
            return highest(counts >= 1) + 2
        if name == "lowest":
            return 12 - highest(counts[::-1] >= 1) + 2
        if name == "spread":
            return self.number_of("highest") - self.number_of("lowest")
        if name == "ranks":
            return (counts > 0).sum(0)
        if name == "suits":
            return (self.of_suit > 0).sum(0)
        if name == "pairs":
            return (counts >= 2).sum(0)
        if name == "most of a rank":
            return counts.max(0)
        if name == "most alike":
            alike = [(self.cards == self.cards[:, place : place + 1]).sum(1) for place in range(self.cards.shape[1])]
            return np.max(alike, axis=0)
        if name == "longest suit":
            return self.natural.of_suit.max(0) + self.wilds
        if name == "longest run":
            return longest_run(self.natural.held, self.wilds)
        assert name == "longest suited run"
        return np.max([longest_run(suit, self.wilds) for suit in self.natural.in_suit], axis=0)

    def matching(self, name: str, other: "Cards") -> Values:
        """How many of each hand's cards have the rank, the suit or both of any card of other ones."""
        mine, theirs = (hands.cards.astype(np.int16) for hands in (self, other))
        if name != "same card as":
            shift, mask = (2, 0xFF) if name == "same rank as" else (0, 3)
            mine = np.where(mine < JOKER, mine >> shift & mask, -1)  # a joker and a card that was not drawn match nothing
            theirs = np.where(theirs < JOKER, theirs >> shift & mask, -2)
        mine = np.where(self.cards == NO_CARD, -1, mine)
        return (mine[:, :, None] == theirs[:, None, :]).any(2).sum(1)


class Batch:
    """Rows of cards in groups, and conditions over them. A group has hands, and for each row the place of its hand."""

    def __init__(
        self,
        groups: Mapping[Over, tuple[Cards, Values | None]],
        rows: int,
        reading: Reading = PLAIN,
        known: Mapping[Property, Flags] = MappingProxyType({}),
    ) -> None:
        self.groups = groups  # merged groups, by the names that each stands for
        self.rows, self.reading = rows, reading
        self.known = known  # tests that have been decided without looking at cards
        self._cards: dict[Over, Cards] = {}

    def _parts(self, over: Over) -> list[tuple[Cards, Values | None]]:
        return [part for names, part in self.groups.items() if not over or names[0] in over]

    def cards(self, over: Over) -> Cards:
        """The cards of some groups together, row by row; all where none is named."""
        key = tuple(sorted(set(over)))
        if key not in self._cards:
            parts = [cards.cards if at is None else cards.cards[at] for cards, at in self._parts(over)]
            self._cards[key] = Cards(np.concatenate(parts, axis=1), self.reading)
        return self._cards[key]

    def _read(self, test: Category | Property | Number, how: Callable[[Cards], Values]) -> Values:
        """What a test reads from its cards: where it looks at one group, once for each different hand."""
        parts = self._parts(test.over)
        if len(parts) == 1 and parts[0][1] is not None:
            cards, at = parts[0]
            return cards.read(test, how)[at]
        return self.cards(test.over).read(test, how)

    def holds(self, condition: Condition) -> Flags:
        """Whether a condition holds for each row."""
        if isinstance(condition, And):
            return np.logical_and.reduce([self.holds(term) for term in condition.terms])
        if isinstance(condition, Or):
            return np.logical_or.reduce([self.holds(term) for term in condition.terms])
        if isinstance(condition, Not):
            return ~self.holds(condition.term)
        if isinstance(condition, Word):
            return np.full(self.rows, condition.holds)
        if isinstance(condition, Category):
            return self._read(condition, lambda cards: cards.is_category(condition))
        if isinstance(condition, Property):
            if condition in self.known:
                return self.known[condition]
            return self._read(condition, lambda cards: cards.has(condition.name))
        flags: Flags = SIGNS[condition.sign](self.value(condition.left), self.value(condition.right))
        return flags

    def value(self, value: Value) -> Values:
        """A number or a sum for each row."""
        if isinstance(value, int):
            return np.full(self.rows, value)
        if isinstance(value, Number):
            return self.number(value).astype(np.int64)
        return sum(sign * self.value(term) for sign, term in value.terms)

    def number(self, number: Number) -> Values:
        """A number for each row."""
        if number.name == "count":
            counted = np.zeros(NO_CARD + 1, np.int64)
            counted[list(number.cards)] = 1
            return self._read(number, lambda cards: counted[cards.cards].sum(1))
        if number.other:
            return self.cards(number.over).matching(number.name, self.cards(number.other))
        return self._read(number, lambda cards: cards.number_of(number.name))


def tally(values: Hands, kinds: int) -> NDArray[np.int8]:
    """How often each value below `kinds` occurs in each hand, a row per value; others are not counted."""
    counts = np.zeros((max(kinds, int(values.max(initial=0)) + 1), len(values)), np.int8)
    hands = np.arange(len(values))
    for column in values.T:
        counts[column, hands] += 1
    return counts[:kinds]


def highest(flags: Flags) -> Values:
    """The last true row of each column, -1 where none is."""
    last: Values = np.where(flags, np.arange(len(flags))[:, None], -1).max(0)
    return last


def top_bit(bits: Values) -> Values:
    """The highest bit of numbers below 2 to the 13th, -1 for 0."""
    return top_bits()[bits]


def top_of_run(held: Values, length: int, wilds: Values | int = 0) -> Values:
    """The highest rank of the highest run of so many that ranks hold with some wild cards, -1 where there is none."""
    return tops_of_runs(length, MOST_WILD)[np.minimum(wilds, MOST_WILD), held]


def longest_run(held: Values, wilds: Values | int = 0) -> Values:
    """The length of the longest run that ranks make with some wild cards."""
    return longest_runs(MOST_WILD)[np.minimum(wilds, MOST_WILD), held]


@cache
def top_bits() -> Values:
    """The highest bit of every set of ranks, -1 for none."""
    sets = np.arange(1 << ACE + 1)
    return np.where(sets > 0, np.frexp(sets.astype(float))[1] - 1, -1)


@cache
def tops_of_runs(length: int, most: int) -> Values:
    """By number of wild cards and set of ranks the highest rank of the highest run, -1 where there is none."""
    sets = np.arange(1 << ACE + 1)
    with_low = sets << 1 | sets >> ACE & 1  # an ace is also below the two
    top = np.full((most + 1, len(sets)), -1)
    for highest_rank in range(length - 2, ACE + 1):
        held = np.bitwise_count(with_low & (1 << length) - 1 << highest_rank + 2 - length)
        for wilds in range(most + 1):
            top[wilds, held + wilds >= length] = highest_rank
    return top


@cache
def longest_runs(most: int) -> Values:
    """By number of wild cards and set of ranks the length of the longest run."""
    longest = np.zeros((most + 1, 1 << ACE + 1), np.int64)
    for length in range(1, ACE + 2):
        longest[tops_of_runs(length, most) >= 0] = length
    return longest
