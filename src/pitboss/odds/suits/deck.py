"""The classes of a deck, listed without looking at every set, and numbered in that order.

Classes are listed by shape, which is how many cards each suit holds, longest first. Within a shape, suits of one size are a
multiset of rank sets, so that the place of a class is a sum of four numbers that are looked up: one for each of its suits.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER, Card
from pitboss.compiling import compiled

Masks = NDArray[np.int64]
Shape = tuple[int, int, int, int]  # cards of each suit, longest first
SUITS = (0, 1, 2, 3)
MOST = 7  # cards of a set
_IN_SIZE = 11  # bits for the place of a set of ranks among those of its size
_PLACE = (1 << _IN_SIZE) - 1
RANKS = np.uint64(0x1FFF)  # of one suit, among the bits of cards


class Numbering(NamedTuple):
    """What `class_of` needs: the size and place of every set of ranks, and what four of them add up to by their sizes."""

    order: NDArray[np.uint16]  # by set of ranks: its size, then its place among those of that size
    row: NDArray[np.int16]  # by the joker and the sizes of four suits
    places: NDArray[np.int32]  # by that row, suit and place of its ranks


@compiled
def descending(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Four numbers, largest first."""
    a, b = (a, b) if a >= b else (b, a)
    c, d = (c, d) if c >= d else (d, c)
    a, c = (a, c) if a >= c else (c, a)
    b, d = (b, d) if b >= d else (d, b)
    b, c = (b, c) if b >= c else (c, b)
    return a, b, c, d


@compiled
def class_of(bits: np.uint64, numbering: Numbering) -> int:
    """The place of a set of cards among the classes of its size, from the union of the bits of its cards."""
    order, row_of, places = numbering
    a, b, c, d = descending(
        int(order[bits & RANKS]),
        int(order[bits >> np.uint64(16) & RANKS]),
        int(order[bits >> np.uint64(32) & RANKS]),
        int(order[bits >> np.uint64(48) & RANKS]),
    )
    joker = int(bits >> np.uint64(13) & np.uint64(1))
    row = row_of[joker << 12 | a >> _IN_SIZE << 9 | b >> _IN_SIZE << 6 | c >> _IN_SIZE << 3 | d >> _IN_SIZE]
    found = places[row, 0, a & _PLACE] + places[row, 1, b & _PLACE] + places[row, 2, c & _PLACE] + places[row, 3, d & _PLACE]
    return int(found)


@compiled
def lay_out(a: int, b: int, c: int, d: int, suits: NDArray[np.uint8], orders: int, row: int, cards: NDArray[np.uint8]) -> int:
    """Writes into a row the cards, suit by suit, of the set that stands for a class of four sets of ranks. Returns how many
    sets the class has: the orders of the deck's suits, some of them perhaps alike."""
    a, b, c, d = descending(a, b, c, d)
    at = 0
    for suit, held in enumerate((a, b, c, d)):
        for rank in range(13):
            if held >> rank & 1:
                cards[row, at] = 4 * rank + suits[suit]
                at += 1
    alike = 1
    for suit, same in enumerate((a == b, b == c, c == d), 1):
        alike = alike + 1 if same else 1
        if suit < len(suits):
            orders //= alike
    return orders


@compiled
def _fill(
    shape: Shape,
    masks: tuple[Masks, Masks, Masks, Masks],
    suits: NDArray[np.uint8],
    orders: int,
    begin: int,
    cards: NDArray[np.uint8],
    members: NDArray[np.int64],
) -> int:
    """The classes of one shape. Suits of one size are taken in descending order."""
    end = begin
    a, b, c, d = masks
    for first in range(len(a)):
        for second in range(first + 1 if shape[1] == shape[0] else len(b)):
            for third in range(second + 1 if shape[2] == shape[1] else len(c)):
                for fourth in range(third + 1 if shape[3] == shape[2] else len(d)):
                    members[end] = lay_out(a[first], b[second], c[third], d[fourth], suits, orders, end, cards)
                    end += 1
    return end


