"""The signs at a Poker table over HTTP: jackpots with the amount on display, and the Kill option."""

from fastapi import APIRouter, Response

from pitboss.card_room.notices import Sign, signs_at
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.rooms import RoomBank
from pitboss.floor.web.people import REFUSALS
from pitboss.floor.web.rounds import uncached
from pitboss.floor.web.tables import TheFloor, table_of

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)


@router.get("/tables/{table:path}/signs", response_model=list[Sign])
async def signs(table: str, floor: TheFloor) -> Response:
    """What is posted at a Poker table; empty at other games."""
    live = await table_of(floor, table)
    return uncached(await floor.settled(live.bank, lambda: signs_of(live)))


def signs_of(live: LiveTable) -> list[Sign]:
    """The signs at a table."""
    bank = live.bank
    if not isinstance(bank, RoomBank) or bank.room is None:
        return []
    return list(signs_at(bank.room.state, live.name.removeprefix(f"{bank.place}/"), live.table))
