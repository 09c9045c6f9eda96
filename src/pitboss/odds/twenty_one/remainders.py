"""Compiled arithmetic of one hand against the dealer modulo a prime: as `kernels`, but exact.

Remainders are whole numbers in double precision, of least size. Primes are small enough for products to be exact.
"""

import numpy as np

from pitboss.compiling import compiled
from pitboss.odds.twenty_one.kernels import (
    DEEPEST,
    DOUBLED,
    DOUBLED_FREE,
    DOUBLES_FREE,
    HIT,
    LANES,
    PLAIN,
    STAND,
    Floats,
    stand_value,
)
from pitboss.odds.twenty_one.tables import ACE, OVER, RESULTS, TEN, VALUES, Integers


@compiled
def reduce(number: float, prime: float, inverse: float) -> float:
    """The remainder of least size, of a whole number below 2**52."""
    return float(number - np.rint(number * inverse) * prime)


@compiled
def dealer_remainders(
    shoe: Integers,
    counts: Integers,
    wanted: Integers,
    inverses: Floats,
    prime: float,
    up: int,
    value: Integers,
    before: Integers,
    depth: Integers,
    ways: Floats,
    result: Integers,
    odds: Floats,
) -> None:
    """As `kernels.dealer_odds`, in remainders; `inverses[n]` is the remainder of 1/n."""
    left = np.zeros((VALUES, LANES))
    path = np.zeros((DEEPEST + 1, LANES))
    each = np.zeros((DEEPEST + 1, LANES))
    found = np.zeros((RESULTS, LANES))
    inverse = 1.0 / prime
    for first in range(0, len(wanted), LANES):
        number = min(LANES, len(wanted) - first)
        for lane in range(number):
            h = wanted[first + lane]
            cards = 0
            for v in range(VALUES):
                left[v, lane] = shoe[v] - counts[h, v]
                cards += shoe[v] - counts[h, v]
            for d in range(DEEPEST + 1):
                each[d, lane] = inverses[max(cards - d, 0)]
            path[0, lane] = each[0, lane]
            for r in range(RESULTS):
                found[r, lane] = 0.0
            found[OVER, lane] = live_remainder(cards, left[TEN, lane], left[ACE, lane], up, inverses, prime)
        for n in range(len(value)):
            d, v, r, gone, many = depth[n], value[n], result[n], float(before[n]), ways[n]
            if many > 0.0:
                for lane in range(number):
                    chance = path[d - 1, lane] * (left[v, lane] - gone) * many
                    found[r, lane] += chance - np.rint(chance * inverse) * prime
            if n + 1 < len(value) and depth[n + 1] > d:
                for lane in range(number):
                    chance = path[d - 1, lane] * (left[v, lane] - gone)
                    chance = (chance - np.rint(chance * inverse) * prime) * each[d, lane]
                    path[d, lane] = chance - np.rint(chance * inverse) * prime
        for lane in range(number):
            h = wanted[first + lane]
            for r in range(OVER):
                odds[h, r] = reduce(found[r, lane], prime, inverse)
                found[OVER, lane] -= odds[h, r]
            odds[h, OVER] = reduce(found[OVER, lane], prime, inverse)


@compiled
def live_remainder(cards: int, tens: float, aces: float, up: int, inverses: Floats, prime: float) -> float:
    """The chance that the hole card does not make a Blackjack."""
    if up != ACE and up != TEN:
        return 1.0
    others = cards - (tens if up == ACE else aces)
    return reduce(others * inverses[cards], prime, 1.0 / prime)


@compiled
def follow(
    shoe: Integers,
    up: int,
    asked: Integers,
    counts: Integers,
    size: Integers,
    child: Integers,
    pays: Floats,
    bust: Floats,
    may: Integers,
    inverses: Floats,
    prime: float,
    odds: Floats,
    act: Integers,
    rescued: Integers,
    values: Floats,
) -> None:
    """Fills values[h] with twice the value of the hands asked for (fewest cards first), played by `act`, in remainders."""
    cards = shoe.sum()
    inverse = 1.0 / prime
    for place in range(len(asked) - 1, -1, -1):
        h = asked[place]
        left = cards - size[h]
        if act[h] == STAND:
            values[h] = reduce(2.0 * stand_value(h, PLAIN, odds, pays), prime, inverse)
            continue
        value = 0.0
        kind = PLAIN if act[h] == HIT else DOUBLED_FREE if may[h] & DOUBLES_FREE else DOUBLED
        for v in range(VALUES):
            number = shoe[v] - counts[h, v]
            if number <= 0:
                continue
            below = child[h, v]
            tens = shoe[TEN] - counts[h, TEN] - (v == TEN)
            aces = shoe[ACE] - counts[h, ACE] - (v == ACE)
            live = live_remainder(left - 1, tens, aces, up, inverses, prime)
            if below < 0:
                part = 2.0 * live * bust[kind]
            elif act[h] == HIT:
                part = values[below]
            else:
                part = -2.0 * live if rescued[below] else 2.0 * stand_value(below, kind, odds, pays)
            value += number * part
        values[h] = reduce(reduce(value, prime, inverse) * inverses[left], prime, inverse)
