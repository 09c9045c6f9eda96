"""Archives: what old lines say, moved out of the database into signed files.

The row of an archived line stays with its number, its seal and its mark, and an empty body; the ledger, the list of rounds and
the ids of commands stay whole. A file has the lines of one log from its beginning or a snapshot on, up to the line before
another snapshot, byte for byte as a log has them: the files of a log, one behind the other, are its beginning. Beside each lies
what the house signed of it.
"""

import os
import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from pitboss.errors import BadLog, PitbossError
from pitboss.evidence.keys import HouseKey, PublicKey
from pitboss.evidence.records import Hex32
from pitboss.floor.storage.checkpoints import read_signed
from pitboss.floor.storage.signing import line_behind
from pitboss.table.log.sealed import FIRST, Line, seal_before, text_of, unsealed

STREAM = "archive"  # the name under which the house signs what a file has
NAMED = re.compile(r"([0-9]{10})-([0-9]{10})\.log")
OPEN = 128  # files that are held in memory: one for each of so many tables


class Span(NamedTuple):
    """Lines of a log."""

    stream: str
    first: int
    last: int

    @property
    def file(self) -> str:
        """The file that has them, within the folder of the archives.

        >>> Span("table/blackjack", 1, 512).file
        'table/blackjack/0000000001-0000000512.log'
        """
        return f"{self.stream}/{self.first:010}-{self.last:010}.log"


class Signed(msgspec.Struct, frozen=True):
    """What the house signs of a file: its lines, the seal before the first and the seal of the last."""

    stream: str
    first: int
    last: int
    before: Hex32
    seal: Hex32


def archive_folder(database: Path | None) -> Path:
    """Where the archives of a floor lie: the folder that PITBOSS_ARCHIVE names, or one beside the file of the database."""
    named = os.environ.get("PITBOSS_ARCHIVE")
    return Path(named) if named else database.with_suffix(".archive") if database is not None else Path("floor.archive")


def signed_path(path: Path) -> Path:
    """What the house signed of a file."""
    return path.with_name(f"{path.name}.signed")


def signature_of(span: Span, before: str, seal: str, key: HouseKey) -> bytes:
    """What the house signs of a file, as a line."""
    line = line_behind(FIRST, STREAM, 1, msgspec.json.encode(Signed(*span, before, seal)), key)
    return text_of(Line(line.seq, line.body, line.seal, line.signature)) + b"\n"


def check_file(path: Path, span: Span, key: PublicKey | None) -> str:
    """Check a file: every seal, that it has these lines, and the signature of the house. Its last seal; raises PitbossError."""
    first: Line | None = None
    seal, number = FIRST, span.first - 1
    for line in read_part(path, span.first):
        first = first or line
        seal, number = line.seal, line.number
    if first is None or number != span.last:
        raise PitbossError(f"{path} ends with line {number} of {span.stream}, and not with line {span.last}")
    if key is not None:
        about = read_signed(signed_path(path), STREAM, key, "what the house signed of an archive")
        signed = msgspec.json.decode(about.body, type=Signed)
        if (signed.stream, signed.first, signed.last, signed.seal) != (*span, seal):
            raise PitbossError(f"{signed_path(path)} is about lines {signed.first} to {signed.last} of {signed.stream}")
    return seal


def read_part(path: Path, first: int) -> Iterator[Line]:
    """The lines of a file, every seal checked; raises PitbossError."""
    before: str | None = FIRST if first == 1 else None
    for number, row in enumerate(_rows(path), first):
        if before is None:
            before = seal_before(row)
        line = unsealed(row, before, number)
        if line is None:
            raise PitbossError(f"{path} was changed: the seal of line {number} does not hold")
        yield line
        before = line.seal


def _rows(path: Path) -> list[bytes]:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PitbossError(f"{path} cannot be read: {error.strerror}") from None
    if not content.endswith(b"\n"):
        raise PitbossError(f"{path} is cut short")
    return content.removesuffix(b"\n").split(b"\n")


class Archive:
    """The bodies of archived lines, from the files in a folder."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._spans: dict[str, list[Span]] = {}

    def body(self, stream: str, seq: int, seal: str) -> bytes:
        """What an archived line says; raises PitbossError if its file is not there."""
        spans = self._spans_of(stream)
        at = bisect_right(spans, seq, key=lambda span: span.first) - 1
        span = spans[at] if at >= 0 and seq <= spans[at].last else None
        if span is None or self.folder is None:
            raise PitbossError(
                f"line {seq} of {stream} is in an archive that is not here: PITBOSS_ARCHIVE names its folder; where it was"
                " deleted on record, `pitboss audit --since` goes on from an audit before that"
            )
        path = self.folder / span.file
        line = unsealed(_held(path, path.stat().st_mtime_ns)[seq - span.first], None, seq)
        if line is None or line.seal != seal:
            raise BadLog(f"the log {stream}, line {seq} was changed in its archive {span.file}")
        return line.body

    def _spans_of(self, stream: str) -> list[Span]:
        if stream not in self._spans:
            self._spans[stream] = list(spans_in(self.folder, stream)) if self.folder is not None else []
        return self._spans[stream]


@lru_cache(OPEN)
def _held(path: Path, changed: int) -> list[bytes]:
    return _rows(path)


def spans_in(folder: Path, stream: str) -> Iterator[Span]:
    """The lines of a log that files in a folder have, in order."""
    try:
        names = sorted(each.name for each in (folder / stream).iterdir())
    except OSError:
        return
    for name in names:
        if (match := NAMED.fullmatch(name)) is not None:
            yield Span(stream, int(match[1]), int(match[2]))
