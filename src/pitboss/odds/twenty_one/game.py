"""A game of 21 as its mathematics sees it: the cards, and what may be done with a hand."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from pitboss.cards import Card
from pitboss.games.blackjack import RULES as BLACKJACK_RULES
from pitboss.games.blackjack.table import deck as blackjack_deck
from pitboss.games.spanish_21 import RULES as SPANISH_RULES
from pitboss.games.spanish_21 import deck as spanish_deck
from pitboss.games.twenty_one.points import POINTS
from pitboss.house import House
from pitboss.odds.twenty_one.kernels import DOUBLE_ANY, DRAWN_21_WINS, NO_DOUBLE, ONE_CARD, PUSH_22, RESCUE, SWITCHES
from pitboss.odds.twenty_one.tables import VALUES, Counts, DealerHands, Integers, dealer_hands

MOST_HANDS = 12  # to which a pair is split at most; further splits are too rare to matter and are not made


def values_of(cards: Iterable[Card]) -> Counts:
    """How many cards there are of each point value."""
    counts = [0] * VALUES
    for card in cards:
        counts[POINTS[card] - 1] += 1
    return tuple(counts)


def bonus_cards_of(cards: Iterable[Card]) -> tuple[tuple[Card, int], ...]:
    """The sixes, sevens and eights, each with its number."""
    return tuple(sorted(Counter(card for card in cards if 6 <= POINTS[card] <= 8).items()))


@dataclass(frozen=True)
class Game:
    """What the value of a game of 21 depends on.

    The first fields follow from the house's choices. The last four are rules of other places, for comparison with figures that
    are published for them.
    """

    shoe: Counts  # cards of each point value
    natural: Fraction = Fraction(3, 2)
    most_hands: int = 5  # into which a pair may be split
    resplit_aces: bool = True
    surrender: bool = True
    push_22: bool = False  # a dealer's 22 is a push, at Blackjack Switch
    spanish: bool = False  # bonus 21s, a drawn 21 and a Blackjack always win, rescue
    bonus_cards: tuple[tuple[Card, int], ...] = ()  # sixes, sevens and eights by suit, where suits win a bonus
    fixed_payout: Fraction = Fraction(0)  # of three suited sevens under a seven, in units of the wager
    hits_soft_17: bool = False
    double_any: bool = False  # on any number of cards
    double_after_split: bool = True
    one_card_to_split_aces: bool = False

    @staticmethod
    def of(chapter: str, house: House) -> "Game":
        """The game of a table of chapter 633a or 635a."""
        spanish = chapter == "635a"
        rules = SPANISH_RULES if spanish else BLACKJACK_RULES
        cards = spanish_deck(house) if spanish else blackjack_deck(house)
        switch = bool(house.get("blackjack_switch"))
        return Game(
            values_of(cards),
            natural=rules.natural.value,
            most_hands=min(2 + house["resplits"], MOST_HANDS),
            resplit_aces=bool(house.get("resplit_aces", True)),
            surrender=not switch,
            push_22=switch,
            spanish=spanish,
            bonus_cards=bonus_cards_of(cards) if spanish else (),
        )

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return sum(self.shoe)

    def hands_from(self, pair: int) -> int:
        """Into how many hands a pair of a value may be split."""
        return 2 if pair == 0 and not self.resplit_aces else self.most_hands

    def dealer(self, up: int) -> DealerHands:
        """The dealer's hands under an up card."""
        return dealer_hands(up, self.hits_soft_17, self.push_22)

    def switches(self, split: bool = False, pair: int = -1) -> Integers:
        """The rules of one hand for compiled code; `pair` is the value that was split."""
        vector = np.zeros(SWITCHES, np.int64)
        vector[PUSH_22] = self.push_22
        vector[DRAWN_21_WINS] = vector[RESCUE] = self.spanish
        vector[DOUBLE_ANY] = self.double_any
        vector[NO_DOUBLE] = split and not self.double_after_split
        vector[ONE_CARD] = split and pair == 0 and self.one_card_to_split_aces
        return vector

    def paid(self, fixed_payout: Fraction) -> "Game":
        """The same game with another fixed payout for three suited sevens."""
        return replace(self, fixed_payout=fixed_payout)
