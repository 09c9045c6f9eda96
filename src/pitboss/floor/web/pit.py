"""The pit over HTTP: all tables with their figures, what a house may submit, and the page that shows it."""

from hashlib import blake2b
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from pitboss.floor import roles
from pitboss.floor.floor import Floor
from pitboss.floor.judging import Judging
from pitboss.floor.pit import Pit
from pitboss.floor.theory import theory
from pitboss.floor.viewing import encode
from pitboss.floor.web import shapes
from pitboss.floor.web.errors import Missing
from pitboss.floor.web.pages import account_of, closed, page
from pitboss.floor.web.people import REFUSALS, Signed
from pitboss.games import BANKED, MODULES
from pitboss.rulebook import Option, chapter

router = APIRouter(tags=["pit"], responses=REFUSALS)
LOOK_AS: tuple[roles.Role, ...] = ("floorperson", "pit boss", "surveillance")


async def pit_of(request: Request) -> Pit:
    """The pit of this floor."""
    state = request.app.state
    if not hasattr(state, "pit"):
        floor: Floor = state.floor
        state.pit = Pit(floor, theory, Judging(floor.database, state.running.reckoner, state.openings.key))
    pit: Pit = state.pit
    return pit


ThePit = Annotated[Pit, Depends(pit_of)]


@router.get("/api/pit", response_model=shapes.InThePit)
async def pit(request: Request, pit: ThePit, who: Signed, since: Annotated[int, Query(ge=0, le=2**53 - 1)] = 0) -> Response:
    """Every table with its figures, since it opened or since a moment (milliseconds since 1970, to the minute). The answer has
    an ETag: 304 where nothing has changed since the answer that had it."""
    roles.check(who.role, "see the pit")
    hidden = roles.sees_hidden(who, over=True, sits_anywhere=await pit.floor.sits_somewhere(who.id))
    fallen = [each._asdict() for _, each in sorted(request.app.state.openings.closable().items())]
    tables = await pit.tables(since, hidden=hidden)
    body = encode({"since": since - since % 60_000, "tables": tables, "fallen": fallen})
    tag = f'"{blake2b(body, digest_size=12).hexdigest()}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers={"etag": tag})
    return Response(body, media_type="application/json", headers={"etag": tag})


@router.get("/api/options/{chapter}", response_model=shapes.Submittable)
async def options(number: Annotated[str, Path(alias="chapter", min_length=1, max_length=60)]) -> Response:
    """What a Rules Submission of a chapter may choose: each option with its section, default and what is allowed."""
    if number not in MODULES:
        raise Missing("there is no such chapter; 565 is one")
    book = chapter(number)
    told = [told_option(option) for option in book.options]
    return Response(encode({"chapter": number, "game": book.game, "options": told}), media_type="application/json")


def told_option(option: Option) -> dict[str, Any]:
    """An option as a form needs it."""
    return {
        "option": option.option,
        "section": option.section,
        "kind": option.kind,
        "default": option.default,
        "allowed": option.allowed,
        "unit": option.unit,
        "why": option.why,
        "required": option.required,
    }


@router.get("/pit", include_in_schema=False)
async def pit_page(request: Request) -> Response:
    """The wall of tables, for whoever may see it; for others who may."""
    account = await account_of(request)
    role = "patron" if account is None else account.role
    if role not in roles.MAY["see the pit"]:
        allowed = [each for each in roles.ROLES if each in roles.MAY["see the pit"]]
        return await closed(request, "pit", allowed, LOOK_AS)
    may = {verb: role in roles.MAY[verb] for verb in ("deal", "declare", "rule", "open table", "close table", "recall any")}
    return await page(request, "pit.html", may=may, chapters=submittable(request.app.state.floor))


def submittable(floor: Floor) -> list[dict[str, str]]:
    """What a table may be opened for: every game that the house banks, and Poker in the rooms that are there."""
    games = [{"chapter": number, "game": chapter(number).game} for number in BANKED]
    rooms = [(name, room.bank.board()["chapter"]) for name, room in sorted(floor.rooms.items())]
    return games + [{"chapter": number, "game": chapter(number).game, "room": name} for name, number in rooms]
