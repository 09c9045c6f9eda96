"""The record of each command, and the command's effect on the state of the room. The state changes in this way only, whether
live, resumed or replayed.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.card_room import commands as said
from pitboss.card_room import jackpots, tables, waiting
from pitboss.card_room.books import Books
from pitboss.card_room.commands import Author, Command, Deed
from pitboss.card_room.state import Mark, State


class Record(msgspec.Struct, frozen=True):
    """One accepted command and its result. `version` is the room's version after it."""

    version: int
    command: Command
    mark: Mark | None = None  # the position of its table's log, for commands about one
    books: Books | None = None  # of a table that this command closed
    gave: Any = None  # the result: cents, awards, a count, a place on the list


class Row(msgspec.Struct, omit_defaults=True):
    """A record as JSON has it."""

    v: int
    at: int
    by: Author
    command: Deed
    id: str = ""
    mark: Mark | None = None
    books: Books | None = None
    gave: Any = None


def row_of(record: Record) -> Row:
    """A record as plain JSON."""
    command = record.command
    return Row(record.version, command.at, command.author, command.deed, command.id, record.mark, record.books, record.gave)


def record_of(row: Row) -> Record:
    """The record in a row."""
    return Record(row.v, Command(row.command, row.by, row.at, id=row.id), row.mark, row.books, row.gave)


def open_room(opening: said.OpenRoom, at: int) -> tuple[State, Record]:
    """The state of a new room, and its first record."""
    state = State(opening, 1, at)
    return state, Record(1, Command(opening, said.HOUSE, at))


def carry_out(state: State, command: Command, mark: Mark | None = None, books: Books | None = None) -> tuple[Record, Any]:
    """Applies a command to the state of a room; returns its record and its result. A PitbossError means that the command is
    refused and nothing has changed, except Unbalanced: money appeared or vanished, and the state is useless."""
    deed = command.deed
    gave = DEEDS[type(deed)](state, command, mark, books)
    for fund in state.funds.values():
        fund.balance()
    if mark is not None and isinstance(deed, said.Note | said.TakeSeat):
        state.tables[deed.table].mark = mark
    command = Command(deed, command.author, command.at, None, command.id)  # the version it was made for is not recorded
    state.version += 1
    state.at = max(state.at, command.at)
    state.closed = type(deed) is said.CloseRoom
    state.begun = command if type(deed) is said.TakeSeat else None
    if command.id:
        state.remember(command.author, command.id)
    return Record(state.version, command, mark, books, msgspec.json.decode(msgspec.json.encode(gave))), gave


def _close_table(state: State, command: Command, mark: Mark | None, books: Books | None) -> None:
    assert isinstance(command.deed, said.CloseTable) and mark is not None and books is not None
    tables.close_table(state, command.deed, mark, books)


def _plain(effect: Callable[[State, Any], Any]) -> Callable[[State, Command, Mark | None, Books | None], Any]:
    return lambda state, command, mark, books: effect(state, command.deed)


def _timed(effect: Callable[[State, Any, float], Any]) -> Callable[[State, Command, Mark | None, Books | None], Any]:
    return lambda state, command, mark, books: effect(state, command.deed, command.minutes)


DEEDS: dict[type[Any], Callable[[State, Command, Mark | None, Books | None], Any]] = {
    said.OpenTable: _plain(tables.open_table),
    said.CloseTable: _close_table,
    said.CloseRoom: _plain(tables.close_room),
    said.Note: _plain(tables.note),
    said.Join: _plain(waiting.join),
    said.Strike: _plain(waiting.strike),
    said.TakeSeat: _plain(waiting.take_seat),
    said.Offer: _plain(jackpots.offer),
    said.CountBoxes: _plain(jackpots.count),
    said.VerifyCount: _plain(jackpots.verify),
    said.Adjust: _plain(jackpots.adjust),
    said.PayBadBeat: _timed(jackpots.pay_bad_beat),
    said.StartPeriod: _timed(jackpots.start_period),
    said.Track: _timed(jackpots.track),
    said.Dismiss: _plain(jackpots.dismiss),
    said.EndPeriod: _timed(jackpots.end_period),
    said.Collect: _timed(jackpots.collect),
    said.Expire: _timed(jackpots.expire),
    said.Discontinue: _plain(jackpots.discontinue),
}
