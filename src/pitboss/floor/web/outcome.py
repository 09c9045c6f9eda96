"""The outcome of a Poker table's last hand, over HTTP: winners, amounts and full hands."""

from fastapi import APIRouter, Response
from pydantic import BaseModel

from pitboss.floor.web.people import REFUSALS
from pitboss.floor.web.rounds import uncached
from pitboss.floor.web.tables import TheFloor, table_of
from pitboss.telling.winners import Won, winners

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)


class Outcome(BaseModel):
    """The last finished round with its winners; empty for games against the house."""

    round: int
    won: list[Won]


@router.get("/tables/{table:path}/outcome", response_model=Outcome)
async def outcome(table: str, floor: TheFloor) -> Response:
    """The winners of the last hand of a Poker table, with shown hands only."""
    live = await table_of(floor, table)
    return uncached(await floor.settled(live.bank, lambda: {"round": live.table.rounds, "won": winners(live.table)}))
