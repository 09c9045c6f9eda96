"""What a wager brings, as integer counts of equally likely deals.

>>> coin = Distribution({Fraction(1): 18, Fraction(-1): 20})
>>> coin.edge, coin.hit_rate, round(coin.standard_deviation, 4)
(Fraction(1, 19), Fraction(9, 19), 0.9986)
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt


@dataclass(frozen=True)
class Combination:
    """A class of deals that end alike: the hand, how the round ends for it, what the pay table says, and the net result in
    units of the wager that must be made first. Classes with equal results stay apart."""

    hand: str
    ending: str
    pays: str
    net: Fraction
    deals: int
    staked: Fraction = Fraction(1)


@dataclass(frozen=True)
class Distribution:
    """The player's net result, in units of the wager that must be made first, and how many deals bring it.

    `wagered` is the sum over all deals of what was put at risk, in the same units; None where every deal risks one unit. Where
    deals are too many to be counted, `parts` says that the numbers are parts of a chance instead.
    """

    counts: Mapping[Fraction, int]
    wagered: Fraction | None = None
    parts: bool = False

    @property
    def deals(self) -> int:
        """How many equally likely deals there are."""
        return sum(self.counts.values())

    @property
    def mean(self) -> Fraction:
        """The player's expected net result."""
        return Fraction(sum(result * count for result, count in self.counts.items()), 1) / self.deals

    @property
    def edge(self) -> Fraction:
        """The house's expected gain, as a fraction of the first wager."""
        return -self.mean

    @property
    def element_of_risk(self) -> Fraction:
        """The house's expected gain, as a fraction of all that is put at risk."""
        at_risk = Fraction(1) if self.wagered is None else self.wagered / self.deals
        return self.edge / at_risk

    @property
    def hit_rate(self) -> Fraction:
        """How often the player comes out ahead."""
        return Fraction(sum(count for result, count in self.counts.items() if result > 0), self.deals)

    @property
    def skewness(self) -> float:
        """Of the net result of one round; 0 where every round brings the same."""
        mean, deviation = self.mean, self.standard_deviation
        cubes = Fraction(sum(count * (result - mean) ** 3 for result, count in self.counts.items()))
        return float(cubes / self.deals) / deviation**3 if deviation else 0.0

    @property
    def standard_deviation(self) -> float:
        """Of the net result of one round, in units of the first wager."""
        mean = self.mean
        return sqrt(sum(count * (result - mean) ** 2 for result, count in self.counts.items()) / self.deals)


def together(combinations: Iterable[Combination]) -> Distribution:
    """What classes of deals bring together, with all that is put at risk."""
    counts: dict[Fraction, int] = {}
    wagered = Fraction(0)
    for each in combinations:
        if each.deals:
            counts[each.net] = counts.get(each.net, 0) + each.deals
            wagered += each.staked * each.deals
    return Distribution(dict(sorted(counts.items())), None if wagered == sum(counts.values()) else wagered)


def summed(combinations: Iterable[Combination]) -> tuple[Combination, ...]:
    """The classes that occur, each once: what is equal but for the deals is added up."""
    found: dict[Combination, int] = {}
    for each in combinations:
        key = replace(each, deals=0)
        found[key] = found.get(key, 0) + each.deals
    return tuple(replace(key, deals=deals) for key, deals in found.items() if deals)
