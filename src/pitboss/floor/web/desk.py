"""The submissions desk over HTTP: a Rules Submission is read, checked, compared and printed; nothing is opened here."""

import asyncio
from collections.abc import Callable
from pathlib import Path as File
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import Field

from pitboss.errors import UnknownCitation
from pitboss.floor import roles
from pitboss.floor.viewing import encode
from pitboss.floor.web import shapes
from pitboss.floor.web.errors import Missing
from pitboss.floor.web.pages import account_of, closed, page
from pitboss.floor.web.people import REFUSALS, Body, Signed
from pitboss.games import MODULES
from pitboss.house import House
from pitboss.posted import in_force
from pitboss.rulebook import chapter, games
from pitboss.submissions.blank import blank
from pitboss.submissions.checking import Report, check_document, holder_in
from pitboss.submissions.diff import changes, told
from pitboss.submissions.holds import hold_of, own_hold
from pitboss.submissions.reading import BadSubmission, Document, Submission, document_in

router = APIRouter(tags=["desk"], responses=REFUSALS)
LONGEST = 50_000  # letters of a submission
MAY = "use the desk"  # whoever opens tables files for them, and an auditor reviews what is filed
What = Literal["sign", "layout", "form", "guide"]


async def desk_of(request: Request) -> asyncio.Semaphore:
    """The desk of the running floor: a submission is worked on in a thread of its own, one after the other."""
    state = request.app.state
    if not hasattr(state, "desk"):
        state.desk = asyncio.Semaphore(1)
    desk: asyncio.Semaphore = state.desk
    return desk


Desk = Annotated[asyncio.Semaphore, Depends(desk_of)]


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


def document_of(text: str, name: str = "the submission") -> Document:
    """What a text says; raises BadSubmission."""
    return document_in(text, File(f"{name}.json" if text.lstrip().startswith("{") else name))


def common_of(holder: str) -> dict[str, Any]:
    """What the holder's file says for all submissions; raises BadSubmission with what is wrong with it."""
    if not holder.strip():
        return {}
    common, wrong = holder_in(document_of(holder, "the holder's file"))
    if wrong:
        raise BadSubmission(f"the holder's file, line {wrong[0].line}: {wrong[0].message}", wrong[0].section)
    return common


def checked(text: str, name: str = "the submission", holder: str = "") -> tuple[Document, House]:
    """A submission that passes the check, and its house; raises BadSubmission with the first of what is wrong."""
    found = document_of(text, name)
    report = check_document(found, common_of(holder))
    if not report.ok or report.house is None:
        raise refusal(report, name)
    for finding in report.findings:
        if not finding.carried:
            raise BadSubmission(finding.message, finding.section)
    return found, report.house


def refusal(report: Report, name: str = "the submission") -> BadSubmission:
    """Why a submission that does not pass is not taken."""
    wrong = [finding for finding in report.findings if finding.level == "error"]
    if not wrong:
        return BadSubmission(report.unreadable or f"{name} cannot be read")
    all_of_them = f"{len(wrong)} choices are not allowed, the first of them: " if len(wrong) > 1 else ""
    return BadSubmission(f"{all_of_them}{wrong[0].message}", wrong[0].section)


@router.post("/api/submissions", response_model=shapes.Submitted)
async def read_submission(body: Written, who: Signed, desk: Desk) -> Response:
    """Reads a Rules Submission: the chapter and the options that it names. One that the check refuses is refused. Nothing is
    opened."""
    roles.check(who.role, MAY)
    async with desk:
        _, house = await asyncio.to_thread(checked, body.text, holder=body.holder)
    return _json({"chapter": house.chapter.chapter, "house": house.given})


@router.post("/api/submissions/check", response_model=shapes.Checked)
async def check(body: Written, who: Signed, desk: Desk) -> Response:
    """Everything that is wrong with a Rules Submission, and what is lawful and odd: each with section, field and line, what was
    given, what is allowed and what to do."""
    roles.check(who.role, MAY)
    async with desk:
        report = await asyncio.to_thread(lambda: check_document(document_of(body.text), common_of(body.holder)))
    return _json(report.record())


