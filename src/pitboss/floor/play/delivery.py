"""Delivery: what happens to units after the writer has committed them, or has failed to.

No client sees an effect before it is durable: not the sender, not spectators, not a client whose command it causes to be
refused. A bank is rebuilt from its log if a unit cannot be committed.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import structlog

from pitboss.errors import BadLog, PitbossError, public_message
from pitboss.floor.play.banks import MOVES, Bank, PendingUnit, RetryLaterError
from pitboss.floor.play.broadcast import Line
from pitboss.floor.play.command_requests import Reply, UsedIds
from pitboss.floor.play.dealer import Clocks
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.rooms import LiveRoom, RoomBank
from pitboss.floor.server_log import reason
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.transactions import IdUsedError, LeaseLostError
from pitboss.floor.storage.witness import OLDER
from pitboss.floor.storage.writer import Writer
from pitboss.floor.timings import Timings
from pitboss.table.log.log import Difference
from pitboss.table.log.records import Record

if TYPE_CHECKING:
    from pitboss.floor.storage.custody import Custody

log = structlog.get_logger("pitboss.floor")
REBUILD_EVERY = 1.0  # seconds between two attempts to rebuild a bank

T = TypeVar("T")


@dataclass
class Counts:
    """Totals since the process started, for `/metrics`."""

    commands: int = 0
    refused: int = 0
    records: int = 0
    steps: int = 0
    rounds: int = 0
    rebuilt: int = 0
    by_clock: int = 0
    leases_lost: int = 0
    took: Timings = field(default_factory=Timings)  # commands of people, from when they came to their answers


class Delivery(ABC):
    """The tables of this process with their viewers. `Tables` adds commands, `Floor` people."""

    # Set by the floor:
    table_added: Callable[[LiveTable], None]  # this process serves a table from now on
    table_removed: Callable[[LiveTable], None]  # it does not serve a table any more
    set_clock: Callable[[LiveTable], float | None]  # set the clock of a table; returns the seconds until it acts
    round_is_over: Callable[[LiveTable], None]  # a round has ended, and that is durable
    player_sat_down: Callable[[LiveTable, str], None]  # a player has sat down; not durable yet
    bank_changed: Callable[[Bank], None]  # something at a bank has become durable

    def __init__(self, database: Database, writer: Writer, clocks: Clocks | None = None) -> None:
        self.database = database
        self.writer = writer
        self.clocks = clocks or Clocks()
        self.banks: dict[str, Bank] = {}
        self.tables: dict[str, LiveTable] = {}
        self.rooms: dict[str, LiveRoom] = {}
        self.accounts: dict[str, int] = {}  # players at any table, with their accounts
        self.used_ids = UsedIds()
        self.counts = Counts()
        self.stopping = False
        self.custody: Custody | None = None  # promises made before this process
        self.loop = asyncio.get_running_loop()
        self._by_log: dict[str, LiveTable] = {}
        self._changed: dict[LiveTable, list[Record]] = {}  # durable, not shown yet
        self._flushing = False
        self._tasks: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------------ hooks

    @abstractmethod
    def run_house(self, live: LiveTable) -> None:
        """Run the house at a table after a change that no command made."""

    @abstractmethod
    def _discard(self, bank: Bank, lives: Sequence[LiveTable]) -> None:
        """Discard the promises of a bank in doubt before any other command."""

    def _enter(self, name: str, bank: Bank) -> LiveTable:
        live = self.tables[name] = LiveTable(name, bank, lambda: self.loop.time())
        self._by_log[live.log] = live
        return live

    def remove(self, bank: Bank, why: str) -> None:
        """Stop serving a bank and disconnect its viewers. A successor of the same name stays."""
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
        self.table_removed(live)
        self.disconnect_all(live, why)

    def disconnect_all(self, live: LiveTable, why: str) -> None:
        """Close all lines to a table."""
        for line in live.lines_open():
            line.close(why)
            live.leave(line)

    # ------------------------------------------------------------------ to the disk, and back

    def _done(self, bank: Bank, pending: PendingUnit, error: Exception | None) -> None:
        """A unit is durable, or has failed."""
        first = bank.pending.popleft()
        assert first is pending, "units of a bank are committed in their order"
        if error is not None:
            if not isinstance(error, PitbossError):
                log.error("a unit could not be written", bank=bank.name, why=reason(error))
            bank.broken = bank.broken or public_message(error)
            self._fail(bank, pending, error)
            return
        counts = self.counts
        counts.commands += pending.unit.command is not None
        counts.rounds += len(pending.unit.rounds)
        try:
            for live, record in pending.shows:
                counts.records += 1
                counts.steps += len(record.steps)
                self._changed.setdefault(live, []).append(live.settle(record))
        except Exception as wrong:  # the unit is durable all the same, and the rebuilt bank has it
            bank.broken = bank.broken or f"the table failed: {type(wrong).__name__}"
            log.exception("a durable record cannot be shown", bank=bank.name)
        self._notify(pending, None)
        self.bank_changed(bank)
        self._flush_soon()
        if bank.broken and not bank.pending:  # it failed in memory while this unit was on its way
            self._spawn(self._rebuild(bank))

    def _notify(self, pending: PendingUnit, error: Exception | None) -> None:
        """Call all who wait for a unit. A callback that fails holds up no other."""
        for answer in pending.waiting:
            try:
                answer(error)
            except Exception:
                log.exception("an answer could not be given")

    def _fail(self, bank: Bank, pending: PendingUnit, error: Exception) -> None:
        """Roll back: rebuild the bank from its log once its queue is empty."""
        if (row := pending.unit.command) is not None:
            if isinstance(error, IdUsedError):
                self.used_ids.suspect(row.account)
            else:  # the client may send it again
                self.used_ids.forget(row.account, row.id)
        self._notify(pending, error)
        if isinstance(error, LeaseLostError):
            self.remove(bank, "resync")
        elif not bank.pending:
            self._spawn(self._rebuild(bank))

    async def _rebuild(self, bank: Bank) -> None:
        """Rebuild a bank from its log, as soon as the database answers."""
        if bank.pending or bank.broken in ("", MOVES) or self.banks.get(bank.name) is not bank:
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
        self.loop.call_soon(self.bank_changed, bank)
        bank.broken, bank.rebuilt = "", self.loop.time()
        for live in [live for live in self.tables.values() if live.bank is bank]:
            if live.name not in bank.tables:  # its opening was undone too
                self.remove_table(live, "the table was not opened after all")
                continue
            live.begin_again()
            self.disconnect_all(live, "resync")
        lives = [live for live in self.tables.values() if live.bank is bank]
        self._discard(bank, lives)
        for live in lives:
            self.run_house(live)
            self.set_clock(live)

    def apply_news(self, bank: Bank, news: list[tuple[str, Record]]) -> None:
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
                self.disconnect_all(live, "resync")
        self._flush_soon()

    def _flush_soon(self) -> None:
        if not self._flushing:
            self._flushing = True
            self.loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Send viewers what the last commit made durable."""
        self._flushing = False
        changed, self._changed = self._changed, {}
        for live, records in changed.items():
            if live.closed:  # it is not with this process any more
                continue
            try:
                for record in records:
                    if record.end is not None:
                        self.round_is_over(live)
                        break
                live.show(records, self.set_clock(live) if live.at_rest else None)
            except Exception:  # the other tables still get theirs
                log.exception("a table cannot be shown", table=live.name)
                self.disconnect_all(live, "resync")
            if live.at_rest and live.name not in live.bank.tables:  # a room has closed it
                self.remove_table(live, "the table has closed")

    # ------------------------------------------------------------------ answers

    def answer(self, live: LiveTable, line: Line, text: bytes) -> None:
        """Send an answer with the next message of the table."""
        live.answers.setdefault(line, []).append(text)
        self._changed.setdefault(live, [])
        self._flush_soon()

    def refuse(self, bank: Bank, error: PitbossError, reply: Reply) -> None:
        """Refuses a command, once all that the refusal may rest on is durable."""
        self.counts.refused += 1
        if bank.pending:
            bank.pending[-1].waiting.append(
                lambda failed: reply(RetryLaterError(public_message(failed)) if failed is not None else error)
            )
        else:
            reply(error)

    async def whole(self, live: LiveTable, player: str, words: bool = False) -> bytes:
        """The whole table for a player, once it is durable. Raises RetryLaterError after a rollback."""
        return await self.settled(live.bank, lambda: live.whole(live.viewer(player), words))

    async def settled(self, bank: Bank, look: Callable[[], T]) -> T:
        """The result of `look`, once everything it rests on is durable. Raises RetryLaterError if that was rolled back."""
        if bank.broken:
            raise RetryLaterError(bank.broken)
        result = look()
        if bank.pending:
            ended: asyncio.Future[Exception | None] = self.loop.create_future()
            bank.pending[-1].waiting.append(lambda error: None if ended.done() else ended.set_result(error))
            if (error := await ended) is not None:
                raise RetryLaterError(f"that was undone; look again ({public_message(error)})")
        return result

    # ------------------------------------------------------------------ the end

    async def stop(self) -> None:
        """Take no more commands, and disconnect all viewers."""
        self.stopping = True
        for live in list(self.tables.values()):
            self.table_removed(live)
            self.disconnect_all(live, "resync")
        for task in list(self._tasks):
            task.cancel()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task: asyncio.Task[None] = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
