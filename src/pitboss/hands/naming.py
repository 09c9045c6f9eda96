"""Full names of hands, as a dealer calls them: "two pair, aces and jacks", "flush, king high".

Pay tables and cases name only the category. A full name adds the ranks that decide within it, but no kickers.
"""

from collections.abc import Sequence
from functools import lru_cache

RANK_WORDS = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
PLURALS = (
    *("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"),
    *("jacks", "queens", "kings", "aces"),
)
WHEEL = (12, 3, 2, 1, 0)  # ace to five in the order of Pai Gow Poker, its second highest straight


def full_name(category: str, ranks: Sequence[int]) -> str:
    """The full name of a hand, from its category and its deciding ranks, the most important first.

    >>> [full_name("two pair", (12, 9, 3)), full_name("flush", (11, 8, 7, 4, 2)), full_name("full house", (7, 2))]
    ['two pair, aces and jacks', 'flush, king high', 'full house, nines over fours']
    >>> [full_name("high card", (10, 7, 2)), full_name("pair", (4, 12)), full_name("three-of-a-kind", (0, 5))]
    ['queen high', 'pair of sixes', 'three-of-a-kind, twos']
    >>> [full_name("straight", (3,)), full_name("straight", WHEEL), full_name("royal flush", (12,))]
    ['straight, five high', 'straight, ace to five', 'royal flush']
    """
    return _full(category, ranks[0], ranks[1] if len(ranks) > 1 else -1) if ranks else category


@lru_cache(maxsize=4096)
def _full(category: str, first: int, second: int) -> str:
    if category == "high card":
        return f"{RANK_WORDS[first]} high"
    if category == "pair":
        return f"pair of {PLURALS[first]}"
    if category == "two pair":
        return f"two pair, {PLURALS[first]} and {PLURALS[second]}"
    if category == "full house":
        return f"full house, {PLURALS[first]} over {PLURALS[second]}"
    if category.endswith("-of-a-kind"):
        return f"{category}, {PLURALS[first]}"
    if category.startswith("straight") and (first, second) == WHEEL[:2]:
        return f"{category}, ace to five"
    if category.startswith("straight") or category.endswith(" card flush") or category == "flush":
        return f"{category}, {RANK_WORDS[first]} high"
    return category
