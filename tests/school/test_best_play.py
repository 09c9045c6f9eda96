"""Hands for players: what each choice costs, which hands are asked, and that those played wrong come again."""

import json
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from importlib.util import find_spec
from itertools import count, islice
from typing import Any

import pytest

from pitboss.advice.choices import worths
from pitboss.advice.verdict import verdict
from pitboss.cards import NAMES
from pitboss.errors import NotAuthorized
from pitboss.games import game
from pitboss.house import House
from pitboss.school.best_play import Hand, check_priced, hand, is_asked, next_question, numbers_to_play, question_of
from tests.school.conftest import Typed

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
fsrs = pytest.mark.skipif(find_spec("fsrs") is None, reason="needs fsrs")


def house(number: str) -> House:
    return House.of(number, {})


def hands(number: str, first: int = 1) -> list[Hand]:
    found = (hand(game(number), house(number), n) for n in count(first))
    return list(islice((each for each in found if each is not None and is_asked(each, worths(each.sight)[0])), 3))


@pytest.mark.parametrize("number", ["559", "565", "655a", "677a"])  # the others' solvers take seconds
def test_a_mistake_costs_what_the_verdict_says(number: str) -> None:
    """The cost of each choice is that of `pitboss.advice.verdict`, the best costs nothing, and another one something."""
    for played in hands(number):
        priced, basis = worths(played.sight)
        question = question_of(played, priced, basis)
        assert question.is_right(question.answer[0]) and question.costs[question.answer[0]] == 0
        assert any(cost > 0 for cost in question.costs.values())
        for each in priced:
            told = verdict(played.sight, each.word, each.cents)
            assert told is not None
            assert Fraction(told.cost) == max(one.value for one in priced) - each.value


def test_a_hand_shows_what_its_player_sees_and_no_more() -> None:
    for played in hands("565"):
        shown = " ".join(question_of(played, *worths(played.sight)).shown)
        assert "dealer" not in shown and len(played.sight.cards) == 3
        assert all(NAMES[card][0].replace("T", "10") in shown for card in played.sight.cards)
        assert hand(game("565"), house("565"), played.number) == played


def row(name: str, day: float, *, right: bool) -> dict[str, Any]:
    return {"hand": name, "at": (NOON + timedelta(days=day)).isoformat(), "right": right, "seconds": 4}


@fsrs
def test_hands_that_were_played_wrong_come_again_after_others() -> None:
    given = house("565").given
    names = [played.name for played in hands("565")]
    rows = [row(names[0], 0, right=False)]
    assert numbers_to_play(rows, given, NOON)[0] == []  # at once would be too soon
    rows += [row(f"{n} {names[0].split()[1]}", 0.001 * n, right=True) for n in (50, 51, 52)]
    assert numbers_to_play(rows, given, NOON) == ([int(names[0].split()[0])], 53)
    played, _ = next_question(game("565"), house("565"), rows, NOON)
    assert played.name == names[0]
    rows.append(row(names[0], 0.01, right=True))
    assert numbers_to_play(rows, given, NOON)[0] == []
    assert numbers_to_play(rows, given, NOON + timedelta(days=60))[0] == [int(names[0].split()[0])]
    assert numbers_to_play(rows, {"table_minimum": 2500}, NOON) == ([], 1)


@fsrs
def test_in_the_terminal(types: Typed) -> None:
    status, out, _ = types("565", "--best-play", "--count", "6", "--json", typed=["a", "b"] * 3)
    *rows, last = json.loads(out)
    assert last["of"] == 6 and status == (last["right"] != 6)
    for one in rows:
        assert one["cost"] == one["costs"][one["given"]] and one["right"] == (one["cost"] == "0")
    wrong = [one["shown"] for one in rows if not one["right"]]
    assert wrong
    _, out, _ = types("565", "--best-play", "--count", "1", "--json", typed=["a"])
    assert json.loads(out)[0]["shown"] in wrong
    _, told, _ = types("565", "--best-play", typed=["show", "quit"])
    assert "the best play is" in told


def test_poker_has_no_exact_values() -> None:
    with pytest.raises(NotAuthorized, match="nobody plays against the house"):
        check_priced(game("637a"))
