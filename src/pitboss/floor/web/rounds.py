"""Finished rounds over HTTP: a table's list, one round as the asker may see it, and the journal for auditors.

Anyone may open `/rounds/{table}/{round}`; the answer depends on the asker and is never cached.
"""

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from pitboss.floor.books.recall import NOTHING_GATHERED, Asker, Recall, exported_to
from pitboss.floor.people import roles
from pitboss.floor.people.accounts import Account
from pitboss.floor.play.broadcast import encode
from pitboss.floor.play.floor import Floor
from pitboss.floor.storage.database_view import PAGE, View
from pitboss.floor.storage.export import text
from pitboss.floor.web import shapes
from pitboss.floor.web.errors import NotFoundError
from pitboss.floor.web.people import REFUSALS, Signed, at_once, people_of, signed_or_none

router = APIRouter(tags=["rounds"], responses=REFUSALS)
LATEST = 2**53 - 1
Words = Annotated[bool, Query(description="Whether the frames tell what happened in sentences too.")]
HANDS = 10  # the most recent ones, beside a table
NOT_KEPT = {"cache-control": "no-store"}
Number = Annotated[int, Path(ge=1, le=LATEST)]
Opening = Annotated[int, Query(ge=0, le=1_000_000, description="Which opening of a table of a Poker room; 0 is the latest.")]


def recall_of(request: Request) -> Recall:
    """The rounds of this floor."""
    state = request.app.state
    if not hasattr(state, "recall"):
        state.recall = Recall(state.floor.database, state.lifecycle.key)
    recall: Recall = state.recall
    return recall


AsWhom = Annotated[
    Literal["", "spectator"], Query(alias="as", description="Asked as a spectator, the answer has what everybody may see.")
]


async def asker_of(request: Request, as_: AsWhom = "") -> Asker:
    """The asker of a request."""
    account = None if as_ == "spectator" else await signed_or_none(request)
    if account is None:
        return Asker()
    sits = await people_of(request).sits(account.id)
    return Asker(account.id, roles.sees_hidden(account, over=True, sits_anywhere=sits))


TheRecall = Annotated[Recall, at_once(recall_of)]
Asks = Annotated[Asker, Depends(asker_of)]


@router.get("/api/tables/{table:path}/rounds", response_model=shapes.FinishedRounds)
async def rounds(
    table: str,
    recall: TheRecall,
    before: Annotated[int, Query(ge=1, le=LATEST)] = LATEST,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
    opening: Opening = 0,
) -> Response:
    """A table's finished rounds, latest first; `next` starts the next page, null after the last."""
    stream = await stream_of(recall, table, opening)
    page = await recall.rounds(stream, before, most)
    listed = [{"round": each.round, "at": each.at, "void": each.void, "records": each.last - each.first + 1} for each in page]
    return uncached({"table": table, "log": stream, "rounds": listed, "next": page[-1].round if len(page) == most else None})


@router.get("/api/tables/{table:path}/hands", response_model=shapes.RecentHands)
async def hands(table: str, recall: TheRecall) -> Response:
    """The last ten hands of a Poker table, latest first: who won, how much, and with which hand. Empty at other games."""
    played = await recall.rounds(await stream_of(recall, table, 0), LATEST, HANDS)
    won = await recall.winners(played)
    return uncached({"hands": [{"round": each.round, "won": won[each.round]} for each in played if each.round in won]})


@router.get("/rounds/{table:path}/{number}/proofs", response_model=shapes.RoundProofs)
async def proofs(
    table: str, number: Number, request: Request, recall: TheRecall, asks: Asks, account: Signed, opening: Opening = 0
) -> Response:
    """Proofs of the cards that the asker saw in a round before its last act. Auditors also get the gathered cards by root and
    unpublished secrets by promise, once revealed, to repeat the shuffles."""
    stream = await stream_of(recall, table, opening)
    shown = await recall.proofs(stream, number, asks)
    if shown is None:
        raise NotFoundError("there is no such round that is over")
    again = await recall.gathered(stream, number) if asks.account and await may_audit(request, account) else NOTHING_GATHERED
    return uncached({"table": table, "round": number, "proofs": shown, "gathered": again.cards, "hidden": again.hidden})


@router.get("/rounds/{table:path}/{number}", response_model=shapes.RoundReplay)
async def round_(
    table: str, number: Number, recall: TheRecall, asks: Asks, opening: Opening = 0, words: Words = False
) -> Response:
    """A finished round step by step, as the asker may see it."""
    played = await recall.round(await stream_of(recall, table, opening), number, asks, words)
    if played is None:
        raise NotFoundError("there is no such round that is over")
    return uncached({"table": table, "everything": asks.everything, **played})


@router.get("/api/export/{stream:path}", response_class=Response)
async def export(stream: str, request: Request, account: Signed) -> Response:
    """A log as `pitboss replay` reads it, up to the current round. It reveals every card: only for those who sit nowhere."""
    await check_auditor(request, account)
    floor: Floor = request.app.state.floor
    last = await floor.database.read(lambda connection: exported_to(View(connection), stream))
    if not last:
        raise NotFoundError("there is no such log here, or nothing of it that may be told yet")
    name = stream.replace("/", "-").removesuffix(".log") + ".log"
    heads = {**NOT_KEPT, "content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(lines(floor, stream, last), media_type="application/x-ndjson", headers=heads)


async def check_auditor(request: Request, account: Account) -> None:
    """Check that an account may have the journal; raises ForbiddenError."""
    roles.check(account.role, "audit")
    if await people_of(request).sits(account.id):
        raise roles.ForbiddenError("a log tells what others hold; get up from all tables first")


async def may_audit(request: Request, account: Account) -> bool:
    """True if an account may have the journal."""
    try:
        await check_auditor(request, account)
    except roles.ForbiddenError:
        return False
    return True


async def lines(floor: Floor, stream: str, last: int) -> AsyncIterator[bytes]:
    """The lines of a stream up to a number."""
    after = 0
    while after < last:
        start = after
        page = await floor.database.read(lambda connection: View(connection).page(stream, start))  # noqa: B023
        wanted = [line for line in page if line.seq <= last]
        yield b"".join(map(text, wanted))
        after = page[-1].seq if len(page) == PAGE else last


async def stream_of(recall: Recall, table: str, opening: int) -> str:
    """The log of a table; raises NotFoundError."""
    stream = await recall.stream_of(table, opening)
    if stream is None:
        raise NotFoundError("there is, and was, no such table here")
    return stream


def uncached(content: Any) -> Response:
    """An uncached response."""
    return Response(encode(content), media_type="application/json", headers=NOT_KEPT)
