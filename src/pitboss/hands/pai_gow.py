"""Pai Gow Poker, 52 cards and a joker: § 561.6, § 645a.6.

The joker is an ace, or any card that completes a straight, a flush, a straight flush or a royal flush (§ 561.6(c),
§ 645a.6(a)). Ace, 2, 3, 4 and 5 are the highest straight flush below the royal flush and the second highest straight
(§ 561.6(b)(3), (7)): the five ranks of a straight, ace first, are its deciding ranks here.

>>> from pitboss.cards import parse
>>> [PAI_GOW_HIGH.category(parse(h)) for h in ("Ac Ad Ah As Jk", "Kh Qh Jk Jh Th", "Kh Jk Jh Th 9c", "Kh Kd Jk 5c 4c")]
['five aces', 'royal flush', 'straight', 'pair']
>>> king_high, wheel, ace_high = parse("Kc Qd Jh Ts 9c"), parse("5c 4d Jk 2s Ac"), parse("Ac Kd Jk Js Tc")
>>> PAI_GOW_HIGH.value(king_high) < PAI_GOW_HIGH.value(wheel) < PAI_GOW_HIGH.value(ace_high)
True
>>> PAI_GOW_HIGH.value(parse("Ah Jk 9h 6h 3h")).ranks  # beside a suited ace the joker is the highest missing rank
(12, 11, 7, 4, 1)
>>> PAI_GOW_LOW.value(parse("Jk 7c")) == PAI_GOW_LOW.value(parse("7d Ac"))
True
"""

from collections.abc import Sequence
from functools import cache

from pitboss.cards import ACE, JACK, JOKER, KING, QUEEN, TEN, Card
from pitboss.hands.ranking import COUNT, Ranking, Value, groups, wrong_number
from pitboss.hands.two_card import two_card_value

HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND = range(8)
STRAIGHT_FLUSH, ROYAL_FLUSH, FIVE_ACES = 8, 9, 10

_ACE_HIGH = (ACE, KING, QUEEN, JACK, TEN)
# Highest first: ace to ten, then ace to five, then king high down to six high (§ 561.6(b)(7)).
_STRAIGHTS: tuple[tuple[int, ...], ...] = (
    _ACE_HIGH,
    (ACE, 3, 2, 1, 0),
    *((top, top - 1, top - 2, top - 3, top - 4) for top in range(KING, 3, -1)),
)
_STRAIGHT_SETS = tuple((sum([1 << rank for rank in ranks]), ranks) for ranks in _STRAIGHTS)


# A sum of these holds the rank counts (the joker a rank of its own) above four suit counts, to all of which the joker adds;
# these start from three, so that a suit's fifth card sets its top bit.
_JOKER_COUNT = 1 << 3 * 13
KEYS = (*(COUNT[card] << 16 | 1 << 4 * (card & 3) for card in range(52)), _JOKER_COUNT << 16 | 0x1111)
THREE_OF_EACH_SUIT = 0x3333
FIVE_OF_A_SUIT = 0x8888


def pai_gow_high_value(cards: Sequence[Card]) -> Value:
    """The value of five cards as a high hand, or of the best five of six or seven (§ 561.6(b), § 645a.6(b)).

    >>> from pitboss.cards import parse
    >>> pai_gow_high_value(parse("Kc Kd Kh Ks Jk"))
    Value(category=7, ranks=(11, 12))
    """
    if len(cards) == 5:  # most common: unrolled, in half the time of a loop
        a, b, c, d, e = cards
        key = THREE_OF_EACH_SUIT + KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d] + KEYS[e]
    elif 5 < len(cards) <= 7:
        key = sum([KEYS[card] for card in cards], THREE_OF_EACH_SUIT)
    else:
        raise wrong_number(cards, "a Pai Gow Poker high hand", "561.6(b)", "five to seven")
    value = from_ranks(key >> 16)
    five_of_a_suit = key & FIVE_OF_A_SUIT
    if five_of_a_suit:
        suit = five_of_a_suit.bit_length() - 1 >> 2
        ranks = sum([1 << (card >> 2) for card in cards if card & 3 == suit and card != JOKER])
        return max(value, from_flush(ranks, JOKER in cards))
    return value


def _straight(ranks: int, joker: int) -> tuple[int, ...]:
    for wanted, straight in _STRAIGHT_SETS:
        if (ranks & wanted).bit_count() + joker >= 5:
            return straight
    return ()


# Both caches are bounded by the possible hands of seven cards: 100,165 rank counts, 8,437 flushes.
@cache
def from_flush(ranks: int, joker: bool) -> Value:
    """The value of cards of one suit with these ranks, as a flush or better, with or without the joker."""
    straight = _straight(ranks, joker)
    if straight:
        return Value(ROYAL_FLUSH if straight == _ACE_HIGH else STRAIGHT_FLUSH, straight)
    if joker:
        ranks |= 1 << (~ranks & 0x1FFF).bit_length() - 1
    return Value(FLUSH, tuple([rank for rank in range(12, -1, -1) if ranks >> rank & 1][:5]))


