"""How often the other variants make a jackpot's hands, from random deals.

Where players have cards of their own, disjoint hands of many cards are too many to count; in Omaha it is the sets of four. The
number of deals is chosen by a first small run so that the standard error is less than ERROR, but for Five-card Draw with so
many players that the deck may be used up: that takes too long, and MOST_DRAWS deals have to do.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from math import ceil, comb, sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import EIGHT
from pitboss.games.nonbanked.variants import DRAW, OMAHA, STUD, Variant
from pitboss.hands import FIVE_CARD, LOW
from pitboss.hands.kernels import histogram, table, values
from pitboss.hands.low import low_rank
from pitboss.odds.jackpots.chance import seeded
from pitboss.odds.jackpots.hold_em import PARTS, every
from pitboss.odds.jackpots.omaha import omaha
from pitboss.odds.jackpots.own_cards import completed, draw, drawn, stud
from pitboss.odds.parts import Progress, in_threads
from pitboss.odds.suits import classes

ERROR = 2e-5
SEED = 637
FIRST_RUN = 200_000
LEAST_DEALS, MOST_DEALS, MOST_DRAWS = 4_000_000, 400_000_000, 20_000_000
ENOUGH_TO_DRAW = 6  # so many players, who exchange three cards at most, cannot use up the deck
DECK = 52
Found = NDArray[np.int64]  # deals by number of hands that qualify; Bad Beats by number of players; deals left out
Run = Callable[[int, int], Found]  # the part, and the number of deals in it


@dataclass(frozen=True)
class Estimate:
    """A chance with its standard error."""

    chance: float
    error: float


@dataclass(frozen=True)
class Sample:
    """Random deals to so many players, which tell about fewer too: any of the players are as good as the first."""

    run: Run
    players: int
    tells: range  # about so many players
    marginal: float | None = None  # the chance of one hand, where it is known
    most: int = MOST_DEALS


def estimates(variant: Variant, least: int, beaten: bool, most: int, progress: Progress = None) -> dict[int, Estimate]:
    """By number of players, how often somebody has the least hand or better; or, if `beaten`, loses with it."""
    found: dict[int, Estimate] = {}
    for sample in samples(variant, least, beaten, most):
        total = _sampled(sample, beaten, progress)
        found |= {n: _estimate(total, sample, n, beaten) for n in sample.tells}
    return found


def _sampled(sample: Sample, beaten: bool, progress: Progress) -> Found:
    """As many deals as it takes. The first run, which is not among them, tells how many that should be."""
    first = sample.run(0, FIRST_RUN)
    total, rounds = np.zeros_like(first), 0
    while True:
        known = total if rounds else first
        dealt, error = int(known[0].sum()), max(_estimate(known, sample, n, beaten).error for n in sample.tells)
        if rounds and (error < ERROR or dealt >= sample.most):
            return total
        wanted = min(max(1.1 * dealt * (error / ERROR) ** 2, LEAST_DEALS), sample.most) - int(total[0].sum())
        each = max(ceil(wanted / PARTS), FIRST_RUN // PARTS)
        total = total + np.sum(in_threads(partial(_part, sample.run, each, 1 + PARTS * rounds), range(PARTS), progress), axis=0)
        rounds += 1


def _part(run: Run, deals: int, first: int, part: int) -> Found:
    return run(first + part, deals)


def _estimate(found: Found, sample: Sample, players: int, beaten: bool) -> Estimate:
    """What deals tell about so many players. The number of hands that qualify, of which the mean may be known, takes most of
    the chance out of the chance that there is one."""
    deals = int(found[0].sum())
    weight = deals / (deals + int(found[2:].sum()))
    if beaten:
        rate = int(found[1, players]) / deals
        variance, mean = max(rate, 1 / deals) * (1 - rate), rate
    else:
        whole, share = sample.players, players / sample.players
        one = np.array([1 - comb(whole - k, players) / comb(whole, players) for k in range(whole + 1)])
        if sample.marginal is not None:
            one -= share * np.arange(whole + 1)
        parts = found[0] / deals
        mean = float(parts @ one)
        variance = max(float(parts @ one**2) - mean**2, 1 / deals)
        mean += players * (sample.marginal or 0.0)
    return Estimate(weight * mean, weight * sqrt(variance / deals))


def samples(variant: Variant, least: int, beaten: bool, most: int) -> list[Sample]:
    """What has to be dealt for a variant. Low hands count, and the chance of one hand does not help, where it is beaten."""
    if variant.family == OMAHA:
        return [Sample(partial(_omaha, least, most, beaten and variant.split), most, range(2, most + 1))]
    if variant.family == DRAW:
        few = partial(_draw, least, ENOUGH_TO_DRAW)
        found = [Sample(few, ENOUGH_TO_DRAW, range(2, ENOUGH_TO_DRAW + 1), None if beaten else draw_marginal(least))]
        for players in range(ENOUGH_TO_DRAW + 1, most + 1):
            found.append(Sample(partial(_draw, least, players), players, range(players, players + 1), most=MOST_DRAWS))
        return found
    cards = 7 if variant.family == STUD else 5
    alone = min(most, own_cards_for(variant))
    marginal = None if beaten else float(histogram(FIVE_CARD, cards)[least:].sum() / comb(DECK, cards))
    worst = least_low(variant) if beaten else 0
    found = [Sample(partial(_stud, worst, cards, 0, least, alone), alone, range(2, alone + 1), marginal)]
    if alone < most:
        found.append(Sample(partial(_stud, worst, cards, 1, least, most), most, range(alone + 1, most + 1), marginal))
    return found


@cache
def draw_marginal(least: int) -> float:
    """The chance that one player draws to the least hand or better while the deck lasts."""
    dealt, hands = classes(5), table(FIVE_CARD, 5)
    complete = completed(hands, least)

    def job(part: int) -> NDArray[np.float64]:
        return np.array(drawn(*every(part, dealt.cards, dealt.members), hands, least, complete))

    chances, hands = np.sum(in_threads(job, range(PARTS)), axis=0)
    return float(chances / hands)


def own_cards_for(variant: Variant) -> int:
    """For how many players the deck is enough without a common card; every street but the first burns one.

    >>> from pitboss.games.nonbanked.variants import VARIANTS
    >>> own_cards_for(VARIANTS["seven-card stud"]), own_cards_for(VARIANTS["five-card stud"])
    (6, 9)
    """
    cards = sum(len(street.cards) for street in variant.streets)
    return (DECK - len(variant.streets) + 1) // cards


def least_low(variant: Variant) -> int:
    """The code of the worst low hand that counts; 0 where none does."""
    if not variant.split:
        return 0
    if "eight or better" not in variant.name:
        return 1
    worst = tuple(low_rank(rank) for rank in range(EIGHT, EIGHT - 5, -1))
    return min(code for code, value in values(LOW).items() if value.category == 5 and value.ranks >= worst)


def _stud(worst: int, cards: int, common: int, least: int, players: int, part: int, deals: int) -> Found:
    hands, lows = table(FIVE_CARD, cards), table(LOW, cards)
    return stud(seeded(SEED + part), deals, players, common, hands, lows, least, worst, cards)


def _draw(least: int, players: int, part: int, deals: int) -> Found:
    return draw(seeded(SEED + part), deals, players, table(FIVE_CARD, 5), least)


def _omaha(least: int, players: int, split: bool, part: int, deals: int) -> Found:
    """Some boards: the part of all of them, with as many deals for each as there must be deals in all."""
    boards = classes(5)
    begin = (part - 1) % PARTS
    each = ceil(deals * PARTS / comb(DECK, 5))
    return omaha(
        seeded(SEED + part),
        *every(begin, boards.cards, boards.members),
        each,
        players,
        table(FIVE_CARD, 5),
        least,
        split,
    )
