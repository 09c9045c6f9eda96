"""Best play with one hand where cards come one by one and no dealer plays: § 559.13, § 587.11, § 655a.11.

With all but the first cards a hand is looked at by itself, card by card to the end, without the solver: so this is also a
second opinion on it. With the first cards of a game in which hands are folded the solver plays that one hand.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import perm

from pitboss.cards import Card
from pitboss.hands import FIVE_CARD
from pitboss.house import House
from pitboss.odds.advice import Actions, rest
from pitboss.odds.streets.endings import endings_of
from pitboss.odds.streets.solver import solve_hands
from pitboss.odds.streets.street_game import StreetGame


def actions(game: StreetGame, house: House, cards: tuple[Card, ...], wagered: int = 0) -> Actions:
    """What each action brings when so many units have been wagered; where that is not said, the least on every street before.
    A bet that wins or loses by itself is looked at alone."""
    words = game.streets[len(cards)][1]
    if len(cards) == game.own and not game.apart:
        solution = solve_hands(game, house, endings_of(game.row, cards, len(game.streets) - 1))
        parts = solution.scale * perm(solution.endings.left, len(game.streets))
        return [(word, Fraction(int(value), parts)) for word, [value] in zip(words, solution.values, strict=True)]

    @cache
    def of_row(row: str) -> tuple[Fraction, Fraction]:
        return game.fixed(house, row), game.unit(house, row)

    @cache
    def average(held: tuple[Card, ...]) -> tuple[Fraction, Fraction]:
        """The fixed part and what a unit brings, over all that may come."""
        more = combinations(rest(held), game.cards - len(held))
        found = [of_row(game.row(FIVE_CARD.value([*held, *others]))) for others in more]
        fixed, unit = (sum(part, Fraction(0)) / len(found) for part in zip(*found, strict=True))
        return fixed, unit

    def settled(held: tuple[Card, ...], wagered: int) -> Fraction:
        """What units bring that are wagered with these cards, by best play after the next."""
        if len(held) + 1 not in game.streets or not game.options(len(held) + 1, wagered):
            fixed, unit = average(held)
            return fixed + (wagered - game.wagered) * unit
        later = [max(value for _, value in options((*held, card), wagered)) for card in rest(held)]
        return sum(later, Fraction(0)) / len(later)

    def options(held: tuple[Card, ...], wagered: int) -> Actions:
        bets = zip(game.streets[len(held)][1], game.options(len(held), wagered), strict=True)
        return [(word, Fraction(-wagered) if bet is None else settled(held, wagered + bet)) for word, bet in bets]

    if game.apart:
        return [(words[1], average(cards)[1]), (words[0], Fraction(0))]
    least = sum(min(bet for bet in game.options(seen, game.wagered) if bet is not None) for seen in range(game.own, len(cards)))
    left, *bets = options(cards, wagered or game.wagered + least)
    return [*bets, left] if game.once else [left, *bets]
