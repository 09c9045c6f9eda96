"""A game in which a player's hand meets the dealer's, solved: §§ 555.11, 557.11, 565.11, 657a.11, 678a.11.

>>> from pitboss.cards import parse
>>> from pitboss.odds.against_dealer.three_card import solved
>>> found = solved(House.of("three-card-poker"))
>>> [f"{float(row.edge):.4%}" for row in found.rows()]
['3.3730%', '3.6038%', '4.7485%', '3.5359%']
>>> [(action, f"{float(brings):.4f}") for action, brings in found.decide(parse("Qs 6d 4c"))]
[('play', '-0.9934'), ('fold', '-1.0000')]
"""

from collections.abc import Iterator
from functools import cached_property

from pitboss.cards import Card
from pitboss.house import House
from pitboss.odds.advice import Actions, Advice
from pitboss.odds.against_dealer.kernels import Showdowns
from pitboss.odds.against_dealer.play import Contest, Setting, SimpleRule
from pitboss.odds.parts import Told
from pitboss.odds.row import Row
from pitboss.odds.solved import Solved
from pitboss.odds.suits import WHOLE

COUNTED: dict[Setting, Showdowns] = {}  # of the last game: its pay tables share the showdowns


class Showdown(Solved):
    """The game of a setting at one house. A single hand is looked at by itself; all else follows from the `contest`."""

    def __init__(self, setting: Setting, house: House, progress: Told = None, label: str = "") -> None:
        super().__init__(house, progress, label)
        self.setting, self.sees_the_dealer = setting, setting.up_card is not None

    @property
    def table(self) -> str:
        """The letter of the Ante bonus table."""
        return self.setting.versions(self.house)[0][1]

    def count(self) -> Showdowns:
        """Counts the dealer's hands against every class of the player's."""
        if self.setting not in COUNTED:
            dealt = self.setting.count(WHOLE, self.begin())
            COUNTED.clear()
            COUNTED[self.setting] = dealt
        return COUNTED[self.setting]

    @cached_property
    def dealt(self) -> Showdowns:
        """The counts."""
        return self.count()

    @cached_property
    def contest(self) -> Contest:
        """The game under the terms of the house."""
        return self.setting.under(self.house, self.dealt)

    def rows(self) -> Iterator[Row]:
        """The Ante; of 565 a row for each Ante bonus table that the house may post, all unless it has chosen."""
        number = self.house.chapter.chapter
        for house, table, condition in self.setting.versions(self.house):
            contest = self.contest if house is self.house else self.setting.under(house, self.dealt)
            about = (number, "Ante", table, condition, "Ante")
            yield Row.from_classes(about, contest.combinations(contest.best), note=self.setting.note)

    def hands(self) -> tuple[str, ...]:
        """The kinds of hands."""
        return self.setting.kinds

    def actions(self, cards: tuple[Card, ...], up: Card | None) -> Actions:
        """By counting what the dealer may have beside these cards."""
        return self.setting.actions(self.house, cards, up)

    def simple_rules(self) -> list[SimpleRule]:
        """Rules that a player can remember, simplest first, with the exact cost of following them instead of best play."""
        return [rule(self.contest) for rule in self.setting.rules]

    def rules(self) -> list[Advice]:
        """The same, as they are stored."""
        return [Advice.of(*rule) for rule in self.simple_rules()]
