"""Two editions of a game: the rule cases of one, played by the other.

A case passes there too, unless the other edition lacks its wager, option or incident, or it is one of the differences listed
here. The order of steps is not compared, since their paragraphs have other numbers.
"""

from pathlib import Path
from typing import Any

import pytest

from pitboss.cases import is_poker
from pitboss.cases.banked import run_banked_case
from pitboss.cases.poker import run_poker_case
from pitboss.cases.reading import read_toml
from pitboss.errors import BadCase

CASES = Path(__file__).parents[1] / "cases"

SECOND_CARD = (  # § 561.14(f) has no "while the cards are being dealt"
    "second-card-face-up-found-before-the-first-wager-is-settled-voids-the-round",
    "second-card-face-up-found-when-all-hands-are-set-voids-the-round",
    "second-card-face-up-found-while-hands-are-set-voids-automated-shoe",
    "second-card-face-up-found-while-hands-are-set-voids-hand",
    "second-card-face-up-found-while-hands-are-set-voids-manual-shoe",
    "two-cards-found-face-up-while-hands-are-set-void-the-round",
)
ODD_CHIP = (  # § 637a.11(k) lets a submission choose in split games too; § 553.12(j)(2) does not
    "omaha-eight-or-better-odd-dollar-to-the-left-of-the-button-where-the-house-says-so",
    "omaha-tied-highs-odd-chip-by-submission",
)


def played_by(chapter: str, edition: str) -> tuple[int, list[str]]:
    """How many cases of a chapter the other edition can play, and the names of those that end otherwise there."""
    number, differing = 0, []
    for path in sorted((CASES / chapter).glob("*.toml")):
        case: dict[str, Any] = read_toml(path) | {"chapter": edition}
        case["expect"].pop("steps", None)
        try:
            differences = (run_poker_case if is_poker(case) else run_banked_case)(path, case)[0]
        except BadCase:  # it has no such wager, option or incident
            continue
        number += 1
        if differences:
            differing.append(path.stem)
    return number, differing


@pytest.mark.cites("553.8", "553.9", "553.10", "553.11", "553.12", "553.13", "553.15", "553.16", "553.18")
def test_poker_of_2010_by_the_cases_of_the_final_edition() -> None:
    number, differing = played_by("637a", "553")
    assert number > 600
    assert differing == list(ODD_CHIP)


@pytest.mark.cites("637a.8", "637a.9", "637a.10", "637a.11", "637a.12", "637a.13", "637a.17", "637a.18")
def test_poker_of_the_final_edition_by_the_cases_of_2010() -> None:
    number, differing = played_by("553", "637a")
    assert number > 400
    assert differing == []


@pytest.mark.cites("561.7", "561.8", "561.9", "561.10", "561.11", "561.12", "561.13", "561.14")
def test_pai_gow_of_2010_by_the_cases_of_the_later_edition() -> None:
    number, differing = played_by("645a", "561")
    assert number > 85
    assert differing == []


@pytest.mark.cites("645a.5", "645a.7", "645a.8", "645a.9", "645a.10", "645a.11", "645a.14")
def test_pai_gow_of_the_later_edition_by_the_cases_of_2010() -> None:
    number, differing = played_by("561", "645a")
    assert number > 180
    assert differing == list(SECOND_CARD)
