"""Handouts: what every game has on them, in what order, and that the answers are the engine's."""

import json
from pathlib import Path

import pytest

from pitboss.games import game
from pitboss.house import House
from pitboss.printing import printed
from pitboss.printing.handouts import handout_paper, pay_rows
from pitboss.rulebook import paragraph
from pitboss.school.handouts import Handout, handout, procedure
from pitboss.school.orders import orders
from tests.commands import pitboss
from tests.school.dealers import EXPLORES


def of(number: str, **given: object) -> Handout:
    return handout(game(number), House.of(number, given), practice=4)


@pytest.mark.parametrize("number", [*orders()][:: 1 if EXPLORES else 3])
def test_every_game_has_a_handout(number: str) -> None:
    """Each instruction cites a paragraph of the chapter; what is closed before the deal is announced before it."""
    shown = of(number)
    assert shown.opening and len(shown.round) > 8
    assert all(paragraph(each.section).says == each.rule for each in shown.procedure)
    assert all(paragraph(each.section).says == each.rule for each in shown.remedies)
    assert all(each.do or each.say for each in shown.procedure)
    assert all("seat_" not in each.do + each.say and "{}" not in each.do for each in shown.procedure)
    first = next(n for n, each in enumerate(shown.round) if each.do.startswith("Deals"))
    announced = [n for n, each in enumerate(shown.round) if "no more bets" in each.say]
    assert all(n < first for n in announced)
    assert shown.round[-1].do.startswith(("Collects", "Moves"))
    assert len(shown.remedies) > 3
    assert len(shown.practice) == 4 and all(each.is_right(each.answer) for each in shown.practice)


def test_three_card_poker_from_a_shoe() -> None:
    """§§ 565.8, 565.11, in their order; the stub is counted before it is put away."""
    sections = [each.section for each in procedure(game("565"), House.of("565", {}))]
    wanted = ["565.8(a)", "565.8(b)", "565.8(d)", "565.8(f)", "565.8(e)", "565.11(b)", "565.11(c)", "565.11(d)(1)", "565.11(e)"]
    assert [section for section in sections if section in wanted] == wanted


def test_the_choices_of_the_house_decide() -> None:
    by_hand = of("565", dealing="hand", shuffler=True, pair_plus={"Flush": "4 to 1"})
    assert {each.section.split("(")[0] for each in by_hand.round} & {"565.8", "565.9", "565.10"} == {"565.9"}
    assert {"shuffler jam"} <= {each.kind for each in by_hand.remedies}
    assert "shuffler jam" not in {each.kind for each in of("565").remedies}
    assert any("Flush 4 to 1" in payouts for _, payouts in pay_rows(by_hand.house))


def test_a_condition_that_decides_is_named() -> None:
    """§ 633a.14(j): a hole card in the reader voids the hands only where its value can be seen."""
    found = {each.when: each.then for each in of("633a").remedies if each.kind == "hole card in reader"}
    assert "void" in found["value can be seen"] and "goes on" in found["not value can be seen"]


def test_a_handout_is_printed_and_other_seeds_ask_otherwise(tmp_path: Path) -> None:
    shown = of("565")
    assert printed(handout_paper(shown, "Elm Street"), "pdf")[0].startswith(b"%PDF-")
    other = handout(game("565"), shown.house, seed=2, practice=4)
    assert {each.key for each in other.practice}.isdisjoint(each.key for each in shown.practice)
    done = pitboss("school", "565", "--handout", "--count", "2", "--json")
    assert len(json.loads(done.stdout)["practice"]) == 2
    assert pitboss("school", "565", "--handout", "--rounds", "2").returncode == 2
