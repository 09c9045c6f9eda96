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
RESULTS = 8  # of the dealer: 17, 18, 19, 20, 21, 22, Blackjack, more
TWENTY_ONE, TWENTY_TWO, BLACKJACK, OVER = 4, 5, 6, 7
MOST = 21
PAIRS = [(x, y) for x in range(VALUES) for y in range(x, VALUES)]

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


def shown(up: int) -> tuple[int, ...]:
    """The dealer's cards in sight: the up card, or from VALUES on the two of PAIRS.

    >>> shown(4), shown(VALUES), shown(VALUES + 1)
    ((4,), (0, 0), (0, 1))
    """
    return (up,) if up < VALUES else PAIRS[up - VALUES]


class DealerHands(NamedTuple):
    """The finished hands of a dealer with some cards in sight, as a tree of cards in a fixed order of values.

    Node n adds the card `value[n]`, the `before[n] + 1`-th of its value, at depth `depth[n]`; nodes come parents first, depth
    first. `ways[n]` is in how many orders the dealer can have drawn exactly these cards (0 where the hand is not finished),
    `result[n]` its total. Hands over 21 are left out (with `push_22` hands over 22): they are what is left of all.

    `up` is the up card, under which the dealer looks for a Blackjack: one is left out. Where he does not look, it is -1.
    """

    up: int
    value: Integers
    before: Integers
    depth: Integers
    ways: NDArray[np.float64]
    result: Integers


def finished(up: int, hits_soft_17: bool, peeks: bool = True) -> dict[Counts, int]:
    """The cards a dealer may end with besides those in sight, and in how many orders; one that he peeks for is left out.

    With two cards that need no other, any card that he might draw stands for the hand.
    """
    held = hand_shown(up)
    layer: dict[Counts, int] = {(0,) * VALUES: 1}
    done: dict[Counts, int] = {}
    while layer:
        following: dict[Counts, int] = {}
        for cards, ways in layer.items():
            for v in range(VALUES):
                drawn = plus(cards, v)
                hand = tuple(map(sum, zip(held, drawn, strict=True)))
                if peeks and is_natural(hand):
                    continue
                into = done if ends(hand, hits_soft_17) or (up >= VALUES and ends(held, hits_soft_17)) else following
                into[drawn] = into.get(drawn, 0) + ways
        layer = following
    return done


@cache
def hand_shown(up: int) -> Counts:
    """The dealer's cards in sight, counted."""
    return tuple(shown(up).count(v) for v in range(VALUES))


def is_natural(hand: Counts) -> bool:
    """Whether these are two cards of 21."""
    return sum(hand) == 2 and hand[ACE] == hand[TEN] == 1


def ends(hand: Counts, hits_soft_17: bool) -> bool:
    """Whether a dealer draws no more."""
    points, soft = total(hand)
    return points > 17 or (points == 17 and not (soft and hits_soft_17))


@cache
def dealer_hands(up: int, hits_soft_17: bool = False, push_22: bool = False, peeks: bool = True) -> DealerHands:
    """The tree of the dealer's finished hands."""
    held = hand_shown(up)

    def hand_with(cards: Counts) -> Counts:
        return held if up >= VALUES and ends(held, hits_soft_17) else tuple(map(sum, zip(held, cards, strict=True)))

    done = {c: ways for c, ways in finished(up, hits_soft_17, peeks).items() if total(hand_with(c))[0] <= MOST + push_22}
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
                    hand = hand_with(drawn)
                    result = BLACKJACK if is_natural(hand) and not peeks else max(total(hand)[0], 17) - 17
                    nodes.append((v, before, depth, float(done.get(drawn, 0)), result))
    value, before_, depths, ways, result_ = zip(*nodes, strict=True) if nodes else ((), (), (), (), ())
    return DealerHands(
        up if peeks and up < VALUES else -1,
        np.array(value, np.int64),
        np.array(before_, np.int64),
        np.array(depths, np.int64),
        np.array(ways, np.float64),
        np.array(result_, np.int64),
    )
