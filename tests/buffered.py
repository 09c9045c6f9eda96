"""Places that are no files: what is appended waits until it is committed, as in the database of a server, and until then nobody
may read there."""

from collections.abc import Iterable, Iterator, Sequence

from pitboss.card_room.logs import PlacedLogs
from pitboss.errors import BadLog
from pitboss.evidence.keys import HouseKey
from pitboss.table.log.sealed import FIRST, Line, Place, Row, line_after, text_of


class Stream:
    """A place in memory, and the log that is written there."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: list[Line] = []
        self.waiting: list[Line] = []
        self.seal = FIRST
        self.leased = False

    def __str__(self) -> str:
        return f"stream {self.name}"

    def commit(self) -> None:
        """What waits is durable."""
        self.lines += [line._replace(number=n) for n, line in enumerate(self.waiting, len(self.lines) + 1)]
        self.waiting = []

    def lose(self) -> None:
        """The process ends before what waits is committed."""
        self.waiting, self.leased = [], False

    def text(self) -> bytes:
        """The file that the log is exported to."""
        return b"".join(text_of(line) + b"\n" for line in self._committed())

    def _committed(self) -> list[Line]:
        assert not self.waiting, f"{self} is read, and its last lines are not committed"
        return self.lines

    # ------------------------------------------------------------------ the place

    def is_empty(self) -> bool:
        return not self._committed()

    def check_new(self) -> None:
        if self._committed() or self.leased:
            raise BadLog(f"{self} has lines already")

    def new(self, first: bytes | Row) -> "Stream":
        self.check_new()
        self.leased = True
        self.append([first])
        return self

    def again(self) -> tuple["Stream", list[Line]]:
        if not self._committed() or self.leased:
            raise BadLog(f"{self} has no lines, or is being written")
        self.leased, self.seal = True, self.lines[-1].seal
        snapshots = [n for n, line in enumerate(self.lines) if line.body.startswith(b'{"snapshot":')]
        return self, self.lines[snapshots[-1] if snapshots else 0 :]

    def read(self) -> Iterator[Line]:
        before = FIRST
        for line in self._committed():
            assert line_after(before, line.body).seal == line.seal
            yield line
            before = line.seal

    def last(self) -> Line | None:
        return self._committed()[-1] if self.lines else None

    # ------------------------------------------------------------------ its lines

    def append(self, rows: Sequence[bytes | Row]) -> None:
        assert self.leased
        for row in rows:
            self.waiting.append(line_after(self.seal, row))
            self.seal = self.waiting[-1].seal

    def close(self) -> None:
        self.leased = False


class Streams(PlacedLogs):
    """The logs of a room in such places."""

    def __init__(self, key: HouseKey | None = None) -> None:
        super().__init__(key)
        self.streams: dict[str, Stream] = {}

    def place(self, name: str) -> Place:
        return self.streams.setdefault(name, Stream(name))

    def names(self) -> Iterable[str]:
        return sorted(name for name, stream in self.streams.items() if not stream.is_empty())

    def commit(self) -> None:
        """What waits in any of them is durable."""
        for stream in self.streams.values():
            stream.commit()

    def lose(self) -> None:
        """The process ends before what waits is committed."""
        for stream in self.streams.values():
            stream.lose()
