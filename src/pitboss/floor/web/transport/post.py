"""The post: lets another process, the carrier, send for a busy floor.

Handing messages to the system takes an eighth of a busy floor's time. With many lines open, each hands its socket to the
carrier, and messages go there in bulk. The floor still reads, opens and closes. Messages are durable facts by then. If the
carrier dies or hangs, its lines are cut and reconnect.
"""

import asyncio
import itertools
import socket
import subprocess
import sys
from contextlib import ExitStack
from typing import Any

import structlog

from pitboss.floor.web.transport import carrier
from pitboss.floor.web.transport.carrier import ASK, DROP, END, FREE, HERE, NEWS, NUMBER, ORDER, OVER, SEND, STUCK

log = structlog.get_logger("pitboss.floor")
MOST = 64 << 20  # bytes that wait for the carrier, before it is given up
DEATHS = 3  # carriers, after which the floor sends by itself
SILENT = 10  # looks that a carrier may leave without an answer


class Post(asyncio.Protocol):
    """The way to the carrier, started once `many` lines are open."""

    def __init__(self, many: int | None = None) -> None:
        self.many = many if hasattr(socket, "send_fds") else None  # None: never
        self.carrier: subprocess.Popen[bytes] | None = None
        self._way: asyncio.WriteTransport | None = None
        self._handing: socket.socket | None = None
        self._starting: asyncio.Task[None] | None = None
        self._numbers = itertools.count(1)
        self._lines: dict[int, Posted] = {}
        self._orders: list[bytes] = []
        self._rest = b""
        self._deaths = 0
        self._unanswered = 0  # looks

    def take(self, transport: asyncio.Transport, protocol: asyncio.BaseProtocol, lines: int) -> "Posted | None":
        """A line's transport through the carrier, if it can have one; `lines` are open in all."""
        if self.many is None or lines < self.many:
            return None
        if self._way is None:
            if self._starting is None:
                self._starting = asyncio.get_running_loop().create_task(self._start())
            return None
        client = transport.get_extra_info("socket")
        if client is None or transport.get_extra_info("ssl_object") is not None or transport.get_write_buffer_size():
            return None
        number = next(self._numbers)
        assert self._handing is not None
        try:
            socket.send_fds(self._handing, [NUMBER.pack(number)], [client.fileno()])
        except OSError:  # it has many to take over now, or is gone
            return None
        posted = self._lines[number] = Posted(self, number, transport, protocol)
        return posted

    def order(self, number: int, what: int, data: bytes = b"") -> None:
        """Gives an order, with all others of this turn of the event loop."""
        if not self._orders:
            asyncio.get_running_loop().call_soon(self._hand_in)
        self._orders += (ORDER.pack(number, what, len(data)), data)

    def look(self) -> None:
        """Ping the carrier, and give it up after several missed pings. Pings count, not seconds: a suspended floor does not
        blame it."""
        if self._way is not None and self._lines:
            self._unanswered += 1
            if self._unanswered > SILENT:
                self._way.abort()
            else:
                self.order(0, ASK)

    def forget(self, number: int) -> None:
        """A line is over, for whatever reason."""
        if self._lines.pop(number, None) is not None:
            self.order(number, DROP)

    def _hand_in(self) -> None:
        orders, self._orders = self._orders, []
        if self._way is None:
            return
        self._way.write(b"".join(orders))
        if self._way.get_write_buffer_size() > MOST:
            self._way.abort()

    async def _start(self) -> None:
        """Starts a carrier. `-I -S`: nothing of this process's surroundings reaches it but its two sockets."""
        self._unanswered = 0
        with ExitStack() as ours, ExitStack() as theirs:
            try:
                here, orders = socket.socketpair()
                ours.enter_context(here)
                theirs.enter_context(orders)
                handing, handed = socket.socketpair()
                ours.enter_context(handing)
                theirs.enter_context(handed)
                handing.setblocking(False)
                self.carrier = subprocess.Popen(
                    [sys.executable, "-I", "-S", carrier.__file__, str(orders.fileno()), str(handed.fileno())],
                    pass_fds=(orders.fileno(), handed.fileno()),
                    stdin=subprocess.DEVNULL,
                    start_new_session=True,  # the interrupt is for the floor, which closes in order
                )
                self._way, _ = await asyncio.get_running_loop().create_unix_connection(lambda: self, sock=here)
                self._handing = handing
                ours.pop_all()
            except OSError as error:
                self._died(f"it cannot be started: {error}")
        self._starting = None

    def _died(self, why: str) -> None:
        """Counts a carrier that is no more; the floor tries it a few times."""
        self._deaths += 1
        if self._deaths == DEATHS:
            self.many = None
        log.warning("the carrier is gone", why=why, again=self.many is not None)

    def close(self) -> None:
        """Ends the carrier, when no line is left."""
        if self._way is not None:
            self._way.abort()
        self._reap()

    def _reap(self) -> None:
        if self._handing is not None:
            self._handing.close()
        self._way = self._handing = None
        if self.carrier is not None:
            self.carrier.kill()
            self.carrier.wait()
            self.carrier = None

    # ------------------------------------------------------------------------ news of the carrier

    def data_received(self, data: bytes) -> None:
        data = self._rest + data
        whole = len(data) - len(data) % NEWS.size
        self._rest = data[whole:]
        for number, what in NEWS.iter_unpack(data[:whole]):
            if what == HERE:
                self._unanswered = 0
            line = self._lines.get(number)
            if line is None:
                continue
            if what == STUCK:
                line.protocol.pause_writing()
            elif what == FREE:
                line.protocol.resume_writing()
            elif what == OVER:
                del self._lines[number]
                line.over()

    def connection_lost(self, exc: Exception | None) -> None:
        """The carrier is gone: cut its lines, as their last messages are unknown."""
        lines, self._lines = self._lines, {}
        self._orders.clear()
        self._rest = b""
        for line in lines.values():
            line.cut()
        if self.carrier is not None:  # else the floor has closed it
            self._died("it does not answer" if self._unanswered > SILENT else "its end of the way was closed")
        self._reap()


class Posted(asyncio.Transport):
    """A transport that sends through the carrier, and leaves the rest to the line's own."""

    def __init__(self, post: Post, number: int, own: asyncio.Transport, protocol: Any) -> None:
        super().__init__()
        self._post, self._number, self._own = post, number, own
        self._closing = False
        self.protocol = protocol

    def write(self, data: Any) -> None:
        if not self._closing:
            self._post.order(self._number, SEND, data)

    def close(self) -> None:
        """Closes the line when its client has been sent everything; from now on nothing is heard."""
        if not self._closing:
            self._closing = True
            if not self._own.is_closing():
                self._own.pause_reading()
            self._post.order(self._number, END)

    def abort(self) -> None:
        self._closing = True
        self._post.forget(self._number)
        self._own.abort()

    def over(self) -> None:
        """The carrier has nothing more to send."""
        if self._closing:
            self._own.close()
        else:  # unsent by the carrier
            self.cut()

    def cut(self) -> None:
        """The line ends as it is."""
        self._closing = True
        self._own.abort()

    def lost(self) -> None:
        """The connection is gone."""
        self._closing = True
        self._post.forget(self._number)

    def is_closing(self) -> bool:
        return self._closing or self._own.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._own.get_extra_info(name, default)

    def pause_reading(self) -> None:
        self._own.pause_reading()

    def resume_reading(self) -> None:
        if not self._closing:
            self._own.resume_reading()

    def is_reading(self) -> bool:
        return self._own.is_reading()
