"""The floor: tables, presence, waiting lists, buy-ins and the other processes, wired together.

`Floor.submit` is the one way in for a person's command, from a socket, over HTTP or from another process.
"""

import asyncio
from functools import partial
from typing import Any

from pitboss.card_room.commands import TakeSeat
from pitboss.errors import DuplicateCommandError, NotAuthorized, PitbossError, StaleVersionError, public_message
from pitboss.floor.people.accounts import Account
from pitboss.floor.people.roles import ForbiddenError, author_of
from pitboss.floor.play.banks import PendingUnit, RetryLaterError
from pitboss.floor.play.buy_ins import NO_ACCOUNT, BuyIns
from pitboss.floor.play.command_requests import CommandRequest, Place, Reply
from pitboss.floor.play.dealer import Clocks
from pitboss.floor.play.declarations import check_device, check_report
from pitboss.floor.play.live_table import BOTS, LiveTable
from pitboss.floor.play.presence import Presence
from pitboss.floor.play.questions import answer_in_words
from pitboss.floor.play.refused_reports import RefusedReports
from pitboss.floor.play.rooms import LiveRoom
from pitboss.floor.play.tables import COMMAND, Tables
from pitboss.floor.play.waiting_lists import WaitingLists
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.schema import account as accounts_table
from pitboss.floor.storage.transactions import CommandRow, IdUsedError, now
from pitboss.floor.storage.writer import Writer
from pitboss.submissions.checking import check_passes
from pitboss.table.commands import PostLimits, Report, Sit, VoidRound


