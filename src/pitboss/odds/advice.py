"""What a player may be told: what each action brings, and rules that are easy to remember with what they cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import Card

Actions = list[tuple[str, Fraction]]  # each action with what it brings, in units of the first wager


@dataclass(frozen=True)
class Advice:
    """A rule with what following it costs against best play, in units of the first wager."""

    rule: str
    edge: float
    cost: float

    @classmethod
    def of(cls, words: str, edge: Fraction, cost: Fraction) -> "Advice":
        """A rule whose figures are exact: the house's edge against it, and what it costs."""
        return cls(words, float(edge), float(cost))


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
