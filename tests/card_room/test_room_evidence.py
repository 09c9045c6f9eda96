"""The log of a room with a key of the house: it proves who wrote it, and a folder that was tampered with is refused."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.card_room import Room
from pitboss.card_room.replay import replay_room
from pitboss.card_room.state import snapshot_of
from pitboss.errors import BadLog, PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.games import game
from pitboss.table.log.log import Difference
from pitboss.table.log.replay import replay
from pitboss.table.log.sealed import FIRST, sealed
from tests.card_room.evening import NUMBER, Evening, seen
from tests.card_room.killing import Killed, close_all, killed_after
from tests.card_room.playing import Clock, counted, hand, jackpot_house, passive, shown
from tests.commands import HANGS

ROOT = Path(__file__).parents[2]


class RealClock(Clock):
    """The operating system's chance, with a clock that the test sets."""

    def __init__(self) -> None:
        super().__init__(None)


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> HouseKey:
    return HouseKey.create(tmp_path_factory.mktemp("keys") / "house")


@pytest.fixture
def other(tmp_path: Path) -> HouseKey:
    return HouseKey.create(tmp_path / "other")


def evening(folder: Path, key: HouseKey | None, clock: Clock | None = None, *, closed: bool = True) -> Room:
    """A room with a Bad Beat payout to which three pots gave, and whose boxes were counted; closed at the end."""
    room = Room("637a", folder, clock or Clock(3), key=key)
    room.open_table("1", jackpot_house("637a", ("bad beat",)))
    room.offer("bad beat", "bad beat", ["1"])
    for seat in (1, 2, 3, 4):
        room.seat(f"1-{seat}", "1", seat, 50_000)
    for _ in range(3):
        hand(room)
    counted(room)
    shown(room)
    if closed:
        for seat in (1, 2, 3, 4):
            room.act("1", "player leaves", seat=seat)
        room.close_table("1")
        room.close()
    return room


def test_a_room_with_a_key_is_proven_with_its_tables(tmp_path: Path, key: HouseKey, other: HouseKey) -> None:
    room = evening(tmp_path / "room", key)
    for known in (key, key.public):
        proven = replay_room(tmp_path / "room", known)
        assert proven.state == room.state and proven.state.closed and proven.signatures == room.version - 1
        assert not proven.sealed, "a lesson has no secrets"
    with pytest.raises(Difference, match="a key that you do not know"):
        replay_room(tmp_path / "room", other.public)
    assert replay(tmp_path / "room" / "table-1.log", game, key=key.public).rounds == 3


def test_the_cards_of_a_real_room_are_sealed_and_only_its_key_shows_them(tmp_path: Path, key: HouseKey) -> None:
    evening(tmp_path / "room", key, RealClock())
    assert replay_room(tmp_path / "room", key).sealed == []
    assert replay_room(tmp_path / "room", key.public).sealed == ["table-1.log"]
    assert replay_room(tmp_path / "room").sealed == ["table-1.log"]
    assert '"drawn"' not in (tmp_path / "room" / "table-1.log").read_text()


def test_a_room_goes_on_with_its_own_key_only(tmp_path: Path, key: HouseKey, other: HouseKey) -> None:
    room = evening(tmp_path / "room", key, RealClock(), closed=False)
    close_all()
    for wrong in (None, other):
        with pytest.raises(BadLog, match="key"):
            Room.resume(tmp_path / "room", RealClock(), key=wrong)
    again = Room.resume(tmp_path / "room", RealClock(), key=key)
    assert again.state == room.state and seen(again) == seen(room)
    hand(again)
    evening(tmp_path / "unsigned", None)
    with pytest.raises(BadLog, match="goes on without a key"):
        Room.resume(tmp_path / "unsigned", key=key)
    assert replay_room(tmp_path / "room", key).state == again.state


def test_a_room_without_a_key_is_not_proven_by_one(tmp_path: Path, key: HouseKey) -> None:
    evening(tmp_path / "room", None)
    assert replay_room(tmp_path / "room").signatures == 0
    with pytest.raises(Difference, match="did not sign"):
        replay_room(tmp_path / "room", key.public)


# ---------------------------------------------------------------------------- tampered with


