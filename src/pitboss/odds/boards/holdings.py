"""Every five community cards with every two cards of a player, against every two cards of the dealer.

A board's holdings are sorted once by what they make of the board. Then how many of the dealer's holdings a player beats, ties
and loses to is a matter of running counts: of all holdings so far, less those that hold one of the player's cards.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from fractions import Fraction
from itertools import pairwise
from math import comb
from threading import Event
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import CATEGORY_SHIFT, Table, code_of, table
from pitboss.hands.tables import compiled
from pitboss.odds.parts import Progress
from pitboss.odds.suits import Classes, classes, index_without, pairs_by_class, turned_pairs

PAIR = FIVE_CARD.categories.index("pair")
WORKERS = 2
PARTS = 128  # of all boards, each a fraction of a second
SECONDS = 0.1  # between two reports of progress
Sums = NDArray[np.int64] | NDArray[np.int32]  # by class of community cards and pair of cards
Decisions = NDArray[np.uint8]  # the same
Where = tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.int16]]  # place and turn of sets of cards, and turned pairs
T = TypeVar("T", bound=tuple[NDArray[Any], ...])
Job = Callable[[NDArray[np.uint8], NDArray[np.int64], T], None]

# What the counts of one holding on one board are, in this order: the dealer has a pair or better and the player wins; the
# dealer has less and the player wins; ties; the dealer has a pair or better and the player loses; has less and wins.
WIN_PAIR, WIN, TIE, LOSE_PAIR, LOSE = range(5)


@compiled
def holdings(
    board: NDArray[np.uint8],
    deck: NDArray[np.uint8],
    hands: Table,
    pairs: NDArray[np.int16],
    category: NDArray[np.uint8],
    counts: NDArray[np.int32],
) -> int:
    """The holdings of one board: which pair of cards each is (`pairs`), the category of its hand, and its counts against the
    dealer's holdings. Returns how many holdings there are."""
    worth = np.empty(1326, np.uint16)
    return compared(board, deck, hands, pairs, worth, category, counts)


@compiled
def compared(
    board: NDArray[np.uint8],
    deck: NDArray[np.uint8],
    hands: Table,
    pairs: NDArray[np.int16],
    worth: NDArray[np.uint16],
    category: NDArray[np.uint8],
    counts: NDArray[np.int32],
) -> int:
    """As `holdings`, with the code of each hand (`worth`)."""
    start, keys, bits, displacement, codes, flush = hands
    base, suits = start, np.uint64(0)
    taken = np.uint64(0)
    for card in board:
        base += keys[card]
        suits |= bits[card]
        taken |= np.uint64(1) << np.uint64(card)
    left = np.empty(len(deck), np.int64)
    number = 0
    for card in deck:
        if not taken >> np.uint64(card) & np.uint64(1):
            left[number] = card
            number += 1
    low, high = np.empty(1326, np.uint8), np.empty(1326, np.uint8)
    size = 0
    for second in range(1, number):
        b = left[second]
        key, suited = base + keys[b], suits | bits[b]
        for first in range(second):
            a = left[first]
            worth[size] = code_of(key + keys[a], suited | bits[a], displacement, codes, flush)
            pairs[size] = a + b * (b - 1) // 2
            category[size] = worth[size] >> CATEGORY_SHIFT
            low[size], high[size] = a, b
            size += 1
    ranked = sorted_places(worth[:size])
    # Running counts of the holdings before the group of equal hands, all and by card; and of all that are less than a pair.
    below, pairless, group = np.zeros(52, np.int32), np.zeros(52, np.int32), np.zeros(52, np.int32)
    pairless_all = 0
    while pairless_all < size and category[ranked[pairless_all]] < PAIR:
        pairless[low[ranked[pairless_all]]] += 1
        pairless[high[ranked[pairless_all]]] += 1
        pairless_all += 1
    disjoint = (number - 2) * (number - 3) // 2
    begin = 0
    while begin < size:
        code = worth[ranked[begin]]
        end = begin
        while end < size and worth[ranked[end]] == code:
            group[low[ranked[end]]] += 1
            group[high[ranked[end]]] += 1
            end += 1
        paired = code >> CATEGORY_SHIFT >= PAIR
        for place in range(begin, end):
            holding = ranked[place]
            a, b = low[holding], high[holding]
            less = begin - below[a] - below[b]
            ties = end - begin - group[a] - group[b] + 1
            counts[holding, TIE] = ties
            if paired:
                weak = pairless_all - pairless[a] - pairless[b]
                counts[holding, WIN_PAIR], counts[holding, WIN] = less - weak, weak
                counts[holding, LOSE_PAIR], counts[holding, LOSE] = disjoint - less - ties, 0
            else:  # dealers with a pair all win; the others win, lose or tie
                weak = pairless_all - pairless[a] - pairless[b] + 1
                counts[holding, WIN_PAIR], counts[holding, WIN] = 0, less
                counts[holding, LOSE_PAIR], counts[holding, LOSE] = disjoint - weak, weak - less - ties
        for place in range(begin, end):
            a, b = low[ranked[place]], high[ranked[place]]
            below[a] += 1
            below[b] += 1
            group[a] = 0
            group[b] = 0
        begin = end
    return size


