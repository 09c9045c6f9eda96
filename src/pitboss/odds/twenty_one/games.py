"""A game of 21, solved: every hand by its own cards and the up card."""

from fractions import Fraction
from functools import cached_property

from pitboss.cards import Card, text
from pitboss.errors import BadCard
from pitboss.odds.advice import Actions, Advice
from pitboss.odds.solved import Solved
from pitboss.odds.twenty_one import fixed_payout
from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.strategy import BestPlay, best_play


class TwentyOne(Solved):
    """Blackjack, Blackjack Switch or Spanish 21 at one house."""

    sees_the_dealer = True
    rounded = True

    @cached_property
    def best_play(self) -> BestPlay:
        """Best play without the additional fixed payout of § 635a.12(c)."""
        return best_play(self.house)

    @cached_property
    def at_the_minimum(self) -> Game:
        """The game with that payout, as it is worth for the table's least wager."""
        game = Game.of(self.house)
        return game.paid(fixed_payout(self.house["table_minimum"])) if game.bonus_cards else game

    def actions(self, cards: tuple[Card, ...], up: Card | None) -> Actions:
        """The values of a hand that has not been split, the dealer having no Blackjack."""
        assert up is not None
        values = self.best_play.decide(list(cards), up).values
        if not values:
            raise BadCard(f"with {text(cards)} there is nothing to decide")
        return [(word, Fraction(value)) for word, value in values.items()]

    def rules(self) -> list[Advice]:
        """Play by totals and up cards."""
        found = self.best_play.grid
        return [Advice("\n".join(found.lines()), -found.value, found.cost)]
