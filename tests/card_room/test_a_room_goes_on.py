"""A room whose tables are closed and opened again, and one that was killed: nothing is lost, doubled or made up."""

import errno
import shutil
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pitboss.card_room import Room
from pitboss.card_room.board import board_of
from pitboss.errors import BadLog, NotAuthorized, Stopped
from pitboss.games.nonbanked.rules import play_of
from pitboss.table.drivers import bots
from pitboss.table.log import sealed
from tests.card_room.killing import Killed, close_all, killed_after
from tests.card_room.playing import (
    BAD_BEAT,
    BOTH,
    SLIP,
    Clock,
    acts,
    counted,
    folder_of,
    hand,
    jackpot_house,
    refused,
    shown,
)

TIMED: dict[str, Any] = {"rake": "time", "time_charge": 1200, "time_charge_minutes": 20}
RAKED: dict[str, Any] = {"structure": "no limit", "rake_percent": 5, "rake_maximum": 400}


def seated(room: Room, table: str = "1", players: int = 4) -> None:
    """Players in the first seats of a table, with $500 each."""
    for seat in range(1, players + 1):
        room.seat(f"{table}-{seat}", table, seat, 50_000)


def emptied(room: Room, table: str = "1") -> None:
    """Everybody leaves a table, and it is closed."""
    for seat in sorted(room.table(table).seats):
        room.act(table, "player leaves", seat=seat)
    room.close_table(table)


def table_log(folder: Path) -> Path:
    """The log of the only table of a room."""
    (found,) = [path for path in folder.iterdir() if path.name != "room.log"]
    return found


# ---------------------------------------------------------------------------- a time charge that comes too early


@BOTH
@pytest.mark.cites("553.15(b)(3)(iii)", "637a.17(b)(3)(iii)")
def test_a_room_goes_on_after_a_time_charge_that_was_refused_as_too_early(number: str, tmp_path: Path) -> None:
    clock = Clock(1)
    room = Room(number, tmp_path, clock)
    room.open_table("1", TIMED)
    seated(room)
    room.hand("1")
    clock.now = 0.1
    before = board_of(room)
    refused(lambda: room.act("1", "time charge", floorperson="F. Lee"))
    assert board_of(room) == before
    room.hand("1")
    clock.now = 0.4
    room.act("1", "time charge", floorperson="F. Lee")
    again = Room.resume(tmp_path, clock)
    assert board_of(again) == board_of(room) and again.drop == {"1": 1600}


# ---------------------------------------------------------------------------- closed and opened again


def rooms(number: str, folder: Path) -> list[Room]:
    """A room that keeps logs, and one that does not."""
    return [Room(number, folder, Clock(3)), Room(number, chance=Clock(3))]


@BOTH
@pytest.mark.cites("553.9(b)", "637a.9(b)", "553.15(a)", "637a.17(a)")
def test_a_table_opened_again_is_the_table_that_was_asked_for(number: str, tmp_path: Path) -> None:
    for room in rooms(number, tmp_path):
        room.open_table("1", RAKED)
        seated(room)
        room.hand("1")
        emptied(room)
        room.open_table("1", {"variant": "seven-card stud", "rake_percent": 0})
        assert room.table("1").house["variant"] == "seven-card stud" and room.table("1").rounds == 0
        seated(room)
        assert play_of(room.hand("1")).outcome.rake == 0
    again = Room.resume(tmp_path, Clock(4))
    assert again.table("1").house["variant"] == "seven-card stud" and again.table("1").rounds == 1


@BOTH
@pytest.mark.cites("553.15(e)", "637a.17(e)")
def test_the_drop_of_a_table_opened_again_is_counted_once(number: str, tmp_path: Path) -> None:
    for room in rooms(number, tmp_path):
        raked = 0
        for _ in range(3):
            room.open_table("1", RAKED)
            seated(room)
            raked += sum(play_of(room.hand("1")).outcome.rake for _ in range(3))
            emptied(room)
        assert room.drop == {"1": raked} and room.books().rake == raked > 0
        room.books().balance()
    assert Room.resume(tmp_path).drop == {"1": raked}


