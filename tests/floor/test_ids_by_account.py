"""An id belongs to the account that uses it: another account may use the same, at a table and in a Poker room."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.card_room.commands import Join, Strike
from pitboss.errors import PitbossError
from pitboss.floor.people.accounts import Account
from pitboss.floor.running import Running
from pitboss.table.commands import Leave, Sit
from tests.floor.visitors import a_floor, submit

Reply = int | PitbossError


def on_a_floor(folder: Path, test: Callable[[Running, Account, Account], Awaitable[None]]) -> None:
    """A floor with two guests."""

    async def run() -> None:
        async with a_floor(folder) as here:
            ann, bo = [(await here.people.guest(f"test {number}")).account for number in range(2)]
            await test(here, ann, bo)

    asyncio.run(run())


async def ask(here: Running, place: Any, who: Account, deed: Any, version: int, id_: str) -> Reply:
    """The reply to a command."""
    try:
        return await submit(here.floor, place, who, deed, version, id_)
    except PitbossError as error:
        return error


def waiting(here: Running) -> list[str]:
    """The players on the list of the Poker room."""
    return [each.player for each in here.floor.rooms["poker"].bank.room.waiting]  # type: ignore[union-attr]


@pytest.mark.parametrize("together", [True, False])
def test_two_accounts_use_one_id_in_a_room(tmp_path: Path, together: bool) -> None:
    """Both commands are carried out, also while the first is on its way to the disk, and each has its own version."""

    async def test(here: Running, ann: Account, bo: Account) -> None:
        room = here.floor.rooms["poker"]
        variant = next(iter(room.bank.room.state.tables.values())).variant  # type: ignore[union-attr]
        for number in range(20):
            version = room.bank.room.version  # type: ignore[union-attr]
            says = [ask(here, room, who, Join(who.name, variant), version, f"id {number}") for who in (ann, bo)]
            replies = await asyncio.gather(*says) if together else [await each for each in says]
            assert replies == [version + 1, version + 2]
            assert waiting(here) == [ann.name, bo.name]
            for who in (ann, bo):
                await submit(here.floor, room, who, Strike(who.name), version + 2, f"strike {number}")

    on_a_floor(tmp_path, test)


def test_an_account_repeats_its_own_command_in_a_room(tmp_path: Path) -> None:
    """The reply is the first one, whatever another account did under the same id meanwhile."""

    async def test(here: Running, ann: Account, bo: Account) -> None:
        room = here.floor.rooms["poker"]
        variant = next(iter(room.bank.room.state.tables.values())).variant  # type: ignore[union-attr]
        version = room.bank.room.version  # type: ignore[union-attr]
        says = [ask(here, room, who, Join(who.name, variant), version, "same") for who in (ann, bo, ann, bo)]
        assert await asyncio.gather(*says) == [version + 1, version + 2, version + 1, version + 2]
        assert await ask(here, room, ann, Join(ann.name, variant), version, "same") == version + 1
        assert waiting(here) == [ann.name, bo.name]

    on_a_floor(tmp_path, test)


def test_two_accounts_use_one_id_at_a_table(tmp_path: Path) -> None:
    """At tables ids belong to their accounts too."""

    async def test(here: Running, ann: Account, bo: Account) -> None:
        live = here.floor.tables["three-card-poker"]
        for number in range(10):
            version = live.table.version
            sits = [Sit(seat, who.name, 10_000) for seat, who in enumerate((ann, bo), 1)]
            says = [ask(here, live, who, sit, version, f"id {number}") for who, sit in zip((ann, bo), sits, strict=True)]
            assert sorted(await asyncio.gather(*says)) == [version + 1, version + 2]  # type: ignore[type-var]
            for seat, who in enumerate((ann, bo), 1):
                await submit(here.floor, live, who, Leave(seat), live.table.version, f"leave {number}")

    on_a_floor(tmp_path, test)


def test_a_name_that_changes_hands_takes_no_ids_along(tmp_path: Path) -> None:
    """A guest who registers gives up a name; an account that has it next never gets the guest's replies."""

    async def test(here: Running, ann: Account, bo: Account) -> None:
        room = here.floor.rooms["poker"]
        variant = next(iter(room.bank.room.state.tables.values())).variant  # type: ignore[union-attr]
        version = room.bank.room.version  # type: ignore[union-attr]
        assert await ask(here, room, ann, Join(ann.name, variant), version, "same") == version + 1
        heir = replace(bo, name=ann.name)
        reply = await ask(here, room, heir, Strike(ann.name), version + 1, "same")
        assert isinstance(reply, PitbossError) and waiting(here) == [ann.name]

    on_a_floor(tmp_path, test)


def test_an_account_in_two_roles_uses_an_id_once(tmp_path: Path) -> None:
    """A pit boss speaks as a floorperson and as a player; one id is one command, and no bank is rebuilt for it."""

    async def test(here: Running, ann: Account, bo: Account) -> None:
        boss = (await here.people.guest("boss", "pit boss")).account
        live = here.floor.tables["three-card-poker"]
        version = live.table.version
        assert await ask(here, live, boss, Sit(1, ann.name, 10_000), version, "same") == version + 1
        assert await ask(here, live, boss, Sit(2, boss.name, 10_000), version + 1, "same") == version + 1
        assert here.floor.counts.rebuilt == 0 and live.names == {1: ann.name}

    on_a_floor(tmp_path, test)
