"""Bad Beat payouts and High Hand Jackpots as § 553.20, § 637a.15 and § 637a.16 print them."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from pitboss.card_room import Room, notice
from pitboss.card_room.board import board_of
from pitboss.errors import PitbossError
from pitboss.games.nonbanked.jackpot_hands import FULL_HOUSE as FULL_HOUSE_RANK
from pitboss.games.nonbanked.rules import play_of
from pitboss.hands import Value
from pitboss.rulebook import paragraph
from tests.card_room.playing import (
    BAD_BEAT,
    BOTH,
    CAGE,
    FLUSH,
    FULL_HOUSE,
    LOWER_FULL_HOUSE,
    QUADS,
    SLIP,
    Clock,
    acts,
    beaten,
    counted,
    everything,
    hand,
    in_period,
    jackpot_house,
    passive,
    refused,
    rig,
    room_of,
    saying,
    set_clock,
    shown,
    tracked,
)

DAY = 24 * 60
COUNT: dict[str, Any] = {"dealer": "D. Orr", "floorperson": "F. Lee", "security": "S. Roy", "compliance": True, "day": 1}


def count(room: Room, kind: str = "bad beat", **changed: Any) -> Any:
    """The boxes are counted, with everybody there who should be, but for what a test changes."""
    place = room.fund(kind).house.values[kind.replace(" ", "_") + "_count_place"]
    return room.count(kind, **{"place": place, **COUNT, **changed})


# ---------------------------------------------------------------------------- contributions


@BOTH
@pytest.mark.cites("637a.15(c)", "553.20(c)", "637a.7(e)(6)(iv)", "553.7(e)(6)(iv)")
def test_the_contribution_comes_out_after_the_rake_and_before_the_pot_is_pushed(number: str) -> None:
    steps = [step.act for step in hand(room_of(number)).steps if step.act in ("rake", "contribute", "award")]
    assert steps == sorted(steps, key=["rake", "contribute", "award"].index)
    assert {"rake", "contribute", "award"} == set(steps)


@BOTH
@pytest.mark.cites("637a.15(c)", "553.20(c)", "637a.1", "553.1")
def test_the_contribution_lies_in_the_box_of_its_table_and_neither_rake_nor_winner_has_it(number: str) -> None:
    room = room_of(number, tables=2)
    finished = hand(room, "2")
    assert room.fund("bad beat").boxes.get("1", 0) == 0 and room.fund("bad beat").boxes["2"] == 100
    assert room.drop["2"] == 100 == play_of(finished).outcome.rake  # 5% of $20, as if there were no contribution
    assert sum(step.cents for step in acts(finished, "award")) == 2000 - 100 - 100


@BOTH
@pytest.mark.cites("637a.15(b)(2)", "553.20(b)(2)")
def test_a_pot_below_the_minimum_gives_nothing(number: str) -> None:
    room = room_of(number, bad_beat_minimum_pot=2001)
    hand(room)
    assert everything(room.fund("bad beat")) == 0
    room = room_of(number, bad_beat_minimum_pot=2000)
    hand(room)
    assert everything(room.fund("bad beat")) == 100


@BOTH
@pytest.mark.cites("637a.15(c)", "553.20(c)")
def test_a_table_that_is_not_designated_gives_nothing(number: str) -> None:
    room = room_of(number)
    room.open_table("plain", {"variant": "hold'em", "structure": "no limit"})
    for seat in (1, 2, 3, 4):
        room.seat(f"plain-{seat}", "plain", seat, 50_000)
    assert not acts(hand(room, "plain"), "contribute")
    assert everything(room.fund("bad beat")) == 0


@pytest.mark.cites("637a.15(a)", "637a.16(a)", "637a.16(c)")
def test_the_two_payouts_have_separate_funds() -> None:
    room = room_of("637a", offer=("bad beat", "high hand"), high_hand_contribution=200)
    room.start_period("high hand", at=0)
    finished = hand(room)
    assert room.fund("bad beat").boxes == {"1": 100}
    assert room.fund("high hand").boxes == {"1": 200}
    assert sum(step.cents for step in acts(finished, "award")) == 2000 - 100 - 300


@pytest.mark.cites("637a.16(c)")
def test_the_high_hand_contribution_comes_out_after_the_rake() -> None:
    steps = [step.act for step in hand(in_period()).steps if step.act in ("rake", "contribute", "award")]
    assert steps.index("rake") < steps.index("contribute") < steps.index("award")


@pytest.mark.cites("637a.16(b)(3)")
def test_a_pot_below_the_minimum_gives_nothing_to_the_high_hand_jackpot() -> None:
    room = in_period(high_hand_minimum_pot=2001)
    hand(room)
    assert everything(room.fund("high hand")) == 0


@pytest.mark.cites("553.20(a)")
def test_the_earlier_chapter_has_no_high_hand_jackpot() -> None:
    room = room_of("553", offer=())
    refused(lambda: room.offer("high hand", "high hand", ["1"]))


# ---------------------------------------------------------------------------- what is posted and displayed


@BOTH
@pytest.mark.parametrize(
    ("paragraph", "words"),
    [
        ("1", ["$1", "the method of the house"]),
        ("2", ["$10"]),
        ("3", ["aces full of jacks", "40%", "losing", "60%", "winning"]),
    ],
)
@pytest.mark.cites(
    "637a.15(b)(1)", "637a.15(b)(2)", "637a.15(b)(3)", "553.20(b)(1)", "553.20(b)(2)", "553.20(b)(3)", "637a.15(b)", "553.20(b)"
)
def test_the_posted_bad_beat_rules_say_all_that_is_required(number: str, paragraph: str, words: list[str]) -> None:
    shares = [{"to": "losing hand", "percent": 40}, {"to": "winning hand", "percent": 60}]
    room = room_of(number, bad_beat_method="the method of the house", bad_beat_payouts=shares)
    section = {"553": "553.20", "637a": "637a.15"}[number]
    posted = " ".join(text for cite, text in notice(room.fund("bad beat")) if cite == f"{section}(b)({paragraph})")
    assert all(word in posted for word in words), posted


@pytest.mark.parametrize(
    ("paragraph", "words"),
    [
        ("1", ["45 minutes", "30 minutes"]),
        ("2", ["$1"]),
        ("3", ["$10"]),
        ("4", ["5 players"]),
        ("5", ["in equal parts, I say"]),
        ("6", ["2 days", "need not be present"]),
        ("7", ["valid identification"]),
    ],
)
@pytest.mark.cites(
    "637a.16(b)",
    "637a.16(b)(1)",
    "637a.16(b)(2)",
    "637a.16(b)(3)",
    "637a.16(b)(4)",
    "637a.16(b)(5)",
    "637a.16(b)(6)",
    "637a.16(b)(7)",
)
def test_the_posted_high_hand_rules_say_all_that_is_required(paragraph: str, words: list[str]) -> None:
    room = room_of(
        "637a",
        offer=("high hand",),
        high_hand_qualifying_period=30,
        high_hand_collection_period=45,
        high_hand_minimum_players=5,
        high_hand_division="in equal parts, I say",
        high_hand_claim_limit=2,
        high_hand_restrictions="no employees",  # identification is asked for whatever else is
    )
    posted = " ".join(text for cite, text in notice(room.fund("high hand")) if cite == f"637a.16(b)({paragraph})")
    assert all(word in posted for word in words), posted


@BOTH
@pytest.mark.cites("637a.15(b)", "553.20(b)", "637a.15(h)(1)", "553.20(h)(1)")
def test_the_board_displays_the_current_amount(number: str) -> None:
    room = room_of(number)
    hand(room)
    counted(room)
    shown(room)
    assert board_of(room)["jackpots"]["bad beat"]["displayed"] == 100


# ---------------------------------------------------------------------------- counts


@BOTH
@pytest.mark.parametrize("missing", ["dealer", "floorperson", "security"])
@pytest.mark.cites("637a.15(d)(1)", "553.20(d)(1)")
def test_a_count_at_a_closed_table_needs_dealer_floorperson_and_security(number: str, missing: str) -> None:
    room = room_of(number, bad_beat_count_place="closed Poker table")
    hand(room)
    refused(lambda: count(room, **{missing: ""}), "637a.15(d)(1)" if number == "637a" else "553.20(d)(1)")
    assert room.fund("bad beat").boxes == {"1": 100}


@BOTH
@pytest.mark.cites("637a.15(d)(1)", "553.20(d)(1)")
def test_a_count_at_a_closed_table_is_documented_signed_by_both_and_taken_away_by_security(number: str) -> None:
    room = room_of(number, bad_beat_count_place="closed Poker table")
    hand(room)
    done = count(room)
    assert set(done.signed) == {"D. Orr", "F. Lee"} and done.transport == "S. Roy" and done.cents == 100


@BOTH
@pytest.mark.cites("637a.15(d)(1)", "553.20(d)(1)")
def test_one_employee_does_not_both_count_and_watch(number: str) -> None:
    room = room_of(number, bad_beat_count_place="closed Poker table")
    hand(room)
    cite = {"637a": "637a.15(d)(1)", "553": "553.20(d)(1)"}[number]
    refused(lambda: count(room, dealer="F. Lee", floorperson="F. Lee"), cite)
    assert room.fund("bad beat").boxes == {"1": 100}


@pytest.mark.cites("637a.16(d)(1)")
def test_one_employee_does_not_both_count_and_watch_high_hand_boxes() -> None:
    room = in_period(high_hand_count_place="closed Poker table")
    hand(room)
    refused(lambda: count(room, "high hand", dealer="F. Lee", floorperson="F. Lee"), "637a.16(d)(1)")
    assert room.fund("high hand").boxes == {"1": 100}


@BOTH
@pytest.mark.parametrize("missing", ["floorperson", "security"])
@pytest.mark.cites("637a.15(d)(2)", "553.20(d)(2)")
def test_boxes_go_to_the_cage_with_a_floorperson_who_accounts_for_them_and_security(number: str, missing: str) -> None:
    room = room_of(number)
    hand(room)
    refused(lambda: count(room, dealer="", **{missing: ""}), "637a.15(d)(2)" if number == "637a" else "553.20(d)(2)")
    assert count(room, dealer="").transport == "S. Roy"


@BOTH
@pytest.mark.cites("637a.15(d)", "553.20(d)", "637a.15(d)(2)", "553.20(d)(2)")
def test_the_boxes_of_all_tables_are_counted(number: str) -> None:
    room = room_of(number, tables=3)
    for table in ("1", "2", "2", "3"):
        hand(room, table)
    assert count(room).boxes == {"1": 100, "2": 200, "3": 100}
    assert sum(room.fund("bad beat").boxes.values()) == 0


@BOTH
@pytest.mark.cites("637a.15(d)", "553.20(d)")
def test_casino_compliance_has_notice_of_a_bad_beat_count(number: str) -> None:
    room = room_of(number)
    hand(room)
    refused(lambda: count(room, compliance=False), "637a.15(d)" if number == "637a" else "553.20(d)")


@pytest.mark.cites("637a.16(d)")
def test_no_notice_to_casino_compliance_is_asked_for_at_a_high_hand_count() -> None:
    room = in_period()
    hand(room)
    assert count(room, "high hand", compliance=False).boxes == {"1": 100}


@pytest.mark.parametrize(
    ("number", "place"),
    [(n, p) for n in ("553", "637a") for p in ("the bar", "Poker table", "")]
    + [("553", "main cage"), ("637a", "cashiers' cage")],
)
@pytest.mark.cites("637a.15(d)", "553.20(d)")
def test_boxes_are_counted_nowhere_else(number: str, place: str) -> None:
    room = room_of(number)
    hand(room)
    refused(lambda: count(room, place=place), "637a.15(d)" if number == "637a" else "553.20(d)")


@BOTH
@pytest.mark.parametrize("chosen", ["closed Poker table", "satellite cage"])
@pytest.mark.cites("637a.15(d)", "553.20(d)")
def test_boxes_are_counted_where_the_internal_controls_have_it(number: str, chosen: str) -> None:
    room = room_of(number, bad_beat_count_place=chosen)
    hand(room)
    refused(lambda: count(room, place=CAGE[number]), "637a.15(d)" if number == "637a" else "553.20(d)")
    assert count(room, place=chosen).boxes == {"1": 100}


@pytest.mark.parametrize("missing", ["dealer", "floorperson", "security"])
@pytest.mark.cites("637a.16(d)(1)")
def test_a_high_hand_count_at_a_closed_table_needs_dealer_floorperson_and_security(missing: str) -> None:
    room = in_period(high_hand_count_place="closed Poker table")
    hand(room)
    refused(lambda: count(room, "high hand", **{missing: ""}), "637a.16(d)(1)")
    done = count(room, "high hand")
    assert set(done.signed) == {"D. Orr", "F. Lee"} and done.transport == "S. Roy" and done.cents == 100


@pytest.mark.parametrize("missing", ["floorperson", "security"])
@pytest.mark.cites("637a.16(d)(2)")
def test_high_hand_boxes_go_to_the_cage_with_a_floorperson_and_security(missing: str) -> None:
    room = in_period()
    hand(room)
    refused(lambda: count(room, "high hand", dealer="", **{missing: ""}), "637a.16(d)(2)")


@pytest.mark.cites("637a.16(d)")
def test_high_hand_boxes_are_counted_where_the_internal_controls_have_it() -> None:
    room = in_period(high_hand_count_place="satellite cage")
    hand(room)
    refused(lambda: count(room, "high hand", place="the bar"), "637a.16(d)")
    refused(lambda: count(room, "high hand", place="main cage"), "637a.16(d)")


@BOTH
@pytest.mark.cites("637a.15(d)", "553.20(d)")
def test_a_gaming_day_without_a_count_is_noticed(number: str) -> None:
    room = room_of(number)
    hand(room)
    count(room, day=1)
    assert not room.fund("bad beat").overdue(1)
    hand(room)
    assert room.fund("bad beat").overdue(3)


# ---------------------------------------------------------------------------- the cage and the official record


@BOTH
@pytest.mark.cites("637a.15(e)", "553.20(e)")
def test_nothing_is_in_the_official_record_before_a_cashier_has_counted(number: str) -> None:
    room = room_of(number)
    hand(room)
    count(room)
    fund = room.fund("bad beat")
    assert fund.held == 0
    assert room.verify("bad beat", cashier="C. May", cents=100) == 100
    assert fund.held == 100 == fund.contributed


@BOTH
@pytest.mark.parametrize("wrong", [{"cashier": ""}, {"cents": 99}, {"cents": 101}, {"cents": 0}])
@pytest.mark.parametrize("place", ["closed Poker table", "satellite cage"])
@pytest.mark.cites("637a.15(e)", "553.20(e)")
def test_a_cashier_counts_the_boxes_or_verifies_the_documented_count(number: str, wrong: dict[str, Any], place: str) -> None:
    room = room_of(number, bad_beat_count_place=place)
    hand(room)
    count(room)
    given: dict[str, Any] = {"cashier": "C. May", "cents": 100} | wrong
    refused(lambda: room.verify("bad beat", **given), "637a.15(e)" if number == "637a" else "553.20(e)")
    assert room.fund("bad beat").held == 0 and everything(room.fund("bad beat")) == 100


@BOTH
@pytest.mark.cites("637a.15(e)", "553.20(e)")
def test_the_official_record_has_every_count_of_a_gaming_day(number: str) -> None:
    room = room_of(number)
    for day, hands in ((1, 1), (1, 2), (2, 1)):
        for _ in range(hands):
            hand(room)
        count(room, day=day)
        room.verify("bad beat", cashier="C. May", cents=100 * hands)
    assert room.fund("bad beat").record == {"1": 300, "2": 100}


@pytest.mark.cites("637a.16(e)")
def test_the_official_record_has_every_count_of_high_hand_boxes() -> None:
    room = in_period()
    for hands in (1, 2):
        for _ in range(hands):
            hand(room)
        count(room, "high hand")
        room.verify("high hand", cashier="C. May", cents=100 * hands)
    assert room.fund("high hand").record == {"1": 300}


@BOTH
@pytest.mark.cites("637a.15(e)", "553.20(e)")
def test_what_was_not_delivered_cannot_be_verified(number: str) -> None:
    room = room_of(number)
    hand(room)
    refused(lambda: room.verify("bad beat", cashier="C. May", cents=100), "637a.15(e)" if number == "637a" else "553.20(e)")


@pytest.mark.parametrize("wrong", [{"cashier": ""}, {"cents": 99}])
@pytest.mark.cites("637a.16(e)")
def test_a_cashier_counts_the_high_hand_boxes(wrong: dict[str, Any]) -> None:
    room = in_period()
    hand(room)
    count(room, "high hand")
    given: dict[str, Any] = {"cashier": "C. May", "cents": 100} | wrong
    refused(lambda: room.verify("high hand", **given), "637a.16(e)")
    assert room.fund("high hand").held == 0
    room.verify("high hand", cashier="C. May", cents=100)
    assert room.fund("high hand").held == 100


# ---------------------------------------------------------------------------- a Bad Beat


@BOTH
@pytest.mark.cites("637a.1", "553.1", "637a.15(f)", "553.20(f)")
def test_the_losing_hand_is_called_and_no_winning_or_lower_hand_is(number: str) -> None:
    room = room_of(number)
    hand(room, cards=FULL_HOUSE)  # aces full win: no Bad Beat
    assert not room.to_verify
    hand(room, cards=BAD_BEAT)
    assert [(call.kind, call.player) for call in room.to_verify] == [("bad beat", "1-1")]


@BOTH
@pytest.mark.cites("637a.15(b)(3)", "553.20(b)(3)")
def test_a_losing_hand_below_the_posted_one_is_no_bad_beat(number: str) -> None:
    room = room_of(number, bad_beat_hands="four 8s or better")
    hand(room, cards=BAD_BEAT)
    assert not room.to_verify


@BOTH
@pytest.mark.cites("637a.15(f)", "553.20(f)")
def test_nothing_is_awarded_before_the_poker_shift_supervisor_has_verified_the_hand(number: str) -> None:
    room = beaten(number)
    assert not room.fund("bad beat").awards
    refused(lambda: room.award_bad_beat(supervisor="", at=60), "637a.15(f)" if number == "637a" else "553.20(f)")
    assert not room.fund("bad beat").awards and room.to_verify and not room.fund("bad beat").pending


@BOTH
@pytest.mark.cites("637a.15(f)", "553.20(f)")
def test_no_award_without_a_bad_beat(number: str) -> None:
    room = room_of(number)
    hand(room)
    counted(room)
    shown(room)
    refused(lambda: room.award_bad_beat(supervisor="P. Day", at=60))
    assert room.fund("bad beat").held == 100


@BOTH
@pytest.mark.cites("637a.15(f)(1)", "553.20(f)(1)")
def test_upon_verification_a_notice_says_that_the_display_is_pending_adjustment(number: str) -> None:
    room = beaten(number)
    assert not board_of(room)["jackpots"]["bad beat"]["pending"]
    room.award_bad_beat(supervisor="P. Day", at=60)
    assert board_of(room)["jackpots"]["bad beat"]["pending"]


@BOTH
@pytest.mark.cites("637a.15(b)(3)", "553.20(b)(3)", "637a.15(f)(2)", "553.20(f)(2)")
def test_the_payout_goes_to_whom_the_posted_rules_say(number: str) -> None:
    room = beaten(number)
    awards = {award.player: award.cents for award in room.award_bad_beat(supervisor="P. Day", at=60)}
    assert awards == {"1-1": 151, "1-2": 75, "1-3": 37, "1-4": 37}  # $3: 50%, 25%, 25% for two; the odd cent to the loser
    shares = [{"to": "losing hand", "percent": 60}, {"to": "winning hand", "percent": 40}]
    room = beaten(number, bad_beat_payouts=shares)
    awards = {award.player: award.cents for award in room.award_bad_beat(supervisor="P. Day", at=60)}
    assert awards == {"1-1": 180, "1-2": 120}


@BOTH
@pytest.mark.cites("637a.15(a)", "553.20(a)")
def test_no_more_is_paid_than_the_pots_gave(number: str) -> None:
    room = beaten(number)
    room.award_bad_beat(supervisor="P. Day", at=60)
    fund = room.fund("bad beat")
    for award in list(fund.awards):
        room.collect("bad beat", award.player, at=70, place="table")
    assert fund.paid == 300 == fund.contributed and fund.held == 0
    refused(lambda: room.collect("bad beat", "1-1", at=80, place="table"))


@BOTH
@pytest.mark.cites("637a.1", "553.1", "637a.15(a)", "553.20(a)")
def test_a_bad_beat_is_not_forgotten_because_the_boxes_are_not_counted_yet(number: str) -> None:
    room = room_of(number)
    hand(room, cards=BAD_BEAT)
    awards = []
    with suppress(PitbossError):
        awards = room.award_bad_beat(supervisor="P. Day", at=60)
    assert awards or room.to_verify  # paid out of what there is, or still to be paid


@BOTH
@pytest.mark.cites("637a.15(h)", "553.20(h)", "637a.15(h)(1)", "553.20(h)(1)", "637a.15(h)(2)", "553.20(h)(2)")
def test_the_display_is_adjusted_by_finance_in_the_presence_of_a_floorperson_to_what_is_held(number: str) -> None:
    room = beaten(number, bad_beat_payouts=[{"to": "losing hand", "percent": 50}])
    room.award_bad_beat(supervisor="P. Day", at=60)
    fund = room.fund("bad beat")
    refused(lambda: room.adjust("bad beat", finance="N. Fox", floorperson=""))
    refused(lambda: room.adjust("bad beat", finance="", floorperson="F. Lee"))
    assert fund.pending and fund.displayed == 300
    assert room.adjust("bad beat", finance="N. Fox", floorperson="F. Lee") == fund.displayed == fund.held == 150
    assert not fund.pending


@BOTH
@pytest.mark.cites("637a.15(h)", "553.20(h)", "637a.15(h)(1)", "553.20(h)(1)")
def test_no_second_bad_beat_is_reckoned_from_a_display_that_is_pending(number: str) -> None:
    room = beaten(number, bad_beat_payouts=[{"to": "losing hand", "percent": 50}])
    hand(room, cards=BAD_BEAT)
    room.award_bad_beat(supervisor="P. Day", at=60)
    second = []
    with suppress(PitbossError):
        second = room.award_bad_beat(supervisor="P. Day", at=61)
    assert sum(award.cents for award in second) in (0, 75)  # half of what is left, or refused until the display is right


@BOTH
@pytest.mark.cites("637a.15(h)(2)", "553.20(h)(2)")
def test_no_bad_beat_is_paid_while_another_amount_is_displayed_than_finance_holds(number: str) -> None:
    room = beaten(number)
    hand(room)
    counted(room)
    fund = room.fund("bad beat")
    assert (fund.displayed, fund.held) == (300, 400)
    refused(lambda: room.award_bad_beat(supervisor="P. Day", at=60), {"637a": "637a.15(h)(2)", "553": "553.20(h)(2)"}[number])
    assert fund.held == 400 and not fund.awards
    shown(room)
    assert sum(award.cents for award in room.award_bad_beat(supervisor="P. Day", at=60)) == 400


# ---------------------------------------------------------------------------- where a Bad Beat is paid


@BOTH
@pytest.mark.cites("637a.15(g)", "553.20(g)")
def test_a_bad_beat_is_paid_in_the_cage_where_the_certificate_holder_elects_that(number: str) -> None:
    room = beaten(number, bad_beat_paid_at=CAGE[number])
    room.award_bad_beat(supervisor="P. Day", at=60)
    refused(lambda: room.collect("bad beat", "1-1", at=70, place="table"), "637a.15(g)" if number == "637a" else "553.20(g)")
    assert room.collect("bad beat", "1-1", at=70, place=CAGE[number]) == 151


@BOTH
@pytest.mark.cites("637a.15(f)(2)", "553.20(f)(2)")
def test_a_bad_beat_is_brought_to_the_table_where_nothing_else_is_elected(number: str) -> None:
    room = beaten(number)
    room.award_bad_beat(supervisor="P. Day", at=60)
    refused(lambda: room.collect("bad beat", "1-1", at=70, place=CAGE[number]))
    assert room.collect("bad beat", "1-1", at=70, place="table") == 151


@pytest.mark.cites("553.20(g)")
def test_the_earlier_chapter_pays_in_no_satellite_cage() -> None:
    room = beaten("553")
    room.award_bad_beat(supervisor="P. Day", at=60)
    refused(lambda: room.collect("bad beat", "1-1", at=70, place="satellite cage"), "553.20(g)")


@pytest.mark.cites("637a.15(g)")
def test_the_later_chapter_may_pay_in_a_satellite_cage() -> None:
    room = beaten("637a", bad_beat_paid_at="satellite cage")
    room.award_bad_beat(supervisor="P. Day", at=60)
    assert room.collect("bad beat", "1-1", at=70, place="satellite cage") == 151


@BOTH
@pytest.mark.cites("637a.15(a)", "553.20(a)")
def test_a_bad_beat_is_paid_to_whom_it_was_awarded_and_once(number: str) -> None:
    room = beaten(number)
    room.award_bad_beat(supervisor="P. Day", at=60)
    refused(lambda: room.collect("bad beat", "a stranger", at=70, place="table"))
    room.collect("bad beat", "1-1", at=70, place="table")
    refused(lambda: room.collect("bad beat", "1-1", at=71, place="table"))


@BOTH
@pytest.mark.cites("637a.15(a)", "553.20(a)")
def test_a_refusal_to_pay_a_bad_beat_names_a_paragraph_that_exists(number: str) -> None:
    room = beaten(number)
    room.award_bad_beat(supervisor="P. Day", at=60)
    try:
        assert room.collect("bad beat", "1-1", at=70, place="table", identification=False) == 151
    except PitbossError as refusal:
        assert paragraph(refusal.cite)


# ---------------------------------------------------------------------------- the end of a Bad Beat payout


@BOTH
@pytest.mark.cites("637a.15(i)", "553.20(i)")
def test_no_bad_beat_is_offered_before_its_end_is_provided_for(number: str) -> None:
    house = jackpot_house(number, ("bad beat",), bad_beat_discontinuance="")

    def offered() -> None:
        room = Room(number)
        room.open_table("1", house)
        room.offer("bad beat", "bad beat", ["1"])

    refused(offered, "637a.15(i)" if number == "637a" else "553.20(i)")


@BOTH
@pytest.mark.cites("637a.15(c)", "553.20(c)", "637a.15(i)", "553.20(i)")
def test_after_the_end_of_a_payout_pots_give_nothing_more(number: str) -> None:
    room = room_of(number)
    hand(room)
    counted(room)
    room.discontinue("bad beat")
    finished = hand(room)
    assert not acts(finished, "contribute")
    assert sum(step.cents for step in acts(finished, "award")) == 2000 - 100
    assert everything(room.fund("bad beat")) == 100


@BOTH
@pytest.mark.cites("637a.15(c)", "553.20(c)")
def test_contributions_may_be_terminated_at_any_time_and_what_was_given_remains(number: str) -> None:
    room = room_of(number, tables=2)
    hand(room)
    room.act("1", "contributions end", payout="bad beat")
    assert not acts(hand(room), "contribute")
    assert acts(hand(room, "2"), "contribute")  # the other table's pots go on
    assert everything(room.fund("bad beat")) == 200


@BOTH
@pytest.mark.cites("637a.15(c)", "553.20(c)", "637a.15(a)", "553.20(a)")
def test_the_payout_itself_goes_on_where_only_contributions_were_terminated(number: str) -> None:
    room = room_of(number)
    hand(room)
    counted(room)
    shown(room)
    room.act("1", "contributions end", payout="bad beat")
    hand(room, cards=BAD_BEAT)
    assert sum(award.cents for award in room.award_bad_beat(supervisor="P. Day", at=60)) == 100


@BOTH
@pytest.mark.cites("637a.15(i)", "553.20(i)")
def test_after_the_end_of_a_payout_its_money_still_goes_to_patrons(number: str) -> None:
    room = room_of(number)
    hand(room)
    counted(room)
    shown(room)
    room.discontinue("bad beat")
    hand(room, cards=BAD_BEAT)
    awards = room.award_bad_beat(supervisor="P. Day", at=60)
    assert sum(award.cents for award in awards) == 100


@BOTH
@pytest.mark.cites("637a.15(i)", "553.20(i)")
def test_a_fund_may_be_transferred_to_another_bad_beat_to_the_last_cent(number: str) -> None:
    room = Room(number)
    for name in ("1", "2"):
        room.open_table(name, jackpot_house(number, ("bad beat",)))
        for seat in (1, 2, 3, 4):
            room.seat(f"{name}-{seat}", name, seat, 50_000)
        room.offer(f"beat {name}", "bad beat", [name])
        room.hand(name, passive)
    for name in ("beat 1", "beat 2"):
        room.count(name, place=CAGE[number], **COUNT)
        room.verify(name, cashier="C. May", cents=100)
    assert room.discontinue("beat 1", into="beat 2") == 100
    assert room.fund("beat 1").held == 0 and room.fund("beat 2").held == 200


@BOTH
@pytest.mark.cites("637a.15(i)", "553.20(i)", "637a.15(f)(1)", "553.20(f)(1)")
def test_a_bad_beat_that_waits_for_its_verification_is_paid_from_the_fund_to_which_the_money_went(number: str) -> None:
    room = Room(number, chance=Clock(1))
    for name in ("1", "2"):
        room.open_table(name, jackpot_house(number, ("bad beat",)))
        for seat in (1, 2, 3, 4):
            room.seat(f"{name}-{seat}", name, seat, 50_000)
        room.offer(f"beat {name}", "bad beat", [name])
    room.hand("2", passive)
    hand(room, "1", cards=BAD_BEAT)
    for name in ("beat 1", "beat 2"):
        room.count(name, place=CAGE[number], **COUNT)
        room.verify(name, cashier="C. May", cents=100)
    room.discontinue("beat 1", into="beat 2")
    room.adjust("beat 2", finance="N. Fox", floorperson="F. Lee")
    assert sum(award.cents for award in room.award_bad_beat(supervisor="P. Day", at=60)) == 200
    assert not room.to_verify and room.fund("beat 2").held == 0


@pytest.mark.parametrize(
    ("number", "kind", "cite"),
    [("553", "bad beat", "553.20(i)"), ("637a", "bad beat", "637a.15(i)"), ("637a", "high hand", "637a.16(h)")],
)
@pytest.mark.cites("553.20(i)", "637a.15(i)", "637a.16(h)")
def test_no_fund_is_transferred_before_its_boxes_are_counted_and_verified(number: str, kind: str, cite: str) -> None:
    room = Room(number, chance=Clock(1))
    for name in ("1", "2", "3"):
        room.open_table(name, jackpot_house(number, (kind,)))
    for seat in (1, 2, 3, 4):
        room.seat(f"1-{seat}", "1", seat, 50_000)
    room.offer("fund 1", kind, ["1", "3"])  # nobody plays at table 3, whose box stays empty
    room.offer("fund 2", kind, ["2"])
    if kind == "high hand":
        room.start_period("fund 1", at=0)
    room.hand("1", passive)
    first = room.fund("fund 1")
    refused(lambda: room.discontinue("fund 1", into="fund 2"), cite)
    room.count("fund 1", place=CAGE[number], **COUNT)
    refused(lambda: room.discontinue("fund 1", into="fund 2"), cite)
    assert first.collecting and everything(first) == 100
    room.verify("fund 1", cashier="C. May", cents=100)
    assert room.discontinue("fund 1", into="fund 2") == 100 == room.fund("fund 2").held


@BOTH
@pytest.mark.cites("637a.15(i)", "553.20(i)")
def test_no_cent_is_lost_where_boxes_are_not_counted_at_the_end_of_a_payout(number: str) -> None:
    room = room_of(number)
    hand(room)
    with suppress(PitbossError):  # it may be refused until they are
        room.discontinue("bad beat")
    counted(room)
    room.discontinue("bad beat")
    assert room.fund("bad beat").held == 100


@pytest.mark.cites("637a.15(i)")
def test_a_bad_beat_fund_is_not_transferred_to_a_high_hand_jackpot() -> None:
    room = room_of("637a", offer=("bad beat", "high hand"))
    hand(room)
    counted(room)
    refused(lambda: room.discontinue("bad beat", into="high hand"), "637a.15(i)")
    assert room.fund("bad beat").held == 100


# ---------------------------------------------------------------------------- High Hand: tracking


@pytest.mark.cites("637a.16(f)")
def test_dealers_call_for_a_full_house_or_better_and_for_nothing_less() -> None:
    room = in_period()
    hand(room, cards=FLUSH)
    assert not room.to_verify
    hand(room, cards=FULL_HOUSE)
    hand(room, cards=QUADS)
    assert [call.player for call in room.to_verify] == ["1-1", "1-1"]


@pytest.mark.cites("637a.1", "637a.16(f)")
def test_a_losing_full_house_qualifies_too() -> None:
    room = in_period()
    hand(room, cards=BAD_BEAT)
    assert {call.player for call in room.to_verify} == {"1-1", "1-2"}


@pytest.mark.cites("637a.16(a)", "637a.16(f)")
def test_a_hand_made_before_the_qualifying_period_does_not_qualify() -> None:
    room = room_of("637a", offer=("high hand",))
    hand(room, cards=QUADS)
    room.start_period("high hand", at=0)
    with suppress(PitbossError):
        tracked(room)
    assert not room.fund("high hand").slips


@pytest.mark.cites("637a.16(a)", "637a.16(f)")
def test_a_hand_of_one_period_does_not_qualify_in_the_next() -> None:
    room = in_period()
    hand(room, cards=QUADS)
    counted(room, "high hand")
    with pytest.raises(PitbossError, match=r"waits for verification .*637a\.16\(f\)"):
        room.end_period("high hand", at=60)
    room.dismiss("high hand")
    assert room.end_period("high hand", at=60) == []
    room.start_period("high hand", at=60)
    with suppress(PitbossError):
        tracked(room, at=65)
    assert not room.fund("high hand").slips


@pytest.mark.cites("637a.16(a)", "637a.16(b)(1)")
def test_no_hand_is_tracked_that_was_made_after_the_time_of_the_period() -> None:
    room = in_period()
    set_clock(room, 61)
    hand(room, cards=QUADS)
    with suppress(PitbossError):
        tracked(room, at=61)
    assert not room.to_verify and not room.fund("high hand").slips


@pytest.mark.cites("637a.16(b)(4)")
def test_a_hand_with_too_few_players_dealt_in_does_not_qualify() -> None:
    for players, qualifies in ((3, False), (4, True)):
        room = in_period(players=players)
        cards = {place: words for place, words in FULL_HOUSE.items() if players == 4 or place != "seat_4"}
        hand(room, cards=cards)
        with suppress(PitbossError):
            tracked(room)
        assert bool(room.fund("high hand").slips) is qualifies


@pytest.mark.cites("637a.16(b)(4)")
def test_a_player_who_folds_was_dealt_in_all_the_same() -> None:
    room = in_period()
    rig(room.table("1"), FULL_HOUSE)
    room.hand("1", saying("3: fold", "2: fold"))
    assert tracked(room)


@pytest.mark.parametrize(
    ("missing", "paragraph"),
    [("phone", 1), ("dealer", 4), ("dealer_credential", 4), ("floorperson", 5), ("floorperson_credential", 5)],
)
@pytest.mark.cites("637a.16(f)(1)", "637a.16(f)(4)", "637a.16(f)(5)")
def test_the_tracking_slip_lacks_nothing(missing: str, paragraph: int) -> None:
    room = in_period()
    hand(room, cards=FULL_HOUSE)
    for fields in (SLIP | {missing: ""}, {key: words for key, words in SLIP.items() if key != missing}):
        refused(lambda given=fields: room.track(at=20, **given), f"637a.16(f)({paragraph})")  # type: ignore[misc]
    assert not room.fund("high hand").slips and room.to_verify


@pytest.mark.cites("637a.16(f)", "637a.16(f)(1)", "637a.16(f)(2)", "637a.16(f)(3)", "637a.16(f)(4)", "637a.16(f)(5)")
def test_the_tracking_slip_says_who_where_what_and_who_verified_it() -> None:
    room = in_period(tables=2)
    hand(room, "2", FULL_HOUSE)
    assert tracked(room)
    (slip,) = room.fund("high hand").slips
    assert (slip.player, slip.phone, slip.seat, slip.table) == ("2-1", "555-0100", 1, "2")
    assert slip.hand.ranks == (12, 11)  # aces full of kings
    assert (slip.dealer, slip.dealer_credential) == ("D. Orr", "D-1")
    assert (slip.floorperson, slip.floorperson_credential) == ("F. Lee", "F-1")


@pytest.mark.cites("637a.16(f)(2)", "637a.16(f)(3)")
def test_a_slip_without_its_table_or_with_a_lower_hand_is_not_kept() -> None:
    room = in_period()
    hand(room, cards=FULL_HOUSE)
    assert tracked(room)
    fund = room.fund("high hand")
    (slip,) = fund.slips
    refused(lambda: fund.track(replace(slip, table=""), 4, identification=True), "637a.16(f)(2)")
    assert not fund.track(replace(slip, hand=Value(FULL_HOUSE_RANK, (12, 10))), 4, identification=True)
    assert fund.slips == [slip]
    higher = replace(slip, hand=Value(FULL_HOUSE_RANK + 1, (2, 3)))
    assert fund.track(higher, 4, identification=True)
    assert fund.slips == [slip, higher] and fund.best == higher.hand


@pytest.mark.cites("637a.16(b)(7)")
def test_without_valid_identification_a_hand_does_not_qualify() -> None:
    room = in_period()
    hand(room, cards=FULL_HOUSE)
    refused(lambda: room.track(at=20, identification=False, **SLIP), "637a.16(b)(7)")
    assert not room.fund("high hand").slips


@pytest.mark.cites("637a.16(f)")
def test_only_higher_hands_follow_on_the_slip() -> None:
    room = in_period()
    for cards, higher in (
        (LOWER_FULL_HOUSE, True),
        (FULL_HOUSE, True),
        (LOWER_FULL_HOUSE, False),
        (QUADS, True),
        (FULL_HOUSE, False),
    ):
        hand(room, cards=cards)
        assert tracked(room) is higher
    best = room.fund("high hand").slips[-1]
    assert best.hand.ranks[0] == 8  # four tens


@pytest.mark.cites("637a.16(f)")
def test_after_a_higher_hand_dealers_need_not_call_for_a_lower_one_and_the_slip_keeps_the_higher() -> None:
    room = in_period()
    hand(room, cards=QUADS)
    tracked(room)
    hand(room, cards=FULL_HOUSE)
    assert not tracked(room)
    counted(room, "high hand")
    room_awards = room.end_period("high hand", at=60)
    assert [award.cents for award in room_awards] == [200]


@pytest.mark.cites("637a.16(f)")
def test_no_second_period_starts_while_one_is_running() -> None:
    room = in_period()
    hand(room, cards=FULL_HOUSE)
    assert tracked(room)
    refused(lambda: room.start_period("high hand", at=30), "637a.16(f)")
    fund = room.fund("high hand")
    assert fund.started == 0 and len(fund.slips) == 1


# ---------------------------------------------------------------------------- High Hand: the end of the period


@pytest.mark.cites("637a.16(g)")
def test_no_period_ends_that_has_not_begun_or_is_over() -> None:
    room = room_of("637a", offer=("high hand",))
    refused(lambda: room.end_period("high hand", at=60), "637a.16(g)")
    room.start_period("high hand", at=60)
    room.end_period("high hand", at=120)
    refused(lambda: room.end_period("high hand", at=180), "637a.16(g)")


@pytest.mark.cites("637a.16(h)")
def test_the_highest_hand_of_the_period_wins_and_not_the_first_or_the_last() -> None:
    room = in_period(tables=3)
    for table, cards in (("1", LOWER_FULL_HOUSE), ("2", QUADS), ("3", FULL_HOUSE)):
        hand(room, table, cards)
        tracked(room)
    counted(room, "high hand")
    assert [(award.player, award.cents) for award in room.end_period("high hand", at=60)] == [("2-1", 300)]


@pytest.mark.cites("637a.16(b)(5)", "637a.16(h)")
def test_players_with_the_same_highest_hand_share_the_payout() -> None:
    room = in_period(tables=3, high_hand_contribution=101)
    for table, cards in (("1", LOWER_FULL_HOUSE), ("2", FULL_HOUSE), ("3", FULL_HOUSE)):
        hand(room, table, cards)
        assert tracked(room)
    counted(room, "high hand")
    awards = {award.player: award.cents for award in room.end_period("high hand", at=60)}
    assert set(awards) == {"2-1", "3-1"} and sum(awards.values()) == 303 and abs(awards["2-1"] - awards["3-1"]) <= 1


@pytest.mark.cites("637a.16(h)")
def test_without_a_full_house_the_contributions_are_added_to_the_next_period() -> None:
    room = in_period()
    hand(room, cards=FLUSH)
    counted(room, "high hand")
    assert room.end_period("high hand", at=60) == []
    room.start_period("high hand", at=60)
    hand(room, cards=FULL_HOUSE)
    tracked(room, at=70)
    counted(room, "high hand")
    assert [award.cents for award in room.end_period("high hand", at=120)] == [200]


@pytest.mark.cites("637a.16(g)")
def test_the_period_is_not_settled_before_its_contributions_are_counted_and_verified() -> None:
    room = in_period()
    hand(room, cards=FULL_HOUSE)
    tracked(room)
    refused(lambda: room.end_period("high hand", at=60), "637a.16(g)")
    count(room, "high hand")
    refused(lambda: room.end_period("high hand", at=60), "637a.16(g)")
    room.verify("high hand", cashier="C. May", cents=100)
    assert len(room.end_period("high hand", at=60)) == 1


@pytest.mark.cites("637a.16(b)(1)")
def test_the_period_lasts_as_long_as_posted() -> None:
    room = in_period(high_hand_qualifying_period=45)
    hand(room, cards=FULL_HOUSE)
    tracked(room)
    counted(room, "high hand")
    refused(lambda: room.end_period("high hand", at=44), "637a.16(b)(1)")
    assert len(room.end_period("high hand", at=45)) == 1


@pytest.mark.cites("637a.16(g)")
def test_the_pooled_contributions_of_all_tables_are_displayed() -> None:
    room = in_period(tables=3)
    for table in ("1", "2", "3", "3"):
        hand(room, table, FLUSH)
    counted(room, "high hand")
    shown(room, "high hand")
    assert board_of(room)["jackpots"]["high hand"]["displayed"] == 400


@pytest.mark.cites("637a.16(g)")
def test_the_pool_is_displayed_before_it_is_awarded() -> None:
    room = in_period(tables=2)
    hand(room, "1", FULL_HOUSE)
    tracked(room)
    hand(room, "2", FLUSH)
    counted(room, "high hand")
    with suppress(PitbossError):
        room.end_period("high hand", at=60)
    fund = room.fund("high hand")
    assert not fund.awards or fund.displayed == 200


# ---------------------------------------------------------------------------- High Hand: collecting


def won(**house: Any) -> Room:
    """A room in which player 1-1 has won $1 of the High Hand Jackpot at minute 60."""
    room = in_period(**house)
    hand(room, cards=FULL_HOUSE)
    tracked(room)
    counted(room, "high hand")
    room.end_period("high hand", at=60)
    return room


@pytest.mark.parametrize("place", ["main cage", "satellite cage"])
@pytest.mark.cites("637a.16(h)")
def test_a_high_hand_jackpot_is_paid_in_a_cage_and_not_at_the_table(place: str) -> None:
    room = won(high_hand_paid_at=place)
    refused(lambda: room.collect("high hand", "1-1", at=70, place="table"), "637a.16(h)")
    assert room.collect("high hand", "1-1", at=70, place=place) == 100


@pytest.mark.cites("637a.16(b)(6)")
def test_a_payout_may_be_collected_until_the_posted_time_has_passed() -> None:
    room = won(high_hand_claim_limit=2)
    assert room.collect("high hand", "1-1", at=60 + 2 * DAY, place="main cage") == 100
    room = won(high_hand_claim_limit=2)
    refused(lambda: room.collect("high hand", "1-1", at=61 + 2 * DAY, place="main cage"))


@pytest.mark.cites("637a.16(b)(6)")
def test_without_a_posted_limit_a_payout_waits() -> None:
    assert won().collect("high hand", "1-1", at=1_000 * DAY, place="main cage") == 100


@pytest.mark.cites("637a.16(b)(6)")
def test_a_player_need_not_be_present_at_the_end_of_the_period() -> None:
    room = in_period()
    hand(room, cards=FULL_HOUSE)
    tracked(room)
    room.act("1", "player leaves", seat=1)
    counted(room, "high hand")
    assert [award.player for award in room.end_period("high hand", at=60)] == ["1-1"]
    assert room.collect("high hand", "1-1", at=600, place="main cage") == 100


@pytest.mark.cites("637a.16(b)(7)")
def test_valid_identification_is_shown_to_collect() -> None:
    room = won()
    refused(lambda: room.collect("high hand", "1-1", at=70, place="main cage", identification=False), "637a.16(b)(7)")


@pytest.mark.cites("637a.16(i)", "637a.16(b)(6)")
def test_what_is_not_collected_in_time_is_distributed_and_nothing_earlier_is() -> None:
    room = won(high_hand_claim_limit=2)
    fund = room.fund("high hand")
    assert room.expire("high hand", at=60 + 2 * DAY) == 0 and fund.awards
    assert room.expire("high hand", at=61 + 2 * DAY) == 100
    assert not fund.awards and fund.held == 100 and everything(fund) == 100
    room.start_period("high hand", at=5 * DAY)
    hand(room, cards=QUADS)
    tracked(room, at=5 * DAY + 10)
    counted(room, "high hand", day=5)
    assert [award.cents for award in room.end_period("high hand", at=5 * DAY + 60)] == [200]


@pytest.mark.cites("637a.16(h)")
def test_every_cent_of_a_high_hand_jackpot_reaches_players() -> None:
    room = won()
    room.collect("high hand", "1-1", at=70, place="main cage")
    fund = room.fund("high hand")
    assert fund.contributed == fund.paid == 100 and fund.held == 0 and not fund.awards


@pytest.mark.cites("637a.16(b)", "637a.16(g)")
def test_in_a_period_the_display_follows_the_contributions() -> None:
    room = in_period()
    before = board_of(room)["jackpots"]["high hand"]["displayed"]
    hand(room, cards=QUADS)
    fund = room.fund("high hand")
    assert board_of(room)["jackpots"]["high hand"]["displayed"] == before + fund.house["high_hand_contribution"] > before
