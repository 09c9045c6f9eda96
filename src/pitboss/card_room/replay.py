"""The log of a room played again: every command has the effect that is on record, and every table came as far as the room says.

`fold` gives the state to which records lead; `replay_room` proves the logs of a room: the seals and signatures of its own log,
what followed from each command, and the log of every table, whose hands must have given what the room took note of.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from pitboss.card_room import commands as said
from pitboss.card_room.books import Books, books_of_table
from pitboss.card_room.logs import ROOM_LOG, Folder, PlacedLogs, log_name
from pitboss.card_room.records import Record, carry_out, opened
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

Seen = Callable[[str, Table], None]  # what is done with a table that was replayed, by the name of its log


class OfTable(Difference):
    """The log of a table does not follow the rules, or does not fit the log of its room."""

    def __init__(self, log: str, difference: Difference) -> None:
        Exception.__init__(self, f"{log}, {difference}")
        self.line = difference.line


class Proven(NamedTuple):
    """What a replay has shown: the state to which the log of the room leads, how many of its lines are signed, and the logs of
    tables whose cards are sealed. Nobody but the house can play those hands again."""

    state: State
    signatures: int
    sealed: list[str]


def begin(first: Record) -> State:
    """The state of a room whose log begins so; raises BadLog."""
    opening = first.command.deed
    if not isinstance(opening, said.OpenRoom):
        raise BadLog("this is not a room's log: it does not start with the room")
    state, again = opened(opening, first.command.at)
    if first != again:
        raise BadLog("the first line of the room's log does not describe a room")
    return state


def fold(snapshot: State | None, records: Iterable[Record]) -> State:
    """The state to which records lead, from a snapshot on or from the first; raises BadLog."""
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
    """Carries out a recorded command; raises Difference where anything else follows from it."""
    told = msgspec.json.encode(record.command.deed).decode()
    try:
        again, _ = carry_out(state, record.command, record.mark, record.books)
    except PitbossError as error:
        raise Difference(line, told, str(error)) from error
    except (KeyError, TypeError, ValueError, AttributeError, AssertionError, OverflowError) as error:
        raise BadLog(f"line {line} of the room's log is not a command as a room writes it") from error
    if again.version != record.version:
        raise Difference(line, f"version {record.version}", f"version {again.version}")
    if again.gave != record.gave:
        raise Difference(line, f"that {told} gave {record.gave}", f"{again.gave}")


def replay_room(given: Path | PlacedLogs, key: Key = None, *, unfinished: bool = False, seen: Seen | None = None) -> Proven:
    """Replays the log of a room, and those of its tables. Raises Difference where they do not follow the rules or do not belong
    together, BadLog where one is missing, cut short or edited. With a key, the house must have signed them. In a room that is
    being run hands may be `unfinished`."""
    logs = given if isinstance(given, PlacedLogs) else Folder(given if given.is_dir() else given.parent)
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
    for name, number, notes in notes_of(records):
        log = log_name(name, number)
        table = logs.place(log)
        if not table.is_empty() or notes:  # else the room was stopped before its first line
            told = told_by(log, table, f"{state.opening.name}/{name}/{number}", key)
            check_notes(log, table, told, notes)
            if is_sealed(table) and house_key(key) is None:
                sealed.append(log)
            else:
                played = play_again(log, table, notes, key, unfinished)
                if seen is not None:
                    seen(log, played)
    return Proven(state, proof.signatures, sealed)


def _next(state: State | None, found: Record | State, line: Line) -> State:
    """The state after a line."""
    if state is None:
        if not isinstance(found, Record):
            raise BadLog("this is not a room's log: it does not start with the room")
        return begin(found)
    if isinstance(found, Record):
        repeat(state, found, line.number)
    elif not is_same(found, state):
        raise Difference(line.number, "a snapshot", "something else is in the room")
    return state


# ---------------------------------------------------------------------------- the tables


class Noted(NamedTuple):
    """How far a table had come when the room took note: of a hand that was over and what it gave, of a player who sits down
    next, or of the books with which the table is closed."""

    mark: Mark
    hand: int = 0
    cents: int = 0
    sits: Sit | None = None
    books: Books | None = None


def notes_of(records: Iterable[Record]) -> Iterator[tuple[str, int, list[Noted]]]:
    """What a room noted of each opening of each table: the name of the table, which opening, and the notes."""
    openings: dict[str, int] = {}
    found: dict[tuple[str, int], list[Noted]] = {}
    for record in records:
        deed = record.command.deed
        if isinstance(deed, said.OpenTable):
            openings[deed.table] = openings.get(deed.table, 0) + 1
            found[deed.table, openings[deed.table]] = []
        elif isinstance(deed, said.Note | said.TakeSeat | said.CloseTable) and record.mark is not None:
            noted = Noted(record.mark, books=record.books)
            if isinstance(deed, said.Note):
                noted = Noted(record.mark, deed.hand, sum(deed.contributions.values()))
            elif isinstance(deed, said.TakeSeat):
                noted = Noted(record.mark, sits=Sit(deed.seat, deed.player, deed.cents))
            found[deed.table, openings[deed.table]].append(noted)
    return ((name, number, notes) for (name, number), notes in found.items())


class Told(NamedTuple):
    """What the log of a table tells of what concerns the room."""

    lines: dict[Mark, int]  # of its versions and seals
    boxes: dict[int, int]  # cents that each hand gave to jackpots
    sat: dict[int, Sit]  # who sat down, by the version at which he did
    version: int  # at its end


def told_by(log: str, place: Place, name: str, key: Key) -> Told:
    """What the log of a table tells, which must be of this table and, where there is a key, signed; raises Difference or
    BadLog."""
    told, proof = Told({}, {}, {}, 0), Proof(TABLE, public_key(key))
    try:
        for line, event in proof.read(place):
            if proof.name != name:
                raise BadLog(f"{place} is the log of {proof.name}, not of {name}")
            told.lines[event.version, line.seal] = line.number
            if isinstance(event, TableRecord) and isinstance(event.deed, Sit):
                told.sat[event.version] = event.deed
            if isinstance(event, TableRecord) and event.end is not None:
                told.boxes[event.end.round] = event.end.box
    except Unproven as difference:
        raise OfTable(log, difference) from None
    return told._replace(version=max((version for version, _ in told.lines), default=0))


def check_notes(log: str, place: Place, told: Told, notes: list[Noted]) -> None:
    """Whether the log of a table has all that the room took note of, as it did; raises Difference or BadLog."""
    for noted in notes:
        if noted.mark not in told.lines:
            raise BadLog(f"{place}, version {noted.mark[0]} is not the one of which the room took note")
        if noted.hand and (gave := told.boxes.get(noted.hand)) != noted.cents:
            why = f"hand {noted.hand} gave jackpots {gave} cents; the room noted {noted.cents}"
            raise OfTable(log, Unproven(told.lines[noted.mark], why))
    seated = {noted.mark[0] + 1: noted.sits for noted in notes if noted.sits is not None and noted.mark[0] < told.version}
    for version in sorted(seated.keys() | told.sat.keys()):
        if seated.get(version) != told.sat.get(version):
            why = f"the table says {told.sat.get(version)}, the room {seated.get(version)}"
            raise OfTable(log, Unproven(version, why))


def is_sealed(place: Place) -> bool:
    """Whether the cards of a table's log are sealed: at Poker they are never revealed, as folded hands stay hidden."""
    first = next(read_log(place))
    return isinstance(first, TableRecord) and any(getattr(each, "sealed", "") for each in first.evidence)


def play_again(log: str, place: Place, notes: list[Noted], key: Key, unfinished: bool = False) -> Table:
    """The table whose log follows the rules, up to the books with which it was closed; raises Difference or BadLog."""
    try:
        table = replay(place, game, key=key, vouched=True, unfinished=unfinished)  # by the marks in the room's own log
    except Difference as difference:
        raise OfTable(log, difference) from None
    closed = next((noted.books for noted in notes if noted.books is not None), None)
    if closed is not None and closed != (books := books_of_table(table)):
        raise OfTable(log, Difference(notes[-1].mark[0], f"{books} at the end", f"that the room closed it with {closed}"))
    return table
