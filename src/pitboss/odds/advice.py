"""What a player may be told: what each action brings, and rules that are easy to remember with what they cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from pitboss.cards import Card

Actions = list[tuple[str, Fraction]]  # each action with what it brings, in units of the first wager


class Rule(Protocol):
    """Rules that a player can remember, with the house's edge against them and what they cost, in units of the first wager."""

    @property
    def words(self) -> str: ...

    @property
    def edge(self) -> Fraction: ...

    @property
    def cost(self) -> Fraction: ...


@dataclass(frozen=True)
class Advice:
    """A rule with what following it costs against best play, in units of the first wager."""

    rule: str
    edge: float
    cost: float

    @classmethod
    def of(cls, rule: Rule) -> "Advice":
        """A rule whose figures are exact."""
        return cls(rule.words, float(rule.edge), float(rule.cost))


@dataclass(frozen=True)
class Grid:
    """A table of short words that a picture or the terminal can show: a cell for every row and column."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]


def rest(cards: Sequence[Card]) -> list[Card]:
    """The cards of a deck beside some."""
    return [card for card in range(52) if card not in cards]
