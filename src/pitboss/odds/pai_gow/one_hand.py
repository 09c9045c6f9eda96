"""The settings of one hand against a dealer who sets by the house way: every hand that the cards left can give him is dealt."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.cards import Card
from pitboss.compiling import compiled
from pitboss.games.pai_gow.house_way import HouseWay
from pitboss.games.pai_gow.setting import Split, splits
from pitboss.games.pai_gow_poker import BOOK
from pitboss.hands.kernels import values
from pitboss.hands.pai_gow import PAI_GOW_HIGH, PAI_GOW_LOW
from pitboss.hands.ranking import Ranking, Value
from pitboss.odds.pai_gow.overlap import FULL, Cards, Dealing, Outcomes, Way, against, dealing, grid_of, rows_below, way_of
from pitboss.odds.pai_gow.patterns import LOWS, Ints, pattern_of
from pitboss.odds.suits import Deck

VIGORISH = BOOK.vigorish("645a.13(a)")


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


@cache
def _dealer(way: HouseWay) -> tuple[Way, Ints]:
    """How a dealer sets every pattern, and the rows of the grid of his hands."""
    his = way_of(way)
    return his, rows_below(his)


@cache
def _places(ranking: Ranking) -> dict[Value, int]:
    """The place of every hand among those of a ranking."""
    return {value: place for place, value in enumerate(values(ranking).values())}


def judge(seven: Sequence[Card], way: HouseWay, deck: Deck = FULL) -> list[Judged]:
    """Every lawful setting of seven cards against every hand that the rest of the deck can give the dealer."""
    dealt, (his, below) = dealing(deck), _dealer(way)
    left = np.array([card for card in deck.cards if card not in seven], np.uint8)
    counts = np.zeros(len(his.low), np.int32)
    _count_all(dealt, left, counts)
    grid = np.zeros((below[-1] + 1, LOWS + 1), np.int32)
    grid_of(counts, his, below, grid)
    low_place, high_place = _places(PAI_GOW_LOW), _places(PAI_GOW_HIGH)
    total = comb(len(left), 7)
    found = []
    for split in splits(seven):
        win, lose = against(grid, len(grid) - 1, below[high_place[split.high_value]], low_place[split.low_value])
        found.append(Judged(split, Outcomes(int(win), int(lose), total - int(win) - int(lose))))
    return found


def best_setting(seven: Sequence[Card], way: HouseWay, vigorish: Fraction = VIGORISH, deck: Deck = FULL) -> Judged:
    """The lawful setting that brings most against the house way."""
    return max(judge(seven, way, deck), key=lambda judged: judged.mean(vigorish))
