"""Tables linked to one meter: in whatever order they use it, each log replays, all resume, and no cent is paid twice."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from pitboss.errors import BadLog, NotAuthorized, OutOfTurn, PitbossError, Stopped
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.commands import DEALER, Author, Begin, Buy, Command, Proceed
from pitboss.table.drivers import bots
from pitboss.table.log import sealed as sealed_file
from pitboss.table.log.log import Difference
from pitboss.table.log.records import Reading
from pitboss.table.log.replay import replay, resume
from pitboss.table.log.sealed import FIRST, SNAPSHOT_START, Line, SealedFile, sealed
from pitboss.table.log.stores import FileStore, MemoryStore, Store
from pitboss.table.money import linked_meter as linked_meter
from pitboss.table.money.linked_meter import LinkedMeter, replay_meter
from pitboss.table.steps import Ask, Failed, Moment
from pitboss.table.table import Table
from tests.strategies import release
from tests.table.test_progressive import METERED, bet, offering

ODD = {"progressive_rate": 33.3333}  # so that fractions of a cent are carried from table to table


def house(number: str) -> House:
    return House.of(number, offering(number) | (ODD if number != "555" else {"progressive_rate": 71.1111}))


def opened(number: str, meter: LinkedMeter, folder: Path, name: str, seed: int) -> Table:
    table = Table(game(number), house(number), Chance(seed), FileStore(folder / f"{name}.log"), meter=meter, name=name)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 10**9)
    return table


def step(table: Table, rng: random.Random) -> None:
    """One command, or a few, at one of the tables."""
    if table.round is None:
        bet(table)
        table.begin()
        return
    request = table.request
    assert request is not None
    table.reply(bots(table, request) if isinstance(request, Ask | Moment) else None)


def play(tables: list[Table], rng: random.Random, steps: int) -> None:
    """So many commands, at any of the tables in any order."""
    for _ in range(steps):
        step(rng.choice(tables), rng)


def moved(tables: list[Table]) -> int:
    """What all tables together have moved the meter by, in rounds that are over."""
    return sum(table.metered for table in tables)


def finish(tables: list[Table]) -> None:
    for table in tables:
        while table.request is not None:
            table.reply(bots(table, table.request))


@pytest.mark.parametrize("every", [500, 3])
@pytest.mark.parametrize("number", METERED)
def test_linked_tables_replay_and_resume_whatever_the_interleaving(
    number: str, every: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the log of the meter has snapshots, from which it is read again."""
    monkeypatch.setattr(linked_meter, "SNAPSHOT_MOVES", every)
    rng = random.Random(number)
    meter = LinkedMeter.of("the big one", house(number), tmp_path / "meter.log")
    start = meter.meter.cents
    tables = [opened(number, meter, tmp_path, f"table {n}", n) for n in range(3)]
    for again in range(4):
        play(tables, rng, 60)
        for table in tables:
            release(table)
        meter.release()
        before = meter.read()
        meter = LinkedMeter.again(tmp_path / "meter.log")
        assert meter.read() == before
        tables = [resume(tmp_path / f"table {n}.log", game, Chance(100 + 10 * again + n), meter=meter) for n in range(3)]
        assert meter.read() == before, "what was on record already is not posted again"
        assert all(table.link is meter for table in tables)
    finish(tables)
    assert meter.meter.cents == start + moved(tables)
    assert meter.meter.carried or number == "645a" or meter.meter.rate.denominator == 1
    for table in tables:
        release(table)
        assert replay(tmp_path / f"{table.opening.name}.log", game).accounts() == table.accounts()
    meter.release()
    shown = replay_meter(tmp_path / "meter.log")
    assert (shown.cents, shown.carried) == (meter.meter.cents, meter.meter.carried)


@pytest.mark.parametrize("number", METERED)
def test_a_move_that_the_meter_lost_in_a_crash_is_posted_when_the_table_is_resumed(number: str, tmp_path: Path) -> None:
    meter = LinkedMeter.of("m", house(number), tmp_path / "meter.log")
    tables = [opened(number, meter, tmp_path, f"table {n}", n) for n in range(2)]
    rng = random.Random(5)
    lines = 1
    for _ in range(400):  # until a record moves the meter
        play(tables, rng, 1)
        written = (tmp_path / "meter.log").read_bytes()
        if written.count(b"\n") > lines + 3:
            break
        lines = min(lines, written.count(b"\n"))
    shown = meter.read()
    for table in tables:
        release(table)
    meter.release()
    rows = written.splitlines(keepends=True)
    (tmp_path / "meter.log").write_bytes(b"".join(rows[:-1]))  # killed before the last line of the meter
    again = LinkedMeter.again(tmp_path / "meter.log")
    assert again.read() != shown
    back = [resume(tmp_path / f"table {n}.log", game, Chance(7), meter=again) for n in range(2)]
    assert again.read() == shown
    for table in back:
        release(table)
    again.release()
    assert (tmp_path / "meter.log").read_bytes() == written