@cache
def from_ranks(counts: int) -> Value:
    """The value of cards with these rank counts, apart from suits; the joker counts as a rank above the ace."""
    joker = counts // _JOKER_COUNT
    natural = counts - joker * _JOKER_COUNT
    grouped = groups(natural + joker * COUNT[4 * ACE])
    (most, first), (next_most, second) = (*grouped, (0, 0))[:2]
    downward = sorted([rank for _, rank in grouped], reverse=True)
    kickers = [rank for rank in downward if rank != first]
    if most == 5:
        return Value(FIVE_ACES, (ACE,))
    if most == 4:
        return Value(FOUR_OF_A_KIND, (first, kickers[0]))
    if most == 3 and next_most >= 2:
        return Value(FULL_HOUSE, (first, second))
    # Without the joker as an ace: it may complete a straight with any rank.
    straight = _straight(sum([1 << rank for _, rank in groups(natural)]), joker)
    if straight:
        return Value(STRAIGHT, straight)
    if most == 3:
        return Value(THREE_OF_A_KIND, (first, *kickers[:2]))
    if next_most == 2:
        return Value(TWO_PAIR, (first, second, next(rank for rank in kickers if rank != second)))
    if most == 2:
        return Value(PAIR, (first, *kickers[:3]))
    return Value(HIGH_CARD, tuple(downward[:5]))


PAI_GOW_HIGH = Ranking(
    "Pai Gow Poker, high hand",
    "561.6(b)",
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
        "five aces",
    ),
    (5, 6, 7),
    pai_gow_high_value,
)


def pai_gow_low_value(cards: Sequence[Card]) -> Value:
    """The value of two cards as a low hand: a pair, or two ranks; the joker is an ace (§ 561.6(a), (b)(10))."""
    return _of_two(*cards) if len(cards) == 2 else two_card_value(cards)


@cache  # bounded by the 2,756 choices of two cards
def _of_two(first: Card, second: Card) -> Value:
    return two_card_value([4 * ACE if card == JOKER else card for card in (first, second)])


PAI_GOW_LOW = Ranking("Pai Gow Poker, low hand", "561.6(b)(10)", ("high card", "pair"), (2,), pai_gow_low_value)


def _seven_card_straight_flush(cards: Sequence[Card]) -> bool:
    natural = [card for card in cards if card != JOKER]
    if any((card ^ natural[0]) & 3 for card in natural):
        return False
    ranks = sum([1 << (card >> 2) for card in natural])
    ranks = ranks << 1 | ranks >> 12  # the ace below the two as well
    return any((ranks & 0x7F << low).bit_count() == len(natural) for low in range(8))


def _royal_flush_plus(cards: Sequence[Card], *pair: int) -> bool:
    # The joker may complete the royal flush. It is no part of the additional two cards: § 645a.6(e)(2) says so, and in
    # (d)(2) an ace that the joker merely ranks as has no suit to share.
    for suit in range(4):
        royal = {4 * rank + suit for rank in _ACE_HIGH}
        held = [card for card in cards if card in royal or card == JOKER]
        others = [card for card in cards if card not in held]
        if len(held) == 5 and len(others) == 2 and not (others[0] ^ others[1]) & 3:
            return {others[0] >> 2, others[1] >> 2} == set(pair)
    return False


def _seven(cards: Sequence[Card], cite: str) -> None:
    if len(cards) != 7:
        raise wrong_number(cards, "this wager", cite, "seven")


def fortune_bonus(cards: Sequence[Card]) -> str:
    """The category of seven cards for the Fortune Bonus Wager (§ 645a.6(d)), the best five below (d).

    § 645a.11(h) forms the highest ranking hand, and a straight ranks above three-of-a-kind though it pays less.

    >>> from pitboss.cards import parse
    >>> fortune_bonus(parse("Ah Kh Qh Jk Th Kc Qc")), fortune_bonus(parse("3h 4h 5h Jk 7h 8h 9h"))
    ('royal flush plus royal match', 'seven-card straight flush with joker')
    >>> fortune_bonus(parse("6c 7d 8h 9s Tc 6d 6h"))
    'straight'
    """
    _seven(cards, "645a.6(d)")
    if _seven_card_straight_flush(cards):
        return f"seven-card straight flush with {'joker' if JOKER in cards else 'no joker'}"
    if _royal_flush_plus(cards, ACE, KING) or _royal_flush_plus(cards, KING, QUEEN):
        return "royal flush plus royal match"
    return PAI_GOW_HIGH.category(cards)


def emperors_treasure(cards: Sequence[Card]) -> str:
    """The category of seven cards for the Emperor's Treasure Wager (§ 645a.6(e)), the best five below (e).

    >>> from pitboss.cards import parse
    >>> emperors_treasure(parse("Ah Kh Qh Jk Th Kc Ac")), emperors_treasure(parse("Ah Kh Qh Jk Th Kc Qc"))
    ('royal flush plus ace and king suited', 'royal flush')
    """
    _seven(cards, "645a.6(e)")
    if _seven_card_straight_flush(cards):
        return f"seven-card straight flush with {'joker' if JOKER in cards else 'no joker'}"
    if _royal_flush_plus(cards, ACE, KING):
        return "royal flush plus ace and king suited"
    return PAI_GOW_HIGH.category(cards)


def pai_gow_progressive(cards: Sequence[Card]) -> str:
    """The category of seven cards for the Progressive Payout Wager (§ 645a.6(f)), the best five below (f)(1).

    >>> from pitboss.cards import parse
    >>> pai_gow_progressive(parse("3h 4h 5h Jk 7h 8h 9h")), pai_gow_progressive(parse("3h 4h 5h Jk 7h 8h 9c"))
    ('seven-card straight flush', 'straight flush')
    """
    _seven(cards, "645a.6(f)")
    return "seven-card straight flush" if _seven_card_straight_flush(cards) else PAI_GOW_HIGH.category(cards)
