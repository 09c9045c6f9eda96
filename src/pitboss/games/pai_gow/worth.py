"""What the hands of Pai Gow Poker are worth, each as one whole number: quick to compare, and the same order as their values.

A number has a hexadecimal digit for the category and for each of five deciding ranks, 0 where there are fewer. So it orders
high hands as `PAI_GOW_HIGH` and low hands as `PAI_GOW_LOW` do, and a high hand is equal to or higher in rank than a low hand
(§ 561.13(a), § 645a.11(b)) when its number is not smaller. Tests hold all of that against the values.

>>> from pitboss.cards import parse
>>> [hex(number) for number in worth(parse("Ah Kd Qc Jh 9s 7d 7c"), parse("Kd Qc"))]
['0x15c970', '0xba000']
"""

from collections.abc import Sequence
from functools import cache

from pitboss.cards import ACE, JOKER, Card
from pitboss.hands.pai_gow import FIVE_OF_A_SUIT, KEYS, THREE_OF_EACH_SUIT, from_flush, from_ranks, pai_gow_low_value
from pitboss.hands.ranking import Value

CATEGORY = 4 * 5  # the bits below a category


def number_of(value: Value) -> int:
    """What a hand is worth as one number.

    >>> hex(number_of(Value(1, (12, 7, 4, 3))))
    '0x1c7430'
    """
    number = value.category
    for rank in (*value.ranks, 0, 0, 0, 0)[:5]:
        number = number << 4 | rank
    return number


# Both caches are bounded by what five cards can be: 7,995 rank counts, 2,002 flushes.
@cache
def by_ranks(counts: int) -> int:
    """What five cards with these rank counts are worth that are not of one suit."""
    return number_of(from_ranks(counts))


@cache
def _by_suit(ranks: int, joker: bool) -> int:
    return number_of(from_flush(ranks, joker))


RANK = (*(card >> 2 for card in range(52)), ACE)  # the joker of a low hand is an ace
_LOW = [[number_of(pai_gow_low_value((4 * a, 4 * b + 1))) for b in range(13)] for a in range(13)]
_BY_RANK = [[ranked[rank] for rank in RANK] for ranked in _LOW]
LOW_HANDS = [_BY_RANK[rank] for rank in RANK]  # what two cards are worth, by the first and the second


def high_hand(key: int, seven: Sequence[Card], first: Card, second: Card) -> int:
    """What five of seven cards, all but these two, are worth; the key is the sum of theirs."""
    suited = key & FIVE_OF_A_SUIT
    if not suited:
        return by_ranks(key >> 16)
    suit = suited.bit_length() - 1 >> 2
    ranks = [card >> 2 for card in seven if card & 3 == suit and card not in (first, second, JOKER)]
    return max(by_ranks(key >> 16), _by_suit(sum([1 << rank for rank in ranks]), len(ranks) < 5))


def worth(seven: Sequence[Card], low: Sequence[Card]) -> tuple[int, int]:
    """What seven cards are worth as a high hand and the low hand given, set lawfully or not."""
    a, b, c, d, e, f, g = seven
    first, second = low
    seven_keys = KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d] + KEYS[e] + KEYS[f] + KEYS[g]
    key = THREE_OF_EACH_SUIT + seven_keys - KEYS[first] - KEYS[second]
    high = high_hand(key, seven, first, second) if key & FIVE_OF_A_SUIT else by_ranks(key >> 16)
    return high, LOW_HANDS[first][second]
