"""A game with cards that come one by one, solved: § 559.13, § 587.11, § 655a.11."""

from collections.abc import Iterator
from functools import cached_property

from pitboss.cards import Card
from pitboss.house import House
from pitboss.odds.advice import Actions, Advice, Grid
from pitboss.odds.parts import Told
from pitboss.odds.row import Row
from pitboss.odds.solved import Solved
from pitboss.odds.streets import play
from pitboss.odds.streets.endings import rows_of
from pitboss.odds.streets.rules import grid, rule_sets
from pitboss.odds.streets.solver import Solution, solve
from pitboss.odds.streets.street_game import StreetGame


class Streets(Solved):
    """A game of this kind at one house."""

    def __init__(self, game: StreetGame, house: House, progress: Told = None, label: str = "") -> None:
        super().__init__(house, progress, label)
        self.game, self.sizes = game, tuple(game.streets)

    @cached_property
    def solution(self) -> Solution:
        """Best play with every hand."""
        return solve(self.game, self.house)

    def rows(self) -> Iterator[Row]:
        """The first wager."""
        about = (self.house.chapter.chapter, self.game.wager, "", "", self.game.wager)
        yield Row.from_classes(about, self.solution.combinations, note=self.game.note)

    def hands(self) -> tuple[str, ...]:
        """The rows that five cards can have."""
        return rows_of(self.game.row)[0]

    def actions(self, cards: tuple[Card, ...], up: Card | None) -> Actions:
        """By looking at the hand alone."""
        return play.actions(self.game, self.house, cards)

    def rules(self) -> list[Advice]:
        """Three sets of rules."""
        return [Advice.of(each.words, each.edge, each.cost) for each in rule_sets(self.game, self.house)]

    def grid(self) -> Grid:
        """The first cards."""
        return grid(self.game, self.house)
