"""How far an audit came, in a file that the house signs: the next audit goes on from there.

The file has what the lines up to then add up to, and the snapshot from which each table is played again. Those lines must still
be in the database; what they say is not verified again.
"""

import os
from pathlib import Path

import msgspec

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor.books.audit_result import check_line
from pitboss.floor.books.journal import Holder, Journal, Opening, Stream
from pitboss.floor.books.replays import Heads
from pitboss.floor.storage.checkpoints import read_signed
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.export import text, write_new
from pitboss.floor.storage.signing import line_behind
from pitboss.floor.storage.sqlite import OWNER_ONLY
from pitboss.table.log.sealed import FIRST

STREAM = "audit"
COUNTS = ("lines", "records", "signatures", "said", "played", "discarded", "unsigned", "checkpoints", "keys_changed")


class Progress(msgspec.Struct, frozen=True):
    """What an audit has verified."""

    event: int  # the last line in the database, and the last entry of the ledger
    entry: int
    counts: dict[str, int]
    key: str  # of the house, at that line
    signs: bool
    streams: list[Stream]
    accounts: dict[int, Holder]
    named: dict[str, int]
    opened: dict[str, Opening]
    entries: int
    sums: dict[str, int]
    units: dict[str, tuple[int, int]]  # of the ledger, by bank
    recorded: bool
    passwords: dict[int, str]
    sessions: dict[int, list[str]]
    snapshots: Heads  # with which the replay of each table begins
    archives: dict[str, tuple[str, int, int, str]] = {}
    deleted: list[str] = []
    imported: dict[str, tuple[int, str]] = {}


def progress_of(view: View, journal: Journal, heads: Heads) -> Progress:
    """How far a journal has come that was read to its end."""
    entries, people = journal.entries, journal.records_of
    last = {stream: max(view.snapshots(stream), default=0) for stream in heads if stream.startswith("table/")}
    return Progress(
        journal.last,
        entries.last,
        {name: getattr(journal, name) for name in COUNTS},
        journal.current_key,
        journal.signs,
        list(journal.streams.values()),
        journal.accounts,
        journal.named,
        journal.opened,
        entries.count,
        dict(entries.sums),
        entries.units(),
        people.complete,
        people.passwords,
        {account: sorted(sessions) for account, sessions in people.sessions.items()},
        {stream: line for stream, line in last.items() if line},
        journal.archives.parts,
        journal.archives.deleted,
        journal.archives.imported,
    )


def go_on(view: View, journal: Journal, progress: Progress) -> None:
    """Have a journal go on from where an audit came; raises MismatchError if a line of then is not there any more."""
    for name, count in progress.counts.items():
        setattr(journal, name, count)
    journal.last, journal.current_key, journal.signs = progress.event, progress.key, progress.signs
    journal.streams = {stream.name: stream for stream in progress.streams}
    journal.accounts, journal.named, journal.opened = progress.accounts, progress.named, progress.opened
    journal.entries.go_on(view, progress.entry, progress.entries, progress.sums, progress.units)
    archives = journal.archives
    archives.parts, archives.deleted, archives.imported = progress.archives, progress.deleted, progress.imported
    people = journal.records_of
    people.complete, people.passwords = progress.recorded, progress.passwords
    people.sessions = {account: set(sessions) for account, sessions in progress.sessions.items()}
    for stream in progress.streams:
        check_line(view, stream.name, stream.seq, stream.seal, "the last audit saw")


def read_progress(path: Path, key: HouseKey) -> Progress:
    """The progress in a file; raises PitbossError unless the house has signed it."""
    line = read_signed(path, STREAM, key.public, "how far an audit came, as `pitboss audit --since` writes it")
    try:
        return msgspec.json.decode(line.body, type=Progress)
    except msgspec.MsgspecError as error:
        raise PitbossError(
            f"{path} cannot be read by this version ({error}): remove it, and the next audit is a whole one"
        ) from None


def write_progress(path: Path, progress: Progress, key: HouseKey) -> None:
    """Replace a file by how far an audit came. It has digests of sessions, so only its owner may read it."""
    line = line_behind(FIRST, STREAM, 1, msgspec.json.encode(progress), key)
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    write_new(new, [text(line)])
    new.chmod(OWNER_ONLY)
    os.replace(new, path)
