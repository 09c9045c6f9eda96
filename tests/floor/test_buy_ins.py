"""Chips on their way from the cage: who pays, what he has, one after the other, and what is refused."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import sqlalchemy as sa

from pitboss.card_room.commands import Collect, TakeSeat
from pitboss.errors import IllegalWager, NotAuthorized, PitbossError
from pitboss.floor.people.accounts import Account
from pitboss.floor.play.banks import RetryLaterError
from pitboss.floor.play.buy_ins import NO_ACCOUNT, BuyIns, is_buy_in
from pitboss.floor.play.command_requests import CommandRequest
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.rooms import LiveRoom
from pitboss.floor.storage.schema import account as accounts_table
from pitboss.floor.storage.schema import metadata
from pitboss.table.commands import Act, Bet, Buy, Leave, Sit
from tests.floor.visitors import a_floor, submit, visitors

ANN, BOSS = Account(7, "Ann", "patron", False, 0, 0), Account(9, "Pat", "pit boss", False, 0, 0)
CY = Account(10, "Cy", "patron", False, 0, 0)
CAGE = {"Ann": (7, 5000), "Bo": (8, 300), "Cy": (10, 0)}


class Floor:
    """A floor that notes what it is asked to do."""

    def __init__(self) -> None:
        self.accounts: dict[str, int] = {}
        self.said: list[Any] = []
        self.replies: list[Callable[[int | PitbossError], None]] = []
        self.refused: list[PitbossError] = []
        self.asked_first: list[tuple[str, PitbossError]] = []
        self.at_reading: Callable[[], None] = lambda: None
        self.database = self
        self.cluster: Any = None
        engine = sa.create_engine("sqlite://")
        metadata.create_all(engine, tables=[accounts_table])
        self.connection = engine.connect()
        for name, (number, cage) in CAGE.items():
            row = {"id": number, "name": name, "name_key": name.lower(), "role": "patron", "created": 0, "cage": cage}
            self.connection.execute(accounts_table.insert().values(**row))

    async def read(self, look: Callable[[sa.Connection], Any]) -> Any:
        await asyncio.sleep(0)
        found = look(self.connection)
        self.at_reading()
        return found

    def say(self, request: CommandRequest) -> None:
        self.said.append(request)
        self.replies.append(request.reply)

    async def look_up_id(self, request: CommandRequest) -> None:
        """There is nowhere else."""

    def refuse(self, bank: Any, error: PitbossError, reply: Any) -> None:
        self.refused.append(error)
        reply(error)

    async def repeat_answer(self, request: CommandRequest, error: PitbossError) -> None:
        self.asked_first.append((request.request_id, error))
        request.reply(error)


@pytest.fixture
def floor() -> Floor:
    return Floor()


@pytest.fixture
def buy_ins(floor: Floor) -> BuyIns:
    return BuyIns(floor, floor.say)  # type: ignore[arg-type]


def a_table(served_by: str = "") -> Any:
    table = Mock(spec=LiveTable)
    table.names, table.bank = {1: "Ann", 2: "Bo"}, Mock(served_by=served_by)
    return table


def request(command: Any, reply: Any, account: Account = ANN, id_: str = "c1", table: Any = None) -> CommandRequest:
    return CommandRequest(table or a_table(), account, command, 3, id_, reply)


def say(buy_ins: BuyIns, deed: Any, who: Account = ANN, place: Any = None) -> list[int | PitbossError]:
    heard: list[int | PitbossError] = []
    asyncio.run(buy_ins.submit(request(deed, heard.append, who, table=place)))
    return heard


def test_which_commands_wait_for_the_cage(buy_ins: BuyIns) -> None:
    waits: list[Any] = [Sit(1, "Ann", 5), Collect("x", "Ann", "y", True)]
    for deed in (Bet(1, {"Ante": 500}), Leave(1), Act("cards changed", {}), *waits):
        assert buy_ins.concerns(deed) is (deed in waits)


def test_which_deeds_bring_chips() -> None:
    assert all(map(is_buy_in, (Sit(1, "Ann", 5), Buy(1, 5), TakeSeat("Ann", "x", 1, 5), Act("stakes added", {}))))
    assert not any(map(is_buy_in, (Leave(1), Act("cards changed", {}), Collect("x", "Ann", "y", True))))


def test_commands_of_one_account_at_one_table_keep_their_order(tmp_path: Path) -> None:
    """A wager sent right after a buy-in waits for it; another account does not wait, nor does the same one elsewhere."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            ann, bob = await visitors(here, "three-card-poker", 2)
            done: list[str] = []
            replies = [lambda result, n=n: done.append(f"{n} {type(result).__name__}") for n in range(4)]
            floor, live, wager = here.floor, ann.live, Bet(1, {"Ante": 1000})
            other = next(table for name, table in floor.tables.items() if table is not live)
            floor.submit(live, ann.account, Sit(1, ann.player, 10_000), 1, "sit", replies[0])
            floor.submit(live, ann.account, wager, 2, "bet", replies[1])
            floor.submit(live, bob.account, wager, 1, "bob", replies[2])
            floor.submit(other, ann.account, wager, 1, "elsewhere", replies[3])
            await ann.until(lambda: bool(live.table.bets))
            while len(done) < 4:
                await asyncio.sleep(0)
            assert sorted(done[:2]) == ["2 IllegalWager", "3 IllegalWager"] and done[2:] == ["0 int", "1 int"]
            assert not floor._queued

    asyncio.run(asyncio.wait_for(evening(), 20))