@compiled
def sorted_places(codes: NDArray[np.uint16]) -> NDArray[np.int16]:
    """The places of codes in ascending order: two passes over eight bits each."""
    size = len(codes)
    once, twice = np.empty(size, np.int16), np.empty(size, np.int16)
    for shift in (0, 8):
        starts = np.zeros(257, np.int32)
        for code in codes:
            starts[(code >> shift & 255) + 1] += 1
        for digit in range(256):
            starts[digit + 1] += starts[digit]
        for at in range(size):
            place = np.int16(at) if shift == 0 else once[at]
            digit = codes[place] >> shift & 255
            if shift == 0:
                once[starts[digit]] = place
            else:
                twice[starts[digit]] = place
            starts[digit] += 1
    return twice


@compiled
def add_by_class(
    board: NDArray[np.uint8],
    one: int,
    other: int,
    where: Where,
    pairs: NDArray[np.int16],
    size: int,
    values: NDArray[np.int64],
    sums: Sums,
) -> None:
    """Adds the values of a board's holdings to the sums of the class that the board belongs to without one or two cards."""
    place, turn, turned = where
    index = index_without(board, one, other)
    total, row = sums[place[index]], turned[turn[index]]
    for h in range(size):
        total[row[pairs[h]]] += values[h]


@compiled
def add_decisions(
    board: NDArray[np.uint8],
    one: int,
    other: int,
    where: Where,
    pairs: NDArray[np.int16],
    size: int,
    decisions: Decisions,
    found: NDArray[np.uint8],
) -> None:
    """Adds to each of some holdings what is decided with it on a board without one or two cards."""
    place, turn, turned = where
    index = index_without(board, one, other)
    decided, row = decisions[place[index]], turned[turn[index]]
    for h in range(size):
        found[h] += decided[row[pairs[h]]]


@compiled
def join_equal(sums: Sums, kinds: NDArray[np.int16]) -> None:
    """Adds up, by class of community cards, the sums of pairs that turning suits makes of each other; the first has them."""
    for row in range(len(sums)):
        for pair in range(1326):
            first = kinds[row, pair]
            if first != pair:
                sums[row, first] += sums[row, pair]
                sums[row, pair] = 0


def five_card_table() -> Table:
    """The compiled ranking of seven cards."""
    return table(FIVE_CARD, 7)


def where(sets: Classes) -> Where:
    """Where sets of cards belong, as compiled code takes it."""
    return sets.place, sets.turn, turned_pairs()


def over_boards(empty: Callable[[], T], job: Job[T], deck: tuple[Card, ...], progress: Progress = None) -> T:
    """Runs a job that releases the interpreter over all boards, part by part, as many at a time as there are workers: it takes
    boards with the members of their classes, and adds to arrays that are empty at first. An interruption ends it soon."""
    boards = classes(5, deck)
    bounds = [len(boards.cards) * part // PARTS for part in range(PARTS + 1)]
    left = iter(list(pairwise(bounds)))  # taken from by both workers
    finished: list[int] = []
    stop = Event()

    def work() -> T:
        found = empty()
        for begin, end in left:
            if stop.is_set():
                break
            job(boards.cards[begin:end], boards.members[begin:end], found)
            finished.append(end)
        return found

    with ThreadPoolExecutor(WORKERS) as pool:
        running = [pool.submit(work) for _ in range(WORKERS)]
        try:
            while wait(running, SECONDS).not_done:
                if progress is not None:
                    progress(len(finished) / PARTS)
        finally:
            stop.set()
    total, *others = (each.result() for each in running)
    for other in others:
        for one, more in zip(total, other, strict=True):
            one += more
    if progress is not None:
        progress(1.0)
    return total


def deals_by_pair(deck: tuple[Card, ...]) -> NDArray[np.int64]:
    """By class of pair: in how many ways a board and the dealer's cards can follow, over all members of the class."""
    left = len(deck) - 2
    found = np.zeros(1326, np.int64)
    inside = np.array([low in deck and high in deck for high in range(52) for low in range(high)])
    np.add.at(found, pairs_by_class(deck)[inside], comb(left, 5) * comb(left - 5, 2))
    return found


def per_ante(sums: NDArray[np.int64], deals: NDArray[np.int64], deck: tuple[Card, ...]) -> NDArray[np.object_]:
    """Sums by class of pair as fractions of an Ante, for every pair; nothing for pairs that are not in the deck."""
    each = [Fraction(int(total), int(number)) if number else Fraction(0) for total, number in zip(sums, deals, strict=True)]
    return np.array(each, object)[pairs_by_class(deck)]
