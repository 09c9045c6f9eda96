"""Spaced repetition: cards of every table, when they come again, and what a report says of them."""

import json
import re
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from pitboss.errors import NotInstalled
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.school import memory
from pitboss.school.cards import GAP, KINDS, StudyCard, cards
from pitboss.school.orders import orders
from pitboss.school.progress import open_progress
from pitboss.school.report import report
from tests.commands import pitboss
from tests.school.conftest import Typed

MORNING = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def card(name: str, kind: str = "payout", section: str = "565.12(d)") -> StudyCard:
    return StudyCard(name, kind, section, lambda rng: pytest.fail("is not asked"))


def row(name: str, day: float, *, right: bool, seconds: float = 5) -> dict[str, object]:
    return {"card": name, "at": (MORNING + timedelta(days=day)).isoformat(), "right": right, "seconds": seconds}


@pytest.mark.parametrize("number", [number for number in orders() if number in BANKED])
def test_every_table_has_cards_of_every_kind_that_can_be_answered(number: str) -> None:
    """The answer of a card is right, and a paragraph does not tell what is left out of it."""
    found = cards(game(number), House.of(number, {}))
    assert {each.kind for each in found} == set(KINDS)
    assert len({each.name for each in found}) == len(found)
    for each in found[:: len(found) // 10]:
        question = each.asks(Random(1))
        assert question.is_right(question.answer)
        assert question.section == each.section
        if each.kind == "paragraph":
            (shown,) = question.shown
            assert GAP in shown and shown.replace(GAP, question.answer).endswith(question.why)


def test_a_payout_is_that_of_the_house() -> None:
    """565.12(d): a posted table replaces the printed odds, also on the cards."""
    own = House.of("565", {"pair_plus": {"Flush": "4 to 1"}})
    (flush,) = [each for each in cards(game("565"), own) if each.name.endswith("Flush")]
    question = flush.asks(Random(1))
    assert (question.answer, question.is_right("4:1"), question.is_right("4"), question.is_right("3 to 1")) == (
        "4 to 1",
        True,
        True,
        False,
    )


fsrs = pytest.mark.skipif(find_spec("fsrs") is None, reason="needs fsrs")


@fsrs
def test_what_is_known_comes_later_each_time_and_what_is_wrong_at_once() -> None:
    days = [0.0]
    rows = []
    for _ in range(4):
        rows += [row("a", days[-1], right=True), row("a", days[-1] + 0.01, right=True)]
        due = memory.Memory(rows).due_at(card("a"))
        assert due is not None
        days.append((due - MORNING) / timedelta(days=1))
    waits = [later - earlier for earlier, later in pairwise(days)]
    assert waits == sorted(waits) and waits[-1] > 30
    failed = memory.Memory([*rows, row("a", days[-1], right=False)]).due_at(card("a"))
    assert failed is not None and failed - MORNING < timedelta(days=days[-1] + 1)


@fsrs
def test_the_cards_of_a_day() -> None:
    """What is due comes first, what is most forgotten before the rest; then new ones of each kind, so many a day."""
    many = [card(f"{kind} {n}", kind) for kind in KINDS for n in range(9)]
    start = memory.Memory([]).today(many, MORNING)
    assert [each.name for each in start[:4]] == ["paragraph 0", "payout 0", "case 0", "paragraph 1"]
    assert len(start) == memory.NEW
    assert len(memory.Memory([]).today(many, MORNING, asked_today=10)) == memory.NEW - 10
    rows = [
        row("case 3", 0, right=False),
        row("case 4", 0, right=True),
        row("case 4", 0.1, right=True),
        row("case 4", 0.2, right=True),
    ]
    later = memory.Memory(rows).today(many, MORNING + timedelta(days=60))
    assert [each.name for each in later[:2]] == ["case 3", "case 4"]
    soon = memory.Memory(rows).today(many, MORNING + timedelta(days=1))
    assert [each.name for each in soon if each.name in ("case 3", "case 4")] == ["case 3"]


@fsrs
def test_a_report_goes_by_section_and_names_what_is_weak(tmp_path: Path) -> None:
    progress = open_progress(tmp_path / "own.jsonl")
    known = cards(game("565"), House.of("565", {}))
    payouts = [each for each in known if each.kind == "payout"]
    for each in payouts:
        progress.review("565", each, right=each is not payouts[2], seconds=4)
    found = report(game("565"), House.of("565", {}), progress)
    assert (found["cards"], found["asked"]) == (len(known), len(payouts))
    by_section = {each["section"]: each for each in found["sections"]}
    assert list(by_section) == sorted(by_section, key=lambda section: int(section.split(".")[1]))
    assert by_section["565.12"] == {
        "section": "565.12",
        "cards": len(payouts),
        "asked": len(payouts),
        "known": round((len(payouts) - 1) / len(payouts), 3),
        "due": 0,
    }
    assert found["weak_sections"] == [{"section": "565.12", "right": len(payouts) - 1, "of": len(payouts)}]
    assert [each["card"] for each in found["weak_cards"]] == [payouts[2].name]
    assert found["days_until_all_were_asked"] == -(-(len(known) - len(payouts)) // memory.NEW)


@fsrs
def test_the_lesson_of_a_day_asks_each_card_until_it_is_known(types: Typed) -> None:
    status, out, _ = types("565", "--today", "--json", typed=["-"] * 5)
    *rows, last = json.loads(out)
    assert (status, last) == (1, {"schema": 1, "right": 0, "of": 5})
    assert [row["shown"] == rows[0]["shown"] for row in rows] == [True, False, False, False, True]
    _, told, _ = types("565", "--today", typed=["quit"])
    assert re.search("4 cards to repeat and 8 new ones, for 20 minutes", told.replace("\n", " "))
    status, printed, _ = types("565", "--report", typed=[])
    assert status == 0
    assert "Weakest sections, with lessons and drills: § 565." in printed


def test_without_the_library_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.optional_packages.find_spec", lambda name: None)
    with pytest.raises(
        NotInstalled, match=r"a daily lesson with spaced repetition needs fsrs, which is not installed; `pip install"
    ):
        memory.Memory([])


def test_what_stands_beside_a_lesson_of_a_day() -> None:
    for args in (("--today", "--report"), ("--today", "--seed", "3"), ("--report", "--drill", "chips")):
        done = pitboss("school", "565", *args)
        assert (done.returncode, done.stdout) == (2, "")
        assert len(done.stderr.strip().splitlines()) == 1
