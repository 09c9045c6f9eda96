"""Floors that earlier versions left: this one brings their tables up to date, verifies every round, and plays on."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.errors import PitbossError
from pitboss.floor.server import running
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.schema import REVISION
from pitboss.table.commands import Leave
from tests.floor.floor_evening import Evening, settings
from tests.floor.storing import STORED, bring_back, counted

FLOORS = sorted(path.name.removesuffix(".sql.xz") for path in STORED.glob("*.sql.xz"))


def migrate(folder: Path) -> None:
    database = Database.open(f"sqlite:///{folder}/floor.db")
    try:
        database.migrate()
    finally:
        database.close()


def before_marks(folder: Path) -> None:
    """The tables as the first revision had them."""
    with closing(sqlite3.connect(folder / "floor.db")) as connection:
        connection.executescript("ALTER TABLE event DROP COLUMN mark; UPDATE alembic_version SET version_num = '0001';")


def test_every_revision_of_the_tables_has_a_stored_floor() -> None:
    assert [name for name in FLOORS if name.startswith(REVISION)], "python -m tests.floor.storing stores one"


@pytest.mark.parametrize(("name", "first"), [*((name, False) for name in FLOORS), (FLOORS[0], True)])
def test_a_stored_floor_is_verified_after_its_upgrade(name: str, first: bool, tmp_path: Path) -> None:
    """Nothing is lost or changed: an audit counts what it counted then."""
    told = bring_back(name, tmp_path)
    if first:
        before_marks(tmp_path)
        with pytest.raises(PitbossError, match="has tables of revision 0001"):
            counted(tmp_path)
    migrate(tmp_path)
    found = counted(tmp_path)
    assert {each: getattr(found, each) for each in told} == told


def test_a_stored_floor_is_played_on(tmp_path: Path) -> None:
    """Rounds in progress go on, players keep their chips, and everything is verified afterwards."""
    told = bring_back(FLOORS[-1], tmp_path)

    async def evening() -> None:
        async with running(settings(tmp_path)) as opened:
            night = Evening(opened)
            live = opened.floor.tables["three-card"]
            before, who = live.table.rounds, await night.guest()
            await night.sit(live, who, 4)
            await night.play(live, [(who, 4)], 1)
            await night.say(live, who, Leave(4))
            assert live.table.rounds > before

    asyncio.run(evening())
    found = counted(tmp_path)
    assert found.rounds > told["rounds"] and found.accounts == told["accounts"] + 1
