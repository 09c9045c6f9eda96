"""People over HTTP: coming as a guest, registering, signing in and out, one's chips and ledger, and what a pit boss does.

`app.state.people` is the `People` of the floor. A browser gets its token in a cookie that scripts cannot read; a program asks
for `"bearer": true`, gets the token in the answer, and sends it as `Authorization: Bearer …`.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from pitboss.floor.accounts import Account
from pitboss.floor.names import LONGEST_NAME
from pitboss.floor.passwords import LONGEST_PASSWORD, SHORTEST_PASSWORD
from pitboss.floor.people import NotSignedIn, People, SignedIn
from pitboss.floor.practice import NEEDED
from pitboss.floor.roles import Forbidden, Role
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
    """What somebody sends: exactly these fields, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True, hide_input_in_errors=True)


class Come(Body):
    """A guest comes; on a practice floor in a role, with the code of the floor, which a browser may have in a cookie."""

    role: Role = "patron"
    code: Annotated[str, Field(max_length=LONGEST_CODE)] = ""
    bearer: bool = False


class Credentials(Body):
    """A name and a password."""

    name: Name
    password: Password
    bearer: bool = False


class SignIn(Body):
    """A name and a password that somebody says he has."""

    name: Name
    password: Annotated[str, Field(max_length=LONGEST_PASSWORD)]
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
    """Somebody's own account. Chips are play chips: they are not money and cannot become it."""

    id: int
    name: str
    role: Role
    guest: bool
    created: int
    cage: int
    play_chips_only: bool = True
    token: str | None = None  # where a program asked for it


class Somebody(BaseModel):
    """Another's account, as a pit boss sees it."""

    id: int
    name: str
    role: Role
    guest: bool
    disabled: bool


class Moved(BaseModel):
    """Cents that came into the cage, or left it, and the line that says why."""

    id: int
    stream: str
    seq: int
    cents: int


class Ledger(BaseModel):
    """A page of one's own entries, the latest first; `next` is where the next page begins, null after the last."""

    entries: list[Moved]
    next: int | None


# ---------------------------------------------------------------------------- who asks


def people_of(connection: HTTPConnection) -> People:
    """The people of this floor."""
    people: People = connection.app.state.people
    return people


def token_of(connection: HTTPConnection) -> str:
    """The token that a request or a WebSocket brings: in its Authorization header, or else in its cookie; "" where none."""
    said = connection.headers.get("authorization")
    if said is not None:
        scheme, _, token = said.partition(" ")
        token = token.strip() if scheme.lower() == "bearer" else ""
    else:
        token = connection.cookies.get(_cookie(connection), "")
    return token if len(token) <= LONGEST_TOKEN else ""


async def signed(connection: HTTPConnection) -> Account:
    """The account of a request or a WebSocket; raises NotSignedIn."""
    account = await people_of(connection).account_of(token_of(connection))
    if account is None:
        raise NotSignedIn("sign in first")
    return account


def at_once(find: Callable[[Any], T]) -> Any:
    """What a function finds, without the thread to which FastAPI sends every plain function."""

    async def found(connection: HTTPConnection) -> T:
        return find(connection)

    return Depends(found)


ThePeople = Annotated[People, at_once(people_of)]
Token = Annotated[str, at_once(token_of)]
Signed = Annotated[Account, Depends(signed)]


def knows_code(connection: HTTPConnection, given: str = "") -> bool:
    """Whether a request brings the code of a practice floor, in its body, its address or a cookie; raises TooMany."""
    address = connection.client.host if connection.client else ""
    given = given or connection.cookies.get(code_cookie(connection), "")
    return len(given) <= LONGEST_CODE and people_of(connection).code.fits(address, given)


def code_cookie(connection: HTTPConnection) -> str:
    """The name of the cookie in which a browser has the code of a practice floor."""
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
    """An account as its owner is told of it."""
    return Me(
        id=account.id,
        name=account.name,
        role=account.role,
        guest=account.guest,
        created=account.created,
        cage=account.cage,
        token=token,
    )


def _somebody(account: Account) -> Somebody:
    return Somebody(id=account.id, name=account.name, role=account.role, guest=account.guest, disabled=account.disabled)


# ---------------------------------------------------------------------------- the calls


@router.post("/guest", status_code=201, responses={200: {"model": Me, "description": "He was here already."}})
async def come(body: Come, request: Request, response: Response, people: ThePeople, token: Token) -> Me:
    """Comes as a guest, with play chips. A browser that has somebody's cookie stays his, unless it asks for another role: a
    guest has no password, and with his cookie his chips would be lost."""
    if body.role != "patron" and people.settings.practice and not knows_code(request, body.code):
        raise Forbidden(NEEDED)
    here = None if body.bearer or body.role != "patron" else await people.account_of(token)
    if here is not None:
        response.status_code = 200
        return me_of(here)
    return _welcome(request, response, await people.guest(_address(request), body.role), body.bearer)


@router.post("/accounts", status_code=201)
async def register(body: Credentials, request: Request, response: Response, people: ThePeople, token: Token) -> Me:
    """Makes an account; a guest who is signed in keeps his chips under the new name."""
    account, address = await people.account_of(token), _address(request)
    if account is None and "authorization" in request.headers:  # a browser cannot take back a cookie that is out of date
        raise NotSignedIn("sign in first, or register without a token")
    if account is None:
        made = await people.register(address, body.name, body.password)
    else:
        made = await people.take_name(account, address, body.name, body.password)
    return _welcome(request, response, made, body.bearer)


@router.post("/session", status_code=201)
async def sign_in(body: SignIn, request: Request, response: Response, people: ThePeople, token: Token) -> Me:
    """Signs in. The session that the request brought, if any, ends."""
    return _welcome(request, response, await people.sign_in(_address(request), body.name, body.password, token), body.bearer)


@router.delete("/session", status_code=204)
async def sign_out(request: Request, response: Response, people: ThePeople, token: Token) -> None:
    """Signs out."""
    await people.sign_out(token)
    response.delete_cookie(_cookie(request), path="/", secure=is_secure(request), httponly=True, samesite="strict")


@router.get("/me")
async def me(account: Signed) -> Me:
    """Who one is, and what one has in the cage."""
    return me_of(account)


@router.post("/me/chips")
async def more_chips(body: Nothing, account: Signed, people: ThePeople) -> Me:
    """More play chips, when there are nearly none left."""
    return me_of(await people.more_chips(account))


@router.get("/me/entries")
async def entries(
    account: Signed,
    people: ThePeople,
    before: Annotated[int, Query(ge=1, le=2**62)] = 2**62,
    most: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Ledger:
    """One's own ledger, the latest entry first."""
    found = await people.ledger(account, before, most)
    moved = [Moved(id=each.id, stream=each.stream, seq=each.seq, cents=each.cents) for each in found]
    return Ledger(entries=moved, next=found[-1].id if len(found) == most else None)


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
