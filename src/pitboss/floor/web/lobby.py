"""The lobby: every game with its felt, what it is about, house edge, swing, limits and seats; and the Poker rooms."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter, Request, Response

from pitboss.advice.edges import main_edge
from pitboss.floor.play.floor import Floor
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.web.felts import felt_for
from pitboss.floor.web.pages import account_of, enter_with_code, page
from pitboss.floor.web.tables import TheFloor, about
from pitboss.floor.web.turns import turn
from pitboss.house import House
from pitboss.printing.guide import how, most_decisions
from pitboss.rulebook import chapter

SWINGS = (("gentle", 1.0), ("moderate", 2.0), ("strong", 4.0))  # below how many main wagers
router = APIRouter(include_in_schema=False)


@router.get("/")
async def lobby(request: Request, floor: TheFloor) -> Response:
    """All tables and rooms; the address that `serve` prints for staff leads here with the code of the floor."""
    if (entered := enter_with_code(request)) is not None:
        return entered
    await floor.find()
    lives = [live for _, live in sorted(floor.tables.items()) if live.durable]
    called = titles((live.name, live.table.game.chapter) for live in lives)
    banked = [(live, (await felt_for(live.table.house)).small) for live in lives if live.table.game.dealt_in is None]
    async with turn():
        games = [game_card(live, felt) | {"title": called[live.name]} for live, felt in banked]
    games.sort(key=lambda each: (each["game"], each["name"]))
    here = await seated(request, lives, called)
    return await page(request, "lobby.html", games=games, rooms=await rooms(floor), seated=here)


def titles(tables: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Distinct titles of tables, by name: the game of each.

    >>> titles([("stud", "555"), ("stud-2", "555"), ("pai-gow", "645a"), ("old", "561"), ("three", "565")]).values()
    dict_values(['Caribbean Stud Poker, table 1', 'Caribbean Stud Poker, table 2', 'Pai Gow Poker of chapter 645a', \
'Pai Gow Poker of chapter 561', 'Three Card Poker'])
    """
    pairs = list(tables)
    several = Counter(number for _, number in pairs)
    editions = Counter(chapter(number).game for number in several)
    at: Counter[str] = Counter()
    titles_by_name = {}
    for name, number in pairs:
        at[number] += 1
        game = chapter(number).game
        of = f" of chapter {number}" if editions[game] > 1 else ""
        titles_by_name[name] = f"{game}{of}" + (f", table {at[number]}" if several[number] > 1 else "")
    return titles_by_name


async def seated(request: Request, lives: list[LiveTable], called: dict[str, str]) -> list[dict[str, Any]]:
    """The seats of the visitor, with the chips there, which are not in the cage."""
    account = await account_of(request)
    name = "" if account is None else account.name
    seats = []
    for live in lives:
        for number, player in live.names.items():
            if player == name and (seat := live.table.seats.get(number)) is not None:
                seats.append({"table": live.name, "title": called[live.name], "cents": seat.cents})
    return seats


def game_card(live: LiveTable, felt: str) -> dict[str, Any]:
    """A table against the dealer, as the lobby shows it."""
    card, table = about(live), live.table
    first = next(iter(card["limits"].values()), (0, 0))
    return {
        **card,
        "felt": felt,
        "least": sum(card["suggested"].values()) or first[0],
        "limits_of_main": first,
        "edge": (edge := main_edge(table.house)),
        "swing": swing(edge["deviation"]) if edge else "",
        "idea": how(table.house)[0],
        "decisions": most_decisions(table.house),
        "wagers": list(card["limits"]),
    }


def swing(deviation: float) -> str:
    """How far a round swings, in a word, by its standard deviation as a multiple of the main wager.

    >>> [swing(each) for each in (0.75, 1.15, 2.7, 9.8)]
    ['gentle', 'moderate', 'strong', 'wild']
    """
    return next((word for word, below in SWINGS if deviation < below), "wild")


async def rooms(floor: Floor) -> list[dict[str, Any]]:
    """The Poker rooms, as their boards have them."""
    boards = []
    for _, room in sorted(floor.rooms.items()):
        board = await floor.settled(room.bank, room.bank.board)
        first = {entry["variant"]: entry["player"] for entry in reversed(board["list"])}
        listed = {(entry["variant"], entry["player"]) for entry in board["list"]}
        title, idea = f"{chapter(board['chapter']).game} room", how(House.of(board["chapter"]))[0]
        boards.append(board | {"title": title, "idea": idea, "first": first, "listed": listed})
    return boards