def test_a_table_is_resumed_with_its_meter_or_not_at_all(tmp_path: Path) -> None:
    meter = LinkedMeter.of("m", house("657a"))
    table = opened("657a", meter, tmp_path, "one", 1)
    release(table)
    with pytest.raises(BadLog, match="linked to the meter m"):
        resume(tmp_path / "one.log", game)
    with pytest.raises(BadLog, match="linked to the meter m"):
        resume(tmp_path / "one.log", game, meter=LinkedMeter.of("another", house("657a")))
    release(resume(tmp_path / "one.log", game, meter=meter))


def test_a_forged_reading_is_found(tmp_path: Path) -> None:
    """Somebody makes the meter show more when the table reads it: what it showed afterwards does not follow."""
    meter = LinkedMeter.of("m", house("657a"))
    table = opened("657a", meter, tmp_path, "one", 1)
    play([table], random.Random(1), 30)
    finish([table])
    release(table)
    replay(tmp_path / "one.log", game)
    rows, seal, found = [], FIRST, 0
    for row in (tmp_path / "one.log").read_bytes().splitlines():
        body = row[: row.rindex(b',"seal"')] + b"}"
        if b'"meter":[' in body and not found:
            at = body.index(b'"meter":[') + len(b'"meter":[')
            body = body[:at] + b"9" + body[at:]
            found += 1
        line, seal = sealed(body, seal)
        rows.append(line + b"\n")
    assert found
    (tmp_path / "forged.log").write_bytes(b"".join(rows))
    with pytest.raises(Difference, match="meter"):
        replay(tmp_path / "forged.log", game)


def test_a_meter_needs_a_progressive_wager() -> None:
    with pytest.raises(NotAuthorized):
        LinkedMeter.of("m", House.of("565"))


@pytest.mark.parametrize("content", [b"", b"{}\n", b"x" * 300])
def test_what_is_no_log_of_a_meter_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(content)
    for use in (LinkedMeter.again, replay_meter, linked_meter.shown_last):
        with pytest.raises(BadLog):
            use(tmp_path / "log")


@pytest.mark.parametrize("read", [LinkedMeter.again, replay_meter])
def test_a_log_nested_too_deeply_is_refused_with_a_sentence(read: Callable[[Path], Any], tmp_path: Path) -> None:
    nested = b"[" * 100_000 + b"]" * 100_000
    row, _ = sealed(b'{"meter":"opened","detail":{"a":' + nested + b"}}", FIRST)
    (tmp_path / "log").write_bytes(row + b"\n")
    with pytest.raises(BadLog):
        read(tmp_path / "log")


# ---------------------------------------------------------------------------- writes that fail

NUMBER = "555"
ANN = Author("player", "Ann")
FULL = OSError(28, "No space left on device")


def linked(meter: LinkedMeter, name: str, store: Store | None, seed: int = 1) -> Table:
    table = Table(game(NUMBER), house(NUMBER), Chance(seed), store, meter=meter, name=name)
    table.sit(1, "Ann", 10**9)
    table.sit(2, "Bo", 10**9)
    return table


def finish_one(table: Table) -> None:
    while table.request is not None:
        table.reply(bots(table, table.request))


def total(meter: LinkedMeter) -> Fraction:
    return meter.meter.cents + meter.meter.carried


def fail_writes(monkeypatch: pytest.MonkeyPatch, file: SealedFile) -> None:
    """A disk that is full for one file."""
    handle, real = file._file, sealed_file.write

    def write(to: int, content: bytes) -> None:
        if to == handle:
            raise FULL
        real(to, content)

    monkeypatch.setattr(sealed_file, "write", write)


def test_a_meter_is_not_fed_by_a_command_that_could_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meter = LinkedMeter.of("the big one", house(NUMBER), tmp_path / "meter.log")
    one = linked(meter, "one", FileStore(tmp_path / "one.log"))
    other = linked(meter, "other", FileStore(tmp_path / "other.log"), 2)
    bet(one)
    before = meter.read()
    assert isinstance(one.store, FileStore) and isinstance(one.store._lines, SealedFile)
    fail_writes(monkeypatch, one.store._lines)
    with pytest.raises(Stopped):
        one.begin()
    monkeypatch.undo()
    assert meter.read() == before, "the meter shows what nobody has wagered"
    other.buy(1, 500)
    release(other)
    meter.release()
    assert replay_meter(tmp_path / "meter.log").cents == before.cents


