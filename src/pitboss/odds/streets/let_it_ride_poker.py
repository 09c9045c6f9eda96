"""§ 559.13, Let It Ride: two of three Bets may be taken back, the first with three cards, the second with four."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.games import let_it_ride_poker
from pitboss.house import House
from pitboss.odds.distribution import Combination, Distribution, summed, together
from pitboss.odds.streets.endings import Choose, Counts, Endings, best, endings, pays, whole
from pitboss.odds.suits import WHOLE

BETS = 3  # all of them are wagered before any card is seen


@dataclass(frozen=True)
class LetItRide:
    """Whether Bet 1 rides, by class of hand, and Bet 2, by class and first community card.

    `amount` says what a Bet brings on each row, as a whole number of parts of which `scale` are a Bet.
    """

    endings: Endings
    amount: Counts
    scale: int
    ride_1: NDArray[np.bool_]
    ride_2: NDArray[np.bool_]

    def reached(self, seen: int) -> dict[int, Counts]:
        """How often each hand is met with its community cards when so many cards are seen."""
        members = self.endings.members
        return {BETS: members if seen == 3 else np.repeat(members[:, None], self.endings.left, 1)}

    @cached_property
    def distribution(self) -> Distribution:
        """What the three Bets bring together."""
        return together(self.combinations)

    @cached_property
    def combinations(self) -> tuple[Combination, ...]:
        """The classes of deals, by hand and by how many Bets ride."""
        riding = 1 + self.ride_1[:, None].astype(np.int64) + self.ride_2
        return summed(
            Combination(
                *(self.endings.rows[row], f"{units} Bet{'s' * (units > 1)} in play", ""),
                *(units * Fraction(int(self.amount[row]), self.scale), count, Fraction(units)),
            )
            for units in range(BETS, 0, -1)
            for row, count in enumerate(self.endings.deals((riding == units) * self.endings.members[:, None]))
        )


def let_it_ride(house: House, deck: tuple[Card, ...] = WHOLE, choose: Choose = best) -> LetItRide:
    """Each Bet wins or loses by itself, and the third always rides: under best play a Bet is pulled where it would lose."""
    found = endings(let_it_ride_poker.row, 3, 1, deck)
    amount, scale = whole(pays(house.paytable("Let It Ride Poker"), found.rows))
    last = found.counts @ amount
    ride_2 = choose(4, {BETS: np.stack([np.zeros_like(last), last])})[BETS]
    ride_1 = choose(3, {BETS: np.stack([np.zeros_like(last[:, 0]), last.sum(1)])})[BETS]
    return LetItRide(found, amount, scale, ride_1 > 0, ride_2 > 0)
