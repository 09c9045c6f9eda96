"""The witness: a small file beside the key that remembers the last line written to the database.

A database cannot know that it is a copy, an old file put back, or a server restored to a point in time, where players may have
seen promises of chance kept. So a process that takes over a bank keeps its promises only if a witness vouches: it is of this
database, names the bank's last process, and remembers a line that the database has. Otherwise they are discarded
(`pitboss.table.commands.Discard`).

The file is written after each commit, before any client learns of it, and not synced: after a power failure it may be behind,
which raises no doubt.
"""

import hashlib
import os
import threading
import time
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.exc import DBAPIError

from pitboss.errors import PitbossError
from pitboss.file_locks import lock_file
from pitboss.floor.storage import sqlite
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.schema import event
from pitboss.floor.storage.sqlite import OWNER_ONLY
from pitboss.floor.storage.transactions import StreamLine

log = structlog.get_logger("pitboss.floor")
SIZE = 1024  # bytes, always written whole
SLOTS = 16  # processes on one machine that share a floor
PROCESSES = 8  # that are remembered as having written into a slot
SYNC_EVERY = 30.0  # seconds

MISSING = "nothing beside the key of the house remembers this database: it is a copy, or was served from another place"
OLDER = "the database lacks what was written to it last: it is an older copy"
BACKUP = "the database is a backup"
ELSEWHERE = "another process served this table last, and nothing here remembers how far it came"
UNSETTLED = "the floor was started from a copy before, and stopped before all promises were discarded"
RESTORED = "the server of the database was restored to a point in time"


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """A witness's memory: process, last line, and the PostgreSQL server's timeline."""

    processes: tuple[str, ...] = ()
    stream: str = ""
    seq: int = 0
    seal: str = ""
    timeline: str = ""
    unsettled: bool = False  # promises of a copy are still to be discarded


class Witness:
    """The witness of this process. Its line is written by the writer's thread, everything else by the event loop."""

    def __init__(self, path: Path, file: int, database: Database, process: str) -> None:
        self._path, self._file, self._database = path, file, database
        self._lock = threading.Lock()
        self._timeline = timeline_of(database)
        before = read(file)
        self.doubt = BACKUP if is_backup(database) else self._why_not(before)  # why nothing counts that it remembers
        if before is None or self.doubt:
            before = Seen()
        self._known = before.processes
        processes = tuple(dict.fromkeys((*before.processes, process)))[-PROCESSES:]
        self._seen = Seen(processes, before.stream, before.seq, before.seal, self._timeline, bool(self.doubt))
        self._write()
        self.sync()
        if self.doubt == BACKUP:
            end_backup(database)  # from here on something has to be discarded

    @staticmethod
    def open(key: Path, database: Database, process: str) -> "Witness | None":
        """The witness of this process; None, with a warning, if no file can be written beside the key."""
        try:
            for path in slots(key, database):
                file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, OWNER_ONLY)
                try:
                    lock_file(file)
                except OSError:  # another process that shares the floor has this one
                    os.close(file)
                    continue
                return Witness(path, file, database, process)
        except OSError as error:
            log.warning("no witness can be written: every start discards promises", key=str(key), why=str(error))
        return None

    # ------------------------------------------------------------------ remembering

    def note(self, line: StreamLine) -> None:
        """Note a durable line."""
        with self._lock:
            seen = self._seen
            self._seen = Seen(seen.processes, line.stream, line.seq, line.seal, seen.timeline, seen.unsettled)
            self._write()

    def settle(self, settled: bool = True) -> None:
        """All doubtful promises are discarded, or some are still to be."""
        with self._lock:
            if self._seen.unsettled is not settled:
                return
            self._seen = msgspec.structs.replace(self._seen, unsettled=not settled)
            self._write()
        self.sync()

    def quiet(self) -> None:
        """Nothing happens: time for a sync, if the last was long ago."""
        if time.monotonic() - self._synced > SYNC_EVERY:
            self.sync()

    def sync(self) -> None:
        """Sync the file."""
        self._synced = time.monotonic()
        if self._file >= 0:
            with suppress(OSError):
                os.fdatasync(self._file)

    def close(self) -> None:
        """The process serves the floor no more."""
        self.sync()
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _write(self) -> None:
        if self._file < 0:
            return
        try:
            os.pwrite(self._file, msgspec.json.encode(self._seen).ljust(SIZE - 1) + b"\n", 0)
        except OSError as error:  # one that remembers too little would vouch for an older copy
            log.error("the witness cannot be written: the next start discards promises", why=str(error))
            with suppress(OSError):
                self._path.unlink()
            os.close(self._file)
            self._file = -1

    # ------------------------------------------------------------------ vouching

    def holds(self) -> bool:
        """Whether the database has the line that this process wrote last."""
        return not self._why_not(msgspec.structs.replace(self._seen, unsettled=False))

    def why_not(self, process: str) -> str:
        """Why no witness vouches for what a process served last, "" if one does."""
        if process and process in self._known:
            return ""
        others = (read_file(path) for path in slots(self._path, None) if path != self._path)
        if any(process in seen.processes and not self._why_not(seen) for seen in others if seen is not None):
            return ""
        return self.doubt or ELSEWHERE

    def _why_not(self, seen: Seen | None) -> str:
        """Why this memory does not match the database."""
        if seen is None:
            return MISSING
        if seen.unsettled:
            return UNSETTLED
        if seen.timeline != self._timeline:
            return RESTORED
        return "" if has_line(self._database, seen) else OLDER


