"""The pages: HTML from templates, and the files that they load. Nothing here decides a rule or knows a card.

Pages are rendered whole with what everybody may know; what a viewer may see comes over the same API that programs use. There is
no build step: `static` is served as it lies there. The policy of the guard allows no inline script or style, so templates have
neither, and data for scripts stands in `<script type="application/json">`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from pitboss.errors import NotYours, PitbossError
from pitboss.felt import cards_svg, chips_svg
from pitboss.floor.accounts import Account
from pitboss.floor.limits import TooMany
from pitboss.floor.roles import Forbidden
from pitboss.floor.web.errors import Missing, answer_to, bad_input, by_status
from pitboss.floor.web.people import code_cookie, is_secure, knows_code, me_of, people_of, token_of
from pitboss.floor.web.turns import turn
from pitboss.money import dollars

router = APIRouter(include_in_schema=False)
PAGES = Path(__file__).resolve().parent.parent / "pages"
_LITERAL = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def data(content: Any) -> Markup:
    """Data for a script, as it may stand in a page."""
    return Markup(msgspec.json.encode(content).decode().translate(_LITERAL))


def _environment() -> Environment:
    found = Environment(loader=FileSystemLoader(PAGES / "templates"), autoescape=True, undefined=StrictUndefined)
    found.trim_blocks = found.lstrip_blocks = True
    found.filters |= {"dollars": dollars, "data": data}
    return found


TEMPLATES = _environment()


async def page(request: Request, template: str, status: int = 200, **content: Any) -> HTMLResponse:
    """A page for whoever asks, with his account on it. Nobody keeps it: what it tells changes."""
    account = await account_of(request)
    mine = None if account is None else me_of(account).model_dump(exclude={"token"})
    # Where a link of another site leads here the browser brings no cookie, and nobody here has asked for what the address says.
    elsewhere = request.headers.get("sec-fetch-site") in ("cross-site", "same-site")
    practice = people_of(request).settings.practice
    async with turn():
        text = TEMPLATES.get_template(template).render(me=mine, elsewhere=elsewhere, practice=practice, **content)
    return HTMLResponse(text, status, headers={"cache-control": "no-store"})


def enter_with_code(request: Request) -> Response | None:
    """Where an address carries the right code of a practice floor: a cookie with it, and the address without. Else None; a
    wrong code counts as a try and brings nothing."""
    code = request.query_params.get("code", "")
    if not code or not people_of(request).settings.practice or not may_practise(request, code):
        return None
    answer = RedirectResponse(request.url.path, 303, headers={"cache-control": "no-store"})
    answer.set_cookie(code_cookie(request), code, path="/", secure=is_secure(request), httponly=True, samesite="strict")
    return answer


def may_practise(request: Request, code: str = "") -> bool:
    """Whether a page may offer staff roles: the browser knows the code, and its address has not guessed too often."""
    try:
        return people_of(request).settings.practice and knows_code(request, code)
    except TooMany:
        return False


async def closed(request: Request, door: str, allowed: Sequence[str], look_as: Sequence[str]) -> Response:
    """The page of a door that is closed to this account: who may enter, and in practice how to become one of them."""
    if (entered := enter_with_code(request)) is not None:
        return entered
    offered = look_as if may_practise(request) else ()
    wrong = "code" in request.query_params
    return await page(request, "closed.html", door=door, allowed=allowed, look_as=offered, wrong=wrong)


async def account_of(request: Request) -> Account | None:
    """Whose cookie a browser brings, None where he has not signed in, or not any more."""
    token = token_of(request)
    return await people_of(request).account_of(token) if token else None


def wants_page(request: Request) -> bool:
    """Whether a browser asks for a page, and not a program for JSON."""
    return "text/html" in request.headers.get("accept", "")


def sentence(error: PitbossError) -> str:
    """What an error says, as a sentence of a page.

    >>> sentence(Missing("there is no such table"))
    'There is no such table.'
    """
    return f"{error.message[0].upper()}{error.message[1:]}."


def answer_browsers(app: FastAPI) -> None:
    """Has a browser get a page that says why, where it asks for what is not here or what this account may not have."""

    async def missing(request: Request, error: Exception) -> Response:
        assert isinstance(error, Missing)
        if not wants_page(request):
            return answer_to(error)
        return await page(request, "missing.html", 404, table="", why=sentence(error))

    async def forbidden(connection: HTTPConnection, error: Exception) -> Response | None:
        assert isinstance(error, PitbossError)
        if not isinstance(connection, Request) or not wants_page(connection):
            return await bad_input(connection, error)
        return await page(connection, "forbidden.html", 403, why=sentence(error))

    async def nowhere(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code != 404 or not wants_page(request):
            return await by_status(request, error)
        return await page(request, "missing.html", 404, table="", why="There is no page of that name on this floor.")

    for_requests_and_sockets: Any = forbidden  # a handler is typed for one of them
    app.add_exception_handler(Missing, missing)
    app.add_exception_handler(Forbidden, for_requests_and_sockets)
    app.add_exception_handler(NotYours, for_requests_and_sockets)
    app.add_exception_handler(HTTPException, nowhere)


class _Files(StaticFiles):
    """Files that a browser asks for again each time, and is told that they are as they were."""

    async def get_response(self, path: str, scope: Scope) -> Any:
        response = await super().get_response(path, scope)
        response.headers.setdefault("cache-control", "no-cache")
        return response


@router.get("/static/cards.svg")
async def cards(request: Request) -> Response:
    """The drawings of all cards, which pages use by name."""
    return drawing(request, cards_svg())


@router.get("/static/chips.svg")
async def chips(request: Request) -> Response:
    """The drawings of all chips."""
    return drawing(request, chips_svg())


def drawing(request: Request, text: str) -> Response:
    """A drawing of the floor's own; a browser that has it already is told so."""
    tag = f'"{crc32(text.encode()):x}"'
    headers = {"cache-control": "no-cache", "etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(text, media_type="image/svg+xml", headers=headers)


files = Mount("/static", _Files(directory=PAGES / "static"), name="static")
