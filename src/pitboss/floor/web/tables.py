"""Tables and rooms over HTTP: what there is, what somebody sees of it, what he says there, and what the pit does."""

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field

from pitboss.card_room.commands import Deed as RoomDeed
from pitboss.card_room.commands import OpenTable
from pitboss.errors import BadCommand
from pitboss.floor import bots, roles
from pitboss.floor.asks import Ask, ask
from pitboss.floor.declaring import declarable
from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable
from pitboss.floor.openings import Openings, check_waivers
from pitboss.floor.people import NotSignedIn
from pitboss.floor.protocol import check_said, unreadable
from pitboss.floor.rooms import LiveRoom
from pitboss.floor.viewing import encode
from pitboss.floor.web import shapes
from pitboss.floor.web.errors import Missing
from pitboss.floor.web.people import REFUSALS, Body, Signed, people_of, token_of
from pitboss.games.pai_gow.house_way import no_files
from pitboss.rulebook import chapter
from pitboss.submissions.checking import check_passes
from pitboss.table.commands import Deed

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)
Id = Annotated[str, Field(min_length=1, max_length=100)]
Version = Annotated[int, Field(ge=0, le=2**53 - 1)]
Words = Annotated[bool, Query(description="Whether what happened and what is asked is told in sentences too.")]
MOST_FRAMES = 256


class Says(Body):
    """A command, such as `{"do": "bet", "seat": 1, "wagers": {"Ante": 1000}}`, under an id of one's own, for the version that
    one knows."""

    id: Id
    version: Version
    command: dict[str, Any]


class Submission(Body):
    """A table as a house submits it: the options of `pitboss options CHAPTER`, and the meter that it shares with others."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    chapter: Annotated[str, Field(min_length=1, max_length=60)]
    house: dict[str, Any] = Field(default_factory=dict)
    meter: Annotated[str, Field(max_length=60)] = ""


class RoomSubmission(Body):
    """A Poker room."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    chapter: Annotated[str, Field(min_length=1, max_length=60)] = "637a"


class Company(Body):
    """How many bots are to sit down."""

    bots: Annotated[int, Field(ge=1, le=9)]


class Ready(Body):
    """Whether one places no more wagers for the next round."""

    ready: bool


class Holds(Body):
    """Whether an employee deals himself."""

    holds: bool


async def floor_of(request: Request) -> Floor:
    """The floor of this process."""
    floor: Floor = request.app.state.floor
    return floor


async def openings_of(request: Request) -> Openings:
    """Its tables and rooms."""
    openings: Openings = request.app.state.openings
    return openings


async def viewer_of(request: Request) -> str:
    """The name of whoever looks, "" for somebody who has not signed in."""
    token = token_of(request)
    if not token:
        return ""
    account = await people_of(request).account_of(token)
    if account is None:
        raise NotSignedIn("sign in first")
    return account.name


TheFloor = Annotated[Floor, Depends(floor_of)]
TheOpenings = Annotated[Openings, Depends(openings_of)]
Looks = Annotated[str, Depends(viewer_of)]


async def table_of(floor: Floor, name: str) -> LiveTable:
    """A table by its name, here or served by another process; raises Missing."""
    await floor.find(name)
    live = floor.tables.get(name)
    if live is None:
        raise Missing("there is no such table here")
    return live


async def room_of(floor: Floor, name: str) -> LiveRoom:
    """A room by its name, here or served by another process; raises Missing."""
    await floor.find(name)
    room = floor.rooms.get(name)
    if room is None:
        raise Missing("there is no such room here")
    return room


def json(content: Any) -> Response:
    """An answer, written as frames are."""
    return Response(content if isinstance(content, bytes) else encode(content), media_type="application/json")


