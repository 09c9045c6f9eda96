"""What happens to a player's wagers on leaving now, over HTTP: the page shows it before the player decides."""

from dataclasses import dataclass

from fastapi import APIRouter, Response
from pydantic import ConfigDict

from pitboss.floor.web.people import REFUSALS
from pitboss.floor.web.rounds import uncached
from pitboss.floor.web.tables import Looks, TheFloor, table_of
from pitboss.games.pai_gow.rules import Play
from pitboss.table.steps import Cut
from pitboss.table.table import Table

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)
KINDS = ("player leaves the table", "player leaves")  # as chapters call it
LOST = "Your wagers of this round are lost."
RETURNED = "This house gives your wagers of this round back."
FOLDED = "Your hand is folded, and what you have bet stays in the pot."
PLAYED = "Your wagers stay. The dealer plays your hand as for a player who is silent; what comes back goes to your cage."
WAIT = "Wagers are being placed or settled; leave when that is done."
CUT = "The cards are being cut; leave when that is done."
BANKS = "A player who banks stays until every wager is settled."


@dataclass(frozen=True)
class Leaving:
    """Whether a player may leave the table now, and what happens to the wagers of this round, "" if none are at stake."""

    __pydantic_config__ = ConfigDict(json_schema_serialization_defaults_required=True)  # all are sent
    may: bool = True
    says: str = ""
    cite: str = ""


@router.get("/tables/{table:path}/leaving", response_model=Leaving)
async def leaving(table: str, floor: TheFloor, looks: Looks) -> Response:
    """What happens if the player leaves the table now?"""
    live = await table_of(floor, table)
    return uncached(await floor.settled(live.bank, lambda: if_leaves(live.table, looks)))


def if_leaves(table: Table, player: str) -> Leaving:
    """What happens if a player leaves now, by the paragraph on it; without one the player is silent."""
    playing = table.round
    if playing is None or not any(table.seats[n].player == player for n in playing.seats if n not in playing.left):
        return Leaving()
    cite = next((table.game.incidents[kind] for kind in KINDS if kind in table.game.incidents), "")
    if isinstance(playing.play, Play) and (why := _stays(table, playing.play, player)):
        return Leaving(False, why, cite)
    if not cite:
        return Leaving(says=PLAYED)
    if isinstance(table.request, Cut):
        return Leaving(False, CUT, cite)
    if table.game.dealt_in is not None:
        return Leaving(says=FOLDED, cite=cite)
    return Leaving(says=LOST if table.house.get("abandoned_wagers_lose", True) else RETURNED, cite=cite)


def _stays(table: Table, play: Play, player: str) -> str:
    """Why a player cannot leave a round of Pai Gow Poker now, "" for no reason."""
    if play.bank and table.seats[play.bank].player == player:
        return BANKS
    settling = table.round is not None and table.round.stage == "settling"
    return WAIT if settling or not play.begun else ""
