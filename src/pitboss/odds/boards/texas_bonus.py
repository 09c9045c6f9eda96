"""Chapter 563, Texas Hold 'Em Bonus: a Flop Wager or a fold, then a Turn and a River Wager or none, against one dealer.

After the Flop Wager nobody folds, and each later wager wins or loses with the hand, whatever the other one does.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.cards import Card
from pitboss.games.texas_hold_em_bonus_poker import BOOK
from pitboss.hands import FIVE_CARD
from pitboss.house import House
from pitboss.odds.boards import solver
from pitboss.odds.boards.game import CATEGORIES, SIGN, Game
from pitboss.odds.boards.solver import Solution
from pitboss.odds.parts import Progress
from pitboss.odds.suits import WHOLE

ACTIONS = ("check", "bet")  # on the flop and on the turn


@dataclass(frozen=True)
class Terms:
    """The lowest category for which the Ante is paid, and how many Antes a Flop Wager is."""

    least: int
    flop_wager: int

    @staticmethod
    def of(house: House) -> "Terms":
        """The terms of a house (§ 563.11(a), (h)(2)); Turn and River Wagers are an Ante each."""
        assert BOOK.limit("turn_wager_multiple") == BOOK.limit("river_wager_multiple") == 1
        return Terms(FIVE_CARD.categories.index(house["qualifying_rank"]), BOOK.limit("flop_wager_multiple"))

    @property
    def game(self) -> Game:
        """The terms as the solver takes them."""
        paid = np.arange(len(FIVE_CARD.categories))[:, None] >= self.least
        ante = np.where(paid, SIGN, np.minimum(SIGN, 0))
        wagers = {("bet", turn, river, ""): (turn == "bet") + (river == "bet") for turn in ACTIONS for river in ACTIONS}
        brings = [np.full_like(ante, -1), *(ante + (self.flop_wager + made) * SIGN for made in wagers.values())]
        wagered = Fraction(1), *(Fraction(1 + self.flop_wager + made) for made in wagers.values())
        return Game((("fold", "", "", ""), *wagers), np.array(brings), CATEGORIES, 0, 1, wagered)


def solve(house: House, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> Solution:
    """Best play at a house, on the whole deck or on some cards of it."""
    return solver.solve(Terms.of(house).game, deck, progress)
