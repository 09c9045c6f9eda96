"""The guard: foreign hosts, foreign pages, forms and bodies that are too long get no further than the door."""

import asyncio
from collections.abc import Iterable
from typing import Any

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from pitboss.floor.web.transport.guard import MOST_BYTES, Guard, same_origin

JSON = {"content-type": "application/json"}


class Inside:
    """What is guarded: counts who came in, and tells how long a body was."""

    def __init__(self) -> None:
        self.came = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.came += 1
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            return
        length, more = 0, True
        while more:
            message = await receive()
            length, more = length + len(message.get("body", b"")), message.get("more_body", False)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": str(length).encode()})


def ask(
    method: str,
    headers: dict[str, str] | None = None,
    body: bytes | Iterable[bytes] | None = None,
    path: str = "/api/x",
    **options: Any,
) -> tuple[httpx.Response, int]:
    inside = Inside()

    async def run() -> httpx.Response:
        transport = httpx.ASGITransport(Guard(inside, **options))
        base = options.pop("base", "http://localhost:8000")
        async with httpx.AsyncClient(transport=transport, base_url=base) as client:
            content = body if body is None or isinstance(body, bytes) else _chunks(body)
            return await client.request(method, path, headers=headers, content=content)

    return asyncio.run(run()), inside.came


async def _chunks(parts: Iterable[bytes]) -> Any:
    for part in parts:
        yield part


def refused(answer: tuple[httpx.Response, int], status: int) -> None:
    response, came = answer
    assert (response.status_code, came) == (status, 0)
    assert set(response.json()) == {"error", "cite", "kind", "retry"}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://evil.example", "cookie": "pitboss=x"},
        {"origin": "http://localhost:8001", "cookie": "pitboss=x"},  # another program of the same machine
        {"origin": "http://localhost:8000.evil.example", "cookie": "pitboss=x"},
        {"origin": "http://localhost:8000@evil.example", "cookie": "pitboss=x"},
        {"origin": "http://localhost:8000/x", "cookie": "pitboss=x"},
        {"origin": "null", "cookie": "pitboss=x"},
        {"origin": "file://localhost:8000", "cookie": "pitboss=x"},
        {"origin": "", "cookie": "pitboss=x"},
        {"cookie": "pitboss=x"},  # a browser says where it comes from
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "cookie": "pitboss=x"},
        {"sec-fetch-site": "none", "cookie": "pitboss=x"},
        {"sec-fetch-site": "cross-site", "origin": "http://localhost:8000", "cookie": "pitboss=x"},
        {"sec-fetch-site": "same-origin", "origin": "http://evil.example", "cookie": "pitboss=x"},
    ],
)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"])
def test_a_foreign_page_changes_nothing(method: str, headers: dict[str, str]) -> None:
    refused(ask(method, {**JSON, **headers}, b"{}"), 403)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer x"},
        {"origin": "http://localhost:8000", "cookie": "pitboss=x"},
        {"origin": "http://LOCALHOST:8000", "cookie": "pitboss=x"},
        {"sec-fetch-site": "same-origin", "cookie": "pitboss=x"},
        {"sec-fetch-site": "same-origin", "origin": "http://localhost:8000", "cookie": "pitboss=x"},
    ],
)
def test_own_pages_and_programs_come_in(headers: dict[str, str]) -> None:
    response, came = ask("POST", {**JSON, **headers}, b"{}")
    assert (response.status_code, came) == (200, 1)


def test_reading_needs_no_origin() -> None:
    assert ask("GET", {"cookie": "pitboss=x"})[0].status_code == 200


def scope(scheme: str, *headers: tuple[str, str]) -> Scope:
    return {"type": "http", "scheme": scheme, "headers": [(name.encode(), value.encode()) for name, value in headers]}


@pytest.mark.parametrize(
    ("scheme", "origin", "host", "same"),
    [
        ("http", "http://floor.example", "floor.example:80", True),
        ("https", "https://floor.example", "floor.example", True),
        ("https", "https://floor.example:443", "floor.example", True),
        ("http", "https://floor.example", "floor.example", True),  # behind a proxy that ends TLS
        ("https", "http://floor.example", "floor.example", False),  # a page that anybody on the way could have written
        ("wss", "http://floor.example", "floor.example", False),
        ("https", "https://floor.example:8443", "floor.example", False),
        ("http", "http://[::1]:8000", "[::1]:8000", True),
        ("http", "http://[::1", "[::1", False),
        ("http", "http://floor.example:99999999", "floor.example", False),
        ("http", "http://", "", False),
    ],
)
def test_what_the_same_origin_is(scheme: str, origin: str, host: str, same: bool) -> None:
    assert same_origin(scope(scheme, ("host", host), ("origin", origin), ("cookie", "x=y"))) is same


def test_two_origins_are_none() -> None:
    own = ("origin", "http://localhost")
    assert same_origin(scope("http", ("host", "localhost"), own))
    assert not same_origin(scope("http", ("host", "localhost"), own, own))


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp"]
)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_forms_change_nothing(method: str, kind: str) -> None:
    refused(ask(method, {"content-type": kind}, b'{"a": 1}'), 415)


