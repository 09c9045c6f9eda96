"""The bonus 21s of Spanish 21, where suits matter: 6-7-8 and three sevens (§ 635a.12(b), (c))."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from pitboss.cards import Card, rank
from pitboss.games.spanish_21 import bonus_21
from pitboss.games.twenty_one.points import POINTS
from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.kernels import Floats
from pitboss.odds.twenty_one.tables import player_hands

SIX, SEVEN, EIGHT = 5, 6, 7
THIRD = {(SIX, SEVEN): EIGHT, (SIX, EIGHT): SEVEN, (SEVEN, EIGHT): SIX, (SEVEN, SEVEN): SEVEN}
MIXED = Fraction(3, 2)


@cache
def bonuses(spanish: bool) -> Floats:
    """What each hand of 21 is paid that is neither doubled nor split; 6-7-8 and three sevens as of mixed suits."""
    hands = player_hands()
    paid = np.ones(len(hands.total))
    if spanish:
        for h in np.flatnonzero((hands.total == 21) & (hands.size > 2)):
            cards = [card_of(v, i) for i, v in enumerate(np.repeat(np.arange(10), hands.counts[h]).tolist())]
            paid[h] = float(bonus_21(cards)[1].value)
    return paid


def card_of(value: int, suit: int) -> Card:
    """Some card of a point value; ten-value cards are kings."""
    named = 12 if value == 0 else 11 if value == 9 else value - 1
    return 4 * named + suit % 4


@dataclass(frozen=True)
class SuitedHand:
    """Two cards that a third may make a bonus 21 with, of certain suits under an up card of a certain suit."""

    third: int  # the value of the third card
    chance: Fraction  # that it comes next
    share: Fraction  # how often two cards of these values have these suits
    paid: dict[Fraction, Fraction]  # what the third card is paid, by its suit

    @property
    def extra(self) -> Fraction:
        """What the suits add to a hit, above the payout for mixed suits."""
        return self.chance * sum((paid - MIXED) * share for paid, share in self.paid.items())


@cache
def suited_hands(game: Game, up: int, first: int, second: int) -> tuple[SuitedHand, ...]:
    """The kinds of suits of two cards of these values under an up card, together all of them."""
    if (first, second) not in THIRD or not game.bonus_cards:
        return ()
    third = THIRD[first, second]
    shoe = Counter(dict(game.bonus_cards))

    def cards_of(value: int) -> list[Card]:
        return [card for card in shoe if POINTS[card] == value + 1]

    kinds: Counter[tuple[tuple[Fraction, int], ...]] = Counter()
    for shown in cards_of(up) or [card_of(up, 0)]:  # the suit of another up card does not matter
        left = shoe - Counter([shown])
        for a in cards_of(first):
            for b in cards_of(second):
                ways = max(shoe[shown], 1) * left[a] * (left[b] - (a == b))
                if ways > 0:
                    paid: Counter[Fraction] = Counter()
                    for c in cards_of(third):
                        paid[payout(game, [a, b, c], shown)] += left[c] - (c == a) - (c == b)
                    kinds[tuple(sorted((each, number) for each, number in paid.items() if number))] += ways
    whole = sum(kinds.values())
    cards = game.cards - 3
    found = []
    for kind, ways in kinds.items():
        thirds = sum(number for _, number in kind)
        shares = {paid: Fraction(number, thirds) for paid, number in kind}
        found.append(SuitedHand(third, Fraction(thirds, cards), Fraction(ways, whole), shares))
    return tuple(found)


def payout(game: Game, hand: list[Card], shown: Card) -> Fraction:
    """What three cards of 21 win under an up card, in units of the wager, with the fixed payout."""
    cite, odds = bonus_21(hand)
    fixed = cite == "635a.12(b)(4)" and rank(shown) == SEVEN - 1
    return odds.value + (game.fixed_payout if fixed else 0)
