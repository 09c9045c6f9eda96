"""The Poker room and its tables as chapters 553 and 637a print them: games, seats, stakes, revenue, button, kill, showdown."""

import json
import random
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pitboss.card_room import Room
from pitboss.card_room.board import board_of
from pitboss.errors import PitbossError
from pitboss.games.nonbanked.rules import play_of
from pitboss.house import House
from pitboss.table.drivers import bots
from pitboss.table.round import Round
from pitboss.table.steps import UP, Ask, Incident, Moment, Reply, Request
from pitboss.table.table import Table
from tests.card_room.playing import (
    BOTH,
    CAGE,
    SLIP,
    Clock,
    acts,
    asked,
    cited,
    dealt_in,
    finish,
    jackpot_house,
    opened,
    passive,
    play,
    refused,
    rig,
    saying,
)

TEN = ("hold'em", "omaha", "omaha high-low eight or better")
EIGHT = (
    "seven-card stud",
    "razz",
    "seven-card stud high-low",
    "seven-card stud high-low eight or better",
    "five-card draw",
    "five-card draw low",
    "five-card stud",
)
SPLIT = "omaha high-low eight or better"


def at(number: str, earlier: str, later: str) -> str:
    """The paragraph of the chapter in hand."""
    return f"553.{earlier}" if number == "553" else f"637a.{later}"


def awarded(finished: Round) -> int:
    """What was pushed to winners."""
    return sum(step.cents for step in acts(finished, "award"))


def raked(finished: Round) -> int:
    """What the dealer took out of the pots."""
    return sum(step.cents for step in acts(finished, "rake"))


def sizes(ask: Ask) -> dict[str, tuple[int, int]]:
    """The least and the most of each answer."""
    return {choice.word: (choice.least, choice.most) for choice in ask.choices}


def may_bet(ask: Ask) -> bool:
    return "bet" in sizes(ask)


# ---------------------------------------------------------------------------- games and seats


@BOTH
@pytest.mark.cites("553.19", "637a.9(c)")
def test_games_limits_and_vacant_seats_are_announced(number: str) -> None:
    room = Room(number)
    room.open_table("1", {"variant": "omaha", "announcements": True, "small_bet": 400, "big_bet": 800, "seats": 6})
    room.seat("Ann", "1", 3, 50_000)
    (said,) = room.announcements()
    assert (said.table, said.variant, said.maximum, said.free) == ("1", "omaha", 800, (1, 2, 4, 5, 6))


@BOTH
@pytest.mark.cites("553.19", "637a.9(c)")
def test_the_announced_minimum_and_maximum_are_those_of_the_table(number: str) -> None:
    room = Room(number)
    given = {"structure": "no limit", "table_minimum": 300, "table_maximum": 30_000}
    room.open_table("1", given | {"announcements": True})
    (said,) = room.announcements()
    assert (said.minimum, said.maximum) == (300, 30_000)


@BOTH
@pytest.mark.parametrize("variant", ["pineapple", "badugi", "five-card stud low", "omaha high-low", ""])
@pytest.mark.cites("553.9(b)", "637a.9(b)")
def test_no_game_is_offered_that_is_not_authorized(number: str, variant: str) -> None:
    room = Room(number)
    refused(lambda: room.open_table("1", {"variant": variant}), at(number, "9", "9"))
    assert not room.tables


@pytest.mark.cites("553.9(a)(1)", "553.9(b)")
def test_seven_card_stud_low_is_not_a_game_of_the_earlier_chapter() -> None:
    refused(lambda: Room("553").open_table("1", {"variant": "razz"}), "553.9")


@pytest.mark.cites("637a.9(a)(1)")
def test_seven_card_stud_low_is_a_game_of_the_later_chapter() -> None:
    assert Room("637a").open_table("1", {"variant": "razz"})


@pytest.mark.parametrize(
    ("number", "variant"), [(n, v) for n in ("553", "637a") for v in TEN + EIGHT if (n, v) != ("553", "razz")]
)
@pytest.mark.cites(
    "553.10(b)",
    "553.11(b)",
    "553.12(b)",
    "553.13(b)",
    "553.14(b)",
    "637a.10(b)",
    "637a.11(b)",
    "637a.12(b)",
    "637a.13(b)",
    "637a.14(b)",
)
def test_ten_may_play_with_community_cards_and_eight_otherwise(number: str, variant: str) -> None:
    most = 10 if variant in TEN else 8
    room = Room(number)
    room.open_table("1", {"variant": variant, "seats": most})
    for seat in range(1, most + 1):
        room.seat(f"player {seat}", "1", seat, 50_000)
    refused(lambda: room.seat("one too many", "1", most + 1, 50_000))
    assert len(dealt_in(room.hand("1", passive))) == most
    if most == 8:
        refused(lambda: Room(number).open_table("1", {"variant": variant, "seats": 9}))


@BOTH
@pytest.mark.cites("553.8(b)(3)", "637a.8(b)(4)")
def test_who_brings_just_enough_may_sit_down_and_who_brings_a_cent_less_may_not(number: str) -> None:
    room = Room(number)
    room.open_table("1", {"small_blind": 200, "big_blind": 500, "small_bet": 500, "table_minimum": 500})
    refused(lambda: room.seat("a cent short", "1", 1, 999), at(number, "8(b)(3)", "8(b)(4)"))
    room.seat("just enough", "1", 1, 1000)


@BOTH
@pytest.mark.cites("553.7(b)", "637a.7(b)")
def test_one_player_is_no_game(number: str) -> None:
    refused(opened(number, players=1).begin, at(number, "7(b)", "7(b)"))


@BOTH
@pytest.mark.cites("553.8(a)", "637a.8(a)")
def test_only_who_sits_at_the_table_receives_cards(number: str) -> None:
    table = opened(number, players=4)
    assert dealt_in(play(table)) == {"seat_1", "seat_2", "seat_3", "seat_4"}
    table.act("player leaves", {"seat": 3})
    assert dealt_in(play(table)) == {"seat_1", "seat_2", "seat_4"}


