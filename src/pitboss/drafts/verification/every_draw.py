"""Draw games by a second method, for small decks: every draw to every hold of every hand, one after the other."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, lcm

import numpy as np

from pitboss.drafts import discards
from pitboss.drafts.counting import Counted, Progress, Result, Results, bet_in_all, net_of, reading_of, results_of
from pitboss.drafts.measures import Batch, Cards
from pitboss.drafts.records import Wager

A_DRAW = 5e-6  # seconds
Hand = tuple[int, ...]  # the places of cards in the deck


@dataclass(frozen=True)
class EveryDraw:
    """The plan to look at every draw."""

    cards: tuple[int, ...]
    dealt: int
    most: int

    @property
    def draws(self) -> int:
        """How many draws there are to all holds of all hands."""
        left = len(self.cards) - self.dealt
        holds = sum(comb(self.dealt, number) * comb(left, number) for number in range(self.most + 1))
        return comb(len(self.cards), self.dealt) * holds

    @property
    def seconds(self) -> float:
        """How long it takes, about."""
        return A_DRAW * self.draws

    def __str__(self) -> str:
        return f"every draw to every hold of every hand: {self.draws:,} draws"

    def counted(self, wagers: Sequence[Wager], progress: Progress) -> list[Counted]:
        """Look up every final hand once, then choose best for each wager."""
        hands = list(combinations(range(len(self.cards)), self.dealt))
        cards = np.array(self.cards, np.uint8)[np.array(hands)]
        reading = reading_of(wagers[0])
        batch = Batch({tuple(wagers[0].deal): (Cards(cards, reading), None)}, len(hands), reading)
        key, paid = results_of(wagers[0], batch, ())
        results = {hand: Result((), paid[place], 0) for hand, place in zip(hands, key.tolist(), strict=True)}
        return [self._best_play(wager, results) for wager in wagers]

    def _best_play(self, wager: Wager, results: dict[Hand, Result]) -> Counted:
        """Choose the best hold of every hand; of equal ones that which keeps the highest cards."""
        net = {result: net_of(wager, (), result.paid) for result in set(results.values())}
        unit = lcm(*(comb(len(self.cards) - self.dealt, number) for number in range(self.most + 1)))
        totals = Results()
        for hand in results:
            holds = [self._drawn(hand, number, results) for number in reversed(range(1 << self.dealt))]
            open_holds = [(drawn, Fraction(unit, drawn.total())) for drawn in holds if drawn]
            best, weight = max(open_holds, key=lambda hold: hold[1] * sum(net[result] * n for result, n in hold[0].items()))
            for result, number in best.items():
                totals[result] += int(weight) * number
        return Counted((), totals, totals.total() * bet_in_all(wager, ()))

    def _drawn(self, hand: Hand, hold: int, results: dict[Hand, Result]) -> Results:
        """How many draws bring each result to the cards of a hand that are held, as bits; none where too many are discarded."""
        held = [card for at, card in enumerate(hand) if hold >> at & 1]
        number = self.dealt - len(held)
        if number > self.most:
            return Results()
        others = [place for place in range(len(self.cards)) if place not in hand]
        return Counter(results[tuple(sorted((*held, *drawn)))] for drawn in combinations(others, number))


def plan_of(wager: Wager) -> EveryDraw:
    """The plan for a wager with discards."""
    plan = discards.plan_of(wager)
    return EveryDraw(plan.cards, plan.dealt, plan.most)
