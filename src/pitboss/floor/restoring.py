"""Restoring: a floor from a backup, in a place where nothing is yet.

The restored floor is marked as a copy, so that its first server discards every promise of chance that players may have seen
kept. It gets its name only when the backup is whole and, with the key of the house, when servers of the house wrote every log.
People with a password have to sign in again: a session that was ended since the backup does not come back.
"""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey, PublicKey
from pitboss.floor.books.audit_result import MismatchError
from pitboss.floor.books.foreign_objects import check_objects
from pitboss.floor.server import check_logs, known_key
from pitboss.floor.storage import backup, vouching, witness
from pitboss.floor.storage.checkpoints import STREAM
from pitboss.floor.storage.database import Database, read_address
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.export import new_file
from pitboss.floor.storage.schema import REVISION, metadata
from pitboss.floor.storage.transactions import OFFICE
from pitboss.table.log.sealed import FIRST, digest

SQLITE, DUMP = b"SQLite format 3\0", b"PGDMP"
COMPANIONS = ("-wal", "-shm", "-journal")
SIGN_OUT = "DELETE FROM session WHERE account IN (SELECT id FROM account WHERE NOT guest)"


@dataclass(frozen=True)
class Restored:
    """A restored floor: the public key it belongs to, and what is in it."""

    database: str
    key: str
    lines: int
    rounds: int
    accounts: int
    as_of: int  # the time of its last line, in milliseconds since 1970
    vouched: bool  # whether the key of the house has shown that its servers wrote every log


def restore(file: Path, url: str, key: HouseKey | PublicKey | None = None) -> Restored:
    """Restore a backup into a new file or an empty PostgreSQL database; raises PitbossError and leaves nothing behind."""
    database = Database(read_address(url))
    try:
        begins = first_bytes(file)
        if database.path is not None:
            if begins.startswith(DUMP):
                raise PitbossError(f"{file} is a backup of a PostgreSQL database: --database postgresql://user@host/name")
            if begins != SQLITE:
                raise PitbossError(f"{file} is not a backup that `pitboss backup` made")
            return _restore_file(file, database.path, key)
        if not begins.startswith(DUMP):
            raise PitbossError(f"{file} is not a backup of a PostgreSQL database, which `pitboss backup` makes with pg_dump")
        return _restore_dump(file, database, key)
    finally:
        database.close()


def first_bytes(file: Path) -> bytes:
    """How a file begins; raises PitbossError."""
    try:
        with file.open("rb") as opened:
            return opened.read(len(SQLITE))
    except OSError as error:
        raise PitbossError(f"{file} cannot be read: {error.strerror}") from None


def _restore_file(file: Path, path: Path, key: HouseKey | PublicKey | None) -> Restored:
    for each in [path, *(path.with_name(path.name + end) for end in COMPANIONS)]:
        if each.exists():
            raise PitbossError(f"{each} exists already: move it away, or restore under another name with --database")
    if file.with_name(f"{file.name}-wal").exists():
        raise PitbossError(f"{file} is not whole without {file.name}-wal: it was copied by hand, and not by `pitboss backup`")
    try:
        with new_file(path) as unfinished:
            shutil.copyfile(file, unfinished)
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
                backup.verify(copy)
            with closing(Database(sa.URL.create("sqlite", database=str(unfinished)))) as database:
                witness.begin_backup(database)
                restored = _check(database, str(path), key)
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
                copy.execute("PRAGMA journal_mode = DELETE")  # all of it is in the one file that gets the name
            return restored
    except sqlite3.Error as error:
        raise PitbossError(f"{file} is not whole: {error}") from None
    except OSError as error:
        raise PitbossError(f"{path} cannot be written: {error.strerror or error}") from None


def _restore_dump(file: Path, database: Database, key: HouseKey | PublicKey | None) -> Restored:
    names = database.view(lambda connection: sa.inspect(connection).get_table_names())
    if names:
        raise PitbossError(f"{database} is not empty, it has the table {names[0]}: make a new one with createdb")
    try:
        backup.load(database, file)
        witness.begin_backup(database)
        return _check(database, str(database), key)
    except BaseException:
        database.change(_drop_all)
        raise


def _check(database: Database, name: str, key: HouseKey | PublicKey | None) -> Restored:
    """Check a floor that was put in place, and end the sessions of people who have a password; raises PitbossError."""
    if not database.revision():
        raise PitbossError("the backup is not one of a floor")
    if database.revision() != REVISION:
        database.migrate()
    recorded = known_key(database)
    if key is not None and recorded and recorded != (public := _digits(key)):
        raise PitbossError(f"the backup belongs to the key {recorded[:16]}…, and not to {public[:16]}…: name it with --key")
    database.view(lambda connection: _check_lines(View(connection, archived=False)))
    vouched = isinstance(key, HouseKey) and bool(recorded)
    if isinstance(key, HouseKey) and vouched:
        check_logs(database, key)
        database.view(lambda connection: _check_ends(View(connection), key))
    database.change(lambda connection: connection.execute(sa.text(SIGN_OUT)))
    lines, rounds, accounts = (_count(database, table) for table in ("event", "played", "account"))
    return Restored(name, recorded, lines, rounds, accounts, backup.last_time(database), vouched)


def _digits(key: HouseKey | PublicKey) -> str:
    return key.public.key if isinstance(key, HouseKey) else key.key


def _check_lines(view: View) -> None:
    """Check that nothing in the database works by itself, every line follows the one before it in its log, and none was edited;
    raises PitbossError."""
    try:
        check_objects(view)
    except MismatchError as error:
        raise PitbossError(f"the backup was changed: {error}") from None
    ends: dict[str, tuple[int, str]] = {}
    for page in view.pages():
        for _, line in page:
            seq, seal = ends.get(line.stream, (0, FIRST))
            if line.seq != seq + 1 or (line.body and digest(seal, line.body) != line.seal):  # an audit reads the archives
                raise PitbossError(
                    f"the backup was changed: line {line.seq} of {line.stream} was edited, or one before it is missing"
                )
            ends[line.stream] = (line.seq, line.seal)


def _check_ends(view: View, key: HouseKey) -> None:
    """Check that a server of the house wrote the last line of every log; raises PitbossError."""
    for stream in view.streams():
        end = view.head(stream)
        if end is not None and stream not in (STREAM, OFFICE) and (why := vouching.why_not(view, key, end)):
            raise PitbossError(f"the backup is not as the house wrote it: {stream}, {why}; take an earlier backup")


def _count(database: Database, table: str) -> int:
    query = sa.select(sa.func.count()).select_from(metadata.tables[table])
    return int(database.view(lambda connection: connection.execute(query).scalar()) or 0)


def _drop_all(connection: sa.Connection) -> None:
    """Leaves a database as empty as it was."""
    metadata.drop_all(connection)
    connection.execute(sa.text("DROP TABLE IF EXISTS alembic_version"))
