"""The player's best setting against a dealer who sets by the house way.

`best_setting` deals the dealer every hand of the cards that are left and compares every lawful setting with all of them.
`best_of_all` does the same for every hand of the deck by inclusion and exclusion, as `overlap` does: the settings of a hand
wait in a row of sums, and every set of cards that the hand shares with others adds to them. Wins and losses are kept in one
number of 64 bits, 32 bits each: what overflows on the way comes back before the end.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.games.pai_gow.house_way import HouseWay
from pitboss.games.pai_gow.setting import Split, splits
from pitboss.hands.kernels import values
from pitboss.hands.pai_gow import PAI_GOW_HIGH, PAI_GOW_LOW
from pitboss.hands.tables import compiled
from pitboss.odds.pai_gow.classes import Deck, Numbering, class_of
from pitboss.odds.pai_gow.overlap import (
    FEW,
    FULL,
    Cards,
    Counts,
    Dealing,
    Outcomes,
    Progress,
    Way,
    against,
    against_each,
    chosen,
    dealing,
    few_shared,
    fill_grid,
    grid_of,
    hands_with,
    in_threads,
    nothing,
    pieces,
    rows_below,
    way_of,
)
from pitboss.odds.pai_gow.patterns import HIGHS, HOLDINGS, LOWS, Ints, Keys, Settings, holdings, pattern_of, settings_of

VIGORISH = Fraction(1, 20)
WORKERS = 2  # each keeps sums of its own for every setting
BLOCK = 64
LOSE = np.uint64(32)
ONES = np.uint64(0xFFFFFFFF)

# ---------------------------------------------------------------------------- one hand


class Judged(NamedTuple):
    """A lawful setting of seven cards and what becomes of it against every hand the dealer can hold."""

    split: Split
    outcomes: Outcomes

    def mean(self, vigorish: Fraction = VIGORISH) -> Fraction:
        """The player's expected gain, in wagers."""
        win, lose, tie = self.outcomes
        return ((1 - vigorish) * win - lose) / (win + lose + tie)


@compiled
def _count_all(dealt: Dealing, left: Cards, counts: Ints) -> None:
    """All hands of seven from the cards that are left, counted by pattern."""
    _, start, keys, bits, find = dealt
    places = np.arange(7)
    key, union = np.full(7, start), np.zeros(7, np.uint64)
    depth = 0
    while True:
        while depth < 6:
            card = left[places[depth]]
            key[depth + 1], union[depth + 1] = key[depth] + keys[card], union[depth] | bits[card]
            depth += 1
            places[depth] = places[depth - 1] + 1
        for last in range(places[6], len(left)):
            card = left[last]
            counts[pattern_of(key[6] + keys[card], union[6] | bits[card], find)] += 1
        depth = 5
        while depth >= 0 and places[depth] == len(left) - 7 + depth:
            depth -= 1
        if depth < 0:
            return
        places[depth] += 1


def judge(seven: Sequence[Card], way: HouseWay, deck: Deck = FULL) -> list[Judged]:
    """Every lawful setting of seven cards against every hand that the rest of the deck can give the dealer."""
    dealt, his = dealing(deck), way_of(way)
    left = np.array([card for card in deck.cards if card not in seven], np.uint8)
    counts = np.zeros(len(his.low), np.int32)
    _count_all(dealt, left, counts)
    below = rows_below(his)
    grid = np.zeros((below[-1] + 1, LOWS + 1), np.int32)
    grid_of(counts, his, below, grid)
    low_place = {value: place for place, value in enumerate(values(PAI_GOW_LOW).values())}
    high_place = {value: place for place, value in enumerate(values(PAI_GOW_HIGH).values())}
    total = comb(len(left), 7)
    found = []
    for split in splits(seven):
        win, lose = against(grid, len(grid) - 1, below[high_place[split.high_value]], low_place[split.low_value])
        found.append(Judged(split, Outcomes(int(win), int(lose), total - int(win) - int(lose))))
    return found


def best_setting(seven: Sequence[Card], way: HouseWay, vigorish: Fraction = VIGORISH, deck: Deck = FULL) -> Judged:
    """The lawful setting that brings most against the house way."""
    return max(judge(seven, way, deck), key=lambda judged: judged.mean(vigorish))


# ---------------------------------------------------------------------------- every hand


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
            wins, losses = against_each(his.low[pattern : pattern + 1], his.high[pattern : pattern + 1], low, high)
            win -= wins
            lose -= losses
            sums[at] += np.uint64(sets[i]) * (np.uint64(win) + (np.uint64(lose) << LOSE))
            at += 1


@compiled
def _add_more(
    shared: Cards,
    sets: Counts,
    dealt: Dealing,
    places: Cards,
    his: Way,
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
    fetched = np.uint64(0)
    for i in range(len(shared)):
        weight = np.uint64(-sets[i] if shared.shape[1] & 1 else sets[i])
        hands_with(shared[i], dealt, places, patterns, bits)
        rows = fill_grid(patterns, his, below, grid)
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
    progress: Progress


def _few(work: Work) -> None:
    few = few_shared(work.deck)
    below = rows_below(work.his)
    grids = np.zeros((len(few.counts), below[-1] + 1, LOWS + 1), np.int32)
    for counts, grid in zip(few.counts, grids, strict=True):
        grid_of(counts, work.his, below, grid)
    classes, sets, patterns, first, sums = work.classes, work.sets, work.patterns, work.first, work.sums[0]

    def add(part: slice) -> None:
        ends = part.start, min(part.stop, len(classes))
        _add_few(ends, classes, sets, patterns, first, work.settings, grids, (few.one, few.two), below, work.his, sums)

    for done, _ in enumerate(in_threads(add, pieces(len(classes))), 1):
        work.progress(FEW * done, 7 * 32)


def _more(work: Work, shared: int) -> None:
    classes, sets = work.deck.classes(shared)
    places = chosen(7 - shared, len(work.deck.cards) - shared)
    numbering = work.deck.numbering(7)
    parts = pieces(len(classes), 64)

    def add(worker: int) -> None:
        for number in range(worker, len(parts), WORKERS):
            some, number_of = classes[parts[number]], sets[parts[number]]
            _add_more(*(some, number_of, work.dealt, places, work.his, work.settings, numbering, work.first, work.sums[worker]))
            work.progress(shared * len(parts) + number, 7 * len(parts))

    for _ in in_threads(add, range(WORKERS)):
        pass


def best_of_all(way: HouseWay, vigorish: Fraction = VIGORISH, deck: Deck = FULL, progress: Progress = nothing) -> Best:
    """Every hand of the deck in its best setting against the house way, exactly."""
    dealt, settings = dealing(deck), settings_of(way)
    classes, sets = deck.classes(7)
    patterns, first = np.zeros(len(classes), np.int32), np.zeros(len(classes) + 1, np.int64)
    _begin(classes, dealt, settings, patterns, first)
    sums = [np.zeros(first[-1], np.uint64) for _ in range(WORKERS)]
    work = Work(deck, dealt, way_of(way), settings, classes, sets, patterns, first, sums, progress)
    _few(work)
    for shared in range(FEW + 1, 7):
        _more(work, shared)
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
