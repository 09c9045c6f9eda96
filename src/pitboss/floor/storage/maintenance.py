"""Maintenance: what a database needs from its operator now and then, also while the floor is served.

SQLite moves its write-ahead log into the file, counts its rows for the planner, and gives free pages back; a floor that nobody
serves can also be written anew, which gives back all of them. PostgreSQL does this by itself (autovacuum); here it is done at
once, and told when autovacuum came last.
"""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

from pitboss.errors import DatabaseFailed, PitbossError
from pitboss.floor.storage import sqlite
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.postgres import address
from pitboss.floor.storage.schema import metadata

STATE = (
    "SELECT relname, n_dead_tup, coalesce(to_char(greatest(last_vacuum, last_autovacuum), 'YYYY-MM-DD HH24:MI'), 'never')"
    " FROM pg_stat_user_tables WHERE relname = ANY(%s) ORDER BY n_dead_tup DESC, relname"
)


@dataclass(frozen=True)
class Maintained:
    """What was done to a database: its bytes before and after, and what is left to its operator."""

    database: str
    before: int
    after: int
    done: list[str]


def maintain(database: Database, compact: bool = False) -> Maintained:
    """Maintain a database; with `compact`, write a floor that nobody serves anew. Raises PitbossError."""
    try:
        if database.path is not None:
            return _sqlite(database, database.path, compact)
        return _postgres(database, compact)
    except (sqlite3.Error, psycopg.Error) as error:
        raise DatabaseFailed(f"{database} cannot be maintained: {error}") from None


def _sqlite(database: Database, path: Path, compact: bool) -> Maintained:
    before, done = _bytes(path), ["the write-ahead log is in the file", "rows are counted"]
    if compact and database.lock is not None:
        database.lock.take()  # raises where a server has the file
    with closing(sqlite.connect(path)) as connection:
        connection.execute("PRAGMA analysis_limit = 1000")
        connection.execute("ANALYZE")
        if compact:
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
            connection.execute("VACUUM")
            done.append("the file was written anew without free pages")
        elif connection.execute("PRAGMA auto_vacuum").fetchone()[0] == 2:
            connection.execute("PRAGMA incremental_vacuum").fetchall()
            done.append("free pages were given back")
        else:
            free, size = (int(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("freelist_count", "page_size"))
            done.append(f"{free * size} bytes are free within the file: with no server, --compact gives them back")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return Maintained(str(database), before, _bytes(path), done)


def _bytes(path: Path) -> int:
    return sum(each.stat().st_size for each in (path, path.with_name(f"{path.name}-wal")) if each.exists())


def _postgres(database: Database, compact: bool) -> Maintained:
    if compact:
        raise PitbossError("--compact is for SQLite: PostgreSQL uses free space again; `VACUUM FULL` locks out every server")
    names = sorted(metadata.tables)
    with psycopg.connect(address(database.url), autocommit=True) as connection:
        size = SQL("SELECT pg_database_size(current_database())")
        before = connection.execute(size).fetchone()
        dead = connection.execute(STATE, [names]).fetchall()
        for name in names:
            connection.execute(SQL("VACUUM (ANALYZE) {}").format(Identifier(name)))
        after = connection.execute(size).fetchone()
    assert before is not None and after is not None
    done = [f"{name}: {rows} dead rows, vacuumed last {at}" for name, rows, at in dead if rows]
    return Maintained(str(database), int(before[0]), int(after[0]), [*done, "every table is vacuumed and counted"])
