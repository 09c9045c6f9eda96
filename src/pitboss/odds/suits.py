"""Sets of cards up to a permutation of the suits.

A set of cards is four sets of ranks, one for each suit; permuting suits permutes them. So one set of each class is the one
whose rank sets do not increase from suit to suit, and its class has 24 members divided by the arrangements of equal ones.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.hands.tables import compiled

PERMUTATIONS = tuple(permutations(range(4)))
BINOMIAL = np.array([[comb(n, k) for k in range(8)] for n in range(54)], np.int64)


@dataclass(frozen=True)
class Classes:
    """All sets of so many cards of a deck: one of each class with the number of its members, and where every set belongs.

    `place[index]` is the class of a set (by the number of its cards) and `turn[index]` the permutation of suits, a number of
    PERMUTATIONS, that makes it the one that stands for the class.
    """

    cards: NDArray[np.uint8]
    members: NDArray[np.int64]
    place: NDArray[np.int32]
    turn: NDArray[np.uint8]


@compiled
def index_without(cards: NDArray[np.uint8], one: int, other: int) -> int:
    """The number of a set of cards given in ascending order, among all sets of its size, when the cards at one or two places
    are left out."""
    index, size = 0, 0
    for at in range(len(cards)):
        if at not in (one, other):
            size += 1
            index += BINOMIAL[cards[at], size]
    return index


WHOLE: tuple[Card, ...] = tuple(range(52))


def symmetric(deck: tuple[Card, ...]) -> bool:
    """Whether a deck has all four suits of each of its ranks; one that has not is taken card by card."""
    return len(deck) == 4 * len({card >> 2 for card in deck})


@cache
def classes(number: int, deck: tuple[Card, ...] = WHOLE) -> Classes:
    """The classes of all sets of so many cards of a deck.

    >>> [len(classes(number).cards) for number in (2, 3, 4)], classes(3).members.sum()
    ([169, 1755, 16432], np.int64(22100))
    """
    cards = np.array(sorted(deck), np.uint8)
    sets = _sets(cards, number)
    where = np.full(comb(52, number), -1, np.int32)
    turn = np.zeros(comb(52, number), np.uint8)
    if not symmetric(deck):
        where[_indices(sets)] = np.arange(len(sets))
        return Classes(sets, np.ones(len(sets), np.int64), where, turn)
    masks = _masks(sets)
    keys, turns = _canonical(masks, np.array(PERMUTATIONS, np.int64))
    chosen, place = np.unique(keys, return_inverse=True)
    standing = np.flatnonzero(turns == 0)  # the permutation that changes nothing: the set stands for its class
    represented = np.zeros(len(chosen), np.int64)
    represented[place[standing]] = standing
    where[_indices(sets)] = place
    turn[_indices(sets)] = turns
    return Classes(sets[represented], np.bincount(place).astype(np.int64), where, turn)


def _sets(cards: NDArray[np.uint8], number: int) -> NDArray[np.uint8]:
    """Every set of so many of some cards, in ascending order."""
    if number > 3:
        return _many_sets(cards, number, comb(len(cards), number))
    return np.array(list(combinations(cards.tolist(), number)), np.uint8).reshape(-1, number)


@compiled
def _many_sets(cards: NDArray[np.uint8], number: int, how_many: int) -> NDArray[np.uint8]:
    out = np.empty((how_many, number), np.uint8)
    chosen = np.arange(number)
    for row in range(how_many):
        for at in range(number):
            out[row, at] = cards[chosen[at]]
        at = number - 1
        while at >= 0 and chosen[at] == len(cards) - number + at:
            at -= 1
        if at < 0:
            break
        chosen[at] += 1
        for later in range(at + 1, number):
            chosen[later] = chosen[later - 1] + 1
    return out


def _indices(sets: NDArray[np.uint8]) -> NDArray[np.int64]:
    return sum((BINOMIAL[sets[:, at], at + 1] for at in range(sets.shape[1])), np.zeros(len(sets), np.int64))


def _masks(sets: NDArray[np.uint8]) -> NDArray[np.int64]:
    masks = np.zeros((len(sets), 4), np.int64)
    rows = np.arange(len(sets))
    for at in range(sets.shape[1]):
        masks[rows, sets[:, at] & 3] |= 1 << (sets[:, at].astype(np.int64) >> 2)
    return masks


@compiled
def _canonical(masks: NDArray[np.int64], turns: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """For every set the greatest key that permuting its suits can give, and the first permutation that gives it."""
    keys, first = np.empty(len(masks), np.int64), np.empty(len(masks), np.uint8)
    for row in range(len(masks)):
        best = np.int64(-1)
        for number in range(len(turns)):
            key = np.int64(0)
            for suit in range(4):  # the set of suit s becomes that of suit turns[number, s]
                key |= masks[row, suit] << 13 * (3 - turns[number, suit])
            if key > best:
                best, first[row] = key, number
        keys[row] = best
    return keys, first


@cache
def turned_pairs() -> NDArray[np.int16]:
    """For every permutation of suits, the pair of cards that a pair becomes, both by their number."""
    table = np.zeros((24, 1326), np.int16)
    for number, turn in enumerate(PERMUTATIONS):
        for low, high in combinations(range(52), 2):
            a, b = sorted(card & ~3 | turn[card & 3] for card in (low, high))
            table[number, low + comb(high, 2)] = a + comb(b, 2)
    return table


def stabilizers(sets: Classes) -> list[list[int]]:
    """For every class, the permutations of suits that leave the set that stands for it as it is."""
    masks = _masks(sets.cards)
    return [
        [n for n, turn in enumerate(PERMUTATIONS) if all(row[turn[s]] == row[s] for s in range(4))] for row in masks.tolist()
    ]


@cache
def kinds_of_pairs(number: int, deck: tuple[Card, ...] = WHOLE) -> NDArray[np.int16]:
    """By class of so many cards and pair of cards, the pair that stands for all that turning suits makes of it."""
    sets = classes(number, deck)
    found = np.empty((len(sets.cards), 1326), np.int16)
    if not symmetric(deck):
        found[:] = np.arange(1326)
        return found
    for row, turns in enumerate(stabilizers(sets)):
        found[row] = turned_pairs()[turns].min(0)
    return found


def pairs_by_class(deck: tuple[Card, ...] = WHOLE) -> NDArray[np.int16]:
    """The pair that stands for all that turning suits makes of a pair."""
    return turned_pairs().min(0) if symmetric(deck) else np.arange(1326, dtype=np.int16)
