"""Audits of a part: logs in pieces, in several processes, and only what is new since the audit before."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor.books import replays
from pitboss.floor.books.audit import audit, open_floor
from pitboss.floor.books.audit_result import Audited, MismatchError
from pitboss.floor.books.one_table import TableAudited, audit_table
from pitboss.floor.books.replays import heads_of, pieces_of
from pitboss.floor.people.accounts import Account
from pitboss.floor.running import Running
from pitboss.floor.server import running
from pitboss.floor.storage.database_view import View
from pitboss.table.commands import Leave
from tests.floor.floor_evening import METERED, Evening, poker, settings

LONG = "table/long"


async def some_rounds(evening: Evening, opened: Running, who: Account, rounds: int) -> None:
    """Somebody sits down, plays some rounds at each table, and leaves."""
    for name, each in (("long", rounds), ("metered", 2)):
        live = opened.floor.tables[name]
        await evening.sit(live, who, 1, 50_000)
        await evening.play(live, [(who, 1)], each)
        await evening.say(live, who, Leave(1))


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a floor with a log of two snapshots, a linked meter and a Poker room, audited in between (`audited`)."""
    path = tmp_path_factory.mktemp("floor")

    async def run(first: bool) -> None:
        async with running(settings(path)) as opened:
            evening, lifecycle = Evening(opened), opened.lifecycle
            boss = (await opened.people.hire("Pat", "a long enough password", "pit boss")) if first else None
            if boss is not None:
                await lifecycle.open_table(boss, "long", "565", {})
                await lifecycle.open_table(boss, "metered", "657a", METERED, "big-one")
            who = await evening.guest()
            if boss is not None:
                await poker(evening, boss, who)
            await some_rounds(evening, opened, who, 60)

    asyncio.run(run(True))
    audited(path, since=path / "audited")
    asyncio.run(run(False))
    return path


