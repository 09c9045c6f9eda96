"""Stored floors: what a version of this software left in a database, to be brought up to date by later ones.

    python -m tests.floor.storing NAME

plays a short evening on SQLite and writes `tests/floor/stored/NAME.sql.xz`, with the key beside it and what an audit counted.
Give one such floor to every revision of the tables and every change of what lines say, before the change.
"""

import asyncio
import json
import lzma
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from pitboss.evidence.keys import HouseKey
from pitboss.floor.books.audit import audit, open_floor
from pitboss.floor.books.audit_result import Audited
from pitboss.floor.server import running
from tests.floor.floor_evening import settings, spend

STORED = Path(__file__).parent / "stored"
KEPT = ("lines", "rounds", "commands", "entries", "accounts", "tables", "rooms", "meters")  # what an audit counts


def counted(folder: Path) -> Audited:
    """What an audit says of the floor in a folder."""
    database = open_floor(f"sqlite:///{folder}/floor.db")
    try:
        return audit(database, HouseKey.load(folder / "floor.key"))
    finally:
        database.close()


def store(name: str) -> None:
    """Stores a floor as this version leaves it."""

    async def evening(folder: Path) -> None:
        async with running(settings(folder)) as opened:
            await spend(opened)

    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        asyncio.run(evening(folder))
        found = counted(folder)
        with closing(sqlite3.connect(folder / "floor.db")) as connection:
            dump = "\n".join(connection.iterdump())
        STORED.mkdir(exist_ok=True)
        (STORED / f"{name}.sql.xz").write_bytes(lzma.compress(dump.encode(), preset=9))
        (STORED / f"{name}.json").write_text(json.dumps({each: getattr(found, each) for each in KEPT}) + "\n")
        (STORED / f"{name}.house").write_bytes((folder / "floor.key").read_bytes())


def bring_back(name: str, folder: Path) -> dict[str, int]:
    """Put a stored floor into a folder; what was counted there."""
    with closing(sqlite3.connect(folder / "floor.db")) as connection:
        connection.executescript(lzma.decompress((STORED / f"{name}.sql.xz").read_bytes()).decode())
    key = folder / "floor.key"
    key.touch(0o600)
    key.write_bytes((STORED / f"{name}.house").read_bytes())
    told: dict[str, int] = json.loads((STORED / f"{name}.json").read_text())
    return told


if __name__ == "__main__":
    store(sys.argv[1])
