"""What clients sent and were told, under load with kills, is linearizable per table; and the check of it finds servers that are
broken on purpose."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.evidence.keys import HouseKey
from tests.floor.breaking import WAYS
from tests.floor.crowd import Place
from tests.floor.evening import Evening, rows_of, spend
from tests.floor.history import check_history
from tests.floor.mortal import Births, Mortal
from tests.floor.postgres import Cluster
from tests.floor.rows import check_frames, check_goes_on, check_lines, check_money, check_played, check_said

SOME = ("blackjack", "three-card-poker", "caribbean-stud-poker", "caribbean-stud-poker-2", "pai-gow-poker", "poker/holdem-limit")
FEW = ("three-card-poker", "mississippi-stud", "blackjack")


@pytest.fixture(scope="module")
def births(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Births]:
    """What starts servers."""
    births = Births(tmp_path_factory.mktemp("births"))
    yield births
    births.end()


def spend_evening(servers: list[Mortal], tables: tuple[str, ...], kills: int, between: int) -> Evening:
    """People play and annoy at some tables, and a server is killed so often, with so many commands between two kills."""

    def is_chosen(place: Place) -> bool:
        return place.name in tables

    async def go(evening: Evening) -> None:
        await evening.begin(is_chosen, players=3)
        for person in evening.people:
            person.mischief, person.restless = 0.15, 0.03
        for number in range(kills):
            await evening.play(between)
            await evening.kill(servers[number % len(servers)])
            await evening.start(servers[number % len(servers)])
        await evening.play(between)

    return asyncio.run(spend(Evening(servers, seed=kills), go))


def check_all(evening: Evening, url: str, key: Path, fresh: bool = True) -> dict[str, int]:
    """Every check that there is, as far as nobody has lost what another rests on."""
    rows = rows_of(url)
    assert evening.book.faults == []
    check_said(evening.book, rows)
    found = check_history(evening.book, rows, HouseKey.load(key), fresh=fresh)
    check_frames(evening.book, rows)
    check_lines(rows)
    check_money(rows)
    check_played(rows)
    check_goes_on(rows, rows) if not any(place.room for place in evening.tables) else None
    return found


def test_a_history_with_kills_is_linearizable_on_sqlite(births: Births, tmp_path: Path) -> None:
    """One server on SQLite, which is killed."""
    url, key = f"sqlite:///{tmp_path}/floor.db", tmp_path / "floor.key"
    evening = spend_evening([Mortal(births, url, f"key={key}", "delay=0.003")], SOME, 6, 150)
    found = check_all(evening, url, key)
    assert min(found.values()) >= 20, found


def test_a_history_with_kills_is_linearizable_on_postgresql(births: Births, cluster: Cluster, tmp_path: Path) -> None:
    """One server on PostgreSQL, which is killed."""
    url, key = cluster.new(), tmp_path / "floor.key"
    evening = spend_evening([Mortal(births, url, f"key={key}", "delay=0.003")], SOME, 4, 150)
    found = check_all(evening, url, key)
    assert min(found.values()) >= 20, found


def test_a_history_at_two_servers_is_linearizable(births: Births, cluster: Cluster, tmp_path: Path) -> None:
    """Two servers on PostgreSQL, each of which is killed once: what is said at one and carried out by the other has its place in
    the one order too. What one server shows of a table that the other serves may be a moment old."""
    url, key = cluster.new(), tmp_path / "floor.key"
    servers = [Mortal(births, url, f"key={key}"), Mortal(births, url, f"key={key}", "share=2/2")]
    evening = spend_evening(servers, SOME, 2, 100)
    found = check_all(evening, url, key, fresh=False)
    assert min(found.values()) >= 10, found


@pytest.mark.parametrize("way", list(WAYS))
def test_a_broken_server_is_found(way: str, births: Births, tmp_path: Path) -> None:
    """Each of the servers that are broken on purpose is told from a right one."""
    url, key = f"sqlite:///{tmp_path}/floor.db", tmp_path / "floor.key"
    server = Mortal(births, url, f"key={key}", f"broken={way}", "delay=0.02")
    with pytest.raises(AssertionError) as found:
        check_all(spend_evening([server], FEW, 3, 60), url, key)
    print(f"{way}: {str(found.value)[:300]}")
    assert "it did not happen" not in str(found.value) and "any more" not in str(found.value)
