"""Group commit over a link that notes what it is asked to do, and fails when told to: what is tried again, and what ends it."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pitboss.errors import Stopped
from pitboss.floor.storage.commits import HEAD, TRIES, Commits, runs
from pitboss.floor.storage.transactions import (
    CommandRow,
    ConflictError,
    DroppedError,
    Entry,
    Execute,
    IdUsedError,
    LeaseLostError,
    OutOfOrderError,
    OverdrawnError,
    Played,
    StreamLine,
    Unit,
    cage_moves,
    now,
    unit_of,
)
from pitboss.table.log.sealed import FIRST, digest
from tests.floor.writing import Chain


class Crossed(Exception):
    """Another transaction got in the way."""


class Broken(Exception):
    """The connection is gone."""


class Notes:
    """Notes in memory."""

    def __init__(self) -> None:
        self.lines: list[StreamLine] = []
        self.quiets = 0

    def note(self, line: StreamLine) -> None:
        self.lines.append(line)

    def quiet(self) -> None:
        self.quiets += 1


class Link:
    """A link to nothing. `errors` says what the next calls of an operation raise; None lets one pass."""

    def __init__(self) -> None:
        self.did: list[tuple[Any, ...]] = []
        self.errors: dict[str, list[Exception | None]] = {}
        self.rows: dict[str, list[tuple[Any, ...]]] = {}  # what a statement that begins so finds
        self.written: set[tuple[Any, ...]] = set()  # lines that are there already: stream and number
        self.accounts = 99

    def _do(self, what: str, *details: Any) -> None:
        self.did.append((what, *details))
        queue = self.errors.get(what)
        if queue and (error := queue.pop(0)) is not None:
            raise error

    def begin(self, units: Sequence[Unit]) -> Mapping[str, int]:
        self._do("begin")
        return {"table/a": 1, "table/b": 1}

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        self._do("execute", sql, *parameters)
        if sql.startswith("SELECT 1 FROM event"):
            return [(1,)] if tuple(parameters) in self.written else []
        return next((rows for begins, rows in self.rows.items() if sql.startswith(begins)), [])

    def insert(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        self._do("insert", table, [tuple(row) for row in rows])

    def move(self, moves: Sequence[tuple[int, int]]) -> int:
        self._do("move", *moves)
        return min(len(moves), self.accounts)

    def commit(self, heads: Mapping[str, int]) -> None:
        self._do("commit", dict(heads))

    def rollback(self) -> None:
        self._do("rollback")

    def failed(self, error: Exception) -> bool:
        return isinstance(error, Broken)

    def crossed(self, error: Exception) -> bool:
        return isinstance(error, Crossed)

    def quiet(self) -> None:
        self._do("quiet")

    def close(self) -> None:
        self._do("close")

    def times(self, what: str) -> int:
        return sum(done[0] == what for done in self.did)


@pytest.fixture
def link() -> Link:
    return Link()


@pytest.fixture
def commits(link: Link) -> Commits:
    return Commits(link)


def unit(chain: Chain, *entries: Entry, command: CommandRow | None = None, fence: int = 1) -> Unit:
    return Unit(bank=chain.stream, fence=fence, lines=[chain.line()], entries=list(entries), command=command)


def test_units_go_together_with_a_statement_for_each_table(link: Link, commits: Commits) -> None:
    a, b = Chain("table/a"), Chain("table/b")
    first = unit(a, Entry("cage/7", -5), Entry("table/a/seat_1", 5), command=CommandRow(7, "x", "table/a", 1))
    second = unit(b, Entry("cage/8", -3), Entry("table/b/seat_1", 3))
    second.rounds = [Played("table/b", 1, 1, 1, 0)]
    assert commits.commit([first, second]) == [None, None]
    assert [done for done in link.did if done[0] != "execute"] == [
        ("begin",),
        ("insert", "event", [tuple(first.lines[0]), tuple(second.lines[0])]),
        ("insert", "command", [(7, "x", "table/a", 1)]),
        ("insert", "played", [("table/b", 1, 1, 1, 0, "")]),
        (
            "insert",
            "entry",
            [
                ("table/a", 1, "cage/7", -5),
                ("table/a", 1, "table/a/seat_1", 5),
                ("table/b", 1, "cage/8", -3),
                ("table/b", 1, "table/b/seat_1", 3),
            ],
        ),
        ("move", (-5, 7), (-3, 8)),
        ("commit", {"table/a": 1, "table/b": 1}),
    ]
    assert commits.count == 1


def test_what_this_process_wrote_is_not_looked_up_again(link: Link, commits: Commits) -> None:
    chain = Chain("table/a")
    commits.commit([unit(chain)])
    assert link.times("execute") == 1 and link.did[1] == ("execute", HEAD, "table/a")
    commits.commit([unit(chain), unit(chain)])
    assert link.times("execute") == 1 and commits.count == 2


def test_units_with_work_or_office_lines_go_alone_in_their_order() -> None:
    plain = [Unit() for _ in range(4)]
    work, office = Unit(work=lambda execute: None), Unit(office=[b"{}"])
    found = list(runs([plain[0], plain[1], work, office, plain[2], plain[3]]))
    assert [[id(each) for each in run] for run in found] == [
        [id(each) for each in run] for run in ([plain[0], plain[1]], [work], [office], [plain[2], plain[3]])
    ]
    assert list(runs([])) == []


def test_work_is_given_the_link_and_its_result_is_kept_only_if_it_is_written(link: Link, commits: Commits) -> None:
    done = Unit(work=lambda execute: execute("SELECT 5"))
    link.rows["SELECT 5"] = [(5,)]
    assert commits.commit([done]) == [None] and done.result == [(5,)]


def test_work_sets_the_entries_and_lines_of_its_unit(link: Link, commits: Commits) -> None:
    def work(execute: Execute, unit: Unit) -> str:
        ((cents,),) = execute("SELECT cage")
        unit.office, unit.entries = [b"{}"], [Entry("cage/7", -cents), Entry("x", cents)]
        return "paid out"

    link.rows["SELECT cage"] = [(5,)]
    whole = unit_of(work, "table/a", fence=1)
    assert commits.commit([whole]) == [None] and whole.result == "paid out" and ("move", (-5, 7)) in link.did
    (error,) = commits.commit([unit_of(work, "table/a", fence=2)])
    assert isinstance(error, LeaseLostError)


def test_a_transaction_that_another_got_in_the_way_of_is_tried_again(link: Link, commits: Commits) -> None:
    link.errors["commit"] = [Crossed(), Crossed(), None]
    assert commits.commit([unit(Chain("table/a"))]) == [None]
    assert (link.times("begin"), link.times("rollback"), commits.count) == (3, 2, 1)
    assert link.times("close") == 0


def test_one_that_is_always_in_the_way_ends_it(link: Link, commits: Commits) -> None:
    link.errors["begin"] = [Crossed() for _ in range(100)]
    with pytest.raises(Stopped, match="the database is too busy: other transactions got in the way"):
        commits.commit([unit(Chain("table/a"))])
    assert link.times("begin") == 2 * TRIES and link.did[-1] == ("close",)


@pytest.mark.parametrize("what", ["begin", "insert", "commit"])
def test_a_database_that_fails_ends_it_and_nothing_is_believed_afterwards(link: Link, commits: Commits, what: str) -> None:
    chain = Chain("table/a")
    commits.commit([unit(chain)])
    link.errors[what] = [Broken("no route")]
    with pytest.raises(Stopped, match="the database failed: no route"):
        commits.commit([unit(chain)])
    assert link.did[-1] == ("close",) and link.times("rollback") == 0 and commits.count == 1
    link.rows[HEAD] = [(2, "seal")]
    looked = link.times("execute")
    assert commits.commit([unit(chain)]) == [None] and link.times("execute") == looked + 1


def test_a_refused_unit_is_undone_alone_and_the_later_ones_of_its_bank_fall_with_it(link: Link, commits: Commits) -> None:
    a, b = Chain("table/a"), Chain("table/b")
    bad = unit(a, fence=2)
    results = commits.commit([bad, unit(a), unit(b), Unit(), Unit(lines=[Chain("x").line(), Chain("x").line()]), Unit()])
    assert [type(each) for each in results] == [
        LeaseLostError,
        DroppedError,
        type(None),
        type(None),
        OutOfOrderError,
        type(None),
    ]
    assert str(results[0]) == "table/a is not with this process any more"
    assert str(results[4]) == "line 1 of x does not follow line 1"
    saved = [done[1].partition(" SAVEPOINT")[0] for done in link.did if done[0] == "execute" and "SAVEPOINT" in done[1]]
    begun, kept, undone = "SAVEPOINT unit", "RELEASE", "ROLLBACK TO"
    assert saved == [begun, undone, kept, begun, kept, begun, kept, begun, undone, kept, begun, kept]
    assert link.did[-1] == ("commit", {"table/b": 1}) and commits.count == 1


def test_every_unit_of_a_batch_has_its_lease(link: Link, commits: Commits) -> None:
    results = commits.commit([unit(Chain("table/b")), unit(Chain("table/a"), fence=2)])
    assert [type(each) for each in results] == [type(None), LeaseLostError]


def test_an_error_within_a_unit_that_is_not_its_own_is_raised(link: Link, commits: Commits) -> None:
    link.errors["insert"] = [ConflictError("first"), Crossed(), None]
    assert commits.commit([unit(Chain("table/a"))]) == [None]
    assert (link.times("begin"), link.times("rollback")) == (3, 2)
    link.errors["insert"] = [ConflictError("first"), Broken("gone")]
    with pytest.raises(Stopped, match="the database failed: gone"):
        commits.commit([unit(Chain("table/b"))])


def test_an_error_at_the_commit_of_units_one_by_one_is_raised(link: Link, commits: Commits) -> None:
    link.errors["commit"] = [ValueError("first"), ValueError("again")]
    with pytest.raises(Stopped, match="the database failed: again"):
        commits.commit([unit(Chain("table/a"))])


def test_why_a_unit_is_refused_in_our_own_words(link: Link, commits: Commits) -> None:
    def refused(rows: dict[str, list[tuple[Any, ...]]], whole: Unit) -> Exception | None:
        link.rows = rows
        link.errors["insert"] = [ValueError("constraint"), ValueError("constraint")]
        (found,) = commits.commit([whole])
        return found

    def bought() -> Unit:
        return unit(Chain("table/a"), Entry("cage/7", -5), Entry("x", 5), command=CommandRow(7, "x", "table/a", 1))

    used = refused({"SELECT stream, version": [("table/b", 9)]}, bought())
    assert isinstance(used, IdUsedError) and (used.stream, used.version) == ("table/b", 9)
    assert str(used) == "this id has been used already, for what brought table/b to version 9"
    for number in (1, 2):
        chain = Chain("table/a")
        link.written = {("table/a", number)}
        twice = refused({}, Unit(lines=[chain.line(), chain.line()]))
        assert isinstance(twice, OutOfOrderError) and str(twice) == f"line {number} of table/a has been written already"
    chain = Chain("table/a")
    link.written = {("table/a", 1), ("table/a", 2)}
    both = refused({}, Unit(lines=[chain.line(), chain.line()]))
    assert str(both) == "line 1 of table/a has been written already"
    link.written.clear()
    poor = refused({"SELECT cage": [(4,)]}, bought())
    assert isinstance(poor, OverdrawnError) and str(poor) == "account 7 does not have that much in the cage"
    other = refused({"SELECT cage": [(4,)]}, unit(Chain("table/a"), Entry("cage/7", 5), Entry("cage/8", -5)))
    assert isinstance(other, OverdrawnError) and str(other) == "account 8 does not have that much in the cage"
    assert isinstance(refused({"SELECT cage": [(5,)]}, bought()), ValueError)
    assert isinstance(refused({}, bought()), ValueError)


def test_an_account_that_is_not_there_cannot_move(link: Link, commits: Commits) -> None:
    link.accounts = 0
    (error,) = commits.commit([unit(Chain("table/a"), Entry("cage/7", -5), Entry("x", 5))])
    assert isinstance(error, ConflictError) and str(error) == "there is no such account in the cage: one of 7"
    (error,) = commits.commit([unit(Chain("table/b"), Entry("cage/8", 5), Entry("cage/7", -5))])
    assert str(error) == "there is no such account in the cage: one of 7, 8"


def test_entries_sum_to_zero_and_stand_beside_a_line(link: Link, commits: Commits) -> None:
    uneven = Unit(office=[b"{}"], entries=[Entry("cage/7", 5), Entry("x", -4)])
    nowhere = Unit(entries=[Entry("cage/7", 5), Entry("x", -5)])
    first, second = commits.commit([uneven, nowhere])
    assert isinstance(first, ValueError) and "the entries of a unit sum to zero, not to 1 cents" in str(first)
    assert isinstance(second, ValueError) and str(second) == "entries refer to a line, and this unit has none"
    assert not any(done[:2] == ("insert", "entry") for done in link.did)


def test_only_accounts_of_the_cage_move_there() -> None:
    with pytest.raises(ValueError, match="cage/x is no account of the cage"):
        cage_moves(Unit(entries=[Entry("cage/x", 5)]))
    assert cage_moves(Unit(entries=[Entry("table/a/seat_1", 5)])) == []


def test_office_lines_follow_the_last_one_of_any_process(link: Link, commits: Commits) -> None:
    link.rows[HEAD] = [(4, "5" * 64)]
    whole = Unit(office=[b'{"a":1}', b'{"a":2}'], entries=[Entry("cage/7", 5), Entry("issued", -5)])
    assert commits.commit([whole]) == [None]
    (lines,) = [done[2] for done in link.did if done[:2] == ("insert", "event")]
    assert [line[:5] for line in lines] == [
        ("office", 5, "record", 5, b'{"a":1}'),
        ("office", 6, "record", 6, b'{"a":2}'),
    ]
    (entries,) = [done[2] for done in link.did if done[:2] == ("insert", "entry")]
    assert {entry[:2] for entry in entries} == {("office", 5)} and link.did[-1] == ("commit", {"office": 6})


def test_the_first_line_of_the_office_is_its_first(link: Link, commits: Commits) -> None:
    commits.commit([Unit(office=[b"{}"])])
    (lines,) = [done[2] for done in link.did if done[:2] == ("insert", "event")]
    assert lines == [StreamLine("office", 1, "record", 1, b"{}", digest(FIRST, b"{}"))]


def test_quiet_and_close_are_passed_on(link: Link, commits: Commits) -> None:
    commits.quiet()
    commits.close()
    assert link.did == [("quiet",), ("close",)]


def test_the_last_line_of_a_transaction_is_noted_and_quiet_is_passed_on(link: Link) -> None:
    notes, chain = Notes(), Chain("table/a")
    commits = Commits(link, notes)
    whole = Unit(bank="table/a", fence=1, lines=[chain.line(), chain.line()])
    assert commits.commit([whole]) == [None] and notes.lines == whole.lines[1:]
    assert commits.commit([Unit()]) == [None] and len(notes.lines) == 1
    commits.quiet()
    assert notes.quiets == 1 and link.did[-1] == ("quiet",)


def test_now_is_in_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: 1_700_000_000_123_999_999)
    assert now() == 1_700_000_000_123
