"""What a table should win in a shift, between which values, and what part of the drop that is."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from pitboss.risk.steps import Steps


@dataclass(frozen=True)
class Shift:
    """A table's expected win in cents, with the interval that holds so many of a hundred shifts, beside its drop."""

    rounds: int
    hands: int
    win: float
    low: float
    high: float
    level: float
    handle: float  # first wagers, in cents
    hold: float | None  # of the drop
    hold_low: float | None
    hold_high: float | None


def shift(
    steps: Steps,
    bet: int,
    seats: int,
    rounds_an_hour: Fraction,
    hours: Fraction,
    drop: int = 0,
    mistakes: Fraction = Fraction(0),
    level: float = 0.95,
) -> Shift:
    """A shift of a table: an average first wager in cents, seats in play, rounds an hour. `mistakes` is what players give away
    beside the edge, as a part of the first wager. Hands of one round are taken as independent, which hands against one dealer
    are not: the interval is a little too narrow there. `drop` is the cents that were bought in."""
    rounds = int(rounds_an_hour * hours)
    hands = rounds * seats
    win = (float(-steps.mean) + float(mistakes)) * bet * hands
    reach = NormalDist().inv_cdf((1 + level) / 2) * sqrt(float(steps.variance) * hands) * bet
    of_drop = [value / drop if drop else None for value in (win, win - reach, win + reach)]
    return Shift(rounds, hands, win, win - reach, win + reach, level, float(bet) * hands, *of_drop)
