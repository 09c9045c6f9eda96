"""What could not be put on record is undone: the bank is rebuilt, whoever waited is told to say it again, and nothing is told
that did not happen."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import PitbossError, Stopped
from pitboss.floor.play.banks import RetryLaterError
from pitboss.floor.play.command_requests import UsedIds
from pitboss.floor.storage.transactions import Unit
from pitboss.table.commands import Bet, Buy, Leave, Seed, Sit
from tests.floor.test_floor import books
from tests.floor.visitors import CHIPS, Visitor, a_floor, submit, visitors


def test_an_id_is_used_once_by_an_account_whatever_the_table(tmp_path: Path) -> None:
    """The same id at another table is refused, both tables are as they were, and others may use that id."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            (ann,) = await visitors(here, "three-card-poker", 1)
            there = Visitor(here, here.floor.tables["blackjack"], ann.account)
            there.come()
            await ann.ask(Sit(1, ann.player, 50_000), "the same")
            with pytest.raises(PitbossError, match="used this id before"):
                await there.ask(Sit(1, ann.player, 50_000), "the same")
            await asyncio.sleep(0.1)
            assert there.live.names == {} and there.live.table.version == there.live.durable == 1
            assert await there.ask(Sit(2, ann.player, 50_000), "another") == 2
            (bo,) = await visitors(here, "three-card-poker", 1)
            await bo.ask(Sit(2, bo.player, 50_000), "the same")
            await books(here)

    asyncio.run(evening())


def test_an_id_that_this_process_forgot_is_refused_without_a_rebuild(tmp_path: Path) -> None:
    """Somebody who repeats the ids of another server, or of the time before a restart, disturbs nobody: a seat is refused at
    once, and after one other command of that kind all are."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            (ann,) = await visitors(here, "three-card-poker", 1)
            there = Visitor(here, here.floor.tables["blackjack"], ann.account)
            there.come()
            await ann.ask(Sit(1, ann.player, 30_000), "first")
            await ann.ask(Seed(1, "one"), "second")
            here.floor.used_ids = UsedIds()
            with pytest.raises(PitbossError, match="used this id before"):
                await there.ask(Sit(2, ann.player, 30_000), "first")
            assert here.floor.counts.rebuilt == 0
            await there.ask(Sit(2, ann.player, 30_000), "third")
            with pytest.raises(PitbossError, match="used this id before"):
                await there.ask(Seed(2, "two"), "second")
            await there.until(lambda: here.floor.counts.rebuilt == 1)
            here.floor.used_ids.forget(ann.account.id, "second")
            for _ in range(3):
                with pytest.raises(PitbossError, match="used this id before"):
                    await there.ask(Seed(2, "two"), "second")
            assert here.floor.counts.rebuilt == 1
            await there.ask(Seed(2, "two"), "fourth")
            await books(here)

    asyncio.run(evening())


def test_a_command_that_is_said_again_gets_its_first_answer(tmp_path: Path) -> None:
    """At once, later, after other commands, and after the server was started again."""

    async def first() -> tuple[int, int]:
        async with a_floor(tmp_path) as here:
            (ann,) = await visitors(here, "three-card-poker", 1)
            floor, live = here.floor, ann.live
            sit = Sit(1, ann.player, 50_000)
            versions = await asyncio.gather(*(submit(floor, live, ann.account, sit, 1, "sit") for _ in range(3)))
            assert versions == [2, 2, 2]
            await ann.ask(Bet(1, {"Ante": 500}))
            await ann.until(lambda: bool(ann.asked))
            ann.decide()
            await ann.until(lambda: ann.rounds == 1)
            assert await submit(floor, live, ann.account, sit, 1, "sit") == 2
            await books(here)
            return ann.account.id, await floor.buy_ins.cage_balance(ann.account.id)

    async def second(account: int, cage: int) -> None:
        async with a_floor(tmp_path) as here:
            who = await here.people.named(next(iter(here.floor.tables["three-card-poker"].names.values())))
            assert who.id == account
            live = here.floor.tables["three-card-poker"]
            assert await submit(here.floor, live, who, Sit(1, who.name, 50_000), 1, "sit") == 2
            assert await here.floor.buy_ins.cage_balance(account) == cage
            await books(here)

    asyncio.run(second(*asyncio.run(first())))


def test_chips_are_spent_once(tmp_path: Path) -> None:
    """Of two seats at two tables that together cost more than is in the cage one is refused, however they are asked for."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            (ann,) = await visitors(here, "three-card-poker", 1)
            there = Visitor(here, here.floor.tables["blackjack"], ann.account)
            there.come()
            most = CHIPS * 2 // 3
            found = await asyncio.gather(
                ann.ask(Sit(1, ann.player, most)), there.ask(Sit(1, ann.player, most)), return_exceptions=True
            )
            assert sorted(isinstance(each, PitbossError) for each in found) == [False, True]
            assert await here.floor.buy_ins.cage_balance(ann.account.id) == CHIPS - most
            with pytest.raises(PitbossError, match="at the cage"):
                await (ann if 1 in ann.live.names else there).ask(Buy(1, most))
            await books(here)

    asyncio.run(evening())


