"""A lesson dealt act by act: perfect dealers get full marks in whatever lawful order, no mistake is excused, and only what is
right is performed."""

from random import Random
from typing import Any

import pytest

from pitboss.games import game
from pitboss.house import House
from pitboss.school.acts import BadAct, read_act
from pitboss.school.dealing import DONE, SHOWN, Dealing
from pitboss.school.due import KINDS
from pitboss.school.incidents import kinds_of
from pitboss.school.judge import RIGHT
from pitboss.school.lessons import Lesson, lesson_of_seed
from pitboss.school.orders import orders
from pitboss.school.plans import Plan
from pitboss.school.practice import PRACTICES, Practice
from pitboss.school.shorthand import Shorthand, in_short
from pitboss.table.steps import Incident, Step
from tests.school.dealers import EXPLORES, case, cases, dealt
from tests.school.test_mistakes import MISTAKES, with_mistake

CHAPTERS = list(orders())
EVERYTHING = Practice(frozenset())


def dealing(lesson: Lesson, practice: Practice = EVERYTHING, *, at_end: bool = False) -> Dealing:
    return Dealing(lesson, practice, at_end=at_end)


def of_seed(number: str, seed: int, *, troubled: bool = False) -> Lesson:
    return lesson_of_seed(game(number), House.of(number, {}), seed, troubled=troubled)


def right(dealing: Dealing) -> tuple[int, int]:
    marks = dealing.marks()
    return sum(mark.is_right for mark in marks), len(marks)


@pytest.mark.parametrize("number", CHAPTERS)
def test_perfect_dealers_get_full_marks(number: str) -> None:
    """In the engine's order and in another lawful one, typed in the short form, with something going wrong in every other
    round."""
    rng = Random(number)
    for seed in range(100 if EXPLORES else 4):
        lesson = of_seed(number, seed, troubled=bool(seed % 2))
        wagers = list(dict.fromkeys(step.wager for step in lesson.round.steps if step.wager))
        short = Shorthand(wagers)
        by_words = {due.words: in_short(due) for due in lesson.due() if due.demanded}
        for lines in ([due.words for due in lesson.due() if due.demanded], dealt(lesson).in_some_order(rng)):
            learner = dealing(lesson)
            for line in lines:
                (act,) = short.acts(by_words[line])
                verdict = learner.enter(act)
                assert verdict is not None and verdict.verdict == RIGHT, (line, by_words[line], verdict)
            assert learner.is_over
            assert learner.finish() == []
            assert right(learner) == (len(lines), len(lines))


@pytest.mark.parametrize(("number", "mistake"), MISTAKES, ids=[f"{n}-{k}" for k, (n, _) in enumerate(MISTAKES)])
def test_a_mistake_that_is_written_down_costs_a_mark(number: str, mistake: dict[str, Any]) -> None:
    """At once, where what is not right is tried again, and at the end."""
    lesson = case(f"{number}/{mistake['case']}")
    for at_end in (False, True):
        learner = dealing(lesson.lesson, at_end=at_end)
        for line in with_mistake(lesson.lines, mistake):
            learner.enter(read_act(line))
        learner.finish()
        marks = [mark for mark in learner.marks() if not mark.is_right]
        assert marks
        assert not at_end or [mark.section for mark in marks] == [mistake["section"]]


def test_after_a_mistake_the_same_act_is_due() -> None:
    """§ 565.8(d), § 565.12(b): the mistake is named with what is due, and the right act is still to come."""
    lesson = case("565/losers-collected-then-winners-paid-then-cards")
    learner = dealing(lesson.lesson)
    for line in lesson.lines:
        if line == "pay seat_1 Ante 1000":
            wrong = learner.enter(read_act("pay seat_1 Ante 2000"))
            assert wrong is not None
            assert (wrong.verdict, wrong.section, wrong.due) == ("wrong", "565.12(b)", line)
            early = learner.enter(read_act("discard dealer"))
            assert early is not None and early.verdict == "out of order"
        verdict = learner.enter(read_act(line))
        assert verdict is not None and verdict.verdict == RIGHT
    assert learner.is_over
    assert right(learner) == (len(lesson.lines) - 1, len(lesson.lines))