def test_the_process_that_serves_a_bank_looks_up_the_account(tmp_path: Path) -> None:
    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            (ann,) = await visitors(here, "three-card-poker", 1)
            passed: list[CommandRequest] = []

            async def pass_on(request: CommandRequest) -> None:
                passed.append(request)
                request.reply(7)

            ann.live.bank.served_by, here.floor.cluster = "other", Mock(submit=pass_on)
            assert await submit(here.floor, ann.live, ann.account, Sit(1, "Di", 99_999), 3, "c1") == 7
            assert passed[0].command == Sit(1, "Di", 99_999)
            ann.live.bank.served_by, here.floor.cluster = "", None

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("deed", "who", "name"),
    [
        (Sit(1, "Ann", 5000), ANN, "Ann"),
        (Sit(1, "Bo", 300), BOSS, "Bo"),
        (TakeSeat("Bo", "holdem", 4, 300), BOSS, "Bo"),
        (Buy(2, 300), BOSS, "Bo"),
        (Buy(5, 5000), ANN, "Ann"),
        (Act("stakes added", {"seat": 2, "cents": 300}), BOSS, "Bo"),
        (Act("stakes added", {"seat": "2", "cents": 300}), ANN, "Ann"),
        (Act("stakes added", {"seat": 2}), BOSS, "Bo"),
        (Act("stakes added", {"seat": 5, "cents": "300"}), CY, "Cy"),
    ],
)
def test_whose_chips_are_brought(floor: Floor, buy_ins: BuyIns, deed: Any, who: Account, name: str) -> None:
    assert say(buy_ins, deed, who) == []
    assert floor.accounts == {name: CAGE[name][0]}
    assert floor.said[0][2] == deed and floor.asked_first == []
    floor.replies[0](12)
    assert not buy_ins._turns and not buy_ins._users


def test_in_a_room_who_says_so_pays(floor: Floor, buy_ins: BuyIns) -> None:
    room = Mock(spec=LiveRoom)
    room.bank = Mock(served_by="")
    say(buy_ins, Act("stakes added", {"seat": 2, "cents": 4000}), place=room)
    assert floor.accounts == {"Ann": 7} and len(floor.said) == 1


def test_the_turn_ends_before_the_reply_is_passed_on(floor: Floor, buy_ins: BuyIns) -> None:
    """Whoever is answered can bring chips again at once."""
    heard: list[tuple[int | PitbossError, bool]] = []
    reply: Any = lambda found: heard.append((found, bool(buy_ins._turns)))  # noqa: E731
    asyncio.run(buy_ins.submit(request(Sit(1, "Ann", 5000), reply, ANN, "c1")))
    assert buy_ins._turns and not heard
    floor.replies[0](12)
    assert heard == [(12, False)]


