"""Chips that come from the cage: whoever sits down or buys has an account, and the chips in it.

The writer has the last word: a unit that overdraws an account is undone. That costs a rebuilding of its bank, so what can be
seen before is refused before, and what one account brings is looked at one after the other.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pitboss.card_room.commands import Collect, TakeSeat
from pitboss.errors import IllegalWager, NotAuthorized, PitbossError
from pitboss.floor.accounts import Account
from pitboss.floor.banks import Again
from pitboss.floor.live import LiveTable
from pitboss.floor.rooms import LiveRoom
from pitboss.floor.schema import account as accounts_table
from pitboss.money import dollars
from pitboss.table.commands import Act, Buy, Sit
from pitboss.table.door import is_name

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor, Reply

NO_CHIPS = "nobody sits down without chips: bring what the least wager here takes, or more"
NOBODY = "nobody of that name has an account here"
BRING_CHIPS = frozenset({Sit, Buy, TakeSeat})


class Purses:
    """The accounts of a floor from which chips are on their way to its tables."""

    def __init__(self, floor: "Floor") -> None:
        self.floor = floor
        self._turns: dict[int, asyncio.Lock] = {}
        self._users: Counter[int] = Counter()  # of each turn
        self._renaming: set[int] = set()
        self._renames = 0  # how many names have been changed: who was looked up before may have another

    async def say(
        self, place: LiveTable | LiveRoom, who: Account, deed: Any, version: int | None, id_: str, reply: "Reply"
    ) -> None:
        """What `Floor.say` does, for any deed: whoever sits down or buys, by himself or with a floorperson's help, must have an
        account, and the chips in the cage."""
        floor = self.floor
        if place.bank.served_by or not (isinstance(deed, Collect) or brings_chips(deed)):
            floor.say(place, who, deed, version, id_, reply)
            return
        if isinstance(deed, Sit | TakeSeat) and deed.cents <= 0:
            floor.refuse(
                place.bank,
                IllegalWager("nobody sits down without chips: bring what the least wager here takes, or more"),
                reply,
            )
            return
        name = deed.player if isinstance(deed, Collect) else _payer(place, who, deed)
        renames = self._renames
        account = await self._account_named(name)
        if account is None:
            floor.refuse(place.bank, NotAuthorized(NOBODY), reply)
            return
        floor.accounts[name] = account
        if isinstance(deed, Collect):
            floor.say(place, who, deed, version, id_, reply)
            return
        await self._begin(account)

        def ended(found: int | PitbossError) -> None:
            self._end(account)
            reply(found)

        try:
            there = await self.in_the_cage(account)
        except BaseException:
            self._end(account)
            raise
        if account in self._renaming or renames != self._renames:
            floor.refuse(place.bank, Again("a name is being changed: say it again"), ended)
            return
        if (cents := _chips_for(deed)) > there:
            whose = "your account" if account == who.id else "that account"
            error = IllegalWager(f"there is {dollars(there)} in {whose} at the cage, not {dollars(cents)}")
            await floor.first_answer(place, who, id_, error, ended)
            return
        floor.say(place, who, deed, version, id_, ended)

    @contextmanager
    def renaming(self, account: int) -> Iterator[None]:
        """The time in which an account gets another name: nobody sits down under the old one meanwhile."""
        self._renaming.add(account)
        try:
            yield
        finally:
            self._renaming.discard(account)
            self._renames += 1

    async def _begin(self, account: int) -> None:
        """Waits until what was brought from an account before is gone from the cage, or is not."""
        self._users[account] += 1
        try:
            await self._turns.setdefault(account, asyncio.Lock()).acquire()
        except BaseException:
            self._forget(account)
            raise

    def _end(self, account: int) -> None:
        self._turns[account].release()
        self._forget(account)

    def _forget(self, account: int) -> None:
        self._users[account] -= 1
        if not self._users[account]:
            del self._users[account], self._turns[account]

    async def _account_named(self, name: str) -> int | None:
        """The account of somebody."""
        if not is_name(name):
            return None
        query = accounts_table.select().with_only_columns(accounts_table.c.id).where(accounts_table.c.name == name)
        return await self.floor.database.read(lambda connection: connection.execute(query).scalar())

    async def in_the_cage(self, account: int) -> int:
        """What an account has in the cage, as far as that is durable."""
        query = accounts_table.select().with_only_columns(accounts_table.c.cage).where(accounts_table.c.id == account)
        return int(await self.floor.database.read(lambda connection: connection.execute(query).scalar()) or 0)


def brings_chips(deed: Any) -> bool:
    """Whether somebody brings chips from the cage by a deed."""
    return type(deed) in BRING_CHIPS or (type(deed) is Act and deed.kind == "stakes added")


def _payer(place: LiveTable | LiveRoom, who: Account, deed: Any) -> str:
    """Whose chips are brought by a deed: of the player who sits down, or who has the seat."""
    if isinstance(deed, Sit | TakeSeat):
        return deed.player
    seat = deed.detail.get("seat") if isinstance(deed, Act) else deed.seat
    return place.names.get(seat, who.name) if isinstance(place, LiveTable) and type(seat) is int else who.name


def _chips_for(deed: Any) -> int:
    """What somebody brings from the cage by a deed."""
    cents = deed.detail.get("cents") if isinstance(deed, Act) else deed.cents
    return cents if type(cents) is int else 0
