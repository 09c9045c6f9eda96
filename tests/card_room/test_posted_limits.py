"""What is posted at a Poker table is what is in effect: minimum and maximum bets, and the rake (§ 553.18, § 637a.8(k))."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.card_room import Room
from pitboss.card_room.board import board_of
from pitboss.house import House
from pitboss.table.steps import Ask
from tests.card_room.playing import BOTH, asked, opened, passive, refused
from tests.commands import pitboss

NO_MAXIMUM = pytest.mark.parametrize("structure", ["pot limit", "no limit"])


def most(ask: Ask) -> int:
    """The highest total to which a player may bet or raise."""
    return max((choice.most for choice in ask.choices if choice.word in ("bet", "raise")), default=0)


@BOTH
@NO_MAXIMUM
@pytest.mark.cites("553.18", "553.19", "637a.8(k)", "637a.9(c)")
def test_no_maximum_is_announced_where_none_is_in_effect(number: str, structure: str) -> None:
    room = Room(number)
    room.open_table("1", {"structure": structure, "table_minimum": 60_000, "announcements": True})
    (said,) = room.announcements()
    assert (said.minimum, said.maximum) == (60_000, None)
    assert json.loads(json.dumps(board_of(room)))["tables"][0]["maximum"] is None


@BOTH
@pytest.mark.parametrize(("structure", "least", "largest"), [("limit", 500, 1000), ("spread", 500, 1000)])
@pytest.mark.cites("553.19", "637a.9(c)")
def test_under_limit_the_larger_bet_is_announced(number: str, structure: str, least: int, largest: int) -> None:
    room = Room(number)
    room.open_table("1", {"structure": structure, "announcements": True})
    (said,) = room.announcements()
    assert (said.minimum, said.maximum) == (least, largest)


@BOTH
@pytest.mark.parametrize("structure", ["spread", "pot limit", "no limit"])
@pytest.mark.cites("553.18", "637a.8(k)")
def test_a_maximum_that_is_posted_binds(number: str, structure: str) -> None:
    table = opened(number, 4, structure=structure, table_minimum=500, table_maximum=600)
    assert most(asked(table, about=lambda ask: most(ask) > 0)) == 500 + 600  # the big blind, raised by the most
    assert most(asked(table, about=lambda ask: any(c.word == "bet" for c in ask.choices))) == 600


@BOTH
@pytest.mark.parametrize(
    ("given", "limits"),
    [
        ({}, (500, 1000)),
        ({"table_minimum": 300, "table_maximum": 600}, (300, 600)),
        ({"table_minimum": 300, "table_maximum": 500}, (300, 500)),
        ({"small_bet": 200, "big_bet": 400, "table_maximum": 400}, (200, 400)),
        ({"structure": "spread", "table_minimum": 200, "table_maximum": 5000}, (200, 5000)),
        ({"structure": "spread", "table_minimum": 200}, (200, 400)),
    ],
)
@pytest.mark.cites("553.18", "637a.8(k)")
def test_the_bets_of_a_limit_game_fit_what_is_posted(number: str, given: dict[str, Any], limits: tuple[int, int]) -> None:
    house = House.of(number, given)
    assert (house["small_bet"], house["big_bet"]) == limits


@BOTH
@pytest.mark.parametrize("given", [{"big_bet": 1000}, {"small_bet": 800, "table_minimum": 500}])
@pytest.mark.cites("553.18", "637a.8(k)")
def test_a_bet_above_the_posted_maximum_is_refused(number: str, given: dict[str, Any]) -> None:
    refused(lambda: House.of(number, given | {"table_maximum": 600}), "553.18" if number == "553" else "637a.8(k)")


@BOTH
@NO_MAXIMUM
@pytest.mark.cites("553.18", "637a.8(j)", "637a.8(k)")
def test_the_terminal_posts_what_is_in_effect(number: str, structure: str) -> None:
    sign = ["maximum_raises=3", "check_raise=false", f'structure="{structure}"', 'variant="hold\'em"']
    for maximum, limits in ((0, "bets from $5"), (30_000, "bets of $5 to $300")):
        chosen = [word for choice in (*sign, f"table_maximum={maximum}") for word in ("--set", choice)]
        told = " ".join(pitboss("play", number, *chosen, stdin="quit\n").stdout.split())
        assert f"{structure}: {limits} (§" in told
        assert "No more than 3 raises in a betting round (§" in told
        assert "A player who has checked may not raise in that betting round (§" in told


@pytest.mark.cites("637a.8(k)", "637a.9(c)")
def test_the_board_of_a_room_posts_no_maximum_of_a_no_limit_table() -> None:
    lines = 'open 1 structure="no limit" announcements=true rake_percent=7.5\nopen 2 announcements=true\nboard\n'
    told = pitboss("room", "--chapter", "637a", stdin=lines).stdout
    assert "no limit hold'em, $5 or more" in told
    assert "limit hold'em, $5–$10" in told


@BOTH
@pytest.mark.cites("553.15(b)(1)", "637a.17(b)(1)")
def test_a_room_takes_the_rake_of_seven_and_a_half_percent_and_goes_on_with_it(number: str, tmp_path: Path) -> None:
    room = Room(number, tmp_path)
    room.open_table("1", {"structure": "no limit", "rake_percent": 7.5, "rake_maximum": 500})
    for seat in (1, 2, 3):
        room.seat(f"player {seat}", "1", seat, 50_000)
    room.hand("1", passive)  # three times $5 in the pot
    assert room.drop["1"] == 112
    again = Room.resume(tmp_path)
    assert again.drop == room.drop
    assert again.table("1").house["rake_percent"] == Fraction(15, 2)
