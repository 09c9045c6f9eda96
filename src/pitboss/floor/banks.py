"""Banks: what is leased, moved and rebuilt together. A table by itself; all tables that one progressive meter links; a room.

A bank carries out commands in memory and has their lines in the unit at work (`streams`). It is rebuilt from its streams where
one of its units could not be committed.
"""

import math
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pitboss.errors import Stopped
from pitboss.floor.streams import Into, Streams
from pitboss.floor.units import Unit
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance, Source
from pitboss.table.commands import Command
from pitboss.table.linked import LinkedMeter
from pitboss.table.records import Record
from pitboss.table.replay import resume
from pitboss.table.stores import TableStore
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey
    from pitboss.floor.live import LiveTable

Told = Callable[[Exception | None], None]  # what is to be done when a unit is durable, or could not be made so


class Again(Stopped):
    """A command that nobody knows the fate of, or that was undone: it may be said again, under the same id."""


class Pending(Struct, eq=False):
    """A unit that is on its way to the disk: what it lets be seen, and who waits for it."""

    unit: Unit
    shows: "list[tuple[LiveTable, Record]]" = []
    waiting: list[Told] = []
    noted: int = 0  # lines of which the floor has taken note


@dataclass(frozen=True)
class Opened:
    """A table as it was opened: by its name on the floor, from what the house submitted."""

    name: str
    chapter: str
    house: Mapping[str, Any]
    meter: str = ""  # the meter to which it is linked

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
        self.served_by = ""  # the process that has the lease, where another has it: then this one only looks
        self.rebuilt = -math.inf  # when it was made anew last
        self.broken = ""  # why nothing is taken until it is rebuilt
        self.lost = ""  # why it cannot be rebuilt
        self.doubt = ""  # why its promises may have been used elsewhere, until they are discarded
        self.pending: deque[Pending] = deque()
        self.meters: dict[str, int | None] = {}  # what meters showed when the last unit became durable
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
        """The name on the floor of the table whose log a stream is, "" where it is none's."""

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
        """A unit of this bank, into which its lines go."""
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

    def do(self, table: str, command: Command) -> Record:
        return self._tables[table].do(command)

    def forget(self, table: str) -> None:
        """A table has closed for good."""
        del self.opened[table], self._tables[table]

    def rebuild(self) -> None:
        meter = None
        if any(opened.meter for opened in self.opened.values()):
            meter = LinkedMeter.again(self.streams.place(self.name))
        found = {}
        for name, opened in self.opened.items():
            chance = self.chance(opened.stream, opened.chapter)
            found[name] = resume(self.streams.place(opened.stream), game, chance, meter=meter, key=self.key)
        self.meter, self._tables = meter, found
