"""Leases: one process at a time has a bank, a later one has a higher fence, and whoever loses them is told."""

import asyncio
import time
from contextlib import suppress

import psycopg
import pytest

from pitboss.errors import PitbossError, Stopped
from pitboss.floor.storage import leases as leases_module
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.leases import open_leases
from pitboss.floor.storage.transactions import Unit
from tests.floor.postgres import Cluster
from tests.floor.writing import Chain, commit, rows


def test_each_process_has_a_higher_fence_and_the_database_agrees(database: Database) -> None:
    """Three processes one after the other: a unit under the fence is taken, one under the fence before is not."""

    async def main() -> None:
        fences, chain = [], Chain("table/a")
        for _ in range(3):
            leases = await open_leases(database)
            fence = await leases.take("table/a")
            assert fence is not None and await leases.take("table/b") is not None
            assert commit(database, Unit("table/a", fence, [chain.line()])) == [None]
            assert commit(database, Unit("table/a", fence - 1)) != [None]
            fences.append(fence)
            await leases.close()
        assert fences == sorted(set(fences))

    asyncio.run(main())
    assert {bank for bank, _ in rows(database, "SELECT bank, process FROM lease WHERE since > 0")} == {"table/a", "table/b"}


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_second_server_of_a_file_is_refused(database: Database, url: str) -> None:
    async def main() -> None:
        leases = await open_leases(database)
        other = Database.open(url)
        with pytest.raises(PitbossError, match="served by another process already"):
            await open_leases(other)
        await leases.close()
        await (await open_leases(other)).close()
        other.close()

    asyncio.run(main())


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_bank_is_with_one_process_at_a_time(database: Database) -> None:
    async def main() -> None:
        one, other = await open_leases(database), await open_leases(database)
        assert await one.take("table/a") == 1
        assert await one.take("table/a") == 1  # it has it already
        assert await other.take("table/a") is None
        assert await other.take("table/b") == 1
        await one.release("table/a")
        assert await other.take("table/a") == 2
        await other.close()
        assert await one.take("table/a") == 3
        await one.close()

    asyncio.run(main())


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_of_many_who_want_a_bank_at_once_one_gets_it(database: Database) -> None:
    async def main() -> None:
        everybody = [await open_leases(database) for _ in range(5)]
        fences = await asyncio.gather(*(leases.take("table/a") for leases in everybody))
        assert sorted(fence for fence in fences if fence) == [1]
        for leases in everybody:
            await leases.close()

    asyncio.run(main())


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_whose_connection_ends_loses_all_banks_and_is_told(database: Database, url: str) -> None:
    """Another process can have them at once; the first one may take what is free, over a new connection."""

    async def main() -> None:
        lost: list[str] = []
        one, other = await open_leases(database, lost.extend), await open_leases(database)
        await one.take("table/a")
        await one.take("table/b")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
        until = time.monotonic() + 10
        while not lost and time.monotonic() < until:
            await asyncio.sleep(0.05)
        assert sorted(lost) == ["table/a", "table/b"]
        assert await other.take("table/a") == 2
        assert await one.take("table/a") is None
        assert await one.take("table/b") == 2
        await one.close()
        await other.close()

    asyncio.run(main())


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_one_process_at_a_time_moves_the_chips_of_an_account(database: Database) -> None:
    """A reservation is no lease, and ends with its process."""

    async def main() -> None:
        one, other = await open_leases(database), await open_leases(database)
        assert await one.reserve(7) and await other.reserve(2**40)
        assert not await other.reserve(7)
        await one.unreserve(7)
        assert await other.reserve(7)
        assert not await one.reserve(7)
        await other.close()
        assert await one.reserve(7)
        assert await one.take("table/a") == 1 and await one.free() == {}
        await one.close()

    asyncio.run(main())


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_process_that_hangs_loses_its_banks(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its connection is alive and says nothing: the server ends it, another process takes its bank, and when it wakes it hears
    of that and cannot write."""
    monkeypatch.setattr(leases_module, "HANGS", 0.3)

    async def main() -> None:
        lost: list[str] = []
        monkeypatch.setattr(leases_module, "BEAT", 2.0)
        hanging, chain = await open_leases(database, lost.extend), Chain("table/a")
        assert await hanging.take("table/a") == 1
        monkeypatch.setattr(leases_module, "BEAT", 0.1)
        other = await open_leases(database)
        assert await other.take("table/a") is None
        until = time.monotonic() + 10
        while (fence := await other.take("table/a")) is None and time.monotonic() < until:
            await asyncio.sleep(0.1)
        assert fence == 2
        assert commit(database, Unit("table/a", 1, [chain.line()])) != [None]
        hanging.check()
        assert lost == ["table/a"], "by its own clock, without asking"
        with pytest.raises(Stopped, match="lost all leases"):
            await hanging.take("table/b")
        assert await hanging.take("table/b") == 1 and lost == ["table/a"]
        await hanging.close()
        await other.close()

    asyncio.run(main())


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_one_who_stops_waiting_for_a_bank_loses_no_other(database: Database) -> None:
    async def main() -> None:
        lost: list[str] = []
        leases = await open_leases(database, lost.extend)
        await leases.take("table/a")
        other = await open_leases(database)
        for delay in range(40):
            with suppress(TimeoutError):
                await asyncio.wait_for(leases.take("table/b"), delay / 10_000)
            await leases.take("table/b")
            await leases.release("table/b")
            assert await other.take("table/b") is not None  # nothing of it is left behind
            await other.release("table/b")
        assert lost == []
        await leases.close()
        await other.close()

    asyncio.run(main())


def test_without_a_server_nothing_is_taken_and_later_it_is() -> None:
    cluster = Cluster()
    try:
        database = Database.open(cluster.url())
        database.migrate()

        async def main() -> None:
            lost: list[str] = []
            leases = await open_leases(database, lost.extend)
            assert await leases.take("table/a") == 1
            await asyncio.to_thread(cluster.stop, "immediate")
            with pytest.raises(Stopped, match="the database failed"):
                await leases.take("table/b")
            assert lost == ["table/a"]
            await asyncio.to_thread(cluster.start)
            assert await leases.take("table/a") == 2
            await leases.close()

        asyncio.run(main())
        database.close()
    finally:
        cluster.remove()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_processes_see_what_each_of_them_serves(database: Database, url: str) -> None:
    """A linked bank counts by its tables; a process that stops counts no more, and a bank that nobody has is free."""
    sql = "INSERT INTO opened (name, kind, bank, chapter, settings, opened_at) VALUES (%s, 'table', %s, '565', '{}', 0)"
    with psycopg.connect(url) as connection:
        for name, bank in (("one", "table/one"), ("two", "meter/big"), ("three", "meter/big"), ("four", "table/four")):
            connection.execute(sql, [name, bank])

    async def main() -> None:
        one = await open_leases(database)
        await one.take("table/one")
        await one.take("meter/big")
        assert await one.served() == {}
        await one.serve(True)
        assert await one.served() == {leases_module.process_id(): {"table/one": 1, "meter/big": 2}}
        assert await one.free() == {"table/four": 1}
        await one.serve(False)
        assert await one.served() == {}
        await one.close()

    asyncio.run(main())
