"""Rounds that are over, over HTTP: a table's list of them, one as whoever asks may see it, and the journal for auditors.

`/rounds/{table}/{round}` may be opened by anybody; what it tells depends on who he is, so no answer is kept anywhere.
"""

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from pitboss.floor import roles
from pitboss.floor.accounts import Account
from pitboss.floor.export import text
from pitboss.floor.floor import Floor
from pitboss.floor.people import NotSignedIn
from pitboss.floor.recall import NOTHING_GATHERED, Asker, Recall, exported_to
from pitboss.floor.view import PAGE, View
from pitboss.floor.viewing import encode
from pitboss.floor.web.errors import Missing
from pitboss.floor.web.people import REFUSALS, Signed, at_once, people_of, token_of

router = APIRouter(tags=["rounds"], responses=REFUSALS)
LATEST = 2**53 - 1
Words = Annotated[bool, Query(description="Whether the frames tell what happened in sentences too.")]
NOT_KEPT = {"cache-control": "no-store"}
Number = Annotated[int, Path(ge=1, le=LATEST)]
Opening = Annotated[int, Query(ge=0, le=1_000_000, description="Which opening of a table of a Poker room; 0 is the latest.")]


def recall_of(request: Request) -> Recall:
    """The rounds of this floor."""
    state = request.app.state
    if not hasattr(state, "recall"):
        state.recall = Recall(state.floor.database, state.openings.key)
    recall: Recall = state.recall
    return recall


AsWhom = Annotated[
    Literal["", "spectator"], Query(alias="as", description="Asked as a spectator, the answer has what everybody may see.")
]


async def asker_of(request: Request, as_: AsWhom = "") -> Asker:
    """Whoever asks."""
    token = token_of(request)
    if not token or as_ == "spectator":
        return Asker()
    people = people_of(request)
    account = await people.account_of(token)
    if account is None:
        raise NotSignedIn("sign in first")
    return Asker(account.id, roles.sees_hidden(account, over=True, sits_anywhere=await people.sits(account.id)))


TheRecall = Annotated[Recall, at_once(recall_of)]
Asks = Annotated[Asker, Depends(asker_of)]


@router.get("/api/tables/{table:path}/rounds")
async def rounds(
    table: str,
    recall: TheRecall,
    before: Annotated[int, Query(ge=1, le=LATEST)] = LATEST,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
    opening: Opening = 0,
) -> Response:
    """The rounds of a table that are over, the latest first; `next` is where the next page begins, null after the last."""
    stream = await stream_of(recall, table, opening)
    found = await recall.rounds(stream, before, most)
    listed = [{"round": each.round, "at": each.at, "void": each.void, "records": each.last - each.first + 1} for each in found]
    return told({"table": table, "log": stream, "rounds": listed, "next": found[-1].round if len(found) == most else None})


@router.get("/rounds/{table:path}/{number}/proofs")
async def proofs(
    table: str, number: Number, request: Request, recall: TheRecall, asks: Asks, who: Signed, opening: Opening = 0
) -> Response:
    """The proofs of the cards that whoever asks saw in a round, but for those that were dealt with its last act. Whoever may
    have the journal gets also the cards as they were gathered for each shuffle whose secret is revealed, by its root, and by
    promise the part of the secret that is not published, so that the shuffle can be done again."""
    stream = await stream_of(recall, table, opening)
    found = await recall.proofs(stream, number, asks)
    if found is None:
        raise Missing("there is no such round that is over")
    again = await recall.gathered(stream, number) if asks.account and await may_audit(request, who) else NOTHING_GATHERED
    return told({"table": table, "round": number, "proofs": found, "gathered": again.cards, "hidden": again.hidden})


@router.get("/rounds/{table:path}/{number}")
async def round_(
    table: str, number: Number, recall: TheRecall, asks: Asks, opening: Opening = 0, words: Words = False
) -> Response:
    """A round that is over, step by step, as whoever asks may see it."""
    found = await recall.round(await stream_of(recall, table, opening), number, asks, words)
    if found is None:
        raise Missing("there is no such round that is over")
    return told({"table": table, "everything": asks.everything, **found})


@router.get("/api/export/{stream:path}", response_class=Response)
async def export(stream: str, request: Request, who: Signed) -> Response:
    """The journal of a log as `pitboss replay` reads it, up to the round in progress. It tells every card that was dealt, so
    nobody gets it who sits anywhere."""
    await check_auditor(request, who)
    floor: Floor = request.app.state.floor
    last = await floor.database.read(lambda connection: exported_to(View(connection), stream))
    if not last:
        raise Missing("there is no such log here, or nothing of it that may be told yet")
    name = stream.replace("/", "-").removesuffix(".log") + ".log"
    heads = {**NOT_KEPT, "content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(lines(floor, stream, last), media_type="application/x-ndjson", headers=heads)


async def check_auditor(request: Request, who: Account) -> None:
    """Whether somebody may have the journal; raises Forbidden."""
    roles.check(who.role, "audit")
    if await people_of(request).sits(who.id):
        raise roles.Forbidden("a log tells what others hold; get up from all tables first")


async def may_audit(request: Request, who: Account) -> bool:
    """Whether somebody may have the journal."""
    try:
        await check_auditor(request, who)
    except roles.Forbidden:
        return False
    return True


async def lines(floor: Floor, stream: str, last: int) -> AsyncIterator[bytes]:
    """The lines of a stream up to a number."""
    after = 0
    while after < last:
        start = after
        page = await floor.database.read(lambda connection: View(connection).page(stream, start))  # noqa: B023
        found = [line for line in page if line.seq <= last]
        yield b"".join(map(text, found))
        after = page[-1].seq if len(page) == PAGE else last


async def stream_of(recall: Recall, table: str, opening: int) -> str:
    """The log of a table; raises Missing."""
    stream = await recall.stream_of(table, opening)
    if stream is None:
        raise Missing("there is, and was, no such table here")
    return stream


def told(content: Any) -> Response:
    """An answer for whoever asked, and for nobody else."""
    return Response(encode(content), media_type="application/json", headers=NOT_KEPT)
