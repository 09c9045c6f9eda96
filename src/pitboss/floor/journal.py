"""All lines of a floor, read in the order in which they were written: each must follow the last of its stream, and each has to
agree with what the other tables of the database say of it.

From the lines alone follow who had which account and role, who sat where, which entries the ledger has, which rounds are over,
which commands were carried out, what a meter showed that several tables move. `Journal` folds all of it, a page of lines at a
time, and compares; what it holds grows with the number of streams and accounts, never with the number of lines.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sa

from pitboss.card_room.logs import ROOM_LOG
from pitboss.card_room.records import Record as RoomRecord
from pitboss.card_room.stores import ROOM
from pitboss.errors import PitbossError, Unbalanced
from pitboss.evidence.keys import PublicKey
from pitboss.evidence.records import Discarded, Promised
from pitboss.floor import checkpoints, office
from pitboss.floor.account_records import AccountRecords
from pitboss.floor.entries import Entries, Expected
from pitboss.floor.fallen import entries_of as returned_by
from pitboss.floor.fallen import stream_of
from pitboss.floor.money import collected, entries_of
from pitboss.floor.schema import command as commands
from pitboss.floor.schema import event as events
from pitboss.floor.schema import played as rounds
from pitboss.floor.signing import objection
from pitboss.floor.streams import BEHIND, version_in
from pitboss.floor.units import RECORD, SNAPSHOT, Entry, Played, Said, StreamLine
from pitboss.floor.verdicts import Differs
from pitboss.floor.view import View
from pitboss.table.commands import Close, Discard, Open
from pitboss.table.linked import Moved
from pitboss.table.linked import Opened as MeterOpened
from pitboss.table.records import Reading, Record
from pitboss.table.sealed import FIRST, digest
from pitboss.table.steps import seat_of
from pitboss.table.stores import TABLE

Tell = Callable[[str, float], None]
UNREADABLE = (msgspec.MsgspecError, PitbossError, ValueError, TypeError, KeyError, RecursionError)


@dataclass
class Stream:
    """How far a stream has come; of a table also who sits there, since when the round lasts, and how it was opened."""

    name: str
    bank: str
    seq: int = 0
    seal: str = FIRST
    version: int = 0
    snapshots: int = 0
    signed: int = 0  # lines of the office or of checkpoints
    vouched: int = 0  # the last line that a signature stands under, its own or that of a checkpoint
    opening: Open | None = None
    closed: bool = False
    names: dict[int, str] = field(default_factory=dict)
    since: int = 0
    rounds: int = 0
    shows: Reading | None = None  # of a meter
    expected: deque[Moved] = field(default_factory=deque)  # what tables moved, and the meter's log has to have next

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
    """What the lines of a floor come to."""

    def __init__(self, view: View, key: PublicKey | None = None) -> None:
        self.view, self._key = view, key
        self.records_of = AccountRecords()
        self.unsigned = self.checkpoints = 0  # lines of the office before the first that is signed; checkpoints
        self._signs = False  # whether a table was served by a version that signs the office
        self.streams: dict[str, Stream] = {}
        self.accounts: dict[int, Holder] = {}
        self.named: dict[str, int] = {}  # who has a name, or had it last
        self.opened: dict[str, Opening] = {}
        self.entries = Entries(view, self.bank_of)
        self.lines = self.records = self.signatures = 0
        self.said = self.played = self.discarded = 0
        self._discarding: dict[str, str] = {}  # banks that discard promises, with the line that does so first
        self._said: list[tuple[str, Said]] = []  # of this page
        self._played: list[tuple[str, Played]] = []

    def read(self, tell: Tell | None = None) -> None:
        """Reads all lines; raises Differs at the first that does not fit."""
        last = self.view.connection.execute(sa.text("SELECT max(id) FROM event")).scalar() or 0
        for page in self.view.pages():
            for number, line in page:
                self.take(number, line)
            self._compare_page()
            if tell is not None:
                tell("lines and ledger", page[-1][0] / last)
        self._end()

    def take(self, number: int, line: StreamLine) -> None:
        """The next line of any stream."""
        stream = self.streams.get(line.stream)
        if stream is None:
            stream = self.streams[line.stream] = Stream(line.stream, _bank(line.stream))
        _follow(stream, line)
        if stream.name in (office.STREAM, checkpoints.STREAM):
            self._check_signature(stream, line)
        self.lines += 1
        self.signatures += bool(line.signature)
        if line.signature:
            stream.vouched = line.seq
        if line.kind == SNAPSHOT:
            return
        self.records += 1
        try:
            self._take_record(number, stream, line)
        except Differs:
            raise
        except Unbalanced as error:
            raise Differs(stream.where(line), error.message) from None
        except UNREADABLE as error:
            raise Differs(stream.where(line), f"it cannot be read: {str(error)[:200]}") from None

    def _check_signature(self, stream: Stream, line: StreamLine) -> None:
        """The house signs every line of its own streams. An earlier version signed none of the office."""
        where, signed = stream.where(line), stream.signed
        stream.signed += bool(line.signature)
        if not line.signature and (signed or stream.name != office.STREAM):
            raise Differs(where, "the house signs such a line, and did not sign this one")
        self.unsigned += not line.signature
        if line.signature and self._key is not None and (why := objection(stream.name, line, self._key)):
            raise Differs(where, why)

    def bank_of(self, stream: str) -> str:
        """The bank that a stream belongs to, "" where there is no such stream."""
        found = self.streams.get(stream)
        return found.bank if found is not None else ""

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
                self._expect_entries(number, stream, where, entries)
        else:
            record = TABLE.decode(line.body)
            if not isinstance(record, Record):
                raise Differs(where, "it is a snapshot that is kept as a record")
            self._take_table(number, stream, where, record)

    # ------------------------------------------------------------------ tables

    def _take_table(self, number: int, stream: Stream, where: str, record: Record) -> None:
        if isinstance(record.deed, Open) and stream.opening is None:
            self._open(stream, where, record.deed)
        opening = stream.opening
        if opening is None:
            raise Differs(where, "the log does not begin with its table")
        stream.closed = isinstance(record.deed, Close)
        self._take_chance(stream, where, record)
        self._expect_said(where, record.author.name, record.id, stream.name, record.version)
        entries = entries_of(record, stream.name, stream.names, self.named, opening.linked)
        self._expect_entries(number, stream, where, entries)
        _seat(stream, record)
        if opening.linked:
            self._move_meter(stream, where, record)
        if record.end is not None:
            stream.rounds += 1
            end, first, stream.since = record.end, stream.since + 1, record.version
            self._played.append((where, Played(stream.name, end.round, first, record.version, record.at, end.void)))

    def _take_chance(self, stream: Stream, where: str, record: Record) -> None:
        """Promises are discarded where the office says so, once for all tables of a bank, and nowhere else. Promises of the
        second scheme are made by versions that sign the office."""
        for each in record.evidence:
            self.discarded += isinstance(each, Discarded)
            self._signs = self._signs or (isinstance(each, Promised) and each.scheme > 1)
        if isinstance(record.deed, Discard):
            self._discarding.setdefault(stream.bank, where)

    def _open(self, stream: Stream, where: str, opening: Open) -> None:
        stream.opening = opening
        if opening.linked and stream.bank == stream.name:
            stream.bank = f"meter/{opening.linked}"
        if stream.name.startswith("table/") and opening.name != stream.name:
            raise Differs(where, f"it is the log of {opening.name}")

    def _expect_entries(self, number: int, stream: Stream, where: str, entries: list[Entry]) -> None:
        for entry in entries:
            self.entries.expect(stream.bank, Expected(number, where, entry.account, entry.cents))

    def _expect_said(self, where: str, name: str, id_: str, stream: str, version: int) -> None:
        if not id_:
            return
        if name not in self.named:
            raise Differs(where, f"it was said by {name or 'nobody'}, who has no account")
        self._said.append((where, Said(self.named[name], id_, stream, version)))

    # ------------------------------------------------------------------ meters

    def _move_meter(self, stream: Stream, where: str, record: Record) -> None:
        """A table that is linked to a meter read what that showed, and moved it."""
        meter = self.streams.get(stream.bank)
        if meter is None or meter.shows is None:
            raise Differs(where, f"there is no log of the {stream.bank} to which the table is linked")
        for read in record.drawn:
            if isinstance(read, Reading) and read != meter.shows:
                raise Differs(where, f"the table read {read} off the meter, whose log says {meter.shows}")
        if record.meter is not None:
            meter.expected.append(Moved(stream.name, record.version, record.meter))

    def _take_meter(self, meter: Stream, where: str, line: StreamLine) -> None:
        event = msgspec.json.decode(line.body, type=MeterOpened | Moved)
        if isinstance(event, MeterOpened) != (meter.shows is None):
            raise Differs(where, "a meter's log begins with the meter, and goes on with what tables moved")
        if isinstance(event, MeterOpened):
            if f"meter/{event.name}" != meter.name:
                raise Differs(where, f"it is the log of the meter {event.name}")
            meter.shows = Reading(event.cents, "0")
            return
        if event.closed:
            table = self.streams.get(event.table)
            if table is None or not table.closed or table.version != event.version or event.shows != meter.shows:
                raise Differs(where, f"{event.table} did not close at version {event.version}")
            return
        expected = meter.expected.popleft() if meter.expected else None
        if event != expected:
            raise Differs(where, f"the meter's log says {_words(event)}, the tables' logs say {_words(expected)}")
        meter.shows = event.shows

    # ------------------------------------------------------------------ checkpoints

    def _take_checkpoint(self, where: str, line: StreamLine) -> None:
        """All that a checkpoint says was written before it is there."""
        self.checkpoints += 1
        found = checkpoints.read(line.body)
        if (found.v, digest(found.previous, line.body)) != (line.seq, line.seal):
            raise Differs(where, "it does not refer to the checkpoint before it")
        for stream, (seq, seal) in found.streams.items():
            known = self.streams.get(stream)
            if known is None or (seq, seal) != (known.seq, known.seal):
                check_line(self.view, stream, seq, seal, f"{where} has")
            if known is not None:
                known.vouched = max(known.vouched, seq)

    # ------------------------------------------------------------------ the office

    def _take_office(self, number: int, where: str, event: office.Event) -> None:
        cents = 0
        self.records_of.take(event)
        match event:
            case office.AccountMade():
                if event.account in self.accounts:
                    raise Differs(where, f"account {event.account} was made before")
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
            case office.TableClosed():
                self._closed(where, event.table, event)
                self._fall(number, where, self.opened[event.table], event)
            case office.RoomClosed():
                self._closed(where, event.room, event)
                self._fall(number, where, self.opened[event.room], event)
            case office.PromisesDiscarded():
                if self._discarding.pop(event.bank, None) is None:
                    raise Differs(where, f"no table of {event.bank} has discarded a promise")
        if cents and isinstance(event, office.AccountMade | office.ChipsIssued):
            for entry in (Entry("issued", -cents), Entry(f"cage/{event.account}", cents)):
                self.entries.expect(office.STREAM, Expected(number, where, entry.account, entry.cents))

    def _fall(self, number: int, where: str, opening: Opening, event: office.TableClosed | office.RoomClosed) -> None:
        """A table or a room that could not be rebuilt was closed: what its seats held went to its players."""
        opening.fallen = event.fallen
        for returned in event.returned:
            holder, name = self._holder(where, returned.account), stream_of(event, returned)
            stream = self.streams.get(name)
            if stream is None or stream.names.get(returned.seat) != holder.name:
                raise Differs(where, f"{holder.name} did not sit at seat {returned.seat} of {name}")
        for entry in returned_by(event):
            self.entries.expect(office.STREAM, Expected(number, where, entry.account, entry.cents))

    def _holder(self, where: str, account: int) -> Holder:
        if account not in self.accounts:
            raise Differs(where, f"there is no account {account} yet")
        return self.accounts[account]

    def _opened(self, where: str, name: str, opening: Opening) -> None:
        if name in self.opened:
            raise Differs(where, f"{name} was opened before")
        self.opened[name] = opening

    def _closed(self, where: str, name: str, event: office.TableClosed | office.RoomClosed) -> None:
        if name not in self.opened or self.opened[name].closed:
            raise Differs(where, f"{name} is not open")
        opening = self.opened[name]
        opening.closed, opening.closed_by, opening.closed_at = True, event.by.account, event.at

    # ------------------------------------------------------------------ the other tables

    def _compare_page(self) -> None:
        self.entries.compare()
        self._compare_said()
        self._compare_played()

    def _compare_said(self) -> None:
        wanted, self._said = self._said, []
        keys = [(said.account, said.id) for _, said in wanted]
        query = sa.select(commands.c.account, commands.c.id, commands.c.stream, commands.c.version)
        key = sa.tuple_(commands.c.account, commands.c.id)
        rows = [Said(*row) for part in _parts(keys) for row in self.view.connection.execute(query.where(key.in_(part)))]
        found = {(row.account, row.id): row for row in rows}
        for where, said in wanted:
            row = found.get((said.account, said.id))
            if row is None:
                raise Differs(where, f"account {said.account} said it under the id {said.id!r}, which is not kept")
            if row != said:
                told = f"it is kept for version {row.version} of {row.stream}"
                used = f"was used for version {said.version} of {said.stream}"
                raise Differs(f"the id {said.id!r} of account {said.account}", f"{told}, and {used}")
        self.said += len(wanted)

    def _compare_played(self) -> None:
        wanted, self._played = self._played, []
        keys = [(round_.stream, round_.round) for _, round_ in wanted]
        columns = [rounds.c[name] for name in Played._fields]
        key = sa.tuple_(rounds.c.stream, rounds.c.round)
        query = sa.select(*columns)
        rows = [Played(*row) for part in _parts(keys) for row in self.view.connection.execute(query.where(key.in_(part)))]
        found = {(row.stream, row.round): row for row in rows}
        for where, round_ in wanted:
            row = found.get((round_.stream, round_.round))
            if row != round_:
                told = "is not in the list of rounds" if row is None else f"is listed as {row[2:]}, and was {round_[2:]}"
                raise Differs(where, f"round {round_.round} {told}")
        self.played += len(wanted)

    def _end(self) -> None:
        """Nothing is left over on either side."""
        self.entries.end()
        told = self.streams.get(office.STREAM)
        if self._signs and (told is None or not told.signed):
            raise Differs(office.STREAM, "no line of it is signed, and the house signs it since it served these tables")
        for where in self._discarding.values():
            raise Differs(where, "promises are discarded, and the office does not say why")
        for stream in self.streams.values():
            if stream.expected:
                raise Differs(stream.name, f"the meter's log lacks {_words(stream.expected[0])}")
        if self._count("command") != self.said:
            raise self._foreign_command()
        if self._count("played") != self.played:
            raise self._foreign_round()

    def _count(self, table: str) -> int:
        return int(self.view.connection.execute(sa.text(f"SELECT count(*) FROM {table}")).scalar() or 0)

    def _foreign_command(self) -> Differs:
        """The id of a command that nobody said."""
        query = sa.select(commands.c.account, commands.c.id, commands.c.stream, commands.c.version)
        for row in self.view.connection.execute(query.execution_options(yield_per=1000)):
            said = Said(*row)
            if not self._was_said(said):
                why = f"no record of {said.stream} at version {said.version} was said under it"
                return Differs(f"the id {said.id!r} of account {said.account}", why)
        return Differs("the ids of commands", "there are more than records that were said under one")

    def _was_said(self, said: Said) -> bool:
        for _, line in self.view.records(said.stream, said.version, said.version):
            body = msgspec.json.decode(line.body)
            who = body["by"][1] if len(body["by"]) > 1 else ""
            return bool(body.get("id") == said.id and self.named.get(who) == said.account)
        return False

    def _foreign_round(self) -> Differs:
        """A round that nobody played."""
        query = sa.select(rounds.c.stream, rounds.c.round).execution_options(yield_per=1000)
        for stream, number in self.view.connection.execute(query):
            known = self.streams.get(stream)
            if known is None or not 1 <= number <= known.rounds:
                return Differs(f"round {number} of {stream}", "it is in the list of rounds, and no record ends it")
        return Differs("the list of rounds", "it has more rounds than the records")


def check_line(view: View, stream: str, seq: int, seal: str, told: str) -> None:
    """Whether a stream has a line with this seal; raises Differs."""
    query = sa.select(events.c.seal).where(events.c.stream == stream, events.c.seq == seq)
    found = view.connection.execute(query).scalar()
    if found is None:
        raise Differs(stream, f"{told} line {seq} of it, which is not there any more")
    if found != seal:
        raise Differs(stream, f"{told} another line {seq} of it")


def _bank(stream: str) -> str:
    """The bank of a stream, as far as its name tells."""
    parts = stream.split("/")
    return "/".join(parts[:2]) if parts[0] == "room" else stream


def _follow(stream: Stream, line: StreamLine) -> None:
    """A line follows the last one of its stream; raises Differs."""
    where = stream.where(line)
    if line.seq != stream.seq + 1:
        raise Differs(where, f"line {stream.seq + 1} is missing, or lines were written in another order")
    if digest(stream.seal, line.body) != line.seal:
        raise Differs(where, "it has been edited: its seal does not hold")
    kind = SNAPSHOT if line.body.startswith(BEHIND) else RECORD
    version = version_in(line.body, stream.version) if kind == RECORD else stream.version
    if line.kind != kind:
        raise Differs(where, f"it is kept as a {line.kind}, and is a {kind}")
    if line.version != version or (kind == RECORD and version != stream.version + 1):
        raise Differs(where, f"it is kept as version {line.version}, and says {version} after {stream.version}")
    if kind == SNAPSHOT and line.body[len(BEHIND) + 10 : len(BEHIND) + 74] != stream.seal.encode():
        raise Differs(where, "the snapshot does not say behind which seal it stands")
    stream.snapshots += kind == SNAPSHOT
    stream.seq, stream.seal, stream.version = line.seq, line.seal, version


def _seat(stream: Stream, record: Record) -> None:
    for step in record.steps:
        if step.act == "sit":
            stream.names[seat_of(step.who)] = step.note
        elif step.act == "leave":
            stream.names.pop(seat_of(step.who), None)


def _words(moved: Moved | None) -> str:
    if moved is None:
        return "that no table moved it"
    return f"that {moved.table} moved it to {moved.shows.cents} cents at version {moved.version}"


def _parts(keys: list[Any], size: int = 200) -> Iterator[list[Any]]:
    """Keys, so many at a time as a database takes in one question."""
    return (keys[at : at + size] for at in range(0, len(keys), size))
