"""A Poker room: the owner of its tables, with the same interface as a table. Everything that happens there is a command. A
command is refused and changes nothing, or it is carried out, put on record whole, and only then visible to anyone.

`do` carries out a command. `at` passes a command on to a table and notes what it means for the room. `open_table`, `join`,
`seat` and others (`words`) are the same commands for a caller who stands in the room. Each table has a log of its own (`logs`).
A stopped room is resumed from its log and theirs: an act at a table that the room's log announced is carried out if the table's
log lacks it, and a hand in a table's log is noted if the room's log lacks it.
"""

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.card_room import commands as said
from pitboss.card_room.announcements import Announcement, announcements_of, describe
from pitboss.card_room.books import Books, books_of_fund, books_of_table
from pitboss.card_room.commands import HOUSE, Author, Call, Command, Deed, check_author, recordable
from pitboss.card_room.funds import Fund
from pitboss.card_room.hands import Names, check_offered, names_at, note_of, tell
from pitboss.card_room.logs import Folder, Logs, Opening
from pitboss.card_room.records import Record, carry_out, open_room
from pitboss.card_room.replay import fold
from pitboss.card_room.state import Mark, Waiting, copy_of
from pitboss.card_room.stores import Store
from pitboss.card_room.tables import check_open
from pitboss.card_room.waiting import check_turn
from pitboss.card_room.words import Words
from pitboss.errors import (
    BadCommand,
    BadLog,
    IllegalWager,
    NotAuthorized,
    NotYours,
    OutOfTurn,
    PitbossError,
    Stopped,
    Unbalanced,
)
from pitboss.games import NONBANKED, game
from pitboss.games.nonbanked.rules import memory_of, rules_of
from pitboss.games.nonbanked.seating import funds_needed
from pitboss.money import dollars
from pitboss.rulebook import POKER, Chapter, chapter
from pitboss.shoe import Chance, Source
from pitboss.table import commands as at_table
from pitboss.table.commands import FLOORPERSON
from pitboss.table.drivers import Driver, bots, drive
from pitboss.table.felt import HOUR
from pitboss.table.log.records import Record as TableRecord
from pitboss.table.round import Round
from pitboss.table.table import Table
from pitboss.table.working import check_works
from pitboss.version import __version__

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey

SNAPSHOT_RECORDS = 500  # from one snapshot to the next
MINUTE = 60_000  # milliseconds
ONE_TASK = "another task is using this room; a room can be used from one task only"
OF_THE_ROOM = (at_table.Open, at_table.Sit, at_table.Close)  # commands for the room, not for a table


