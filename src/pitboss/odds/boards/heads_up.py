"""Chapter 677a, Heads-Up Hold 'Em: raise before the flop, after it, or at the end, or fold, against one dealer.

What a holding wins on a board is a constant and a part for each unit raised, so sums of both over the boards of a flop decide
what to do on the flop, and sums over all boards what to do before it. A raise is as large as § 677a.11 lets it be; or, where
the Ante is more than the table minimum and § 677a.11 prints no least, as small as that: no amount between is better than both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compiling import compiled
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import CATEGORY_SHIFT, Table
from pitboss.house import House
from pitboss.odds.boards.holdings import (
    LOSE,
    LOSE_PAIR,
    MOST_KINDS,
    TIE,
    WIN,
    WIN_PAIR,
    Decisions,
    Where,
    add_decisions,
    compared,
    deals_by_pair,
    five_card_table,
    join_equal,
    new_board,
    over_boards,
    per_ante,
    where,
)
from pitboss.odds.distribution import Distribution
from pitboss.odds.paid import net
from pitboss.odds.parts import Progress, shares
from pitboss.odds.suits import WHOLE, classes, index_without, kinds_of_pairs, pairs_by_class
from pitboss.rulebook import chapter

Numbers = NDArray[np.int64]
Fractions = NDArray[np.object_]
BEFORE, FLOP, RIVER, LEAST = range(4)  # when a player raises the most he may; or the least, before or on the flop
FLOPS = 10  # of five community cards
WAIT, RAISE, RAISE_LEAST = 0, 1, 16  # decisions; added up over ten flops, each can be read off


@dataclass(frozen=True)
class Solution:
    """Best play, with its result."""

    before: NDArray[np.bool_]  # by pair of cards: raise at once
    flop: NDArray[np.bool_]  # by class of flop and pair of cards, suits turned as the class has them: raise on the flop
    values: NDArray[np.float64]  # by pair: what raising at once, and what waiting is worth, in Antes
    distribution: Distribution
    exact: NDArray[np.object_]  # the values as fractions
    least_before: NDArray[np.bool_]  # where the least raise is best, if it may be less than the most
    least_flop: NDArray[np.bool_]


@dataclass(frozen=True)
class Terms:
    """What a round brings, in units of which `scale` are an Ante: Ante and Odds by category of the player's hand and outcome,
    each raise that wins (before the flop, on it, and at the end), the least one, and a fold."""

    amount: Numbers
    scale: int
    raises: tuple[int, int, int]
    least: int | None
    fold: int

    @staticmethod
    def of(house: House, least: Fraction | None = None) -> "Terms":
        """The terms of a house, with the least raise before the last as a fraction of the Ante; without it, no such raise."""
        amount, scale = amounts(house)
        larger = lcm(scale, least.denominator) if least else scale
        book = chapter("677a")
        first, second, last = (book.limit_named(f"raise_{when}") for when in ("before_flop", "after_flop", "after_river"))
        raises = first * larger, second * larger, last * larger
        return Terms(amount * (larger // scale), larger, raises, int(least * larger) if least else None, -2 * larger)

    def choices(self, when: int) -> tuple[int, ...]:
        """The most that may be raised, then the least where it is less."""
        return self.raises[when], *(() if self.least is None else (self.least,))


@dataclass(frozen=True)
class Sums:
    """Over all boards: by pair the constant and the part for a unit raised; by class of flop and pair these two, and what
    waiting brings, as best play ends. Pairs that turning suits makes of each other are added up at the first of them."""

    at_once: Numbers
    at_flop: Numbers
    waiting: Numbers


def amounts(house: House) -> tuple[Numbers, int]:
    """What Ante and Odds bring by category of the player's hand and outcome, and the number of units in an Ante (§ 677a.11(h),
    § 677a.12(a)–(c))."""
    odds, bad_beat = house.paytable("Odds"), house.paytable("Bad Beat Bonus")
    found = np.zeros((len(FIVE_CARD.categories), 5), object)
    for number, name in enumerate(FIVE_CARD.categories):
        won, lost = (net(table.odds(name)) for table in (odds, bad_beat))
        beaten_by_less_than_a_pair = Fraction(-1) if number else lost  # only a high card is
        found[number] = [1 + won, won, Fraction(0), -1 + lost, beaten_by_less_than_a_pair]
    scale = lcm(*(value.denominator for value in found.flat))
    return (found * scale).astype(np.int64), scale


def hands(house: House, wager: str) -> tuple[str, ...]:
    """The hands that the tables of Odds and Bad Beat Bonus may pay."""
    return FIVE_CARD.categories


@compiled
def brings(counts: NDArray[np.int32], amount: Numbers) -> tuple[np.int64, np.int64, np.int64]:
    """What a holding brings against all of the dealer's: the constant, the part for a unit raised, and their number."""
    fixed, total = np.int64(0), np.int64(0)
    for outcome in range(5):
        fixed += counts[outcome] * amount[outcome]
        total += counts[outcome]
    return fixed, np.int64(counts[WIN_PAIR] + counts[WIN] - counts[LOSE_PAIR] - counts[LOSE]), total


