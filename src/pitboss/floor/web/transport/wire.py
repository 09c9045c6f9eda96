"""uvicorn's WebSocket with a fast path: texts are sent at once if possible, and heard as they arrive.

The usual queue and task per direction cost a busy floor a quarter of its time. They stay as the fallback: `send_now` and `hear`
return False for it, and messages keep their order.
"""

from collections.abc import Callable
from typing import Any

from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.speedups import apply_mask

from pitboss.floor.web.transport.doors import WebSocket

WIRE = "pitboss.wire"  # the scope's extension with the wire
TEXT = 0x81  # the first byte of a text in one frame
BEAT, SILENCE = 1.0, 1.75  # seconds between two pings of a watched client, and until its answer is overdue
LATE = 0.25  # seconds by which the server may be late itself
SHORT, LONG = 126, 65_536  # sizes from which the length takes two more bytes, or eight


class Wire(WebSocket):
    """The server's end of one WebSocket."""

    hear: Callable[[bytes], bool] | None = None  # takes a text, or returns False
    _rest = b""  # of a frame that has not come whole

    def data_received(self, data: bytes) -> None:
        """Has a text that comes whole heard at once; the usual way is for all else, a whole frame at a time."""
        if not self.handshake_complete or self.close_sent or self.hear is None:
            data, self._rest = self._rest + data, b""
            super().data_received(data)
            return
        data = self._rest + data if self._rest else data
        while data:
            start, end = bounds(data)
            if end > len(data) and end - start <= self.config.ws_max_size:
                break
            frame, data = data[:end], data[end:]
            if frame[0] != TEXT or not self._heard(apply_mask(frame[start:], frame[start - 4 : start])):
                super().data_received(frame)
                if self.transport.is_closing():
                    return
        self._rest = data

    def _heard(self, text: bytes) -> bool:
        """Whether a text was taken at once: nothing waits before it."""
        return self.hear is not None and not self.frames and self.queue.empty() and self.hear(text)

    def handle_connect(self, event: Request) -> None:
        """Put this connection in the scope."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope.get("extensions")
            extensions[WIRE] = self

    def watch(self) -> None:
        """Ping the client every `BEAT` seconds, and end the connection when it does not answer within `SILENCE`."""
        self.stop_keepalive()
        self.ping_interval, self.ping_timeout = BEAT, SILENCE
        self.start_keepalive()

    def keepalive_timeout(self) -> None:
        """End the connection, unless the server was busy itself: then an answer may have come that it has not read yet."""
        assert self.ping_timeout is not None
        if self.loop.time() - self.ping_sent_at > self.ping_timeout + LATE:
            self.pong_timer = self.loop.call_later(LATE, super().keepalive_timeout)
        else:
            super().keepalive_timeout()

    def send_now(self, text: bytes) -> bool:
        """Sends a text, unless the line is not open or takes nothing now."""
        if self.stuck_since is not None or self.close_sent or self.conn.state is not OPEN or self.transport.is_closing():
            return False
        self.transport.write(frame_of(text))
        return True


def bounds(data: bytes) -> tuple[int, int]:
    """The bounds of a frame's payload, as far as the bytes tell (RFC 6455, section 5.2); clients mask theirs.

    >>> bounds(b"\\x81\\x82maskab"), bounds(b"\\x81"), bounds(b"\\x81\\xfe\\x01\\x00mask")
    ((6, 8), (2, 2), (8, 264))
    """
    if len(data) < 2:
        return 2, 2
    size = data[1] & 0x7F
    start = 6 + (0 if size < SHORT else 2 if size == SHORT else 8)
    if size >= SHORT:
        if len(data) < start - 4:
            return start, start
        size = int.from_bytes(data[2 : start - 4], "big")
    return start, start + size


def frame_of(text: bytes) -> bytes:
    """A text as one server frame (RFC 6455, section 5.2).

    >>> frame_of(b"{}"), frame_of(bytes(126))[:5], frame_of(bytes(65_536))[:11]
    (b'\\x81\\x02{}', b'\\x81~\\x00~\\x00', b'\\x81\\x7f\\x00\\x00\\x00\\x00\\x00\\x01\\x00\\x00\\x00')
    """
    size = len(text)
    if size < SHORT:
        return bytes((0x81, size)) + text
    if size < LONG:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text
