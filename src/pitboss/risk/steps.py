"""The results of one round on a grid, and their sum over many rounds by convolution.

>>> coin = Steps.of(Distribution({Fraction(1): 1, Fraction(-1): 1}))
>>> [(net, round(float(chance), 4)) for net, chance in zip(*after(coin, 2), strict=True) if chance > 1e-12]
[(Fraction(-2, 1), 0.25), (Fraction(0, 1), 0.5), (Fraction(2, 1), 0.25)]
"""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import PitbossError
from pitboss.odds.distribution import Distribution

LARGEST = 1 << 24  # points of a grid
Chances = NDArray[np.float64]


@dataclass(frozen=True)
class Steps:
    """What a round adds to a bankroll, in `parts`ths of the first wager, and how likely."""

    parts: int
    nets: tuple[int, ...]
    chances: tuple[float, ...]
    mean: Fraction  # in units of the first wager
    variance: Fraction

    @classmethod
    def of(cls, results: Distribution, most: Fraction | None = None) -> "Steps":
        """The steps of a wager; `most` cuts its largest gain, as a payout limit does."""
        counts: dict[Fraction, int] = {}
        for net, deals in results.counts.items():
            if deals:
                paid = net if most is None else min(net, most)
                counts[paid] = counts.get(paid, 0) + deals
        total = sum(counts.values())
        parts = lcm(*(net.denominator for net in counts))
        mean = sum((net * deals for net, deals in counts.items()), Fraction(0)) / total
        square = sum((net**2 * deals for net, deals in counts.items()), Fraction(0)) / total
        nets = sorted(counts)
        chances = tuple(float(Fraction(counts[net], total)) for net in nets)
        return cls(parts, tuple(int(net * parts) for net in nets), chances, mean, square - mean**2)

    @property
    def worst(self) -> int:
        """What a round may cost at most, in parts; at least one part."""
        return max(1, -min(self.nets))

    @property
    def n0(self) -> Fraction | None:
        """The rounds after which the mean is as large as the standard deviation; None for a fair wager."""
        return self.variance / self.mean**2 if self.mean else None

    def reversed(self) -> "Steps":
        """The house's side."""
        pairs = sorted(zip((-net for net in self.nets), self.chances, strict=True))
        nets, chances = tuple(net for net, _ in pairs), tuple(chance for _, chance in pairs)
        return Steps(self.parts, nets, chances, -self.mean, self.variance)


def after(steps: Steps, rounds: int) -> tuple[list[Fraction], Chances]:
    """Every net result after so many rounds, in units of the first wager, with its chance. Errors are below 1e-12."""
    least, most = min(steps.nets), max(steps.nets)
    points = (most - least) * rounds + 1
    if points > LARGEST:
        raise PitbossError(
            f"{rounds:,} rounds have {points:,} results, at most {LARGEST:,} can be added up; "
            "ask for fewer rounds, or state a payout limit"
        )
    chances = np.zeros(points)
    for net, chance in zip(steps.nets, steps.chances, strict=True):
        chances[net - least] = chance
    size = 1 << max(1, points - 1).bit_length()
    total = np.fft.irfft(np.fft.rfft(chances, size) ** rounds, size)[:points]
    nets = [Fraction(at + least * rounds, steps.parts) for at in range(points)]
    return nets, np.clip(total, 0.0, 1.0)
