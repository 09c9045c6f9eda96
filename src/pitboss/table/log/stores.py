"""Where the records of a table go: stores (`pitboss.table.log.log`) with a table's records and snapshots."""

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
    """Whether the house signs a line: where a round or the sitting ended, and a snapshot."""
    return isinstance(line, Snapshot) or line.end is not None or isinstance(line.deed, Close)


def is_closed(line: Record | Snapshot) -> bool:
    """Whether the sitting is over with a line."""
    return line.closed if isinstance(line, Snapshot) else isinstance(line.deed, Close)


def name_of(line: Record | Snapshot) -> str | None:
    """The name of the table whose log begins so, or is read from there; None where no table does."""
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
    """A table's log, in whatever place it lies; with a key of the house the end of every round is signed, and the end of the
    sitting."""

    format = TABLE


class FileStore(TableStore):
    """A table's log in a file."""

    def __init__(self, path: str | Path, *, signer: "HouseKey | None" = None, sync: Sync | None = None) -> None:
        super().__init__(FilePlace(Path(path), sync), signer=signer)


def read_line(log: Path | Place, line: Line) -> Record | Snapshot:
    """What a line of a table's log says."""
    return TABLE.read_line(log, line)


def read_log(log: Path | Place) -> Iterator[Record | Snapshot]:
    """Everything in a table's log, every seal checked."""
    return TABLE.read_log(log)