def rewritten(log: Path, change: Callable[[list[str]], list[str]]) -> None:
    """A forger writes a log anew: he can make seals, but not signatures."""
    rows = [re.sub(r',"seal":"[0-9a-f]{64}"(,"signature":\{[^}]*\})?\}$', "}", row) for row in log.read_text().splitlines()]
    before, lines = FIRST, []
    for row in change(rows):
        line, before = sealed(row.encode(), before)
        lines.append(line)
    log.write_bytes(b"".join(line + b"\n" for line in lines))


def swap(old: str, new: str) -> Callable[[list[str]], list[str]]:
    def change(rows: list[str]) -> list[str]:
        assert any(old in row for row in rows), old
        return [row.replace(old, new) for row in rows]

    return change


FORGERIES = {
    "more is counted": swap('"gave":{"place":"main cage","boxes":{"1":300}', '"gave":{"place":"main cage","boxes":{"1":900}'),
    "a pot gave more": swap('"hand":2,"contributions":{"bad beat":100}', '"hand":2,"contributions":{"bad beat":200}'),
    "a player brought more": swap(
        '"player":"1-2","table":"1","seat":2,"cents":50000', '"player":"1-2","table":"1","seat":2,"cents":90000'
    ),
    "the books of a closed table": swap('"books":{"brought":200000', '"books":{"brought":900000'),
    "a hand is noted twice": lambda rows: [
        twice for row in rows for twice in ([row, row] if '"do":"note"' in row and '"hand":1' in row else [row])
    ],
    "a line is gone": lambda rows: [row for row in rows if '"do":"verify"' not in row],
    "somebody else verified": swap('"by":["house","C. May"]', '"by":["player","C. May"]'),
}


@pytest.mark.parametrize("change", FORGERIES.values(), ids=FORGERIES.keys())
@pytest.mark.cites("637a.15(e)", "637a.17(a)")
def test_a_forged_log_is_refused(tmp_path: Path, key: HouseKey, change: Callable[[list[str]], list[str]]) -> None:
    evening(tmp_path / "room", key)
    rewritten(tmp_path / "room" / "room.log", change)
    with pytest.raises(Difference, match="did not sign"):
        replay_room(tmp_path / "room", key.public)
    with pytest.raises(BadLog):
        Room.resume(tmp_path / "room", key=key)


@pytest.mark.parametrize("name", [name for name in FORGERIES if name != "somebody else verified"])
def test_most_forgeries_do_not_follow_the_rules_either(tmp_path: Path, name: str) -> None:
    evening(tmp_path / "room", None)
    rewritten(tmp_path / "room" / "room.log", FORGERIES[name])
    with pytest.raises((Difference, BadLog)):
        replay_room(tmp_path / "room")


def test_an_edited_byte_is_found_without_a_key(tmp_path: Path) -> None:
    evening(tmp_path / "room", None)
    log = tmp_path / "room" / "room.log"
    log.write_text(log.read_text().replace("1-2", "1-5", 1))
    with pytest.raises(BadLog, match="has been edited"):
        replay_room(tmp_path / "room")


def test_the_table_of_another_room_is_refused(tmp_path: Path, key: HouseKey) -> None:
    for name in ("one", "two"):
        evening(tmp_path / name, key)
    shutil.copy(tmp_path / "two" / "table-1.log", tmp_path / "one" / "table-1.log")
    with pytest.raises(BadLog):
        replay_room(tmp_path / "one", key.public)


def test_a_log_that_was_cut_is_not_closed(tmp_path: Path, key: HouseKey) -> None:
    evening(tmp_path / "room", key)
    log = tmp_path / "room" / "room.log"
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-1]))
    assert not replay_room(tmp_path / "room", key.public).state.closed


def test_a_snapshot_that_says_otherwise_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.card_room.room.SNAPSHOT_RECORDS", 5)
    room = evening(tmp_path / "room", None, closed=False)
    log = tmp_path / "room" / "room.log"
    assert log.read_text().count('{"snapshot"') == room.version // 5 > 1
    assert replay_room(tmp_path / "room").state == room.state
    assert snapshot_of(Room.resume(tmp_path / "room", Clock(1)).state) == snapshot_of(room.state)
    close_all()
    rewritten(log, lambda rows: rows)
    assert replay_room(tmp_path / "room").state == room.state
    rewritten(log, lambda rows: [row.replace('"held":0', '"held":5') if row.startswith('{"snapshot"') else row for row in rows])
    with pytest.raises(Difference, match="something else is in the room"):
        replay_room(tmp_path / "room")


