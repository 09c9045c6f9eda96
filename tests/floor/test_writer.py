"""The writer on both databases: order, what commits leave behind, what is refused, and a database that fails."""

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.errors import Stopped
from pitboss.floor.storage import writer as writing
from pitboss.floor.storage.commits import Commits
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.sqlite import SQLiteLink
from pitboss.floor.storage.transactions import (
    CommandRow,
    ConflictError,
    Entry,
    Execute,
    IdUsedError,
    LeaseLostError,
    OutOfOrderError,
    OverdrawnError,
    Played,
    Unit,
)
from pitboss.floor.storage.writer import Writer
from pitboss.table.log.sealed import FIRST, sealed
from tests.floor.writing import Chain, Listener, cages_agree, commit, prepare, rows, run


def unit(chain: Chain, *entries: Entry, command: CommandRow | None = None, bank: str = "", fence: int = 1) -> Unit:
    """A unit with the next line of a chain, of the bank with the chain's name."""
    return Unit(bank=bank or chain.stream, fence=fence, lines=[chain.line()], entries=list(entries), command=command)


# ---------------------------------------------------------------------------- committing


def test_the_rows_of_a_commit_take_two_statements_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are, up to a few hundred: after each statement the writer has to wait for a busy event loop."""
    link = SQLiteLink(tmp_path / "floor.db")
    for number in range(1, 272):
        statements: list[int] = []

        def execute(sql: str, values: Sequence[Any] = (), statements: list[int] = statements) -> list[tuple[Any, ...]]:
            statements.append(len(values))
            return []

        monkeypatch.setattr(link, "execute", execute)
        link.insert("command", [(1, "id", "table/a", at) for at in range(number)])
        assert len(statements) <= 2 and sum(statements) == 4 * number


def test_units_are_told_in_the_order_of_their_submission_and_share_commits(database: Database) -> None:
    """Five hundred units of two banks: told in order, all there, in far fewer transactions than units."""
    prepare(database)

    async def test(writer: Writer, backend: Commits) -> None:
        listener, chains = Listener(writer), [Chain("table/a"), Chain("table/b")]
        for number in range(500):
            listener.submit(str(number), unit(chains[number % 3 % 2], command=CommandRow(1, str(number), "table/a", number)))
        await writer.write(Unit())
        assert listener.told == [(str(number), None) for number in range(500)]
        assert backend.count < 50
        assert [line.seal for line in database.lines("table/a")][-1] == chains[0].seal
        assert len(rows(database, "SELECT id FROM command")) == 500

    run(database, test)


def test_commits_of_a_busy_floor_are_spaced(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a large commit the next waits, so that units submitted meanwhile share it; after a small one it does not."""
    prepare(database)
    waits: list[float] = []
    monkeypatch.setattr(writing, "sleep", waits.append)

    async def test(writer: Writer, backend: Commits) -> None:
        listener, chain = Listener(writer), Chain("table/a")
        await writer.write(unit(chain))
        assert waits == []
        begun, go_on = threading.Event(), threading.Event()

        def hold(execute: Execute) -> None:
            begun.set()
            go_on.wait(30)

        writer.submit(Unit(work=hold))
        await asyncio.to_thread(begun.wait, 30)
        for number in range(writing.BUSY):
            listener.submit(str(number), unit(chain))
        go_on.set()
        await writer.write(unit(chain))
        await writer.write(unit(chain))  # taken after the wait
        assert waits == [writing.SPACING]

    run(database, test)


def test_nobody_is_told_before_the_commit_returned(database: Database) -> None:
    """When `done` is called, another connection already reads the lines."""
    prepare(database)

    async def test(writer: Writer, backend: Commits) -> None:
        seen = []
        for _ in range(20):
            one = unit(chain)
            one.done = lambda error, seq=one.lines[0].seq: seen.append(database.head("table/a").seq >= seq)  # type: ignore
            writer.submit(one)
            await asyncio.sleep(0.001)
        await writer.write(Unit())
        assert seen == [True] * 20

    chain = Chain("table/a")
    run(database, test)


