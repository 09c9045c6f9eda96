"""A floor from a file: the tables and rooms to open. `default.toml` is the floor of `make run`."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from pitboss.card_room.commands import HOUSE, Offer, StartPeriod
from pitboss.errors import NotAuthorized, PitbossError
from pitboss.files import parse_toml, read_text
from pitboss.floor.play.rooms import LiveRoom
from pitboss.floor.play.table_lifecycle import TableLifecycle
from pitboss.house import House

DEFAULT = Path(__file__).with_name("default.toml")


class PlannedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened."""

    name: str
    chapter: str
    house: dict[str, Any] = {}
    meter: str = ""


class RoomTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a Poker room."""

    name: str
    house: dict[str, Any] = {}


class Jackpot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A jackpot that a room offers at some of its tables."""

    fund: str
    kind: str
    tables: list[str]


class PlannedRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Poker room to be opened."""

    name: str
    chapter: str
    table: list[RoomTable] = []
    jackpot: list[Jackpot] = []


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a floor opens with."""

    table: list[PlannedTable] = []
    room: list[PlannedRoom] = []


def read_plan(path: Path = DEFAULT) -> Plan:
    """Read a plan; raises NotAuthorized if the file has none."""
    try:
        plan = msgspec.convert(parse_toml(read_text(path)), Plan)
    except OSError as error:
        raise NotAuthorized(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, msgspec.ValidationError) as error:
        raise NotAuthorized(f"{path} does not describe a floor: {error}") from None
    check(plan)
    return plan


def check(plan: Plan) -> None:
    """Whether all of a plan can be opened, before any of it is; raises NotAuthorized."""
    names = Counter([*(each.name for each in plan.table), *(each.name for each in plan.room)])
    for room in plan.room:
        names.update(f"{room.name}/{table.name}" for table in room.table)
    for name, times in names.items():
        if times > 1:
            raise NotAuthorized(f"{name} is there {times} times; each table and room has a name of its own")
    for table in plan.table:
        with of_table(table.name):
            House.of(table.chapter, table.house)
    for room in plan.room:
        for each in room.table:
            with of_table(f"{room.name}/{each.name}"):
                House.of(room.chapter, each.house)


@contextmanager
def of_table(name: str) -> Iterator[None]:
    """Prefix errors with the name of the table or room."""
    try:
        yield
    except PitbossError as error:
        raise NotAuthorized(f"{name} cannot be opened: {error.message}", error.cite) from None


async def open_floor(lifecycle: TableLifecycle, plan: Plan, *, only_new: bool = False) -> None:
    """Open what the plan has and the floor never had; closed tables stay closed. With `only_new`, leave a floor with other
    tables as it is."""
    names = await lifecycle.names()
    if only_new and not names <= {each.name for each in plan.table} | {each.name for each in plan.room}:
        return
    for table in plan.table:
        if table.name not in names:
            with of_table(table.name):
                await lifecycle.open_table(None, table.name, table.chapter, table.house, table.meter)
    for planned in plan.room:
        if planned.name not in names:
            with of_table(planned.name):
                await lifecycle.open_room(None, planned.name, planned.chapter)
        if (room := lifecycle.floor.rooms.get(planned.name)) is not None and not room.bank.served_by:
            await open_room(lifecycle, room, planned)


async def open_room(lifecycle: TableLifecycle, room: LiveRoom, plan: PlannedRoom) -> None:
    """Opens the tables and jackpots of a room that it has never had."""
    assert room.bank.room is not None
    state = room.bank.room.state
    for table in plan.table:
        if table.name not in state.openings:
            with of_table(f"{plan.name}/{table.name}"):
                await lifecycle.open_room_table(None, room, table.name, table.house)
    for jackpot in plan.jackpot:
        if jackpot.fund not in state.funds:
            await lifecycle.floor.say(room, Offer(jackpot.fund, jackpot.kind, jackpot.tables), HOUSE)
            if jackpot.kind == "high hand":
                await lifecycle.floor.say(room, StartPeriod(jackpot.fund), HOUSE)
