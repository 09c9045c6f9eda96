"""Pages: HTML templates and their files, with no rules and no cards.

Pages are rendered with public facts; viewers' facts come over the API. The content security policy allows no inline script or
style; data for scripts is in `<script type="application/json">`. Pages are compressed, answers of the API are not: the length
of a compressed answer would hint at hidden cards.
"""

from collections.abc import Sequence
from gzip import compress
from pathlib import Path
from typing import Any

import msgspec
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from pitboss.errors import NotYours, PitbossError
from pitboss.floor.people.accounts import Account
from pitboss.floor.people.rate_limits import RateLimitError
from pitboss.floor.people.roles import ForbiddenError
from pitboss.floor.web.errors import NotFoundError, answer_to, bad_input, by_status
from pitboss.floor.web.people import code_cookie, is_secure, knows_code, me_of, people_of, token_of
from pitboss.floor.web.transport.static_files import BUNDLES, address, takes_gzip
from pitboss.floor.web.turns import turn
from pitboss.money import dollars

router = APIRouter(include_in_schema=False)
PAGES = Path(__file__).resolve().parent.parent / "pages"
COMPRESSION = 5  # of 9: a page in a millisecond, a thirtieth larger
_LITERAL = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def data(content: Any) -> Markup:
    """Data for a script, as it may stand in a page."""
    return Markup(msgspec.json.encode(content).decode().translate(_LITERAL))


def _environment() -> Environment:
    environment = Environment(loader=FileSystemLoader(PAGES / "templates"), autoescape=True, undefined=StrictUndefined)
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.globals["static"] = address
    environment.filters |= {"dollars": dollars, "data": data}
    return environment


TEMPLATES = _environment()


async def page(request: Request, template: str, status: int = 200, **content: Any) -> HTMLResponse:
    """A page with the visitor's account, uncached."""
    account = await account_of(request)
    mine = None if account is None else me_of(account).model_dump(exclude={"token"})
    # Links from other sites bring no cookie, and the visitor has not chosen what they say.
    elsewhere = request.headers.get("sec-fetch-site") in ("cross-site", "same-site")
    practice = people_of(request).settings.practice
    name = template.removesuffix(".html")
    content |= {"me": mine, "elsewhere": elsewhere, "practice": practice, "bundle": name if name in BUNDLES else "page"}
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    async with turn():
        body = TEMPLATES.get_template(template).render(content).encode()
        if takes_gzip(request.headers.get("accept-encoding", "")):
            body, headers["content-encoding"] = compress(body, COMPRESSION, mtime=0), "gzip"
    return HTMLResponse(body, status, headers)


def enter_with_code(request: Request) -> Response | None:
    """For an address with the right code of a practice floor, a redirect with the code in a cookie; else None. A wrong code
    counts as an attempt."""
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
    except RateLimitError:
        return False


async def closed(request: Request, door: str, allowed: Sequence[str], look_as: Sequence[str]) -> Response:
    """The page for accounts without access: who has it, and in practice how to get it."""
    if (entered := enter_with_code(request)) is not None:
        return entered
    offered = look_as if may_practise(request) else ()
    wrong = "code" in request.query_params
    return await page(request, "closed.html", door=door, allowed=allowed, look_as=offered, wrong=wrong)


async def account_of(request: Request) -> Account | None:
    """The account of a browser's cookie, None if it is not signed in."""
    token = token_of(request)
    return await people_of(request).account_of(token) if token else None


def wants_page(request: Request) -> bool:
    """Whether a browser asks for a page, and not a program for JSON."""
    return "text/html" in request.headers.get("accept", "")


def sentence(error: PitbossError) -> str:
    """An error as a sentence for a page.

    >>> sentence(NotFoundError("there is no such table"))
    'There is no such table.'
    """
    return f"{error.message[0].upper()}{error.message[1:]}."


def answer_browsers(app: FastAPI) -> None:
    """Answer browsers with pages for 403 and 404."""

    async def missing(request: Request, error: Exception) -> Response:
        assert isinstance(error, NotFoundError)
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
    app.add_exception_handler(NotFoundError, missing)
    app.add_exception_handler(ForbiddenError, for_requests_and_sockets)
    app.add_exception_handler(NotYours, for_requests_and_sockets)
    app.add_exception_handler(HTTPException, nowhere)
