"""Which promises of chance a process may keep when it takes up a bank: those of which it knows that nobody has used them since.

A bank that nobody served when this process began is vouched for by a witness (`pitboss.floor.witness`), or its promises are
discarded. One that another process serves meanwhile may be taken over with its promises, as long as the PostgreSQL server runs
that both of them use: what is durable there cannot be undone without stopping it.
"""

import asyncio

from pitboss.floor.database import Database
from pitboss.floor.leases import Leases, process_id
from pitboss.floor.witness import MISSING, OLDER, Witness, started


class Custody:
    """What this process knows of the banks that it takes up. Without a witness it knows nothing of those before it."""

    def __init__(self, database: Database, leases: Leases, witness: Witness | None) -> None:
        self._database, self._leases, self._witness = database, leases, witness
        self._began = ""  # when the server of the database was started
        self._unserved: dict[str, str] = {}  # banks that nobody served then, with the process that did so last
        self._own: set[str] = set()  # banks that this process has taken up before
        self._doubtful: set[str] = set()  # banks whose promises are still to be discarded

    async def begin(self) -> None:
        """Looks which banks nobody serves."""
        self._began = await asyncio.to_thread(started, self._database)
        self._unserved = await self._leases.unserved()

    async def doubt(self, bank: str) -> str:
        """Why the promises of a bank that was just leased may have been used; "" where they have not been."""
        if await asyncio.to_thread(started, self._database) != self._began:
            await self._begin_again(bank)
        why = await asyncio.to_thread(self._why, bank, self._leases.previous(bank))
        self._own.add(bank)
        if why:
            self._doubtful.add(bank)
            await self._settle()
        return why

    async def settled(self, bank: str = "") -> None:
        """The promises of a doubtful bank are discarded, and that is durable; or there was nothing to discard."""
        self._doubtful.discard(bank)
        await self._settle()

    def holds(self) -> bool:
        """Whether the database has what this process wrote to it last."""
        return self._witness is None or self._witness.holds()

    async def _begin_again(self, bank: str) -> None:
        """The server of the database was started anew: another state of its files may have been put back."""
        await self.begin()
        self._unserved[bank] = self._leases.previous(bank)

    async def _settle(self) -> None:
        if self._witness is not None:
            await asyncio.to_thread(self._witness.settle, not self._doubtful)

    def _why(self, bank: str, previous: str) -> str:
        """A bank is known where this process had it last, or another one that served it meanwhile; else a witness is asked."""
        if (bank in self._own and previous == process_id()) or self._unserved.get(bank, "") != previous:
            return "" if self.holds() else OLDER
        return MISSING if self._witness is None else self._witness.why_not(previous)
