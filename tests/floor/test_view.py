"""One moment of a floor's database: which lines are read, in which order and from where on, page by page."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest
import sqlalchemy as sa

from pitboss.errors import BadLog
from pitboss.floor.storage import database_view as views
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.schema import event, metadata
from pitboss.floor.storage.transactions import RECORD, SNAPSHOT, StreamLine
from pitboss.table.log.sealed import FIRST, Line, digest

# Stream, kind and version of each line, as they were written; a snapshot stands between records.
WRITTEN = [
    ("b/one", RECORD, 1),
    ("a/log", RECORD, 1),
    ("b/one", RECORD, 2),
    ("b/one", SNAPSHOT, 2),
    ("b/two", RECORD, 1),
    ("b/one", RECORD, 3),
    ("b/one", RECORD, 4),
    ("b/one", SNAPSHOT, 4),
    ("b/one", RECORD, 5),
    ("c", RECORD, 1),
]


@pytest.fixture
def view() -> Iterator[View]:
    engine = sa.create_engine("sqlite://")
    metadata.create_all(engine, tables=[event])
    with engine.connect() as connection:
        heads: dict[str, tuple[int, str]] = {}
        for number, (stream, kind, version) in enumerate(WRITTEN, 101):
            seq, seal = heads.get(stream, (0, FIRST))
            body = f"{stream} {kind} {version}".encode()
            heads[stream] = seq + 1, digest(seal, body)
            row = {"id": number, "stream": stream, "seq": seq + 1, "kind": kind, "version": version, "body": body}
            connection.execute(event.insert().values(**row, seal=heads[stream][1], signature=f"signed {number}"))
        yield View(connection)


@pytest.fixture(params=[1, 2, 3, 1000])
def page(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """So many rows are read at a time."""
    monkeypatch.setattr(views, "PAGE", request.param)
    return int(request.param)


def told(lines: Any) -> list[tuple[int, str, int]]:
    return [(line.seq, line.kind, line.version) for line in lines]


ONE = [(1, RECORD, 1), (2, RECORD, 2), (3, SNAPSHOT, 2), (4, RECORD, 3), (5, RECORD, 4), (6, SNAPSHOT, 4), (7, RECORD, 5)]


def test_streams_by_how_they_begin(view: View) -> None:
    assert list(view.streams()) == ["a/log", "b/one", "b/two", "c"]
    assert list(view.streams("b/")) == ["b/one", "b/two"]
    assert list(view.streams("b/two")) == ["b/two"]
    assert list(view.streams("b/x")) == list(view.streams("d")) == []


def test_lines_come_in_their_order_from_where_one_asks(view: View, page: int) -> None:
    assert told(view.lines("b/one")) == ONE
    assert told(view.lines("b/one", 3)) == ONE[3:]
    assert told(view.lines("b/one", 7)) == told(view.lines("nothing")) == []
    assert told(view.page("b/one", 2)) == ONE[2 : 2 + page]


def test_a_view_to_named_lines_has_nothing_behind_them(view: View, page: int) -> None:
    """A stream that is not named has no line at all."""
    ended = View(view.connection, {"b/one": 4, "c": 1})
    assert told(ended.lines("b/one")) == ONE[:4] and told(ended.page("b/one", 3)) == ONE[3:4]
    assert told(ended.lines("a/log")) == [] and ended.head("a/log") is None
    assert [(head.seq, head.version) for head in map(ended.head, ("b/one", "c")) if head is not None] == [(4, 3), (1, 1)]


def test_a_line_is_as_it_was_written(view: View) -> None:
    (line,) = view.lines("c")
    assert line == StreamLine("c", 1, RECORD, 1, b"c record 1", digest(FIRST, b"c record 1"), "signed 110")


def test_the_last_line_and_what_follows_the_last_snapshot(view: View) -> None:
    head = view.head("b/one")
    assert head is not None and told([head]) == ONE[-1:]
    assert view.head("nothing") is None
    assert told(view.tail("b/one")) == ONE[5:]
    assert told(view.tail("b/two")) == [(1, RECORD, 1)]
    assert view.tail("nothing") == []


def test_all_streams_in_the_order_in_which_they_were_written(view: View, page: int) -> None:
    pages = list(view.pages())
    assert [len(rows) for rows in pages] == [min(page, 10 - begun) for begun in range(0, 10, page)]
    assert [(number, line.stream, line.kind, line.version) for rows in pages for number, line in rows] == [
        (number, *line) for number, line in enumerate(WRITTEN, 101)
    ]


def test_pages_begin_with_the_first_line_of_the_database(view: View) -> None:
    view.connection.execute(event.update().where(event.c.id == 101).values(id=1))
    assert [number for rows in view.pages() for number, _ in rows][:2] == [1, 102]


@pytest.mark.parametrize(("first", "last"), [(1, 5), (2, 4), (3, 3), (4, 9), (5, 5), (1, 1)])
def test_the_records_between_two_versions(view: View, page: int, first: int, last: int) -> None:
    found = list(view.records("b/one", first, last))
    numbers = {1: 101, 2: 103, 3: 106, 4: 107, 5: 109}
    assert [(number, line.version) for number, line in found] == [
        (number, version) for version, number in numbers.items() if first <= version <= last
    ]
    assert all(line.kind == RECORD for _, line in found)


def test_no_records_where_the_first_version_is_after_the_last(view: View) -> None:
    assert list(view.records("b/one", 4, 3)) == list(view.records("b/one", 6, 9)) == list(view.records("nothing", 1, 5)) == []


def test_the_snapshot_before_a_version(view: View) -> None:
    def before(version: int) -> int | None:
        found = view.snapshot_before("b/one", version)
        return None if found is None else found[0] if found[1].kind == SNAPSHOT else -1

    assert [before(version) for version in (1, 2, 3, 4, 5, 9)] == [None, None, 104, 104, 108, 108]
    assert view.snapshot_before("b/two", 9) is None


def test_a_stream_is_the_place_of_a_log_that_is_only_read(view: View) -> None:
    place = view.place("b/two")
    seal = digest(FIRST, b"b/two record 1")
    assert str(place) == "the log b/two"
    assert list(place.read()) == [place.last()] == [Line(1, b"b/two record 1", seal, "signed 105")]
    assert not place.is_empty()
    assert view.place("nothing").is_empty() and view.place("nothing").last() is None
    for write in (place.check_new, place.again, lambda: place.new(b"")):
        with pytest.raises(BadLog, match="the log b/two is only read here"):
            write()


def test_a_seal_that_does_not_hold_is_seen(view: View) -> None:
    view.connection.execute(event.update().where(event.c.id == 105).values(body=b"b/two record 2"))
    with pytest.raises(BadLog, match="the log b/two, line 1 has been edited"):
        list(view.place("b/two").read())


def test_text_in_the_place_of_bytes_is_seen(view: View) -> None:
    view.connection.exec_driver_sql("UPDATE event SET body = 'words' WHERE id = 105")
    with pytest.raises(BadLog, match="the log b/two, line 1 is not kept as it was written"):
        list(view.lines("b/two"))


def test_the_logs_of_a_room(view: View) -> None:
    room = view.room("b")
    assert list(room.names()) == ["one", "two"]
    assert str(room.place("two")) == "the log b/two"
    assert room.key is None


def test_a_server_waits_for_a_reader_as_long_as_he_reads() -> None:
    for name, says in (("postgresql", ["SET LOCAL idle_in_transaction_session_timeout = 0"]), ("sqlite", [])):
        connection = Mock()
        connection.dialect.name = name
        View(connection)
        assert [call.args[0] for call in connection.exec_driver_sql.call_args_list] == says
