"""A floor in one SQLite file: the writer's connection, and the lock by which one server at a time has the file.

The file and what SQLite keeps beside it can be read by their owner only. Commits sync the write-ahead log (`synchronous=FULL`);
moving it into the file proper waits for a quiet moment where there is one.
"""

import fcntl
import os
import sqlite3
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.errors import DatabaseFailed, PitbossError
from pitboss.floor.commits import COLUMNS
from pitboss.floor.units import Unit

OWNER_ONLY = 0o600
PATIENCE = 10_000  # milliseconds to wait for somebody else's short transaction
CHECKPOINT = 4000  # pages of the write-ahead log at which a commit moves them into the file, quiet or not
DUE = 300  # rows written after which a quiet moment is used to do so
AT_ONCE, FEW = 256, 16  # rows in one statement, at most, and up to which there is one for every number
STATEMENTS = 256  # that are kept ready: 31 for each table, and those that come with every transaction
CACHE = 16_384  # KiB of pages that stay at hand, so that the ends of all streams do

# What is wrong with a statement or a row; everything else is wrong with the database.
OURS = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_RANGE)


class SQLiteLink:
    """The writer's connection to the file. `synchronous` is there so that tests can show what OFF loses."""

    def __init__(self, path: Path, synchronous: str = "FULL") -> None:
        self._path = path
        self._synchronous = synchronous
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None  # which file it was at first
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
        """Whether the file is where it was: what goes into one that was deleted is lost with the process."""
        if self._file is not None and _which(self._path) != self._file:
            raise DatabaseFailed(f"{self._path} has been deleted or replaced under the floor: put it back")

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Runs one statement and returns its rows."""
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
        """Adds cents to accounts, one after the other."""
        assert self._connection is not None
        return self._connection.executemany("UPDATE account SET cage = cage + ? WHERE id = ?", moves).rowcount

    def commit(self, heads: Mapping[str, int]) -> None:
        """Returns when everything is on disk."""
        self.execute("COMMIT")

    def rollback(self) -> None:
        """Undoes the transaction, if there is one."""
        if self._connection is not None and self._connection.in_transaction:
            self.execute("ROLLBACK")
        self._seen = -1

    def failed(self, error: Exception) -> bool:
        """Whether it is the file or the disk that failed."""
        if not isinstance(error, sqlite3.Error):
            return False
        code = getattr(error, "sqlite_errorcode", None)  # without one it is the module that found something
        if code is None:
            return "closed database" in str(error)
        return code & 0xFF not in OURS

    def crossed(self, error: Exception) -> bool:
        """Never: there is one writer at a time."""
        return False

    def quiet(self) -> None:
        """Moves the write-ahead log into the file if there is enough of it."""
        if self._connection is not None and self._rows >= DUE:
            self._rows = 0
            self.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Ends the connection, and with it what was not committed."""
        connection, self._connection, self._seen = self._connection, None, -1
        if connection is not None:
            connection.close()


def _which(path: Path) -> tuple[int, int] | None:
    """Which file is at a path."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


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
    """Makes the file if there is none, and its owner the only one who reads it. What SQLite puts beside it is like it."""
    try:
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, OWNER_ONLY))
        # A file that is there is not opened: closing it would drop the locks that SQLite has on it in this process.
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
        """Takes the lock: False where this has it already; raises PitbossError where another process has it."""
        if self._file >= 0:
            return False
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, OWNER_ONLY)
        except OSError as error:
            raise PitbossError(f"{self.path} cannot be opened: {error.strerror}") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
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
