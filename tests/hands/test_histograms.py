"""All hands of a whole deck counted by their ranks are those that are counted one by one."""

from math import comb

import numpy as np
import pytest

from pitboss.hands import FIVE_CARD, FOUR_CARD, Ranking
from pitboss.hands.kernels import _count, _count_by_ranks, histogram, table


@pytest.mark.parametrize(("ranking", "number"), [(FIVE_CARD, 5), (FIVE_CARD, 6), (FIVE_CARD, 7), (FOUR_CARD, 5)])
def test_counts_by_ranks_are_counts_one_by_one(ranking: Ranking, number: int) -> None:
    tables, one_by_one = table(ranking, number), np.zeros(1 << 16, np.int64)
    _count(np.arange(52, dtype=np.uint8), number, tables, one_by_one)
    by_ranks = _count_by_ranks(ranking.cards[0], number, tables, np.zeros(1 << 16, np.int64))
    assert one_by_one.tolist() == by_ranks.tolist()
    assert by_ranks.sum() == comb(52, number)


def test_a_deck_that_is_not_whole_is_counted_too() -> None:
    assert histogram(FIVE_CARD, 7, range(12)).sum() == comb(12, 7)
