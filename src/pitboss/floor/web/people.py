"""People over HTTP: guests, registration, sign-in, chips, ledger, and what a pit boss does.

`app.state.people` is the floor's `People`. A browser's token is in a cookie that scripts cannot read; a program asks for
`"bearer": true` and sends `Authorization: Bearer …`.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from pitboss.floor.people.accounts import Account, LedgerEntry
from pitboss.floor.people.names import LONGEST_NAME
from pitboss.floor.people.passwords import LONGEST_PASSWORD, SHORTEST_PASSWORD
from pitboss.floor.people.practice_code import NEEDED
from pitboss.floor.people.registry import NotSignedInError, People, SignedIn
from pitboss.floor.people.roles import ForbiddenError, Role
from pitboss.floor.web.errors import Problem

T = TypeVar("T")
COOKIE, SECURE_COOKIE = "pitboss", "__Host-pitboss"
LONGEST_CODE = 100
LONGEST_TOKEN = 100
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 401, 403, 404, 408, 409, 413, 415, 422, 429, 431, 503)
}

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)

Name = Annotated[str, Field(min_length=1, max_length=4 * LONGEST_NAME)]
Password = Annotated[str, Field(min_length=SHORTEST_PASSWORD, max_length=LONGEST_PASSWORD)]
NameInPath = Annotated[str, Path(min_length=1, max_length=4 * LONGEST_NAME)]


class Body(BaseModel):
    """A request body: exactly these fields and types."""

    model_config = ConfigDict(extra="forbid", strict=True, hide_input_in_errors=True)


class Come(Body):
    """A new guest; on a practice floor in a role, with the code, which a browser may have in a cookie."""

    role: Role = "patron"
    code: Annotated[str, Field(max_length=LONGEST_CODE)] = ""
    bearer: bool = False


class Credentials(Body):
    """A name and a password."""

    name: Name
    password: Password
    bearer: bool = False


class SignIn(Body):
    """A name with its password."""

    name: Name
    password: Annotated[str, Field(max_length=LONGEST_PASSWORD)]
    bearer: bool = False


class NewPassword(Body):
    """One's own password, and the new one."""

    password: Annotated[str, Field(max_length=LONGEST_PASSWORD)]
    new: Password
    bearer: bool = False


class NewRole(Body):
    """The role that an account gets."""

    role: Role


class Disabled(Body):
    """Whether an account is disabled, and why."""

    disabled: bool
    why: Annotated[str, Field(max_length=200)] = ""


class Nothing(Body):
    """No fields at all."""


class Me(BaseModel):
    """One's own account. Chips are play chips: they are not money and cannot become it."""

    id: int
    name: str
    role: Role
    guest: bool
    created: int
    cage: int
    play_chips_only: bool = True
    token: str | None = None  # for programs that ask for it


class Somebody(BaseModel):
    """Another's account, as a pit boss sees it."""

    id: int
    name: str
    role: Role
    guest: bool
    disabled: bool


class Ledger(BaseModel):
    """A page of one's own entries, latest first; `next` starts the next page, null after the last."""

    entries: list[LedgerEntry]
    next: int | None


# ---------------------------------------------------------------------------- who asks


def people_of(connection: HTTPConnection) -> People:
    """The people of this floor."""
    people: People = connection.app.state.people
    return people


def token_of(connection: HTTPConnection) -> str:
    """The token of a request, from its Authorization header or cookie; "" for none."""
    header = connection.headers.get("authorization")
    if header is not None:
        scheme, _, token = header.partition(" ")
        token = token.strip() if scheme.lower() == "bearer" else ""
    else:
        token = connection.cookies.get(_cookie(connection), "")
    return token if len(token) <= LONGEST_TOKEN else ""


async def signed(connection: HTTPConnection) -> Account:
    """The account of a request or a WebSocket; raises NotSignedInError."""
    account = await people_of(connection).account_of(token_of(connection))
    if account is None:
        raise NotSignedInError("sign in first")
    return account


async def signed_or_none(connection: HTTPConnection) -> Account | None:
    """The account of a request or a WebSocket, None without a token; raises NotSignedInError for an invalid one."""
    return await signed(connection) if token_of(connection) else None


def at_once(find: Callable[[Any], T]) -> Any:
    """Run a dependency without FastAPI's thread."""

    async def found(connection: HTTPConnection) -> T:
        return find(connection)

    return Depends(found)


ThePeople = Annotated[People, at_once(people_of)]
Token = Annotated[str, at_once(token_of)]
Signed = Annotated[Account, Depends(signed)]


def knows_code(connection: HTTPConnection, given: str = "") -> bool:
    """True if a request has the practice code, in body, address or cookie; raises RateLimitError."""
    address = connection.client.host if connection.client else ""
    given = given or connection.cookies.get(code_cookie(connection), "")
    return len(given) <= LONGEST_CODE and people_of(connection).code.fits(address, given)


def code_cookie(connection: HTTPConnection) -> str:
    """The name of the practice code's cookie."""
    return f"{_cookie(connection)}-code"


