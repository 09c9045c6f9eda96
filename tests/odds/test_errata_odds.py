"""Errata read both ways, and published figures beside ours."""

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss import rulebook
from pitboss.errors import UnknownCitation
from pitboss.hands import THREE_CARD
from pitboss.odds import catalogue
from pitboss.odds.errata import EFFECTS, Effect, effects
from pitboss.odds.errata.games import compared
from pitboss.odds.errata.pai_gow import straights_with_three
from pitboss.odds.errata.side_wagers import ace_high_only
from pitboss.odds.published import PUBLISHED, as_printed
from pitboss.odds.row import Row
from tests.commands import pitboss

PERCENT = re.compile(r"\d+\.\d\d%")
LONG = ("563-ante-below-the-rank", "633a-switch-natural", "677a-raise-minimum")  # minutes: as docs/odds.md has them
DOCUMENT = Path(__file__).parents[2] / "docs" / "odds.md"
OTHER_FIGURES = ("all-tie-break",)  # percentages that are no edges


@cache
def found(erratum: str) -> tuple[Effect, ...]:
    if erratum not in LONG:
        return tuple(EFFECTS[erratum]())
    lines = [line.split(" | ") for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if f"| {erratum} |" in line]
    assert lines
    return tuple(
        Effect(erratum, wager, "", float(adopted.rstrip("%")) / 100, float(otherwise.rstrip("%")) / 100, reading)
        for _, wager, adopted, otherwise, reading in lines
    )


def figures(effect: Effect) -> set[str]:
    """Everything that a sentence may say of an effect, to two digits."""
    change = effect.otherwise - effect.adopted
    told = (effect.adopted, effect.otherwise, change, 1 - effect.otherwise)
    return {f"{abs(float(figure)):.2%}" for figure in told}


@pytest.mark.parametrize("erratum", EFFECTS)
def test_every_percentage_of_the_register_is_computed(erratum: str) -> None:
    entry = next(e for e in rulebook.errata("") if e.id == erratum)
    known = set().union(*(figures(effect) for effect in found(erratum)))
    if erratum == "657a-queens-up-table-b":  # which compares B with A
        known |= {f"{float(row.edge):.2%}" for row in catalogue.rows("657a") if row.table == "A"}
    said = PERCENT.findall(f"{entry.effect} {entry.adopted}")
    if erratum not in OTHER_FIGURES:
        assert set(said) <= known
    assert all(effect.erratum == erratum and effect.reading for effect in found(erratum))


def test_every_erratum_that_names_an_edge_is_computed() -> None:
    """Claims are compared elsewhere, and these percentages are no edges of a wager."""
    no_edge = {
        *("553-pot-before-rake", "553-rake-base", "553-rake-cents", "553-rake-twice", "587-envy-own-hand"),
        *("645a-half-cents", "657a-no-king", "678a-no-hand-listed"),
    }
    named = {e.id for e in rulebook.errata("") if re.search(r"\d%", e.effect + e.adopted) and "claim" not in e.id}
    assert named - set(EFFECTS) - no_edge - {"553-low-hand-order"} == set()


def test_adopted_readings_are_what_the_odds_say() -> None:
    rows = {(r.chapter, r.wager, r.table): r.edge for n in ("559", "565", "587", "655a", "657a") for r in catalogue.rows(n)}
    seen = 0
    for erratum in EFFECTS:
        for effect in found(erratum) if erratum[:3] in ("559", "565", "587", "655", "657") else ():
            key = effect.erratum.partition("-")[0], effect.wager, effect.table
            assert rows[key] == effect.adopted, key
            seen += 1
    assert seen > 20


def test_a_tie_break_by_the_letter_changes_no_edge_of_three_card_poker() -> None:
    """Player and dealer are as often wronged; and the slow comparison of all hands gives the solver's fraction."""
    [effect] = found("all-tie-break")
    assert effect.adopted == effect.otherwise == Fraction(686689, 20358520) == compared(THREE_CARD.value)


def test_counts_behind_the_readings() -> None:
    assert straights_with_three() == 201824  # 7,672,500 hands with three-of-a-kind or better by it less 7,470,676 without
    counts = ace_high_only()
    assert sum(counts.values()) == 133784560
    assert counts["7 card straight flush"] == 4 * 7  # seven in a row that an ace may only end


def test_effects_of_a_chapter() -> None:
    assert {effect.erratum for effect in effects("565")} == {
        "565-mini-royal-suited",
        "565-ante-bonus-table",
        "565-two-ante-bonuses",
    }
    with pytest.raises(UnknownCitation, match="no erratum of chapter 521 changes an edge"):
        list(effects("521"))


def test_the_command_prints_both_readings() -> None:
    records = json.loads(pitboss("odds", "565", "--errata", "--json").stdout)
    royal = records[0]
    assert (royal["erratum"], royal["wager"]) == ("565-mini-royal-suited", "Pair Plus")
    assert royal["change"] == pytest.approx(royal["otherwise"] - royal["adopted"])
    assert "adopted" in pitboss("odds", "565", "--errata").stdout


QUICK = [entry for entry in PUBLISHED if entry.chapter in ("555", "559", "565", "587", "633a", "655a", "657a", "678a")]


@cache
def _rows(number: str, given: str) -> list[Row]:
    return catalogue.rows(number, json.loads(given))


def rows(number: str, given: Mapping[str, Any]) -> list[Row]:
    """The odds of a chapter, each house once."""
    return _rows(number, json.dumps(dict(given)))


@pytest.mark.parametrize("entry", QUICK, ids=lambda entry: f"{entry.chapter} {entry.wager} {entry.what}")
def test_published_figures_are_ours_or_the_difference_is_explained(entry: Any) -> None:
    assert as_printed(entry.figure, entry.ours(rows)) != bool(entry.why)


def test_published_figures_have_a_source() -> None:
    assert all(entry.source and entry.figure.rstrip("%").replace(".", "").lstrip("-").isdigit() for entry in PUBLISHED)


def test_the_document_has_every_erratum_and_published_figure() -> None:
    words = DOCUMENT.read_text(encoding="utf-8")
    assert all(f"| {erratum} |" in words for erratum in EFFECTS)
    assert all(f"| {entry.chapter} {entry.wager} | {entry.what} | {entry.figure} |" in words for entry in PUBLISHED)
    for erratum in EFFECTS:
        for effect in found(erratum) if erratum not in LONG else ():
            name = " ".join(filter(None, (effect.wager, effect.table)))
            assert f"| {erratum} | {name} | {float(effect.adopted):.4%} | {float(effect.otherwise):.4%} |" in words
