"""The log that tables and Poker rooms share: the format of its lines, their places, and their signatures.

A store appends records at a version, atomically, returns them from a version on, and is leased by one table or room at a time.
`LogFormat` defines the lines of a log: `pitboss.table.log.stores` has the format of tables, `pitboss.card_room.stores` that of
rooms. `Proof` reads a log and checks its signatures. A replay raises `Difference`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

import msgspec

from pitboss.errors import BadLog, PitbossError, Stopped
from pitboss.evidence.errors import BadEvidence
from pitboss.table.log.sealed import BEFORE_SEAL, SNAPSHOT_START, Body, Line, Lines, Place, Row, place_of

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey, PublicKey  # loaded only for signing


class Versioned(Protocol):
    """A record or a snapshot, with the version of the table after it."""

    @property
    def version(self) -> int: ...


R = TypeVar("R", bound=Versioned)  # a record
S = TypeVar("S", bound=Versioned)  # a snapshot
S_contra = TypeVar("S_contra", bound=Versioned, contravariant=True)
T = TypeVar("T")


class Difference(Exception):
    """The log breaks the rules: the line, what it records, and what the rules say."""

    def __init__(self, line: int, recorded: str, ruled: str) -> None:
        super().__init__(f"line {line}: the log says {recorded}, the rules say {ruled}")
        self.line = line


class Unproven(Difference):
    """The evidence of chance in the log, or a signature, is wrong: the line, and why."""

    def __init__(self, line: int, why: str) -> None:
        Exception.__init__(self, f"line {line}: {why}")
        self.line = line


class Store(Protocol[R, S_contra]):
    """What a table or a room needs of a store."""

    def lease(self) -> None:
        """Makes the caller the only writer; raises BadLog where there is another."""

    def append(self, version: int, records: Sequence[R], snapshot: S_contra | None = None) -> None:
        """Appends records after `version`, with the snapshot after the last of them: all or nothing. They are durable on
        return, or before the store's owner shows them to anyone. Raises Stopped where that fails or another writer has
        appended."""

    def read(self, version: int = 0) -> Iterator[R]:
        """The durable records after a version."""

    def release(self) -> None:
        """Gives the lease back."""

    @property
    def seal(self) -> str:
        """The seal of the last record, "" where the store does not seal."""


class MemoryStore(Generic[R, S]):
    """A log in memory."""

    of: str  # what the log belongs to, such as "table"

    def __init__(self) -> None:
        self.records: list[R] = []
        self.snapshots: list[S] = []
        self._leased = False

    def lease(self) -> None:
        if self._leased:
            raise BadLog(f"this log is being written by another {self.of}")
        self._leased = True

    def append(self, version: int, records: Sequence[R], snapshot: S | None = None) -> None:
        log = self.records
        if log and log[-1].version != version:
            raise Stopped(f"the log is at version {log[-1].version}, and the {self.of} at {version}")
        log += records
        if snapshot is not None:
            self.snapshots.append(snapshot)

    def read(self, version: int = 0) -> Iterator[R]:
        return (record for record in self.records if record.version > version)

    def release(self) -> None:
        self._leased = False

    @property
    def seal(self) -> str:
        return ""


# ---------------------------------------------------------------------------- sealed lines


_SNAPSHOTS = msgspec.json.Decoder(dict[str, dict[str, msgspec.Raw]])


def snapshot_body(of: str, snapshot: bytes, seal: str) -> bytes:
    """The line of a snapshot of a table, a room or a meter (`of`), which names the seal of the line before."""
    return BEFORE_SEAL + f'{seal}","{of}":'.encode() + snapshot + b"}}"


def snapshot_in(of: str, body: bytes, type_: type[T]) -> T | None:
    """The snapshot in a line, None if the line is a record; raises ValueError or KeyError for another kind of snapshot."""
    if not body.startswith(SNAPSHOT_START):
        return None
    return msgspec.json.decode(_SNAPSHOTS.decode(body)["snapshot"][of], type=type_)


@dataclass(frozen=True)
class LogFormat(Generic[R, S]):
    """The lines of one kind of log, and which of them the house signs."""

    of: str  # table or room; also names a snapshot in its line
    record: type[R]
    snapshot: type[S]
    encode: Callable[[R], bytes]  # a record as JSON
    decode: Callable[[bytes], R]
    signed_name: Callable[[R | S], str | None]  # the name on the first line; None where that opens nothing
    is_signed: Callable[[R | S], bool]
    is_closed: Callable[[R | S], bool]
    over: str  # what a closed log means, in words
    unreadable: str  # the message for a line that is no event of such a log

    def read_line(self, log: Path | Place, line: Line) -> R | S:
        """The record or snapshot in a line; raises BadLog."""
        try:
            return snapshot_in(self.of, line.body, self.snapshot) or self.decode(line.body)
        except (msgspec.MsgspecError, PitbossError, ValueError, TypeError, KeyError, RecursionError):
            where = f"line {line.number}" if line.number else "a line"
            raise BadLog(self.unreadable.format(log=log, line=where)) from None

    def read_log(self, log: Path | Place) -> Iterator[R | S]:
        """Every record and snapshot in a log, with every seal checked."""
        return (self.read_line(log, line) for line in place_of(log).read())


class Proof(Generic[R, S]):
    """The signatures of a log, and how far they reach. Without a key, signatures are only counted."""

    def __init__(self, format_: LogFormat[R, S], key: "PublicKey | None", name: str | None = None) -> None:
        self.format, self.key = format_, key
        self.name = name  # under which the log is signed; by default that of its first line
        self.signatures = 0
        self.signed_to = 0  # the version of the last line that is signed
        self._signers: list[str] = [] if key is None else [each.key for each in key.all]  # may have signed the next line

    def read(self, log: Place) -> Iterator[tuple[Line, R | S]]:
        """Every line with its record or snapshot, every seal and signature checked; raises BadLog or Unproven."""
        for line in log.read():
            event = self.format.read_line(log, line)
            if why := self.objection(line, event):
                raise Unproven(line.number, why)
            yield line, event

    def objection(self, line: Line, event: R | S) -> str:
        """What is wrong with the next line's signature or the lack of one; "" if nothing is."""
        if self.name is None:
            self.name = self.format.signed_name(event) or ""
        if line.signature:
            self.signatures, self.signed_to = self.signatures + 1, event.version
        if self.key is None:
            return ""
        if not line.signature:
            return "the house signs such a line, and did not sign this one" if self.format.is_signed(event) else ""
        from pitboss.evidence.signatures import read_signature

        try:
            signature = read_signature(line.signature, self.name, event.version, line.seal, self.key)
        except BadEvidence as error:
            return str(error)
        if signature.key not in self._signers:
            return f"it is signed with {signature.key}, which the house had given up for another key by then"
        self._signers = self._signers[: self._signers.index(signature.key) + 1]
        disagrees = signature.closed is not self.format.is_closed(event)
        return f"the signature disagrees on whether {self.format.over}" if disagrees else ""


