"""Poker rooms: a bank with its tables, and a place that takes commands itself."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pitboss.card_room.commands import Command
from pitboss.card_room.logs import ROOM_LOG, PlacedLogs, log_name
from pitboss.card_room.records import Record
from pitboss.card_room.room import Room
from pitboss.card_room.stores import ROOM
from pitboss.floor.play.banks import Bank
from pitboss.floor.storage.postings import collected
from pitboss.floor.storage.streams import StreamPlace, Streams
from pitboss.floor.storage.transactions import Entry, StreamLine
from pitboss.games.nonbanked.between import away_from
from pitboss.shoe import Chance, Source
from pitboss.table.commands import Command as TableCommand
from pitboss.table.log.records import Record as TableRecord
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey


class RoomLogs(PlacedLogs):
    """The logs of a room in streams of the database."""

    def __init__(self, bank: str, streams: Streams, key: "HouseKey | None") -> None:
        super().__init__(key)
        self._bank, self._streams = bank, streams

    def place(self, name: str) -> StreamPlace:
        return self._streams.place(f"{self._bank}/{name}")

    def names(self) -> Iterable[str]:
        begins = f"{self._bank}/"
        return [stream.removeprefix(begins) for stream in self._streams.reads.streams(begins)]


class RoomBank(Bank):
    """A Poker room and its tables. Table "1" of room "poker" is "poker/1" on the floor."""

    def __init__(
        self, name: str, streams: Streams, key: "HouseKey | None" = None, chance: Callable[[], Source] | None = None
    ) -> None:
        super().__init__(f"room/{name}", streams, key, chance)
        self.place = name
        self.log = f"{self.name}/{ROOM_LOG}"
        self.room: Room | None = None
        self._logs = RoomLogs(self.name, streams, None if chance is not None else key)

    @property
    def tables(self) -> Mapping[str, Table]:
        room = self.room
        return {} if room is None else {f"{self.place}/{name}": table for name, table in room.tables.items()}

    def stream(self, table: str) -> str:
        assert self.room is not None
        return self.stream_in(self.room, table.removeprefix(f"{self.place}/"))

    def stream_in(self, room: Room, table: str) -> str:
        """The log of a table, by its name in the room."""
        return f"{self.name}/{log_name(table, room.state.openings[table])}"

    def table_of(self, stream: str) -> str:
        return next((table for table in self.tables if self.stream(table) == stream), "")

    @property
    def stopped(self) -> str:
        room = self.room
        if room is None:
            return ""
        return room.stopped or next((table.stopped for table in room.tables.values() if table.stopped), "")

    def open(self, chapter: str) -> None:
        """Sets the room aside, within a unit."""
        self.room = Room(chapter, self._logs, self._clock(), name=self.place)

    def rebuild(self) -> None:
        self.room = Room.resume(self._logs, self._clock())

    def _clock(self) -> Source:
        return self._chance() if self._chance is not None else Chance()

    def do(self, table: str, command: TableCommand) -> TableRecord:
        assert self.room is not None
        return self.room.at(table.removeprefix(f"{self.place}/"), command)

    def say(self, command: Command) -> Record:
        """Carries out a command to the room itself."""
        assert self.room is not None
        return self.room.do(command)

    def entries(self, line: StreamLine, accounts: Mapping[str, int]) -> list[Entry]:
        """The entries of a room's record: a collected payout goes to the player's account at the cage."""
        record = ROOM.decode(line.body)
        return collected(record, self.place, accounts) if isinstance(record, Record) else []

    def board(self) -> dict[str, Any]:
        """The public state of the room: games, limits, free seats, list, displayed jackpots."""
        room = self.room
        assert room is not None
        return {
            "room": self.place,
            "chapter": room.state.chapter,
            "version": room.version,
            "tables": [asdict(table) for table in room.open_tables()],
            "seats": {name: seats_of(table) for name, table in room.tables.items()},
            "list": [asdict(entry) for entry in room.waiting],
            "jackpots": {name: {"kind": fund.kind, "displayed": fund.shows} for name, fund in room.funds.items()},
        }


def seats_of(table: Table) -> dict[int, dict[str, Any]]:
    """The players of a table by seat, with chips and whether they are away."""
    absent = away_from(table)
    return {n: {"player": s.player, "cents": s.cents, "away": n in absent} for n, s in sorted(table.seats.items())}


class LiveRoom:
    """The room as a place that takes commands."""

    def __init__(self, bank: RoomBank) -> None:
        self.bank = bank
        self.name = bank.place
        self.log = bank.log

    def do(self, command: Any) -> Record:
        """Carries out a command in memory."""
        return self.bank.say(command)
