"""Doors: limits on connections by client address, and on idle or slow ones.

A connection counts for its address; from a trusted proxy, for the forwarded client, from a request's head to the end of its
response or WebSocket. If there are too many in all, the address with the most loses its oldest.

uvicorn waits forever for request heads, slow readers and unfinished closes. Doors check all connections once a second and cut
off those.
"""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

import h11
import structlog
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from pitboss.floor.people.rate_limits import Buckets, Proxies, Rate, RateLimitError, network_of
from pitboss.floor.web.errors import answer_to, refuse

EVERY = 1.0  # seconds between two looks
CONTROL = Rate(100, 0.1)  # pings and pongs of one line
MOST_PARTS = 1000  # fragments of one message
MOST_MESSAGES = 1000  # of a line, not yet read
SLICE = 4096  # bytes that are looked at before it is seen how many messages they are
MOST_AFTER = 256 * 1024  # bytes that may still come over a line that has been closed
TOO_MANY = "there are too many connections from this address open"
FULL = (
    b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: 88\r\n\r\n"
    b'{"error":"' + TOO_MANY.encode() + b'","cite":"","retry":true}'
)
CONNECTION = "pitboss.connection"  # the connection in a scope


@dataclass(frozen=True)
class Patience:
    """How many connections may be open, and how long the floor waits for each, in seconds."""

    connections: int = 256  # of one client address; 0: as many as come
    total: int = 0  # of all addresses; 0: as many as come
    proxies: Proxies = field(default_factory=Proxies)
    head: float = 10.0  # for the whole head of a request
    reading: float = 20.0  # for a client to take what is queued
    closing: float = 10.0  # for the end of a connection that has been closed


UNKNOWN = "a proxy"  # of idle proxy connections
LOG_EVERY = 60.0  # seconds
log = structlog.get_logger("pitboss.floor")


class Doors:
    """All connections of a server."""

    def __init__(self, patience: Patience) -> None:
        self.patience = patience
        self._open: dict[Http | WebSocket, str] = {}  # the network of each
        self._of: dict[str, dict[Http | WebSocket, None]] = {}  # by network, oldest first
        self._closing: dict[Http | WebSocket, float] = {}
        self._next: asyncio.TimerHandle | None = None
        self._logged: dict[str, float] = {}  # when a limit was last logged as reached

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, connection: "Http | WebSocket") -> bool:
        """A connection has been made; whether its address may have one more."""
        network = self._between_requests(connection)
        self._count(connection, network)
        if self._next is None:
            self._next = connection.loop.call_later(EVERY, self._look, connection.loop)
        return self._make_room(network) and self._is_within(network)

    def assign(self, connection: "Http | WebSocket", address: str) -> bool:
        """A request of a client came over a connection; whether its address may have one more."""
        network = network_of(address)
        if self._open.get(connection, network) != network:
            self._discount(connection)
            self._count(connection, network)
        return self._is_within(network)

    def release(self, connection: "Http | WebSocket") -> None:
        """A request is answered; over the connection another client of a proxy may ask next."""
        if connection in self._open and self._open[connection] != (network := self._between_requests(connection)):
            self._discount(connection)
            self._count(connection, network)

    def leave(self, connection: "Http | WebSocket") -> None:
        """A connection is over, or has become a WebSocket."""
        self._closing.pop(connection, None)
        self._discount(connection)

    def _between_requests(self, connection: "Http | WebSocket") -> str:
        """The network that a connection counts for between requests."""
        peer = connection.client[0] if connection.client else ""
        return UNKNOWN if peer in self.patience.proxies else network_of(peer)

    def _count(self, connection: "Http | WebSocket", network: str) -> None:
        self._open[connection] = network
        self._of.setdefault(network, {})[connection] = None

    def _discount(self, connection: "Http | WebSocket") -> None:
        if (network := self._open.pop(connection, None)) is not None:
            del self._of[network][connection]
            if not self._of[network]:
                del self._of[network]

    def _is_within(self, network: str) -> bool:
        most = self.patience.connections
        within = not most or network == UNKNOWN or len(self._of.get(network, ())) <= most
        if not within:
            self._log("an address has as many connections open as it may: others are refused", network=network, most=most)
        return within

    def _log(self, event: str, **values: object) -> None:
        """Log that a limit is reached, once in a while."""
        now = time.monotonic()
        if now - self._logged.get(event, -LOG_EVERY) >= LOG_EVERY:
            self._logged[event] = now
            log.warning(event, **values)

    def _make_room(self, newest: str) -> bool:
        """At the limit, cut the oldest connection of the largest network; False if that is the newest one's own. A proxy's
        pending ones are never refused."""
        if not self.patience.total or len(self._open) <= self.patience.total:
            return True
        self._log(
            "all connections that fit are open: the oldest of the address with the most are cut", most=self.patience.total
        )
        heaviest = max(self._of, key=lambda network: len(self._of[network]))
        if heaviest == newest != UNKNOWN:
            return False
        oldest = next(iter(self._of[heaviest]))
        self.leave(oldest)  # at once: the end of the connection comes later
        oldest.transport.abort()
        return True

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Cut off connections that kept the floor waiting too long."""
        now, patience = loop.time(), self.patience
        for connection in list(self._open):
            waits, stuck = connection.waits_since, connection.stuck_since
            closing = self._closing.setdefault(connection, now) if connection.transport.is_closing() else None
            if (
                (waits is not None and now - waits > patience.head)
                or (stuck is not None and now - stuck > patience.reading)
                or (closing is not None and now - closing > patience.closing)
            ):
                connection.transport.abort()
        self._next = loop.call_later(EVERY, self._look, loop) if self._open else None


class Config(uvicorn.Config):
    """The settings of a server, with its doors."""

    def __init__(
        self,
        app: ASGIApp,
        ws: type[WebSocketsSansIOProtocol],
        patience: Patience | None = None,
        **settings: Any,
    ) -> None:
        self.doors = Doors(patience or Patience())
        super().__init__(Admission(app, self.doors), http=Http, ws=ws, **settings)


class Admission:
    """Counts requests for their clients, behind a proxy too: uvicorn puts the forwarded address in the scope."""

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self.app, self.doors = app, doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = scope.get(CONNECTION)
        if connection is None:
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        admitted = self.doors.assign(connection, client[0] if client else "")
        try:
            await (self.app if admitted else _refuse)(scope, receive, send)
        finally:
            self.doors.release(connection)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    refusal = RateLimitError(1, TOO_MANY)
    await refuse(refusal, answer_to(refusal, headers={"connection": "close"}), scope, receive, send)


def known_by(connection: "Http | WebSocket", app: Any) -> Any:
    """The application, with each request's connection in its scope."""

    async def introduced(scope: Scope, receive: Receive, send: Send) -> None:
        scope[CONNECTION] = connection
        await app(scope, receive, send)

    return introduced


