"""Databases for tests of the floor: a new one for each test, of both kinds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.floor.storage.database import Database
from tests.floor import migrated
from tests.floor.desk_work import fork_processes
from tests.floor.mortal import Births
from tests.floor.postgres import Cluster


@pytest.fixture(autouse=True, scope="package")
def migrated_once() -> Iterator[None]:
    """New SQLite files have their tables at once."""
    patch = migrated.share()
    yield
    patch.undo()


@pytest.fixture(scope="module")
def forked_desk(births: Births, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Processes of the desk are forked from one that has imported everything."""
    patch = fork_processes(births, tmp_path_factory.mktemp("desk"))
    yield
    patch.undo()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server that all tests share."""
    cluster = Cluster()
    yield cluster
    cluster.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database that is still empty."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/floor.db"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """A database that has been migrated."""
    database = Database.open(url)
    database.migrate()
    yield database
    database.close()
