"""How a round stands or ended, over HTTP: the hands that the viewer sees, named in full, and the winners at Poker."""

from fastapi import APIRouter, Response
from pydantic import BaseModel

from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.web.people import REFUSALS
from pitboss.floor.web.rounds import uncached
from pitboss.floor.web.tables import Looks, TheFloor, table_of
from pitboss.table.view.views import layout_of
from pitboss.telling.shown_hands import ShownHand, shown_hands
from pitboss.telling.winners import Won, winners

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)


class Outcome(BaseModel):
    """The round in progress or the last one: `hands` by place, such as "seat_3 split 1" or "dealer"; `won` is empty for games
    against the house, and until the round is over."""

    round: int
    hands: dict[str, ShownHand]
    won: list[Won]


@router.get("/tables/{table:path}/outcome", response_model=Outcome)
async def outcome(table: str, floor: TheFloor, looks: Looks) -> Response:
    """The hands of the last round as the viewer sees them, each with its name, and who won at Poker."""
    live = await table_of(floor, table)
    return uncached(await floor.settled(live.bank, lambda: outcome_of(live, looks)))


def outcome_of(live: LiveTable, player: str) -> dict[str, object]:
    """The outcome as a viewer may know it."""
    layout = layout_of(live.table, live.viewer(player))
    return {"round": live.table.rounds, "hands": shown_hands(live.table, layout), "won": winners(live.table)}
