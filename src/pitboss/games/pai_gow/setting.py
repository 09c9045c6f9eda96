"""Setting the hands of Pai Gow Poker: lawful settings, and the holding of seven cards (§ 561.13(a), § 645a.11(b)).

Seven cards make a high hand of five and a low hand of two, and the high hand must be equal to or higher in rank than the low
hand (§ 561.1). `pitboss.hands.pai_gow` has the values of hands; `house_way` chooses among lawful settings.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import NamedTuple

from pitboss.cards import ACE, JOKER, NAMES, Card
from pitboss.errors import BadCard
from pitboss.hands.pai_gow import (
    FLUSH,
    HIGH_CARD,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    pai_gow_high_value,
    pai_gow_low_value,
)
from pitboss.hands.ranking import Value, wrong_number

# The holdings of seven cards, with the joker as an ace: the counts of all ranks that occur more than once.
HANDS: dict[str, tuple[int, ...]] = {
    "no pair": (),
    "one pair": (2,),
    "two pair": (2, 2),
    "three pair": (2, 2, 2),
    "three of a kind": (3,),
    "two threes of a kind": (3, 3),
    "full house": (3, 2),
    "full house and a pair": (3, 2, 2),
    "four of a kind": (4,),
    "four of a kind and a pair": (4, 2),
    "four and three of a kind": (4, 3),
    "five aces": (5,),
    "five aces and a pair": (5, 2),
}
_HAND = {numbers: hand for hand, numbers in HANDS.items()}
STRAIGHTS_AND_FLUSHES = (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH)


class Split(NamedTuple):
    """Seven cards set as a high and a low hand, each from its highest card down, with the values of both."""

    high: tuple[Card, ...]
    low: tuple[Card, ...]
    high_value: Value
    low_value: Value


def is_lawful(high: Sequence[Card], low: Sequence[Card]) -> bool:
    """True if the high hand is equal to or higher in rank than the low hand (§ 561.13(a), § 645a.11(b)).

    >>> from pitboss.cards import parse
    >>> is_lawful(parse("7c 7d Ah 3s 2c"), parse("7h 7s")), is_lawful(parse("6c 6d Ah 3s 2c"), parse("7h 7s"))
    (True, False)
    >>> is_lawful(parse("Kc Qd 4h 3s 2c"), parse("Kh Qs")), is_lawful(parse("Kc Jd 4h 3s 2c"), parse("Kh Qs"))
    (True, False)
    """
    if len(high) != 5:
        raise wrong_number(high, "a high hand", "561.1", "five")
    if len(low) != 2:
        raise wrong_number(low, "a low hand", "561.1", "two")
    return not_below(pai_gow_high_value(high), pai_gow_low_value(low))


def not_below(high: Value, low: Value) -> bool:
    """True if the value of a high hand is equal to or higher than that of a low hand."""
    # Against a pair only the rank of the pair counts, against two cards the two highest: the low hand has no other cards.
    return (high.category, high.ranks[: len(low.ranks)]) >= low


def splits(seven: Sequence[Card]) -> list[Split]:
    """Every lawful way to set seven cards.

    >>> from pitboss.cards import parse, text
    >>> [text(split.low) for split in splits(parse("As Kd Qh Jc 9s 7d 2c"))][:3]
    ['Kd Qh', 'Kd Jc', 'Kd 9s']
    """
    cards = from_highest(seven)
    found = []
    for low in combinations(cards, 2):
        high = tuple([card for card in cards if card not in low])
        high_value, low_value = pai_gow_high_value(high), pai_gow_low_value(low)
        if not_below(high_value, low_value):
            found.append(Split(high, low, high_value, low_value))
    return found


def better_setting(seven: Sequence[Card], low: Sequence[Card]) -> Split | None:
    """A lawful setting that is higher in one hand and not lower in the other, ignoring kickers of the high hand; of several,
    the one with the highest low hand. None if there is none, so trading a better low hand for a better high hand is not judged.

    >>> from pitboss.cards import parse, text
    >>> seven = parse("As Kd Qh Jc 9s 7d 2c")
    >>> better_setting(seven, parse("Kd Qh")), text(better_setting(seven, parse("9s 2c")).low)
    (None, 'Kd Qh')
    """
    high = [card for card in seven if card not in low]
    mine = _without_kickers(pai_gow_high_value(high)), pai_gow_low_value(low)
    better = [
        split
        for split in splits(seven)
        if (theirs := _without_kickers(split.high_value)) >= mine[0]
        and split.low_value >= mine[1]
        and (theirs, split.low_value) != mine
    ]
    return max(better, key=lambda split: (split.low_value, split.high_value), default=None)


def _without_kickers(value: Value) -> Value:
    """The value of a high hand without its kickers."""
    return Value(value.category, value.ranks[:1]) if value.category in (HIGH_CARD, PAIR) else value


def from_highest(seven: Sequence[Card]) -> list[Card]:
    """Seven cards from the highest down. Raises BadCard unless they are seven different cards of the deck."""
    cards = sorted(seven, reverse=True)
    if len(cards) != 7:
        raise wrong_number(cards, "setting the hands", "561.1", "seven")
    if cards[0] > JOKER or cards[-1] < 0:
        wrong = cards[0] if cards[0] > JOKER else cards[-1]
        raise BadCard(f"Pai Gow Poker has the cards 0 to {JOKER}, not {wrong}", "561.3(a)")
    if len(set(cards)) != 7:
        twice = next(card for card, following in pairwise(cards) if card == following)
        raise BadCard(f"there is only one {NAMES[twice]} in the deck", "561.3(a)")
    return cards


@dataclass(frozen=True)
class Holding:
    """The holding of seven cards, with the joker as an ace. Ranks are in descending order."""

    hand: str  # one of `HANDS`
    straight_or_flush: bool  # five of the seven make one, the joker used as any card
    pairs: tuple[int, ...]
    threes: tuple[int, ...]
    fours: tuple[int, ...]
    singles: tuple[int, ...]  # ranks in no pair or better


def holding(seven: Sequence[Card], lawful: Sequence[Split]) -> Holding:
    """The holding of seven cards, given their lawful splits.

    >>> from pitboss.cards import parse
    >>> seven = parse("Jk Kd Kh Qs Jc 3d 3h")
    >>> holding(seven, splits(seven))
    Holding(hand='two pair', straight_or_flush=False, pairs=(11, 1), threes=(), fours=(), singles=(12, 10, 9))
    """
    counts = Counter(ACE if card == JOKER else card >> 2 for card in seven)
    ranks = sorted(counts, reverse=True)
    hand = _HAND[tuple(sorted([n for n in counts.values() if n > 1], reverse=True))]
    # A straight or a flush is above every low hand, so some lawful split has it.
    straight_or_flush = any(split.high_value.category in STRAIGHTS_AND_FLUSHES for split in lawful)
    singles, pairs, threes, fours = [tuple([rank for rank in ranks if counts[rank] == n]) for n in range(1, 5)]
    return Holding(hand, straight_or_flush, pairs, threes, fours, singles)
