"""When a jackpot collects, which hands are in time for it (§ 637a.16), and two Bad Beats in one hand (§ 553.20, § 637a.15)."""

from typing import Any

import pytest

from pitboss.card_room import Room
from pitboss.games.nonbanked.rules import play_of
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Reply, Request
from pitboss.table.table import Table
from tests.card_room.playing import (
    BOTH,
    FLUSH,
    FULL_HOUSE,
    QUADS,
    acts,
    cited,
    counted,
    dealt_in,
    everything,
    hand,
    in_period,
    opened,
    passive,
    play,
    refused,
    rig,
    room_of,
    saying,
    set_clock,
    shown,
    tracked,
)


def contributed(finished: Round) -> int:
    """What a pot gave to jackpots."""
    return sum(step.cents for step in acts(finished, "contribute"))


# ---------------------------------------------------------------------------- the qualifying period


@pytest.mark.parametrize("verified", [61, 600])
@pytest.mark.cites("637a.16(a)", "637a.16(b)(1)", "637a.16(f)", "637a.16(h)")
def test_a_hand_made_in_the_period_and_verified_after_it_wins(verified: float) -> None:
    room = in_period()
    set_clock(room, 59)
    hand(room, cards=QUADS)
    counted(room, "high hand")
    refused(lambda: room.end_period("high hand", at=60), "637a.16(f)")
    assert tracked(room, at=verified)
    (slip,) = room.fund("high hand").slips
    assert (slip.made, slip.at) == (59, verified)
    assert [award.player for award in room.end_period("high hand", at=verified)] == ["1-1"]


@pytest.mark.parametrize(("made", "calls"), [(59.9, 1), (60, 1), (60.1, 0)])
@pytest.mark.cites("637a.16(b)(1)", "637a.16(f)")
def test_what_counts_is_when_the_hand_was_made(made: float, calls: int) -> None:
    room = in_period()
    set_clock(room, made)
    hand(room, cards=FULL_HOUSE)
    assert len(room.to_verify) == calls


@pytest.mark.cites("637a.16(h)")
def test_a_player_who_makes_the_highest_hand_twice_shares_with_nobody_and_is_one_player() -> None:
    room = in_period(tables=2)
    for table in ("1", "1", "2"):
        hand(room, table, FULL_HOUSE)
        tracked(room)
    counted(room, "high hand")
    assert [(award.player, award.cents) for award in room.end_period("high hand", at=60)] == [("1-1", 150), ("2-1", 150)]


# ---------------------------------------------------------------------------- the collection period


@pytest.mark.cites("637a.16(b)(1)", "637a.16(c)")
def test_before_a_collection_period_pots_give_nothing() -> None:
    room = room_of("637a", offer=("high hand",))
    finished = hand(room)
    assert not contributed(finished) and everything(room.fund("high hand")) == 0
    assert sum(step.cents for step in acts(finished, "award")) == 2000 - 100
    room.start_period("high hand", at=0)
    assert contributed(hand(room)) == 100


@pytest.mark.parametrize(("minutes", "cents"), [(0, 100), (30, 100), (30.1, 0), (59, 0), (120, 0)])
@pytest.mark.cites("637a.16(b)(1)", "637a.16(c)")
def test_pots_give_in_the_posted_collection_period_and_not_after_it(minutes: float, cents: int) -> None:
    room = in_period(high_hand_collection_period=30)
    set_clock(room, minutes)
    assert contributed(hand(room)) == cents == everything(room.fund("high hand"))


@pytest.mark.cites("637a.16(b)(1)", "637a.16(c)")
def test_a_pot_that_is_won_after_the_collection_period_gives_nothing_though_it_was_begun_in_it() -> None:
    room = in_period(high_hand_collection_period=30)
    set_clock(room, 29)

    def late(table: Table, request: Request) -> Reply:
        set_clock(room, 31)
        return passive(table, request)

    assert not contributed(room.hand("1", late))
    assert not contributed(hand(room))


