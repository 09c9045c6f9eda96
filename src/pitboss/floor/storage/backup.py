"""Backups: a consistent copy of a floor, while its server runs.

A SQLite file is copied page by page in one read transaction; PostgreSQL is dumped with `pg_dump`. The copy gets its name only
once it is complete, verified and on disk, readable by its owner only. The key of the house is not in it: without the key no
sealed secret can be opened and no table continued.
"""

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.export import new_file
from pitboss.floor.storage.postgres import address
from pitboss.floor.storage.schema import event
from pitboss.floor.storage.witness import BACKUP_ID

PAGES = 1000  # copied at a time
LAST_LINES = 100  # of which one has a time
NAME = re.compile(r"floor-\d{8}T\d{6}Z\.(db|dump)")
Tell = Callable[[str, float], None]


def back_up(database: Database, path: Path, tell: Tell | None = None) -> int:
    """Copy a floor into a new file, durable and verified; returns its size in bytes. Raises PitbossError."""
    try:
        with new_file(path) as unfinished:
            if database.path is not None:
                _copy(database.path, unfinished, tell)
            else:
                _dump(address(database.url), unfinished)
            size = unfinished.stat().st_size
    except sqlite3.Error as error:
        raise PitbossError(f"{database} cannot be copied: {error}") from None
    except OSError as error:
        raise PitbossError(f"{path} cannot be written: {error.strerror or error}") from None
    return size


def _copy(source: Path, target: Path, tell: Tell | None) -> None:
    def told(status: int, left: int, pages: int) -> None:
        if tell is not None:
            tell("copying", 1 - left / max(1, pages))

    with closing(sqlite3.connect(source, isolation_level=None)) as floor, closing(sqlite3.connect(target)) as copy:
        floor.execute("PRAGMA query_only = ON")
        floor.execute("BEGIN")
        floor.execute("SELECT count(*) FROM alembic_version").fetchall()  # from here on it sees this moment only
        floor.backup(copy, pages=PAGES, progress=told)
        floor.execute("ROLLBACK")
        copy.execute(f"PRAGMA application_id = {BACKUP_ID}")  # a server of the copy keeps none of its promises
        verify(copy)


def verify(copy: sqlite3.Connection) -> None:
    """Whether a copy is whole; raises PitbossError."""
    problems = [row[0] for row in copy.execute("PRAGMA integrity_check(1)")]
    if problems != ["ok"]:
        raise PitbossError(f"the copy is not whole: {problems[0]}")
    if copy.execute("PRAGMA foreign_key_check").fetchall():
        raise PitbossError("the copy is not complete: a row refers to one that is missing")


def new_name(folder: Path, database: Database) -> Path:
    """The name of the next backup in a folder: the time at which it is made."""
    ending = "db" if database.path is not None else "dump"
    return folder / f"floor-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.{ending}"


def prune(folder: Path, keep: int) -> list[Path]:
    """Delete all but the latest backups that were named by `new_name`; returns what was deleted."""
    named = sorted(each for each in folder.iterdir() if NAME.fullmatch(each.name) and each.is_file() and not each.is_symlink())
    old = named[:-keep] if keep else []
    for each in old:
        each.unlink()
    return old


def last_time(database: Database) -> int:
    """The time of the last line of a floor that has one, in milliseconds since 1970; 0 for an empty floor."""
    query = sa.select(event.c.body).order_by(event.c.id.desc()).limit(LAST_LINES)
    bodies = database.view(lambda connection: [bytes(body) for body in connection.execute(query).scalars()])
    times = (time_in(body) for body in bodies)
    return next((at for at in times if at), 0)


class _Timed(msgspec.Struct):
    at: int = 0


def time_in(body: bytes) -> int:
    """The time that a line says, in milliseconds since 1970; 0 if it says none."""
    try:
        return msgspec.json.decode(body, type=_Timed).at
    except msgspec.MsgspecError:
        return 0


def _dump(conninfo: str, target: Path) -> None:
    named, surroundings = _connection(conninfo)
    _run([program("pg_dump"), "--format=custom", f"--file={target}", f"--dbname={named}"], surroundings)
    _run([program("pg_restore"), f"--file={os.devnull}", str(target)], surroundings)  # reads all of it


def load(database: Database, dump: Path) -> None:
    """Fill an empty PostgreSQL database from a dump, whole or not at all; raises PitbossError."""
    named, surroundings = _connection(address(database.url))
    whole = ["--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges"]
    _run([program("pg_restore"), *whole, f"--dbname={named}", str(dump)], surroundings)


def _connection(conninfo: str) -> tuple[str, dict[str, str]]:
    """How a program of PostgreSQL connects: its argument, without the password, and its environment."""
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    about = conninfo_to_dict(conninfo)
    about.pop("options", None)  # the server's limits would end a long copy
    password = str(about.pop("password", "") or "")
    named = make_conninfo(**{name: str(value) for name, value in about.items() if value is not None})
    return named, {**os.environ, **({"PGPASSWORD": password} if password else {})}  # an argument could be read by others


def program(name: str) -> str:
    """The path of a PostgreSQL program; raises PitbossError if it is not installed."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: path.parts[-3].zfill(4))
    found = str(installed[-1]) if installed else shutil.which(name)
    if found is None:
        raise PitbossError(f"a floor on PostgreSQL is copied and restored with {name}, which is not installed here")
    return found


def _run(command: list[str], surroundings: dict[str, str]) -> None:
    done = subprocess.run(command, env=surroundings, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        last_line = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise PitbossError(f"{Path(command[0]).name} could not do it: {last_line}")
