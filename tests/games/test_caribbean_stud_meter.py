"""Caribbean Stud Poker: a progressive payout wager that goes back leaves the meter, step by step."""

from typing import Any

import pytest

from pitboss.games.caribbean_stud_poker import GAME
from pitboss.table.steps import Incident
from tests.games.rigged import play, rigged_table, script

WAGERS = {"Ante": 1000, "Progressive Payout": 100}
PART = 70  # of the dollar, by the least rate of progression


def done(cite: str, at: str, incident: Incident, **house: Any) -> list[tuple[str, str, str, int]]:
    """What moves under a paragraph when something happens at a table where both players bet."""
    finished = play(rigged_table(GAME, **house), script("bet", "bet", at=at, incident=incident), WAGERS)
    return [(s.act, s.who, s.wager, s.cents) for s in finished.steps if s.cite == cite and s.wager]


@pytest.mark.cites("555.7(f)")
def test_who_leaves_a_kind_house_has_his_progressive_wager_back_off_the_meter() -> None:
    leaves = Incident("player leaves", {"seat": 1})
    assert done("555.7(f)", "decision 2", leaves, abandoned_wagers_lose=False) == [
        ("return", "seat_1", "Ante", 1000),
        ("return", "seat_1", "Bet", 2000),
        ("restore", "seat_1", "Progressive Payout", 100),
        ("unfeed", "seat_1", "Progressive Payout", PART),
    ]


@pytest.mark.cites("555.14(a)")
def test_a_void_round_takes_all_that_it_added_off_the_meter() -> None:
    assert done("555.14(a)", "decision 2", Incident("hole card exposed")) == [
        ("unfeed", "", "Progressive Payout", 2 * PART),
        ("restore", "seat_1", "Progressive Payout", 100),
        ("restore", "seat_2", "Progressive Payout", 100),
        ("return", "seat_1", "Ante", 1000),
        ("return", "seat_1", "Bet", 2000),
        ("return", "seat_2", "Ante", 1000),
    ]


@pytest.mark.cites("555.14(d)")
def test_one_void_hand_takes_what_it_added_off_the_meter() -> None:
    four = Incident("wrong number of cards", {"to": "seat_1", "cards": 4})
    assert done("555.14(d)", "decision 2", four) == [
        ("return", "seat_1", "Ante", 1000),
        ("return", "seat_1", "Bet", 2000),
        ("restore", "seat_1", "Progressive Payout", 100),
        ("unfeed", "seat_1", "Progressive Payout", PART),
    ]
