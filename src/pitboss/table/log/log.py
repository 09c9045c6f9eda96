"""The log that tables and Poker rooms share: what its lines are, where they go, and who signed them.

A store appends records at a version, whole, gives them back from a version on, and is leased by one table or room at a time.
`LogFormat` says what the lines of its log are: `pitboss.table.log.stores` has that of tables, `pitboss.card_room.stores` of
rooms. `Proof` reads a log and checks who signed it. A replay raises `Difference`.
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
    from pitboss.evidence.keys import HouseKey, PublicKey  # whoever signs nothing need not load it


class Versioned(Protocol):
    """A record or a snapshot: the version that it brought a table to, or was taken at."""

    @property
    def version(self) -> int: ...


R = TypeVar("R", bound=Versioned)  # a record
S = TypeVar("S", bound=Versioned)  # a snapshot
S_contra = TypeVar("S_contra", bound=Versioned, contravariant=True)
T = TypeVar("T")


class Difference(Exception):
    """The log does not follow the rules: where, what it says, and what the rules say."""

    def __init__(self, line: int, recorded: str, ruled: str) -> None:
        super().__init__(f"line {line}: the log says {recorded}, the rules say {ruled}")
        self.line = line


class Unproven(Difference):
    """What chance left in the log, or who signed it, does not fit: where, and why."""

    def __init__(self, line: int, why: str) -> None:
        Exception.__init__(self, f"line {line}: {why}")
        self.line = line


class Store(Protocol[R, S_contra]):
    """What a table or a room needs of a store."""

    def lease(self) -> None:
        """Makes the caller the only one who appends; raises BadLog where there is another."""

    def append(self, version: int, records: Sequence[R], snapshot: S_contra | None = None) -> None:
        """Puts records behind the one that made this version, with the snapshot after the last of them, all of it or nothing,
        durable on return, or before whoever owns the store tells anybody; raises Stopped where that fails or others have
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

    of: str  # what it is the log of, in a word

    def __init__(self) -> None:
        self.records: list[R] = []
        self.snapshots: list[S] = []
        self._leased = False

    def lease(self) -> None:
        if self._leased:
            raise BadLog(f"this log is being written by another {self.of}")
        self._leased = True

    def append(self, version: int, records: Sequence[R], snapshot: S | None = None) -> None:
        kept = self.records
        if kept and kept[-1].version != version:
            raise Stopped(f"the log is at version {kept[-1].version}, and the {self.of} at {version}")
        kept += records
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
    """The snapshot that a line says, None where it is a record; raises ValueError or KeyError where it is of something else."""
    if not body.startswith(SNAPSHOT_START):
        return None
    return msgspec.json.decode(_SNAPSHOTS.decode(body)["snapshot"][of], type=type_)


@dataclass(frozen=True)
class LogFormat(Generic[R, S]):
    """What the lines of one kind of log are, and which of them the house signs."""

    of: str  # a table or a room; a snapshot in a line has this name
    record: type[R]
    snapshot: type[S]
    encode: Callable[[R], bytes]  # a record as JSON
    decode: Callable[[bytes], R]
    signed_name: Callable[[R | S], str | None]  # by the first line; None where that opens nothing
    is_signed: Callable[[R | S], bool]
    is_closed: Callable[[R | S], bool]
    over: str  # what is so when it is closed
    unreadable: str  # the message for a log and a line that say nothing of the kind

    def read_line(self, log: Path | Place, line: Line) -> R | S:
        """What a line of such a log says; raises BadLog."""
        try:
            return snapshot_in(self.of, line.body, self.snapshot) or self.decode(line.body)
        except (msgspec.MsgspecError, PitbossError, ValueError, TypeError, KeyError, RecursionError):
            where = f"line {line.number}" if line.number else "a line"
            raise BadLog(self.unreadable.format(log=log, line=where)) from None

    def read_log(self, log: Path | Place) -> Iterator[R | S]:
        """Everything in such a log, every seal checked."""
        return (self.read_line(log, line) for line in place_of(log).read())