def test_a_linked_table_goes_on_after_a_write_that_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meter = LinkedMeter.of("the big one", house(NUMBER), tmp_path / "meter.log")
    one = linked(meter, "one", FileStore(tmp_path / "one.log"))
    bet(one)
    assert isinstance(one.store, FileStore) and isinstance(one.store._lines, SealedFile)
    fail_writes(monkeypatch, one.store._lines)
    with pytest.raises(Stopped):
        one.begin()
    monkeypatch.undo()
    release(one)
    again = resume(tmp_path / "one.log", game, Chance(9), meter=meter)
    again.begin()
    finish_one(again)
    release(again)
    assert replay(tmp_path / "one.log", game).rounds == 1


def test_a_table_stops_when_its_meter_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meter = LinkedMeter.of("the big one", house(NUMBER), tmp_path / "meter.log")
    one = linked(meter, "one", FileStore(tmp_path / "one.log"))
    bet(one)
    assert isinstance(meter._lines, SealedFile)
    fail_writes(monkeypatch, meter._lines)
    with pytest.raises(Stopped):
        one.begin()
    monkeypatch.undo()
    with pytest.raises(Stopped):  # its last command was carried out and is not on the meter's record
        one.do(Command(Buy(1, 500), ANN, 0))


def test_no_table_moves_a_meter_whose_log_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meter = LinkedMeter.of("the big one", house(NUMBER), tmp_path / "meter.log")
    one = linked(meter, "one", FileStore(tmp_path / "one.log"))
    other = linked(meter, "other", FileStore(tmp_path / "other.log"), 2)
    for table in (one, other):
        bet(table)
    assert isinstance(meter._lines, SealedFile)
    fail_writes(monkeypatch, meter._lines)
    for table in (one, other):
        with pytest.raises(PitbossError):
            table.begin()
    monkeypatch.undo()
    for table in (one, other):
        release(table)
    meter.release()
    shown = set()
    for order in (("one", "other"), ("other", "one")):
        copies = tmp_path / order[0]
        copies.mkdir()
        for name in ("meter", "one", "other"):
            (copies / f"{name}.log").write_bytes((tmp_path / f"{name}.log").read_bytes())
        again = LinkedMeter.again(copies / "meter.log")
        tables = [resume(copies / f"{name}.log", game, Chance(9), meter=again) for name in order]
        fed = sum(step.cents for t in tables if t.round for step in t.round.steps if step.act == "feed")
        assert again.read().cents == 1_000_000 + fed, f"resumed in the order {order}, wagers are missing on the meter"
        shown.add(again.read())
        for table in tables:
            release(table)
        again.release()
    assert len(shown) == 1


def test_a_round_that_is_voided_leaves_no_fraction_of_a_cent_on_the_meter() -> None:
    table = Table(game("657a"), house("657a"), Chance(1), MemoryStore())
    table.sit(1, "Ann", 10**9)
    table.sit(2, "Bo", 10**9)
    assert table.meter is not None
    before = table.meter.cents, table.meter.carried
    bet(table)
    table.begin()

    def fails() -> Any:
        yield
        raise RuntimeError("it broke")

    assert table.round is not None
    table.round.procedure = fails()
    next(table.round.procedure)
    with pytest.raises(RuntimeError):
        table.reply(bots(table, table.request))  # type: ignore[arg-type]
    table.void_round("it broke")
    assert (table.meter.cents, table.meter.carried) == before


def test_a_void_round_leaves_no_cent_on_a_meter_that_others_have_moved_meanwhile() -> None:
    """Fractions of a cent of both tables had made up whole ones."""
    meter = LinkedMeter.of("the big one", house("657a"))
    tables = [Table(game("657a"), house("657a"), Chance(n), MemoryStore(), meter=meter, name=f"table {n}") for n in range(2)]
    start, fed = total(meter), []
    for table in tables:
        for seat, player in ((1, "Ann"), (2, "Bo")):
            table.sit(seat, player, 10**9)
        bet(table)
        before = total(meter)
        table.begin()
        fed.append(total(meter) - before)
    notes: list[str] = []
    for table, left in zip(tables, (fed[1], Fraction(0)), strict=True):
        table.failure = RuntimeError("it broke")
        table.request = Failed("it broke")
        table.void_round("it broke")
        assert total(meter) == start + left
        assert table.last is not None
        notes += [step.note for step in table.last.steps if "fractions of a cent" in step.note]
    assert notes, "a cent was made up of fractions of both"
    assert sum(table.metered for table in tables) == 0


