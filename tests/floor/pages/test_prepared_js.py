"""Answers that a player of Poker prepares: what is offered, what cancels them, what they become in turn."""

import json
from typing import Any

import pytest

from tests.floor.pages.node import in_node, needs_node

pytestmark = needs_node


def row(act: str, seat: int = 0, cents: int = 0, note: str = "") -> list[Any]:
    """A step as it comes over the wire."""
    return ["637a.11", act, f"seat_{seat}" if seat else "", ["??"] * (act == "deal"), "down", "pot", cents, note]


# Three players hold cards; seat 2 has made a Blind Bet of $2, and seat 3 has $1.50 in all.
HAND = [
    *[row("sit", seat, 150 if seat == 3 else 10_000, f"player {seat}") for seat in (1, 2, 3)],
    row("begin", note="1"),
    row("players", note="1 2 3"),
    row("bet", 2, 200, "Blind Bet"),
    *[row("deal", seat) for seat in (1, 2, 3)],
]


def offered(seat: int, *more: list[Any]) -> list[list[str]]:
    """What a seat may prepare after some steps more."""
    bets = "Object.values(table.bets)"
    pot = f"{{ total: 0, highest: Math.max(0, ...{bets}), mine: table.bets[{seat}] ?? 0 }}"
    code = f"""(() => {{
      const table = new layout.Layout(1).seeAll(seen({json.dumps([*HAND, *more])}));
      return prepared.preparable(table, {seat}, {pot});
    }})()"""
    found: list[list[str]] = in_node(code, "prepared")
    return found


def test_what_can_be_prepared_says_what_it_costs() -> None:
    assert offered(1) == [["check/fold", "Fold"], ["call", "Call $2"], ["call any", "Call any"]]
    assert offered(2) == [["check/fold", "Check/fold"], ["check", "Check"], ["call any", "Call any"]]
    assert offered(3)[1] == ["call", "Call $1.50"]  # all that is left
    assert offered(2, row("bet", 1, 600, "raises to 600"))[1] == ["call", "Call $4"]


@pytest.mark.parametrize(
    ("seat", "more"),
    [
        (4, []),  # does not play
        (1, [row("fold", 1)]),
        (1, [row("all_in", 1)]),
        (1, [row("all_in", 2), row("fold", 3)]),  # nobody is left to bet against
        (1, [row("end")]),
    ],
)
def test_nothing_can_be_prepared_where_nothing_will_be_asked(seat: int, more: list[list[Any]]) -> None:
    assert offered(seat, *more) == []


@pytest.mark.parametrize(
    ("step", "highest", "kept"),
    [
        (row("bet", 3, 200, "calls"), 200, {"check/fold", "check", "call", "call any"}),
        (row("fold", 3), 200, {"check/fold", "check", "call", "call any"}),
        (row("bet", 3, 600, "raises to 600"), 600, {"check/fold", "call any"}),
        (row("gather"), 0, set[str]()),
        (row("deal", 3), 200, set[str]()),
        (row("decide", 1, 0, "check"), 200, set[str]()),
        (row("leave", 1), 200, set[str]()),
        (row("end"), 200, set[str]()),
    ],
)
def test_what_cancels_a_prepared_answer(step: list[Any], highest: int, kept: set[str]) -> None:
    words = ["check/fold", "check", "call", "call any"]
    code = f"""{json.dumps(words)}.filter((word) =>
      prepared.preparedAfter({{ word, highest: 200 }}, seen([{json.dumps(step)}])[0], 1, {highest}))"""
    assert set(in_node(code, "prepared")) == kept


CHECK = {"choices": [{"word": "fold"}, {"word": "check"}, {"word": "bet", "least": 200, "most": 900}]}
CALL = {"choices": [{"word": "fold"}, {"word": "call", "least": 600, "most": 600}]}
SHOW = {"choices": [{"word": "show"}, {"word": "concede"}]}


@pytest.mark.parametrize(
    ("word", "check", "call"),
    [
        ("check/fold", {"word": "check", "cents": 0}, {"word": "fold", "cents": 0}),
        ("check", {"word": "check", "cents": 0}, None),
        ("call", None, {"word": "call", "cents": 600}),
        ("call any", {"word": "check", "cents": 0}, {"word": "call", "cents": 600}),
    ],
)
def test_a_prepared_answer_is_a_lawful_one_or_none(
    word: str, check: dict[str, Any] | None, call: dict[str, Any] | None
) -> None:
    code = f"{json.dumps([CHECK, CALL, SHOW])}.map((asked) => prepared.preparedAnswer({{ word: {word!r}, highest: 0 }}, asked))"
    assert in_node(code, "prepared") == [check, call, None]


def test_nothing_is_answered_where_nothing_is_prepared() -> None:
    assert in_node(f"prepared.preparedAnswer(null, {json.dumps(CHECK)})", "prepared") is None
