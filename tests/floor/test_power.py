"""The power fails, at hundreds of moments: what was told is there whole, nothing is there in part, and the floor goes on.

Killing a process never tests a sync, since the system keeps what was written. Here SQLite writes to a recorded disk
(`tests.floor.disk`), from which any of what was not synced may be missing. How the standard library's SQLite orders its system
calls is shown in `test_sync_order`.
"""

import asyncio
import hashlib
import itertools
import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest

from pitboss.errors import Stopped
from pitboss.floor.server import running
from pitboss.floor.storage import sqlite
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.streams import checked
from pitboss.floor.storage.transactions import CommandRow, Entry, Execute, Played, StreamLine, Unit
from pitboss.table.log.sealed import FIRST, digest
from tests.floor.disk import Disk, Fault, Platter, moments, put, under_sqlite3
from tests.floor.test_recall import Web
from tests.floor.visitors import Visitor, a_floor, settings
from tests.floor.writing import cages_agree, prepare

TABLES = ("event", "command", "entry", "played", "account", "lease")
BANKS = ("table/a", "table/b", "table/c")


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkpoints after a few pages, so that many of the moments are within one."""
    monkeypatch.setattr(sqlite, "CHECKPOINT", 25)
    monkeypatch.setattr(sqlite, "DUE", 12)


# ---------------------------------------------------------------------------- units


class Cashier:
    """Makes units of every kind, as banks and people do."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.heads = dict.fromkeys(BANKS, (0, FIRST))
        self.made = 0

    def line(self, stream: str) -> StreamLine:
        seq, before = self.heads[stream]
        body = b'{"v":%d,"text":"%s"}' % (seq + 1, self.rng.randbytes(self.rng.choice((20, 200, 3000))).hex().encode())
        seal = digest(before, body)
        self.heads[stream] = seq + 1, seal
        return StreamLine(stream, seq + 1, self.rng.choice(("record", "record", "snapshot")), seq + 1, body, seal)

    def unit(self) -> Unit:
        self.made += 1
        account, cents = self.rng.randint(1, 3), self.rng.randint(1, 9)
        if self.rng.random() < 0.2:
            moved = [Entry("issued", -cents), Entry(f"cage/{account}", cents)]
            return Unit(office=[b'{"made":%d}' % self.made], entries=moved, work=self._rename(account))
        stream = self.rng.choice(BANKS)
        lines = [self.line(stream) for _ in range(self.rng.randint(1, 4))]
        said = CommandRow(account, f"id-{self.made}", stream, lines[0].version)
        moved = [Entry(f"cage/{account}", -cents), Entry(f"{stream}/seat_1", cents)]
        rounds = [Played(stream, self.made, lines[0].version, lines[-1].version, 0)] if self.rng.random() < 0.3 else []
        return Unit(bank=stream, fence=1, lines=lines, command=said, entries=moved, rounds=rounds)

    def _rename(self, account: int) -> Any:
        name = f"p{account} {self.made}"

        def work(execute: Execute) -> None:
            execute("UPDATE account SET name = ? WHERE id = ?", [name, account])

        return work


