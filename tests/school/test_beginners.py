"""From nothing to a passed table test in Three Card Poker by what the school shows at the terminal alone."""

import re
from pathlib import Path

import pytest

from pitboss.games import game
from pitboss.house import House
from pitboss.school.lessons import lesson_of_seed
from pitboss.school.plans import Plan
from pitboss.school.scripts import usual_of
from pitboss.school.shorthand import in_short
from tests.commands import pitboss
from tests.school.conftest import Typed


def test_a_table_test_is_passed_with_what_lessons_have_shown(types: Typed, tmp_path: Path) -> None:
    """`show` names every act in the short form that a test takes; the examiner's decision follows."""
    _, shown, _ = types("565", "--rounds", "1", "--irregularities", "--automate", "none", typed=["show"] * 90)
    assert "name the game" not in shown and "show does the next act for you" in " ".join(shown.split())
    learnt = {words.split()[0] for words in re.findall(r"\(([a-z][^()]*)\) \(§", " ".join(shown.split()))}
    plan = Plan("565", {}, 527, 1, 3, [], False, True, True)
    typed = [in_short(due) for due in plan.lesson(1).due() if due.demanded]
    assert {line.split()[0] for line in typed} <= learnt | {"void", "shuffle", "r", "p", "c", "g"}
    options = ("--at-end", "--automate", "none", "--irregularities", "--seed", "527", "--rounds", "1")
    status, told, _ = types("565", *options, typed=typed)
    assert status == 0 and "--decide passed" in told and "show does" not in told
    register = tmp_path / "dealers.toml"
    register.write_text('[[dealer]]\nname = "Ann Lee"\n[[dealer.game]]\ngame = "565"\n')
    decided = ("--decide", "passed", "--dealer", "Ann Lee", "--examiner", "Bo Kim", "--position", "pit boss")
    status, told, _ = types("565", *decided, "--register", str(register), typed=[])
    assert status == 0 and "the criteria of the house are met" in told and "passed  " in register.read_text()


def test_what_is_listed_does_not_depend_on_the_round() -> None:
    """A bonus that is listed only where one will be paid would tell a hand that is not turned up."""
    usual = usual_of(game("565"), House.of("565", {}))
    assert {"deal", "pay", "collect", "bonus", "return", "say"} <= usual.acts
    assert "no more bets" in usual.sayings and "the entire deck is removed from the table" in usual.sayings


@pytest.mark.parametrize("seed", range(4))
def test_a_wrong_count_of_the_stub_is_nearly_right(seed: int) -> None:
    """Also where the stub has been put away when it is found out."""
    lesson = lesson_of_seed(game("565"), House.of("565", {}), seed, troubled=True, kind="stub count wrong")
    assert 0 < abs(lesson.troubles[0].incident.detail["stub"] - 40) <= 2


def test_without_a_game_the_games_are_named() -> None:
    done = pitboss("school")
    assert done.returncode == 2 and "such as `pitboss school 565`: 565 Three Card Poker" in done.stderr
