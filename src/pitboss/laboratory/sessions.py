"""How a session goes: after so many rounds the mean, and between which results half and nine in ten of all sessions end.

Rounds are independent. Where the results of one round lie on a grid that is not too fine, the distribution of their sum is
worked out by the Fourier transform; elsewhere the normal distribution stands for it, and the session says so.

>>> from fractions import Fraction
>>> coin = Distribution({Fraction(1): 1, Fraction(-1): 1})
>>> session(coin, 100)
Session(rounds=100, mean=0.0, half=(-6.0, 6.0), most=(-16.0, 16.0), ahead=0.4602, normal=False)
>>> normal_session(coin, 100).most
(-16.4485, 16.4485)
"""

from math import lcm, sqrt
from statistics import NormalDist

import msgspec
import numpy as np

from pitboss.odds.distribution import Distribution

ROUNDS = (10, 25, 50, 100, 150, 200, 300, 450, 600, 800, 1_000)
LARGEST = 1 << 20  # points of a grid
HALF, MOST = 0.25, 0.05  # of all sessions end below the interval, and as many above it
PLACES = 4


class Session(msgspec.Struct, frozen=True):
    """So many rounds. Results are net, in units of the first wager; `ahead` is the chance to end with a gain."""

    rounds: int
    mean: float
    half: tuple[float, float]
    most: tuple[float, float]
    ahead: float
    normal: bool  # by the normal distribution, because the results are too many


def sessions(found: Distribution) -> list[Session]:
    """Sessions of several lengths."""
    return [session(found, rounds) for rounds in ROUNDS]


def session(found: Distribution, rounds: int) -> Session:
    """A session of so many rounds."""
    nets = [net for net, count in found.counts.items() if count]
    steps = lcm(*(net.denominator for net in nets))
    least = int(min(nets) * steps)
    points = (int(max(nets) * steps) - least) * rounds + 1
    if points > LARGEST:
        return normal_session(found, rounds)
    chances = np.zeros(points)
    for net in nets:
        chances[int(net * steps) - least] = found.counts[net] / found.deals
    size = 1 << (points - 1).bit_length() if points > 1 else 1
    whole = np.fft.irfft(np.fft.rfft(chances, size) ** rounds, size)[:points] if size > 1 else np.ones(1)
    below = np.cumsum(whole)

    def at(part: float) -> float:
        """The least result that so many sessions do not exceed."""
        return round((int(np.searchsorted(below, part - 1e-9)) + least * rounds) / steps, PLACES)

    even = -least * rounds  # the place of a result of nothing
    ahead = 1.0 if even < 0 else 0.0 if even >= points else float(1 - below[even])
    halves, most = (at(HALF), at(1 - HALF)), (at(MOST), at(1 - MOST))
    return Session(rounds, _mean(found, rounds), halves, most, round(max(ahead, 0.0), PLACES), False)


def normal_session(found: Distribution, rounds: int) -> Session:
    """The same by the normal distribution."""
    mean, spread = float(found.mean) * rounds, found.standard_deviation * sqrt(rounds)

    def within(part: float) -> tuple[float, float]:
        reach = NormalDist().inv_cdf(1 - part) * spread
        return round(mean - reach, PLACES), round(mean + reach, PLACES)

    ahead = NormalDist(mean, spread).cdf(0) if spread else float(mean <= 0)
    return Session(rounds, _mean(found, rounds), within(HALF), within(MOST), round(1 - ahead, PLACES), True)


def _mean(found: Distribution, rounds: int) -> float:
    return round(float(found.mean * rounds), PLACES)