class Floor(Tables):
    """The floor, as one process serves it."""

    def __init__(self, database: Database, writer: Writer, clocks: Clocks | None = None) -> None:
        super().__init__(database, writer, clocks)
        self.practice = False  # whether a player who is alone with bots may report irregularities
        self._queued: dict[tuple[str, int], asyncio.Task[None]] = {}  # the last command that waits, by table and account
        self.waiting_lists = WaitingLists(self)
        self.presence = presence = Presence(self, self.waiting_lists)
        self.table_added, self.table_removed, self.set_clock = presence.begin, presence.disarm, presence.arm
        self.round_is_over, self.player_sat_down = presence.unseat_absent, presence.sat_down
        self.bank_changed = self.waiting_lists.look
        self.buy_ins = BuyIns(self, self.carry_out_request)
        self.refused_reports = RefusedReports(writer, now, lambda: self.loop.time())

    # ------------------------------------------------------------------ commands

    def submit(
        self, table: Place, account: Account, command: Any, expected_version: int | None, request_id: str, reply: Reply
    ) -> None:
        """Submit a person's command. `reply` gets the new version, or an error, once what it rests on is durable.

        A command may have to wait, for another process or for the cage. Later commands of the same account at the same table
        then wait behind it.
        """
        began, took = self.loop.time(), self.counts.took

        def timed(answer: int | PitbossError) -> None:
            took.add(self.loop.time() - began)
            reply(answer)

        request = CommandRequest(table, account, command, expected_version, request_id, timed)
        key = table.name, account.id
        previous = self._queued.get(key)
        waits = self._is_remote(table) or self.buy_ins.concerns(command) or self.used_ids.suspects(account.id)
        if previous is None and not waits:
            self.carry_out_request(request)
            return
        task = self._queued[key] = self._spawn(self._submit_in_turn(request, previous))
        task.add_done_callback(partial(self._dequeue, key))

    async def _submit_in_turn(self, request: CommandRequest, previous: asyncio.Task[None] | None) -> None:
        try:
            if previous is not None:
                await asyncio.wait([previous])
            if self.cluster is not None and self._is_remote(request.table):
                await self.cluster.submit(request)
                return
            if self.used_ids.suspects(request.account.id):
                await self.look_up_id(request)
            if self.buy_ins.concerns(request.command):
                await self.buy_ins.submit(request)
            else:
                self.carry_out_request(request)
        except PitbossError as error:
            request.reply(error)
        except asyncio.CancelledError:
            request.reply(RetryLaterError("the floor is closing: say it again"))
            raise
        except Exception as error:
            self.answer_failure(request, error)

    def _dequeue(self, key: tuple[str, int], task: asyncio.Task[None]) -> None:
        if self._queued.get(key) is task:
            del self._queued[key]

    def _is_remote(self, table: Place) -> bool:
        """True if another process serves the table."""
        return bool(table.bank.served_by) and self.cluster is not None

    def carry_out_request(self, request: CommandRequest) -> None:
        """Carry out a person's command at a table or in a room that this process serves."""
        table, account, command, expected_version, request_id, reply = request
        bank = table.bank
        if type(command) is Report:
            reply = self.refused_reports.reply(table.name, account, command, reply)
            request = request._replace(reply=reply)
        try:
            self._check_open(bank)
            self.used_ids.check(table.log, account.id, request_id)
            question = table.table.request if isinstance(table, LiveTable) else None
            command = self._with_defect(table, answer_in_words(question, command))
            practises = type(command) is Report and self.practises(table, account.name)
            author = author_of(account, command, sits=self.sits(table, account.name), practises=practises)
            if type(command) is Report and isinstance(table, LiveTable):
                check_report(table.table.game.chapter, command)
                check_device(table.table, command)
            if type(command) is PostLimits and isinstance(table, LiveTable):
                house = table.table.house
                check_passes(house.chapter.chapter, {**house.given, **command.limits})
            if (type(command) is Sit or type(command) is TakeSeat) and command.player not in self.accounts:
                raise NotAuthorized(NO_ACCOUNT)
        except (ForbiddenError, DuplicateCommandError) as error:  # it may have been carried out before, in another role too
            self._spawn(self.repeat_answer(request, error))
            return
        except PitbossError as error:
            self.refuse(bank, error, reply)
            return
        except Exception as error:  # nothing has been carried out
            self.answer_failure(request, error)
            return
        signed = COMMAND[type(table)](command, author, now(), expected_version, request_id)
        refusal: PitbossError | None = None
        with bank.unit() as unit:
            pending = PendingUnit(unit)
            try:
                record = self.carry_out(table, signed, pending)
                unit.command = CommandRow(account.id, request_id, table.log, record.version)
                self.used_ids.add(account.id, request_id, table.log)
                pending.waiting.append(partial(_answer, reply, record.version, table.log))
                live = table if isinstance(table, LiveTable) else self._table_of(table, command)
                if live is not None:
                    self._run_house(live, pending)
            except PitbossError as error:
                refusal = error
                if bank.broken and pending.waiting and isinstance(table, LiveTable):
                    table.note_failure(error)
            except Exception as error:
                self._record_failure(table, error, by_house=bool(pending.waiting))
                refusal = RetryLaterError("the table failed and is being rebuilt: say it again")
        if pending.waiting:  # it was carried out; a failure of the house after it rolls back both
            refusal = None
        self._submit(bank, pending)
        if refusal is None:
            return
        if isinstance(refusal, DuplicateCommandError | StaleVersionError):
            self._spawn(self.repeat_answer(request, refusal))
        else:
            self.refuse(bank, refusal, reply)

    def _table_of(self, room: LiveRoom, command: Any) -> LiveTable | None:
        """The table at which a room's command takes a seat."""
        return self.tables.get(f"{room.name}/{command.table}") if type(command) is TakeSeat else None

    def practises(self, table: Place, player: str) -> bool:
        """True if the player is alone with bots at a table of a practice floor."""
        if not self.practice or not isinstance(table, LiveTable):
            return False
        return {name for name in table.names.values() if name not in BOTS} == {player}

    def _with_defect(self, table: Place, command: Any) -> Any:
        """The command, with the recorded failure of the house in a floorperson's VoidRound. Nobody else may state a defect."""
        if type(command) is not VoidRound:
            return command
        if command.defect:
            raise ForbiddenError("a defect is stated by the floor itself, where the house has failed at a table; leave it out")
        defect = table.failed if isinstance(table, LiveTable) else ""
        return VoidRound(command.why, defect) if defect else command

    # ------------------------------------------------------------------ people

    async def find(self, name: str = "") -> None:
        """Follow the table or room of this name, or all of them, where other processes serve them."""
        if self.cluster is not None and (not name or (name not in self.tables and name not in self.rooms)):
            await self.cluster.find(name)

    async def sits_somewhere(self, account: int) -> bool:
        """True if the account has a seat at any table, of any process."""
        await self.find()
        names = {name for name, number in self.accounts.items() if number == account}
        query = accounts_table.select().with_only_columns(accounts_table.c.name).where(accounts_table.c.id == account)
        names |= set(await self.database.read(lambda connection: connection.execute(query).scalars().all()))
        return any(not names.isdisjoint(live.names.values()) for live in self.tables.values())

    def account_changed(self, account: int) -> None:
        """Disconnect an account whose name, role or sessions changed, and end its dealing."""
        for live in list(self.tables.values()):
            if live.holder == account:
                self.presence.hold(live, "")
            for line in live.lines_open():
                if line.account_id == account:
                    line.close("resync")


def _answer(reply: Reply, version: int, stream: str, error: Exception | None) -> None:
    if error is None:
        reply(version)
    elif isinstance(error, IdUsedError) and error.stream == stream:
        reply(error.version)
    elif isinstance(error, IdUsedError):
        reply(NotAuthorized(f"you have used this id before, for something else: {error}"))
    else:
        reply(RetryLaterError(f"that could not be put on record; say it again ({public_message(error)})"))
