"""The page of a table: felt, wagers, limits and payouts. Players and cards come over the WebSocket."""

from typing import Any

from fastapi import APIRouter, Request, Response

from pitboss.advice.edges import main_edge
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.protocol import BUY_IN
from pitboss.floor.play.rooms import RoomBank
from pitboss.floor.web.felts import felt_for
from pitboss.floor.web.pages import page
from pitboss.floor.web.people import people_of
from pitboss.floor.web.tables import TheFloor, table_of
from pitboss.floor.web.turns import turn
from pitboss.house import House
from pitboss.house.posted_payouts import in_force, stated_in_force
from pitboss.printing.guide import how
from pitboss.rulebook import chapter
from pitboss.table.game import Game
from pitboss.table.vocabulary import meanings

router = APIRouter(include_in_schema=False)
SMALL_BETS = 100  # brought to a table of Poker


@router.get("/tables/{table:path}")
async def table_page(table: str, request: Request, floor: TheFloor) -> Response:
    """The page to play at or watch a table."""
    live = await table_of(floor, table)
    felt = await felt_for(live.table.house)
    settings = people_of(request).settings
    house, nearly_empty = live.table.house, min(settings.nearly_empty, settings.chips)
    async with turn():
        data = about_table(live) | {"practice": settings.practice, "nearly_empty": nearly_empty, "places": felt.places}
        edge, payouts = main_edge(house), [*stated_in_force(house), *in_force(house)]
        idea, steps = how(house)
    return await page(request, "table.html", about=data, felts=felt.felts, edge=edge, payouts=payouts, idea=idea, steps=steps)


def about_table(live: LiveTable) -> dict[str, Any]:
    """The page's data beside the felt."""
    table, house, game = live.table, live.table.house, live.table.game
    poker = game.dealt_in is not None
    room = live.bank.place if isinstance(live.bank, RoomBank) else ""
    return {
        "name": live.name,
        "log": live.log,
        "chapter": game.chapter,
        "game": chapter(game.chapter).game,
        "seats": game.seats(house)[0],
        "positions": game.positions(house)[0],
        "poker": poker,
        "room": room,
        "variant": house["variant"] if poker else "",
        "structure": house["structure"] if poker else "",
        "banks": bool(house.get("player_bank")),
        "wagers": wagers(game, house),
        "suggested": game.suggest(house),
        "buy_in": SMALL_BETS * int(max(house["small_bet"], house["big_blind"])) if poker else BUY_IN,
        "unit": house.get("smallest_chip") or 100,
        "looks": game.looks(house),
        "points": game.points,
        "means": meanings(house.chapter.chapter),
        "meter": live.meter,
        "progressive": game.progressive,
        "decks": table.house.get("decks") or 1,
    }


def wagers(game: Game, house: House) -> list[dict[str, Any]]:
    """The wagers before the deal, with their limits in cents and their paragraph."""
    rows = []
    for wager in game.offered(house):
        least, most = game.amounts(house, wager)
        only = wager.only(house)
        rows.append(
            {"name": wager.name, "cite": wager.cite, "required": wager.required, "least": least, "most": most, "only": only}
        )
    return rows
