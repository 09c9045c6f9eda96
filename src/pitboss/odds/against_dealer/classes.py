"""Sets of cards that differ only in the names of their suits, counted as one.

A set of cards is four sets of ranks, one a suit; the same four in another order are the same class. The 2,598,960 hands of
five cards are 134,459 classes.

>>> [len(suit_classes(tuple(range(52)), number).sizes) for number in (1, 2, 3, 4)]
[13, 169, 1755, 16432]
"""

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.hands.tables import compiled

Deck = tuple[Card, ...]
FULL_DECK: Deck = tuple(range(52))


class SuitClasses(NamedTuple):
    """The classes of so many cards of a deck.

    Cards are named by their places in the deck. Sets of places are numbered in colexicographic order: the number of
    p0 < p1 < p2 … is C(p0, 1) + C(p1, 2) + C(p2, 3) + …
    """

    of_set: NDArray[np.int32]  # the class of every set, by the set's number
    first: NDArray[np.uint8]  # a row per class: the places of the first set that belongs to it
    sizes: NDArray[np.int64]  # how many sets belong to each class


@compiled
def _key(places: NDArray[np.uint8], deck: NDArray[np.uint8]) -> int:
    """The four sets of ranks, thirteen bits each, largest first."""
    a = b = c = d = 0
    for place in places:
        card = deck[place]
        bit = 1 << (card >> 2)
        if card & 3 == 0:
            a |= bit
        elif card & 3 == 1:
            b |= bit
        elif card & 3 == 2:
            c |= bit
        else:
            d |= bit
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    return a << 39 | b << 26 | c << 13 | d


@compiled
def next_set(places: NDArray[np.uint8], number: int) -> None:
    """Steps to the next set of places in colexicographic order; after the last one the top place leaves the deck."""
    at = 0
    while at + 1 < number and places[at] + 1 == places[at + 1]:
        places[at] = at
        at += 1
    places[at] += 1


@compiled
def _classify(
    deck: NDArray[np.uint8],
    number: int,
    of_set: NDArray[np.int32],
    first: NDArray[np.uint8],
    sizes: NDArray[np.int64],
    slots: NDArray[np.int64],
    class_in_slot: NDArray[np.int32],
) -> int:
    """Numbers the classes in the order in which they are met; says how many there are."""
    places = np.arange(number).astype(np.uint8)
    found = 0
    last = len(slots) - 1
    for index in range(len(of_set)):
        key = _key(places, deck)
        slot = (key ^ key >> 17 ^ key >> 33) * 0x9E3779B1 >> 16 & last
        while slots[slot] != key and slots[slot] != -1:
            slot = (slot + 1) & last
        if slots[slot] == -1:
            slots[slot] = key
            class_in_slot[slot] = found
            first[found] = places
            found += 1
        of_set[index] = class_in_slot[slot]
        sizes[class_in_slot[slot]] += 1
        if number:
            next_set(places, number)
    return found


@lru_cache(maxsize=16)
def suit_classes(deck: Deck, number: int) -> SuitClasses:
    """The classes of so many cards of a deck, in which every suit must hold the same ranks."""
    sets = comb(len(deck), number)
    of_set, sizes = np.zeros(sets, np.int32), np.zeros(sets, np.int64)
    first = np.zeros((sets, number), np.uint8)
    slots = 1 << sets.bit_length()
    found = _classify(
        np.array(deck, np.uint8), number, of_set, first, sizes, np.full(slots, -1, np.int64), np.zeros(slots, np.int32)
    )
    return SuitClasses(of_set, first[:found].copy(), sizes[:found].copy())
