"""The pit over HTTP: tables with figures, options of submissions, and the page."""

from hashlib import blake2b
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from pitboss.floor.books.decisions import DecisionQuality
from pitboss.floor.books.pit import Pit
from pitboss.floor.books.theoretical_win import theory
from pitboss.floor.people import roles
from pitboss.floor.play.broadcast import encode
from pitboss.floor.play.floor import Floor
from pitboss.floor.play.table_lifecycle import TableLifecycle
from pitboss.floor.web import shapes
from pitboss.floor.web.errors import NotFoundError
from pitboss.floor.web.lobby import titles
from pitboss.floor.web.pages import account_of, closed, page
from pitboss.floor.web.people import REFUSALS, Signed
from pitboss.floor.web.tables import json
from pitboss.games import BANKED, MODULES
from pitboss.rulebook import chapter

ON_THE_PAGE = ("deal", "declare", "rule", "open table", "change limits", "close table", "recall any")
router = APIRouter(tags=["pit"], responses=REFUSALS)


async def pit_of(request: Request) -> Pit:
    """The pit of this floor."""
    state = request.app.state
    if not hasattr(state, "pit"):
        floor: Floor = state.floor
        state.pit = Pit(floor, theory, DecisionQuality(floor.database, state.running.calculator, state.lifecycle.key))
    pit: Pit = state.pit
    return pit


ThePit = Annotated[Pit, Depends(pit_of)]


@router.get("/api/pit", response_model=shapes.InThePit)
async def pit(request: Request, pit: ThePit, account: Signed, since: Annotated[int, Query(ge=0, le=2**53 - 1)] = 0) -> Response:
    """Every table with its figures, since it opened or since a moment (milliseconds since 1970, to the minute). Has an ETag:
    304 if nothing changed."""
    roles.check(account.role, "see the pit")
    hidden = roles.sees_hidden(account, over=True, sits_anywhere=await pit.floor.sits_somewhere(account.id))
    fallen = [each for _, each in sorted(request.app.state.lifecycle.closable().items())]
    tables = with_titles(await pit.tables(since, hidden=hidden))
    lifecycle: TableLifecycle = request.app.state.lifecycle
    closed = [
        {"name": each.name, "chapter": each.chapter, "game": chapter(each.chapter).game}
        for each in await lifecycle.closed_tables()
    ]
    body = encode({"since": since - since % 60_000, "tables": tables, "fallen": fallen, "closed": closed})
    tag = f'"{blake2b(body, digest_size=12).hexdigest()}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag})
    return Response(body, media_type="application/json", headers={"etag": tag})


def with_titles(tables: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Tables with distinct titles: those of the lobby, and at Poker the game with the table's name in its room.

    >>> found = with_titles([{"name": name, "chapter": "565", "game": "Three Card Poker"} for name in ("a", "b", "room/c")])
    >>> [table["title"] for table in found]
    ['Three Card Poker, table 1', 'Three Card Poker, table 2', 'Three Card Poker, c']
    """
    called = titles((table["name"], table["chapter"]) for table in tables if "/" not in table["name"])
    called |= {name: f"{table['game']}, {name.partition('/')[2]}" for table in tables if "/" in (name := table["name"])}
    return [table | {"title": called[table["name"]]} for table in tables]


@router.get("/api/options/{chapter}", response_model=shapes.Submittable)
async def options(number: Annotated[str, Path(alias="chapter", min_length=1, max_length=60)]) -> Response:
    """The options of a chapter's Rules Submission, each with section, default and allowed values."""
    if number not in MODULES:
        raise NotFoundError("there is no such chapter; 565 is one")
    book = chapter(number)
    words = shapes.SubmissionOption.model_fields
    listed = [{word: getattr(option, word) for word in words} for option in book.options]
    return json({"chapter": number, "game": book.game, "options": listed})


@router.get("/pit", include_in_schema=False)
async def pit_page(request: Request) -> Response:
    """The pit for staff with access; for others, who has it."""
    account = await account_of(request)
    role = "patron" if account is None else account.role
    if role not in roles.MAY["see the pit"]:
        allowed = [each for each in roles.ROLES if each in roles.MAY["see the pit"]]
        return await closed(request, "pit", allowed, allowed)
    may = {verb: role in roles.MAY[verb] for verb in ON_THE_PAGE}
    return await page(request, "pit.html", may=may, chapters=submittable(request.app.state.floor))


def submittable(floor: Floor) -> list[dict[str, str]]:
    """The games that a table may be opened for; Poker in open rooms."""
    games = [{"chapter": number, "game": chapter(number).game} for number in BANKED]
    rooms = [(name, room.bank.board()["chapter"]) for name, room in sorted(floor.rooms.items())]
    return games + [{"chapter": number, "game": chapter(number).game, "room": name} for name, number in rooms]
