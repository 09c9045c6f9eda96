"""Two editions of a game: the rule cases of one, played by the other.

A case passes there too, unless the other edition lacks its wager, option or incident, or it is one of the differences listed
here. The order of steps is not compared, since their paragraphs have other numbers.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.cases import is_poker
from pitboss.cases.banked import run_banked_case
from pitboss.cases.poker import run_poker_case
from pitboss.cases.reading import read_toml
from pitboss.errors import BadCase

CASES = Path(__file__).parents[1] / "cases"
LACKS = re.compile(r" has no option | is not allowed; | has 'bank'; | has no incident ")  # a case that the edition cannot play

SECOND_CARD = (  # § 561.14(f) has no "while the cards are being dealt"
    "second-card-face-up-found-before-the-first-wager-is-settled-voids-the-round",
    "second-card-face-up-found-when-all-hands-are-set-voids-the-round",
    "second-card-face-up-found-while-hands-are-set-voids-automated-shoe",
    "second-card-face-up-found-while-hands-are-set-voids-hand",
    "second-card-face-up-found-while-hands-are-set-voids-manual-shoe",
    "second-face-up-card-before-the-first-hand-is-compared-voids-the-round",
    "two-cards-found-face-up-while-hands-are-set-void-the-round",
)
PAID_AT_THE_END = (  # § 561.13(l) pays winners when all hands are exposed, § 645a.11(g) each at once
    "shoe-jam-after-a-winning-hand-is-announced-but-unpaid-voids-the-round",
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
        except BadCase as error:
            if LACKS.search(error.message):
                continue
            differences = [error.message]
        number += 1
        if differences:
            differing.append(path.stem)
    return number, differing


@pytest.mark.cites("553.8", "553.9", "553.10", "553.11", "553.12", "553.13", "553.15", "553.16", "553.18")
@pytest.mark.cites("553.4(e)", "553.4(f)", "553.6(c)", "553.7(b)", "553.7(c)", "553.7(d)", "553.7(e)(1)", "553.7(e)(4)(i)")
@pytest.mark.cites("553.7(e)(5)", "553.7(e)(6)", "553.7(e)(6)(i)", "553.7(e)(6)(ii)", "553.7(e)(6)(iii)", "553.7(e)(6)(iv)")
@pytest.mark.cites("553.8(b)(3)", "553.8(b)(4)", "553.8(b)(4)(i)", "553.8(b)(4)(ii)", "553.8(b)(4)(iii)", "553.8(b)(5)")
@pytest.mark.cites("553.8(b)(5)(i)", "553.8(b)(5)(ii)", "553.8(c)", "553.8(d)", "553.8(e)", "553.8(e)(1)", "553.8(e)(3)")
@pytest.mark.cites("553.8(f)", "553.8(f)(1)", "553.8(f)(2)", "553.8(g)", "553.8(h)", "553.8(i)", "553.8(j)", "553.10(b)")
@pytest.mark.cites("553.10(c)", "553.10(d)", "553.10(d)(1)", "553.10(d)(2)", "553.10(d)(3)", "553.10(e)", "553.10(f)")
@pytest.mark.cites("553.10(f)(1)", "553.10(f)(2)", "553.10(g)", "553.10(h)", "553.10(i)", "553.10(i)(1)", "553.10(i)(2)")
@pytest.mark.cites("553.10(i)(2)(i)", "553.10(i)(2)(ii)", "553.10(i)(2)(iii)", "553.10(i)(2)(iv)", "553.10(j)", "553.10(k)")
@pytest.mark.cites("553.10(k)(1)", "553.10(k)(2)", "553.10(l)", "553.11(b)", "553.11(d)", "553.11(e)", "553.11(f)", "553.11(g)")
@pytest.mark.cites("553.11(h)", "553.11(i)", "553.11(j)", "553.12(b)", "553.12(d)", "553.12(e)", "553.12(f)", "553.12(g)")
@pytest.mark.cites("553.12(h)", "553.12(i)", "553.12(j)", "553.12(j)(1)", "553.12(j)(2)", "553.12(j)(2)(i)", "553.12(j)(2)(ii)")
@pytest.mark.cites("553.12(j)(2)(iii)", "553.12(j)(2)(iv)", "553.12(k)", "553.12(m)", "553.13(b)", "553.13(d)", "553.13(e)")
@pytest.mark.cites("553.13(f)", "553.13(g)", "553.13(g)(1)", "553.13(g)(2)", "553.13(h)", "553.13(i)", "553.13(i)(1)")
@pytest.mark.cites("553.13(i)(2)", "553.14(c)", "553.14(d)", "553.14(e)", "553.14(f)", "553.14(g)", "553.14(h)", "553.15(a)(2)")
@pytest.mark.cites("553.15(a)(3)", "553.15(b)", "553.15(b)(1)", "553.15(b)(1)(i)", "553.15(b)(1)(ii)", "553.15(b)(2)")
@pytest.mark.cites("553.15(b)(2)(i)", "553.15(b)(2)(ii)", "553.15(b)(3)", "553.15(b)(3)(i)", "553.15(d)", "553.15(e)")
@pytest.mark.cites("553.16(a)", "553.16(b)", "553.16(c)", "553.16(d)", "553.16(e)", "553.16(e)(1)", "553.16(e)(2)")
@pytest.mark.cites("553.16(e)(3)", "553.16(e)(4)", "553.16(f)", "553.16(g)", "553.16(h)", "553.16(i)", "553.16(i)(1)")
@pytest.mark.cites("553.16(i)(2)", "553.16(i)(3)", "553.16(i)(4)", "553.16(j)", "553.16(j)(1)", "553.16(j)(1)(i)")
@pytest.mark.cites("553.16(j)(1)(ii)", "553.16(j)(2)", "553.16(k)", "553.16(k)(1)", "553.16(k)(2)", "553.16(l)", "553.16(m)")
@pytest.mark.cites("553.16(n)", "553.16(o)", "553.16(p)", "553.17(a)", "553.17(b)", "553.18", "553.20(a)", "553.20(b)(1)")
@pytest.mark.cites("553.20(b)(2)", "553.20(c)", "553.20(f)")
def test_poker_of_2010_by_the_cases_of_the_final_edition() -> None:
    number, differing = played_by("637a", "553")
    assert number > 600
    assert differing == list(ODD_CHIP)


@pytest.mark.cites("637a.8", "637a.9", "637a.10", "637a.11", "637a.12", "637a.13", "637a.17", "637a.18")
@pytest.mark.cites("637a.5(c)", "637a.6(f)", "637a.7(c)", "637a.7(d)", "637a.7(e)(1)", "637a.7(e)(4)(i)", "637a.7(e)(5)")
@pytest.mark.cites("637a.7(e)(6)", "637a.7(e)(6)(i)", "637a.7(e)(6)(ii)", "637a.7(e)(6)(iii)", "637a.7(e)(6)(iv)", "637a.8(a)")
@pytest.mark.cites("637a.8(b)(4)", "637a.8(b)(5)", "637a.8(b)(5)(i)", "637a.8(b)(5)(ii)", "637a.8(b)(5)(iii)", "637a.8(b)(6)")
@pytest.mark.cites("637a.8(b)(6)(i)", "637a.8(b)(6)(ii)", "637a.8(c)", "637a.8(d)", "637a.8(e)", "637a.8(e)(1)", "637a.8(e)(3)")
@pytest.mark.cites("637a.8(f)", "637a.8(f)(1)", "637a.8(f)(2)", "637a.8(g)", "637a.8(h)", "637a.8(i)", "637a.8(j)", "637a.8(k)")
@pytest.mark.cites("637a.10(b)", "637a.10(c)", "637a.10(d)", "637a.10(d)(1)", "637a.10(d)(3)", "637a.10(d)(4)", "637a.10(e)")
@pytest.mark.cites("637a.10(f)", "637a.10(f)(1)", "637a.10(f)(3)", "637a.10(g)", "637a.10(h)", "637a.10(i)", "637a.10(i)(1)")
@pytest.mark.cites("637a.10(i)(3)", "637a.10(i)(3)(i)", "637a.10(i)(3)(ii)", "637a.10(i)(3)(iii)", "637a.10(i)(3)(iv)")
@pytest.mark.cites("637a.10(j)", "637a.10(k)", "637a.10(k)(1)", "637a.10(k)(2)", "637a.10(l)", "637a.11(b)", "637a.11(d)")
@pytest.mark.cites("637a.11(f)", "637a.11(g)", "637a.11(h)", "637a.11(i)", "637a.11(j)", "637a.11(k)", "637a.12(b)")
@pytest.mark.cites("637a.12(d)", "637a.12(f)", "637a.12(g)", "637a.12(h)", "637a.12(i)", "637a.12(j)", "637a.12(k)")
@pytest.mark.cites("637a.12(k)(1)", "637a.12(k)(2)", "637a.12(k)(2)(i)", "637a.12(k)(2)(ii)", "637a.12(k)(2)(iii)")
@pytest.mark.cites("637a.12(k)(2)(iv)", "637a.12(l)", "637a.12(n)", "637a.13(b)", "637a.13(d)", "637a.13(e)", "637a.13(f)")
@pytest.mark.cites("637a.13(g)", "637a.13(g)(1)", "637a.13(g)(2)", "637a.13(h)", "637a.13(i)", "637a.13(i)(1)", "637a.13(i)(2)")
@pytest.mark.cites("637a.14(c)", "637a.14(d)", "637a.14(e)", "637a.14(f)", "637a.14(f)(1)", "637a.14(f)(2)", "637a.14(g)")
@pytest.mark.cites("637a.14(h)", "637a.14(i)", "637a.15(a)", "637a.15(b)(1)", "637a.15(b)(2)", "637a.15(c)", "637a.15(f)")
@pytest.mark.cites("637a.16(c)", "637a.17(a)(2)", "637a.17(a)(3)", "637a.17(b)", "637a.17(b)(1)", "637a.17(b)(1)(i)")
@pytest.mark.cites("637a.17(b)(1)(ii)", "637a.17(b)(2)", "637a.17(b)(2)(i)", "637a.17(b)(2)(ii)", "637a.17(b)(3)")
@pytest.mark.cites("637a.17(b)(3)(ii)", "637a.17(d)", "637a.17(e)", "637a.18(a)", "637a.18(b)", "637a.18(c)", "637a.18(d)")
@pytest.mark.cites("637a.18(e)", "637a.18(f)", "637a.18(g)", "637a.18(g)(1)", "637a.18(g)(2)", "637a.18(g)(3)", "637a.18(g)(4)")
@pytest.mark.cites("637a.18(h)", "637a.18(i)", "637a.18(j)", "637a.18(k)", "637a.18(k)(1)", "637a.18(k)(2)", "637a.18(k)(3)")
@pytest.mark.cites("637a.18(k)(4)", "637a.18(l)", "637a.18(l)(1)", "637a.18(l)(1)(i)", "637a.18(l)(1)(ii)", "637a.18(l)(2)")
@pytest.mark.cites("637a.18(m)", "637a.18(m)(1)", "637a.18(m)(2)", "637a.18(n)", "637a.18(o)", "637a.18(p)", "637a.18(q)")
@pytest.mark.cites("637a.18(r)")
def test_poker_of_the_final_edition_by_the_cases_of_2010() -> None:
    number, differing = played_by("553", "637a")
    assert number > 400
    assert differing == []


@pytest.mark.cites("561.7", "561.8", "561.9", "561.10", "561.11", "561.12", "561.13", "561.14")
@pytest.mark.cites("561.7(a)", "561.7(b)", "561.7(d)", "561.7(e)", "561.8(a)(2)", "561.9(a)", "561.9(b)", "561.9(c)")
@pytest.mark.cites("561.9(d)", "561.9(e)", "561.9(f)", "561.9(g)", "561.10(a)(1)", "561.10(a)(3)", "561.10(c)", "561.10(d)")
@pytest.mark.cites("561.10(e)", "561.10(f)", "561.10(g)", "561.11(a)(2)", "561.11(b)", "561.11(c)", "561.11(d)", "561.11(e)")
@pytest.mark.cites("561.11(f)", "561.11(g)", "561.12(b)", "561.12(c)", "561.12(d)", "561.13(a)", "561.13(b)", "561.13(c)")
@pytest.mark.cites("561.13(d)", "561.13(e)", "561.13(f)", "561.13(g)(1)", "561.13(g)(2)", "561.13(g)(3)", "561.13(h)")
@pytest.mark.cites("561.13(i)(1)", "561.13(i)(2)", "561.13(k)", "561.13(m)", "561.14(a)", "561.14(b)", "561.14(c)", "561.14(d)")
@pytest.mark.cites("561.14(e)", "561.14(f)", "561.14(g)", "561.14(h)", "561.14(i)", "561.14(j)", "561.14(l)", "561.14(m)")
@pytest.mark.cites("561.14(n)")
def test_pai_gow_of_2010_by_the_cases_of_the_later_edition() -> None:
    number, differing = played_by("645a", "561")
    assert number > 85
    assert differing == []


@pytest.mark.cites("645a.5", "645a.7", "645a.8", "645a.9", "645a.10", "645a.11", "645a.14")
@pytest.mark.cites("645a.2(a)", "645a.3(a)", "645a.5(a)", "645a.5(i)(1)(i)", "645a.5(i)(1)(iii)", "645a.5(i)(2)")
@pytest.mark.cites("645a.5(i)(3)", "645a.7(b)", "645a.7(f)", "645a.8(d)", "645a.8(e)", "645a.8(f)", "645a.8(g)", "645a.9(a)(1)")
@pytest.mark.cites("645a.9(b)", "645a.9(c)", "645a.9(d)", "645a.9(e)", "645a.9(f)", "645a.10(c)", "645a.10(d)", "645a.10(e)")
@pytest.mark.cites("645a.10(f)", "645a.11(a)(1)", "645a.11(a)(3)", "645a.11(b)", "645a.11(c)", "645a.11(d)", "645a.11(e)")
@pytest.mark.cites("645a.11(f)(1)", "645a.11(f)(1)(i)", "645a.11(f)(1)(ii)", "645a.11(f)(1)(iii)", "645a.11(f)(2)")
@pytest.mark.cites("645a.11(f)(2)(i)", "645a.11(f)(2)(ii)", "645a.11(f)(3)", "645a.13(a)", "645a.14(a)", "645a.14(b)")
@pytest.mark.cites("645a.14(c)", "645a.14(d)", "645a.14(e)", "645a.14(f)", "645a.14(g)", "645a.14(h)", "645a.14(i)")
@pytest.mark.cites("645a.14(j)", "645a.14(l)", "645a.14(m)", "645a.14(n)")
def test_pai_gow_of_the_later_edition_by_the_cases_of_2010() -> None:
    number, differing = played_by("561", "645a")
    assert number > 180
    assert differing == sorted([*SECOND_CARD, *PAID_AT_THE_END])
