"""Seven cards by the length of their best flush and of their best straight flush: § 678a.6(b) and (d).

The hand is the flush itself ("a hand consisting of three cards of the same suit"), so only its cards break ties
(§ 678a.6(c)). The ace may be low in a straight flush: the Board's own figures only come out that way (READINGS.md).

>>> from pitboss.cards import parse
>>> FLUSH_LENGTH.value(parse("Kh 9h 4h Kc 8c 7c As"))  # three hearts before three clubs
Value(category=2, ranks=(11, 7, 2))
>>> STRAIGHT_FLUSH_LENGTH.category(parse("Ah 2h 3h 5h 6h 7h 9h"))
'three card straight flush'
>>> STRAIGHT_FLUSH_LENGTH.category(parse("Kh Ah 2h 5c 6c 8c 9d"))
'no straight flush'
"""

from collections.abc import Sequence
from functools import cache

from pitboss.cards import Card
from pitboss.hands.ranking import Ranking, Value, straight, wrong_number


def _suits(cards: Sequence[Card]) -> list[int]:
    if len(cards) != 7:
        raise wrong_number(cards, "High Card Flush", "678a.6(b)", "seven")
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[card & 3] |= 1 << (card >> 2)
    return suits


# Both caches are bounded by the 5,812 sets of seven ranks or fewer.
@cache
def flush_of(suit: int) -> Value:
    """The flush made by the cards of one suit, given as a set of ranks (§ 678a.6(b), (c))."""
    return Value(max(suit.bit_count() - 1, 0), tuple([rank for rank in range(12, -1, -1) if suit >> rank & 1]))


@cache
def straight_flush_of(suit: int) -> Value:
    """The longest straight flush in the cards of one suit, and its top rank (§ 678a.6(d)).

    >>> straight_flush_of(0b1000000000111)  # 4-3-2-A
    Value(category=2, ranks=(2,))
    """
    for length in (7, 6, 5, 4, 3):
        top = straight(suit, length)
        if top >= 0:
            return Value(length - 2, (top,))
    return Value(0, ())


def flush_length_value(cards: Sequence[Card]) -> Value:
    """The longest flush in seven cards, then its ranks downward (§ 678a.6(b), (c))."""
    return max([flush_of(suit) for suit in _suits(cards)])


def straight_flush_length_value(cards: Sequence[Card]) -> Value:
    """The longest straight flush in seven cards, then its top rank (§ 678a.6(d)); two cards in a row are nothing."""
    return max([straight_flush_of(suit) for suit in _suits(cards)])


# Seven cards always hold two of a suit, so the first category never occurs; it only takes index 0.
FLUSH_LENGTH = Ranking(
    "High Card Flush",
    "678a.6(b)",
    (
        "high card",
        "two card flush",
        "three card flush",
        "four card flush",
        "five card flush",
        "six card flush",
        "seven card flush",
    ),
    (7,),
    flush_length_value,
)

STRAIGHT_FLUSH_LENGTH = Ranking(
    "Straight Flush Bonus",
    "678a.6(d)",
    (
        "no straight flush",
        "three card straight flush",
        "four card straight flush",
        "five card straight flush",
        "six card straight flush",
        "seven card straight flush",
    ),
    (7,),
    straight_flush_length_value,
)
