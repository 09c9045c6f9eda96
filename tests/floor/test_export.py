"""Streams as files: byte for byte the log that the same table would have written, which `pitboss replay` reads."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.card_room.replay import replay_room
from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor.books.audit import audit, open_floor
from pitboss.floor.server import running
from pitboss.floor.storage.backup import back_up, verify
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.export import export_floor, export_room, export_stream, file_name
from pitboss.games import game
from pitboss.table.log.replay import replay
from pitboss.table.log.sealed import FilePlace, read_lines
from pitboss.table.log.stores import TABLE, TableStore
from pitboss.table.money.linked_meter import replay_meter
from tests.commands import HANGS
from tests.floor.floor_evening import Evening, settings, spend
from tests.floor.test_recall import open_game


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening")

    async def run() -> None:
        async with running(settings(path)) as opened:
            await spend(opened)

    asyncio.run(run())
    return path


def with_view(folder: Path, what: object) -> object:
    database = open_floor(f"sqlite:///{folder}/floor.db")
    try:
        return database.view(lambda connection: what(View(connection)))  # type: ignore[operator]
    finally:
        database.close()


def test_the_log_of_a_table(evening: Path, tmp_path: Path) -> None:
    """It replays, signed; and a file that the same records are written to has the same bytes."""
    path, key = tmp_path / "gone.log", HouseKey.load(evening / "floor.key")
    assert with_view(evening, lambda view: export_stream(view, "table/gone", path)) == len(list(read_lines(path)))
    assert path.stat().st_mode & 0o777 == 0o600
    table = replay(path, game, key=key)
    assert table.rounds == 2 and table.closed and table.signatures
    again = TableStore(FilePlace(tmp_path / "again.log"), signer=key)
    for line in read_lines(path):
        record = TABLE.decode(line.body)
        again.append(record.version - 1, [record])
    assert (tmp_path / "again.log").read_bytes() == path.read_bytes()


def test_a_log_with_snapshots_is_as_a_file_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that goes on with the exported file goes on, from its last snapshot."""
    monkeypatch.setattr("pitboss.table.table.SNAPSHOT_ROUNDS", 1)

    async def run() -> None:
        async with running(settings(tmp_path)) as opened:
            evening = Evening(opened)
            live, who = await open_game(opened, "565"), await evening.guest()
            await evening.sit(live, who, 1)
            await evening.play(live, [(who, 1)], 3)

    asyncio.run(run())
    path = tmp_path / "out.log"
    with_view(tmp_path, lambda view: export_stream(view, "table/three-card-poker", path))
    lines, tail = FilePlace(path).again()
    lines.close()
    assert tail[0].body.startswith(b'{"snapshot":')
    assert replay(path, game, key=HouseKey.load(tmp_path / "floor.key")).rounds == 3


def test_rooms_meters_and_everything(evening: Path, tmp_path: Path) -> None:
    """A room is the folder that `pitboss replay` reads, a meter's log is one, and a floor is all of it."""
    key = HouseKey.load(evening / "floor.key")
    assert with_view(evening, lambda view: export_room(view, "poker", tmp_path / "room")) == 2
    assert replay_room(tmp_path / "room", key, unfinished=True).state.noted > 0
    assert with_view(evening, lambda view: export_floor(view, tmp_path / "all")) == 10
    assert replay_meter(tmp_path / "all" / "meter" / "big-one.log").cents > 0
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == [
        "checkpoint.log",
        "meter",
        "office.log",
        "room",
        "table",
    ]
    for name in ("table-1.log", "room.log"):
        assert (tmp_path / "all/room/poker" / name).read_bytes() == (tmp_path / "room" / name).read_bytes()


def test_what_cannot_be_exported(evening: Path, tmp_path: Path) -> None:
    """One sentence; nothing takes the place of another file, or leads out of the folder."""
    (tmp_path / "there").write_text("mine")
    for what, why in (
        (lambda view: export_stream(view, "table/none", tmp_path / "x"), "no log table/none; it has checkpoint, meter/big-one"),
        (lambda view: export_stream(view, "office", tmp_path / "there"), "exists already"),
        (lambda view: export_stream(view, "office", tmp_path / "no" / "x"), "cannot be written"),
        (lambda view: export_room(view, "none", tmp_path / "y"), "no Poker room none"),
        (lambda view: export_floor(view, tmp_path), "not empty"),
    ):
        with pytest.raises(PitbossError, match=why):
            with_view(evening, what)
    assert (tmp_path / "there").read_text() == "mine" and {p.name for p in tmp_path.iterdir()} == {"there"}
    for stream in ("../x", "table//x", "/etc/x", "table/.."):
        with pytest.raises(PitbossError, match="not the name of a log"):
            file_name(stream)


