"""The journal: reads all lines in the order written, and checks each against its stream and the other tables.

The lines alone tell accounts and roles, seats, ledger entries, rounds, request ids and linked meters. `Journal` folds them a
page at a time; its memory grows with streams and accounts, not with lines.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sa

from pitboss.card_room.logs import ROOM_LOG
from pitboss.card_room.records import Record as RoomRecord
from pitboss.card_room.stores import ROOM
from pitboss.errors import PitbossError, Unbalanced
from pitboss.evidence.keys import HouseKey, PublicKey
from pitboss.evidence.records import Discarded, Promised
from pitboss.floor.books.account_records import AccountRecords
from pitboss.floor.books.archive_records import ArchiveRecords
from pitboss.floor.books.audit_result import MismatchError, check_line
from pitboss.floor.books.ledger import Entries, Expected
from pitboss.floor.people import office
from pitboss.floor.play.broken_tables import entries_of as returned_by
from pitboss.floor.play.broken_tables import stream_of
from pitboss.floor.storage import checkpoints
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.postings import collected, entries_of, follow_seats
from pitboss.floor.storage.schema import command as commands
from pitboss.floor.storage.schema import played as rounds
from pitboss.floor.storage.signing import is_marked, objection, signer_of
from pitboss.floor.storage.streams import version_in
from pitboss.floor.storage.transactions import RECORD, SNAPSHOT, CommandRow, Entry, Played, StreamLine
from pitboss.table.commands import Close, Discard, Open
from pitboss.table.log.records import Reading, Record
from pitboss.table.log.sealed import FIRST, SNAPSHOT_START, digest, seal_before
from pitboss.table.log.stores import TABLE
from pitboss.table.money.linked_meter import Moved
from pitboss.table.money.linked_meter import Opened as MeterOpened

Tell = Callable[[str, float], None]
COMMANDS, ROUNDS = [commands.c[name] for name in CommandRow._fields], [rounds.c[name] for name in Played._fields]
UNREADABLE = (msgspec.MsgspecError, PitbossError, ValueError, TypeError, KeyError, RecursionError)


@dataclass
class Stream:
    """The head of a stream; of a table also seats, round and opening."""

    name: str
    bank: str
    seq: int = 0
    seal: str = FIRST
    version: int = 0
    snapshots: int = 0
    signed: int = 0  # lines of the office or of checkpoints
    vouched: int = 0  # the last line that the house signed or marked, or that a checkpoint names
    marked: bool = False  # whether the last line has a mark
    opening: Open | None = None
    closed: bool = False
    names: dict[int, str] = field(default_factory=dict)
    since: int = 0
    rounds: int = 0
    shows: Reading | None = None  # of a meter
    expected: list[Moved] = field(default_factory=list)  # moves of tables, due next in the meter's log

    def where(self, line: StreamLine | None = None) -> str:
        """The stream, or a line of it, for a sentence."""
        return self.name if line is None else f"{self.name}, line {line.seq}"


@dataclass
class Holder:
    """An account as the office has it: each field is a column of the database."""

    name: str
    role: str
    guest: bool
    created: int
    disabled: bool = False


@dataclass
class Opening:
    """A table or a room as the office has it."""

    kind: str
    bank: str
    chapter: str
    by: int
    closed: bool = False
    closed_by: int = 0
    opened_at: int = field(default=0, compare=False)
    closed_at: int = field(default=0, compare=False)
    fallen: bool = field(default=False, compare=False)  # it could not be rebuilt, and was closed from the ledger


class Journal:
    """The fold of all lines."""

    def __init__(self, view: View, key: PublicKey | HouseKey | None = None) -> None:
        self.view = view
        self._house = key if isinstance(key, HouseKey) else None  # to check marks
        self._key = key.public if isinstance(key, HouseKey) else key
        self.records_of = AccountRecords()
        self.archives = ArchiveRecords()
        self.unsigned = self.checkpoints = 0  # lines of the office before the first that is signed; checkpoints
        self.current_key = ""  # the key of the house at this line, "" before the floor was opened under one
        self._handed_over: dict[str, tuple[int, str]] | None = None  # all heads when the key changed, until the next checkpoint
        self.keys_changed = 0
        self.signs = False  # whether a table was served by a version that signs the office
        self.streams: dict[str, Stream] = {}
        self.accounts: dict[int, Holder] = {}
        self.named: dict[str, int] = {}  # the holders of names, present or last
        self.opened: dict[str, Opening] = {}
        self.entries = Entries(view, self.bank_of)
        self.last = 0  # the number of the last line in the database
        self.lines = self.records = self.signatures = 0
        self.said = self.played = self.discarded = 0
        self._discarding: dict[str, str] = {}  # banks that discard promises, with the line that does so first
        self._said: list[tuple[str, CommandRow]] = []  # of this page
        self._played: list[tuple[str, Played]] = []

    def read(self, tell: Tell | None = None) -> None:
        """Reads all lines; raises MismatchError at the first that does not fit."""
        last = self.view.connection.execute(sa.text("SELECT max(id) FROM event")).scalar() or 0
        for page in self.view.pages(self.last):
            for number, line in page:
                self.take(number, line)
            self.last = page[-1][0]
            self._compare_page()
            if tell is not None:
                tell("lines and ledger", self.last / last)
        self._end()

    def take(self, number: int, line: StreamLine) -> None:
        """The next line of any stream."""
        stream = self.streams.get(line.stream)
        if stream is None:
            stream = self.streams[line.stream] = Stream(line.stream, _bank(line.stream))
        _follow(stream, line)
        if stream.name in (office.STREAM, checkpoints.STREAM):
            self._check_signature(stream, line)
        if self.current_key and signer_of(line) not in ("", self.current_key):  # what cannot be read is named below
            raise MismatchError(
                stream.where(line), f"it is not signed with {self.current_key}, the key of the house at that time"
            )
        self.lines += 1
        self.signatures += bool(line.signature)
        if self._check_mark(stream, line) or line.signature:
            stream.vouched = line.seq
        if line.kind == SNAPSHOT:
            return
        self.records += 1
        try:
            self._take_record(number, stream, line)
        except MismatchError:
            raise
        except Unbalanced as error:
            raise MismatchError(stream.where(line), error.message) from None
        except UNREADABLE as error:
            raise MismatchError(stream.where(line), f"it cannot be read: {str(error)[:200]}") from None

    def _check_signature(self, stream: Stream, line: StreamLine) -> None:
        """The house signs every line of its own streams. An earlier version signed none of the office."""
        where, signed = stream.where(line), stream.signed
        stream.signed += bool(line.signature)
        if not line.signature and (signed or stream.name != office.STREAM):
            raise MismatchError(where, "the house signs such a line, and did not sign this one")
        self.unsigned += not line.signature
        if line.signature and self._key is not None and (why := objection(stream.name, line, self._key)):
            raise MismatchError(where, why)

    def _check_mark(self, stream: Stream, line: StreamLine) -> bool:
        """Check a line's mark, which every line has since a marking version served the floor. True if marked."""
        if (line.mark or stream.marked) and self._house is not None and not self._is_marked(self._house, line):
            raise MismatchError(stream.where(line), "it does not have the mark of the house: no server wrote it")
        stream.marked = bool(line.mark)
        return stream.marked and self._house is not None

    def _is_marked(self, house: HouseKey, line: StreamLine) -> bool:
        """Whether the key that the house had at this line marked it, or the one that it was just changed to."""
        if is_marked(house, line) or not house.earlier:
            return is_marked(house, line)
        keys = [each.key for each in house.public.all]
        known = keys[: keys.index(self.current_key) + 1] if self.current_key in keys else keys
        return any(is_marked(house, line, public) for public in known)

    def bank_of(self, stream: str) -> str:
        """The bank of a stream, "" if there is no such stream."""
        known_stream = self.streams.get(stream)
        return known_stream.bank if known_stream is not None else ""

    def _take_record(self, number: int, stream: Stream, line: StreamLine) -> None:
        where = stream.where(line)
        if stream.name == office.STREAM:
            self._take_office(number, where, office.decode(line.body))
        elif stream.name == checkpoints.STREAM:
            self._take_checkpoint(where, line)
        elif stream.name.startswith("meter/"):
            self._take_meter(stream, where, line)
        elif stream.name.endswith(f"/{ROOM_LOG}"):
            found = ROOM.decode(line.body)
            if isinstance(found, RoomRecord):
                said = found.command
                self._expect_said(where, said.author.name, said.id, stream.name, found.version)
                entries = collected(found, stream.bank.removeprefix("room/"), self.named)
                self._expect_entries(number, stream.bank, where, entries)
        else:
            record = TABLE.decode(line.body)
            if not isinstance(record, Record):
                raise MismatchError(where, "it is a snapshot that is kept as a record")
            self._take_table(number, stream, where, record)

    # ------------------------------------------------------------------ tables

    def _take_table(self, number: int, stream: Stream, where: str, record: Record) -> None:
        if isinstance(record.deed, Open) and stream.opening is None:
            self._open(stream, where, record.deed)
        opening = stream.opening
        if opening is None:
            raise MismatchError(where, "the log does not begin with its table")
        stream.closed = isinstance(record.deed, Close)
        self._take_chance(stream, where, record)
        self._expect_said(where, record.author.name, record.id, stream.name, record.version)
        entries = entries_of(record, stream.name, stream.names, self.named, opening.linked)
        self._expect_entries(number, stream.bank, where, entries)
        follow_seats(stream.names, record.steps)
        if opening.linked:
            self._move_meter(stream, where, record)
        if record.end is not None:
            stream.rounds += 1
            end, first, stream.since = record.end, stream.since + 1, record.version
            self._played.append((where, Played(stream.name, end.round, first, record.version, record.at, end.void)))

    def _take_chance(self, stream: Stream, where: str, record: Record) -> None:
        """Check discarded promises: only where the office says so, once per table. Versions with promises of the second scheme
        sign the office."""
        for each in record.evidence:
            self.discarded += isinstance(each, Discarded)
            self.signs = self.signs or (isinstance(each, Promised) and each.scheme > 1)
        if isinstance(record.deed, Discard):
            self._discarding.setdefault(stream.bank, where)

    def _open(self, stream: Stream, where: str, opening: Open) -> None:
        stream.opening = opening
        if opening.linked and stream.bank == stream.name:
            stream.bank = f"meter/{opening.linked}"
        if stream.name.startswith("table/") and opening.name != stream.name:
            raise MismatchError(where, f"it is the log of {opening.name}")

    def _expect_entries(self, number: int, bank: str, where: str, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self.entries.expect(bank, Expected(number, where, entry.account, entry.cents))

    def _expect_said(self, where: str, name: str, id_: str, stream: str, version: int) -> None:
        if not id_:
            return
        if name not in self.named:
            raise MismatchError(where, f"it was said by {name or 'nobody'}, who has no account")
        self._said.append((where, CommandRow(self.named[name], id_, stream, version)))

    # ------------------------------------------------------------------ meters

    def _move_meter(self, stream: Stream, where: str, record: Record) -> None:
        """Check that a linked table read and moved its meter."""
        meter = self.streams.get(stream.bank)
        if meter is None or meter.shows is None:
            raise MismatchError(where, f"there is no log of the {stream.bank} to which the table is linked")
        for read in record.drawn:
            if isinstance(read, Reading) and read != meter.shows:
                raise MismatchError(where, f"the table read {read} off the meter, whose log says {meter.shows}")
        if record.meter is not None:
            meter.expected.append(Moved(stream.name, record.version, record.meter))

    def _take_meter(self, meter: Stream, where: str, line: StreamLine) -> None:
        event = msgspec.json.decode(line.body, type=MeterOpened | Moved)
        if isinstance(event, MeterOpened) != (meter.shows is None):
            raise MismatchError(where, "a meter's log begins with the meter, and goes on with what tables moved")
        if isinstance(event, MeterOpened):
            if f"meter/{event.name}" != meter.name:
                raise MismatchError(where, f"it is the log of the meter {event.name}")
            meter.shows = Reading(event.cents, "0")
            return
        if event.closed:
            table = self.streams.get(event.table)
            if table is None or not table.closed or table.version != event.version or event.shows != meter.shows:
                raise MismatchError(where, f"{event.table} did not close at version {event.version}")
            return
        expected = meter.expected.pop(0) if meter.expected else None
        if event != expected:
            raise MismatchError(where, f"the meter's log says {_words(event)}, the tables' logs say {_words(expected)}")
        meter.shows = event.shows

    # ------------------------------------------------------------------ checkpoints

    def _take_checkpoint(self, where: str, line: StreamLine) -> None:
        """Check that all heads of a checkpoint are there."""
        self.checkpoints += 1
        checkpoint = checkpoints.read(line.body)
        if self._handed_over is not None:
            if checkpoint.streams != self._handed_over:
                raise MismatchError(where, "it does not name every log as it was when the house changed its key")
            self._handed_over = None
        if (checkpoint.v, digest(checkpoint.previous, line.body)) != (line.seq, line.seal):
            raise MismatchError(where, "it does not refer to the checkpoint before it")
        for stream, (seq, seal) in checkpoint.streams.items():
            known = self.streams.get(stream)
            if known is None or (seq, seal) != (known.seq, known.seal):
                check_line(self.view, stream, seq, seal, f"{where} has")
            if known is not None:
                known.vouched = max(known.vouched, seq)

    # ------------------------------------------------------------------ the office

    def _take_office(self, number: int, where: str, event: office.Event) -> None:
        cents = 0
        self.records_of.take(event)
        self.archives.take(event)
        match event:
            case office.FloorOpened():
                self.current_key = event.key
            case office.KeyChanged():
                self._change_key(where, event)
            case office.AccountMade():
                if event.account in self.accounts:
                    raise MismatchError(where, f"account {event.account} was made before")
                self.accounts[event.account] = Holder(event.name, event.role, event.guest, event.at)
                self.named[event.name], cents = event.account, event.cents
            case office.AccountNamed():
                holder = self._holder(where, event.account)
                holder.name, holder.guest = event.name, False
                self.named[event.name] = event.account
            case office.RoleGranted():
                self._holder(where, event.account).role = event.role
            case office.AccountDisabled() | office.AccountEnabled():
                self._holder(where, event.account).disabled = isinstance(event, office.AccountDisabled)
            case office.ChipsIssued():
                self._holder(where, event.account)
                cents = event.cents
            case office.TableOpened():
                opening = Opening("table", event.bank, event.chapter, event.by.account, opened_at=event.at)
                self._opened(where, event.table, opening)
            case office.RoomOpened():
                opening = Opening("room", f"room/{event.room}", event.chapter, event.by.account, opened_at=event.at)
                self._opened(where, event.room, opening)
            case office.TableReopened():
                self._reopened(where, event)
            case office.TableClosed():
                self._closed(number, where, event.table, event)
            case office.RoomClosed():
                self._closed(number, where, event.room, event)
            case office.PromisesDiscarded():
                if self._discarding.pop(event.bank, None) is None:
                    raise MismatchError(where, f"no table of {event.bank} has discarded a promise")
        if cents and isinstance(event, office.AccountMade | office.ChipsIssued):
            issued = (Entry("issued", -cents), Entry(f"cage/{event.account}", cents))
            self._expect_entries(number, office.STREAM, where, issued)

    def _change_key(self, where: str, event: office.KeyChanged) -> None:
        """From here on another key signs. The next line is a checkpoint that names every log to its end."""
        if event.before != self.current_key:
            raise MismatchError(where, f"the key of the house was {self.current_key or 'none'} before, and not {event.before}")
        self.current_key, self.keys_changed = event.key, self.keys_changed + 1
        ends = {name: (stream.seq, stream.seal) for name, stream in self.streams.items() if name != checkpoints.STREAM}
        self._handed_over = ends

    def _fall(self, number: int, where: str, opening: Opening, event: office.TableClosed | office.RoomClosed) -> None:
        """Check the closing of a broken table or room, and return its chips."""
        opening.fallen = event.fallen
        for returned in event.returned:
            holder, name = self._holder(where, returned.account), stream_of(event, returned)
            stream = self.streams.get(name)
            if stream is None or stream.names.get(returned.seat) != holder.name:
                raise MismatchError(where, f"{holder.name} did not sit at seat {returned.seat} of {name}")
        self._expect_entries(number, office.STREAM, where, returned_by(event))

    def _holder(self, where: str, account: int) -> Holder:
        if account not in self.accounts:
            raise MismatchError(where, f"there is no account {account} yet")
        return self.accounts[account]

    def _opened(self, where: str, name: str, opening: Opening) -> None:
        if name in self.opened:
            raise MismatchError(where, f"{name} was opened before")
        self.opened[name] = opening

    def _reopened(self, where: str, event: office.TableReopened) -> None:
        opening = self.opened.get(event.table)
        if opening is None or opening.kind != "table" or not opening.closed or opening.fallen:
            raise MismatchError(where, f"{event.table} is no table that was closed")
        opening.closed, opening.closed_by, opening.closed_at = False, 0, 0
        opening.by, opening.opened_at = event.by.account, event.at

    def _closed(self, number: int, where: str, name: str, event: office.TableClosed | office.RoomClosed) -> None:
        if name not in self.opened or self.opened[name].closed:
            raise MismatchError(where, f"{name} is not open")
        opening = self.opened[name]
        opening.closed, opening.closed_by, opening.closed_at = True, event.by.account, event.at
        self._fall(number, where, opening, event)

    # ------------------------------------------------------------------ the other tables

    def _compare_page(self) -> None:
        self.entries.compare()
        self._compare_said()
        self._compare_played()

    def _compare_said(self) -> None:
        wanted, self._said = self._said, []
        keys = [(command.account, command.id) for _, command in wanted]
        stored = {row[:2]: CommandRow(*row) for row in self._rows(COMMANDS, keys)}
        for where, command in wanted:
            row = stored.get((command.account, command.id))
            if row is None:
                raise MismatchError(where, f"account {command.account} said it under the id {command.id!r}, which is not kept")
            if row != command:
                why = f"it is kept for version {row.version} of {row.stream}"
                used = f"was used for version {command.version} of {command.stream}"
                raise MismatchError(f"the id {command.id!r} of account {command.account}", f"{why}, and {used}")
        self.said += len(wanted)

    def _compare_played(self) -> None:
        wanted, self._played = self._played, []
        keys = [(round_.stream, round_.round) for _, round_ in wanted]
        stored = {row[:2]: Played(*row) for row in self._rows(ROUNDS, keys)}
        for where, round_ in wanted:
            row = stored.get((round_.stream, round_.round))
            if row != round_:
                why = "is not in the list of rounds" if row is None else f"is listed as {row[2:]}, and was {round_[2:]}"
                raise MismatchError(where, f"round {round_.round} {why}")
        self.played += len(wanted)

    def _rows(self, columns: list[sa.Column[Any]], keys: list[Any], size: int = 200) -> Iterator[tuple[Any, ...]]:
        """The rows with these keys, which are in the first two columns, in batches that fit a query."""
        query, key = sa.select(*columns), sa.tuple_(*columns[:2])
        for at in range(0, len(keys), size):
            yield from map(tuple, self.view.connection.execute(query.where(key.in_(keys[at : at + size]))))

    def _end(self) -> None:
        """Nothing is left over on either side."""
        self.entries.end()
        told = self.streams.get(office.STREAM)
        if self.signs and (told is None or not told.signed):
            raise MismatchError(office.STREAM, "no line of it is signed, and the house signs it since it served these tables")
        if self._handed_over is not None:
            raise MismatchError(office.STREAM, "the house changed its key, and no checkpoint was signed with the new one")
        for where in self._discarding.values():
            raise MismatchError(where, "promises are discarded, and the office does not say why")
        for stream in self.streams.values():
            if stream.expected:
                raise MismatchError(stream.name, f"the meter's log lacks {_words(stream.expected[0])}")
        if self._count("command") != self.said:
            raise self._foreign_command()
        if self._count("played") != self.played:
            raise self._foreign_round()

    def _count(self, table: str) -> int:
        return int(self.view.connection.execute(sa.text(f"SELECT count(*) FROM {table}")).scalar() or 0)

    def _foreign_command(self) -> MismatchError:
        """Check for a request id without a record."""
        for row in self.view.connection.execute(sa.select(*COMMANDS).execution_options(yield_per=1000)):
            command = CommandRow(*row)
            if not self._was_said(command):
                why = f"no record of {command.stream} at version {command.version} was said under it"
                return MismatchError(f"the id {command.id!r} of account {command.account}", why)
        return MismatchError("the ids of commands", "there are more than records that were said under one")

    def _was_said(self, command: CommandRow) -> bool:
        for _, line in self.view.records(command.stream, command.version, command.version):
            body = msgspec.json.decode(line.body)
            who = body["by"][1] if len(body["by"]) > 1 else ""
            return bool(body.get("id") == command.id and self.named.get(who) == command.account)
        return False

    def _foreign_round(self) -> MismatchError:
        """Check for a round without a record."""
        query = sa.select(rounds.c.stream, rounds.c.round).execution_options(yield_per=1000)
        for stream, number in self.view.connection.execute(query):
            known = self.streams.get(stream)
            if known is None or not 1 <= number <= known.rounds:
                return MismatchError(f"round {number} of {stream}", "it is in the list of rounds, and no record ends it")
        return MismatchError("the list of rounds", "it has more rounds than the records")


def _bank(stream: str) -> str:
    """The bank by the name of a stream."""
    parts = stream.split("/")
    return "/".join(parts[:2]) if parts[0] == "room" else stream


def _follow(stream: Stream, line: StreamLine) -> None:
    """A line follows the last one of its stream; raises MismatchError."""
    where = stream.where(line)
    if line.seq != stream.seq + 1:
        raise MismatchError(where, f"line {stream.seq + 1} is missing, or lines were written in another order")
    if digest(stream.seal, line.body) != line.seal:
        raise MismatchError(where, "it has been edited: its seal does not hold")
    kind = SNAPSHOT if line.body.startswith(SNAPSHOT_START) else RECORD
    version = version_in(line.body, stream.version) if kind == RECORD else stream.version
    if line.kind != kind:
        raise MismatchError(where, f"it is kept as a {line.kind}, and is a {kind}")
    if line.version != version or (kind == RECORD and version != stream.version + 1):
        raise MismatchError(where, f"it is kept as version {line.version}, and says {version} after {stream.version}")
    if kind == SNAPSHOT and seal_before(line.body) != stream.seal:
        raise MismatchError(where, "the snapshot does not say behind which seal it stands")
    stream.snapshots += kind == SNAPSHOT
    stream.seq, stream.seal, stream.version = line.seq, line.seal, version


def _words(moved: Moved | None) -> str:
    if moved is None:
        return "that no table moved it"
    return f"that {moved.table} moved it to {moved.shows.cents} cents at version {moved.version}"