@pytest.fixture
def folder(floor: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copytree(floor, tmp_path / "floor")
    return tmp_path / "floor"


@pytest.fixture(autouse=True)
def short_pieces(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Logs are cut at every snapshot."""
    monkeypatch.setattr(replays, "LONGEST", 1)
    yield


def audited(folder: Path, processes: int = 1, since: Path | None = None) -> Audited:
    database = open_floor(f"sqlite:///{folder}/floor.db")
    try:
        path = folder / "floor.key"
        return audit(database, HouseKey.load(path), key_file=path, processes=processes, since=since)
    finally:
        database.close()


def change(folder: Path, sql: str) -> None:
    with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as connection:
        assert connection.execute(sql).rowcount == 1


def test_a_log_is_cut_at_its_snapshots(folder: Path) -> None:
    """With the key of the house; with the public key, what is sealed reaches from one piece to the next."""
    key, database = HouseKey.load(folder / "floor.key"), open_floor(f"sqlite:///{folder}/floor.db")
    try:
        view = View(database._engine.connect())
        heads = heads_of(view)
        cut = pieces_of(view, heads, key, {})[LONG]
        assert [piece.first for piece in cut] == [0, *(piece.last for piece in cut[:-1])] and len(cut) == 3
        assert cut[-1].last == heads[LONG]
        assert len(pieces_of(view, heads, key.public, {})[LONG]) == 1
        view.connection.close()
    finally:
        database.close()


def test_processes_and_the_audit_before_change_nothing(folder: Path) -> None:
    """Whatever way a floor is audited, the same is counted; a second audit has nothing new."""
    whole = audited(folder)
    assert whole.rounds >= 124 and whole.meters == 1 and whole.rooms == 1 and whole.new is None
    assert audited(folder, processes=2) == whole
    since = audited(folder, since=folder / "audited")
    assert since.new is not None and 0 < since.new < whole.lines and replace(since, new=None) == whole
    again = audited(folder, since=folder / "audited")
    assert again.new == 0 and replace(again, new=None) == whole
    assert (folder / "audited").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("sql", "where", "why"),
    [
        (f"UPDATE event SET body = CAST(replace(body, 'a', 'e') AS BLOB) WHERE stream = '{LONG}' AND seq = (SELECT max(seq) - 5"
         f" FROM event WHERE stream = '{LONG}')", LONG, "edited"),
        ("UPDATE entry SET cents = cents + 1 WHERE id = (SELECT max(id) FROM entry)", "entry", "makes"),
        (f"DELETE FROM event WHERE stream = '{LONG}' AND seq = (SELECT max(seq) FROM event WHERE stream = '{LONG}')", LONG, ""),
        ("UPDATE account SET cage = cage + 1 WHERE id = (SELECT max(id) FROM account)", "account", "cage"),
    ],
)  # fmt: skip
def test_what_is_new_is_verified(folder: Path, sql: str, where: str, why: str) -> None:
    """A change of new lines is named; the file of the audit before stays as it was."""
    change(folder, sql)
    before = (folder / "audited").read_bytes()
    with pytest.raises(MismatchError, match=f"{where}.*{why}"):
        audited(folder, since=folder / "audited")
    assert (folder / "audited").read_bytes() == before


def test_other_processes_name_what_is_wrong(folder: Path) -> None:
    """A piece that was altered with its seals, far from the end."""
    with pytest.raises(MismatchError, match="edited"):
        change(folder, f"UPDATE event SET body = CAST(replace(body, '565', '566') AS BLOB) WHERE stream = '{LONG}' AND seq = 3")
        audited(folder, processes=2)


def test_an_old_line_that_is_gone_is_missed(folder: Path) -> None:
    """The last lines that the audit before saw must be there."""
    change(folder, "UPDATE event SET seal = 'a' WHERE stream = 'room/poker/room.log' AND seq = (SELECT max(seq) FROM event"
                   " WHERE stream = 'room/poker/room.log')")  # fmt: skip
    with pytest.raises(MismatchError, match="the last audit saw another line"):
        audited(folder, since=folder / "audited")


def test_a_file_that_the_house_did_not_sign_is_refused(folder: Path) -> None:
    text = (folder / "audited").read_text()
    (folder / "edited").write_text(text.replace('"lines":', '"lines":1', 1))
    with pytest.raises(PitbossError, match="has been edited"):
        audited(folder, since=folder / "edited")
    (folder / "other").write_text("{}")
    with pytest.raises(PitbossError, match="is not how far an audit came"):
        audited(folder, since=folder / "other")
    database = open_floor(f"sqlite:///{folder}/floor.db")
    with pytest.raises(PitbossError, match="signed with the key of the house"):
        audit(database, HouseKey.load(folder / "floor.key").public, since=folder / "audited")
    database.close()


def one(folder: Path, table: str, public: bool = False) -> TableAudited:
    database, key = open_floor(f"sqlite:///{folder}/floor.db"), HouseKey.load(folder / "floor.key")
    try:
        return audit_table(database, key.public if public else key, table)
    finally:
        database.close()


def test_one_table_is_verified_by_itself(folder: Path) -> None:
    """What is wrong elsewhere does not matter; what is wrong there is named."""
    assert one(folder, "long").rounds == 120 and one(folder, "metered").rounds == 4
    assert not one(folder, "poker").not_verified and one(folder, "poker", public=True).not_verified
    with pytest.raises(PitbossError, match="no table or room short; it has long, metered, poker"):
        one(folder, "short")
    change(
        folder, f"UPDATE entry SET cents = cents + 1 WHERE id = (SELECT max(id) FROM entry WHERE account = '{LONG}/inventory')"
    )
    assert one(folder, "poker").logs == 2
    with pytest.raises(MismatchError, match=r"inventory: .* by the ledger"):
        one(folder, "long")
    change(folder, "UPDATE event SET mark = 'a' WHERE stream = 'table/metered' AND seq = (SELECT max(seq) FROM event"
                   " WHERE stream = 'table/metered')")  # fmt: skip
    with pytest.raises(MismatchError, match="mark of the house"):
        one(folder, "metered")