@BOTH
@pytest.mark.cites("553.8(a)", "637a.8(a)")
def test_a_seat_change_takes_the_table_stakes_along_and_needs_a_free_seat(number: str) -> None:
    table = opened(number)
    refused(lambda: table.act("seat change", {"seat": 1, "to": 2}))
    refused(lambda: table.act("seat change", {"seat": 1, "to": 11}))
    table.act("seat change", {"seat": 1, "to": 6})
    assert table.seats[6].player == "player 1" and table.seats[6].cents == 50_000
    assert dealt_in(play(table)) == {"seat_2", "seat_3", "seat_6"}


@BOTH
@pytest.mark.cites("553.17(b)", "637a.18(c)")
def test_a_player_may_be_required_to_leave_and_casino_compliance_is_told(number: str) -> None:
    table = opened(number)
    done = table.act("player put out", {"seat": 2})
    assert 2 not in table.seats
    assert any("compliance" in step.note for step in done.steps if step.cite == at(number, "17(b)", "18(c)"))


# ---------------------------------------------------------------------------- table stakes


@BOTH
@pytest.mark.parametrize(
    ("house", "least"),
    [
        ({"variant": "hold'em", "small_blind": 200, "big_blind": 500, "table_minimum": 500}, 1000),
        ({"variant": "hold'em", "small_blind": 200, "big_blind": 500, "table_minimum": 500, "ante": 100}, 1100),
        ({"variant": "hold'em", "structure": "no limit", "big_blind": 500, "table_minimum": 800}, 1300),
        ({"variant": "hold'em", "big_blind": 500, "table_minimum": 500, "additional_blinds": [1000]}, 1500),
        ({"variant": "omaha", "big_blind": 500, "table_minimum": 500, "additional_blinds": [1000, 300]}, 1500),
        ({"variant": "five-card draw", "big_blind": 500, "table_minimum": 500, "additional_blinds": [300]}, 1000),
        ({"variant": "seven-card stud", "forced_bet": 300, "table_minimum": 500, "ante": 100}, 900),
        ({"variant": "five-card stud", "forced_bet": 200, "table_minimum": 500}, 700),
    ],
)
@pytest.mark.cites("553.8(b)(3)", "637a.8(b)(4)")
def test_who_cannot_make_his_forced_bets_and_one_bet_is_not_dealt_in(number: str, house: dict[str, Any], least: int) -> None:
    table = opened(number, players=3, **house)
    table.sit(4, "just enough", least)
    table.sit(5, "a cent short", least - 1)
    assert dealt_in(play(table)) == {"seat_1", "seat_2", "seat_3", "seat_4"}


@BOTH
@pytest.mark.cites("553.8(b)(3)", "637a.8(b)(4)")
def test_nobody_takes_a_seat_without_enough_to_play(number: str) -> None:
    room = Room(number)
    room.open_table("1")
    refused(lambda: room.seat("Ann", "1", 1, 699), at(number, "8(b)(3)", "8(b)(4)"))


@BOTH
@pytest.mark.cites("553.8(b)(1)", "637a.8(b)(2)", "553.8(b)", "637a.8(b)(1)")
def test_stakes_are_added_between_rounds_and_not_during_one(number: str) -> None:
    table = opened(number)
    asked(table)
    refused(lambda: table.act("stakes added", {"seat": 3, "cents": 10_000}))
    before = table.seats[3].cents
    finish(table, saying("3: fold"))
    assert table.seats[3].cents <= before
    held = table.seats[3].cents
    table.act("stakes added", {"seat": 3, "cents": 10_000})
    assert table.seats[3].cents == held + 10_000


@BOTH
@pytest.mark.cites("553.8(b)", "637a.8(b)(1)")
def test_a_player_bets_no_more_than_his_table_stakes(number: str) -> None:
    ask = asked(opened(number, structure="no limit", cents=7_000))
    assert sizes(ask)["raise"][1] == 7_000


@BOTH
@pytest.mark.cites("553.8(b)(2)", "637a.8(b)(3)")
def test_currency_is_converted_into_chips(number: str) -> None:
    done = opened(number).act("stakes added", {"seat": 1, "cents": 10_000, "currency": True})
    assert cited(done, at(number, "8(b)(2)", "8(b)(3)"))


@BOTH
@pytest.mark.parametrize("cents", [0, -100])
@pytest.mark.cites("553.8(b)(1)", "637a.8(b)(2)")
def test_adding_to_the_stakes_takes_nothing_from_them(number: str, cents: int) -> None:
    table = opened(number)
    refused(lambda: table.act("stakes added", {"seat": 1, "cents": cents}))
    assert table.seats[1].cents == 50_000


# ---------------------------------------------------------------------------- a player who steps away


@BOTH
@pytest.mark.parametrize(("kept", "item"), [("counted", "i"), ("covered", "ii")])
@pytest.mark.cites("553.8(b)(5)(i)", "553.8(b)(5)(ii)", "637a.8(b)(6)(i)", "637a.8(b)(6)(ii)")
def test_the_stakes_of_a_player_who_steps_away_are_counted_or_covered(number: str, kept: str, item: str) -> None:
    table = opened(number, absent_player_stakes=kept)
    cite = at(number, f"8(b)(5)({item})", f"8(b)(6)({item})")
    assert cited(table.act("player steps away", {"seat": 2}), cite)
    assert dealt_in(play(table)) == {"seat_1", "seat_3"}
    assert table.seats[2].cents == 50_000  # the seat is not relinquished
    assert cited(table.act("player returns", {"seat": 2, "cents": 50_000}), cite)
    assert dealt_in(play(table)) == {"seat_1", "seat_2", "seat_3"}


@BOTH
@pytest.mark.parametrize("kept", ["counted", "covered"])
@pytest.mark.parametrize("cents", [49_999, 50_001, 0])
@pytest.mark.cites("553.8(b)(5)", "637a.8(b)(6)", "553.8(b)(5)(i)", "637a.8(b)(6)(i)")
def test_a_player_does_not_come_back_to_other_stakes(number: str, kept: str, cents: int) -> None:
    table = opened(number, absent_player_stakes=kept)
    table.act("player steps away", {"seat": 2})
    refused(lambda: table.act("player returns", {"seat": 2, "cents": cents}), at(number, "8(b)(5)", "8(b)(6)"))
    assert dealt_in(play(table)) == {"seat_1", "seat_3"}


