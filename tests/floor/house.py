"""A floor's people for tests: a fresh SQLite file, a cheap password hash that counts its calls, and a clock that stands."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import argon2
import sqlalchemy as sa

from pitboss.floor.people.passwords import Passwords
from pitboss.floor.people.rate_limits import Limits, Rate, Rates
from pitboss.floor.people.registry import People, PeopleSettings
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.writer import Writer

T = TypeVar("T")
START = 1_800_000_000_000
MANY = Rate(100_000, 0.001)
CODE = "code-of-the-tests"  # that staff roles need on a practice floor
UNLIMITED = Rates(MANY, MANY, MANY, MANY)


def new_database() -> str:
    """The address of the next database, "" for a file of its own; tests put another in its place."""
    return ""


class Hasher(argon2.PasswordHasher):
    """Weak and fast; counts what it is asked."""

    def __init__(self, time_cost: int = 1) -> None:
        super().__init__(time_cost=time_cost, memory_cost=8, parallelism=1)
        self.hashed = self.verified = 0

    def hash(self, *arguments: Any, **options: Any) -> str:
        self.hashed += 1
        return super().hash(*arguments, **options)

    def verify(self, *arguments: Any) -> Any:
        self.verified += 1
        return super().verify(*arguments)


class Clock:
    """Milliseconds for people, seconds for limits."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now

    def seconds(self) -> float:
        return self.now / 1000


class House:
    """People and what is behind them."""

    def __init__(self, database: Database, writer: Writer, settings: PeopleSettings) -> None:
        self.database, self.writer, self.hasher, self.clock = database, writer, Hasher(), Clock()
        self.people = People(
            database,
            writer,
            settings,
            passwords=Passwords(self.hasher),
            limits=Limits(settings.rates, self.clock.seconds),
            now=self.clock,
        )

    def rows(self, sql: str) -> list[Any]:
        """What the database has."""
        return self.database.view(lambda connection: list(connection.execute(sa.text(sql))))

    def office(self) -> list[bytes]:
        """The bodies of the lines of the office."""
        return [line.body for line in self.database.lines("office")]


@asynccontextmanager
async def house(path: Path, settings: PeopleSettings | None = None) -> AsyncIterator[House]:
    """Opens a database with people, and closes it."""
    database = Database.open(new_database() or f"sqlite:///{path / 'floor.db'}")
    database.migrate()
    writer = Writer(database.backend(), asyncio.get_running_loop())
    try:
        yield House(database, writer, settings or PeopleSettings(rates=UNLIMITED))
    finally:
        await writer.close()
        database.close()


def in_house(path: Path, test: Callable[[House], Awaitable[T]], settings: PeopleSettings | None = None) -> T:
    """Runs a test in a house of its own."""

    async def run() -> T:
        async with house(path, settings) as opened:
            return await test(opened)

    return asyncio.run(run())
