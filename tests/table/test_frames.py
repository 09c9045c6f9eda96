"""What is sent to a viewer, record by record: no version is missing, and the picture made of it is that of the live table."""

import msgspec
import pytest

from pitboss.table.commands import Begin
from pitboss.table.layout import Layout
from pitboss.table.records import Record
from pitboss.table.table import Table
from pitboss.table.viewers import SPECTATOR, SURVEILLANCE, Viewer, from_text
from pitboss.table.views import Frame, frames, layout_of
from tests.sittings import CHAPTERS, NAMES, sitting

SAME = (
    *("round", "in_progress", "void", "seats", "hands", "wagers", "placed"),
    *("bets", "put", "pots", "folded", "all_in", "button"),
)


class Client:
    """Somebody who has seen a table from its opening on, over a line."""

    def __init__(self, viewer: Viewer, table: Table) -> None:
        self.viewer, self.looks = viewer, table.game.looks(table.house)
        self.layout = Layout(decks=table.house.get("decks") or 1)
        self.versions = [1]  # the opening
        self.seats = viewer.seats  # when the round began

    def hear(self, record: Record) -> None:
        """A frame arrives."""
        (sent,) = frames([record], self.viewer, self.looks)
        frame = msgspec.json.decode(msgspec.json.encode(sent), type=Frame)
        self.viewer = self.viewer.after(record.steps)
        if isinstance(record.deed, Begin):
            self.seats = self.viewer.seats
        self.versions.append(frame.v)
        self.layout.see_all([from_text(row) for row in frame.steps])


@pytest.mark.parametrize("chapter", CHAPTERS)
@pytest.mark.parametrize("seed", range(3))
def test_a_client_has_the_picture_of_the_live_table(chapter: str, seed: int) -> None:
    clients: list[Client] = []

    def watch(table: Table, record: Record) -> None:
        if not clients:
            clients.extend(Client(viewer, table) for viewer in (SPECTATOR, SURVEILLANCE, *map(Viewer, NAMES[:2])))
        for client in clients:
            client.hear(record)
            live = layout_of(table, client.viewer)
            for field in SAME:
                if field == "hands" and client.viewer.seats != client.seats:
                    continue  # whoever has left still knows what he saw, and who comes has not seen it
                assert getattr(client.layout, field) == getattr(live, field), (field, record.deed)
            assert client.versions == list(range(1, table.version + 1))

    table, _ = sitting(chapter, seed, rounds=3, watch=watch)
    assert table.rounds
