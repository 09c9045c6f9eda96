"""A new SQLite file as all migrations leave it, which takes them a while: they are applied to the first, and whatever that file
has then is put into every other."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import sqlalchemy as sa

from pitboss.floor.storage.database import Database

APPLY = Database._migrate
SCHEMA: list[str] = []  # as SQL, once it is known


def share() -> pytest.MonkeyPatch:
    """Has migrations applied once in this process, and in those that are forked from it."""
    patch = pytest.MonkeyPatch()
    patch.setattr(Database, "_migrate", migrate)
    return patch


@contextmanager
def applied() -> Iterator[None]:
    """Migrations are applied to each database, as they are without `share`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "_migrate", APPLY)
        yield


def migrate(database: Database, engine: sa.Engine) -> None:
    """`Database._migrate`, by the schema that is known where the file is new."""
    if not database.path or database.revision():
        APPLY(database, engine)
        return
    raw = engine.raw_connection()
    try:
        file = raw.driver_connection
        if not isinstance(file, sqlite3.Connection):  # a disk of the tests that fails
            APPLY(database, engine)
        elif SCHEMA:
            file.executescript(SCHEMA[0])
        else:
            APPLY(database, engine)
            SCHEMA.append("\n".join(file.iterdump()))
    finally:
        raw.close()
