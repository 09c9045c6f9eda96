"""Wagers on five community cards: every board with all hands of two cards at once, against all hands of the dealer.

It prices drafts of one deck in which player and dealer have two cards each and five are common to both, where every condition
looks at a category of Poker of all seven, at whether the dealer qualifies, or at which hand is higher. The player may choose
with the first two cards, again when three cards of the board are seen, and at the end.

A board's holdings are compared as in `pitboss.odds.boards`, and choices at the end are made there and then. Sums by flop and by
pair of cards say what to choose before; a second sweep counts what best play brings. Of the decisions only those with the first
two cards are listed, the others are too many.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby, pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import text
from pitboss.compiling import compiled
from pitboss.drafts.comparing import Leaves, Numbers, Outcomes, Qualification, Sides, cards_of, deals_of, tests
from pitboss.drafts.conditions import Category, Number, Sum
from pitboss.drafts.counting import Counted, Decision, Progress
from pitboss.drafts.measures import Hands
from pitboss.drafts.records import Wager
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import Table, codes
from pitboss.odds.boards.heads_up import FLOPS
from pitboss.odds.boards.holdings import (
    MOST_KINDS,
    Decisions,
    Where,
    add_by_class,
    compared,
    deals_by_pair,
    five_card_table,
    join_equal,
    new_board,
    over_boards,
    where,
)
from pitboss.odds.parts import shares
from pitboss.odds.suits import classes, index_without, kinds_of_pairs, pairs_by_class, symmetric

FIRST, FLOP, RIVER = range(3)  # when the player chooses
A_BOARD = 1.5e-5  # seconds on two cores, to look at it once
PAIRS = comb(52, 2)
Codes = NDArray[np.uint16]


@dataclass(frozen=True)
class Sweep:
    """The plan to go through all boards."""

    least: int  # the code of the least hand with which the dealer qualifies
    times: tuple[int, ...]  # when each choice is made
    cards: tuple[int, ...]
    deals: int

    leaves: Leaves

    @property
    def orders(self) -> int:
        """How many deals there are of each board and both hands: more than one where the flop is told from later cards."""
        cards = len(self.cards)
        return self.deals // (comb(cards, 2) * comb(cards - 2, 5) * comb(cards - 7, 2))

    @property
    def boards(self) -> int:
        """How many boards there are, about: one of each suit class."""
        return comb(len(self.cards), 5) // (19 if symmetric(self.cards) else 1)

    @property
    def seconds(self) -> float:
        """How long it takes, about."""
        return A_BOARD * self.boards * (1 + len(self.times))

    def __str__(self) -> str:
        apart = ", told apart by suit class" if symmetric(self.cards) else ""
        return f"every board{apart}, with all hands of both sides at once: {self.boards:,} boards for {self.deals:,} deals"

    def counted(self, wager: Wager, progress: Progress) -> Counted:
        """Sweep over all boards, to choose best and to count what that brings."""
        return _Count(self).counted(wager, progress)


def plan_of(wager: Wager) -> Sweep | None:
    """The plan for a wager; None where it is not one on five community cards as described above."""
    sides = Sides.of(wager)
    if sides is None or sum(wager.deal.values()) != 9 or wager.hand_cards != 5:
        return None
    board = sides.player & sides.dealer
    if [sum(wager.deal[name] for name in names) for names in (board, sides.player, sides.dealer)] != [5, 7, 7]:
        return None
    for condition in wager.conditions:
        if isinstance(condition, Number | Sum | int):
            return None
        for test in tests(condition):
            if not isinstance(test, Category) and sides.side(test) != sides.player | sides.dealer:
                return None
    own, seen, times = sides.player - sides.dealer, set[str](), []
    for choice in wager.choices:
        seen.update(choice.sees)
        number = sum(wager.deal[name] for name in seen & board)
        if not own <= seen or number not in (0, 3, 5):
            return None
        times.append((0, 3, 5).index(number))
    if len(set(times)) < len(times):
        return None
    qualification = Qualification.of(wager, sides, *representatives())
    if qualification is None:
        return None
    cards, leaves = cards_of(wager), Leaves.of(wager, Outcomes(wager, sides, qualification, *representatives()))
    if FLOPS * leaves.largest * int(deals_by_pair(cards).max()) >= 1 << 62:  # sums that 64 bits do not hold
        return None
    return Sweep(qualification.least, tuple(times), cards, deals_of(wager), leaves)


@cache
def representatives() -> tuple[Hands, Codes]:
    """Five cards of every value that a hand can have, and its code."""
    hands = classes(5).cards
    found, first = np.unique(codes(FIVE_CARD, hands), return_index=True)
    return hands[first], found


@compiled
def _brings(counts: NDArray[np.int32], net: Numbers) -> np.int64:
    """What a holding brings against all of the dealer's."""
    total = np.int64(0)
    for outcome in range(5):
        total += counts[outcome] * net[outcome]
    return total


