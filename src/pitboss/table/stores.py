"""Where records go: a small protocol with stores in memory and in a file; a server brings its database.

A store appends records at a version, whole and durable before it returns, gives them back from a version on, and is leased by
one table at a time.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from pitboss.errors import BadLog, PitbossError, Stopped
from pitboss.table import sealed
from pitboss.table.commands import Close, Open
from pitboss.table.records import Record, Row, record_of, row_of
from pitboss.table.sealed import Line, SealedFile, Sync, read_lines
from pitboss.table.snapshots import Snapshot

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey  # whoever signs nothing need not load it


class Store(Protocol):
    """What a table needs of a store."""

    def lease(self) -> None:
        """Makes the caller the only one who appends; raises BadLog where there is another."""

    def append(self, version: int, records: Sequence[Record], snapshot: Snapshot | None = None) -> None:
        """Puts records behind the one that made this version, with the snapshot after the last of them, all of it or nothing,
        durable on return; raises Stopped where that fails or others have appended."""

    def read(self, version: int = 0) -> Iterator[Record]:
        """The records after a version."""

    def release(self) -> None:
        """Gives the lease back."""

    @property
    def seal(self) -> str:
        """The seal of the last record, "" where the store does not seal."""


class MemoryStore:
    """A log in memory."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.snapshots: list[Snapshot] = []
        self._leased = False

    def lease(self) -> None:
        if self._leased:
            raise BadLog("this log is being written by another table")
        self._leased = True

    def append(self, version: int, records: Sequence[Record], snapshot: Snapshot | None = None) -> None:
        kept = self.records
        if kept and kept[-1].version != version:
            raise Stopped(f"the log is at version {kept[-1].version}, and the table at {version}")
        kept += records
        if snapshot is not None:
            self.snapshots.append(snapshot)

    def read(self, version: int = 0) -> Iterator[Record]:
        return (record for record in self.records if record.version > version)

    def release(self) -> None:
        self._leased = False

    @property
    def seal(self) -> str:
        return ""


Check = Callable[[Line, Record | Snapshot], None]  # raises BadLog


class FileStore:
    """A log in a file, a line for each record. It is locked from its first record, or from when it is opened again."""

    def __init__(self, path: Path, *, signer: "HouseKey | None" = None, sync: Sync | None = None) -> None:
        self.path = path
        self.signer = signer  # signs the end of every round, and the end of the sitting
        self.table = ""  # the name under which it signs
        self.version = 0
        self._sync = sync
        self._file: SealedFile | None = None
        self._seals: dict[int, str] = {}  # of the lines that were read when the file was opened again

    @staticmethod
    def again(
        path: Path, *, signer: "HouseKey | None" = None, sync: Sync | None = None, check: "Check | None" = None
    ) -> "tuple[FileStore, Snapshot | None, list[Record]]":
        """A store that goes on with a file; the last snapshot in it and the records after that, every seal checked, and
        whatever else `check` looks at in these lines."""
        store = FileStore(path, signer=signer, sync=sync)
        store._file, lines = SealedFile.open(path, sync=store._sync)
        try:
            snapshot: Snapshot | None = None
            records: list[Record] = []
            for line in lines:
                found = read_line(path, line)
                store._seals[found.version] = line.seal
                if check is not None:
                    check(line, found)
                if isinstance(found, Snapshot):
                    snapshot, records = found, []
                else:
                    records.append(found)
            if not records and snapshot is None:
                raise BadLog(f"{path} is not a table's log: it does not start with the table")
        except BaseException:
            store.release()
            raise
        opening = snapshot.opening if snapshot is not None else records[0].deed
        store.table = opening.name if isinstance(opening, Open) else ""
        store.version = records[-1].version if records else snapshot.version if snapshot else 0
        return store, snapshot, records

    @property
    def seal(self) -> str:
        return self._file.seal if self._file is not None else ""

    def check_mark(self, mark: tuple[int, str]) -> None:
        """Whether a log that was opened again goes at least as far as is known of it; raises BadLog. Before the last snapshot
        the chain of seals vouches for it."""
        version, seal = mark
        if self.version < version:
            raise BadLog(f"{self.path} ends at version {self.version}, and version {version} is known to have been written")
        if self._seals.get(version, seal) != seal:
            raise BadLog(f"{self.path}, version {version} is not the one that is known to have been written")

    def lease(self) -> None:
        if self._file is None:
            sealed.check_new(self.path)

    def append(self, version: int, records: Sequence[Record], snapshot: Snapshot | None = None) -> None:
        if self._file is not None and version != self.version:
            raise Stopped(f"{self.path} is at version {self.version}, and the table at {version}")
        rows = [sealed.Row(msgspec.json.encode(row_of(record)), self._sign(record)) for record in records]
        if snapshot is not None:
            rows.append(sealed.Row(partial(snapshot_body, snapshot), self._sign(snapshot)))
        if self._file is None:
            opening = records[0].deed
            self.table = opening.name if isinstance(opening, Open) else ""
            self._file = SealedFile.create(self.path, msgspec.json.encode(row_of(records[0])), sync=self._sync)
            del rows[0]
        if rows:
            self._file.append(rows)
        self.version = records[-1].version

    def _sign(self, line: Record | Snapshot) -> Callable[[str], bytes] | None:
        """What signs a line: the key of the house, at the end of a round, when the table closes, and under a snapshot."""
        return partial(self._signature, line) if self.signer is not None and is_signed(line) else None

    def _signature(self, line: Record | Snapshot, seal: str) -> bytes:
        from pitboss.evidence.signatures import sign_head

        assert self.signer is not None
        return msgspec.json.encode(sign_head(self.signer, self.table, line.version, seal, is_closed(line)))

    def read(self, version: int = 0) -> Iterator[Record]:
        return (found for found in read_log(self.path) if isinstance(found, Record) and found.version > version)

    def release(self) -> None:
        if self._file is not None:
            self._file.close()


def is_signed(line: Record | Snapshot) -> bool:
    """Whether the house signs a line: where a round or the sitting ended, and a snapshot."""
    return isinstance(line, Snapshot) or line.end is not None or is_closed(line)


def is_closed(line: Record | Snapshot) -> bool:
    """Whether the sitting is over with a line."""
    return line.closed if isinstance(line, Snapshot) else isinstance(line.deed, Close)


def snapshot_body(snapshot: Snapshot, after: str) -> bytes:
    """A snapshot as a line of a log, which says behind which seal it stands so that reading can begin there."""
    return b'{"snapshot":{"after":"' + after.encode() + b'","table":' + msgspec.json.encode(snapshot) + b"}}"


class _Kept(msgspec.Struct):
    after: str
    table: Snapshot


class _KeptLine(msgspec.Struct):
    snapshot: _Kept


def read_line(path: Path, line: Line) -> Record | Snapshot:
    """What a line of a table's log says."""
    where = f"line {line.number}" if line.number else "a line"
    try:
        if line.body.startswith(b'{"snapshot":'):
            return msgspec.json.decode(line.body, type=_KeptLine).snapshot.table
        return record_of(msgspec.json.decode(line.body, type=Row))
    except (msgspec.MsgspecError, PitbossError, ValueError, TypeError, KeyError, RecursionError):
        raise BadLog(f"{path}, {where} is not an event as a table writes it") from None


def read_log(path: Path, *, unfinished: bool = False) -> Iterator[Record | Snapshot]:
    """Everything in a table's log, every seal checked. With `unfinished`, a last line that was cut short is left out."""
    for line in read_lines(path, unfinished=unfinished):
        yield read_line(path, line)
