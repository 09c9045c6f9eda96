"""What is asked of the process that serves a table, besides commands: here it is done, from another process it is passed on."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec

from pitboss.errors import BadCommand
from pitboss.floor import bots
from pitboss.floor.accounts import Account
from pitboss.floor.live import LiveTable

if TYPE_CHECKING:
    from pitboss.floor.openings import Openings


class Ask(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is asked. `player` is who is ready, deals, came or went; `process` whose line of his it is."""

    kind: str
    player: str = ""
    count: int = 0
    who: Account | None = None
    process: str = ""


async def ask(openings: "Openings", live: LiveTable, asked: Ask) -> int:
    """Has something done by the process that serves a table; its answer."""
    elsewhere = openings.floor.elsewhere
    if live.bank.served_by and elsewhere is not None:
        return await elsewhere.ask(live, asked)
    if asked.kind not in DONE:
        raise BadCommand(f"nobody asks for {asked.kind} here")
    return await DONE[asked.kind](openings, live, asked)


async def _ready(openings: "Openings", live: LiveTable, asked: Ask) -> int:
    openings.floor.presence.is_ready(live, asked.player, bool(asked.count))
    return 0


async def _hold(openings: "Openings", live: LiveTable, asked: Ask) -> int:
    openings.floor.presence.hold(live, asked.player, asked.who.id if asked.who else 0)
    return 0


async def _bots(openings: "Openings", live: LiveTable, asked: Ask) -> int:
    return await bots.seat(openings.floor, live, asked.count)


async def _welcome(openings: "Openings", live: LiveTable, asked: Ask) -> int:
    return len(bots.welcome(live, live.seated))


async def _dismiss(openings: "Openings", live: LiveTable, asked: Ask) -> int:
    return await bots.dismiss(openings.floor, live)


async def _close(openings: "Openings", live: LiveTable, asked: Ask) -> int:
    assert asked.who is not None
    await openings.close_table(asked.who, live)
    return 0


async def _came(openings: "Openings", live: LiveTable, asked: Ask) -> int:
    openings.floor.presence.is_there(live, asked.player, asked.process, True)
    return 0


async def _went(openings: "Openings", live: LiveTable, asked: Ask) -> int:
    openings.floor.presence.is_there(live, asked.player, asked.process, False)
    return 0


DONE: dict[str, Callable[["Openings", LiveTable, Ask], Awaitable[int]]] = {
    "ready": _ready,
    "hold": _hold,
    "bots": _bots,
    "welcome": _welcome,
    "dismiss": _dismiss,
    "close": _close,
    "came": _came,
    "went": _went,
}