@pytest.mark.cites("637a.16(b)(1)", "637a.16(h)")
def test_the_next_period_collects_again() -> None:
    room = in_period()
    hand(room, cards=FLUSH)
    counted(room, "high hand")
    set_clock(room, 60.5)
    room.end_period("high hand", at=60.5)
    assert not contributed(hand(room))
    room.start_period("high hand", at=61)
    set_clock(room, 62)
    assert contributed(hand(room)) == 100
    assert everything(room.fund("high hand")) == 200


@pytest.mark.cites("637a.16(b)(1)", "637a.16(c)")
def test_a_collection_period_is_kept_by_the_clock_of_the_room_where_nothing_else_is_said() -> None:
    room = room_of("637a", offer=("high hand",))
    set_clock(room, 1000)
    room.start_period("high hand")
    assert contributed(hand(room)) == 100
    set_clock(room, 1061)
    assert not contributed(hand(room))


# ---------------------------------------------------------------------------- a full house without a showdown


def unseen(*more: str) -> tuple[Room, Round, list[str]]:
    """Seat 1 flops aces full of kings, bets, and everybody folds; what was asked at the end."""
    room = in_period()
    rig(room.table("1"), FULL_HOUSE)
    says = saying("1: call", "2: check", "1: bet 2000", "2: fold", "3: fold", "4: fold", *more)
    asked: list[str] = []

    def driver(table: Table, request: Request) -> Reply:
        if isinstance(request, Ask):
            asked[:] = [choice.word for choice in request.choices]
        return says(table, request)

    return room, room.hand("1", driver), asked


@pytest.mark.cites("637a.16(f)", "637a.18(e)")
def test_a_full_house_that_wins_without_a_showdown_can_be_shown_for_the_jackpot() -> None:
    room, finished, asked = unseen("1: show")
    assert asked == ["show", "no show"]
    assert [step.who for step in acts(finished, "reveal")] == ["seat_1"] == [step.who for step in acts(finished, "award")]
    assert [(call.kind, call.player) for call in room.to_verify] == [("high hand", "1-1")]
    assert tracked(room)


@pytest.mark.cites("637a.16(f)", "637a.18(e)")
def test_nobody_must_show_a_hand_that_won_without_a_showdown() -> None:
    room, finished, _ = unseen("1: no show")
    assert not acts(finished, "reveal") and not room.to_verify
    assert [step.who for step in acts(finished, "award")] == ["seat_1"]


@pytest.mark.parametrize("house", [{}, {"high_hand": True, "high_hand_contribution": 100, "high_hand_minimum_players": 5}])
@pytest.mark.cites("637a.16(b)(4)", "637a.16(f)")
def test_who_cannot_win_a_high_hand_jackpot_is_not_asked_to_show(house: dict[str, Any]) -> None:
    room = room_of("637a", offer=())
    room.open_table("2", {"variant": "hold'em", "structure": "no limit"} | house)
    for seat in range(1, 5):
        room.seat(f"2-{seat}", "2", seat, 50_000)
    if house:
        room.offer("high hand", "high hand", ["2"])
    rig(room.table("2"), FULL_HOUSE)
    finished = room.hand("2", saying("1: call", "2: check", "1: bet 2000", "2: fold", "3: fold", "4: fold"))
    assert not acts(finished, "reveal") and "show" not in [step.note for step in acts(finished, "decide")]


@pytest.mark.cites("637a.16(b)(4)", "637a.16(f)")
@pytest.mark.parametrize(("absent", "counts"), [("", True), ("player steps away", False), ("player leaves", False)])
def test_the_players_dealt_in_are_counted_and_not_those_at_the_table(absent: str, counts: bool) -> None:
    table = opened("637a", 5, structure="no limit", high_hand=True, high_hand_contribution=100, high_hand_minimum_players=5)
    cards = dict(FULL_HOUSE)
    if absent:
        table.act(absent, {"seat": 5})
    if absent == "player leaves":  # his place is taken by somebody with too little to be dealt in
        table.sit(5, "newcomer", 100)
    rig(table, cards)
    finished = play(table)
    assert len(dealt_in(finished)) == (5 if counts else 4) and len(table.seats) == 5
    assert bool(play_of(finished).outcome.high_hands) is counts
    assert cited(finished, "637a.16(f)") is counts


