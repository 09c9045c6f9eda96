"""What one person can do to a whole table, or to the books: nothing. In this process, where each moment can be chosen."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.types import Message
from starlette.websockets import WebSocket

from pitboss.errors import IllegalWager, NotAuthorized, PitbossError
from pitboss.floor.people.accounts import Account
from pitboss.floor.running import Running
from pitboss.floor.web.sockets import watch_table
from pitboss.table.commands import Bet, Buy, Close, Deed, Leave, Rest, Sit
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import from_text
from tests.floor.test_floor import books
from tests.floor.visitors import CHIPS, Visitor, a_floor, submit, visitors

Test = Callable[[Running, Account, Visitor, Visitor], Awaitable[None]]


def at_two_tables(folder: Path, test: Test) -> None:
    """A pit boss on duty, and an honest player at each of two tables; afterwards the books are right, and neither player has
    lost his line."""

    async def run() -> None:
        async with a_floor(folder, plan=None) as here:
            boss = (await here.people.guest("boss", "pit boss")).account
            for name in ("one", "two"):
                await here.lifecycle.open_table(boss, name, "565")
            (one,), (two,) = await visitors(here, "one", 1), await visitors(here, "two", 1)
            await one.sit(1)
            await two.sit(1)
            await test(here, boss, one, two)
            for honest in (one, two):
                assert not honest.ended, "an honest player was turned out"
                await honest.until(lambda honest=honest: honest.version == honest.live.table.version)  # type: ignore[misc]
                await honest.play(1)
            await books(here)

    asyncio.run(run())


async def said(here: Running, place: Any, who: Account, deed: Deed, id_: str) -> int | PitbossError:
    """What comes of it."""
    try:
        return await submit(here.floor, place, who, deed, place.table.version, id_)
    except PitbossError as error:
        return error


def test_leaving_twice(tmp_path: Path) -> None:
    """The chips go back to the cage once."""

    async def test(here: Running, boss: Account, one: Visitor, two: Visitor) -> None:
        rogue = (await here.people.guest("rogue")).account
        assert isinstance(await said(here, one.live, rogue, Sit(2, rogue.name, 5000), "sit"), int)
        answers = await asyncio.gather(*(said(here, one.live, rogue, Leave(2), f"leave {n}") for n in range(5)))
        assert sum(isinstance(answer, int) for answer in answers) == 1
        assert await here.floor.buy_ins.cage_balance(rogue.id) == CHIPS

    at_two_tables(tmp_path, test)


def test_an_id_that_was_used_at_another_table(tmp_path: Path) -> None:
    """It is refused, and concerns nobody else at that table."""

    async def test(here: Running, boss: Account, one: Visitor, two: Visitor) -> None:
        rogue = (await here.people.guest("rogue")).account
        assert isinstance(await said(here, one.live, rogue, Sit(2, rogue.name, 5000), "same"), int)
        assert isinstance(await said(here, two.live, rogue, Sit(2, rogue.name, 5000), "same"), NotAuthorized)
        assert isinstance(await said(here, one.live, rogue, Leave(2), "leave"), int)
        await asyncio.sleep(0.2)
        assert here.floor.counts.rebuilt == 0

    at_two_tables(tmp_path, test)


@pytest.mark.parametrize("tables", [1, 2])
def test_more_chips_than_one_has_at_once(tmp_path: Path, tables: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One command gets them, the other is refused; no table is disturbed. The cage is read twice before anything is taken, and
    whoever read it second goes on when the first has been answered."""

    async def test(here: Running, boss: Account, one: Visitor, two: Visitor) -> None:
        rogue = (await here.people.guest("rogue")).account
        assert isinstance(await said(here, one.live, rogue, Sit(2, rogue.name, 1000), "a"), int)
        assert isinstance(await said(here, two.live, rogue, Sit(2, rogue.name, 1000), "b"), int)
        read, both, answered = here.floor.buy_ins.cage_balance, asyncio.Event(), asyncio.Event()
        reading: list[int] = []

        async def reads_slowly(account: int) -> int:
            there = await read(account)
            reading.append(there)
            if len(reading) == 1:
                with suppress(TimeoutError):  # another way to settle this may read once only
                    await asyncio.wait_for(both.wait(), 0.5)
            elif len(reading) == 2:
                both.set()
                await answered.wait()
            return there

        monkeypatch.setattr(here.floor.buy_ins, "cage_balance", reads_slowly)
        buying = asyncio.create_task(said(here, one.live, rogue, Buy(2, CHIPS * 3 // 4), "first"))
        again = asyncio.create_task(said(here, (one, two)[tables - 1].live, rogue, Buy(2, CHIPS * 3 // 4), "second"))
        await asyncio.wait([buying, again], return_when=asyncio.FIRST_COMPLETED)
        answered.set()
        assert {type(await buying), type(await again)} == {int, IllegalWager}
        for live in (one.live, two.live):
            assert isinstance(await said(here, live, rogue, Leave(2), f"leave {live.name}"), int)
        await asyncio.sleep(0.2)
        assert here.floor.counts.rebuilt == 0

    at_two_tables(tmp_path, test)


@pytest.mark.parametrize("whom", ["nobody", "somebody who has not sat yet"])
def test_a_pit_boss_seats_somebody(tmp_path: Path, whom: str) -> None:
    """Whoever has no account is not seated, and what is refused has not happened: no chips come from nowhere."""

    async def test(here: Running, boss: Account, one: Visitor, two: Visitor) -> None:
        guest = (await here.people.guest("guest")).account
        name = "Nobody" if whom == "nobody" else guest.name
        before = one.live.table.version
        found = await said(here, one.live, boss, Sit(2, name, 5000), "seat")
        assert isinstance(found, int) == (2 in one.live.table.seats) == (one.live.table.version > before)
        assert whom != "nobody" or not isinstance(found, int)
        if isinstance(found, int):
            assert await here.floor.buy_ins.cage_balance(guest.id) == CHIPS - 5000
            assert isinstance(await said(here, one.live, boss, Leave(2), "unseat"), int)

    at_two_tables(tmp_path, test)


def test_a_table_is_not_closed_over_its_players(tmp_path: Path) -> None:
    """While somebody sits there a table does not close, by whatever way; he can always leave with his chips."""

    async def test(here: Running, boss: Account, one: Visitor, two: Visitor) -> None:
        await said(here, one.live, boss, Close(), "close")
        assert isinstance(await said(here, one.live, one.account, Leave(1), "leave"), int)
        assert isinstance(await said(here, one.live, one.account, Sit(1, one.player, 100_000), "again"), int)

    at_two_tables(tmp_path, test)


@pytest.mark.parametrize("kind", ["table", "room"])
def test_one_name_is_opened_several_times_at_once(tmp_path: Path, kind: str) -> None:
    """One is opened, and works; the others are refused for what they are."""

    async def test(here: Running, boss: Account, one: Visitor, two: Visitor) -> None:
        async def opens() -> object:
            if kind == "table":
                return await here.lifecycle.open_table(boss, "three", "565")
            return await here.lifecycle.open_room(boss, "three", "637a")

        found = await asyncio.gather(*(opens() for _ in range(4)), return_exceptions=True)
        errors = [each for each in found if isinstance(each, BaseException)]
        assert len(errors) == 3 and all(isinstance(error, NotAuthorized) for error in errors), errors
        assert f"{kind}/three" in here.floor.banks
        if kind == "table":
            assert isinstance(await said(here, here.floor.tables["three"], boss, Rest(), "rest"), int)

    at_two_tables(tmp_path, test)


def test_an_employee_who_leaves_says_so_again(tmp_path: Path) -> None:
    """A retry has the first answer, whatever he is by then."""

    async def test(here: Running, boss: Account, one: Visitor, two: Visitor) -> None:
        assert isinstance(await said(here, one.live, boss, Sit(2, boss.name, 5000), "sit"), int)
        first = await said(here, one.live, boss, Leave(2), "leave")
        assert isinstance(first, int) and await said(here, one.live, boss, Leave(2), "leave") == first

    at_two_tables(tmp_path, test)


def test_whoever_does_not_read_loses_his_rights_too(tmp_path: Path) -> None:
    """He cannot be told that his line is over; what he says over it is not done all the same."""

    async def test(here: Running, boss: Account, one: Visitor, two: Visitor) -> None:
        signed_in = await here.people.guest("rogue", "pit boss")
        told: list[Message] = []
        said_by_him: asyncio.Queue[Message] = asyncio.Queue()

        async def send(message: Message) -> None:
            told.append(message)
            if message["type"] == "websocket.send":
                await asyncio.Event().wait()  # he never reads

        def says(message: dict[str, Any]) -> None:
            said_by_him.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

        scope = {
            "type": "websocket",
            "path": "/ws/tables/one",
            "path_params": {"table": "one"},
            "headers": [(b"authorization", f"Bearer {signed_in.token}".encode())],
            "app": SimpleNamespace(state=SimpleNamespace(floor=here.floor, people=here.people, lifecycle=here.lifecycle)),
        }
        said_by_him.put_nowait({"type": "websocket.connect"})
        line = asyncio.create_task(watch_table(WebSocket(scope, said_by_him.get, send)))
        says({"hello": {}})
        says({"id": "first", "version": 1, "command": {"do": "rest"}})
        await one.until(lambda: one.live.table.version == 3)
        await here.people.disable(boss, signed_in.account.name)
        version = one.live.table.version
        says({"id": "second", "version": version, "command": {"do": "rest"}})
        await asyncio.sleep(0.2)
        assert one.live.table.version == version
        assert [each["type"] for each in told] == ["websocket.accept", "websocket.send"]
        line.cancel()
        with suppress(asyncio.CancelledError):
            await line

    at_two_tables(tmp_path, test)


def test_a_wager_that_is_given_up_for_another_is_seen_to_go(tmp_path: Path) -> None:
    """Whoever looks has the wagers before him that lie there."""

    async def test(here: Running, boss: Account, one: Visitor, two: Visitor) -> None:
        (waits,) = await visitors(here, "one", 1)
        await waits.sit(2)
        layout = Layout()
        for wagers in ({"Ante": 500, "Pair Plus": 1000}, {"Ante": 500}):
            await one.ask(Bet(1, wagers))
        await one.until(lambda: one.version == one.live.durable)
        for frame in [frame for message in one.messages for frame in message.get("frames", ())]:
            layout.see_all(from_text(row) for row in frame.get("steps", ()))
        await waits.leave()
        assert layout.placed == {1: {"Ante": 500}}

    at_two_tables(tmp_path, test)