def test_an_act_that_was_shown_is_not_known() -> None:
    lesson = of_seed("565", 4)
    learner = dealing(lesson)
    shown = []
    while (verdict := learner.show()) is not None:
        shown.append(verdict.due)
    assert shown == dealt(lesson).lines
    assert learner.is_over
    assert {mark.verdict for mark in learner.marks()} == {SHOWN}


def test_a_round_that_is_given_up_names_what_is_missing() -> None:
    lesson = of_seed("565", 4)
    learner = dealing(lesson)
    assert [verdict.due for verdict in learner.finish()] == dealt(lesson).lines
    assert right(learner) == (0, len(dealt(lesson).lines))


def test_an_amount_has_to_be_said_unless_the_program_counts() -> None:
    lesson = case("565/losers-collected-then-winners-paid-then-cards").lesson
    with pytest.raises(BadAct, match="how much"):
        dealing(lesson).enter(read_act("pay seat_1 Ante"))
    counted = dealing(lesson, PRACTICES["hands"])
    assert counted.enter(read_act("pay seat_1 Ante")) is not None


@pytest.mark.parametrize("name", PRACTICES)
def test_what_is_practised_is_all_that_is_demanded(name: str) -> None:
    """A round of every practice demands something, and nothing of another kind."""
    practice = PRACTICES[name]
    for number in CHAPTERS:
        plan = Plan(number, {}, 1, 1, 3, sorted(practice.skipped), practice.counts, practice.troubled, False)
        learner = dealing(plan.lesson(1), plan.practice)
        kinds = {mark.kind for mark in learner.marks()}
        assert kinds
        assert kinds <= set(KINDS) - practice.skipped


def test_what_happens_by_itself_is_told_once_and_in_order() -> None:
    """Everything of the round but the engine's comments before the act that shows it: with payouts left, the cards are up."""
    lesson = case("565/losers-collected-then-winners-paid-then-cards").lesson
    learner = dealing(lesson, PRACTICES["payouts"])
    told = [step for step, _ in learner.news() if isinstance(step, Step)]
    assert {step.who for step in told if step.act == "reveal"} >= {"dealer", "seat_1"}
    assert not any(step.act == "pay" for step in told)
    assert not any(step.note for step in told if step.act == "reveal")  # the learner reads the hands
    assert list(learner.news()) == []
    while learner.show() is not None:
        told += [step for step, _ in learner.news() if isinstance(step, Step)]
    assert len(told) == len([step for step in learner.seen if step is not None])


def test_what_has_happened_by_itself_is_no_mistake() -> None:
    lesson = case("565/losers-collected-then-winners-paid-then-cards").lesson
    learner = dealing(lesson, PRACTICES["payouts"])
    list(learner.news())
    verdict = learner.enter(read_act("reveal dealer"))
    assert verdict is not None and verdict.verdict == DONE
    assert all(mark.is_right for mark in learner.marks())


@pytest.mark.parametrize("number", CHAPTERS)
def test_hidden_cards_are_not_told(number: str) -> None:
    """A dealer sees no card that lies face down."""
    for lesson in cases(number, 3):
        learner = dealing(lesson.lesson)
        for step, _ in learner.news():
            assert not isinstance(step, Step) or step.act != "deal" or step.face == "up" or all(c > 52 for c in step.cards)


@pytest.mark.parametrize("number", CHAPTERS)
def test_something_goes_wrong_in_a_troubled_round(number: str) -> None:
    """Many kinds come up, each is told before its remedy is due, and the round is the same for the same seed."""
    seen = set()
    for seed in range(60 if EXPLORES else 16):
        lesson = of_seed(number, seed, troubled=True)
        seen.add(lesson.troubles[0].incident.kind)
        learner = dealing(lesson)
        told: list[Incident] = []
        while learner.show() is not None:
            told += [happened for happened, _ in learner.news() if isinstance(happened, Incident)]
        assert told == [trouble.incident for trouble in lesson.troubles]
    assert len(seen) >= min(6 if EXPLORES else 4, len(kinds_of(game(number))) // 2)
    assert of_seed(number, 7, troubled=True).round.steps == of_seed(number, 7, troubled=True).round.steps
