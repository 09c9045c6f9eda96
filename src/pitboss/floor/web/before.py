"""Previews for a page: whether wagers would be lawful, and what two hands of Pai Gow Poker make.

Nothing changes and nothing hidden is used: wagers are judged by the house alone, and cards are those in the request.
"""

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from pitboss.cards import parse, text
from pitboss.errors import BadCard, PitbossError
from pitboss.floor.web.people import REFUSALS, Body
from pitboss.floor.web.tables import TheFloor, table_of
from pitboss.games.pai_gow.play import describe, way_of
from pitboss.games.pai_gow.rules import rules_of
from pitboss.games.pai_gow.setting import better_setting, is_lawful

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)
Cents = Annotated[int, Field(ge=0, le=2**53 - 1)]
Word = Annotated[str, Field(min_length=1, max_length=60)]


class Wagers(Body):
    """Wagers to check, in cents."""

    wagers: Annotated[dict[Word, Cents], Field(max_length=100)]


class Lawful(BaseModel):
    """Whether wagers are lawful at this table: with implied ones, or why not and by which paragraph."""

    lawful: bool
    wagers: dict[str, int] = {}
    why: str = ""
    cite: str = ""


class Cards(Body):
    """Seven cards of Pai Gow Poker, and the two chosen for the low hand, if any."""

    cards: Annotated[str, Field(min_length=1, max_length=40)]
    low: Annotated[str, Field(max_length=10)] = ""


class Setting(BaseModel):
    """Both hands in words, or why the setting is fouled; without a choice, the low hand by the house way. `better` are both
    hands of a setting that is higher in one and not lower in the other, if there is one."""

    house_way: list[str] = []
    hands: str = ""
    better: str = ""
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
    """What a setting of seven cards makes, or how the house would set them, as the dealer tells a player on request."""
    at = (await table_of(floor, table)).table
    rules = rules_of(at.game)
    if rules is None:
        raise BadCard("hands are set at Pai Gow Poker only")
    seven, low = parse(body.cards), tuple(parse(body.low))
    if len(seven) != 7 or len(set(seven)) != 7 or not set(low) <= set(seven):
        raise BadCard("a player sets seven cards, and the low hand is of them")
    if not low:
        _, low = way_of(at.house).setting(seven)
        return Setting(house_way=text(low).split(), hands=describe(seven, low), cite=rules.help)
    if is_lawful([card for card in seven if card not in low], low):
        better = better_setting(seven, low)
        return Setting(hands=describe(seven, low), better=describe(seven, better.low) if better else "", cite=rules.set)
    return Setting(fouled=True, why="the low hand would rank above the high hand", cite=rules.set)
