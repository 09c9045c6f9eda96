"""A house that cannot work is refused when it is made, in one sentence with its section; every other one opens."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.card_room import Room
from pitboss.errors import IllegalWager, NotAuthorized
from pitboss.games import BANKED, MODULES, NONBANKED, game
from pitboss.house import House
from pitboss.house.problems import refuse
from pitboss.rulebook import chapter
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.money.progressive import rate_problems
from pitboss.table.table import Table
from pitboss.table.working import check_works
from tests.strategies import examples, houses, values_of

THIRDS = "4 to 3 on a Pair Plus Wager of {} cannot be paid to the cent; 2 to 1 can be paid"


CANNOT_WORK: list[tuple[str, dict[str, Any], str, str]] = [
    # odds of the house's own
    ("565", {"pair_plus": {"Pair": "4 to 3"}}, f"pair_plus cannot be posted: {THIRDS.format('$5')}", "565.12(d)"),
    ("565", {"pair_plus": {"Pair": "4 to 3"}, "smallest_chip": 100}, THIRDS.format("$5"), "565.12(d)"),
    ("565", {"pair_plus": {"Pair": "4 to 3"}, "version": "565.7(f)(3)"}, THIRDS.format("$5"), "565.12(d)"),
    ("555", {"bet": {"Flush": "16 to 3"}}, "16 to 3 on a Bet Wager of $10 .*; 6 to 1 can be paid", "555.13(c)"),
    ("557", {"ante_bonus": {"Straight flush": "61 to 3"}}, "61 to 3 on an Ante Wager of $5 .*; 21 to 1 can", "557.12(a)(2)"),
    ("559", {"let_it_ride_poker": {"Flush": "25 to 3"}}, "25 to 3 on a Bet 1 Wager of $5 .*; 9 to 1 can be paid", "559.14(b)"),
    ("559", {"three_card_bonus": {"Pair": "4 to 3"}}, "4 to 3 on a Three Card Bonus Wager of $5 .*", "559.14(e)"),
    ("563", {"bonus": {"Ace-ace": "91 to 3"}}, "91 to 3 on a Bonus Wager of $1 .*; 31 to 1 can be paid", "563.12(c)"),
    (
        *("565", {"pair_plus": {"Pair": "100001 to 50001"}, "smallest_chip": 1}),
        *("100,001 to 50001 on a Pair Plus Wager .*|100001 to 50001 on a Pair Plus Wager .*", "565.12(d)"),
    ),
    # limits and chips
    (
        *("565", {"table_minimum": 2000, "table_maximum": 1000}),
        *("table_minimum $20 is above table_maximum $10", "565.7(a)(1)"),
    ),
    (
        *("565", {"smallest_chip": 2500, "table_maximum": 2000}),
        *("smallest_chip = $25 makes no Ante Wager between $5 and $20; a chip of $5 does", "565.7(b)"),
    ),
    (
        *("633a", {"optional_wager_minimum": 600, "optional_wager_maximum": 500}),
        *("optional_wager_minimum $6 is above optional_wager_maximum $5", "633a.6(e)"),
    ),
    (
        *("633a", {"lucky_ladies": True, "optional_wager_minimum": 60_000}),
        *("no Lucky Ladies Twenty Point Bonus Wager can be $600 or more and $500 or less", "633a.6(e)(1)"),
    ),
    ("563", {"table_minimum": 50, "table_maximum": 50}, "no Bonus Wager can be $1 or more and $0.50 or less", "563.7(c)"),
    (
        *("633a", {"table_minimum": 501, "table_maximum": 501, "smallest_chip": 1}),
        "no wager between $5.01 and $5.01 can be made in chips of $0.01: 3 to 2 on a Blackjack Wager of $5.01 cannot be paid",
        "633a.13(a)",
    ),
    (
        *("677a", {"table_minimum": 501, "table_maximum": 501, "smallest_chip": 1}),
        *("no wager between .*: 3 to 2 on an Odds Wager of $5.01 cannot be paid to the cent", "677a.12(b)"),
    ),
    (
        *("561", {"table_minimum": 510, "table_maximum": 515, "smallest_chip": 5}),
        *("no wager within the table's limits is payable: a 5% vigorish on a Pai Gow Poker Wager of $5.10 .*", "561.13(m)"),
    ),
    # a choice that the chapter leaves to the Rules Submission and that has none
    ("655a", {"progressive_payout": True}, ".*state progressive_rate, up to 100 percent", "655a.12(c)(3)"),
    ("645a", {"progressive_payout": True}, ".*state progressive_rate, up to 100 percent", "645a.13"),
    ("657a", {"progressive_payout": "A"}, ".*state progressive_rate, up to 100 percent", "657a.12(d)(3)"),
    ("678a", {"progressive_jackpot": "A"}, ".*state progressive_rate, up to 100 percent", "678a.12(d)(3)"),
    # Poker
    ("637a", {"small_bet": 1000, "big_bet": 500}, "big_bet = $5 must be at least small_bet, $10", "637a.8(k)"),
    ("553", {"structure": "spread", "big_bet": 499}, "big_bet = $4.99 must be at least small_bet, $5", "553.18"),
    ("637a", {"small_blind": 250}, "small_blind = $2.50 must be a multiple of smallest_chip, $1", "637a.11(d)"),
    ("553", {"big_blind": 550, "structure": "no limit"}, "big_blind = $5.50 must be a multiple .*", "553.11(d)"),
    ("637a", {"additional_blinds": [1000, 1050]}, "additional_blinds[1] = $10.50 must be a multiple .*", "637a.11(d)"),
    ("637a", {"ante": 25}, "ante = $0.25 must be a multiple of smallest_chip, $1", "637a.7(c)"),
    ("553", {"variant": "seven-card stud", "forced_bet": 225}, "forced_bet = $2.25 must be a multiple .*", "553.10(d)"),
    ("637a", {"big_bet": 1050}, "big_bet = $10.50 must be a multiple of smallest_chip, $1", "637a.8(k)"),
    ("637a", {"small_blind": 500, "smallest_chip": 500, "straddle": True, "straddle_amount": 1200}, ".*", "637a.11(e)"),
    ("637a", {"straddle": True, "straddle_amount": 400}, ".* must be at least $5, the highest Blind Bet", "637a.11(e)"),
    ("637a", {"seats": 3, "additional_blinds": [1000, 1000]}, "4 Blind Bets need .* the table has 3", "637a.11(d)"),
    (
        *("637a", {"rake": "incremental", "rake_levels": [{"pot": 500, "take": 100}, {"pot": 500, "take": 401}]}),
        *("rake_levels take $5.01 of a pot of $5, and may take $5", "637a.17(b)(2)"),
    ),
    ("553", {"rake": "incremental", "rake_levels": [{"pot": 1, "take": 100}]}, "rake_levels take .*", "553.15(b)(2)"),
]


@pytest.mark.parametrize(("number", "house", "sentence", "cite"), CANNOT_WORK)
def test_a_house_that_cannot_work(number: str, house: dict[str, Any], sentence: str, cite: str) -> None:
    pattern = sentence.replace("$", r"\$").replace("[", r"\[")
    with pytest.raises(NotAuthorized, match=pattern) as refused:
        Table(game(number), House.of(number, house))
    assert refused.value.cite == cite
    assert "\n" not in refused.value.message


def test_odds_that_pay_the_least_wager_may_be_posted() -> None:
    """At a $3 table 4 to 3 pays $4; what it does not pay is refused when it is bet."""
    house = House.of("565", {"pair_plus": {"Pair": "4 to 3"}, "table_minimum": 250, "smallest_chip": 100})
    table = Table(game("565"), house)
    table.sit(1, "Ann", 10_000)
    table.bet(1, {"Pair Plus": 300})
    with pytest.raises(IllegalWager, match="cannot be paid to the cent"):
        table.bet(1, {"Pair Plus": 400})


def test_a_room_does_not_open_a_table_that_cannot_work() -> None:
    room = Room("637a")
    with pytest.raises(NotAuthorized, match="small_blind"):
        room.open_table("1", {"small_blind": 250})
    assert not room.tables and not room.state.tables
    room.open_table("1", {"small_blind": 300})


# ---------------------------------------------------------------------------- what is not refused


@pytest.mark.parametrize("number", list(MODULES))
def test_a_choice_that_the_chapter_takes_opens_a_table(number: str) -> None:
    """Nothing is refused beside the limits, chips and odds: every printed choice by itself goes on working."""
    played = game(number)
    tried = 0
    for option in chapter(number).options:
        for value in values_of(option):
            try:
                house = House.of(number, {option.option: value})
                played.check_house(house)
                refuse(rate_problems(house))
            except NotAuthorized:
                continue
            check_works(played, house)
            tried += 1
    assert tried > 10


@pytest.mark.parametrize("number", list(MODULES))
@pytest.mark.parametrize("chip", [1, 5, 7, 25, 50, 100, 300])
def test_a_case_without_limits_bets_what_it_likes(number: str, chip: int) -> None:
    free = {"smallest_chip": chip}
    Table(game(number), House.unlimited(number, free))
    odd: dict[str, dict[str, Any]] = {
        "555": {"bet": {"Flush": "99 to 7"}},
        "557": {"ante_bonus": {"Straight flush": "997 to 13"}},
        "559": {"let_it_ride_poker": {"Flush": "99 to 11"}, "three_card_bonus": {"Pair": "101 to 97"}},
        "563": {"bonus": {"Ace-ace": "92 to 3"}},
        "565": {"pair_plus": {"Pair": "4 to 3", "Flush": "22 to 7"}},
        "637a": {"small_blind": 33, "big_blind": 77, "ante": 1, "rake": "incremental", "rake_levels": [{"pot": 1, "take": 5}]},
    }
    Table(game(number), House.unlimited(number, free | odd.get(number, {})))


@pytest.mark.parametrize("number", list(BANKED))
@examples(60)
@given(data=st.data())
def test_a_table_that_opens_takes_a_wager_and_pays_it(number: str, data: st.DataObject) -> None:
    house = House.of(number, data.draw(houses(number)))
    table = Table(game(number), house, Chance(1))
    table.sit(1, "Ann", 10**12)
    least = -(-house["table_minimum"] // house["smallest_chip"]) * house["smallest_chip"]
    for amount in range(least, least + 40 * house["smallest_chip"] + 1, house["smallest_chip"]):
        try:
            table.bet(1, dict.fromkeys(table.game.suggest(house), amount))
        except IllegalWager:
            continue
        assert drive(table, bots).ledger is not None
        return
    raise AssertionError(f"no wager is taken from {least} upward")


# ---------------------------------------------------------------------------- what fuzzing Poker houses found


@pytest.mark.parametrize("number", list(NONBANKED))
def test_a_rake_takes_no_more_than_the_pot(number: str) -> None:
    """Levels that take more than there is, under a maximum that is higher still, in a case without limits."""
    levels = {"rake": "incremental", "rake_maximum": 5000, "rake_levels": [{"pot": 1, "take": 4000}]}
    house = House.unlimited(number, levels | {"small_bet": 500, "big_bet": 1000})
    table = Table(game(number), house, Chance(1))
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 50_000)
    for _ in range(10):
        drive(table, bots)


@pytest.mark.parametrize("number", list(NONBANKED))
def test_more_blind_bets_than_players(number: str) -> None:
    """Somebody makes two of them: what he has put in must be called, and nobody bets less than nothing."""
    table = Table(game(number), House.of(number, {"additional_blinds": [1000, 100, 1000]}), Chance(1))
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 500_000)
    for _ in range(20):
        done = drive(table, bots)
        posted = sum(step.cents for step in done.steps if step.act == "bet" and step.note == "Blind Bet")
        assert posted == 200 + 500 + 1000 + 100 + 1000
