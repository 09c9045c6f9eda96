"""What every printed order of hands shares: the value of a hand, the ranking that gives it, straights, rank counts.

Every chapter ranks by category first and then by "the highest ranking card ... not contained in the other hand"
(§ 553.4(e), § 555.6(c), § 565.6(c), ...). Read as READINGS.md adopts it: category, then the ranks that make the
category, then the other ranks downward; suits never count. So a value is a category and the ranks that decide within
it, and bigger is better.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.errors import BadCard


class Value(NamedTuple):
    """What a hand is worth in one ranking: compares as a tuple, bigger is better, equal values tie."""

    category: int  # 0 is nothing; an index into the ranking's `categories`
    ranks: tuple[int, ...]  # the ranks that decide within the category, most important first


@dataclass(frozen=True)
class Ranking:
    """One printed order of hands."""

    name: str
    cite: str
    categories: tuple[str, ...]  # lowest to highest, in the words of the chapter
    cards: tuple[int, ...]  # how many cards it can be given
    value: Callable[[Sequence[Card]], Value]

    def category(self, cards: Sequence[Card]) -> str:
        """The category of a hand in the words of the chapter, lower case."""
        return self.categories[self.value(cards).category]


# One octal digit per rank counts the cards of that rank; seven cards cannot overflow it, even from several decks.
COUNT: tuple[int, ...] = tuple(1 << 3 * (card >> 2) for card in range(52))


def wrong_number(cards: Sequence[Card], ranking: str, cite: str, allowed: str) -> BadCard:
    """The error for a hand with too few or too many cards."""
    return BadCard(f"{ranking} takes {allowed} cards, not {len(cards)}", cite)


def groups(counts: int) -> list[tuple[int, int]]:
    """The ranks of a hand as (how many, rank), most cards first, then highest rank.

    >>> groups(COUNT[48] + COUNT[0] + COUNT[1] + COUNT[5])
    [(2, 0), (1, 12), (1, 1)]
    """
    return sorted([(counts >> 3 * r & 7, r) for r in range(13) if counts >> 3 * r & 7], reverse=True)


def straight(ranks: int, length: int) -> int:
    """The top rank of the highest straight in a set of ranks (bit 0 the two), negative if there is none.

    The ace is high, or below the two; it never joins a king to a two (§ 553.4(b)(6), § 565.6(b)(3)).

    >>> straight(0b1000000000011, 3), straight(0b1100000000001, 3), straight(0b1110000000000, 3)
    (1, -2, 12)
    """
    tops = ranks << 1 | ranks >> 12
    for _ in range(length - 1):
        tops &= tops << 1
    return tops.bit_length() - 2