@dataclass(frozen=True)
class Deck:
    """Some suits of some ranks, each suit with all the ranks, with the joker or without."""

    ranks: tuple[int, ...] = tuple(range(13))
    joker: bool = True
    suits: tuple[int, ...] = SUITS

    @staticmethod
    def of(cards: tuple[Card, ...]) -> "Deck | None":
        """The deck of these cards; None where suits differ in their ranks, so that they cannot be renamed."""
        plain = [card for card in cards if card != JOKER]
        ranks, suits = ({card >> 2 for card in plain}, {card & 3 for card in plain})
        deck = Deck(tuple(sorted(ranks)), JOKER in cards, tuple(sorted(suits)))
        return deck if deck.cards == sorted(cards) else None

    @cached_property
    def cards(self) -> list[Card]:
        """All cards, in ascending order."""
        return [4 * rank + suit for rank in self.ranks for suit in self.suits] + [JOKER] * self.joker

    @property
    def hands(self) -> int:
        """How many hands of seven there are."""
        return comb(len(self.cards), 7)

    @cached_property
    def masks(self) -> list[Masks]:
        """The sets of ranks that a suit may hold, by their size, each as bits and lowest first."""
        by_size = [[sum([1 << rank for rank in held]) for held in combinations(self.ranks, size)] for size in range(MOST + 1)]
        return [np.array(sorted(masks), np.int64) for masks in by_size]

    def shapes(self, number: int) -> Iterator[tuple[bool, Shape]]:
        """With the joker or without, how many of so many cards each suit may hold."""
        for joker in range(self.joker + 1):
            held = number - joker
            for a in range(min(held, len(self.ranks)), -1, -1):
                for b in range(min(a, held - a), -1, -1):
                    for c in range(min(b, held - a - b), -1, -1):
                        shape = a, b, c, held - a - b - c
                        if 0 <= shape[3] <= c and not any(shape[len(self.suits) :]):
                            yield bool(joker), shape

    def number(self, sizes: tuple[int, ...]) -> int:
        """How many classes there are of suits of these sizes.

        >>> Deck().number((2, 1)), Deck().number((1, 1))
        (1014, 91)
        """
        found = 1
        for size in set(sizes):
            times = sizes.count(size)
            found *= comb(comb(len(self.ranks), size) + times - 1, times)
        return found

    def classes(self, number: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The set of so many cards that stands for each class, suit by suit, and how many sets each class has.

        >>> [len(Deck().classes(number)[0]) for number in range(5)], len(Deck(joker=False).classes(5)[0])
        ([1, 14, 182, 1924, 18187], 134459)
        """
        total = sum([self.number(shape) for _, shape in self.shapes(number)])
        cards, members = np.full((total, number), JOKER, np.uint8), np.zeros(total, np.int64)
        suits, orders, end = np.array(self.suits, np.uint8), factorial(len(self.suits)), 0
        for _, (a, b, c, d) in self.shapes(number):
            masks = self.masks[a], self.masks[b], self.masks[c], self.masks[d]
            end = _fill((a, b, c, d), masks, suits, orders, end, cards, members)
        assert end == total and members.sum() == comb(len(self.cards), number)
        return cards, members

    def numbering(self, number: int) -> Numbering:
        """What `class_of` needs to find the place in `classes(number)`."""
        order = np.zeros(1 << 13, np.uint16)
        for size, masks in enumerate(self.masks):
            order[masks] = size << _IN_SIZE | np.arange(len(masks))
        shapes = list(self.shapes(number))
        row = np.full(1 << 13, -1, np.int16)
        places = np.zeros((len(shapes), 4, comb(13, 6)), np.int32)
        end = 0
        for this, (joker, (a, b, c, d)) in enumerate(shapes):
            row[joker << 12 | a << 9 | b << 6 | c << 3 | d] = this
            self._add_places((a, b, c, d), places[this])
            places[this, 0] += end
            end += self.number((a, b, c, d))
        return Numbering(order, row, places)

    def _add_places(self, shape: Shape, places: NDArray[np.int32]) -> None:
        """Suits of one size are a multiset in descending order, and classes are counted as `_fill` takes them."""
        for suit, size in enumerate(shape):
            to_come = shape[suit:].count(size)
            smaller = tuple(other for other in shape if other < size)
            for place in range(len(self.masks[size])):
                places[suit, place] = comb(place + to_come - 1, to_come) * self.number(smaller)
