"""What the house gains from each wager of a seat that makes them all, in cents."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.games import game
from pitboss.house import House
from pitboss.money import exact
from pitboss.odds.every_round import optional
from pitboss.odds.game_odds import Side
from pitboss.odds.paid import net
from pitboss.odds.side_wagers import designated, odds_for, sides_of
from pitboss.simulators.jobs import Numbers
from pitboss.table.money.meter import Meter


@dataclass(frozen=True)
class Paying:
    """A house with the wagers of one seat. `names` are those that are won or lost by themselves, in the chapter's order; what
    belongs together is the wager before them."""

    house: House
    bets: dict[str, int]  # cents

    @property
    def names(self) -> list[str]:
        """The wagers beside those that belong together."""
        return [wager.name for wager in optional(game(self.house.chapter.chapter), self.house)]

    @property
    def sides(self) -> list[Side]:
        """How one hand decides each of them."""
        declared = {side.wager: side for side in sides_of(self.house.chapter.chapter)}
        return [declared[name] for name in self.names]

    def loss(self, side: Side, row: str) -> int:
        """What the house gains from a wager where the hand has this row."""
        paytable, cents = self.house.paytable(side.wager), self.bets[side.wager]
        if side.progressive:
            paytable = designated(self.house, paytable)
        meter = Meter.of(self.house)
        odds = odds_for(self.house, paytable, row)
        return -exact(net(odds, cents, 0 if meter is None else meter.cents) * cents)

    def together(self, brings: Fraction, first: str) -> int:
        """What the house gains where a round brings so many of the first wager."""
        return -exact(brings * self.bets[first])


def in_lines(rows: list[tuple[Any, ...]]) -> tuple[Numbers, list[tuple[Any, ...]]]:
    """Numbers the different rows in the order in which they first come; the number of each, and the rows.

    >>> in_lines([("a",), ("b",), ("a",)])
    (array([0, 1, 0]), [('a',), ('b',)])
    """
    known: dict[tuple[Any, ...], int] = {}
    numbered = np.array([known.setdefault(row, len(known)) for row in rows], np.int64)
    return numbered, list(known)


Row = Callable[[Any], str]
