"""What a player sees in two cards and three or four community cards, as far as a rule in words speaks of it.

A situation is a number: a strong hand, a pair with a card of one's own, or neither with what may still come of it. So a rule
is a set of situations, and what it brings is a sum over them.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compiling import compiled
from pitboss.odds.boards.backward import Sums
from pitboss.odds.boards.game import Game
from pitboss.odds.boards.holdings import deals_by_pair
from pitboss.odds.suits import WHOLE, classes

PAIRS = 1  # situations from here on are pairs, by rank, how many ranks of the board are above, and what the board threatens
PAIR_SHAPE = (13, 5, 3)
NEITHER = PAIRS + 13 * 5 * 3  # from here on neither, by the numbers below
SHAPE = (2, 13, 13, 3, 15)
SITUATIONS = NEITHER + 2 * 13 * 13 * 3 * 15
NONE = 65535  # a card is in both
ONES = np.array([mask.bit_count() for mask in range(1 << 13)], np.int64)


RANKS = np.arange(1 << 13)  # every set of ranks
_WITH_LOW_ACE = RANKS << 1 | RANKS >> 12
STRAIGHTS = np.any([_WITH_LOW_ACE >> bottom & 31 == 31 for bottom in range(10)], axis=0)  # five ranks that follow each other
COMPLETING = np.sum([STRAIGHTS[RANKS | 1 << rank] for rank in range(13)], axis=0)  # how many ranks would make one


@dataclass(frozen=True)
class Seen:
    """By situation; -1 or nothing where it does not apply."""

    strong: NDArray[np.bool_]  # both own cards paired, or three of a kind with one, or a straight or a flush
    pair: NDArray[np.int64]  # the rank of a pair with an own card
    below: NDArray[np.int64]  # how many ranks of the board are above it
    threat: NDArray[np.int64]  # 1 for three of a suit on the board, 2 for four of a suit or four ranks of a straight
    neither: NDArray[np.bool_]
    paired: NDArray[np.bool_]  # the board has a pair
    above: NDArray[np.int64]  # how many ranks that are not on the board are above the higher own card
    low: NDArray[np.int64]  # the rank of the lower own card
    to_straight: NDArray[np.int64]  # how many ranks would make a straight with an own card; two stands for more
    to_flush: NDArray[np.int64]  # how many cards of a suit there are with an own card; two stands for less
    flush_above: NDArray[np.int64]  # how many cards of the suit that are not on the board are above the own one


@cache
def seen() -> Seen:
    """What every situation is."""
    number = np.arange(SITUATIONS)
    pair, neither = (number >= PAIRS) & (number < NEITHER), number >= NEITHER
    rank, below, threat = np.unravel_index(np.where(pair, number - PAIRS, 0), PAIR_SHAPE)
    paired, above, low, to_straight, suit = np.unravel_index(np.where(neither, number - NEITHER, 0), SHAPE)
    return Seen(
        strong=number < PAIRS,
        pair=np.where(pair, rank, -1),
        below=np.where(pair, below, -1),
        threat=np.where(pair, threat, -1),
        neither=neither,
        paired=neither & (paired == 1),
        above=np.where(neither, above, -1),
        low=np.where(neither, low, -1),
        to_straight=np.where(neither, to_straight, -1),
        to_flush=np.where(neither, np.minimum(suit, 2) + 2, -1),
        flush_above=np.where(neither & (suit >= 2), suit - 2, -1),
    )


@cache
def situations(number: int, deck: tuple[Card, ...] = WHOLE) -> NDArray[np.uint16]:
    """The situation of every class of so many community cards with every pair of cards."""
    sets = classes(number, deck).cards
    found = np.full((len(sets), 1326), NONE, np.uint16)
    _see(sets, found)
    return found


@compiled
def _see(sets: NDArray[np.uint8], found: NDArray[np.uint16]) -> None:
    many = np.empty(13, np.int64)
    suits = np.empty(4, np.int64)
    for number in range(len(sets)):
        many[:], suits[:] = 0, 0
        taken = np.int64(0)
        for card in sets[number]:
            many[card >> 2] += 1
            suits[card & 3] |= 1 << (card >> 2)
            taken |= np.int64(1) << card
        for high in range(1, 52):
            for low in range(high):
                if not (taken >> high | taken >> low) & 1:
                    found[number, low + high * (high - 1) // 2] = situation(many, suits, low, high)


@compiled
def situation(many: NDArray[np.int64], suits: NDArray[np.int64], low: int, high: int) -> np.int64:
    """The situation of two cards, the lower first, with community cards: how many there are of each rank, and which ranks there
    are of each suit."""
    ranks = suits[0] | suits[1] | suits[2] | suits[3]
    one, other = low >> 2, high >> 2
    suited = low & 3 == high & 3
    length, above = 0, 12
    for card in (low, high):
        cards = ONES[suits[card & 3]] + (2 if suited else 1)
        top = other if suited else card >> 2
        over = 12 - top - ONES[suits[card & 3] >> (top + 1)]
        if cards > length or (cards == length and over < above):
            length, above = cards, over
    together = ranks | 1 << one | 1 << other
    three = many[one] + (1 + (one == other)) >= 3 or many[other] + (1 + (one == other)) >= 3
    two_pairs = one != other and many[one] > 0 and many[other] > 0
    if length >= 5 or STRAIGHTS[together] or three or two_pairs:
        return np.int64(0)
    if one == other or many[one] or many[other]:
        pair = other if one == other or many[other] else one
        most = max(ONES[suits[0]], ONES[suits[1]], ONES[suits[2]], ONES[suits[3]])
        threat = 2 if most == 4 or COMPLETING[ranks] else 1 if most == 3 else 0
        return np.int64(PAIRS + (5 * pair + ONES[ranks >> (pair + 1)]) * 3 + threat)
    paired = 1 if ONES[ranks] < many.sum() else 0
    over = 12 - other - ONES[ranks >> (other + 1)]
    straight = min(COMPLETING[together] - COMPLETING[ranks], 2)
    suit = 2 + above if length == 4 else 1 if length == 3 else 0
    return np.int64(NEITHER + (((paired * 13 + over) * 13 + one) * 3 + straight) * 15 + suit)


def holds(chosen: NDArray[np.bool_], which: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Where a set of situations holds, by class of community cards and pair."""
    return np.append(chosen, False)[np.minimum(which, SITUATIONS)]


def situation_sums(
    sums: NDArray[np.int64] | NDArray[np.int32], which: NDArray[np.uint16], pairs: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Sums by class of community cards and pair, of some pairs, added up by situation."""
    found = np.zeros(SITUATIONS, np.int64)
    _add(sums, which, pairs, found)
    return found


@compiled
def _add(
    sums: NDArray[np.int64] | NDArray[np.int32],
    which: NDArray[np.uint16],
    pairs: NDArray[np.bool_],
    found: NDArray[np.int64],
) -> None:
    for row in range(len(sums)):
        for pair in range(1326):
            if pairs[pair] and which[row, pair] != NONE:
                found[which[row, pair]] += sums[row, pair]


def edge_of(game: Game, sums: Sums, before: NDArray[np.bool_], later: int, deck: tuple[Card, ...] = WHOLE) -> Fraction:
    """The house's edge against a player who takes the second option before the flop with some hands, else the first, and later
    gains so much more than the first branch brings."""
    total = int(np.where(before, sums.at_once[1], sums.at_once[0]).sum()) + later
    return Fraction(-total, game.orders * game.scale * int(deals_by_pair(deck).sum()))
