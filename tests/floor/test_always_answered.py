"""Whatever fails while a command is on its way, its author is answered, and the next command has its turn."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc

from pitboss.errors import DatabaseFailed, Stopped
from pitboss.floor.play.banks import RetryLaterError
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.storage.database import Database
from pitboss.table.commands import Bet, Buy, Leave, Sit
from tests.floor.test_floor import books
from tests.floor.visitors import a_floor, visitors


@pytest.mark.parametrize("fails_at", ["_account_named", "cage_balance"])
def test_a_defect_on_the_way_from_the_cage_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails_at: str) -> None:
    """A driver of a database has errors that nobody foresaw; the account's next buy-in does not wait behind one."""

    async def raises(*_: Any) -> Any:
        raise RuntimeError("the driver lost count")

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            (ann,) = await visitors(here, "three-card-poker", 1)
            with monkeypatch.context() as patch:
                patch.setattr(here.floor.buy_ins, fails_at, raises)
                with pytest.raises(RetryLaterError, match="the floor itself failed"):
                    await asyncio.wait_for(ann.ask(Sit(1, ann.player, 50_000)), 5)
            assert await asyncio.wait_for(ann.ask(Sit(1, ann.player, 50_000)), 5) == 2
            await books(here)

    asyncio.run(evening())


def test_a_defect_while_a_repeated_command_is_looked_up_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def raises(*_: Any) -> Any:
        raise RuntimeError("the driver lost count")

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            (ann,) = await visitors(here, "three-card-poker", 1)
            await ann.ask(Sit(1, ann.player, 50_000), "first")
            with monkeypatch.context() as patch:
                patch.setattr(here.floor, "_command_row", raises)
                with pytest.raises(RetryLaterError, match="the floor itself failed"):
                    await asyncio.wait_for(ann.ask(Bet(1, {"Ante": 500}), "first"), 5)
            assert await asyncio.wait_for(ann.ask(Buy(1, 500), "second"), 5) == 3
            await books(here)

    asyncio.run(evening())


def test_a_table_that_fails_while_something_is_on_its_way_to_the_disk_is_rebuilt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was on its way arrives there; the table is rebuilt behind it, rather than refusing everything for ever."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            ann, bo = await visitors(here, "three-card-poker", 2)
            await ann.sit(1)
            await bo.sit(2)
            first = asyncio.ensure_future(ann.ask(Bet(1, {"Ante": 500})))
            while not ann.live.bank.pending:
                await asyncio.sleep(0)
            with monkeypatch.context() as patch:
                patch.setattr(LiveTable, "do", lambda *_: 1 / 0)
                with pytest.raises(RetryLaterError):
                    await bo.ask(Leave(2))
            assert await asyncio.wait_for(first, 5) == 4
            async with asyncio.timeout(5):
                while ann.live.bank.broken:
                    await asyncio.sleep(0.01)
            assert 1 in ann.live.table.bets and here.floor.counts.rebuilt == 1
            assert await asyncio.wait_for(bo.ask(Leave(2)), 5) == 5
            await books(here)

    asyncio.run(evening())


def test_a_durable_record_that_cannot_be_shown_is_answered_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            (ann,) = await visitors(here, "three-card-poker", 1)
            with monkeypatch.context() as patch:
                patch.setattr(LiveTable, "settle", lambda *_: 1 / 0)
                assert await asyncio.wait_for(ann.ask(Sit(1, ann.player, 50_000)), 5) == 2
            async with asyncio.timeout(5):
                while ann.live.bank.broken:
                    await asyncio.sleep(0.01)
            assert ann.live.names == {1: ann.player} and ann.live.durable == 2
            await books(here)

    asyncio.run(evening())


def test_a_lease_that_ends_while_a_table_is_handed_over_leaves_no_table_that_refuses_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table goes from here, so that any process, this one too, takes it up at the next look."""

    async def fails(bank: str) -> None:
        raise DatabaseFailed("the database failed: the server closed the connection")

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            (ann,) = await visitors(here, "three-card-poker", 1)
            bank, lifecycle = ann.live.bank, here.lifecycle
            with monkeypatch.context() as patch:
                patch.setattr(lifecycle.leases, "release", fails)
                with pytest.raises(DatabaseFailed):
                    await lifecycle.give_up(bank)
            assert bank.name not in here.floor.banks and ann.ended == "resync"
            open_banks = await lifecycle.open_banks()
            with monkeypatch.context() as patch:
                patch.setattr(lifecycle.leases, "holds", lambda bank: False)  # lost while the log was read
                assert not await lifecycle.take_up(bank.name, open_banks[bank.name])
            assert bank.name not in here.floor.banks
            assert await lifecycle.take_up(bank.name, open_banks[bank.name])
            (bo,) = await visitors(here, "three-card-poker", 1)
            assert await bo.ask(Sit(1, bo.player, 50_000)) > 1
            await books(here)

    asyncio.run(evening())


@pytest.mark.parametrize(
    "error",
    [
        exc.InternalError("SELECT 1", None, Exception("terminating connection"), connection_invalidated=True),
        exc.DatabaseError("SELECT 1", None, Exception("server closed the connection"), connection_invalidated=True),
        exc.TimeoutError("QueuePool limit reached"),
    ],
)
def test_a_connection_that_died_is_a_database_that_may_recover(tmp_path: Path, error: Exception) -> None:
    """Whatever class of error its driver has for that."""
    database = Database.open(f"sqlite:///{tmp_path}/floor.db")

    def dies(connection: sa.Connection) -> Any:
        raise error

    try:
        with pytest.raises(DatabaseFailed) as caught:
            database.view(dies)
        assert isinstance(caught.value, Stopped)  # which is answered with "say it again"
    finally:
        database.close()
