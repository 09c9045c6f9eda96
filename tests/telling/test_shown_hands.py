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


def test_a_dealer_who_does_not_qualify_is_named_so() -> None:
    """§ 565.12(a): below queen high. The felt says it with the hand, as the settlement depends on it."""
    names = set[str]()

    def watch(table: Table, _: object) -> None:
        if (shown := shown_hands(table, layout_of(table, SPECTATOR)).get(DEALER)) is not None:
            names.add(shown.name)

    sitting("565", seed=5, rounds=12, watch=watch)
    high = {name for name in names if " high" in name and "," in name.split(" high")[0] and " of " not in name}
    low = {name for name in high if name.split(",")[0] not in ("queen", "king", "ace", "flush", "straight")}
    assert low and {name for name in names if name.endswith(": does not qualify")} == low


def test_hands_that_are_called_the_same_are_told_apart_by_every_card() -> None:
    """With the board of Heads-Up Hold 'Em many hands have one pair and its kicker in common, and another card decides."""
    names = set[tuple[str, ...]]()

    def watch(table: Table, _: object) -> None:
        shown = [hand.name for hand in shown_hands(table, layout_of(table, SPECTATOR)).values()]
        names.add(tuple(shown))

    sitting("677a", seed=4, rounds=25, watch=watch)
    told = {name for each in names for name in each}
    assert any(" with " in name for name in told)
    for each in names:  # whoever is named with every card has a neighbour to be told from
        for name in each:
            if " with " in name:
                assert sum(other.split(" with ")[0] == name.split(" with ")[0] for other in each) > 1