def contents(path: Path) -> tuple[Any, ...] | None:
    """All rows of a database, as the ordinary sqlite3 finds them; None where it has no tables yet."""
    with reading(path) as connection:
        return _rows(connection)


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """An ordinary connection, which does not care for another power failure."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous = OFF")
        yield connection
    finally:
        connection.close()


def _rows(connection: Any) -> tuple[Any, ...] | None:
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchall():
        return None
    return tuple(tuple(connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()) for table in TABLES)


States = list[tuple[Any, ...] | None]


def work(disk: Disk, synchronous: str, batches: int, seed: int) -> States:
    """Commits units in batches, with checkpoints and readers between them; the disk's record says when which batch was told.
    Returns what the database had after each."""
    database = Database.open(f"sqlite:///{disk.folder / 'floor.db'}", synchronous=synchronous)
    database.migrate()
    prepare(database, banks=BANKS)
    rng, cashier, backend = random.Random(seed), Cashier(seed), database.backend()
    look = sqlite.connect(disk.folder / "floor.db")
    found = [_rows(look)]
    disk.tell(0)
    for number in range(1, batches + 1):
        reading = rng.random() < 0.3
        if reading:  # a reader keeps a checkpoint from being whole
            look.execute("BEGIN").execute("SELECT count(*) FROM event").fetchall()
        assert not any(backend.commit([cashier.unit() for _ in range(rng.randint(1, 6))]))
        disk.tell(number)
        if rng.random() < 0.3:
            backend.quiet()
        if reading:
            look.execute("COMMIT")
        found.append(_rows(look))
    for bank in BANKS:
        assert len(list(checked(database.lines(bank), FIRST))) == cashier.heads[bank][0]
    cages_agree(database)
    look.close()
    backend.close()
    database.close()
    return found


def lost(disk: Disk, states: States, folder: Path, number: int, seed: int) -> list[str]:
    """What is wrong with the database after the power failed, at so many moments."""
    rng, wrong, told, seen = random.Random(seed), [], -1, 0
    for platter, happened in moments(disk, number, rng):
        told = max([told, *(op.told for op in disk.ops[seen:happened] if op.kind == "told")])
        seen = happened
        try:
            found = contents(put(folder, platter.after_power(rng)) / "floor.db")
        except sqlite3.DatabaseError as error:
            wrong.append(f"after {happened}: {error}")
            continue
        if told >= 0 and found not in states[told:]:
            wrong.append(f"after {happened}: not what it was after {told} batches, nor after a later one")
    return wrong


@pytest.mark.parametrize("seed", [1, 2])
def test_what_was_told_is_there_whole(seed: int, tmp_path: Path) -> None:
    """Units are there as soon as they were told, each batch whole or not at all, at any moment and within checkpoints; and all
    the rows are those that were written, so that chains and books hold."""
    with under_sqlite3(Disk(folder(tmp_path))) as disk:
        states = work(disk, "FULL", 60, seed)
    assert sum(op.kind == "sync" and op.name == "floor.db" for op in disk.ops) > 20, "there were checkpoints"
    assert lost(disk, states, tmp_path / "after", 250, seed) == []


def test_without_syncs_it_is_lost(tmp_path: Path) -> None:
    """The same disk, moments and checks: with `synchronous=OFF` units are lost that were told."""
    with under_sqlite3(Disk(folder(tmp_path))) as disk:
        states = work(disk, "OFF", 60, 1)
    assert len(lost(disk, states, tmp_path / "after", 100, 1)) > 50


def folder(path: Path, name: str = "disk") -> Path:
    """A new folder."""
    (path / name).mkdir()
    return path / name


# ---------------------------------------------------------------------------- a whole floor


class Told(Visitor):
    """A visitor of whom the disk's record says when he was told what."""

    disk: Disk

    def send(self, message: bytes) -> None:
        super().send(message)
        last = self.messages[-1]
        answered = [each["id"] for each in last.get("answers", ()) if "v" in each]
        self.disk.tell((self.live.log, last.get("v", 0), self.account.id, answered))


async def play(disk: Disk, synchronous: str) -> list[Told]:
    """Two people play rounds at each of two tables."""
    async with a_floor(disk.folder, synchronous=synchronous, plan=None) as here:
        found: list[Told] = []
        for name, chapter in (("one", "565"), ("two", "633a")):
            await here.lifecycle.open_table(None, name, chapter)
            for each in await guests(here, disk, name, 2):
                await each.sit(len(found) % 2 + 1)
                found.append(each)
        await asyncio.gather(*(each.play(3) for each in found))
        return found


async def guests(here: Any, disk: Disk, table: str, number: int) -> list[Told]:
    """Guests at a table, with their lines open."""
    found = []
    for each in range(number):
        account = (await here.people.guest(f"test {each}")).account
        one = Told(here, here.floor.tables[table], account, each)
        one.disk = disk
        one.come()
        found.append(one)
    return found


Rows = dict[str, list[Any]]


def rows_of(path: Path) -> Rows:
    """The rows of the hot tables."""
    with reading(path) as connection:
        return {table: connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in TABLES[:4]}


