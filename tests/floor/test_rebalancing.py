"""Servers join and leave a floor under load: its tables spread over them, and nobody waits long for a table that moves."""

import asyncio
import time
from collections import Counter
from pathlib import Path

import psycopg

from pitboss.floor.storage.shares import moves
from tests.floor.mortal import Births, Mortal
from tests.floor.nights import Evening, slowness, spend
from tests.floor.postgres import Cluster
from tests.floor.test_floor_kills import check_all

EVEN = 10.0  # seconds until tables are spread
TABLES = ("three-card-poker", "blackjack", "caribbean-stud-poker", "let-it-ride-poker", "spanish-21", "high-card-flush")
PACE = 0.1  # seconds that a player thinks
LONGEST = 2.0  # seconds that a player waits at most while a server stops


def shares(url: str) -> tuple[Counter[str], int]:
    """The tables that each living process serves, and how many there are."""
    sql = (
        "SELECT lease.process FROM opened JOIN lease ON lease.bank = opened.bank WHERE closed_at IS NULL AND EXISTS ("
        " SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND"
        " ((classid::bigint << 32) | objid::bigint) = hashtextextended('pitboss ' || opened.bank, 0))"
    )
    with psycopg.connect(url) as connection:
        found = Counter(str(process) for (process,) in connection.execute(sql))
        [[tables]] = connection.execute("SELECT count(*) FROM opened WHERE closed_at IS NULL")
        return found, int(tables)


async def spread(url: str, servers: int) -> float:
    """Waits until so many servers serve tables, within one of even; the seconds that it took."""
    began, slow = time.monotonic(), await asyncio.to_thread(slowness)
    while True:
        found, tables = shares(url)
        if len(found) == servers and found.total() == tables and max(found.values()) - min(found.values()) <= 1:
            return time.monotonic() - began
        assert time.monotonic() - began < EVEN * slow, found
        await asyncio.sleep(0.1)


def test_tables_spread_over_servers_that_join_and_leave(births: Births, cluster: Cluster, tmp_path: Path) -> None:
    """Two servers join one, one stops and one is killed: the tables are even each time, and all that was answered is there."""
    url, key = cluster.new(), tmp_path / "floor.key"
    told = []

    async def go(evening: Evening) -> None:
        [first] = evening.servers
        await evening.begin(TABLES, players=1)
        for person in evening.people:
            person.pace = PACE
        for _ in range(2):
            evening.servers.append(Mortal(births, url, f"key={key}"))
        for server in evening.servers[1:]:
            await evening.ready(server)
            for person in evening.people:
                person.urls.append(server.url)
        told.append(f"joined: even after {await spread(url, 3):.1f} s")
        await evening.play(30)
        for person in evening.people:
            person.urls.remove(first.url)
        began, slow = time.monotonic(), await asyncio.to_thread(slowness)
        await asyncio.to_thread(first.stop)
        told.append(f"stopped in {time.monotonic() - began:.1f} s, even after {await spread(url, 2):.1f} s more")
        await evening.play(30)
        wait = evening.book.longest_wait(began - 1, time.monotonic())
        told.append(f"longest wait {wait:.2f} s on a machine {slow:.1f} times as slow as it could be")
        assert wait < LONGEST * slow
        evening.servers.remove(first)
        await evening.kill(evening.servers[0], [""])
        for person in evening.people:
            person.urls.remove(evening.servers[0].url)
        began = time.monotonic()
        await spread(url, 1)
        told.append(f"killed: all moved after {time.monotonic() - began:.1f} s")
        evening.servers.pop(0)

    evening = asyncio.run(spend(Evening([Mortal(births, url, f"key={key}")]), go))
    print(*told, sep="; ")
    check_all(evening, url, key, [])


def test_the_moves_make_shares_even() -> None:
    """Whatever is served by whom: within one of even where every bank is one table, and nothing moves that need not."""
    assert moves({}, {"one": 1}) == []
    for counts in ((16, 0), (0, 5, 9), (3, 3, 4), (1, 0, 0), (0, 0)):
        served = {f"p{at}": {f"{at}-{bank}": 1 for bank in range(count)} for at, count in enumerate(counts)}
        left = {process: len(banks) for process, banks in served.items()}
        plan = moves(served, {"x": 1, "y": 1})
        for move in plan:
            left[move.target] += 1
            if move.source:
                left[move.source] -= 1
        assert max(left.values()) - min(left.values()) <= 1
        ideal = sorted(left.values())
        fewest = sum(max(0, have - want) for have, want in zip(sorted(counts), ideal, strict=True))
        assert sum(bool(move.source) for move in plan) == fewest


def test_linked_tables_move_together_and_only_if_that_evens_the_shares() -> None:
    assert moves({"a": {"meter/big": 4, "one": 1}, "b": {}}, {}) == moves({"a": {"meter/big": 4, "one": 1}, "b": {}}, {}, {"x"})
    assert [move.bank for move in moves({"a": {"meter/big": 4, "one": 1}, "b": {}}, {})] == ["meter/big"]
    assert moves({"a": {"meter/big": 4}, "b": {"one": 1}}, {}) == []
    assert [move.bank for move in moves({"a": {"one": 1, "two": 1}, "b": {}}, {}, {"one"})] == ["two"]
