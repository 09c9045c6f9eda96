"""Clients of a floor in a process of its own, honest and hostile, and what that floor has on disk, to be compared before and
after."""

import asyncio
import base64
import itertools
import json
import os
import socket
import sqlite3
import struct
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.floor.house import CODE
from tests.floor.mortal import Births, Mortal

JSON = {"content-type": "application/json"}
REFUSED = b'{"did":"report refused"'
KEPT = ("event", "command", "entry", "played", "account", "opened")
_numbers = itertools.count(1)


def new_id() -> str:
    """An id that nobody has used."""
    return f"id-{next(_numbers)}"


def on_disk(path: Path) -> dict[str, list[Any]]:
    """All that a floor has on disk, but for its sessions and refused reports."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        rows = {table: connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in KEPT}
    finally:
        connection.close()
    rows["event"] = [row for row in rows["event"] if not any(isinstance(each, bytes) and REFUSED in each for each in row)]
    return rows


class Served:
    """A server with its database."""

    def __init__(self, births: Births, folder: Path, *words: str) -> None:
        self.path = folder / "floor.db"
        self.serving = Mortal(births, f"sqlite:///{self.path}", "empty=1", *words)
        self.url = self.serving.url
        parts = urlsplit(self.url)
        self.host, self.port = parts.hostname or "", parts.port or 0
        with httpx.Client(base_url=self.url, verify=False) as client:
            until = time.monotonic() + 30
            while time.monotonic() < until:
                try:
                    if client.get("/readyz").status_code == 200:
                        return
                except httpx.TransportError:
                    time.sleep(0.05)
        raise AssertionError("the floor does not open")

    @property
    def memory(self) -> int:
        """Bytes that the server holds."""
        pages = Path(f"/proc/{self.serving.number}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def http(self, token: str = "", **headers: str) -> httpx.AsyncClient:
        """A program, which is signed in by a token."""
        given = JSON | ({"authorization": f"Bearer {token}"} if token else {}) | headers
        return httpx.AsyncClient(  # without TLS: to read the certificates of the machine takes longer than to come
            base_url=self.url, headers=given, timeout=30, limits=httpx.Limits(max_connections=50), verify=False
        )

    async def come(self, role: str = "patron") -> "Person":
        """Somebody new."""
        async with self.http() as client:
            answer = await client.post("/api/guest", json={"bearer": True, "role": role, "code": CODE})
            assert answer.status_code == 201, answer.text
            me = answer.json()
        return Person(self, me["name"], me["token"])


class Person:
    """Somebody who has signed in."""

    def __init__(self, served: Served, name: str, token: str) -> None:
        self.served, self.name, self.token = served, name, token
        self.http = served.http(token)

    async def say(self, table: str, command: Any, version: Any = 0, id_: Any = None, kind: str = "tables") -> httpx.Response:
        """Says something over HTTP."""
        body = {"id": new_id() if id_ is None else id_, "version": version, "command": command}
        return await self.http.post(f"/api/{kind}/{quote(table, safe='')}/commands", content=json.dumps(body))

    async def version(self, table: str) -> int:
        """The version of a table now."""
        return int((await self.http.get(f"/api/tables/{table}")).json()["v"])

    async def sit(self, table: str, seat: int, cents: int = 100_000) -> None:
        """Takes a seat."""
        deed = {"do": "sit", "seat": seat, "player": self.name, "cents": cents}
        answer = await self.say(table, deed, await self.version(table))
        assert answer.status_code == 200, answer.text

    @asynccontextmanager
    async def line(self, table: str, hello: dict[str, Any] | None = None) -> AsyncIterator["Line"]:
        """A line to a table, after hello."""
        token = {"authorization": f"Bearer {self.token}"}
        async with connect(ws_url(self.served, table), additional_headers=token, ping_interval=None) as found:
            line = Line(found, self.name)
            await line.up({"hello": hello or {}})
            await line.next()
            yield line


def ws_url(served: Served, table: str) -> str:
    """Where a table's lines go."""
    return f"{served.url.replace('http', 'ws', 1)}/ws/tables/{table}"


