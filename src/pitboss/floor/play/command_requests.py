"""Requests to carry out a command, and the answers to them."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Generator
from typing import Any, NamedTuple

from pitboss.errors import DuplicateCommandError, NotAuthorized, PitbossError
from pitboss.floor.people.accounts import Account
from pitboss.floor.people.rate_limits import remember
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.rooms import LiveRoom

REMEMBERED_IDS = 20_000  # the database has all of them

Place = LiveTable | LiveRoom  # where a command is submitted
Reply = Callable[[int | PitbossError], None]  # takes the version that a command produced, or why it was refused


class CommandRequest(NamedTuple):
    """A command as `Floor.submit` takes it."""

    table: Place
    account: Account
    command: Any
    expected_version: int | None
    request_id: str
    reply: Reply


class Answer:
    """A reply that can be awaited: gives the version, or raises why the command was refused."""

    def __init__(self) -> None:
        self._result: asyncio.Future[int | PitbossError] = asyncio.get_running_loop().create_future()

    def __call__(self, result: int | PitbossError) -> None:
        if not self._result.done():  # its caller may have gone
            self._result.set_result(result)

    def __await__(self) -> Generator[Any, None, int]:
        result = yield from self._result
        if isinstance(result, PitbossError):
            raise result
        return result


class UsedIds:
    """The latest request ids by account: each id is used once."""

    def __init__(self) -> None:
        self._logs: OrderedDict[tuple[int, str], str] = OrderedDict()  # the log of the table or room
        self._suspects: OrderedDict[int, None] = OrderedDict()

    def suspect(self, account: int) -> None:
        """From now on look up the account's ids in the database: it has used one again that was not remembered here."""
        remember(self._suspects, account, None, REMEMBERED_IDS)

    def suspects(self, account: int) -> bool:
        """True if the account's ids have to be looked up."""
        return account in self._suspects

    def check(self, stream: str, account: int, request_id: str) -> None:
        """Raises DuplicateCommandError for a repeated command, NotAuthorized for an id that the account used elsewhere."""
        used = self._logs.get((account, request_id))
        if used == stream:
            raise DuplicateCommandError("this id was used here before: choose another for another command", 0)
        if used is not None:
            raise NotAuthorized(f"you have used this id before, for something else, at {used}")

    def add(self, account: int, request_id: str, stream: str) -> None:
        """Remembers an id."""
        remember(self._logs, (account, request_id), stream, REMEMBERED_IDS)

    def forget(self, account: int, request_id: str) -> None:
        """Forgets the id of a command that was undone."""
        self._logs.pop((account, request_id), None)
