"""Custody: which promises of chance a process may keep when it takes over a bank.

Promises count only if nobody can have used them meanwhile. For a bank without a server at the start, a witness
(`pitboss.floor.storage.witness`) has to vouch, or they are discarded. A bank of a live process keeps them while the same
PostgreSQL server runs: what is durable there cannot be undone without stopping it.
"""

import asyncio

from pitboss.floor.storage.database import Database
from pitboss.floor.storage.leases import Leases, process_id
from pitboss.floor.storage.witness import MISSING, OLDER, Witness, started


class Custody:
    """What this process knows about the promises of banks."""

    def __init__(self, database: Database, leases: Leases, witness: Witness | None) -> None:
        self._database, self._leases, self._witness = database, leases, witness
        self._began = ""  # when the server of the database was started
        self._unserved: dict[str, str] = {}  # banks without a server at the start, with their last one
        self._own: set[str] = set()  # banks that this process has taken up before
        self._doubtful: set[str] = set()  # banks with promises to discard

    async def begin(self) -> None:
        """Note which banks have no server."""
        self._began = await asyncio.to_thread(started, self._database)
        self._unserved = await self._leases.unserved()

    async def doubt(self, bank: str) -> str:
        """Why the promises of a newly leased bank may have been used, "" if they have not."""
        if await asyncio.to_thread(started, self._database) != self._began:
            await self._begin_again(bank)
        why = await asyncio.to_thread(self._why, bank, self._leases.previous(bank))
        self._own.add(bank)
        if why:
            self._doubtful.add(bank)
            await self._settle()
        return why

    async def settled(self, bank: str = "") -> None:
        """Note that the promises of a doubtful bank are durably discarded, if it had any."""
        self._doubtful.discard(bank)
        await self._settle()

    def holds(self) -> bool:
        """True if the database has the last line that this process wrote."""
        return self._witness is None or self._witness.holds()

    async def _begin_again(self, bank: str) -> None:
        """The server of the database was started anew: another state of its files may have been put back."""
        await self.begin()
        self._unserved[bank] = self._leases.previous(bank)

    async def _settle(self) -> None:
        if self._witness is not None:
            await asyncio.to_thread(self._witness.settle, not self._doubtful)

    def _why(self, bank: str, previous: str) -> str:
        """ "" if this process or a live one served the bank; else the witness decides."""
        if (bank in self._own and previous == process_id()) or self._unserved.get(bank, "") != previous:
            return "" if self.holds() else OLDER
        return MISSING if self._witness is None else self._witness.why_not(previous)
