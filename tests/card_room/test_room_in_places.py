"""A Poker room whose logs lie in places that are no files and commit late, as those of a server do."""

import pytest

from pitboss.card_room import Room
from pitboss.card_room.logs import ROOM_LOG, Folder
from pitboss.card_room.replay import replay_room
from pitboss.errors import BadLog
from pitboss.evidence.keys import HouseKey
from tests.buffered import Streams
from tests.card_room.playing import Clock, hand
from tests.fairness import KEY


def opened(logs: Streams | Folder) -> Room:
    room = Room("637a", logs, Clock(3), name="elm street")
    room.open_table("1")
    for seat in (1, 2, 3):
        room.seat(f"1-{seat}", "1", seat, 50_000)
    return room


@pytest.fixture(autouse=True)
def snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.card_room.room.SNAPSHOT_RECORDS", 5)
    monkeypatch.setattr("pitboss.table.table.SNAPSHOT_ROUNDS", 2)


@pytest.mark.parametrize("key", [None, KEY], ids=["unsigned", "signed"])
def test_a_room_reads_nothing_back_and_is_resumed_and_proven_from_its_places(key: HouseKey | None) -> None:
    logs = Streams(key)
    room = opened(logs)
    for _ in range(4):
        hand(room)
    assert not any(stream.lines for stream in logs.streams.values()), "a room commits nothing by itself"
    logs.commit()
    for _ in range(2):
        hand(room)
    logs.lose()
    again = Room.resume(logs, Clock(5))
    assert again.state.noted == again.tables["1"].rounds == 4
    again.books().balance()
    hand(again)
    for seat in (1, 2, 3):
        again.act("1", "player leaves", seat=seat)
    again.close_table("1")
    again.close()
    logs.commit()
    proven = replay_room(logs, key)
    assert proven.state == again.state and proven.state.noted == 5
    assert b'\n{"snapshot":' in logs.streams[ROOM_LOG].text() and bool(proven.signatures) is (key is not None)


def test_a_hand_of_which_the_room_has_no_record_is_noted_when_it_is_resumed() -> None:
    logs = Streams()
    room = opened(logs)
    hand(room)
    logs.commit()
    hand(room)
    logs.streams["table-1.log"].commit()  # and the room's record of it is lost
    logs.lose()
    again = Room.resume(logs, Clock(5))
    assert again.state.noted == again.tables["1"].rounds == 2


def test_a_log_that_is_missing_or_strange_is_named_by_its_place() -> None:
    logs = Streams()
    opened(logs)
    logs.commit()
    logs.lose()
    table = logs.streams.pop("table-1.log")
    with pytest.raises(BadLog, match=r"the log of table 1 is missing: stream table-1\.log"):
        Room.resume(logs)
    logs.lose()
    logs.streams |= {"table-1.log": table, "table-2.log": table}
    with pytest.raises(BadLog, match="is not known to the log of the room"):
        Room.resume(logs)
    with pytest.raises(BadLog, match="is not known to the log of the room"):
        Room("637a", logs)
