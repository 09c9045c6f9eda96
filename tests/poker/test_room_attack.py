"""Attacks on a room: names that no file can bear, times and amounts that no log can tell, words that are none."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import BadLog, PitbossError
from pitboss.poker.logs import ROOM_LOG, Folder
from pitboss.poker.room import Room
from pitboss.shoe import Chance
from pitboss.table import sealed
from pitboss.table.sealed import FIRST

HIGH_HAND = {"high_hand_contribution": 100}


def opened(folder: Path) -> Room:
    room = Room("637a", folder, Chance(3))
    room.open_table("a", HIGH_HAND)
    room.offer("high hand", "high hand", ["a"])
    return room


def rebuilds(room: Room) -> Room:
    """A room that was stopped can be resumed."""
    room.release()
    assert isinstance(room.logs, Folder)
    again = Room.resume(room.logs.path, Chance(3))
    again.release()
    return again


def test_a_table_whose_name_no_file_can_bear_does_not_end_the_room(tmp_path: Path) -> None:
    room = opened(tmp_path)
    with pytest.raises(PitbossError):
        room.open_table("🂡" * 60)
    assert list(rebuilds(room).tables) == ["a"]


@pytest.mark.parametrize("at", [math.nan, math.inf])
def test_a_time_that_json_cannot_tell_does_not_end_the_room(at: float, tmp_path: Path) -> None:
    room = opened(tmp_path)
    with pytest.raises(PitbossError):
        room.start_period("high hand", at=at)
    rebuilds(room)


ROOM: dict[str, Callable[[Room], Any]] = {
    "a time that is no number": lambda room: room.start_period("high hand", at="x"),  # type: ignore[arg-type]
    "cents that are no number": lambda room: room.seat("Ann", "a", 1, "50000"),  # type: ignore[arg-type]
    "10^5000 cents": lambda room: room.seat("Ann", "a", 1, 10**5000),
    "a table without a name": lambda room: room.open_table(None),  # type: ignore[arg-type]
    "a count by nobody": lambda room: room.count("high hand", 1, 2, 3, 4),  # type: ignore[arg-type]
    "a display adjusted by nobody": lambda room: room.adjust("high hand", None, None),  # type: ignore[arg-type]
    "a kind that is no word": lambda room: room.offer("other", [], ["a"]),  # type: ignore[arg-type]
    "an act that is no word": lambda room: room.act("a", []),  # type: ignore[arg-type]
    "a player who is no word": lambda room: room.join(["Ann"], "hold'em"),  # type: ignore[arg-type]
    "a player with control characters": lambda room: room.join("\x1b[2J\n", "hold'em"),
}


@pytest.mark.parametrize("say", ROOM.values(), ids=list(ROOM))
def test_whatever_is_said_to_a_room_is_refused_with_a_sentence(say: Callable[[Room], Any], tmp_path: Path) -> None:
    room = opened(tmp_path)
    before = (tmp_path / "room.log").read_bytes()
    with pytest.raises(PitbossError):
        say(room)
    assert (tmp_path / "room.log").read_bytes() == before
    rebuilds(room)


def test_a_room_log_nested_too_deeply_is_refused_with_a_sentence(tmp_path: Path) -> None:
    nested = b"[" * 100_000 + b"]" * 100_000
    row, _ = sealed.sealed(b'{"v":1,"at":0,"by":["house",""],"command":{"do":"open room","a":' + nested + b"}}", FIRST)
    (tmp_path / ROOM_LOG).write_bytes(row + b"\n")
    with pytest.raises(BadLog):
        Room.resume(tmp_path)