def test_a_batch_is_never_larger_than_the_most(database: Database) -> None:
    prepare(database)

    async def test(writer: Writer, backend: Commits) -> None:
        chain = Chain("table/a")
        for _ in range(50):
            writer.submit(unit(chain))
        await writer.write(Unit())
        assert backend.count >= 5

    run(database, test, most=10)


def test_a_unit_is_there_whole(database: Database) -> None:
    """Lines, the command, entries, the cage, rounds and office lines of one unit."""
    prepare(database)
    chain = Chain("table/a")
    whole = unit(chain, Entry("cage/1", -300), Entry("table/a/seat_1", 300), command=CommandRow(1, "x", "table/a", 1))
    whole.lines.append(chain.line("snapshot"))
    whole.rounds = [Played("table/a", 1, 1, 2, 17, "misdeal")]
    whole.office = [b'{"bought":300}']
    assert commit(database, whole) == [None]
    assert [tuple(line) for line in database.lines("table/a")] == [tuple(line) for line in whole.lines]
    assert rows(database, "SELECT * FROM command") == [(1, "x", "table/a", 1)]
    assert rows(database, "SELECT * FROM played") == [("table/a", 1, 1, 2, 17, "misdeal")]
    assert rows(database, "SELECT stream, seq, account, cents FROM entry WHERE stream = 'table/a' ORDER BY id") == [
        ("table/a", 1, "cage/1", -300),
        ("table/a", 1, "table/a/seat_1", 300),
    ]
    assert rows(database, "SELECT cage FROM account WHERE id = 1") == [(700,)]
    assert [line.body for line in database.lines("office")][1:] == [b'{"bought":300}']


def test_a_refused_unit_leaves_nothing(database: Database) -> None:
    """It overdraws the cage with its last statement: its line, command, round, entries and work are not there either."""
    prepare(database)
    bad = unit(
        Chain("table/a"), Entry("cage/1", -1001), Entry("table/a/seat_1", 1001), command=CommandRow(1, "x", "table/a", 1)
    )
    bad.rounds = [Played("table/a", 1, 1, 2, 17)]
    bad.office = [b'{"bought":1001}']
    bad.work = lambda execute: execute("UPDATE account SET name = 'changed'")
    before = [
        rows(database, f"SELECT * FROM {table} ORDER BY 1, 2") for table in ("event", "command", "played", "entry", "account")
    ]
    [error] = commit(database, bad)
    assert isinstance(error, OverdrawnError)
    assert before == [
        rows(database, f"SELECT * FROM {table} ORDER BY 1, 2") for table in ("event", "command", "played", "entry", "account")
    ]


def test_a_conflict_drops_the_later_units_of_its_bank_only(database: Database) -> None:
    prepare(database)

    async def test(writer: Writer, backend: Commits) -> None:
        listener, a, b = Listener(writer), Chain("table/a"), Chain("table/b")
        listener.submit("a1", unit(a))
        listener.submit("b1", unit(b))
        listener.submit("a2", unit(a, Entry("cage/1", -5000), Entry("issued", 5000)))
        listener.submit("office", Unit(office=[b'{"said":1}']))
        listener.submit("b2", unit(b))
        listener.submit("a3", unit(a))
        await writer.write(Unit())
        assert listener.kinds() == {"a1": "", "b1": "", "a2": "OverdrawnError", "office": "", "b2": "", "a3": "DroppedError"}
        assert [name for name, _ in listener.told] == ["a1", "b1", "a2", "office", "b2", "a3"]
        a.seq = 1  # the bank is rebuilt from the database
        assert await writer.write(unit(a)) is None
        assert [line.seq for line in database.lines("table/a")] == [1, 2]
        assert [line.seq for line in database.lines("table/b")] == [1, 2]

    run(database, test)


