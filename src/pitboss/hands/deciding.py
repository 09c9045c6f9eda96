"""The full name of a shown hand, and the cards that decide it: those a page marks and a dealer points at."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from pitboss.cards import ACE, JOKER, Card
from pitboss.hands.naming import RANK_WORDS
from pitboss.hands.ranking import Ranking, Value

FEW = ("high card", "pair", "two pair", "three-of-a-kind", "four-of-a-kind")  # categories made by only some cards of the hand


class NamedHand(NamedTuple):
    """A hand's full name and the cards that decide it; `low` are those set as the low hand of Pai Gow Poker. `whole` is the
    name with every card that counts, for hands whose full names are the same."""

    name: str
    cards: tuple[Card, ...]
    low: tuple[Card, ...] = ()
    whole: str = ""


def deciding_cards(category: str, hand: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that make a hand's category: two for a pair, all for a flush. A joker that completes neither a straight nor a
    flush is an ace.

    >>> from pitboss.cards import parse, text
    >>> text(deciding_cards("two pair", parse("Ah 9s Ac 9h Kd"))), text(deciding_cards("pair", parse("Jk As 9d 7c 2h")))
    ('Ah 9s Ac 9h', 'Jk As')
    """
    if category not in FEW:
        return tuple(hand)
    ranks = [ACE if card == JOKER else card >> 2 for card in hand]
    if category == "high card":
        return (hand[ranks.index(max(ranks))],)
    return tuple(card for card, rank in zip(hand, ranks, strict=True) if ranks.count(rank) > 1)


def best_hand(ranking: Ranking, cards: Sequence[Card]) -> NamedHand:
    """The name and deciding cards of the best hand among some cards.

    >>> from pitboss.cards import parse, text
    >>> from pitboss.hands import FIVE_CARD, FLUSH_LENGTH, PAI_GOW_HIGH
    >>> best_hand(FIVE_CARD, parse("Ah Kd Qs Jc Th 4d 2c")).name
    'straight, ace high'
    >>> text(best_hand(FIVE_CARD, parse("Kh 9d 8s 4d 2c")).cards)
    'Kh'
    >>> text(best_hand(FLUSH_LENGTH, parse("Kh 9h 4h Kc 8c 7c As")).cards)
    'Kh 9h 4h'
    >>> named = best_hand(PAI_GOW_HIGH, parse("Jk As 9d 7c 2h"))
    >>> named.name, text(named.cards)
    ('pair of aces, nine kicker', 'Jk As')
    """
    value = ranking.value(cards)
    category = ranking.categories[value.category]
    if category.endswith(" card flush"):
        return NamedHand(ranking.in_full(value), _flush(cards, value), whole=with_all_cards(category, "", value))
    size = min(min(ranking.cards), len(cards))
    hand = next(hand for hand in combinations(cards, size) if ranking.value(hand) == value)
    name = ranking.in_full(value)
    whole = with_all_cards(category, name, value)
    return NamedHand(with_kicker(category, name, value), deciding_cards(category, hand), whole=whole)


def with_kicker(category: str, name: str, value: Value) -> str:
    """A high card or pair named with its next card, which decides most comparisons of such hands.

    >>> with_kicker("high card", "king high", Value(0, (11, 10, 3))), with_kicker("pair", "pair of nines", Value(1, (7, 9)))
    ('king, queen high', 'pair of nines, jack kicker')
    """
    if len(value.ranks) < 2 or category not in ("high card", "pair"):
        return name
    first, second = (RANK_WORDS[rank] for rank in value.ranks[:2])
    return f"{first}, {second} high" if category == "high card" else f"{name}, {second} kicker"


MADE = {"pair": 1, "two pair": 2, "three-of-a-kind": 1, "four-of-a-kind": 1}  # ranks that a category names


def with_all_cards(category: str, name: str, value: Value) -> str:
    """A hand named with every card that counts in it, which tells apart those that `with_kicker` does not.

    >>> with_all_cards("pair", "pair of aces", Value(1, (12, 11, 8, 5)))
    'pair of aces with king, ten, seven'
    >>> with_all_cards("flush", "flush, king high", Value(5, (11, 9, 3, 2, 0)))
    'flush, king, jack, five, four, two'
    >>> with_all_cards("high card", "king high", Value(0, (11, 9, 3)))
    'king, jack, five'
    >>> with_all_cards("straight", "straight, ten high", Value(4, (8,)))
    'straight, ten high'
    """
    words = [RANK_WORDS[rank] for rank in value.ranks]
    if category.endswith("flush") and not category.startswith(("straight", "royal")):
        return f"{category}, {', '.join(words)}"
    if category == "high card":
        return ", ".join(words)
    beside = words[MADE[category] :] if category in MADE else []
    return f"{name} with {', '.join(beside)}" if beside else name


def _flush(cards: Sequence[Card], value: Value) -> tuple[Card, ...]:
    """The cards of the flush of this value, of any length."""
    suits = [tuple(card for card in cards if card & 3 == suit) for suit in range(4)]
    return next(held for held in suits if sorted((card >> 2 for card in held), reverse=True) == list(value.ranks))
