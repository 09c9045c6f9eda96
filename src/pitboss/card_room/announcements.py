"""Announcements about the tables of a room (§ 553.19, § 637a.9(c))."""

from dataclasses import dataclass

from pitboss.card_room.state import State
from pitboss.card_room.waiting import waiting_for
from pitboss.games.nonbanked.betting import posted_limits
from pitboss.games.nonbanked.between import agreed_minimum
from pitboss.table.table import Table


@dataclass(frozen=True)
class Announcement:
    """A table, as it may be announced."""

    table: str
    variant: str
    structure: str
    minimum: int
    maximum: int | None  # None if the table has none
    free: tuple[int, ...]
    waiting: int


def announcements_of(state: State, tables: dict[str, Table]) -> list[Announcement]:
    """The games of a room with their betting limits and free seats, as far as the house announces them."""
    return [describe(state, name, table) for name, table in tables.items() if table.house["announcements"]]


def describe(state: State, name: str, table: Table) -> Announcement:
    """A table with its betting limits, its free seats, and the number of players waiting for its game."""
    house = table.house
    free = tuple(n for n in range(1, table.game.seats(house)[0] + 1) if n not in table.seats)
    least, most = posted_limits(house)
    least = max(least, agreed_minimum(table))
    return Announcement(name, house["variant"], house["structure"], least, most, free, waiting_for(state, house["variant"]))
