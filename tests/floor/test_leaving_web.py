"""What the floor says before a player leaves in the middle of a round, and which seats the lobby offers."""

import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.card_room.commands import Join
from pitboss.errors import NotAuthorized, OutOfTurn
from pitboss.floor.running import Running
from pitboss.floor.web.leaving import BANKS, FOLDED, LOST, PLAYED, RETURNED, WAIT, Leaving, if_leaves
from pitboss.games import MODULES
from pitboss.games.pai_gow.bank import let_bank
from pitboss.table.commands import Command, Leave
from pitboss.table.steps import Ask, seat_name
from tests.floor.floor_evening import Evening
from tests.floor.test_recall import Web, run
from tests.table.asking import POKER, TWENTY_ONE, at_a_question, bet_all, player, seated, to_a_question

ACTS = {LOST: "collect", RETURNED: "return", FOLDED: "fold", PLAYED: "decide"}


@pytest.mark.parametrize("number", MODULES)
def test_the_floor_says_what_leaving_does_as_the_table_does_it(number: str) -> None:
    """The wagers are lost or given back as the house chose (§ 565.7(c) and its counterparts), a hand of Poker is folded
    (§ 637a.18(k)(4)), and a hand of 21, of which no paragraph speaks, is played on."""
    usual = FOLDED if number in POKER else PLAYED if number in TWENTY_ONE else LOST
    for expected in (usual, RETURNED) if usual == LOST else (usual,):
        table = at_a_question(number, {"abandoned_wagers_lose": False} if expected == RETURNED else {})
        assert isinstance(table.request, Ask)
        seat = table.request.seat
        says = if_leaves(table, table.seats[seat].player)
        assert says == Leaving(True, expected, "" if expected == PLAYED else table.game.incidents["player leaves"])
        before = len(table.round.steps) if table.round is not None else 0
        record = table.do(Command(Leave(seat), player(table, seat), 0))
        assert before and ACTS[expected] in {step.act for step in record.steps if step.who.startswith(seat_name(seat))}
        assert if_leaves(table, "Nobody") == Leaving()


def test_the_bank_is_told_to_stay() -> None:
    table = seated("645a", {"player_bank": True, "table_minimum": 1000})
    let_bank(table, 2, 1000)
    bet_all(table)
    table.begin()
    ask = to_a_question(table, lambda ask: any(choice.word == "bank" for choice in ask.choices))
    assert ask is not None and ask.seat == 2
    table.reply(ask.verify("bank"))
    assert if_leaves(table, table.seats[2].player) == Leaving(False, BANKS, "645a.7(b)")
    assert if_leaves(table, table.seats[1].player) == Leaving(False, WAIT, "645a.7(b)")
    with pytest.raises(OutOfTurn, match="the cards are being cut"):
        table.do(Command(Leave(1), player(table, 1), 0))
    to_a_question(table, lambda ask: any(choice.word == "set" for choice in ask.choices))
    assert if_leaves(table, table.seats[2].player) == Leaving(False, BANKS, "645a.7(b)")
    assert if_leaves(table, table.seats[1].player).may
    with pytest.raises(NotAuthorized, match="a player who banks stays"):
        table.do(Command(Leave(2), player(table, 2), 0))


def offered(page: str) -> list[str]:
    """The addresses of the buttons that begin play, but for hidden ones."""
    links = re.findall(r'<a class="button main play"[^>]*href="([^"]+)"([^>]*)>', page)
    return [address for address, rest in links if "hidden" not in rest]


def test_the_lobby_offers_a_seat_where_one_can_be_taken(tmp_path: Path) -> None:
    """Not at a table full of people, nor at a Poker table to anybody but the first on its list."""

    async def test(here: Running, evening: Evening) -> None:
        three = await here.lifecycle.open_table(None, "three", "565", {})
        room = await here.lifecycle.open_room(None, "poker", "637a")
        live = await here.lifecycle.open_room_table(None, room, "1", {"announcements": True})
        web = Web(here)
        (first, ann), (second, _) = await web.as_("patron"), await web.as_("patron")

        async def seen(client: Any) -> list[str]:
            return offered((await client.get("/")).text)

        assert await seen(second) == ["/tables/three#play", "/tables/poker/1#bots"]
        await evening.say(room, ann, Join(ann.name, live.table.house["variant"]))
        assert await seen(second) == await seen(web.client()) == ["/tables/three#play"]
        assert await seen(first) == ["/tables/three#play", "/tables/poker/1#bots"]
        for seat in range(1, three.table.game.seats(three.table.house)[0] + 1):
            await evening.sit(three, await evening.guest(), seat)
        assert await seen(first) == ["/tables/poker/1#bots"]

    run(tmp_path, test)
