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
from pitboss.floor.accounts import Account
from pitboss.floor.banks import Again
from pitboss.floor.live import LiveTable
from pitboss.floor.purses import NOBODY, Purses, brings_chips
from pitboss.floor.rooms import LiveRoom
from pitboss.floor.schema import account as accounts_table
from pitboss.floor.schema import metadata
from pitboss.table.commands import Act, Bet, Buy, Leave, Sit
from tests.floor.visitors import a_floor, visitors

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

    def say(self, place: Any, who: Account, deed: Any, version: int | None, id_: str, reply: Any) -> None:
        self.said.append((place, who, deed, version, id_))
        self.replies.append(reply)

    def refuse(self, bank: Any, error: PitbossError, reply: Any) -> None:
        self.refused.append(error)
        reply(error)

    async def first_answer(self, place: Any, who: Account, id_: str, error: PitbossError, reply: Any) -> None:
        self.asked_first.append((id_, error))
        reply(error)


@pytest.fixture
def floor() -> Floor:
    return Floor()


@pytest.fixture
def purses(floor: Floor) -> Purses:
    return Purses(floor)  # type: ignore[arg-type]


def a_table(served_by: str = "") -> Any:
    table = Mock(spec=LiveTable)
    table.names, table.bank = {1: "Ann", 2: "Bo"}, Mock(served_by=served_by)
    return table


def say(purses: Purses, deed: Any, who: Account = ANN, place: Any = None) -> list[int | PitbossError]:
    heard: list[int | PitbossError] = []
    asyncio.run(purses.say(place or a_table(), who, deed, 3, "c1", heard.append))
    return heard


def test_what_brings_no_chips_is_said_at_once(floor: Floor, purses: Purses) -> None:
    table = a_table()
    for deed in (Bet(1, {"Ante": 500}), Leave(1), Act("cards changed", {})):
        say(purses, deed, place=table)
        assert floor.said.pop() == (table, ANN, deed, 3, "c1")
    assert floor.accounts == {}


def test_which_deeds_bring_chips() -> None:
    assert all(map(brings_chips, (Sit(1, "Ann", 5), Buy(1, 5), TakeSeat("Ann", "x", 1, 5), Act("stakes added", {}))))
    assert not any(map(brings_chips, (Leave(1), Act("cards changed", {}), Collect("x", "Ann", "y", True))))


def test_a_bank_of_another_process_looks_for_itself(floor: Floor, purses: Purses) -> None:
    say(purses, Sit(1, "Di", 99_999), place=a_table(served_by="other"))
    assert len(floor.said) == 1 and floor.refused == []


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
def test_whose_chips_are_brought(floor: Floor, purses: Purses, deed: Any, who: Account, name: str) -> None:
    assert say(purses, deed, who) == []
    assert floor.accounts == {name: CAGE[name][0]}
    assert floor.said[0][2] == deed and floor.asked_first == []
    floor.replies[0](12)
    assert not purses._turns and not purses._users


def test_in_a_room_who_says_so_pays(floor: Floor, purses: Purses) -> None:
    room = Mock(spec=LiveRoom)
    room.bank = Mock(served_by="")
    say(purses, Act("stakes added", {"seat": 2, "cents": 4000}), place=room)
    assert floor.accounts == {"Ann": 7} and len(floor.said) == 1


def test_the_turn_ends_before_the_reply_is_passed_on(floor: Floor, purses: Purses) -> None:
    """Whoever is answered can bring chips again at once."""
    heard: list[tuple[int | PitbossError, bool]] = []
    reply: Any = lambda found: heard.append((found, bool(purses._turns)))  # noqa: E731
    asyncio.run(purses.say(a_table(), ANN, Sit(1, "Ann", 5000), 3, "c1", reply))
    assert purses._turns and not heard
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
def test_more_than_is_in_the_cage_is_refused(floor: Floor, purses: Purses, deed: Any, who: Account, sentence: str) -> None:
    (error,) = say(purses, deed, who)
    assert isinstance(error, IllegalWager) and error.message == sentence
    assert floor.asked_first == [("c1", error)] and floor.said == []
    assert not purses._turns and not purses._users


@pytest.mark.parametrize("name", ["Di", "ann", ""])
def test_nobody_of_that_name_has_an_account(floor: Floor, purses: Purses, name: str) -> None:
    (error,) = say(purses, Sit(1, name, 5), BOSS)
    assert isinstance(error, NotAuthorized) and error.message == NOBODY
    assert floor.said == [] and floor.accounts == {}