@compiled
def _look(
    boards: NDArray[np.uint8],
    members: Numbers,
    deck: NDArray[np.uint8],
    hands: Table,
    amount: Numbers,
    fold: int,
    last: int,
    flops: Where,
    at_once: Numbers,
    at_flop: Numbers,
    waiting: Numbers,
) -> None:
    """Adds up over some boards what `Sums` has."""
    found = new_board()
    pairs, kind, worth, counts = found
    constant, slope, best = np.empty(MOST_KINDS, np.int64), np.empty(MOST_KINDS, np.int64), np.empty(MOST_KINDS, np.int64)
    place, turn, turned = flops
    for number in range(len(boards)):
        board, weight = boards[number], members[number]
        size, kinds = compared(board, deck, hands, found)
        for k in range(kinds):
            fixed, per_unit, total = brings(counts[k], amount[worth[k] >> CATEGORY_SHIFT])
            constant[k], slope[k] = weight * fixed, weight * per_unit
            best[k] = weight * max(fixed + last * per_unit, fold * total)
        for h in range(size):
            at_once[0, pairs[h]] += constant[kind[h]]
            at_once[1, pairs[h]] += slope[kind[h]]
        for second in range(1, 5):  # which two cards come after the flop
            for first in range(second):
                index = index_without(board, first, second)
                row, at = turned[turn[index]], place[index]
                fixed_here, unit_here, best_here = at_flop[0, at], at_flop[1, at], waiting[at]
                for h in range(size):  # as `add_by_class`, three at once
                    pair, k = row[pairs[h]], kind[h]
                    fixed_here[pair] += constant[k]
                    unit_here[pair] += slope[k]
                    best_here[pair] += best[k]


