"""A player's two cards: sets of them in words, as a grid, and as a rule that does not look at suits."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANK_NAMES, RANKS
from pitboss.odds.advice import Grid

Hands = NDArray[np.bool_]  # by pair of cards
CARDS = [(low, high) for high in range(52) for low in range(high)]
LOW, HIGH = (np.array(cards) >> 2 for cards in zip(*CARDS, strict=True))  # the ranks of every pair of cards


def number(one: int, other: int, suited: bool) -> int:
    """The pair of cards that stands for two ranks, of one suit or of two."""
    low, high = 4 * min(one, other), 4 * max(one, other) + (not suited)
    return low + high * (high - 1) // 2


def in_words(chosen: Hands, by_lower: bool = False) -> str:
    """A set of hands: pairs, then by the higher card (or the lower one) which others go with it.

    >>> in_words((HIGH == 12) | (LOW == HIGH) | (HIGH == 11) & (LOW >= 8))
    'any pair; any ace; king with 10 or higher'
    >>> in_words((LOW == 0) & (HIGH <= 5), by_lower=True)
    'a pair of 2s; 2 with 3 to 7'
    """
    pairs = [rank for rank in range(13) if chosen[number(rank, rank, False)]]
    parts = [_pairs(pairs)] if pairs else []
    for rank in range(13) if by_lower else range(12, -1, -1):
        others = range(rank + 1, 13) if by_lower else range(rank)
        suited, mixed = ([o for o in others if chosen[number(rank, o, same)]] for same in (True, False))
        if suited == mixed == list(others) and suited:
            parts.append(f"any {RANK_NAMES[rank]}")
        elif suited == mixed and suited:
            parts.append(f"{RANK_NAMES[rank]} with {_runs(suited, others)}")
        elif suited or mixed:
            named = ((suited, "suited"), (mixed, "of two suits"))
            parts.append(f"{RANK_NAMES[rank]} with {' or '.join(f'{_runs(r, others)} {how}' for r, how in named if r)}")
    return "; ".join(parts)


def _pairs(ranks: list[int]) -> str:
    if ranks == list(range(13)):
        return "any pair"
    if len(ranks) == 1:
        return f"a pair of {RANK_NAMES[ranks[0]]}s"
    if ranks[-1] == 12 and ranks == list(range(ranks[0], 13)):
        return f"a pair of {RANK_NAMES[ranks[0]]}s or higher"
    return "a pair of " + _runs(ranks, range(13))


def _runs(ranks: list[int], others: Sequence[int]) -> str:
    """Ranks in words: "any", "7 or higher", or ranges."""
    if ranks == list(others):
        return "any"
    if len(ranks) > 1 and ranks == list(range(ranks[0], others[-1] + 1)):
        return f"{RANK_NAMES[ranks[0]]} or higher"
    runs: list[list[int]] = []
    for rank in ranks:
        if runs and runs[-1][-1] == rank - 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return ", ".join(RANK_NAMES[r[0]] + (f" to {RANK_NAMES[r[-1]]}" if len(r) > 1 else "") for r in runs)


def without_suits(gain: NDArray[np.object_]) -> Hands:
    """The best set that looks only at ranks: by the higher card, all hands from some lower card up; pairs from some rank up."""
    chosen = np.zeros(1326, np.bool_)
    sets = [[(LOW == HIGH) & (least <= LOW) for least in range(14)]]
    sets += [[(rank == HIGH) & (LOW < HIGH) & (least <= LOW) for least in range(rank + 1)] for rank in range(13)]
    for each in sets:
        chosen |= max(each, key=lambda hands: Fraction(gain[hands].sum()))
    return chosen


def grid(title: str, chosen: Hands, yes: str, no: str) -> Grid:
    """Thirteen ranks by thirteen, hands of one suit above the diagonal."""
    names, ranks = tuple(reversed(RANKS)), range(12, -1, -1)
    cells = tuple(tuple(yes if chosen[number(row, column, column < row)] else no for column in ranks) for row in ranks)
    return Grid(title, names, names, cells)
