"""The stores of a table's log (`pitboss.table.log.log`), with its records and snapshots."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from pitboss.table.commands import Close, Open
from pitboss.table.log import log
from pitboss.table.log.log import LogFormat, LogStore
from pitboss.table.log.records import Record, Row, record_of, row_of
from pitboss.table.log.sealed import FilePlace, Line, Place, Sync
from pitboss.table.log.snapshots import Snapshot

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey

Store: TypeAlias = log.Store[Record, Snapshot]


class MemoryStore(log.MemoryStore[Record, Snapshot]):
    """A table's log in memory."""

    of = "table"


def is_signed(line: Record | Snapshot) -> bool:
    """True for lines that the house signs: the end of a round or of the sitting, and snapshots."""
    return isinstance(line, Snapshot) or line.end is not None or isinstance(line.deed, Close)


def is_closed(line: Record | Snapshot) -> bool:
    """True if the sitting is over with this line."""
    return line.closed if isinstance(line, Snapshot) else isinstance(line.deed, Close)


def name_of(line: Record | Snapshot) -> str | None:
    """The table's name in the first line of its log or in a snapshot; None if the line opens no table."""
    opening = line.opening if isinstance(line, Snapshot) else line.deed
    return opening.name if isinstance(opening, Open) else None


_to_json = msgspec.json.Encoder().encode


def _encode(record: Record) -> bytes:
    return _to_json(row_of(record))


def _decode(body: bytes) -> Record:
    return record_of(msgspec.json.decode(body, type=Row))


TABLE = LogFormat(
    of="table",
    record=Record,
    snapshot=Snapshot,
    encode=_encode,
    decode=_decode,
    signed_name=name_of,
    is_signed=is_signed,
    is_closed=is_closed,
    over="the sitting is over",
    unreadable="{log}, {line} is not an event as a table writes it",
)


class TableStore(LogStore[Record, Snapshot]):
    """A table's log in any place. With the house's key it signs the end of every round and of the sitting."""

    format = TABLE


class FileStore(TableStore):
    """A table's log in a file."""

    def __init__(self, path: str | Path, *, signer: "HouseKey | None" = None, sync: Sync | None = None) -> None:
        super().__init__(FilePlace(Path(path), sync), signer=signer)


def read_line(log: Path | Place, line: Line) -> Record | Snapshot:
    """The record or snapshot in a line of a table's log."""
    return TABLE.read_line(log, line)


def read_log(log: Path | Place) -> Iterator[Record | Snapshot]:
    """Every record and snapshot in a table's log, with every seal checked."""
    return TABLE.read_log(log)
