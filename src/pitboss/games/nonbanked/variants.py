"""The ten variants as data: the cards of each street, the opening, and the winning hands.

Seven-card Stud (§ 553.9(a)(1), § 637a.9(a)(1)), Hold'em for the high hand (§ 553.9(a)(2), § 637a.9(a)(2)), Omaha
(§ 553.9(a)(3), § 637a.9(a)(3)), Five-card Draw (§ 553.9(a)(4), § 637a.9(a)(4)), Five-card Stud for the high hand
(§ 553.9(a)(5), § 637a.9(a)(5)).

A street's `cards` are dealt to each player in rounds: d means face down, u face up; `board` counts community cards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from pitboss.cards import Card
from pitboss.hands import FIVE_CARD, LOW, low_eight_or_better, omaha_high, omaha_low
from pitboss.hands.deciding import NamedHand, best_hand
from pitboss.hands.low import low_name
from pitboss.hands.ranking import Value

HAND = 5  # cards

STUD, HOLD_EM, OMAHA, DRAW, FIVE_CARD_STUD = "seven-card stud", "hold'em", "omaha", "five-card draw", "five-card stud"
High = Callable[[Sequence[Card], Sequence[Card]], Value]
Low = Callable[[Sequence[Card], Sequence[Card]], Value | None]


@dataclass(frozen=True)
class Street:
    """One round of cards and the betting round after it. With `big`, bets are of the larger size from here on."""

    cards: str = ""
    board: int = 0
    draw: bool = False
    big: bool = False


@dataclass(frozen=True)
class Variant:
    """One of the games. `forced` says which up card makes the Forced Bet, the "low" or the "high" one, with the ace as
    `ace`."""

    name: str
    family: str
    streets: tuple[Street, ...]
    high: High | None
    low: Low | None = None
    forced: str = ""
    ace: str = "high"
    opens_low: bool = False  # the best low hand showing opens the later rounds

    @property
    def blinds(self) -> bool:
        """True if Blind Bets (with a button) open the first round, not a Forced Bet."""
        return not self.forced

    def named(self, hole: Sequence[Card], board: Sequence[Card]) -> NamedHand | None:
        """The best hand of a player's cards and the board so far, high and low; None for fewer than five cards.

        >>> from pitboss.cards import parse, text
        >>> named = VARIANTS["omaha high-low eight or better"].named(parse("As Ah 2d 3c"), parse("Kd 9h 8s 7c 4d"))
        >>> named.name, text(named.cards)
        ('pair of aces, king kicker; eight low', 'As Ah 2d 8s 7c 4d')
        """
        if len(hole) + len(board) < HAND:
            return None
        hands: list[tuple[Card, ...]] = list(combinations([*hole, *board], HAND))
        if self.family == OMAHA:
            hands = [two + three for two in combinations(hole, 2) for three in combinations(board, 3)]
        names, wholes, cards = list[str](), list[str](), dict[Card, None]()
        if self.high is not None:
            best = max(hands, key=FIVE_CARD.value)
            named = best_hand(FIVE_CARD, best)
            names.append(named.name)
            wholes.append(named.whole)
            cards |= dict.fromkeys(named.cards)
        if self.low is not None:
            best = max(hands, key=LOW.value)
            if self.low in (eight_or_better, omaha_low) and low_eight_or_better(best) is None:
                best = ()
            low = [low_name(LOW.value(best))] if best else []
            names, wholes = names + low, wholes + low
            cards |= dict.fromkeys(best)
        counting = tuple(card for card in [*hole, *board] if card in cards)
        return NamedHand("; ".join(names), counting, whole="; ".join(wholes))

    @property
    def split(self) -> bool:
        """True if high and low hand share the pot."""
        return self.high is not None and self.low is not None


def all_of(hole: Sequence[Card], board: Sequence[Card]) -> Value:
    """The best five of a player's cards and the board."""
    return FIVE_CARD.value([*hole, *board])


def low_of(hole: Sequence[Card], board: Sequence[Card]) -> Value:
    """The best low hand of a player's cards and the board."""
    return LOW.value([*hole, *board])


def eight_or_better(hole: Sequence[Card], board: Sequence[Card]) -> Value | None:
    """The low hand, None if it does not qualify."""
    return low_eight_or_better([*hole, *board])


_SEVEN = (Street("ddu"), Street("u"), Street("u", big=True), Street("u", big=True), Street("d", big=True))
_BOARD = (Street(board=3), Street(board=1, big=True), Street(board=1, big=True))
_DRAW = (Street("ddddd"), Street(draw=True, big=True))
_FIVE = (Street("du"), Street("u"), Street("u", big=True), Street("u", big=True))

VARIANTS = {
    v.name: v
    for v in (
        Variant("hold'em", HOLD_EM, (Street("dd"), *_BOARD), all_of),
        Variant("omaha", OMAHA, (Street("dddd"), *_BOARD), omaha_high),
        Variant("omaha high-low eight or better", OMAHA, (Street("dddd"), *_BOARD), omaha_high, omaha_low),
        Variant("seven-card stud", STUD, _SEVEN, all_of, forced="low"),
        Variant("razz", STUD, _SEVEN, None, low_of, forced="high", ace="low", opens_low=True),
        Variant("seven-card stud high-low", STUD, _SEVEN, all_of, low_of, forced="high", ace="low"),
        Variant("seven-card stud high-low eight or better", STUD, _SEVEN, all_of, eight_or_better, forced="low"),
        Variant("five-card draw", DRAW, _DRAW, all_of),
        Variant("five-card draw low", DRAW, _DRAW, None, low_of),
        Variant("five-card stud", FIVE_CARD_STUD, _FIVE, all_of, forced="low"),
    )
}
