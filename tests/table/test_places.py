"""Logs in places that are no files and commit late: tables and meters write there what they write into files, read nothing back
that is not committed, and are resumed and replayed from there."""

from pathlib import Path

import pytest

from pitboss.errors import BadLog, Unfinished
from pitboss.evidence.keys import HouseKey
from pitboss.evidence.signatures import Signature, sign_head
from pitboss.games import game
from pitboss.shoe import Chance
from pitboss.table import table as table_module
from pitboss.table.drivers import bots, drive
from pitboss.table.log.proving import evidence_in
from pitboss.table.log.replay import replay, resume
from pitboss.table.log.sealed import FilePlace, Row, read_lines
from pitboss.table.log.stores import FileStore, TableStore, read_log
from pitboss.table.money.linked_meter import LinkedMeter, replay_meter
from pitboss.table.table import Table
from tests.buffered import Stream
from tests.fairness import KEY, NAME, fair
from tests.sittings import sitting
from tests.strategies import release
from tests.table.test_linked import NUMBER, finish, house
from tests.table.test_progressive import bet


@pytest.fixture(autouse=True)
def snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "SNAPSHOT_ROUNDS", 2)


@pytest.mark.parametrize("key", [None, KEY], ids=["unsigned", "signed"])
@pytest.mark.parametrize("chapter", ["565", "633a", "637a"])
def test_a_place_gets_the_lines_of_a_file_and_nothing_is_read_back(chapter: str, key: HouseKey | None, tmp_path: Path) -> None:
    stream = Stream("table/7")
    table, _ = sitting(chapter, 3, rounds=5, store=TableStore(stream, signer=key), name=NAME)
    same, _ = sitting(chapter, 3, rounds=5, store=FileStore(tmp_path / "log", signer=key), name=NAME)
    assert not stream.lines and table.mark == same.mark
    stream.commit()
    assert stream.text() == (tmp_path / "log").read_bytes()
    assert b'\n{"snapshot":' in stream.text() and (b'"signature"' in stream.text()) is (key is not None)
    assert list(read_log(stream)) == list(read_log(tmp_path / "log"))


@pytest.mark.parametrize("key", [None, KEY], ids=["unsigned", "signed"])
def test_a_table_is_resumed_and_replayed_from_a_place(key: HouseKey | None) -> None:
    stream = Stream("table/7")
    table = Table(game("565"), None, fair("565", key), TableStore(stream, signer=key), name=NAME)
    table.sit(1, "Ann", 10**9)
    for _ in range(3):
        table.bet(1, table.game.suggest(table.house))
        drive(table, bots)
    stream.commit()
    mark = table.mark
    table.bet(1, table.game.suggest(table.house))
    table.begin()
    stream.lose()  # so nobody has been told of it
    again = resume(stream, game, fair("565", key, 9), mark, key=key)
    assert again.mark == mark and again.round is None and not again.bets
    with pytest.raises(BadLog, match=r"stream table/7 has no lines, or is being written"):
        resume(stream, game, key=key)
    again.bet(1, again.game.suggest(again.house))
    again.begin()
    stream.commit()
    with pytest.raises(Unfinished, match=r"stream table/7 ends at line \d+, before the round does"):
        replay(stream, game, key=key)
    drive(again, bots)
    stream.commit()
    release(again)
    proven = replay(stream, game, key=key)
    assert (proven.rounds, proven.signatures > 0) == (4, key is not None)
    assert evidence_in(stream)
    with pytest.raises(BadLog, match="is known to have been written"):
        resume(stream, game, mark=(mark[0] + 1000, ""), key=key)


def test_a_table_begins_in_an_empty_place_only() -> None:
    stream = Stream("table/7")
    release(sitting("565", 1, rounds=1, store=TableStore(stream))[0])
    stream.commit()
    with pytest.raises(BadLog, match="has lines already"):
        Table(game("565"), None, Chance(1), TableStore(stream))


def test_a_meter_and_its_tables_lie_in_places_that_commit_late() -> None:
    streams = {name: Stream(name) for name in ("meter/m", "table/one", "table/other")}
    meter = LinkedMeter.of("m", house(NUMBER), streams["meter/m"])
    tables = []
    for name in ("one", "other"):
        store = TableStore(streams[f"table/{name}"])
        tables.append(Table(game(NUMBER), house(NUMBER), Chance(4), store, meter=meter, name=name))
    for table in tables:
        table.sit(1, "Ann", 10**9)
        bet(table)
        table.begin()
        finish([table])
    assert not any(stream.lines for stream in streams.values())
    for stream in streams.values():
        stream.commit()
    for table in tables:
        release(table)
    meter.release()
    assert replay_meter(streams["meter/m"]).cents == meter.meter.cents
    again = LinkedMeter.again(streams["meter/m"])
    assert again.read() == meter.read() and again.versions == meter.versions
    for name in ("one", "other"):
        assert resume(streams[f"table/{name}"], game, meter=again).rounds == 1


def test_the_first_line_can_be_signed(tmp_path: Path) -> None:
    def sign(seal: str) -> bytes:
        signed: Signature = sign_head(KEY, NAME, 1, seal)
        return f'{{"key":"{signed.key}","signature":"{signed.signature}"}}'.encode()

    place = FilePlace(tmp_path / "log")
    file = place.new(Row(b'{"first":1}', sign))
    file.append([b'{"second":2}'])
    file.close()
    first, second = read_lines(tmp_path / "log")
    assert first.body == b'{"first":1}' and first.signature == sign(first.seal).decode() and not second.signature
    again, lines = place.again()
    assert lines == [first, second] and again.seal == second.seal and place.last() == second
    again.close()
    (tmp_path / "log").write_bytes((tmp_path / "log").read_bytes() + b'{"thi')
    assert place.last() is None
