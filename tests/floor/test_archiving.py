"""Old rounds in signed files: everything reads them as before, nothing is lost or twice whenever archiving is killed, and what
is deleted is deleted on record."""

import asyncio
import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pitboss.cli.app import run
from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor import archiving
from pitboss.floor.books import one_table
from pitboss.floor.books.audit import audit, open_floor, sentences
from pitboss.floor.books.audit_result import Audited, MismatchError
from pitboss.floor.books.recall import Asker, Recall
from pitboss.floor.people import office
from pitboss.floor.restoring import restore
from pitboss.floor.running import Running
from pitboss.floor.server import running
from pitboss.floor.storage import archives
from pitboss.floor.storage.backup import back_up
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.export import export_stream, write_new
from pitboss.floor.storage.maintenance import maintain
from pitboss.floor.storage.writer import Writer
from pitboss.games import game
from pitboss.table import table
from pitboss.table.commands import Leave
from pitboss.table.log.replay import replay
from tests.floor.floor_evening import Evening, poker, settings
from tests.floor.postgres import Cluster

LONG = "table/long"
TOMORROW = -1  # days: whatever was played by now is old


@pytest.fixture(autouse=True)
def short_files(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A snapshot after five rounds, and a file for each."""
    monkeypatch.setattr(table, "SNAPSHOT_ROUNDS", 5)
    monkeypatch.setattr(archiving, "LONGEST", 1)
    archives._held.cache_clear()
    yield


async def play(opened: Running, rounds: int) -> None:
    """Somebody plays rounds at a table, and leaves."""
    evening = Evening(opened)
    evening._ids = 1000 * opened.floor.tables["long"].table.version
    live, who = opened.floor.tables["long"], await evening.guest()
    await evening.sit(live, who, 1, 50_000)
    await evening.play(live, [(who, 1)], rounds)
    await evening.say(live, who, Leave(1))


def evening_at(path: Path, **others: Any) -> None:
    """A floor with a log of two snapshots and a Poker room."""

    async def run() -> None:
        async with running(settings(path, **others)) as opened:
            boss = await opened.people.hire("Pat", "a long enough password", "pit boss")
            await opened.lifecycle.open_table(boss, "long", "565", {})
            await poker(Evening(opened), boss, await Evening(opened).guest())
            await play(opened, 12)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "SNAPSHOT_ROUNDS", 5)
        asyncio.run(run())


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("floor")
    evening_at(path)
    return path


@pytest.fixture
def folder(floor: Path, tmp_path: Path) -> Path:
    """A copy of the floor."""
    shutil.copytree(floor, tmp_path / "floor")
    return tmp_path / "floor"


def url_of(folder: Path) -> str:
    return f"sqlite:///{folder}/floor.db"


def archived(folder: Path, days: int = TOMORROW) -> archiving.Archived:
    return asyncio.run(archiving.archive(url_of(folder), days))


def audited(folder: Path, url: str = "", processes: int = 1, since: Path | None = None) -> Audited:
    with closing(open_floor(url or url_of(folder))) as database:
        path = folder / "floor.key"
        return audit(database, HouseKey.load(path), key_file=path, processes=processes, since=since)


def plain(found: Audited) -> Audited:
    """What was counted, but for the archives and the lines of the office about them."""
    return replace(found, lines=0, records=0, signatures=0, archived=0, archives=0, deleted=[], new=None, checkpoints=0)


def bytes_of(folder: Path) -> int:
    """How much lines say that are in the database."""
    with closing(sqlite3.connect(folder / "floor.db")) as connection:
        return int(connection.execute("SELECT sum(length(body)) FROM event WHERE stream LIKE 'table/%'").fetchone()[0])


def log_of(folder: Path, path: Path) -> bytes:
    with closing(open_floor(url_of(folder))) as database:
        database.view(lambda connection: export_stream(View(connection), LONG, path))
    return path.read_bytes()


# ---------------------------------------------------------------------------- everything reads them


def test_archived_rounds_are_read_as_before(folder: Path, tmp_path: Path) -> None:
    """The audit counts the same, in one process and in two; the log exports byte for byte, and its files are its beginning."""
    before, log, size = audited(folder), log_of(folder, tmp_path / "before.log"), bytes_of(folder)
    found = archived(folder)
    assert len(found.files) == 2 and all(file.startswith("table/long/") for file in found.files)
    assert bytes_of(folder) < size / 4
    after = audited(folder)
    assert plain(after) == plain(before) and after.archives == 2 and after.archived == found.lines
    assert any("in 2 archives, which the house signed" in told for told in sentences(after))
    assert plain(audited(folder, processes=2)) == plain(before)
    assert log_of(folder, tmp_path / "after.log") == log
    parts = b"".join((folder / "floor.archive" / file).read_bytes() for file in found.files)
    assert log.startswith(parts)
    (tmp_path / "parts.log").write_bytes(parts)
    assert replay(tmp_path / "parts.log", game, key=HouseKey.load(folder / "floor.key").public).rounds == 10
    with closing(open_floor(url_of(folder))) as database:
        assert one_table.audit_table(database, HouseKey.load(folder / "floor.key"), "long").rounds == 12
    assert archived(folder).files == []


def test_the_floor_goes_on_and_recalls_old_rounds(folder: Path) -> None:
    """Rounds are archived while the floor is served, and played on; the pages show an archived round."""

    async def run() -> None:
        async with running(settings(folder)) as opened:
            found = await archiving.archive(url_of(folder), TOMORROW)
            assert len(found.files) == 2
            await play(opened, 5)
            recalled = await Recall(opened.floor.database).round(LONG, 3, Asker(everything=True))
            assert recalled is not None and recalled["round"] == 3
            assert len((await archiving.archive(url_of(folder), TOMORROW)).files) == 1

    asyncio.run(run())
    assert audited(folder).archives == 3


def test_young_rounds_stay(folder: Path) -> None:
    assert archived(folder, days=1).files == []


# ---------------------------------------------------------------------------- what was changed is named


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda path: path.unlink(), "No such file"),
        (lambda path: path.write_bytes(path.read_bytes().replace(b'"Ante"', b'"ante"', 1)), "the seal of line"),
        (lambda path: path.write_bytes(path.read_bytes()[:-1]), "cut short"),
        (lambda path: archives.signed_path(path).unlink(), "No such file"),
        (
            lambda path: archives.signed_path(path).write_bytes(archives.signed_path(path).read_bytes()[:-9] + b'"}}\n'),
            "not what",
        ),
    ],
)
def test_a_changed_archive_is_named(folder: Path, change: Callable[[Path], Any], why: str) -> None:
    """By a whole audit, and by one that goes on from before."""
    file = archived(folder).files[1]
    audited(folder, since=folder / "audited")
    change(folder / "floor.archive" / file)
    archives._held.cache_clear()
    with pytest.raises(MismatchError, match=f"the archive {file}.*{why}"):
        audited(folder, since=folder / "audited")
    with pytest.raises((MismatchError, PitbossError)):
        audited(folder)


def test_a_file_that_is_another_one_is_not_taken(folder: Path) -> None:
    path = folder / "floor.archive" / LONG
    path.mkdir(parents=True)
    with closing(open_floor(url_of(folder))) as database:
        span = database.view(lambda connection: archiving.due(View(connection), 2**50))[0]
    (path / Path(span.file).name).write_text("{}\n")
    with pytest.raises(PitbossError, match=r"is not what table/long has: move it away"):
        archived(folder)
    assert audited(folder).archives == 0


# ---------------------------------------------------------------------------- killed at any moment


def one_line(view: View, span: archives.Span) -> Iterator[Any]:
    """The first line, and then the end of this process."""
    yield next(view.lines(span.stream, span.first - 1))
    os.kill(os.getpid(), signal.SIGKILL)


def dies_at(step: str) -> None:
    """Has this process be killed at a step of archiving."""

    def kill() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def written(path: Path, rows: Any) -> int:
        lines = write_new(path, rows)
        if path.name.endswith(ends):
            kill()
        return lines

    ends, module = ".log" if step == "a file is written" else ".signed", "pitboss.floor.archiving"
    patch = pytest.MonkeyPatch()
    match step:
        case "a file is half written":
            patch.setattr(f"{module}._lines", one_line)
        case "rows are emptied":
            patch.setattr(office, "RoundsArchived", lambda **_: kill())
        case "it is committed":
            patch.setattr(Writer, "write", kill_committed(Writer.write))
        case _:
            patch.setattr(f"{module}.write_new", written)


def kill_committed(write: Callable[..., Any]) -> Callable[..., Any]:
    async def killing(self: Any, unit: Any) -> None:
        await write(self, unit)
        os.kill(os.getpid(), signal.SIGKILL)

    return killing


STEPS = ("a file is half written", "a file is written", "its signature is written", "rows are emptied", "it is committed")


def kill_in(url: str, key: Path, step: str) -> None:
    """Archives in a process that is killed at a step."""
    child = os.fork()
    if not child:
        try:
            dies_at(step)
            asyncio.run(archiving.archive(url, TOMORROW, key))
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def check_killed(folder: Path, url: str, before: Audited) -> None:
    """However often it is killed, the floor is whole at every moment, and another call finishes."""
    for step in STEPS:
        kill_in(url, folder / "floor.key", step)
        assert plain(audited(folder, url)) == plain(before), step
    asyncio.run(archiving.archive(url, TOMORROW, folder / "floor.key"))
    after = audited(folder, url)
    assert plain(after) == plain(before) and after.archives == 2
    with closing(open_floor(url)) as database:
        parts = archiving.records_of(database).parts
        assert len({part[:2] for part in parts.values()}) == len(parts) == 2


def test_whenever_it_is_killed_nothing_is_lost_or_twice(folder: Path) -> None:
    check_killed(folder, url_of(folder), audited(folder))


@pytest.fixture(scope="module")
def served(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The same floor on PostgreSQL."""
    path, url = tmp_path_factory.mktemp("house"), cluster.new()
    evening_at(path, database=url, key=path / "floor.key")
    return path, url


def test_whenever_it_is_killed_on_postgresql_nothing_is_lost_or_twice(
    served: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, url = served
    monkeypatch.setenv("PITBOSS_ARCHIVE", str(path / "archive"))
    check_killed(path, url, audited(path, url))
    with psycopg.connect(url) as connection:
        emptied = connection.execute("SELECT count(*) FROM event WHERE length(body) = 0").fetchone()
    assert emptied is not None and emptied[0] == audited(path, url).archived


# ---------------------------------------------------------------------------- copies, and deleting


def test_a_backup_of_an_archived_floor_is_restored(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its archives, which the audit then asks for."""
    archived(folder)
    with closing(open_floor(url_of(folder))) as database:
        back_up(database, tmp_path / "copy.db")
    there = tmp_path / "there"
    there.mkdir()
    assert restore(tmp_path / "copy.db", url_of(there), HouseKey.load(folder / "floor.key")).vouched
    shutil.copy(folder / "floor.key", there)
    with pytest.raises(PitbossError, match="is in an archive that is not here: PITBOSS_ARCHIVE names its folder"):
        audited(there)
    monkeypatch.setenv("PITBOSS_ARCHIVE", str(folder / "floor.archive"))
    assert audited(there).archives == 2


def test_an_archive_is_deleted_on_record_once_it_was_audited(folder: Path) -> None:
    first, _ = archived(folder).files
    since = folder / "audited"

    def delete() -> archives.Span:
        return asyncio.run(archiving.delete(url_of(folder), first, "kept for seven years", since))

    with pytest.raises(PitbossError, match="does not exist: `pitboss audit --since"):
        delete()
    whole = audited(folder, since=since)
    span = delete()
    assert span.first == 1 and not (folder / "floor.archive" / first).exists()
    found = audited(folder, since=since)
    assert plain(found) == plain(whole) and found.deleted == [first] and found.archives == 1
    with pytest.raises(PitbossError, match="deleted on record, `pitboss audit --since` goes on"):
        audited(folder)
    with pytest.raises(PitbossError, match="was deleted before"):
        delete()
    with pytest.raises(PitbossError, match="there is no archive other"):
        asyncio.run(archiving.delete(url_of(folder), "other", "why", since))


# ---------------------------------------------------------------------------- logs of other houses


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The folder of another floor."""
    path = tmp_path / "other"
    path.mkdir()

    async def run() -> None:
        async with running(settings(path)) as opened:
            await opened.lifecycle.open_table(None, "long", "565", {})
            await play(opened, 2)

    asyncio.run(run())
    return path


def test_a_log_of_another_house_is_verified_and_kept(folder: Path, other: Path, tmp_path: Path) -> None:
    house = HouseKey.load(folder / "floor.key").public
    log_of(folder, log := tmp_path / "long.log")
    found = asyncio.run(archiving.import_log(url_of(other), log, house))
    assert (found.rounds, found.file) == (12, f"imported/{house.key[:16]}/table/long.log")
    assert audited(other).imported == 1 and (other / "floor.archive" / found.file).read_bytes() == log.read_bytes()
    with pytest.raises(PitbossError, match=r"this floor has .* already"):
        asyncio.run(archiving.import_log(url_of(other), log, house))
    path = other / "floor.archive" / found.file
    path.write_bytes(path.read_bytes().replace(b'"Ante"', b'"ante"', 1))
    with pytest.raises(MismatchError, match="the imported log"):
        audited(other)


def test_a_log_that_was_changed_or_is_of_another_house_is_refused(folder: Path, other: Path, tmp_path: Path) -> None:
    log_of(folder, log := tmp_path / "long.log")
    house, theirs = (HouseKey.load(each / "floor.key").public for each in (folder, other))
    with pytest.raises(PitbossError, match=r"long.log is refused"):
        asyncio.run(archiving.import_log(url_of(other), log, theirs))
    content = log.read_bytes()
    log.write_bytes(content.replace(b'"Ante"', b'"ante"', 1))
    with pytest.raises(PitbossError, match=r"is refused: .*seal does not hold"):
        asyncio.run(archiving.import_log(url_of(other), log, house))
    log.write_bytes(content[:-20])
    with pytest.raises(PitbossError, match=r"is refused: .*cut short"):
        asyncio.run(archiving.import_log(url_of(other), log, house))
    assert audited(other).imported == 0 and not (other / "floor.archive").exists()


def test_the_command_line(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Archives by the days in a configuration file, names them, and maintains the database."""
    (folder / "floor.toml").write_text("archive-days = 0\n")
    monkeypatch.setenv("PITBOSS_DATABASE", url_of(folder))
    monkeypatch.setenv("PITBOSS_CONFIG", str(folder / "floor.toml"))

    def says(*words: str, status: int = 0) -> str:
        assert run(words) == status
        told = capsys.readouterr()
        return told.out or told.err

    assert "2 new files" in says("archive")
    assert says("archive", "--list").count("table/long/") == 2
    checked = says("serve", "--check", "--port", "0")
    assert f"archives: 2 files in {folder}/floor.archive" in checked
    monkeypatch.setenv("PITBOSS_ARCHIVE", str(folder / "elsewhere"))
    assert "archives: 2 files of 2 not in" in says("serve", "--check", "--port", "0")
    monkeypatch.delenv("PITBOSS_ARCHIVE")
    assert "--delete takes the reason" in says("archive", "--delete", "some", status=2)
    size = (folder / "floor.db").stat().st_size
    assert "--compact gives them back" in says("maintain")
    assert "written anew" in says("maintain", "--compact") and (folder / "floor.db").stat().st_size < size
    assert "free pages were given back" in says("maintain")
    assert audited(folder).archives == 2


def test_postgresql_is_vacuumed(served: tuple[Path, str]) -> None:
    with closing(open_floor(served[1])) as database:
        assert "every table is vacuumed and counted" in maintain(database).done
        with pytest.raises(PitbossError, match="--compact is for SQLite"):
            maintain(database, compact=True)
