"""Compiled arithmetic of one hand against the dealer, exact in the order of cards, in floating point numbers.

All values are reckoned on the dealer not having Blackjack: a value is the expectation of the result times "no Blackjack", given
the cards seen and nothing about the hole card. So the hole card is a card like any other of those not seen, and a value before
a card is the plain mean of the values after it, with or without a look at the hole card. The caller adds what a Blackjack
brings.
"""

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import compiled
from pitboss.odds.twenty_one.tables import ACE, OVER, RESULTS, TEN, TWENTY_TWO, VALUES, Integers

Floats = NDArray[np.float64]
STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
LANES = 128  # hands that the dealer's tree is walked for at once
DEEPEST = 12  # cards that a dealer draws at most, and to spare
UNITS = 12  # results of one hand in half units: from -2 (place 0) to +3 (place 10)
ZERO = 4
# What the rules change in a hand: places of a vector of integers.
PUSH_22, DRAWN_21_WINS, RESCUE, DOUBLE_ANY, NO_DOUBLE, ONE_CARD = range(6)
SWITCHES = 6


@compiled
def no_blackjack(cards: int, tens: float, aces: float, up: int) -> float:
    """The chance that the hole card does not make a Blackjack."""
    if cards < 1:
        return 1.0
    if up == ACE:
        return 1.0 - tens / cards
    if up == TEN:
        return 1.0 - aces / cards
    return 1.0


@compiled
def dealer_odds(
    shoe: Integers,
    counts: Integers,
    wanted: Integers,
    up: int,
    value: Integers,
    before: Integers,
    depth: Integers,
    ways: Floats,
    result: Integers,
    odds: Floats,
) -> None:
    """Fills odds[h] with the dealer's results for the hands wanted, `shoe` being what is not seen but for those hands."""
    left = np.zeros((VALUES, LANES))
    path = np.zeros((DEEPEST + 1, LANES))  # chance of the cards so far, over the number of cards left
    each = np.zeros((DEEPEST + 1, LANES))
    found = np.zeros((RESULTS, LANES))
    for first in range(0, len(wanted), LANES):
        number = min(LANES, len(wanted) - first)
        for lane in range(number):
            h = wanted[first + lane]
            cards = 0
            for v in range(VALUES):
                left[v, lane] = shoe[v] - counts[h, v]
                cards += shoe[v] - counts[h, v]
            for d in range(DEEPEST + 1):
                each[d, lane] = 1.0 / (cards - d) if cards > d else 0.0
            path[0, lane] = each[0, lane]
            for r in range(RESULTS):
                found[r, lane] = 0.0
            found[OVER, lane] = no_blackjack(cards, left[TEN, lane], left[ACE, lane], up)
        for n in range(len(value)):
            d, v, r, gone, many = depth[n], value[n], result[n], float(before[n]), ways[n]
            if many > 0.0:
                for lane in range(number):
                    found[r, lane] += many * path[d - 1, lane] * (left[v, lane] - gone)
            if n + 1 < len(value) and depth[n + 1] > d:
                for lane in range(number):
                    path[d, lane] = path[d - 1, lane] * (left[v, lane] - gone) * each[d, lane]
        for lane in range(number):
            h = wanted[first + lane]
            for r in range(OVER):
                odds[h, r] = found[r, lane]
                found[OVER, lane] -= found[r, lane]
            odds[h, OVER] = found[OVER, lane]


@compiled
def against(total: int, result: int, push_22: int) -> int:
    """1, 0 or -1: a total of 21 or less against the dealer's result."""
    if result == TWENTY_TWO and push_22:
        return 0
    if result >= TWENTY_TWO:
        return 1
    if total == result + 17:
        return 0
    return 1 if total > result + 17 else -1


@compiled
def stand_value(h: int, total: Integers, size: Integers, odds: Floats, rules: Integers) -> float:
    """What a hand is worth that draws no more, without bonuses."""
    value = 0.0
    for r in range(RESULTS):
        if total[h] == 21 and size[h] > 2 and rules[DRAWN_21_WINS]:
            value += odds[h, r]
        else:
            value += odds[h, r] * against(total[h], r, rules[PUSH_22])
    return value


