"""The floor: all tables of one process, the commands that come to them, and who is told what when it is durable.

A command is carried out in memory at once, and the house goes on from there (`dealer`): all lines of that are one unit. Nobody
is told anything before the writer has committed it: not whoever said it, not whoever looks, nor whoever is refused because of
it.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import structlog

from pitboss.card_room.commands import Command as RoomCommand
from pitboss.card_room.commands import TakeSeat
from pitboss.errors import BadLog, Doubled, Late, NotAuthorized, PitbossError, public
from pitboss.floor import dealer, office
from pitboss.floor.accounts import Account
from pitboss.floor.banks import Again, Bank, Pending
from pitboss.floor.database import Database
from pitboss.floor.dealer import Clocks
from pitboss.floor.declaring import check_report
from pitboss.floor.lists import Lists
from pitboss.floor.live import BOTS, LiveTable
from pitboss.floor.logs import reason
from pitboss.floor.money import entries_of
from pitboss.floor.presence import Presence
from pitboss.floor.purses import NOBODY, Purses
from pitboss.floor.questions import in_words_of
from pitboss.floor.refusals import Refusals
from pitboss.floor.roles import Forbidden, author_of
from pitboss.floor.rooms import LiveRoom, RoomBank
from pitboss.floor.schema import account as accounts_table
from pitboss.floor.schema import command as commands_table
from pitboss.floor.units import RECORD, Execute, IdUsed, LeaseLost, StreamLine
from pitboss.floor.units import Said as SaidRow
from pitboss.floor.viewing import Line
from pitboss.floor.witness import OLDER
from pitboss.floor.writer import Writer
from pitboss.table.commands import HOUSE, Author, Begin, Command, Discard, Report, Sit, VoidRound
from pitboss.table.door import LONGEST
from pitboss.table.records import Record
from pitboss.table.replay import Difference
from pitboss.table.stores import TABLE

if TYPE_CHECKING:
    from pitboss.floor.custody import Custody
    from pitboss.floor.elsewhere import Elsewhere

COMMAND: dict[type[Any], type[Any]] = {LiveTable: Command, LiveRoom: RoomCommand}
log = structlog.get_logger("pitboss.floor")
MOST_AT_ONCE = 500  # things that the house says at a table before it listens again
USED = 20_000  # ids that are remembered beside the database, which knows all of them
STARTED_FROM_A_COPY = "the floor was started from a copy of its records, so no card that was promised is dealt"
REBUILD_EVERY = 1.0  # seconds between two attempts to rebuild a bank

T = TypeVar("T")
Reply = Callable[[int | PitbossError], None]  # the version that a command brought about, or why it was refused


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
        self.practice = False  # whether whoever is alone with bots may declare what goes wrong there
        self.custody: Custody | None = None  # what is known of promises before this process, where there can be any
        self.elsewhere: Elsewhere | None = None  # the other processes of the floor, where there can be any
        self.loop = asyncio.get_running_loop()
        self._by_log: dict[str, LiveTable] = {}
        self._changed: dict[LiveTable, list[Record]] = {}  # what has become durable and is not shown yet
        self._flushing = False
        self._used: OrderedDict[tuple[int, str], str] = OrderedDict()  # at which log an account has used an id, of the latest
        self._tasks: set[asyncio.Task[None]] = set()
        self.presence = Presence(self)
        self.purses = Purses(self)
        self.refusals = Refusals(writer, now, lambda: self.loop.time())
        self.lists = Lists(self)

    # ------------------------------------------------------------------ banks

    def add(self, bank: Bank) -> None:
        """Takes up a bank that this process has the lease of."""
        self.banks[bank.name] = bank
        lives = [self._enter(name, bank) for name in bank.tables]
        if isinstance(bank, RoomBank):
            self.rooms[bank.place] = LiveRoom(bank)
        self._discard(bank, lives)
        for live in lives:
            for player in live.players():
                self.presence.lost_line(live, player)
            self.presence.arm(live)
        if isinstance(bank, RoomBank):
            self.lists.look(bank)

    def _discard(self, bank: Bank, lives: Sequence[LiveTable]) -> None:
        """Discards the promises of a bank that is in doubt, before anybody says anything at its tables, the house too."""
        if not (why := bank.doubt):
            return
        promising = [live for live in lives if live.table.fair is not None and not live.table.closed]

        def discarded(error: Exception | None) -> None:
            bank.doubt = bank.doubt if error is not None else ""

        with bank.unit() as unit:
            pending = Pending(unit, waiting=[discarded])
            try:
                for live in promising:
                    self.carry_out(live, Command(Discard(f"{STARTED_FROM_A_COPY} ({why})"[:LONGEST]), HOUSE, now()), pending)
            except Exception as error:
                self._broke(lives[0], error)
        unit.office = [office.encode(office.PromisesDiscarded(by=office.HOUSE, at=now(), bank=bank.name, why=why))]
        if not promising:
            bank.doubt = ""
        self._submit(bank, pending)

    def _enter(self, name: str, bank: Bank) -> LiveTable:
        live = self.tables[name] = LiveTable(name, bank, lambda: self.loop.time())
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
        self.presence.disarm(live)
        self.turn_out(live, why)

    def turn_out(self, live: LiveTable, why: str) -> None:
        """Ends the lines of all who look at a table."""
        for line in [*live.viewing.lines, *(each.line for each in live.joining)]:
            line.close(why)
            live.leave(line)

    async def find(self, name: str = "") -> None:
        """Follows the table or room of a name, or all of them, where other processes serve them."""
        if self.elsewhere is not None and (not name or (name not in self.tables and name not in self.rooms)):
            await self.elsewhere.find(name)

    # ------------------------------------------------------------------ commands

    def say(self, place: LiveTable | LiveRoom, who: Account, deed: Any, version: int | None, id_: str, reply: Reply) -> None:
        """Carries out a command of a person at a table or in a room; `reply` is called when the answer may be known."""
        bank = place.bank
        if bank.served_by and self.elsewhere is not None:
            self.elsewhere.say(place, who, deed, version, id_, reply)
            return
        if type(deed) is Report:
            reply = self.refusals.reply(place.name, who, deed, reply)
        try:
            self._check_open(bank)
            self._check_unused(place, who, id_)
            request = place.table.request if isinstance(place, LiveTable) else None
            deed = self._with_defect(place, in_words_of(request, deed))
            practises = type(deed) is Report and self.practises(place, who.name)
            author = author_of(who, deed, sits=self.sits(place, who.name), practises=practises)
            if type(deed) is Report and isinstance(place, LiveTable):
                check_report(place.table.game.chapter, deed)
            if (type(deed) is Sit or type(deed) is TakeSeat) and deed.player not in self.accounts:
                raise NotAuthorized(NOBODY)
        except (Forbidden, Doubled) as error:  # the account may have said it before, in another role too
            self._spawn(self.first_answer(place, who, id_, error, reply))
            return
        except PitbossError as error:
            self.refuse(bank, error, reply)
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
                live = place if isinstance(place, LiveTable) else self._table_of(place, deed)
                if live is not None:
                    self._go_on(live, pending)
            except PitbossError as error:
                refused = error
                if bank.broken and pending.waiting and isinstance(place, LiveTable):
                    place.note_failure(error)
            except Exception as error:
                self._broke(place, error, by_house=bool(pending.waiting))
                refused = Again("the table failed and is being rebuilt: say it again")
        if pending.waiting:  # it was carried out; what the house did after it may have failed, which undoes both
            refused = None
        self._submit(bank, pending)
        if refused is None:
            return
        if isinstance(refused, Doubled | Late):
            self._spawn(self.first_answer(place, who, id_, refused, reply))
        else:
            self.refuse(bank, refused, reply)

    def _table_of(self, room: LiveRoom, deed: Any) -> LiveTable | None:
        """The table at which somebody sits down through a room."""
        return self.tables.get(f"{room.name}/{deed.table}") if type(deed) is TakeSeat else None

    def _check_unused(self, place: LiveTable | LiveRoom, who: Account, id_: str) -> None:
        """An account uses an id once; raises Doubled where it repeats a command, NotAuthorized where it said another."""
        used = self._used.get((who.id, id_))
        if used == place.log:
            raise Doubled("this id was used here before: choose another for another command", 0)
        if used is not None:
            raise NotAuthorized(f"you have used this id before, for something else, at {used}")

    def _remember(self, account: int, id_: str, log_: str) -> None:
        """An id is used once by an account, whatever the table; the database knows all of them, and this the latest."""
        self._used[account, id_] = log_
        if len(self._used) > USED:
            self._used.popitem(last=False)

    def _check_open(self, bank: Bank) -> None:
        if self.stopping or bank.broken or bank.served_by:
            raise Again(bank.broken or "this is not open here now: say it again")

    def sits(self, place: LiveTable | LiveRoom, player: str) -> bool:
        """Whether somebody has a seat at a table, or at one of a room's."""
        if isinstance(place, LiveTable):
            return player in place.names.values()
        return any(seat.player == player for table in place.bank.tables.values() for seat in table.seats.values())

    def practises(self, place: LiveTable | LiveRoom, player: str) -> bool:
        """Whether somebody plays alone with bots at a table of a practice floor."""
        if not self.practice or not isinstance(place, LiveTable):
            return False
        return {name for name in place.names.values() if name not in BOTS} == {player}

    def _with_defect(self, place: LiveTable | LiveRoom, deed: Any) -> Any:
        """What a floorperson says, with the defect at which the house failed where that is what voids a round: nobody else
        states one."""
        if type(deed) is not VoidRound:
            return deed
        if deed.defect:
            raise Forbidden("a defect is stated by the floor itself, where the house has failed at a table; leave it out")
        failed = place.failed if isinstance(place, LiveTable) else ""
        return VoidRound(deed.why, failed) if failed else deed

    def failed(self, live: LiveTable, error: Exception) -> None:
        """The house failed at a table without a command: in a clock, or in looking round. The table waits for the pit."""
        live.failed = type(error).__name__
        log.exception("the house failed at a table", table=live.name)

    def _broke(self, place: LiveTable | LiveRoom, error: Exception, by_house: bool = False) -> None:
        if by_house and isinstance(place, LiveTable):
            place.note_failure(error)
        place.bank.broken = place.bank.broken or f"the table failed: {type(error).__name__}"
        log.exception("a table failed", table=place.name)

    async def ask(self, place: LiveTable | LiveRoom, who: Account, deed: Any, version: int | None, id_: str) -> int:
        """The same for somebody who waits: the version, or a PitbossError that says why not."""
        answered: asyncio.Future[int | PitbossError] = self.loop.create_future()

        def reply(found: int | PitbossError) -> None:
            if not answered.done():  # whoever waited may have gone
                answered.set_result(found)

        await self.purses.say(place, who, deed, version, id_, reply)
        found = await answered
        if isinstance(found, PitbossError):
            raise found
        return found

    def house_says(self, live: LiveTable | LiveRoom, said: Sequence[tuple[Any, Author]]) -> bool:
        """The house says some things at a table or in a room, one after the other, until one is refused, and goes on."""
        bank = live.bank
        if bank.broken or self.stopping or bank.served_by:
            return False
        done = False
        with bank.unit() as unit:
            pending = Pending(unit)
            try:
                for deed, author in said:
                    self.carry_out(live, COMMAND[type(live)](deed, author, now()), pending)
                    done = True
                if isinstance(live, LiveTable):
                    self._go_on(live, pending)
            except PitbossError as error:
                if bank.broken and isinstance(live, LiveTable):
                    live.note_failure(error)
                if not said or not isinstance(said[0][0], Begin):
                    self._log_refusal(live, type(said[0][0]).__name__ if said else "", error)
            except Exception as error:
                self._broke(live, error, by_house=True)
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
        ended: asyncio.Future[Exception | None] = self.loop.create_future()
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

    def _log_refusal(self, live: LiveTable | LiveRoom, deed: str, error: PitbossError) -> None:
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
            for step in live.ahead[-1].moved:
                if step.act == "sit" and step.note == live.held_by:  # nobody deals where he sits
                    self.loop.call_soon(self.presence.hold, live, "")
                if step.act == "sit" and step.note not in live.lines and step.note not in BOTS:
                    self.loop.call_soon(self.presence.saw, live, step.note)
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
            bank.broken = bank.broken or public(error)
            self._fail(bank, pending, Again(public(error)))

    def _done(self, bank: Bank, pending: Pending, error: Exception | None) -> None:
        """A unit is on disk, or could not be put there."""
        found = bank.pending.popleft()
        assert found is pending, "units of a bank are committed in their order"
        if error is not None:
            bank.broken = bank.broken or public(error)
            self._fail(bank, pending, error)
            return
        counts = self.counts
        counts.commands += pending.unit.said is not None
        counts.rounds += len(pending.unit.rounds)
        for live, record in pending.shows:
            counts.records += 1
            counts.steps += len(record.steps)
            self._changed.setdefault(live, []).append(live.settle(record))
        self._tell(pending, None)
        self.lists.look(bank)
        self._flush_soon()

    def _tell(self, pending: Pending, error: Exception | None) -> None:
        """Answers all who wait for a unit. One answer that fails keeps no other back, nor the table."""
        for answer in pending.waiting:
            try:
                answer(error)
            except Exception:
                log.exception("an answer could not be given")

    def _fail(self, bank: Bank, pending: Pending, error: Exception) -> None:
        """What was carried out is undone: the bank is rebuilt as soon as nothing of it is queued any more."""
        if (row := pending.unit.said) is not None and not isinstance(error, IdUsed):  # it may be said again
            self._used.pop((row.account, row.id), None)
        self._tell(pending, error)
        if isinstance(error, LeaseLost):
            self.remove(bank, "resync")
        elif not bank.pending:
            self._spawn(self._rebuild(bank))

    async def _rebuild(self, bank: Bank) -> None:
        """Makes a bank anew from what is durable, as soon as the database is there."""
        if bank.pending or not bank.broken or bank.name not in self.banks:
            return
        log.warning("a bank is rebuilt", bank=bank.name, why=bank.broken)
        await asyncio.sleep(bank.rebuilt + REBUILD_EVERY - self.loop.time())  # it may fail again as soon as the house goes on
        while self.banks.get(bank.name) is bank and not self.stopping:
            try:
                await asyncio.to_thread(bank.rebuild)
                bank.lost = ""
                if self.custody is not None and not await asyncio.to_thread(self.custody.holds):
                    bank.doubt = OLDER
                break
            except Exception as error:  # a log that does not follow the rules, too: the pit can only close its tables
                bank.lost = reason(error) if isinstance(error, BadLog | Difference) else ""
                log.error("a bank cannot be rebuilt yet", bank=bank.name, why=reason(error))
                await asyncio.sleep(REBUILD_EVERY)
        else:
            return
        self.counts.rebuilt += 1
        self.loop.call_soon(self.lists.look, bank)
        bank.broken, bank.rebuilt = "", self.loop.time()
        for live in [live for live in self.tables.values() if live.bank is bank]:
            if live.name not in bank.tables:  # its opening was undone too
                self.remove_table(live, "the table was not opened after all")
                continue
            live.begin_again()
            self.turn_out(live, "resync")
        lives = [live for live in self.tables.values() if live.bank is bank]
        self._discard(bank, lives)
        for live in lives:
            self.go_on(live)
            self.presence.arm(live)

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
            self.loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Shows everybody what has become durable with the last commit."""
        self._flushing = False
        changed, self._changed = self._changed, {}
        for live, records in changed.items():
            if live.closed:  # it is not with this process any more
                continue
            try:
                for record in records:
                    if record.end is not None:
                        self.presence.look_round(live)
                        break
                live.show(records, self.presence.arm(live) if live.at_rest else None)
            except Exception:  # whatever is wrong with one table or line, the others are told
                log.exception("a table cannot be shown", table=live.name)
                self.turn_out(live, "resync")
            if live.at_rest and live.name not in live.bank.tables:  # a room has closed it
                self.remove_table(live, "the table has closed")

    # ------------------------------------------------------------------ answers

    def answer(self, live: LiveTable, line: Line, text: bytes) -> None:
        """An answer goes to a line with what is shown next, or at once."""
        live.answers.setdefault(line, []).append(text)
        self._changed.setdefault(live, [])
        self._flush_soon()

    def refuse(self, bank: Bank, error: PitbossError, reply: Reply) -> None:
        """Refuses a command, once all that the refusal may rest on is durable."""
        self.counts.refused += 1
        if bank.pending:
            bank.pending[-1].waiting.append(lambda failed: reply(Again(public(failed)) if failed is not None else error))
        else:
            reply(error)

    async def first_answer(
        self, place: LiveTable | LiveRoom, who: Account, id_: str, error: PitbossError, reply: Reply
    ) -> None:
        """The answer to a command that comes late or again: what it brought about the first time, if this account said it."""
        bank = place.bank
        try:
            await self.settled(bank, lambda: None)  # the first may be on its way to the disk
            first = await self._said_before(who.id, id_, place.log)
        except PitbossError as failed:
            reply(Again(public(failed)))
            return
        if first is not None:
            reply(first)
        else:
            self.refuse(bank, error, reply)

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
        await self.find()
        names = {name for name, number in self.accounts.items() if number == account}
        query = accounts_table.select().with_only_columns(accounts_table.c.name).where(accounts_table.c.id == account)
        names |= set(await self.database.read(lambda connection: connection.execute(query).scalars().all()))
        return any(not names.isdisjoint(live.names.values()) for live in self.tables.values())

    def account_changed(self, account: int) -> None:
        """Somebody's name, role or sessions are not what they were: his lines begin anew, and he deals no more."""
        for live in list(self.tables.values()):
            if live.holder == account:
                self.presence.hold(live, "")
            for line in [*live.viewing.lines, *(each.line for each in live.joining)]:
                if line.account_id == account:
                    line.close("resync")

    async def stop(self) -> None:
        """Takes nothing more, and tells everybody."""
        self.stopping = True
        for live in list(self.tables.values()):
            self.presence.disarm(live)
            self.turn_out(live, "resync")
        for task in list(self._tasks):
            task.cancel()

    # ------------------------------------------------------------------ looking once

    async def whole(self, live: LiveTable, player: str, words: bool = False) -> bytes:
        """The whole table as somebody sees it now, once that is durable; raises Again where it was undone."""
        return await self.settled(live.bank, lambda: live.whole(live.viewer(player), words))

    async def settled(self, bank: Bank, look: Callable[[], T]) -> T:
        """What somebody finds at a bank now, told when all that it rests on is durable; raises Again where it was undone."""
        if bank.broken:
            raise Again(bank.broken)
        found = look()
        if bank.pending:
            ended: asyncio.Future[Exception | None] = self.loop.create_future()
            bank.pending[-1].waiting.append(lambda error: None if ended.done() else ended.set_result(error))
            if (error := await ended) is not None:
                raise Again(f"that was undone; look again ({public(error)})")
        return found

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task: asyncio.Task[None] = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def now() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _answer(reply: Reply, version: int, log_: str, failed: Exception | None) -> None:
    if failed is None:
        reply(version)
    elif isinstance(failed, IdUsed) and failed.stream == log_:
        reply(failed.version)
    elif isinstance(failed, IdUsed):
        reply(NotAuthorized(f"you have used this id before, for something else: {failed}"))
    else:
        reply(Again(f"that could not be put on record; say it again ({public(failed)})"))