class Room(Words):
    """The part of a casino that is set aside for Poker (§ 553.7(a), § 637a.7(a))."""

    store: Store | None

    def __init__(
        self,
        number: str = POKER,
        logs: Logs | Path | None = None,
        chance: Source | None = None,
        *,
        key: "HouseKey | None" = None,
        name: str = "",
    ) -> None:
        if number not in NONBANKED:
            raise NotAuthorized(f"a Poker room is run by chapter {' or '.join(NONBANKED)}, not {number}")
        self._place(logs, chance, key)
        name = name or f"{number}-{secrets.token_hex(8)}"  # secrets and signatures are bound to the name
        signer = self.logs.key.public.key if self.logs is not None and self.logs.key is not None else ""
        opening = said.OpenRoom(number, __version__, name, getattr(self.chance, "seeded", False), signer)
        self.state, first = open_room(opening, self._now())
        if self.logs is not None:
            store = self.store = self.logs.new()
            store.lease()
            store.append(0, (first,))

    def _place(self, logs: Logs | Path | None, chance: Source | None, key: "HouseKey | None") -> None:
        if key is not None and not isinstance(logs, Path):
            raise BadLog("a key signs the logs of a folder: name the folder")
        self.logs: Logs | None = Folder(logs, key) if isinstance(logs, Path) else logs
        self.chance = chance or Chance()
        self.tables: dict[str, Table] = {}
        self.store = None
        self.stopped = ""  # why no more commands are taken
        self._new: tuple[Opening, Any] | None = None  # the table that is about to be open_room, and its store
        self._using = threading.Lock()

    @staticmethod
    def resume(logs: Logs | Path, chance: Source | None = None, *, key: "HouseKey | None" = None) -> "Room":
        """The room that logs describe, with its tables; raises BadLog."""
        room = Room.__new__(Room)
        room._place(logs, chance, key)
        assert room.logs is not None
        room.store, snapshot, records = room.logs.again()
        try:
            room.state = fold(snapshot, records)
            room.logs.check(room.state)
            for name, opened in room.state.tables.items():
                room._table_again(room.logs, name, opened.mark, opened.hand)
            room._finish(room.logs)
        except BaseException:
            room.release()
            raise
        return room

    def _table_again(self, logs: Logs, name: str, mark: Mark, hand: int) -> None:
        opening = self._opening(name)
        table = self.tables[name] = logs.table_again(opening, self._chance(opening), mark)
        if table.rounds > hand + 1:
            raise BadLog(f"the log of the room has lost its last lines: table {name} has dealt hands of which it says nothing")

    def _finish(self, logs: Logs) -> None:
        """Completes what a stopped room had announced at a table, and notes the hands it had not noted yet. A seat that the
        table refuses is not taken, and the player neither sits nor waits; earlier versions of pitboss could record such a
        seat."""
        unfinished = self.state.begun
        if unfinished is not None and isinstance(unfinished.deed, said.TakeSeat):
            table = self.tables[unfinished.deed.table]
            if table.mark == self.state.tables[unfinished.deed.table].mark:
                try:
                    self._sit(unfinished.deed, unfinished)
                except PitbossError as error:
                    if table.stopped or isinstance(error, Stopped | BadLog | Unbalanced):
                        raise  # not a refusal
        for name, table in self.tables.items():
            if table.rounds > self.state.tables[name].hand:
                finished, names = logs.last_hand(self._opening(name), table)
                self._note_hand(name, finished, names)

    def release(self) -> None:
        """Releases the logs."""
        for table in self.tables.values():
            release(table)
        if self.store is not None:
            self.store.release()
        self.stopped = self.stopped or "the room has been released: it must be resumed"

    # ------------------------------------------------------------------ commands

    def do(self, command: Command) -> Record:
        """Carries out a command, stores its record and returns it. The record may be shown."""
        with self._alone():
            command = recordable(command)
            self.state.check_fresh(command)
            check_author(command.deed, command.author)
            return self._carry_out(command)[0]

    def _say(self, deed: Deed, author: Author, at: float | None = None) -> Any:
        """Carries out a command by a caller who stands in the room; returns its result."""
        with self._alone():
            when = self._now() if at is None else milliseconds(at)
            return self._carry_out(recordable(Command(deed, author, when)))[1]

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Holds the room for one task; raises OutOfTurn while another task uses it."""
        if not self._using.acquire(False):
            raise OutOfTurn(ONE_TASK)
        try:
            yield
        finally:
            self._using.release()

    def _now(self) -> int:
        return int(self.chance.hours() * HOUR)

    def _carry_out(self, command: Command) -> tuple[Record, Any]:
        if self.stopped:
            raise Stopped(self.stopped)
        ready = READY.get(type(command.deed))
        mark, books = ready(self, command.deed, command) if ready is not None else (None, None)
        return self._keep(command, mark, books)

    def _keep(self, command: Command, mark: Mark | None = None, books: Books | None = None) -> tuple[Record, Any]:
        """Applies a command, puts it on record, and only then has the table do its part. If the record cannot be written the
        room stops until it is resumed."""
        if self.stopped:
            raise Stopped(self.stopped)
        before = self.state.version
        try:
            record, gave = carry_out(self.state, command, mark, books)
        except PitbossError as error:
            if isinstance(error, Unbalanced):
                self.stopped = f"money does not balance: {error}"
            raise  # refused
        except BaseException:
            self.stopped = "the room was interrupted in the middle of a command: it must be resumed"
            raise
        try:
            if self.store is not None:
                snapshot = copy_of(self.state) if not self.state.version % SNAPSHOT_RECORDS else None
                self.store.append(before, (record,), snapshot)
            self._follow(record.command)
        except BaseException as error:
            self.stopped = str(error) or "the log of the room could not be written: it must be resumed"
            raise
        return record, gave

    def _follow(self, command: Command) -> None:
        """Has the table do its part once the room has its record."""
        deed = command.deed
        if isinstance(deed, said.OpenTable):
            assert self._new is not None
            (opening, store), self._new = self._new, None
            played = game(self.state.chapter)
            self.tables[deed.table] = Table(played, opening.house, self._chance(opening), store, name=opening.name)
        elif isinstance(deed, said.CloseTable):
            release(self.tables.pop(deed.table))
        elif isinstance(deed, said.TakeSeat):
            self._sit(deed, command)

    def _sit(self, deed: said.TakeSeat, command: Command) -> None:
        self.tables[deed.table].do(sit_of(deed, command))

    # ------------------------------------------------------------------ checks at the table first

    def _ready_open(self, deed: said.OpenTable, command: Command) -> tuple[None, None]:
        house = check_open(self.state, deed)
        check_works(game(self.state.chapter), house)
        number = self.state.openings.get(deed.table, 0) + 1
        opening = Opening(deed.table, number, self._name(deed.table, number), house)
        self._new = opening, self.logs.new_table(opening) if self.logs is not None else None
        return None, None

    def _ready_close(self, deed: said.CloseTable, command: Command) -> tuple[Mark, Books]:
        table = self._with_hands_noted(deed.table)
        if table.round is not None or table.seats:
            raise NotAuthorized(f"players still sit at table {deed.table}")
        table.do(at_table.Command(at_table.Close(), command.author, command.at))
        return table.mark, books_of_table(table)

    def _ready_seat(self, deed: said.TakeSeat, command: Command) -> tuple[Mark, None]:
        table = self._with_hands_noted(deed.table)
        check_turn(self.state, deed)
        needed = funds_needed(table.house)
        if deed.cents < needed:
            raise IllegalWager(
                f"{dollars(needed)} or more is needed to sit down here, not {dollars(deed.cents)}", self.funds_cite
            )
        check_sits(table, sit_of(deed, command))
        return table.mark, None

    def _ready_offer(self, deed: said.Offer, command: Command) -> tuple[None, None]:
        for name in deed.tables:
            if deed.kind in memory_of(self.table(name)).contributions_ended:
                raise NotAuthorized(f"contributions to a {deed.kind} payout have ended at table {name}; open it anew first")
        return None, None

    # ------------------------------------------------------------------ at the tables

    def at(self, name: str, command: at_table.Command) -> TableRecord:
        """Carries out a command at a table, and notes what it means for the room. Players take seats by the room's list, and
        the room itself opens and closes tables."""
        with self._alone():
            if not isinstance(command, at_table.Command):
                raise BadCommand("that is not a command to a table")
            if isinstance(command.deed, OF_THE_ROOM):
                raise NotYours("that is said to the room, not to one of its tables")
            table = self._with_hands_noted(name)
            if isinstance(command.deed, at_table.Begin):
                table._check(command)  # before the table is told anything
                self._prepare(name, table)
            names = names_at(table)
            record = table.do(command)
            if record.end is not None:
                assert table.last is not None
                self._note_hand(name, table.last, names)
            elif isinstance(command.deed, at_table.Act | at_table.Buy | at_table.Leave) and table.round is None:
                self._keep(Command(said.Note(name), HOUSE, self._now()), table.mark)
            return record

    def act(self, name: str, kind: str, **detail: Any) -> Round:
        """Carries out an act between two hands: stakes added, a seat change, an absence, a time charge (`Table.act`)."""
        self.at(name, at_table.Command(at_table.Act(kind, detail), FLOORPERSON, self._now()))
        act = self.tables[name].acted
        assert act is not None
        return act

    def hand(self, name: str, driver: Driver = bots) -> Round:
        """Plays a hand at a table, or the rest of one, and notes what it means for the room."""
        with self._alone():
            table = self._with_hands_noted(name)
            self._prepare(name, table)
            names = names_at(table)
            finished = drive(table, driver)
            self._note_hand(name, finished, names)
        return finished

    def _prepare(self, name: str, table: Table) -> None:
        """Tells a table before a hand whether its pots contribute to jackpots, which must be offered. A table that waits for
        pledged seeds accepts no other command, and was told before it called for them."""
        if table.round is None:
            check_offered(self.state, name, table)
            if not table.called:
                tell(self.state, name, table)

    def _with_hands_noted(self, name: str) -> Table:
        """A table, after noting a hand that ended there without the room."""
        if self.stopped:
            raise Stopped(self.stopped)
        table = self.table(name)
        if table.last is not None and table.rounds > self.state.tables[name].hand:
            self._note_hand(name, table.last, names_at(table))
        return table

    def _note_hand(self, name: str, finished: Round, names: Names) -> None:
        table = self.tables[name]
        note = note_of(self.state, name, table.rounds, finished, names)
        self._keep(Command(note, HOUSE, self._now()), table.mark)

    def _name(self, table: str, number: int) -> str:
        """The name of a table in its own log, to which its secrets and signatures are bound."""
        return f"{self.state.opening.name}/{table}/{number}"

    def _opening(self, table: str) -> Opening:
        number = self.state.openings[table]
        return Opening(table, number, self._name(table, number), self.state.house(table))

    def _chance(self, opening: Opening) -> Source:
        """The chance of a table: fair with the house's key, unless it is seeded."""
        if self.logs is None or self.logs.key is None or self.state.opening.seeded:
            return self.chance
        from pitboss.evidence.fair import FairChance

        return FairChance(opening.name, self.logs.key, reveals=False, clock=self.chance.hours)

    # ------------------------------------------------------------------ what the room shows

    @property
    def version(self) -> int:
        """The number of commands carried out."""
        return self.state.version

    @property
    def waiting(self) -> list[Waiting]:
        """The players on the list, the first to come first."""
        return self.state.waiting

    @property
    def funds(self) -> dict[str, Fund]:
        """The jackpots by name."""
        return self.state.funds

    @property
    def to_verify(self) -> list[Call]:
        """The hands that dealers have called for verification."""
        return self.state.to_verify

    def fund(self, name: str) -> Fund:
        """A fund by its name."""
        return self.state.fund(name)

    def table(self, name: str) -> Table:
        """A table by its name."""
        self.state.table(name)
        return self.tables[name]

    def announcements(self) -> list[Announcement]:
        """The games of the room with their betting limits and free seats, as far as the house announces them."""
        return announcements_of(self.state, self.tables)

    def open_tables(self) -> list[Announcement]:
        """Every open table with its betting limits and free seats, announced in the Poker area or not."""
        return [describe(self.state, name, table) for name, table in self.tables.items() if not table.closed]

    @property
    def drop(self) -> dict[str, int]:
        """The money in each table's drop box: rake and charges for time."""
        drop = {name: books.drop for name, books in self.state.books.items()}
        return drop | {name: drop.get(name, 0) + table.inventory for name, table in self.tables.items()}

    def books(self) -> Books:
        """The place of every cent that players have brought to the tables of the room."""
        tables = sum((books_of_table(table) for table in self.tables.values()), sum(self.state.books.values(), Books()))
        return sum((books_of_fund(fund) for fund in self.funds.values()), tables)

    @property
    def book(self) -> Chapter:
        """The room's chapter."""
        return chapter(self.state.chapter)

    @property
    def funds_cite(self) -> str:
        """The paragraph on the funds that a player needs."""
        return rules_of(game(self.state.chapter)).funds