def test_an_owner_with_a_store_of_his_own_says_when_a_record_is_durable() -> None:
    meter = LinkedMeter.of("the big one", house(NUMBER))
    one, other = linked(meter, "one", None), linked(meter, "other", None, 2)
    for table in (one, other):
        bet(table)
    start = total(meter)
    record = one.take(Command(Begin(), DEALER, 0))
    assert record.meter is not None and total(meter) == start
    for deed, author in ((Begin(), DEALER), (Buy(1, 500), ANN)):
        with pytest.raises(OutOfTurn, match="being moved by table one"):
            other.take(Command(deed, author, 0))
    with pytest.raises(OutOfTurn, match="does not wait for version"):
        other.confirm(record)
    later = one.take(Command(Buy(1, 500), ANN, 0))  # for what does not use the meter it does not wait for itself
    one.confirm(record)
    one.confirm(later)
    assert total(meter) > start
    again = other.take(Command(Begin(), DEALER, 0))
    assert Reading(meter.meter.cents, str(meter.meter.carried)) in again.drawn
    shown = total(meter)
    other.stop("the database is gone")
    assert total(meter) == shown
    with pytest.raises(Stopped, match="the database is gone"):
        other.take(Command(Buy(1, 500), ANN, 0))
    one.take(Command(Buy(1, 500), ANN, 0))