@BOTH
@pytest.mark.cites("553.8(b)(5)", "637a.8(b)(6)")
def test_a_player_may_step_away_during_a_round(number: str) -> None:
    table = opened(number, players=4)
    asked(table)
    table.reply(Incident("player steps away", {"seat": 1}))
    finished = finish(table)
    paragraph = at(number, "8(b)(5)", "8(b)(6)")
    assert any(step.cite.startswith(paragraph) for step in finished.steps)
    assert dealt_in(play(table)) == {"seat_2", "seat_3", "seat_4"}


@BOTH
@pytest.mark.cites("553.8(b)(5)", "637a.8(b)(6)")
def test_who_did_not_leave_cannot_return(number: str) -> None:
    refused(lambda: opened(number).act("player returns", {"seat": 2, "cents": 50_000}))


# ---------------------------------------------------------------------------- the agreed minimum bet


@BOTH
@pytest.mark.parametrize("structure", ["spread", "pot limit", "no limit"])
@pytest.mark.cites("553.18", "637a.8(k)")
def test_bets_follow_the_minimum_that_all_agreed_to(number: str, structure: str) -> None:
    table = opened(number, structure=structure, minimum_bet_increase=400, table_minimum=500)
    table.act("minimum bet agreed", {"cents": 900, "seats": [1, 2, 3]})
    assert sizes(asked(table, about=may_bet))["bet"][0] == 900
    finish(table)
    table.act("minimum bet agreed", {"cents": 0, "seats": [1, 2, 3]})
    assert sizes(asked(table, about=may_bet))["bet"][0] == 500


@BOTH
@pytest.mark.parametrize("seats", [[], [1], [1, 2], [1, 2, 7]])
@pytest.mark.cites("553.18", "637a.8(k)")
def test_one_player_who_has_not_agreed_keeps_the_posted_minimum(number: str, seats: list[int]) -> None:
    table = opened(number, structure="no limit", minimum_bet_increase=500)
    refused(lambda: table.act("minimum bet agreed", {"cents": 900, "seats": seats}), at(number, "18", "8(k)"))
    assert sizes(asked(table, about=may_bet))["bet"][0] == 500


@BOTH
@pytest.mark.cites("553.18", "637a.8(k)")
def test_a_player_who_is_away_has_not_agreed(number: str) -> None:
    table = opened(number, structure="no limit", minimum_bet_increase=500)
    table.act("player steps away", {"seat": 2})
    refused(lambda: table.act("minimum bet agreed", {"cents": 900, "seats": [1, 3]}), at(number, "18", "8(k)"))


@BOTH
@pytest.mark.parametrize("cents", [1001, 2000])
@pytest.mark.cites("553.18", "637a.8(k)")
def test_the_minimum_is_raised_by_no_more_than_the_rules_submission_has(number: str, cents: int) -> None:
    table = opened(number, structure="no limit", minimum_bet_increase=500)
    refused(lambda: table.act("minimum bet agreed", {"cents": cents, "seats": [1, 2, 3]}), at(number, "18", "8(k)"))


@BOTH
@pytest.mark.cites("553.18", "637a.8(k)")
def test_players_may_agree_to_more_and_not_to_less(number: str) -> None:
    table = opened(number, structure="no limit", minimum_bet_increase=500)
    refused(lambda: table.act("minimum bet agreed", {"cents": 400, "seats": [1, 2, 3]}), at(number, "18", "8(k)"))
    table = opened(number, structure="no limit")
    refused(lambda: table.act("minimum bet agreed", {"cents": 900, "seats": [1, 2, 3]}), at(number, "18", "8(k)"))


@BOTH
@pytest.mark.parametrize(
    ("deeds", "least"),
    [
        (["a newcomer sits down at 4"], 500),
        (["2 leaves", "a newcomer sits down at 2"], 500),  # it is the players who agree, and not their seats
        (["2 leaves"], 900),
        (["2 moves to 5"], 900),
        (["2 moves to 5", "a newcomer sits down at 2"], 500),
    ],
)
@pytest.mark.cites("553.18", "637a.8(k)")
def test_the_posted_minimum_holds_again_with_a_player_who_has_not_agreed(number: str, deeds: list[str], least: int) -> None:
    table = opened(number, structure="no limit", minimum_bet_increase=500)
    table.act("minimum bet agreed", {"cents": 900, "seats": [1, 2, 3]})
    for deed in deeds:
        if deed == "2 leaves":
            table.act("player leaves", {"seat": 2})
        elif deed == "2 moves to 5":
            table.act("seat change", {"seat": 2, "to": 5})
        else:
            table.sit(int(deed[-1]), "newcomer", 50_000)
    assert sizes(asked(table, about=may_bet))["bet"][0] == least


@BOTH
@pytest.mark.parametrize("structure", ["spread", "pot limit", "no limit"])
@pytest.mark.cites("553.18", "637a.8(k)")
def test_no_bet_is_below_the_posted_minimum_or_a_spread_bet_above_the_posted_maximum(number: str, structure: str) -> None:
    try:
        table = opened(number, structure=structure, table_minimum=800, table_maximum=900)
    except PitbossError:  # other choices of the house do not go with it
        return
    least, most = sizes(asked(table, about=may_bet))["bet"]
    assert least == 800 and (most == 900 or structure != "spread")


@BOTH
@pytest.mark.cites("553.18", "637a.8(k)")
def test_no_raise_beyond_the_posted_number(number: str) -> None:
    table = opened(number, players=3, maximum_raises=1, structure="no limit")
    asked(table)
    table.reply(table.verify(asked(table), "raise 2000"))
    assert "raise" not in sizes(asked(table))
    finish(table)


@BOTH
@pytest.mark.cites("553.8(j)", "637a.8(j)")
def test_a_check_may_be_followed_by_a_raise_unless_posted_to_the_contrary(number: str) -> None:
    for allowed in (True, False):
        table = opened(number, players=2, structure="no limit", check_raise=allowed)
        first = asked(table, about=may_bet)
        table.reply(table.verify(first, "check"))
        table.reply(table.verify(asked(table), "bet 1000"))
        again = asked(table)
        assert again.seat == first.seat and ("raise" in sizes(again)) is allowed
        finish(table)


