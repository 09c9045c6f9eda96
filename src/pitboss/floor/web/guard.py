"""What every request passes before anything looks at it: the right host, no foreign page behind it, head and body of moderate
size.

This is plain ASGI around the whole application. A request that changes something has a JSON body, which no form of another site
can send; where a browser brings its cookie, or says where it comes from, it has to come from the floor's own pages. WebSockets
are asked the same. Answers get the headers that keep browsers from doing more than the pages need.
"""

import asyncio
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from pitboss.errors import PitbossError
from pitboss.floor.web.errors import answer_to, refuse_socket

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


class Refused(PitbossError):
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
            if scope["type"] == "websocket" or scope["method"] not in READING:
                check_origin(scope)
            if scope["type"] == "http":
                check_body_type(scope)
                receive = await self._read(scope, receive)
        except Refused as refusal:
            await _refuse(refusal, scope, receive, send)
            return
        await self.app(scope, receive, send)

    async def _read(self, scope: Scope, receive: Receive) -> Receive:
        """Takes the body in, up to so many bytes and seconds, and returns where the application reads it again."""
        length = Headers(scope=scope).get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            raise Refused(400, "the length of a body is a whole number")
        if len(length) > 15 or int(length) > self.most:
            raise _too_long(self.most)
        try:
            async with asyncio.timeout(self.seconds):
                messages = await _messages(receive, self.most)
        except TimeoutError:
            raise Refused(408, f"the body did not arrive within {self.seconds:g} seconds") from None
        check_text(b"".join(message.get("body", b"") for message in messages))
        messages.reverse()

        async def again() -> Message:
            return messages.pop() if messages else await receive()

        return again


def check_head(scope: Scope) -> None:
    """Whether the head of a request is of moderate length: the server bounds only what arrives in pieces."""
    if sum(len(name) + len(value) for name, value in scope["headers"]) > MOST_HEAD:
        raise Refused(431, f"the headers of a request have at most {MOST_HEAD} bytes")


def check_host(scope: Scope, hosts: frozenset[str]) -> None:
    """Whether a request is for this floor, and not for a name that somebody else points here."""
    if "*" in hosts:
        return
    named = Headers(scope=scope).getlist("host")
    host = _host_and_port(f"//{named[0]}")[0] if len(named) == 1 else ""
    if host not in hosts and not any(f"*.{host[i + 1 :]}" in hosts for i, each in enumerate(host) if each == "."):
        raise Refused(400, "this floor does not answer to that host name; `pitboss serve --name NAME` has it do so")


def check_origin(scope: Scope) -> None:
    """Whether a request comes from the floor's own pages, or from no page at all; raises Refused.

    Without a cookie, Origin and Sec-Fetch-Site it is a program that brings its own token, or none.
    """
    if not same_origin(scope):
        raise Refused(403, "this may be asked only from the floor's own pages, or by a program without a cookie")


def same_origin(scope: Scope) -> bool:
    """The same as a question, for HTTP and WebSockets."""
    headers = Headers(scope=scope)
    origins, site = headers.getlist("origin"), headers.get("sec-fetch-site")
    if site not in (None, "same-origin"):
        return False
    if origins:
        return len(origins) == 1 and _is_own(origins[0], headers.get("host", ""), scope.get("scheme", "http"))
    return site is not None or "cookie" not in headers


def check_body_type(scope: Scope) -> None:
    """Whether what changes something is said in JSON; raises Refused."""
    headers = Headers(scope=scope)
    if scope["method"] not in CHANGING:
        return
    empty = "transfer-encoding" not in headers and headers.get("content-length", "0") == "0"
    if scope["method"] == "DELETE" and empty:
        return
    kind = headers.get("content-type", "").split(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(415, "what changes something is said as application/json")


def check_text(body: bytes) -> None:
    """Whether a body is text that can be put on record: UTF-8 in which no half of a surrogate pair stands alone. What reads it
    later takes both, and fails where it is written down."""
    try:
        body.decode()
        if SURROGATE.search(body):
            msgspec.json.decode(body)
    except UnicodeDecodeError:
        raise Refused(400, "a body is text in UTF-8") from None
    except msgspec.DecodeError:
        raise Refused(400, "a body is JSON in which no half of a surrogate pair stands alone") from None


def _is_own(origin: str, host: str, scheme: str) -> bool:
    """Whether an origin is that of this host. Behind a proxy that ends TLS the scheme is not known, and either may be."""
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
    """The host in small letters, IPv6 in brackets, and the port; "" where it is neither."""
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


def _too_long(most: int) -> Refused:
    return Refused(413, f"a body has at most {most} bytes")


def _with_headers(scope: Scope, send: Send) -> Send:
    """Adds what keeps browsers careful to the head of an answer."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _headers(scope).items():
                headers.setdefault(name, value)
        await send(message)

    return sent


def _headers(scope: Scope) -> dict[str, str]:
    found: dict[str, str] = dict(SECURE)
    if scope["path"] == "/api" or scope["path"].startswith("/api/"):
        found["cache-control"] = "no-store"
    if scope.get("scheme") == "https":
        found["strict-transport-security"] = "max-age=31536000"
    return found


async def _refuse(refusal: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    headers = {"connection": "close"} if refusal.status in (408, 413) else {}  # the rest of the body is not read
    answer = answer_to(refusal, refusal.status, headers)
    if scope["type"] == "http":
        await answer(scope, receive, send)
    else:
        await refuse_socket(WebSocket(scope, receive, send), refusal, answer)
