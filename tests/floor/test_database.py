"""The database: opening, who may read its file, one server at a time, migrations, and reading streams."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

import pitboss.floor.storage.database
from pitboss.errors import DatabaseFailed, PitbossError, Stopped, public_message
from pitboss.floor.storage import schema
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.transactions import Unit
from pitboss.floor.web.errors import answer_to
from tests.floor import migrated
from tests.floor.writing import Chain, commit, prepare, rows

SOURCE = Path(pitboss.floor.storage.database.__file__).parents[3]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE)}


@pytest.fixture(autouse=True, scope="module")
def every_migration_is_applied() -> Iterator[None]:
    """To each database of these tests."""
    with migrated.applied():
        yield


def fill(database: Database, chain: Chain, lines: int, kind: str = "record") -> None:
    """Writes the next lines of a chain."""
    assert commit(database, Unit(lines=[chain.line(kind) for _ in range(lines)])) == [None]


# ---------------------------------------------------------------------------- opening


@pytest.mark.parametrize("mask", [0o000, 0o022])
def test_only_its_owner_reads_the_file(tmp_path: Path, mask: int) -> None:
    """Also what SQLite puts beside it, and whatever the process's mask is; a file that others could read is closed to them."""
    before = os.umask(mask)
    try:
        database = Database.open(f"sqlite:///{tmp_path}/floor.db")
        database.migrate()
        backend = database.backend()
        backend.commit([Unit(office=[b"{}"])])
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        assert {"floor.db", "floor.db-wal", "floor.db-shm"} <= modes.keys() and set(modes.values()) == {0o600}
        for path in tmp_path.iterdir():
            path.chmod(0o644)
        Database.open(f"sqlite:///{tmp_path}/floor.db").close()
        assert {path.name for path in tmp_path.iterdir() if path.stat().st_mode & 0o077} <= {"floor.db.lock"}
        backend.close()
        database.close()
    finally:
        os.umask(before)


@pytest.mark.parametrize(("choice", "number"), [(None, 2), ("OFF", 0)])
def test_the_writer_syncs_every_commit(tmp_path: Path, choice: str | None, number: int) -> None:
    """Unless a test wants to show what is lost without; and with a log that readers do not wait for."""
    url = f"sqlite:///{tmp_path}/floor.db"
    database = Database.open(url, synchronous=choice) if choice else Database.open(url)
    database.migrate()
    backend = database.backend()
    backend.commit([Unit(office=[b"{}"])])
    ask = backend._link.execute
    settings = {
        name: ask(f"PRAGMA {name}")[0][0] for name in ("journal_mode", "synchronous", "foreign_keys", "wal_autocheckpoint")
    }
    assert settings == {"journal_mode": "wal", "synchronous": number, "foreign_keys": 1, "wal_autocheckpoint": 4000}
    backend.close()
    database.close()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://localhost/x", "the address of a database is sqlite:///path/to/file or postgresql://user@host/name"),
        ("floor.db", "the address of a database in a file begins with sqlite:///, as in sqlite:///floor.db"),
        ("sqlite://", "the address of a database is"),
        ("sqlite:///:memory:", "the address of a database is"),
        ("sqlite:////nowhere/at/all/floor.db", "/nowhere/at/all/floor.db cannot be opened: No such file or directory"),
        ("sqlite:////dev", "/dev is not a file"),
        ("sqlite:////dev/null", "/dev/null is not a file"),
        ("postgresql://nobody:secret@localhost:1/x", r"^postgresql://nobody:\*\*\*@localhost:1/x cannot be read: "),
        ("postgres://nobody@localhost:1/x", "^postgresql://nobody@localhost:1/x cannot be read: "),
    ],
)
def test_what_is_no_database_is_refused_with_a_sentence(url: str, sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence) as refused:
        Database.open(url)
    assert "\n" not in str(refused.value) and "secret" not in str(refused.value)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_text("not a database at all, but long enough to be looked at as one\n" * 100)
    with pytest.raises(PitbossError, match="notes cannot be read: file is not a database"):
        Database.open(f"sqlite:///{path}").migrate()


