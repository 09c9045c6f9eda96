"""Three-card hands: § 565.6, § 565.12(d) and (f), § 559.6(c) with § 559.14(e), § 587.6(c), § 655a.6(c).

Straight flush, three-of-a-kind, straight, flush, pair: the same order in all four chapters, once the payouts of
§ 559.14(e) order the hands that § 559.6(c) merely lists. Ace, two and three are a straight everywhere, king, ace and
two nowhere (§ 565.6(b)(3); for 587 and 655a a reading, since their paragraph on aces speaks of five cards). Some pay
tables take the suited ace, king and queen out of the straight flushes; it is the highest of them, so the order stays.

>>> from pitboss.cards import parse
>>> [THREE_CARD.category(parse(h)) for h in ("Ah Kh Qh", "2c 2d 2h", "Ac 2d 3h", "Kc Ac 2c", "Kc Ad 2c")]
['straight flush', 'three-of-a-kind', 'straight', 'flush', 'high card']
>>> THREE_CARD.value(parse("Kc Kd 2h")) > THREE_CARD.value(parse("2c 2d Ah"))
True
>>> [r.category(parse("Qs As Ks")) for r in (PAIR_PLUS, THREE_CARD_BONUS, THREE_CARD_587, THREE_CARD_655A)]
['mini royal flush', 'mini-royal', 'straight flush', 'mini-royal']
"""

from collections.abc import Sequence
from functools import cache

from pitboss.cards import ACE, Card
from pitboss.hands.ranking import COUNT, Ranking, Value, groups, straight, wrong_number

HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE_OF_A_KIND, STRAIGHT_FLUSH, MINI_ROYAL = range(7)
_CATEGORIES = ("high card", "pair", "flush", "straight", "three-of-a-kind", "straight flush")


def three_card_value(cards: Sequence[Card]) -> Value:
    """The value of three cards (§ 565.6(b)).

    >>> from pitboss.cards import parse
    >>> three_card_value(parse("3h 2c Ad"))
    Value(category=3, ranks=(1,))
    """
    if len(cards) != 3:
        raise wrong_number(cards, "a three-card hand", "565.6(b)", "three")
    a, b, c = cards
    return _value(COUNT[a] + COUNT[b] + COUNT[c], not (a ^ b | a ^ c) & 3)


@cache
def _value(counts: int, flush: bool) -> Value:
    grouped = groups(counts)
    ranks = tuple(rank for _, rank in grouped)
    most = grouped[0][0]
    if most == 3:
        return Value(THREE_OF_A_KIND, ranks)
    if most == 2:
        return Value(PAIR, ranks)
    top = straight(sum([1 << rank for rank in ranks]), 3)
    if top >= 0:
        return Value(STRAIGHT_FLUSH if flush else STRAIGHT, (top,))
    return Value(FLUSH if flush else HIGH_CARD, ranks)


def mini_royal(cards: Sequence[Card]) -> bool:
    """True if three cards are the ace, king and queen of one suit (§ 559.6(c)(1), § 565.12(d), § 655a.6(c)(1)).

    >>> from pitboss.cards import parse
    >>> mini_royal(parse("Qs As Ks")), mini_royal(parse("Qs As Kd"))
    (True, False)
    """
    return three_card_value(cards) == (STRAIGHT_FLUSH, (ACE,))


def _with_mini_royal(cards: Sequence[Card]) -> Value:
    return Value(MINI_ROYAL, (ACE,)) if mini_royal(cards) else three_card_value(cards)


THREE_CARD = Ranking("Three Card Poker", "565.6", _CATEGORIES, (3,), three_card_value)
# The "mini royal flush of spades" of § 565.12(f) is this one's top category in spades.
PAIR_PLUS = Ranking("Pair Plus", "565.12(d)", (*_CATEGORIES, "mini royal flush"), (3,), _with_mini_royal)
# Tables A to C of § 559.14(e) print no mini-royal payout and pay it as a straight flush (READINGS.md).
THREE_CARD_BONUS = Ranking("Three Card Bonus", "559.6(c)", (*_CATEGORIES, "mini-royal"), (3,), _with_mini_royal)
# For § 587.12(e) use `mini_royal` and the suit as well.
THREE_CARD_587 = Ranking("Raise It Up Stud, three cards", "587.6(c)", _CATEGORIES, (3,), three_card_value)
THREE_CARD_655A = Ranking("Three Card Bonus", "655a.6(c)", (*_CATEGORIES, "mini-royal"), (3,), _with_mini_royal)