# ---------------------------------------------------------------------------- time charges


def charged(table: Table) -> dict[str, int]:
    """What a time charge takes from each seat."""
    done = table.act("time charge", {"floorperson": "F. Lee"})
    return {step.who: step.cents for step in acts(done, "charge")}


def timed(number: str, minutes: int, basis: str = "player", charge: int = 1200, players: int = 3) -> tuple[Table, Clock]:
    """A table with a rake based on time, whose first hand has just been dealt."""
    clock = Clock(1)
    house: dict[str, Any] = {"rake": "time", "time_charge": charge, "time_charge_minutes": minutes, "time_charge_basis": basis}
    table = opened(number, players, clock=clock, **house)
    play(table)
    return table, clock


@BOTH
@pytest.mark.parametrize(("minutes", "part"), [(20, 400), (30, 600)])
@pytest.mark.cites("553.15(b)(3)(ii)", "637a.17(b)(3)(ii)", "553.15(b)(3)(iii)", "637a.17(b)(3)(iii)")
def test_the_hourly_fee_is_assessed_in_parts_of_20_or_30_minutes(number: str, minutes: int, part: int) -> None:
    table, clock = timed(number, minutes)
    refused(lambda: charged(table), at(number, "15(b)(3)(iii)", "17(b)(3)(iii)"))
    clock.now = (minutes - 1) / 60
    refused(lambda: charged(table), at(number, "15(b)(3)(iii)", "17(b)(3)(iii)"))
    clock.now = minutes / 60
    assert charged(table) == {"seat_1": part, "seat_2": part, "seat_3": part}
    refused(lambda: charged(table), at(number, "15(b)(3)(iii)", "17(b)(3)(iii)"))


@BOTH
@pytest.mark.parametrize("minutes", [20, 30])
@pytest.mark.cites("553.15(b)(3)(ii)", "637a.17(b)(3)(ii)")
def test_in_an_hour_no_more_and_no_less_than_the_hourly_fee_is_taken(number: str, minutes: int) -> None:
    table, clock = timed(number, minutes)
    total = 0
    for minute in range(minutes, 61, minutes):
        clock.now = minute / 60
        total += charged(table)["seat_1"]
    assert total == 1200


@BOTH
@pytest.mark.parametrize("minutes", [20, 30])
@pytest.mark.cites("553.15(b)(3)(ii)", "637a.17(b)(3)(ii)", "553.15(b)(3)(iii)", "637a.17(b)(3)(iii)")
def test_a_charge_that_is_taken_late_does_not_put_off_the_next_one(number: str, minutes: int) -> None:
    """The fee is by the hour: seven minutes' delay of each charge must not shorten the hour that is paid for."""
    table, clock = timed(number, minutes)
    total = 0
    for minute in range(minutes, 60, minutes):
        clock.now = (minute + 7) / 60
        total += charged(table)["seat_1"]
    clock.now = 1.0
    assert total + charged(table)["seat_1"] == 1200


@BOTH
@pytest.mark.parametrize("minutes", [10, 15, 45])
@pytest.mark.cites("553.15(b)(3)(iii)", "637a.17(b)(3)(iii)")
def test_other_fractions_of_the_hour_are_not_assessed(number: str, minutes: int) -> None:
    refused(lambda: House.of(number, {"rake": "time", "time_charge": 1200, "time_charge_minutes": minutes}))


@BOTH
@pytest.mark.cites("553.15(b)(3)", "553.15(b)(3)(i)", "637a.17(b)(3)", "637a.17(b)(3)(i)")
def test_inactive_players_pay_the_charge_per_player_too(number: str) -> None:
    table, clock = timed(number, 30)
    table.act("player steps away", {"seat": 2})
    clock.now = 0.5
    assert charged(table) == {"seat_1": 600, "seat_2": 600, "seat_3": 600}


@BOTH
@pytest.mark.cites("553.15(b)(3)(i)", "637a.17(b)(3)(i)")
def test_a_charge_per_table_is_the_same_however_many_sit_there(number: str) -> None:
    for players in (2, 3, 5):
        table, clock = timed(number, 30, "table", players=players)
        clock.now = 0.5
        assert sum(charged(table).values()) == 600


@BOTH
@pytest.mark.cites("553.15(b)(3)(iv)", "637a.17(b)(3)(iv)", "553.15(b)(3)(v)", "637a.17(b)(3)(v)")
def test_charges_go_to_the_rake_area_and_after_verification_into_the_drop_box(number: str) -> None:
    table, clock = timed(number, 30)
    clock.now = 0.5
    refused(lambda: table.act("time charge", {"floorperson": ""}), at(number, "15(b)(3)(v)", "17(b)(3)(v)"))
    done = table.act("time charge", {"floorperson": "F. Lee"})
    order = [step.cite for step in done.steps]
    assert order.index(at(number, "15(b)(3)(iv)", "17(b)(3)(iv)")) < order.index(at(number, "15(b)(3)(v)", "17(b)(3)(v)"))
    assert done.ledger is not None and done.ledger.inventory == 1800


@BOTH
@pytest.mark.cites("553.15(b)", "637a.17(b)")
def test_time_charges_reach_the_drop_of_the_room(number: str) -> None:
    clock = Clock(1)
    room = Room(number, chance=clock)
    room.open_table("1", {"rake": "time", "time_charge": 1200, "time_charge_minutes": 20})
    for seat in (1, 2, 3):
        room.seat(f"player {seat}", "1", seat, 50_000)
    room.hand("1", passive)
    clock.now = 20 / 60
    room.act("1", "time charge", floorperson="F. Lee")
    assert room.drop["1"] == 1200


# ---------------------------------------------------------------------------- the rake of a pot


@BOTH
@pytest.mark.cites("553.15(b)(1)", "637a.17(b)(1)")
def test_no_percentage_rake_exceeds_a_tenth(number: str) -> None:
    refused(lambda: House.of(number, {"rake_percent": 11}), at(number, "15(b)(1)", "17(b)(1)"))
    assert raked(play(opened(number, players=4, rake_percent=10, rake_maximum=10_000, structure="no limit"))) == 200