def test_chips_that_are_gone_meanwhile_are_not_spent(tmp_path: Path) -> None:
    """Where somebody else has spent the chips between the look into the cage and the commit, the seat is not taken."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            (ann,) = await visitors(here, "three-card-poker", 1)
            unit = Unit(work=lambda execute: execute("UPDATE account SET cage = 100 WHERE id = ?", [ann.account.id]))
            here.floor.buy_ins.cage_balance = _rich  # type: ignore[method-assign]
            await here.writer.write(unit)
            with pytest.raises(RetryLaterError):
                await ann.ask(Sit(1, ann.player, 50_000))
            async with asyncio.timeout(60):
                while ann.live.names or not ann.ended:  # the table is rebuilt
                    await asyncio.sleep(0.01)
            assert ann.live.durable == 1 and ann.ended == "resync"

    async def _rich(account: int) -> int:
        return CHIPS

    asyncio.run(evening())


def test_a_database_that_fails_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While nothing can be written nothing is acknowledged or shown; afterwards the floor goes on from what was durable."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            people = await visitors(here, "three-card-poker", 2)
            ann, bo = people
            for seat, one in enumerate(people, 1):
                await one.sit(seat)
            backend = here.writer._backend
            commit = backend.commit

            def fails(units: Any) -> Any:
                raise Stopped("the disk is full")

            monkeypatch.setattr(backend, "commit", fails)
            await ann.until(lambda: ann.version == 3)
            before = list(ann.messages)
            with pytest.raises(RetryLaterError):
                await ann.ask(Bet(1, {"Ante": 500}))
            with pytest.raises(RetryLaterError):
                await bo.ask(Leave(2))
            monkeypatch.setattr(backend, "commit", commit)
            await asyncio.sleep(0.2)
            assert ann.messages == before and ann.ended == bo.ended == "resync"
            assert ann.live.table.bets == {} and ann.live.names == {1: ann.player, 2: bo.player}
            again = [Visitor(here, one.live, one.account) for one in people]
            for one in again:
                one.come()
            await asyncio.gather(*(one.play(2) for one in again))
            await books(here)

    asyncio.run(evening())


def test_a_refusal_waits_for_what_it_rests_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody whose seat was taken by a command that is not durable yet is told so only when it is; and told to try again if
    it never is."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            ann, bo = await visitors(here, "three-card-poker", 2)
            backend = here.writer._backend
            commit = backend.commit
            monkeypatch.setattr(backend, "commit", lambda units: (_ for _ in ()).throw(Stopped("the disk is full")))
            found = await asyncio.gather(
                ann.ask(Sit(1, ann.player, 50_000)), bo.ask(Sit(1, bo.player, 50_000)), return_exceptions=True
            )
            assert [type(each) for each in found] == [RetryLaterError, RetryLaterError]
            monkeypatch.setattr(backend, "commit", commit)
            async with asyncio.timeout(10):  # a table that failed twice is rebuilt the second time after a pause
                while bo.live.bank.broken:
                    await asyncio.sleep(0.05)
            assert await bo.ask(Sit(1, bo.player, 50_000)) == 2

    asyncio.run(evening())


def test_a_floorperson_seats_a_player_from_that_players_account(tmp_path: Path) -> None:
    """The chips are the player's; nobody is seated who has no account, and the table is as it was."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            (ann,) = await visitors(here, "three-card-poker", 1)
            staff = Visitor(here, ann.live, (await here.people.guest("staff", "floorperson")).account)
            await staff.ask(Sit(3, ann.player, 50_000))
            assert await here.floor.buy_ins.cage_balance(ann.account.id) == CHIPS - 50_000
            await staff.ask(Buy(3, 10_000))
            assert await here.floor.buy_ins.cage_balance(ann.account.id) == CHIPS - 60_000
            assert await here.floor.buy_ins.cage_balance(staff.account.id) == CHIPS
            for cents in (100, 50_000):
                with pytest.raises(PitbossError, match="nobody of that name"):
                    await staff.ask(Sit(4, "Nobody", cents))
            assert ann.live.names == {3: ann.player} and ann.live.table.version == ann.live.durable
            await books(here)

    asyncio.run(evening())


def test_a_table_that_fails_again_and_again_is_not_rebuilt_without_a_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it goes on as soon as it does not fail any more."""

    def broken(floor: Any, live: Any, pending: Any) -> None:
        raise KeyError("a defect")

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            (ann,) = await visitors(here, "three-card-poker", 1)
            await ann.ask(Sit(1, ann.player, 50_000))
            with monkeypatch.context() as patch:
                patch.setattr(type(here.floor), "_run_house", broken)
                with pytest.raises(RetryLaterError):
                    await ann.ask(Bet(1, {"Ante": 500}))
                await asyncio.sleep(0.3)
                assert 1 <= here.floor.counts.rebuilt <= 2
            while ann.live.bank.broken:
                await asyncio.sleep(0.05)
            assert await submit(here.floor, ann.live, ann.account, Bet(1, {"Ante": 500}), ann.live.table.version, "at last")
            await books(here)

    asyncio.run(evening())
