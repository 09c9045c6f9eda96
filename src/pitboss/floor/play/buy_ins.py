"""Buy-ins: moving chips from an account's balance at the cage to a table.

The writer rejects any unit that would overdraw an account, but rejecting one means rebuilding the table from its log.
So buy-ins are checked before they are carried out, and each account's buy-ins run one at a time, in all processes of the floor.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pitboss.card_room.commands import Collect, TakeSeat
from pitboss.errors import IllegalWager, NotAuthorized, PitbossError
from pitboss.floor.play.banks import RetryLaterError
from pitboss.floor.play.command_requests import CommandRequest
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.tables import Tables
from pitboss.floor.storage.schema import account as accounts_table
from pitboss.money import dollars
from pitboss.table.commands import Act, Buy, Sit
from pitboss.table.door import is_name

NO_CHIPS = "nobody sits down without chips: bring what the least wager here takes, or more"
NO_ACCOUNT = "nobody of that name has an account here"
BRING_CHIPS = frozenset({Sit, Buy, TakeSeat})


class BuyIns:
    """Checks and serialises buy-ins, one queue per account."""

    def __init__(self, tables: Tables, carry_out: Callable[[CommandRequest], None]) -> None:
        self.tables, self._carry_out = tables, carry_out
        self._turns: dict[int, asyncio.Lock] = {}
        self._users: Counter[int] = Counter()  # of each lock
        self._renaming: set[int] = set()
        self._renames = 0  # how many accounts have been renamed: names read before a rename may be stale

    def concerns(self, command: Any) -> bool:
        """True if the command moves chips between the cage and a table or jackpot."""
        return isinstance(command, Collect) or is_buy_in(command)

    async def submit(self, request: CommandRequest) -> None:
        """Carry out a command that moves chips. Refuses unknown accounts and insufficient balances."""
        tables, command, bank = self.tables, request.command, request.table.bank
        if isinstance(command, Sit | TakeSeat) and command.cents <= 0:
            tables.refuse(bank, IllegalWager(NO_CHIPS), request.reply)
            return
        name = command.player if isinstance(command, Collect) else _payer(request)
        renames = self._renames
        account = await self._account_named(name)
        if account is None:
            tables.refuse(bank, NotAuthorized(NO_ACCOUNT), request.reply)
            return
        tables.accounts[name] = account
        if isinstance(command, Collect):
            self._carry_out(request)
            return
        await self._acquire(account)
        cluster, released = tables.cluster, False

        def release() -> None:
            nonlocal released
            if released:
                return
            released = True
            if cluster is not None:
                cluster.unreserve(account)
            self._release(account)

        def reply(result: int | PitbossError) -> None:
            release()
            request.reply(result)

        try:
            if cluster is not None:
                await cluster.reserve(account)
            await tables.look_up_id(request)
            balance = await self.cage_balance(account)
            turn = request._replace(reply=reply)
            if account in self._renaming or renames != self._renames:
                tables.refuse(bank, RetryLaterError("a name is being changed: say it again"), reply)
            elif (cents := _chips_for(command)) > balance:
                whose = "your account" if account == request.account.id else "that account"
                error = IllegalWager(f"there is {dollars(balance)} in {whose} at the cage, not {dollars(cents)}")
                await tables.repeat_answer(turn, error)
            else:
                self._carry_out(turn)
        except BaseException:  # whatever it was, the next buy-in has its turn
            release()
            raise

    @contextmanager
    def renaming(self, account: int) -> Iterator[None]:
        """Hold off buy-ins of an account while its name changes, so that it cannot sit down under the old one."""
        self._renaming.add(account)
        try:
            yield
        finally:
            self._renaming.discard(account)
            self._renames += 1

    async def _acquire(self, account: int) -> None:
        """Wait for the account's previous buy-in to commit or fail."""
        self._users[account] += 1
        try:
            await self._turns.setdefault(account, asyncio.Lock()).acquire()
        except BaseException:
            self._forget(account)
            raise

    def _release(self, account: int) -> None:
        self._turns[account].release()
        self._forget(account)

    def _forget(self, account: int) -> None:
        self._users[account] -= 1
        if not self._users[account]:
            del self._users[account], self._turns[account]

    async def _account_named(self, name: str) -> int | None:
        if not is_name(name):
            return None
        query = accounts_table.select().with_only_columns(accounts_table.c.id).where(accounts_table.c.name == name)
        return await self.tables.database.read(lambda connection: connection.execute(query).scalar())

    async def cage_balance(self, account: int) -> int:
        """The durable balance of an account at the cage, in cents."""
        query = accounts_table.select().with_only_columns(accounts_table.c.cage).where(accounts_table.c.id == account)
        return int(await self.tables.database.read(lambda connection: connection.execute(query).scalar()) or 0)


def is_buy_in(command: Any) -> bool:
    """True if the command moves chips from the cage to a table."""
    return type(command) in BRING_CHIPS or (type(command) is Act and command.kind == "stakes added")


def _payer(request: CommandRequest) -> str:
    """The player whose chips a command moves: its `player`, or the one at its seat."""
    table, account, command, *_ = request
    if isinstance(command, Sit | TakeSeat):
        return command.player
    seat = command.detail.get("seat") if isinstance(command, Act) else command.seat
    return table.names.get(seat, account.name) if isinstance(table, LiveTable) and type(seat) is int else account.name


def _chips_for(command: Any) -> int:
    """The cents that a command takes from the cage."""
    cents = command.detail.get("cents") if isinstance(command, Act) else command.cents
    return cents if type(cents) is int else 0
