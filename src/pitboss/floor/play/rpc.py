"""Requests about a table that are no commands: handled by the process that serves the table, forwarded by the others."""

from collections.abc import Awaitable, Callable

from pitboss.errors import BadCommand
from pitboss.floor.play import bots
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.peers import TableRequest
from pitboss.floor.play.table_lifecycle import TableLifecycle


async def handle(lifecycle: TableLifecycle, live: LiveTable, request: TableRequest) -> int:
    """Handle a request, or forward it to the process that serves the table."""
    cluster = lifecycle.floor.cluster
    if live.bank.served_by and cluster is not None:
        return await cluster.call(live, request)
    if request.kind not in HANDLERS:
        raise BadCommand(f"nobody asks for {request.kind} here")
    return await HANDLERS[request.kind](lifecycle, live, request)


async def _ready(lifecycle: TableLifecycle, live: LiveTable, request: TableRequest) -> int:
    lifecycle.floor.presence.is_ready(live, request.player, bool(request.count))
    return 0


async def _hold(lifecycle: TableLifecycle, live: LiveTable, request: TableRequest) -> int:
    lifecycle.floor.presence.hold(live, request.player, request.account.id if request.account else 0)
    return 0


async def _bots(lifecycle: TableLifecycle, live: LiveTable, request: TableRequest) -> int:
    return await bots.seat(lifecycle.floor, live, request.count)


async def _welcome(lifecycle: TableLifecycle, live: LiveTable, request: TableRequest) -> int:
    return len(bots.welcome(live, live.seated))


async def _dismiss(lifecycle: TableLifecycle, live: LiveTable, request: TableRequest) -> int:
    return await bots.dismiss(lifecycle.floor, live)


async def _close(lifecycle: TableLifecycle, live: LiveTable, request: TableRequest) -> int:
    assert request.account is not None
    await lifecycle.close_table(request.account, live)
    return 0


async def _arrived(lifecycle: TableLifecycle, live: LiveTable, request: TableRequest) -> int:
    lifecycle.floor.presence.is_there(live, request.player, request.process, True)
    return 0


async def _left(lifecycle: TableLifecycle, live: LiveTable, request: TableRequest) -> int:
    lifecycle.floor.presence.is_there(live, request.player, request.process, False)
    return 0


HANDLERS: dict[str, Callable[[TableLifecycle, LiveTable, TableRequest], Awaitable[int]]] = {
    "ready": _ready,
    "hold": _hold,
    "bots": _bots,
    "welcome": _welcome,
    "dismiss": _dismiss,
    "close": _close,
    "came": _arrived,
    "went": _left,
}