def test_nobodys_units_do_not_fall_with_each_other(database: Database) -> None:
    prepare(database)
    bad = Unit(office=[b"{}"], entries=[Entry("cage/1", -5000), Entry("issued", 5000)])
    results = commit(database, bad, Unit(office=[b'{"after":1}']))
    assert isinstance(results[0], OverdrawnError) and results[1] is None


def test_an_id_used_before_gives_the_first_answer(database: Database) -> None:
    """In a later transaction, and in the same one; for its own account only."""
    prepare(database)
    a, b = Chain("table/a"), Chain("table/b")
    first = unit(a, command=CommandRow(1, "x", "table/a", 7))
    again = unit(b, command=CommandRow(1, "x", "table/b", 9))
    other = Unit(command=CommandRow(2, "x", "table/b", 9))
    results = commit(database, first, again, other)
    assert results[0] is None and results[2] is None
    assert isinstance(results[1], IdUsedError) and (results[1].stream, results[1].version) == ("table/a", 7)
    [later] = commit(database, Unit(command=CommandRow(2, "x", "table/a", 10)))
    assert isinstance(later, IdUsedError) and (later.stream, later.version) == ("table/b", 9)
    assert [line.seq for line in database.lines("table/b")] == []


def test_chips_bought_and_spent_in_one_batch_are_counted_in_order(database: Database) -> None:
    """Spending before buying is refused, though both together would do."""
    prepare(database)
    spend = [Entry("cage/1", -1500), Entry("issued", 1500)]
    buy = [Entry("cage/1", 1000), Entry("issued", -1000)]
    results = commit(database, *[Unit(office=[b"{}"], entries=entries) for entries in (spend, buy, spend)])
    assert [type(result) for result in results] == [OverdrawnError, type(None), type(None)]
    a = Chain("table/a")
    results = commit(database, *[unit(a, *entries) for entries in (buy, buy, spend)])
    assert results == [None] * 3
    cages_agree(database)


def test_an_account_that_does_not_exist_has_nothing_in_the_cage(database: Database) -> None:
    prepare(database)
    [error] = commit(database, Unit(office=[b"{}"], entries=[Entry("cage/99", 5), Entry("issued", -5)]))
    assert isinstance(error, ConflictError) and "no such account" in str(error)
    cages_agree(database)


def test_entries_sum_to_zero_and_have_a_line(database: Database) -> None:
    async def test(writer: Writer, backend: Commits) -> None:
        with pytest.raises(ValueError, match="sum to zero"):
            writer.submit(Unit(office=[b"{}"], entries=[Entry("issued", 1)]))
        with pytest.raises(ValueError, match="has none"):
            writer.submit(Unit(entries=[Entry("issued", 1), Entry("cage/1", -1)]))

    run(database, test)


def test_lines_follow_each_other_without_gaps(database: Database) -> None:
    """A line again and a line too far are refused; a writer looks again where another one went on in the meantime."""
    prepare(database)
    a = Chain("table/a")
    lines = [a.line() for _ in range(5)]
    backend = database.backend()
    for number, expected in ((1, OutOfOrderError), (0, None), (0, OutOfOrderError), (2, OutOfOrderError), (1, None)):
        [result] = backend.commit([Unit("table/a", 1, [lines[number]])])
        assert type(result) is (expected or type(None)), number
    assert commit(database, Unit("table/a", 1, [lines[4]]))[0] is not None
    assert commit(database, Unit("table/a", 1, [lines[2]])) == [None]
    assert backend.commit([Unit("table/a", 1, [lines[3]])]) == [None]  # it looks again before it refuses
    backend.close()