Check = Callable[[Sequence[tuple[Line, R | S]]], None]  # an extra check of the lines with which a log continues; raises BadLog


class LogStore(Generic[R, S]):
    """A log of sealed lines, one per record. It is locked from its first record on, or from when it is reopened."""

    format: LogFormat[R, S]

    def __init__(self, location: Path | Place, *, signer: "HouseKey | None" = None) -> None:
        self.place = place_of(location)
        self.signer = signer
        self.name = ""  # the name in its signatures
        self.version = 0
        self.lines = 0  # the number of the last line when the log was reopened, 0 if not counted
        self._lines: Lines | None = None
        self._seals: dict[int, str] = {}  # by version, of the lines read when the log was reopened

    @classmethod
    def again(
        cls, location: Path | Place, *, signer: "HouseKey | None" = None, check: "Check[R, S] | None" = None
    ) -> tuple[Self, S | None, list[R]]:
        """A store that continues a log, the log's last snapshot and the records after it, with every seal checked. `check` may
        check these lines further."""
        store = cls(location, signer=signer)
        store._lines, lines = store.place.again()
        try:
            events = [(line, store.format.read_line(store.place, line)) for line in lines]
            snapshot, records = store._take_up(events)
            if check is not None:
                check(events)
        except BaseException:
            store.release()
            raise
        return store, snapshot, records

    def _take_up(self, events: Sequence[tuple[Line, R | S]]) -> tuple[S | None, list[R]]:
        of, name = self.format.of, self.format.signed_name(events[0][1])
        if name is None:
            raise BadLog(f"{self.place} is not a {of}'s log: it does not start with the {of}")
        self.name = name
        snapshot: S | None = None
        records: list[R] = []
        self.lines = events[-1][0].number
        for line, event in events:
            self.version = event.version
            self._seals[event.version] = line.seal
            if isinstance(event, self.format.snapshot):
                snapshot, records = event, []
            elif isinstance(event, self.format.record):
                records.append(event)
        return snapshot, records

    @property
    def seal(self) -> str:
        return self._lines.seal if self._lines is not None else ""

    def check_mark(self, mark: tuple[int, str]) -> None:
        """Checks that a reopened log reaches a version that is known to have been written; raises BadLog. Before the last
        snapshot the chain of seals vouches for it."""
        version, seal = mark
        if self.version < version:
            raise BadLog(f"{self.place} ends at version {self.version}, and version {version} is known to have been written")
        if self._seals.get(version, seal) != seal:
            raise BadLog(f"{self.place}, version {version} is not the one that is known to have been written")

    def lease(self) -> None:
        if self._lines is None:
            self.place.check_new()

    def append(self, version: int, records: Sequence[R], snapshot: S | None = None) -> None:
        form = self.format
        if self._lines is not None and version != self.version:
            raise Stopped(f"{self.place} is at version {self.version}, and the {form.of} at {version}")
        rows = [self._row(form.encode(record), record) for record in records]
        if snapshot is not None:
            rows.append(self._row(partial(snapshot_body, form.of, msgspec.json.encode(snapshot)), snapshot))
        if self._lines is None:
            self.name = form.signed_name(records[0]) or ""
            self._lines = self.place.new(rows.pop(0))
        if rows:
            self._lines.append(rows)
        self.version = records[-1].version

    def _row(self, body: Body, line: R | S) -> bytes | Row:
        """A line to be written, signed with the house's key if the house signs such lines."""
        if self.signer is not None and self.format.is_signed(line):
            return Row(body, partial(self._signature, self.signer, line))
        return body if isinstance(body, bytes) else Row(body)

    def _signature(self, signer: "HouseKey", line: R | S, seal: str) -> bytes:
        from pitboss.evidence.signatures import sign_head

        return msgspec.json.encode(sign_head(signer, self.name, line.version, seal, self.format.is_closed(line)))

    def read(self, version: int = 0) -> Iterator[R]:
        for event in self.format.read_log(self.place):
            if isinstance(event, self.format.record) and event.version > version:
                yield event

    def release(self) -> None:
        if self._lines is not None:
            self._lines.close()
