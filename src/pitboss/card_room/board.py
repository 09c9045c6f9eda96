"""The public board of a Poker room."""

from dataclasses import asdict
from typing import Any

import msgspec

from pitboss.card_room.room import Room
from pitboss.games.nonbanked.between import away_from
from pitboss.table.table import Table


def board_of(room: Room) -> dict[str, Any]:
    """Everything that a room shows, ready for JSON."""
    return {
        "tables": [asdict(announcement) for announcement in room.announcements()],
        "seats": {name: seats_of(table) for name, table in room.tables.items()},
        "list": [asdict(entry) for entry in room.waiting],
        "jackpots": {
            name: {
                "kind": fund.kind,
                "displayed": fund.shows,
                "pending": fund.pending,
                "boxes": sum(fund.boxes.values()),
                "counting": sum(sum(count.boxes.values()) for count in fund.counting),
                "awarded": [asdict(award) for award in fund.awards],
            }
            for name, fund in room.funds.items()
        },
        "drop": dict(room.drop),
        "books": asdict(room.books()),
        "to_verify": [msgspec.structs.asdict(call) for call in room.to_verify],
    }


def seats_of(table: Table) -> dict[int, dict[str, Any]]:
    """The players at a table, with their chips, and whether they are away."""
    absent = away_from(table)
    return {n: {"player": s.player, "cents": s.cents, "away": n in absent} for n, s in sorted(table.seats.items())}
