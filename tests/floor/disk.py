"""A disk under SQLite that keeps a record of every write and sync, so that a test can cut the power at any moment, and that can
be full or fail.

A virtual file system of apsw writes real files and notes what it does; `Connection` has apsw look like the standard library's
sqlite3, which is then put under the floor's own code (`under_sqlite3`). `Platter` goes through the record again: it knows what
a sync has made sure, and of everything else what may be there. A sector of 512 bytes that was written since the last sync may
hold any of the contents that it had since then, whatever the other sectors hold; a name that was made or removed since the
folder was synced may be there or not. After a sync that failed the system may take the pages for clean: a later sync writes
only those that were written again.
"""

import itertools
import random
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import pytest

from pitboss.floor.storage import sqlite

SECTOR = 512
BESIDE = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL | apsw.SQLITE_OPEN_WAL
INTEGRITY = (apsw.ConstraintError, apsw.MismatchError)
_numbers = itertools.count(1)


class Op(NamedTuple):
    """What happened: "write", "truncate", "sync", "failed sync", "create", "delete", "folder", or "told", of a test's own."""

    kind: str
    name: str = ""
    at: int = 0
    data: bytes = b""
    told: Any = None


Fault = Callable[[str, str], int]  # the result code with which SQLite's write or sync of a file fails, 0 where it does not


class Disk:
    """The files of one folder, what was done to them, and what was told to people meanwhile, in order."""

    def __init__(self, folder: Path, base: "Platter | None" = None) -> None:
        self.folder = folder
        self.base = base
        self.ops: list[Op] = []
        self.fault: Fault | None = None
        self.lock = threading.RLock()
        self.names = {path.name for path in folder.iterdir()}
        self.vfs = _VFS(f"power{next(_numbers)}", self)

    def tell(self, told: Any) -> None:
        """Somebody is told something."""
        self.ops.append(Op("told", told=told))

    def note(self, kind: str, name: str = "", at: int = 0, data: bytes = b"") -> None:
        """Something is done to a file."""
        self.ops.append(Op(kind, name, at, data))

    def check(self, kind: str, name: str) -> None:
        """Raises where the disk fails now."""
        if self.fault is not None and (code := self.fault(kind, name)):
            raise apsw.exception_for(code)

    def platter(self) -> "Platter":
        """The disk as it was when the record began."""
        return self.base.copy() if self.base is not None else Platter()


class _VFS(apsw.VFS):
    def __init__(self, name: str, disk: Disk) -> None:
        self.name, self.disk = name, disk
        super().__init__(name, "unix")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        with self.disk.lock:
            return _File(self.disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        with self.disk.lock:
            super().xDelete(filename, syncdir)
            self.disk.names.discard(Path(filename).name)
            self.disk.note("delete", Path(filename).name)
            if syncdir:
                self.disk.note("folder")


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        assert name is not None, "all tables of the floor are in its own file"
        path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name)
        self.disk, self.name = disk, path.name
        super().__init__("unix", name, flags)
        # SQLite syncs the folder with the first sync of a journal that it may have made, and never for the file itself.
        self.new = bool(flags[0] & apsw.SQLITE_OPEN_CREATE and flags[0] & BESIDE)
        if self.name not in disk.names:
            disk.names.add(self.name)
            disk.note("create", self.name)

    def xWrite(self, data: bytes, offset: int) -> None:
        with self.disk.lock:
            self.disk.check("write", self.name)
            super().xWrite(data, offset)
            self.disk.note("write", self.name, offset, bytes(data))

    def xTruncate(self, newsize: int) -> None:
        with self.disk.lock:
            super().xTruncate(newsize)
            self.disk.note("truncate", self.name, newsize)

    def xSync(self, flags: int) -> None:
        """Nothing is synced in fact: nobody cuts the power of the machine that runs this."""
        with self.disk.lock:
            try:
                self.disk.check("sync", self.name)
            except apsw.Error:
                self.disk.note("failed sync", self.name)
                raise
            self.disk.note("sync", self.name)
            if self.new:
                self.new = False
                self.disk.note("folder")


# ---------------------------------------------------------------------------- what is there after the power failed