def test_a_unit_without_the_lease_is_fenced(database: Database) -> None:
    """Also when the fence changed after the writer had seen it, by another connection or by a unit of its own."""
    prepare(database)
    a, b = Chain("table/a"), Chain("table/b")
    backend = database.backend()
    assert backend.commit([unit(a)]) == [None]
    commit(database, Unit(work=lambda execute: execute("UPDATE lease SET fence = 2 WHERE bank = 'table/a'")))
    results = backend.commit([unit(a), unit(b)])
    assert isinstance(results[0], LeaseLostError) and results[1] is None
    a.seq = 1
    assert backend.commit([unit(a, fence=2)]) == [None]
    backend.commit([Unit(work=lambda execute: execute("UPDATE lease SET fence = 2 WHERE bank = 'table/b'"))])
    assert isinstance(backend.commit([unit(b)])[0], LeaseLostError)
    [never_leased] = backend.commit([Unit(bank="table/c", fence=1)])
    assert isinstance(never_leased, LeaseLostError)
    backend.close()


def test_the_office_is_one_chain_of_all_writers(database: Database) -> None:
    prepare(database)
    one, other = database.backend(), database.backend()
    for number in range(6):
        backend = one if number % 3 else other
        assert (
            backend.commit([Unit(office=[b'{"a":%d}' % number, b'{"b":%d}' % number]), Unit(office=[b'{"c":1}'])]) == [None] * 2
        )
    one.close()
    other.close()
    seal, lines = FIRST, list(database.lines("office"))
    for number, line in enumerate(lines, 1):
        _, seal = sealed(line.body, seal)
        assert (line.seq, line.seal, line.kind) == (number, seal, "record")
    assert len(lines) == 1 + 6 * 3


def test_work_gives_its_result_and_may_set_entries(database: Database) -> None:
    """An account and its first chips in one unit, though only the database knows its number."""
    prepare(database, accounts=0)

    async def test(writer: Writer, backend: Commits) -> None:
        def work(execute: Execute) -> int:
            sql = "INSERT INTO account (name, name_key, role, created) VALUES (?, ?, 'patron', 0) RETURNING id"
            number = int(execute(sql, ["Ann", "ann"])[0][0])
            one.entries = [Entry(f"cage/{number}", 500), Entry("issued", -500)]
            one.office = [b'{"account":%d}' % number]
            return number

        one = Unit(work=work)
        number = await writer.write(one)
        assert rows(database, "SELECT id, cage FROM account") == [(number, 500)]
        cages_agree(database)

    run(database, test)


def test_work_cannot_make_money(database: Database) -> None:
    """What it sets is checked as what is submitted."""
    prepare(database)

    def work(execute: Execute) -> None:
        one.entries = [Entry("cage/1", 500)]

    one = Unit(work=work, office=[b"{}"])
    [error] = commit(database, one)
    assert isinstance(error, ValueError)
    cages_agree(database)


@pytest.mark.parametrize("sql", ["INSERT INTO session VALUES ('t', 99, 0, 0)", "SELECT nothing FROM account", "no SQL", ""])
def test_work_that_fails_is_its_own_fault(database: Database, sql: str) -> None:
    """A broken constraint, a wrong statement, an error of its own: the others are committed."""
    prepare(database)

    def work(execute: Execute) -> None:
        execute("UPDATE account SET name = 'changed'")
        execute(sql) if sql else [].pop()

    a = Chain("table/a")
    results = commit(database, unit(a), Unit(work=work), unit(a))
    assert results[0] is None and results[2] is None
    assert results[1] is not None and not isinstance(results[1], Stopped)
    assert rows(database, "SELECT count(*) FROM account WHERE name = 'changed'") == [(0,)]
    assert database.head("table/a") == Chain("table/a").line()._replace(seq=2, version=2, body=b'{"number":2}', seal=a.seal)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_work_that_hides_an_error_is_not_committed(database: Database) -> None:
    """PostgreSQL takes nothing after a failed statement, and answers COMMIT with a quiet ROLLBACK."""
    prepare(database)

    def work(execute: Execute) -> None:
        execute("UPDATE account SET name = 'changed'")
        with suppress(Exception):
            execute("SELECT nothing FROM account")

    for others in ([], [Unit(command=CommandRow(1, "x", "table/a", 1))]):
        results = commit(database, *others, Unit(work=work))
        assert results[:-1] == [None] * len(others)
        assert results[-1] is not None and not isinstance(results[-1], Stopped)
    assert rows(database, "SELECT count(*) FROM account WHERE name = 'changed'") == [(0,)]
    assert rows(database, "SELECT id FROM command") == [("x",)]


