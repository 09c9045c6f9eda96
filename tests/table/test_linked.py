"""Tables linked to one meter: in whatever order they use it, each log replays, all resume, and no cent is paid twice."""

import random
from pathlib import Path

import pytest

from pitboss.errors import BadLog, NotAuthorized
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import bots
from pitboss.table.linked import LinkedMeter, replay_meter
from pitboss.table.replay import Difference, replay, resume
from pitboss.table.sealed import FIRST, sealed
from pitboss.table.steps import Ask, Moment
from pitboss.table.stores import FileStore
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


@pytest.mark.parametrize("number", METERED)
def test_linked_tables_replay_and_resume_whatever_the_interleaving(number: str, tmp_path: Path) -> None:
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
    for use in (LinkedMeter.again, replay_meter):
        with pytest.raises(BadLog):
            use(tmp_path / "log")
