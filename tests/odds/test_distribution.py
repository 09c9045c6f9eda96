"""What a wager brings, and its row: every figure against plain counting over a list of equally likely results."""

from fractions import Fraction
from statistics import mean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import pictures
from pitboss.errors import NotInstalled
from pitboss.odds.distribution import Distribution
from pitboss.odds.row import Row
from tests.strategies import examples

RESULTS = st.lists(st.fractions(-5, 50, max_denominator=8), min_size=1, max_size=12)


@examples(80)
@given(results=RESULTS, risked=st.integers(1, 4))
def test_every_figure_is_that_of_the_deals_one_by_one(results: list[Fraction], risked: int) -> None:
    counts = {result: results.count(result) for result in results}
    found = Distribution(counts)
    assert found.deals == len(results)
    assert found.mean == mean(results) == -found.edge == -found.element_of_risk
    assert found.hit_rate == Fraction(sum(result > 0 for result in results), len(results))
    deviation = float(pstdev(results))
    assert found.standard_deviation == pytest.approx(deviation, abs=1e-12)
    standardized = [float(result - found.mean) / deviation for result in results] if deviation else [0.0]
    assert found.skewness == pytest.approx(mean(value**3 for value in standardized), abs=1e-9)
    at_risk = Distribution(counts, Fraction(risked * len(results)))
    assert at_risk.element_of_risk == found.edge / risked and at_risk.edge == found.edge


def test_the_skewness_of_a_long_shot_and_of_a_certainty() -> None:
    long_shot = Distribution({Fraction(3): 1, Fraction(-1): 3})  # mean 0, variance 3, third moment 6
    assert long_shot.skewness == pytest.approx(6 / 3**1.5)
    assert Distribution({Fraction(-1): 5}).skewness == 0


COIN = Distribution({Fraction(1): 18, Fraction(-1): 20, Fraction(7): 0})


def test_a_row_in_words() -> None:
    row = Row("565", "Ante", "A", "", "Ante", COIN, COIN.edge)
    assert str(row) == "Ante A: the house holds 5.2632% of Ante, exactly 1/19"
    assert (row.name, row.exact) == ("Ante A", "1/19")
    rough = Row("565", "Ante", "", "", "Ante", None, 0.05)
    assert (str(rough), rough.name, rough.exact) == ("Ante: the house holds 5.0000% of Ante", "Ante", None)
    for digits, shown in ((40, True), (41, False)):
        edge = Fraction(10**18 + 3, 7 * 10 ** (digits - 21) + 1)
        assert len(str(edge)) == digits
        assert (", exactly " in str(Row("565", "Ante", "", "", "Ante", None, edge))) == shown


def test_the_payouts_of_a_row_most_first() -> None:
    row = Row("565", "Ante", "", "", "Ante", COIN, COIN.edge)
    assert row.payouts == [
        {"net": "1", "deals": 18, "chance": 18 / 38},
        {"net": "-1", "deals": 20, "chance": 20 / 38},
    ]
    parts = Distribution(COIN.counts, parts=True)
    found = Row("565", "Ante", "", "", "Ante", parts, parts.edge).payouts
    assert found is not None and [each["deals"] for each in found] == [None, None]
    assert Row("565", "Ante", "", "", "Ante", None, 0.05).payouts is None


def test_the_record_of_a_row() -> None:
    whole = Row("565", "Ante", "A", "one player", "Ante", Distribution(COIN.counts, Fraction(76)), COIN.edge, seconds=1.23456)
    assert whole.record() == {
        "chapter": "565",
        "wager": "Ante",
        "table": "A",
        "condition": "one player",
        "of": "Ante",
        "house_edge": 1 / 19,
        "house_edge_exact": "1/19",
        "element_of_risk": 1 / 38,
        "hit_rate": 9 / 19,
        "standard_deviation": COIN.standard_deviation,
        "method": "exact",
        "deals": 38,
        "seconds": 1.235,
        "note": "",
    }
    rough = Row("565", "Ante", "", "", "Ante", None, 0.05, "simulation", standard_error=0.01, extra={"rounds": 5.0}).record()
    assert [rough[name] for name in ("element_of_risk", "hit_rate", "standard_deviation", "deals")] == [None] * 4
    assert (rough["standard_error"], rough["rounds"], rough["house_edge_exact"]) == (0.01, 5.0, None)
    parts = Row("565", "Ante", "", "", "Ante", Distribution(COIN.counts, parts=True), COIN.edge).record()
    assert parts["deals"] is None and parts["hit_rate"] == 9 / 19


def test_a_notebook_draws_a_row_where_pictures_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Row("565", "Ante", "", "", "Ante", COIN, COIN.edge)
    monkeypatch.setattr(pictures, "svg_of", lambda drawn: f"<svg>{drawn.name}</svg>")
    assert row._repr_svg_() == "<svg>Ante</svg>"

    def missing(drawn: Row) -> str:
        raise NotInstalled("pictures are not installed")

    monkeypatch.setattr(pictures, "svg_of", missing)
    assert row._repr_svg_() is None
