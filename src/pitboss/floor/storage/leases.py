"""Leases: which process serves a bank, one at a time, under a fencing number that grows with each.

A process may not know yet that it lost a lease: the fence in its units tells the database (`pitboss.floor.storage.commits`).
With SQLite one process has the whole file. With PostgreSQL a lease is an advisory lock of one connection, which ends with the
process, or when the process hangs and leaves the connection idle for `HANGS` seconds. A process that wakes again gives up its
leases by its own clock, before it answers anybody.
"""

import asyncio
import os
import secrets
import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, LiteralString, Protocol

import psycopg

from pitboss.errors import DatabaseFailed, Stopped
from pitboss.floor.storage import sqlite
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.postgres import address
from pitboss.floor.storage.sqlite import ProcessLock
from pitboss.floor.storage.transactions import now

PROCESS = secrets.token_hex(8)
BEAT = 1.0  # seconds between two looks whether the connection lives
ANSWER = 5.0  # seconds that the server has to answer
HANGS = 15.0  # seconds without a beat until a process loses what it has
LIMIT: LiteralString = "SELECT set_config('idle_session_timeout', %s, false)"
NAME: LiteralString = "SELECT set_config('application_name', %s, false)"
IDLE_LIMITS = 140000  # the first version of PostgreSQL that ends idle sessions
TAKE = (
    "INSERT INTO lease (bank, fence, process, since) VALUES ({0}, 1, {0}, {0})"
    " ON CONFLICT (bank) DO UPDATE SET fence = lease.fence + 1, process = excluded.process, since = excluded.since"
    " RETURNING fence"
)
LAST = "SELECT (SELECT process FROM lease WHERE bank = %s)"
KEY = "hashtextextended('pitboss ' || %s, 0)"
CHIPS = "1668183398, mod(%s::bigint, 2147483647)::int"  # two numbers, where a bank has one: they are never the same lock
NOBODY_HAS = (
    " WHERE closed_at IS NULL AND NOT EXISTS ("
    " SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE"
    " datname = current_database()) AND objsubid = 1 AND"
    " ((classid::bigint << 32) | objid::bigint) = hashtextextended('pitboss ' || opened.bank, 0))"
)
FREE = "SELECT coalesce(json_object_agg(bank, tables), '{}') FROM (SELECT bank, count(*) AS tables FROM opened"
FREE += NOBODY_HAS + " GROUP BY bank) AS free"
SERVES = "pitboss serves as "  # the name of a connection whose process takes banks up, before the id of the process
SERVED: LiteralString = (
    "SELECT coalesce(json_object_agg(process, banks), '{}') FROM (SELECT process,"
    " coalesce(json_object_agg(bank, tables) FILTER (WHERE bank IS NOT NULL), '{}') AS banks FROM ("
    " SELECT replace(activity.application_name, %s, '') AS process, opened.bank, count(*) AS tables"
    " FROM pg_stat_activity AS activity LEFT JOIN pg_locks AS lock ON lock.pid = activity.pid AND lock.locktype = 'advisory'"
    " AND lock.objsubid = 1 LEFT JOIN opened ON opened.closed_at IS NULL AND"
    " ((lock.classid::bigint << 32) | lock.objid::bigint) = hashtextextended('pitboss ' || opened.bank, 0)"
    " WHERE activity.datname = current_database() AND starts_with(activity.application_name, %s)"
    " GROUP BY activity.application_name, opened.bank) AS each_bank GROUP BY process) AS each_process"
)
UNSERVED = "SELECT json_object_agg(opened.bank, lease.process) FROM opened JOIN lease ON lease.bank = opened.bank" + NOBODY_HAS

Lost = Callable[[list[str]], None]


