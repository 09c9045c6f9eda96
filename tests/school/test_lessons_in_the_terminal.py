"""`pitboss school GAME`: a lesson in the terminal, from a pipe and killed after every act."""

import re
from pathlib import Path

import pytest

from pitboss.games import game
from pitboss.house import House
from pitboss.school.lessons import lesson_of_seed
from pitboss.school.progress import open_progress
from tests.school.conftest import Typed


def lines(number: str, seed: int) -> list[str]:
    due = lesson_of_seed(game(number), House.of(number, {}), seed).due(frozenset({"prepare"}))
    return [each.words for each in due if each.demanded]


def test_a_lesson_without_a_mistake(types: Typed) -> None:
    typed = [*lines("565", 4), *lines("565", 5)]
    status, out, err = types("565", "--seed", 4, "--rounds", 2, typed=typed)
    assert (status, err) == (0, "")
    assert f"In all {len(typed)} of {len(typed)}: 100%." in out


def test_a_lesson_that_is_killed_after_every_act(types: Typed) -> None:
    """Each time the same command goes on where the last one was cut off; the marks are those of a lesson in one go."""
    typed = lines("565", 4)
    typed.insert(3, "discard dealer")
    for n, line in enumerate(typed[:-1]):
        arguments = ("--seed", 4, "--rounds", 1) if n % 2 == 0 else ()
        status, _, err = types("565", *arguments, typed=[line])
        assert (status, "goes on with the lesson" in err) == (2, True)
    status, out, _ = types("565", typed=typed[-1:])
    assert status == 1
    assert f"{len(typed) - 1} acts of this round were entered before" in out
    assert f"In all {len(typed) - 2} of {len(typed) - 1}" in out


def test_a_mistake_is_named_at_once_or_at_the_end(types: Typed) -> None:
    typed = [line.replace("pay seat_5 Pair Plus 5000", "pay seat_5 Pair Plus 6000") for line in lines("565", 4)]
    assert typed != lines("565", 4)
    status, out, _ = types("565", "--seed", 4, "--rounds", 1, typed=[*typed, "end"])
    assert status == 1
    named = r"✗ wrong, § 565\.12\(d\)\n  Due is: pay seat 5 Pair Plus \$50 \(p 5 pair plus 50\)"
    assert re.search(named, out)
    status, out, _ = types("565", "--seed", 4, "--rounds", 1, "--at-end", "--new", typed=[*typed, "end"])
    assert status == 1
    assert re.search(named, out)
    assert "✓" not in out and out.index("✗") > out.index("discard dealer")


def test_what_can_be_asked_on_the_way(types: Typed) -> None:
    typed = ["?", "", "table", "rule 12(d)", "paytables", "xyz", "d 1; d 3", "show", "s", "quit"]
    status, out, err = types("565", "--seed", 4, typed=typed)
    assert (status, err) == (0, "")
    for words in (
        "d 1 3 5 d ",
        "Wagers: Ante, Pair Plus, Play.",
        "What is said here: no more bets; ",
        "§ 565.12(d)",
        "Mini royal flush",
        "'xyz' is no act of a dealer",
        "out of order, § 565.8(b)",
        "What stands behind it in your line was not done",
        "say no more bets (s no more bets) (§ 565.8(b))",
        "say what?",
        "The lesson is saved. The same command goes on with it.",
    ):
        assert words in out, words


def test_what_goes_wrong_is_told_and_its_remedy_is_practised(types: Typed) -> None:
    status, out, _ = types("565", "--practice", "irregularities", "--rounds", 1, "--seed", 7, typed=["show"] * 30)
    assert status == 1
    assert re.search(r"! Something goes wrong: \w+", out)
    assert re.search(r"^remedy +0 of \d+$", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("565", "--practice", "chips"), "there is no practice 'chips'; practise payouts, order, hands or irregularities"),
        (("565", "--practice", "hands", "--automate", "pay"), "--practice says itself which acts are automated"),
        (("565", "--json"), "only, not with --json"),
        (("565", "--rounds", "3", "--answers"), "--answers stands with --seed"),
        (("565", "--case", "x.toml", "--seed", "3"), "a case has cards and a house of its own"),
    ],
)
def test_what_a_lesson_cannot_be(types: Typed, arguments: tuple[str, ...], told: str) -> None:
    status, out, err = types(*arguments, typed=[])
    assert (status, out) == (2, "")
    assert told in err
    assert len(err.strip().splitlines()) == 1


def test_a_table_test_is_printed_with_every_round_when_it_is_over(types: Typed, tmp_path: Path) -> None:
    """§ 527.5(a): the sheet has the acts of all rounds, also of those before the test was cut off."""
    test = (
        "565",
        "--at-end",
        "--irregularities",
        "--seed",
        527,
        "--rounds",
        2,
        "--dealer",
        "Ann Lee",
        "--out",
        tmp_path / "t.pdf",
    )
    status, out, _ = types(*test, typed=["s no", "end"])
    assert status == 2 and not (tmp_path / "t.pdf").exists()
    status, out, _ = types(*test, typed=["d 1", "end"])
    assert status == 1 and "t.pdf" in out
    assert (tmp_path / "t.pdf").read_bytes().startswith(b"%PDF-")
    dealt = open_progress(tmp_path / "school.jsonl").last_lesson("565")
    assert dealt is not None
    verdicts = dealt.verdicts()
    assert [(v.act, v.verdict) for v in verdicts if v.verdict != "missing"] == [
        ("say no more bets", "right"),
        ("deal seat_1", "right"),
    ]
    marks = open_progress(tmp_path / "school.jsonl").marks("565")
    assert sum(v.verdict == "missing" for v in verdicts) == sum(mark.verdict == "missing" for mark in marks)
    _, _, err = types("565", "--out", tmp_path / "t.pdf", typed=[])
    assert "add --at-end" in err