class Line:
    """A line to a table over a WebSocket."""

    def __init__(self, socket: ClientConnection, player: str) -> None:
        self.socket, self.player = socket, player
        self.version = 0
        self.asked: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.errors: list[str] = []
        self.ended = 0  # rounds

    async def up(self, message: Any) -> None:
        """Sends a message: text and bytes as they are, all else as JSON."""
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def next(self, seconds: float = 10.0) -> dict[str, Any]:
        """The next message."""
        async with asyncio.timeout(seconds):
            found: dict[str, Any] = json.loads(await self.socket.recv())
        if "table" in found:
            self.version, self.asked = found["v"], found["table"].get("asked", [])
        if "frames" in found or "asked" in found:
            self.asked = found.get("asked", [])
        for frame in found.get("frames", ()):
            assert frame["v"] == self.version + 1, "a gap means loss"
            self.version = frame["v"]
            self.ended += sum(step[1] == "end" for step in filter(None, frame.get("steps", ())))
        for each in found.get("answers", ()):
            assert each["id"] not in self.answers, "an answer comes once"
            self.answers[each["id"]] = each
        if "error" in found:
            self.errors.append(found["error"])
        return found

    async def until(self, true: Callable[[], bool], seconds: float = 10.0) -> None:
        """Reads until something holds."""
        async with asyncio.timeout(seconds):
            while not true():
                await self.next(seconds)

    async def say(self, command: Any, version: Any = None, id_: Any = None) -> dict[str, Any]:
        """Says something and waits for its answer."""
        id_ = id_ or new_id()
        await self.up({"id": id_, "version": self.version if version is None else version, "command": command})
        await self.until(lambda: id_ in self.answers)
        return self.answers[id_]

    async def refused(self, message: Any) -> None:
        """Sends what is no command, or none that can be carried out, and is told so."""
        before = len(self.errors) + len(self.answers)
        await self.up(message)
        try:
            await self.until(lambda: len(self.errors) + len(self.answers) > before)
        except TimeoutError:
            raise AssertionError(f"nobody answers {str(message)[:200]}") from None
        found = [each for each in self.answers.values() if "v" in each]
        assert not found, (str(message)[:200], found)

    async def closed(self, seconds: float = 15.0) -> int:
        """Reads until the line is closed; its code, 1006 where it was cut off."""
        try:
            while True:
                await self.next(seconds)
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd is not None else 1006

    async def bet(self, seat: int, wagers: dict[str, int]) -> None:
        """Places wagers, and waits for what is asked then."""
        found = await self.say({"do": "bet", "seat": seat, "wagers": wagers})
        assert "v" in found, found
        await self.until(lambda: self.choices(seat) is not None)

    def choices(self, seat: int) -> dict[str, Any] | None:
        """What is asked of a seat of his."""
        return next((each for each in self.asked if each["seat"] == seat and each.get("choices")), None)

    async def finish(self, seat: int, seconds: float = 10.0) -> float:
        """Answers what he is asked until the round is over; how long the slowest answer took."""
        until, slowest = self.ended + 1, 0.0
        while self.ended < until:
            ask = self.choices(seat)
            if ask is None:
                await self.next(seconds)
                continue
            began = time.monotonic()
            deed = {"do": "decide", "seat": seat, "word": ask["silent"]}
            if ask["choices"][0]["word"] == "cut":
                deed = {"do": "cut", "seat": seat}
            found = await self.say(deed)
            assert "v" in found, found
            slowest = max(slowest, time.monotonic() - began)
        return slowest


# ---------------------------------------------------------------------------- bytes as nobody should send them


def frame(opcode: int, payload: bytes = b"", fin: bool = True) -> bytes:
    """A masked WebSocket frame."""
    first, mask, length = opcode | (0x80 if fin else 0), b"\0\0\0\0", len(payload)
    if length < 126:
        head = struct.pack("!BB", first, 0x80 | length)
    elif length < 65_536:
        head = struct.pack("!BBH", first, 0x80 | 126, length)
    else:
        head = struct.pack("!BBQ", first, 0x80 | 127, length)
    return head + mask + payload


TEXT, BINARY, CONT, PING, PONG = 1, 2, 0, 9, 10


def upgrade(served: Served, table: str, *lines: str) -> bytes:
    """The head of a request for a WebSocket."""
    key = base64.b64encode(os.urandom(16)).decode()
    head = [
        f"GET /ws/tables/{table} HTTP/1.1",
        f"Host: {served.host}:{served.port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
        *lines,
    ]
    return ("\r\n".join(head) + "\r\n\r\n").encode()


class Raw:
    """A connection on which anything can be sent."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, served: Served, room: int = 0) -> "Raw":
        """Connects; with so many bytes of room for what is not read yet."""
        plain = socket.socket()
        if room:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        plain.setblocking(False)
        await asyncio.get_running_loop().sock_connect(plain, (served.host, served.port))
        return cls(*await asyncio.open_connection(sock=plain))

    @classmethod
    async def websocket(cls, served: Served, table: str, token: str = "", hello: bool = True, room: int = 0) -> "Raw":
        """A WebSocket, after hello."""
        raw = await cls.open(served, room)
        raw.writer.write(upgrade(served, table, *([f"Authorization: Bearer {token}"] if token else [])))
        head = await raw.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head
        if hello:
            raw.writer.write(frame(TEXT, b'{"hello":{}}'))
        return raw

    async def send(self, data: bytes) -> bool:
        """Sends; whether the other side still takes it."""
        try:
            self.writer.write(data)
            await self.writer.drain()
            return True
        except OSError:
            return False

    async def rest(self, seconds: float = 15.0, until: bytes = b"\0never") -> bytes:
        """All that comes until the server hangs up, or says so; raises TimeoutError where it does not."""
        found = b""
        async with asyncio.timeout(seconds):
            try:
                while part := await self.reader.read(65_536):
                    found += part
                    if until in found:
                        break
            except OSError:
                pass
        return found

    async def status(self, seconds: float = 15.0) -> int:
        """The status of the answer."""
        async with asyncio.timeout(seconds):
            line = await self.reader.readline()
        return int(line.split()[1])

    def close(self) -> None:
        """Hangs up."""
        self.writer.close()
