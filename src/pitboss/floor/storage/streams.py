"""Streams as places of logs: appended lines go into the current unit.

Nothing is durable when `append` returns; the floor submits the unit and shows nothing before it is committed.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from pitboss.errors import BadLog, Stopped
from pitboss.evidence.keys import HouseKey
from pitboss.floor.storage.transactions import RECORD, SNAPSHOT, Reads, StreamLine, Unit
from pitboss.floor.storage.vouching import why_not
from pitboss.table.log.sealed import FIRST, SNAPSHOT_START, Line, Lines, Row, digest, line_after, seal_before

HELD = 10_000  # lines of a piece that stay in memory while it is played again


class Streams:
    """The streams of a bank, with the current unit."""

    def __init__(self, reads: Reads, key: HouseKey | None = None) -> None:
        self.reads = reads
        self.key = key  # to check marks; without it none is checked
        self.unit: Unit | None = None

    def into(self, unit: Unit) -> "Into":
        """Has all lines go into a unit meanwhile."""
        return Into(self, unit)

    def place(self, stream: str) -> "StreamPlace":
        """The place of a stream."""
        return StreamPlace(self, stream)


class Into:
    """The scope of a unit. A class, since a generator would cost more than the rest of a command."""

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
            if body.startswith(SNAPSHOT_START):
                kind = SNAPSHOT
            else:
                self._version = version_in(body, self._version)
            unit.lines.append(StreamLine(self._stream, self._seq, kind, self._version, body, seal, signature))
            self.seal = seal

    def close(self) -> None:
        """A bank gives its streams free when it gives up its lease."""


def version_in(body: bytes, before: int) -> int:
    """The version in a record, or the next one if its log only counts lines.

    >>> version_in(b'{"v":57,"at":3}', 5), version_in(b'{"meter":"moved"}', 5)
    (57, 6)
    """
    return int(body[5 : body.index(b",")]) if body.startswith(b'{"v":') else before + 1


class ReadPlace:
    """A stream as the place of a log that is only read."""

    def __init__(self, reads: Reads, stream: str) -> None:
        self._reads, self._stream = reads, stream

    def __str__(self) -> str:
        return f"the log {self._stream}"

    def is_empty(self) -> bool:
        return self._reads.head(self._stream) is None

    def check_new(self) -> None:
        raise BadLog(f"{self} is only read here")

    def new(self, first: bytes | Row) -> Lines:
        raise BadLog(f"{self} is only read here")

    def again(self) -> tuple[Lines, list[Line]]:
        raise BadLog(f"{self} is only read here")

    def read(self) -> Iterator[Line]:
        return checked(self._reads.lines(self._stream), FIRST)

    def last(self) -> Line | None:
        line = self._reads.head(self._stream)
        return None if line is None else Line(line.seq, line.body, line.seal, line.signature)


class PiecePlace(ReadPlace):
    """Lines of a stream as the place of a log: from a snapshot, or the first line (0), to a last one. A piece that is not long
    is read from the database once, however often it is read."""

    def __init__(self, reads: Reads, stream: str, first: int, last: int) -> None:
        super().__init__(reads, stream)
        self._first, self._end = first, last
        self._lines: list[Line] = []

    def read(self) -> Iterator[Line]:
        if self._end - self._first > HELD:
            return self._checked()
        self._lines = self._lines or list(self._checked())
        return iter(self._lines)

    def _checked(self) -> Iterator[Line]:
        lines = takewhile(lambda line: line.seq <= self._end, self._reads.lines(self._stream, max(0, self._first - 1)))
        return checked(lines, None if self._first else FIRST)


class StreamPlace(ReadPlace):
    """A stream as the place of a log."""

    def __init__(self, streams: Streams, stream: str) -> None:
        super().__init__(streams.reads, stream)
        self._streams = streams

    def check_new(self) -> None:
        if not self.is_empty():
            raise BadLog(f"{self} has begun already")

    def new(self, first: bytes | Row) -> StreamLines:
        lines = StreamLines(self._streams, self._stream, 0, FIRST, 0)
        lines.append([first])
        return lines

    def again(self) -> tuple[StreamLines, list[Line]]:
        tail = self._streams.reads.tail(self._stream)
        if not tail:
            raise BadLog(f"{self} is missing")
        lines = list(checked(tail, FIRST if tail[0].seq == 1 else None))
        last, key = tail[-1], self._streams.key
        if key is not None and (why := why_not(self._streams.reads, key, last)):
            raise BadLog(f"{self}: {why}; `pitboss audit` tells more")
        return StreamLines(self._streams, self._stream, last.seq, last.seal, last.version), lines


def checked(lines: Sequence[StreamLine] | Iterator[StreamLine], before: str | None) -> Iterator[Line]:
    """Lines with seals and numbers checked; raises BadLog. `before` is the seal before the first, None for a snapshot."""
    seq: int | None = 0 if before is not None else None
    for line in lines:
        if before is None:
            before = seal_before(line.body)
        if digest(before, line.body) != line.seal or line.seq != (line.seq if seq is None else seq + 1):
            raise BadLog(f"the log {line.stream}, line {line.seq} has been edited: its seal does not hold")
        yield Line(line.seq, line.body, line.seal, line.signature)
        before, seq = line.seal, line.seq
