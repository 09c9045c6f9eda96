"""The command: scripts in, verdicts out."""

import json
import re
from pathlib import Path

import pytest

from pitboss.school.due import KINDS
from pitboss.school.orders import orders
from tests.commands import ROOT, pitboss

CASE = "tests/cases/565/losers-collected-then-winners-paid-then-cards.toml"


def answers(*args: str) -> str:
    done = pitboss("school", *args, "--answers")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("args", [("565", "--case", CASE), ("three-card-poker", "--seed", "4"), ("565", "--automate", "none")])
def test_the_answers_are_a_script_without_mistakes(tmp_path: Path, args: tuple[str, ...]) -> None:
    script = tmp_path / "script"
    script.write_text(answers(*args), encoding="utf-8")
    done = pitboss("school", *args, "--script", str(script))
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"\d+ right, 0 mistakes", done.stdout.splitlines()[-1])


def test_mistakes_are_verdicts_with_their_paragraph(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(
        answers("565", "--case", CASE).replace("say no more bets", "").replace("Ante 1000", "Ante 2000"), encoding="utf-8"
    )
    done = pitboss("school", "565", "--case", CASE, "--script", str(script), "--json")
    *verdicts, last = json.loads(done.stdout)
    assert done.returncode == 1
    assert {*verdicts[0]} == {"schema", "act", "verdict", "section", "due", "message"}
    found = [(v["act"], v["verdict"], v["section"], v["due"]) for v in verdicts if v["verdict"] != "right"]
    assert found == [
        ("say no more bets", "missing", "565.8(b)", "say no more bets"),
        ("pay seat_2 Ante 2000", "wrong", "565.12(b)", "pay seat_2 Ante 1000"),
        ("pay seat_1 Ante 2000", "wrong", "565.12(b)", "pay seat_1 Ante 1000"),
    ]
    assert last == {"schema": 1, "right": len(verdicts) - 3, "mistakes": 3}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("dance\n", "line 1: 'dance' is no act of a dealer; --acts lists them all"),
        ("deal seat_1\n\npay seat_1\n", "line 3: 'pay seat_1' names no wager: write `pay seat_1 Ante 1000`"),
        ("deal\n", "line 1: 'deal' names no place: write `deal seat_1` or `deal dealer`"),
        ("deal seat_1 9c\n", "line 1: 'deal seat_1 9c': behind the place stands 'up', 'down' or nothing, not '9c'"),
        ("pay seat_1 Ante $10\n", "line 1: 'pay seat_1 Ante $10': an amount is a number of cents, such as 1000, not '$10'"),
        ("void the round\n", "line 1: 'void the round' says more than 'void', which stands alone"),
        ("call the police\n", "line 1: 'call the police' is no act of a dealer; --acts lists them all"),
        ("say\n", "line 1: say what? A line is `say no more bets`"),
    ],
)
def test_a_line_that_is_no_act_is_refused(tmp_path: Path, words: str, told: str) -> None:
    script = tmp_path / "script"
    script.write_text(words, encoding="utf-8")
    done = pitboss("school", "565", "--script", str(script))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip().endswith(f"{script}, {told}")


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("565", "--acts", "--answers"), "say one of --script FILE, --answers, --acts, --drill KIND"),
        (("565", "--answers", "--automate", "sleep"), "there is no kind of act 'sleep'; the kinds are prepare, announce"),
        (("565", "--answers", "--case", CASE, "--seed", "1"), "a case has cards and a house of its own"),
        (("565", "--answers", "--case", "tests/cases/557/aces-up-alone.toml"), ""),
        (("565", "--script", "no/such/script"), "no/such/script cannot be read: No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_said(args: tuple[str, ...], told: str) -> None:
    done = pitboss("school", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_acts_are_listed() -> None:
    rows = json.loads(pitboss("school", "565", "--acts", "--json").stdout)
    listed = {row["act"] for row in rows}
    assert {"deal seat_1", "pay seat_1 Ante 1000", "say no more bets", "call the floor", "void"} <= listed
    assert "say lays the cover card on top of the dealer's stack in the shoe" in listed  # of the automated shoe


def test_the_page_says_what_there_is() -> None:
    page = (ROOT / "docs" / "school.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(KINDS)
    assert f"what it leaves open: {', '.join(orders())}." in page
