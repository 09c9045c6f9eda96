"""People over HTTP: the calls, what they refuse, and that nothing secret comes back."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any
from unittest.mock import AsyncMock

import httpx
import pytest
from fastapi import FastAPI, Query, WebSocket

from pitboss.errors import IllegalWager, PitbossError, StaleVersionError, Stopped, Unbalanced
from pitboss.floor.people.rate_limits import Rate, Rates
from pitboss.floor.people.registry import PeopleSettings
from pitboss.floor.people.roles import ForbiddenError
from pitboss.floor.storage.transactions import DroppedError
from pitboss.floor.web.errors import answer_errors
from pitboss.floor.web.pages import answer_browsers
from pitboss.floor.web.people import COOKIE, Signed, router
from pitboss.floor.web.transport.guard import Guard
from tests.floor.house import CODE, UNLIMITED, House, in_house

PASSWORD = "correct horse"
OWN = {"origin": "http://localhost"}
Visit = Callable[["Floor"], Awaitable[None]]


class Floor:
    """A floor as clients see it."""

    def __init__(self, house: House) -> None:
        self.house = house
        app = FastAPI()
        app.include_router(router)
        answer_errors(app)
        app.state.people = house.people
        self.app = app

    def client(self, address: str = "203.0.113.7", scheme: str = "http") -> httpx.AsyncClient:
        transport = httpx.ASGITransport(Guard(self.app), client=(address, 1), raise_app_exceptions=False)
        return httpx.AsyncClient(
            transport=transport, base_url=f"{scheme}://localhost", headers={"content-type": "application/json"}
        )

    async def come(self, address: str = "203.0.113.7", **body: Any) -> httpx.AsyncClient:
        """A program that is signed in as a guest, by Bearer."""
        client = self.client(address)
        answer = await client.post("/api/guest", json={"bearer": True, **body})
        assert answer.status_code == 201
        client.headers["authorization"] = f"Bearer {answer.json()['token']}"
        return client


def visit(path: Path, test: Visit, settings: PeopleSettings | None = None) -> None:
    in_house(path, lambda house: test(Floor(house)), settings)


def is_problem(answer: httpx.Response, status: int, said: str = "") -> None:
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"error", "cite", "kind", "retry"} and said in answer.json()["error"]


# ---------------------------------------------------------------------------- the ordinary way


def test_a_token_that_has_ended_makes_no_account(tmp_path: Path) -> None:
    """A program that believes to be a guest is told so. A browser, which cannot take its cookie back, begins anew."""

    async def test(floor: Floor) -> None:
        guest = await floor.come()
        assert (await guest.delete("/api/session")).status_code == 204
        is_problem(await guest.post("/api/accounts", json={"name": "Ann", "password": PASSWORD}), 401, "without a token")
        browser = floor.client()
        browser.cookies.set(COOKIE, "out-of-date")
        made = await browser.post("/api/accounts", json={"name": "Ann", "password": PASSWORD}, headers=OWN)
        assert made.status_code == 201

    visit(tmp_path, test)


def test_a_guest_in_a_browser(tmp_path: Path) -> None:
    """The token is in a cookie that scripts cannot read, and nowhere else."""

    async def test(floor: Floor) -> None:
        client = floor.client()
        answer = await client.post("/api/guest", json={}, headers=OWN)
        assert answer.status_code == 201 and answer.json()["token"] is None
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie and "secure" not in cookie
        assert client.cookies[COOKIE] not in answer.text
        me = (await client.get("/api/me")).json()
        assert me["cage"] == 100_000 and me["play_chips_only"] and me["guest"] and "password" not in me
        assert (await client.delete("/api/session", headers=OWN)).status_code == 204
        assert COOKIE not in client.cookies
        is_problem(await client.get("/api/me"), 401, "sign in first")

    visit(tmp_path, test)


def test_a_browser_that_is_somebody_stays_so(tmp_path: Path) -> None:
    """A second window, or a link on another site, must not cost a guest the only thing by which he is known."""

    async def test(floor: Floor) -> None:
        client = floor.client()
        first = (await client.post("/api/guest", json={}, headers=OWN)).json()
        cookie = client.cookies[COOKIE]
        again = await client.post("/api/guest", json={"role": "patron"}, headers=OWN)
        assert again.status_code == 200 and again.json() == first
        assert "set-cookie" not in again.headers and client.cookies[COOKIE] == cookie
        program = (await client.post("/api/guest", json={"bearer": True}, headers=OWN)).json()
        assert program["id"] != first["id"] and client.cookies[COOKIE] == cookie
        assert (await client.delete("/api/session", headers=OWN)).status_code == 204
        client.cookies = httpx.Cookies({COOKIE: cookie})  # of a session that has ended
        fresh = await client.post("/api/guest", json={}, headers=OWN)
        assert fresh.status_code == 201 and fresh.json()["id"] not in (first["id"], program["id"])

    visit(tmp_path, test)


def test_over_tls_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        client = floor.client(scheme="https")
        cookie = (await client.post("/api/guest", json={})).headers["set-cookie"]
        assert cookie.startswith("__Host-pitboss=") and "Secure" in cookie and "Domain" not in cookie
        assert (await client.get("/api/me")).status_code == 200
        client.cookies = httpx.Cookies({COOKIE: client.cookies["__Host-pitboss"]})  # as a neighbour could set it
        is_problem(await client.get("/api/me"), 401)

    visit(tmp_path, test)


def test_a_program_with_a_bearer_token(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        client = await floor.come()
        assert "set-cookie" not in (await client.get("/api/me")).headers and not client.cookies
        answer = await client.get("/api/me", headers={"authorization": "Basic QW5uOng="})
        is_problem(answer, 401)
        assert answer.headers["www-authenticate"] == "Bearer"

    visit(tmp_path, test)


def test_a_guest_takes_a_name_and_signs_in_elsewhere(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        client = floor.client()
        guest = (await client.post("/api/guest", json={}, headers=OWN)).json()
        old = client.cookies[COOKIE]
        named = (await client.post("/api/accounts", json={"name": "Ann", "password": PASSWORD}, headers=OWN)).json()
        assert (named["id"], named["name"], named["guest"]) == (guest["id"], "Ann", False) and client.cookies[COOKIE] != old
        client.cookies = httpx.Cookies({COOKIE: old})
        is_problem(await client.get("/api/me"), 401)
        again = await floor.client().post("/api/session", json={"name": "ann", "password": PASSWORD, "bearer": True})
        assert again.status_code == 201 and again.json()["id"] == guest["id"]
        taken = await floor.client().post("/api/accounts", json={"name": "ANN", "password": PASSWORD})
        is_problem(taken, 409, "somebody has that name already")

    visit(tmp_path, test)


def test_chips_and_ledger(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        client = await floor.come()
        is_problem(await client.post("/api/me/chips", json={}), 409, "more play chips come below $100")
        page = (await client.get("/api/me/entries?most=1")).json()
        assert [entry["cents"] for entry in page["entries"]] == [100_000]
        assert (await client.get(f"/api/me/entries?before={page['next']}")).json() == {"entries": [], "next": None}
        for bad in ("most=0", "most=101", "most=x", "before=0", f"before={2**63}", "most=1e9"):
            is_problem(await client.get(f"/api/me/entries?{bad}"), 422)

    visit(tmp_path, test)


def test_roles_over_http(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        await floor.house.people.hire("Pat", PASSWORD, "pit boss")
        boss, ann = floor.client(), floor.client()
        for client, call, name in ((boss, "session", "Pat"), (ann, "accounts", "Ann")):
            answer = await client.post(f"/api/{call}", json={"name": name, "password": PASSWORD, "bearer": True})
            client.headers["authorization"] = f"Bearer {answer.json()['token']}"
        is_problem(await ann.put("/api/accounts/Ann/role", json={"role": "pit boss"}), 403)
        is_problem(await ann.put("/api/accounts/Pat/disabled", json={"disabled": True}), 403)
        is_problem(await ann.delete("/api/accounts/Pat/sessions"), 403)
        is_problem(await floor.client().put("/api/accounts/Ann/role", json={"role": "dealer"}), 401)
        assert (await boss.put("/api/accounts/ann/role", json={"role": "dealer"})).json()["role"] == "dealer"
        assert (await ann.get("/api/me")).json()["role"] == "dealer"
        is_problem(await boss.put("/api/accounts/Ann/role", json={"role": "owner"}), 422)
        is_problem(await boss.put("/api/accounts/Nobody/role", json={"role": "dealer"}), 404, "nobody has that name")
        assert (await boss.put("/api/accounts/Ann/disabled", json={"disabled": True})).json()["disabled"]
        is_problem(await ann.get("/api/me"), 401)
        assert not (await boss.put("/api/accounts/Ann/disabled", json={"disabled": False})).json()["disabled"]
        assert (await boss.delete("/api/accounts/Pat/sessions")).status_code == 204
        is_problem(await boss.get("/api/me"), 401)

    visit(tmp_path, test)


def test_a_practice_floor_gives_roles_to_guests(tmp_path: Path) -> None:
    async def ordinary(floor: Floor) -> None:
        is_problem(await floor.client().post("/api/guest", json={"role": "pit boss"}), 403, "practice floor")

    async def practice(floor: Floor) -> None:
        is_problem(await floor.client().post("/api/guest", json={"role": "pit boss"}), 403, "needs its code")
        client = await floor.come(role="surveillance", code=CODE)
        assert (await client.get("/api/me")).json()["role"] == "surveillance"

    (tmp_path / "practice").mkdir()
    visit(tmp_path, ordinary)
    visit(tmp_path / "practice", practice, PeopleSettings(practice=True, code=CODE, rates=UNLIMITED))


# ---------------------------------------------------------------------------- hostile


def test_a_planted_session_is_not_taken_over(tmp_path: Path) -> None:
    """Session fixation: Mallory plants his own cookie; whoever signs in gets another, and Mallory's is dead."""

    async def test(floor: Floor) -> None:
        await floor.client().post("/api/accounts", json={"name": "Ann", "password": PASSWORD})
        mallory = floor.client()
        await mallory.post("/api/guest", json={}, headers=OWN)
        for planted in (mallory.cookies[COOKIE], "A" * 43):
            victim = floor.client()
            victim.cookies = httpx.Cookies({COOKIE: planted})
            answer = await victim.post("/api/session", json={"name": "Ann", "password": PASSWORD}, headers=OWN)
            assert answer.status_code == 201 and f"{COOKIE}={planted}" not in answer.headers["set-cookie"]
        is_problem(await mallory.get("/api/me"), 401)

    visit(tmp_path, test)