# ---------------------------------------------------------------------------- copies


def test_a_copy_of_a_floor_that_is_played_on(tmp_path: Path) -> None:
    """While rounds are played a copy is made in small steps; it is whole, of one moment, and passes an audit."""

    async def run() -> tuple[int, int]:
        async with running(settings(tmp_path, synchronous="FULL")) as opened:
            evening = Evening(opened)
            live, who = await open_game(opened, "565"), await evening.guest()
            await evening.sit(live, who, 1)
            await evening.play(live, [(who, 1)], 2)
            database, steps = open_floor(f"sqlite:///{tmp_path}/floor.db"), []

            def slowly(what: str, done: float) -> None:
                steps.append(opened.floor.counts.records)
                until = time.monotonic() + HANGS
                while len(steps) < 4 and opened.floor.counts.records == steps[-1] and time.monotonic() < until:
                    time.sleep(0.01)  # until something more has been written

            copying = asyncio.create_task(asyncio.to_thread(back_up, database, tmp_path / "copy.db", slowly))
            while not copying.done():
                await evening.play(live, [(who, 1)], 1)
            assert await copying > 0 and steps[-1] > steps[0], "nothing was written meanwhile"
            database.close()
            return steps[0], opened.floor.counts.records

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pitboss.floor.storage.backup.PAGES", 4)
        before, after = asyncio.run(run())
    assert before < after and (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    copy = open_floor(f"sqlite:///{tmp_path}/copy.db")
    found = audit(copy, HouseKey.load(tmp_path / "floor.key"))
    copy.close()
    assert 0 < found.records < open_lines(tmp_path / "floor.db") and found.rounds >= 2
    assert not [path for path in tmp_path.iterdir() if path.name.endswith(".beginning")]


def open_lines(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM event").fetchone()[0])


def test_a_copy_never_takes_the_place_of_another(evening: Path, tmp_path: Path) -> None:
    """Neither a file nor a link, and what fails leaves nothing."""
    database = open_floor(f"sqlite:///{evening}/floor.db")
    (tmp_path / "there").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("there", "link"):
        with pytest.raises(PitbossError, match="exists already"):
            back_up(database, tmp_path / name)
    with pytest.raises(PitbossError, match="cannot be written"):
        back_up(database, tmp_path / "no" / "copy.db")
    database.close()
    assert (tmp_path / "there").read_text() == "mine" and len(list(tmp_path.iterdir())) == 2


def test_a_copy_that_is_not_whole_is_refused(evening: Path, tmp_path: Path) -> None:
    """A page that the disk has lost is found before the copy gets its name."""
    database = open_floor(f"sqlite:///{evening}/floor.db")
    back_up(database, tmp_path / "copy.db")
    database.close()
    with (tmp_path / "copy.db").open("r+b") as file:
        file.seek(5 * 4096)
        file.write(b"\xff" * 4096)
    with closing(sqlite3.connect(tmp_path / "copy.db")) as broken, pytest.raises((PitbossError, sqlite3.DatabaseError)):
        verify(broken)


def test_a_copy_of_a_floor_on_postgresql(cluster: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What pg_restore reads; and one sentence where pg_dump is not installed. The audit works there as well."""
    url = cluster.new()  # type: ignore[attr-defined]

    async def run() -> None:
        async with running(settings(tmp_path, database=url, key=tmp_path / "floor.key", synchronous="FULL")) as opened:
            await spend(opened)

    asyncio.run(run())
    database = open_floor(url)
    try:
        found = audit(database, HouseKey.load(tmp_path / "floor.key"))
        assert found.rounds and found.entries and not found.sealed
        assert back_up(database, tmp_path / "copy.dump") > 0
        assert (tmp_path / "copy.dump").read_bytes().startswith(b"PGDMP")
        monkeypatch.setattr("pitboss.floor.storage.backup.Path.glob", lambda *_: [])
        monkeypatch.setattr("pitboss.floor.storage.backup.shutil.which", lambda name: None)
        with pytest.raises(PitbossError, match="pg_dump, which is not installed"):
            back_up(database, tmp_path / "other.dump")
    finally:
        database.close()
