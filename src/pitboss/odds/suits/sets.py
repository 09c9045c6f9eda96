"""The class of every set of a few cards, looked up by the number of the set.

Sets are numbered in colexicographic order: the number of c0 < c1 < c2 … is C(c0, 1) + C(c1, 2) + C(c2, 3) + …
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compiling import compiled
from pitboss.hands.tables import CARD_BITS
from pitboss.odds.suits.deck import RANKS, SUITS, Deck, Numbering, class_of

WHOLE: tuple[Card, ...] = tuple(range(52))
PERMUTATIONS = tuple(permutations(SUITS))
BINOMIAL = np.array([[comb(n, k) for k in range(8)] for n in range(54)], np.int64)


@dataclass(frozen=True)
class Classes:
    """All sets of so many cards of a deck: one of each class with the number of its members, and where every set belongs.

    `place[index]` is the class of a set (by the number of its cards) and `turn[index]` the permutation of suits, a number of
    PERMUTATIONS, that makes it the one that stands for the class. Neighbours among the classes share their largest rank sets.
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


@compiled
def index_with(cards: NDArray[np.uint8], card: int) -> int:
    """The number of a set of cards given in ascending order, when another card is added."""
    index, before = 0, 0
    for at in range(len(cards)):
        before += cards[at] < card
        index += BINOMIAL[cards[at], at + (1 if cards[at] < card else 2)]
    return index + int(BINOMIAL[card, before + 1])


def cards_beside(sets: NDArray[np.uint8], deck: tuple[Card, ...]) -> NDArray[np.uint8]:
    """The cards of a deck beside those of each set."""
    cards = np.array(sorted(deck), np.uint8)
    free = (sets[:, None, :] != cards[:, None]).all(2)
    beside: NDArray[np.uint8] = np.broadcast_to(cards, free.shape)[free].reshape(len(sets), -1)
    return beside


def symmetric(deck: tuple[Card, ...]) -> bool:
    """Whether all suits of a deck have the same ranks; a deck of which they have not is taken card by card."""
    return Deck.of(deck) is not None


def turns_of(deck: tuple[Card, ...]) -> list[int]:
    """The permutations of suits that leave a deck as it is; where suits cannot be renamed only the one that changes nothing."""
    renamed = Deck.of(deck)
    others = SUITS if renamed is None else [suit for suit in SUITS if suit not in renamed.suits]
    return [number for number, turn in enumerate(PERMUTATIONS) if all(turn[suit] == suit for suit in others)]


@cache
def classes(number: int, deck: tuple[Card, ...] = WHOLE) -> Classes:
    """The classes of all sets of so many cards of a deck, at most seven.

    >>> [len(classes(number).cards) for number in (2, 3, 4)], classes(3).members.sum()
    ([169, 1755, 16432], np.int64(22100))
    """
    place, turn = np.full(comb(52, number), -1, np.int32), np.zeros(comb(52, number), np.uint8)
    renamed = Deck.of(deck)
    if renamed is None:
        sets = np.array(list(combinations(sorted(deck), number)), np.uint8).reshape(comb(len(deck), number), number)
        place[[index_without(one, -1, -1) for one in sets]] = np.arange(len(sets))
        return Classes(sets, np.ones(len(sets), np.int64), place, turn)
    by_suit, members = renamed.classes(number)
    cards = np.sort(by_suit, 1)
    order = np.argsort(_keys(cards))
    listed = np.empty(len(order), np.int32)
    listed[order] = np.arange(len(order))
    if number:
        suits, turns = np.array(renamed.suits, np.uint64), np.array(turns_of(deck), np.uint8)
        _place_sets(np.array(renamed.cards, np.uint8), number, renamed.numbering(number), listed, suits, turns, place, turn)
    else:
        place[0] = 0
    return Classes(cards[order], members[order], place, turn)


def _keys(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The four rank sets of sets of cards as one number, that of the first suit on top."""
    bits: NDArray[np.int64] = 13 * (3 - (cards & 3).astype(np.int64)) + (cards >> 2)
    keys: NDArray[np.int64] = (1 << bits).sum(1)
    return keys


@compiled
def _place_sets(
    deck: NDArray[np.uint8],
    number: int,
    numbering: Numbering,
    listed: NDArray[np.int32],
    suits: NDArray[np.uint64],
    turns: NDArray[np.uint8],
    place: NDArray[np.int32],
    turn: NDArray[np.uint8],
) -> None:
    """Goes through all sets of one card or more of a deck; `listed` is where each class of the numbering is listed,
    `turns` are the permutations of the deck's suits."""
    chosen = np.arange(number + 1)
    chosen[number] = len(deck)
    at = 0
    while at < number:
        rest, others = 0, np.uint64(0)
        for at in range(1, number):
            rest += BINOMIAL[deck[chosen[at]], at + 1]
            others |= CARD_BITS[deck[chosen[at]]]
        for lowest in range(chosen[1]):
            index, bits = rest + deck[lowest], others | CARD_BITS[deck[lowest]]
            place[index] = listed[class_of(bits, numbering)]
            turn[index] = turns[_turn_of(bits, suits)]
        at = 1
        while at < number and chosen[at] + 1 == chosen[at + 1]:
            chosen[at] = at
            at += 1
        chosen[at] += 1


@compiled
def _turn_of(bits: np.uint64, suits: NDArray[np.uint64]) -> int:
    """Which permutation of these suits, in lexicographic order, is the first after which rank sets do not increase."""
    number, last = 0, len(suits) - 1
    for suit in range(last):  # permutations before this one begin alike and go on with a smaller suit
        held = bits >> np.uint64(16) * suits[suit] & RANKS
        for later in range(suit + 1, last + 1):
            number += (bits >> np.uint64(16) * suits[later] & RANKS) > held
        number *= last - suit
    return number
