"""The carrier: a process that sends bytes to the clients of a busy floor (`pitboss.floor.web.transport.post`).

The floor hands it sockets under numbers, then orders: send these bytes, close after them, drop. It reports lines that are stuck
or over, and answers pings. It ends with the floor. It is a plain script on the standard library.
"""

import selectors
import socket
import struct
import sys
from contextlib import suppress

ORDER = struct.Struct("<IBI")  # line number, order, and length of what follows
SEND, END, DROP, ASK = range(4)
NEWS = struct.Struct("<IB")  # line number, and its state
STUCK, FREE, OVER, HERE = range(4)
NUMBER = struct.Struct("<I")  # with each handed socket
HIGH, LOW = 65_536, 16_384  # queued bytes at which a line is stuck, and free again
MOST = 1 << 20  # bytes that wait for a line before it is dropped
AT_ONCE = 1 << 20  # bytes of orders that are read at a time


class Outgoing:
    """The bytes queued for a client."""

    __slots__ = ("client", "ending", "number", "stuck", "waiting")

    def __init__(self, number: int, client: socket.socket) -> None:
        self.number, self.client = number, client
        self.waiting = bytearray()
        self.ending = self.stuck = False


class Carrier:
    """All lines that were handed over, and the two ways to the floor."""

    def __init__(self, orders: socket.socket, handed: socket.socket) -> None:
        self._orders, self._handed = orders, handed
        self._lines: dict[int, Outgoing] = {}
        self._seen = 0  # the last number that was handed over
        self._news = bytearray()
        self._ready = selectors.DefaultSelector()
        self._ready.register(orders, selectors.EVENT_READ)

    def run(self) -> None:
        """Carries until the floor is gone."""
        rest = b""
        while True:
            for key, _ in self._ready.select():
                if key.data is not None:
                    self._go_on(key.data)
                    continue
                data = self._orders.recv(AT_ONCE)
                if not data:
                    return
                rest = self._obey(rest + data)
            if self._news:
                self._orders.sendall(self._news)
                self._news.clear()

    def _obey(self, data: bytes) -> bytes:
        """Carry out whole orders; returns the rest."""
        at, end = 0, len(data)
        while end - at >= ORDER.size:
            number, what, size = ORDER.unpack_from(data, at)
            after = at + ORDER.size + size
            if after > end:
                break
            line = self._lines.get(number) or self._take(number)
            if what == ASK:
                self._news += NEWS.pack(0, HERE)
            elif line is None:
                pass  # it is over, and the floor did not know yet
            elif what == SEND:
                self._send(line, data[at + ORDER.size : after])
            elif what == DROP or not line.waiting:
                self._over(line)
            else:
                line.ending = True
            at = after
        return data[at:]

    def _take(self, number: int) -> Outgoing | None:
        """Takes over the sockets up to a number: they were handed over before the first order was given for it."""
        while self._seen < number:
            data, sockets, _, _ = socket.recv_fds(self._handed, NUMBER.size, 1)
            if not data:
                return None
            (self._seen,) = NUMBER.unpack(data)
            if sockets:
                self._lines[self._seen] = Outgoing(self._seen, socket.socket(fileno=sockets[0]))
            else:  # out of file descriptors
                self._news += NEWS.pack(self._seen, OVER)
        return self._lines.get(number)

    def _send(self, line: Outgoing, data: bytes) -> None:
        if line.waiting:
            line.waiting += data
        else:
            try:
                sent = line.client.send(data)
            except BlockingIOError:
                sent = 0
            except OSError:
                self._over(line)
                return
            if sent == len(data):
                return
            line.waiting += data[sent:]
            self._ready.register(line.client, selectors.EVENT_WRITE, line)
        if len(line.waiting) > MOST:
            self._over(line)
        elif len(line.waiting) > HIGH and not line.stuck:
            line.stuck = True
            self._news += NEWS.pack(line.number, STUCK)

    def _go_on(self, line: Outgoing) -> None:
        """Continue sending to a client that reads again."""
        if line.number not in self._lines:
            return
        try:
            del line.waiting[: line.client.send(line.waiting)]
        except BlockingIOError:
            return
        except OSError:
            self._over(line)
            return
        if line.stuck and len(line.waiting) <= LOW:
            line.stuck = False
            self._news += NEWS.pack(line.number, FREE)
        if not line.waiting:
            self._ready.unregister(line.client)
            if line.ending:
                self._over(line)

    def _over(self, line: Outgoing) -> None:
        """Nothing more goes to a client; the floor closes the connection."""
        if line.waiting:
            self._ready.unregister(line.client)
        line.client.close()
        del self._lines[line.number]
        self._news += NEWS.pack(line.number, OVER)


def main(orders: str, handed: str) -> None:
    """Carries for the floor at the other end of two sockets."""
    with suppress(BrokenPipeError, ConnectionResetError):  # the floor is gone
        Carrier(socket.socket(fileno=int(orders)), socket.socket(fileno=int(handed))).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
