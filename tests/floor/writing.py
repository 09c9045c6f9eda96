"""What tests of the writer share: chains of lines, accounts, leases, and how a database looks."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

import sqlalchemy as sa

from pitboss.floor.storage.commits import Commits
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.transactions import Execute, StreamLine, Unit
from pitboss.floor.storage.writer import Writer
from pitboss.table.log.sealed import FIRST


class Chain:
    """A stream in memory, which makes its own next line."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.seq, self.seal = 0, FIRST

    def line(self, kind: str = "record") -> StreamLine:
        """The next line."""
        self.seq += 1
        body = b'{"number":%d}' % self.seq
        self.seal = hashlib.sha256(self.seal.encode() + body).hexdigest()
        return StreamLine(self.stream, self.seq, kind, self.seq, body, self.seal)


def prepare(database: Database, accounts: int = 3, cage: int = 1000, banks: tuple[str, ...] = ("table/a", "table/b")) -> None:
    """Accounts 1, 2, 3 … with chips in the cage, which an entry each explains, and banks with the fence 1."""

    def work(execute: Execute) -> None:
        for number in range(1, accounts + 1):
            execute(
                "INSERT INTO account (id, name, name_key, role, created, cage) VALUES (?, ?, ?, 'patron', 0, ?)",
                (number, f"p{number}", f"p{number}", cage),
            )
            execute("INSERT INTO entry (stream, seq, account, cents) VALUES ('office', 1, ?, ?)", (f"cage/{number}", cage))
            execute("INSERT INTO entry (stream, seq, account, cents) VALUES ('office', 1, 'issued', ?)", (-cage,))
        for bank in banks:
            execute("INSERT INTO lease (bank, fence, process, since) VALUES (?, 1, '', 0)", (bank,))

    commit(database, Unit(work=work, office=[b'{"opened":true}']))


def commit(database: Database, *units: Unit) -> list[Exception | None]:
    """Commits units over a connection of its own."""
    backend = database.backend()
    try:
        return backend.commit(units)
    finally:
        backend.close()


def rows(database: Database, query: str) -> list[tuple[Any, ...]]:
    """What a query finds."""
    return database.view(lambda connection: [tuple(row) for row in connection.execute(sa.text(query))])


def cages_agree(database: Database) -> None:
    """Money is neither made nor lost, and what accounts have in the cage is what their entries sum to."""
    assert rows(database, "SELECT coalesce(sum(cents), 0) FROM entry") == [(0,)]
    entries = {name: int(cents) for name, cents in rows(database, "SELECT account, sum(cents) FROM entry GROUP BY account")}
    for number, cage in rows(database, "SELECT id, cage FROM account"):
        assert cage == entries.get(f"cage/{number}", 0) and cage >= 0


Told = list[tuple[str, Exception | None]]


class Listener:
    """Submits units and keeps in which order they were told what."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.told: Told = []

    def submit(self, name: str, unit: Unit) -> None:
        """Submits a unit under a name."""
        unit.done = lambda error: self.told.append((name, error))
        self.writer.submit(unit)

    def kinds(self) -> dict[str, str]:
        """What each unit was told, as the name of its exception, "" where it was committed."""
        return {name: "" if error is None else type(error).__name__ for name, error in self.told}


def run(database: Database, test: Callable[[Writer, Commits], Awaitable[None]], most: int = 1024) -> None:
    """Runs a test in an event loop with a writer, which is closed afterwards."""

    async def main() -> None:
        backend = database.backend()
        writer = Writer(backend, asyncio.get_running_loop(), most)
        try:
            await test(writer, backend)
        finally:
            await writer.close()

    asyncio.run(main())
