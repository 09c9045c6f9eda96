"""The guard of every request: right host, no foreign page, moderate size.

Plain ASGI around the whole application. Requests that change something need a JSON body, which no other site's form can send;
browsers have to come from the floor's own pages, WebSockets too. Answers get the security headers that the pages allow.
"""

import asyncio
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.errors import PitbossError
from pitboss.floor.web.errors import answer_to, refuse

MOST_BYTES = 64 * 1024
MOST_HEAD = 16 * 1024  # bytes of all headers together
SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")  # as JSON escapes it
MOST_SECONDS = 20.0  # for a body to arrive
CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
READING = frozenset({"GET", "HEAD", "OPTIONS"})
DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
SECURE = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class BadRequestError(PitbossError):
    """A request that is not even looked at, with the status it is answered with."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Guard:
    """An application behind its guard. `hosts` are the names it answers to; "*" is any, "*.example.org" any below that."""

    def __init__(
        self, app: ASGIApp, hosts: Iterable[str] = ("localhost", "127.0.0.1", "[::1]"), most: int = MOST_BYTES,
        seconds: float = MOST_SECONDS,
    ) -> None:  # fmt: skip
        self.app, self.hosts, self.most, self.seconds = app, frozenset(each.lower() for each in hosts), most, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses a request, or hands it on with its body read."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if scope["type"] == "http":
            send = _with_headers(scope, send)
        try:
            check_head(scope)
            check_host(scope, self.hosts)
            if (scope["type"] == "websocket" or scope["method"] not in READING) and not same_origin(scope):
                raise BadRequestError(
                    403, "this may be asked only from the floor's own pages, or by a program without a cookie"
                )
            if scope["type"] == "http":
                check_body_type(scope)
                receive = await self._read(scope, receive)
        except BadRequestError as refusal:
            await _refuse(refusal, scope, receive, send)
            return
        await self.app(scope, receive, send)

    async def _read(self, scope: Scope, receive: Receive) -> Receive:
        """Read the body within limits of size and time, and return where the application reads it again."""
        length = Headers(scope=scope).get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            raise BadRequestError(400, "the length of a body is a whole number")
        if len(length) > 15 or int(length) > self.most:
            raise _too_long(self.most)
        try:
            async with asyncio.timeout(self.seconds):
                messages = await _messages(receive, self.most)
        except TimeoutError:
            raise BadRequestError(408, f"the body did not arrive within {self.seconds:g} seconds") from None
        check_text(b"".join(message.get("body", b"") for message in messages))
        messages.reverse()

        async def again() -> Message:
            return messages.pop() if messages else await receive()

        return again


def check_head(scope: Scope) -> None:
    """Check the length of the head: the server limits only what arrives in pieces."""
    if sum(len(name) + len(value) for name, value in scope["headers"]) > MOST_HEAD:
        raise BadRequestError(431, f"the headers of a request have at most {MOST_HEAD} bytes")


def check_host(scope: Scope, hosts: frozenset[str]) -> None:
    """Check the host name, against names that others point here."""
    if "*" in hosts:
        return
    named = Headers(scope=scope).getlist("host")
    host = _host_and_port(f"//{named[0]}")[0] if len(named) == 1 else ""
    if host not in hosts and not any(f"*.{host[i + 1 :]}" in hosts for i, each in enumerate(host) if each == "."):
        raise BadRequestError(400, "this floor does not answer to that host name; `pitboss serve --name NAME` has it do so")


def same_origin(scope: Scope) -> bool:
    """Whether a request or a WebSocket comes from the floor's own pages, or from a program: without cookie, Origin and
    Sec-Fetch-Site it is one with its own token, or none."""
    headers = Headers(scope=scope)
    origins, site = headers.getlist("origin"), headers.get("sec-fetch-site")
    if site not in (None, "same-origin"):
        return False
    if origins:
        return len(origins) == 1 and _is_own(origins[0], headers.get("host", ""), scope.get("scheme", "http"))
    return site is not None or "cookie" not in headers


def check_body_type(scope: Scope) -> None:
    """Check that a change is sent as JSON; raises BadRequestError."""
    headers = Headers(scope=scope)
    if scope["method"] not in CHANGING:
        return
    empty = "transfer-encoding" not in headers and headers.get("content-length", "0") == "0"
    if scope["method"] == "DELETE" and empty:
        return
    kind = headers.get("content-type", "").split(";")[0].strip().lower()
    if kind != "application/json":
        raise BadRequestError(415, "what changes something is said as application/json")


def check_text(body: bytes) -> None:
    """Check that a body is UTF-8 without lone surrogates, which would fail when put on record."""
    try:
        body.decode()
        if SURROGATE.search(body):
            msgspec.json.decode(body)
    except UnicodeDecodeError:
        raise BadRequestError(400, "a body is text in UTF-8") from None
    except msgspec.DecodeError:
        raise BadRequestError(400, "a body is JSON in which no half of a surrogate pair stands alone") from None


def _is_own(origin: str, host: str, scheme: str) -> bool:
    """True if the origin has this host. Behind a proxy with TLS either scheme may be right."""
    if not origin.startswith(("http://", "https://")) or not host:
        return False
    if scheme in ("https", "wss") and not origin.startswith("https://"):
        return False
    its_scheme, _, place = origin.partition("://")
    name, port = _host_and_port(f"//{place}")
    own_name, own_port = _host_and_port(f"//{host}")
    default = DEFAULT_PORTS[its_scheme]
    return bool(name) and name == own_name and (port or default) == (own_port or default) and "/" not in place


def _host_and_port(place: str) -> tuple[str, int | None]:
    """The lower-case host, IPv6 in brackets, with the port; "" if unreadable."""
    try:
        parts = urlsplit(place)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "", None
    if parts.username is not None or parts.path or parts.query or parts.fragment:
        return "", None
    return (f"[{host}]" if ":" in host else host).rstrip("."), port


async def _messages(receive: Receive, most: int) -> list[Message]:
    messages: list[Message] = []
    length = 0
    while True:
        message = await receive()
        messages.append(message)
        length += len(message.get("body", b""))
        if length > most:
            raise _too_long(most)
        if message["type"] != "http.request" or not message.get("more_body", False):
            return messages


def _too_long(most: int) -> BadRequestError:
    return BadRequestError(413, f"a body has at most {most} bytes")


def _with_headers(scope: Scope, send: Send) -> Send:
    """Add the security headers to an answer."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _headers(scope).items():
                headers.setdefault(name, value)
        await send(message)

    return sent


def _headers(scope: Scope) -> dict[str, str]:
    headers: dict[str, str] = dict(SECURE)
    if scope["path"] == "/api" or scope["path"].startswith("/api/"):
        headers["cache-control"] = "no-store"
    if scope.get("scheme") == "https":
        headers["strict-transport-security"] = "max-age=31536000"
    return headers


async def _refuse(refusal: BadRequestError, scope: Scope, receive: Receive, send: Send) -> None:
    headers = {"connection": "close"} if refusal.status in (408, 413) else {}  # the rest of the body is not read
    await refuse(refusal, answer_to(refusal, refusal.status, headers), scope, receive, send)
