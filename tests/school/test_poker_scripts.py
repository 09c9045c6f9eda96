"""Scripts of a dealer of nonbanked Poker, judged against rule cases: deal, burn, rake, push, button, in every lawful order.

The mistakes are written from §§ 637a.7(e), .11, .17 and 553.7(e), .11, not from what the judge answers.
"""

from itertools import islice
from random import Random

import pytest

from pitboss.games import game
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.house import House
from pitboss.school.cards import cards
from pitboss.school.dealing import Dealing
from pitboss.school.drills import DRILLS, pots, questions
from pitboss.school.drills.rounds import rounds
from pitboss.school.handouts import procedure
from pitboss.school.lessons import lesson_of_case, lesson_of_seed
from pitboss.school.practice import Practice
from pitboss.school.shorthand import Shorthand, in_short
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


LESSONS = [(number, variant) for number in CHAPTERS for variant in VARIANTS if (number, variant) != ("553", "razz")]


@pytest.mark.parametrize(("number", "variant"), LESSONS if EXPLORES else LESSONS[::4])
def test_lessons_of_every_variant_are_dealt_perfectly(number: str, variant: str) -> None:
    """Bots play, now and then with so little that there are side pots; something goes wrong in every other round. The acts
    are also entered one by one, in the short form."""
    rng, house = Random(variant), House.of(number, {"variant": variant, "rake_percent": 10, "rake_maximum": 400})
    for seed in range(20 if EXPLORES else 4):
        lesson = dealt(lesson_of_seed(game(number), house, seed, players=4, troubled=bool(seed % 2)))
        assert lesson.lines and lesson.mistakes(lesson.lines) == []
        assert lesson.mistakes(lesson.in_some_order(rng)) == []
        learner, short = Dealing(lesson.lesson, Practice(frozenset())), Shorthand(["Pot"])
        for due in lesson.demanded:
            (act,) = short.acts(in_short(due))
            verdict = learner.enter(act)
            assert verdict is not None and verdict.verdict == "right", (in_short(due), verdict)
        assert learner.is_over


def test_pots_are_asked_about_as_the_ledger_has_them() -> None:
    """§ 637a.7(d): what is pushed, with what goes back and is taken, is what was put in."""
    house = House.of("637a", {"rake_percent": 10, "rake_maximum": 400})
    pushed = 0
    for round_ in islice(rounds(game("637a"), house, Random(1)), 12):
        steps = round_.round.steps
        put = sum(step.cents for step in steps if step.act == "bet")
        out = [step for step in steps if step.act in ("award", "refund", "rake", "contribute")]
        assert put == sum(step.cents for step in out) or round_.round.void
        for step in (step for step in out if step.act in ("award", "refund")):
            found = pots.question(round_, step)
            assert found.is_right(found.answer) and "??" not in " ".join(found.shown)
            pushed += 1
    assert pushed > 12


def test_drills_cards_and_handouts_of_poker(number: str = "637a") -> None:
    house = House.of(number, {})
    for kind in DRILLS:
        found = list(islice(questions(kind, game(number), house, 1), 4))
        assert len({question.key for question in found}) == 4
        assert all(question.is_right(question.answer) for question in found)
    assert {card.kind for card in cards(game(number), house)} == {"paragraph", "case"}  # nobody is paid by a table
    done = [each.do for each in procedure(game(number), house)]
    assert "Pushes the Pot to its winners" in done and "Moves the bets into the pot" in done
