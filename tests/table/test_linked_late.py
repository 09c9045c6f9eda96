"""Linked meters when records become durable late: nothing that is not on record is on the meter, and nothing is there twice."""

import random
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.errors import OutOfTurn
from pitboss.games import game
from pitboss.shoe import Chance
from pitboss.table.commands import DEALER, HOUSE, Begin, Bet, Close, Command, CutCards, Decide, Proceed
from pitboss.table.drivers import bots
from pitboss.table.log.records import Reading, Record
from pitboss.table.log.replay import resume
from pitboss.table.log.stores import FileStore, TableStore
from pitboss.table.money.linked_meter import LinkedMeter, replay_meter
from pitboss.table.steps import Answer, Ask, Cut
from pitboss.table.table import Table
from tests.strategies import release
from tests.table.test_linked import ANN, NUMBER, finish_one, house, linked, total
from tests.table.test_progressive import bet


def next_command(table: Table, wagers: dict[str, int]) -> Command:
    """What is said next at a table where Ann plays alone."""
    request = table.request
    if table.round is None:
        return Command(Begin(), DEALER, 0) if table.bets else Command(Bet(1, wagers), ANN, 0)
    if isinstance(request, Ask):
        answer = bots(table, request)
        assert isinstance(answer, Answer)
        return Command(Decide(request.seat, answer.word, answer.cents), ANN, 0)
    return Command(CutCards(request.seat), ANN, 0) if isinstance(request, Cut) else Command(Proceed(), DEALER, 0)


def moved_by(record: Record) -> Fraction:
    """By how much a record moved the meter, with fractions of a cent."""
    if record.meter is None:
        return Fraction(0)
    before = next(given for given in record.drawn if isinstance(given, Reading))
    return record.meter.cents + Fraction(record.meter.carried) - before.cents - Fraction(before.carried)


def test_a_table_that_closes_does_not_move_the_meter_by_what_another_has_not_on_record() -> None:
    meter = LinkedMeter.of("m", house(NUMBER))
    one, other = linked(meter, "one", None), linked(meter, "other", None, 2)
    for table in (one, other):
        bet(table)
    other.begin()
    finish_one(other)
    before = total(meter)
    closing = other.take(Command(Close(), HOUSE, 0))
    record = one.take(Command(Begin(), DEALER, 0))
    assert moved_by(record) and meter.read() == Reading(meter.meter.cents, str(meter.meter.carried))
    other.confirm(closing)
    assert total(meter) == before
    one.stop("the disk is full")
    assert total(meter) == before


@pytest.mark.parametrize("durable", [True, False])
def test_no_table_is_resumed_while_another_has_a_move_that_is_not_on_record(durable: bool, tmp_path: Path) -> None:
    meter = LinkedMeter.of("m", house(NUMBER), tmp_path / "meter.log")
    one, other = (linked(meter, name, FileStore(tmp_path / f"{name}.log")) for name in ("one", "other"))
    for table in (one, other):
        bet(table)
    before = total(meter)
    lost = other.take(Command(Begin(), DEALER, 0))
    assert other.store is not None
    other.store.append(lost.version - 1, (lost,))
    other.stop("it was cancelled before it could confirm")
    release(other)
    record = one.take(Command(Begin(), DEALER, 0))
    with pytest.raises(OutOfTurn, match="being moved by table one"):
        resume(tmp_path / "other.log", game, Chance(4), meter=meter)
    assert total(meter) == before
    if durable:
        assert one.store is not None
        one.store.append(record.version - 1, (record,))
        one.confirm(record)
    else:
        one.stop("the disk is full")
    release(resume(tmp_path / "other.log", game, Chance(4), meter=meter))
    assert moved_by(lost) and moved_by(record)
    assert total(meter) == before + moved_by(lost) + (moved_by(record) if durable else 0)
    release(one)
    meter.release()


def test_a_table_makes_no_second_move_before_the_first_is_confirmed() -> None:
    meter = LinkedMeter.of("m", house(NUMBER))
    table = linked(meter, "one", None)
    bet(table)
    record = table.take(Command(Begin(), DEALER, 0))
    assert record.meter is not None
    version, asked, clock = table.version, table.request, table.clock
    for command in (next_command(table, {}), Command(Close(), HOUSE, 10**9)):
        with pytest.raises(OutOfTurn, match="being moved by table one"):
            table.take(command)
    assert (table.version, table.request, table.clock) == (version, asked, clock)
    table.confirm(record)
    table.take(next_command(table, {}))


@pytest.mark.parametrize("seed", range(6))
def test_the_meter_has_what_durable_records_fed_whenever_they_are_confirmed_or_killed(seed: int, tmp_path: Path) -> None:
    rng, number = random.Random(seed), "655a"
    meter = LinkedMeter.of("m", house(number), tmp_path / "meter.log")
    tables, waiting, fed = {}, {}, total(meter)
    for name in ("one", "other"):
        store = FileStore(tmp_path / f"{name}.log", sync=lambda file: None)
        tables[name] = Table(game(number), house(number), Chance(rng.randrange(10**6)), store, meter=meter, name=name)
        tables[name].sit(1, "Ann", 10**9)
        bet(tables[name])
        waiting[name] = list[Record]()  # taken, and not confirmed
    wagers, start, seen = dict(tables["one"].bets[1]), fed, set[str]()

    def again(name: str) -> None:
        release(tables[name])
        tables[name] = resume(tmp_path / f"{name}.log", game, Chance(rng.randrange(10**6)), meter=meter)
        waiting[name].clear()

    def write(table: Table, records: list[Record]) -> Fraction:
        """Makes those durable that are not, and returns what they fed."""
        assert isinstance(table.store, TableStore)
        fresh = [record for record in records if record.version > table.store.version]
        for record in fresh:
            table.store.append(record.version - 1, (record,))
        return sum(map(moved_by, fresh), Fraction(0))

    for _ in range(250):
        name, luck = rng.choice(sorted(tables)), rng.random()
        table, records = tables[name], waiting[name]
        try:
            if table.stopped:
                again(name)
                seen.add("resumed")
            elif luck < 0.03:  # all are killed
                for each in tables.values():
                    release(each)
                meter.release()
                meter = LinkedMeter.again(tmp_path / "meter.log")
                for each_name in rng.sample(sorted(tables), 2):
                    again(each_name)
            elif records and luck < 0.45:
                if luck < 0.1:  # all in one batch, of which none is confirmed
                    fed += write(table, records)
                elif luck < 0.38:
                    fed += write(table, records[:1])
                    table.confirm(records.pop(0))
                else:
                    table.stop("the task was cancelled")
            else:
                records.append(table.take(next_command(table, wagers)))
        except OutOfTurn as error:
            seen.add(str(error))
    for table in tables.values():
        release(table)
    meter.release()
    meter = LinkedMeter.again(tmp_path / "meter.log")
    for name in tables:
        again(name)
    assert total(meter) == fed > start
    waited = {f"the meter m is being moved by table {name}: wait until that is on record" for name in tables}
    assert seen == waited | {"resumed"}
    for table in tables.values():
        release(table)
    meter.release()
    shown = replay_meter(tmp_path / "meter.log")
    assert shown.cents + shown.carried == fed
