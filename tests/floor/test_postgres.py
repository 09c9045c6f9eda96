"""Several processes on one PostgreSQL: fencing, ids and money across them, notices, and a server that stops at once."""

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

import pitboss.floor.storage.database
from pitboss.errors import Stopped
from pitboss.floor.storage.commits import Commits
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.leases import open_leases
from pitboss.floor.storage.postgres import CHANNEL, LONGEST_NOTICE, PostgresLink, address, notices
from pitboss.floor.storage.transactions import CommandRow, Entry, IdUsedError, LeaseLostError, Unit
from pitboss.floor.storage.writer import Writer
from pitboss.table.log.sealed import FIRST, sealed
from tests.floor.postgres import Cluster
from tests.floor.writing import Chain, cages_agree, commit, prepare, rows

pytestmark = pytest.mark.parametrize("url", ["postgresql"], indirect=True)
ROOT = Path(pitboss.floor.storage.database.__file__).parents[3]


class Other:
    """Another process (`tests.floor.other`)."""

    def __init__(self, url: str, bank: str) -> None:
        path = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
        program = [sys.executable, "-m", "tests.floor.other", url, bank]
        self.process = subprocess.Popen(program, env=path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.fence = self.hear()

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def write(self, id: str = "") -> str:
        """Has it write a unit; what that was told."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{id}\n")
        self.process.stdin.flush()
        return self.hear()


@contextmanager
def another(url: str, bank: str) -> Iterator[Other]:
    """Another process, which ends with the test."""
    other = Other(url, bank)
    try:
        yield other
    finally:
        other.process.kill()
        other.process.communicate()


def test_a_process_that_lost_its_lease_writes_nothing(database: Database, url: str) -> None:
    """Its connection for leases ends, this process takes the bank, and the other one, which has not heard, goes on writing."""
    prepare(database, banks=())
    with another(url, "table/a") as other:
        assert other.fence == "1" and other.write() == "written"

        async def take_over() -> int | None:
            leases = await open_leases(database)
            assert await leases.take("table/a") is None
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
            while (fence := await leases.take("table/a")) is None:
                await asyncio.sleep(0.01)
            await leases.close()
            return fence

        assert asyncio.run(take_over()) == 2
        assert other.write() == "LeaseLostError"
        chain = Chain("table/a")
        chain.line()
        assert commit(database, Unit("table/a", 2, [chain.line()])) == [None]
        assert other.write() == "LeaseLostError"
    assert [line.seq for line in database.lines("table/a")] == [1, 2]
    cages_agree(database)


def test_a_bank_moves_when_its_process_is_killed(database: Database, url: str) -> None:
    prepare(database, banks=())
    with another(url, "table/a") as other:
        assert other.write() == "written"
        other.process.kill()

        async def take() -> int | None:
            leases = await open_leases(database)
            until = time.monotonic() + 10
            while (fence := await leases.take("table/a")) is None and time.monotonic() < until:
                await asyncio.sleep(0.01)
            await leases.close()
            return fence

        assert asyncio.run(take()) == 2


def test_who_takes_a_bank_waits_for_the_transaction_that_is_being_written(database: Database, url: str) -> None:
    """So nothing is committed under the old fence once the new one is known, however slow the old process is."""
    prepare(database)
    link = PostgresLink(address(database.url))
    assert link.begin([Unit("table/a", 1)]) == {"table/a": 1}
    taken: list[int | None] = []

    async def take() -> None:
        leases = await open_leases(database)
        taken.append(await leases.take("table/a"))
        await leases.close()

    thread = threading.Thread(target=lambda: asyncio.run(take()))
    thread.start()
    time.sleep(0.3)
    assert taken == []
    link.commit({})
    thread.join(10)
    assert taken == [2]
    assert isinstance(Commits(link).commit([Unit("table/a", 1)])[0], LeaseLostError)
    link.close()


def test_an_id_is_used_once_whoever_asks_first(database: Database, url: str) -> None:
    """This process has the id in a transaction that is not committed yet; the other one waits, and learns the first answer."""
    prepare(database, banks=())
    with another(url, "table/a") as other:
        link = PostgresLink(address(database.url))
        link.begin([])
        link.insert("command", [CommandRow(1, "x", "table/z", 5)])
        assert other.process.stdin is not None
        other.process.stdin.write("x\n")
        other.process.stdin.flush()
        time.sleep(0.3)
        assert list(database.lines("table/a")) == []
        link.commit({})
        link.close()
        assert other.hear() == "IdUsedError"
    [again] = commit(database, Unit(command=CommandRow(1, "x", "table/b", 1)))
    assert isinstance(again, IdUsedError) and (again.stream, again.version) == ("table/z", 5)


def test_money_that_crosses_between_processes_does_not_lock_them_up(database: Database) -> None:
    """Two writers move chips between the same accounts in opposite orders, many units to a batch."""
    prepare(database, cage=100_000)
    stopped: list[Exception] = []

    def write(one: int, two: int) -> None:
        backend, chain = database.backend(), Chain(f"table/{one}")
        try:
            for _ in range(30):
                pairs = [(one, two) if turn % 2 else (two, 3) for turn in range(20)]
                units = [Unit(lines=[chain.line()], entries=[Entry(f"cage/{a}", -1), Entry(f"cage/{b}", 1)]) for a, b in pairs]
                stopped.extend(error for error in backend.commit(units) if error is not None)
        except Exception as error:
            stopped.append(error)
        backend.close()

    threads = [threading.Thread(target=write, args=pair) for pair in ((1, 2), (2, 1))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert stopped == []
    assert [len(list(database.lines(stream))) for stream in ("table/1", "table/2")] == [600, 600]
    assert rows(database, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()") == [(0,)]
    cages_agree(database)


def test_processes_write_the_office_in_turn(database: Database) -> None:
    """Two writers at once: one chain without gaps, and nobody refused."""
    results: list[Exception | None] = []

    def write() -> None:
        backend = database.backend()
        for _ in range(100):
            results.extend(backend.commit([Unit(office=[b'{"a":1}'])]))
        backend.close()

    threads = [threading.Thread(target=write) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert results == [None] * 200
    seal = FIRST
    for number, line in enumerate(database.lines("office"), 1):
        _, seal = sealed(line.body, seal)
        assert (line.seq, line.seal) == (number, seal)


def test_transactions_in_a_ring_are_tried_again(database: Database, url: str) -> None:
    """Work locks accounts in an order of its own: the server ends one of two transactions, which is then written again."""
    prepare(database)
    first, results = threading.Event(), []

    def work(execute: object) -> None:
        assert callable(execute)
        execute("UPDATE account SET name = name || '!' WHERE id = 1")
        first.set()
        time.sleep(0.2)
        execute("UPDATE account SET name = name || '!' WHERE id = 2")

    thread = threading.Thread(target=lambda: results.extend(commit(database, Unit(work=work))))
    with psycopg.connect(url) as connection:
        connection.execute("SET deadlock_timeout = '10s'")  # the writer's is a second: it is the one that gives way
        connection.execute("UPDATE account SET name = name || '?' WHERE id = 2")
        thread.start()
        first.wait(10)
        connection.execute("UPDATE account SET name = name || '?' WHERE id = 1")
        connection.commit()
    thread.join(20)
    assert results == [None]
    assert rows(database, "SELECT name FROM account WHERE id < 3 ORDER BY id") == [("p1?!",), ("p2?!",)]


def test_others_hear_which_streams_were_written(database: Database) -> None:
    """In one notice for a transaction, with the last line of each stream; and not of what was rolled back."""
    prepare(database)

    async def main() -> None:
        async with await psycopg.AsyncConnection.connect(address(database.url), autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            a, b = Chain("table/a"), Chain("table/b")
            bad = Unit("table/b", 1, [b.line()], entries=[Entry("cage/1", -5000), Entry("issued", 5000)])
            units = [Unit("table/a", 1, [a.line(), a.line()]), bad, Unit(office=[b"{}"])]
            await asyncio.to_thread(commit, database, *units)
            notice = await asyncio.wait_for(anext(connection.notifies()), 5)
            assert json.loads(notice.payload) == {"table/a": 2, "office": 2}

    asyncio.run(main())


def test_notices_are_as_long_as_the_server_takes(database: Database, url: str) -> None:
    """Names of any kind, more than fit into one."""
    heads = {f"table/{'é' * (number % 50)}{number}": number for number in range(1000)}
    parts = notices(heads)
    assert all(len(part.encode()) <= LONGEST_NOTICE for part in parts) and 1 < len(parts) < 50
    assert {stream: seq for part in parts for stream, seq in json.loads(part).items()} == heads
    with psycopg.connect(url) as connection:
        for part in parts:
            connection.execute("SELECT pg_notify('pitboss', %s)", [part])
    assert notices({}) == []


def test_a_server_that_stops_at_once_loses_nothing_that_was_acknowledged(url: str) -> None:
    """Under load, with `immediate`: units are stopped, none that was told committed is missing, and it goes on afterwards."""
    cluster = Cluster()
    try:
        database = Database.open(cluster.url())
        database.migrate()
        prepare(database)

        def stop_soon() -> None:
            time.sleep(0.2)
            cluster.stop("immediate")

        async def main() -> None:
            writer, chain, acknowledged = Writer(database.backend(), asyncio.get_running_loop()), Chain("table/a"), 0
            stop = asyncio.get_running_loop().run_in_executor(None, stop_soon)
            with pytest.raises(Stopped):
                while True:
                    await writer.write(Unit("table/a", 1, [chain.line()]))
                    acknowledged += 1
            await stop
            with pytest.raises(Stopped):
                await writer.write(Unit(office=[b"{}"]))
            await asyncio.to_thread(cluster.start)
            lines = [line.seq for line in database.lines("table/a")]
            assert acknowledged > 0 and lines in (list(range(1, acknowledged + 1)), list(range(1, acknowledged + 2)))
            chain.seq = len(lines)
            await writer.write(Unit("table/a", 1, [chain.line()]))
            await writer.close()

        asyncio.run(main())
        database.close()
    finally:
        cluster.remove()