def about(live: LiveTable) -> dict[str, Any]:
    """A table in the lobby, as far as it is durable."""
    table = live.table
    book, house = chapter(table.game.chapter), table.house
    most = table.game.seats(house)[0]
    taken = dict(sorted(live.seated.items()))
    limits = {wager.name: table.game.amounts(house, wager) for wager in table.game.offered(house)}
    return {
        "name": live.name,
        "log": live.log,
        "chapter": book.chapter,
        "game": book.game,
        "version": live.durable,
        "seats": most,
        "taken": taken,
        "free": [number for number in range(1, most + 1) if number not in taken],
        "takes_players": len(taken) < most or bool(live.bots),
        "limits": limits,
        "suggested": table.game.suggest(house),
        "meter": live.meter,
        "bots": len(bots.welcome(live, taken, people=1)),
    }


@router.get("/tables", response_model=list[shapes.InTheLobby])
async def tables(floor: TheFloor) -> Response:
    """Every table of the floor."""
    await floor.find()
    return json([about(live) for _, live in sorted(floor.tables.items()) if live.durable])


@router.post("/tables", status_code=201, response_model=shapes.InTheLobby)
async def open_table(body: Submission, floor: TheFloor, openings: TheOpenings, who: Signed) -> Response:
    """A pit boss opens a table from a Rules Submission."""
    roles.check(who.role, "open table")
    with no_files():
        live = await openings.open_table(who, body.name, body.chapter, body.house, body.meter)
    return Response(encode(about(live)), 201, media_type="application/json")


@router.get("/tables/{table:path}/frames", response_model=list[shapes.OneFrame])
async def frames_since(
    table: str, floor: TheFloor, looks: Looks, after: Annotated[int, Query(ge=0, le=2**53 - 1)], words: Words = False
) -> Response:
    """What somebody is told of what happened after a version; 409 where so much is not kept: ask for the table then."""
    live = await table_of(floor, table)
    status = live.status()
    if not status.oldest <= after <= status.version:
        raise BadCommand(f"frames are kept from version {status.oldest} to {status.version}; ask for the whole table")
    return json(live.frames_after(after, live.viewer(looks), words))


@router.post("/tables/{table:path}/commands", response_model=shapes.Answered)
async def say(table: str, body: Says, floor: TheFloor, who: Signed) -> Response:
    """Says something at a table; the answer comes when it is durable."""
    live = await table_of(floor, table)
    floor.presence.saw(live, who.name)
    version = await floor.ask(live, who, deed_of(body, Deed), body.version, body.id)
    return json({"id": body.id, "v": version, **live.since_version(body.version, who.name)})


@router.post("/tables/{table:path}/ready", response_model=shapes.IsReady)
async def ready(table: str, body: Ready, floor: TheFloor, openings: TheOpenings, who: Signed) -> Response:
    """No more wagers from this player for the next round, or after all."""
    await ask(openings, await table_of(floor, table), Ask("ready", who.name, int(body.ready)))
    return json({"ready": body.ready})


@router.post("/tables/{table:path}/bots", response_model=shapes.Bots)
async def company(table: str, body: Company, floor: TheFloor, openings: TheOpenings, who: Signed) -> Response:
    """Bots sit down, for company."""
    live = await table_of(floor, table)
    if not floor.sits(live, who.name):
        roles.check(who.role, "seat others")
    return json({"bots": await ask(openings, live, Ask("bots", count=body.bots))})


@router.get("/tables/{table:path}/bots", response_model=shapes.Bots)
async def expected(table: str, floor: TheFloor, openings: TheOpenings) -> Response:
    """How many bots could sit down now."""
    return json({"bots": await ask(openings, await table_of(floor, table), Ask("welcome"))})


@router.delete("/tables/{table:path}/bots", response_model=shapes.Bots)
async def alone(table: str, floor: TheFloor, openings: TheOpenings, who: Signed) -> Response:
    """The bots leave."""
    live = await table_of(floor, table)
    if not floor.sits(live, who.name):
        roles.check(who.role, "seat others")
    return json({"bots": await ask(openings, live, Ask("dismiss"))})


@router.put("/tables/{table:path}/dealer", response_model=shapes.HeldBy)
async def deal(table: str, body: Holds, floor: TheFloor, openings: TheOpenings, who: Signed) -> Response:
    """An employee deals himself: the house's dealer waits for him where something may go wrong, until he lets it go on."""
    live = await table_of(floor, table)
    roles.check(who.role, "deal")
    if body.holds and floor.sits(live, who.name):
        raise roles.Forbidden("nobody deals where he sits")
    name = who.name if body.holds else ""
    await ask(openings, live, Ask("hold", name, who=who))
    return json({"held_by": name})


