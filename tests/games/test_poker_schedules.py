"""A rake and restrictions of raises that depend on players, limits and betting rounds (§ 553.15(a)(2), § 553.18,
§ 637a.8(k), § 637a.17(a)(2))."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import NotAuthorized
from pitboss.games import game
from pitboss.games.nonbanked.rules import play_of
from pitboss.games.nonbanked.schedules import row_in_force
from pitboss.house import House
from pitboss.table.steps import Ask
from pitboss.table.working import check_works
from tests.card_room.playing import BOTH, asked, finish, opened, saying

LIMIT: dict[str, Any] = {"structure": "limit", "small_bet": 500, "big_bet": 1000, "maximum_raises": 3}


def words_of(ask: Ask) -> set[str]:
    """What a player may do."""
    return {choice.word for choice in ask.choices}


@BOTH
@pytest.mark.cites("637a.8(k)", "553.18")
def test_one_raise_in_the_first_betting_round_and_more_in_later_ones(number: str) -> None:
    table = opened(number, **LIMIT, raise_schedule=[{"betting_rounds": 1, "raises": 1}])
    driver = saying("3: raise 1000", "1: call", "2: call", "1: bet 500", "2: raise 1000")
    raised = asked(table, driver, lambda ask: ask.seat == 1 and "call" in words_of(ask))
    assert words_of(raised) == {"fold", "call"}, "the one raise of the first betting round has been made"
    table.reply(table.verify(raised, "call"))
    again = asked(
        table, saying("2: call", "1: bet 500", "2: raise 1000"), lambda ask: ask.seat == 3 and "call" in words_of(ask)
    )
    assert words_of(again) == {"fold", "call", "raise"}, "later betting rounds have three"


@BOTH
@pytest.mark.cites("637a.8(k)", "553.18")
@pytest.mark.parametrize(("players", "small", "allowed"), [(2, 500, True), (3, 500, False), (3, 2000, True)])
def test_a_restriction_goes_by_players_and_by_limits(number: str, players: int, small: int, allowed: bool) -> None:
    house: dict[str, Any] = {"structure": "limit", "small_bet": small, "big_bet": 2 * small, "maximum_raises": 1}
    house["raise_schedule"] = [{"players": 2, "raises": 0}, {"small_bet": 2000, "raises": 4}]
    table = opened(number, players, **house, small_blind=small // 5 * 2, big_blind=small)
    first = asked(table)
    table.reply(table.verify(first, f"raise {2 * small}"))
    answer = asked(table, about=lambda ask: "call" in words_of(ask))
    assert ("raise" in words_of(answer)) is allowed


@BOTH
@pytest.mark.cites("637a.17(a)(2)", "553.15(a)(2)", "637a.8(k)", "553.18")
@pytest.mark.parametrize(("absent", "percent"), [("", 10), ("player steps away", 5), ("player leaves", 5)])
def test_schedules_go_by_the_players_dealt_in_and_not_by_those_at_the_table(number: str, absent: str, percent: int) -> None:
    few: dict[str, Any] = {"rake_schedule": [{"players": 2, "percent": 5}], "raise_schedule": [{"players": 2, "raises": 1}]}
    table = opened(number, 3, **LIMIT | few, rake_percent=10)
    if absent:
        table.act(absent, {"seat": 3})
    if absent == "player leaves":  # his seat is taken by somebody with too little to be dealt in
        table.sit(3, "newcomer", 100)
    first = asked(table)
    table.reply(table.verify(first, "raise 1000"))
    answer = asked(table, about=lambda ask: "call" in words_of(ask))
    assert ("raise" in words_of(answer)) is not bool(absent)
    outcome = play_of(finish(table)).outcome
    assert outcome.rake == sum(outcome.pots) * percent // 100 > 0


@BOTH
@pytest.mark.parametrize(
    ("option", "rows"),
    [
        ("rake_schedule", [{"players": 4}]),
        ("rake_schedule", [{"percent": -1}]),
        ("rake_schedule", [{"percent": 5, "seats": 3}]),
        ("rake_schedule", [{"percent": "5"}]),
        ("rake_schedule", [{"maximum": 1.5}]),
        ("rake_schedule", [{"betting_rounds": 0, "percent": 5}]),
        ("rake_schedule", [{"levels": [{"pot": 1}]}]),
        ("rake_schedule", ["5%"]),
        ("raise_schedule", [{"players": 2}]),
        ("bad_beat_levels", [{"pot": 1000}]),
        ("raise_schedule", [{"players": 2, "raises": -1}]),
        ("raise_schedule", [{"players": True, "raises": 1}]),
    ],
)
def test_rows_that_say_nothing_or_nonsense_are_refused(number: str, option: str, rows: Any) -> None:
    house = House.of(number, {option: rows})
    with pytest.raises(NotAuthorized, match=f"{option} must be a list of entries such as") as refused:
        check_works(game(number), house)
    assert refused.value.cite == house.section(option)


@BOTH
@pytest.mark.parametrize("option", ["rake_levels", "rake_schedule", "raise_schedule", "bad_beat_payouts", "additional_blinds"])
def test_a_table_in_place_of_a_list_is_refused(number: str, option: str) -> None:
    with pytest.raises(NotAuthorized, match="must be a list"):
        House.of(number, {option: {"players": 2}})


@BOTH
@pytest.mark.cites("637a.17(b)(1)", "553.15(b)(1)", "637a.17(b)(2)", "553.15(b)(2)")
@pytest.mark.parametrize(
    ("house", "words", "option"),
    [
        ({"rake_schedule": [{"players": 4, "percent": 10.5}]}, "takes 10.5%, and may take 10%", "rake_percent"),
        ({"rake": "time", "rake_schedule": [{"percent": 5}]}, '"time" has no percentage rake', "rake_schedule"),
        ({"rake_schedule": [{"levels": [{"pot": 9, "take": 1}]}]}, "has no incremental rake", "rake_schedule"),
        (
            {"rake": "incremental", "rake_schedule": [{"levels": [{"pot": 100, "take": 60}, {"pot": 101, "take": 60}]}]},
            "rake_schedule takes .1.20 of a pot of .1.01",
            "rake_schedule",
        ),
    ],
)
def test_a_schedule_takes_no_more_than_the_chapter_allows(number: str, house: Any, words: str, option: str) -> None:
    given_ = House.of(number, house)
    with pytest.raises(NotAuthorized, match=words) as refused:
        check_works(game(number), given_)
    assert refused.value.cite == given_.section(option)


COUNTS = st.integers(1, 10)
ROWS = st.fixed_dictionaries({"n": COUNTS}, optional={"players": COUNTS, "betting_rounds": COUNTS, "small_bet": COUNTS})


@given(st.lists(ROWS), COUNTS, COUNTS, COUNTS)
def test_the_first_row_that_holds_is_in_force(rows: list[dict[str, int]], players: int, rounds: int, bet: int) -> None:
    def holds(row: dict[str, int]) -> bool:
        return all(
            (
                "players" not in row or players <= row["players"],
                "betting_rounds" not in row or rounds <= row["betting_rounds"],
                "small_bet" not in row or bet >= row["small_bet"],
            )
        )

    assert row_in_force(rows, players, rounds, bet) == next(filter(holds, rows), {})
