"""How the last hand of a Poker table ended, over HTTP: who won how much, and with which hand in full."""

from fastapi import APIRouter, Response
from pydantic import BaseModel

from pitboss.floor.web.people import REFUSALS
from pitboss.floor.web.rounds import told
from pitboss.floor.web.tables import TheFloor, table_of
from pitboss.telling.winners import winners

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)


class Winner(BaseModel):
    """What a seat won in all, and with which hands as a dealer calls them; none where nobody had to show."""

    seat: int
    cents: int
    hands: list[str]


class Outcome(BaseModel):
    """The last round that is over, and who won it. Nobody where the players of a table do not play against each other."""

    round: int
    won: list[Winner]


@router.get("/tables/{table:path}/outcome", response_model=Outcome)
async def outcome(table: str, floor: TheFloor) -> Response:
    """Who won the last hand of a Poker table. It tells of no hand that was not shown."""
    live = await table_of(floor, table)
    return told(await floor.settled(live.bank, lambda: {"round": live.table.rounds, "won": winners(live.table)}))