class File:
    """A file: what the system shows of it, what is surely on the disk, and what else may be there since."""

    def __init__(self, content: bytes = b"") -> None:
        self.shown = bytearray(content)
        self.sure = bytes(content)
        self.since: dict[int, list[bytes]] = {}  # by sector
        self.doubtful: dict[int, list[bytes]] = {}  # the same, of which a sync failed
        self.sizes: list[int] = []

    def copy(self) -> "File":
        other = File()
        other.shown, other.sure, other.sizes = bytearray(self.shown), self.sure, list(self.sizes)
        other.since = {sector: list(found) for sector, found in self.since.items()}
        other.doubtful = {sector: list(found) for sector, found in self.doubtful.items()}
        return other

    def write(self, at: int, data: bytes) -> None:
        end = at + len(data)
        if end > len(self.shown):
            self.shown.extend(bytes(end - len(self.shown)))
            self.sizes.append(end)
        self.shown[at:end] = data
        for sector in range(at // SECTOR, (end - 1) // SECTOR + 1):
            self.since.setdefault(sector, []).append(bytes(self.shown[sector * SECTOR : (sector + 1) * SECTOR]))

    def truncate(self, size: int) -> None:
        if size != len(self.shown):
            del self.shown[size:]
            self.shown.extend(bytes(size - len(self.shown)))
            self.sizes.append(size)

    def sync(self) -> None:
        for sector in self.since:
            self.doubtful.pop(sector, None)
        self.sure = bytes(self.shown)
        self.since, self.sizes = {}, []

    def fail_to_sync(self) -> None:
        for sector, found in self.since.items():
            before = self.sure[sector * SECTOR : (sector + 1) * SECTOR]
            self.doubtful.setdefault(sector, [before]).extend(found)
        self.since = {}

    def found(self, rng: random.Random, kept: float) -> bytes:
        """What may be found; each sector that is not sure is kept with a likelihood."""
        content = bytearray(self.sure)
        for sector in {**self.doubtful, **self.since}:
            may_be = self.doubtful.get(sector, []) + self.since.get(sector, [])
            if sector in self.doubtful or rng.random() < kept:
                chosen = rng.choice(may_be) if rng.random() < 0.5 else may_be[-1 if rng.random() < kept else 0]
                at = sector * SECTOR
                content.extend(bytes(max(0, at + len(chosen) - len(content))))
                content[at : at + len(chosen)] = chosen
        if self.sizes and rng.random() < 0.5:
            size = rng.choice(self.sizes)
            del content[size:]
            content.extend(bytes(size - len(content)))
        return bytes(content)


class Platter:
    """A folder, as the system shows it and as the disk may have it."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.shown = {name: File(content) for name, content in (files or {}).items()}
        self.sure = dict(self.shown)

    def copy(self) -> "Platter":
        other = Platter()
        copies = {id(file): file.copy() for file in [*self.shown.values(), *self.sure.values()]}
        other.shown = {name: copies[id(file)] for name, file in self.shown.items()}
        other.sure = {name: copies[id(file)] for name, file in self.sure.items()}
        return other

    def do(self, op: Op) -> None:
        """One thing more has happened."""
        if op.kind == "create":
            self.shown[op.name] = File()
        elif op.kind == "delete":
            del self.shown[op.name]
        elif op.kind == "folder":
            self.sure = dict(self.shown)
        elif op.kind == "write":
            self.shown[op.name].write(op.at, op.data)
        elif op.kind == "truncate":
            self.shown[op.name].truncate(op.at)
        elif op.kind == "sync":
            self.shown[op.name].sync()
        elif op.kind == "failed sync":
            self.shown[op.name].fail_to_sync()

    def after_power(self, rng: random.Random) -> dict[str, bytes]:
        """The files that may be found after the power failed now."""
        kept = rng.choice((0.0, 0.5, 0.9, 1.0))
        found = {}
        for name in {**self.sure, **self.shown}:
            file = (self.sure if rng.random() < 0.5 else self.shown).get(name)
            if file is not None:
                found[name] = file.found(rng, kept)
        return found

    def after_kill(self) -> dict[str, bytes]:
        """The files that are found after the process was killed now: all that it has written."""
        return {name: bytes(file.shown) for name, file in self.shown.items()}


def put(folder: Path, files: dict[str, bytes]) -> Path:
    """Puts files into a folder in the place of all that is there."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o600)
    return folder


def moments(disk: Disk, number: int, rng: random.Random) -> Iterator[tuple[Platter, int]]:
    """The disk at so many moments, with how many things had happened by then; always at the very end too."""
    platter = disk.platter()
    chosen = {*rng.sample(range(len(disk.ops)), min(number, len(disk.ops))), len(disk.ops) - 1}
    for index, op in enumerate(disk.ops):
        platter.do(op)
        if index in chosen:
            yield platter, index + 1


# ---------------------------------------------------------------------------- apsw as sqlite3


class Cursor:
    """What sqlite3's cursor is to the floor and to SQLAlchemy."""

    arraysize = 1

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount, self.lastrowid = -1, 0

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> "Cursor":
        return self._run(sql, lambda cursor: cursor.execute(sql, tuple(parameters)))

    def executemany(self, sql: str, many: Sequence[Sequence[Any]]) -> "Cursor":
        return self._run(sql, lambda cursor: cursor.executemany(sql, many))

    def _run(self, sql: str, run: Callable[[apsw.Cursor], apsw.Cursor]) -> "Cursor":
        self.description = None
        cursor, before = self._connection.cursor(), self._connection.total_changes()

        def trace(cursor: apsw.Cursor, statement: str, bindings: Any) -> bool:
            found = cursor.get_description()
            self.description = tuple((name, None, None, None, None, None, None) for name, _ in found) or None
            return True

        cursor.exec_trace = trace
        with _errors():
            self._rows = list(run(cursor))
        self.rowcount = self._connection.total_changes() - before
        self.lastrowid = self._connection.last_insert_rowid()
        return self

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None

    def fetchmany(self, size: int = 1) -> list[Any]:
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    def close(self) -> None:
        self._rows = []


class Connection:
    """What sqlite3's connection is to the floor and to SQLAlchemy, in autocommit mode."""

    isolation_level = None

    def __init__(self, disk: Disk, path: Path, timeout: float) -> None:
        with _errors():
            self._connection = apsw.Connection(str(path), vfs=disk.vfs.name)
            self._connection.set_busy_timeout(int(timeout * 1000))
        self._pages = 1000
        self._connection.set_wal_hook(self._checkpoint)

    def _checkpoint(self, connection: apsw.Connection, name: str, pages: int) -> int:
        """What SQLite does by itself: a commit that is done stays done, whatever becomes of the checkpoint after it."""
        if pages >= self._pages:
            with suppress(apsw.Error):
                connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        return apsw.SQLITE_OK

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def cursor(self) -> Cursor:
        return Cursor(self._connection)

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> Cursor:
        if sql.startswith("PRAGMA wal_autocheckpoint = "):
            self._pages = int(sql.rpartition(" ")[2])
            sql = "PRAGMA wal_autocheckpoint"
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql: str, many: Sequence[Sequence[Any]]) -> Cursor:
        return self.cursor().executemany(sql, many)

    def commit(self) -> None:
        if self.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        if self.in_transaction:
            self.execute("ROLLBACK")

    def create_function(self, *arguments: Any, **options: Any) -> None:
        """SQLAlchemy brings functions that the floor does not use."""

    def close(self) -> None:
        with suppress(apsw.Error):  # the checkpoint of the last one to close may fail
            self._connection.close()


@contextmanager
def _errors() -> Iterator[None]:
    """Has errors look as sqlite3's do."""
    try:
        yield
    except apsw.Error as error:
        found = (sqlite3.IntegrityError if isinstance(error, INTEGRITY) else sqlite3.OperationalError)(str(error))
        found.sqlite_errorcode = getattr(error, "extendedresult", apsw.SQLITE_ERROR)
        raise found from error


class _Module:
    """The module sqlite3, except that files of some folders are on recorded disks."""

    def __init__(self, disks: dict[Path, Disk]) -> None:
        self._disks = disks

    def __getattr__(self, name: str) -> Any:
        return getattr(sqlite3, name)

    def connect(self, path: Path, timeout: float = 5.0, **options: Any) -> Any:
        disk = self._disks.get(Path(path).parent)
        return Connection(disk, path, timeout) if disk else sqlite3.connect(path, timeout=timeout, **options)


@contextmanager
def under_sqlite3(disk: Disk) -> Iterator[Disk]:
    """Has the floor's connections to files of the disk's folder go through it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "sqlite3", _Module({disk.folder: disk}))
        yield disk