@compiled
def _look(
    boards: Hands,
    members: Numbers,
    deck: Hands,
    hands: Table,
    least: int,
    type_of: Codes,
    net: Numbers,
    ends: Numbers,
    branches: Numbers,
    flops: Where,
    at_once: Numbers,
    more: Numbers,
) -> None:
    """Adds up over some boards what each branch brings: by pair, for the first of the branches between which the player chooses
    on the flop; and by flop and pair, what each other one brings more. `ends` says where the leaves of each branch begin,
    `branches` where those begin that are open after each of the first options."""
    found = new_board()
    pairs, kind, worth, counts = found
    value = np.empty((len(ends) - 1, MOST_KINDS), np.int64)
    for number in range(len(boards)):
        board, weight = boards[number], members[number]
        size, kinds = compared(board, deck, hands, found, least)
        for k in range(kinds):
            of_type = type_of[worth[k]]
            for branch in range(len(ends) - 1):
                best = _brings(counts[k], net[ends[branch], of_type])
                for leaf in range(ends[branch] + 1, ends[branch + 1]):
                    best = max(best, _brings(counts[k], net[leaf, of_type]))
                value[branch, k] = weight * best
        other = 0
        for first in range(len(branches) - 1):
            base, total = value[branches[first]], at_once[first]
            for h in range(size):
                total[pairs[h]] += base[kind[h]]
            for branch in range(branches[first] + 1, branches[first + 1]):
                for k in range(kinds):
                    value[branch, k] -= base[k]
                for high in range(1, 5):  # which two cards come after the flop
                    for low in range(high):
                        add_by_class(board, low, high, flops, found, size, value[branch], more[other])
                other += 1


@compiled
def _tally(
    boards: Hands,
    members: Numbers,
    deck: Hands,
    hands: Table,
    least: int,
    type_of: Codes,
    net: Numbers,
    ends: Numbers,
    orders: int,
    flops: Where,
    before: NDArray[np.int16],
    on_flop: Decisions,
    tally: Numbers,
) -> None:
    """Counts over some boards what best play brings, by leaf, type of hand and outcome. `before` is the branch that a pair
    takes, negative where that depends on the flop; each board counts `orders` times."""
    found = new_board()
    pairs, kind, worth, counts = found
    place, turn, turned = flops
    waits, waiting = np.empty(len(before), np.uint16), np.empty(len(before), np.uint16)
    times = np.empty((MOST_KINDS, len(ends) - 1), np.int64)
    for number in range(len(boards)):
        board, weight = boards[number], members[number]
        size, kinds = compared(board, deck, hands, found, least)
        times[:kinds] = 0
        wait = 0
        for h in range(size):
            branch = before[pairs[h]]
            if branch < 0:
                waits[wait], waiting[wait] = kind[h], pairs[h]
                wait += 1
            else:
                times[kind[h], branch] += orders
        if wait:
            for high in range(1, 5):
                for low in range(high):
                    index = index_without(board, low, high)
                    decided, row = on_flop[place[index]], turned[turn[index]]
                    for at in range(wait):
                        times[waits[at], decided[row[waiting[at]]]] += 1
        for k in range(kinds):
            of_type = type_of[worth[k]]
            for branch in range(len(ends) - 1):
                if times[k, branch] == 0:
                    continue
                taken, most = ends[branch], _brings(counts[k], net[ends[branch], of_type])
                for leaf in range(ends[branch] + 1, ends[branch + 1]):
                    brings = _brings(counts[k], net[leaf, of_type])
                    if brings > most:
                        taken, most = leaf, brings
                for outcome in range(5):
                    tally[taken, of_type, outcome] += times[k, branch] * weight * counts[k, outcome]