class Proof(Generic[R, S]):
    """Who signed a log, and how far. Without a key signatures are only counted."""

    def __init__(self, format_: LogFormat[R, S], key: "PublicKey | None", name: str | None = None) -> None:
        self.format, self.key = format_, key
        self.name = name  # under which the log is signed; by its first line where nobody says it
        self.signatures = 0
        self.signed_to = 0  # the version of the last line that is signed
        self._signers: list[str] = [] if key is None else [each.key for each in key.all]  # that may have signed the next line

    def read(self, log: Place) -> Iterator[tuple[Line, R | S]]:
        """Every line with what it says, every seal and signature checked; raises BadLog or Unproven."""
        for line in log.read():
            event = self.format.read_line(log, line)
            if why := self.objection(line, event):
                raise Unproven(line.number, why)
            yield line, event

    def objection(self, line: Line, event: R | S) -> str:
        """What is wrong with the signature of the next line, or with its having none; "" where nothing is."""
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
            found = read_signature(line.signature, self.name, event.version, line.seal, self.key)
        except BadEvidence as error:
            return str(error)
        if found.key not in self._signers:
            return f"it is signed with {found.key}, which the house had given up for another key by then"
        self._signers = self._signers[: self._signers.index(found.key) + 1]
        disagrees = found.closed is not self.format.is_closed(event)
        return f"the signature disagrees on whether {self.format.over}" if disagrees else ""


Check = Callable[[Sequence[tuple[Line, R | S]]], None]  # of the lines with which a log is taken up again; raises BadLog


class LogStore(Generic[R, S]):
    """A log of sealed lines, a line for each record. It is locked from its first record, or from when it is opened again."""

    format: LogFormat[R, S]

    def __init__(self, given: Path | Place, *, signer: "HouseKey | None" = None) -> None:
        self.place = place_of(given)
        self.signer = signer
        self.name = ""  # under which it signs
        self.version = 0
        self.lines = 0  # the number of the last line when the log was opened again, where it was counted
        self._lines: Lines | None = None
        self._seals: dict[int, str] = {}  # of the lines that were read when the log was opened again

    @classmethod
    def again(
        cls, given: Path | Place, *, signer: "HouseKey | None" = None, check: "Check[R, S] | None" = None
    ) -> tuple[Self, S | None, list[R]]:
        """A store that goes on with a log; the last snapshot in it and the records after that, every seal checked, and whatever
        else `check` looks at in these lines."""
        store = cls(given, signer=signer)
        store._lines, lines = store.place.again()
        try:
            found = [(line, store.format.read_line(store.place, line)) for line in lines]
            snapshot, records = store._take_up(found)
            if check is not None:
                check(found)
        except BaseException:
            store.release()
            raise
        return store, snapshot, records

    def _take_up(self, found: Sequence[tuple[Line, R | S]]) -> tuple[S | None, list[R]]:
        of, name = self.format.of, self.format.signed_name(found[0][1])
        if name is None:
            raise BadLog(f"{self.place} is not a {of}'s log: it does not start with the {of}")
        self.name = name
        snapshot: S | None = None
        records: list[R] = []
        self.lines = found[-1][0].number
        for line, event in found:
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
        """Whether a log that was opened again goes at least as far as is known of it; raises BadLog. Before the last snapshot
        the chain of seals vouches for it."""
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
        """A line to be written, signed with the key of the house where a house signs it."""
        if self.signer is not None and self.format.is_signed(line):
            return Row(body, partial(self._signature, self.signer, line))
        return body if isinstance(body, bytes) else Row(body)

    def _signature(self, signer: "HouseKey", line: R | S, seal: str) -> bytes:
        from pitboss.evidence.signatures import sign_head

        return msgspec.json.encode(sign_head(signer, self.name, line.version, seal, self.format.is_closed(line)))

    def read(self, version: int = 0) -> Iterator[R]:
        for found in self.format.read_log(self.place):
            if isinstance(found, self.format.record) and found.version > version:
                yield found

    def release(self) -> None:
        if self._lines is not None:
            self._lines.close()
