"""The two games on a shared board, solved: § 563.11, Texas Hold 'Em Bonus, and § 677a.11, Heads-Up Hold 'Em."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from types import ModuleType

from pitboss.cards import Card
from pitboss.hands import FIVE_CARD
from pitboss.house import House
from pitboss.odds.advice import Actions, Advice, Grid
from pitboss.odds.boards import heads_up, texas_bonus
from pitboss.odds.boards.play import first_cards, heads_up_hold_em, solved, texas_hold_em_bonus
from pitboss.odds.boards.rules import heads_up_rules, texas_bonus_rules
from pitboss.odds.boards.rules.hands import grid
from pitboss.odds.boards.solver import Solution
from pitboss.odds.row import Row
from pitboss.odds.solved import Solved


class OnABoard(Solved):
    """A game at one house. With the first cards it is solved as a whole, unless that is on file."""

    solver: ModuleType
    note: str
    play: Callable[[House, tuple[Card, ...]], Actions]
    find: Callable[..., Sequence[heads_up_rules.RuleSet | texas_bonus_rules.RuleSet]]

    @cached_property
    def solution(self) -> Solution:
        """Best play with every hand, on every board."""
        return solved(self.solver, self.house, progress=self.begin())

    def rows(self) -> Iterator[Row]:
        """The Ante."""
        found, rank = self.solution.distribution, self.house.get("qualifying_rank")
        about = (self.house.chapter.chapter, "Ante", "", f"the Ante is paid from a {rank}" if rank else "", "Ante")
        classes = self.solver.Terms.of(self.house).game.combinations(self.solution.tally)
        yield Row(*about, found, found.edge, note=self.note, combinations=classes)

    def actions(self, cards: tuple[Card, ...], up: Card | None) -> Actions:
        """Board by board."""
        if len(cards) == self.sizes[0]:
            first_cards(self.solver, self.house, progress=self.begin())
        return self.play(self.house, cards)

    def rules(self) -> list[Advice]:
        """Sets of rules, the shortest first."""
        return [Advice.of(rule.words, rule.edge, rule.cost) for rule in self.find(self.house, progress=self.begin())]


class TexasBonus(OnABoard):
    """Texas Hold 'Em Bonus."""

    sizes = (2, 5, 6)
    note = "with Flop, Turn and River Wagers"
    solver, play, find = texas_bonus, staticmethod(texas_hold_em_bonus), staticmethod(texas_bonus_rules.find)

    def grid(self) -> Grid:
        """The Flop Wager."""
        return grid("The Flop Wager: suited above the diagonal", self.solution.before > 0, "bet", "fold")


class HeadsUp(OnABoard):
    """Heads-Up Hold 'Em."""

    sizes = (2, 5, 7)
    note = "with Odds and Raise; raises of 3, 2 and 1 times the Ante"
    solver, play, find = heads_up, staticmethod(heads_up_hold_em), staticmethod(heads_up_rules.find)

    def hands(self) -> Iterable[str]:
        """Those that the Odds Wager and the Bad Beat Bonus may pay."""
        return FIVE_CARD.categories

    def grid(self) -> Grid:
        """The raise before the flop."""
        return grid("Before the flop: suited above the diagonal", self.solution.before > 0, "raise", "check")