def test_another_sites_page_changes_nothing(tmp_path: Path) -> None:
    """CSRF: the browser sends the cookie along, and it does not help."""

    async def test(floor: Floor) -> None:
        client = floor.client()
        await client.post("/api/guest", json={}, headers=OWN)
        lines = len(floor.house.office())
        for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {}):
            is_problem(await client.post("/api/accounts", json={"name": "Ann", "password": PASSWORD}, headers=headers), 403)
            is_problem(await client.delete("/api/session", headers=headers), 403)
        form = {"content-type": "text/plain", **OWN}
        is_problem(await client.post("/api/accounts", content='{"name": "Ann", "password": "x"}', headers=form), 415)
        assert len(floor.house.office()) == lines and (await client.get("/api/me")).json()["guest"]

    visit(tmp_path, test)


BAD_BODIES: list[tuple[bytes, int]] = [
    (b"", 422),
    (b"{", 422),
    (b"[]", 422),
    (b"null", 422),
    (b'"Ann"', 422),
    (b"\xff\xfe", 400),  # UTF-16 of nothing
    (b'{"name": "\xe9"}', 400),
    (b"[" * 60_000, 400),
    (b'{"name": "Ann"}', 422),
    (b'{"name": 1, "password": "correct horse"}', 422),
    (b'{"name": null, "password": "correct horse"}', 422),
    (b'{"name": "Ann", "password": ["correct horse"]}', 422),
    (b'{"name": "Ann", "password": "correct horse", "role": "pit boss"}', 422),
    (b'{"name": "Ann", "password": "correct horse", "bearer": 1}', 422),
    (b'{"name": "Ann", "password": "correct horse", "bearer": "true"}', 422),
    (b'{"name": "", "password": "correct horse"}', 422),
    (b'{"name": "\\u0000", "password": "correct horse"}', 422),
    (b'{"name": "\\ud800", "password": "correct horse"}', 400),
    (b'{"name": "Ann", "password": "\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800"}', 400),
    (b'{"name": "' + b"a" * 161 + b'", "password": "correct horse"}', 422),
    (b'{"name": "Ann", "password": "' + b"a" * 201 + b'"}', 422),
    (b'{"name": "Ann", "password": "short"}', 422),
    (b'{"name": ' + b"9" * 5000 + b', "password": "correct horse"}', 400),
    (b'{"name": NaN, "password": "correct horse"}', 422),
    (b'{"name": "../../etc/passwd", "password": "correct horse"}', 422),
    (b" " * 65_537, 413),
]


