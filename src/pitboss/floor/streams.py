"""Streams of the database as places of logs: what is appended goes into the unit of the command at work.

Nothing is durable when `append` returns. The floor submits the unit and tells nobody before the writer has committed it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from pitboss.errors import BadLog, Stopped
from pitboss.floor.units import RECORD, SNAPSHOT, StreamLine, Unit
from pitboss.table.sealed import FIRST, Line, Row, digest, line_after

BEHIND = b'{"snapshot":'  # how the line of a snapshot begins


class Reads(Protocol):
    """What streams are read from: a database, or one moment of it."""

    def head(self, stream: str) -> StreamLine | None: ...

    def tail(self, stream: str) -> list[StreamLine]: ...

    def lines(self, stream: str, after: int = 0) -> Iterator[StreamLine]: ...

    def streams(self, begins: str = "") -> Iterable[str]: ...


class Streams:
    """The streams of one bank, and the unit into which their lines go now."""

    def __init__(self, reads: Reads) -> None:
        self.reads = reads
        self.unit: Unit | None = None

    def into(self, unit: Unit) -> "Into":
        """Has all lines go into a unit meanwhile."""
        return Into(self, unit)

    def place(self, stream: str) -> "StreamPlace":
        """The place of a stream."""
        return StreamPlace(self, stream)


class Into:
    """The time in which lines go into a unit. One begins with every command: a generator would take longer than the rest."""

    __slots__ = ("_streams", "_unit")

    def __init__(self, streams: Streams, unit: Unit) -> None:
        self._streams, self._unit = streams, unit

    def __enter__(self) -> Unit:
        self._streams.unit = self._unit
        return self._unit

    def __exit__(self, *_: object) -> None:
        self._streams.unit = None


class StreamLines:
    """A stream that its bank goes on with."""

    def __init__(self, streams: Streams, stream: str, seq: int, seal: str, version: int) -> None:
        self.seal = seal
        self._streams, self._stream = streams, stream
        self._seq, self._version = seq, version

    def append(self, rows: Sequence[bytes | Row]) -> None:
        unit = self._streams.unit
        if unit is None:
            raise Stopped(f"{self._stream} is written within a unit of its bank only")
        for row in rows:
            if type(row) is bytes:
                body, seal, signature = row, digest(self.seal, row), ""
            else:
                _, body, seal, signature = line_after(self.seal, row)
            self._seq += 1
            kind = RECORD
            if body.startswith(BEHIND):
                kind = SNAPSHOT
            else:
                self._version = version_in(body, self._version)
            unit.lines.append(StreamLine(self._stream, self._seq, kind, self._version, body, seal, signature))
            self.seal = seal

    def close(self) -> None:
        """A bank gives its streams free when it gives up its lease."""


def version_in(body: bytes, before: int) -> int:
    """The version that a record tells, or one more than before, where its log counts lines only.

    >>> version_in(b'{"v":57,"at":3}', 5), version_in(b'{"meter":"moved"}', 5)
    (57, 6)
    """
    return int(body[5 : body.index(b",")]) if body.startswith(b'{"v":') else before + 1


class StreamPlace:
    """A stream as the place of a log."""

    def __init__(self, streams: Streams, stream: str) -> None:
        self._streams, self._stream = streams, stream

    def __str__(self) -> str:
        return f"the log {self._stream}"

    def is_empty(self) -> bool:
        return self._streams.reads.head(self._stream) is None

    def check_new(self) -> None:
        if not self.is_empty():
            raise BadLog(f"{self} has begun already")

    def new(self, first: bytes | Row) -> StreamLines:
        lines = StreamLines(self._streams, self._stream, 0, FIRST, 0)
        lines.append([first])
        return lines

    def again(self) -> tuple[StreamLines, list[Line]]:
        found = self._streams.reads.tail(self._stream)
        if not found:
            raise BadLog(f"{self} is missing")
        lines = list(checked(found, FIRST if found[0].seq == 1 else None))
        last = found[-1]
        return StreamLines(self._streams, self._stream, last.seq, last.seal, last.version), lines

    def read(self) -> Iterator[Line]:
        return checked(self._streams.reads.lines(self._stream), FIRST)

    def last(self) -> Line | None:
        found = self._streams.reads.head(self._stream)
        return None if found is None else Line(found.seq, found.body, found.seal, found.signature)


def checked(lines: Sequence[StreamLine] | Iterator[StreamLine], before: str | None) -> Iterator[Line]:
    """Lines of a stream, every seal and number checked; raises BadLog. `before` is the seal before the first, None where that
    was left out: then the first is a snapshot, which names it."""
    seq: int | None = 0 if before is not None else None
    for line in lines:
        if before is None:
            before = line.body[len(BEHIND) + 10 : len(BEHIND) + 74].decode(errors="replace")
        if digest(before, line.body) != line.seal or line.seq != (line.seq if seq is None else seq + 1):
            raise BadLog(f"the log {line.stream}, line {line.seq} has been edited: its seal does not hold")
        yield Line(line.seq, line.body, line.seal, line.signature)
        before, seq = line.seal, line.seq
