"""Streams as places of logs: what a line becomes in its unit, which version it tells, and what is found edited."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from pitboss.errors import BadLog, Stopped
from pitboss.evidence.keys import HouseKey
from pitboss.floor.storage.signing import marked
from pitboss.floor.storage.streams import Streams, checked, version_in
from pitboss.floor.storage.transactions import RECORD, SNAPSHOT, StreamLine, Unit
from pitboss.table.log.sealed import FIRST, Line, Row, digest


class Kept:
    """Streams in memory, as a database would give them."""

    def __init__(self) -> None:
        self.all: dict[str, list[StreamLine]] = {}

    def head(self, stream: str) -> StreamLine | None:
        return self.all[stream][-1] if self.all.get(stream) else None

    def tail(self, stream: str) -> list[StreamLine]:
        lines = self.all.get(stream, [])
        return lines[max([at for at, line in enumerate(lines) if line.kind == SNAPSHOT], default=0) :]

    def lines(self, stream: str, after: int = 0) -> Iterator[StreamLine]:
        return iter(self.all.get(stream, [])[after:])

    def streams(self, begins: str = "") -> Iterable[str]:
        return self.all


def behind(seal: str) -> bytes:
    return b'{"snapshot":{"after":"' + seal.encode() + b'","x":1}}'


@pytest.fixture
def kept() -> Kept:
    """A log of two records, a snapshot and another record; the third was signed."""
    found = Kept()
    streams, unit = Streams(found), Unit(lines=[])
    with streams.into(unit) as same:
        assert same is unit
        lines = streams.place("table/a").new(b'{"v":1,"at":0}')
        lines.append([Row(b'{"v":2,"at":0}')])
        lines.append([Row(behind, lambda seal: f"signed {seal[:4]}".encode())])
        lines.append([b'{"v":3,"at":0}', b'{"v":4,"at":0}'])
    found.all["table/a"] = unit.lines
    return found


def test_lines_go_into_the_unit_with_number_kind_version_and_seal(kept: Kept) -> None:
    told = [(line.stream, line.seq, line.kind, line.version) for line in kept.all["table/a"]]
    kinds = [(RECORD, 1), (RECORD, 2), (SNAPSHOT, 2), (RECORD, 3), (RECORD, 4)]
    assert told == [("table/a", seq, *kind) for seq, kind in enumerate(kinds, 1)]
    before = FIRST
    for line in kept.all["table/a"]:
        assert line.seal == digest(before, line.body)
        assert line.signature == (f"signed {line.seal[:4]}" if line.kind == SNAPSHOT else "")
        if line.kind == SNAPSHOT:
            assert before.encode() in line.body
        before = line.seal


def test_a_log_that_counts_lines_only_is_a_version_further_with_each() -> None:
    streams, unit = Streams(Kept()), Unit(lines=[])
    with streams.into(unit):
        lines = streams.place("meter/m").new(b'{"meter":"opened"}')
        lines.append([b'{"meter":"moved"}', behind(FIRST), b'{"meter":"moved"}'])
    assert [line.version for line in unit.lines] == [1, 2, 2, 3]
    assert version_in(b'{"v":12,"at":0}', 3) == 12


def test_nothing_is_written_outside_a_unit(kept: Kept) -> None:
    streams = Streams(kept)
    lines, _ = streams.place("table/a").again()
    seal = lines.seal
    with pytest.raises(Stopped, match="table/a is written within a unit of its bank only"):
        lines.append([b'{"v":5,"at":0}'])
    assert lines.seal == seal
    unit = Unit(lines=[])
    with pytest.raises(OSError), streams.into(unit):
        raise OSError
    with pytest.raises(Stopped):
        lines.append([b'{"v":5,"at":0}'])
    assert unit.lines == []


def test_a_log_is_gone_on_with_from_its_last_snapshot(kept: Kept) -> None:
    streams, unit = Streams(kept), Unit(lines=[])
    lines, found = streams.place("table/a").again()
    assert [line.number for line in found] == [3, 4, 5]
    with streams.into(unit):
        lines.append([b'{"meter":"moved"}'])
    last = kept.all["table/a"][-1]
    assert unit.lines == [StreamLine("table/a", 6, RECORD, 5, b'{"meter":"moved"}', digest(last.seal, b'{"meter":"moved"}'))]


def test_a_log_without_a_snapshot_is_gone_on_with_from_its_first_line(kept: Kept) -> None:
    kept.all["table/a"] = kept.all["table/a"][:2]
    _, found = Streams(kept).place("table/a").again()
    assert [line.number for line in found] == [1, 2]


def test_a_log_is_gone_on_with_only_behind_the_mark_of_the_house(kept: Kept, tmp_path: Path) -> None:
    key = HouseKey.create(tmp_path / "floor.key")
    place = Streams(kept, key).place("table/a")
    with pytest.raises(BadLog, match="line 5 was not written by a server of this house; `pitboss audit` tells more"):
        place.again()
    kept.all["table/a"][-1] = marked(key, kept.all["table/a"][-1])
    _, found = place.again()
    assert [line.number for line in found] == [3, 4, 5]


def test_a_place_says_what_lies_there(kept: Kept) -> None:
    streams = Streams(kept)
    place, empty = streams.place("table/a"), streams.place("table/b")
    assert (place.is_empty(), empty.is_empty(), empty.last(), str(place)) == (False, True, None, "the log table/a")
    empty.check_new()
    with pytest.raises(BadLog, match="the log table/a has begun already"):
        place.check_new()
    with pytest.raises(BadLog, match="the log table/b is missing"):
        empty.again()
    *_, last = place.read()
    whole = kept.all["table/a"][-1]
    assert last == place.last() == Line(5, whole.body, whole.seal, "")
    assert [line.signature[:6] for line in place.read()] == ["", "", "signed", "", ""]


@pytest.mark.parametrize("at", range(5))
@pytest.mark.parametrize("change", ["body", "seal", "number"])
def test_a_line_that_was_edited_is_found(kept: Kept, at: int, change: str) -> None:
    lines = kept.all["table/a"]
    line = lines[at]
    if change == "body":
        lines[at] = line._replace(body=line.body + b" ")
    elif change == "seal":
        lines[at] = line._replace(seal="f" * 64)
    else:
        lines[at] = line._replace(seq=line.seq + 1)
    with pytest.raises(BadLog, match=f"the log table/a, line {lines[at].seq} has been edited"):
        list(Streams(kept).place("table/a").read())


def test_a_line_that_was_taken_out_is_found(kept: Kept) -> None:
    for at in range(4):
        lines = [*kept.all["table/a"][:at], *kept.all["table/a"][at + 1 :]]
        with pytest.raises(BadLog, match="its seal does not hold"):
            list(checked(lines, FIRST))


def test_what_begins_with_a_snapshot_is_checked_by_what_it_names(kept: Kept) -> None:
    lines = kept.all["table/a"][2:]
    assert [line.number for line in checked(lines, None)] == [3, 4, 5]
    lines[2] = lines[2]._replace(seq=7)
    with pytest.raises(BadLog, match="line 7"):
        list(checked(lines, None))
    lines[0] = lines[0]._replace(body=lines[0].body.replace(b'"after":"', b'"after":"0'))
    with pytest.raises(BadLog, match="line 3"):
        list(checked(lines, None))