SECOND = """
import sys
from pitboss.errors import PitbossError
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.transactions import Unit
database = Database.open(sys.argv[1])
database.migrate()
print(len(list(database.lines("office"))), database.backend().commit([Unit(office=[b'{"staff":1}'])]))
try:
    database.lock.take()
except PitbossError as error:
    print(error)
"""


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_one_server_at_a_time_has_a_file_and_commands_may_open_it(database: Database, url: str) -> None:
    """Another process reads and writes an office line while a writer's connection is open, but cannot be a second server."""
    assert database.lock is not None
    database.lock.take()
    backend = database.backend()
    assert backend.commit([Unit(office=[b'{"server":1}'])]) == [None]
    second = [sys.executable, "-c", SECOND, url]
    done = subprocess.run(second, capture_output=True, text=True, timeout=60, env=ENVIRONMENT)
    sentence = "floor.db is served by another process already; one server at a time has a SQLite file"
    assert done.stdout.splitlines() == ["1 [None]", sentence], done.stderr
    assert backend.commit([Unit(office=[b'{"server":2}'])]) == [None]
    assert [line.seq for line in database.lines("office")] == [1, 2, 3]
    backend.close()
    database.lock.let_go()
    done = subprocess.run(second, capture_output=True, text=True, timeout=60, env=ENVIRONMENT)
    assert done.stdout.splitlines() == ["3 [None]"], done.stderr


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_file_that_is_gone_takes_no_more_commits(database: Database) -> None:
    """What went into a file that was deleted would be lost with the process. Put back, it goes on."""
    assert database.path is not None
    backend, aside = database.backend(), database.path.with_name("aside.db")
    assert backend.commit([Unit(office=[b'{"server":1}'])]) == [None]
    database.path.rename(aside)
    for _ in range(2):
        with pytest.raises(Stopped, match="has been deleted or replaced under the floor: put it back"):
            backend.commit([Unit(office=[b'{"server":2}'])])
        assert not database.path.exists(), "no other one is made in its place"
    aside.rename(database.path)
    assert backend.commit([Unit(office=[b'{"server":3}'])]) == [None]
    assert [line.body for line in database.lines("office")] == [b'{"server":1}', b'{"server":3}']
    backend.close()


# ---------------------------------------------------------------------------- migrations


def test_migrations_make_the_tables_of_the_schema(database: Database) -> None:
    def differences(connection: sa.Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))

    assert database.view(differences) == []
    checks = database.view(lambda connection: sa.inspect(connection).get_check_constraints("account"))
    assert [check["name"] for check in checks] == ["account_cage_check"]


def test_the_schema_names_the_last_migration() -> None:
    scripts = ScriptDirectory(str(SOURCE / "pitboss/floor/storage/migrations"))
    assert scripts.get_heads() == [schema.REVISION]


def test_migrations_are_packed_with_the_program() -> None:
    """As packages, which is what `pyproject.toml` packs: each folder on the way has an `__init__.py`."""
    scripts = ScriptDirectory(str(SOURCE / "pitboss/floor/storage/migrations"))
    for script in scripts.walk_revisions():
        folder = Path(script.path).parent
        assert (folder / "__init__.py").exists() and (folder.parent / "__init__.py").exists()


def test_migrating_again_changes_nothing(database: Database) -> None:
    fill(database, Chain("table/a"), 2)
    database.migrate()
    assert database.revision() == schema.REVISION and len(database.tail("table/a")) == 2


