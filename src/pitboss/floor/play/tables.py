"""The tables of one process: carries out commands in memory and submits their units to the writer.

A command and what the house does after it (`dealer`) form one unit.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import structlog

from pitboss.card_room.commands import Command as RoomCommand
from pitboss.errors import PitbossError, public_message
from pitboss.floor.people import office
from pitboss.floor.play import dealer
from pitboss.floor.play.banks import Bank, PendingUnit, RetryLaterError
from pitboss.floor.play.command_requests import CommandRequest, Place
from pitboss.floor.play.delivery import Delivery
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.peers import Peers
from pitboss.floor.play.rooms import LiveRoom, RoomBank
from pitboss.floor.storage.postings import entries_of
from pitboss.floor.storage.schema import command as commands_table
from pitboss.floor.storage.transactions import RECORD, Execute, StreamLine, now
from pitboss.table.commands import HOUSE, Author, Begin, Command, Discard
from pitboss.table.door import LONGEST
from pitboss.table.log.stores import TABLE

COMMAND: dict[type[Any], type[Any]] = {LiveTable: Command, LiveRoom: RoomCommand}
log = structlog.get_logger("pitboss.floor")
MOST_AT_ONCE = 500  # commands of the house in a row
STARTED_FROM_A_COPY = "the floor was started from a copy of its records, so no card that was promised is dealt"


class Tables(Delivery):
    """The tables of this process. `Floor` adds presence, waiting lists and buy-ins."""

    cluster: Peers | None = None  # the other processes of the floor, where there can be any

    # ------------------------------------------------------------------ banks

    def add(self, bank: Bank) -> None:
        """Takes up a bank that this process has the lease of."""
        self.banks[bank.name] = bank
        lives = [self._enter(name, bank) for name in bank.tables]
        if isinstance(bank, RoomBank):
            self.rooms[bank.place] = LiveRoom(bank)
        self._discard(bank, lives)
        for live in lives:
            self.table_added(live)
        self.bank_changed(bank)

    def _discard(self, bank: Bank, lives: Sequence[LiveTable]) -> None:
        if not (why := bank.doubt):
            return
        promising = [live for live in lives if live.table.fair is not None and not live.table.closed]

        def discarded(error: Exception | None) -> None:
            bank.doubt = bank.doubt if error is not None else ""

        with bank.unit() as unit:
            pending = PendingUnit(unit, waiting=[discarded])
            try:
                for live in promising:
                    self.carry_out(live, Command(Discard(f"{STARTED_FROM_A_COPY} ({why})"[:LONGEST]), HOUSE, now()), pending)
            except Exception as error:
                self._record_failure(lives[0], error)
        unit.office = [office.encode(office.PromisesDiscarded(by=office.HOUSE, at=now(), bank=bank.name, why=why))]
        if not promising:
            bank.doubt = ""
        self._submit(bank, pending)

    # ------------------------------------------------------------------ the house

    def submit_for_house(self, live: Place, commands: Sequence[tuple[Any, Author]]) -> bool:
        """Carry out commands of the house in order, up to the first refusal, then run the house."""
        bank = live.bank
        if bank.broken or self.stopping or bank.served_by:
            return False
        done = False
        with bank.unit() as unit:
            pending = PendingUnit(unit)
            try:
                for command, author in commands:
                    self.carry_out(live, COMMAND[type(live)](command, author, now()), pending)
                    done = True
                if isinstance(live, LiveTable):
                    self._run_house(live, pending)
            except PitbossError as error:
                if bank.broken and isinstance(live, LiveTable):
                    live.note_failure(error)
                if not commands or not isinstance(commands[0][0], Begin):
                    self._log_refusal(live, type(commands[0][0]).__name__ if commands else "", error)
            except Exception as error:
                self._record_failure(live, error, by_house=True)
        self._submit(bank, pending)
        return done

    def run_house(self, live: LiveTable) -> None:
        self.submit_for_house(live, [])

    def _run_house(self, live: LiveTable, pending: PendingUnit) -> None:
        """Carry out the house's commands until the table waits or refuses one."""
        for _ in range(MOST_AT_ONCE):
            due = dealer.next_command(live)
            if due is None:
                return
            try:
                self.carry_out(live, Command(due.command, due.author, now()), pending)
            except PitbossError as error:
                if live.bank.stopped:
                    raise
                self._log_refusal(live, type(due.command).__name__, error)
                return

    def _log_refusal(self, live: Place, command: str, error: PitbossError) -> None:
        """Log that a command of the house was refused, a defect. The sentence is left out: it may name hidden cards."""
        log.warning("the house was refused", table=live.name, deed=command, why=type(error).__name__, cite=error.cite)

    def failed(self, live: LiveTable, error: Exception) -> None:
        """The house failed at a table without a command: in a clock, or in looking round. The table waits for the pit."""
        live.failed = type(error).__name__
        log.exception("the house failed at a table", table=live.name)

    def _record_failure(self, place: Place, error: Exception, by_house: bool = False) -> None:
        if by_house and isinstance(place, LiveTable):
            place.note_failure(error)
        place.bank.broken = place.bank.broken or f"the table failed: {type(error).__name__}"
        log.exception("a table failed", table=place.name)

    # ------------------------------------------------------------------ carrying out

    async def commit(
        self,
        bank: Bank,
        act: Callable[[PendingUnit], Any],
        *,
        work: Callable[[Execute], Any] | None = None,
        office: Sequence[bytes] = (),
    ) -> Any:
        """Has something done at a bank, with work and lines of the office in the same unit, and waits until it is durable;
        raises why it could not be done."""
        self._check_open(bank)
        ended: asyncio.Future[Exception | None] = self.loop.create_future()
        with bank.unit() as unit:
            pending = PendingUnit(unit)
            unit.work, unit.office = work, list(office)
            before = len(unit.lines)
            result = act(pending)
            self._note_all(bank, pending, before)
        pending.waiting.append(lambda error: None if ended.done() else ended.set_result(error))
        self._submit(bank, pending)
        if (error := await ended) is not None:
            raise error
        return result

    async def say(self, place: Place, deed: Any, author: Author) -> None:
        """Has something said at a table or in a room, and waits until it is durable; raises why it could not be."""
        command = COMMAND[type(place)](deed, author, now())
        await self.commit(place.bank, lambda pending: self.carry_out(place, command, pending))

    def _check_open(self, bank: Bank) -> None:
        if self.stopping or bank.broken or bank.served_by:
            raise RetryLaterError(bank.broken or "this is not open here now: say it again")

    def sits(self, place: Place, player: str) -> bool:
        """True if the player has a seat at the table, or at any table of the room."""
        if isinstance(place, LiveTable):
            return player in place.names.values()
        return any(seat.player == player for table in place.bank.tables.values() for seat in table.seats.values())

    def carry_out(self, place: Place, command: Any, pending: PendingUnit) -> Any:
        """Carry out a command in memory, and note all records that its bank wrote: what they show, post and finish."""
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

    def _note_all(self, bank: Bank, pending: PendingUnit, before: int, stream: str = "", record: Any = None) -> None:
        """Note the unit's new lines; `record` may be the decoded one."""
        try:
            for line in pending.unit.lines[max(before, pending.noted) :]:
                if line.kind == RECORD:
                    at_hand = record is not None and line.stream == stream and line.version == record.version
                    self._note(bank, line, pending, record if at_hand else None)
        except Exception as error:  # the table has moved, so the unit has to be rolled back
            bank.broken = bank.broken or f"the table failed: {error}"
            log.exception("a record cannot be entered in the books", bank=bank.name)
            raise
        pending.noted = len(pending.unit.lines)

    def _note(self, bank: Bank, line: StreamLine, pending: PendingUnit, record: Any) -> None:
        unit = pending.unit
        live = self._by_log.get(line.stream)
        if live is None and (name := bank.table_of(line.stream)):
            live = self._enter(name, bank)
            live.durable = live.shown = line.version - 1  # a table that is being opened is not durable yet
        if live is not None:
            record = record or TABLE.decode(line.body)
            unit.entries += entries_of(record, live.log, live.names, self.accounts, live.table.opening.linked)
            if (played := live.take(record)) is not None:
                unit.rounds.append(played)
            pending.shows.append((live, record))
            for step in live.ahead[-1].moved:
                if step.act == "sit":
                    self.player_sat_down(live, step.note)
        elif isinstance(bank, RoomBank) and line.stream == bank.log:
            unit.entries += bank.entries(line, self.accounts)

    def _submit(self, bank: Bank, pending: PendingUnit) -> None:
        unit = pending.unit
        if bank.broken:
            self._fail(bank, pending, RetryLaterError(bank.broken))
            return
        if not unit.lines:
            return
        unit.done = partial(self._done, bank, pending)
        bank.pending.append(pending)
        try:
            self.writer.submit(unit)
        except (PitbossError, ValueError) as error:
            bank.pending.pop()
            bank.broken = bank.broken or public_message(error)
            self._fail(bank, pending, RetryLaterError(public_message(error)))

    # ------------------------------------------------------------------ commands that come again

    async def repeat_answer(self, request: CommandRequest, error: PitbossError) -> None:
        """Answer a late or repeated command: with the version it once produced for this account, else with the error."""
        bank = request.table.bank
        try:
            await self.settled(bank, lambda: None)  # its first submission may be on its way to the disk
            row = await self._command_row(request)
        except PitbossError as failure:
            request.reply(RetryLaterError(public_message(failure)))
            return
        except Exception as failure:
            self.answer_failure(request, failure)
            return
        if row is not None and row[0] == request.table.log:
            request.reply(row[1])
        else:
            self.refuse(bank, error, request.reply)

    def answer_failure(self, request: CommandRequest, error: Exception) -> None:
        """Answer a command at which the floor itself failed before it carried anything out. Without an answer its author would
        wait for ever, and every later buy-in of the account behind it."""
        log.error("a command failed", table=request.table.name, command=type(request.command).__name__, exc_info=error)
        request.reply(RetryLaterError("the floor itself failed at that: say it again"))

    async def look_up_id(self, request: CommandRequest) -> None:
        """Remember an id that the account used at another process, or before this one started: a command that is carried out
        under such an id has its table rebuilt."""
        row = await self._command_row(request)
        if row is not None:
            self.used_ids.add(request.account.id, request.request_id, row[0])

    async def _command_row(self, request: CommandRequest) -> tuple[str, int] | None:
        """The log and the version of the command that the account gave under this id, None if none was carried out."""
        columns = commands_table.c
        query = commands_table.select().with_only_columns(columns.stream, columns.version)
        query = query.where(columns.account == request.account.id, columns.id == request.request_id)
        row = await self.database.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else (row[0], int(row[1]))