@BOTH
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.cites("553.15(b)(1)(i)", "553.15(b)(1)(ii)", "637a.17(b)(1)(i)", "637a.17(b)(1)(ii)")
def test_raking_as_play_progresses_and_at_the_end_take_the_same(number: str, seed: int) -> None:
    chosen = random.Random(seed)
    house = {
        "structure": "no limit",
        "variant": chosen.choice(["hold'em", "omaha", "seven-card stud", "five-card draw"]),
        "rake_percent": chosen.randint(1, 10),
        "rake_maximum": chosen.choice([150, 400, 100_000]),
        "smallest_chip": chosen.choice([5, 50, 100]),
    }
    totals = []
    for when in ("as play progresses", "at the end of the round"):
        table = opened(number, 5, 20_000, Clock(seed), rake_collected=when, **house)
        totals.append([raked(play(table, bots)) for _ in range(3)])
    assert totals[0] == totals[1]


@BOTH
@pytest.mark.cites("553.15(b)(1)(i)", "637a.17(b)(1)(i)")
def test_as_play_progresses_the_rake_leaves_the_pot_after_a_betting_round(number: str) -> None:
    finished = play(opened(number, rake_percent=10, rake_maximum=1000, rake_collected="as play progresses"))
    order = [step.act if step.act == "rake" else step.who for step in finished.steps if step.act in ("rake", "deal")]
    assert order.index("rake") < order.index("community")


@BOTH
@pytest.mark.cites("553.15(b)(1)(ii)", "637a.17(b)(1)(ii)")
def test_at_the_end_of_the_round_nothing_is_raked_before_the_last_bet(number: str) -> None:
    finished = play(opened(number, rake_percent=10, rake_maximum=1000, rake_collected="at the end of the round"))
    order = [step.act for step in finished.steps if step.act in ("rake", "deal", "decide", "award")]
    assert order.index("rake") > max(place for place, act in enumerate(order) if act in ("deal", "decide"))
    assert order.index("rake") < order.index("award")


@BOTH
@pytest.mark.parametrize("when", ["as play progresses", "at the end of the round"])
@pytest.mark.cites("553.15(d)", "637a.17(d)")
def test_an_uncalled_final_bet_is_not_raked(number: str, when: str) -> None:
    table = opened(number, 4, structure="no limit", rake_percent=10, rake_maximum=10_000, rake_collected=when)
    finished = play(table, saying("3: raise 5000", "4: fold", "1: fold", "2: fold"))
    assert raked(finished) == 120  # blinds of $2 and $5, and the $5 that were called by the big blind: $12
    table = opened(number, 2, structure="no limit", rake_percent=10, rake_maximum=10_000, rake_collected=when)
    first = asked(table, about=may_bet)
    table.reply(table.verify(first, "bet 3000"))
    table.reply(table.verify(asked(table), "fold"))
    assert raked(finish(table)) == 100  # the $10 before the flop


@BOTH
@pytest.mark.cites("553.15(d)", "637a.17(d)")
def test_an_uncalled_final_bet_reaches_no_level_of_an_incremental_rake(number: str) -> None:
    levels = [{"pot": 2000, "take": 100}]
    table = opened(number, 2, structure="no limit", rake="incremental", rake_levels=levels, rake_maximum=1000)
    table.reply(table.verify(asked(table, about=may_bet), "bet 3000"))
    table.reply(table.verify(asked(table), "fold"))
    assert raked(finish(table)) == 0


@BOTH
@pytest.mark.parametrize("when", ["as play progresses", "at the end of the round"])
@pytest.mark.cites("553.15(a)(3)", "637a.17(a)(3)")
def test_no_round_is_raked_beyond_the_maximum(number: str, when: str) -> None:
    table = opened(number, 5, structure="no limit", rake_percent=10, rake_maximum=130, rake_collected=when)
    for _ in range(4):
        assert raked(play(table, bots)) <= 130
    assert raked(play(table)) == 130


@BOTH
@pytest.mark.cites("553.15(b)(2)", "637a.17(b)(2)", "553.15(b)(2)(ii)", "637a.17(b)(2)(ii)")
def test_an_incremental_rake_is_taken_as_levels_are_reached(number: str) -> None:
    for level, taken in ((1999, 100), (2000, 100), (2001, 0)):
        levels = [{"pot": level, "take": 100}]
        table = opened(number, 4, structure="no limit", rake="incremental", rake_levels=levels, rake_maximum=1000)
        assert raked(play(table)) == taken, level  # the pot is $20


@BOTH
@pytest.mark.cites("553.15(b)(1)", "637a.17(b)(1)")
def test_side_pots_are_raked_too(number: str) -> None:
    table = opened(number, 3, structure="no limit", rake_percent=10, rake_maximum=100_000)
    table.sit(4, "short", 2_000)
    finished = play(table, saying("3: raise 4000"))
    assert sum(play_of(finished).outcome.pots) == 3 * 4_000 + 2_000 and len(play_of(finished).outcome.pots) == 2
    assert raked(finished) == 1_400


@BOTH
@pytest.mark.cites("553.15(b)", "637a.17(b)")
def test_percentage_and_incremental_rake_together(number: str) -> None:
    house: dict[str, Any] = {"structure": "no limit", "rake": "percentage and incremental", "rake_percent": 5}
    levels = [{"pot": 1500, "take": 150}]
    assert raked(play(opened(number, 4, **house, rake_levels=levels, rake_maximum=1000))) == 100 + 150
    assert raked(play(opened(number, 4, **house, rake_levels=levels, rake_maximum=175))) == 175


@BOTH
@pytest.mark.cites("553.15(b)", "637a.17(b)")
def test_percentage_and_time_together(number: str) -> None:
    clock = Clock(1)
    house: dict[str, Any] = {"structure": "no limit", "rake": "percentage and time", "rake_percent": 5, "rake_maximum": 500}
    table = opened(number, 4, clock=clock, **house, time_charge=1200, time_charge_minutes=30)
    assert raked(play(table)) == 100
    clock.now = 0.5
    assert set(charged(table).values()) == {600}


