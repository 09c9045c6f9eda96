"""Drafts of wagers and rules with published figures, each with its source, agree in every digit that is printed."""

import csv
import re
from pathlib import Path

import pytest

from pitboss.drafts.quote import Quote, price

HERE = Path(__file__).parent
with (HERE / "published.tsv").open(encoding="utf-8") as file:
    PUBLISHED = list(csv.DictReader(file, delimiter="\t"))


def value(quote: Quote, measure: str) -> float:
    """What is published, as pitboss has it."""
    if measure in ("house edge", "expected value", "return"):
        return float({"house edge": quote.edge, "expected value": -quote.edge, "return": 1 - quote.edge}[measure])
    assert quote.distribution is not None
    found = quote.distribution
    return {"hit rate": float(found.hit_rate), "element of risk": float(found.element_of_risk)}.get(
        measure, found.standard_deviation
    )


def printed(figure: str) -> tuple[float, float]:
    """A printed number, and half of its last digit."""
    match = re.fullmatch(r"([+-]?[0-9.]+)(%?)", figure)
    assert match is not None
    places = len(match[1].partition(".")[2]) + (2 if match[2] else 0)
    return float(match[1]) / (100 if match[2] else 1), 0.5 * 10**-places


@pytest.mark.parametrize("row", PUBLISHED, ids=[row["draft"] for row in PUBLISHED])
def test_a_published_figure_is_met_in_every_digit(row: dict[str, str]) -> None:
    quote = price(HERE / "published" / row["draft"])
    expected, half = printed(row["figure"])
    assert abs(value(quote, row["measure"]) - expected) <= half + 1e-12


def test_every_draft_has_a_source() -> None:
    folders = {row["draft"].partition("/")[0] for row in PUBLISHED}
    assert len(PUBLISHED) >= 100
    assert folders == {"side_wagers", "payouts", "blackjack", "sister_games"}
    for row in PUBLISHED:
        assert re.search(r'^source = "https?://', (HERE / "published" / row["draft"]).read_text(encoding="utf-8"), re.MULTILINE)
