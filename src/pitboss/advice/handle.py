"""What was wagered, and what follows from it by the odds: the house's theoretical win and how far luck strays from it."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import sqrt

import msgspec


class Expected(msgspec.Struct, frozen=True):
    """The house's edge of a first wager, as a fraction of it, exact as "p/q" where it is; and one standard deviation of what a
    round brings, in the same units, None where only the mean is known."""

    edge: float
    exact: str | None = None
    deviation: float | None = None

    @property
    def fraction(self) -> Fraction:
        """The edge, as exactly as it is known."""
        return Fraction(self.exact or self.edge)


class Handle(msgspec.Struct):
    """What was wagered: the sum in cents, and the sum of the squares of the single wagers."""

    cents: int = 0
    squares: int = 0

    def add(self, cents: int) -> None:
        """One wager more."""
        self.cents += cents
        self.squares += cents * cents


def theoretical(expected: Mapping[str, Expected], handle: Mapping[str, Handle]) -> tuple[float, float]:
    """What the house wins by the odds with first wagers so large, in cents, and one standard deviation of that. Wagers are
    taken as independent of each other; wagers without odds are left out (`left_out`)."""
    win, variance = Fraction(0), 0.0
    for wager, made in handle.items():
        if (known := expected.get(wager)) is not None:
            win += known.fraction * made.cents
            variance += (known.deviation or 0.0) ** 2 * made.squares
    return float(win), sqrt(variance)


def left_out(expected: Mapping[str, Expected], handle: Iterable[str]) -> list[str]:
    """The wagers among some of which nothing is known."""
    return sorted(wager for wager in handle if wager not in expected)
