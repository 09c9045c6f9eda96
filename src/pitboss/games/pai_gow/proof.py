"""Proves that a house way sets every one of the 154,143,080 hands of seven cards out of 53, lawfully and uniquely.

The proof uses suit isomorphism: suits matter only if five cards can make a flush. Hands without five cards to a flush, counting
the joker, are enumerated by their ranks, all others as multisets of four suits (sets of ranks), each with its number of hands.
The compiled rules set each hand. The result is then checked independently: the high hand must be equal to or higher in rank
than the low hand (§ 561.13(a), § 645a.11(b)), and no other setting that the rule allows may be as good but different in value.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod
from typing import NamedTuple

import numpy as np

from pitboss.cards import JOKER, Card
from pitboss.compiling import compiled
from pitboss.games.pai_gow.compiled_way import (
    Numbers,
    Tables,
    choose,
    decided,
    encoded,
    facts_of,
    lawful,
    splits,
    tables_of_cards,
)
from pitboss.games.pai_gow.house_way import HouseWay
from pitboss.hands.kernels import CATEGORY_SHIFT
from pitboss.hands.pai_gow import PAI_GOW_HIGH
from pitboss.hands.tables import Keys, rank_counts

ALL_HANDS = comb(53, 7)
FAILURES = ("no rule sets it", "the high hand is lower than the low hand", "the rule leaves a choice of settings")
NO_RULE, UNLAWFUL, UNDECIDED = range(3)
PARTS = 64  # into which the work is divided; each takes a fraction of a second


class Tally(NamedTuple):
    """The running counts: hands by the rule that sets them (the last entry: by no rule), by category, and failures, a row for
    each reason with an example and the number of hands; plus working space for the settings of one hand."""

    by_rule: Numbers
    by_category: Numbers
    failed: Numbers
    highs: Numbers
    lows: Numbers
    facts: Numbers

    @staticmethod
    def of(rules: Numbers) -> "Tally":
        """An empty tally."""
        return Tally(
            *(np.zeros(size, np.int64) for size in (len(rules) + 1, len(PAI_GOW_HIGH.categories), (len(FAILURES), 8))),
            *(np.zeros(size, np.int64) for size in (21, 21, 11)),
        )


@compiled
def _judge(cards: Numbers, hands: np.int64, rules: Numbers, tables: Tables, tally: Tally) -> None:
    """Set and check seven cards that represent a number of hands."""
    by_rule, by_category, failed, highs, lows, facts = tally
    splits(cards, tables, highs, lows)
    facts_of(cards, highs, tables, facts)
    number, chosen = choose(rules, facts, highs, lows, tables.least_high)
    best = np.int64(0)
    for high in highs:
        best = max(best, high)
    by_category[best >> CATEGORY_SHIFT] += hands
    by_rule[number] += hands  # the last entry counts hands that no rule sets
    why = -1
    if number < 0:
        why = NO_RULE
    elif not lawful(cards, chosen):
        why = UNLAWFUL
    elif not decided(rules[number], chosen, highs, lows, tables.least_high):
        why = UNDECIDED
    if why >= 0:
        if not failed[why, 7]:
            for at in range(7):
                failed[why, at] = cards[at]
        failed[why, 7] += hands


@compiled
def _by_ranks(held: Keys, number: int, choose_of: Numbers, rules: Numbers, tables: Tables, tally: Tally) -> None:
    """Set all hands with given rank counts (three bits a rank): of seven cards, or of six and the joker. Hands with five cards
    of a suit, counting the joker, are left out."""
    cards = np.full(7, JOKER, np.int64)
    ways = np.zeros(9, np.int64)
    for counts in held:
        at, every = 0, np.int64(1)  # not a literal, or Numba would compile `_judge` once more for it
        ways[:] = 0
        ways[0] = 1  # by the number of cards of one suit: the number of ways to assign suits
        for rank in range(13):
            of_rank = np.int64(counts >> np.uint64(3 * rank) & np.uint64(7))
            every *= choose_of[4, of_rank]
            for suited in range(7, -1, -1):
                ways[suited + 1] = ways[suited + 1] * choose_of[3, of_rank]
                if of_rank:
                    ways[suited + 1] += ways[suited] * choose_of[3, of_rank - 1]
            ways[0] *= choose_of[3, of_rank]
            for _ in range(of_rank):
                cards[at] = 4 * rank + (at & 3)  # so that no suit has more than two cards
                at += 1
        for suited in range(number - 2, 8):  # five of seven, or four of six with the joker; at most one suit can have so many
            every -= 4 * ways[suited]
        _judge(cards, every, rules, tables, tally)


@compiled
def _suit_classes(
    sizes: tuple[int, int, int, int],
    first: int,
    suits: tuple[Numbers, Numbers, Numbers, Numbers],
    rules: Numbers,
    tables: Tables,
    tally: Tally,
) -> None:
    """Set every hand whose suits have given sizes, longest first, and whose first suit has given ranks. Suits of equal size are
    in descending order, so that every class is visited once."""
    cards = np.full(7, JOKER, np.int64)
    for second in range(first + 1 if sizes[1] == sizes[0] else len(suits[1])):
        for third in range(second + 1 if sizes[2] == sizes[1] else len(suits[2])):
            for fourth in range(third + 1 if sizes[3] == sizes[2] else len(suits[3])):
                held = 0
                for suit, ranks in enumerate((suits[0][first], suits[1][second], suits[2][third], suits[3][fourth])):
                    for rank in range(13):
                        if ranks >> rank & 1:
                            cards[held] = 4 * rank + suit
                            held += 1
                # The number of orders of four suits, of which some may be equal.
                hands, alike = np.int64(24), 1
                for same in (
                    sizes[1] == sizes[0] and second == first,
                    sizes[2] == sizes[1] and third == second,
                    sizes[3] == sizes[2] and fourth == third,
                ):
                    alike = alike + 1 if same else 1
                    hands //= alike
                _judge(cards, hands, rules, tables, tally)


@dataclass(frozen=True)
class Failure:
    """Hands that a way fails to set correctly, with one example."""

    why: str
    hands: int
    example: tuple[Card, ...]


@dataclass(frozen=True)
class Proof:
    """The result of the enumeration."""

    hands: int
    classes: int  # hands up to suit isomorphism
    by_rule: tuple[int, ...]  # the number of hands that each rule sets
    by_category: dict[str, int]  # by the best five of the seven cards
    failures: tuple[Failure, ...]


Sizes = tuple[int, int, int, int]


def _sizes(held: int) -> Iterator[Sizes]:
    """The sizes of four suits, longest first."""
    for a in range(held, 0, -1):
        for b in range(min(a, held - a), -1, -1):
            for c in range(min(b, held - a - b), -1, -1):
                if (d := held - a - b - c) <= c:
                    yield a, b, c, d


def _classes() -> int:
    """The number of hands up to suit isomorphism."""
    shapes = [Counter(sizes) for held in (7, 6) for sizes in _sizes(held)]
    return sum(prod(comb(comb(13, size) + times - 1, times) for size, times in shape.items()) for shape in shapes)


def _nothing(done: int, total: int) -> None:
    """Ignore progress."""


def prove(way: HouseWay, progress: Callable[[int, int], object] = _nothing) -> Proof:
    """Set every hand by a way. `progress` is called with the numbers of finished and of all hands."""
    rules, tables = encoded(way), tables_of_cards()
    by_size = [np.array([sum([1 << r for r in held]) for held in combinations(range(13), n)], np.int64) for n in range(8)]
    choose_of = np.array([[comb(n, k) for k in range(5)] for n in range(5)], np.int64)
    workers = os.cpu_count() or 1
    without = {number: rank_counts(number, False) for number in (7, 6)}  # the second with the joker
    flushes = [
        (sizes, first)
        for held, least in ((7, 5), (6, 4))  # the second with the joker
        for sizes in _sizes(held)
        if sizes[0] >= least
        for first in range(comb(13, sizes[0]))
    ]

    def do(part: int) -> Tally:
        found = Tally.of(rules)
        for number, held in without.items():
            _by_ranks(np.ascontiguousarray(held[part::PARTS]), number, choose_of, rules, tables, found)
        for sizes, first in flushes[part::PARTS]:
            a, b, c, d = (by_size[size] for size in sizes)
            _suit_classes(sizes, first, (a, b, c, d), rules, tables, found)
        return found

    whole = Tally.of(rules)
    progress(0, ALL_HANDS)
    with ThreadPoolExecutor(workers) as pool:
        for found in pool.map(do, range(PARTS)):
            whole.by_rule[:] += found.by_rule
            whole.by_category[:] += found.by_category
            for row, failures in zip(whole.failed, found.failed, strict=True):
                if not row[7]:
                    row[:7] = failures[:7]
                row[7] += failures[7]
            progress(int(whole.by_category.sum()), ALL_HANDS)
    assert whole.by_category.sum() == whole.by_rule.sum() == ALL_HANDS
    return Proof(
        ALL_HANDS,
        _classes(),
        tuple(whole.by_rule[:-1].tolist()),
        dict(zip(PAI_GOW_HIGH.categories, whole.by_category.tolist(), strict=True)),
        tuple(
            Failure(FAILURES[why], int(row[7]), tuple(sorted(row[:7].tolist(), reverse=True)))
            for why, row in enumerate(whole.failed)
            if row[7]
        ),
    )
