"""Bots keep company, and keep nobody from a seat: where a table is full one of them gives its own up."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.floor.play import bots
from pitboss.floor.play.live_table import BOTS
from pitboss.floor.play.rooms import RoomBank
from pitboss.table.commands import Leave
from tests.floor.test_floor import books
from tests.floor.visitors import NO_CLOCKS, a_floor, visitors


@pytest.mark.parametrize("table", ["three-card-poker", "blackjack", "poker"])
def test_a_bot_gives_its_seat_up_where_a_table_is_full(tmp_path: Path, table: str) -> None:
    """The next person always finds a free seat, until people alone have all of them."""

    async def evening() -> None:
        async with a_floor(tmp_path, clocks=replace(NO_CLOCKS, between=1000.0)) as here:
            name = next(each for each in here.floor.tables if each.startswith(f"{table}/")) if table == "poker" else table
            live = here.floor.tables[name]
            most = live.table.game.seats(live.table.house)[0]
            first, *others = await visitors(here, name, most)
            await first.sit(1)
            await bots.seat(here.floor, live, most)
            assert len(live.names) == most - 1
            for person in others:
                free = next(seat for seat in range(1, most + 1) if seat not in live.table.seats)
                await person.sit(free)
            assert not live.bots and not set(live.names.values()) & set(BOTS) and len(live.names) == most
            assert here.floor.counts.rebuilt == 0
            if not isinstance(live.bank, RoomBank):
                await books(here)

    asyncio.run(evening())


def test_a_bot_stays_until_the_round_is_over(tmp_path: Path) -> None:
    """Who sits down in a round fills the table; a bot leaves when it ends, and its wagers are settled before."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            live = here.floor.tables["three-card-poker"]
            most = live.table.game.seats(live.table.house)[0]
            ann, bo = await visitors(here, live.name, 2)
            await ann.sit(1)
            await bots.seat(here.floor, live, most)
            ann.bet()
            await ann.until(lambda: bool(ann.asked))
            free = next(seat for seat in range(1, most + 1) if seat not in live.table.seats)
            await bo.sit(free)
            assert len(live.names) == most and len(live.bots) == most - 2
            await ann.play(1)
            assert len(live.bots) == most - 3 and live.names[free] == bo.player
            leaves = [record for record in live.recent if isinstance(record.deed, Leave)]
            assert [record.author.name in BOTS for record in leaves] == [True]
            await books(here)

    asyncio.run(evening())


@pytest.mark.parametrize("table", ["three-card-poker", "blackjack", "poker"])
def test_bots_leave_with_the_last_person(tmp_path: Path, table: str) -> None:
    """Those that were brought before anybody sat down stay until somebody has come and gone."""

    async def evening() -> None:
        async with a_floor(tmp_path, clocks=replace(NO_CLOCKS, between=1000.0)) as here:
            name = next(each for each in here.floor.tables if each.startswith(f"{table}/")) if table == "poker" else table
            live = here.floor.tables[name]
            ann, bo = await visitors(here, name, 2)
            await bots.seat(here.floor, live, 3)
            assert len(live.bots) == 3
            await ann.sit(1)
            await bo.sit(2)
            await ann.leave()
            await bo.until(lambda: 1 not in live.seated)
            assert len(live.bots) == 3, "somebody is still there"
            await bo.leave()
            await bo.until(lambda: not live.seated)
            assert not live.bots and not live.deserted and here.floor.counts.rebuilt == 0

    asyncio.run(evening())
