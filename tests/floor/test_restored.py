"""A floor that is started from a copy, from an older file, or from a database that was restored deals no card that players may
have seen; one that is only started again keeps its promises."""

import asyncio
import itertools
import shutil
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from pitboss.evidence.keys import HouseKey
from pitboss.floor.books.audit import audit, open_floor, sentences
from pitboss.floor.books.audit_result import Audited
from pitboss.floor.people import office
from pitboss.floor.play import bots
from pitboss.floor.play.banks import TableBank
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.running import Running
from pitboss.floor.server import running
from pitboss.floor.storage.backup import back_up, program
from pitboss.table.commands import Bet
from tests.floor.floor_evening import METERED, Evening, settings, wagers_at
from tests.floor.postgres import Cluster

GAMES = {"blackjack": "633a", "three": "565", "flush": "678a", "pai-gow": "645a"}
SERVED = itertools.count(1)
Cards = dict[str, list[tuple[str, ...]]]


def serve(path: Path, test: Callable[[Running, Evening], Awaitable[Any]], **others: Any) -> Any:
    """Serves the floor in a folder for a while."""

    async def run() -> Any:
        async with running(settings(path, **others)) as opened:
            evening = Evening(opened)
            evening._ids = next(SERVED) * 100_000  # an id is used once, also after the server was started again
            return await test(opened, evening)

    return asyncio.run(run())


async def begin(opened: Running, evening: Evening) -> None:
    """Opens tables and a Poker room, and seats Ann everywhere."""
    ann = await evening.guest()
    for name, chapter in GAMES.items():
        live = await opened.lifecycle.open_table(None, name, chapter, {})
        await evening.sit(live, ann, 1, 20_000)
    boss = await opened.people.hire("Pat Boss", "correct horse battery", "pit boss")
    room = await opened.lifecycle.open_room(boss, "poker", "637a")
    live = await opened.lifecycle.open_room_table(boss, room, "1", {})
    await evening.sit(live, ann, 1, 20_000)
    await bots.seat(opened.floor, live, 3)


async def play(opened: Running, evening: Evening, rounds: int = 2) -> Cards:
    """Plays at every table, and returns the cards of each round in their order."""
    found: Cards = {}
    for name, live in list(opened.floor.tables.items()):
        for who, _ in await seated(opened, live):  # at Poker only somebody who is there is dealt a hand
            opened.floor.presence.is_there(live, who.name, "", True)
        for _ in range(rounds):
            await evening.play(live, await seated(opened, live))
            assert live.table.last is not None
            steps = live.table.last.steps
            found.setdefault(name, []).append(tuple(str(card) for step in steps for card in step.cards if step.act == "deal"))
    return found


async def seated(opened: Running, live: LiveTable) -> list[Any]:
    """The people at a table, as accounts with their seats."""
    found = []
    for number, seat in list(live.table.seats.items()):
        if number not in live.bots:
            found.append((await opened.people.named(seat.player), number))
    return found


def audited(url: str, key: Path) -> Audited:
    database = open_floor(url)
    try:
        return audit(database, HouseKey.load(key))
    finally:
        database.close()


def nothing_repeats(one: Cards, other: Cards) -> None:
    assert one.keys() == other.keys() and len(one) == 5
    for name, rounds in one.items():
        assert not set(rounds) & set(other[name]), f"{name} deals the cards that were seen"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a floor that was stopped, with shoes that are half dealt."""
    path = tmp_path_factory.mktemp("restored")

    async def spend(opened: Running, evening: Evening) -> None:
        await begin(opened, evening)
        await play(opened, evening, 1)

    serve(path, spend)
    return path


@pytest.fixture
def folder(evening: Path, tmp_path: Path) -> Path:
    """The floor in a folder of its own, as the next start of the server finds it."""
    shutil.copytree(evening, tmp_path / "floor")
    serve(tmp_path / "floor", quiet)  # a copy discards, and is a floor of its own from then on
    return tmp_path / "floor"


async def quiet(opened: Running, evening: Evening) -> None:
    """Nothing happens."""


def saved(folder: Path, tmp_path: Path) -> Path:
    """A backup of the floor."""
    database = open_floor(f"sqlite:///{folder}/floor.db")
    back_up(database, tmp_path / "backup.db")
    database.close()
    return tmp_path / "backup.db"


def put(file: Path, folder: Path) -> None:
    """Puts a file in the place of a floor's own, which stays the same file for the file system."""
    for each in folder.glob("floor.db-*"):
        each.unlink()
    (folder / "floor.db").write_bytes(file.read_bytes())