@pytest.mark.parametrize(("failed", "told"), [(ValueError, BadLog), (KeyboardInterrupt, KeyboardInterrupt)])
def test_a_log_that_cannot_be_gone_on_with_is_given_free(
    failed: type[BaseException], told: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, place = Mock(), Mock()
    place.again.return_value = kept, [Line(1, b"{}", "")]
    monkeypatch.setattr(linked_meter, "_after", Mock(side_effect=failed))
    with pytest.raises(told):
        LinkedMeter.again(place)
    kept.close.assert_called_once_with()


def test_a_log_without_a_line_is_no_log_of_a_meter() -> None:
    place = Mock()
    place.again.return_value = Mock(), []
    with pytest.raises(BadLog, match="is not the log of a meter"):
        LinkedMeter.again(place)


def test_a_meter_is_linked_to_one_table_of_a_name() -> None:
    meter = LinkedMeter.of("m", house(NUMBER))
    linked(meter, "one", None)
    for name, words in (("one", "linked to a table one already"), ("", "needs a name")):
        with pytest.raises(NotAuthorized, match=words):
            linked(meter, name, None)


def test_no_table_goes_on_before_all_are_resumed_whose_moves_the_meter_may_lack(tmp_path: Path) -> None:
    meter = LinkedMeter.of("m", house(NUMBER), tmp_path / "meter.log")
    names = ("one", "other", "third", "fourth")
    tables = {name: linked(meter, name, FileStore(tmp_path / f"{name}.log"), n) for n, name in enumerate(names)}
    for name in ("one", "other", "third"):  # the fourth has never moved it
        bet(tables[name])
        tables[name].begin()
        finish_one(tables[name])
    tables["third"].close()
    bet(tables["one"])
    tables["one"].begin()
    shown = total(meter)
    for table in tables.values():
        release(table)
    meter.release()
    rows = (tmp_path / "meter.log").read_bytes().splitlines(keepends=True)
    (tmp_path / "meter.log").write_bytes(b"".join(rows[:-1]))  # killed before the last line of the meter
    again = LinkedMeter.again(tmp_path / "meter.log")
    other = resume(tmp_path / "other.log", game, Chance(7), meter=again)
    with pytest.raises(OutOfTurn, match=r"until all its tables are resumed: one$"):
        other.buy(1, 500)
    one = resume(tmp_path / "one.log", game, Chance(8), meter=again)
    assert total(again) == shown
    other.buy(1, 500)
    for table in (one, other):
        release(table)
    again.release()


def test_a_table_whose_log_is_lost_is_not_waited_for_and_posts_what_it_moved_if_it_is_found(tmp_path: Path) -> None:
    meter = LinkedMeter.of("m", house(NUMBER), tmp_path / "meter.log")
    one, other = (linked(meter, name, FileStore(tmp_path / f"{name}.log")) for name in ("one", "other"))
    for table in (one, other, one):
        bet(table)
        table.begin()
        finish_one(table)
    before = total(meter)
    bet(one)
    one.begin()
    fed = total(meter) - before
    assert fed
    for table in (one, other):
        release(table)
    meter.release()
    rows = (tmp_path / "meter.log").read_bytes().splitlines(keepends=True)
    (tmp_path / "meter.log").write_bytes(b"".join(rows[:-1]))
    again = LinkedMeter.again(tmp_path / "meter.log", without=["one"])
    other = resume(tmp_path / "other.log", game, Chance(7), meter=again)
    bet(other)
    other.begin()
    finish_one(other)
    shown = total(again)
    found = resume(tmp_path / "one.log", game, Chance(8), meter=again)
    assert total(again) == shown + fed, "it moves by what was wagered, and nobody else's wagers are lost"
    for table in (found, other):
        release(table)
    again.release()


def test_a_snapshot_of_a_meter_is_what_its_log_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A meter is read from its last snapshot on; a snapshot that says something else than the moves before it is found."""
    monkeypatch.setattr(linked_meter, "SNAPSHOT_MOVES", 2)
    path = tmp_path / "meter.log"
    meter = LinkedMeter.of("m", house("655a"), path)
    table = opened("655a", meter, tmp_path, "one", 1)
    play([table], random.Random(1), 60)
    meter.release()
    lines = path.read_bytes().splitlines()
    snapshots = [at for at, line in enumerate(lines) if line.startswith(SNAPSHOT_START)]
    assert len(snapshots) > 2 and {later - at for at, later in pairwise(snapshots)} == {3}, "two moves apart"
    assert linked_meter.shown_last(path) == meter.meter.cents == replay_meter(path).cents
    again = LinkedMeter.again(path)
    assert again.stands() == meter.stands()
    again.release()
    rows, seal = [], FIRST
    for line in sealed_file.read_lines(path):
        body = line.body
        if body.startswith(SNAPSHOT_START):
            shows = f'"shows":[{meter.meter.cents}'.encode()
            body = body.replace(f'"after":"{body[22:86].decode()}"'.encode(), f'"after":"{seal}"'.encode())
            body = body.replace(shows, b'"shows":[1') if shows in body else body
        row, seal = sealed(body, seal)
        rows.append(row)
    path.write_bytes(b"\n".join(rows) + b"\n")
    with pytest.raises(BadLog):
        replay_meter(path)


def test_the_last_line_of_a_log_tells_what_a_meter_shows(tmp_path: Path) -> None:
    path = tmp_path / "meter.log"
    meter = LinkedMeter.of("m", house("655a"), path)
    assert linked_meter.shown_last(path) == meter.meter.cents  # as it was opened
    play([opened("655a", meter, tmp_path, "one", 1)], random.Random(1), 20)
    assert linked_meter.shown_last(path) == meter.meter.cents != replay_meter(path).reset
    meter.release()


def test_moves_before_a_restart_count_for_the_next_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a meter is resumed, it is never read further back than the moves of one snapshot."""
    monkeypatch.setattr(linked_meter, "SNAPSHOT_MOVES", 4)
    path = tmp_path / "meter.log"
    meter = LinkedMeter.of("m", house("655a"), path)
    table = opened("655a", meter, tmp_path, "one", 1)
    for seed in range(12):
        play([table], random.Random(seed), 10)
        finish([table])
        release(table)
        meter.release()
        meter = LinkedMeter.again(path)
        table = resume(tmp_path / "one.log", game, Chance(seed), meter=meter)
    meter.release()
    kinds = [line.startswith(SNAPSHOT_START) for line in path.read_bytes().splitlines()][1:]
    between = "".join("s" if kind else "m" for kind in kinds).split("s")
    assert len(between) > 3 and {len(moves) for moves in between[:-1]} == {4}


def test_what_a_meter_knows_of_its_tables() -> None:
    """A table is known at version 0 from its opening on, each of its versions moves the meter once, and nothing moves one that
    has stopped."""
    meter = LinkedMeter.of("m", house("655a"))
    meter.catch_up("one", None)
    assert meter.versions == {"one": 0}
    before = meter.read()
    after = Reading(before.cents + 7, before.carried)
    meter.expect("one", 3, Reading(1, "0"))  # a move that was lost
    meter.catch_up("one", (3, before, after))
    assert (meter.versions, meter.read()) == ({"one": 3}, after)
    meter.catch_up("two", None)  # nothing is pending
    with pytest.raises(BadLog, match="already has version 3"):
        meter._show(linked_meter.Moved("one", 3, after))
    meter.stopped = "its log is full"
    with pytest.raises(Stopped, match="its log is full"):
        meter.check("one", Proceed())
    with pytest.raises(Stopped, match="its log is full"):
        meter.catch_up("one", None)
