"""What is posted at a Poker table: jackpots with the amount on display (§ 553.20(b), § 637a.15(b), § 637a.16(b)), and the Kill
option with the least pot that sets it off (§ 553.12(m), § 637a.12(n))."""

from typing import Any

import pytest

from pitboss.card_room.notices import notice, signs_at
from pitboss.cards import parse
from pitboss.games.nonbanked.rules import memory_of
from pitboss.hands import FIVE_CARD
from tests.card_room.playing import (
    BOTH,
    FULL_HOUSE,
    LOWER_FULL_HOUSE,
    QUADS,
    counted,
    hand,
    in_period,
    opened,
    room_of,
    tracked,
)

EIGHT = "omaha high-low eight or better"
CITES = {"553": "553.12(m)", "637a": "637a.12(n)"}


@BOTH
@pytest.mark.cites("637a.15(b)", "553.20(b)")
def test_a_bad_beat_is_posted_with_the_amount_on_display(number: str) -> None:
    room = room_of(number)
    hand(room)
    counted(room)
    sign = next(signs_at(room.state, "1", room.tables["1"]))
    assert (sign.title, sign.cents, sign.now) == ("Bad Beat", room.fund("bad beat").shows, "")
    assert sign.lines == tuple(notice(room.fund("bad beat")))


@pytest.mark.cites("637a.16(b)", "637a.16(f)")
def test_a_high_hand_jackpot_grows_with_the_hands_of_its_period() -> None:
    room = in_period()
    before, after = ([sign.cents for sign in signs_at(room.state, "1", room.tables["1"])] for _ in range(2) if hand(room))
    assert before[-1] is not None and after[-1] is not None and before[-1] < after[-1]
    room.fund("high hand").collecting = False
    *_, sign = signs_at(room.state, "1", room.tables["1"])
    assert sign.now == "contributions have ended"


@pytest.mark.cites("637a.16(f)")
def test_the_next_higher_hand_of_the_period_is_announced_and_a_lower_one_is_not() -> None:
    room = in_period()
    announced = []
    for cards in (LOWER_FULL_HOUSE, FULL_HOUSE, LOWER_FULL_HOUSE, QUADS, FULL_HOUSE):
        hand(room, cards=cards)
        tracked(room)
        *_, sign = signs_at(room.state, "1", room.tables["1"])
        announced.append(sign.now.removeprefix("the highest hand so far: "))
    queens, aces, tens = (best_of(cards) for cards in (LOWER_FULL_HOUSE, FULL_HOUSE, QUADS))
    assert announced == [queens, aces, aces, tens, tens]


def best_of(cards: dict[str, str]) -> str:
    """The hand of seat 1 in the words of a sign."""
    return FIVE_CARD.in_full(FIVE_CARD.value(parse(f"{cards['seat_1']} {cards['community']}")))


@BOTH
@pytest.mark.cites("637a.12(n)", "553.12(m)")
def test_the_kill_option_is_posted_with_its_pot_and_the_limits_of_now(number: str) -> None:
    """The limits of $5 and $10 are doubled by a kill, and $4 and $8 go up by one half."""
    room = room_of(number)
    for option, small, big, limits in (("kill", 500, 1000, "$10 and $20"), ("half-kill", 400, 800, "$6 and $12")):
        blinds: dict[str, Any] = {"small_blind": 200, "big_blind": small, "table_minimum": 200}
        table = opened(number, variant=EIGHT, kill=option, qualifying_pot=3000, small_bet=small, big_bet=big, **blinds)
        (sign,) = signs_at(room.state, "another", table)
        assert (sign.title, sign.cents, sign.now) == (option.capitalize(), None, "")
        assert [cite for cite, _ in sign.lines] == [CITES[number]] * 2
        assert "$30" in sign.lines[0][1] and limits in sign.lines[0][1]
        memory_of(table).kill = True
        (sign,) = signs_at(room.state, "another", table)
        assert sign.now == f"limits {limits}"
