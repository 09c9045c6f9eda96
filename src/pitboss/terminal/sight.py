"""What this terminal may show: all that the players of its seats may see, since they share the screen.

`pitboss.table.view.viewers` decides what that is, so hidden cards never reach the drawing code.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.cards import NAMES, Card
from pitboss.table.steps import Step
from pitboss.table.table import Table
from pitboss.table.view.layout import Hand, Layout
from pitboss.table.view.viewers import Viewer, redact
from pitboss.table.view.views import layout_of

CARDS = {name: card for card, name in enumerate(NAMES)}


@dataclass(frozen=True)
class Sight:
    """The seats played at this terminal; `players_look` is True if the chapter lets players look at their cards."""

    own: frozenset[int]
    players_look: bool

    def see(self, steps: Sequence[Step]) -> list[Step]:
        """The steps as visible at this terminal, with hidden cards redacted."""
        (visible,) = redact(steps, [Viewer.at(*self.own)], self.players_look)
        return [step for step in visible if step is not None]

    def layout(self, table: Table) -> Layout:
        """The table as visible at this terminal."""
        return layout_of(table, Viewer.at(*self.own))


def cards_of(hand: Hand) -> list[Card | None]:
    """The cards of a hand; None for a card that lies face down."""
    return [CARDS.get(card) for card in hand.cards]
