"""The floor: all tables of one process, the commands that come to them, and who is told what when it is durable.

A command is carried out in memory at once, and the house goes on from there (`dealer`): all lines of that are one unit. Nobody
is told anything before the writer has committed it: not whoever said it, not whoever looks, nor whoever is refused because of
it.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import structlog

from pitboss.errors import Doubled, IllegalWager, Late, NotAuthorized, PitbossError, Stopped
from pitboss.floor import dealer
from pitboss.floor.accounts import Account
from pitboss.floor.banks import Bank, Pending
from pitboss.floor.database import Database
from pitboss.floor.dealer import Clocks
from pitboss.floor.live import BOTS, LiveTable
from pitboss.floor.logs import reason
from pitboss.floor.money import entries_of
from pitboss.floor.protocol import Hello
from pitboss.floor.roles import Forbidden, author_of
from pitboss.floor.rooms import LiveRoom, RoomBank
from pitboss.floor.schema import account as accounts_table
from pitboss.floor.schema import command as commands_table
from pitboss.floor.units import RECORD, Execute, IdUsed, LeaseLost, StreamLine
from pitboss.floor.units import Said as SaidRow
from pitboss.floor.viewing import Line
from pitboss.floor.writer import Writer
from pitboss.money import dollars
from pitboss.poker.commands import Collect, TakeSeat
from pitboss.poker.commands import Command as RoomCommand
from pitboss.table.commands import Act, Begin, Buy, Command, Sit
from pitboss.table.door import is_name
from pitboss.table.records import Record
from pitboss.table.stores import TABLE

if TYPE_CHECKING:
    from pitboss.floor.elsewhere import Elsewhere

COMMAND: dict[type[Any], type[Any]] = {LiveTable: Command, LiveRoom: RoomCommand}
log = structlog.get_logger("pitboss.floor")
MOST_AT_ONCE = 500  # things that the house says at a table before it listens again
USED = 100_000  # ids that are remembered beside the database
NOBODY = "nobody of that name has an account here"
SEEN = 60.0  # seconds for which somebody without a line is taken to be there after he was heard
REBUILD_EVERY = 1.0  # seconds between two attempts to rebuild a bank

T = TypeVar("T")
Reply = Callable[[int | PitbossError], None]  # the version that a command brought about, or why it was refused


class Again(Stopped):
    """A command that nobody knows the fate of, or that was undone: it may be said again, under the same id."""


@dataclass
class Counts:
    """What has happened since the process began, for `/metrics`."""

    commands: int = 0
    refused: int = 0
    records: int = 0
    steps: int = 0
    rounds: int = 0
    rebuilt: int = 0
    by_clock: int = 0


class Floor:
    """The tables that this process has."""

    def __init__(self, database: Database, writer: Writer, clocks: Clocks | None = None) -> None:
        self.database = database
        self.writer = writer
        self.clocks = clocks or Clocks()
        self.banks: dict[str, Bank] = {}
        self.tables: dict[str, LiveTable] = {}
        self.rooms: dict[str, LiveRoom] = {}
        self.accounts: dict[str, int] = {}  # of everybody who sits somewhere, by name
        self.counts = Counts()
        self.stopping = False
        self.elsewhere: Elsewhere | None = None  # the other processes of the floor, where there can be any
        self._loop = asyncio.get_running_loop()
        self._by_log: dict[str, LiveTable] = {}
        self._changed: dict[LiveTable, list[Record]] = {}  # what has become durable and is not shown yet
        self._flushing = False
        self._timers: dict[LiveTable, tuple[asyncio.TimerHandle, float]] = {}  # with the time at which each rings
        self._used: dict[tuple[int, str], str] = {}  # at which log an account has used an id, of the latest
        self._purses: dict[int, asyncio.Lock] = {}  # of accounts from which chips are on their way to a table
        self._tasks: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------------ banks

    def add(self, bank: Bank) -> None:
        """Takes up a bank that this process has the lease of."""
        self.banks[bank.name] = bank
        for name in bank.tables:
            live = self._enter(name, bank)
            for player in live.players():
                self._lost_line(live, player)
            self._arm(live)
        if isinstance(bank, RoomBank):
            self.rooms[bank.place] = LiveRoom(bank)

    def _enter(self, name: str, bank: Bank) -> LiveTable:
        live = self.tables[name] = LiveTable(name, bank)
        self._by_log[live.log] = live
        return live

    def remove(self, bank: Bank, why: str) -> None:
        """Gives a bank up: whoever looks at its tables is told to come again, and nothing is said there any more, not by the
        house either when their lines end. One that was given up before may have a successor by now, which stays."""
        bank.broken = bank.broken or "this table has moved: say it again"
        if self.banks.get(bank.name) is bank:
            del self.banks[bank.name]
        for live in [live for live in self.tables.values() if live.bank is bank]:
            self.remove_table(live, why)
        if isinstance(bank, RoomBank) and (room := self.rooms.get(bank.place)) is not None and room.bank is bank:
            del self.rooms[bank.place]

    def remove_table(self, live: LiveTable, why: str) -> None:
        """A table is not with this process any more, or has closed."""
        live.closed = why
        self.tables.pop(live.name, None)
        self._by_log.pop(live.log, None)
        self._disarm(live)
        self.turn_out(live, why)

    def turn_out(self, live: LiveTable, why: str) -> None:
        """Ends the lines of all who look at a table."""
        for line in [*live.viewing.lines, *(each.line for each in live.joining)]:
            line.close(why)
            live.leave(line)

    # ------------------------------------------------------------------ commands

    def say(self, place: LiveTable | LiveRoom, who: Account, deed: Any, version: int | None, id_: str, reply: Reply) -> None:
        """Carries out a command of a person at a table or in a room; `reply` is called when the answer may be known."""
        bank = place.bank
        if bank.served_by and self.elsewhere is not None:
            self.elsewhere.say(place, who, deed, version, id_, reply)
            return
        try:
            self._check_open(bank)
            if (used := self._used.get((who.id, id_))) is not None and used != place.log:
                raise NotAuthorized(f"you have used this id before, for something else, at {used}")
            author = author_of(who, deed, sits=self.sits(place, who.name))
            if isinstance(deed, Sit | TakeSeat) and deed.player not in self.accounts:
                raise NotAuthorized(NOBODY)
        except Forbidden as error:  # or it was said before, when he might
            self._spawn(self._first_answer(place, who, id_, error, reply))
            return
        except PitbossError as error:
            self._refuse(bank, error, reply)
            return
        command = COMMAND[type(place)](deed, author, now(), version, id_)
        refused: PitbossError | None = None
        with bank.unit() as unit:
            pending = Pending(unit)
            try:
                record = self.carry_out(place, command, pending)
                unit.said = SaidRow(who.id, id_, place.log, record.version)
                self._remember(who.id, id_, place.log)
                pending.waiting.append(partial(_answer, reply, record.version, place.log))
                if isinstance(place, LiveTable):
                    self._go_on(place, pending)
            except PitbossError as error:
                refused = error
            except Exception as error:
                self._broke(place, error)
                refused = Again("the table failed and is being rebuilt: say it again")
        if pending.waiting:  # it was carried out; what the house did after it may have failed, which undoes both
            refused = None
        self._submit(bank, pending)
        if isinstance(refused, Doubled | Late) or (refused is not None and (who.id, id_) in self._used):
            self._spawn(self._first_answer(place, who, id_, refused, reply))
        elif refused is not None:
            self._refuse(bank, refused, reply)

    def _remember(self, account: int, id_: str, log_: str) -> None:
        """An id is used once by an account, whatever the table; the database knows all of them, and this the latest."""
        self._used[account, id_] = log_
        if len(self._used) > USED:
            del self._used[next(iter(self._used))]

    def _check_open(self, bank: Bank) -> None:
        if self.stopping or bank.broken or bank.served_by:
            raise Again(bank.broken or "this is not open here now: say it again")

    def sits(self, place: LiveTable | LiveRoom, player: str) -> bool:
        """Whether somebody has a seat at a table, or at one of a room's."""
        tables = [place.table] if isinstance(place, LiveTable) else place.bank.tables.values()
        for table in tables:
            for seat in table.seats.values():
                if seat.player == player:
                    return True
        return False

    def _broke(self, place: LiveTable | LiveRoom, error: Exception) -> None:
        place.bank.broken = place.bank.broken or f"the table failed: {type(error).__name__}"
        log.exception("a table failed", table=place.name)

    async def ask(self, place: LiveTable | LiveRoom, who: Account, deed: Any, version: int | None, id_: str) -> int:
        """The same for somebody who waits: the version, or a PitbossError that says why not."""
        answered: asyncio.Future[int | PitbossError] = self._loop.create_future()

        def reply(found: int | PitbossError) -> None:
            if not answered.done():  # whoever waited may have gone
                answered.set_result(found)

        await self.say_with_chips(place, who, deed, version, id_, reply)
        found = await answered
        if isinstance(found, PitbossError):
            raise found
        return found

    async def say_with_chips(
        self, place: LiveTable | LiveRoom, who: Account, deed: Any, version: int | None, id_: str, reply: Reply
    ) -> None:
        """The same for any deed: whoever sits down or buys, by himself or with a floorperson's help, must have an account, and
        the chips in the cage."""
        if isinstance(deed, Collect) and not place.bank.served_by:
            if (paid := await self._account_named(deed.player)) is None:
                self._refuse(place.bank, NotAuthorized(NOBODY), reply)
                return
            self.accounts[deed.player] = paid[0]
        if not brings_chips(deed) or place.bank.served_by:
            self.say(place, who, deed, version, id_, reply)
            return
        cents, name = chips_for(deed), self._payer(place, who, deed)
        found = (who.id, 0) if name == who.name else await self._account_named(name)
        if found is None:
            self._refuse(place.bank, NotAuthorized(NOBODY), reply)
            return
        account = self.accounts[name] = found[0]
        purse = self._purses.setdefault(account, asyncio.Lock())
        await purse.acquire()  # what was brought before is gone from the cage, or is not, before this is looked at

        def let_go(found: int | PitbossError) -> None:
            purse.release()
            if not purse.locked() and self._purses.get(account) is purse:
                del self._purses[account]
            reply(found)

        try:
            there = await self.in_the_cage(account)
        except BaseException:
            purse.release()
            raise
        if cents > there:
            whose = "your account" if account == who.id else "that account"
            error = IllegalWager(f"there are {dollars(there)} in {whose} at the cage, not {dollars(cents)}")
            await self._first_answer(place, who, id_, error, let_go)
            return
        self.say(place, who, deed, version, id_, let_go)

    def _payer(self, place: LiveTable | LiveRoom, who: Account, deed: Any) -> str:
        """Whose chips are brought by a deed: of the player who sits down, or who has the seat."""
        if isinstance(deed, Sit | TakeSeat):
            return deed.player
        seat = deed.detail.get("seat") if isinstance(deed, Act) else deed.seat
        return place.names.get(seat, who.name) if isinstance(place, LiveTable) and type(seat) is int else who.name

    async def _account_named(self, name: str) -> tuple[int, int] | None:
        """The account of somebody, and what he has in the cage."""
        if not is_name(name):
            return None
        table = accounts_table
        query = table.select().with_only_columns(table.c.id, table.c.cage).where(table.c.name == name)
        row = await self.database.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else (int(row[0]), int(row[1]))

    async def in_the_cage(self, account: int) -> int:
        """What an account has in the cage, as far as that is durable."""
        query = accounts_table.select().with_only_columns(accounts_table.c.cage).where(accounts_table.c.id == account)
        return int(await self.database.read(lambda connection: connection.execute(query).scalar()) or 0)

    def house_says(self, live: LiveTable, said: list[dealer.Said]) -> bool:
        """The house says some things at a table, one after the other, until one is refused, and goes on from there."""
        bank = live.bank
        if bank.broken or self.stopping or bank.served_by:
            return False
        done = False
        with bank.unit() as unit:
            pending = Pending(unit)
            try:
                for deed, author in said:
                    self.carry_out(live, Command(deed, author, now()), pending)
                    done = True
                self._go_on(live, pending)
            except PitbossError as error:
                if not said or not isinstance(said[0].deed, Begin):
                    self._log_refusal(live, type(said[0].deed).__name__ if said else "", error)
            except Exception as error:
                self._broke(live, error)
        self._submit(bank, pending)
        return done

    async def within(
        self,
        bank: Bank,
        act: Callable[[Pending], Any],
        *,
        work: Callable[[Execute], Any] | None = None,
        office: Sequence[bytes] = (),
    ) -> Any:
        """Has something done at a bank, with work and lines of the office in the same unit, and waits until it is durable;
        raises why it could not be done."""
        self._check_open(bank)
        ended: asyncio.Future[Exception | None] = self._loop.create_future()
        with bank.unit() as unit:
            pending = Pending(unit)
            unit.work, unit.office = work, list(office)
            before = len(unit.lines)
            found = act(pending)
            self._note_all(bank, pending, before)
        pending.waiting.append(lambda error: None if ended.done() else ended.set_result(error))
        self._submit(bank, pending)
        if (error := await ended) is not None:
            raise error
        return found

    def go_on(self, live: LiveTable) -> None:
        """The house looks at a table again: something has changed that no command says."""
        self.house_says(live, [])

    def _go_on(self, live: LiveTable, pending: Pending) -> None:
        """The house says what is said at once. Where a table refuses that, it waits for somebody."""
        for _ in range(MOST_AT_ONCE):
            said = dealer.next_said(live)
            if said is None:
                return
            try:
                self.carry_out(live, Command(said.deed, said.author, now()), pending)
            except PitbossError as error:
                if live.bank.stopped:
                    raise
                self._log_refusal(live, type(said.deed).__name__, error)
                return

    def _log_refusal(self, live: LiveTable, deed: str, error: PitbossError) -> None:
        """Something that the house said was refused, which it never should be. Not in the words of the refusal: they may name
        the cards of a bot."""
        log.warning("the house was refused", table=live.name, deed=deed, why=type(error).__name__, cite=error.cite)

    def carry_out(self, place: LiveTable | LiveRoom, command: Any, pending: Pending) -> Any:
        """Carries out a command in memory. All that its bank put on record by it is noted: what there is to show, the money
        that it moved, the rounds that are over."""
        bank, unit = place.bank, pending.unit
        before, record = len(unit.lines), None
        try:
            record = place.do(command)
        finally:
            if bank.stopped:
                bank.broken = bank.broken or f"the table stopped: {bank.stopped}"
            else:
                self._note_all(bank, pending, before, place.log, record)
        return record

    def _note_all(self, bank: Bank, pending: Pending, before: int, stream: str = "", record: Any = None) -> None:
        """Takes note of the lines of a unit that nobody has taken note of; the record of one may be at hand."""
        try:
            for line in pending.unit.lines[max(before, pending.noted) :]:
                if line.kind == RECORD:
                    known = record is not None and line.stream == stream and line.version == record.version
                    self._note(bank, line, pending, record if known else None)
        except Exception as error:  # the table has moved: what cannot be put on record with it undoes that
            bank.broken = bank.broken or f"the table failed: {error}"
            log.exception("a record cannot be entered in the books", bank=bank.name)
            raise
        pending.noted = len(pending.unit.lines)

    def _note(self, bank: Bank, line: StreamLine, pending: Pending, record: Any) -> None:
        unit = pending.unit
        live = self._by_log.get(line.stream)
        if live is None and (name := bank.table_of(line.stream)):
            live = self._enter(name, bank)
            live.durable = live.shown = line.version - 1  # nothing of a table that opens may be known yet
        if live is not None:
            record = record or TABLE.decode(line.body)
            unit.entries += entries_of(record, live.log, live.names, self.accounts, live.table.opening.linked)
            if (played := live.take(record)) is not None:
                unit.rounds.append(played)
            pending.shows.append((live, record))
            for step in record.steps:
                if step.act == "sit" and step.note not in live.lines and step.note not in BOTS:
                    self._loop.call_soon(self.saw, live, step.note)
        elif isinstance(bank, RoomBank) and line.stream == bank.log:
            unit.entries += bank.entries(line, self.accounts)

    # ------------------------------------------------------------------ to the disk, and back

    def _submit(self, bank: Bank, pending: Pending) -> None:
        unit = pending.unit
        if bank.broken:
            self._fail(bank, pending, Again(bank.broken))
            return
        if not unit.lines:
            return
        unit.done = partial(self._done, bank, pending)
        bank.pending.append(pending)
        try:
            self.writer.submit(unit)
        except (PitbossError, ValueError) as error:
            bank.pending.pop()
            bank.broken = bank.broken or str(error)
            self._fail(bank, pending, Again(str(error)))

    def _done(self, bank: Bank, pending: Pending, error: Exception | None) -> None:
        """A unit is on disk, or could not be put there."""
        found = bank.pending.popleft()
        assert found is pending, "units of a bank are committed in their order"
        if error is not None:
            bank.broken = bank.broken or str(error)
            self._fail(bank, pending, error)
            return
        counts = self.counts
        counts.commands += pending.unit.said is not None
        counts.rounds += len(pending.unit.rounds)
        for live, record in pending.shows:
            counts.records += 1
            counts.steps += len(record.steps)
            self._changed.setdefault(live, []).append(live.settle(record))
        for told in pending.waiting:
            told(None)
        self._flush_soon()

    def _fail(self, bank: Bank, pending: Pending, error: Exception) -> None:
        """What was carried out is undone: the bank is rebuilt as soon as nothing of it is queued any more."""
        for told in pending.waiting:
            told(error)
        if isinstance(error, LeaseLost):
            self.remove(bank, "resync")
        elif not bank.pending:
            self._spawn(self._rebuild(bank))

    async def _rebuild(self, bank: Bank) -> None:
        """Makes a bank anew from what is durable, as soon as the database is there."""
        if bank.pending or not bank.broken or bank.name not in self.banks:
            return
        log.warning("a bank is rebuilt", bank=bank.name, why=bank.broken)
        await asyncio.sleep(bank.rebuilt + REBUILD_EVERY - self._loop.time())  # it may fail again as soon as the house goes on
        while self.banks.get(bank.name) is bank and not self.stopping:
            try:
                await asyncio.to_thread(bank.rebuild)
                break
            except Exception as error:  # a log that does not follow the rules, too: nothing is taken there until somebody looks
                log.error("a bank cannot be rebuilt yet", bank=bank.name, why=reason(error))
                await asyncio.sleep(REBUILD_EVERY)
        else:
            return
        self.counts.rebuilt += 1
        bank.broken, bank.rebuilt = "", self._loop.time()
        for live in [live for live in self.tables.values() if live.bank is bank]:
            if live.name not in bank.tables:  # its opening was undone too
                self.remove_table(live, "the table was not opened after all")
                continue
            live.begin_again()
            self.turn_out(live, "resync")
            self.go_on(live)
            self._arm(live)

    def heard(self, bank: Bank, news: list[tuple[str, Record]]) -> None:
        """Another process has written these records of a bank that is followed here: they are durable."""
        for live in [live for live in self.tables.values() if live.bank is bank]:
            if live.name not in bank.tables or live.log != bank.stream(live.name):
                self.remove_table(live, "the table has closed")
        for name in bank.tables:
            if name not in self.tables:
                self._enter(name, bank)
        for name, record in news:
            live = self.tables[name]
            if record.version == live.durable + 1:
                live.take(record)
                self._changed.setdefault(live, []).append(live.settle(record))
            elif record.version > live.durable:
                live.begin_again()
                self.turn_out(live, "resync")
        self._flush_soon()

    def _flush_soon(self) -> None:
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Shows everybody what has become durable with the last commit."""
        self._flushing = False
        changed, self._changed = self._changed, {}
        for live, records in changed.items():
            if live.closed:  # it is not with this process any more
                continue
            if any(record.end is not None for record in records):
                self._give_up_seats(live)
            try:
                live.show(records, self._arm(live) if live.at_rest else None)
            except Exception:  # whatever is wrong with one table or line, the others are told
                log.exception("a table cannot be shown", table=live.name)
                self.turn_out(live, "resync")

    # ------------------------------------------------------------------ answers

    def answer(self, live: LiveTable, line: Line, text: bytes) -> None:
        """An answer goes to a line with what is shown next, or at once."""
        live.answers.setdefault(line, []).append(text)
        self._changed.setdefault(live, [])
        self._flush_soon()

    def _refuse(self, bank: Bank, error: PitbossError, reply: Reply) -> None:
        """Refuses a command, once all that the refusal may rest on is durable."""
        self.counts.refused += 1
        if bank.pending:
            bank.pending[-1].waiting.append(lambda failed: reply(Again(str(failed)) if failed is not None else error))
        else:
            reply(error)

    async def _first_answer(
        self, place: LiveTable | LiveRoom, who: Account, id_: str, error: PitbossError, reply: Reply
    ) -> None:
        """The answer to a command that comes late or again: what it brought about the first time, if it did."""
        bank = place.bank
        if isinstance(error, Doubled) and bank.pending:  # the first may be on its way to the disk
            version = error.version
            bank.pending[-1].waiting.append(lambda failed: reply(Again(str(failed)) if failed is not None else version))
            return
        try:
            first = await self._said_before(who.id, id_, place.log)
        except PitbossError as failed:
            reply(Again(str(failed)))
            return
        if first is not None:
            reply(first)
        else:
            self._refuse(bank, error, reply)

    async def _said_before(self, account: int, id_: str, stream: str) -> int | None:
        """The version that a command brought about, if it was carried out before."""
        table = commands_table
        query = (
            table.select()
            .with_only_columns(table.c.stream, table.c.version)
            .where(table.c.account == account, table.c.id == id_)
        )
        row = await self.database.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None or row[0] != stream else int(row[1])

    # ------------------------------------------------------------------ people, and the end

    async def sits_somewhere(self, account: int) -> bool:
        """Whether an account has a seat anywhere, at tables of other processes too."""
        if self.elsewhere is not None:
            await self.elsewhere.find_all()
        names = {name for name, number in self.accounts.items() if number == account}
        query = accounts_table.select().with_only_columns(accounts_table.c.name).where(accounts_table.c.id == account)
        names |= set(await self.database.read(lambda connection: connection.execute(query).scalars().all()))
        return any(not names.isdisjoint(live.names.values()) for live in self.tables.values())

    def account_changed(self, account: int) -> None:
        """Somebody's name, role or sessions are not what they were: his lines begin anew."""
        for live in self.tables.values():
            for line in [*live.viewing.lines, *(each.line for each in live.joining)]:
                if line.account_id == account:
                    line.close("resync")

    async def stop(self) -> None:
        """Takes nothing more, and tells everybody."""
        self.stopping = True
        for live in list(self.tables.values()):
            self._disarm(live)
            self.turn_out(live, "resync")
        for task in list(self._tasks):
            task.cancel()

    # ------------------------------------------------------------------ looking once

    async def whole(self, live: LiveTable, player: str) -> bytes:
        """The whole table as somebody sees it now, once that is durable; raises Again where it was undone."""
        return await self.settled(live.bank, lambda: live.whole(live.viewer(player)))

    async def settled(self, bank: Bank, look: Callable[[], T]) -> T:
        """What somebody finds at a bank now, told when all that it rests on is durable; raises Again where it was undone."""
        if bank.broken:
            raise Again(bank.broken)
        found = look()
        if bank.pending:
            ended: asyncio.Future[Exception | None] = self._loop.create_future()
            bank.pending[-1].waiting.append(lambda error: None if ended.done() else ended.set_result(error))
            if (error := await ended) is not None:
                raise Again(f"that was undone; look again ({error})")
        return found

    # ------------------------------------------------------------------ who is there

    def came(self, live: LiveTable, line: Line) -> None:
        """A line is open: whoever sits at this table is there again."""
        if line.player:
            self._tell_server(live, "came", line.player)
            self.is_there(live, line.player, "", True)

    async def catch_up(self, live: LiveTable, hello: Hello) -> None:
        """Somebody may know more of a table that another process serves than has been heard of it here yet."""
        if live.bank.served_by and self.elsewhere is not None and hello.version is not None and hello.log == live.log:
            await self.elsewhere.seen(live, hello.version)

    def went(self, live: LiveTable, line: Line) -> None:
        """A line is lost."""
        live.leave(line)
        if line.player:
            self.is_there(live, line.player, "", False)
            if line.player not in live.lines:
                self._tell_server(live, "went", line.player)

    def _tell_server(self, live: LiveTable, ask: str, player: str) -> None:
        if live.bank.served_by and self.elsewhere is not None:
            self.elsewhere.tell(live, ask, player)

    def is_there(self, live: LiveTable, player: str, process: str, there: bool) -> None:
        """A player has a line open, to this process ("") or to another, or has lost it: whoever has none is not waited for any
        longer than the clocks say."""
        lines = live.lines.setdefault(player, {})
        lines[process] = (lines.get(process, 0) if not process else 0) + (1 if there else -1)
        if lines[process] <= 0:
            del lines[process]
        if there:
            live.waits.gone.pop(player, None)
            self.house_says(live, dealer.back_again(live, player))
        elif not lines:
            self._lost_line(live, player)
        if not lines:
            del live.lines[player]

    def saw(self, live: LiveTable, player: str) -> None:
        """Somebody without a line says something, or looks: for a while he is taken to be there."""
        if player in live.lines or live.bank.served_by or not self.sits(live, player):
            return
        live.waits.gone.pop(player, None)
        live.waits.seen[player] = self._loop.time()
        self._loop.call_later(SEEN, self._look_for, live, player)

    def _look_for(self, live: LiveTable, player: str) -> None:
        seen = live.waits.seen.get(player)
        if seen is not None and self._loop.time() - seen >= SEEN and player not in live.lines:
            del live.waits.seen[player]
            if self.tables.get(live.name) is live:
                self._lost_line(live, player)

    def _lost_line(self, live: LiveTable, player: str) -> None:
        """Nobody knows whether a player is still there."""
        if live.bank.served_by or not self.sits(live, player):
            return
        live.waits.gone[player] = self._loop.time()
        self.go_on(live)
        if live.at_rest:
            self._arm(live)
        if self.clocks.away is not None:
            self._loop.call_later(self.clocks.away, self._give_up_seats, live)
        self._give_up_seats(live)

    def _give_up_seats(self, live: LiveTable) -> None:
        if self.tables.get(live.name) is not live:
            return
        if said := dealer.given_up(live, self.clocks, self._loop.time()):
            self.house_says(live, said)

    async def say_ready(self, live: LiveTable, player: str, ready: bool) -> None:
        """The same at a table that another process may serve."""
        if live.bank.served_by and self.elsewhere is not None:
            await self.elsewhere.call(live, "ready", id=player, count=int(ready))
        else:
            self.is_ready(live, player, ready)

    def is_ready(self, live: LiveTable, player: str, ready: bool) -> None:
        """A player places no more wagers for the next round, or does after all."""
        (live.waits.ready.add if ready else live.waits.ready.discard)(player)
        self.go_on(live)

    def hold(self, live: LiveTable, name: str) -> None:
        """An employee deals himself, or lets the house's dealer go on ("")."""
        live.held_by = name
        self.go_on(live)
        if live.at_rest:
            self._arm(live)

    # ------------------------------------------------------------------ clocks

    def _arm(self, live: LiveTable) -> float | None:
        """Sets the clock of a table for what it waits for now; in how many seconds it acts."""
        time_ = self._loop.time()
        until = None if live.bank.served_by else dealer.waits_until(live, self.clocks, time_)
        if until is None:
            self._disarm(live)
            return None
        timer, rings = self._timers.get(live, (None, 0.0))
        if timer is None or rings > until:  # one that rings too early is wound up again when it does
            self._disarm(live)
            self._timers[live] = self._loop.call_at(until, self._time_is_up, live), until
        return until - time_

    def _disarm(self, live: LiveTable) -> None:
        timer, _ = self._timers.pop(live, (None, 0.0))
        if timer is not None:
            timer.cancel()

    def _time_is_up(self, live: LiveTable) -> None:
        self._timers.pop(live, None)
        if not live.at_rest:  # the next flush sets the clock again
            return
        if live.waits.until is None or live.waits.until > self._loop.time():
            self._arm(live)
            return
        live.waits.since = -1
        self.counts.by_clock += 1
        self.house_says(live, dealer.after_the_clock(live))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task: asyncio.Task[None] = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def now() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def brings_chips(deed: Any) -> bool:
    """Whether somebody brings chips from the cage by a deed."""
    return isinstance(deed, Sit | Buy | TakeSeat) or (isinstance(deed, Act) and deed.kind == "stakes added")


def chips_for(deed: Any) -> int:
    """What somebody brings from the cage by a deed."""
    if isinstance(deed, Sit | Buy | TakeSeat):
        return deed.cents if type(deed.cents) is int else 0
    if isinstance(deed, Act) and deed.kind == "stakes added":
        cents = deed.detail.get("cents")
        return cents if type(cents) is int else 0
    return 0


def _answer(reply: Reply, version: int, log_: str, failed: Exception | None) -> None:
    if failed is None:
        reply(version)
    elif isinstance(failed, IdUsed) and failed.stream == log_:
        reply(failed.version)
    elif isinstance(failed, IdUsed):
        reply(NotAuthorized(f"you have used this id before, for something else: {failed}"))
    else:
        reply(Again(f"that could not be put on record; say it again ({failed})"))
