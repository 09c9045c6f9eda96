"""`pitboss school GAME --drill KIND`: questions, answers, their time and the summary."""

import json
import re
from pathlib import Path

import pytest

from pitboss.school.drills import DRILLS
from tests.commands import ROOT, pitboss


def answers(kind: str, count: int, *args: str) -> list[str]:
    done = pitboss("school", "565", "--drill", kind, "--answers", "--json", "--count", str(count), *args)
    assert done.returncode == 0, done.stderr
    return [row["answer"] for row in json.loads(done.stdout)]


@pytest.mark.parametrize("kind", DRILLS)
def test_the_printed_answers_are_right(kind: str, tmp_path: Path) -> None:
    given = "\n".join(answers(kind, 4, "--seed", "5"))
    drill = ("school", "565", "--drill", kind, "--seed", "5", "--progress", str(tmp_path / "own.jsonl"))
    done = pitboss(*drill, "--json", stdin=given)
    *rows, last = json.loads(done.stdout)
    assert (done.returncode, last) == (0, {"schema": 1, "right": 4, "of": 4})
    assert [row["given"] for row in rows] == given.split("\n")
    assert all(row["seconds"] >= 0 and row["section"].startswith("565.") for row in rows)
    done = pitboss(*drill, stdin=given)
    assert done.returncode == 0
    assert re.search(r"^in all +4 of 4 +\d+\.\d$", done.stdout, re.MULTILINE)


def test_a_wrong_answer_is_told_with_the_right_one_and_saved(tmp_path: Path) -> None:
    saved = tmp_path / "own.jsonl"
    (right, second) = answers("payouts", 2)
    drill = ("school", "565", "--drill", "payouts", "--progress", str(saved))
    done = pitboss(*drill, "--seed", "1", stdin="?\nten\n0.01\n-\nquit\n")
    assert done.returncode == 1
    for words in ("Type dollars, such as 25", "'ten' is no amount", f"✗ {right}, § 565.12", f"✗ {second}, § 565.12", "0 of 2"):
        assert words in done.stdout, words
    rows = [json.loads(line) for line in saved.read_text().splitlines()]
    assert [(row["drill"], row["chapter"], row["right"]) for row in rows] == [("payouts", "565", False)] * 2
    done = pitboss(*drill, "--json", "--count", "40", stdin="1\n" * 40)
    assert {row["key"] for row in rows}.isdisjoint(json.loads(line)["key"] for line in saved.read_text().splitlines()[2:])
    assert json.loads(done.stdout)[-1]["of"] == 40


def test_rule_cases_are_asked_about(tmp_path: Path) -> None:
    done = pitboss("school", "565", "--drill", "irregularities", "--cases", str(ROOT / "tests/cases/565"), "--answers")
    assert done.returncode == 0
    assert done.stdout.count("What happens next?") == 20
    assert re.search(r"^a\) .*\nb\) .*\nc\) ", done.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--drill", "cards"), "there is no drill 'cards'; the drills are payouts, hands, chips and irregularities"),
        (("--drill", "chips", "--rounds", "3"), "--drill stands with --seed, --house, --set, --count"),
        (("--count", "3"), "only, not with --count"),
        (("--drill", "irregularities", "--cases", "docs"), "docs has no rule cases of chapter 565"),
        (("--drill", "chips", "--cases", "docs"), "--cases belongs to --drill irregularities"),
    ],
)
def test_what_a_drill_cannot_be(args: tuple[str, ...], told: str) -> None:
    done = pitboss("school", "565", *args, "--answers")
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
