"""The common part of all printed orders of hands: the value of a hand, the ranking that gives it, straights, rank counts.

Every chapter ranks by category first and then by "the highest ranking card ... not contained in the other hand" (§ 553.4(e),
§ 555.6(c), § 565.6(c), ...). READINGS.md reads this as: category, then the ranks that make the category, then the other ranks
downward; suits never count. So a value is a category and the ranks that decide within it, and bigger is better.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.errors import BadCard
from pitboss.hands.naming import full_name


class Value(NamedTuple):
    """The value of a hand in one ranking: compares as a tuple, bigger is better, equal values tie."""

    category: int  # an index into the ranking's `categories`; 0 is the lowest
    ranks: tuple[int, ...]  # the ranks that decide within the category, most important first


@dataclass(frozen=True)
class Ranking:
    """One printed order of hands.

    >>> from pitboss.hands import THREE_CARD
    >>> THREE_CARD
    <Ranking Three Card Poker, § 565.6, of 6 categories>
    >>> print(THREE_CARD)
    Three Card Poker (§ 565.6): high card < pair < flush < straight < three-of-a-kind < straight flush
    """

    name: str
    cite: str
    categories: tuple[str, ...]  # lowest to highest, in the words of the chapter
    cards: tuple[int, ...]  # the allowed numbers of cards
    value: Callable[[Sequence[Card]], Value]

    def category(self, cards: Sequence[Card]) -> str:
        """The category of a hand in the words of the chapter, lower case."""
        return self.categories[self.value(cards).category]

    def in_full(self, value: Value) -> str:
        """The full name of a hand of this value, as a dealer calls it: "two pair, aces and jacks"."""
        return full_name(self.categories[value.category], value.ranks)

    def __str__(self) -> str:
        return f"{self.name} (§ {self.cite}): {' < '.join(word or 'nothing' for word in self.categories)}"

    def __repr__(self) -> str:
        return f"<Ranking {self.name}, § {self.cite}, of {len(self.categories)} categories>"


# One octal digit per rank counts the cards of that rank; seven cards cannot overflow it, even from several decks.
COUNT: tuple[int, ...] = tuple(1 << 3 * (card >> 2) for card in range(52))
EACH_RANK = 0o1111111111111


def wrong_number(cards: Sequence[Card], ranking: str, cite: str, allowed: str) -> BadCard:
    """The error for a hand with too few or too many cards."""
    return BadCard(f"{ranking} takes {allowed} cards, not {len(cards)}", cite)


def groups(counts: int) -> list[tuple[int, int]]:
    """The ranks of a hand as (how many, rank), most cards first, then highest rank.

    >>> groups(COUNT[48] + COUNT[0] + COUNT[1] + COUNT[5])
    [(2, 0), (1, 12), (1, 1)]
    """
    grouped = []
    while counts:
        rank = (counts.bit_length() - 1) // 3
        number = counts >> 3 * rank
        counts ^= number << 3 * rank
        grouped.append((number, rank))
    grouped.sort(reverse=True)
    return grouped


def highest(ranks: int, number: int) -> tuple[int, ...]:
    """The highest `number` ranks of a set, given as octal digits that are 1 for each rank in it.

    >>> highest(COUNT[48] | COUNT[4] | COUNT[0], 2), highest(COUNT[0], 2)
    ((12, 1), (0,))
    """
    top_ranks: list[int] = []
    while ranks and len(top_ranks) < number:
        rank = ranks.bit_length() // 3
        ranks ^= 1 << 3 * rank
        top_ranks.append(rank)
    return tuple(top_ranks)


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


def straight_in(counts: int, length: int) -> int:
    """The top rank of the highest straight in a hand given as rank counts, negative if there is none.

    >>> straight_in(COUNT[48] + COUNT[0] + COUNT[1] + COUNT[5], 3), straight_in(2 * COUNT[48] + COUNT[0], 3)
    (1, -1)
    """
    held = (counts | counts >> 1 | counts >> 2) & EACH_RANK
    if held.bit_count() < length:
        return -1
    tops = held << 3 | held >> 36
    for _ in range(length - 1):
        tops &= tops << 3
    return tops.bit_length() // 3 - 1