def discards(folder: Path) -> int:
    """How many times the office says that promises were discarded."""
    database = open_floor(f"sqlite:///{folder}/floor.db")
    try:
        events = [office.decode(line.body) for line in database.lines(office.STREAM)]
    finally:
        database.close()
    return sum(isinstance(each, office.PromisesDiscarded) for each in events)


# ---------------------------------------------------------------------------- copies


def test_a_backup_deals_no_card_that_was_seen(folder: Path, tmp_path: Path) -> None:
    """The attack: a backup, more rounds, and the backup served with the key, beside the original's own witness."""
    copy = saved(folder, tmp_path)
    seen = serve(folder, play)
    (tmp_path / "copy").mkdir()
    shutil.copy(copy, tmp_path / "copy" / "floor.db")
    shutil.copy(folder / "floor.key", tmp_path / "copy" / "floor.key")
    nothing_repeats(seen, serve(tmp_path / "copy", play))
    found = audited(f"sqlite:///{tmp_path}/copy/floor.db", folder / "floor.key")
    assert found.discarded > len(GAMES)
    assert any("were discarded" in told for told in sentences(found))


def test_a_backup_that_is_put_back(folder: Path, tmp_path: Path) -> None:
    copy = saved(folder, tmp_path)
    seen = serve(folder, play)
    put(copy, folder)
    nothing_repeats(seen, serve(folder, play))


def test_an_older_file_that_is_put_back(folder: Path, tmp_path: Path) -> None:
    """Copied by hand, without any mark; the witness beside the key remembers a line that the file lacks."""
    shutil.copy(folder / "floor.db", tmp_path / "older.db")
    seen = serve(folder, play)
    put(tmp_path / "older.db", folder)
    nothing_repeats(seen, serve(folder, play))
    assert audited(f"sqlite:///{folder}/floor.db", folder / "floor.key").discarded > len(GAMES)


def test_a_copy_beside_the_original(folder: Path, tmp_path: Path) -> None:
    """Everything was copied, the witness too: it is of another file. The original goes on with its promises."""
    shutil.copytree(folder, tmp_path / "beside")
    before = discards(folder)
    seen = serve(folder, play)
    nothing_repeats(seen, serve(tmp_path / "beside", play))
    assert discards(folder) == before and discards(tmp_path / "beside") > before


def test_a_floor_without_a_witness(folder: Path) -> None:
    """One that an earlier version served has none: its promises are discarded once."""
    before = discards(folder)
    for witness in folder.glob("floor.key.witness*"):
        witness.unlink()
    with capture_logs() as lines:
        serve(folder, quiet)
    [summary] = [line for line in lines if line["log_level"] == "warning"]
    assert summary["banks"] > len(GAMES) and "promises of chance are discarded" in summary["event"], "one line for all of them"
    after = discards(folder)
    serve(folder, quiet)
    assert before < after == discards(folder)


