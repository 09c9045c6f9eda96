"""Low hands of Poker, ace to five, and eight or better: § 553.4(c)-(e), § 637a.6(c)-(e), § 637a.10(j), § 637a.12.

The order is the inverse of the high order, straights and flushes aside (§ 553.4(d)). By the letter of the tie-break
8-7-6-5-A would beat 6-5-4-3-2; READINGS.md adopts ordinary ace-to-five: the worst card is compared first.

>>> from pitboss.cards import parse
>>> LOW.category(parse("5h 4h 3h 2h Ah")), LOW.category(parse("Ah Ad 2c 3c 4c 4d 3h"))
('high card', 'pair')
>>> LOW.value(parse("Ah Ad 2c 3c 9c")) > LOW.value(parse("2h 2d 3c 4c 5c"))  # aces are the best low pair
True
>>> LOW_SHOWING.value(parse("Kc Qd")) > LOW_SHOWING.value(parse("Ac Ad"))
True
"""

from collections.abc import Sequence
from functools import cache

from pitboss.cards import ACE, EIGHT, Card
from pitboss.hands.naming import RANK_WORDS, full_name
from pitboss.hands.ranking import Ranking, Value, wrong_number

FOUR_OF_A_KIND, FULL_HOUSE, THREE_OF_A_KIND, TWO_PAIR, PAIR, HIGH_CARD = range(6)
_PATTERNS = {
    (1, 1, 1, 1, 1): HIGH_CARD,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): THREE_OF_A_KIND,
    (3, 2): FULL_HOUSE,
    (4, 1): FOUR_OF_A_KIND,
}


def low_rank(rank: int) -> int:
    """A rank in the order of Low-hand Poker, highest to lowest "ace, two, three, ... queen and king" (§ 553.4(c)).

    >>> low_rank(ACE), low_rank(0), low_rank(11)
    (12, 11, 0)
    """
    return 12 if rank == ACE else 11 - rank


_LOW_COUNT = tuple(1 << 3 * low_rank(card >> 2) for card in range(52))


def low_value(cards: Sequence[Card]) -> Value:
    """The value of the best five of five, six or seven cards as a low hand; bigger is the better low (§ 553.4(d)).

    >>> from pitboss.cards import parse
    >>> low_value(parse("8c 7d 6h 5s Ac")) < low_value(parse("6c 5d 4h 3s 2c")) < low_value(parse("5h 4h 3h 2h Ah"))
    True
    """
    if not 5 <= len(cards) <= 7:
        raise wrong_number(cards, "a low hand", "553.4(d)", "five to seven")
    return _value(sum([_LOW_COUNT[card] for card in cards]))


@cache
def _value(counts: int) -> Value:
    # Another card of a rank only makes a low hand worse, so the best five take one card of each rank, lowest first,
    # then second cards, then third ones.
    held = [(rank, counts >> 3 * rank & 7) for rank in range(12, -1, -1)]
    five = [rank for copy in range(4) for rank, number in held if number > copy][:5]
    # Most cards first, and among equals the worst rank, which decides.
    grouped = sorted([(five.count(rank), -rank) for rank in set(five)], reverse=True)
    return Value(_PATTERNS[tuple(n for n, _ in grouped)], tuple(-rank for _, rank in grouped))


# The ranks in these values are `low_rank`s.
LOW = Ranking(
    "low hand",
    "553.4(d)",
    ("four-of-a-kind", "full house", "three-of-a-kind", "two pair", "pair", "high card"),
    (5, 6, 7),
    low_value,
)


RANK_OF = {low_rank(rank): rank for rank in range(ACE + 1)}


def low_name(value: Value) -> str:
    """The full name of a low hand.

    >>> from pitboss.cards import parse
    >>> low_name(LOW.value(parse("8h 4c 3h 2h Ah"))), low_name(LOW.value(parse("8h 8c 3h 2h Ah")))
    ('eight low', 'pair of eights')
    """
    ranks, category = [RANK_OF[rank] for rank in value.ranks], LOW.categories[value.category]
    return f"{RANK_WORDS[ranks[0]]} low" if category == "high card" else full_name(category, ranks)


def low_eight_or_better(cards: Sequence[Card]) -> Value | None:
    """The low hand of five to seven cards, or None if it holds a pair or "a 9, 10, jack, queen or king" (§ 637a.10(j)).

    >>> from pitboss.cards import parse
    >>> low_eight_or_better(parse("9h 8c 7c 6c 5c 4d 4h"))
    Value(category=5, ranks=(5, 6, 7, 8, 9))
    >>> low_eight_or_better(parse("9h 8c 7c 6c 5c 5d 5h"))
    """
    value = low_value(cards)
    return value if value.category == HIGH_CARD and value.ranks[0] >= low_rank(EIGHT) else None


def low_showing_value(cards: Sequence[Card]) -> Value:
    """The value of the up cards in a low game; bigger is the better low (§ 637a.10, Seven-card Stud Low)."""
    if not 1 <= len(cards) <= 4:
        raise wrong_number(cards, "a low hand showing", "637a.10", "one to four")
    ranks = [low_rank(card >> 2) for card in cards]
    grouped = sorted([(ranks.count(rank), -rank) for rank in set(ranks)], reverse=True)
    category = _SHOWING_PATTERNS[tuple(n for n, _ in grouped if n > 1)]
    return Value(category, tuple(-rank for _, rank in grouped))


_SHOWING_PATTERNS = {(4,): 0, (3,): 1, (2, 2): 2, (2,): 3, (): 4}

LOW_SHOWING = Ranking(
    "low hand showing",
    "637a.10",
    ("four-of-a-kind", "three-of-a-kind", "two pair", "pair", "high card"),
    (1, 2, 3, 4),
    low_showing_value,
)
