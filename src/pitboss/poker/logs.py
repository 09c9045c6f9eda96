"""The log of a Poker room, and the logs of its tables: one for each time that a table was opened, beside the log of the room.

The room's log says that a table was opened before the table's own log has a line, and how far that log has come whenever the
room takes note of it. So a log that is missing or has lost records is told from one that was killed before its first.
"""

from pathlib import Path
from typing import Any

import msgspec

from pitboss.errors import BadLog
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Source
from pitboss.table.replay import Difference, Mark, resume
from pitboss.table.sealed import SealedFile, tail
from pitboss.table.stores import FileStore
from pitboss.table.table import Table

ROOM_LOG = "room.log"


class Event(msgspec.Struct, frozen=True):
    """Something that happened in the room, and when, in milliseconds since 1970."""

    event: str
    detail: dict[str, Any]
    at: int


class RoomLog:
    """What happened in a room, in memory or in a file that no other process writes."""

    def __init__(self) -> None:
        self.events: list[Event] = []  # where there is no file
        self._file: SealedFile | None = None

    @staticmethod
    def create(path: Path, first: Event) -> "RoomLog":
        """A new log in a file."""
        log = RoomLog()
        log._file = SealedFile.create(path, msgspec.json.encode(first))
        return log

    @staticmethod
    def again(path: Path) -> "tuple[RoomLog, list[Event]]":
        """A log that is gone on with, and what is in it."""
        log = RoomLog()
        log._file, lines = SealedFile.open(path)
        try:
            events = [msgspec.json.decode(line.body, type=Event) for line in lines]
        except msgspec.MsgspecError:
            log.release()
            raise BadLog(f"{path} is not a room's log: a line is not an event of a room") from None
        if not events or events[0].event != "room":
            log.release()
            raise BadLog(f"{path} is not a room's log: it does not start with the room")
        return log, events

    def write(self, event: Event) -> None:
        """Puts an event on record; in a file it is on disk when this returns."""
        if self._file is not None:
            self._file.append([msgspec.json.encode(event)])
        else:
            self.events.append(event)

    def release(self) -> None:
        """Gives the file free."""
        if self._file is not None:
            self._file.close()


def is_room(folder: Path) -> bool:
    """Whether a folder holds the log of a room."""
    log = folder / ROOM_LOG
    return log.is_file() and log.stat().st_size > 0


def log_name(table: str, opening: int) -> str:
    """The file of a table's log; opened again, a table has another."""
    return f"table-{table}.log" if opening == 1 else f"opening-{opening}-table-{table}.log"


def new_store(path: Path | None) -> FileStore | None:
    """The store of a table that is about to be opened; none where the room has no folder."""
    if path is None:
        return None
    store = FileStore(path)
    store.lease()
    return store


def check_known(folder: Path, known: set[str]) -> None:
    """Whether a folder has no log with lines in it that the room does not know of; raises BadLog."""
    for path in sorted(folder.glob("*.log")):
        if path.name not in known and (not path.is_file() or path.stat().st_size):
            raise BadLog(f"{path} is not known to the log of the room, which is missing or has lost its last lines")


def table_again(path: Path, name: str, house: House, chance: Source, mark: Mark) -> Table:
    """The table of a log, which must go as far as the room says. One that was killed before its first line begins anew."""
    if not path.exists() or (path.is_file() and not path.stat().st_size):
        if mark[0]:
            raise BadLog(f"the log of table {name} is missing: {path}")
        return Table(game(house.chapter.chapter), house, chance, FileStore(path), name=name)
    try:
        return resume(path, game, chance, mark)
    except Difference as difference:
        raise BadLog(f"{path}, {difference}") from None


def check_closed(path: Path, name: str, mark: Mark) -> None:
    """Whether the log of a closed table is there and ends as it did when the table was closed; raises BadLog."""
    if not path.exists():
        raise BadLog(f"the log of table {name}, which was closed, is missing: {path}")
    lines, size = tail(path)
    if not lines or lines[-1].seal != mark[1] or path.stat().st_size != size:
        raise BadLog(f"{path} does not end as it did when table {name} was closed, at version {mark[0]}")