def missing(rows: Rows, last: Rows, told: list[Any]) -> list[str]:
    """What of a floor is not there of what was told, or is there in part; `last` is all that was ever written."""
    if rows["event"] != last["event"][: len(rows["event"])]:
        return ["lines that are not those that were written"]
    events = {row[1:3] for row in rows["event"]}
    newest: dict[str, int] = {}
    for _, stream, _, _, version, *_ in rows["event"]:
        newest[stream] = max(version, newest.get(stream, 0))
    ids = {(account, id_) for account, id_, *_ in rows["command"]}
    wrong = [f"{stream} {v}" for stream, v, *_ in told if newest.get(stream, 0) < v]
    wrong += [f"{id_}" for *_, account, answered in told for id_ in answered if (account, id_) not in ids]
    if rows["entry"] != [row for row in last["entry"] if row[1:3] in events]:
        wrong.append("entries without their line, or lines without their entries")
    if rows["command"] != [row for row in last["command"] if row[3] <= newest.get(row[2], 0)]:
        wrong.append("commands without their line, or lines without their command")
    if rows["played"] != [row for row in last["played"] if row[3] <= newest.get(row[0], 0)]:
        wrong.append("rounds without their lines, or lines without their round")
    return wrong


def failures(disk: Disk, last: Rows, path: Path, number: int, seed: int) -> Iterator[tuple[Platter, list[Any], list[str]]]:
    """The power fails at so many moments: the disk, what had been told, and what is wrong."""
    rng = random.Random(seed)
    for platter, happened in moments(disk, number, rng):
        told = [op.told for op in disk.ops[:happened] if op.kind == "told"]
        if told:
            try:
                rows = rows_of(put(path, platter.after_power(rng)) / "floor.db")
            except sqlite3.DatabaseError as error:
                yield platter, told, [str(error)]
            else:
                yield platter, told, missing(rows, last, told)


def test_nothing_that_a_player_was_told_is_lost(tmp_path: Path) -> None:
    """No frame and no answer of a whole floor is forgotten, whenever the power fails."""
    with under_sqlite3(Disk(folder(tmp_path))) as disk:
        asyncio.run(play(disk, "FULL"))
    last = rows_of(disk.folder / "floor.db")
    found = list(failures(disk, last, tmp_path / "after", 250, 1))
    assert len(found) > 100 and [wrong for *_, wrong in found if wrong] == []


def test_without_syncs_players_were_told_what_is_lost(tmp_path: Path) -> None:
    """The same with `synchronous=OFF`."""
    with under_sqlite3(Disk(folder(tmp_path))) as disk:
        asyncio.run(play(disk, "OFF"))
    last = rows_of(disk.folder / "floor.db")
    assert sum(bool(wrong) for *_, wrong in failures(disk, last, tmp_path / "after", 60, 1)) > 30


def test_a_floor_goes_on_after_the_power_failed(tmp_path: Path) -> None:
    """The whole floor opens with what the disk has, in the middle of rounds, and the same people play on."""
    with under_sqlite3(Disk(folder(tmp_path))) as disk:
        players = asyncio.run(play(disk, "FULL"))
    key = (disk.folder / "floor.key").read_bytes()

    async def go_on(after: Path, told: list[Any]) -> None:
        async with running(settings(after, plan=None)) as here:
            for log, version, *_ in told:
                assert here.floor.tables[log.removeprefix("table/")].durable >= version
            again = [Visitor(here, here.floor.tables[each.live.name], each.account, 7) for each in players]
            for one in again:
                one.come()
            for one in again:
                await one.until(lambda one=one: bool(one.messages))  # type: ignore[misc]
                if not one.seats:
                    await one.sit(next(seat for seat in (1, 2) if seat not in one.live.names))
            await asyncio.gather(*(one.play(2) for one in again))

    rng, opened = random.Random(3), 0
    for platter, happened in moments(disk, 60, rng):
        told = [op.told for op in disk.ops[:happened] if op.kind == "told"]
        if len({account for *_, account, _ in told}) == len(players) and rng.random() < 0.3:
            after = put(tmp_path / "after", platter.after_power(rng) | {"floor.key": key})
            asyncio.run(go_on(after, told))
            opened += 1
    assert opened > 5


# ---------------------------------------------------------------------------- first killed, then the power


def killed(disk: Disk, number: int, rng: random.Random) -> Iterator[Platter]:
    """The disk at moments when a commit was written and not synced yet: the system still shows it to whoever starts next."""
    platter, found, told = disk.platter(), [], False
    for op in disk.ops:
        told = told or op.kind == "told"
        if told and op.kind == "sync" and op.name == "floor.db-wal" and platter.shown[op.name].since:
            found.append(platter.copy())
        platter.do(op)
    yield from rng.sample(found, number)


