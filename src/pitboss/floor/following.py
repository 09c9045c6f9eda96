"""Banks that another process serves, as this one follows them: for whoever looks from here.

Nothing is written by a bank that is followed. When its streams go on, what is new is played again by the rules, and shown.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pitboss.card_room.room import Room
from pitboss.errors import OutOfTurn
from pitboss.floor.banks import Bank, Opened
from pitboss.floor.database import Database
from pitboss.floor.rooms import RoomBank, RoomLogs
from pitboss.floor.streams import Streams
from pitboss.floor.units import RECORD, StreamLine
from pitboss.floor.view import View
from pitboss.games import game
from pitboss.table.commands import Command
from pitboss.table.linked import shown_last
from pitboss.table.records import Record
from pitboss.table.replay import Followed
from pitboss.table.stores import TABLE
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey

News = list[tuple[str, Record]]  # durable records by table


class Following(Bank):
    """A bank of another process."""

    @abstractmethod
    def read_on(self) -> Any:
        """Reads what the streams have got since, in any thread, and changes nothing that is shown."""

    @abstractmethod
    def catch_up(self, read: Any) -> News:
        """Goes on by what was read; what is new, in the order of each table."""

    @abstractmethod
    def streams_of(self) -> set[str]:
        """The streams that it has read."""


class FollowedTables(Following):
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

    def read_on(self) -> tuple[News, int | None]:
        return self._database.view(lambda connection: self._read_in(View(connection)))

    def _read_in(self, view: View) -> tuple[News, int | None]:
        found: News = []
        for name, opened in self._opened.items():
            for line in view.lines(opened.stream, self._read[name]):
                self._read[name] = line.seq
                found += news(name, line)
        return found, shown_last(view.place(self.name)) if self._linked else None

    def catch_up(self, read: tuple[News, int | None]) -> News:
        news, meter = read
        for name, record in news:
            self._followed[name].hear(record)
        self._show_meter(meter)
        return news

    def _show_meter(self, cents: int | None) -> None:
        """A meter that other tables move too shows what its own stream says."""
        for each in self._followed.values():
            if cents is not None and each.table.link is not None:
                each.table.link.meter.cents = cents


class FollowedRoom(RoomBank, Following):
    """A Poker room of another process: it is resumed anew whenever something has happened there."""

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

    def read_on(self) -> tuple[Room, News]:
        return self._database.view(lambda connection: self._read_in(View(connection)))

    def _read_in(self, view: View) -> tuple[Room, News]:
        """The room and what is new at its tables, of one moment: between two the room may deal a hand, or close a table."""
        room = Room.resume(RoomLogs(self.name, Streams(view), self.key))
        found: News = []
        for name in room.tables:
            stream = self.stream_in(room, name)
            if stream not in self._read:  # it is shown whole
                head = view.head(stream)
                self._read[stream] = head.seq if head is not None else 0
                continue
            for line in view.lines(stream, self._read[stream]):
                self._read[stream] = line.seq
                found += news(f"{self.place}/{name}", line)
        return room, found

    def catch_up(self, read: tuple[Room, News]) -> News:
        self.room, found = read
        return found


def news(table: str, line: StreamLine) -> News:
    """The record of a line, where it is one."""
    if line.kind != RECORD:
        return []
    record = TABLE.decode(line.body)
    assert isinstance(record, Record)
    return [(table, record)]