class _Count:
    """The sweeps of one wager."""

    def __init__(self, plan: Sweep) -> None:
        self.plan, self.leaves = plan, plan.leaves
        paths = [self._path(leaf.options) for leaf in plan.leaves.all]
        self.options = [first for first, _ in groupby(paths, lambda path: path[FIRST])]
        branches = [path for path, _ in groupby(path[:RIVER] for path in paths)]
        self.ends = _starts([path[:RIVER] for path in paths])
        self.branches = _starts([path[FIRST] for path in branches])
        self.deck = np.array(plan.cards, np.uint8)
        self.type_of = np.zeros(1 << 16, np.uint16)
        self.type_of[representatives()[1]] = plan.leaves.types[0]

    def _path(self, options: tuple[str, ...]) -> tuple[str, ...]:
        """The options that a leaf takes at each time."""
        taken = dict(zip(self.plan.times, options, strict=False))
        return tuple(taken.get(when, "") for when in (FIRST, FLOP, RIVER))

    def counted(self, wager: Wager, progress: Progress) -> Counted:
        """Choose best, and count what that brings."""
        plan, leaves = self.plan, self.leaves
        flops = classes(3, plan.cards)
        on_flop = np.zeros((1, PAIRS), np.uint8)
        before, decisions = np.zeros(PAIRS, np.int16), list[Decision]()
        looking, tallying = shares(progress, (1, 1))
        if len(self.ends) > 2:
            before, on_flop, decisions = self._decided(looking)

        def empty() -> tuple[Numbers]:
            return (np.zeros(leaves.net.shape, np.int64),)

        def some(boards: Hands, members: Numbers, found: tuple[Numbers]) -> None:
            rules = plan.least, self.type_of, leaves.net, self.ends, plan.orders, where(flops)
            _tally(boards, members, self.deck, five_card_table(), *rules, before, on_flop, *found)

        (tally,) = over_boards(empty, some, plan.cards, tallying)
        if tally.sum() != plan.deals:
            raise AssertionError(f"{tally.sum()} deals were counted, and there are {plan.deals}")
        return leaves.counted(wager, tally, decisions)

    def _decided(self, progress: Progress) -> tuple[NDArray[np.int16], Decisions, list[Decision]]:
        """The branch that is best with every pair, negative where the flop decides, and with every pair on every flop."""
        deck, branches = self.plan.cards, self.branches
        flops, firsts = classes(3, deck), len(branches) - 1

        def empty() -> tuple[Numbers, Numbers]:
            others = int(branches[-1]) - firsts
            return np.zeros((firsts, PAIRS), np.int64), np.zeros((others, len(flops.cards), PAIRS), np.int64)

        def some(boards: Hands, members: Numbers, found: tuple[Numbers, Numbers]) -> None:
            rules = self.plan.least, self.type_of, self.leaves.net, self.ends, branches, where(flops)
            _look(boards, members, self.deck, five_card_table(), *rules, *found)

        at_once, more = over_boards(empty, some, deck, progress)
        of_pair, kinds = pairs_by_class(deck), kinds_of_pairs(3, deck)
        sums = np.zeros((firsts, PAIRS), np.int64)
        chosen = np.zeros((firsts, len(flops.cards), PAIRS), np.uint8)
        others = iter(more)
        for first, (begin, end) in enumerate(pairwise(branches)):
            np.add.at(sums[first], of_pair, FLOPS * at_once[first])
            most: Numbers = np.zeros(chosen.shape[1:] if end - begin > 1 else (1, PAIRS), np.int64)
            chosen[first] = begin
            for branch in range(begin + 1, end):
                extra = next(others)
                join_equal(extra, kinds)
                chosen[first][extra > most] = branch
                most = np.maximum(most, extra)
            np.add.at(sums[first], of_pair, most.sum(0))
        best = sums.argmax(0)[of_pair]
        fixed = np.where(np.diff(branches) == 1, branches[:-1], -1)[best]
        on_flop = np.take_along_axis(chosen, best[None, None, :], 0)[0]
        return (
            fixed.astype(np.int16),
            np.take_along_axis(on_flop, kinds.astype(np.int64), 1),
            self._decisions(sums) if FIRST in self.plan.times else [],
        )

    def _decisions(self, sums: Numbers) -> list[Decision]:
        """The best option with each kind of first two cards."""
        cards = self.plan.cards
        of_pair, deals = pairs_by_class(cards), deals_by_pair(cards)
        found = []
        for high in cards:
            for low in [low for low in cards if low < high and of_pair[low + comb(high, 2)] == low + comb(high, 2)]:
                pair = low + comb(high, 2)
                number = int(deals[pair])
                values = {
                    option: Fraction(int(brought[pair]), FLOPS * number * self.leaves.scale)
                    for option, brought in zip(self.options, sums, strict=True)
                }
                best = max(values, key=lambda name: values[name])
                found.append(Decision(text([low, high]), best, values, number * self.plan.orders))
        return found


def _starts(keys: list[tuple[str, ...]] | list[str]) -> Numbers:
    """Where equal ones begin, and where the last of them end."""
    sizes = [len(list(same)) for _, same in groupby(keys)]
    return np.cumsum([0, *sizes])
