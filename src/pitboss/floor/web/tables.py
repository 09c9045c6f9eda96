"""Tables and rooms over HTTP: lists, views, commands, and what the pit does."""

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field

from pitboss.card_room.commands import Deed as RoomDeed
from pitboss.card_room.commands import OpenTable
from pitboss.errors import BadCommand
from pitboss.floor.people import roles
from pitboss.floor.play import bots
from pitboss.floor.play.broadcast import encode
from pitboss.floor.play.command_requests import Answer
from pitboss.floor.play.declarations import declarable, declarable_at
from pitboss.floor.play.floor import Floor
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.peers import TableRequest
from pitboss.floor.play.protocol import check_command_id, unreadable
from pitboss.floor.play.rooms import LiveRoom
from pitboss.floor.play.rpc import handle
from pitboss.floor.play.table_lifecycle import TableLifecycle, check_waivers
from pitboss.floor.web import shapes
from pitboss.floor.web.errors import NotFoundError
from pitboss.floor.web.people import REFUSALS, Body, Signed, at_once, people_of, signed_or_none, token_of
from pitboss.games.pai_gow.house_way import no_files
from pitboss.rulebook import POKER, chapter
from pitboss.submissions.checking import check_passes
from pitboss.table.commands import Deed

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)
Id = Annotated[str, Field(min_length=1, max_length=100)]
Version = Annotated[int, Field(ge=0, le=2**53 - 1)]
Words = Annotated[bool, Query(description="Whether what happened and what is asked is told in sentences too.")]
MOST_FRAMES = 256


class CommandBody(Body):
    """A command, such as `{"do": "bet", "seat": 1, "wagers": {"Ante": 1000}}`, under an id of the client's own, for the version
    it knows."""

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
    chapter: Annotated[str, Field(min_length=1, max_length=60)] = POKER


class Company(Body):
    """How many bots are to sit down."""

    bots: Annotated[int, Field(ge=1, le=9)]


class Ready(Body):
    """Whether one places no more wagers for the next round."""

    ready: bool


class Reopens(Body):
    """That a closed table is to open again."""

    open: Literal[True]


class Holds(Body):
    """Whether an employee deals."""

    holds: bool


async def viewer_of(request: Request) -> str:
    """The viewer's name, "" if not signed in."""
    account = await signed_or_none(request)
    return "" if account is None else account.name


TheFloor = Annotated[Floor, at_once(lambda connection: connection.app.state.floor)]
TheLifecycle = Annotated[TableLifecycle, at_once(lambda connection: connection.app.state.lifecycle)]
Looks = Annotated[str, Depends(viewer_of)]


async def table_of(floor: Floor, name: str) -> LiveTable:
    """A table by its name, here or served by another process; raises NotFoundError."""
    await floor.find(name)
    live = floor.tables.get(name)
    if live is None:
        raise NotFoundError("there is no such table here")
    return live


async def room_of(floor: Floor, name: str) -> LiveRoom:
    """A room by its name, here or served by another process; raises NotFoundError."""
    await floor.find(name)
    room = floor.rooms.get(name)
    if room is None:
        raise NotFoundError("there is no such room here")
    return room


def json(content: Any, status: int = 200) -> Response:
    """An answer, written as frames are."""
    return Response(content if isinstance(content, bytes) else encode(content), status, media_type="application/json")


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
async def open_table(body: Submission, floor: TheFloor, lifecycle: TheLifecycle, account: Signed) -> Response:
    """A pit boss opens a table from a Rules Submission."""
    roles.check(account.role, "open table")
    with no_files():
        live = await lifecycle.open_table(account, body.name, body.chapter, body.house, body.meter)
    return json(about(live), 201)


@router.put("/tables/{table:path}/open", status_code=201, response_model=shapes.InTheLobby)
async def reopen_table(table: str, body: Reopens, lifecycle: TheLifecycle, account: Signed) -> Response:
    """A pit boss opens a closed table again under its name, as it was opened first."""
    roles.check(account.role, "open table")
    with no_files():
        return json(about(await lifecycle.reopen_table(account, table)), 201)


@router.get("/tables/{table:path}/frames", response_model=list[shapes.OneFrame])
async def frames_since(
    table: str, floor: TheFloor, looks: Looks, after: Annotated[int, Query(ge=0, le=2**53 - 1)], words: Words = False
) -> Response:
    """The frames after a version, as the viewer sees them; 422 if they are no longer kept."""
    live = await table_of(floor, table)
    status = live.status()
    if not status.oldest <= after <= status.version:
        raise BadCommand(f"frames are kept from version {status.oldest} to {status.version}; ask for the whole table")
    return json(live.frames_after(after, live.viewer(looks), words))


@router.get("/tables/{table:path}/declarable", response_model=list[shapes.Declarable])
async def declarable_here(table: str, floor: TheFloor) -> Response:
    """What can be declared at a table as it is now, with its devices."""
    live = await table_of(floor, table)
    return json(await floor.settled(live.bank, lambda: declarable_at(live.table)))


@router.post("/tables/{table:path}/commands", response_model=shapes.Answered)
async def say(table: str, body: CommandBody, floor: TheFloor, account: Signed) -> Response:
    """Submit a command; the answer comes when it is durable."""
    live = await table_of(floor, table)
    floor.presence.saw(live, account.name)
    answer = Answer()
    floor.submit(live, account, command_of(body, Deed), body.version, body.id, answer)
    return json({"id": body.id, "v": await answer, **live.since_version(body.version, account.name)})


