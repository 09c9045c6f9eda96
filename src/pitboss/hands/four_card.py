"""Four-card hands, the best four of four, five or six cards: § 557.6 and § 657a.6 print the same order.

A four-of-a-kind stands above a straight flush, and a three-of-a-kind above a flush.

>>> from pitboss.cards import parse
>>> FOUR_CARD.category(parse("Ah 2h 3h 4h 9c")), FOUR_CARD.category(parse("Kd Ah 2h 3h 9c"))
('straight flush', 'high card')
>>> FOUR_CARD.value(parse("2c 2d 2h 9s 8s")) > FOUR_CARD.value(parse("As Ks Qs 9s 9d"))
True
>>> FOUR_CARD.value(parse("9c 9d 4h 4s Ah Kh")) == FOUR_CARD.value(parse("9h 9s 4c 4d 2d 3c"))  # only four cards count
True
"""

from collections.abc import Sequence
from functools import cache

from pitboss.cards import Card
from pitboss.hands.ranking import COUNT, Ranking, Value, groups, straight, straight_in, wrong_number

HIGH_CARD, PAIR, TWO_PAIR, STRAIGHT, FLUSH, THREE_OF_A_KIND, STRAIGHT_FLUSH, FOUR_OF_A_KIND = range(8)

# A sum of these holds the rank counts above four suit counts; these start from four, so that a suit's fourth card sets
# its top bit.
_KEY = tuple(COUNT[card] << 16 | 1 << 4 * (card & 3) for card in range(52))
_FOUR_OF_EACH_SUIT = 0x4444
_FOUR_OF_A_SUIT = 0x8888


def four_card_value(cards: Sequence[Card]) -> Value:
    """The value of the best four of four, five or six cards (§ 557.6(b), § 657a.6(b)).

    >>> from pitboss.cards import parse
    >>> four_card_value(parse("Ac 2d 3h 4s 4c 4d"))
    Value(category=5, ranks=(2, 12))
    """
    if not 4 <= len(cards) <= 6:
        raise wrong_number(cards, "a four-card hand", "557.6(b)", "four to six")
    key = sum([_KEY[card] for card in cards], _FOUR_OF_EACH_SUIT)
    value = _from_ranks(key >> 16)
    four_of_a_suit = key & _FOUR_OF_A_SUIT
    if four_of_a_suit:
        suit = four_of_a_suit.bit_length() - 1 >> 2
        return max(value, _from_flush(sum([1 << (card >> 2) for card in cards if card & 3 == suit])))
    return value


@cache
def _from_flush(mask: int) -> Value:
    top = straight(mask, 4)
    if top >= 0:
        return Value(STRAIGHT_FLUSH, (top,))
    return Value(FLUSH, tuple([rank for rank in range(12, -1, -1) if mask >> rank & 1][:4]))


@cache
def _from_ranks(counts: int) -> Value:
    grouped = groups(counts)
    most, first = grouped[0]
    if most == 4:
        return Value(FOUR_OF_A_KIND, (first,))
    kickers = sorted([rank for _, rank in grouped[1:]], reverse=True)
    if most == 3:
        return Value(THREE_OF_A_KIND, (first, kickers[0]))
    top = straight_in(counts, 4)
    if top >= 0:
        return Value(STRAIGHT, (top,))
    if most == 2 and grouped[1][0] == 2:
        return Value(TWO_PAIR, (first, grouped[1][1]))
    if most == 2:
        return Value(PAIR, (first, *kickers[:2]))
    return Value(HIGH_CARD, (first, *kickers[:3]))


FOUR_CARD = Ranking(
    "Four Card Poker",
    "557.6",
    (
        "high card",
        "pair",
        "two pair",
        "straight",
        "flush",
        "three-of-a-kind",
        "straight flush",
        "four-of-a-kind",
    ),
    (4, 5, 6),
    four_card_value,
)
