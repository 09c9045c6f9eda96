"""The waiting list of a Poker room by the clock: who is absent, or does not take a free seat, keeps nobody else from one."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.card_room.commands import Join, Strike, TakeSeat
from pitboss.card_room.room import Room
from pitboss.errors import NotAuthorized
from pitboss.floor.books.audit import audit
from pitboss.floor.people.accounts import Account
from pitboss.floor.play.dealer import Clocks
from pitboss.floor.play.rooms import LiveRoom
from pitboss.floor.running import Running
from pitboss.floor.storage.transactions import Unit
from pitboss.table.commands import FLOORPERSON
from tests.floor.overheard import StandingClock
from tests.floor.test_recall import Web
from tests.floor.visitors import IDS, Visitor, a_floor, submit

CLOCKS = Clocks(called=60.0, dropped=15.0, away=300.0)


class Evening:
    """A Poker room, guests, and a clock that stands until a test lets time go by."""

    def __init__(self, here: Running) -> None:
        self.here, self.room = here, here.floor.rooms["poker"]
        self.clock = StandingClock(asyncio.get_running_loop())
        here.floor.loop = self.clock  # type: ignore[assignment]
        found = self.of(self.room)
        self.table, opened = next(iter(found.state.tables.items()))
        self.variant, self.seats = opened.variant, found.tables[self.table].game.seats(found.tables[self.table].house)[0]

    @staticmethod
    def of(room: LiveRoom) -> Room:
        assert room.bank.room is not None
        return room.bank.room

    @property
    def waiting(self) -> list[str]:
        """The players on the list."""
        return [each.player for each in self.of(self.room).waiting]

    async def guests(self, number: int) -> list[Account]:
        """Some guests."""
        return [(await self.here.people.guest(f"guest {each}")).account for each in range(number)]

    async def say(self, who: Account, deed: Any) -> int:
        """A guest says something to the room."""
        version = self.of(self.room).version
        return await submit(self.here.floor, self.room, who, deed, version, f"{who.id}-{next(IDS)}")

    async def join(self, *guests: Account) -> None:
        """Guests go on the list."""
        for each in guests:
            await self.say(each, Join(each.name, self.variant))

    async def sit(self, who: Account, seat: int) -> int:
        """A guest takes a seat."""
        return await self.say(who, TakeSeat(who.name, self.table, seat, 100_000))

    async def later(self, seconds: float) -> None:
        """Time goes by, and what happened becomes durable."""
        self.clock.go_on(seconds)
        while self.room.bank.pending:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0)


def spend(folder: Path, test: Callable[[Evening], Awaitable[None]], clocks: Clocks = CLOCKS) -> None:
    """An evening; afterwards the books are right."""

    async def run() -> None:
        async with a_floor(folder, clocks=clocks) as here:
            await test(Evening(here))
            audit(here.floor.database, here.lifecycle.key)

    asyncio.run(run())


def test_an_absent_guest_does_not_block_free_seats(tmp_path: Path) -> None:
    """A guest goes on the list and never comes back; soon the house strikes the name, on record, and others sit down."""

    async def test(evening: Evening) -> None:
        absent, ann = await evening.guests(2)
        await evening.join(absent)
        with pytest.raises(NotAuthorized, match="is first on the list"):
            await evening.sit(ann, 1)
        await evening.later(59)
        assert evening.waiting == [absent.name]
        await evening.later(1)
        assert evening.waiting == []
        body = [line.body for line in evening.here.floor.database.lines(evening.room.log)][-1]
        assert b'"do":"strike"' in body and b'"floorperson"' in body and absent.name.encode() in body
        await evening.sit(ann, 1)

    spend(tmp_path, test)


def test_many_absent_guests_delay_nobody_for_long(tmp_path: Path) -> None:
    """The first has time to come; whoever is absent by then is struck after a moment, and after five minutes all of them."""

    async def test(evening: Evening) -> None:
        absent = await evening.guests(50)
        await evening.join(*absent)
        await evening.later(60)
        assert len(evening.waiting) == 49
        await evening.later(15)
        await evening.later(15)
        assert len(evening.waiting) == 47
        await evening.later(300)
        assert evening.waiting == []

    spend(tmp_path, test)


def test_who_is_present_waits_as_long_as_no_seat_is_free(tmp_path: Path) -> None:
    """A line to a table of the room, or a look at its board, shows that a player is present."""

    async def test(evening: Evening) -> None:
        here = evening.here
        tables = [name for name, each in evening.of(evening.room).state.tables.items() if each.variant == evening.variant]
        places = [(table, seat) for table in tables for seat in range(1, evening.seats + 1)]
        for who, (table, seat) in zip(await evening.guests(len(places)), places, strict=True):
            await evening.say(who, TakeSeat(who.name, table, seat, 100_000))
            Visitor(here, here.floor.tables[f"poker/{table}"], who).come()
        line, board, absent = await evening.guests(3)
        await evening.join(line, board, absent)
        Visitor(here, here.floor.tables[f"poker/{evening.table}"], line).come()
        web = Web(here).client()
        web.headers["authorization"] = "Bearer " + await token_of(here, board)
        for _ in range(12):
            await evening.later(50)
            assert (await web.get("/api/rooms/poker")).status_code == 200
        assert evening.waiting == [line.name, board.name]
        end = ("DELETE FROM session WHERE account = ?", [board.id])  # which no office has on record
        await here.writer.write(Unit(work=lambda execute: execute(*end)))

    spend(tmp_path, test, Clocks(called=60.0, dropped=15.0, away=300.0, betting=None, decision=None, between=10_000.0))


async def token_of(here: Running, account: Account) -> str:
    """A session of a guest."""
    from pitboss.floor.people import accounts
    from pitboss.floor.people.passwords import new_token

    token = new_token()
    now = time.time_ns() // 1_000_000
    await here.writer.write(Unit(work=lambda execute: accounts.begin_session(execute, account.id, token, now, 2 * now)))
    return token


def test_the_next_one_is_called_when_the_first_does_not_come(tmp_path: Path) -> None:
    """Who is called has a minute, present or not at the moment of the call; who is absent by then has fifteen seconds."""

    async def test(evening: Evening) -> None:
        ann, bo, cy = await evening.guests(3)
        await evening.join(ann, bo, cy)
        await evening.later(60)
        assert evening.waiting == [bo.name, cy.name]
        evening.here.floor.waiting_lists.saw(evening.room.bank, bo.name)
        await evening.later(59)
        assert evening.waiting == [bo.name, cy.name]
        await evening.sit(bo, 1)
        assert evening.waiting == [cy.name]
        await evening.later(15)
        assert evening.waiting == []

    spend(tmp_path, test)


def test_who_leaves_the_list_is_forgotten(tmp_path: Path) -> None:
    """Coming back begins a new time."""

    async def test(evening: Evening) -> None:
        (ann,) = await evening.guests(1)
        await evening.join(ann)
        await evening.later(50)
        await evening.say(ann, Strike(ann.name))
        await evening.later(100)
        await evening.join(ann)
        await evening.later(50)
        assert evening.waiting == [ann.name]

    spend(tmp_path, test)


def test_a_floor_that_starts_again_goes_on_with_the_list(tmp_path: Path) -> None:
    async def run() -> None:
        async with a_floor(tmp_path, clocks=CLOCKS) as here:
            evening = Evening(here)
            await evening.join(*await evening.guests(1))
        async with a_floor(tmp_path, clocks=Clocks(called=0.05, dropped=0.05)) as here:
            room = here.floor.rooms["poker"].bank.room
            assert room is not None
            async with asyncio.timeout(5):
                while room.waiting:
                    await asyncio.sleep(0.01)

    asyncio.run(run())


def test_the_house_strikes_as_a_floorperson() -> None:
    """It may: the chapter's own list is a floorperson's."""
    from pitboss.card_room.commands import check_author

    check_author(Strike("Ann"), FLOORPERSON)
