"""The database: opening, migrating, reading, and the writer's connection.

`sqlite:///floor.db` is a file, `postgresql://…` a server that processes may share. Readers have their own connections, see one
snapshot each time, and never block the writer.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal, TypeVar

import psycopg
import sqlalchemy as sa
from sqlalchemy import event, exc

from pitboss.errors import DatabaseFailed, PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor.storage import sqlite
from pitboss.floor.storage.archives import archive_folder
from pitboss.floor.storage.commits import Commits, Notes
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.postgres import SETTINGS, PostgresLink, address
from pitboss.floor.storage.schema import REVISION
from pitboss.floor.storage.sqlite import ProcessLock, SQLiteLink
from pitboss.floor.storage.transactions import StreamLine

T = TypeVar("T")

DEFAULT = "sqlite:///floor.db"
READERS = 4
MIGRATING = 0x706974626F7373  # the advisory lock for migrations


class Database:
    """An open database. `path` is its file, None for a server."""

    def __init__(self, url: sa.URL, synchronous: str = "FULL") -> None:
        self.url = url
        self.path = Path(url.database or "") if url.get_backend_name() == "sqlite" else None
        self.lock = ProcessLock(self.path) if self.path else None
        self._synchronous = synchronous
        self.archive = archive_folder(self.path)
        engine = _sqlite_engine(self.path) if self.path else _postgres_engine(url)
        self._engine = engine.execution_options(archive=self.archive)
        self._threads = ThreadPoolExecutor(READERS, "pitboss-reader")

    @staticmethod
    def open(url: str = DEFAULT, *, synchronous: str = "FULL", create: bool = True) -> "Database":
        """Open a database; raises PitbossError for an invalid address or, without `create`, a missing file."""
        database = Database(read_address(url), synchronous)
        try:
            if database.path and not create and not database.path.exists():
                raise PitbossError(f"{database.path} does not exist")
            if database.path:
                sqlite.create(database.path)
            database.view(lambda connection: connection.execute(sa.text("SELECT 1")))
        except BaseException:
            database.close()
            raise
        return database

    def close(self) -> None:
        """Ends the readers and gives the file free; the writer's connection is closed by the writer."""
        self._threads.shutdown(wait=True)
        self._engine.dispose()
        if self.lock:
            self.lock.let_go()

    def backend(self, notes: Notes | None = None, signer: HouseKey | None = None) -> Commits:
        """A connection for one writer thread. `notes` learns first what is durable; `signer` signs the office's lines."""
        if self.path:
            return Commits(SQLiteLink(self.path, self._synchronous), notes, signer)
        return Commits(PostgresLink(address(self.url)), notes, signer)

    # ------------------------------------------------------------------------ reading

    async def read(self, question: Callable[[sa.Connection], T]) -> T:
        """Run a query in a reader thread, within one snapshot."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self.view, question)

    def view(self, question: Callable[[sa.Connection], T]) -> T:
        """Run a query in this thread; raises PitbossError if the database cannot be read."""
        try:
            with self._engine.connect() as connection:
                return question(connection)
        except exc.DBAPIError as error:
            if "not a database" in str(error):
                raise PitbossError(f"{self} cannot be read: {_sentence(error)}") from None
            if isinstance(error, exc.OperationalError) or error.connection_invalidated:  # it may recover
                raise DatabaseFailed(f"{self} cannot be read: {_sentence(error)}") from None
            raise
        except exc.TimeoutError:
            raise DatabaseFailed(f"{self} cannot be read: all connections are in use") from None

    def change(self, work: Callable[[sa.Connection], T]) -> T:
        """Run some work in a transaction of its own, beside no server; raises PitbossError if that fails."""
        engine = _sqlite_engine(self.path, write=True) if self.path else _postgres_engine(self.url, write=True)
        try:
            with engine.begin() as connection:
                return work(connection)
        except exc.DBAPIError as error:
            raise DatabaseFailed(f"{self} cannot be changed: {_sentence(error)}") from None
        finally:
            engine.dispose()

    def lines(self, stream: str, after: int = 0) -> Iterator[StreamLine]:
        """The lines of a stream after a number, some at a time."""

        def page(connection: sa.Connection) -> list[StreamLine]:
            return View(connection).page(stream, after)

        while found := self.view(page):
            yield from found
            after = found[-1].seq

    def tail(self, stream: str) -> list[StreamLine]:
        """The lines of a stream from its last snapshot on, or all of them."""
        return self.view(lambda connection: View(connection).tail(stream))

    def head(self, stream: str) -> StreamLine | None:
        """The last line of a stream."""
        return self.view(lambda connection: View(connection).head(stream))

    def streams(self, begins: str = "") -> list[str]:
        """The names of all streams that begin so, in order."""
        return self.view(lambda connection: list(View(connection).streams(begins)))

    # ------------------------------------------------------------------------ migrating

    def revision(self) -> str:
        """The last migration applied, "" for none."""

        def find(connection: sa.Connection) -> str:
            if not sa.inspect(connection).has_table("alembic_version"):
                return ""
            return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() or ""

        return self.view(find)

    def migrate(self) -> None:
        """Migrate to this version; raises PitbossError for a database of a later one."""
        if self.revision() == REVISION:
            return
        taken = self.lock is not None and self.lock.take()
        engine = _sqlite_engine(self.path, write=True) if self.path else _postgres_engine(self.url, write=True)
        try:
            self._migrate(engine)
        finally:
            engine.dispose()
            if self.lock is not None and taken:
                self.lock.let_go()

    def _migrate(self, engine: sa.Engine) -> None:
        from alembic.config import Config
        from alembic.runtime.environment import EnvironmentContext
        from alembic.script import ScriptDirectory

        scripts = ScriptDirectory(str(Path(__file__).with_name("migrations")))

        def missing(revision: Any, context: Any) -> Any:
            return scripts._upgrade_revs("head", revision)

        with engine.begin() as connection, EnvironmentContext(Config(), scripts, fn=missing) as environment:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
            environment.configure(connection=connection, transactional_ddl=True)
            revisions = {script.revision for script in scripts.walk_revisions()}
            if (now := environment.get_context().get_current_revision()) and now not in revisions:
                raise PitbossError(f"{self} was made by a later version of pitboss (its tables are of revision {now})")
            environment.run_migrations()

    def __str__(self) -> str:
        return str(self.path) if self.path else self.url.set(drivername="postgresql").render_as_string(hide_password=True)


def read_address(url: str) -> sa.URL:
    """The address of a database, as it is opened; raises PitbossError."""
    if "://" not in url and url.strip():
        raise PitbossError(f"the address of a database in a file begins with sqlite:///, as in sqlite:///{url}")
    try:
        address = sa.make_url(url.replace("postgres://", "postgresql://", 1) if url.startswith("postgres://") else url)
        kind = address.get_backend_name()
        if kind == "sqlite" and address.database and address.database != ":memory:" and not address.query:
            return address
        if kind == "postgresql":
            return address.set(drivername="postgresql+psycopg")
    except (exc.ArgumentError, ValueError):
        pass
    raise PitbossError("the address of a database is sqlite:///path/to/file or postgresql://user@host/name")


def _sqlite_engine(path: Path, write: bool = False) -> sa.Engine:
    def connect() -> sqlite3.Connection:
        connection = sqlite.connect(path)
        if not write:
            connection.execute("PRAGMA query_only = ON")
        return connection

    engine = sa.create_engine("sqlite://", creator=connect, poolclass=sa.QueuePool, pool_size=READERS)

    @event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:  # one moment for all that is read; sqlite3 itself begins nothing
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def _postgres_engine(url: sa.URL, write: bool = False) -> sa.Engine:
    options = SETTINGS if write else f"{SETTINGS} -c default_transaction_read_only=on"
    level: Literal["READ COMMITTED", "REPEATABLE READ"] = "READ COMMITTED" if write else "REPEATABLE READ"

    def connect() -> psycopg.Connection[Any]:
        return psycopg.connect(address(url), options=options)

    return sa.create_engine(
        "postgresql+psycopg://", creator=connect, isolation_level=level, pool_size=READERS, pool_pre_ping=True
    )


def _sentence(error: exc.DBAPIError) -> str:
    return str(error.orig).strip().splitlines()[0]