class Counted(asyncio.Protocol):
    """A connection that doors count, and that they watch while its client does not read."""

    doors: Doors
    loop: asyncio.AbstractEventLoop
    stuck_since: float | None = None  # that the client does not read

    def connection_lost(self, exc: Exception | None) -> None:
        self.doors.leave(self)  # type: ignore[arg-type]
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        self.stuck_since = self.loop.time()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.stuck_since = None
        super().resume_writing()


class Http(Counted, H11Protocol):
    """An HTTP connection."""

    waits_since: float | None = None  # for the head of a request

    def __init__(self, config: Config, *arguments: Any, **settings: Any) -> None:
        super().__init__(config, *arguments, **settings)
        self.doors = config.doors
        self.app = known_by(self, self.app)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.waits_since = self.loop.time()
        if not self.doors.enter(self):
            transport.write(FULL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self.waits_since = None
        elif self.waits_since is None:
            self.waits_since = self.loop.time()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.doors.leave(self)
        super().handle_websocket_upgrade(event)


class WebSocket(Counted, WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket."""

    def __init__(self, config: Config, *arguments: Any, **settings: Any) -> None:
        super().__init__(config, *arguments, **settings)
        self.doors = config.doors
        self.app = known_by(self, self.app)
        self._made = 0.0
        self._control: Buckets | None = None
        self._after = 0  # bytes that came after the end

    @property
    def waits_since(self) -> float | None:
        """Since when the floor waits for the head of the request: one that is not understood gets no answer at all."""
        return None if self.handshake_complete else self._made

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._made = self.loop.time()
        self.doors.enter(self)

    def data_received(self, data: bytes) -> None:
        """Take in data, unless it is a flood of tiny messages, which would hold up all others."""
        if self.close_sent:
            self._after += len(data)
            if self._after > MOST_AFTER:
                self.transport.abort()
                return
        for start in range(0, len(data), SLICE):
            super().data_received(data[start : start + SLICE])
            if self.queue.qsize() > MOST_MESSAGES:
                self.transport.abort()
            if self.transport.is_closing():
                return

    async def send(self, message: Any) -> None:
        """A refusal completes the handshake too: uvicorn would log it as an error of the application."""
        await super().send(message)
        self.handshake_complete = self.handshake_complete or self.close_sent

    def handle_ping(self) -> None:
        """A ping is answered, if its sender reads the answers and does not ask too often."""
        if self._too_often() or not self.writable.is_set():
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._too_often():
            self.transport.abort()
        else:
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A message comes in parts; their number is bounded because empty ones count for nothing in its length."""
        if len(self.frames) >= MOST_PARTS:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def _too_often(self) -> bool:
        if self._control is None:
            self._control = Buckets(CONTROL, keys=1)
        return self._control.wait("") > 0
