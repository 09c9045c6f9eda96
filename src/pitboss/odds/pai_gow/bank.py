"""A player who banks (§ 645a.12): copies are his, his hands are set in the house's way, and the vigorish is taken from what
he wins on the whole round.

Against one wager the house way against itself says all. Against several, what they win from each other is not known exactly:
only the vigorish is simulated then, and all else is exact, so that few deals are enough.
"""

from fractions import Fraction
from math import sqrt

import numpy as np

from pitboss.compiling import compiled
from pitboss.odds.pai_gow.overlap import FULL, PIECES, Cards, Dealing, Outcomes, Way, dealing
from pitboss.odds.pai_gow.patterns import pattern_of
from pitboss.odds.parts import Progress, cut

DEALS = 2_000_000


@compiled
def _begin(seed: int) -> None:
    """Compiled code has chance of its own."""
    np.random.seed(seed)


@compiled
def _surpluses(cards: Cards, dealt: Dealing, way: Way, wagers: int, deals: int) -> tuple[int, int]:
    """The sum, and the sum of squares, of what the bank wins in rounds in which it wins, in wagers; goes on shuffling cards."""
    _, start, keys, bits, find = dealt
    low, high = np.zeros(wagers + 1, np.int64), np.zeros(wagers + 1, np.int64)
    total, squares = 0, 0
    for _ in range(deals):
        for hand in range(wagers + 1):
            key, union = start, np.uint64(0)
            for place in range(7 * hand, 7 * hand + 7):
                other = np.random.randint(place, len(cards))
                cards[place], cards[other] = cards[other], cards[place]
                key += keys[cards[place]]
                union |= bits[cards[place]]
            pattern = pattern_of(key, union, find)
            low[hand], high[hand] = way.low[pattern], way.high[pattern]
        won = 0
        for hand in range(1, wagers + 1):
            if low[hand] <= low[0] and high[hand] <= high[0]:
                won += 1
            elif low[hand] > low[0] and high[hand] > high[0]:
                won -= 1
        if won > 0:
            total += won
            squares += won * won
    return total, squares


def bank_edge(outcomes: Outcomes, vigorish: Fraction) -> Fraction:
    """What the house gains from a player who banks against one wager."""
    win, lose, tie = outcomes
    return (win - (1 - vigorish) * lose) / (win + lose + tie)


def bank_edge_against_several(
    outcomes: Outcomes,
    way: Way,
    vigorish: Fraction,
    wagers: int,
    deals: int = DEALS,
    seed: int = 645,
    progress: Progress = None,
) -> tuple[float, float]:
    """What the house and the other players gain from a bank, as a part of each of so many equal wagers, and its error."""
    total, squares, dealt = 0, 0, dealing(FULL)
    cards = dealt.deck.copy()
    _begin(seed)
    for begin, end in cut(deals, PIECES):
        won, squared = _surpluses(cards, dealt, way, wagers, end - begin)
        total, squares = total + won, squares + squared
        if progress is not None:
            progress(end / deals)
    mean = total / deals
    spread = sqrt((squares / deals - mean * mean) / deals)
    before = float(bank_edge(outcomes, Fraction(0)))
    return before + float(vigorish) * mean / wagers, float(vigorish) * spread / wagers