EARLY = {  # a full house before the last card, in seat 1
    "omaha": {"seat_1": "Ah Ad 4c 5c", "community": "As Ks Kc"},
    "omaha high-low eight or better": {"seat_1": "Ah Ad 4c 5c", "community": "As Ks Kc"},
    "seven-card stud": {"seat_1": "Ah Ad As Kc Kd"},
    "seven-card stud high-low eight or better": {"seat_1": "Ah Ad As Kc Kd"},
    "five-card draw": {"seat_1": "Ah Ad As Kc Kd"},
    "razz": {},
    "five-card draw low": {},
}


@pytest.mark.parametrize("variant", EARLY)
@pytest.mark.cites("637a.16(f)")
def test_a_full_house_may_be_shown_in_every_game_that_has_one(variant: str) -> None:
    """Everybody but seat 1 folds as soon as a bet must be called that seat 1 has made with the hand complete."""
    room = in_period(variant=variant, structure="limit")
    rig(room.table("1"), EARLY[variant])

    def driver(table: Table, request: Request) -> Reply:
        assert table.round is not None
        if isinstance(request, Ask):
            words = [choice.word for choice in request.choices]
            cards = len(table.round.hands["seat_1"]) + len(table.round.hands.get("community", ()))
            if cards > 4 and "fold" in words and request.seat != 1:
                return table.verify(request, "fold")
            if cards > 4 and request.seat == 1 and (more := [w for w in ("bet", "raise") if w in words]):
                return table.verify(request, f"{more[0]} {next(c.least for c in request.choices if c.word == more[0])}")
        return passive(table, request)

    finished = room.hand("1", driver)
    assert [step.who for step in acts(finished, "award")] == ["seat_1"]
    assert [call.player for call in room.to_verify] == (["1-1"] if EARLY[variant] else [])


# ---------------------------------------------------------------------------- two Bad Beats in one hand

TWO_BEATS = {
    "seat_1": "Ah Ac",
    "seat_2": "Ks Qs",
    "seat_3": "Jh Jc",
    "seat_4": "5h 8d",
    "community": "As Js Ts Jd Ad",
}  # a royal flush beats four aces and four jacks


def twice(number: str, **house: Any) -> Room:
    """A room that holds and displays $4; two losing hands of one round are Bad Beats."""
    room = room_of(number, **house)
    for _ in range(3):
        hand(room, cards=FLUSH)
    hand(room, cards=TWO_BEATS)
    counted(room)
    shown(room)
    assert [call.player for call in room.to_verify] == ["1-1", "1-3"]
    return room


@BOTH
@pytest.mark.cites("553.1", "637a.1", "553.20(f)", "637a.15(f)", "553.20(b)(3)", "637a.15(b)(3)")
def test_two_bad_beats_of_one_hand_share_the_part_of_the_losing_hand(number: str) -> None:
    room = twice(number)
    awards = {award.player: award.cents for award in room.award_bad_beat(supervisor="P. Day", at=60)}
    assert awards == {"1-1": 100, "1-3": 100, "1-2": 100, "1-4": 100}  # 50% for two, 25%, 25%
    assert not room.to_verify and room.fund("bad beat").pending
    room.books().balance()


@BOTH
@pytest.mark.cites("553.1", "637a.1", "553.20(f)", "637a.15(f)")
def test_an_odd_cent_goes_to_the_highest_of_the_losing_hands(number: str) -> None:
    room = twice(number, bad_beat_contribution=101, bad_beat_payouts=[{"to": "losing hand", "percent": 75}])
    awards = {award.player: award.cents for award in room.award_bad_beat(supervisor="P. Day", at=60)}
    assert awards == {"1-1": 152, "1-3": 151}  # 75% of $4.04


@BOTH
@pytest.mark.parametrize(("dismissed", "left"), [("", "1-3"), ("1-1", "1-3"), ("1-3", "1-1")])
@pytest.mark.cites("553.20(f)", "637a.15(f)")
def test_each_bad_beat_hand_is_verified_by_itself(number: str, dismissed: str, left: str) -> None:
    room = twice(number)
    room.dismiss("bad beat", dismissed)
    awards = {award.player: award.cents for award in room.award_bad_beat(supervisor="P. Day", at=60)}
    assert awards == {"1-1": 50, "1-2": 100, "1-3": 50, "1-4": 50} | {left: 200}