MIGRATE = """
import sys
import alembic.command
from pitboss.floor.storage.database import Database
database = Database.open(sys.argv[1])
revision = database.revision()
print(revision, flush=True)
sys.stdin.readline()
database.revision = lambda: revision
database.migrate()
"""


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_processes_that_start_at_once_migrate_once(url: str) -> None:
    """Each believes that nothing has been migrated yet, as it was when it looked."""
    program = [sys.executable, "-c", MIGRATE, url]
    processes = [subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT) for _ in range(3)]
    for process in processes:
        assert process.stdout is not None and process.stdout.readline() == b"\n"  # it has looked
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    database = Database.open(url)
    assert rows(database, "SELECT version_num FROM alembic_version") == [(schema.REVISION,)]
    database.close()


def test_a_database_of_a_later_version_is_left_alone(database: Database) -> None:
    commit(database, Unit(work=lambda execute: execute("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(PitbossError, match="was made by a later version of pitboss"):
        database.migrate()
    assert database.revision() == "9999"


# ---------------------------------------------------------------------------- reading


def test_streams_are_read_whole_in_part_and_from_the_last_snapshot(database: Database) -> None:
    """More lines than one page has; two snapshots; a stream without any; a stream that is not there."""
    chain, other = Chain("table/a"), Chain("room/b")
    fill(database, chain, 1500)
    fill(database, chain, 1, "snapshot")
    fill(database, chain, 999)
    assert [line.seq for line in database.tail("table/a")] == list(range(1501, 2501))
    fill(database, chain, 1, "snapshot")
    fill(database, chain, 3)
    fill(database, other, 2)
    assert [line.seq for line in database.lines("table/a")] == list(range(1, 2505))
    assert [line.seq for line in database.lines("table/a", after=2500)] == [2501, 2502, 2503, 2504]
    assert [(line.seq, line.kind) for line in database.tail("table/a")][:2] == [(2501, "snapshot"), (2502, "record")]
    assert [line.seq for line in database.tail("room/b")] == [1, 2]
    head = database.head("table/a")
    assert head is not None and (head.seq, head.seal, type(head.body)) == (2504, chain.seal, bytes)
    assert database.head("none") is None and database.tail("none") == [] and list(database.lines("none")) == []
    assert database.streams() == ["room/b", "table/a"]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_the_last_snapshot_is_found_by_its_index(database: Database) -> None:
    """However long a stream is. (PostgreSQL chooses its plans by what the tables hold.)"""
    query = "SELECT max(seq) FROM event WHERE stream = 'a' AND kind = 'snapshot'"
    assert "event_snapshot_index" in str(rows(database, f"EXPLAIN QUERY PLAN {query}"))


def test_a_reader_sees_one_moment_and_keeps_nobody_waiting(database: Database) -> None:
    """While a reader is at it, a line is committed, which that reader does not see."""
    chain = Chain("table/a")
    fill(database, chain, 1)
    count = sa.select(sa.func.count()).select_from(schema.event)

    def read(connection: sa.Connection) -> tuple[int, int]:
        before = connection.execute(count).scalar_one()
        fill(database, chain, 1)
        return before, connection.execute(count).scalar_one()

    assert asyncio.run(database.read(read)) == (1, 1)
    assert database.view(lambda connection: connection.execute(count).scalar_one()) == 2


def test_readers_cannot_write(database: Database) -> None:
    prepare(database)
    with pytest.raises((sa.exc.DBAPIError, PitbossError), match=r"(?i)read-?only"):
        database.view(lambda connection: connection.execute(sa.text("UPDATE account SET cage = 0")))
    assert rows(database, "SELECT cage FROM account WHERE id = 1") == [(1000,)]


def test_nobody_outside_is_told_where_the_database_is() -> None:
    """Its address stands in what operators read, and in no answer over the network."""
    failed = DatabaseFailed("postgresql://pit:***@10.0.0.9:5432/floor cannot be read: connection refused")
    answer = answer_to(failed)
    body = bytes(answer.body).decode()
    assert answer.status_code == 503 and '"retry":true' in body
    assert "does not answer" in body and "10.0.0.9" not in body and "postgresql" not in body
    assert "10.0.0.9" not in public_message(failed) and "10.0.0.9" in str(failed)