@BOTH
@pytest.mark.parametrize("rake", ["percentage", "incremental", "percentage and incremental"])
@pytest.mark.cites("553.15(b)", "637a.17(b)")
def test_no_time_is_charged_where_the_rake_is_not_based_on_time(number: str, rake: str) -> None:
    clock = Clock(1)
    table = opened(number, clock=clock, rake=rake)
    play(table)
    clock.now = 3.0
    refused(lambda: charged(table))


@BOTH
@pytest.mark.cites("553.15(b)(3)", "637a.17(b)(3)")
def test_where_only_time_is_charged_the_winner_gets_the_whole_pot(number: str) -> None:
    table, _ = timed(number, 30, players=4)
    finished = play(table)
    assert raked(finished) == 0 and awarded(finished) == sum(play_of(finished).outcome.pots)


@BOTH
@pytest.mark.parametrize("when", ["as play progresses", "at the end of the round"])
@pytest.mark.cites("553.15(e)", "637a.17(e)", "553.7(e)(6)(iii)", "637a.7(e)(6)(iii)")
def test_no_rake_is_taken_once_the_pots_are_pushed(number: str, when: str) -> None:
    for seed in range(5):
        house = {"structure": "no limit", "rake_percent": 10, "rake_maximum": 1000, "rake_collected": when}
        finished = play(opened(number, 6, 8_000, Clock(seed), **house), bots)
        order = [step.act for step in finished.steps if step.act in ("rake", "award")]
        assert "award" in order and "rake" not in order[order.index("award") :]


@BOTH
@pytest.mark.cites("553.1", "637a.1")
def test_the_winners_get_the_pot_less_the_rake(number: str) -> None:
    for seed in range(8):
        finished = play(opened(number, 6, 8_000, Clock(seed), structure="no limit", rake_percent=7, rake_maximum=900), bots)
        assert awarded(finished) + raked(finished) == sum(play_of(finished).outcome.pots)
        assert finished.ledger is not None and finished.ledger.inventory == raked(finished)


# ---------------------------------------------------------------------------- counting the deck


@BOTH
@pytest.mark.parametrize("method", ["deck", "stub"])
@pytest.mark.parametrize("variant", ["hold'em", "omaha"])
@pytest.mark.cites("553.7(e)(4)(i)", "637a.7(e)(4)(i)")
def test_the_deck_is_counted_at_least_once_in_five_rounds(number: str, method: str, variant: str) -> None:
    table = opened(number, variant=variant, count_method=method)
    rounds = [0, *(n for n in range(1, 18) if cited(play(table), at(number, "7(e)(4)(i)", "7(e)(4)(i)")))]
    assert len(rounds) > 3 and all(later - before <= 5 for before, later in pairwise(rounds))


@BOTH
@pytest.mark.parametrize("variant", ["seven-card stud", "five-card draw", "five-card stud"])
@pytest.mark.cites("553.7(e)(4)(i)", "637a.7(e)(4)(i)")
def test_the_stub_stands_for_the_deck_in_holdem_and_omaha_only(number: str, variant: str) -> None:
    try:
        table = opened(number, variant=variant, count_method="stub")
    except PitbossError as refusal:
        assert refusal.cite == at(number, "7(e)(4)(i)", "7(e)(4)(i)")
        return
    steps = [step for _ in range(6) for step in play(table).steps if step.cite == at(number, "7(e)(4)(i)", "7(e)(4)(i)")]
    assert steps and all("52" in step.note for step in steps)


@BOTH
@pytest.mark.cites("553.7(e)(4)(ii)", "637a.7(e)(4)(ii)")
def test_where_the_device_counts_the_dealer_need_not(number: str) -> None:
    table = opened(number, shuffler=True, counting_shuffler=True)
    assert not any(cited(play(table), at(number, "7(e)(4)(i)", "7(e)(4)(i)")) for _ in range(8))


@BOTH
@pytest.mark.cites("553.7(e)(4)(i)", "637a.7(e)(4)(i)")
def test_a_device_that_does_not_count_spares_the_dealer_nothing(number: str) -> None:
    table = opened(number, shuffler=True)
    assert any(cited(play(table), at(number, "7(e)(4)(i)", "7(e)(4)(i)")) for _ in range(5))


# ---------------------------------------------------------------------------- kill and half-kill

SCOOP = {
    "seat_1": "Ah Ad Kh Kd",
    "seat_2": "9h 9d Th 8d",
    "seat_3": "Jh Jd Tc 8c",
    "community": "As Ks Qc 7c 7d",
}  # nobody has a low: seat 1 takes it all
DIVIDED = {
    "seat_1": "Ah Ad Kh Kd",
    "seat_2": "4h 5d Th 9d",
    "seat_3": "Jh Jd Tc 8c",
    "community": "As 2s 3c Kc 2d",
}  # aces full for the high, the wheel for the low


def kill_table(number: str, option: str, pot: int = 1500) -> Table:
    """Three players; a hand in which all call is a pot of $15."""
    return opened(number, variant=SPLIT, kill=option, qualifying_pot=pot, small_bet=500, big_bet=1000, smallest_chip=50)


def bets(table: Table) -> tuple[int, int]:
    """The bets of an early and of a late betting round of the next hand."""
    early = sizes(asked(table, about=may_bet))["bet"]
    late = early
    request = table.request
    while request is not None:
        if isinstance(request, Ask) and may_bet(request):
            late = sizes(request)["bet"]
        request = table.reply(passive(table, request))
    assert early[0] == early[1] and late[0] == late[1]
    return early[0], late[0]


@BOTH
@pytest.mark.parametrize(("option", "limits"), [("kill", (1000, 2000)), ("half-kill", (750, 1500)), ("", (500, 1000))])
@pytest.mark.cites("553.1", "637a.1", "553.12(m)", "637a.12(n)")
def test_after_one_player_wins_a_whole_qualifying_pot_the_limits_rise(
    number: str, option: str, limits: tuple[int, int]
) -> None:
    table = kill_table(number, option)
    rig(table, SCOOP)
    play(table)
    assert bets(table) == limits


