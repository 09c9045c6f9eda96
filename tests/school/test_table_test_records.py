"""A table test from the terminal to the register: criteria of the house, the examiner's decision, `pitboss training`."""

import json
from datetime import date
from pathlib import Path

import pytest

from pitboss.desk.fields import BadRecord, example
from pitboss.desk.register import enter_tests, read_register
from pitboss.school.dealing import NEEDLESS, Mark
from pitboss.school.table_tests import BadCriteria, in_points, read_criteria, score, usual_criteria
from tests.school.conftest import Typed

TEST = ("565", "--at-end", "--automate", "none", "--seed", 527, "--rounds", 1)
EXAMINER = ("--dealer", "Ann Example", "--examiner", "Bo Kim", "--position", "pit boss")


def test_criteria_are_scored_by_the_acts_of_their_kinds() -> None:
    marks = [Mark("deal", "565.8(d)", "", "right")] * 9 + [Mark("deal", "565.8(d)", "", "out of order")]
    marks += [Mark("remedy", "565.13(e)", "", "right"), Mark(NEEDLESS, "565.13(e)", "", "wrong")]
    sheet = score(read_criteria(usual_criteria()), marks)
    found = {
        each.criterion.name: (each.right, each.of, in_points(each.points), each.is_met) for each in sheet.scores if each.of
    }
    assert found == {
        "Dealing and burning": (9, 10, "18", True),
        "Irregularities remedied, and no act that the round does not have": (1, 2, "5", False),
    }
    assert (in_points(sheet.points), sheet.of, sheet.is_met) == ("23", 30, False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rounds = [", "criteria: "),
        ("[[criterion]]\nname = 'a'\nkinds = ['dance']\npoints = 1", "has the kind 'dance'; the kinds are prepare"),
        ("[[criterion]]\nname = 'a'\nkinds = ['deal']\npoints = 0", "from 1 to 1000 points"),
        ("[[criterion]]\nname = ''\nkinds = ['deal']\npoints = 1", "needs a name"),
        ("rounds = 0\n[[criterion]]\nname = 'a'\nkinds = ['deal']\npoints = 1", "rounds is 0; it is from 1 to 100"),
        ("round = 1\n[[criterion]]\nname = 'a'\nkinds = ['deal']\npoints = 1", "`round`"),
        ("#" * 20_001, "at most 20,000 characters"),
    ],
)
def test_criteria_that_cannot_be_read_are_refused(text: str, told: str) -> None:
    with pytest.raises(BadCriteria) as refused:
        read_criteria(text)
    assert told in str(refused.value) and "\n" not in str(refused.value)


def test_a_test_dealt_in_the_terminal_is_decided_and_entered(types: Typed, tmp_path: Path) -> None:
    """§ 527.5(a), (b)(3): the decision is the examiner's, whatever the points; the register has it once."""
    register = tmp_path / "dealers.toml"
    register.write_text(example("training").replace("2026-05-01", "2025-05-01"), encoding="utf-8")
    dealer = read_register(register).dealers[0]
    who = ("--dealer", dealer.name, *EXAMINER[2:])
    game = next(deals.game.chapter for deals in dealer.deals if deals.game.chapter)
    test = (game, *TEST[1:])
    status, _, err = types(game, "--decide", "passed", *who, typed=[])
    assert status == 2 and "is no table test" in err
    assert types(*test, typed=["end"])[0] == 1
    for wrong, told in (
        (("--decide", "perhaps", *who), "passed or failed"),
        (("--decide", "passed", *who[:4]), "pit boss or higher"),
        (("--decide", "passed", *who[:4], "--position", "dealer"), "pit boss or higher"),
        (("--decide", "passed"), "name the dealer"),
    ):
        status, out, err = types(game, *wrong, typed=[])
        assert (status, out, told in err) == (2, "", True), err
    status, out, _ = types(game, "--decide", "failed", *who, "--register", register, "--out", tmp_path / "s.pdf", typed=[])
    assert status == 0 and "the criteria of the house are not met" in out and f"Entered in {register}" in out
    assert (tmp_path / "s.pdf").read_bytes().startswith(b"%PDF-")
    deals = next(each for each in read_register(register).dealers[0].deals if each.game.chapter == game)
    assert deals.test is not None
    assert (deals.test.passed, deals.test.by, deals.test.day) == (False, "Bo Kim", date.today())
    assert types(game, "--decide", "failed", *who, "--register", register, typed=[])[0] == 2, "it is there already"
    status, out, _ = types(game, "--decide", "passed", *who, "--json", typed=[])
    assert status == 0 and json.loads(out)["decision"]["passed"] is True


def test_tests_that_do_not_fit_a_register_change_nothing(tmp_path: Path) -> None:
    register, added = tmp_path / "dealers.toml", tmp_path / "added.toml"
    register.write_text(example("training"), encoding="utf-8")
    for words, told in (
        ('dealer = "Nobody"\ngame = "565"\ndate = 2026-11-19', "there is no dealer 'Nobody'"),
        ('dealer = "Nobody"\ngame = "565"', "a table test has a date"),
        ('dealer = "Nobody"\nplayed = "565"', "no field 'played'"),
    ):
        added.write_text(f"[[test]]\n{words}\n", encoding="utf-8")
        with pytest.raises(BadRecord, match=told):
            enter_tests(register, added)
    assert register.read_text(encoding="utf-8") == example("training") and len(list(tmp_path.iterdir())) == 2
