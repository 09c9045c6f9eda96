"""Payouts at the edge of a rule: a table whose box is not counted yet, a display that is pending, a claim that is late."""

import pytest

from pitboss.card_room import Room
from pitboss.errors import NotAuthorized, OutOfTurn
from tests.card_room.playing import BAD_BEAT, BOTH, CAGE, FULL_HOUSE, beaten, counted, hand, in_period, tracked

DAY = 24 * 60


@BOTH
@pytest.mark.cites("637a.15(h)", "553.20(h)")
def test_while_the_display_is_pending_no_other_bad_beat_is_paid(number: str) -> None:
    room = beaten(number, bad_beat_payouts=[{"to": "losing hand", "percent": 50}])
    hand(room, cards=BAD_BEAT)
    room.award_bad_beat(supervisor="P. Day", at=60)
    with pytest.raises(OutOfTurn, match="pending adjustment after another Bad Beat") as refused:
        room.award_bad_beat(supervisor="P. Day", at=61)
    assert refused.value.cite == {"637a": "637a.15(h)", "553": "553.20(h)"}[number]


def to_the_cage(room: Room) -> None:
    """The boxes of all tables are taken to the cage, and not counted there yet."""
    room.count("high hand", place=CAGE["637a"], dealer="", floorperson="F. Lee", security="S. Roy", compliance=True, day=1)


@pytest.mark.cites("637a.16(b)", "637a.16(g)")
def test_players_see_what_is_held_what_is_in_the_boxes_and_what_is_being_counted() -> None:
    room = in_period(tables=2)
    fund = room.fund("high hand")
    hand(room, "1")
    hand(room, "2")
    counted(room, "high hand")
    assert (fund.held, fund.shows) == (200, 200)
    hand(room, "1")
    to_the_cage(room)
    hand(room, "1")
    hand(room, "2")
    assert sum(fund.boxes.values()) == 200 and sum(fund.counting[0].boxes.values()) == 100
    assert fund.shows == 500


@pytest.mark.cites("637a.16(g)")
def test_no_period_ends_while_the_box_of_one_table_is_not_counted() -> None:
    room = in_period(tables=2, high_hand_qualifying_period=60)
    hand(room, "1")
    counted(room, "high hand")
    hand(room, "2")
    assert room.fund("high hand").boxes == {"1": 0, "2": 100}
    with pytest.raises(OutOfTurn, match="have not been counted and verified") as refused:
        room.end_period("high hand", at=61)
    assert refused.value.cite == "637a.16(g)"


@pytest.mark.cites("637a.16(b)(6)")
def test_who_comes_too_late_is_told_so_and_not_that_there_was_nothing() -> None:
    room = in_period(tables=2, high_hand_claim_limit=2, high_hand_qualifying_period=60)
    for table in ("1", "2"):
        hand(room, table, FULL_HOUSE)
        assert tracked(room)
    counted(room, "high hand")
    award, other = room.end_period("high hand", at=61)
    fund = room.fund("high hand")
    place = fund.house.values["high_hand_paid_at"]
    with pytest.raises(NotAuthorized, match=f"the time to collect has passed for {award.player}") as refused:
        room.collect("high hand", award.player, at=61 + 2 * DAY + 1, place=place)
    assert refused.value.cite == "637a.16(b)(6)"
    with pytest.raises(NotAuthorized, match="nothing is waiting for nobody"):
        room.collect("high hand", "nobody", at=62, place=place)
    assert room.collect("high hand", award.player, at=61 + 2 * DAY, place=place) == award.cents
    assert fund.awards == [other]


@BOTH
@pytest.mark.cites("553.20", "637a.15", "637a.16(b)(1)")
def test_a_bad_beat_payout_has_no_qualifying_period(number: str) -> None:
    room = beaten(number)
    before = dict(vars(room.fund("bad beat")))
    with pytest.raises(NotAuthorized, match="no qualifying period") as refused:
        room.start_period("bad beat", at=0)
    assert refused.value.cite == {"637a": "637a.15", "553": "553.20"}[number]
    assert vars(room.fund("bad beat")) == before
