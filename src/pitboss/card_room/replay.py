"""Replay of a room's log: every command has the recorded effect, and every table came as far as the room says.

`fold` returns the state after some records. `replay_room` proves the logs of a room: the seals and signatures of its own log,
the effect of each command, and the log of every table, whose hands must have given what the room noted.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from pitboss.card_room import commands as said
from pitboss.card_room.books import Books, books_of_table
from pitboss.card_room.logs import ROOM_LOG, Folder, PlacedLogs, log_name
from pitboss.card_room.records import Record, carry_out, open_room
from pitboss.card_room.state import Mark, State, is_same
from pitboss.card_room.stores import ROOM
from pitboss.errors import BadLog, PitbossError
from pitboss.games import game
from pitboss.table.commands import Sit
from pitboss.table.log.log import Difference, Proof, Unproven
from pitboss.table.log.proving import Key, house_key, public_key
from pitboss.table.log.records import Record as TableRecord
from pitboss.table.log.replay import replay
from pitboss.table.log.sealed import Line, Place
from pitboss.table.log.stores import TABLE, read_log
from pitboss.table.table import Table

OnTable = Callable[[str, Table], None]  # called with each replayed table and the name of its log


class TableDifference(Difference):
    """The log of a table breaks the rules, or does not fit the log of its room."""

    def __init__(self, log: str, difference: Difference) -> None:
        Exception.__init__(self, f"{log}, {difference}")
        self.line = difference.line


class RoomProof(NamedTuple):
    """The result of a replay: the state after the room's log, the number of its signed lines, and the table logs with sealed
    cards, whose hands only the house can replay."""

    state: State
    signatures: int
    sealed: list[str]


def begin(first: Record) -> State:
    """The state of a room after the first record of its log; raises BadLog."""
    opening = first.command.deed
    if not isinstance(opening, said.OpenRoom):
        raise BadLog("this is not a room's log: it does not start with the room")
    state, again = open_room(opening, first.command.at)
    if first != again:
        raise BadLog("the first line of the room's log does not describe a room")
    return state


def fold(snapshot: State | None, records: Iterable[Record]) -> State:
    """The state after some records, from a snapshot on or from the first record; raises BadLog."""
    state = snapshot
    for record in records:
        if state is None:
            state = begin(record)
            continue
        try:
            repeat(state, record, record.version)
        except Difference as difference:
            raise BadLog(f"the log of the room cannot be resumed: {difference}") from None
    if state is None:
        raise BadLog("this is not a room's log: it is empty")
    return state


def repeat(state: State, record: Record, line: int) -> None:
    """Carries out a recorded command; raises Difference where the result differs."""
    command = msgspec.json.encode(record.command.deed).decode()
    try:
        result, _ = carry_out(state, record.command, record.mark, record.books)
    except PitbossError as error:
        raise Difference(line, command, str(error)) from error
    except (KeyError, TypeError, ValueError, AttributeError, AssertionError, OverflowError) as error:
        raise BadLog(f"line {line} of the room's log is not a command as a room writes it") from error
    if result.version != record.version:
        raise Difference(line, f"version {record.version}", f"version {result.version}")
    if result.gave != record.gave:
        raise Difference(line, f"that {command} gave {record.gave}", f"{result.gave}")


def replay_room(
    location: Path | PlacedLogs, key: Key = None, *, unfinished: bool = False, seen: OnTable | None = None
) -> RoomProof:
    """Replays the log of a room and those of its tables. Raises Difference where they break the rules or do not fit together,
    BadLog where one is missing, cut short or edited. With a key, the house must have signed them. With `unfinished`, hands may
    still be in progress."""
    logs = location if isinstance(location, PlacedLogs) else Folder(location if location.is_dir() else location.parent)
    place = logs.place(ROOM_LOG)
    state: State | None = None
    proof, records = Proof(ROOM, public_key(key)), []
    for line, event in proof.read(place):
        if isinstance(event, Record):
            records.append(event)
        state = _next(state, event, line)
    if state is None:
        raise BadLog(f"{place} is not a room's log: it is empty")
    if key is not None and not state.opening.key:
        raise Unproven(1, "the room was opened without a key of the house")
    logs.check(state)
    sealed = []
    for name, number, notes in notes_by_opening(records):
        log = log_name(name, number)
        table = logs.place(log)
        if not table.is_empty() or notes:  # an empty log without notes: the room stopped before its first line
            contents = read_table_log(log, table, f"{state.opening.name}/{name}/{number}", key)
            check_notes(log, table, contents, notes)
            if is_sealed(table) and house_key(key) is None:
                sealed.append(log)
            else:
                replayed = replay_table(log, table, notes, key, unfinished)
                if seen is not None:
                    seen(log, replayed)
    return RoomProof(state, proof.signatures, sealed)


def _next(state: State | None, event: Record | State, line: Line) -> State:
    """The state after a line."""
    if state is None:
        if not isinstance(event, Record):
            raise BadLog("this is not a room's log: it does not start with the room")
        return begin(event)
    if isinstance(event, Record):
        repeat(state, event, line.number)
    elif not is_same(event, state):
        raise Difference(line.number, "a snapshot", "something else is in the room")
    return state


# ---------------------------------------------------------------------------- the tables


class TableNote(NamedTuple):
    """A table's mark at the time of a note in the room's log: after a hand and its contributions, before a player sits down, or
    with the books when the table is closed."""

    mark: Mark
    hand: int = 0
    cents: int = 0
    sits: Sit | None = None
    books: Books | None = None


def notes_by_opening(records: Iterable[Record]) -> Iterator[tuple[str, int, list[TableNote]]]:
    """The room's notes on each opening of each table: the table's name, the number of the opening, and the notes."""
    openings: dict[str, int] = {}
    by_opening: dict[tuple[str, int], list[TableNote]] = {}
    for record in records:
        deed = record.command.deed
        if isinstance(deed, said.OpenTable):
            openings[deed.table] = openings.get(deed.table, 0) + 1
            by_opening[deed.table, openings[deed.table]] = []
        elif isinstance(deed, said.Note | said.TakeSeat | said.CloseTable) and record.mark is not None:
            note = TableNote(record.mark, books=record.books)
            if isinstance(deed, said.Note):
                note = TableNote(record.mark, deed.hand, sum(deed.contributions.values()))
            elif isinstance(deed, said.TakeSeat):
                note = TableNote(record.mark, sits=Sit(deed.seat, deed.player, deed.cents))
            by_opening[deed.table, openings[deed.table]].append(note)
    return ((name, number, notes) for (name, number), notes in by_opening.items())


class TableLog(NamedTuple):
    """The contents of a table's log that concern the room."""

    lines: dict[Mark, int]  # line numbers, by version and seal
    boxes: dict[int, int]  # jackpot contributions of each hand, in cents
    sat: dict[int, Sit]  # players who sat down, by version
    version: int  # the last version


