"""The logs of a room and its tables: in a folder, in memory, or in the places that a server provides.

A table has one log for each time it is opened. The room's log records that a table is opened before the table's own log has a
line, and records how far that log has come with every note. So a log that is missing or has lost records can be told from one
that was cut off before its first line.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pitboss.card_room.hands import Names, names_at
from pitboss.card_room.records import Record
from pitboss.card_room.state import Mark, State, copy_of
from pitboss.card_room.stores import ROOM, MemoryStore, RoomStore, Store, opening_of
from pitboss.errors import BadLog
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Source
from pitboss.table.log import stores
from pitboss.table.log.log import Difference, Proof
from pitboss.table.log.records import Record as TableRecord
from pitboss.table.log.replay import resume
from pitboss.table.log.sealed import FilePlace, Line, Place
from pitboss.table.log.snapshots import Snapshot
from pitboss.table.log.stores import read_log
from pitboss.table.round import Round
from pitboss.table.steps import seat_of
from pitboss.table.table import Table, rebuild

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey

ROOM_LOG = "room.log"


class Opening(NamedTuple):
    """One opening of a table: its name in the room, the count of its openings, the name in its own log, and its house."""

    table: str
    number: int
    name: str
    house: House


class Logs(Protocol):
    """What a room needs of the owner of its logs."""

    @property
    def key(self) -> "HouseKey | None":
        """The house's key that signs the logs and seals their secrets, None if there is none."""

    def new(self) -> Store:
        """The store of a new room; raises BadLog where a log exists already."""

    def again(self) -> tuple[Store, State | None, list[Record]]:
        """The store of a room that continues, its last snapshot, and the records after it."""

    def check(self, state: State) -> None:
        """Checks that the log of every closed table exists and ends as recorded, and that the room knows every log; raises
        BadLog."""

    def new_table(self, opening: Opening) -> stores.Store | None:
        """The store of a table about to be opened, None if it needs none."""

    def table_again(self, opening: Opening, chance: Source, mark: Mark) -> Table:
        """The table in a log, which must reach the room's mark; raises BadLog. A log that was cut off before its first line
        begins anew."""

    def last_hand(self, opening: Opening, table: Table) -> tuple[Round, Names]:
        """The last hand of a resumed table, and the players at its end, before any left."""


# ---------------------------------------------------------------------------- in memory


class MemoryLogs:
    """Logs in memory, for a room that is resumed by the same process."""

    def __init__(self) -> None:
        self.key = None  # logs in memory are not signed
        self.room = MemoryStore()
        self.tables: dict[tuple[str, int], stores.MemoryStore] = {}

    def new(self) -> Store:
        return self.room

    def again(self) -> tuple[Store, State | None, list[Record]]:
        self.room.release()
        state = copy_of(self.room.snapshots[-1]) if self.room.snapshots else None
        return self.room, state, list(self.room.read(state.version if state is not None else 0))

    def check(self, state: State) -> None:
        for (table, number), store in self.tables.items():
            if store.records and number > state.openings.get(table, 0):
                raise BadLog(f"the log of table {table} is not known to the log of the room, which has lost its last lines")

    def new_table(self, opening: Opening) -> stores.Store:
        return self.tables.setdefault((opening.table, opening.number), stores.MemoryStore())

    def table_again(self, opening: Opening, chance: Source, mark: Mark) -> Table:
        store = self.tables.setdefault((opening.table, opening.number), stores.MemoryStore())
        store.release()
        if not store.records:
            return Table(game(opening.house.chapter.chapter), opening.house, chance, store, name=opening.name)
        if store.records[-1].version < mark[0]:
            raise BadLog(f"the log of table {opening.table} ends before version {mark[0]}, which is known to have been written")
        base = store.snapshots[-1] if store.snapshots else None
        tail_ = list(store.read(base.version if base is not None else 0))
        first = store.records[0].command.deed
        table = rebuild(game(opening.house.chapter.chapter), opening.house, chance, first, base, tail_)  # type: ignore[arg-type]
        store.lease()
        table.store, table.tail = store, []
        return table

    def last_hand(self, opening: Opening, table: Table) -> tuple[Round, Names]:
        store = self.tables[opening.table, opening.number]
        return last_hand_in([*store.records, *store.snapshots], table)


# ---------------------------------------------------------------------------- in places


