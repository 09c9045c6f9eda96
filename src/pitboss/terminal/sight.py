"""What may be seen at this terminal: the seats played here share the screen, and what their players may see.

`pitboss.table.view.viewers` decides what that is; a card that may not be seen never reaches the code that draws.
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
    """The seats played at this terminal, and whether the chapter lets players look at their cards."""

    own: frozenset[int]
    players_look: bool

    def see(self, steps: Sequence[Step]) -> list[Step]:
        """The steps, with the cards that somebody at this terminal may see."""
        (mine,) = redact(steps, [Viewer.at(*self.own)], self.players_look)
        return [step for step in mine if step is not None]

    def layout(self, table: Table) -> Layout:
        """The table as it is seen here."""
        return layout_of(table, Viewer.at(*self.own))


def cards_of(hand: Hand) -> list[Card | None]:
    """The cards of a hand as they are drawn; None is a back."""
    return [CARDS.get(card) for card in hand.cards]
