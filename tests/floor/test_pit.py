"""What a pit boss and a dealer do on a floor, names that change, files that describe a floor."""

import asyncio
from pathlib import Path

import pytest

from pitboss.card_room.commands import CloseTable
from pitboss.errors import NotAuthorized
from pitboss.floor.play.banks import RetryLaterError
from pitboss.floor.play.floor_plan import read_plan
from pitboss.floor.server import EVERYWHERE, Settings
from pitboss.table.commands import Sit
from tests.floor.test_floor import books
from tests.floor.visitors import Visitor, a_floor, submit, visitors


def test_a_table_of_a_room_is_closed_and_opened_again(tmp_path: Path) -> None:
    """Whoever looks is told so; nothing is rebuilt, and a table of the same name is another one."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            boss = (await here.people.guest("boss", "pit boss")).account
            (ann,) = await visitors(here, "poker/stud", 1)
            room, live = here.floor.rooms["poker"], ann.live
            assert room.bank.room is not None
            await submit(here.floor, room, boss, CloseTable("stud"), room.bank.room.version, "close")
            await ann.until(lambda: bool(ann.ended))
            assert ann.ended == "the table has closed" and "poker/stud" not in here.floor.tables
            assert here.floor.counts.rebuilt == 0
            await here.lifecycle.open_room_table(None, room, "stud", {"variant": "seven-card stud"})
            again = here.floor.tables["poker/stud"]
            assert again is not live and again.log != live.log
            late = Visitor(here, again, ann.account)
            late.come()
            assert await late.sit(1)
            await books(here)

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[[table]]\nname = "a"\nchapter = "565"\n' * 2, "a is there 2 times"),
        ('[[table]]\nname = "a"\nchapter = "565"\nhouse = { table_minimun = 5 }', "a cannot be opened: .*table_minimum"),
        ('[[room]]\nname = "p"\n[[room.table]]\nname = "x"\nhouse = { variant = "bridge" }', "p/x cannot be opened"),
    ],
)
def test_a_plan_is_refused_as_a_whole_before_anything_is_opened(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "plan.toml").write_text(text.replace('name = "p"', 'name = "p"\nchapter = "637a"'))

    async def evening() -> None:
        async with a_floor(tmp_path, plan=tmp_path / "plan.toml"):
            pass

    with pytest.raises(NotAuthorized, match=sentence):
        asyncio.run(evening())
    assert [path.name for path in tmp_path.iterdir()] == ["plan.toml"], "nothing is left behind"


def test_a_floor_that_has_others_gets_no_default_tables(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[[table]]\nname = "mine"\nchapter = "565"\n')
    assert [each.name for each in read_plan(own).table] == ["mine"]

    async def evening() -> None:
        for plan in ({"plan": own}, {}):
            async with a_floor(tmp_path, **plan) as here:
                assert set(here.floor.tables) == {"mine"}

    asyncio.run(evening())


def test_a_floor_that_is_heard_everywhere_answers_to_the_names_of_its_machine() -> None:
    import socket

    for host in EVERYWHERE:
        assert socket.gethostname().lower() in Settings(host=host).hosts
    assert socket.gethostname().lower() not in Settings(host="127.0.0.1").hosts


def test_a_table_is_dealt_by_the_house_again_when_its_dealer_may_not_any_more(tmp_path: Path) -> None:
    """His role, his session or his account is gone, or he has sat down there himself."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            boss = (await here.people.guest("boss", "pit boss")).account
            (ann,) = await visitors(here, "three-card-poker", 1)
            signed_in = await here.people.guest("dealer", "dealer")
            dealer = signed_in.account
            here.floor.presence.hold(ann.live, dealer.name, dealer.id)
            assert ann.live.held_by == dealer.name
            await here.people.disable(boss, dealer.name)
            assert ann.live.held_by == ""
            other = (await here.people.guest("other", "dealer")).account
            here.floor.presence.hold(ann.live, other.name, other.id)
            await submit(here.floor, ann.live, other, Sit(2, other.name, 10_000), ann.live.table.version, "sit")
            await asyncio.sleep(0)
            assert ann.live.held_by == ""

    asyncio.run(evening())


def test_nobody_sits_down_under_a_name_that_he_is_giving_up(tmp_path: Path) -> None:
    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            (ann,) = await visitors(here, "three-card-poker", 1)
            with here.floor.buy_ins.renaming(ann.account.id), pytest.raises(RetryLaterError, match="a name is being changed"):
                await ann.ask(Sit(1, ann.player, 10_000))
            made = await here.people.take_name(ann.account, "here", "Anna Livia", "a rainy Tuesday in June")
            assert made.account.name == "Anna Livia"
            with pytest.raises(NotAuthorized, match="nobody of that name"):
                await ann.ask(Sit(1, ann.player, 10_000))
            assert ann.live.names == {}

    asyncio.run(evening())


def test_nobody_is_believed_where_a_request_comes_from_but_a_proxy_that_was_named() -> None:
    from pitboss.floor.people.rate_limits import Proxies
    from pitboss.floor.server import uvicorn_config
    from pitboss.floor.web.transport.doors import Patience
    from pitboss.floor.web.transport.wire import Wire

    assert not uvicorn_config(lambda *_: None, Wire).proxy_headers  # type: ignore[arg-type]
    named = uvicorn_config(lambda *_: None, Wire, Patience(proxies=Proxies("10.0.0.7")))  # type: ignore[arg-type]
    assert named.proxy_headers and named.forwarded_allow_ips == "10.0.0.7/32"