@BOTH
@pytest.mark.parametrize(("pot", "limits"), [(1500, (1000, 2000)), (1501, (500, 1000))])
@pytest.mark.cites("553.1", "637a.1")
def test_a_qualifying_pot_equals_or_exceeds_the_posted_amount(number: str, pot: int, limits: tuple[int, int]) -> None:
    table = kill_table(number, "kill", pot)
    rig(table, SCOOP)
    play(table)
    assert bets(table) == limits


@BOTH
@pytest.mark.cites("553.1", "637a.1")
def test_a_divided_pot_starts_no_kill(number: str) -> None:
    table = kill_table(number, "kill")
    rig(table, DIVIDED)
    play(table)
    assert bets(table) == (500, 1000)


@BOTH
@pytest.mark.cites("553.1", "637a.1")
def test_the_kill_stays_until_a_pot_is_divided(number: str) -> None:
    table = kill_table(number, "kill")
    rig(table, SCOOP)
    play(table)
    for _ in range(2):
        rig(table, SCOOP)
        assert bets(table) == (1000, 2000)
    rig(table, DIVIDED)
    assert bets(table) == (1000, 2000)
    assert bets(table) == (500, 1000)


@BOTH
@pytest.mark.cites("553.1", "637a.1")
def test_the_kill_stays_until_a_pot_does_not_qualify(number: str) -> None:
    table = kill_table(number, "kill")
    rig(table, SCOOP)
    play(table)
    asked(table)
    finish(table, saying("1: fold", "2: fold", "3: fold"))
    assert bets(table) == (500, 1000)


@BOTH
@pytest.mark.parametrize("variant", ["hold'em", "omaha", "seven-card stud high-low eight or better"])
@pytest.mark.cites("553.12(m)", "637a.12(n)")
def test_kill_is_for_omaha_eight_or_better_only(number: str, variant: str) -> None:
    refused(lambda: opened(number, variant=variant, kill="kill"), at(number, "12(m)", "12(n)"))


# ---------------------------------------------------------------------------- the button

BUTTON = {"hold'em": "11", "omaha": "12", "five-card draw": "13"}


def blinds(finished: Round) -> list[str]:
    """Who posted Blind Bets, in order."""
    return [step.who for step in acts(finished, "bet") if "Blind" in step.note]


@BOTH
@pytest.mark.parametrize("variant", sorted(BUTTON))
@pytest.mark.cites(
    "553.11(c)(2)(i)",
    "553.12(c)(2)(i)",
    "553.13(c)(2)(i)",
    "637a.11(c)(1)(i)",
    "637a.12(c)(1)(i)",
    "637a.13(c)(1)(i)",
    "553.11(c)(3)",
    "553.12(c)(3)",
    "553.13(c)(3)",
    "637a.11(c)(2)",
    "637a.12(c)(2)",
    "637a.13(c)(2)",
)
def test_the_button_starts_at_the_dealers_right_and_goes_round_clockwise(number: str, variant: str) -> None:
    table = opened(number, players=4, variant=variant)
    first = [blinds(play(table))[0] for _ in range(6)]
    assert first == ["seat_1", "seat_2", "seat_3", "seat_4", "seat_1", "seat_2"]


@BOTH
@pytest.mark.parametrize("variant", sorted(BUTTON))
@pytest.mark.cites(
    "553.11(c)(2)(ii)",
    "553.12(c)(2)(ii)",
    "553.13(c)(2)(ii)",
    "637a.11(c)(1)(ii)",
    "637a.12(c)(1)(ii)",
    "637a.13(c)(1)(ii)",
)
def test_the_button_may_start_at_the_player_with_the_highest_single_card(number: str, variant: str) -> None:
    starts = set()
    for seed in range(12):
        table = opened(number, players=4, variant=variant, button_start="one card dealt", clock=Clock(seed))
        finished = play(table)
        section = BUTTON[variant]
        cite = at(number, f"{section}(c)(2)(ii)", f"{section}(c)(1)(ii)")
        ranks = [
            step.cards[0] // 4 for step in finished.steps if step.cite == cite and step.face == UP and len(step.cards) == 1
        ]
        assert len(ranks) == 4
        start = int(blinds(finished)[0].removeprefix("seat_"))
        button = (start - 2) % 4 + 1
        assert ranks[button - 1] == max(ranks)
        starts.add(button)
        after = blinds(play(table))[0]
        assert after == f"seat_{start % 4 + 1}"
    assert len(starts) > 1


@BOTH
@pytest.mark.cites("553.11(c)(3)", "637a.11(c)(2)")
def test_the_button_passes_over_empty_seats_and_players_who_are_away(number: str) -> None:
    table = opened(number, players=5)
    play(table)  # the button is at seat 5
    table.act("player leaves", {"seat": 1})
    table.act("player steps away", {"seat": 3})
    assert blinds(play(table)) == ["seat_4", "seat_5"]  # the button is at seat 2
    assert blinds(play(table)) == ["seat_5", "seat_2"]


# ---------------------------------------------------------------------------- the showdown

BOARD = {"seat_1": "Ah Ad", "seat_2": "2h 7d", "seat_3": "3h 8d", "community": "As Ks Kc 9c 4d"}


@BOTH
@pytest.mark.cites("553.16(d)", "637a.18(e)")
def test_who_concedes_at_the_showdown_does_not_show(number: str) -> None:
    table = opened(number, structure="no limit")
    rig(table, BOARD)
    asked(table, about=lambda ask: ask.seat == 2 and "concede" in sizes(ask))
    finished = finish(table, saying("2: concede"))
    assert {step.who for step in acts(finished, "reveal")} == {"seat_1", "seat_3"}
    assert [step.who for step in acts(finished, "award")] == ["seat_1"]


@BOTH
@pytest.mark.cites("553.16(d)", "637a.18(e)")
def test_who_concedes_shows_all_the_same_where_the_house_requires_it(number: str) -> None:
    table = opened(number, structure="no limit", show_discarded_hands=True)
    rig(table, BOARD)
    finished = play(table)
    assert {step.who for step in acts(finished, "reveal")} == {"seat_1", "seat_2", "seat_3"}


