"""Every hand that a player or the dealer can hold at 21, as counts of the ten point values, listed once.

A point value is 0 for an ace, 1 for a two, up to 9 for a ten-value card. Only counts matter for play (suits matter for optional
wagers and the bonus 21s of Spanish 21, which are handled there), so that a few thousand hands stand for all orders of cards.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

VALUES = 10
ACE, TEN = 0, 9
RESULTS = 7  # of the dealer: 17, 18, 19, 20, 21, 22, more
TWENTY_ONE, TWENTY_TWO, OVER = 4, 5, 6
MOST = 21

Counts = tuple[int, ...]
Integers = NDArray[np.int64]


def total(counts: Counts) -> tuple[int, bool]:
    """The point total of counted cards, and whether an ace counts eleven.

    >>> total((1, 0, 0, 0, 0, 1, 0, 0, 0, 0)), total((1, 0, 0, 0, 0, 1, 0, 0, 0, 1))
    ((17, True), (17, False))
    """
    points = sum((value + 1) * number for value, number in enumerate(counts))
    if counts[ACE] and points <= MOST - 10:
        return points + 10, True
    return points, False


def plus(counts: Counts, value: int, number: int = 1) -> Counts:
    """Counts with so many more cards of one value."""
    return (*counts[:value], counts[value] + number, *counts[value + 1 :])


class PlayerHands(NamedTuple):
    """All hands of one card or more that are not over 21, fewest cards first.

    `child[h, v]` is the hand with one more card of value v, -1 where that is over 21.
    """

    counts: Integers
    total: Integers
    soft: NDArray[np.bool_]
    size: Integers
    child: Integers


@cache
def _listed() -> tuple[tuple[Counts, ...], dict[Counts, int]]:
    layer: list[Counts] = [(0,) * VALUES]
    found: list[Counts] = []
    while layer:
        layer = sorted({plus(hand, v) for hand in layer for v in range(VALUES) if hard(plus(hand, v)) <= MOST}, reverse=True)
        found += layer
    return tuple(found), {hand: i for i, hand in enumerate(found)}


def hard(counts: Counts) -> int:
    """The total with every ace as one."""
    return sum((value + 1) * number for value, number in enumerate(counts))


def index_of(counts: Counts) -> int:
    """The place of a hand in the list."""
    return _listed()[1][counts]


@cache
def player_hands() -> PlayerHands:
    """The table of the player's hands.

    >>> hands = player_hands()
    >>> len(hands.total), int(hands.size.max())
    (3082, 21)
    """
    listed, index = _listed()
    totals = [total(hand) for hand in listed]
    child = [[index.get(plus(hand, v), -1) for v in range(VALUES)] for hand in listed]
    return PlayerHands(
        np.array(listed, np.int64),
        np.array([points for points, _ in totals], np.int64),
        np.array([soft for _, soft in totals], np.bool_),
        np.array([sum(hand) for hand in listed], np.int64),
        np.array(child, np.int64),
    )


@cache
def _most() -> Integers:
    """How many cards of each value a hand has at most."""
    most: Integers = player_hands().counts.max(0)
    return most


def possible(shoe: Integers, hands: Integers) -> Integers:
    """Those of the hands that a shoe can deal; a large one deals all."""
    if (shoe >= _most()).all():
        return hands
    return hands[(player_hands().counts[hands] <= shoe).all(1)]


@cache
def containing(start: int) -> Integers:
    """The hands that contain a given one, itself first, fewest cards first."""
    counts = player_hands().counts
    return np.flatnonzero((counts >= counts[start]).all(1)).astype(np.int64)


class DealerHands(NamedTuple):
    """The finished hands of a dealer without Blackjack under one up card, as a tree of cards in a fixed order of values.

    Node n adds the card `value[n]`, the `before[n] + 1`-th of its value, at depth `depth[n]`; nodes come parents first, depth
    first. `ways[n]` is in how many orders the dealer can have drawn exactly these cards (0 where the hand is not finished),
    `result[n]` its total. Hands over 21 are left out (with `push_22` hands over 22): they are what is left of all.
    """

    up: int
    value: Integers
    before: Integers
    depth: Integers
    ways: NDArray[np.float64]
    result: Integers


def finished(up: int, hits_soft_17: bool) -> dict[Counts, int]:
    """The cards a dealer may end with besides the up card, and in how many orders; a Blackjack is left out."""
    layer: dict[Counts, int] = {(0,) * VALUES: 1}
    done: dict[Counts, int] = {}
    first = True
    while layer:
        following: dict[Counts, int] = {}
        for cards, ways in layer.items():
            for v in range(VALUES):
                if first and {up, v} == {ACE, TEN}:
                    continue
                drawn = plus(cards, v)
                points, soft = total(plus(drawn, up))
                stands = points > 17 or (points == 17 and not (soft and hits_soft_17))
                into = done if stands else following
                into[drawn] = into.get(drawn, 0) + ways
        layer, first = following, False
    return done


@cache
def dealer_hands(up: int, hits_soft_17: bool = False, push_22: bool = False) -> DealerHands:
    """The tree of the dealer's finished hands under an up card."""
    most = MOST + push_22
    done = {cards: ways for cards, ways in finished(up, hits_soft_17).items() if total(plus(cards, up))[0] <= most}
    nodes: list[tuple[int, int, int, float, int]] = []
    seen: set[Counts] = set()
    for cards in sorted(done, reverse=True):
        drawn = (0,) * VALUES
        depth = 0
        for v in range(VALUES):
            for before in range(cards[v]):
                drawn = plus(drawn, v)
                depth += 1
                if drawn not in seen:
                    seen.add(drawn)
                    points = total(plus(drawn, up))[0]
                    nodes.append((v, before, depth, float(done.get(drawn, 0)), max(points, 17) - 17))
    value, before_, depths, ways, result = zip(*nodes, strict=True)
    return DealerHands(
        up,
        np.array(value, np.int64),
        np.array(before_, np.int64),
        np.array(depths, np.int64),
        np.array(ways, np.float64),
        np.array(result, np.int64),
    )