# ---------------------------------------------------------------------------- killed


@pytest.mark.parametrize("snapshots", [1, 50])
def test_a_hand_that_ended_before_the_room_was_killed_gives_to_its_fund(
    tmp_path: Path, key: HouseKey, snapshots: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the table's log has a snapshot with the end of the hand, from which the hand itself is not known."""
    monkeypatch.setattr("pitboss.table.table.SNAPSHOT_ROUNDS", snapshots)
    noted = 0
    for signer, chance in ((None, Clock(2)), (key, RealClock())):
        for cut in range(0, 1500, 60):
            folder = tmp_path / f"{signer is None} {cut}"
            room = Room("637a", folder, chance, key=signer)
            room.open_table("1", jackpot_house("637a", ("bad beat",)))
            room.offer("bad beat", "bad beat", ["1"])
            for seat in (1, 2):
                room.seat(f"1-{seat}", "1", seat, 50_000)
            table = room.table("1")
            request = table.begin()
            while request is not None:
                request = table.reply(passive(table, request))
            try:
                with killed_after(cut):
                    room.act("1", "stakes added", seat=1, cents=100)  # the room takes note of the hand first
            except Killed:
                noted += 1
            again = Room.resume(folder, chance, key=signer)
            again.books().balance()
            assert again.state.noted == 1 and again.fund("bad beat").boxes == {"1": 100}
            close_all()
    assert noted > 10


def test_a_signed_room_lives_through_an_evening_of_kills(tmp_path: Path, key: HouseKey) -> None:
    clock = RealClock()
    room, kills = Room(NUMBER, tmp_path / "room", clock, key=key), 0
    while kills < 12:
        going = Evening(room, f"{kills}")
        try:
            with killed_after(4_000 + 2_311 * kills):
                while True:
                    going.goes_on()
        except Killed:
            kills += 1
        close_all()
        room = Room.resume(tmp_path / "room", clock, key=key)
        room.books().balance()
    for name, table in room.tables.items():
        if table.round is not None:
            room.hand(name)
    close_all()
    again = Room.resume(tmp_path / "room", clock, key=key)
    assert again.state == room.state and seen(again) == seen(room)
    assert replay_room(tmp_path / "room", key).state == room.state


# ---------------------------------------------------------------------------- at the command line


def pitboss(*words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pitboss.cli", *words]
    env = {"PYTHONPATH": str(ROOT / "src"), "COLUMNS": "100", "PATH": ""}
    return subprocess.run(command, input=said, capture_output=True, text=True, env=env, timeout=HANGS, check=False)


def test_the_command_line_signs_a_room_and_proves_it(tmp_path: Path) -> None:
    folder, house = str(tmp_path / "room"), str(tmp_path / "house")
    first = pitboss("room", folder, "--key", house, said="open 1\nsit Ann 1 1 500\nsit Bob 1 2 500\ndeal 1 2\n")
    assert first.returncode == 0 and "A key for the house was made" in first.stdout
    refusal = pitboss("room", folder)
    assert refusal.returncode == 2 and "goes on with the key of the house only" in refusal.stderr
    closing = pitboss("room", folder, "--key", house, said="leave 1 1\nleave 1 2\nclose 1\nclose\n")
    assert closing.returncode == 0 and "The room is closed." in closing.stdout
    proven = pitboss("replay", folder, "--key", f"{house}.pub")
    assert proven.returncode == 0 and "2 hands at 1 table" in proven.stdout and "Signed by the house" in proven.stdout
    assert "sealed" in proven.stdout and "not closed" not in proven.stdout
    told = json.loads(pitboss("replay", f"{folder}/room.log", "--key", house, "--json").stdout)[0]
    assert told["ok"] and told["proven"] and told["closed"] and told["hands"] == 2 and told["sealed"] == []
    rewritten(tmp_path / "room" / "room.log", swap('"player":"Ann"', '"player":"Eve"'))
    forged = pitboss("replay", folder, "--key", f"{house}.pub")
    assert forged.returncode == 1 and "did not sign" in forged.stdout
    assert pitboss("room", "--key", house).returncode == 2


def test_a_key_needs_a_folder(key: HouseKey) -> None:
    with pytest.raises(PitbossError, match="folder"):
        Room("637a", key=key)