class PlacedLogs(ABC):
    """The logs of a room and its tables, each in its own place; signed if there is a house's key."""

    def __init__(self, key: "HouseKey | None" = None) -> None:
        self.key = key

    @abstractmethod
    def place(self, name: str) -> Place:
        """The place of a log, existing or not: `ROOM_LOG`, or the `log_name` of an opening of a table."""

    @abstractmethod
    def names(self) -> Iterable[str]:
        """The names of all places of this room that are not empty, in order."""

    def new(self) -> Store:
        self._check_known({ROOM_LOG})
        return RoomStore(self.place(ROOM_LOG), signer=self.key)

    def again(self) -> tuple[Store, State | None, list[Record]]:
        place = self.place(ROOM_LOG)

        def check(lines: Sequence[tuple[Line, Record | State]]) -> None:
            check_signer(place, lines, self.key)

        return RoomStore.again(place, signer=self.key, check=check)

    def check(self, state: State) -> None:
        known_logs = {log_name(name, n + 1) for name, times in state.openings.items() for n in range(times)}
        self._check_known({ROOM_LOG} | known_logs)
        for name, marks in state.ended.items():
            for number, mark in enumerate(marks, 1):
                check_closed(self.place(log_name(name, number)), name, mark)

    def _check_known(self, known_logs: set[str]) -> None:
        """Checks that the room knows every log with lines in it; raises BadLog."""
        for name in self.names():
            if name not in known_logs:
                raise BadLog(
                    f"{self.place(name)} is not known to the log of the room, which is missing or has lost its last lines"
                )

    def _place(self, opening: Opening) -> Place:
        return self.place(log_name(opening.table, opening.number))

    def new_table(self, opening: Opening) -> stores.Store:
        store = stores.TableStore(self._place(opening), signer=self.key)
        store.lease()
        return store

    def table_again(self, opening: Opening, chance: Source, mark: Mark) -> Table:
        place = self._place(opening)
        if place.is_empty():
            if mark[0]:
                raise BadLog(f"the log of table {opening.table} is missing: {place}")
            return Table(game(opening.house.chapter.chapter), opening.house, chance, self.new_table(opening), name=opening.name)
        try:
            return resume(place, game, chance, mark, key=self.key)
        except Difference as difference:
            raise BadLog(f"{place}, {difference}") from None

    def last_hand(self, opening: Opening, table: Table) -> tuple[Round, Names]:
        return last_hand_in(list(read_log(self._place(opening))), table)


def log_name(table: str, opening: int) -> str:
    """The name of a table's log; a reopened table has another."""
    return f"table-{table}.log" if opening == 1 else f"opening-{opening}-table-{table}.log"


def check_signer(place: Place, lines: Sequence[tuple[Line, Record | State]], signer: "HouseKey | None") -> None:
    """Checks that a log continues with the key with which the room was opened; raises BadLog."""
    (_, first), (line, last_event) = lines[0], lines[-1]
    opening, name = opening_of(first), ROOM.signed_name(first)
    assert opening is not None and name is not None
    if not opening.key and signer is None:
        return
    if not opening.key:
        raise BadLog(f"{place} is not signed: it goes on without a key")
    if signer is None:
        raise BadLog(f"{place} is signed: it goes on with the key of the house only")
    if opening.key not in (signer.public.key, *signer.public.earlier):
        raise BadLog(f"{place} is not signed with your key: {signer.public}")
    if why := Proof(ROOM, signer.public, name).objection(line, last_event):
        raise BadLog(f"{place}: {why}")


def check_closed(place: Place, name: str, mark: Mark) -> None:
    """Checks that the log of a closed table exists and ends as it did when the table was closed; raises BadLog."""
    if place.is_empty():
        raise BadLog(f"the log of table {name}, which was closed, is missing: {place}")
    last = place.last()
    if last is None or last.seal != mark[1]:
        raise BadLog(f"{place} does not end as it did when table {name} was closed, at version {mark[0]}")


class Folder(PlacedLogs):
    """Logs as files in one folder."""

    def __init__(self, path: Path, key: "HouseKey | None" = None) -> None:
        super().__init__(key)
        self.path = path

    def place(self, name: str) -> Place:
        return FilePlace(self.path / name)

    def names(self) -> Iterable[str]:
        return [path.name for path in sorted(self.path.glob("*.log")) if not FilePlace(path).is_empty()]

    def new(self) -> Store:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadLog(f"{self.path} cannot be the folder of a room: {error.strerror}") from None
        return super().new()


def is_room(folder: Path) -> bool:
    """True if a folder holds the log of a room."""
    log = folder / ROOM_LOG
    return log.is_file() and log.stat().st_size > 0


# ---------------------------------------------------------------------------- the last hand


def last_hand_in(log: "list[TableRecord | Snapshot]", table: Table) -> tuple[Round, Names]:
    """The last hand of a resumed table, and the players at its end. If its log has a later snapshot, the hand is replayed from
    the snapshot before it."""
    records = [event for event in log if isinstance(event, TableRecord)]
    end = next(record for record in reversed(records) if record.end is not None)
    names = {seat_of(step.who): step.note for step in end.steps if step.act == "leave"} | names_at(table)
    if table.last is not None:
        return table.last, names
    bases = [event for event in log if isinstance(event, Snapshot) and event.version < end.version]
    base = bases[-1] if bases else None
    since = base.version if base is not None else 0
    played = [record for record in records if since < record.version <= end.version]
    replayed = rebuild(table.game, table.house, table.chance, table.opening, base, played)
    assert replayed.last is not None
    return replayed.last, names
