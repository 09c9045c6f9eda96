"""The point count of a Blackjack hand: § 633a.1 and § 633a.3(e)."""

from collections.abc import Iterable

from pitboss import cards
from pitboss.cards import Card
from pitboss.table import notes

POINTS = tuple([1 if r == cards.ACE else min(r + 2, 10) for r in (c >> 2 for c in range(52))])
_AN_ACE = 1 << 10
_COUNTED = tuple([points | _AN_ACE if points == 1 else points for points in POINTS])  # aces apart, above the points
_counted = _COUNTED.__getitem__


def total(hand: Iterable[Card]) -> tuple[int, bool]:
    """The point count of a hand, and True if it is soft.

    Two to ten count their face value (§ 633a.3(e)(1), § 635a.3(c)(1)), pictures ten (§ 633a.3(e)(2), § 635a.3(c)(2)), an ace
    eleven unless that would exceed 21 (§ 633a.3(e)(3), § 635a.3(c)(3)).

    >>> total(cards.parse("Ah 6d")), total(cards.parse("Ah 6d Kc")), total(cards.parse("Ah Ad 9c"))
    ((17, True), (17, False), (21, True))
    """
    counted = sum(map(_counted, hand))
    points = counted % _AN_ACE
    if counted > _AN_ACE and points <= 11:
        return points + 10, True
    return points, False


def is_blackjack(hand: list[Card]) -> bool:
    """True if a hand is an ace and a card of value ten (§ 633a.1, § 635a.1)."""
    return len(hand) == 2 and _COUNTED[hand[0]] + _COUNTED[hand[1]] == _AN_ACE + 11


def ten_or_ace(card: Card) -> bool:
    """True if the dealer may have Blackjack with this up card (§ 633a.7(h))."""
    return POINTS[card] in (1, 10)


def announce(hand: list[Card]) -> str:
    """The point total as the dealer announces it.

    >>> announce(cards.parse("Ah Kd")), announce(cards.parse("Ah 6d")), announce(cards.parse("Kh 6d"))
    ('Blackjack', 'soft 17', '16')
    """
    points, soft = total(hand)
    return notes.BLACKJACK if is_blackjack(hand) else notes.points(points, soft)


def announce_split(hand: list[Card]) -> str:
    """The announced total of a split hand, whose 21 is not a Blackjack (§ 633a.1)."""
    points, soft = total(hand)
    return notes.points(points, soft)
