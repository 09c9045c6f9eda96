"""Ordinary poker hands: the best five of five, six or seven cards, and of the two and three cards of Omaha.

§ 553.4(b), § 637a.6(b), § 555.6, § 559.6(b), § 563.6, § 587.6(b), § 655a.6(b) and § 677a.6 print this same order.

>>> from pitboss.cards import parse
>>> FIVE_CARD.category(parse("Ts Js Qs Ks As")), FIVE_CARD.category(parse("As 2s 3s 4s 5s"))
('royal flush', 'straight flush')
>>> FIVE_CARD.value(parse("As 2d 3s 4s 5s")) < FIVE_CARD.value(parse("6s 2d 3s 4s 5s"))  # the lowest straight
True
>>> FIVE_CARD.category(parse("Qs Kd As 2s 3s"))
'high card'
>>> FIVE_CARD.value(parse("2s 2d Ah Kh Qh")) < FIVE_CARD.value(parse("Kd Kc 2h 3h 4h"))  # the pair, then kickers
True
>>> FIVE_CARD.value(parse("Ac Kc 9c 5c 3c 2h 2d")) == FIVE_CARD.value(parse("Ad Kd 9d 5d 3d 4h 4s"))  # suits are equal
True
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from pitboss.cards import ACE, Card
from pitboss.errors import BadCard
from pitboss.hands.low import low_eight_or_better
from pitboss.hands.ranking import COUNT, EACH_RANK, Ranking, Value, highest, straight, straight_in, wrong_number

HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND = range(8)
STRAIGHT_FLUSH, ROYAL_FLUSH = 8, 9

# A sum of these holds the rank counts above four suit counts; these start from three, so that a suit's fifth card sets
# its top bit.
_KEY = tuple(COUNT[card] << 16 | 1 << 4 * (card & 3) for card in range(52))
_THREE_OF_EACH_SUIT = 0x3333
_FIVE_OF_A_SUIT = 0x8888


def five_card_value(cards: Sequence[Card]) -> Value:
    """The value of the best five of five, six or seven cards (§ 553.4(b)).

    >>> from pitboss.cards import parse
    >>> five_card_value(parse("Ah 2c 3d 4s 5h 9h 9c"))
    Value(category=4, ranks=(3,))
    """
    if len(cards) == 7:  # seven and five cards are most common: unrolled, in half the time of a loop
        a, b, c, d, e, f, g = cards
        key = _THREE_OF_EACH_SUIT + _KEY[a] + _KEY[b] + _KEY[c] + _KEY[d] + _KEY[e] + _KEY[f] + _KEY[g]
    elif len(cards) == 5:
        a, b, c, d, e = cards
        key = _THREE_OF_EACH_SUIT + _KEY[a] + _KEY[b] + _KEY[c] + _KEY[d] + _KEY[e]
    elif len(cards) == 6:
        key = sum([_KEY[card] for card in cards], _THREE_OF_EACH_SUIT)
    else:
        raise wrong_number(cards, "a poker hand", "553.4(b)", "five to seven")
    five_of_a_suit = key & _FIVE_OF_A_SUIT
    if five_of_a_suit:
        # Five different ranks and two more cards leave no room for a full house or better: the flush decides.
        suit = five_of_a_suit.bit_length() - 1 >> 2
        return _from_flush(sum([1 << (card >> 2) for card in cards if card & 3 == suit]))
    return _from_ranks(key >> 16)


# Both caches are bounded by the possible hands of seven cards: 73,775 rank counts, 4,719 flushes.
@cache
def _from_flush(mask: int) -> Value:
    top = straight(mask, 5)
    if top == ACE:
        return Value(ROYAL_FLUSH, (ACE,))
    if top >= 0:
        return Value(STRAIGHT_FLUSH, (top,))
    return Value(FLUSH, tuple([rank for rank in range(12, -1, -1) if mask >> rank & 1][:5]))


@cache
def _from_ranks(counts: int) -> Value:
    fours, several, odd = counts >> 2 & EACH_RANK, counts >> 1 & EACH_RANK, counts & EACH_RANK
    held = fours | several | odd
    if fours:
        four = fours.bit_length() // 3
        return Value(FOUR_OF_A_KIND, (four, *highest(held ^ fours, 1)))
    threes = several & odd
    three = threes.bit_length() // 3
    if threes:
        pairs = several ^ 1 << 3 * three
        if pairs:
            return Value(FULL_HOUSE, (three, *highest(pairs, 1)))
    top = straight_in(counts, 5)
    if top >= 0:
        return Value(STRAIGHT, (top,))
    if threes:
        return Value(THREE_OF_A_KIND, (three, *highest(held ^ threes, 2)))
    pair = several.bit_length() // 3
    others = several & ~(1 << 3 * pair)
    if others:
        second = others.bit_length() // 3
        return Value(TWO_PAIR, (pair, second, *highest(held ^ (1 << 3 * pair | 1 << 3 * second), 1)))
    if several:
        return Value(PAIR, (pair, *highest(held ^ several, 3)))
    return Value(HIGH_CARD, highest(held, 5))


FIVE_CARD = Ranking(
    "poker",
    "553.4(b)",
    (
        "high card",
        "pair",
        "two pair",
        "three-of-a-kind",
        "straight",
        "flush",
        "full house",
        "four-of-a-kind",
        "straight flush",
        "royal flush",
    ),
    (5, 6, 7),
    five_card_value,
)


def _check_omaha(hole: Sequence[Card], board: Sequence[Card]) -> None:
    if len(hole) != 4 or len(board) != 5:
        raise BadCard(f"Omaha takes four hole and five community cards, not {len(hole)} and {len(board)}", "553.12")


def omaha_high(hole: Sequence[Card], board: Sequence[Card]) -> Value:
    """The best high hand of exactly two of four hole cards and three of five community cards (§ 553.12, § 637a.12).

    >>> from pitboss.cards import parse
    >>> one_spade = omaha_high(parse("As Kd Qd Jc"), parse("2s 5s 8s Ts 3d"))
    >>> FIVE_CARD.categories[one_spade.category]
    'high card'
    """
    _check_omaha(hole, board)
    twos = [(two, _KEY[two[0]] + _KEY[two[1]]) for two in combinations(hole, 2)]
    threes = [(three, _THREE_OF_EACH_SUIT + sum([_KEY[card] for card in three])) for three in combinations(board, 3)]
    return max(
        [
            five_card_value(two + three) if (key + more) & _FIVE_OF_A_SUIT else _from_ranks(key + more >> 16)
            for two, key in twos
            for three, more in threes
        ]
    )


def omaha_low(hole: Sequence[Card], board: Sequence[Card]) -> Value | None:
    """The best low, eight or better, of exactly two hole and three community cards, or None (§ 553.12, § 637a.12).

    >>> from pitboss.cards import parse
    >>> omaha_low(parse("As 2d Kd Kc"), parse("3s 5s 8s Ts Td"))
    Value(category=5, ranks=(5, 8, 10, 11, 12))
    >>> omaha_low(parse("As 9d Kd Kc"), parse("2s 3s 4s 5s Td"))
    """
    _check_omaha(hole, board)
    threes = list(combinations(board, 3))
    hands = [two + three for two in combinations(hole, 2) for three in threes]
    return max([low for hand in hands if (low := low_eight_or_better(hand))], default=None)