@BOTH
@pytest.mark.cites("553.16(d)", "637a.18(e)")
def test_the_winning_hand_is_displayed_in_its_entirety(number: str) -> None:
    table = opened(number, structure="no limit")
    rig(table, BOARD)
    shown = {step.who: step.cards for step in acts(play(table), "reveal")}
    assert len(shown["seat_1"]) == 2


@BOTH
@pytest.mark.cites("553.16(d)", "637a.18(e)")
def test_who_made_the_final_bet_shows_first_and_the_others_follow_clockwise(number: str) -> None:
    table = opened(number, players=4, structure="no limit", show_discarded_hands=True)
    before = ["3: call", "4: call", "1: call", "2: check"] + ["1: check", "2: check", "3: check", "4: check"] * 2
    finished = play(table, saying(*before, "1: check", "2: check", "3: bet 1000", "4: call", "1: call", "2: call"))
    assert [step.who for step in acts(finished, "reveal")] == ["seat_3", "seat_4", "seat_1", "seat_2"]


@BOTH
@pytest.mark.cites("553.16(a)", "637a.18(f)")
def test_a_hand_that_was_conceded_wins_nothing_though_it_was_the_best(number: str) -> None:
    table = opened(number, structure="no limit")
    rig(table, BOARD | {"seat_1": "2h 7d", "seat_2": "Ah Ad"})
    thrown = [Incident("hand discarded at the showdown", {"seat": 2})]

    def driver(table: Table, request: Request) -> Reply:
        here = isinstance(request, Moment) and request.name == "reveal"
        return thrown.pop() if here and thrown else passive(table, request)

    finished = play(table, driver)
    assert not thrown and [step.who for step in acts(finished, "award")] == ["seat_3"]  # kings with an 8 beat kings with a 7


# ---------------------------------------------------------------------------- a room that was stopped


def state(room: Room) -> dict[str, Any]:
    """All that a room knows."""
    funds = {name: {key: value for key, value in vars(fund).items() if key != "house"} for name, fund in room.funds.items()}
    return {"board": json.loads(json.dumps(board_of(room))), "drop": room.drop, "funds": funds}


@BOTH
@pytest.mark.cites("553.15(a)", "637a.17(a)", "553.20(e)", "637a.15(e)", "553.8(b)(5)", "637a.8(b)(6)")
def test_a_rebuilt_room_is_the_one_that_was_stopped(number: str, tmp_path: Path) -> None:
    room = Room(number, tmp_path, Clock(5))
    kinds = ("bad beat",) if number == "553" else ("bad beat", "high hand")
    for name in ("1", "2"):
        room.open_table(name, jackpot_house(number, kinds, bad_beat_hands="two pair or better", minimum_bet_increase=500))
        for seat in range(1, 6):
            room.seat(f"{name}-{seat}", name, seat, 50_000)
    for kind in kinds:
        room.offer(kind, kind, ["1", "2"])
    if number == "637a":
        room.start_period("high hand", at=0)
    for name in ("1", "2", "1", "2", "1"):
        room.hand(name)
    room.join("Zoe", "hold'em")
    room.act("1", "stakes added", seat=2, cents=5_000)
    room.act("1", "player steps away", seat=4)
    room.act("2", "seat change", seat=1, to=8)
    room.act("2", "minimum bet agreed", cents=900, seats=[2, 3, 4, 5, 8])
    fund = room.fund("bad beat")
    cents = sum(fund.boxes.values())
    room.count("bad beat", place=CAGE[number], dealer="", floorperson="F. Lee", security="S. Roy", compliance=True, day=1)
    room.verify("bad beat", cashier="C. May", cents=cents)
    room.adjust("bad beat", finance="N. Fox", floorperson="F. Lee")
    assert cents > 0
    while not any(call.kind == "bad beat" for call in room.to_verify):
        room.hand("1")
    room.award_bad_beat(supervisor="P. Day", at=30)
    room.hand("2")
    again = Room.resume(tmp_path, Clock(6))
    assert state(again) == state(room)
    for name in room.tables:
        assert again.table(name).seats == room.table(name).seats
    asking = asked(again.table("2"), about=may_bet)
    assert sizes(asking)["bet"][0] == 900
    finish(again.table("2"))


@pytest.mark.cites("637a.16(f)")
def test_hands_called_before_the_stop_are_tracked_after_it(tmp_path: Path) -> None:
    room = Room("637a", tmp_path / "room", Clock(4))
    room.open_table("1", jackpot_house("637a", ("high hand",), variant="omaha"))
    for seat in range(1, 11):
        room.seat(f"player {seat}", "1", seat, 500_000)
    room.offer("high hand", "high hand", ["1"])
    room.start_period("high hand", at=0)
    while len(room.to_verify) < 2:
        room.hand("1", passive)
    track(room)
    shutil.copytree(tmp_path / "room", tmp_path / "again")
    again = Room.resume(tmp_path / "again", Clock(5))
    while again.to_verify:
        assert track(again) == track(room)
    assert again.fund("high hand").slips == room.fund("high hand").slips


def track(room: Room) -> bool:
    """A floorperson verifies the first hand called."""
    return room.track(at=20, identification=True, **SLIP)


@BOTH
@pytest.mark.cites("553.8(b)(5)(i)", "637a.8(b)(6)(i)")
def test_a_rebuilt_room_still_knows_what_an_absent_player_left_on_the_table(number: str, tmp_path: Path) -> None:
    room = Room(number, tmp_path)
    room.open_table("1")
    for seat in (1, 2, 3):
        room.seat(f"player {seat}", "1", seat, 50_000)
    room.act("1", "player steps away", seat=2)
    again = Room.resume(tmp_path)
    refused(lambda: again.act("1", "player returns", seat=2, cents=40_000))
    assert dealt_in(again.hand("1")) == {"seat_1", "seat_3"}


@BOTH
@pytest.mark.cites("553.15(e)", "637a.17(e)")
def test_the_drop_of_the_room_is_the_rake_of_its_hands(number: str) -> None:
    room = Room(number, chance=Clock(3))
    room.open_table("1", {"structure": "no limit", "rake_percent": 5, "rake_maximum": 400})
    for seat in range(1, 6):
        room.seat(f"player {seat}", "1", seat, 100_000)
    assert sum(raked(room.hand("1")) for _ in range(6)) == room.drop["1"] > 0
