"""Replicas: read-only copies of banks that another process serves, for the viewers of this one.

A replica writes nothing. It replays the new lines of its streams by the rules, and shows them.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pitboss.card_room.room import Room
from pitboss.errors import OutOfTurn
from pitboss.floor.play.banks import Bank, Opened
from pitboss.floor.play.rooms import RoomBank, RoomLogs
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.streams import Streams
from pitboss.floor.storage.transactions import RECORD, StreamLine
from pitboss.games import game
from pitboss.table.commands import Command
from pitboss.table.log.records import Record
from pitboss.table.log.replay import Followed
from pitboss.table.log.stores import TABLE
from pitboss.table.money.linked_meter import shown_last
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey

News = list[tuple[str, Record]]  # durable records by table


class ReplicaBank(Bank):
    """A bank of another process."""

    _database: Database

    def read_on(self) -> Any:
        """Read the new lines in any thread, without changing what is shown."""
        return self._database.view(lambda connection: self._read_in(View(connection)))

    @abstractmethod
    def _read_in(self, view: View) -> Any:
        """The new lines, in one transaction."""

    @abstractmethod
    def catch_up(self, read: Any) -> News:
        """Apply what was read; returns the new records in each table's order."""

    @abstractmethod
    def streams_of(self) -> set[str]:
        """The streams that it has read."""


class TableReplicas(ReplicaBank):
    """Tables of another process."""

    def __init__(self, name: str, database: Database, key: "HouseKey | None", opened: Sequence[Opened]) -> None:
        super().__init__(name, Streams(database), key, None)
        self._database = database
        self._opened = {each.name: each for each in opened}
        self._linked = any(each.meter for each in opened)
        self._followed: dict[str, Followed] = {}
        self._read: dict[str, int] = {}  # the last line of each stream
        self.rebuild()

    @property
    def tables(self) -> Mapping[str, Table]:
        return {name: each.table for name, each in self._followed.items()}

    def stream(self, table: str) -> str:
        return self._opened[table].stream

    def table_of(self, stream: str) -> str:
        return next((name for name, each in self._opened.items() if each.stream == stream), "")

    def streams_of(self) -> set[str]:
        return {each.stream for each in self._opened.values()} | ({self.name} if self._linked else set())

    @property
    def stopped(self) -> str:
        return ""

    def do(self, table: str, command: Command) -> Record:
        raise OutOfTurn(f"table {table} is served by another process")

    def rebuild(self) -> None:
        for name, opened in self._opened.items():
            self._followed[name] = Followed(self.streams.place(opened.stream), game, self.key)
            self._read[name] = self._followed[name].lines
        if self._linked:
            self._show_meter(shown_last(self.streams.place(self.name)))

    def _read_in(self, view: View) -> tuple[News, int | None]:
        records: News = []
        for name, opened in self._opened.items():
            for line in view.lines(opened.stream, self._read[name]):
                self._read[name] = line.seq
                records += news(name, line)
        return records, shown_last(view.place(self.name)) if self._linked else None

    def catch_up(self, read: tuple[News, int | None]) -> News:
        news, meter = read
        for name, record in news:
            self._followed[name].hear(record)
        self._show_meter(meter)
        return news

    def _show_meter(self, cents: int | None) -> None:
        """Set the linked meter to what its stream says."""
        for each in self._followed.values():
            if cents is not None and each.table.link is not None:
                each.table.link.meter.cents = cents


class RoomReplica(RoomBank, ReplicaBank):
    """A Poker room of another process, resumed anew after each change."""

    def __init__(self, name: str, database: Database, key: "HouseKey | None") -> None:
        super().__init__(name, Streams(database), key)
        self._database = database
        self._read: dict[str, int] = {}  # the last line of each stream
        self.catch_up(self.read_on())

    def streams_of(self) -> set[str]:
        return {self.log, *(self.stream(table) for table in self.tables)}

    def do(self, table: str, command: Command) -> Record:
        raise OutOfTurn(f"table {table} is served by another process")

    def say(self, command: Any) -> Any:
        raise OutOfTurn("the room is served by another process")

    def _read_in(self, view: View) -> tuple[Room, News]:
        """The room and the new records of its tables, in one transaction: they have to agree."""
        room = Room.resume(RoomLogs(self.name, Streams(view), self.key))
        records: News = []
        for name in room.tables:
            stream = self.stream_in(room, name)
            if stream not in self._read:  # it is shown whole
                head = view.head(stream)
                self._read[stream] = head.seq if head is not None else 0
                continue
            for line in view.lines(stream, self._read[stream]):
                self._read[stream] = line.seq
                records += news(f"{self.place}/{name}", line)
        return room, records

    def catch_up(self, read: tuple[Room, News]) -> News:
        self.room, records = read
        return records


def news(table: str, line: StreamLine) -> News:
    """The record in a line, if it is one."""
    if line.kind != RECORD:
        return []
    record = TABLE.decode(line.body)
    assert isinstance(record, Record)
    return [(table, record)]
