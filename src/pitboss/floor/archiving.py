"""Archiving: old rounds into signed files, files deleted on record, and logs of other houses.

A file is written, synced, named and read back before a row changes; its rows are emptied in one transaction with the line of
the office that names it. Whenever that is interrupted, the next call goes on: a file without such a line is compared with the
log, and taken as it is or refused.
"""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from pitboss.errors import BadLog, NotRevealed, PitbossError
from pitboss.evidence.keys import HouseKey, PublicKey
from pitboss.floor.books.archive_records import ArchiveRecords
from pitboss.floor.books.audit import open_floor
from pitboss.floor.books.progress import read_progress
from pitboss.floor.books.replays import LONGEST
from pitboss.floor.office_commands import signer_of
from pitboss.floor.people import office
from pitboss.floor.storage.archives import Span, check_file, signature_of, signed_path
from pitboss.floor.storage.backup import time_in
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.export import file_name, text, write_new
from pitboss.floor.storage.transactions import SNAPSHOT, ConflictError, Execute, Unit, now, unit_of
from pitboss.floor.storage.writer import Writer
from pitboss.games import game
from pitboss.table.commands import Open
from pitboss.table.log.log import Difference
from pitboss.table.log.records import Record
from pitboss.table.log.replay import replay
from pitboss.table.log.sealed import FIRST, read_lines, sync_folder, to_disk
from pitboss.table.log.stores import read_log

DAY = 86_400_000  # milliseconds
IMPORTED = "imported"  # the folder within the archives for logs of other houses
LIVE = "SELECT min(seq) FROM event WHERE stream = :stream AND length(body) > 0"
WHOLE = "SELECT count(*) FROM event WHERE stream = ? AND seq BETWEEN ? AND ? AND length(body) > 0"
EMPTY = "UPDATE event SET body = ? WHERE stream = ? AND seq BETWEEN ? AND ?"


@dataclass(frozen=True)
class Archived:
    """What was archived: the files, and how many lines and bytes left the database."""

    folder: str
    files: list[str]
    lines: int
    bytes: int


# ---------------------------------------------------------------------------- into files


async def archive(url: str, days: int, key: Path | None = None) -> Archived:
    """Archive the rounds that ended more than so many days ago, also while the floor is served; raises PitbossError."""
    with closing(open_floor(url)) as database:
        signer = _signer(database, key)
        spans = database.view(lambda connection: due(View(connection), now() - days * DAY))
        writer = Writer(database.backend(signer=signer), asyncio.get_running_loop())
        lines = size = 0
        try:
            for span in spans:
                seal = database.view(partial(_written, span, database.archive, signer))
                await writer.write(emptying(span, seal))
                lines += span.last - span.first + 1
                size += (database.archive / span.file).stat().st_size
        finally:
            await writer.close()
        return Archived(str(database.archive), [span.file for span in spans], lines, size)


def _written(span: Span, folder: Path, key: HouseKey, connection: sa.Connection) -> str:
    return write_part(View(connection), span, folder, key)


def _signer(database: Database, key: Path | None) -> HouseKey:
    signer = signer_of(database, key)
    if signer is None:
        raise PitbossError(f"{database} has never been served: there is nothing to archive")
    return signer


def due(view: View, before: int) -> list[Span]:
    """The lines of tables and Poker rooms that can be archived: up to the last snapshot that was taken before a time."""
    return [span for stream in view.streams() if stream.startswith(("table/", "room/")) for span in _due(view, stream, before)]


def _due(view: View, stream: str, before: int) -> Iterator[Span]:
    first = view.scalar(LIVE, stream=stream)
    last = 0
    for snapshot in view.snapshots(stream, first or 0):
        if not 0 < _time_before(view, stream, snapshot) < before:
            break
        last = snapshot - 1
        if last - first >= LONGEST:
            yield Span(stream, first, last)
            first, last = snapshot, 0
    if last:
        yield Span(stream, first, last)


def _time_before(view: View, stream: str, snapshot: int) -> int:
    """The time of the record before a snapshot."""
    lines = view.page(stream, max(0, snapshot - 2))[:1]
    return time_in(lines[0].body) if lines and lines[0].kind != SNAPSHOT else 0


def write_part(view: View, span: Span, folder: Path, key: HouseKey) -> str:
    """Write lines into a file with its signature, and read them back; the last seal. A file of an interrupted call is taken as
    it is if it has these lines; raises PitbossError if it has others."""
    path = folder / span.file
    make_folders(path.parent)
    if not path.exists():
        write_new(path, map(text, _lines(view, span)))
    if path.read_bytes() != b"".join(map(text, _lines(view, span))):
        raise PitbossError(f"{path} is not what {span.stream} has: move it away")
    seal = check_file(path, span, None)
    if not signed_path(path).exists():
        before = FIRST if span.first == 1 else view.page(span.stream, span.first - 2)[0].seal
        write_new(signed_path(path), [signature_of(span, before, seal, key)])
    check_file(path, span, key.public)
    return seal


def _lines(view: View, span: Span) -> Iterator[Any]:
    for line in view.lines(span.stream, span.first - 1):
        if line.seq > span.last:
            return
        yield line


def make_folders(folder: Path) -> None:
    """Makes a folder and those above it, each durably; raises PitbossError."""
    if folder.is_dir():
        return
    make_folders(folder.parent)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        sync_folder(folder.parent, to_disk)
    except OSError as error:
        raise PitbossError(f"{folder} cannot be made: {error.strerror}") from None


