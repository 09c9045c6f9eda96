"""The player's best setting against a dealer who sets by the house way.

What `one_hand` finds for a hand is found here for every hand of the deck by inclusion and exclusion, as `overlap` does: the
settings of a hand wait in a row of sums, and every set of cards that the hand shares with others adds to them. Wins and losses
are kept in one number of 64 bits, 32 bits each: what overflows on the way comes back before the end.
"""

from fractions import Fraction
from math import comb
from queue import SimpleQueue
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import compiled
from pitboss.games.pai_gow.house_way import HouseWay
from pitboss.odds.pai_gow.one_hand import VIGORISH
from pitboss.odds.pai_gow.overlap import (
    FEW,
    FULL,
    PIECES,
    Cards,
    Counts,
    Dealing,
    Outcomes,
    Way,
    against,
    chosen,
    codes_of,
    dealing,
    few_shared,
    fill_grid,
    grid_of,
    hands_with,
    rows_below,
    way_of,
)
from pitboss.odds.pai_gow.patterns import HIGHS, HOLDINGS, LOWS, Ints, Keys, Settings, holdings, pattern_of, settings_of
from pitboss.odds.parts import Progress, cut, in_threads, shares
from pitboss.odds.suits import Deck, Numbering, class_of

WORK = (30, 60, 50, 30, 10)  # about how long two to six shared cards take, beside each other
WORKERS = 2  # each keeps sums of its own for every setting
BLOCK = 64
LOSE = np.uint64(32)
ONES = np.uint64(0xFFFFFFFF)


class Better(NamedTuple):
    """Hands that are better set otherwise than in the house way, and what that brings, in wagers for each hand dealt."""

    hands: int
    gain: Fraction


class Best(NamedTuple):
    """Every hand set for the most against the house way, by the house way itself, and where the two differ."""

    best: Outcomes
    house_way: Outcomes
    better: dict[str, Better]  # by what the seven cards hold


@compiled
def _begin(classes: Cards, dealt: Dealing, settings: Settings, patterns: Ints, first: NDArray[np.int64]) -> None:
    """The pattern of every class, and where its sums begin."""
    _, start, keys, bits, find = dealt
    for i in range(len(classes)):
        key, union = start, np.uint64(0)
        for card in classes[i]:
            key += keys[card]
            union |= bits[card]
        pattern = pattern_of(key, union, find)
        patterns[i] = pattern
        first[i + 1] = first[i] + settings.first[pattern + 1] - settings.first[pattern]


@compiled
def _add_few(
    part: tuple[int, int],
    classes: Cards,
    sets: Counts,
    patterns: Ints,
    first: NDArray[np.int64],
    settings: Settings,
    grids: NDArray[np.int32],
    rows_of: tuple[NDArray[np.int64], NDArray[np.int64]],
    below: Ints,
    his: Way,
    sums: Keys,
) -> None:
    """What no, one or two shared cards bring to the settings of each class, and all seven."""
    one, two = rows_of
    rows = grids.shape[1] - 1
    for i in range(part[0], part[1]):
        cards, pattern = classes[i], patterns[i]
        at = first[i]
        for setting in range(settings.first[pattern], settings.first[pattern + 1]):
            low, high = settings.low[setting], settings.high[setting]
            row = below[high]
            win, lose = against(grids[0], rows, row, low)
            for a in range(7):
                wins, losses = against(grids[one[cards[a]]], rows, row, low)
                win -= wins
                lose -= losses
                for b in range(a):
                    wins, losses = against(grids[two[cards[a], cards[b]]], rows, row, low)
                    win += wins
                    lose += losses
            win -= (low > his.low[pattern]) & (high > his.high[pattern])
            lose -= (low <= his.low[pattern]) & (high <= his.high[pattern])
            sums[at] += np.uint64(sets[i]) * (np.uint64(win) + (np.uint64(lose) << LOSE))
            at += 1


@compiled
def _add_more(
    shared: Cards,
    sets: Counts,
    dealt: Dealing,
    places: Cards,
    his: Ints,
    settings: Settings,
    numbering: Numbering,
    first: NDArray[np.int64],
    sums: Keys,
) -> np.uint64:
    """What these classes of shared cards, three to six, bring to the settings of all hands that hold them."""
    begins, lows, highs = settings
    patterns, bits = np.zeros(len(places), np.int32), np.zeros(len(places), np.uint64)
    below = np.zeros(HIGHS + 1, np.int32)
    grid = np.zeros((min(HIGHS, len(places)) + 1, LOWS + 1), np.int32)
    higher = np.zeros(len(grid), np.int32)
    begin, last = np.zeros(len(places), np.int64), len(sums) - 1
    once, codes = np.ones(len(places), np.int32), np.zeros(len(places), np.int32)
    fetched = np.uint64(0)
    for i in range(len(shared)):
        weight = np.uint64(-sets[i] if shared.shape[1] & 1 else sets[i])
        hands_with(shared[i], dealt, places, patterns, bits)
        for j in range(len(patterns)):
            codes[j] = his[patterns[j]]
        rows = fill_grid(codes, once, below, grid)
        lower_low = grid[rows]
        for row in range(rows + 1):  # a column of the grid, close together
            higher[row] = len(patterns) - grid[row, LOWS]
        for j in range(len(patterns)):
            begin[j] = first[class_of(bits[j], numbering)]
        for block in range(0, len(patterns), BLOCK):
            end = min(block + BLOCK, len(patterns))
            for j in range(block, end):  # fetches the sums of a block from memory all at once
                fetched ^= sums[begin[j]] ^ sums[min(begin[j] + 8, last)]
            for j in range(block, end):
                at = begin[j]
                for setting in range(begins[patterns[j]], begins[patterns[j] + 1]):
                    row, low = below[highs[setting]], lows[setting]
                    win = grid[row, low]
                    lose = higher[row] - lower_low[low] + win
                    sums[at] += weight * (np.uint64(win) | np.uint64(lose) << LOSE)
                    at += 1
    return fetched