@pytest.mark.parametrize(
    ("deed", "who", "sentence"),
    [
        (Sit(1, "Ann", 5001), ANN, "there is $50 in your account at the cage, not $50.01"),
        (Buy(2, 400), BOSS, "there is $3 in that account at the cage, not $4"),
        (Act("stakes added", {"seat": 2, "cents": 301}), BOSS, "there is $3 in that account at the cage, not $3.01"),
    ],
)
def test_more_than_is_in_the_cage_is_refused(floor: Floor, buy_ins: BuyIns, deed: Any, who: Account, sentence: str) -> None:
    (error,) = say(buy_ins, deed, who)
    assert isinstance(error, IllegalWager) and error.message == sentence
    assert floor.asked_first == [("c1", error)] and floor.said == []
    assert not buy_ins._turns and not buy_ins._users


@pytest.mark.parametrize("name", ["Di", "ann", ""])
def test_nobody_of_that_name_has_an_account(floor: Floor, buy_ins: BuyIns, name: str) -> None:
    (error,) = say(buy_ins, Sit(1, name, 5), BOSS)
    assert isinstance(error, NotAuthorized) and error.message == NO_ACCOUNT
    assert floor.said == [] and floor.accounts == {}


def test_a_payout_is_collected_by_somebody_with_an_account(floor: Floor, buy_ins: BuyIns) -> None:
    say(buy_ins, Collect("Bad Beat", "Bo", "loser", True), BOSS)
    assert floor.accounts == {"Bo": 8} and len(floor.said) == 1
    (error,) = say(buy_ins, Collect("Bad Beat", "Di", "loser", True), BOSS)
    assert isinstance(error, NotAuthorized)
    assert not buy_ins._turns


def test_who_is_not_known_has_nothing_in_the_cage(buy_ins: BuyIns) -> None:
    assert asyncio.run(buy_ins.cage_balance(7)) == 5000
    assert asyncio.run(buy_ins.cage_balance(99)) == 0


def test_one_account_brings_chips_one_after_the_other(floor: Floor, buy_ins: BuyIns) -> None:
    """The second waits for what became of the first; another account does not wait."""

    async def evening() -> None:
        heard: list[Any] = []
        both = [asyncio.create_task(buy_ins.submit(request(Sit(n, "Ann", 9), heard.append, ANN, f"c{n}"))) for n in (1, 2)]
        other = asyncio.create_task(buy_ins.submit(request(Sit(3, "Bo", 9), heard.append, BOSS, "c3")))
        for _ in range(9):
            await asyncio.sleep(0)
        assert [deed.seat for _, _, deed, *_ in floor.said] == [1, 3] and not both[1].done()
        floor.replies[0](12)
        await asyncio.gather(*both, other)
        assert [deed.seat for _, _, deed, *_ in floor.said] == [1, 3, 2] and heard == [12]
        floor.replies[1](13)
        floor.replies[2](14)
        assert not buy_ins._turns and not buy_ins._users

    asyncio.run(asyncio.wait_for(evening(), 10))


class OneAtATime:
    """What two processes share: an account that one has reserved waits in the other."""

    def __init__(self) -> None:
        self.turns: dict[int, asyncio.Lock] = {}

    async def reserve(self, account: int) -> None:
        await self.turns.setdefault(account, asyncio.Lock()).acquire()

    def unreserve(self, account: int) -> None:
        self.turns[account].release()


def test_chips_that_another_process_moves_are_not_spent_here(floor: Floor) -> None:
    """The second process looks into the cage when the first has taken its chips, and carries out nothing to be undone."""
    peers = floor.cluster = OneAtATime()
    one, two = [BuyIns(floor, floor.say) for _ in range(2)]  # type: ignore[arg-type]

    async def evening() -> None:
        heard: list[Any] = []
        both = [
            asyncio.create_task(process.submit(request(Sit(n, "Ann", 4000), heard.append, ANN, f"c{n}")))
            for n, process in enumerate((one, two), 1)
        ]
        for _ in range(9):
            await asyncio.sleep(0)
        assert [deed.seat for _, _, deed, *_ in floor.said] == [1] and not both[1].done()
        floor.connection.execute(accounts_table.update().where(accounts_table.c.id == ANN.id).values(cage=1000))
        floor.replies[0](12)
        await asyncio.gather(*both)
        assert len(floor.said) == 1 and heard[0] == 12 and isinstance(heard[1], IllegalWager)
        assert not any(turn.locked() for turn in peers.turns.values())

    asyncio.run(asyncio.wait_for(evening(), 10))