def emptying(span: Span, seal: str) -> Unit:
    """A unit that empties the bodies of lines that a file has, with the line of the office that names the file."""

    def work(execute: Execute, unit: Unit) -> None:
        if execute(WHOLE, [*span])[0][0] != span.last - span.first + 1:
            raise ConflictError(f"lines {span.first} to {span.last} of {span.stream} were archived a moment ago")
        execute(EMPTY, [b"", *span])
        unit.office = [
            office.encode(office.RoundsArchived(by=office.HOUSE, at=now(), **span._asdict(), seal=seal, file=span.file))
        ]

    return unit_of(work)


# ---------------------------------------------------------------------------- deleting


def records_of(database: Database) -> ArchiveRecords:
    """What the office has of the archives of a floor."""
    records = ArchiveRecords()

    def read(connection: Any) -> None:
        for line in View(connection).lines(office.STREAM):
            records.take(office.decode(line.body))

    database.view(read)
    return records


async def delete(url: str, file: str, why: str, since: Path, key: Path | None = None) -> Span:
    """Delete a file of the archives, on record. Only an audit that is kept in `since` vouches for its lines from then on, so it
    must have verified them; raises PitbossError."""
    with closing(open_floor(url)) as database:
        signer, records = _signer(database, key), records_of(database)
        if file not in records.parts:
            raise PitbossError(f"there is no archive {file}; `pitboss archive --list` names them")
        span, path = Span(*records.parts[file][:3]), database.archive / file
        if file not in records.deleted:
            check_verified(since, span, signer)
            event = office.ArchiveDeleted(by=office.HOUSE, at=now(), file=file, why=why)
            await _record(database, signer, event)
        elif not path.exists():
            raise PitbossError(f"{file} was deleted before")
        for each in (path, signed_path(path)):
            each.unlink(missing_ok=True)
        return span


def check_verified(since: Path, span: Span, key: HouseKey) -> None:
    """Check that an audit can go on without some lines; raises PitbossError."""
    if span.stream.startswith("room/"):
        raise PitbossError("a Poker room is audited as a whole: its archives are kept")
    if not since.exists():
        raise PitbossError(f"{since} does not exist: `pitboss audit --since {since}` verifies the lines and makes it")
    progress = read_progress(since, key)
    if progress.snapshots.get(span.stream, 0) <= span.last:
        raise PitbossError(f"the audit in {since} did not come past line {span.last} of {span.stream}: audit again first")


async def _record(database: Database, signer: HouseKey, event: office.Event) -> None:
    writer = Writer(database.backend(signer=signer), asyncio.get_running_loop())
    try:
        await writer.write(Unit(office=[office.encode(event)]))
    finally:
        await writer.close()


# ---------------------------------------------------------------------------- logs of other houses


@dataclass(frozen=True)
class Imported:
    """A log of another house that was verified and put into the archives."""

    file: str
    house: str
    lines: int
    rounds: int
    signatures: int
    not_verified: str = ""  # what only the key of that house verifies


async def import_log(url: str, log: Path, house: PublicKey, key: Path | None = None) -> Imported:
    """Bring the log of a table that another house exported into the archives of a floor, once every seal, signature and round
    of it is verified; raises PitbossError. Its chips stay where they are: it is history, and no table of this floor."""
    verified = verify_log(log, house)
    with closing(open_floor(url)) as database:
        signer, records = _signer(database, key), records_of(database)
        if verified.file in records.imported:
            raise PitbossError(f"this floor has {verified.file} already")
        path, content = database.archive / verified.file, log.read_bytes()
        make_folders(path.parent)
        if not path.exists():
            write_new(path, [content])
        if path.read_bytes() != content:
            raise PitbossError(f"{path} is another log: move it away")
        *_, end = read_lines(path)
        if end.number != verified.lines:
            raise PitbossError(f"{log} changed while it was imported")
        file, rounds = verified.file, verified.rounds
        event = office.LogImported(
            by=office.HOUSE, at=now(), file=file, house=house.key, lines=end.number, rounds=rounds, seal=end.seal
        )
        await _record(database, signer, event)
        return verified


def verify_log(log: Path, house: PublicKey) -> Imported:
    """Verify a log of another house; raises PitbossError with what is wrong with it."""
    if not log.is_file():
        raise PitbossError(f"{log} is not the log of one table: `pitboss export --log table/NAME` makes one")
    rest = ""
    try:
        table = replay(log, game, key=house)
        signatures, rounds = table.signatures, table.rounds
    except NotRevealed as error:
        rest, rounds = error.rest(_rounds(log)), _rounds(log)
        signatures = error.table.signatures if error.table is not None else 0
    except (Difference, BadLog) as error:
        raise PitbossError(f"{log} is refused: {error}") from None
    opening = next(iter(read_log(log)))
    assert isinstance(opening, Record) and isinstance(opening.deed, Open)
    if not signatures:
        raise PitbossError(f"{log} is refused: no round of it is signed with {house.key[:16]}…")
    lines = sum(1 for _ in read_lines(log))
    name = str(Path(IMPORTED) / house.key[:16] / file_name(opening.deed.name))
    return Imported(name, house.key, lines, rounds, signatures, rest)


def _rounds(log: Path) -> int:
    return max((found.end.round for found in _records(read_log(log)) if found.end is not None), default=0)


def _records(found: Iterable[Any]) -> Iterator[Record]:
    return (each for each in found if isinstance(each, Record))
