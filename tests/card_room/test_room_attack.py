"""Attacks on a room: names that no file can bear, times and amounts that no log can tell, words that are none."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.card_room import room as rooms
from pitboss.card_room.commands import Author, Command, TakeSeat
from pitboss.card_room.logs import ROOM_LOG, Folder
from pitboss.card_room.room import Room
from pitboss.errors import BadLog, IllegalWager, NotYours, OutOfTurn, PitbossError, Stopped
from pitboss.evidence.shuffles import pledge_of
from pitboss.shoe import Chance
from pitboss.table import commands as at_table
from pitboss.table.door import LATEST
from pitboss.table.log import sealed
from pitboss.table.log.records import Record as TableRecord
from pitboss.table.log.sealed import FIRST
from pitboss.table.table import Table
from tests.fairness import KEY

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


# ---------------------------------------------------------------------------- a seat that the table refuses


CY = Author("player", "Cy")


def cy_sits(room: Room, at: int | None = None, seat: int = 3) -> None:
    room.do(Command(TakeSeat("Cy", "a", seat, 50_000), CY, room._now() if at is None else at))


def called(folder: Path, house: dict[str, Any] | None = None) -> Room:
    """A room with a table that waits for a pledged seed."""
    room = Room("637a", folder, key=KEY)
    room.open_table("a", house)
    if house:
        room.offer("high hand", "high hand", ["a"])
    room.seat("Ann", "a", 1, 50_000)
    room.seat("Bo", "a", 2, 50_000)
    room.at("a", at_table.Command(at_table.Pledge(1, pledge_of(1, "x")), Author("player", "Ann"), 0))
    room.at("a", at_table.Command(at_table.Begin(), at_table.DEALER, 0))
    assert room.tables["a"].called
    return room


def tell_seed(room: Room) -> None:
    room.at("a", at_table.Command(at_table.Seed(1, "x"), Author("player", "Ann"), 0))


def test_a_seat_is_not_taken_while_pledged_seeds_are_told(tmp_path: Path) -> None:
    room = called(tmp_path)
    before = (tmp_path / ROOM_LOG).read_bytes()
    with pytest.raises(OutOfTurn, match="pledged seeds"):
        cy_sits(room)
    assert not room.stopped and (tmp_path / ROOM_LOG).read_bytes() == before
    room.release()
    again = Room.resume(tmp_path, key=KEY)
    tell_seed(again)
    again.hand("a")
    cy_sits(again)
    assert again.tables["a"].seats[3].player == "Cy"
    again.release()


@pytest.mark.parametrize("at", [-1, LATEST + 1, 2**61])
def test_a_seat_is_not_taken_at_a_time_that_a_table_cannot_tell(at: int, tmp_path: Path) -> None:
    room = opened(tmp_path)
    before = (tmp_path / ROOM_LOG).read_bytes()
    with pytest.raises(PitbossError):
        cy_sits(room, at)
    assert not room.stopped and (tmp_path / ROOM_LOG).read_bytes() == before
    cy_sits(room, LATEST)
    assert rebuilds(room).tables["a"].seats[3].player == "Cy"


def test_a_seat_is_not_taken_at_a_table_that_has_stopped(tmp_path: Path) -> None:
    room = opened(tmp_path)
    room.tables["a"].stop("its log could not be written")
    before = (tmp_path / ROOM_LOG).read_bytes()
    with pytest.raises(Stopped, match="its log could not be written"):
        cy_sits(room)
    assert not room.stopped and (tmp_path / ROOM_LOG).read_bytes() == before
    rebuilds(room)


def test_a_room_that_kept_a_seat_the_table_refuses_is_resumed_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = opened(tmp_path)
    room.join("Cy", "hold'em")
    with monkeypatch.context() as patch, pytest.raises(IllegalWager):
        patch.setattr(rooms, "check_sits", lambda table, command: None)  # as before the room looked
        cy_sits(room, seat=99)
    assert room.stopped
    room.release()
    for _ in range(2):
        again = Room.resume(tmp_path, Chance(3))
        assert not again.waiting and not again.tables["a"].seats and not again.books().stacks
        again.release()
    again = Room.resume(tmp_path, Chance(3))
    cy_sits(again)
    assert rebuilds(again).tables["a"].seats[3].player == "Cy"


def test_a_room_is_not_resumed_where_a_seat_could_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a table cannot write is no refusal: the seat is still to be taken."""
    room = opened(tmp_path)

    keep = Table._keep

    def full(table: Table, record: TableRecord) -> TableRecord:
        if not isinstance(record.deed, at_table.Sit):
            return keep(table, record)
        table.stop("the disk is full")
        raise PitbossError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Table, "_keep", full)
        with pytest.raises(PitbossError, match="the disk is full"):
            cy_sits(room)
        room.release()
        with pytest.raises(PitbossError, match="the disk is full"):
            Room.resume(tmp_path, Chance(3))
    again = Room.resume(tmp_path, Chance(3))
    assert again.tables["a"].seats[3].player == "Cy"
    again.release()


# ---------------------------------------------------------------------------- what is said at a table


def test_a_hand_begun_by_somebody_who_may_not_changes_nothing(tmp_path: Path) -> None:
    room = opened(tmp_path)
    room.seat("Ann", "a", 1, 50_000)
    room.seat("Bo", "a", 2, 50_000)
    before = room.tables["a"].version
    with pytest.raises(NotYours):
        room.at("a", at_table.Command(at_table.Begin(), Author("player", "Ann"), 0))
    assert room.tables["a"].version == before
    rebuilds(room)


def test_a_period_that_begins_while_seeds_are_told_does_not_hold_up_the_hand(tmp_path: Path) -> None:
    room = called(tmp_path, HIGH_HAND)
    room.start_period("high hand")
    tell_seed(room)
    room.at("a", at_table.Command(at_table.Begin(), at_table.DEALER, 0))
    assert not room.tables["a"].called and room.tables["a"].round is not None
    room.release()


BEGIN = at_table.Command(at_table.Begin(), at_table.DEALER, 0)


@pytest.mark.parametrize(("name", "command"), [([], BEGIN), ({}, BEGIN), (None, BEGIN), ("a", None), ("a", "begin")])
def test_what_is_no_table_or_no_command_is_refused_with_a_sentence(name: Any, command: Any, tmp_path: Path) -> None:
    room = opened(tmp_path)
    with pytest.raises(PitbossError):
        room.at(name, command)
    rebuilds(room)