def test_bodies_that_are_none(tmp_path: Path) -> None:
    """Each is refused with one sentence, and nothing is there afterwards."""

    async def test(floor: Floor) -> None:
        for body, status in BAD_BODIES:
            answer = await floor.client().post("/api/accounts", content=body)
            assert answer.status_code == status, (body[:60], answer.text)
            is_problem(answer, status)
            assert len(answer.text) < 400
        assert floor.house.rows("SELECT count(*) FROM account") == [(0,)] and floor.house.office() == []

    visit(tmp_path, test)


def test_nothing_that_was_sent_comes_back(tmp_path: Path) -> None:
    secret = "Tr0ub4dor&3"

    async def test(floor: Floor) -> None:
        for call in ("accounts", "session"):
            for body in (
                {"name": "dealer", "password": secret},
                {"name": "Ann", "password": [secret]},
                {"name": "Ann", "password": {"a": secret}},
                {"name": "Ann", "password": secret, secret: secret},
                {"name": "Ann", "password": secret * 50},
                {"name": secret * 50, "password": secret},
                secret,
                [secret],
            ):
                answer = await floor.client().post(f"/api/{call}", content=json.dumps(body))
                is_problem(answer, answer.status_code)
                assert secret not in answer.text and secret not in str(answer.headers), body
            answer = await floor.client().post(f"/api/{call}", content='{"password": "' + secret)
            is_problem(answer, 422, "the body is not JSON")
            assert secret not in answer.text

    visit(tmp_path, test)


