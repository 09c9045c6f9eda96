"""Compiled arithmetic of one hand against the dealer, exact in the order of cards, in floating point numbers or modulo a prime.

All values are reckoned on the dealer not having Blackjack: a value is the expectation of the result times "no Blackjack", given
the cards seen and nothing about the hole card. So the hole card is a card like any other of those not seen, and a value before
a card is the plain mean of the values after it, with or without a look at the hole card. The caller adds what a Blackjack
brings.

Where `inverses` are given, inverses[n] being the remainder of 1/n, numbers are remainders modulo a prime: whole numbers in
double precision, of least size. Primes are small enough for products to be exact. Each of both ways is compiled by itself.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import compiled
from pitboss.odds.twenty_one.tables import ACE, OVER, RESULTS, TEN, VALUES, DealerHands, Integers, PlayerHands

Floats = NDArray[np.float64]
STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
LANES = 128  # hands that the dealer's tree is walked for at once
DEEPEST = 12  # cards that a dealer draws at most, and to spare
ZERO = 4  # the place of a result of nothing; results are counted in half units, from -2 (place 0)
# How a hand is paid: as it lies, doubled, or doubled free of charge.
PLAIN, DOUBLED, DOUBLED_FREE = range(3)
# What the rules say of a hand, added together.
MAY_STAND, MUST_STAND, MAY_DOUBLE, DOUBLES_FREE, MAY_SURRENDER = 1, 2, 4, 8, 16


class HandRules(NamedTuple):
    """What the rules say of one hand."""

    pays: Floats  # [kind, hand, dealer's result]: as it lies, doubled, doubled free of charge
    bust: Floats  # [kind]: over 21
    may: Integers  # [hand]


class Played(NamedTuple):
    """Every hand beside some cards: the dealer's odds, the values of its choices, the best one, and where a rescue is."""

    odds: Floats
    values: Floats
    act: Integers
    rescued: Integers


@compiled
def reduced(number: float, prime: float) -> float:
    """The remainder of least size, of a whole number below 2**52."""
    return float(number - np.rint(number * (1.0 / prime)) * prime)


@compiled
def no_blackjack(cards: int, tens: float, aces: float, up: int, inverses: Floats | None = None, prime: float = 0.0) -> float:
    """The chance that the hole card does not make a Blackjack, for which the dealer looks under `up`."""
    if cards < 1 or (up != ACE and up != TEN):
        return 1.0
    making = tens if up == ACE else aces
    if inverses is not None:
        return reduced((cards - making) * inverses[cards], prime)
    return 1.0 - making / cards


@compiled
def dealer_odds(
    shoe: Integers,
    counts: Integers,
    wanted: Integers,
    tree: DealerHands,
    odds: Floats,
    inverses: Floats | None = None,
    prime: float = 0.0,
) -> None:
    """Fills odds[h] with the dealer's results for the hands wanted, `shoe` being what is not seen but for those hands."""
    up, value, before, depth, ways, result = tree
    left = np.zeros((VALUES, LANES))
    path = np.zeros((DEEPEST + 1, LANES))  # chance of the cards so far, over the number of cards left
    each = np.zeros((DEEPEST + 1, LANES))
    found = np.zeros((RESULTS, LANES))
    inverse = 1.0 / prime if prime > 0.0 else 0.0
    for first in range(0, len(wanted), LANES):
        number = min(LANES, len(wanted) - first)
        for lane in range(number):
            h = wanted[first + lane]
            cards = 0
            for v in range(VALUES):
                left[v, lane] = shoe[v] - counts[h, v]
                cards += shoe[v] - counts[h, v]
            for d in range(DEEPEST + 1):
                if inverses is not None:
                    each[d, lane] = inverses[max(cards - d, 0)]
                else:
                    each[d, lane] = 1.0 / (cards - d) if cards > d else 0.0
            path[0, lane] = each[0, lane]
            for r in range(RESULTS):
                found[r, lane] = 0.0
            found[OVER, lane] = no_blackjack(cards, left[TEN, lane], left[ACE, lane], up, inverses, prime)
        for n in range(len(value)):
            d, v, r, gone, many = depth[n], value[n], result[n], float(before[n]), ways[n]
            if many > 0.0:
                for lane in range(number):
                    chance = many * path[d - 1, lane] * (left[v, lane] - gone)
                    if inverses is not None:
                        chance -= np.rint(chance * inverse) * prime
                    found[r, lane] += chance
            if n + 1 < len(value) and depth[n + 1] > d:
                for lane in range(number):
                    chance = path[d - 1, lane] * (left[v, lane] - gone)
                    if inverses is not None:
                        chance -= np.rint(chance * inverse) * prime
                    chance *= each[d, lane]
                    if inverses is not None:
                        chance -= np.rint(chance * inverse) * prime
                    path[d, lane] = chance
        for lane in range(number):
            h = wanted[first + lane]
            for r in range(RESULTS):  # the last is what is left of all
                if inverses is not None:
                    found[r, lane] = reduced(found[r, lane], prime)
                odds[h, r] = found[r, lane]
                found[OVER, lane] -= found[r, lane] if r < OVER else 0.0


@compiled
def stand_value(h: int, kind: int, odds: Floats, pays: Floats) -> float:
    """What a hand is worth that draws no more."""
    value = 0.0
    for r in range(RESULTS):
        value += odds[h, r] * pays[kind, h, r]
    return value


