"""Sets of cards that differ only in the names of their suits, as one class with its number of sets.

A class is a multiset of four sets of ranks, and the joker or not. A deck here has whole ranks, so that suits can be renamed:
all thirteen and the joker, or fewer to try things out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER, Card
from pitboss.hands.tables import compiled

Masks = NDArray[np.int64]
Sizes = tuple[int, int, int, int]
_IN_SIZE = 11  # bits for the place of a set of ranks among those of its size
_PLACE = (1 << _IN_SIZE) - 1
_RANKS = np.uint64(0x1FFF)


class Numbering(NamedTuple):
    """What `class_of` needs: the size and place of every set of ranks, and what four of them add up to by their sizes."""

    order: NDArray[np.uint16]  # by set of ranks: its size, then its place among those of that size
    row: NDArray[np.int16]  # by the joker and the sizes of four suits
    places: NDArray[np.int32]  # by that row, suit and place of its ranks


@compiled
def class_of(bits: np.uint64, numbering: Numbering) -> int:
    """The place of a set of cards among the classes of its size, from the union of the bits of its cards."""
    order, row_of, places = numbering
    a, b = int(order[bits & _RANKS]), int(order[bits >> np.uint64(16) & _RANKS])
    c, d = int(order[bits >> np.uint64(32) & _RANKS]), int(order[bits >> np.uint64(48) & _RANKS])
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    joker = int(bits >> np.uint64(13) & np.uint64(1))
    row = row_of[joker << 12 | a >> _IN_SIZE << 9 | b >> _IN_SIZE << 6 | c >> _IN_SIZE << 3 | d >> _IN_SIZE]
    found = places[row, 0, a & _PLACE] + places[row, 1, b & _PLACE] + places[row, 2, c & _PLACE] + places[row, 3, d & _PLACE]
    return int(found)


@compiled
def _fill(
    sizes: Sizes, suits: tuple[Masks, Masks, Masks, Masks], begin: int, cards: NDArray[np.uint8], sets: NDArray[np.int64]
) -> int:
    """The classes whose suits have these sizes, longest first. Suits of one size are taken in descending order."""
    end = begin
    for first in range(len(suits[0])):
        for second in range(first + 1 if sizes[1] == sizes[0] else len(suits[1])):
            for third in range(second + 1 if sizes[2] == sizes[1] else len(suits[2])):
                for fourth in range(third + 1 if sizes[3] == sizes[2] else len(suits[3])):
                    held = 0
                    for suit, ranks in enumerate((suits[0][first], suits[1][second], suits[2][third], suits[3][fourth])):
                        for rank in range(13):
                            if ranks >> rank & 1:
                                cards[end, held] = 4 * rank + suit
                                held += 1
                    number, alike = 24, 1  # the orders of four suits, some of them perhaps alike
                    for same in (
                        sizes[1] == sizes[0] and second == first,
                        sizes[2] == sizes[1] and third == second,
                        sizes[3] == sizes[2] and fourth == third,
                    ):
                        alike = alike + 1 if same else 1
                        number //= alike
                    sets[end] = number
                    end += 1
    return end


@dataclass(frozen=True)
class Deck:
    """The four suits of some ranks, with the joker or without."""

    ranks: tuple[int, ...] = tuple(range(13))
    joker: bool = True

    @cached_property
    def cards(self) -> list[Card]:
        """All cards, in ascending order."""
        return [4 * rank + suit for rank in self.ranks for suit in range(4)] + [JOKER] * self.joker

    @property
    def hands(self) -> int:
        """How many hands of seven there are."""
        return comb(len(self.cards), 7)

    @cached_property
    def _masks(self) -> list[Masks]:
        return [np.array([sum([1 << r for r in held]) for held in combinations(self.ranks, n)], np.int64) for n in range(14)]

    def _sizes(self, number: int) -> Iterator[tuple[bool, Sizes]]:
        for joker in range(self.joker + 1):
            held = number - joker
            for a in range(min(held, len(self.ranks)), -1, -1):
                for b in range(min(a, held - a), -1, -1):
                    for c in range(min(b, held - a - b), -1, -1):
                        if 0 <= held - a - b - c <= c:
                            yield bool(joker), (a, b, c, held - a - b - c)

    def _number(self, sizes: tuple[int, ...]) -> int:
        found = 1
        for size in set(sizes):
            times = sizes.count(size)
            found *= comb(comb(len(self.ranks), size) + times - 1, times)
        return found

    def classes(self, number: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """A set of so many cards of every class, and how many sets each class has.

        >>> [len(Deck().classes(number)[0]) for number in range(5)], len(Deck(joker=False).classes(5)[0])
        ([1, 14, 182, 1924, 18187], 134459)
        """
        total = sum([self._number(sizes) for _, sizes in self._sizes(number)])
        cards, sets = np.full((total, number), JOKER, np.uint8), np.zeros(total, np.int64)
        end = 0
        for _, (a, b, c, d) in self._sizes(number):
            suits = self._masks[a], self._masks[b], self._masks[c], self._masks[d]
            end = _fill((a, b, c, d), suits, end, cards, sets)
        assert end == total and sets.sum() == comb(len(self.cards), number)
        return cards, sets

    def numbering(self, number: int) -> Numbering:
        """What `class_of` needs to find the place in `classes(number)`."""
        order = np.zeros(1 << 13, np.uint16)
        for size, masks in enumerate(self._masks[:8]):
            order[masks] = size << _IN_SIZE | np.arange(len(masks))
        sizes = list(self._sizes(number))
        row = np.full(1 << 13, -1, np.int16)
        places = np.zeros((len(sizes), 4, comb(13, 6)), np.int32)
        end = 0
        for this, (joker, (a, b, c, d)) in enumerate(sizes):
            row[joker << 12 | a << 9 | b << 6 | c << 3 | d] = this
            self._add_places((a, b, c, d), places[this])
            places[this, 0] += end
            end += self._number((a, b, c, d))
        return Numbering(order, row, places)

    def _add_places(self, sizes: Sizes, places: NDArray[np.int32]) -> None:
        """Suits of one size are a multiset in descending order, and classes are counted as `_fill` takes them."""
        for suit, size in enumerate(sizes):
            to_come = sizes[suit:].count(size)
            smaller = tuple(other for other in sizes if other < size)
            for place in range(len(self._masks[size])):
                places[suit, place] = comb(place + to_come - 1, to_come) * self._number(smaller)