@pytest.mark.parametrize(
    "name",
    ["..%2f..%2fetc%2fpasswd", "%00", "%ff", "%ed%a0%80", "'%20OR%20'1'='1", "%e2%80%ae", "a" * 161, ".", "..", "%2e%2e"],
)
def test_names_in_paths(tmp_path: Path, name: str) -> None:
    async def test(floor: Floor) -> None:
        await floor.house.people.hire("Pat", PASSWORD, "pit boss")
        boss = floor.client()
        answer = await boss.post("/api/session", json={"name": "Pat", "password": PASSWORD, "bearer": True})
        boss.headers["authorization"] = f"Bearer {answer.json()['token']}"
        before = floor.house.rows("SELECT * FROM account"), floor.house.office()
        for method, call, body in (("PUT", "role", b'{"role": "dealer"}'), ("DELETE", "sessions", b"")):
            refused = await boss.request(method, f"/api/accounts/{name}/{call}", content=body)
            assert 400 <= refused.status_code < 500
            is_problem(refused, refused.status_code)
        assert (floor.house.rows("SELECT * FROM account"), floor.house.office()) == before

    visit(tmp_path, test)


def test_a_thousand_sign_ins_are_refused_with_429(tmp_path: Path) -> None:
    """Without costing argon2, with the time to wait, and without keeping the owner out elsewhere."""

    async def test(floor: Floor) -> None:
        await floor.client("198.51.100.1").post("/api/accounts", json={"name": "Ann", "password": PASSWORD})
        verified, client, statuses = floor.house.hasher.verified, floor.client(), []
        for number in range(1000):
            answer = await client.post("/api/session", json={"name": "Ann", "password": f"guess {number:04}"})
            statuses.append(answer.status_code)
        assert statuses == [401] * 10 + [429] * 990
        assert floor.house.hasher.verified - verified == 10
        is_problem(answer, 429, "tried too often")
        assert answer.headers["retry-after"] == "20" and answer.json()["retry"] is True
        owner = await floor.client("198.51.100.1").post("/api/session", json={"name": "Ann", "password": PASSWORD})
        assert owner.status_code == 201

    visit(tmp_path, test, PeopleSettings(rates=Rates(sign_in_address=Rate(2000, 5.0))))


