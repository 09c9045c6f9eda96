"""Nothing is told while it is on its way to the disk: the writer is held up, and people look."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.floor.running import Running
from pitboss.floor.storage.transactions import Unit
from pitboss.floor.web.tables import tables
from pitboss.table.commands import Bet
from pitboss.table.view.viewers import SPECTATOR
from tests.floor.visitors import Visitor, a_floor, visitors


@contextmanager
def held_up(here: Running) -> Iterator[None]:
    """Nothing reaches the writer meanwhile."""
    held: list[Unit] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(here.writer, "submit", held.append)
        yield
    for unit in held:
        here.writer.submit(unit)


async def lobby(here: Running) -> dict[str, Any]:
    """The tables by their names, as everybody is told of them."""
    return {each["name"]: each for each in msgspec.json.decode((await tables(here.floor)).body)}


def test_the_lobby_tells_what_is_durable(tmp_path: Path) -> None:
    """A seat is taken, a meter moves and a table is there when that is on the disk, not before."""

    async def evening() -> None:
        async with a_floor(tmp_path, plan=None) as here:
            for name in ("one", "two"):
                await here.lifecycle.open_table(None, name, "555", meter="m")
            (one,), (other,) = await visitors(here, "one", 1), await visitors(here, "two", 1)
            before = (await lobby(here))["one"]
            with held_up(here):
                sitting = asyncio.create_task(one.sit(1, 100_000))
                while not one.live.table.seats:
                    await asyncio.sleep(0.01)
                assert (await lobby(here))["one"] == before
            await sitting
            assert (await lobby(here))["one"]["taken"] == {"1": one.player}
            before = await lobby(here)
            two = here.floor.tables["two"]
            seen = two.picture(SPECTATOR)["meters"]
            with held_up(here):
                table = one.live.table
                one.say(Bet(1, {**table.game.suggest(table.house), "Progressive Payout": 100}))
                await asyncio.sleep(0.1)
                assert table.meter_cents != before["one"]["meter"], "it has moved"
                assert await lobby(here) == before
                assert two.picture(SPECTATOR)["meters"] == seen, "another table of the meter shows what is durable too"
                moved = table.meter_cents
            await one.until(lambda: one.live.at_rest)
            assert {(await lobby(here))[name]["meter"] for name in ("one", "two")} == {moved}
            assert [*two.picture(SPECTATOR)["meters"].values()] == [moved]
            with held_up(here):
                sitting = asyncio.create_task(other.sit(1, 100_000))
                while not two.table.seats:
                    await asyncio.sleep(0.01)
                assert (await lobby(here))["two"]["meter"] == moved, "what was durable before something else is under way"
            await sitting

    asyncio.run(evening())


def test_a_table_that_opens_is_there_when_it_is_durable(tmp_path: Path) -> None:
    """Whoever comes while a table opens is told of it when it is on the disk."""

    async def evening() -> None:
        async with a_floor(tmp_path, plan=None) as here:
            guest = (await here.people.guest("test")).account
            with held_up(here):
                opening = asyncio.create_task(here.lifecycle.open_table(None, "one", "565"))
                while "one" not in here.floor.tables:
                    await asyncio.sleep(0.01)
                assert "one" not in await lobby(here)
                visitor = Visitor(here, here.floor.tables["one"], guest)
                visitor.come()
                await asyncio.sleep(0.05)
                assert visitor.messages == []
            await opening
            await visitor.until(lambda: bool(visitor.messages))
            assert visitor.version == 1 and "one" in await lobby(here)

    asyncio.run(evening())
