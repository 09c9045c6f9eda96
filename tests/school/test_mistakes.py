"""Mistakes are named, each once, with their paragraph: those of mistakes.toml, and perfect scripts with one thing changed."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.files import parse_toml
from pitboss.school.due import orders
from pitboss.school.lessons import Lesson
from tests.school.dealers import case, cases, demanded, judged, mistakes, script

WRITTEN = parse_toml(Path(__file__).with_name("mistakes.toml").read_text(encoding="utf-8"))
MISTAKES = [(number, mistake) for number, found in WRITTEN.items() for mistake in found]
CHAPTERS = list(orders())


def with_mistake(lines: list[str], mistake: dict[str, Any]) -> list[str]:
    """A perfect script with the mistake in it."""
    if forgotten := mistake.get("forgets"):
        lines.remove(forgotten)
        return lines
    if "instead" in mistake:
        due, done = mistake["instead"]
        lines[lines.index(due)] = done
        return lines
    done, due = mistake["before"] if "before" in mistake else mistake["extra"]
    if "before" in mistake:
        lines.remove(done)
    lines.insert(lines.index(due), done)
    return lines


@pytest.mark.parametrize(("number", "mistake"), MISTAKES, ids=[f"{n}-{k}" for k, (n, _) in enumerate(MISTAKES)])
def test_a_mistake_that_is_written_down(number: str, mistake: dict[str, Any]) -> None:
    lesson = case(f"{number}/{mistake['case']}")
    found = mistakes(lesson, with_mistake(script(lesson), mistake))
    assert [(v.verdict, v.section) for v in found] == [(mistake["verdict"], mistake["section"])], found


def test_every_chapter_that_is_taught_has_written_mistakes() -> None:
    assert {number: len(found) >= 18 for number, found in WRITTEN.items()} == dict.fromkeys(CHAPTERS, True)


@pytest.fixture(params=CHAPTERS)
def lessons(request: pytest.FixtureRequest) -> list[Lesson]:
    return cases(request.param)[::4]


def test_what_is_forgotten_is_missing(lessons: list[Lesson]) -> None:
    rng = Random(1)
    for lesson in lessons:
        due, lines = demanded(lesson), script(lesson)
        for n in rng.sample(range(len(due)), min(4, len(due))):
            found = mistakes(lesson, lines[:n] + lines[n + 1 :])
            assert [(v.verdict, v.due) for v in found] == [("missing", lines[n])]
            assert found[0].section in {each.step.cite for each in due if each.words == lines[n]}


def test_what_is_done_twice_is_wrong(lessons: list[Lesson]) -> None:
    rng = Random(2)
    for lesson in lessons:
        lines = script(lesson)
        for n in rng.sample(range(len(lines)), min(4, len(lines))):
            assert [v.verdict for v in mistakes(lesson, [*lines[: n + 1], *lines[n:]])] == ["wrong"]


def test_what_is_exchanged_is_out_of_order_once(lessons: list[Lesson]) -> None:
    for lesson in lessons:
        due, lines = demanded(lesson), script(lesson)
        for n in range(len(due) - 1):
            found = mistakes(lesson, [*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]])
            kept = due[n].chain and due[n].chain == due[n + 1].chain
            free = due[n].later or (due[n].group == due[n + 1].group and not kept)
            if free or lines[n] == lines[n + 1]:
                assert found == []
            else:
                assert [(v.verdict, v.section, v.due) for v in found] == [("out of order", due[n].step.cite, lines[n])]


def test_a_wrong_amount_is_wrong_and_the_right_one_is_said(lessons: list[Lesson]) -> None:
    for lesson in lessons:
        due, lines = demanded(lesson), script(lesson)
        for n, each in enumerate(due):
            if each.step.cents:
                changed = re.sub(r"\d+$", str(each.step.cents + 500), lines[n])
                found = mistakes(lesson, [*lines[:n], changed, *lines[n + 1 :]])
                assert [(v.verdict, v.section, v.due) for v in found] == [("wrong", each.step.cite, lines[n])]


def test_a_seat_that_has_nothing_to_do_with_it_is_wrong(lessons: list[Lesson]) -> None:
    for lesson in lessons:
        due, lines = demanded(lesson), script(lesson)
        for n, each in enumerate(due):
            if each.step.who.startswith("seat_"):
                found = mistakes(lesson, [*lines[:n], re.sub(r"seat_\d", "seat_9", lines[n]), *lines[n + 1 :]])
                assert [(v.verdict, v.section) for v in found] == [("wrong", each.step.cite)]


def test_acts_of_players_are_not_the_dealers() -> None:
    lesson = case("565/losers-collected-then-winners-paid-then-cards")
    lines = script(lesson)
    found = mistakes(lesson, ["wager seat_1 Ante", *lines])
    assert [(v.verdict, v.message.split(";")[0]) for v in found] == [("wrong", "that is a player's to do")]


def test_the_floor_is_called_where_something_went_wrong_and_nowhere_else() -> None:
    lesson = case("565/two-face-up-cards-void-the-round")
    lines = script(lesson)
    at = lines.index("draw discard rack up")
    assert mistakes(lesson, [*lines[:at], "call the floor", *lines[at:]]) == []
    assert [v.verdict for v in mistakes(lesson, ["call the floor", *lines])] != []
    quiet = case("565/losers-collected-then-winners-paid-then-cards")
    assert [v.verdict for v in mistakes(quiet, [*script(quiet), "call the floor"])] == ["wrong"]


def test_a_hand_that_was_exposed_may_be_void_at_once_or_after_the_deal() -> None:
    lesson = case("565/dealer-card-exposed-during-the-deal")
    lines = [due.words for due in lesson.due() if not due.is_call]
    assert mistakes(lesson, lines) == []
    bets = lines.index("say no more bets")
    assert mistakes(lesson, [*lines[: bets + 1], *lines[lines.index("void") :]]) == []


def test_what_may_wait_is_right_later_and_missing_at_the_end() -> None:
    """§ 677a.11(j): a player's cards are removed after the wagers of that player, whether at once or with the others."""
    lesson = case("677a/two-bad-beats")
    lines = script(lesson)
    lines.remove("discard seat_5")
    assert mistakes(lesson, [*lines, "discard seat_5"]) == []
    assert [(v.verdict, v.section) for v in mistakes(lesson, lines)] == [("missing", "677a.11(j)")]


def test_the_cover_card_goes_before_the_cards_are_turned_up_and_the_stub_when_it_may() -> None:
    """§ 563.8(e), § 563.11(g)."""
    lesson = case("563/fold-lose-win")
    lines = script(lesson)
    lines.remove("discard stub")
    at = lines.index("reveal dealer")
    assert mistakes(lesson, [*lines[: at + 1], "discard stub", *lines[at + 1 :]]) == []
    assert [v.verdict for v in mistakes(lesson, [*lines[: at + 2], "discard stub", *lines[at + 2 :]])] == ["out of order"]


def test_an_act_that_is_late_is_named_once() -> None:
    lesson = case("565/losers-collected-then-winners-paid-then-cards")
    lines = script(lesson)
    lines.remove("reveal dealer")
    lines.insert(lines.index("pay seat_1 Ante 1000"), "reveal dealer")
    assert [(v.act, v.verdict, v.due) for v in mistakes(lesson, lines)] == [("reveal seat_2", "out of order", "reveal dealer")]


def test_every_verdict_of_a_right_act_has_its_paragraph() -> None:
    lesson = case("565/losers-collected-then-winners-paid-then-cards")
    verdicts = judged(lesson, script(lesson))
    assert [v.section for v in verdicts] == [due.step.cite for due in demanded(lesson)]