def test_guests_and_accounts_are_limited_by_address(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        guests = [(await floor.client().post("/api/guest", json={})).status_code for _ in range(5)]
        assert guests == [201, 201, 201, 429, 429]
        made = [
            (await floor.client().post("/api/accounts", json={"name": f"Ann {n}", "password": PASSWORD})).status_code
            for n in range(4)
        ]
        assert made == [201, 201, 429, 429] and floor.house.hasher.hashed == 2
        assert (await floor.client("198.51.100.1").post("/api/guest", json={})).status_code == 201

    visit(tmp_path, test, PeopleSettings(rates=Rates(guest=Rate(3, 60.0), register=Rate(2, 60.0))))


def test_tokens_that_are_nobodys(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        await floor.come()
        for said in (
            "Bearer",
            "Bearer ",
            "Bearer x",
            "Bearer " + "A" * 43,
            "Bearer " + "A" * 10_000,
            "bearer ' OR 1=1 --",
            "\x7f",
        ):
            is_problem(await floor.client().get("/api/me", headers={"authorization": said}), 401)
        client = floor.client()
        client.cookies = httpx.Cookies({COOKIE: "' OR '1'='1"})
        is_problem(await client.get("/api/me"), 401)

    visit(tmp_path, test)


# ---------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("error", "status", "retry"),
    [
        (IllegalWager("too much", "565.7(a)"), 422, False),
        (StaleVersionError("late"), 409, False),
        (Stopped("stopped"), 503, True),
        (DroppedError("say it again"), 409, True),
        (PitbossError("no"), 409, False),
        (Unbalanced("a secret card"), 500, False),
        (ZeroDivisionError("a secret card"), 500, False),
    ],
)
def test_every_error_has_one_shape(error: Exception, status: int, retry: bool) -> None:
    async def test() -> None:
        app = FastAPI()
        answer_errors(app)

        @app.get("/fail")
        async def fail(number: Annotated[int, Query(le=5)] = 1) -> None:
            raise error

        transport = httpx.ASGITransport(Guard(app), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            answer = await client.get("/fail")
            is_problem(answer, status)
            assert answer.json()["retry"] is retry and "secret" not in answer.text
            if isinstance(error, IllegalWager):
                assert answer.json() == {"error": "too much", "cite": "565.7(a)", "kind": "IllegalWager", "retry": False}
            is_problem(await client.get("/nowhere"), 404)
            is_problem(await client.delete("/fail"), 405)
            is_problem(await client.get("/fail?number=6"), 422, "number: ")

    asyncio.run(test())


@pytest.mark.parametrize("told", [True, False])
def test_a_websocket_that_is_refused_gets_the_same_shape(told: bool) -> None:
    """Where the server can tell it; elsewhere the line is closed."""
    app = FastAPI()
    answer_errors(app)
    answer_browsers(app)
    app.state.people = SimpleNamespace(account_of=AsyncMock(return_value=None))

    @app.websocket("/ws")
    async def serve(websocket: WebSocket, account: Signed) -> None:
        raise AssertionError

    @app.websocket("/forbidden")
    async def refuse(websocket: WebSocket) -> None:
        raise ForbiddenError("a patron may not do that")

    async def knock(path: str, **headers: str) -> list[Any]:
        sent: list[Any] = []
        head = [(name.encode(), value.encode()) for name, value in {"host": "localhost", **headers}.items()]
        extensions: Any = {"websocket.http.response": {}} if told else {}
        scope = {
            "type": "websocket",
            "path": path,
            "scheme": "ws",
            "query_string": b"",
            "headers": head,
            "extensions": extensions,
        }
        await Guard(app)(scope, AsyncMock(return_value={"type": "websocket.connect"}), AsyncMock(side_effect=sent.append))
        return sent

    refused: list[tuple[str, int, dict[str, str]]] = [
        ("/ws", 401, {}),
        ("/ws", 403, {"origin": "http://evil.example"}),
        ("/forbidden", 403, {"accept": "text/html"}),
    ]
    for path, status, headers in refused:
        sent = asyncio.run(knock(path, **headers))
        if told:
            assert (
                len(sent) == 2
                and sent[0]["status"] == status
                and set(json.loads(sent[1]["body"])) == {"error", "cite", "kind", "retry"}
            )
        else:
            assert [(each["type"], each["code"]) for each in sent] == [("websocket.close", 1008)]


def test_the_description_of_the_api_names_every_call(tmp_path: Path) -> None:
    async def test(floor: Floor) -> None:
        paths = floor.app.openapi()["paths"]
        calls = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
        assert calls == {
            "POST /api/guest",
            "POST /api/accounts",
            "POST /api/session",
            "DELETE /api/session",
            "GET /api/me",
            "PUT /api/me/password",
            "POST /api/me/chips",
            "GET /api/me/entries",
            "PUT /api/accounts/{name}/role",
            "PUT /api/accounts/{name}/disabled",
            "DELETE /api/accounts/{name}/sessions",
        }

    visit(tmp_path, test)
