"""The drill of docs/operations.md, with everything at once: two servers behind the real nginx with TLS, people at tables. One
server is killed, the other stops, PostgreSQL is away for six seconds, and the backup of before is opened on a third server.

Prints the longest that anybody waited for an answer at each of them.
"""

import asyncio
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.evidence.keys import HouseKey
from pitboss.floor.books.audit import open_floor
from pitboss.floor.client import Seat, Visitor
from pitboss.floor.restoring import restore
from pitboss.floor.storage.backup import back_up
from pitboss.table.log.records import Record
from pitboss.table.log.stores import TABLE
from tests.floor.mortal import Births, Mortal
from tests.floor.nights import Evening, rows_of, slowness, spend
from tests.floor.postgres import Cluster
from tests.floor.proxying import Nginx
from tests.floor.rows import Rows
from tests.floor.test_client import play
from tests.floor.test_floor_kills import check_all

TABLES = ("three-card-poker", "blackjack", "caribbean-stud-poker", "mississippi-stud")
AWAY = 6.0  # seconds that PostgreSQL is away
LONGEST = 2.0  # seconds that a player waits at most while a server stops
PACE = 0.1  # seconds that a player thinks


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL server that the test may stop."""
    cluster = Cluster()
    yield cluster
    cluster.remove()


def copy_of(url: str, file: Path) -> None:
    database = open_floor(url)
    try:
        back_up(database, file)
    finally:
        database.close()


def deals(rows: Rows) -> dict[str, list[str]]:
    """The cards of each round at each table, in the order dealt."""
    found: dict[str, list[str]] = {}
    for stream, lines in rows.tables().items():
        rounds = [""]
        for line in lines:
            record = TABLE.decode(line.body) if line.kind == "record" else None
            if isinstance(record, Record):
                for step in record.steps:
                    rounds += [""] * (step.act == "begin")
                    rounds[-1] += "".join(map(str, step.cards)) if step.act == "deal" else ""
        found[stream] = rounds
    return found


def test_the_drill(
    births: Births,
    own_cluster: Cluster,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No acknowledged command is lost. The restored floor has all that was acknowledged before its backup began, deals none of
    the cards that were seen since, and is in order to the cent."""
    url, key, backup = own_cluster.new(), tmp_path / "floor.key", tmp_path / "floor.backup"
    servers = [Mortal(births, url, f"key={key}", "proxy=127.0.0.1")]
    servers.append(Mortal(births, url, f"key={key}", "proxy=127.0.0.1", "share=2/2"))
    nginx = Nginx(tmp_path_factory.mktemp("nginx"), [int(each.url.rpartition(":")[2]) for each in servers])
    monkeypatch.setenv("SSL_CERT_FILE", str(nginx.certificate))
    slow, ticks, told = slowness(), [0], list[str]()

    async def go(evening: Evening) -> None:
        await evening.begin(TABLES, players=1)
        for person in evening.people:
            person.urls, person.pace = [nginx.url], PACE

        async def wait_since(began: float, what: str) -> float:
            await evening.play(30)
            wait = evening.book.longest_wait(began - PACE, time.monotonic())
            told.append(f"{what}: longest wait {wait:.2f} s")
            return wait

        await evening.play(40)
        ticks[0] = evening.book.tick()
        await asyncio.to_thread(copy_of, url, backup)
        began = time.monotonic()
        await evening.kill(servers[0], [""])
        await wait_since(began, "a server is killed")
        await evening.start(servers[0])
        began = time.monotonic()
        await asyncio.to_thread(servers[1].stop)
        wait = await wait_since(began, "a server stops")
        assert wait < LONGEST * slow
        await evening.start(servers[1])
        began = time.monotonic()
        await asyncio.to_thread(own_cluster.stop)
        await asyncio.sleep(AWAY)
        await asyncio.to_thread(own_cluster.start)
        await wait_since(began, f"PostgreSQL is away for {AWAY:g} s")

    try:
        evening = asyncio.run(spend(Evening(servers), go))
    finally:
        nginx.stop()
    check_all(evening, url, key, [])
    other, third = own_cluster.new(), tmp_path / "third"
    third.mkdir()
    shutil.copy(key, third / "floor.key")
    restore(backup, other, HouseKey.load(third / "floor.key"))
    restored = rows_of(other)
    before = [saying for saying in evening.book.acknowledged() if saying.answered < ticks[0]]
    assert len(before) >= 40 and all((saying.account, saying.id) in restored.commands for saying in before)
    server = Mortal(births, other, f"key={third / 'floor.key'}")
    asyncio.run(some_rounds(server, evening))
    server.stop()
    old, new = deals(rows_of(url)), deals(rows_of(other))
    for table in TABLES:
        log = f"table/{table}"
        dealt = {cards for cards in new[log][len(deals(restored)[log]) :] if len(cards) > 6}
        assert dealt and not dealt & set(old[log]), f"{table} deals cards again"
    print(f"On a machine {slow:.1f} times as slow as it could be: {'; '.join(told)}")


async def some_rounds(server: Mortal, evening: Evening) -> None:
    """The guests of the evening, who are still signed in, go on at the restored floor."""
    await Evening([server]).ready(server)
    for person in evening.people:
        if person.seat:
            line = await Visitor(server.url, person.player, person.token).look(person.place.name)
            seat = Seat(line, person.seat) if person.seat in line.layout.seats else await line.sit(person.seat, 50_000)
            await play(seat, person.place.suggested, line.layout.round + 2)
            await line.close()