def start_again(path: Path, base: Platter, key: bytes) -> Disk:
    """A disk that goes on from where a process was killed."""
    return Disk(put(path, base.after_kill() | {"floor.key": key}), base)


@pytest.mark.parametrize("doubtful", [False, True])
def test_what_a_killed_server_wrote_is_told_only_when_synced(doubtful: bool, tmp_path: Path) -> None:
    """A server that is started after a kill finds commits that were never synced; whoever looks at a table is told of them only
    when they are on the disk. Where their sync had failed before the kill (`doubtful`), another sync does not help, nor what is
    written behind them: the system believes that these pages are on the disk."""
    with under_sqlite3(Disk(folder(tmp_path))) as disk:
        asyncio.run(play(disk, "FULL"))
    key, last, rng = (disk.folder / "floor.key").read_bytes(), rows_of(disk.folder / "floor.db"), random.Random(5)

    async def look(again: Disk) -> None:
        async with a_floor(again.folder, synchronous="FULL", plan=None) as here:
            for name in here.floor.tables:
                again.tell((f"table/{name}", here.floor.tables[name].durable, 0, []))

    for base in killed(disk, 8, rng):
        if doubtful:
            base.shown["floor.db-wal"].fail_to_sync()
        with under_sqlite3(start_again(tmp_path / "again", base, key)) as again:
            asyncio.run(look(again))
        for _, told, wrong in failures(again, last, tmp_path / "after", 100, 6):
            assert told and [each for each in wrong if each.startswith("table/")] == []


@pytest.mark.parametrize("doubtful", [False, True])
def test_people_whom_a_killed_server_wrote_are_there_only_when_synced(doubtful: bool, tmp_path: Path) -> None:
    """The same on a floor without a table, where nothing has to be written at the start: a guest who has a session again has it
    after the power failed too."""
    sessions: list[str] = []

    async def come(disk: Disk) -> None:
        async with a_floor(disk.folder, synchronous="FULL", plan=None) as here:
            for number in range(8):
                sessions.append((await here.people.guest(f"test {number}")).token)
                disk.tell(number)

    async def look(again: Disk) -> None:
        async with a_floor(again.folder, synchronous="FULL", plan=None) as here:
            again.tell([token for token in sessions if await here.people.account_of(token) is not None])

    def known(path: Path) -> set[str]:
        with reading(path) as connection:
            digests = {digest for (digest,) in connection.execute("SELECT token FROM session")}
        return {token for token in sessions if hashlib.sha256(token.encode()).hexdigest() in digests}

    with under_sqlite3(Disk(folder(tmp_path))) as disk:
        asyncio.run(come(disk))
    key, rng = (disk.folder / "floor.key").read_bytes(), random.Random(8)
    for base in killed(disk, 6, rng):
        if doubtful:
            base.shown["floor.db-wal"].fail_to_sync()
        with under_sqlite3(start_again(tmp_path / "again", base, key)) as again:
            asyncio.run(look(again))
        platter, told = again.platter(), None
        for op in again.ops:
            platter.do(op)
            if op.kind == "told":
                told = op.told
                break
        for _ in range(8):
            assert told is not None and set(told) <= known(put(tmp_path / "after", platter.after_power(rng)) / "floor.db")


# ---------------------------------------------------------------------------- a disk that is full or fails


FULL, WRITE, SYNC = apsw.SQLITE_FULL, apsw.SQLITE_IOERR_WRITE, apsw.SQLITE_IOERR_FSYNC


def fails(kind: str, code: int, after: int, times: int) -> Fault:
    """The disk fails so many times, after so many writes or syncs that went well."""
    left = itertools.count()

    def fault(what: str, name: str) -> int:
        return code if what == kind and after <= next(left) < after + times else 0

    return fault


