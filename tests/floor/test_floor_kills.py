"""Servers and databases that are killed at random while people play at every table: no chip, event or acknowledged command is
lost or doubled, nobody sees what is not there, and open rounds go on."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.evidence.keys import HouseKey
from pitboss.floor.books.audit import audit
from pitboss.floor.storage.database import Database
from pitboss.games import MODULES
from tests.floor.mortal import Births, Mortal
from tests.floor.nights import LONGER, Evening, rows_of, spend, two_servers
from tests.floor.postgres import Cluster
from tests.floor.rows import Rows, check_frames, check_goes_on, check_lines, check_money, check_played, check_said, opening_of


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL server that a test may kill."""
    cluster = Cluster()
    yield cluster
    cluster.remove()


def check(evening: Evening, url: str, key: Path, moments: list[Rows]) -> int:
    """All that must hold after whatever happened, at tables of every chapter; how many rounds were played."""
    rounds, rows = check_all(evening, url, key, moments), rows_of(url)
    assert {opening_of(rows, stream)["chapter"] for stream in rows.tables()} == set(MODULES)
    assert all(rows.played[stream] for stream in rows.tables())
    return rounds


def check_all(evening: Evening, url: str, key: Path, moments: list[Rows]) -> int:
    """All that must hold after whatever happened; how many rounds were played."""
    book, rows = evening.book, rows_of(url)
    assert book.faults == []
    check_lines(rows)
    for before in moments:
        check_goes_on(before, rows)
    check_said(book, rows)
    check_frames(book, rows)
    check_money(rows)
    rounds = check_played(rows)
    database = Database.open(url)
    try:
        found = audit(database, HouseKey.load(key))
    finally:
        database.close()
    assert found.rounds == rounds and not found.sealed
    print(f"{evening.kills} kills, {rounds} rounds, {len(book.acknowledged())} commands, {found.lines} lines")
    return rounds


def evening_of_kills(births: Births, url: str, key: Path, kills: int, between: int) -> None:
    """A server is killed so often, with so many commands between two kills."""
    moments: list[Rows] = []

    async def go(evening: Evening) -> None:
        (server,) = evening.servers
        await evening.begin()
        for number in range(kills):
            await evening.play(between)
            await evening.kill(server)
            if number % 4 == 0:
                moments.append(rows_of(url))
            await evening.start(server)

    evening = asyncio.run(spend(Evening([Mortal(births, url, f"key={key}", "between=0.01")]), go))
    assert evening.kills == kills
    check(evening, url, key, moments)


def test_a_server_on_sqlite_is_killed(births: Births, tmp_path: Path) -> None:
    """Tables of every chapter on SQLite; the server is killed and started again."""
    evening_of_kills(births, f"sqlite:///{tmp_path}/floor.db", tmp_path / "floor.key", 4 * LONGER, 100)


def test_a_server_on_postgresql_is_killed(births: Births, cluster: Cluster, tmp_path: Path) -> None:
    """The same on PostgreSQL."""
    evening_of_kills(births, cluster.new(), tmp_path / "floor.key", 2 * LONGER, 100)


def test_one_of_two_servers_is_killed(births: Births, cluster: Cluster, tmp_path: Path) -> None:
    """Two servers share the floor on PostgreSQL. When one is killed its tables move to the other, and when it is started again
    it goes on as one that looks; then the other is killed."""
    url, key = cluster.new(), tmp_path / "floor.key"
    servers = two_servers(births, url, key)

    async def go(evening: Evening) -> None:
        await evening.begin()
        for number in range(2 * LONGER):
            await evening.play(100)
            await evening.kill(servers[number % 2])
            if number % 4 != 1:
                await evening.play(100)  # at the other, which takes the tables up
            await evening.start(servers[number % 2])

    evening = asyncio.run(spend(Evening(servers), go))
    check(evening, url, key, [])


def test_the_database_is_killed_under_a_server(births: Births, own_cluster: Cluster, tmp_path: Path) -> None:
    """PostgreSQL stops as in a crash and is started again, under a server that goes on."""
    url, key = own_cluster.new(), tmp_path / "floor.key"

    async def go(evening: Evening) -> None:
        await evening.begin()
        for _ in range(2 * LONGER):
            await evening.play(100)
            await asyncio.sleep(evening.rng.random() * 0.2)
            await asyncio.to_thread(own_cluster.stop, "immediate")
            await asyncio.to_thread(own_cluster.start)
            evening.kills += 1

    evening = asyncio.run(spend(Evening([Mortal(births, url, f"key={key}")]), go))
    check(evening, url, key, [])
