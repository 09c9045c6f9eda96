"""The stores of a room's log (`pitboss.table.log.log`), with its records and snapshots.

A snapshot is a copy of the room's state (`pitboss.card_room.state`) that never changes.
"""

from typing import TypeAlias

import msgspec

from pitboss.card_room.commands import CloseRoom, OpenRoom
from pitboss.card_room.records import Record, Row, record_of, row_of
from pitboss.card_room.state import State
from pitboss.table.log import log
from pitboss.table.log.log import LogFormat, LogStore

Store: TypeAlias = log.Store[Record, State]


class MemoryStore(log.MemoryStore[Record, State]):
    """A room's log in memory."""

    of = "room"


def is_signed(line: Record | State) -> bool:
    """True for lines that the house signs: all but the first, which the next signature covers."""
    return isinstance(line, State) or line.version > 1


def is_closed(line: Record | State) -> bool:
    """True if the room is closed with this line."""
    return line.closed if isinstance(line, State) else isinstance(line.command.deed, CloseRoom)


def opening_of(line: Record | State) -> OpenRoom | None:
    """The opening of a room by the first line of its log or a snapshot; None if the line opens no room."""
    opening = line.opening if isinstance(line, State) else line.command.deed
    return opening if isinstance(opening, OpenRoom) else None


def signed_name(line: Record | State) -> str | None:
    """The name under which a room's log is signed, which no table can have."""
    opening = opening_of(line)
    return f"room/{opening.name}" if opening is not None else None


def _encode(record: Record) -> bytes:
    return msgspec.json.encode(row_of(record))


def _decode(body: bytes) -> Record:
    return record_of(msgspec.json.decode(body, type=Row))


ROOM = LogFormat(
    of="room",
    record=Record,
    snapshot=State,
    encode=_encode,
    decode=_decode,
    signed_name=signed_name,
    is_signed=is_signed,
    is_closed=is_closed,
    over="the room is closed",
    unreadable="{log} is not a room's log: {line} is not an event of a room",
)


class RoomStore(LogStore[Record, State]):
    """A room's log in any place. With the house's key every line but the first is signed."""

    format = ROOM
