"""What other processes did in the office, for the open lines of this one: another server, or `pitboss staff`."""

import asyncio
from collections.abc import Callable

import structlog

from pitboss.errors import PitbossError
from pitboss.floor.people import office
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.transactions import OFFICE, StreamLine

log = structlog.get_logger("pitboss.floor")
EVERY = 1.0  # seconds between two looks where the database says nothing by itself
LINES_CLOSE_AFTER = (  # what an account may do, or which of its sessions last, has changed
    office.AccountNamed
    | office.RoleGranted
    | office.AccountDisabled
    | office.SessionsEnded
    | office.SignedOut
    | office.PasswordChanged
)


class FollowedOffice:
    """The office's stream from the first look on. `changed` gets the number of each account whose lines have to close."""

    def __init__(self, database: Database, changed: Callable[[int], None], by_house_only: bool = False) -> None:
        self._database, self._changed, self._by_house_only = database, changed, by_house_only
        self._seq: int | None = None  # the last line that was read
        self._failed = False  # whether it could not be read at the last look

    async def look(self) -> None:
        """Read what is new; a database that cannot be read is looked at again later."""
        try:
            lines = await asyncio.to_thread(self._read)
        except PitbossError as error:
            if not self._failed:  # once: it is looked at again and again
                log.warning("nobody knows what the office did", why=str(error))
            self._failed = True
            return
        self._failed = False
        for line in lines:
            self._seq = max(self._seq or 0, line.seq)
            event = office.decode(line.body)
            if self._by_house_only and event.by.account:
                continue
            if isinstance(event, LINES_CLOSE_AFTER) or (isinstance(event, office.SignedIn) and event.ended):
                self._changed(event.account)

    def _read(self) -> list[StreamLine]:
        if self._seq is not None:
            return list(self._database.lines(OFFICE, self._seq))
        head = self._database.head(OFFICE)
        self._seq = head.seq if head is not None else 0
        return []

    async def follow(self) -> None:
        """Look again and again, where only the house itself works beside this process: `pitboss staff` on a SQLite file."""
        while True:
            await self.look()
            await asyncio.sleep(EVERY)
