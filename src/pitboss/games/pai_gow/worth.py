"""The values of Pai Gow Poker hands as integers, which are quick to compare and in the order of the values.

A number has a hexadecimal digit for the category and one for each of five deciding ranks, 0 if there are fewer. It orders high
hands as `PAI_GOW_HIGH` and low hands as `PAI_GOW_LOW` do, and a high hand is equal to or higher in rank than a low hand
(§ 561.13(a), § 645a.11(b)) if its number is not smaller. Tests compare all of that with the values.

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
    """The value of a hand as an integer.

    >>> hex(number_of(Value(1, (12, 7, 4, 3))))
    '0x1c7430'
    """
    number = value.category
    for rank in (*value.ranks, 0, 0, 0, 0)[:5]:
        number = number << 4 | rank
    return number


# Both caches are bounded by the number of five-card hands: 7,995 rank counts, 2,002 flushes.
@cache
def by_ranks(counts: int) -> int:
    """The value of five cards with these rank counts that are not of one suit."""
    return number_of(from_ranks(counts))


@cache
def _by_suit(ranks: int, joker: bool) -> int:
    return number_of(from_flush(ranks, joker))


RANK = (*(card >> 2 for card in range(52)), ACE)  # the joker of a low hand is an ace
_LOW = [[number_of(pai_gow_low_value((4 * a, 4 * b + 1))) for b in range(13)] for a in range(13)]
_BY_RANK = [[ranked[rank] for rank in RANK] for ranked in _LOW]
LOW_HANDS = [_BY_RANK[rank] for rank in RANK]  # the value of two cards, by the first and the second


def high_hand(key: int, seven: Sequence[Card], first: Card, second: Card) -> int:
    """The value of five of seven cards, all but two. The key is the sum of the five cards' keys."""
    suited = key & FIVE_OF_A_SUIT
    if not suited:
        return by_ranks(key >> 16)
    suit = suited.bit_length() - 1 >> 2
    ranks = [card >> 2 for card in seven if card & 3 == suit and card not in (first, second, JOKER)]
    return max(by_ranks(key >> 16), _by_suit(sum([1 << rank for rank in ranks]), len(ranks) < 5))


def worth(seven: Sequence[Card], low: Sequence[Card]) -> tuple[int, int]:
    """The values of seven cards set with a given low hand, lawfully or not."""
    a, b, c, d, e, f, g = seven
    first, second = low
    seven_keys = KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d] + KEYS[e] + KEYS[f] + KEYS[g]
    key = THREE_OF_EACH_SUIT + seven_keys - KEYS[first] - KEYS[second]
    high = high_hand(key, seven, first, second) if key & FIVE_OF_A_SUIT else by_ranks(key >> 16)
    return high, LOW_HANDS[first][second]
