"""Two cards beside a set of cards whose suits have been renamed."""

from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.odds.suits.sets import PERMUTATIONS, WHOLE, classes, turns_of


@cache
def turned_pairs() -> NDArray[np.int16]:
    """For every permutation of suits, the pair of cards that a pair becomes, both by their number."""
    table = np.zeros((24, 1326), np.int16)
    for number, turn in enumerate(PERMUTATIONS):
        for low, high in combinations(range(52), 2):
            a, b = sorted(card & ~3 | turn[card & 3] for card in (low, high))
            table[number, low + comb(high, 2)] = a + comb(b, 2)
    return table


@cache
def kinds_of_pairs(number: int, deck: tuple[Card, ...] = WHOLE) -> NDArray[np.int16]:
    """By class of so many cards and pair of cards, the pair that stands for all that turning suits makes of it."""
    sets, turns = classes(number, deck).cards, turns_of(deck)
    found = np.empty((len(sets), 1326), np.int16)
    for row, cards in enumerate(sets.tolist()):
        same = [turn for turn in turns if sorted([card & ~3 | PERMUTATIONS[turn][card & 3] for card in cards]) == cards]
        found[row] = turned_pairs()[same].min(0)
    return found


def pairs_by_class(deck: tuple[Card, ...] = WHOLE) -> NDArray[np.int16]:
    """The pair that stands for all that turning suits makes of a pair."""
    least: NDArray[np.int16] = turned_pairs()[turns_of(deck)].min(0)
    return least
