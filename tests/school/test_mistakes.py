"""Mistakes are named, each once, with their paragraph: those of `mistakes`, and perfect scripts with one thing changed.

The files in `mistakes` have what a dealer does wrong, and the paragraph that says so: written from the text, not from what
the judge answers. `case` is dealt perfectly but for one thing: `forgets` an act, puts `instead` of one another, does `before`
an act another one (which is not done again later) or does something `extra` before an act. Exactly one mistake is found, with
the verdict and section given.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.files import parse_toml
from pitboss.games import BANKED
from pitboss.school.orders import orders
from tests.school.dealers import Dealt, case, cases

WRITTEN = {
    path.stem: parse_toml(path.read_text(encoding="utf-8"))["mistake"]
    for path in sorted(Path(__file__).with_name("mistakes").glob("*.toml"))
}
MISTAKES = [(number, mistake) for number, found in WRITTEN.items() for mistake in found]
CHAPTERS = [number for number in orders() if number in BANKED]


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
    found = lesson.mistakes(with_mistake(lesson.lines, mistake))
    assert [(v.verdict, v.section) for v in found] == [(mistake["verdict"], mistake["section"])], found


def test_every_chapter_that_is_taught_has_written_mistakes() -> None:
    assert {number: len(found) >= 20 for number, found in WRITTEN.items()} == dict.fromkeys(CHAPTERS, True)


@pytest.fixture(params=CHAPTERS)
def lessons(request: pytest.FixtureRequest) -> list[Dealt]:
    return cases(request.param, 5)


def sample(rng: Random, numbers: Sequence[int], most: int = 6) -> list[int]:
    return rng.sample(numbers, min(most, len(numbers)))


def test_what_is_forgotten_is_missing(lessons: list[Dealt]) -> None:
    rng = Random(1)
    for lesson in lessons:
        due, lines = lesson.demanded, lesson.lines
        for n in sample(rng, range(len(due))):
            found = lesson.mistakes(lines[:n] + lines[n + 1 :])
            assert [(v.verdict, v.section, v.due) for v in found] == [("missing", due[n].section, lines[n])]


def test_what_is_done_twice_is_wrong(lessons: list[Dealt]) -> None:
    rng = Random(2)
    for lesson in lessons:
        lines = lesson.lines
        for n in sample(rng, range(len(lines))):
            assert [v.verdict for v in lesson.mistakes([*lines[: n + 1], *lines[n:]])] == ["wrong"]


def test_what_is_exchanged_is_out_of_order_once(lessons: list[Dealt]) -> None:
    rng = Random(3)
    for lesson in lessons:
        due, lines = lesson.demanded, lesson.lines
        for n in sample(rng, range(len(due) - 1), 10):
            found = lesson.mistakes([*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]])
            if lines[n] == lines[n + 1] or not due[n].place.precedes(due[n + 1].place):
                assert found == []
            else:
                assert [(v.verdict, v.section, v.due) for v in found] == [("out of order", due[n].section, lines[n])]


def test_a_wrong_amount_is_wrong_and_the_right_one_is_said(lessons: list[Dealt]) -> None:
    rng = Random(4)
    for lesson in lessons:
        due, lines = lesson.demanded, lesson.lines
        for n in sample(rng, [n for n, each in enumerate(due) if each.step.cents]):
            changed = re.sub(r"\d+$", str(due[n].step.cents + 500), lines[n])
            found = lesson.mistakes([*lines[:n], changed, *lines[n + 1 :]])
            assert [(v.verdict, v.section, v.due) for v in found] == [("wrong", due[n].section, lines[n])]


def test_a_seat_that_has_nothing_to_do_with_it_is_wrong(lessons: list[Dealt]) -> None:
    rng = Random(5)
    for lesson in lessons:
        due, lines = lesson.demanded, lesson.lines
        for n in sample(rng, [n for n, each in enumerate(due) if each.step.who.startswith("seat_")]):
            found = lesson.mistakes([*lines[:n], re.sub(r"seat_\d", "seat_9", lines[n]), *lines[n + 1 :]])
            assert [(v.verdict, v.section) for v in found] == [("wrong", due[n].section)]


def test_acts_of_players_are_not_the_dealers() -> None:
    lesson = case("565/losers-collected-then-winners-paid-then-cards")
    lines = lesson.lines
    found = lesson.mistakes(["wager seat_1 Ante", *lines])
    assert [(v.verdict, v.message.split(";")[0]) for v in found] == [("wrong", "that is a player's to do")]


def test_the_floor_is_called_where_something_went_wrong_and_nowhere_else() -> None:
    lesson = case("565/two-face-up-cards-void-the-round")
    lines = lesson.lines
    at = lines.index("draw discard rack up")
    assert lesson.mistakes([*lines[:at], "call the floor", *lines[at:]]) == []
    assert [v.verdict for v in lesson.mistakes(["call the floor", *lines])] != []
    quiet = case("565/losers-collected-then-winners-paid-then-cards")
    assert [v.verdict for v in quiet.mistakes([*quiet.lines, "call the floor"])] == ["wrong"]


def test_a_hand_that_was_exposed_may_be_void_at_once_or_after_the_deal() -> None:
    lesson = case("565/dealer-card-exposed-during-the-deal")
    lines = [due.words for due in lesson.all if not due.is_call]
    assert lesson.mistakes(lines) == []
    bets = lines.index("say no more bets")
    assert lesson.mistakes([*lines[: bets + 1], *lines[lines.index("void") :]]) == []


def test_what_may_wait_is_right_later_and_missing_at_the_end() -> None:
    """§ 677a.11(j): a player's cards are removed after the wagers of that player, whether at once or with the others."""
    lesson = case("677a/two-bad-beats")
    lines = lesson.lines
    lines.remove("discard seat_5")
    assert lesson.mistakes([*lines, "discard seat_5"]) == []
    assert [(v.verdict, v.section) for v in lesson.mistakes(lines)] == [("missing", "677a.11(j)")]


def test_the_cover_card_goes_before_the_cards_are_turned_up_and_the_stub_when_it_may() -> None:
    """§ 563.8(e), § 563.11(g)."""
    lesson = case("563/fold-lose-win")
    lines = lesson.lines
    lines.remove("discard stub")
    at = lines.index("reveal dealer")
    assert lesson.mistakes([*lines[: at + 1], "discard stub", *lines[at + 1 :]]) == []
    assert [v.verdict for v in lesson.mistakes([*lines[: at + 2], "discard stub", *lines[at + 2 :]])] == ["out of order"]


def test_an_act_that_is_late_is_named_once() -> None:
    lesson = case("565/losers-collected-then-winners-paid-then-cards")
    lines = lesson.lines
    lines.remove("reveal dealer")
    lines.insert(lines.index("pay seat_1 Ante 1000"), "reveal dealer")
    assert [(v.act, v.verdict, v.due) for v in lesson.mistakes(lines)] == [("reveal seat_2", "out of order", "reveal dealer")]


def test_every_verdict_of_a_right_act_has_its_paragraph() -> None:
    lesson = case("565/losers-collected-then-winners-paid-then-cards")
    verdicts = lesson.judged(lesson.lines)
    assert [v.section for v in verdicts] == [due.section for due in lesson.demanded]
