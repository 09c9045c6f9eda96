"""What a process asks of the other processes of the floor. `pitboss.floor.play.cluster` does it, over PostgreSQL."""

from typing import Protocol

import msgspec

from pitboss.floor.people.accounts import Account
from pitboss.floor.play.command_requests import CommandRequest
from pitboss.floor.play.live_table import LiveTable


class TableRequest(msgspec.Struct, frozen=True, omit_defaults=True, rename={"account": "who"}):
    """A request about a table that is no command. `player` is ready, deals, arrived or left; `process` has their line."""

    kind: str
    player: str = ""
    count: int = 0
    account: Account | None = None
    process: str = ""


class Peers(Protocol):
    """The other processes of the floor."""

    async def find(self, name: str = "") -> None:
        """Follow the table or room of this name, or all of them, where other processes serve them."""

    async def submit(self, request: CommandRequest) -> None:
        """Pass a command on to the process that serves its table, and the answer to its `reply`."""

    async def call(self, live: LiveTable, request: TableRequest) -> int:
        """Pass a request on to the process that serves the table; its answer."""

    def tell(self, live: LiveTable, event: str, player: str) -> None:
        """Tell the process that serves the table that a player arrived or left ("came" or "went")."""

    async def seen(self, live: LiveTable, version: int) -> None:
        """Wait until this process has seen a version of a table that another process serves."""

    async def reserve(self, account: int) -> None:
        """Wait until no other process moves the chips of an account, and keep them from it until `unreserve`."""

    def unreserve(self, account: int) -> None:
        """Let other processes move the chips of an account."""

    async def leave(self) -> None:
        """Hand over all banks before this process stops."""