def test_units_are_refused_while_the_disk_is_full_or_fails(tmp_path: Path) -> None:
    """At whichever write or sync it fails, once or until it is back: the units of that commit are refused whole, what follows
    is committed, and what was told survives the power, although a sync that failed is not made good by another one."""
    rng, refused, checkpoints = random.Random(11), 0, 0
    with under_sqlite3(Disk(folder(tmp_path))) as disk:
        database = Database.open(f"sqlite:///{disk.folder / 'floor.db'}")
        database.migrate()
        prepare(database, banks=BANKS)
        cashier, backend, look = Cashier(1), database.backend(), sqlite.connect(disk.folder / "floor.db")
        states = [_rows(look)]
        disk.tell(0)
        for number in range(250):
            kind, code = rng.choice((("write", FULL), ("write", WRITE), ("sync", SYNC)))
            disk.fault = fails(kind, code, rng.randrange(14 if kind == "write" else 3), rng.choice((1, 1000)))
            heads = dict(cashier.heads)
            units = [cashier.unit() for _ in range(rng.randint(1, 6))]
            try:
                assert not any(backend.commit(units))
                disk.tell(len(states))
                states.append(_rows(look))
            except Stopped:
                cashier.heads, refused = heads, refused + 1
                assert _rows(look) == states[-1], "what was refused is not there"
            if number % 3 == 0:
                try:
                    backend.quiet()
                except sqlite3.Error:
                    checkpoints += 1
            disk.fault = None
        look.close()
        backend.close()
        database.close()
    assert refused > 50 and len(states) > 50 and checkpoints > 5
    assert lost(disk, states, tmp_path / "after", 200, 12) == []


@pytest.mark.parametrize("kind, code", [("write", FULL), ("sync", SYNC)])
def test_a_floor_goes_on_when_the_disk_is_back(kind: str, code: int, tmp_path: Path) -> None:
    """While the disk is full or fails nobody is told anything but to say it again; then the same people play on."""

    async def evening(disk: Disk) -> None:
        async with a_floor(disk.folder, synchronous="FULL", plan=None) as here:
            await here.lifecycle.open_table(None, "one", "565")
            people = await guests(here, disk, "one", 2)
            for seat, one in enumerate(people, 1):
                await one.sit(seat)
            await asyncio.gather(*(one.play(2) for one in people))
            await people[0].until(lambda: people[0].live.at_rest)
            before = [one.version for one in people]
            disk.fault = lambda what, name: code if what == kind else 0
            (id_,) = people[0].bet()
            await people[0].until(lambda: id_ in people[0].answers or bool(people[0].ended))
            assert here.writer.failing and [one.version for one in people] == before
            assert "refused" in people[0].answers.get(id_, {"refused": ""})
            disk.fault = None
            for one in people:
                await one.until(lambda one=one: one.ended == "resync")  # type: ignore[misc]
                one.go()
                one.ended = ""
                one.come()
                one.placed = 0
            await asyncio.gather(*(one.play(2) for one in people))
            assert not here.writer.failing and here.floor.counts.rebuilt == 1

    with under_sqlite3(Disk(folder(tmp_path))) as disk:
        asyncio.run(evening(disk))
    last = rows_of(disk.folder / "floor.db")
    found = list(failures(disk, last, tmp_path / "after", 60, 1))
    assert found and [wrong for *_, wrong in found if wrong] == []


@pytest.mark.parametrize("code", [FULL, WRITE, apsw.SQLITE_READONLY])
def test_a_floor_that_cannot_write_is_not_ready(code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to play for it to be noticed, and when the disk is back the floor is ready again by itself."""
    monkeypatch.setattr("pitboss.floor.storage.writer.RECENT", 0.0)

    async def evening(disk: Disk) -> None:
        async with a_floor(disk.folder, plan=None) as here:
            client, statuses = Web(here).client(), []
            for fault in (None, lambda what, name: code if what == "write" else 0, None):
                disk.fault = fault
                statuses.append((await client.get("/readyz")).status_code)
            assert statuses == [200, 503, 200]

    with under_sqlite3(Disk(folder(tmp_path))) as disk:
        asyncio.run(evening(disk))


def test_a_write_a_moment_ago_is_enough(tmp_path: Path) -> None:
    """Whoever asks often whether the floor is ready makes the disk no work."""

    async def evening(disk: Disk) -> None:
        async with a_floor(disk.folder, plan=None) as here:
            await here.people.guest("203.0.113.7")
            before = here.writer.commits
            for _ in range(5):
                await here.writer.check()
            assert here.writer.commits == before

    with under_sqlite3(Disk(folder(tmp_path))) as disk:
        asyncio.run(evening(disk))