def slots(path: Path, database: Database | None) -> Iterable[Path]:
    """The files of the witnesses of a database beside a key, or beside one of themselves: one for each process."""
    if database is not None:
        path = path.with_name(f"{path.name}.witness-{hashlib.sha256(identity(database).encode()).hexdigest()[:12]}")
    name = path.name.partition(".slot")[0]
    return [path.with_name(name if number == 1 else f"{name}.slot{number}") for number in range(1, SLOTS + 1)]


def remembered(key: Path, database: Database) -> list[Seen]:
    """The memories of all witnesses of a database beside a key."""
    timeline = timeline_of(database)
    witnesses = [seen for path in slots(key, database) if (seen := read_file(path)) is not None]
    return [seen for seen in witnesses if seen.seq and seen.timeline == timeline]


def read_file(path: Path) -> Seen | None:
    """The memory in a file, None if there is none."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        return read(file)
    finally:
        os.close(file)


def read(file: int) -> Seen | None:
    """The memory in an open file, None if there is none."""
    try:
        return msgspec.json.decode(os.pread(file, SIZE, 0), type=Seen)
    except (OSError, msgspec.MsgspecError):
        return None


# ---------------------------------------------------------------------------- the database


def identity(database: Database) -> str:
    """The identity of the database from outside: a file by device and inode, a server by its name."""
    if database.path is not None:
        path = database.path.resolve()
        return f"{path} {path.stat().st_ino}"
    return " ".join(ask(database, "SELECT oid::text FROM pg_database WHERE datname = current_database()", SYSTEM))


SYSTEM = "SELECT system_identifier::text FROM pg_control_system()"
TIMELINE = "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"
STARTED = "SELECT pg_postmaster_start_time()::text"


def timeline_of(database: Database) -> str:
    """The timeline of a PostgreSQL server, which changes with a point-in-time restore."""
    return "" if database.path is not None else "".join(ask(database, TIMELINE))


def started(database: Database) -> str:
    """When a PostgreSQL server started; while it runs its files cannot be replaced."""
    return "" if database.path is not None else "".join(ask(database, STARTED))


def ask(database: Database, *questions: str) -> list[str]:
    """Facts about a server, "" where this user has no right."""

    def answer(question: str) -> str:
        try:
            return database.view(lambda connection: str(connection.execute(sa.text(question)).scalar()))
        except (DBAPIError, PitbossError):
            return ""

    return [answer(question) for question in questions]


def has_line(database: Database, seen: Seen) -> bool:
    """Whether a database has the line that a witness remembers."""
    if not seen.seq:
        return True
    query = sa.select(event.c.seal).where(event.c.stream == seen.stream, event.c.seq == seen.seq)
    return database.view(lambda connection: connection.execute(query).scalar()) == seen.seal


BACKUP_ID = 0x70626B75  # how SQLite's header names a file that `pitboss backup` made
RESTORED_DUMP = "restored by pitboss"  # a comment on a table of PostgreSQL
COMMENT = "SELECT obj_description('alembic_version'::regclass)"


def is_backup(database: Database) -> bool:
    """Whether a database was made by `pitboss backup` or `pitboss restore`, and has not been served since."""
    if database.path is None:
        return ask(database, COMMENT) == [RESTORED_DUMP]
    return database.view(lambda connection: connection.execute(sa.text("PRAGMA application_id")).scalar()) == BACKUP_ID


def begin_backup(database: Database) -> None:
    """Mark a database as one whose promises may be known elsewhere: its next server discards them."""
    comment = f"COMMENT ON TABLE alembic_version IS '{RESTORED_DUMP}'"
    mark = comment if database.path is None else f"PRAGMA application_id = {BACKUP_ID}"
    database.change(lambda connection: connection.execute(sa.text(mark)))


def end_backup(database: Database) -> None:
    """A backup is served from now on, and is no longer marked as one."""
    if database.path is None:
        database.change(lambda connection: connection.execute(sa.text("COMMENT ON TABLE alembic_version IS NULL")))
        return
    with closing(sqlite.connect(database.path)) as connection:
        connection.execute("PRAGMA application_id = 0")
