"""The submissions desk over HTTP: reads, checks, compares and prints Rules Submissions, and fills them in as forms."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from pitboss.errors import PitbossError, UnknownCitation
from pitboss.floor.desk.jobs import BusyError, Jobs
from pitboss.floor.desk.tasks import LONGEST, Edit, Result, Task, What
from pitboss.floor.people import roles
from pitboss.floor.people.accounts import Account
from pitboss.floor.play.broadcast import encode
from pitboss.floor.web import shapes
from pitboss.floor.web.errors import NotFoundError
from pitboss.floor.web.pages import account_of, closed, page
from pitboss.floor.web.people import REFUSALS, Body, Signed
from pitboss.floor.web.tables import json
from pitboss.games import MODULES
from pitboss.rulebook import Chapter, chapter, games
from pitboss.submissions.blank import blank
from pitboss.submissions.form import form_of

router = APIRouter(tags=["desk"], responses=REFUSALS)
MAY = "use the desk"  # those who open tables file, and auditors review
LINES = "application/x-ndjson"  # each is sent as soon as it is there
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


Number = Annotated[str, Path(alias="chapter", min_length=1, max_length=60)]
TheDesk = Annotated[Desk, Depends(Desk)]


class Written(Body):
    """A Rules Submission as it was written, TOML or JSON."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    holder: Annotated[str, Field(max_length=LONGEST)] = ""  # the holder's common answers


class Compared(Written):
    """Two submissions; an empty second one stands for the chapter's defaults."""

    other: Annotated[str, Field(max_length=LONGEST)] = ""


class FieldEdit(Body):
    """The new value of a field, null to take it out of the file."""

    field: Annotated[str, Field(min_length=1, max_length=100)]
    value: Any


class Edited(Compared):
    """A submission, what a form changes in it, and another submission to compare it with."""

    edits: Annotated[list[FieldEdit], Field(max_length=100, default_factory=list)]


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


@router.post("/api/submissions/form", response_model=shapes.FormAnswer)
async def form(body: Edited, account: Signed, desk: TheDesk) -> Response:
    """A submission with a form's edits: values, findings, what its wagers hold if that is known, and what differs from
    another submission or the chapter's defaults. Everything else stays as it is written, comments included."""
    roles.check(account.role, MAY)
    edits = tuple(Edit(edit.field, edit.value) for edit in body.edits)
    return json((await desk.run(Task("form", body.text, body.holder, body.other, edits), account)).content)


@router.post(
    "/api/submissions/hold",
    response_class=Response,
    responses={200: {"model": shapes.HoldLine, "content": {LINES: {}}}},
)
async def hold(request: Request, body: Written, account: Signed) -> Response:
    """What every wager of a submission holds, worked out where it is not known: lines of JSON that say how far that is, and one
    with the holds or the reason why there are none."""
    roles.check(account.role, MAY)
    lines = _hold_lines(request.app.state.hold_jobs, Task("hold", body.text, body.holder), account)
    return StreamingResponse(lines, media_type=LINES)


async def _hold_lines(jobs: Jobs, task: Task, account: Account) -> AsyncIterator[bytes]:
    """The lines of the answer; a client that goes away ends the job."""
    lines: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    job = asyncio.create_task(
        jobs.run(task, account.id, lambda result: lines.put_nowait({"what": result.name, "part": result.part}))
    )
    job.add_done_callback(lambda _: lines.put_nowait({}))
    try:
        while line := await lines.get():
            yield encode(line) + b"\n"
        try:
            yield b'{"holds":' + (await job).content + b"}\n"
        except PitbossError as error:
            yield encode({"error": error.message, "cite": error.cite, "retry": isinstance(error, BusyError)}) + b"\n"
    finally:
        job.cancel()


@router.post("/api/submissions/preview", response_model=shapes.Preview)
async def preview(request: Request, body: Printed, account: Signed, desk: TheDesk) -> Response:
    """What would be printed, as PNG pictures in Base64, a few pages of it."""
    roles.check(account.role, MAY)
    floor = str(request.base_url).rstrip("/")
    task = Task("preview", body.text, body.holder, what=body.what, floor=floor)
    return json((await desk.run(task, account)).content)


@router.get("/api/submissions/{chapter}/form", response_model=shapes.SubmissionForm)
async def form_of_chapter(number: Number, account: Signed) -> Response:
    """The form of a chapter, by its number or slug: sections with their fields, and the printed pay tables."""
    roles.check(account.role, MAY)
    return json(await asyncio.to_thread(form_of, _book(number)))


@router.get("/api/submissions/{chapter}", response_model=shapes.Blank)
async def blank_submission(number: Number, account: Signed) -> Response:
    """A commented submission of a chapter, by its number or slug, with every option at its default."""
    roles.check(account.role, MAY)
    book = _book(number)
    return json({"chapter": book.chapter, "text": await asyncio.to_thread(blank, book)})


def _book(number: str) -> Chapter:
    """The chapter of a game by its number or slug; raises NotFoundError."""
    with suppress(UnknownCitation):
        if (book := chapter(number)).chapter in MODULES:
            return book
    raise NotFoundError("there is no such chapter; 565 is one")


@router.get("/desk", include_in_schema=False)
async def desk_page(request: Request) -> Response:
    """The desk for staff with access; for others, who has it."""
    account = await account_at(request)
    if account is None:
        return await closed_desk(request)
    words = ("chapter", "game", "edition", "dated")
    chapters = [{word: getattr(book, word) for word in words} for book in games() if book.chapter in MODULES]
    opens = account.role in roles.MAY["open table"]
    return await page(request, "desk.html", chapters=chapters, opens=opens)


async def account_at(request: Request) -> Account | None:
    """The account of somebody who may use the desk, None for everybody else."""
    account = await account_of(request)
    return account if account is not None and account.role in roles.MAY[MAY] else None


async def closed_desk(request: Request) -> Response:
    """The page for those who may not use the desk: who may."""
    allowed = [each for each in roles.ROLES if each in roles.MAY[MAY]]
    return await closed(request, "desk", allowed, allowed)
