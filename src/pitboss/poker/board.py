"""What a Poker room shows."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.games.nonbanked.betting import posted_limits
from pitboss.games.nonbanked.between import agreed_minimum, away_from
from pitboss.poker.state import State
from pitboss.poker.waiting import waiting_for
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.poker.room import Room


@dataclass(frozen=True)
class Announcement:
    """What may be announced about a table (§ 553.19, § 637a.9(c))."""

    table: str
    variant: str
    structure: str
    minimum: int
    maximum: int | None  # None at a table without one
    free: tuple[int, ...]
    waiting: int


def announced(state: State, tables: dict[str, Table]) -> list[Announcement]:
    """The games of a room with their betting limits and free seats, where the house announces them."""
    found = []
    for name, table in tables.items():
        house = table.house
        if house["announcements"]:
            free = tuple(n for n in range(1, table.game.seats(house)[0] + 1) if n not in table.seats)
            least, most = posted_limits(house)
            least = max(least, agreed_minimum(table))
            waiting = waiting_for(state, house["variant"])
            found.append(Announcement(name, house["variant"], house["structure"], least, most, free, waiting))
    return found


def board_of(room: "Room") -> dict[str, Any]:
    """All that a room shows, ready for JSON."""
    return {
        "tables": [asdict(found) for found in room.announcements()],
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
    """Who sits at a table, with what, and whether he is there."""
    absent = away_from(table)
    return {n: {"player": s.player, "cents": s.cents, "away": n in absent} for n, s in sorted(table.seats.items())}