class Leases(Protocol):
    """The leases of this process. `lost` is called, in the event loop, with banks that it lost."""

    lost: Lost
    _before: dict[str, str]  # the previous process by bank

    def check(self) -> None:
        """Give up all banks at once if this process hung for so long that another one may have them."""

    async def take(self, bank: str) -> int | None:
        """The fence of this process for a bank, None if another has it; raises Stopped."""

    def holds(self, bank: str) -> bool:
        """True unless the lease of a bank that was taken has been lost."""

    def previous(self, bank: str) -> str:
        """The process that had a bank before, "" for none."""
        return self._before.get(bank, "")

    async def unserved(self) -> dict[str, str]:
        """The banks that no process has, with the process that had each of them last."""

    async def release(self, bank: str) -> None:
        """Lets another process have a bank."""

    async def free(self) -> dict[str, int]:
        """The banks that are open and that no process has, with their numbers of tables."""

    async def served(self) -> dict[str, dict[str, int]]:
        """The processes that take banks up, with the banks of each and their numbers of tables; a Poker room counts as one."""

    async def serve(self, serves: bool) -> None:
        """Tell the other processes whether this one takes banks up."""

    async def reserve(self, account: int) -> bool:
        """True unless another process has reserved the chips of an account: this one may move them, until `unreserve`."""

    async def unreserve(self, account: int) -> None:
        """Lets other processes move the chips of an account."""

    async def close(self) -> None:
        """Lets go of everything."""


def nobody(banks: list[str]) -> None:
    """The default callback: does nothing."""


async def open_leases(database: Database, lost: Lost = nobody) -> Leases:
    """The leases of this process; raises PitbossError if another process has the file."""
    if database.path is not None and database.lock is not None:
        return await asyncio.to_thread(FileLeases, database.path, database.lock, lost)
    return PostgresLeases(address(database.url), lost)


def process_id() -> str:
    """This process, for other processes."""
    return PROCESS


def process_name() -> str:
    """This process, for people; its id is the last word."""
    return f"{socket.gethostname()} {os.getpid()} {PROCESS}"


def last_word(process: str | None) -> str:
    """The id of a process by its name for people."""
    return (process or "").rpartition(" ")[2]


class FileLeases(Leases):
    """All banks of a SQLite file, held by the process with its lock."""

    def __init__(self, path: Path, lock: ProcessLock, lost: Lost = nobody) -> None:
        self.lost = lost
        self._path = path
        self._lock = lock
        lock.take()
        # A killed process may have left commits that are visible but not synced. Sync them into the file proper before any
        # client sees them; the next write starts a new write-ahead log, so the old one cannot come back.
        self._write("PRAGMA wal_checkpoint(TRUNCATE)")
        self._before = {bank: last_word(process) for bank, process in self._write("SELECT bank, process FROM lease")}
        starts = self._write("PRAGMA user_version")[0][0]
        self._write(f"PRAGMA user_version = {(starts + 1) % 2**31}")
        self._write("UPDATE lease SET fence = fence + 1, process = ?, since = ?", process_name(), now())
        self._fresh: dict[str, int] = dict(self._write("SELECT bank, fence FROM lease"))

    def check(self) -> None:
        """Nothing: the file stays locked while this process hangs."""

    async def take(self, bank: str) -> int | None:
        if bank in self._fresh:
            return self._fresh.pop(bank)
        rows = await asyncio.to_thread(self._write, TAKE.format("?"), bank, process_name(), now())
        return int(rows[0][0])

    def holds(self, bank: str) -> bool:
        return True

    async def unserved(self) -> dict[str, str]:
        return dict(self._before)

    async def release(self, bank: str) -> None:
        """Nothing: no other process could take it."""

    async def free(self) -> dict[str, int]:
        return {}

    async def served(self) -> dict[str, dict[str, int]]:
        return {}

    async def serve(self, serves: bool) -> None:
        """Nothing: there is no other process."""

    async def reserve(self, account: int) -> bool:
        return True

    async def unreserve(self, account: int) -> None:
        """Nothing: there is no other process."""

    async def close(self) -> None:
        self._lock.let_go()

    def _write(self, sql: str, *parameters: Any) -> list[Any]:
        try:
            with closing(sqlite.connect(self._path)) as connection:
                return connection.execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            raise DatabaseFailed(f"the database failed: {error}") from error


