"""uvicorn's WebSocket with a shorter way in and out: a text is sent at once where the line takes it, and heard as it comes in.

The usual way of a message is a queue and a task in each direction, which cost a busy floor a quarter of its time. It stays:
`send_now` and `hear` say False where a message has to take it, and none overtakes another.
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

WIRE = "pitboss.wire"  # the extension of the scope by which an application finds it
SHORT, LONG = 126, 65_536  # bytes from which the length of a frame takes two more bytes, or eight


class Wire(WebSocketsSansIOProtocol):
    """The server's end of one WebSocket."""

    hear: Callable[[bytes], bool] | None = None  # whether a text was taken where it arrived

    def handle_connect(self, event: Request) -> None:
        """Tells the application where it finds this."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[WIRE] = self

    def send_now(self, text: bytes) -> bool:
        """Sends a text, unless the line is not open or takes nothing now."""
        if not self.writable.is_set() or self.close_sent or self.conn.state is not OPEN or self.transport.is_closing():
            return False
        self.transport.write(frame_of(text))
        return True

    def send_receive_event_to_app(self) -> None:
        """Hands a whole message on: at once where nothing waits, else to who asks for the next one."""
        text = len(self.frames) == 1 and self.curr_msg_data_type == "text"
        if text and self.hear is not None and not self.close_sent and self.queue.empty() and self.hear(self.frames[0]):
            self.frames = []
        else:
            super().send_receive_event_to_app()


def frame_of(text: bytes) -> bytes:
    """A text as one frame of a server (RFC 6455, section 5.2).

    >>> frame_of(b"{}"), frame_of(bytes(126))[:5], frame_of(bytes(65_536))[:11]
    (b'\\x81\\x02{}', b'\\x81~\\x00~\\x00', b'\\x81\\x7f\\x00\\x00\\x00\\x00\\x00\\x01\\x00\\x00\\x00')
    """
    size = len(text)
    if size < SHORT:
        return bytes((0x81, size)) + text
    if size < LONG:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text