def test_who_goes_while_he_waits_leaves_the_turn_to_others(floor: Floor, buy_ins: BuyIns) -> None:
    async def evening() -> None:
        first, second = [
            asyncio.create_task(buy_ins.submit(request(Sit(n, "Ann", 9), lambda found: None, ANN, f"c{n}"))) for n in (1, 2)
        ]
        for _ in range(9):
            await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        assert second.cancelled() and len(floor.said) == 1
        floor.replies[0](12)
        assert not buy_ins._turns and not buy_ins._users

    asyncio.run(asyncio.wait_for(evening(), 10))


def test_a_database_that_fails_ends_the_turn(floor: Floor, buy_ins: BuyIns) -> None:
    readings = iter([None])

    def fail_at_the_second() -> None:
        if next(readings, "failed") == "failed":
            raise OSError

    floor.at_reading = fail_at_the_second
    with pytest.raises(OSError):
        say(buy_ins, Sit(1, "Ann", 9))
    assert not buy_ins._turns and not buy_ins._users


def test_a_name_that_is_being_changed_is_said_again(floor: Floor, buy_ins: BuyIns) -> None:
    with buy_ins.renaming(7):
        (error,) = say(buy_ins, Sit(1, "Ann", 9))
        assert isinstance(error, RetryLaterError) and 7 not in buy_ins._turns
        say(buy_ins, Sit(2, "Bo", 9), BOSS)
    assert len(floor.said) == 1
    assert say(buy_ins, Sit(1, "Ann", 9)) == [] and len(floor.said) == 2


def test_a_name_that_was_changed_meanwhile_is_said_again(floor: Floor, buy_ins: BuyIns) -> None:
    """Somebody was looked up by his old name, and has another when what he has is known."""
    readings = iter("ab")

    def rename_at_the_second() -> None:
        if next(readings) == "b":
            with buy_ins.renaming(99):
                pass

    floor.at_reading = rename_at_the_second
    (error,) = say(buy_ins, Sit(1, "Ann", 9))
    assert isinstance(error, RetryLaterError) and floor.said == []


def test_a_name_that_was_changed_while_somebody_waited_for_his_turn_is_said_again(floor: Floor, buy_ins: BuyIns) -> None:
    async def evening() -> None:
        heard: list[Any] = []
        both = [asyncio.create_task(buy_ins.submit(request(Sit(n, "Ann", 9), heard.append, ANN, f"c{n}"))) for n in (1, 2)]
        for _ in range(9):
            await asyncio.sleep(0)
        with buy_ins.renaming(7):
            pass
        floor.replies[0](NotAuthorized("the seat is taken"))
        await asyncio.gather(*both)
        assert len(floor.said) == 1 and [type(each) for each in heard] == [NotAuthorized, RetryLaterError]

    asyncio.run(asyncio.wait_for(evening(), 10))


def test_a_name_is_free_again_when_changing_it_fails(floor: Floor, buy_ins: BuyIns) -> None:
    with pytest.raises(OSError), buy_ins.renaming(7):
        raise OSError
    assert say(buy_ins, Sit(1, "Ann", 9)) == [] and len(floor.said) == 1


@pytest.mark.parametrize("cents", [0, -1])
def test_nobody_sits_down_without_chips(tmp_path: Path, cents: int) -> None:
    """At a table, in a Poker room, and with a floorperson's help; the seat stays free."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            (ann,) = await visitors(here, "three-card-poker", 1)
            boss = (await here.people.guest("boss", "pit boss")).account
            room = here.floor.rooms["poker"]
            table = next(iter(room.bank.room.tables))  # type: ignore[union-attr]
            said: list[tuple[Any, Account, Any]] = [
                (ann.live, ann.account, Sit(1, ann.player, cents)),
                (ann.live, boss, Sit(1, ann.player, cents)),
                (room, ann.account, TakeSeat(ann.player, table, 1, cents)),
            ]
            for place, who, deed in said:
                with pytest.raises(IllegalWager, match="nobody sits down without chips: bring"):
                    await submit(here.floor, place, who, deed, 0, f"{who.id} {type(deed).__name__}")
            assert ann.live.names == {} and here.floor.counts.rebuilt == 0

    asyncio.run(evening())