@BOTH
@pytest.mark.cites("553.20(c)", "637a.15(c)")
def test_a_table_opened_again_goes_on_contributing_to_its_bad_beat_payout(number: str, tmp_path: Path) -> None:
    for room in rooms(number, tmp_path):
        given = jackpot_house(number, ("bad beat",))
        room.open_table("1", given)
        room.offer("bad beat", "bad beat", ["1"])
        for opened in count(1):
            seated(room)
            for _ in range(3):
                hand(room)
            assert room.fund("bad beat").boxes == {"1": 300 * opened}
            room.books().balance()
            emptied(room)
            if opened == 3:
                break
            room.open_table("1", given)
    assert Room.resume(tmp_path).fund("bad beat").boxes == {"1": 900}


@BOTH
@pytest.mark.cites("553.20(c)", "637a.15(c)")
def test_a_table_is_not_opened_again_under_other_rules_than_those_of_its_payout(number: str) -> None:
    room = Room(number, chance=Clock(3))
    given = jackpot_house(number, ("bad beat",))
    room.open_table("1", given)
    room.offer("bad beat", "bad beat", ["1"])
    room.close_table("1")
    refused(lambda: room.open_table("1", given | {"bad_beat_contribution": 200}), room.fund("bad beat").section)
    assert not room.tables
    room.open_table("1", RAKED)  # it takes no part
    seated(room)
    assert not acts(hand(room), "contribute")
    emptied(room)
    room.open_table("1", given)
    seated(room)
    assert acts(hand(room), "contribute")


@BOTH
@pytest.mark.cites("553.20(c)", "637a.15(c)")
def test_a_table_opened_again_after_its_payout_ended_contributes_no_longer(number: str) -> None:
    room = Room(number, chance=Clock(3))
    given = jackpot_house(number, ("bad beat",))
    room.open_table("1", given)
    room.offer("bad beat", "bad beat", ["1"])
    room.discontinue("bad beat")
    room.close_table("1")
    room.open_table("1", given)
    seated(room)
    assert not acts(hand(room), "contribute")
    room.books().balance()


@BOTH
@pytest.mark.cites("553.20(i)", "637a.15(i)")
def test_a_pot_in_play_when_the_payout_ends_loses_nothing(number: str) -> None:
    room = Room(number, chance=Clock(3))
    room.open_table("1", jackpot_house(number, ("bad beat",)))
    room.offer("bad beat", "bad beat", ["1"])
    seated(room)
    hand(room)
    with suppress(InterruptedError):
        room.hand("1", interrupted)
    room.discontinue("bad beat")
    hand(room)  # its end
    assert room.fund("bad beat").boxes["1"] == 200
    room.books().balance()
    assert not acts(hand(room), "contribute")


def interrupted(*_: Any) -> Any:
    """A driver that gives up at the first question."""
    raise InterruptedError


@pytest.mark.cites("553.20(f)", "637a.15(f)")
def test_a_bad_beat_is_still_paid_when_its_table_is_closed() -> None:
    room = Room("637a", chance=Clock(3))
    room.open_table("1", jackpot_house("637a", ("bad beat",)))
    room.offer("bad beat", "bad beat", ["1"])
    seated(room)
    hand(room, cards=BAD_BEAT)
    counted(room)
    shown(room)
    emptied(room)
    assert sum(award.cents for award in room.award_bad_beat(supervisor="P. Day")) == 100
    room.books().balance()


# ---------------------------------------------------------------------------- killed


@pytest.mark.cites("637a.16(a)", "637a.16(f)")
def test_a_full_house_made_before_the_period_is_not_called_after_a_restart(tmp_path: Path) -> None:
    room = Room("637a", tmp_path, Clock(4))
    room.open_table("1", jackpot_house("637a", ("high hand",), variant="omaha", high_hand_minimum_pot=1_000_000))
    room.offer("high hand", "high hand", ["1"])
    seated(room, players=10)
    while not play_of(hand(room)).outcome.high_hands:
        pass
    room.start_period("high hand", at=0)
    again = Room.resume(tmp_path, Clock(5))
    assert not room.to_verify and not again.to_verify
    refused(lambda: again.track(5, True, **SLIP))