@compiled
def solve(
    shoe: Integers,
    up: int,
    within: Integers,
    counts: Integers,
    total: Integers,
    size: Integers,
    child: Integers,
    bonus: Floats,
    rules: Integers,
    fixed: bool,
    odds: Floats,
    values: Floats,
    act: Integers,
    rescued: Integers,
) -> None:
    """Values of standing, hitting and doubling of the hands `within` (fewest cards first), and the best of them.

    `values[h]` has a place for each; `act[h]` is the choice, found here or, where `fixed`, followed; `values[h, SPLIT]` is the
    value of that choice. `rescued[h]` says whether a hand is given up that a Double Down ends with, and goes with `act`.
    `bonus[h]` is what a hand of 21 is paid that is not doubled. With ONE_CARD a hand of two cards stands.
    """
    cards = shoe.sum()
    for place in range(len(within) - 1, -1, -1):
        h = within[place]
        left = cards - size[h]
        possible = left > 0
        for v in range(VALUES):
            possible = possible and shoe[v] >= counts[h, v]
        if not possible:
            values[h] = 0.0
            continue
        stand = stand_value(h, total, size, odds, rules)
        if total[h] == 21 and bonus[h] != 1.0:
            stand = bonus[h] * no_blackjack(left, shoe[TEN] - counts[h, TEN], shoe[ACE] - counts[h, ACE], up)
        values[h, STAND] = stand
        if total[h] == 21 or (rules[ONE_CARD] and size[h] == 2):
            act[h] = STAND
            values[h, HIT] = values[h, DOUBLE] = -np.inf
            values[h, SPLIT] = stand
            continue
        hit = double = 0.0
        for v in range(VALUES):
            number = shoe[v] - counts[h, v]
            if number == 0:
                continue
            chance = number / left
            below = child[h, v]
            tens = shoe[TEN] - counts[h, TEN] - (v == TEN)
            aces = shoe[ACE] - counts[h, ACE] - (v == ACE)
            live = no_blackjack(left - 1, tens, aces, up)
            if below < 0:
                hit -= chance * live
                double -= 2 * chance * live
                continue
            hit += chance * values[below, SPLIT]
            doubled = 2 * stand_value(below, total, size, odds, rules)
            if rules[RESCUE]:
                if not fixed:
                    rescued[below] = doubled < -live
                if rescued[below]:
                    doubled = -live
            double += chance * doubled
        may_double = (size[h] == 2 or rules[DOUBLE_ANY]) and size[h] > 1 and not rules[NO_DOUBLE]
        values[h, HIT] = hit
        values[h, DOUBLE] = double if may_double else -np.inf
        if not fixed:
            act[h] = HIT
            if total[h] >= 12 and stand >= hit:  # below 12 a card can only help
                act[h] = STAND
            if may_double and double > values[h, act[h]]:
                act[h] = DOUBLE
        values[h, SPLIT] = values[h, act[h]]


@compiled
def spread(
    shoe: Integers,
    within: Integers,
    reach: Floats,
    counts: Integers,
    total: Integers,
    size: Integers,
    child: Integers,
    bonus: Floats,
    rules: Integers,
    odds: Floats,
    act: Integers,
    rescued: Integers,
    results: Floats,
) -> float:
    """Adds to results[dealer's result, half units] what hands bring that are played by `act`, two-card hands reached as given.

    `reach` is filled on the way for the hands with more cards. Gives back what was put at risk in Double Down Wagers.
    A hand over 21 has no odds of its own: it gets what is left of the odds of the two cards it began with.
    """
    doubled = 0.0
    cards = shoe.sum()
    for place in range(len(within)):
        h = within[place]
        weight = reach[h]
        if size[h] < 2 or weight == 0.0:
            continue
        left = cards - size[h]
        if size[h] == 2:
            for r in range(RESULTS):
                results[r, ZERO - 2] += weight * odds[h, r]  # all lost with one unit, until known better
        if act[h] == STAND:
            for r in range(RESULTS):
                mine = against(total[h], r, rules[PUSH_22])
                if total[h] == 21 and size[h] > 2 and rules[DRAWN_21_WINS]:
                    mine = 1
                paid = 2 * mine
                if total[h] == 21 and bonus[h] != 1.0:
                    paid = int(2 * bonus[h])
                results[r, ZERO - 2] -= weight * odds[h, r]
                results[r, ZERO + paid] += weight * odds[h, r]
        elif act[h] == HIT:
            for v in range(VALUES):
                below = child[h, v]
                if below >= 0 and shoe[v] > counts[h, v]:
                    reach[below] += weight * (shoe[v] - counts[h, v]) / left
        else:
            for r in range(RESULTS):
                doubled += weight * odds[h, r]
                results[r, ZERO - 2] -= weight * odds[h, r]
                results[r, ZERO - 4] += weight * odds[h, r]
            for v in range(VALUES):
                below = child[h, v]
                if below < 0 or shoe[v] <= counts[h, v]:
                    continue
                chance = weight * (shoe[v] - counts[h, v]) / left
                for r in range(RESULTS):
                    mine = against(total[below], r, rules[PUSH_22])
                    if total[below] == 21 and rules[DRAWN_21_WINS]:
                        mine = 1
                    results[r, ZERO - 4] -= chance * odds[below, r]
                    results[r, ZERO - 2 if rescued[below] else ZERO + 4 * mine] += chance * odds[below, r]
    return doubled
