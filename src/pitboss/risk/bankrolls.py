"""A bankroll over many rounds: it ends when a round cannot be paid for, when a goal is reached, or when the rounds are over."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, log

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import PitbossError
from pitboss.risk.steps import Chances, Steps

MOST_STATES = 4_000_000  # parts of a bankroll that are followed
MOST_WORK = 4_000_000_000  # states times results times rounds
SOLVED = 3_000  # states of the linear system for ruin at any time
TINY = 1e-12


@dataclass(frozen=True)
class Session:
    """How a session ends. Chances add up to 1; `mean` is the expected net result in units of the first wager."""

    rounds: int
    bankroll: Fraction
    ruin: float  # before the rounds are over no round can be paid for
    goal: float  # the goal is reached first
    ahead: float  # of the sessions that last: with a gain
    even: float
    behind: float
    mean: float
    played: float  # rounds on average


def play_session(
    steps: Steps, bankroll: Fraction, rounds: int, goal: Fraction | None = None, need: Fraction | None = None
) -> Session:
    """Play up to so many rounds from a bankroll in units of the first wager. A round is played while the bankroll covers
    `need`, the largest loss of a round if left out; the session also ends when `goal` has been won."""
    begin = _parts(steps, bankroll)
    short = _parts(steps, need) if need is not None else steps.worst
    if begin < short:
        raise PitbossError(f"the bankroll must cover a round, at least {Fraction(short, steps.parts)} times the first wager")
    top = None if goal is None else begin + _parts(steps, goal)
    _check_work(top or begin + steps.worst * rounds, steps, rounds)
    chances = np.zeros(begin + 1)
    chances[begin] = 1.0
    ruin = reached = ahead = played = 0.0
    for left in range(rounds - 1, -1, -1):
        played += float(chances.sum())
        ends, levels = _step(steps, chances)
        # Without a goal, a bankroll from which the rounds left cannot lead below its beginning is ahead, whatever they bring.
        line = top if top is not None else begin + steps.worst * left + 1
        over, lost = levels >= line, levels < short
        ruin += float(ends[lost].sum())
        if top is None:
            ahead += float(ends[over].sum())
            played += left * float(ends[over].sum())
        else:
            reached += float(ends[over].sum())
        chances = np.zeros(line)
        kept = ~(over | lost)
        chances[levels[kept]] = ends[kept]
        if chances.sum() < TINY:
            break
    levels = np.arange(len(chances))
    ahead += float(chances[levels > begin].sum())
    even, behind = (float(chances[test].sum()) for test in (levels == begin, levels < begin))
    # The mean of a stopped sum is the mean of a round times the rounds that are played (Wald).
    return Session(rounds, bankroll, ruin, reached, ahead, even, behind, float(steps.mean) * played, played)


def _step(steps: Steps, chances: Chances) -> tuple[Chances, NDArray[np.int64]]:
    """The chances after a round, and the levels that they stand for."""
    low, high = min(steps.nets), max(steps.nets)
    ends = np.zeros(len(chances) + high - low)
    for net, chance in zip(steps.nets, steps.chances, strict=True):
        ends[net - low : net - low + len(chances)] += chance * chances
    return ends, np.arange(len(ends)) + low


def _parts(steps: Steps, amount: Fraction) -> int:
    """An amount in parts of the first wager, rounded down: less than a part buys nothing."""
    return int(amount * steps.parts // 1)


def _check_work(size: int, steps: Steps, rounds: int) -> None:
    if size > MOST_STATES or size * len(steps.nets) * rounds > MOST_WORK:
        raise PitbossError(
            f"{rounds:,} rounds lead to {size:,} different bankrolls, too many to follow; "
            "ask for fewer rounds, or state a goal or a payout limit"
        )


def bankroll_for(steps: Steps, risk: float, rounds: int) -> Fraction:
    """The least bankroll with which the risk of ruin within so many rounds is at most `risk`."""
    low, high = steps.worst, steps.worst * rounds + steps.worst
    while low < high:
        middle = (low + high) // 2
        if _ruin(steps, middle, rounds) <= risk:
            high = middle
        else:
            low = middle + 1
    return Fraction(low, steps.parts)


def _ruin(steps: Steps, begin: int, rounds: int) -> float:
    """The chance of ruin. A bankroll that covers the worst of all rounds left is safe and no longer followed."""
    safe = steps.worst * rounds + steps.worst
    _check_work(min(begin, safe) + safe, steps, rounds)
    if begin >= safe:
        return 0.0
    chances = np.zeros(safe)
    chances[begin] = 1.0
    ruin = 0.0
    for left in range(rounds - 1, -1, -1):
        ends, levels = _step(steps, chances)
        ruin += float(ends[levels < steps.worst].sum())
        kept = (levels >= steps.worst) & (levels < steps.worst * (left + 1))
        chances = np.zeros(steps.worst * (left + 1))
        chances[levels[kept]] = ends[kept]
        if chances.sum() < TINY:
            break
    return ruin


def ruin_ever(steps: Steps, bankroll: Fraction) -> tuple[float, float]:
    """Between which values the chance lies that a bankroll is ever ruined: both are 1 where the mean is not positive. The ends
    agree to 1e-9 where the system of equations is small enough; otherwise they are Lundberg's bounds."""
    begin = _parts(steps, bankroll)
    if begin < steps.worst:
        return 1.0, 1.0
    if steps.mean <= 0:
        return 1.0, 1.0
    if min(steps.nets) >= 0:
        return 0.0, 0.0
    rate = _adjustment(steps)
    over = begin - steps.worst + 1  # parts that must be lost
    low, high = exp(-rate * (over + steps.worst - 1)), exp(-rate * over)
    size = ceil(-log(1e-9) / rate) + over
    if size > SOLVED:
        return low, high
    return _solved(steps, over, size, rate)


def _solved(steps: Steps, over: int, size: int, rate: float) -> tuple[float, float]:
    """The chance of losing `over` parts from a system of equations for levels up to `size`; above it the chance is between 0
    and Lundberg's bound."""
    matrix, below, above = np.eye(size), np.zeros(size), np.zeros(size)
    for level in range(1, size + 1):  # parts that can still be lost before ruin
        for net, chance in zip(steps.nets, steps.chances, strict=True):
            to = level + net
            if to <= 0:
                below[level - 1] += chance
            elif to > size:
                above[level - 1] += chance * exp(-rate * to)
            else:
                matrix[level - 1, to - 1] -= chance
    low, high = np.linalg.solve(matrix, np.stack([below, below + above], axis=1)).T
    return float(low[over - 1]), float(high[over - 1])


def _adjustment(steps: Steps) -> float:
    """The positive root r of E[exp(-r X)] = 1, by bisection."""

    def excess(rate: float) -> float:
        return sum(chance * exp(-rate * net) for net, chance in zip(steps.nets, steps.chances, strict=True)) - 1

    high = 1.0 / steps.worst
    while excess(high) < 0:
        high *= 2
    low = high / 2
    while excess(low) > 0:
        low /= 2
    for _ in range(200):
        middle = (low + high) / 2
        if excess(middle) < 0:
            low = middle
        else:
            high = middle
    return low
