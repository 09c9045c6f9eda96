"""A snapshot of the database within one read transaction, for audit, export and recall.

The server may write meanwhile, unseen here. Rows are read a page at a time.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import sqlalchemy as sa

from pitboss.card_room.logs import PlacedLogs
from pitboss.errors import BadLog
from pitboss.floor.storage.archives import Archive
from pitboss.floor.storage.schema import event
from pitboss.floor.storage.streams import ReadPlace
from pitboss.floor.storage.transactions import RECORD, SNAPSHOT, StreamLine

PAGE = 1000  # rows read at a time
COLUMNS = tuple(event.c[name] for name in StreamLine._fields)


class View:
    """The streams as one transaction sees them, to their ends or to the lines that are named."""

    def __init__(self, connection: sa.Connection, ends: Mapping[str, int] | None = None, archived: bool = True) -> None:
        """With `archived`, what archived lines say is read from their files; else their bodies are empty."""
        self.connection = connection
        self._ends = ends
        self.archive = Archive(connection.get_execution_options().get("archive")) if archived else None
        if connection.dialect.name == "postgresql":  # readers may pause for long
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")

    def streams(self, begins: str = "") -> Iterator[str]:
        """The names of all streams that begin so, in order."""
        last = begins
        query = sa.select(sa.func.min(event.c.stream))
        name = self.connection.execute(query.where(event.c.stream >= last)).scalar()
        while name is not None and name.startswith(begins):
            yield name
            name = self.connection.execute(query.where(event.c.stream > name)).scalar()

    def lines(self, stream: str, after: int = 0) -> Iterator[StreamLine]:
        """The lines of a stream after a number."""
        while True:
            page = self.page(stream, after)
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1].seq

    def page(self, stream: str, after: int = 0) -> list[StreamLine]:
        """The next lines of a stream after a number, as many as are read at a time."""
        query = sa.select(*COLUMNS).where(event.c.stream == stream, event.c.seq > after).order_by(event.c.seq).limit(PAGE)
        if self._ends is not None:
            query = query.where(event.c.seq <= self._ends.get(stream, 0))
        return [self._line(row) for row in self.connection.execute(query)]

    def head(self, stream: str) -> StreamLine | None:
        """The last line of a stream."""
        query = sa.select(*COLUMNS).where(event.c.stream == stream).order_by(event.c.seq.desc()).limit(1)
        if self._ends is not None:
            query = query.where(event.c.seq <= self._ends.get(stream, 0))
        row = self.connection.execute(query).one_or_none()
        return None if row is None else self._line(row)

    def tail(self, stream: str) -> list[StreamLine]:
        """The lines of a stream from its last snapshot on, or all of them."""
        snapshots = (event.c.stream == stream, event.c.kind == sa.literal_column(f"'{SNAPSHOT}'"))
        last = sa.func.coalesce(sa.select(sa.func.max(event.c.seq)).where(*snapshots).scalar_subquery(), 0)
        query = sa.select(*COLUMNS).where(event.c.stream == stream, event.c.seq >= last).order_by(event.c.seq)
        return [self._line(row) for row in self.connection.execute(query)]

    def pages(self, after: int = 0) -> Iterator[list[tuple[int, StreamLine]]]:
        """Pages of all lines in the order written, each line with its id, behind one of these."""
        while True:
            query = sa.select(event.c.id, *COLUMNS).where(event.c.id > after).order_by(event.c.id).limit(PAGE)
            page = [(int(row[0]), self._line(row[1:])) for row in self.connection.execute(query)]
            if not page:
                return
            yield page
            after = page[-1][0]

    def records(self, stream: str, first: int, last: int) -> Iterator[tuple[int, StreamLine]]:
        """The records of a range of versions, each with its id. Each version has one record, with snapshots between, so no
        record has a lower number than its version."""
        seq = first
        while True:
            query = (
                sa.select(event.c.id, *COLUMNS)
                .where(event.c.stream == stream, event.c.seq >= seq, event.c.kind == RECORD, event.c.version >= first)
                .order_by(event.c.seq)
                .limit(min(PAGE, max(0, last - first + 1)))
            )
            page = [(int(row[0]), self._line(row[1:])) for row in self.connection.execute(query)]
            for number, line in page:
                if line.version > last:
                    return
                yield number, line
            if not page or page[-1][1].version >= last:
                return
            seq, first = page[-1][1].seq + 1, page[-1][1].version + 1

    def snapshot_before(self, stream: str, version: int) -> tuple[int, StreamLine] | None:
        """The last snapshot of a stream that was taken before a version, with its number in the database."""
        query = (
            sa.select(event.c.id, *COLUMNS)
            .where(event.c.stream == stream, event.c.kind == sa.literal_column(f"'{SNAPSHOT}'"), event.c.version < version)
            .order_by(event.c.seq.desc())
            .limit(1)
        )
        row = self.connection.execute(query).one_or_none()
        return None if row is None else (int(row[0]), self._line(row[1:]))

    def _line(self, row: Any) -> StreamLine:
        stream, seq, kind, version, body, seal, signature, mark = row
        if isinstance(body, str):  # SQLite does not enforce types
            raise BadLog(f"the log {stream}, line {seq} is not kept as it was written")
        if not body and self.archive is not None:
            body = self.archive.body(stream, seq, seal)
        return StreamLine(stream, int(seq), kind, int(version), bytes(body), seal, signature, mark)

    def scalar(self, sql: str, **parameters: Any) -> Any:
        """The one value that a query finds, None for none."""
        return self.connection.execute(sa.text(sql), parameters).scalar()

    def snapshots(self, stream: str, after: int = 0) -> list[int]:
        """The lines of a stream behind one that are snapshots."""
        found = (event.c.stream == stream, event.c.kind == sa.literal_column(f"'{SNAPSHOT}'"), event.c.seq > after)
        return [int(seq) for (seq,) in self.connection.execute(sa.select(event.c.seq).where(*found).order_by(event.c.seq))]

    def place(self, stream: str) -> ReadPlace:
        """A stream as the place of a log."""
        return ReadPlace(self, stream)

    def room(self, bank: str) -> "ViewLogs":
        """The logs of a Poker room."""
        return ViewLogs(self, bank)


class ViewLogs(PlacedLogs):
    """The logs of a room, read-only."""

    def __init__(self, view: View, bank: str) -> None:
        super().__init__()
        self._view, self._begins = view, f"{bank}/"

    def place(self, name: str) -> ReadPlace:
        return self._view.place(self._begins + name)

    def names(self) -> Iterable[str]:
        return [stream.removeprefix(self._begins) for stream in self._view.streams(self._begins)]