@compiled
def solve(
    shoe: Integers,
    up: int,
    within: Integers,
    hands: PlayerHands,
    rules: HandRules,
    rescues: bool,
    fixed: bool,
    played: Played,
    inverses: Floats | None = None,
    prime: float = 0.0,
) -> None:
    """Values of standing, hitting and doubling of the hands `within` (fewest cards first), and the best of them.

    `values[h]` has a place for each; `act[h]` is the choice, found here or, where `fixed`, followed; `values[h, SPLIT]` is the
    value of that choice. `rescued[h]` says whether a hand is given up that a Double Down ends with, and goes with `act`.
    `pays[kind, h]` is what a hand brings against each result, `bust[kind]` one over 21, `may[h]` what is allowed. Modulo a
    prime `pays` and `bust` are whole numbers, and what is not chosen has no value.
    """
    counts, _, _, size, child = hands
    pays, bust, may = rules
    odds, values, act, rescued = played
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
        given_up = 0.0
        if may[h] & MAY_SURRENDER:
            given_up = no_blackjack(left, shoe[TEN] - counts[h, TEN], shoe[ACE] - counts[h, ACE], up, inverses, prime)
            given_up *= bust[PLAIN] / 2
            if act[h] == SURRENDER and (fixed or inverses is not None):
                values[h, SPLIT] = given_up
                continue
        stand = stand_value(h, PLAIN, odds, pays)
        if inverses is not None:
            stand = reduced(stand, prime)
        values[h, STAND] = values[h, SPLIT] = stand
        if may[h] & MUST_STAND or (inverses is not None and act[h] == STAND):
            act[h] = STAND
            values[h, HIT] = values[h, DOUBLE] = -np.inf
            continue
        kind = DOUBLED_FREE if may[h] & DOUBLES_FREE else DOUBLED
        may_double = may[h] & MAY_DOUBLE and (inverses is None or act[h] == DOUBLE)
        hit = double = 0.0
        for v in range(VALUES):
            number = shoe[v] - counts[h, v]
            if number == 0:
                continue
            below = child[h, v]
            if below >= 0:
                hit += number * values[below, SPLIT]
            if below >= 0 and not may_double:
                continue
            tens = shoe[TEN] - counts[h, TEN] - (v == TEN)
            aces = shoe[ACE] - counts[h, ACE] - (v == ACE)
            live = no_blackjack(left - 1, tens, aces, up, inverses, prime)
            if below < 0:
                hit += number * live * bust[PLAIN]
                double += number * live * bust[kind]
                continue
            doubled = stand_value(below, kind, odds, pays)
            if rescues:
                if not fixed:
                    rescued[below] = doubled < -live
                if rescued[below]:
                    doubled = live * bust[PLAIN]
            double += number * doubled
        if inverses is not None:
            hit = reduced(reduced(hit, prime) * inverses[left], prime)
            double = reduced(reduced(double, prime) * inverses[left], prime)
        else:
            hit /= left
            double /= left
        values[h, HIT] = hit
        values[h, DOUBLE] = double if may_double else -np.inf
        if not fixed:
            act[h] = HIT
            if may[h] & MAY_STAND and stand >= hit:
                act[h] = STAND
            if may_double and double > values[h, act[h]]:
                act[h] = DOUBLE
        values[h, SPLIT] = values[h, act[h]]
        if not fixed and may[h] & MAY_SURRENDER and given_up > values[h, SPLIT]:
            act[h], values[h, SPLIT] = SURRENDER, given_up


@compiled
def spread(
    shoe: Integers,
    within: Integers,
    reach: Floats,
    hands: PlayerHands,
    rules: HandRules,
    odds: Floats,
    act: Integers,
    rescued: Integers,
    results: Floats,
) -> float:
    """Adds to results[dealer's result, half units] what hands bring that are played by `act`, two-card hands reached as given.

    `reach` is filled on the way for the hands with more cards. Gives back what was put at risk in Double Down Wagers.
    A hand over 21 has no odds of its own: it gets what is left of the odds of the two cards it began with.
    """
    counts, _, _, size, child = hands
    pays, bust, may = rules
    doubled = 0.0
    cards = shoe.sum()
    lost = ZERO + int(2 * bust[PLAIN])
    for place in range(len(within)):
        h = within[place]
        weight = reach[h]
        if size[h] < 2 or weight == 0.0:
            continue
        left = cards - size[h]
        if size[h] == 2:
            for r in range(RESULTS):
                results[r, lost] += weight * odds[h, r]  # all lost, until known better
        if act[h] == STAND:
            for r in range(RESULTS):
                results[r, lost] -= weight * odds[h, r]
                results[r, ZERO + int(2 * pays[PLAIN, h, r])] += weight * odds[h, r]
        elif act[h] == SURRENDER:
            for r in range(RESULTS):
                results[r, lost] -= weight * odds[h, r]
                results[r, ZERO - 1] += weight * odds[h, r]
        elif act[h] == HIT:
            for v in range(VALUES):
                below = child[h, v]
                if below >= 0 and shoe[v] > counts[h, v]:
                    reach[below] += weight * (shoe[v] - counts[h, v]) / left
        else:
            kind = DOUBLED_FREE if may[h] & DOUBLES_FREE else DOUBLED
            more = ZERO + int(2 * bust[kind])
            for r in range(RESULTS):
                doubled += weight * odds[h, r] * (kind == DOUBLED)
                results[r, lost] -= weight * odds[h, r]
                results[r, more] += weight * odds[h, r]
            for v in range(VALUES):
                below = child[h, v]
                if below < 0 or shoe[v] <= counts[h, v]:
                    continue
                chance = weight * (shoe[v] - counts[h, v]) / left
                for r in range(RESULTS):
                    paid = -1.0 if rescued[below] else pays[kind, below, r]
                    results[r, more] -= chance * odds[below, r]
                    results[r, ZERO + int(2 * paid)] += chance * odds[below, r]
    return doubled
