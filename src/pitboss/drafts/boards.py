"""Wagers on five community cards: every board with all hands of two cards at once, against all hands of the dealer.

It prices drafts of one deck in which player and dealer have two cards each and five are common to both, where every condition
looks at a category of Poker of all seven, at whether the dealer qualifies, or at which hand is higher. The player may choose
with the first two cards, again when three and when four cards of the board are seen, and at the end.

The solver is that of `pitboss.odds.boards`. Of the decisions only those with the first two cards are listed, the others are too
many.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import text
from pitboss.drafts.comparing import POKER_VALUE, Leaves, Outcomes, Qualification, Sides, cards_of, compared_by, deals_of, tests
from pitboss.drafts.conditions import BadDraft, Category, Number, Sum
from pitboss.drafts.counting import Counted, Decision, Progress
from pitboss.drafts.measures import Hands
from pitboss.drafts.records import Wager
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import codes
from pitboss.odds.boards.game import BEFORE, FLOP, ORDERS, RIVER, TURN, Game
from pitboss.odds.boards.holdings import deals_by_pair
from pitboss.odds.boards.solver import solve
from pitboss.odds.parts import shares
from pitboss.odds.suits import classes, pairs_by_class, symmetric

SEEN = (0, 3, 4, 5)  # cards of the board, by when the player chooses
A_BOARD = 1.5e-5  # seconds on two cores, to look at it and to count what it brings
MOST_MEMORY = 3_000_000_000  # bytes
MOST_BRANCHES = 255
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
        return A_BOARD * self.boards

    @property
    def memory(self) -> int:
        """How many bytes it takes, about: rows of values by board, and what is decided by flop and by four cards."""
        game = self.game
        by_board = 800 * len(game.tree[1].minuends) + 200 * len(game.leaves) + (800 if game.orders == ORDERS else 0)
        return self.boards * by_board

    def __str__(self) -> str:
        apart = ", told apart by suit class" if symmetric(self.cards) else ""
        return f"every board{apart}, with all hands of both sides at once: {self.boards:,} boards for {self.deals:,} deals"

    @property
    def game(self) -> Game:
        """The terms as the solver takes them."""
        leaves, type_of = self.leaves, np.zeros(1 << 16, np.uint16)
        type_of[representatives()[1]] = leaves.types[0]
        taken = [dict(zip(self.times, leaf.options, strict=False)) for leaf in leaves.all]
        paths = tuple((path.get(BEFORE, ""), path.get(FLOP, ""), path.get(TURN, ""), path.get(RIVER, "")) for path in taken)
        return Game(paths, leaves.net, type_of, self.least, leaves.scale, (Fraction(0),) * len(paths))

    def counted(self, wagers: Sequence[Wager], progress: Progress) -> list[Counted]:
        """Solve the game for one wager after another, and count what best play brings."""
        stages = shares(progress, [1] * len(wagers))
        plans = [self, *(plan_of(wager) for wager in wagers[1:])]
        if None in plans:
            raise BadDraft(f"{wagers[0].name}: a pay table has payouts that are too large, or too many different fractions")
        return [plan._counted(wager, next(stages)) for plan, wager in zip(plans, wagers, strict=True) if plan is not None]

    def _counted(self, wager: Wager, progress: Progress) -> Counted:
        """Solve the game for one wager."""
        game = self.game
        solution = solve(game, self.cards, progress)
        tally = solution.tally * self.orders // game.orders
        if tally.sum() != self.deals:
            raise AssertionError(f"{tally.sum()} deals were counted, and there are {self.deals}")
        decisions = _decisions(game, solution.exact, self.cards, self.orders) if BEFORE in self.times else []
        return self.leaves.counted(wager, tally, decisions)


def plan_of(wager: Wager) -> Sweep | None:
    """The plan for a wager; None where it is not one on five community cards as described above."""
    sides = Sides.of(wager)
    if sides is None or sum(wager.deal.values()) != 9 or wager.hand_cards != 5:
        return None
    if wager.deck.jokers or wager.deck.wild or not compared_by(wager) <= {POKER_VALUE}:
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
        if not own <= seen or number not in SEEN:
            return None
        times.append(SEEN.index(number))
    if len(set(times)) < len(times):
        return None
    qualification = Qualification.of(wager, sides, *representatives())
    if qualification is None:
        return None
    cards, leaves = cards_of(wager), Leaves.of(wager, Outcomes(wager, sides, qualification, *representatives()))
    if leaves is None or ORDERS * leaves.largest * int(deals_by_pair(cards).max()) >= 1 << 62:  # sums that 64 bits do not hold
        return None
    plan = Sweep(qualification.least, tuple(times), cards, deals_of(wager), leaves)
    return plan if len(plan.game.leaves) <= MOST_BRANCHES and plan.memory <= MOST_MEMORY else None


@cache
def representatives() -> tuple[Hands, Codes]:
    """Five cards of every value that a hand can have, and its code."""
    hands = classes(5).cards
    found, first = np.unique(codes(FIVE_CARD, hands), return_index=True)
    return hands[first], found


def _decisions(game: Game, exact: dict[str, NDArray[np.object_]], cards: tuple[int, ...], orders: int) -> list[Decision]:
    """The best option with each kind of first two cards."""
    of_pair, deals = pairs_by_class(cards), deals_by_pair(cards)
    found = []
    for low, high in sorted(combinations(cards, 2), key=lambda pair: pair[::-1]):
        pair = low + comb(high, 2)
        if of_pair[pair] == pair:
            values = {option: exact[option][pair] for option in game.options}
            best = max(values, key=lambda name: values[name])
            found.append(Decision(text([low, high]), best, values, int(deals[pair]) * orders))
    return found