@router.get("/tables/{table:path}", response_model=shapes.WholeTable)
async def look(table: str, floor: TheFloor, looks: Looks, words: Words = False) -> Response:
    """The whole table as whoever asks sees it."""
    live = await table_of(floor, table)
    if looks:
        floor.presence.saw(live, looks)
    return json(await floor.whole(live, looks, words))


@router.delete("/tables/{table:path}", status_code=204)
async def close_table(table: str, floor: TheFloor, openings: TheOpenings, who: Signed) -> None:
    """A pit boss closes a table at which nobody sits."""
    roles.check(who.role, "close table")
    if (fallen := openings.fallen.get(table)) is not None and fallen.kind == "table" and table not in floor.tables:
        await openings.close_fallen(who, fallen)
        return
    live = await table_of(floor, table)
    await ask(openings, live, Ask("close", who=who))


def deed_of(body: Says, kind: Any) -> Any:
    """What somebody says, as a command has it; raises BadCommand."""
    check_said(body.id, body.version)
    try:
        return msgspec.convert(body.command, kind)
    except (msgspec.ValidationError, ValueError, RecursionError) as error:
        raise unreadable(error, kind) from None


# ---------------------------------------------------------------------------- Poker rooms


@router.get("/rooms", response_model=list[shapes.Board])
async def rooms(floor: TheFloor) -> Response:
    """The Poker rooms with their games, lists and jackpots."""
    await floor.find()
    return json([await floor.settled(room.bank, room.bank.board) for _, room in sorted(floor.rooms.items())])


@router.post("/rooms", status_code=201, response_model=shapes.Board)
async def open_room(body: RoomSubmission, openings: TheOpenings, who: Signed) -> Response:
    """A pit boss sets a Poker room aside."""
    roles.check(who.role, "open table")
    room = await openings.open_room(who, body.name, body.chapter)
    return Response(encode(room.bank.board()), 201, media_type="application/json")


@router.get("/rooms/{room}", response_model=shapes.Board)
async def board(room: str, request: Request, floor: TheFloor) -> Response:
    """What everybody in a room can see. Players on its list show by it that they are present."""
    found = await room_of(floor, room)
    if (token := token_of(request)) and (account := await people_of(request).account_of(token)) is not None:
        floor.lists.saw(found.bank, account.name)
    return json(await floor.settled(found.bank, found.bank.board))


@router.delete("/rooms/{room}", status_code=204)
async def close_room(room: str, floor: TheFloor, openings: TheOpenings, who: Signed) -> None:
    """A pit boss closes a room that cannot be rebuilt from its logs: players get their chips back as the ledger has them."""
    roles.check(who.role, "close table")
    if room not in openings.closable():
        await room_of(floor, room)
    await openings.close_room(who, room)


@router.post("/rooms/{room}/commands", response_model=shapes.Answered)
async def say_in_room(room: str, body: Says, floor: TheFloor, who: Signed) -> Response:
    """Says something to a room: the list, a seat, a jackpot."""
    found = await room_of(floor, room)
    deed = deed_of(body, RoomDeed)
    if isinstance(deed, OpenTable):
        check_waivers(deed.house)
        check_passes(found.bank.board()["chapter"], deed.house)
    version = await floor.ask(found, who, deed, body.version, body.id)
    floor.lists.saw(found.bank, who.name)
    return json({"id": body.id, "v": version})


@router.get("/games", response_model=list[shapes.Game])
async def games(floor: TheFloor) -> Response:
    """The chapters at the tables of the floor, with what can go wrong there, its paragraph in our words and the fields of its
    detail."""
    await floor.find()
    numbers = sorted({live.table.game.chapter for live in floor.tables.values()})
    found = []
    for number in numbers:
        incidents, told = declarable(number)
        found.append({"chapter": number, "game": chapter(number).game, "incidents": incidents, "declarable": told})
    return json(found)
