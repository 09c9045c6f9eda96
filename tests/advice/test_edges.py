"""The file of edges: every table with which a floor opens is in it, and it says what the odds say."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.advice.edges import expected_at, houses, known, main_edge, worked_out
from pitboss.advice.expectation import at_meter, expectation
from pitboss.house import House
from pitboss.odds.catalogue import rows

GOLDEN = Path(__file__).parents[1] / "odds" / "golden"
QUICK = ("565", "655a", "657a")  # the others take long, and the tests of the odds hold what they find
MAIN = {"559": "Bet 1", "561": "Pai Gow Poker", "645a": "Pai Gow Poker", "633a": "Blackjack", "635a": "Spanish 21"}


def test_every_table_of_the_default_floor_has_an_edge() -> None:
    listed = list(houses())
    assert len(known()) == len(listed) and len({number for number, _ in listed}) == 14
    for number, given in listed:
        found = main_edge(House.of(number, given))
        assert found is not None and found["wager"] == MAIN.get(number, "Ante")
        assert 0 < found["edge"] < 0.06
        assert found["exact"] is None or float(Fraction(found["exact"])) == pytest.approx(found["edge"], rel=1e-12)
    assert main_edge(House.of("565", {"table_minimum": 1000})) is None, "a house that is not in the file is not known"


@pytest.mark.parametrize("number", QUICK)
def test_the_file_is_what_the_odds_say(number: str) -> None:
    for chapter, given in houses():
        if chapter == number:
            assert expected_at(House.of(number, given)) == worked_out(number, given).wagers


@pytest.mark.parametrize("number", ["555", "557", "563", "587", "677a", "678a"])
def test_the_file_agrees_with_what_the_tests_of_the_odds_hold(number: str) -> None:
    """Golden figures are found by the same solvers when these change; a file that is older than they are differs."""
    golden = json.loads((GOLDEN / f"{number}.json").read_text(encoding="utf-8"))
    counts = {Fraction(net): int(count) for net, count in golden.get("Ante", {"counts": golden})["counts"].items()}
    edge = -sum(net * count for net, count in counts.items()) / sum(counts.values())
    found = main_edge(House.of(number))
    assert found is not None and Fraction(found["exact"]) == edge


def test_a_progressive_wager_is_reckoned_with_its_meter() -> None:
    """§ 657a.12(d): the house's edge falls in a straight line as the meter rises."""
    given = {"progressive_payout": "A", "progressive_rate": 20}
    house = House.of("657a", given)
    edges = [expectation(house, meter)["Progressive Payout"].fraction for meter in (1_000_000, 2_000_000, 3_000_000)]
    assert edges[0] > edges[1] > edges[2] and edges[0] - edges[1] == edges[1] - edges[2]
    stated = House.of("657a", {**given, "progressive_meter": 2_000_000})
    [row] = [row for row in rows("657a", stated.given) if row.wager == "Progressive Payout" and row.table == "A"]
    assert row.edge == edges[1] == at_meter(house, row, 2_000_000).edge


def test_only_the_wagers_that_a_house_offers_are_expected_on_its_own_tables() -> None:
    offered = expectation(House.of("655a", {"three_card_bonus": "B"}))
    assert list(offered) == ["Ante", "Three Card Bonus"]
    [row] = [row for row in rows("655a", {"three_card_bonus": "B"}) if row.wager == "Three Card Bonus" and row.table == "B"]
    assert offered["Three Card Bonus"].fraction == row.edge
