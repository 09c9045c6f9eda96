"""The submissions desk over HTTP: reads, checks, compares and prints Rules Submissions."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import Field

from pitboss.errors import UnknownCitation
from pitboss.floor.desk.jobs import Jobs
from pitboss.floor.desk.tasks import Result, Task, What
from pitboss.floor.people import roles
from pitboss.floor.people.accounts import Account
from pitboss.floor.web import shapes
from pitboss.floor.web.errors import NotFoundError
from pitboss.floor.web.pages import account_of, closed, page
from pitboss.floor.web.people import REFUSALS, Body, Signed
from pitboss.floor.web.tables import json
from pitboss.games import MODULES
from pitboss.rulebook import chapter, games
from pitboss.submissions.blank import blank

router = APIRouter(tags=["desk"], responses=REFUSALS)
LONGEST = 50_000  # letters of a submission
MAY = "use the desk"  # those who open tables file, and auditors review
LOOK_EVERY = 0.5  # seconds between checks that the client is still there


class Desk:
    """The desk for one request: a job ends when its client goes away."""

    def __init__(self, request: Request) -> None:
        self._request = request

    async def run(self, task: Task, account: Account) -> Result:
        """Does a task in another process; raises PitbossError."""
        jobs: Jobs = self._request.app.state.jobs
        job, leaving = asyncio.create_task(jobs.run(task, account.id)), asyncio.create_task(self._left())
        try:
            await asyncio.wait((job, leaving), return_when=asyncio.FIRST_COMPLETED)
            return await job if job.done() else Result()  # the client has gone
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
    holder: Annotated[str, Field(max_length=LONGEST)] = ""  # the holder's common answers


class Compared(Written):
    """Two submissions; an empty second one stands for the chapter's defaults."""

    other: Annotated[str, Field(max_length=LONGEST)] = ""


class Printed(Written):
    """A submission, and what to print."""

    what: What


@router.post("/api/submissions", response_model=shapes.Submitted)
async def read_submission(body: Written, account: Signed, desk: TheDesk) -> Response:
    """Reads a Rules Submission: the chapter and the options that it names. One that the check refuses is refused. Nothing is
    opened."""
    roles.check(account.role, MAY)
    return json((await desk.run(Task("read", body.text, body.holder), account)).content)


@router.post("/api/submissions/check", response_model=shapes.Checked)
async def check(body: Written, account: Signed, desk: TheDesk) -> Response:
    """The findings of a Rules Submission: section, field, line, what was given, what is allowed and what to do."""
    roles.check(account.role, MAY)
    return json((await desk.run(Task("check", body.text, body.holder), account)).content)


@router.post("/api/submissions/compare", response_model=shapes.ComparedWith)
async def compare(body: Compared, account: Signed, desk: TheDesk) -> Response:
    """The differences between two submissions, or one and its chapter's defaults, with house edges if known at once."""
    roles.check(account.role, MAY)
    return json((await desk.run(Task("compare", body.text, body.holder, body.other), account)).content)


@router.post("/api/submissions/print", response_class=Response, responses={200: {"content": {"application/pdf": {}}}})
async def print_matter(request: Request, body: Printed, account: Signed, desk: TheDesk) -> Response:
    """The sign of the table, its layout to scale, the form filled in or the pages of the gaming guide, as PDF."""
    roles.check(account.role, MAY)
    floor = str(request.base_url).rstrip("/")
    printed = await desk.run(Task("print", body.text, body.holder, what=body.what, floor=floor), account)
    headers = {"content-disposition": f'attachment; filename="{printed.name}.pdf"'}
    return Response(printed.content, media_type="application/pdf", headers=headers)


@router.get("/api/submissions/{chapter}", response_model=shapes.Blank)
async def blank_submission(
    number: Annotated[str, Path(alias="chapter", min_length=1, max_length=60)], account: Signed
) -> Response:
    """A commented submission of a chapter, by its number or slug, with every option at its default."""
    roles.check(account.role, MAY)
    try:
        book = chapter(number)
    except UnknownCitation:
        book = None
    if book is None or book.chapter not in MODULES:
        raise NotFoundError("there is no such chapter; 565 is one")
    return json({"chapter": book.chapter, "text": await asyncio.to_thread(blank, book)})


@router.get("/desk", include_in_schema=False)
async def desk_page(request: Request) -> Response:
    """The desk for staff with access; for others, who has it."""
    account = await account_of(request)
    if account is None or account.role not in roles.MAY[MAY]:
        allowed = [each for each in roles.ROLES if each in roles.MAY[MAY]]
        return await closed(request, "desk", allowed, allowed)
    chapters = [{"chapter": book.chapter, "game": book.game} for book in games()]
    return await page(request, "desk.html", chapters=chapters, opens=account.role in roles.MAY["open table"])
