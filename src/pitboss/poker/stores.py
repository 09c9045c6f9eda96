"""Where the records of a room go: the protocol that tables have (`pitboss.table.stores`), with a room's records and snapshots.

A snapshot is the state of the room as JSON (`pitboss.poker.state`).
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from pitboss.errors import BadLog, Stopped
from pitboss.evidence.errors import BadEvidence
from pitboss.poker.commands import CloseRoom, OpenRoom
from pitboss.poker.records import Record, Row, record_of, row_of
from pitboss.poker.state import State, state_of
from pitboss.table import sealed
from pitboss.table.sealed import Line, SealedFile, read_lines

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey, PublicKey  # whoever signs nothing need not load it


class Store(Protocol):
    """What a room needs of a store."""

    def lease(self) -> None:
        """Makes the caller the only one who appends; raises BadLog where there is another."""

    def append(self, version: int, records: Sequence[Record], snapshot: bytes | None = None) -> None:
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
    """A room's log in memory."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.snapshot: bytes | None = None
        self._leased = False

    def lease(self) -> None:
        if self._leased:
            raise BadLog("this log is being written by another room")
        self._leased = True

    def append(self, version: int, records: Sequence[Record], snapshot: bytes | None = None) -> None:
        if self.records and self.records[-1].version != version:
            raise Stopped(f"the log is at version {self.records[-1].version}, and the room at {version}")
        self.records += records
        self.snapshot = snapshot or self.snapshot

    def read(self, version: int = 0) -> Iterator[Record]:
        return (record for record in self.records if record.version > version)

    def release(self) -> None:
        self._leased = False

    @property
    def seal(self) -> str:
        return ""


class FileStore:
    """A room's log in a file, a line for each record; with a key of the house every line but the first is signed, and with it
    all before it."""

    def __init__(self, path: Path, signer: "HouseKey | None" = None) -> None:
        self.path = path
        self.signer = signer
        self.room = ""  # the name under which it signs
        self.version = 0
        self._file: SealedFile | None = None

    @staticmethod
    def again(path: Path, signer: "HouseKey | None" = None) -> "tuple[FileStore, State | None, list[Record]]":
        """A store that goes on with a file; the last snapshot in it and the records after that, every seal checked."""
        store = FileStore(path, signer)
        store._file, lines = SealedFile.open(path)
        try:
            found = [read_line(path, line) for line in lines]
            state = found[0] if isinstance(found[0], State) else None
            records = [each for each in found if isinstance(each, Record)]
            opening = state.opening if state is not None else records[0].command.deed if records else None
            if not isinstance(opening, OpenRoom):
                raise BadLog(f"{path} is not a room's log: it does not start with the room")
            store.room, store.version = opening.name, found[-1].version
            store._check_signer(opening, lines[-1], found[-1])
        except BaseException:
            store.release()
            raise
        return store, state, records

    def _check_signer(self, opening: OpenRoom, last: Line, found: Record | State) -> None:
        """Whether the log goes on with the key with which the room was opened; raises BadLog."""
        if not opening.key and self.signer is None:
            return
        if not opening.key:
            raise BadLog(f"{self.path} is not signed: it goes on without a key")
        if self.signer is None:
            raise BadLog(f"{self.path} is signed: it goes on with the key of the house only")
        if self.signer.public.key != opening.key:
            raise BadLog(f"{self.path} is not signed with your key: {self.signer.public}")
        if why := objection(self.room, last, found, self.signer.public):
            raise BadLog(f"{self.path}: {why}")

    @property
    def seal(self) -> str:
        return self._file.seal if self._file is not None else ""

    def lease(self) -> None:
        if self._file is None and self.path.exists() and (not self.path.is_file() or self.path.stat().st_size):
            raise BadLog(f"{self.path} exists already and is not empty; choose another file, or resume it")

    def append(self, version: int, records: Sequence[Record], snapshot: bytes | None = None) -> None:
        if self._file is not None and version != self.version:
            raise Stopped(f"{self.path} is at version {self.version}, and the room at {version}")
        rows = [
            sealed.Row(msgspec.json.encode(row_of(record)), self._sign(record.version, is_closed(record))) for record in records
        ]
        last = records[-1]
        if snapshot is not None:
            rows.append(sealed.Row(partial(snapshot_body, snapshot), self._sign(last.version, is_closed(last))))
        if self._file is None:
            opening = records[0].command.deed
            self.room = opening.name if isinstance(opening, OpenRoom) else ""
            self._file = SealedFile.create(self.path, msgspec.json.encode(row_of(records[0])))
            del rows[0]
        if rows:
            self._file.append(rows)
        self.version = last.version

    def _sign(self, version: int, closed: bool) -> Callable[[str], bytes] | None:
        return None if self.signer is None else partial(self._signature, self.signer, version, closed)

    def _signature(self, signer: "HouseKey", version: int, closed: bool, seal: str) -> bytes:
        from pitboss.evidence.signatures import sign_head

        return msgspec.json.encode(sign_head(signer, signed_name(self.room), version, seal, closed))

    def read(self, version: int = 0) -> Iterator[Record]:
        found = (read_line(self.path, line) for line in read_lines(self.path))
        return (each for each in found if isinstance(each, Record) and each.version > version)

    def release(self) -> None:
        if self._file is not None:
            self._file.close()


def signed_name(room: str) -> str:
    """The name under which the log of a room is signed: no table can have it."""
    return f"room/{room}"


def is_closed(line: Record | State) -> bool:
    """Whether the room is closed with a line."""
    return line.closed if isinstance(line, State) else isinstance(line.command.deed, CloseRoom)


def objection(room: str, line: Line, found: Record | State, key: "PublicKey") -> str:
    """What is wrong with the signature of a line, or with its having none; "" where nothing is."""
    if not line.signature:
        return "" if line.number == 1 else "the house signs such a line, and did not sign this one"
    from pitboss.evidence.signatures import Signature, verify_head

    try:
        signature = msgspec.json.decode(line.signature, type=Signature)
        verify_head(signature, signed_name(room), found.version, line.seal, [key])
    except BadEvidence as error:
        return str(error)
    if signature.closed is not is_closed(found):
        return "the signature says otherwise whether the room is closed"
    return ""


def snapshot_body(snapshot: bytes, after: str) -> bytes:
    """A snapshot as a line of a log, which says behind which seal it stands so that reading can begin there."""
    return b'{"snapshot":{"after":"' + after.encode() + b'","room":' + snapshot + b"}}"


class _Kept(msgspec.Struct):
    after: str
    room: msgspec.Raw


class _KeptLine(msgspec.Struct):
    snapshot: _Kept


def read_line(path: Path, line: Line) -> Record | State:
    """What a line of a room's log says."""
    where = f"line {line.number}" if line.number else "a line"
    try:
        if line.body.startswith(b'{"snapshot":'):
            return state_of(bytes(msgspec.json.decode(line.body, type=_KeptLine).snapshot.room))
        return record_of(msgspec.json.decode(line.body, type=Row))
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise BadLog(f"{path} is not a room's log: {where} is not an event of a room") from None