@router.post("/api/submissions/compare", response_model=shapes.ComparedWith)
async def compare(body: Compared, who: Signed, desk: Desk) -> Response:
    """What differs between two submissions of a game, or between one and its chapter's defaults, and what every wager holds
    where that is known at once."""
    roles.check(who.role, MAY)
    async with desk:
        found = await asyncio.to_thread(_compared, body.text, body.other, body.holder)
    return _json(found)


@router.post("/api/submissions/print", response_class=Response, responses={200: {"content": {"application/pdf": {}}}})
async def print_matter(request: Request, body: Printed, who: Signed, desk: Desk) -> Response:
    """The sign of the table, its layout to scale, the form filled in or the pages of the gaming guide, as PDF."""
    roles.check(who.role, MAY)
    async with desk:
        content, name = await asyncio.to_thread(_printed, body.text, body.what, str(request.base_url).rstrip("/"), body.holder)
    headers = {"content-disposition": f'attachment; filename="{name}.pdf"'}
    return Response(content, media_type="application/pdf", headers=headers)


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
    return _json({"chapter": book.chapter, "text": await asyncio.to_thread(blank, book)})


@router.get("/desk", include_in_schema=False)
async def desk_page(request: Request) -> Response:
    """The desk, for whoever may use it, without the opening of tables for who may not; for others who may."""
    account = await account_of(request)
    if account is None or account.role not in roles.MAY[MAY]:
        allowed = [each for each in roles.ROLES if each in roles.MAY[MAY]]
        return await closed(request, "desk", allowed, allowed)
    chapters = [{"chapter": book.chapter, "game": book.game} for book in games()]
    return await page(request, "desk.html", chapters=chapters, opens=account.role in roles.MAY["open table"])


def _compared(text: str, other: str, holder: str) -> dict[str, Any]:
    _, house = checked(text, holder=holder)
    if other.strip():
        second = Submission("the other submission", checked(other, "the other submission", holder)[1])
    else:
        second = Submission(f"the defaults of chapter {house.chapter.chapter}", House.of(house.chapter.chapter))
    found = changes(second, Submission("the submission", house))
    before, after = _holds(second.house), _holds(house)
    wagers = [
        {"wager": wager, "before": before.get(wager), "after": after.get(wager)}
        for wager in dict.fromkeys((*before, *after))
        if before.get(wager) != after.get(wager) and None not in (before.get(wager, 0), after.get(wager, 0))
    ]
    return {"against": second.source, "lines": told(found), "wagers": wagers}


def _holds(house: House) -> dict[str, float | None]:
    """What the wagers of a house that have pay tables hold, None where that would have to be worked out."""
    found: dict[str, float | None] = {}
    for table in in_force(house):
        if isinstance(house.chosen(table.wager), dict):
            held = own_hold(house, table.wager)
        else:
            known = hold_of(house, table.wager, table.table, table.condition)
            held = known.fraction if known is not None else None
        found.setdefault(table.wager, None if held is None else float(held))
    return found


def _printed(text: str, what: What, floor: str, holder: str) -> tuple[bytes, str]:
    from pitboss import printing  # which only a desk needs

    document, house = checked(text, holder=holder)
    filed = printing.filed_in(document, house, common_of(holder))
    make: dict[What, Callable[[], printing.Matter]] = {
        "sign": lambda: printing.sign([filed], floor),
        "layout": lambda: printing.layout(filed),
        "form": lambda: printing.form(filed),
        "guide": lambda: printing.guide([filed]),
    }
    return printing.printed(make[what](), "pdf")[0], f"{house.chapter.slug}-{what}"


def _json(found: dict[str, Any]) -> Response:
    return Response(encode(found), media_type="application/json")
