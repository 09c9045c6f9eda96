"""A floor from a file: the tables and rooms to open where nothing is open yet. `default.toml` is the floor of `make run`."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from pitboss.card_room.commands import HOUSE, Offer, StartPeriod
from pitboss.errors import NotAuthorized, PitbossError
from pitboss.files import parse_toml, read_text
from pitboss.floor.openings import Openings
from pitboss.floor.rooms import LiveRoom
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
    """The floor that a file describes; raises NotAuthorized where it describes none."""
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
    """Has what is wrong with a table or room of a plan say of which."""
    try:
        yield
    except PitbossError as error:
        raise NotAuthorized(f"{name} cannot be opened: {error.message}", error.cite) from None


async def open_floor(openings: Openings, plan: Plan, *, only_new: bool = False) -> None:
    """Opens what a plan has and the floor has never had: at the first start all of it, or what a start that was cut short had
    left. What was closed since stays closed. With `only_new` a floor that has had others is left as it is."""
    known = await openings.names()
    if only_new and not known <= {each.name for each in plan.table} | {each.name for each in plan.room}:
        return
    for table in plan.table:
        if table.name not in known:
            with of_table(table.name):
                await openings.open_table(None, table.name, table.chapter, table.house, table.meter)
    for planned in plan.room:
        if planned.name not in known:
            with of_table(planned.name):
                await openings.open_room(None, planned.name, planned.chapter)
        if (room := openings.floor.rooms.get(planned.name)) is not None and not room.bank.served_by:
            await open_room(openings, room, planned)


async def open_room(openings: Openings, room: LiveRoom, plan: PlannedRoom) -> None:
    """Opens the tables and jackpots of a room that it has never had."""
    assert room.bank.room is not None
    state = room.bank.room.state
    for table in plan.table:
        if table.name not in state.openings:
            with of_table(f"{plan.name}/{table.name}"):
                await openings.open_room_table(None, room, table.name, table.house)
    for jackpot in plan.jackpot:
        if jackpot.fund not in state.funds:
            await openings.room_says(room, Offer(jackpot.fund, jackpot.kind, jackpot.tables), HOUSE)
            if jackpot.kind == "high hand":
                await openings.room_says(room, StartPeriod(jackpot.fund), HOUSE)
