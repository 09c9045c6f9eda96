"""Sets of cards by their number, their class, and how their suits turn into those of the set that stands for the class."""

# An item of an array is a number to Numba.
# pyright: reportArgumentType=false, reportAssignmentType=false

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import inlined
from pitboss.odds.suits import classes
from pitboss.simulators.philox import Cards

TURNS = 32  # more than there are ways to turn suits


@inlined
def number_of_set(cards: Cards, begin: int, end: int, binomial: NDArray[np.int64]) -> int:
    """The number of a set of cards among all of its size: each is counted with how many of them it is above. The binomials are
    a record, since a global array is slow on a GPU wherever threads read different items of it."""
    index = 0
    for at in range(begin, end):
        size = 1
        for other in range(begin, end):
            size += cards[other] < cards[at]
        index += binomial[cards[at], size]
    return index


def places(number: int) -> NDArray[np.int32]:
    """The class of every set of so many cards and how its suits are turned, as one number."""
    sets = classes(number)
    return (sets.place * TURNS + sets.turn).astype(np.int32)
