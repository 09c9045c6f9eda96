"""Whether cards are of one suit or one colour, decided after they have been listed by rank or value.

Given the ranks of all cards, their suits can fall in any way. How many ways put all cards of a group in one suit, or in one
colour, is a product of falling factorials; inclusion and exclusion gives the number that put them in one suit, in one colour
but not one suit, or in both colours.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product
from math import perm
from typing import NamedTuple

import numpy as np

from pitboss.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from pitboss.drafts.conditions import Over, Property
from pitboss.drafts.measures import Batch, Cards, Flags, Values, Ways

MOST_GROUPS = 3  # groups of cards whose suits are tested
TESTS = ("suited", "same colour")
SUITS = ((CLUBS,), (DIAMONDS,), (HEARTS,), (SPADES,))
COLOURS = ((CLUBS, SPADES), (DIAMONDS, HEARTS))
ANY = (CLUBS, DIAMONDS, HEARTS, SPADES)
SETS = (*SUITS, *COLOURS, ANY)  # in which all cards of a group may lie: smaller ones first
ONE_SUIT, ONE_COLOUR, MIXED = range(3)
SHARES = (  # how often the ways within each set count for each pattern
    (1, 1, 1, 1, 0, 0, 0),
    (-1, -1, -1, -1, 1, 1, 0),
    (0, 0, 0, 0, -1, -1, 1),
)
OF_NO_CARDS = ((0, 0, 0, 0, 0, 0, 1), (0,) * 7, (0,) * 7)  # they are of one suit


class Shoe(NamedTuple):
    """The kinds of cards that are listed, how many there are of each, and how many of each in each suit."""

    kinds: Values
    counts: Values  # [kind]
    in_suit: Values  # [kind, suit]


def with_suits(batch: Batch, ways: Ways, tests: Sequence[Property], shoe: Shoe) -> tuple[Batch, Ways, Values]:
    """Rows by rank or value, divided so that the tests are decided in each; the ways of each row, and the row it comes from."""
    overs = sorted({_key(test) for test in tests})
    cells: dict[tuple[bool, ...], Values] = {}  # numbers of each kind in groups that are tested together, by row
    for names in batch.groups:
        tested = tuple(not over or names[0] in over for over in overs)
        cells[tested] = cells.get(tested, 0) + _numbers(batch, names, shoe)
    empty = [~np.any([cell.any(1) for tested, cell in cells.items() if tested[place]], axis=0) for place in range(len(overs))]
    orders = _falling(shoe.counts, sum(cells.values()))
    divided: dict[tuple[int, ...], Ways] = {}
    for chosen in product(range(len(SETS)), repeat=len(overs)):
        within = ways.astype(object) * _within(cells, [SETS[place] for place in chosen], shoe) // orders
        for patterns in product(range(len(SHARES)), repeat=len(overs)):
            share = np.ones(batch.rows, np.int64)
            for pattern, place, none in zip(patterns, chosen, empty, strict=True):
                share *= np.where(none, OF_NO_CARDS[pattern][place], SHARES[pattern][place])
            if share.any():
                divided[patterns] = divided.get(patterns, 0) + share * within
    at = {patterns: np.flatnonzero(number) for patterns, number in divided.items()}
    rows = np.concatenate(list(at.values()))
    place_of = np.array(list(at)).repeat([len(place) for place in at.values()], axis=0)
    known = {test: _holds(test, place_of[:, overs.index(_key(test))]) for test in tests}
    groups = {
        names: (Cards(cards.cards[rows], batch.reading), None) if place is None else (cards, place[rows])
        for names, (cards, place) in batch.groups.items()
    }
    summed = np.concatenate([divided[patterns][place] for patterns, place in at.items()])
    return Batch(groups, len(rows), batch.reading, known), summed.astype(ways.dtype), rows


def _key(test: Property) -> Over:
    return tuple(sorted(set(test.over)))


def _holds(test: Property, patterns: Values) -> Flags:
    return patterns == ONE_SUIT if test.name == "suited" else patterns != MIXED


def _numbers(batch: Batch, names: Over, shoe: Shoe) -> Values:
    """How many cards of each kind a group has, by row."""
    cards, place = batch.groups[names]
    numbers = np.stack([(cards.cards == kind).sum(1) for kind in shoe.kinds], axis=1)
    return numbers if place is None else numbers[place]


def _within(cells: dict[tuple[bool, ...], Values], chosen: Sequence[tuple[int, ...]], shoe: Shoe) -> Ways:
    """In how many orders the cards of each row are drawn so that each tested group lies within a set of suits."""
    numbers: dict[tuple[int, ...], Values] = {}
    possible: Flags = True
    for tested, cell in cells.items():
        allowed = tuple(suit for suit in ANY if all(suit in suits for suits, here in zip(chosen, tested, strict=True) if here))
        if allowed:
            numbers[allowed] = numbers.get(allowed, 0) + cell
        else:
            possible = possible & ~cell.any(1)
    orders: Ways = np.array(1, object)
    for suits in SETS:
        if suits in numbers:
            there = shoe.counts if suits == ANY else shoe.in_suit[:, suits].sum(1)
            taken = [number for others, number in numbers.items() if set(others) < set(suits)]
            orders = orders * _falling(there, numbers[suits], sum(taken))
    return orders * possible


def _falling(counts: Values, numbers: Values, taken: Values = 0) -> Ways:
    """In how many orders so many cards of each kind are drawn from those that are left, by row."""
    left = np.broadcast_to(np.maximum(counts - taken, 0), numbers.shape)
    return np.multiply.reduce(_perms(int(counts.max()), int(numbers.max()))[left, numbers], axis=1)


@cache
def _perms(most: int, drawn: int) -> Ways:
    """In how many orders cards are drawn: by how many there are, and how many are drawn."""
    return np.array([[perm(cards, number) for number in range(drawn + 1)] for cards in range(most + 1)], object)