def read_table_log(log: str, place: Place, name: str, key: Key) -> TableLog:
    """Reads a table's log, which must belong to this table and be signed if there is a key; raises Difference or BadLog."""
    contents, proof = TableLog({}, {}, {}, 0), Proof(TABLE, public_key(key))
    try:
        for line, event in proof.read(place):
            if proof.name != name:
                raise BadLog(f"{place} is the log of {proof.name}, not of {name}")
            contents.lines[event.version, line.seal] = line.number
            if isinstance(event, TableRecord) and isinstance(event.deed, Sit):
                contents.sat[event.version] = event.deed
            if isinstance(event, TableRecord) and event.end is not None:
                contents.boxes[event.end.round] = event.end.box
    except Unproven as difference:
        raise TableDifference(log, difference) from None
    return contents._replace(version=max((version for version, _ in contents.lines), default=0))


def check_notes(log: str, place: Place, contents: TableLog, notes: list[TableNote]) -> None:
    """Checks a table's log against every note of the room; raises Difference or BadLog."""
    for note in notes:
        if note.mark not in contents.lines:
            raise BadLog(f"{place}, version {note.mark[0]} is not the one of which the room took note")
        if note.hand and (gave := contents.boxes.get(note.hand)) != note.cents:
            why = f"hand {note.hand} gave jackpots {gave} cents; the room noted {note.cents}"
            raise TableDifference(log, Unproven(contents.lines[note.mark], why))
    seated = {note.mark[0] + 1: note.sits for note in notes if note.sits is not None and note.mark[0] < contents.version}
    for version in sorted(seated.keys() | contents.sat.keys()):
        if seated.get(version) != contents.sat.get(version):
            why = f"the table says {contents.sat.get(version)}, the room {seated.get(version)}"
            raise TableDifference(log, Unproven(version, why))


def is_sealed(place: Place) -> bool:
    """True if the cards of a table's log are sealed: at Poker they are never revealed, because folded hands stay hidden."""
    first = next(read_log(place))
    return isinstance(first, TableRecord) and any(getattr(each, "sealed", "") for each in first.evidence)


def replay_table(log: str, place: Place, notes: list[TableNote], key: Key, unfinished: bool = False) -> Table:
    """Replays a table's log, and checks the books with which it was closed; raises Difference or BadLog."""
    try:
        table = replay(place, game, key=key, vouched=True, unfinished=unfinished)  # by the marks in the room's own log
    except Difference as difference:
        raise TableDifference(log, difference) from None
    closing_books = next((noted.books for noted in notes if noted.books is not None), None)
    if closing_books is not None and closing_books != (books := books_of_table(table)):
        raise TableDifference(
            log, Difference(notes[-1].mark[0], f"{books} at the end", f"that the room closed it with {closing_books}")
        )
    return table