@compiled
def _tally(
    boards: NDArray[np.uint8],
    members: Numbers,
    deck: NDArray[np.uint8],
    hands: Table,
    amount: Numbers,
    fold: int,
    last: int,
    flops: Where,
    before: Decisions,
    flop: Decisions,
    tally: Numbers,
    folds: Numbers,
) -> None:
    """Counts over some boards what best play brings, by category, outcome and time of the raise; and the folds."""
    found = new_board()
    pairs, kind, worth, counts = found
    waits, waiting, on_flop = np.empty(1326, np.uint16), np.empty(1326, np.uint16), np.empty(1326, np.uint8)
    times = np.empty((MOST_KINDS, 4), np.int64)
    for number in range(len(boards)):
        board, weight = boards[number], members[number]
        size, kinds = compared(board, deck, hands, found)
        times[:kinds] = 0
        wait = 0
        for h in range(size):
            if before[pairs[h]] == WAIT:
                waits[wait], waiting[wait] = kind[h], pairs[h]
                wait += 1
            else:
                times[kind[h], BEFORE if before[pairs[h]] == RAISE else LEAST] += FLOPS
        on_flop[:wait] = 0
        for second in range(1, 5):
            for first in range(second):
                add_decisions(board, first, second, flops, waiting, wait, flop, on_flop)
        for at in range(wait):
            raised, little = np.int64(on_flop[at] % RAISE_LEAST), np.int64(on_flop[at] // RAISE_LEAST)
            times[waits[at], FLOP] += raised
            times[waits[at], LEAST] += little
            times[waits[at], RIVER] += FLOPS - raised - little
        for k in range(kinds):
            category = worth[k] >> CATEGORY_SHIFT
            fixed, per_unit, total = brings(counts[k], amount[category])
            if fixed + last * per_unit <= fold * total:
                folds[0] += times[k, RIVER] * weight * total
                times[k, RIVER] = 0
            for outcome in range(5):
                for when in range(4):
                    tally[category, outcome, when] += times[k, when] * weight * counts[k, outcome]


def looked(house: House, terms: Terms, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> Sums:
    """What `look` finds in the units of a house, made into those of terms with a least raise, which are finer."""
    coarse = Terms.of(house)
    sums, fine = look(coarse, deck, progress), terms.scale // coarse.scale
    by_part = np.array([fine, 1])  # what each unit raised adds is a number of units in either
    return Sums(sums.at_once * by_part[:, None], sums.at_flop * by_part[:, None, None], sums.waiting * fine)


def look(terms: Terms, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> Sums:
    """Looks at every board of a deck."""
    flops, cards = classes(3, deck), np.array(sorted(deck), np.uint8)

    def empty() -> tuple[Numbers, Numbers, Numbers]:
        shape = len(flops.cards), 1326
        return np.zeros((2, 1326), np.int64), np.zeros((2, *shape), np.int64), np.zeros(shape, np.int64)

    def some(boards: NDArray[np.uint8], members: Numbers, found: tuple[Numbers, Numbers, Numbers]) -> None:
        last = terms.raises[RIVER]
        _look(boards, members, cards, five_card_table(), terms.amount, terms.fold, last, where(flops), *found)

    at_once, at_flop, waiting = over_boards(empty, some, deck, progress)
    for sums in (*at_flop, waiting):
        join_equal(sums, kinds_of_pairs(3, deck))
    return Sums(at_once, at_flop, waiting)


def solve(house: House, deck: tuple[Card, ...] = WHOLE, progress: Progress = None, least: Fraction | None = None) -> Solution:
    """Best play at a house, on the whole deck or on some cards of it (card by card, without symmetry): with raises as large as
    they may be, or also with the least raise before the last, as a fraction of the Ante."""
    terms = Terms.of(house, least)
    first, second = shares(progress, (1, 1))
    before, flop, exact = decide(terms, looked(house, terms, deck, first), deck)
    flops, cards = classes(3, deck), np.array(sorted(deck), np.uint8)

    def empty() -> tuple[Numbers, Numbers]:
        return np.zeros((len(FIVE_CARD.categories), 5, 4), np.int64), np.zeros(1, np.int64)

    def some(boards: NDArray[np.uint8], members: Numbers, found: tuple[Numbers, Numbers]) -> None:
        rules = terms.amount, terms.fold, terms.raises[RIVER], where(flops)
        _tally(boards, members, cards, five_card_table(), *rules, before, flop, *found)

    tally, folds = over_boards(empty, some, deck, second)
    found = _distribution(terms, tally, int(folds[0]))
    little = before == RAISE_LEAST, flop == RAISE_LEAST
    return Solution(before == RAISE, flop == RAISE, exact.astype(np.float64), found, exact, *little)


def decide(terms: Terms, sums: Sums, deck: tuple[Card, ...] = WHOLE) -> tuple[Decisions, Decisions, NDArray[np.object_]]:
    """The decisions before and on the flop, and what raising before it and waiting bring."""
    of_pair, deals = pairs_by_class(deck), FLOPS * terms.scale * deals_by_pair(deck)
    flop, waiting = _most(sums.at_flop, sums.waiting, terms.choices(FLOP))
    once, later = np.zeros((2, 1326), np.int64), np.zeros(1326, np.int64)
    for part in range(2):
        np.add.at(once[part], of_pair, FLOPS * sums.at_once[part])
    np.add.at(later, of_pair, waiting.sum(0))
    before, _ = _most(once, later, terms.choices(BEFORE))
    at_once = np.max([once[0] + each * once[1] for each in terms.choices(BEFORE)], 0)
    exact = np.array([per_ante(part, deals, deck) for part in (at_once, later)])
    return before[of_pair], np.take_along_axis(flop, kinds_of_pairs(3, deck).astype(np.int64), 1), exact


def waits(least: Fraction) -> str:
    """What waiting is called where the least raise on the flop is a part of the Ante; with 0 it is the most."""
    return f"check, then raise {least} or more" if least else "check"


def first_cards(house: House, sums: Sums, leasts: Sequence[Fraction], deck: tuple[Card, ...] = WHOLE) -> dict[str, Fractions]:
    """What the actions before the flop bring in Antes, by pair of cards: the most and one Ante raised; waiting with the most on
    the flop; and waiting where a raise there may be as small as a part of the Ante, for each of these parts."""
    terms = Terms.of(house)
    of_pair, deals = pairs_by_class(deck), FLOPS * terms.scale * deals_by_pair(deck)
    once = np.zeros((2, 1326), np.int64)
    for part in range(2):
        np.add.at(once[part], of_pair, FLOPS * sums.at_once[part])
    raises = {f"raise {times // terms.scale}x": times for times in (terms.raises[BEFORE], terms.scale)}
    found = {action: per_ante(once[0] + times * once[1], deals, deck) for action, times in raises.items()}
    for least in (Fraction(0), *leasts):
        fine = least.denominator  # in units so small that the least raise is a whole number of them
        raising = np.stack([fine * sums.at_flop[0], sums.at_flop[1]])
        little = () if not least else (int(least * terms.scale * fine),)
        _, waiting = _most(raising, fine * sums.waiting, (terms.raises[FLOP] * fine, *little))
        later = np.zeros(1326, np.int64)
        np.add.at(later, of_pair, waiting.sum(0))
        found[waits(least)] = per_ante(later, fine * deals, deck)
    return found


def _most(raising: Numbers, waiting: Numbers, raises: tuple[int, ...]) -> tuple[Decisions, Numbers]:
    """Which of waiting and raising brings the most, and what it brings: the most, and the least where it may be raised."""
    decided, best = np.zeros(waiting.shape, np.uint8), waiting
    for decision, each in zip((RAISE, RAISE_LEAST), raises, strict=False):
        value = raising[0] + each * raising[1]
        decided[value > best] = decision
        best = np.maximum(best, value)
    return decided, best


def _distribution(terms: Terms, tally: Numbers, folds: int) -> Distribution:
    results: dict[Fraction, int] = {Fraction(-2): folds}
    wagered = Fraction(2 * folds)
    sign = {WIN_PAIR: 1, WIN: 1, TIE: 0, LOSE_PAIR: -1, LOSE: -1}
    for (category, outcome, when), count in np.ndenumerate(tally):
        if count:
            raised = terms.raises[when] if when != LEAST else terms.least or 0
            net = Fraction(int(terms.amount[category, outcome]) + sign[outcome] * raised, terms.scale)
            results[net] = results.get(net, 0) + int(count)
            wagered += (2 + Fraction(raised, terms.scale)) * int(count)
    return Distribution(dict(sorted(results.items())), wagered)
