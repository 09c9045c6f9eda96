"""What a page asks before somebody says something: whether wagers would be lawful, and what two hands of Pai Gow Poker are.

Nothing is changed, and nothing is told that whoever asks may not know: wagers are judged by the submission alone, and cards are
those that he names himself.
"""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from pitboss.cards import parse, text
from pitboss.errors import BadCard, PitbossError
from pitboss.floor.web.people import REFUSALS, Body
from pitboss.floor.web.tables import TheFloor, table_of
from pitboss.games.pai_gow.play import describe, way_of
from pitboss.games.pai_gow.setting import is_lawful

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)
Cents = Annotated[int, Field(ge=0, le=2**53 - 1)]
Word = Annotated[str, Field(min_length=1, max_length=60)]
SET = {"561": "561.13(a)", "645a": "645a.11(b)"}  # where a player sets his hands
HELP = {"561": "561.13(b)", "645a": "645a.11(a)(1)"}  # and where the dealer tells him how the house would


class Wagers(Body):
    """Wagers that somebody thinks of, in cents."""

    wagers: Annotated[dict[Word, Cents], Field(max_length=100)]


class Lawful(BaseModel):
    """Whether they are lawful at this table: with those that go without saying, or why not and by which paragraph."""

    lawful: bool
    wagers: dict[str, int] = {}
    why: str = ""
    cite: str = ""


class Cards(Body):
    """Seven cards of Pai Gow Poker, and the two of them for the low hand, if somebody has chosen."""

    cards: Annotated[str, Field(min_length=1, max_length=40)]
    low: Annotated[str, Field(max_length=10)] = ""


class Setting(BaseModel):
    """The low hand as the house would set it, or what a setting makes: both hands in words, or why it is fouled."""

    house_way: list[str] = []
    hands: str = ""
    fouled: bool = False
    why: str = ""
    cite: str = ""


@router.post("/tables/{table:path}/wagers")
async def wagers(table: str, body: Wagers, floor: TheFloor) -> Lawful:
    """Whether wagers would be lawful for the next round, without placing them."""
    at = (await table_of(floor, table)).table
    try:
        return Lawful(lawful=True, wagers=at.game.check_wagers(at.house, body.wagers))
    except PitbossError as error:
        return Lawful(lawful=False, why=error.message, cite=error.cite)


@router.post("/tables/{table:path}/setting")
async def setting(table: str, body: Cards, floor: TheFloor) -> Setting:
    """What seven cards make, set in some way; or how the house would set them, which the dealer tells a player who asks."""
    at = (await table_of(floor, table)).table
    if at.game.chapter not in SET:
        raise BadCard("hands are set at Pai Gow Poker only")
    seven, low = parse(body.cards), tuple(parse(body.low))
    if len(seven) != 7 or len(set(seven)) != 7 or not set(low) <= set(seven):
        raise BadCard("a player sets seven cards, and the low hand is of them")
    number = at.game.chapter
    if not low:
        _, low = way_of(at.house).setting(seven)
        return Setting(house_way=text(low).split(), hands=describe(seven, low), cite=HELP[number])
    if is_lawful([card for card in seven if card not in low], low):
        return Setting(hands=describe(seven, low), cite=SET[number])
    return Setting(fouled=True, why="the low hand would rank above the high hand", cite=SET[number])
