"""The submissions desk over HTTP: a Rules Submission is read, checked, compared and printed; nothing is opened here."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import Field

from pitboss.errors import UnknownCitation
from pitboss.floor import roles
from pitboss.floor.desk_jobs import Jobs
from pitboss.floor.desk_tasks import Result, Task, What
from pitboss.floor.viewing import encode
from pitboss.floor.web import shapes
from pitboss.floor.web.errors import Missing
from pitboss.floor.web.pages import account_of, closed, page
from pitboss.floor.web.people import REFUSALS, Body, Signed
from pitboss.games import MODULES
from pitboss.rulebook import chapter, games
from pitboss.submissions.blank import blank

router = APIRouter(tags=["desk"], responses=REFUSALS)
LONGEST = 50_000  # letters of a submission
MAY = "use the desk"  # whoever opens tables files for them, and an auditor reviews what is filed
LOOK_EVERY = 0.5  # seconds between two looks whether the client is still there


class Desk:
    """The desk for one request: a job ends when its client goes away."""

    def __init__(self, request: Request) -> None:
        self._request = request

    async def run(self, task: Task) -> Result:
        """Does a task in another process; raises PitbossError."""
        jobs: Jobs = self._request.app.state.jobs
        job, leaving = asyncio.create_task(jobs.run(task)), asyncio.create_task(self._left())
        try:
            await asyncio.wait((job, leaving), return_when=asyncio.FIRST_COMPLETED)
            return await job if job.done() else Result()  # which nobody reads
        finally:
            leaving.cancel()
            if not job.done():
                job.cancel()
                await asyncio.wait((job,))

    async def _left(self) -> None:
        while not await self._request.is_disconnected():
            await asyncio.sleep(LOOK_EVERY)


TheDesk = Annotated[Desk, Depends(Desk)]


class Written(Body):
    """A Rules Submission as it was written, TOML or JSON."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    holder: Annotated[str, Field(max_length=LONGEST)] = ""  # what the holder says for all of its submissions


class Compared(Written):
    """Two of them; the second stands for the chapter's defaults where it is empty."""

    other: Annotated[str, Field(max_length=LONGEST)] = ""


class Printed(Written):
    """A submission, and what is printed of it."""

    what: What


@router.post("/api/submissions", response_model=shapes.Submitted)
async def read_submission(body: Written, who: Signed, desk: TheDesk) -> Response:
    """Reads a Rules Submission: the chapter and the options that it names. One that the check refuses is refused. Nothing is
    opened."""
    roles.check(who.role, MAY)
    return _json(await desk.run(Task("read", body.text, body.holder)))


@router.post("/api/submissions/check", response_model=shapes.Checked)
async def check(body: Written, who: Signed, desk: TheDesk) -> Response:
    """Everything that is wrong with a Rules Submission, and what is lawful and odd: each with section, field and line, what was
    given, what is allowed and what to do."""
    roles.check(who.role, MAY)
    return _json(await desk.run(Task("check", body.text, body.holder)))


@router.post("/api/submissions/compare", response_model=shapes.ComparedWith)
async def compare(body: Compared, who: Signed, desk: TheDesk) -> Response:
    """What differs between two submissions of a game, or between one and its chapter's defaults, and what every wager holds
    where that is known at once."""
    roles.check(who.role, MAY)
    return _json(await desk.run(Task("compare", body.text, body.holder, body.other)))


@router.post("/api/submissions/print", response_class=Response, responses={200: {"content": {"application/pdf": {}}}})
async def print_matter(request: Request, body: Printed, who: Signed, desk: TheDesk) -> Response:
    """The sign of the table, its layout to scale, the form filled in or the pages of the gaming guide, as PDF."""
    roles.check(who.role, MAY)
    floor = str(request.base_url).rstrip("/")
    printed = await desk.run(Task("print", body.text, body.holder, what=body.what, floor=floor))
    headers = {"content-disposition": f'attachment; filename="{printed.name}.pdf"'}
    return Response(printed.content, media_type="application/pdf", headers=headers)


@router.get("/api/submissions/{chapter}", response_model=shapes.Blank)
async def blank_submission(number: Annotated[str, Path(alias="chapter", min_length=1, max_length=60)], who: Signed) -> Response:
    """A commented submission of a chapter, by its number or slug, with every option at its default."""
    roles.check(who.role, MAY)
    try:
        book = chapter(number)
    except UnknownCitation:
        book = None
    if book is None or book.chapter not in MODULES:
        raise Missing("there is no such chapter; 565 is one")
    found = {"chapter": book.chapter, "text": await asyncio.to_thread(blank, book)}
    return Response(encode(found), media_type="application/json")


@router.get("/desk", include_in_schema=False)
async def desk_page(request: Request) -> Response:
    """The desk, for whoever may use it, without the opening of tables for who may not; for others who may."""
    account = await account_of(request)
    if account is None or account.role not in roles.MAY[MAY]:
        allowed = [each for each in roles.ROLES if each in roles.MAY[MAY]]
        return await closed(request, "desk", allowed, allowed)
    chapters = [{"chapter": book.chapter, "game": book.game} for book in games()]
    return await page(request, "desk.html", chapters=chapters, opens=account.role in roles.MAY["open table"])


def _json(result: Result) -> Response:
    return Response(result.content, media_type="application/json")