def killed_everywhere(folder: Path, begin: Callable[[Path], Room], act: Callable[[Room], None], step: int = 1) -> list[Room]:
    """The rooms that are rebuilt after a kill at every byte that an act writes, or every few, and after none."""
    found = []
    for place in count(step=step):
        here = folder / str(place)
        room = begin(here)
        try:
            with killed_after(place):
                act(room)
        except Killed:
            found.append(Room.resume(here, Clock(9)))
            continue
        return [*found, Room.resume(here, Clock(9))]
    raise AssertionError


@pytest.mark.cites("637a.8(a)")
def test_a_player_seated_by_a_room_that_is_killed_sits_or_waits_and_never_both(tmp_path: Path) -> None:
    def waiting(folder: Path) -> Room:
        room = Room("637a", folder)
        room.open_table("1")
        room.join("Ann", "hold'em")
        return room

    found = killed_everywhere(tmp_path, waiting, lambda room: room.seat("Ann", "1", 3, 50_000))
    sits = [room for room in found if 3 in room.table("1").seats]
    assert 0 < len(sits) < len(found)
    for room in found:
        assert [entry.player for entry in room.waiting] == ([] if room in sits else ["Ann"])
        assert room.books().brought == room.books().stacks == (50_000 if room in sits else 0)


@BOTH
@pytest.mark.cites("553.9(a)", "637a.9(a)")
def test_a_table_whose_room_was_killed_as_it_opened_is_open_or_can_be(number: str, tmp_path: Path) -> None:
    def opens(room: Room) -> None:
        room.open_table("1", RAKED)

    for room in killed_everywhere(tmp_path, lambda folder: Room(number, folder), opens, step=5):
        if "1" not in room.tables:
            room.open_table("1", RAKED)
        assert room.table("1").house["rake_percent"] == 5
        seated(room)
        room.hand("1")
        assert board_of(Room.resume(folder_of(room))) == board_of(room)


@BOTH
@pytest.mark.cites("553.20(c)", "637a.15(c)")
def test_a_hand_whose_room_was_killed_goes_on_and_its_contribution_reaches_the_box(number: str, tmp_path: Path) -> None:
    def ready(folder: Path) -> Room:
        room = Room(number, folder, Clock(2))
        room.open_table("1", jackpot_house(number, ("bad beat",)))
        room.offer("bad beat", "bad beat", ["1"])
        seated(room, players=2)
        return room

    for place in range(0, 12_000, 397):
        here = tmp_path / str(place)
        room = ready(here)
        with suppress(Killed), killed_after(place):
            room.hand("1", bots)
        again = Room.resume(here, Clock(3))
        if not again.state.noted:
            again.hand("1", bots)
        again.books().balance()
        fund = again.fund("bad beat")
        assert again.state.noted == 1 and fund.contributed == sum(fund.boxes.values()) == again.books().boxes


@BOTH
@pytest.mark.cites("553.15(a)", "637a.17(a)")
def test_a_room_killed_before_its_first_line_begins_anew(number: str, tmp_path: Path) -> None:
    for place in range(0, 60, 7):
        here = tmp_path / str(place)
        with suppress(Killed), killed_after(place):
            Room(number, here)
        try:
            room = Room(number, here)
        except BadLog:
            room = Room.resume(here)  # the line was whole
        assert room.book.chapter == number and not room.tables


