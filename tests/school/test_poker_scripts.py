"""Scripts of a dealer of nonbanked Poker, judged against rule cases: deal, burn, rake, push, button, in every lawful order.

The mistakes are written from §§ 637a.7(e), .11, .17 and 553.7(e), .11, not from what the judge answers.
"""

from random import Random

import pytest

from pitboss.errors import NotAuthorized
from pitboss.games import game
from pitboss.house import House
from pitboss.school.lessons import lesson_of_case, lesson_of_seed
from tests.school.dealers import CASES, EXPLORES, Dealt, dealt
from tests.school.test_mistakes import with_mistake

CHAPTERS = ("637a", "553")
ORDINARY, SPLIT = "bad-beat-contribution-after-the-rake", "folded-money-stays-in-its-pots"
OLDER = "bad-beat-contribution-beside-a-time-charge"
MISTAKES: list[tuple[str, str, dict[str, object], str, str]] = [
    ("637a", ORDINARY, {"forgets": "button seat_1"}, "missing", "637a.11(c)(2)"),
    ("637a", ORDINARY, {"instead": ["button seat_1", "button seat_2"]}, "wrong", "637a.11(c)(2)"),
    ("637a", ORDINARY, {"before": ["deal seat_1 down", "deal seat_2 down"]}, "out of order", "637a.11(f)"),
    ("637a", ORDINARY, {"instead": ["deal seat_1 down", "deal seat_1 up"]}, "wrong", "637a.11(f)"),
    ("637a", ORDINARY, {"forgets": "gather"}, "missing", "637a.7(c)"),
    ("637a", ORDINARY, {"forgets": "draw burn cards down"}, "missing", "637a.11(h)"),
    ("637a", ORDINARY, {"instead": ["deal community up", "deal community down"]}, "wrong", "637a.11(h)"),
    ("637a", ORDINARY, {"before": ["push seat_1 Pot 3700", "discard seat_3"]}, "out of order", "637a.7(e)(6)(i)"),
    ("637a", ORDINARY, {"forgets": "rake 300"}, "missing", "637a.17(b)(1)(ii)"),
    ("637a", ORDINARY, {"instead": ["rake 300", "rake 400"]}, "wrong", "637a.17(b)(1)(ii)"),
    ("637a", ORDINARY, {"before": ["push seat_1 Pot 3700", "rake 300"]}, "out of order", "637a.17(b)(1)(ii)"),
    ("637a", ORDINARY, {"forgets": "contribute 100"}, "missing", "637a.15(c)"),
    ("637a", ORDINARY, {"before": ["contribute 100", "rake 300"]}, "out of order", "637a.17(b)(1)(ii)"),
    ("637a", ORDINARY, {"instead": ["push seat_1 Pot 3700", "push seat_1 Pot 4100"]}, "wrong", "637a.11(k)"),
    ("637a", ORDINARY, {"instead": ["push seat_1 Pot 3700", "push seat_3 Pot 3700"]}, "wrong", "637a.11(k)"),
    ("637a", ORDINARY, {"before": ["discard seat_1", "push seat_1 Pot 3700"]}, "out of order", "637a.11(k)"),
    ("637a", ORDINARY, {"forgets": "discard burn cards"}, "missing", "637a.7(e)(6)(i)"),
    ("637a", SPLIT, {"before": ["push seat_4 Pot 3200", "push seat_1 Pot 1000"]}, "out of order", "637a.7(d)"),
    ("637a", SPLIT, {"forgets": "refund seat_1 Pot 1000"}, "missing", "637a.17(d)"),
    ("637a", SPLIT, {"extra": ["rake 100", "push seat_1 Pot 1000"]}, "wrong", "637a.7(d)"),
    ("553", OLDER, {"forgets": "button seat_3"}, "missing", "553.11(c)(3)"),
    ("553", OLDER, {"before": ["deal seat_3 down", "deal seat_1 down"]}, "out of order", "553.11(e)"),
    ("553", OLDER, {"forgets": "draw burn cards down"}, "missing", "553.11(g)"),
    ("553", OLDER, {"before": ["push seat_1 Pot 5900", "discard seat_2"]}, "out of order", "553.7(e)(6)(i)"),
    ("553", OLDER, {"forgets": "contribute 100"}, "missing", "553.20(c)"),
    ("553", OLDER, {"instead": ["push seat_1 Pot 5900", "push seat_1 Pot 6000"]}, "wrong", "553.11(j)"),
]


def poker(number: str, name: str) -> Dealt:
    return dealt(lesson_of_case(CASES / number / f"{name}.toml", game(number)))


@pytest.mark.parametrize("number", CHAPTERS)
def test_hands_of_poker_dealt_perfectly(number: str) -> None:
    """HYPOTHESIS_PROFILE=explore judges every rule case."""
    rng = Random(number)
    for path in sorted((CASES / number).glob("*.toml"))[:: 1 if EXPLORES else 20]:
        lesson = poker(number, path.stem)
        assert lesson.lines and lesson.mistakes(lesson.lines) == [], path
        assert lesson.mistakes(lesson.in_some_order(rng)) == [], path


@pytest.mark.parametrize(("number", "name", "mistake", "verdict", "section"), MISTAKES)
def test_a_mistake_at_poker_is_named(number: str, name: str, mistake: dict[str, object], verdict: str, section: str) -> None:
    lesson = poker(number, name)
    found = lesson.mistakes(with_mistake(lesson.lines, mistake))
    assert [(v.verdict, v.section) for v in found] == [(verdict, section)], found


def test_what_the_text_of_poker_leaves_open() -> None:
    """§ 637a.7(e)(6): hands that lose are taken in, in no order; what players show is theirs; `burn` and `push` are enough."""
    lesson = poker("637a", "ante-in-holdem")
    lines = lesson.lines
    at = lines.index("discard seat_2")
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    burned = ["burn" if line == "draw burn cards down" else line for line in lines]
    assert burned.count("burn") == 3 and lesson.mistakes(burned) == []
    assert lesson.mistakes([*lines[:at], "reveal seat_2", *lines[at:]]) == []
    assert [v.verdict for v in lesson.mistakes([*lines[:at], "bet seat_2 Pot 100", *lines[at:]])] == ["wrong"]


def test_lessons_of_poker_are_not_dealt() -> None:
    with pytest.raises(NotAuthorized, match=r"of Poker it judges scripts of rule cases \(--case FILE --script FILE\)"):
        lesson_of_seed(game("637a"), House.of("637a", {}), 1)
