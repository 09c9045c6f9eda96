"""How much a player gains who minds the cards of his first hand when he plays the second, exactly: a pair split once, or the
two hands of Blackjack Switch without splits.

The second hand is played for the best from what the first has left, and the first with a view to that. Slow: it plays the
second hand out anew for every way in which the first can end. It measures what `splits` and `switch` leave out.
"""

from functools import cache

import numpy as np

from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.kernels import PLAIN, SPLIT, Floats, Played, dealer_odds, no_blackjack, solve, stand_value
from pitboss.odds.twenty_one.tables import (
    ACE,
    RESULTS,
    TEN,
    VALUES,
    Counts,
    Integers,
    containing,
    index_of,
    player_hands,
    plus,
    possible,
)


class BothHands:
    """Two hands under an up card, played one after the other with all cards seen; each begins with one card or with two."""

    def __init__(self, game: Game, up: int, first: Counts, second: Counts) -> None:
        self.game, self.up = game, up
        self.first, self.second = index_of(first), index_of(second)
        self.rules = game.rules(split=sum(first) == 1, pair=first.index(1) if sum(first) == 1 else -1)
        self.shoe = np.array(game.shoe, np.int64)  # with the cards of the first hand, without those of the second
        self.shoe[up] -= 1
        self.shoe -= np.array(second)
        self.odds = self._dealer(self.shoe, self.first)
        self.second_value = cache(self._second_value)

    def _dealer(self, shoe: Integers, start: int) -> Floats:
        """The dealer's odds beside every hand that grows out of one."""
        hands, within = player_hands(), containing(start)
        odds = np.zeros((len(hands.total), RESULTS))
        dealer_odds(shoe, hands.counts, possible(shoe, within), self.game.dealer(self.up), odds)
        return odds

    def _second_value(self, gone: Counts) -> float:
        """The value of the second hand when the first has come to these cards."""
        hands, begins = player_hands(), player_hands().counts[self.second]
        shoe = self.shoe - np.array(gone) + begins
        odds = self._dealer(shoe, self.second)
        values = np.zeros((len(odds), 4))
        act = np.zeros(len(odds), np.int64)
        played = Played(odds, values, act, np.zeros_like(act))
        solve(shoe, self.up, containing(self.second), hands, self.rules, False, False, played)
        return begun(self.second, shoe - begins, values[:, SPLIT])

    def value(self) -> float:
        """The value of both hands, on the dealer not having Blackjack."""
        hands, within = player_hands(), containing(self.first)
        best = np.zeros(len(self.odds))
        for h in within[::-1].tolist():
            if hands.size[h] > 1 and (hands.counts[h] <= self.shoe).all():
                best[h] = self._best(h, best)
        return begun(self.first, self.shoe - hands.counts[self.first], best)

    def _best(self, h: int, best: Floats) -> float:
        """The best value of both hands when the first holds h."""
        hands = player_hands()
        counts = tuple(hands.counts[h].tolist())
        stand = self._stand(h) + self.second_value(counts)
        if hands.total[h] == 21:
            return stand
        left = self.shoe - hands.counts[h]
        cards = int(left.sum())
        hit = double = 0.0
        for v in np.flatnonzero(left).tolist():
            chance = left[v] / cards
            below = int(hands.child[h, v])
            after = self.second_value(plus(counts, v)) if below < 0 or hands.size[h] == 2 else 0.0
            if below < 0:
                live = no_blackjack(cards - 1, left[TEN] - (v == TEN), left[ACE] - (v == ACE), self.up)
                hit += chance * (after - live)
                double += chance * (after - 2 * live)
            else:
                hit += chance * best[below]
                double += chance * (after + 2 * self._stand(below))
        return max(stand, hit, double) if hands.size[h] == 2 else max(stand, hit)

    def _stand(self, h: int) -> float:
        return float(stand_value(h, PLAIN, self.odds, self.rules.pays))


def begun(start: int, left: Integers, values: Floats) -> float:
    """The value of a hand as it begins: of its two cards, or over all second cards."""
    hands = player_hands()
    if hands.size[start] == 2:
        return float(values[start])
    chances = left / left.sum()
    return float(sum(chances[v] * values[hands.child[start, v]] for v in range(VALUES) if left[v]))
