"""The floor in one process: every game played by people and bots, and what is durable, told and paid."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor.play import bots
from pitboss.floor.play.live_table import BOTS
from pitboss.floor.running import Running
from pitboss.floor.storage.schema import account, entry, event, played
from pitboss.games import MODULES
from pitboss.rulebook import chapter
from tests.floor.visitors import CHIPS, a_floor, visitors


def table_of(number: str) -> str:
    """The default table of a chapter."""
    slug = chapter(number).slug
    return {"553": "poker-2010/holdem", "637a": "poker/holdem-limit"}.get(number, slug)


async def books(here: Running) -> None:
    """Every unit sums to zero, every account in the cage is the sum of its entries, and all chips are somewhere."""

    def look(connection: sa.Connection) -> None:
        units = sa.select(entry.c.stream, entry.c.seq).group_by(entry.c.stream, entry.c.seq)
        assert connection.execute(units.having(sa.func.sum(entry.c.cents) != 0)).all() == []
        sums = dict(connection.execute(sa.select(entry.c.account, sa.func.sum(entry.c.cents)).group_by(entry.c.account)).all())
        cages = connection.execute(sa.select(account.c.id, account.c.cage)).all()
        assert {f"cage/{number}": cage for number, cage in cages if cage} == {
            name: cents for name, cents in sums.items() if name.startswith("cage/") and cents
        }
        for live in here.floor.tables.values():
            for number, seat in live.table.seats.items():
                assert sums.get(f"{live.log}/seat_{number}", 0) == seat.cents
            assert sums.get(f"{live.log}/inventory", 0) == live.table.inventory

    await here.floor.database.read(look)


@pytest.mark.parametrize("number", list(MODULES))
def test_people_and_a_bot_play_every_game(number: str, tmp_path: Path) -> None:
    """Two people and a bot play rounds at the default table of each chapter; nothing is refused, and the money is right."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            people = await visitors(here, table_of(number), 2)
            for seat, one in enumerate(people, 1):
                await one.sit(seat)
            await bots.seat(here.floor, people[0].live, 1)
            refusals = await asyncio.gather(*(one.play(4) for one in people))
            live = people[0].live
            assert live.table.rounds >= 4 and refusals == [0, 0]
            await people[0].until(lambda: live.at_rest)
            await books(here)
            if live.table.round is None:
                for one in people:
                    await one.leave()
                await books(here)
                # A Poker table deals on while the last person and the bot sit there: only the cage tells what the bot took.
                accounts = [(one.account.id, CHIPS) for one in people]
                accounts += [(here.floor.accounts[name], bots.CHIPS) for name in BOTS]
                gained = [await here.floor.buy_ins.cage_balance(account) - chips for account, chips in accounts]
                table = live.table
                assert table.taken - table.brought == sum(gained)
                gained_in_all = sum(seat.cents for seat in table.seats.values()) + table.taken - table.brought
                assert gained_in_all + table.inventory + table.metered + table.boxed == 0

    asyncio.run(evening())


def test_a_floor_that_is_started_again_is_what_it_was(tmp_path: Path) -> None:
    """After a stop every table goes on, in the middle of its round, with the same chips."""

    async def first() -> dict[str, object]:
        async with a_floor(tmp_path) as here:
            found: dict[str, object] = {}
            for number in ("565", "633a", "645a", "637a"):
                people = await visitors(here, table_of(number), 2)
                for seat, one in enumerate(people, 1):
                    await one.sit(seat)
                await asyncio.gather(*(one.play(2) for one in people))
                live = people[0].live
                if live.table.game.dealt_in is None:
                    for one in people:
                        one.bet()
                await people[0].until(lambda live=live: live.at_rest and live.table.round is not None)  # type: ignore[misc]
                found[live.name] = (live.table.version, live.table.request, live.table.accounts())
            return found

    async def second() -> dict[str, object]:
        async with a_floor(tmp_path) as here:
            tables = [here.floor.tables[table_of(number)] for number in ("565", "633a", "645a", "637a")]
            found: dict[str, object] = {
                live.name: (live.table.version, live.table.request, live.table.accounts()) for live in tables
            }
            await books(here)
            return found

    assert asyncio.run(first()) == asyncio.run(second())


def test_every_round_is_on_the_list(tmp_path: Path) -> None:
    """The list of rounds has each once, and their versions lie side by side."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            (one,) = await visitors(here, "three-card-poker", 1)
            await one.sit(1)
            await one.play(5)
            await one.until(lambda: one.live.at_rest)
            log = one.live.log
            rows = await here.floor.database.read(
                lambda c: c.execute(played.select().where(played.c.stream == log).order_by(played.c.round)).all()
            )
            assert [row.round for row in rows] == [1, 2, 3, 4, 5]
            assert [row.first for row in rows[1:]] == [row.last + 1 for row in rows[:-1]]
            query = sa.select(sa.func.max(event.c.version)).where(event.c.stream == log)
            newest = await here.floor.database.read(lambda c: c.execute(query).scalar())
            assert rows[-1].last <= newest == one.version

    asyncio.run(evening())


def test_a_floor_belongs_to_its_key(tmp_path: Path) -> None:
    """It is not opened with another one, nor is a new one made where its own is missing; several processes need PostgreSQL."""

    async def evening(**changes: Any) -> set[str]:
        async with a_floor(tmp_path, **changes) as here:
            return set(here.floor.tables)

    first = asyncio.run(evening())
    with pytest.raises(PitbossError, match="belongs to the key"):
        asyncio.run(evening(key=tmp_path / "other.key"))
    assert not (tmp_path / "other.key").exists()
    (tmp_path / "floor.key").rename(tmp_path / "kept.key")
    with pytest.raises(PitbossError, match="is not there"):
        asyncio.run(evening())
    HouseKey.create(tmp_path / "floor.key", "another house")
    with pytest.raises(PitbossError, match="holds another one"):
        asyncio.run(evening())
    assert asyncio.run(evening(key=tmp_path / "kept.key")) == first
    with pytest.raises(PitbossError, match="PostgreSQL only"):
        asyncio.run(evening(share=(1, 2)))
