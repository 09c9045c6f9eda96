"""Chapter 563, Texas Hold 'Em Bonus: a Flop Wager or a fold, then a Turn and a River Wager or none, against one dealer.

After the Flop Wager nobody folds, and each later wager wins or loses with the hand, whatever the other one does.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.hands import FIVE_CARD
from pitboss.house import House
from pitboss.odds.boards import backward, solver
from pitboss.odds.boards.backward import Sums
from pitboss.odds.boards.game import CATEGORIES, SIGN, Game, Numbers
from pitboss.odds.boards.solver import Solution
from pitboss.odds.parts import Progress
from pitboss.odds.suits import WHOLE, pairs_by_class
from pitboss.rulebook import chapter

FOLD, BET = range(2)  # options before the flop
FLOPS = 4  # of four cards
ACTIONS = ("check", "bet")  # on the flop and on the turn


@dataclass(frozen=True)
class Terms:
    """The lowest category for which the Ante is paid, and how many Antes a Flop Wager is."""

    least: int
    flop_wager: int

    @staticmethod
    def of(house: House) -> "Terms":
        """The terms of a house (§ 563.11(a), (h)(2)); Turn and River Wagers are an Ante each."""
        book = chapter("563")
        assert book.limit("turn_wager_multiple") == book.limit("river_wager_multiple") == 1
        return Terms(FIVE_CARD.categories.index(house["qualifying_rank"]), book.limit("flop_wager_multiple"))

    @property
    def game(self) -> Game:
        """The terms as the solver takes them."""
        paid = np.arange(len(FIVE_CARD.categories))[:, None] >= self.least
        ante = np.where(paid, SIGN, np.minimum(SIGN, 0))
        wagers = {("bet", turn, river, ""): (turn == "bet") + (river == "bet") for turn in ACTIONS for river in ACTIONS}
        brings = [np.full_like(ante, -1), *(ante + (self.flop_wager + made) * SIGN for made in wagers.values())]
        wagered = Fraction(1), *(Fraction(1 + self.flop_wager + made) for made in wagers.values())
        return Game((("fold", "", "", ""), *wagers), np.array(brings), CATEGORIES, 0, 1, wagered)


@dataclass(frozen=True)
class Ahead:
    """Over all boards and their orders: by pair what Ante and Flop Wager bring, by class of flop and of four cards what a Turn
    and a River Wager bring there, which is wins less losses."""

    at_once: Numbers
    at_flop: Numbers
    at_four: Numbers

    @staticmethod
    def of(sums: Sums) -> "Ahead":
        """From the sums of the solver: the two nodes of a Flop Wager differ by the Turn Wager alone."""
        checks, bets = sums.by_flop
        [at_four] = sums.by_four
        return Ahead(sums.at_once[BET], bets - checks, FLOPS * at_four)

    def total(self, turn: NDArray[np.bool_], river: NDArray[np.bool_], deck: tuple[Card, ...] = WHOLE) -> Numbers:
        """By class of pair: what the Flop Wager brings with these Turn and River Wagers."""
        found = np.zeros(len(self.at_once), np.int64)
        late = np.where(turn, self.at_flop, 0).sum(0) + np.where(river, self.at_four, 0).sum(0)
        np.add.at(found, pairs_by_class(deck), self.at_once + late)
        return found


def look(terms: Terms, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> Sums:
    """Looks at every board of a deck."""
    return backward.look(terms.game, deck, progress, by_four=True)


def solve(house: House, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> Solution:
    """Best play at a house, on the whole deck or on some cards of it."""
    return solver.solve(Terms.of(house).game, deck, progress)
