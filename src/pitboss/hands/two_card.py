"""Two cards, and cards that count by rank alone: § 563.12(c), § 677a.12(d), § 633a.13(i), § 553.10, § 637a.10.

A player's two cards are a pair or two ranks; whether they are suited is asked apart, because only pay tables care.
The up cards of stud games and the four cards of a Super Match Wager are ranked by pairs and sets.

>>> from pitboss.cards import parse
>>> TWO_CARD.value(parse("Ks Ah")), TWO_CARD.category(parse("7c 7d"))
(Value(category=0, ranks=(12, 11)), 'pair')
>>> SHOWING.value(parse("3c 3d")) > SHOWING.value(parse("Ah Kh"))
True
>>> SUPER_MATCH.category(parse("2c 2c 2d 9h")), SUPER_MATCH.category(parse("2c 2c 9d 9h"))
('three-of-a-kind', 'two pair')
"""

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.hands.ranking import COUNT, Ranking, Value, groups, wrong_number


def suited(cards: Sequence[Card]) -> bool:
    """True if all cards are of one suit.

    >>> from pitboss.cards import parse
    >>> suited(parse("Ah Kh")), suited(parse("Ah Kd"))
    (True, False)
    """
    return all(card & 3 == cards[0] & 3 for card in cards)


def two_card_value(cards: Sequence[Card]) -> Value:
    """The value of two cards: a pair, or two ranks."""
    if len(cards) != 2:
        raise wrong_number(cards, "a two-card hand", "677a.12(d)", "two")
    a, b = cards[0] >> 2, cards[1] >> 2
    if a == b:
        return Value(1, (a,))
    return Value(0, (a, b) if a > b else (b, a))


TWO_CARD = Ranking("two-card hands", "677a.12(d)", ("high card", "pair"), (2,), two_card_value)

_PATTERNS = {(): 0, (2,): 1, (2, 2): 2, (3,): 3, (4,): 4}


def showing_value(cards: Sequence[Card]) -> Value:
    """The value of the up cards of Stud Poker: up to four cards make no straight or flush, so only ranks count."""
    if not 1 <= len(cards) <= 4:
        raise wrong_number(cards, "a hand showing", "637a.10", "one to four")
    grouped = groups(sum([COUNT[c] for c in cards]))
    return Value(_PATTERNS[tuple(n for n, _ in grouped if n > 1)], tuple(rank for _, rank in grouped))


SHOWING = Ranking(
    "high hand showing",
    "637a.10",
    ("high card", "pair", "two pair", "three-of-a-kind", "four-of-a-kind"),
    (1, 2, 3, 4),
    showing_value,
)


def super_match_value(cards: Sequence[Card]) -> Value:
    """The value of the first four cards at Blackjack Switch, from several decks (§ 633a.13(i))."""
    if len(cards) != 4:
        raise wrong_number(cards, "a Super Match hand", "633a.13(i)", "four")
    category, ranks = showing_value(cards)
    # The payouts put two pair above three-of-a-kind.
    return Value((0, 1, 3, 2, 4)[category], ranks)


SUPER_MATCH = Ranking(
    "Super Match",
    "633a.13(i)",
    ("high card", "pair", "three-of-a-kind", "two pair", "four-of-a-kind"),
    (4,),
    super_match_value,
)
