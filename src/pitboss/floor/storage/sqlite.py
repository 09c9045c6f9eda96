"""SQLite: the writer's connection, and the lock that gives one server the file.

The file and its companions are readable by their owner only. Commits sync the write-ahead log (`synchronous=FULL`); it is moved
into the file at quiet moments.
"""

import os
import sqlite3
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.errors import DatabaseFailed, PitbossError
from pitboss.file_locks import lock_file
from pitboss.floor.storage.commits import COLUMNS
from pitboss.floor.storage.transactions import Unit

OWNER_ONLY = 0o600
PATIENCE = 10_000  # milliseconds to wait for another's short transaction
CHECKPOINT = 4000  # pages of the write-ahead log at which any commit moves them into the file
DUE = 300  # rows after which a quiet moment does
AT_ONCE, FEW = 256, 16  # rows in one statement
STATEMENTS = 256  # cached: 31 per table and those of every transaction
CACHE = 16_384  # KiB of pages that stay at hand, so that the ends of all streams do

# Errors of a statement or row; all others are errors of the database.
OURS = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_RANGE)


class SQLiteLink:
    """The writer's connection. Tests set `synchronous` to show what OFF loses."""

    def __init__(self, path: Path, synchronous: str = "FULL") -> None:
        self._path = path
        self._synchronous = synchronous
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None  # device and inode at first
        self._leases: dict[str, int] = {}
        self._seen = -1  # the file's version when the leases were read
        self._rows = 0  # written since the last checkpoint

    def begin(self, units: Sequence[Unit]) -> Mapping[str, int]:
        """Begins a transaction that no other can get in the way of."""
        self._check_file()
        if self._connection is None:
            self._connection = connect(self._path, self._synchronous)
            self._file = _which(self._path)
        self.execute("BEGIN IMMEDIATE")
        # The version changes when another connection has committed anything; this one changes a lease only in a unit's work.
        seen = self.execute("PRAGMA data_version")[0][0]
        if seen != self._seen:
            self._leases = dict(self.execute("SELECT bank, fence FROM lease"))
            self._seen = seen
        if any(unit.work is not None for unit in units):
            self._seen = -1
        return self._leases

    def _check_file(self) -> None:
        """Check that the file is still in place: writes into a deleted file are lost."""
        if self._file is not None and _which(self._path) != self._file:
            raise DatabaseFailed(f"{self._path} has been deleted or replaced under the floor: put it back")

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        assert self._connection is not None
        return self._connection.execute(sql, parameters).fetchall()

    def insert(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Puts many rows with each statement: after each, this thread has to wait for a busy event loop."""
        start = 0
        self._rows += len(rows)
        while left := len(rows) - start:
            size = left if left < FEW else min(left - left % FEW, AT_ONCE)
            values = [value for row in rows[start : start + size] for value in row]
            self.execute(_insert(table, size), values)
            start += size

    def move(self, moves: Sequence[tuple[int, int]]) -> int:
        assert self._connection is not None
        return self._connection.executemany("UPDATE account SET cage = cage + ? WHERE id = ?", moves).rowcount

    def commit(self, heads: Mapping[str, int]) -> None:
        self.execute("COMMIT")

    def rollback(self) -> None:
        if self._connection is not None and self._connection.in_transaction:
            self.execute("ROLLBACK")
        self._seen = -1

    def failed(self, error: Exception) -> bool:
        if not isinstance(error, sqlite3.Error):
            return False
        code = getattr(error, "sqlite_errorcode", None)  # without a code, the module raised it
        if code is None:
            return "closed database" in str(error)
        return code & 0xFF not in OURS

    def crossed(self, error: Exception) -> bool:
        return False

    def quiet(self) -> None:
        """Move the write-ahead log into the file if it is large."""
        if self._connection is not None and self._rows >= DUE:
            self._rows = 0
            self.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        connection, self._connection, self._seen = self._connection, None, -1
        if connection is not None:
            connection.close()


def _which(path: Path) -> tuple[int, int] | None:
    """Device and inode of the file at a path."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


@cache
def _insert(table: str, rows: int) -> str:
    columns = COLUMNS[table]
    row = f"({', '.join('?' * len(columns))})"
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([row] * rows)}"


def connect(path: Path, synchronous: str = "FULL") -> sqlite3.Connection:
    """A connection that may write, in transactions that it begins and ends by itself."""
    create(path)
    connection = sqlite3.connect(
        path, isolation_level=None, timeout=PATIENCE / 1000, check_same_thread=False, cached_statements=STATEMENTS
    )
    for pragma in (
        f"cache_size = -{CACHE}",
        "journal_mode = WAL",
        f"synchronous = {synchronous}",
        "foreign_keys = ON",
        f"wal_autocheckpoint = {CHECKPOINT}",
    ):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    return connection


def create(path: Path) -> None:
    """Create the file, readable by its owner only; SQLite's companion files inherit that."""
    try:
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, OWNER_ONLY))
        # Do not open an existing file: closing it would drop SQLite's locks in this process.
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            raise PitbossError(f"{path} is not a file")
        if mode & 0o077:
            for each in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
                if each.exists():
                    each.chmod(OWNER_ONLY)
    except (OSError, ValueError) as error:
        raise PitbossError(f"{path} cannot be opened: {getattr(error, 'strerror', None) or error}") from None


class ProcessLock:
    """Makes this process the only server of a file, until it ends or lets go."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(path.name + ".lock")
        self._file = -1

    def take(self) -> bool:
        """Take the lock; False if this process has it. Raises PitbossError if another has it."""
        if self._file >= 0:
            return False
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, OWNER_ONLY)
        except OSError as error:
            raise PitbossError(f"{self.path} cannot be opened: {error.strerror}") from None
        try:
            lock_file(file)
        except OSError:
            os.close(file)
            served = self.path.name.removesuffix(".lock")
            raise PitbossError(
                f"{served} is served by another process already; one server at a time has a SQLite file"
            ) from None
        self._file = file
        return True

    def let_go(self) -> None:
        """Gives the file free for another server."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