READY: dict[type[Any], Callable[[Room, Any, Command], tuple[Mark | None, Books | None]]] = {
    said.OpenTable: Room._ready_open,
    said.CloseTable: Room._ready_close,
    said.TakeSeat: Room._ready_seat,
    said.Offer: Room._ready_offer,
}


def milliseconds(minutes: float) -> int:
    """A time in minutes as milliseconds; raises NotAuthorized."""
    try:
        return round(minutes * MINUTE)
    except (TypeError, ValueError, OverflowError):
        raise NotAuthorized(f"{minutes!r} is not a time in minutes") from None


def sit_of(deed: said.TakeSeat, command: Command) -> at_table.Command:
    """The table's command for a player who takes a seat there."""
    return at_table.Command(at_table.Sit(deed.seat, deed.player, deed.cents), command.author, command.at)


def check_sits(table: Table, command: at_table.Command) -> None:
    """Checks that a table would carry out this `Sit`, by all checks of `Table.do`: once the room has its record the table must
    not refuse."""
    sit = command.deed
    assert isinstance(sit, at_table.Sit)
    if table.stopped:
        raise Stopped(table.stopped)
    table._check(command)
    if table.closed or table.fair is not None:
        table._check_takes(sit)
    table.check_sit(sit.seat, sit.player, sit.cents)


def release(table: Table) -> None:
    """Releases the log of a table."""
    if table.store is not None:
        table.store.release()
