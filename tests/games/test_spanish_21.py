"""Spanish 21 (635a): what a doubled or split hand is paid, and two wagers on a surrendered hand."""

import pytest

from pitboss.games import game
from pitboss.table.round import Round
from tests.games.rigged import play, rigged_table, script

SPANISH_21 = game("635a")


def paid(finished: Round) -> dict[str, tuple[int, str]]:
    """What each wager was paid, and by which paragraph."""
    return {step.wager: (step.cents, step.cite) for step in finished.steps if step.act == "pay"}


@pytest.mark.cites("635a.10(c)")
def test_a_doubled_6_7_8_is_paid_1_to_1_and_one_that_was_drawn_2_to_1() -> None:
    cards = {"seat_1": "6h 7h 8h", "dealer": "8c Jd"}
    doubled = play(rigged_table(SPANISH_21, [1], cards), script("double", "no rescue"), {"Spanish 21": 1000})
    assert paid(doubled) == {"Spanish 21": (1000, "635a.12(a)"), "Double Down": (1000, "635a.12(a)")}
    drawn = play(rigged_table(SPANISH_21, [1], cards), script("hit", "stand"), {"Spanish 21": 1000})
    assert paid(drawn) == {"Spanish 21": (2000, "635a.12(b)(2)")}


@pytest.mark.cites("635a.11(e)")
def test_a_6_7_8_in_a_split_hand_is_paid_1_to_1() -> None:
    cards = {"seat_1": "6h 6d 7h 8h", "seat_1 split 1": "Kd", "dealer": "8c Jd"}
    split = play(rigged_table(SPANISH_21, [1], cards), script("split", "hit", "stand", "stand"), {"Spanish 21": 1000})
    assert paid(split) == {"Spanish 21": (1000, "635a.12(a)")}


@pytest.mark.cites("635a.9(b)")
@pytest.mark.parametrize(("up", "insured"), [("Ad", True), ("9d", False)])
def test_insurance_and_surrender_are_settled_each_by_its_own_rule(up: str, insured: bool) -> None:
    table = rigged_table(SPANISH_21, [1], {"seat_1": "Kc 6d", "dealer": f"{up} 7c"})
    answers = ["insurance 500", "surrender"] if insured else ["surrender"]
    finished = play(table, script(*answers), {"Spanish 21": 1000})
    settled = [
        (step.wager, step.cents, step.cite) for step in finished.steps if step.act in ("collect", "forfeit", "return", "pay")
    ]
    lost = [("Insurance", 500, "635a.8(d)")] if insured else []
    half = "635a.9(a)(2)" if insured else "635a.9(a)(1)"
    assert settled == [*lost, ("Spanish 21", 500, half), ("Spanish 21", 500, half)]