def test_a_payout_is_collected_by_somebody_with_an_account(floor: Floor, purses: Purses) -> None:
    say(purses, Collect("Bad Beat", "Bo", "loser", True), BOSS)
    assert floor.accounts == {"Bo": 8} and len(floor.said) == 1
    (error,) = say(purses, Collect("Bad Beat", "Di", "loser", True), BOSS)
    assert isinstance(error, NotAuthorized)
    assert not purses._turns


def test_who_is_not_known_has_nothing_in_the_cage(purses: Purses) -> None:
    assert asyncio.run(purses.in_the_cage(7)) == 5000
    assert asyncio.run(purses.in_the_cage(99)) == 0


def test_one_account_brings_chips_one_after_the_other(floor: Floor, purses: Purses) -> None:
    """The second waits for what became of the first; another account does not wait."""

    async def evening() -> None:
        heard: list[Any] = []
        both = [asyncio.create_task(purses.say(a_table(), ANN, Sit(n, "Ann", 9), 3, f"c{n}", heard.append)) for n in (1, 2)]
        other = asyncio.create_task(purses.say(a_table(), BOSS, Sit(3, "Bo", 9), 3, "c3", heard.append))
        for _ in range(9):
            await asyncio.sleep(0)
        assert [deed.seat for _, _, deed, *_ in floor.said] == [1, 3] and not both[1].done()
        floor.replies[0](12)
        await asyncio.gather(*both, other)
        assert [deed.seat for _, _, deed, *_ in floor.said] == [1, 3, 2] and heard == [12]
        floor.replies[1](13)
        floor.replies[2](14)
        assert not purses._turns and not purses._users

    asyncio.run(asyncio.wait_for(evening(), 10))


def test_who_goes_while_he_waits_leaves_the_turn_to_others(floor: Floor, purses: Purses) -> None:
    async def evening() -> None:
        first, second = [
            asyncio.create_task(purses.say(a_table(), ANN, Sit(n, "Ann", 9), 3, f"c{n}", lambda found: None)) for n in (1, 2)
        ]
        for _ in range(9):
            await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        assert second.cancelled() and len(floor.said) == 1
        floor.replies[0](12)
        assert not purses._turns and not purses._users

    asyncio.run(asyncio.wait_for(evening(), 10))


def test_a_database_that_fails_ends_the_turn(floor: Floor, purses: Purses) -> None:
    readings = iter([None])

    def fail_at_the_second() -> None:
        if next(readings, "failed") == "failed":
            raise OSError

    floor.at_reading = fail_at_the_second
    with pytest.raises(OSError):
        say(purses, Sit(1, "Ann", 9))
    assert not purses._turns and not purses._users


def test_a_name_that_is_being_changed_is_said_again(floor: Floor, purses: Purses) -> None:
    with purses.renaming(7):
        (error,) = say(purses, Sit(1, "Ann", 9))
        assert isinstance(error, Again) and 7 not in purses._turns
        say(purses, Sit(2, "Bo", 9), BOSS)
    assert len(floor.said) == 1
    assert say(purses, Sit(1, "Ann", 9)) == [] and len(floor.said) == 2


def test_a_name_that_was_changed_meanwhile_is_said_again(floor: Floor, purses: Purses) -> None:
    """Somebody was looked up by his old name, and has another when what he has is known."""
    readings = iter("ab")

    def rename_at_the_second() -> None:
        if next(readings) == "b":
            with purses.renaming(99):
                pass

    floor.at_reading = rename_at_the_second
    (error,) = say(purses, Sit(1, "Ann", 9))
    assert isinstance(error, Again) and floor.said == []


def test_a_name_that_was_changed_while_somebody_waited_for_his_turn_is_said_again(floor: Floor, purses: Purses) -> None:
    async def evening() -> None:
        heard: list[Any] = []
        both = [asyncio.create_task(purses.say(a_table(), ANN, Sit(n, "Ann", 9), 3, f"c{n}", heard.append)) for n in (1, 2)]
        for _ in range(9):
            await asyncio.sleep(0)
        with purses.renaming(7):
            pass
        floor.replies[0](NotAuthorized("the seat is taken"))
        await asyncio.gather(*both)
        assert len(floor.said) == 1 and [type(each) for each in heard] == [NotAuthorized, Again]

    asyncio.run(asyncio.wait_for(evening(), 10))


def test_a_name_is_free_again_when_changing_it_fails(floor: Floor, purses: Purses) -> None:
    with pytest.raises(OSError), purses.renaming(7):
        raise OSError
    assert say(purses, Sit(1, "Ann", 9)) == [] and len(floor.said) == 1


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
                    await here.floor.ask(place, who, deed, 0, f"{who.id} {type(deed).__name__}")
            assert ann.live.names == {} and here.floor.counts.rebuilt == 0

    asyncio.run(evening())
