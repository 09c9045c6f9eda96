"""Records under other agencies' rules over HTTP (docs/other-records.md): their pages at the desk, their forms, and calendars of
their deadlines. They are printed and checked at the addresses of submissions. Nothing is stored."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from pitboss.errors import UnknownCitation
from pitboss.floor.desk.tasks import LONGEST, Edit, Task
from pitboss.floor.people import roles
from pitboss.floor.web import shapes
from pitboss.floor.web.desk import MAY, FieldEdit, TheDesk, account_at, closed_desk
from pitboss.floor.web.errors import NotFoundError
from pitboss.floor.web.pages import page
from pitboss.floor.web.people import REFUSALS, Body, Signed
from pitboss.floor.web.tables import json
from pitboss.records.blank import blank
from pitboss.records.kinds import Kind, kind_named, kinds
from pitboss.submissions.record_form import form_of_kind

router = APIRouter(tags=["desk"], responses=REFUSALS)
CALENDAR = "text/calendar"
Named = Annotated[str, Path(alias="kind", min_length=1, max_length=60)]


class WrittenRecord(Body):
    """A record as it was written, TOML or JSON."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]


class EditedRecord(WrittenRecord):
    """A record, what a form changes in it, and the only kind that is taken, "" for any."""

    kind: Annotated[str, Field(max_length=60)] = ""
    edits: Annotated[list[FieldEdit], Field(max_length=100, default_factory=list)]


@router.post("/api/records/form", response_model=shapes.RecordAnswer)
async def form(body: EditedRecord, account: Signed, desk: TheDesk) -> Response:
    """A record with a form's edits: values, findings, what the text asks, and deadlines. `cleaning[2].date` is a field of the
    second cleaning; `cleaning[3]` with a value adds a third one, with null it takes that out."""
    roles.check(account.role, MAY)
    edits = tuple(Edit(edit.field, edit.value) for edit in body.edits)
    return json((await desk.run(Task("record", body.text, kind=body.kind, edits=edits), account)).content)


@router.post("/api/records/calendar", response_class=Response, responses={200: {"content": {CALENDAR: {}}}})
async def calendar(body: WrittenRecord, account: Signed, desk: TheDesk) -> Response:
    """The deadlines of a record that are not done, as iCalendar."""
    roles.check(account.role, MAY)
    made = await desk.run(Task("calendar", body.text), account)
    headers = {"content-disposition": f'attachment; filename="{made.name}.ics"'}
    return Response(made.content, media_type=CALENDAR, headers=headers)


@router.get("/api/records/{kind}", response_model=shapes.RecordForm)
async def form_of_record(named: Named, account: Signed) -> Response:
    """The form of a kind of record, with a file that states nothing, and a lawful one of which everything is made up."""
    roles.check(account.role, MAY)
    kind = _kind(named)
    found = await asyncio.to_thread(form_of_kind, kind)
    return json({**found, "text": blank(kind, made_up=False), "example": blank(kind)})


@router.get("/desk/records", include_in_schema=False)
async def records_page(request: Request) -> Response:
    """The kinds of record, and a field for a file of any of them."""
    return await _page(request, None)


@router.get("/desk/records/{kind}", include_in_schema=False)
async def record_page(request: Request, named: Named) -> Response:
    """A record of a kind, as a form beside its file."""
    return await _page(request, _kind(named))


async def _page(request: Request, kind: Kind | None) -> Response:
    if await account_at(request) is None:
        return await closed_desk(request)
    return await page(request, "records.html", kind=kind, records=list(kinds().values()))


def _kind(name: str) -> Kind:
    try:
        return kind_named(name)
    except UnknownCitation as error:
        raise NotFoundError(error.message) from None