@router.post("/tables/{table:path}/ready", response_model=shapes.IsReady)
async def ready(table: str, body: Ready, floor: TheFloor, lifecycle: TheLifecycle, account: Signed) -> Response:
    """No more wagers from this player for the next round, or after all."""
    await handle(lifecycle, await table_of(floor, table), TableRequest("ready", account.name, int(body.ready)))
    return json({"ready": body.ready})


@router.post("/tables/{table:path}/bots", response_model=shapes.Bots)
async def company(table: str, body: Company, floor: TheFloor, lifecycle: TheLifecycle, account: Signed) -> Response:
    """Bots sit down, for company."""
    live = await table_of(floor, table)
    if not floor.sits(live, account.name):
        roles.check(account.role, "seat others")
    return json({"bots": await handle(lifecycle, live, TableRequest("bots", count=body.bots))})


@router.get("/tables/{table:path}/bots", response_model=shapes.Bots)
async def expected(table: str, floor: TheFloor, lifecycle: TheLifecycle) -> Response:
    """How many bots could sit down now."""
    return json({"bots": await handle(lifecycle, await table_of(floor, table), TableRequest("welcome"))})


@router.delete("/tables/{table:path}/bots", response_model=shapes.Bots)
async def alone(table: str, floor: TheFloor, lifecycle: TheLifecycle, account: Signed) -> Response:
    """The bots leave."""
    live = await table_of(floor, table)
    if not floor.sits(live, account.name):
        roles.check(account.role, "seat others")
    return json({"bots": await handle(lifecycle, live, TableRequest("dismiss"))})


@router.put("/tables/{table:path}/dealer", response_model=shapes.HeldBy)
async def deal(table: str, body: Holds, floor: TheFloor, lifecycle: TheLifecycle, account: Signed) -> Response:
    """An employee takes over the deal: the house's dealer waits where something may go wrong."""
    live = await table_of(floor, table)
    roles.check(account.role, "deal")
    if body.holds and floor.sits(live, account.name):
        raise roles.ForbiddenError("nobody deals where he sits")
    name = account.name if body.holds else ""
    await handle(lifecycle, live, TableRequest("hold", name, account=account))
    return json({"held_by": name})


@router.get("/tables/{table:path}", response_model=shapes.WholeTable)
async def look(table: str, floor: TheFloor, looks: Looks, words: Words = False) -> Response:
    """The whole table as the viewer sees it."""
    live = await table_of(floor, table)
    if looks:
        floor.presence.saw(live, looks)
    return json(await floor.whole(live, looks, words))


@router.delete("/tables/{table:path}", status_code=204)
async def close_table(table: str, floor: TheFloor, lifecycle: TheLifecycle, account: Signed) -> None:
    """Close a table without players, as a pit boss."""
    roles.check(account.role, "close table")
    if (broken := lifecycle.broken.get(table)) is not None and broken.kind == "table" and table not in floor.tables:
        await lifecycle.close_broken(account, broken)
        return
    live = await table_of(floor, table)
    await handle(lifecycle, live, TableRequest("close", account=account))


def command_of(body: CommandBody, kind: Any) -> Any:
    """The command in a request; raises BadCommand."""
    check_command_id(body.id, body.version)
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
async def open_room(body: RoomSubmission, lifecycle: TheLifecycle, account: Signed) -> Response:
    """A pit boss sets a Poker room aside."""
    roles.check(account.role, "open table")
    room = await lifecycle.open_room(account, body.name, body.chapter)
    return json(room.bank.board(), 201)


@router.get("/rooms/{room}", response_model=shapes.Board)
async def board(room: str, request: Request, floor: TheFloor) -> Response:
    """The public state of a room. The request shows that a player on its list is present."""
    live = await room_of(floor, room)
    if (token := token_of(request)) and (account := await people_of(request).account_of(token)) is not None:
        floor.waiting_lists.saw(live.bank, account.name)
    return json(await floor.settled(live.bank, live.bank.board))


@router.delete("/rooms/{room}", status_code=204)
async def close_room(room: str, floor: TheFloor, lifecycle: TheLifecycle, account: Signed) -> None:
    """A pit boss closes a room that cannot be rebuilt from its logs: players get their chips back as the ledger has them."""
    roles.check(account.role, "close table")
    if room not in lifecycle.closable():
        await room_of(floor, room)
    await lifecycle.close_room(account, room)


@router.post("/rooms/{room}/commands", response_model=shapes.Answered)
async def say_in_room(room: str, body: CommandBody, floor: TheFloor, account: Signed) -> Response:
    """Submit a command to a room: the list, a seat, a jackpot."""
    live = await room_of(floor, room)
    command = command_of(body, RoomDeed)
    if isinstance(command, OpenTable):
        check_waivers(command.house)
        check_passes(live.bank.board()["chapter"], command.house)
    answer = Answer()
    floor.submit(live, account, command, body.version, body.id, answer)
    version = await answer
    floor.waiting_lists.saw(live.bank, account.name)
    return json({"id": body.id, "v": version})


@router.get("/games", response_model=list[shapes.Game])
async def games(floor: TheFloor) -> Response:
    """The chapters on the floor, with their incidents, paragraphs and fields."""
    await floor.find()
    numbers = sorted({live.table.game.chapter for live in floor.tables.values()})
    listed = []
    for number in numbers:
        incidents, fields = declarable(number)
        listed.append({"chapter": number, "game": chapter(number).game, "incidents": incidents, "declarable": fields})
    return json(listed)