@pytest.mark.cites("637a.8(a)")
@pytest.mark.parametrize("broken", [0, 1])
def test_a_full_disk_stops_a_room_that_seats_a_player(broken: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log of the room cannot be written, or that of the table after it: he waits or sits, and nothing more is taken."""
    room = Room("637a", tmp_path)
    room.open_table("1")
    room.join("Ann", "hold'em")
    left, whole_write = iter(range(broken)), sealed.write

    def write(file: int, content: bytes) -> None:
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, "No space left on device")
        whole_write(file, content)

    monkeypatch.setattr(sealed, "write", write)
    for _ in range(2):
        with pytest.raises(Stopped, match="No space left"):
            room.seat("Ann", "1", 3, 50_000)
    monkeypatch.undo()
    close_all(tmp_path)
    again = Room.resume(tmp_path)
    assert [entry.player for entry in again.waiting] == ([] if broken else ["Ann"])
    assert again.books().stacks == (50_000 if broken else 0)


# ---------------------------------------------------------------------------- logs that were tampered with


def evening(folder: Path, hands: int = 2) -> Room:
    """A room with one table at which some hands were played."""
    room = Room("637a", folder, Clock(5))
    room.open_table("1", RAKED)
    seated(room)
    for _ in range(hands):
        room.hand("1")
    return room


@pytest.mark.cites("637a.17(a)")
def test_a_room_does_not_open_without_the_log_of_a_table(tmp_path: Path) -> None:
    for closed in (False, True):
        room = evening(tmp_path / str(closed))
        if closed:
            emptied(room)
        table_log(tmp_path / str(closed)).unlink()
        with pytest.raises(BadLog, match=r"log of table 1.* is missing"):
            Room.resume(tmp_path / str(closed))


@pytest.mark.cites("637a.17(a)")
@pytest.mark.parametrize("left", [0, 1, 5, -1])
def test_a_room_does_not_open_with_a_log_that_has_lost_lines(tmp_path: Path, left: int) -> None:
    for closed in (False, True):
        room = evening(tmp_path / str(closed))
        if closed:
            emptied(room)
        log = table_log(tmp_path / str(closed))
        log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:left]))
        before = log.read_bytes()
        with pytest.raises(BadLog, match=r"is known to have been written|is missing|does not end as it did"):
            Room.resume(tmp_path / str(closed))
        assert log.read_bytes() == before


@pytest.mark.cites("637a.17(a)")
def test_a_room_does_not_open_with_the_log_of_another_evening(tmp_path: Path) -> None:
    evening(tmp_path / "one")
    Room.resume(tmp_path / "one")
    other = Room("637a", tmp_path / "other", Clock(6))
    other.open_table("1", RAKED)
    seated(other)
    for _ in range(4):
        other.hand("1")
    table_log(tmp_path / "one").write_bytes(table_log(tmp_path / "other").read_bytes())
    with pytest.raises(BadLog, match="is not the one that is known to have been written"):
        Room.resume(tmp_path / "one")


@pytest.mark.cites("637a.17(a)")
def test_a_room_opens_whole_or_not_at_all_when_its_own_log_has_lost_lines(tmp_path: Path) -> None:
    """However many lines are lost, no cent is lost with them: the room goes on with all of it, or does not open."""
    whole = evening(tmp_path / "whole", hands=4).books()
    lines = (tmp_path / "whole" / "room.log").read_bytes().splitlines(keepends=True)
    opened = 0
    for left in range(len(lines)):
        folder = tmp_path / f"{left}"
        shutil.copytree(tmp_path / "whole", folder)
        (folder / "room.log").write_bytes(b"".join(lines[:left]))
        try:
            again = Room.resume(folder) if left else Room("637a", folder)
        except BadLog:
            continue
        opened += 1
        assert again.books() == whole
        again.books().balance()
    assert opened < len(lines) - 1


@pytest.mark.parametrize("name", ["room.log", "table-1.log"])
def test_a_folder_in_place_of_a_log_is_refused(name: str, tmp_path: Path) -> None:
    evening(tmp_path / "evening")
    path = tmp_path / "evening" / name
    path.unlink()
    path.mkdir()
    with pytest.raises(BadLog):
        Room.resume(tmp_path / "evening")
    with pytest.raises(BadLog):
        Room("637a", tmp_path / "evening")


def test_a_table_has_a_name_that_its_log_can_bear(tmp_path: Path) -> None:
    with pytest.raises(NotAuthorized, match="cannot be called"):
        Room("637a", tmp_path).open_table("a" * 90)


@pytest.mark.cites("637a.17(a)")
def test_what_cannot_be_put_on_record_changes_nothing(tmp_path: Path) -> None:
    room = evening(tmp_path)
    before = board_of(room)
    refused(lambda: room.join("Ann\ud800", "hold'em"))
    refused(lambda: room.seat("Ann\ud800", "1", 9, 50_000))
    assert board_of(room) == before == board_of(Room.resume(tmp_path))