def _cookie(connection: HTTPConnection) -> str:
    """The cookie's name: over TLS one that no other host below the same domain can set."""
    return SECURE_COOKIE if is_secure(connection) else COOKIE


def is_secure(connection: HTTPConnection) -> bool:
    """Whether a request came over TLS, to the floor or to its proxy."""
    return connection.url.scheme in ("https", "wss")


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _welcome(request: Request, response: Response, signed_in: SignedIn, bearer: bool) -> Me:
    """Hands over the token: to a browser as a cookie, to a program in the answer."""
    if bearer:
        return me_of(signed_in.account, signed_in.token)
    seconds = people_of(request).settings.session // 1000
    secure = is_secure(request)
    response.set_cookie(
        _cookie(request), signed_in.token, max_age=seconds, path="/", secure=secure, httponly=True, samesite="strict"
    )
    return me_of(signed_in.account)


def me_of(account: Account, token: str | None = None) -> Me:
    """An account as its owner sees it."""
    return Me.model_validate(account, from_attributes=True).model_copy(update={"token": token})


def _somebody(account: Account) -> Somebody:
    return Somebody.model_validate(account, from_attributes=True)


# ---------------------------------------------------------------------------- the calls


@router.post("/guest", status_code=201, responses={200: {"model": Me, "description": "He was here already."}})
async def come(body: Come, request: Request, response: Response, people: ThePeople, token: Token) -> Me:
    """Come as a guest, with play chips. A browser with a cookie keeps its account, unless it asks for another role: a guest's
    cookie is the only way to their chips."""
    if body.role != "patron" and people.settings.practice and not knows_code(request, body.code):
        raise ForbiddenError(NEEDED)
    here = None if body.bearer or body.role != "patron" else await people.account_of(token)
    if here is not None:
        response.status_code = 200
        return me_of(here)
    return _welcome(request, response, await people.guest(_address(request), body.role), body.bearer)


@router.post("/accounts", status_code=201)
async def register(body: Credentials, request: Request, response: Response, people: ThePeople, token: Token) -> Me:
    """Make an account; a signed-in guest keeps the chips under the new name."""
    account, address = await people.account_of(token), _address(request)
    if account is None and "authorization" in request.headers:  # a browser cannot take back a cookie that is out of date
        raise NotSignedInError("sign in first, or register without a token")
    if account is None:
        made = await people.register(address, body.name, body.password)
    else:
        made = await people.take_name(account, address, body.name, body.password)
    return _welcome(request, response, made, body.bearer)


@router.post("/session", status_code=201)
async def sign_in(body: SignIn, request: Request, response: Response, people: ThePeople, token: Token) -> Me:
    """Sign in. The request's own session ends."""
    return _welcome(request, response, await people.sign_in(_address(request), body.name, body.password, token), body.bearer)


@router.delete("/session", status_code=204)
async def sign_out(request: Request, response: Response, people: ThePeople, token: Token) -> None:
    """Signs out."""
    await people.sign_out(token)
    response.delete_cookie(_cookie(request), path="/", secure=is_secure(request), httponly=True, samesite="strict")


@router.get("/me")
async def me(account: Signed) -> Me:
    """One's account, and the balance at the cage."""
    return me_of(account)


@router.put("/me/password")
async def change_password(body: NewPassword, request: Request, response: Response, account: Signed, people: ThePeople) -> Me:
    """Changes one's own password. All sessions end, and the client has a new one."""
    changed = await people.change_password(account, _address(request), body.password, body.new)
    return _welcome(request, response, changed, body.bearer)


@router.post("/me/chips")
async def more_chips(body: Nothing, account: Signed, people: ThePeople) -> Me:
    """More play chips, when few are left."""
    return me_of(await people.more_chips(account))


@router.get("/me/entries")
async def entries(
    account: Signed,
    people: ThePeople,
    before: Annotated[int, Query(ge=1, le=2**62)] = 2**62,
    most: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Ledger:
    """One's own ledger, the latest entry first."""
    page = await people.ledger(account, before, most)
    return Ledger(entries=page, next=page[-1].id if len(page) == most else None)


@router.put("/accounts/{name}/role")
async def grant(name: NameInPath, body: NewRole, account: Signed, people: ThePeople) -> Somebody:
    """Gives an account another role, as a pit boss."""
    return _somebody(await people.grant(account, name, body.role))


@router.put("/accounts/{name}/disabled")
async def disable(name: NameInPath, body: Disabled, account: Signed, people: ThePeople) -> Somebody:
    """Disables an account or lets it sign in again, as a pit boss."""
    if body.disabled:
        return _somebody(await people.disable(account, name, body.why))
    return _somebody(await people.enable(account, name))


@router.delete("/accounts/{name}/sessions", status_code=204)
async def sign_out_everywhere(name: NameInPath, account: Signed, people: ThePeople) -> None:
    """Signs an account out everywhere: one's own, or as a pit boss another's."""
    await people.sign_out_everywhere(account, name)