class PostgresLeases(Leases):
    """Banks as advisory locks of one connection. When it ends, all are lost."""

    def __init__(self, conninfo: str, lost: Lost = nobody) -> None:
        self.lost = lost
        self._conninfo = conninfo
        self._connection: psycopg.AsyncConnection[tuple[Any, ...]] | None = None
        self._held: dict[str, int] = {}
        self._name = ""  # of the connection: whether this process takes banks up
        self._heard = 0.0  # when the last statement was sent that the server answered
        self._before = {}
        self._taking: set[asyncio.Task[int | None]] = set()
        self._turn = asyncio.Lock()
        self._watch = asyncio.get_running_loop().create_task(self._look())

    def check(self) -> None:
        if self._held and self._hung():
            self._give_up()  # the next statement closes the connection

    def _hung(self) -> bool:
        """True if the server may have ended the connection, as nothing came over it for long."""
        return self._connection is not None and time.monotonic() - self._heard >= HANGS

    async def take(self, bank: str) -> int | None:
        taking = asyncio.create_task(self._take(bank))
        self._taking.add(taking)
        taking.add_done_callback(self._taking.discard)
        return await asyncio.shield(taking)  # a bank half taken would have no server

    async def _take(self, bank: str) -> int | None:
        async with self._turn:
            if bank in self._held:
                return self._held[bank]
            if not (await self._ask(f"SELECT pg_try_advisory_lock({KEY})", bank))[0]:
                return None
            self._before[bank] = last_word((await self._ask(LAST, bank))[0])
            fence = int((await self._ask(TAKE.format("%s"), bank, process_name(), now()))[0])
            self._held[bank] = fence
            return fence

    def holds(self, bank: str) -> bool:
        return bank in self._held

    async def unserved(self) -> dict[str, str]:
        async with self._turn:
            return {bank: last_word(process) for bank, process in ((await self._ask(UNSERVED))[0] or {}).items()}

    async def release(self, bank: str) -> None:
        async with self._turn:
            if self._held.pop(bank, None) is not None:
                await self._ask(f"SELECT pg_advisory_unlock({KEY})", bank)

    async def free(self) -> dict[str, int]:
        async with self._turn:
            return dict((await self._ask(FREE))[0])

    async def served(self) -> dict[str, dict[str, int]]:
        async with self._turn:
            return dict((await self._ask(SERVED, SERVES, SERVES))[0])

    async def serve(self, serves: bool) -> None:
        async with self._turn:
            self._name = SERVES + process_id() if serves else ""
            await self._ask(NAME, self._name)

    async def reserve(self, account: int) -> bool:
        async with self._turn:
            return bool((await self._ask(f"SELECT pg_try_advisory_lock({CHIPS})", account))[0])

    async def unreserve(self, account: int) -> None:
        async with self._turn:
            await self._ask(f"SELECT pg_advisory_unlock({CHIPS})", account)

    async def close(self) -> None:
        self._watch.cancel()
        with suppress(asyncio.CancelledError):
            await self._watch
        self._held.clear()
        if self._connection is not None:
            with suppress(psycopg.Error, OSError):  # the server would do so itself, some time after the connection has ended
                async with asyncio.timeout(ANSWER):
                    await self._connection.execute("SELECT pg_advisory_unlock_all()")
            await self._connection.close()

    async def _ask(self, sql: LiteralString, *parameters: Any) -> tuple[Any, ...]:
        """One row from the server; without an answer all leases are lost. A half-taken lock ends with its connection."""
        if self._hung():
            await self._lose()
            raise DatabaseFailed("this process hung for so long that it has lost all leases")
        try:
            async with asyncio.timeout(ANSWER):
                sent = time.monotonic()
                if self._connection is None:
                    connect = psycopg.AsyncConnection.connect
                    self._connection = await connect(self._conninfo, autocommit=True)
                    if self._connection.info.server_version >= IDLE_LIMITS:
                        await self._connection.execute(LIMIT, [f"{HANGS * 1000:.0f}ms"])
                    await self._connection.execute(NAME, [self._name])
                row = await (await self._connection.execute(sql, parameters)).fetchone()
                self._heard = sent
        except (psycopg.Error, OSError) as error:
            await self._lose()
            raise DatabaseFailed(f"the database failed: {error or 'it does not answer'}") from error
        assert row is not None
        return row

    async def _lose(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error):
                await connection.close()
        self._give_up()

    def _give_up(self) -> None:
        banks, self._held = list(self._held), {}
        if banks:
            self.lost(banks)

    async def _look(self) -> None:
        """Looks again and again whether the connection lives."""
        while True:
            await asyncio.sleep(BEAT)
            async with self._turn:
                if self._connection is not None:
                    with suppress(Stopped):
                        await self._ask("SELECT 1")
