"""Every five community cards with every two cards of a player, against every two cards of the dealer.

A board's holdings are sorted once by what they make of the board. Then how many of the dealer's holdings a player beats, ties
and loses to is a matter of running counts: of all holdings so far, less those that hold one of the player's cards.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from fractions import Fraction
from itertools import pairwise
from math import comb
from threading import Event
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compiling import compiled
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import CATEGORY_SHIFT, Table, code_of, table
from pitboss.odds.parts import Progress
from pitboss.odds.suits import Classes, pairs_by_class, turned_pairs

PAIR = FIVE_CARD.categories.index("pair")
MOST_KINDS = 276  # of holdings: 13 ranks, and 10 of a suit of which the board has three
PAIRS = comb(52, 2)
NO_FLUSH = 4  # the suit in which a flush is possible where it is in none
SORTS = 26  # of cards: 13 ranks, and 13 of the suit in which a flush is possible
RANK_SLOTS, SLOTS = 91, 351  # pairs of 13 ranks, and of all sorts
SLOT = np.array([[max(a, b) * (max(a, b) + 1) // 2 + min(a, b) for b in range(SORTS)] for a in range(SORTS)], np.uint16)
WORKERS = 2
PARTS = 128  # of all boards, each a fraction of a second
SECONDS = 0.1  # between two reports of progress
Cards = NDArray[np.uint8]
Decisions = NDArray[np.uint8]  # by class of community cards and pair of cards
Places = NDArray[np.uint16]  # without a sign: compiled code need not ask whether to count from the end
Where = tuple[NDArray[np.int32], NDArray[np.uint8], Places]  # place and turn of sets of cards, and turned pairs
T = TypeVar("T", bound=tuple[NDArray[Any], ...])
Job = Callable[[int, int, T], None]

# What the counts of one holding on one board are, in this order: the dealer has a pair or better (or another least hand) and
# the player wins; the dealer has less and the player wins; ties; the dealer has a pair or better and wins; has less and wins.
WIN_PAIR, WIN, TIE, LOSE_PAIR, LOSE = range(5)


class Board(NamedTuple):
    """What is found of one board, in arrays that are used for board after board: its holdings, and the kinds of them."""

    pairs: Places  # of each holding: its pair of cards
    kind: Places  # and its kind
    worth: NDArray[np.uint16]  # of each kind: the code of its hand
    slot: Places  # its place among all pairs of sorts of cards, on every board
    counts: NDArray[np.int32]  # and its counts against the dealer's holdings


@compiled
def new_board() -> Board:
    """Arrays for one board after another."""
    pairs, kind = np.empty(1326, np.uint16), np.empty(1326, np.uint16)
    worth, slot = np.empty(MOST_KINDS, np.uint16), np.empty(MOST_KINDS, np.uint16)
    return Board(pairs, kind, worth, slot, np.empty((MOST_KINDS, 5), np.int32))


@compiled
def sort_of(card: int, suit: int) -> int:
    """The sort of a card where a flush is possible in a suit."""
    return (card >> 2) + (13 if card & 3 == suit else 0)


@compiled
def cards_left(deck: Cards, board: Cards, left: NDArray[np.int64]) -> int:
    """Writes the cards of a deck that are not on the board. Returns how many there are."""
    taken, size = np.uint64(0), 0
    for card in board:
        taken |= np.uint64(1) << np.uint64(card)
    for card in deck:
        if not taken >> np.uint64(card) & np.uint64(1):
            left[size] = card
            size += 1
    return size


@compiled
def flush_suit(board: Cards) -> int:
    """The suit in which a flush is possible."""
    of_suit, found = np.zeros(4, np.int64), NO_FLUSH
    for card in board:
        of_suit[card & 3] += 1
        if of_suit[card & 3] == 3:
            found = card & 3
    return found


@compiled
def compared(
    board: NDArray[np.uint8], deck: NDArray[np.uint8], hands: Table, found: Board, least: int = PAIR << CATEGORY_SHIFT
) -> tuple[int, int]:
    """The holdings of one board and their kinds. Returns how many there are of each. `least` is the code that counts as a pair.

    Two cards can make a flush of one suit at most, that of which the board has three. So cards of one rank are alike unless
    they are of that suit, and holdings of cards that are alike are of one kind: they win, tie and lose as often."""
    pairs, kind, worth, slot, counts = found
    start, keys, bits, displacement, codes, flush = hands
    base, suits, taken, suit = start, np.uint64(0), np.uint64(0), flush_suit(board)
    for card in board:
        base += keys[card]
        suits |= bits[card]
        taken |= np.uint64(1) << np.uint64(card)
    # The cards that are left, which of them are alike, and how many are.
    left, like = np.empty(52, np.int64), np.empty(52, np.int64)
    place, one_of, many = np.full(SORTS, -1, np.int64), np.empty(SORTS, np.int64), np.zeros(SORTS, np.int32)
    sorts = np.empty(SORTS, np.int64)
    number, different, size = np.int64(0), 0, 0  # of no literal type, for which `_count` would be compiled by itself
    for card in deck:
        if taken >> np.uint64(card) & np.uint64(1):
            continue
        sort = sort_of(card, suit)
        if place[sort] < 0:
            place[sort], one_of[different], sorts[different] = different, card, sort
            different += 1
        left[number], like[number] = card, place[sort]
        many[place[sort]] += 1
        number += 1
    low, high, ways = np.empty(MOST_KINDS, np.uint8), np.empty(MOST_KINDS, np.uint8), np.empty(MOST_KINDS, np.int32)
    names = np.empty((SORTS, SORTS), np.uint16)
    kinds = np.int64(0)
    for b in range(different):
        key, suited = base + keys[one_of[b]], suits | bits[one_of[b]]
        for a in range(b + 1):
            if a == b and many[a] < 2:
                continue
            names[a, b] = names[b, a] = kinds
            worth[kinds] = code_of(key + keys[one_of[a]], suited | bits[one_of[a]], displacement, codes, flush)
            low[kinds], high[kinds] = a, b
            slot[kinds] = SLOT[sorts[a], sorts[b]]
            ways[kinds] = many[a] * many[b] if a != b else many[a] * (many[a] - 1) // 2
            kinds += 1
    _count(worth, kinds, low, high, ways, many, number, np.uint16(least), counts)
    for second in range(1, number):
        b, name = left[second], names[like[second]]
        for first in range(second):
            pairs[size], kind[size] = left[first] + b * (b - 1) // 2, name[like[first]]
            size += 1
    return size, int(kinds)


@compiled
def _count(
    worth: NDArray[np.uint16],
    kinds: np.int64,
    low: NDArray[np.uint8],
    high: NDArray[np.uint8],
    ways: NDArray[np.int32],
    many: NDArray[np.int32],
    number: np.int64,
    least: np.uint16,
    counts: NDArray[np.int32],
) -> None:
    """The counts of kinds of holdings: each of two of the different cards, of which there are so many."""
    ranked = sorted_places(worth[:kinds])
    # Running counts of the holdings so far, all and by card; and of all that are less than a pair.
    so_far, pairless = np.zeros(SORTS, np.int32), np.zeros(SORTS, np.int32)
    pairless_all, begin, end, all_so_far = 0, 0, 0, 0
    for holding in ranked:
        if worth[holding] >= least:
            break
        pairless_all += ways[holding]
        _add_cards(pairless, low[holding], high[holding], many)
    disjoint = (number - 2) * (number - 3) // 2
    while begin < kinds:
        code = worth[ranked[begin]]
        while end < kinds and worth[ranked[end]] == code:
            holding = ranked[end]
            counts[holding, WIN] = all_so_far - so_far[low[holding]] - so_far[high[holding]]
            end += 1
        for at in range(begin, end):
            all_so_far += ways[ranked[at]]
            _add_cards(so_far, low[ranked[at]], high[ranked[at]], many)
        for at in range(begin, end):
            holding = ranked[at]
            a, b, less = low[holding], high[holding], counts[holding, WIN]
            ties = all_so_far - so_far[a] - so_far[b] - less + 1
            weak = pairless_all - pairless[a] - pairless[b]
            counts[holding, TIE] = ties
            if code >= least:
                counts[holding, WIN_PAIR], counts[holding, WIN] = less - weak, weak
                counts[holding, LOSE_PAIR], counts[holding, LOSE] = disjoint - less - ties, 0
            else:  # dealers with a pair all win; the others win, lose or tie
                counts[holding, WIN_PAIR] = 0
                counts[holding, LOSE_PAIR], counts[holding, LOSE] = disjoint - weak - 1, weak + 1 - less - ties
        begin = end


@compiled
def _add_cards(by_card: NDArray[np.int32], a: int, b: int, many: NDArray[np.int32]) -> None:
    """Adds, for one card of either sort, with how many of the other it is a holding."""
    if a == b:
        by_card[a] += many[a] - 1
    else:
        by_card[a] += many[b]
        by_card[b] += many[a]


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


def counts_of(board: Iterable[Card], deck: Iterable[Card], pair: int) -> tuple[int, NDArray[np.int32]]:
    """What two cards are on a board: the category of the hand, and its counts against the dealer's holdings."""
    found = new_board()
    cards = np.array(sorted(board), np.uint8), np.array(sorted(deck), np.uint8)
    size, _ = compared(*cards, five_card_table(), found)
    [kind] = found.kind[:size][found.pairs[:size] == pair]
    return int(found.worth[kind]) >> CATEGORY_SHIFT, found.counts[kind]


def where(sets: Classes) -> Where:
    """Where sets of cards belong, as compiled code takes it."""
    return sets.place, sets.turn, turned_pairs().view(np.uint16)


def over_sets(number: int, empty: Callable[[], T], job: Job[T], progress: Progress = None) -> T:
    """Runs a job that releases the interpreter over so many sets of cards, part by part, as many parts at a time as there are
    workers: it takes the first set and the one after the last, and adds to arrays that are empty at first. An interruption
    ends it soon."""
    bounds = [number * part // PARTS for part in range(PARTS + 1)]
    left = iter(list(pairwise(bounds)))  # taken from by both workers
    finished: list[int] = []
    stop = Event()

    def work() -> T:
        found = empty()
        for begin, end in left:
            if stop.is_set():
                break
            job(begin, end, found)
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