@compiled
def _choose(
    first: NDArray[np.int64], sets: Counts, sums: Keys, holds: Counts, worth: tuple[int, int], out: Counts, better: Counts
) -> None:
    """Wins and losses of the best settings, then of those of the house way, and where the two differ."""
    for i in range(len(sets)):
        best, by_way, at_best = np.int64(0), np.int64(0), first[i]
        for at in range(first[i], first[i + 1]):
            mean = worth[0] * np.int64(sums[at] & ONES) - worth[1] * np.int64(sums[at] >> LOSE)
            if at == first[i]:
                best = by_way = mean
            elif mean > best:
                best, at_best = mean, at
        out[0] += np.int64(sums[at_best] & ONES)
        out[1] += np.int64(sums[at_best] >> LOSE)
        out[2] += np.int64(sums[first[i]] & ONES)
        out[3] += np.int64(sums[first[i]] >> LOSE)
        if at_best != first[i]:
            better[holds[i], 0] += sets[i]
            better[holds[i], 1] += best - by_way


class Work(NamedTuple):
    """What the passes over shared cards have in common."""

    deck: Deck
    dealt: Dealing
    his: Way
    settings: Settings
    classes: Cards
    sets: Counts
    patterns: Ints
    first: NDArray[np.int64]
    sums: list[Keys]  # one for each worker


def _few(work: Work, progress: Progress) -> None:
    counting, adding = shares(progress, (1, 3))
    few = few_shared(work.deck, counting)
    below = rows_below(work.his)
    grids = np.zeros((len(few.counts), below[-1] + 1, LOWS + 1), np.int32)
    for counts, grid in zip(few.counts, grids, strict=True):
        grid_of(counts, work.his, below, grid)
    classes, sets, patterns, first, sums = work.classes, work.sets, work.patterns, work.first, work.sums[0]

    def add(part: tuple[int, int]) -> None:
        _add_few(part, classes, sets, patterns, first, work.settings, grids, (few.one, few.two), below, work.his, sums)

    in_threads(add, cut(len(classes), PIECES), adding)


def _more(work: Work, shared: int, progress: Progress) -> None:
    classes, sets = work.deck.classes(shared)
    places = chosen(7 - shared, len(work.deck.cards) - shared)
    numbering, his = work.deck.numbering(7), codes_of(work.his)
    free: SimpleQueue[Keys] = SimpleQueue()
    for sums in work.sums:
        free.put(sums)

    def add(part: tuple[int, int]) -> None:
        some, number_of, sums = classes[slice(*part)], sets[slice(*part)], free.get()
        try:
            _add_more(some, number_of, work.dealt, places, his, work.settings, numbering, work.first, sums)
        finally:
            free.put(sums)

    in_threads(add, cut(len(classes), 4 * PIECES), progress, WORKERS)


def best_of_all(way: HouseWay, vigorish: Fraction = VIGORISH, deck: Deck = FULL, progress: Progress = None) -> Best:
    """Every hand of the deck in its best setting against the house way, exactly."""
    dealt, settings = dealing(deck), settings_of(way)
    classes, sets = deck.classes(7)
    patterns, first = np.zeros(len(classes), np.int32), np.zeros(len(classes) + 1, np.int64)
    _begin(classes, dealt, settings, patterns, first)
    sums = [np.zeros(first[-1], np.uint64) for _ in range(WORKERS)]
    work = Work(deck, dealt, way_of(way), settings, classes, sets, patterns, first, sums)
    stages = shares(progress, WORK)
    _few(work, next(stages))
    for shared, stage in zip(range(FEW + 1, 7), stages, strict=True):
        _more(work, shared, stage)
    for other in sums[1:]:
        sums[0] += other
    found, better = np.zeros(4, np.int64), np.zeros((len(HOLDINGS), 2), np.int64)
    worth = 1 - vigorish
    _choose(first, sets, sums[0], holdings()[patterns], (worth.numerator, worth.denominator), found, better)
    win, lose, house_win, house_lose = found.tolist()
    deals = deck.hands * comb(len(deck.cards) - 7, 7)
    return Best(
        Outcomes(win, lose, deals - win - lose),
        Outcomes(house_win, house_lose, deals - house_win - house_lose),
        {
            held: Better(hands, Fraction(gain, worth.denominator * deals))
            for held, (hands, gain) in zip(HOLDINGS, better.tolist(), strict=True)
            if hands
        },
    )
