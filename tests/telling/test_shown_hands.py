"""The hands that a page names: only those of which a viewer sees every card, and in full."""

import pytest

from pitboss.games import MODULES, game
from pitboss.table.steps import DEALER, seat_of
from pitboss.table.table import Table
from pitboss.table.view.viewers import HIDDEN, SPECTATOR, Viewer
from pitboss.table.view.views import layout_of
from pitboss.telling.shown_hands import shown_hands
from tests.sittings import sitting


def tables() -> list[str]:
    return [number for number in MODULES if game(number).name_hand is not None]


@pytest.mark.parametrize("number", tables())
def test_only_whole_hands_that_are_seen_are_named(number: str) -> None:
    """At every moment of some rounds, for a spectator and for the player of each seat."""
    named = set[str]()

    def watch(table: Table, _: object) -> None:
        viewers = [SPECTATOR, *(Viewer(seat.player, frozenset({at})) for at, seat in table.seats.items())]
        for viewer in viewers:
            layout = layout_of(table, viewer)
            for place, shown in shown_hands(table, layout).items():
                hand = layout.hands[place]
                board = layout.hands["community"].cards if "community" in layout.hands else []
                assert HIDDEN not in hand.cards
                assert shown.name and set(shown.cards) <= {*hand.cards, *board} and set(shown.low) <= set(hand.cards)
                assert place == DEALER or seat_of(place)
                named.add(place)

    sitting(number, seed=3, rounds=3, watch=watch)
    assert len(named) > 1