def test_a_start_that_was_killed_before_it_discarded_everything(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = discards(folder)
    for witness in folder.glob("floor.key.witness*"):
        witness.unlink()

    async def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("pitboss.floor.play.table_lifecycle.TableLifecycle.take_up", killed)
        with pytest.raises(KeyboardInterrupt):
            serve(folder, quiet)
    assert discards(folder) == before
    serve(folder, quiet)
    assert discards(folder) > before


# ---------------------------------------------------------------------------- rounds in progress, and ordinary starts


async def ask_somebody(opened: Running, evening: Evening) -> int:
    """A round of Three Card Poker is in progress, and waits for an answer; what Ann has besides."""
    live = opened.floor.tables["three"]
    [(ann, seat)] = await seated(opened, live)
    await evening.say(live, ann, Bet(seat, wagers_at(live)))
    await evening.until(lambda: live.table.asks() and live.at_rest)
    return live.table.version


SLOW = {"clocks": settings(Path()).clocks.__class__(betting=0.01, decision=None, dropped=None, away=None, between=0.01)}


def test_a_round_in_progress_is_void_in_a_copy(folder: Path, tmp_path: Path) -> None:
    serve(folder, ask_somebody, **SLOW)
    copy = saved(folder, tmp_path)
    put(copy, folder)

    async def look(opened: Running, evening: Evening) -> None:
        live = opened.floor.tables["three"]
        assert live.table.round is None and live.table.last is not None and live.table.last.void
        [(_, seat)] = await seated(opened, live)
        words = [step.note for step in live.table.last.steps if step.act == "void"]
        assert "started from a copy" in words[0] and live.table.seats[seat].cents > 0

    serve(folder, look, **SLOW)
    found = audited(f"sqlite:///{folder}/floor.db", folder / "floor.key")
    assert not found.open_rounds


def test_a_round_at_a_linked_meter_is_void_in_a_copy(tmp_path: Path) -> None:
    """Both tables had fed the meter: it shows again what it showed before."""

    async def wager(opened: Running, evening: Evening) -> int | None:
        lives = [await opened.lifecycle.open_table(None, f"meter-{n}", "657a", METERED, "big-one") for n in (1, 2)]
        before = lives[0].table.meter_cents
        for live in lives:
            ann = await evening.guest()
            await evening.sit(live, ann, 1, 20_000)
            await evening.say(live, ann, Bet(1, wagers_at(live)))
            await evening.until(lambda: live.table.asks() and live.at_rest)  # noqa: B023
        return before

    async def look(opened: Running, evening: Evening) -> int:
        lives = [opened.floor.tables[f"meter-{n}"] for n in (1, 2)]
        assert all(live.table.round is None and live.table.seats[1].cents == 20_000 for live in lives)
        bank = lives[0].bank
        assert isinstance(bank, TableBank) and bank.meter is not None
        return bank.meter.meter.cents

    (tmp_path / "floor").mkdir()
    before = serve(tmp_path / "floor", wager, **SLOW)
    shutil.copytree(tmp_path / "floor", tmp_path / "copy")
    assert serve(tmp_path / "copy", look, **SLOW) == before
    assert audited(f"sqlite:///{tmp_path}/copy/floor.db", tmp_path / "copy" / "floor.key").discarded


def test_an_ordinary_start_goes_on_in_the_middle_of_a_round(folder: Path) -> None:
    version, before = serve(folder, ask_somebody, **SLOW), discards(folder)

    async def look(opened: Running, evening: Evening) -> None:
        live = opened.floor.tables["three"]
        assert live.table.round is not None and live.table.version == version

    serve(folder, look, **SLOW)
    assert discards(folder) == before


# ---------------------------------------------------------------------------- PostgreSQL


def test_a_restored_server(cluster: Cluster, tmp_path: Path) -> None:
    """A dump that is restored into another database, and into its own place; an ordinary start between them keeps promises."""
    url = cluster.new()
    chosen = {"database": url, "key": tmp_path / "house.key"}
    serve(tmp_path, begin, **chosen)
    database = open_floor(url)
    back_up(database, tmp_path / "dump")
    database.close()
    seen = serve(tmp_path, play, **chosen)
    assert audited(url, tmp_path / "house.key").discarded == 0
    other = cluster.new()
    for target, clean in ((other, []), (url, ["--clean", "--if-exists"])):
        command = [program("pg_restore"), "--no-owner", *clean, f"--dbname={target}", str(tmp_path / "dump")]
        subprocess.run(command, check=True, capture_output=True)
        again = serve(tmp_path, play, **{**chosen, "database": target})
        nothing_repeats(seen, again)
        assert audited(target, tmp_path / "house.key").discarded > len(GAMES)
