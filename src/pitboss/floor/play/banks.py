"""Banks: the unit of leasing and rebuilding. One table, all tables linked to a progressive meter, or a Poker room.

A bank carries out commands in memory and collects their lines in the current unit (`streams`). If a unit cannot be committed,
the bank is rebuilt from its streams.
"""

import math
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pitboss.errors import NotAuthorized, Stopped
from pitboss.floor.storage.streams import Into, Streams
from pitboss.floor.storage.transactions import Unit
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance, Source
from pitboss.table.commands import Command
from pitboss.table.log.records import Record
from pitboss.table.log.replay import resume
from pitboss.table.log.stores import TableStore
from pitboss.table.money.linked_meter import LinkedMeter
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey

MOVES = "this table moves to another process: say it again"
Callback = Callable[[Exception | None], None]  # runs when a unit is durable, or has failed


class RetryLaterError(Stopped, kind="Again"):
    """A command whose outcome is unknown or was rolled back: the client may send it again under the same id."""


class PendingUnit(Struct, eq=False):
    """A unit on its way to the disk, with the records that it will show and the callbacks that wait for it."""

    unit: Unit
    shows: list[tuple[Any, Record]] = []  # with the LiveTable of each
    waiting: list[Callback] = []
    noted: int = 0  # lines already entered in the books


@dataclass(frozen=True)
class Opened:
    """The opening of a table: its name, and what the house submitted."""

    name: str
    chapter: str
    house: Mapping[str, Any]
    meter: str = ""  # the linked meter

    @property
    def stream(self) -> str:
        """The stream of its log."""
        return f"table/{self.name}"

    @property
    def bank(self) -> str:
        """The bank it belongs to."""
        return f"meter/{self.meter}" if self.meter else self.stream


class Bank(ABC):
    """Tables that share their fate."""

    def __init__(self, name: str, streams: Streams, key: "HouseKey | None", chance: Callable[[], Source] | None) -> None:
        self.name = name
        self.fence = 0
        self.streams = streams
        self.key = key
        self.served_by = ""  # the process that has the lease, if it is another one
        self.rebuilt = -math.inf  # when it was made anew last
        self.broken = ""  # why nothing is taken until it is rebuilt
        self.lost = ""  # why it cannot be rebuilt
        self.doubt = ""  # why its promises may have been used elsewhere, until they are discarded
        self.pending: deque[PendingUnit] = deque()
        self.meters: dict[str, int | None] = {}  # the meters as of the last durable unit
        self._chance = chance

    @property
    @abstractmethod
    def tables(self) -> Mapping[str, Table]:
        """The tables by their names on the floor."""

    @abstractmethod
    def stream(self, table: str) -> str:
        """The stream of a table's log."""

    @abstractmethod
    def table_of(self, stream: str) -> str:
        """The table whose log is this stream, "" if none is."""

    @abstractmethod
    def do(self, table: str, command: Command) -> Record:
        """Carries out a command at a table."""

    @abstractmethod
    def rebuild(self) -> None:
        """Makes the bank anew from its streams; raises BadLog or Stopped."""

    @property
    @abstractmethod
    def stopped(self) -> str:
        """Why one of its tables takes nothing more."""

    def unit(self) -> Into:
        """A new unit, which collects this bank's lines."""
        return self.streams.into(Unit(self.name, self.fence))

    def chance(self, stream: str, chapter: str) -> Source:
        """Chance at a table: fair, with the key of the house, unless the floor was given another."""
        if self._chance is not None:
            return self._chance()
        if self.key is None:
            return Chance()
        from pitboss.evidence.fair import FairChance

        return FairChance(stream, self.key, reveals=game(chapter).dealt_in is None)


class TableBank(Bank):
    """A table by itself, or all that are linked to one meter."""

    def __init__(
        self, name: str, streams: Streams, key: "HouseKey | None" = None, chance: Callable[[], Source] | None = None
    ) -> None:
        super().__init__(name, streams, key, chance)
        self.opened: dict[str, Opened] = {}
        self.meter: LinkedMeter | None = None
        self._tables: dict[str, Table] = {}

    @property
    def tables(self) -> Mapping[str, Table]:
        return self._tables

    def stream(self, table: str) -> str:
        return self.opened[table].stream

    def table_of(self, stream: str) -> str:
        name = stream.removeprefix("table/")
        return name if name != stream and name in self.opened else ""

    @property
    def stopped(self) -> str:
        if self.meter is not None and self.meter.stopped:
            return self.meter.stopped
        for table in self._tables.values():
            if table.stopped:
                return table.stopped
        return ""

    def open(self, opened: Opened) -> Table:
        """Opens a new table, within a unit."""
        house = House.of(opened.chapter, dict(opened.house))
        if opened.meter and self.meter is None:
            self.meter = LinkedMeter.of(opened.meter, house, self.streams.place(self.name))
        chance = self.chance(opened.stream, opened.chapter)
        store = TableStore(self.streams.place(opened.stream), signer=self.key)
        table = Table(game(opened.chapter), house, chance, store, meter=self.meter, name=opened.stream)
        self.opened[opened.name], self._tables[opened.name] = opened, table
        return table

    def reopen(self, opened: Opened) -> Table:
        """Opens a table that has closed again, within a unit; raises NotAuthorized where its log ends otherwise."""
        unit = self.streams.unit
        assert unit is not None
        if opened.meter and self.meter is None:
            self.meter = LinkedMeter.again(self.streams.place(self.name))
        before, chance = len(unit.lines), self.chance(opened.stream, opened.chapter)
        table = resume(self.streams.place(opened.stream), game, chance, meter=self.meter, key=self.key)
        if len(unit.lines) == before:
            raise NotAuthorized(f"{opened.name} was closed because it could not be played on: open another table")
        self.opened[opened.name], self._tables[opened.name] = opened, table
        return table

    def do(self, table: str, command: Command) -> Record:
        return self._tables[table].do(command)

    def forget(self, table: str) -> None:
        """A table has closed for good."""
        del self.opened[table], self._tables[table]

    def rebuild(self) -> None:
        meter = None
        if any(opened.meter for opened in self.opened.values()):
            meter = LinkedMeter.again(self.streams.place(self.name))
        tables = {}
        for name, opened in self.opened.items():
            chance = self.chance(opened.stream, opened.chapter)
            tables[name] = resume(self.streams.place(opened.stream), game, chance, meter=meter, key=self.key)
        self.meter, self._tables = meter, tables
