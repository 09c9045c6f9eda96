"""Every five community cards with every two cards of a player, against every two cards of the dealer.

A board's holdings are sorted once by what they make of the board. Then how many of the dealer's holdings a player beats, ties
and loses to is a matter of running counts: of all holdings so far, less those that hold one of the player's cards.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import CATEGORY_SHIFT, Table, code_of, table
from pitboss.hands.tables import compiled

PAIR = FIVE_CARD.categories.index("pair")
WORKERS = 2
T = TypeVar("T")

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
    worth = np.empty(1326, np.uint16)
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


def five_card_table() -> Table:
    """The compiled ranking of seven cards."""
    return table(FIVE_CARD, 7)


def shared(
    job: Callable[[int, int], T], size: int, progress: Callable[[float], None] | None = None, parts: int = 16
) -> list[T]:
    """Runs a job that releases the interpreter over parts of a range, as many at a time as there are workers."""
    bounds = [size * part // parts for part in range(parts + 1)]
    with ThreadPoolExecutor(WORKERS) as pool:
        running = [pool.submit(job, begin, end) for begin, end in pairwise(bounds)]
        results = []
        for done, future in enumerate(running, 1):
            results.append(future.result())
            if progress is not None:
                progress(done / len(running))
    return results