Moves = st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3), st.integers(-700, 700), st.booleans()), max_size=12)


@settings(max_examples=15)
@given(batches=st.lists(Moves, max_size=4))
def test_the_cage_is_always_what_its_entries_sum_to(
    database: Database, batches: list[list[tuple[int, int, int, bool]]]
) -> None:
    """Whatever moves between three accounts in whatever batches, some overdrawn and some with an id used before."""
    if not database.head("office"):
        prepare(database)
    backend = database.backend()
    for batch in batches:
        units = []
        for one, two, cents, again in batch:
            entries = [Entry(f"cage/{one}", cents), Entry(f"cage/{two}", -cents)]
            command = CommandRow(1, f"{cents}", "office", 1) if again else None
            units.append(Unit(office=[b"{}"], entries=entries, command=command))
        backend.commit(units)
        cages_agree(database)
    backend.close()


# ---------------------------------------------------------------------------- failures of the database


def test_a_broken_connection_stops_what_is_queued_and_is_made_again(database: Database) -> None:
    prepare(database)

    async def test(writer: Writer, backend: Commits) -> None:
        listener, a = Listener(writer), Chain("table/a")
        await writer.write(unit(a))
        link = backend._link
        link._connection.close()  # type: ignore[attr-defined]
        listener.submit("a2", unit(a))
        listener.submit("office", Unit(office=[b"{}"]))
        while len(listener.told) < 2:
            await asyncio.sleep(0.001)
        assert listener.kinds() == {"a2": "DatabaseFailed", "office": "DatabaseFailed"} and writer.failing
        a.seq = 1
        await writer.write(unit(a))
        assert [line.seq for line in database.lines("table/a")] == [1, 2] and not writer.failing

    run(database, test)


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_full_disk_stops_what_is_queued_and_loses_nothing(database: Database) -> None:
    """Units until the file may not grow any more; with room again, it goes on where it stopped."""
    prepare(database)

    async def test(writer: Writer, backend: Commits) -> None:
        a = Chain("table/a")
        await writer.write(unit(a))
        connection: sqlite3.Connection = backend._link._connection  # type: ignore[attr-defined]
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 10}")
        committed = 1
        with pytest.raises(Stopped, match="full"):
            while committed < 1000:
                await writer.write(unit(a))
                committed += 1
        assert [line.seq for line in database.lines("table/a")] == list(range(1, committed + 1))
        a.seq = committed
        await writer.write(unit(a))  # over a new connection, which has no such limit
        assert database.head("table/a").seq == committed + 1  # type: ignore[union-attr]

    run(database, test)


def test_a_database_that_comes_back_without_its_last_lines_is_noticed(database: Database) -> None:
    """As a standby that had not heard of them: what would follow them is refused, and leaves no gap."""
    prepare(database)
    a, backend = Chain("table/a"), database.backend()
    assert backend.commit([unit(a), unit(a)]) == [None, None]
    commit(database, Unit(work=lambda execute: execute("DELETE FROM event WHERE stream = 'table/a' AND seq = 2")))
    backend._link._connection.close()  # type: ignore[attr-defined]
    third = unit(a)
    with pytest.raises(Stopped):
        backend.commit([third])
    assert isinstance(backend.commit([third])[0], OutOfOrderError)
    backend.close()


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_quiet_moment_moves_the_log_into_the_file(database: Database) -> None:
    """When enough has been written, so that a later commit does not have to."""
    assert database.path is not None
    backend, a = database.backend(), Chain("table/a")
    backend.commit([Unit(lines=[a.line() for _ in range(200)])])
    backend.quiet()
    before = database.path.stat().st_size
    backend.commit([Unit(lines=[a.line() for _ in range(2000)])])
    assert database.path.stat().st_size == before
    backend.quiet()
    assert database.path.stat().st_size > before + 100_000
    backend.close()
