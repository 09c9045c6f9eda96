"""Pages of finished rounds: a table's list, and one round to replay and verify.

They share the addresses of the JSON (`pitboss.floor.web.rounds`), so links work for everyone. The page is empty: its script
requests what the reader may see.
"""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.routing import Match
from starlette.types import Scope

from pitboss.floor.books.recall import Gain, Recall
from pitboss.floor.storage.transactions import Played
from pitboss.floor.web.felts import felt_for
from pitboss.floor.web.pages import account_of, page
from pitboss.floor.web.rounds import LATEST, recall_of
from pitboss.games import game
from pitboss.rulebook import chapter

MOST = 20  # rounds on a page


class ForBrowsers(APIRoute):
    """A route for requests that prefer HTML."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request goes this way; proofs are never a page."""
        match, child = super().matches(scope)
        if match is Match.NONE or scope["path"].endswith("/proofs"):
            return Match.NONE, {}
        return (match, child) if "text/html" in Headers(scope=scope).get("accept", "") else (Match.NONE, {})


router = APIRouter(include_in_schema=False, route_class=ForBrowsers)


@router.get("/rounds/{path:path}")
async def history(path: str, request: Request) -> Response:
    """The page of a round, or a table's list. Poker tables have a slash: "poker/1" is round 1 of table "poker" if there is one,
    else table 1 of the room."""
    recall, opening = recall_of(request), _number(request.query_params.get("opening", "")) or 0
    table, _, last = path.rpartition("/")
    if table and (number := _number(last)) and (stream := await recall.stream_of(table, opening)):
        return await _round(request, recall, table, stream, number, opening)
    table = path.rstrip("/")
    stream = await recall.stream_of(table, opening) if table else None
    if stream is None:
        return await page(request, "missing.html", 404, table="", why="There is, and was, no such table here.")
    return await _list(request, recall, table, stream, opening)


async def _round(request: Request, recall: Recall, table: str, stream: str, number: int, opening: int) -> Response:
    played = await recall.played(stream, number)
    if played is None:
        return await page(request, "missing.html", 404, table=table, why=f"Round {number} is not over, or was never played.")
    about, (before, after) = played.about, played.beside
    felt = await felt_for(played.house)
    return await page(
        request,
        "round.html",
        **_names(table, played.house.chapter.chapter, opening),
        felts=felt.felts,
        places=felt.places,
        seats=felt.seats,
        points=game(played.house.chapter.chapter).points,
        number=number,
        at=_time(about.at),
        void=about.void,
        before=_address(table, opening, before) if before else None,
        after=_address(table, opening, after) if after else None,
    )


async def _list(request: Request, recall: Recall, table: str, stream: str, opening: int) -> Response:
    before = _number(request.query_params.get("before", "")) or LATEST
    account = await account_of(request)
    rounds = await recall.rounds(stream, before, MOST)
    gains = await recall.gains(rounds, account.id) if account is not None else {}
    older = rounds[-1].round if len(rounds) == MOST and rounds[-1].round > 1 else None
    return await page(
        request,
        "rounds.html",
        **_names(table, await recall.chapter_of(stream), opening),
        rows=[_row(table, opening, each, gains) for each in rounds],
        played=bool(gains),
        newest=before == LATEST,
        older=_query(list_address(table), before=older, opening=opening) if older else None,
        first=_query(list_address(table), opening=opening),
    )


def _row(table: str, opening: int, each: Played, gains: dict[int, Gain]) -> dict[str, Any]:
    address = _address(table, opening, each.round)
    return {"number": each.round, "address": address, "at": _time(each.at), "void": each.void, "gain": gains.get(each.round)}


def _names(table: str, number: str, opening: int) -> dict[str, Any]:
    return {
        "table": table,
        "opening": opening,
        "game": chapter(number).game,
        "chapter": number,
        "list": _query(list_address(table), opening=opening),
    }


def round_address(table: str, number: int) -> str:
    """The address of a round.

    >>> round_address("poker/1", 7)
    '/rounds/poker/1/7'
    """
    return f"/rounds/{quote(table)}/{number}"


def list_address(table: str) -> str:
    """The address of a table's list, with a slash so that it is no round of another table.

    >>> list_address("three-card-poker"), list_address("poker/1")
    ('/rounds/three-card-poker', '/rounds/poker/1/')
    """
    return f"/rounds/{quote(table)}{'/' if '/' in table else ''}"


def _address(table: str, opening: int, number: int) -> str:
    return _query(round_address(table, number), opening=opening)


def _query(address: str, **given: int) -> str:
    query = "&".join([f"{name}={value}" for name, value in given.items() if value])
    return f"{address}?{query}" if query else address


def _number(text: str) -> int | None:
    valid = text.isascii() and text.isdigit() and len(text) < 16
    return int(text) or None if valid else None


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")