def test_json_by_its_full_name_comes_in() -> None:
    assert ask("POST", {"content-type": "Application/JSON; charset=utf-8"}, b"{}")[1] == 1
    assert ask("DELETE")[1] == 1


def test_bodies_up_to_the_limit_arrive_whole() -> None:
    response, _ = ask("POST", JSON, b"x" * MOST_BYTES)
    assert response.text == str(MOST_BYTES)
    assert ask("POST", JSON, [b"x" * 1000] * 5)[0].text == "5000"


@pytest.mark.parametrize(
    "body",
    [rb'{"k": "\ud800"}', rb'{"\uDFFF": 1}', rb'["\udc00\ud800"]', b'"\xed\xa0\x80"', '{"k": "v"}'.encode("utf-16"), b'"\xff"'],
)
def test_a_body_is_text_that_can_be_written_down(body: bytes) -> None:
    refused(ask("POST", JSON, body), 400)


@pytest.mark.parametrize(
    "body", ['{"k": "♠ é 🂡"}'.encode(), rb'{"k": "\ud83c\udca1"}', rb'{"k": "\\ud800"}', rb"{malformed \u12"]
)
def test_other_text_comes_in(body: bytes) -> None:
    assert ask("POST", JSON, body)[1] == 1


def test_a_body_that_is_too_long_is_refused_by_its_length_or_as_it_comes() -> None:
    refused(ask("POST", JSON, b"x" * (MOST_BYTES + 1)), 413)
    refused(ask("POST", {**JSON, "content-length": "9" * 40}, b""), 413)
    refused(ask("POST", {**JSON, "content-length": "-1"}, b""), 400)
    refused(ask("GET", {}, [b"x" * 1000] * 100), 413)
    refused(ask("POST", {**JSON, "content-length": "10"}, [b"x" * 1000] * 100), 413)  # it lied


def test_an_endless_body_is_not_kept() -> None:
    """Only so much of it is ever read."""
    read = 0

    async def endless() -> Message:
        nonlocal read
        read += 1
        return {"type": "http.request", "body": b"x" * 1024, "more_body": True}

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    head = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"transfer-encoding", b"chunked")]
    request: Scope = {"type": "http", "method": "POST", "path": "/api/x", "headers": head, "scheme": "http"}
    asyncio.run(Guard(Inside())(request, endless, send))
    assert sent[0]["status"] == 413 and read == MOST_BYTES // 1024 + 1


def test_a_body_that_never_comes_is_not_waited_for() -> None:
    sent: list[Message] = []

    async def never() -> Message:
        await asyncio.sleep(3600)
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    head = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"content-length", b"5")]
    request: Scope = {"type": "http", "method": "POST", "path": "/api/x", "headers": head, "scheme": "http"}
    inside = Inside()
    asyncio.run(Guard(inside, seconds=0.01)(request, never, send))
    assert sent[0]["status"] == 408 and inside.came == 0


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "evil.example:8000", "localhost@evil.example", "", "local host", "[::1"]
)
def test_a_floor_answers_to_its_own_name_only(host: str) -> None:
    refused(ask("GET", {"host": host}), 400)


def test_allowed_hosts() -> None:
    assert ask("GET", {"host": "LocalHost:1"})[1] == 1
    assert ask("GET", {"host": "a.floor.example"}, hosts=["*.floor.example"])[1] == 1
    assert ask("GET", {"host": "floor.example"}, hosts=["*.floor.example"])[1] == 0
    assert ask("GET", {"host": "anything"}, hosts=["*"])[1] == 1


@pytest.mark.parametrize("path", ["/api/x", "/"])
def test_headers_of_every_answer(path: str) -> None:
    for response, _ in (ask("GET", path=path), ask("GET", {"host": "evil.example"}, path=path)):
        assert response.headers["content-security-policy"].startswith("default-src 'self'")
        assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
        assert response.headers.get("cache-control") == ("no-store" if path == "/api/x" else None)


@pytest.mark.parametrize(
    ("headers", "accepted"),
    [
        ([("host", "localhost"), ("origin", "http://localhost"), ("cookie", "pitboss=x")], True),
        ([("host", "localhost"), ("authorization", "Bearer x")], True),
        ([("host", "localhost"), ("origin", "http://evil.example"), ("cookie", "pitboss=x")], False),
        ([("host", "localhost"), ("origin", "http://evil.example")], False),
        ([("host", "localhost"), ("cookie", "pitboss=x")], False),
        ([("host", "evil.example"), ("origin", "http://evil.example")], False),
    ],
)
def test_websockets_are_asked_the_same(headers: list[tuple[str, str]], accepted: bool) -> None:
    sent: list[Message] = []

    async def connect() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    request = {**scope("ws", *headers), "type": "websocket", "path": "/ws/tables/1"}
    asyncio.run(Guard(Inside())(request, connect, send))
    assert [message["type"] for message in sent] == ["websocket.accept" if accepted else "websocket.close"]
