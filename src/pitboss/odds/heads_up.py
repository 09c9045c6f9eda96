"""Chapter 677a, Heads-Up Hold 'Em: raise before the flop, after it, or at the end, or fold, against one dealer.

What a holding wins on a board is a constant and a part for each unit raised, so sums of both over the boards of a flop decide
what to do on the flop, and sums over all boards what to do before it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import Table
from pitboss.hands.tables import compiled
from pitboss.money import Odds
from pitboss.odds.boards import LOSE, LOSE_PAIR, TIE, WIN, WIN_PAIR, five_card_table, holdings, shared
from pitboss.odds.distribution import Distribution
from pitboss.odds.suits import WHOLE, classes, index_without, kinds_of_pairs, pairs_by_class, turned_pairs
from pitboss.rulebook import chapter
from pitboss.table.house import House

Sums = NDArray[np.int64]
Progress = Callable[[float], None] | None
STRAIGHT = FIVE_CARD.categories.index("straight")
BEFORE, FLOP, RIVER = range(3)  # when a player raises
FLOPS = 10  # of five community cards


@dataclass(frozen=True)
class Solution:
    """Best play, with its result."""

    before: NDArray[np.bool_]  # by pair of cards: raise at once
    flop: NDArray[np.bool_]  # by class of flop and pair of cards, suits turned as the class has them: raise on the flop
    values: NDArray[np.float64]  # by pair: what raising at once, and what waiting is worth, in Antes
    distribution: Distribution


def amounts(house: House) -> tuple[NDArray[np.int64], int]:
    """What Ante and Odds bring by category of the player's hand and outcome, and the number of units in an Ante (§ 677a.11(h),
    § 677a.12(a)–(c))."""
    odds, bad_beat = house.paytable("Odds"), house.paytable("Bad Beat Bonus")
    found = np.zeros((len(FIVE_CARD.categories), 5), object)
    for number, name in enumerate(FIVE_CARD.categories):
        paid = _pays(odds.odds(name))
        lost = bad_beat.odds(name) if number >= STRAIGHT else None
        consoled = Fraction(-1) if lost is None or lost.kind == "none" else _pays(lost)
        found[number] = [1 + paid, paid, Fraction(0), -1 + consoled, Fraction(-1)]
    scale = lcm(*(value.denominator for value in found.flat))
    return (found * scale).astype(np.int64), scale


def _pays(odds: Odds | None) -> Fraction:
    return Fraction(0) if odds is None or odds.kind == "push" else Fraction(odds.value)


@compiled
def _look(
    boards: NDArray[np.uint8],
    members: Sums,
    deck: NDArray[np.uint8],
    hands: Table,
    amount: Sums,
    fold: int,
    last: int,
    place: NDArray[np.int32],
    turn: NDArray[np.uint8],
    turned: NDArray[np.int16],
    at_flop: NDArray[np.int64],
    at_once: NDArray[np.int64],
) -> None:
    """Adds up over some boards: by flop and pair the constant, the part for a unit raised, and the best of raising at the end
    and folding; by pair alone the first two."""
    pairs, category, counts = np.empty(1326, np.int16), np.empty(1326, np.uint8), np.empty((1326, 5), np.int32)
    constant, slope, best = np.empty(1326, np.int64), np.empty(1326, np.int64), np.empty(1326, np.int64)
    for number in range(len(boards)):
        board, weight = boards[number], members[number]
        size = holdings(board, deck, hands, pairs, category, counts)
        for h in range(size):
            fixed = np.int64(0)
            total = np.int64(0)
            for outcome in range(5):
                fixed += counts[h, outcome] * amount[category[h], outcome]
                total += counts[h, outcome]
            per_unit = np.int64(counts[h, WIN_PAIR] + counts[h, WIN] - counts[h, LOSE_PAIR] - counts[h, LOSE])
            constant[h], slope[h] = weight * fixed, weight * per_unit
            best[h] = weight * max(fixed + last * per_unit, fold * total)
            at_once[0, pairs[h]] += constant[h]
            at_once[1, pairs[h]] += slope[h]
        for second in range(1, 5):  # which two cards come after the flop
            for first in range(second):
                index = index_without(board, first, second)
                sums, row = at_flop[place[index]], turned[turn[index]]
                for h in range(size):
                    pair = row[pairs[h]]
                    sums[pair, 0] += constant[h]
                    sums[pair, 1] += slope[h]
                    sums[pair, 2] += best[h]


@compiled
def _tally(
    boards: NDArray[np.uint8],
    members: Sums,
    deck: NDArray[np.uint8],
    hands: Table,
    amount: Sums,
    fold: int,
    last: int,
    place: NDArray[np.int32],
    turn: NDArray[np.uint8],
    turned: NDArray[np.int16],
    before: NDArray[np.bool_],
    flop: NDArray[np.bool_],
    tally: Sums,
) -> int:
    """Counts over some boards what best play brings, by category, outcome and time of the raise; returns the folds."""
    pairs, category, counts = np.empty(1326, np.int16), np.empty(1326, np.uint8), np.empty((1326, 5), np.int32)
    raised, waits = np.empty(1326, np.int64), np.empty(1326, np.int64)
    folds = 0
    for number in range(len(boards)):
        board, weight = boards[number], members[number]
        size = holdings(board, deck, hands, pairs, category, counts)
        waiting = 0
        for h in range(size):
            if not before[pairs[h]]:
                waits[waiting] = h
                waiting += 1
        raised[:size] = 0
        for second in range(1, 5):
            for first in range(second):
                index = index_without(board, first, second)
                decided, row = flop[place[index]], turned[turn[index]]
                for at in range(waiting):
                    raised[waits[at]] += decided[row[pairs[waits[at]]]]
        for h in range(size):
            if before[pairs[h]]:
                for outcome in range(5):
                    tally[category[h], outcome, BEFORE] += FLOPS * weight * counts[h, outcome]
                continue
            fixed = np.int64(0)
            total = np.int64(0)
            for outcome in range(5):
                tally[category[h], outcome, FLOP] += raised[h] * weight * counts[h, outcome]
                fixed += counts[h, outcome] * amount[category[h], outcome]
                total += counts[h, outcome]
            per_unit = np.int64(counts[h, WIN_PAIR] + counts[h, WIN] - counts[h, LOSE_PAIR] - counts[h, LOSE])
            waited = (FLOPS - raised[h]) * weight
            if fixed + last * per_unit > fold * total:
                for outcome in range(5):
                    tally[category[h], outcome, RIVER] += waited * counts[h, outcome]
            else:
                folds += waited * total
    return folds


def solve(house: House, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> Solution:
    """Best play at a house, on the whole deck or on some cards of it (card by card, without symmetry)."""
    book = chapter("677a")
    raises = (book.limit("raise_before_flop"), book.limit("raise_after_flop"), book.limit("raise_after_river"))
    amount, scale = amounts(house)
    boards, flops, turned = classes(5, deck), classes(3, deck), turned_pairs()
    cards = np.array(sorted(deck), np.uint8)
    fixed = cards, five_card_table(), amount, -2 * scale, raises[RIVER] * scale, flops.place, flops.turn, turned

    def look(begin: int, end: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        at_flop, at_once = np.zeros((len(flops.cards), 1326, 3), np.int64), np.zeros((2, 1326), np.int64)
        _look(boards.cards[begin:end], boards.members[begin:end], *fixed, at_flop, at_once)
        return at_flop, at_once

    parts = shared(look, len(boards.cards), progress and (lambda done: progress(done / 2)), parts=2)
    at_flop, at_once = np.add(parts[0][0], parts[1][0]), np.add(parts[0][1], parts[1][1])
    before, flop, values = _decide(at_flop, at_once, raises, scale, deck)

    def tally(begin: int, end: int) -> tuple[Sums, int]:
        counts = np.zeros((len(FIVE_CARD.categories), 5, 3), np.int64)
        folds = _tally(boards.cards[begin:end], boards.members[begin:end], *fixed, before, flop, counts)
        return counts, folds

    tallied = shared(tally, len(boards.cards), progress and (lambda done: progress((1 + done) / 2)))
    counts, folds = np.sum([part[0] for part in tallied], 0), sum(part[1] for part in tallied)
    return Solution(before, flop, values, _distribution(counts, folds, amount, scale, raises))


def _decide(
    at_flop: Sums, at_once: Sums, raises: tuple[int, int, int], scale: int, deck: tuple[Card, ...]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.float64]]:
    """The decisions before and on the flop, from the sums; equal situations of other suits are added up first."""
    kinds = kinds_of_pairs(3, deck)
    flop = np.zeros(kinds.shape, np.bool_)
    waiting = np.zeros(1326, object)
    of_pair = pairs_by_class(deck)
    for number, kind in enumerate(kinds):
        sums = np.zeros((1326, 3), np.int64)
        np.add.at(sums, kind, at_flop[number])
        raising = sums[:, 0] + raises[FLOP] * scale * sums[:, 1]
        flop[number] = (raising > sums[:, 2])[kind]
        np.add.at(waiting, of_pair, np.maximum(raising, sums[:, 2]).astype(object))
    once = np.zeros(1326, object)
    np.add.at(once, of_pair, FLOPS * (at_once[0] + raises[BEFORE] * scale * at_once[1]).astype(object))
    before = (once > waiting)[of_pair].astype(np.bool_)
    return before, flop, np.array([once, waiting], np.float64)


def _distribution(counts: Sums, folds: int, amount: Sums, scale: int, raises: tuple[int, int, int]) -> Distribution:
    results: dict[Fraction, int] = {Fraction(-2): int(folds)}
    wagered = Fraction(2 * int(folds))
    sign = {WIN_PAIR: 1, WIN: 1, TIE: 0, LOSE_PAIR: -1, LOSE: -1}
    for (category, outcome, when), count in np.ndenumerate(counts):
        if count:
            net = Fraction(int(amount[category, outcome]), scale) + sign[outcome] * raises[when]
            results[net] = results.get(net, 0) + int(count)
            wagered += (2 + raises[when]) * int(count)
    return Distribution(dict(sorted(results.items())), wagered)
