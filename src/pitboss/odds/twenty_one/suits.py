"""Bonus 21s where suits matter: 6-7-8 and three sevens, as of Spanish 21."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from pitboss.cards import SPADES, Card, rank, suit
from pitboss.games.twenty_one.points import POINTS
from pitboss.odds.twenty_one.game import Game

SIX, SEVEN, EIGHT = 5, 6, 7
THIRD = {(SIX, SEVEN): EIGHT, (SIX, EIGHT): SEVEN, (SEVEN, EIGHT): SIX, (SEVEN, SEVEN): SEVEN}


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
    mixed: Fraction  # what it is paid of mixed suits

    @property
    def extra(self) -> Fraction:
        """What the suits add to a hit, above the payout for mixed suits."""
        return self.chance * sum((paid - self.mixed) * share for paid, share in self.paid.items())


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
        found.append(SuitedHand(third, Fraction(thirds, cards), Fraction(ways, whole), shares, mixed(game, first, second)))
    return tuple(found)


def mixed(game: Game, first: int, second: int) -> Fraction:
    """What 21 with two cards that a bonus begins with is paid of mixed suits."""
    return dict(game.bonus).get("777" if first == second else "678", Fraction(1))


def payout(game: Game, hand: list[Card], shown: Card) -> Fraction:
    """What three cards of 21 win under an up card, in units of the wager, with the fixed payout."""
    ranks, suits, paid = {rank(card) for card in hand}, {suit(card) for card in hand}, dict(game.bonus)
    name = "777" if len(ranks) == 1 else "678"
    names = [name + " spades"] * (suits == {SPADES}) + [name + " suited"] * (len(suits) == 1) + [name]
    fixed = name == "777" and len(suits) == 1 and rank(shown) == SEVEN - 1
    return next((paid[each] for each in names if each in paid), Fraction(1)) + (game.fixed_payout if fixed else 0)
