"""A reverse proxy in this process, as small as it can be: a request head is rewritten, everything else passes."""

import asyncio
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class Proxy:
    """Listens on all of 127.0.0.0/8 and passes each connection on to a floor. As nginx does, it names the floor's own host, or
    the one that was asked for if it `keeps_host`; a proxy that `forwards` appends the client's address to X-Forwarded-For."""

    def __init__(self, url: str, *, forwards: bool, keeps_host: bool = False) -> None:
        parts = urlsplit(url)
        self._host, self._port, self._forwards = parts.hostname or "", parts.port or 0, forwards
        self._keeps_host = keeps_host
        self._flows = asyncio.Event()
        self._flows.set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        server = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._serve, "0.0.0.0", 0), self._loop).result()
        self.port: int = server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        """Stops, and cuts off every connection."""
        self._loop.call_soon_threadsafe(self._stop)
        self._thread.join()
        self._loop.close()

    def stall(self) -> None:
        """Passes nothing on any more, and keeps every connection open."""
        self._loop.call_soon_threadsafe(self._flows.clear)

    def resume(self) -> None:
        """Passes on what has come meanwhile, and goes on."""
        self._loop.call_soon_threadsafe(self._flows.set)

    def _stop(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.call_soon(self._loop.stop)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Passes a connection on as soon as its head is there, one request for each."""
        floor: asyncio.StreamWriter | None = None
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError):
            head = await reader.readuntil(b"\r\n\r\n")
            await self._flows.wait()
            from_floor, floor = await asyncio.open_connection(self._host, self._port)
            floor.write(self._rewritten(head, writer.get_extra_info("peername")[0]))
            await asyncio.wait(
                [asyncio.create_task(self._pump(reader, floor)), asyncio.create_task(self._pump(from_floor, writer))],
                return_when=asyncio.FIRST_COMPLETED,
            )
        for each in (writer, floor):
            if each is not None:
                each.close()

    def _rewritten(self, head: bytes, address: str) -> bytes:
        first, *lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
        upgrades = any(line.lower().startswith(b"upgrade:") for line in lines)
        if not self._keeps_host:
            lines = [line for line in lines if not line.lower().startswith(b"host:")]
            lines.append(f"Host: {self._host}:{self._port}".encode())
        if not upgrades:
            lines = [*(line for line in lines if not line.lower().startswith(b"connection:")), b"Connection: close"]
        if self._forwards:
            lines.append(f"X-Forwarded-For: {address}".encode())
        return b"\r\n".join([first, *lines]) + b"\r\n\r\n"

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Passes on what comes, until nothing more does."""
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
