"""The proof of a house way: every one of the 154,143,080 hands of seven cards of the 53 is set, lawfully, in one way.

Suits matter only in being alike, so hands that differ by renamed suits are set alike: what is enumerated are multisets
of four suits (sets of ranks), with and without the joker, each with its number of hands. The compiled rules set each of
them; what they choose is then checked by other means: that the high hand is equal to or higher in rank than the low hand
(§ 561.13(a), § 645a.11(b)), and that no other setting the rule would take is as good and worth something else.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from pitboss.cards import JOKER, Card
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
from pitboss.hands.tables import compiled

ALL_HANDS = comb(53, 7)
FAILURES = ("no rule sets it", "the high hand is lower than the low hand", "the rule leaves a choice of settings")
NO_RULE, UNLAWFUL, UNDECIDED = range(3)


@compiled
def _suit_classes(
    sizes: tuple[int, int, int, int],
    first: int,
    suits: tuple[Numbers, Numbers, Numbers, Numbers],
    rules: Numbers,
    tables: Tables,
    by_rule: Numbers,
    by_category: Numbers,
    failed: Numbers,
) -> int:
    """Sets every hand whose suits have these sizes, longest first, and the first of them these ranks; returns the number
    of classes. Suits of one size are taken in descending order, so that every class comes once."""
    highs, lows, facts = np.zeros(21, np.int64), np.zeros(21, np.int64), np.zeros(11, np.int64)
    cards = np.full(7, JOKER, np.int64)
    classes = 0
    for second in range(first + 1 if sizes[1] == sizes[0] else len(suits[1])):
        for third in range(second + 1 if sizes[2] == sizes[1] else len(suits[2])):
            for fourth in range(third + 1 if sizes[3] == sizes[2] else len(suits[3])):
                held = 0
                for suit, ranks in enumerate((suits[0][first], suits[1][second], suits[2][third], suits[3][fourth])):
                    for rank in range(13):
                        if ranks >> rank & 1:
                            cards[held] = 4 * rank + suit
                            held += 1
                # The orders of four suits, some of them perhaps alike.
                hands, alike = 24, 1
                for same in (
                    sizes[1] == sizes[0] and second == first,
                    sizes[2] == sizes[1] and third == second,
                    sizes[3] == sizes[2] and fourth == third,
                ):
                    alike = alike + 1 if same else 1
                    hands //= alike
                splits(cards, tables, highs, lows)
                facts_of(cards, highs, tables, facts)
                number, chosen = choose(rules, facts, highs, lows, tables.least_high)
                classes += 1
                by_category[highs.max() >> CATEGORY_SHIFT] += hands
                by_rule[number] += hands  # the last one is for no rule
                why = -1
                if number < 0:
                    why = NO_RULE
                elif not lawful(cards, chosen):
                    why = UNLAWFUL
                elif not decided(rules[number], chosen, highs, lows, tables.least_high):
                    why = UNDECIDED
                if why >= 0:
                    if not failed[why, 7]:
                        failed[why, :7] = cards
                    failed[why, 7] += hands
    return classes


@dataclass(frozen=True)
class Failure:
    """Hands that a way does not set as it must, with one of them as an example."""

    why: str
    hands: int
    example: tuple[Card, ...]


@dataclass(frozen=True)
class Proof:
    """What the enumeration of all hands found."""

    hands: int
    classes: int  # hands that differ in more than the names of their suits
    by_rule: tuple[int, ...]  # hands that each rule sets
    by_category: dict[str, int]  # the best five of the seven cards
    failures: tuple[Failure, ...]


def _work() -> Iterator[tuple[tuple[int, int, int, int], int]]:
    """The sizes of four suits and the ranks of the first, in pieces of a fraction of a second."""
    for held in (7, 6):  # without and with the joker
        for a in range(held, 0, -1):
            for b in range(min(a, held - a), -1, -1):
                for c in range(min(b, held - a - b), -1, -1):
                    d = held - a - b - c
                    if d <= c:
                        yield from [((a, b, c, d), first) for first in range(comb(13, a))]


def _nothing(done: int, total: int) -> None:
    """Shows no progress."""


def prove(way: HouseWay, progress: Callable[[int, int], object] = _nothing) -> Proof:
    """Sets every hand there is by a way; `progress` is told now and then how many of how many hands are done."""
    rules, tables = encoded(way), tables_of_cards()
    by_size = [np.array([sum([1 << r for r in held]) for held in combinations(range(13), n)], np.int64) for n in range(8)]
    work = list(_work())
    workers = os.cpu_count() or 1
    pieces = [work[start::64] for start in range(64)]

    def do(piece: Sequence[tuple[tuple[int, int, int, int], int]]) -> tuple[int, Numbers, Numbers, Numbers]:
        by_rule, by_category = np.zeros(len(rules) + 1, np.int64), np.zeros(len(PAI_GOW_HIGH.categories), np.int64)
        failed = np.zeros((len(FAILURES), 8), np.int64)
        classes = 0
        for sizes, first in piece:
            a, b, c, d = (by_size[size] for size in sizes)
            classes += _suit_classes(sizes, first, (a, b, c, d), rules, tables, by_rule, by_category, failed)
        return classes, by_rule, by_category, failed

    classes, by_rule, by_category = 0, np.zeros(len(rules) + 1, np.int64), np.zeros(len(PAI_GOW_HIGH.categories), np.int64)
    failed = np.zeros((len(FAILURES), 8), np.int64)
    progress(0, ALL_HANDS)
    with ThreadPoolExecutor(workers) as pool:
        for some, rule_counts, category_counts, failures in pool.map(do, pieces):
            classes += some
            by_rule += rule_counts
            by_category += category_counts
            for why in range(len(FAILURES)):
                if not failed[why, 7]:
                    failed[why, :7] = failures[why, :7]
                failed[why, 7] += failures[why, 7]
            progress(int(by_category.sum()), ALL_HANDS)
    assert by_category.sum() == by_rule.sum() == ALL_HANDS
    return Proof(
        ALL_HANDS,
        classes,
        tuple(by_rule[:-1].tolist()),
        dict(zip(PAI_GOW_HIGH.categories, by_category.tolist(), strict=True)),
        tuple(
            Failure(FAILURES[why], int(row[7]), tuple(sorted(row[:7].tolist(), reverse=True)))
            for why, row in enumerate(failed)
            if row[7]
        ),
    )
