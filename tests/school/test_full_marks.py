"""A dealer who deals perfectly gets full marks, in whatever lawful order, in every chapter that is taught."""

from random import Random

import pytest

from pitboss.cases.order import as_line
from pitboss.errors import NotAuthorized
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.school.acts import CALL
from pitboss.school.dealing import Dealing
from pitboss.school.due import due_acts, sayings
from pitboss.school.lessons import lesson_of_seed
from pitboss.school.orders import orders
from pitboss.school.practice import Practice
from pitboss.school.scripts import perfect
from tests.school.dealers import EXPLORES, NOTHING, Dealt, case, cases, dealt, eventful, methods, read

CHAPTERS = [number for number in orders() if number in BANKED]
METHODS = [(number, method) for number in CHAPTERS for method in methods(number)]


def check(lesson: Dealt, rng: Random) -> None:
    """The engine's own order is right, and so is another that is lawful."""
    assert lesson.mistakes(lesson.lines) == []
    assert lesson.mistakes(lesson.in_some_order(rng)) == []


@pytest.mark.parametrize("number", CHAPTERS)
def test_rule_cases_dealt_perfectly(number: str) -> None:
    rng = Random(number)
    for lesson in cases(number, 12):
        check(lesson, rng)


@pytest.mark.parametrize(("number", "method"), METHODS)
def test_rounds_with_incidents_dealt_perfectly(number: str, method: str) -> None:
    """HYPOTHESIS_PROFILE=explore deals 100 rounds in which something goes wrong, in each way to deal."""
    rng = Random(number)
    for lesson in eventful(number, method, 100 if EXPLORES else 2, 0.2):
        check(lesson, rng)
        if EXPLORES:  # and act by act, as in a lesson
            for lines in (lesson.lines, lesson.in_some_order(rng)):
                learner = Dealing(lesson.lesson, Practice(NOTHING))
                assert [
                    line for line in lines if (found := learner.enter(read(line))) is None or found.verdict != "right"
                ] == []
                assert learner.finish() == [] and all(mark.is_right for mark in learner.marks())


@pytest.mark.parametrize("number", CHAPTERS)
def test_acts_that_are_allowed_and_not_demanded_are_right_at_their_place(number: str) -> None:
    for lesson in cases(number, 6):
        everything = [due.words for due in lesson.all]
        assert len(everything) > len(lesson.lines)
        assert lesson.mistakes(everything) == []


@pytest.mark.parametrize("number", CHAPTERS)
def test_a_script_in_the_words_of_the_case_command(number: str) -> None:
    """Lines as `pitboss case --steps` prints them, but for those of players and devices."""
    for lesson in cases(number, 6):
        acts = [due for due in lesson.all if due.step.note != CALL]
        verdicts = lesson.judged([as_line(due.step) for due in acts])
        assert [(v.verdict, v.section) for v in verdicts] == [("right", due.section) for due in acts]


@pytest.mark.parametrize("number", CHAPTERS)
def test_the_answers_are_all_that_is_demanded(number: str) -> None:
    for lesson in cases(number, 8):
        assert [line.act for line in perfect(lesson.lesson, NOTHING) if line.act] == lesson.lines


@pytest.mark.parametrize("number", CHAPTERS)
def test_every_note_of_a_dealer_is_classified(number: str) -> None:
    """What a dealer says or does is an act, or it only tells: no note is in both lists of sayings.toml, and none in neither."""
    acts, tells = sayings()["acts"], sayings()["tells"]
    notes = {step.note for dealt in cases(number, 24) for step in dealt.lesson.round.steps if step.act == "say"}
    assert notes
    assert [note for note in notes if (acts.fullmatch(note) is None) == (tells.fullmatch(note) is None)] == []


@pytest.mark.parametrize("kind", ["prepare", "deal", "collect", "pay", "reveal", "discard", "announce"])
def test_a_kind_of_act_that_is_automated_need_not_be_performed(kind: str) -> None:
    lesson = case("565/losers-collected-then-winners-paid-then-cards")
    eased = dealt(lesson.lesson, frozenset({kind}))
    assert len(eased.lines) < len(lesson.lines)
    assert eased.mistakes(eased.lines) == []
    assert eased.mistakes(lesson.lines) == []  # and may be
    found = lesson.mistakes(eased.lines)
    assert {v.verdict for v in found} == {"missing"}
    assert len(found) == sum(due.kind == kind for due in lesson.demanded)


def test_a_chapter_that_is_not_read_is_not_taught() -> None:
    assert {*CHAPTERS} == {*BANKED}
    with pytest.raises(NotAuthorized, match="does not teach chapter 521 yet"):
        due_acts("521", [])


def test_bots_bet_every_wager_that_is_offered() -> None:
    lesson = lesson_of_seed(game("565"), House.of("565", {}), 3)
    assert {(s.who, s.wager) for s in lesson.round.steps if s.act == "wager"} >= {("seat_1", "Pair Plus"), ("seat_3", "Ante")}
