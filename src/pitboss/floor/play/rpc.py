"""Requests about a table that are no commands: handled by the process that serves the table, forwarded by the others."""

from pitboss.errors import BadCommand
from pitboss.floor.play import bots
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.peers import TableRequest
from pitboss.floor.play.table_lifecycle import TableLifecycle


async def handle(lifecycle: TableLifecycle, live: LiveTable, request: TableRequest) -> int:
    """Handle a request, or forward it to the process that serves the table."""
    floor, player = lifecycle.floor, request.player
    if live.bank.served_by and floor.cluster is not None:
        return await floor.cluster.call(live, request)
    match request.kind:
        case "ready":
            floor.presence.is_ready(live, player, bool(request.count))
        case "hold":
            floor.presence.hold(live, player, request.account.id if request.account else 0)
        case "came" | "went":
            floor.presence.is_there(live, player, request.process, request.kind == "came")
        case "bots":
            return await bots.seat(floor, live, request.count)
        case "welcome":
            return len(bots.welcome(live, live.seated))
        case "dismiss":
            return await bots.dismiss(floor, live)
        case "close":
            assert request.account is not None
            await lifecycle.close_table(request.account, live)
        case _:
            raise BadCommand(f"nobody asks for {request.kind} here")
    return 0
