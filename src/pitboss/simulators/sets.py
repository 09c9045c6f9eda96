"""Sets of cards by their number, their class, and how their suits turn into those of the set that stands for the class."""

# An item of an array is a number to Numba.
# pyright: reportArgumentType=false, reportAssignmentType=false

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import without_counting
from pitboss.odds.suits import BINOMIAL, classes
from pitboss.simulators.jobs import Numbers, whole
from pitboss.simulators.philox import Cards

TURNS = 32  # more than there are ways to turn suits


@without_counting
def number_of_set(cards: Cards, begin: int, end: int, order: Numbers) -> int:
    """The number of a set of cards among all of its size; `order` is left with the cards in ascending order."""
    size, index = end - begin, 0
    for at in range(size):
        card, place = whole(cards[begin + at]), at
        while place > 0 and order[place - 1] > card:
            order[place] = order[place - 1]
            place -= 1
        order[place] = card
    for at in range(size):
        index += int(BINOMIAL[order[at], at + 1])
    return index


def places(number: int) -> NDArray[np.int32]:
    """The class of every set of so many cards and how its suits are turned, as one number."""
    sets = classes(number)
    return (sets.place * TURNS + sets.turn).astype(np.int32)
