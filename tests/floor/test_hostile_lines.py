"""Hostile connections: bytes that are no protocol, floods, half-sent requests, clients that never read or never hang up. They
are cut off, the server's memory stays bounded, and an honest player at the same table has his answers all the while."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.floor.hostile import (
    BINARY,
    CONT,
    PING,
    PONG,
    TEXT,
    Line,
    Person,
    Raw,
    Served,
    frame,
    new_id,
    on_disk,
    upgrade,
    ws_url,
)
from tests.floor.mortal import Births

SOON = 2.0  # seconds within which an honest player has his answer, on a machine that does nothing else
MOST_MEMORY = 64 * 2**20  # bytes by which hostile clients may make the server grow


@pytest.fixture(scope="module")
def served(request: pytest.FixtureRequest, births: Births, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests of this file, or one with other settings."""
    served = Served(births, tmp_path_factory.mktemp("lines"), *getattr(request, "param", ()))
    yield served
    served.serving.kill()


class Evening:
    """A table at which somebody plays round after round; `slowest` is the longest that he waited for an answer."""

    def __init__(self, served: Served, table: str, boss: Person, player: Person) -> None:
        self.served, self.table, self.boss, self.player = served, table, boss, player
        self.slowest = 0.0
        self.usual = 0.0  # the slowest of the first rounds, before anybody else comes
        self.rounds = 0

    async def play(self, line: Line) -> None:
        """Plays for ever."""
        while True:
            began = time.monotonic()
            await line.bet(1, {"Ante": 500})
            self.slowest = max(self.slowest, time.monotonic() - began, await line.finish(1))
            self.rounds += 1
            await asyncio.sleep(0.1)  # as fast as a line may go, and no faster


@asynccontextmanager
async def an_evening(served: Served) -> AsyncIterator[Evening]:
    """An honest player plays on while others do what they do, within bounded time and memory."""
    boss, player = await served.come("pit boss"), await served.come()
    table = new_id()
    assert (await boss.http.post("/api/tables", json={"name": table, "chapter": "565"})).status_code == 201
    await player.sit(table, 1, 10_000_000)
    evening = Evening(served, table, boss, player)
    before = served.memory
    async with player.line(table) as line:
        playing = asyncio.create_task(evening.play(line))
        try:
            while evening.rounds < 5:
                await asyncio.sleep(0.01)
            evening.usual = evening.slowest
            yield evening
            rounds = evening.rounds
            async with asyncio.timeout(SOON + 20 * evening.usual):
                while evening.rounds < rounds + 2:
                    await asyncio.sleep(0.01)
                    assert not playing.done(), playing.exception()
        finally:
            playing.cancel()
    assert evening.slowest < SOON + 20 * evening.usual, (evening.slowest, evening.usual)
    assert served.memory - before < MOST_MEMORY, (served.memory - before) >> 20


def spend(test: Callable[[], Awaitable[None]], seconds: float = 60.0) -> None:
    """Runs an evening."""

    async def run() -> None:
        async with asyncio.timeout(seconds):
            await test()

    asyncio.run(run())


def test_bytes_that_are_no_websocket(served: Served) -> None:
    """Bad frames end the line, and only that line; what a client may send in parts or as bytes is understood."""

    async def test() -> None:
        async with an_evening(served) as evening:
            hello = b'{"hello":{}}'
            for data in (
                frame(TEXT, b"\xff\xfe\xfd"),  # not UTF-8
                frame(TEXT, b"\xed\xa0\x80"),
                frame(TEXT, b'{"hello":', fin=False) + frame(TEXT, b"{}}"),  # a message within a message
                frame(CONT, b"{}"),
                frame(3, b"x"),
                frame(11, b"x"),
                frame(PING, b"x" * 126),
                frame(PING, fin=False),
                b"\xf1" + frame(TEXT, hello)[1:],  # reserved bits
                b"\x81\x0c" + hello,  # not masked
                frame(TEXT, b"x" * 70_000),
                b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0",  # nine exabytes are announced
                frame(TEXT, b"x" * 40_000, fin=False) + frame(CONT, b"x" * 40_000),
                (frame(TEXT, b"", fin=False) + frame(CONT, b"", fin=False) * 100_000),
                b"GET / HTTP/1.1\r\n\r\n",
            ):
                raw = await Raw.websocket(served, evening.table, hello=False)
                await raw.send(data)
                await raw.rest()
                raw.close()
            parts = b"".join(frame(CONT, bytes([each]), fin=False) for each in hello[1:-1])
            for data in (frame(TEXT, hello[:1], fin=False) + parts + frame(CONT, hello[-1:]), frame(BINARY, hello)):
                raw = await Raw.websocket(served, evening.table, hello=False)
                await raw.send(data)
                assert b'"table"' in await raw.reader.readuntil(b'"table"')
                raw.close()

    spend(test)


def test_what_comes_before_hello_and_instead_of_it(served: Served) -> None:
    """A line that does not begin with hello ends at once, and nothing is heard; hello is said once, for any version."""

    async def test() -> None:
        async with an_evening(served) as evening:
            for text in ('{"ready":true}', "x", '{"id":"a","version":1,"command":{"do":"leave","seat":1}}', "[" * 50_000):
                address, token = ws_url(served, evening.table), {"authorization": f"Bearer {evening.player.token}"}
                async with connect(address, additional_headers=token) as socket:
                    line = Line(socket, "")
                    await line.up(text)
                    assert await line.closed() == 4002
            for hello in ({"version": 10**15}, {"version": -5}, {"version": 1, "log": "table/other"}, {"log": "../x"}):
                async with evening.boss.line(evening.table, hello) as line:
                    assert line.version > 0
            async with evening.boss.line(evening.table) as line:
                await line.refused({"hello": {}})
                await line.refused({"hello": {"version": line.version}})

    spend(test)


def test_a_client_that_wants_beats_is_heard_from_or_cut_off(served: Served) -> None:
    """A ping is answered, also to somebody who only watches. A silent client is cut off within three seconds if it said that it
    answers pings, and otherwise not."""

    async def test() -> None:
        async with an_evening(served) as evening:
            silent = await Raw.websocket(served, evening.table, hello=False)
            patient = await Raw.websocket(served, evening.table)
            await silent.send(frame(TEXT, b'{"hello":{"beats":true}}') + frame(TEXT, b'{"ping":true}'))
            began = time.monotonic()
            found = await silent.rest()
            assert 2 < time.monotonic() - began < 3.5 and b'{"pong":true}' in found
            await patient.send(frame(TEXT, b'{"ping":true}'))
            assert b'{"pong":true}' in await patient.rest(until=b'{"pong":true}'), "it is there still"
            patient.close()
            async with connect(ws_url(served, evening.table)) as socket:  # answers the pings of the protocol by itself
                await socket.send('{"hello":{"beats":true}}')
                until = time.monotonic() + 4
                while time.monotonic() < until:
                    await socket.recv()

    spend(test)


def test_thousands_of_messages_at_once(served: Served) -> None:
    """Floods of messages, pings and pongs: the line ends, and the others at the table hardly notice."""

    async def test() -> None:
        async with an_evening(served) as evening:
            rogue = await served.come()
            said = json.dumps({"id": "x", "version": 1, "command": {"do": "leave", "seat": 1}}).encode()
            for data in (
                frame(TEXT, said) * 5000,
                frame(TEXT, b"{}") * 20_000,
                frame(TEXT, b"") * 20_000,
                frame(BINARY, b"\0" * 30_000) * 500,
                frame(PING, b"x" * 100) * 20_000,
                frame(PONG) * 20_000,
            ):
                raws = [await Raw.websocket(served, evening.table, rogue.token) for _ in range(3)]
                await asyncio.gather(*(raw.send(data) for raw in raws))
                await asyncio.gather(*(raw.rest(until=b"too many messages") for raw in raws))
                for raw in raws:
                    raw.close()

    spend(test)


def test_clients_that_never_read(served: Served) -> None:
    """They are sent a bounded number of bytes, and are cut off; whoever asks for more and more over HTTP as well."""

    async def test() -> None:
        async with an_evening(served) as evening:
            rogue = await served.come()
            raws = [await Raw.websocket(served, evening.table, rogue.token, room=2048) for _ in range(20)]
            for raw in raws:
                raw.reader._transport.pause_reading()  # type: ignore[attr-defined]
            ask = f"GET /api/tables/{evening.table} HTTP/1.1\r\nHost: {served.host}\r\n\r\n".encode()
            asking = [await Raw.open(served) for _ in range(20)]
            for raw in asking:
                raw.reader._transport.pause_reading()  # type: ignore[attr-defined]
                raw.writer.write(ask * 2000)
            bad = frame(TEXT, b'{"' + b"x" * 150 + b'":1}')
            until = time.monotonic() + 8
            while time.monotonic() < until:  # each of these is answered, and nobody reads the answers
                for raw in raws:
                    raw.writer.write(bad * 50)
                await asyncio.sleep(0.5)
            assert served.memory < 600 * 2**20
            for raw in (*raws, *asking):
                raw.writer.transport.abort()

    spend(test)


def test_slow_loris(served: Served) -> None:
    """Connections that send a byte now and then, half a head or body, or no hello, are cut off after a while; others come in
    meanwhile."""

    async def test() -> None:
        async with an_evening(served) as evening:
            heads = [
                b"",
                b"GET",
                b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ",
                upgrade(served, evening.table)[:-2],
                upgrade(served, evening.table, *(f"X-{n}: {n}" for n in range(150))),  # more than a WebSocket takes
                b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /heal",
                b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Content-Length: 60000\r\n\r\n{",
                b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Transfer-Encoding: chunked\r\n\r\nea60\r\n{",
            ]
            silent = await Raw.websocket(served, evening.table, evening.player.token, hello=False)
            raws = [(await Raw.open(served), head) for head in heads for _ in range(10)]
            for raw, head in raws:
                await raw.send(head)
            waiting = asyncio.gather(*(raw.rest(35) for raw, _ in raws))
            while not waiting.done():
                for raw, _ in raws:
                    await raw.send(b" ")
                await asyncio.sleep(0.5)
                assert (await evening.boss.http.get("/healthz")).status_code == 200
            assert b"nobody said hello" in await silent.rest(25, until=b"nobody said hello")
            for found, (_, head) in zip(await waiting, raws, strict=True):
                assert b" 408 " in found or not head.startswith(b"POST"), (head, found)

    spend(test)


def test_header_bombs(served: Served) -> None:
    """Heads that are too long or malformed are answered with 4xx, or not at all."""

    async def test() -> None:
        async with an_evening(served):
            host = b"Host: localhost\r\n"
            for data in (
                b"GET / HTTP/1.1\r\n" + host + b"X: " + b"a" * 1_000_000 + b"\r\n\r\n",
                b"GET / HTTP/1.1\r\n" + host + b"".join(b"X-%d: y\r\n" % n for n in range(20_000)) + b"\r\n",
                b"GET /" + b"a" * 1_000_000 + b" HTTP/1.1\r\n" + host + b"\r\n",
                b"GET / HTTP/1.1\r\n" + host + b"Cookie: " + b"pitboss=x; " * 5000 + b"\r\n\r\n",
                b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS
                b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
                b"GET / HTTP/1.1\r\n\r\n",
                b"GET / HTTP/1.1\r\n" + host + b"X : y\r\n\r\n",
                b"POST /api/guest HTTP/1.1\r\n" + host + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
                b"POST /api/guest HTTP/1.1\r\n" + host + b"Content-Length: -1\r\n\r\n{}",
                b"POST /api/guest HTTP/1.1\r\n"
                + host
                + b"Content-Type: application/json\r\nContent-Length: 99999999999999999999\r\n\r\n{}",
                b"POST /api/guest HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\nContent-Length: 5\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
            ):
                raw = await Raw.open(served)
                await raw.send(data)
                try:
                    status = await raw.status()
                except (IndexError, OSError):  # the rest of the head was not read, which ends the connection
                    status = 400
                assert 400 <= status < 500, (data[:100], status)
                raw.close()

    spend(test)


def test_paths_lead_nowhere(served: Served) -> None:
    """Tables that do not exist, and paths that climb: 404 or 405 over HTTP, an end over a line, and no file of the machine."""

    async def test() -> None:
        async with an_evening(served) as evening:
            rogue = await served.come()
            before = on_disk(served.path)["opened"]
            names = [
                "none",
                "..%2F..%2Fetc%2Fpasswd",
                "../../etc/passwd",
                "%2e%2e/%2e%2e/x",
                "%00",
                "a%0d%0ab",
                "%ff",
                "x" * 3000,
            ]
            names += ["%2F", "//", "table/x", f"{evening.table}%00", f"{evening.table}%2F..", "';DROP TABLE event;--", "☃"]
            for name in names:
                body = b'{"id":"a","version":1,"command":{"do":"leave","seat":1}}'
                head = "HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                head += f"Authorization: Bearer {rogue.token}\r\n"
                for method, path in (
                    ("GET", f"/api/tables/{name}"),
                    ("GET", f"/api/tables/{name}/frames?after=1"),
                    ("POST", f"/api/tables/{name}/commands"),
                    ("POST", f"/api/rooms/{name}/commands"),
                    ("GET", f"/api/rooms/{name}"),
                    ("DELETE", f"/api/tables/{name}"),
                    ("GET", f"/{name}"),
                    ("GET", f"/static/{name}"),
                ):
                    raw = await Raw.open(served)
                    length = f"Content-Length: {len(body)}\r\n\r\n" if method == "POST" else "\r\n"
                    await raw.send(f"{method} {path} {head}{length}".encode() + (body if method == "POST" else b""))
                    answer = await raw.rest()
                    status = int(answer.split()[1])
                    assert status in (400, 403, 404, 405), (path, answer)
                    assert b"root:" not in answer
                    raw.close()
                try:
                    async with connect(ws_url(served, name.replace("☃", "%E2%98%83"))) as socket:
                        assert await Line(socket, "").closed() == 4001
                except InvalidStatus as error:
                    assert 400 <= error.response.status_code < 500
            assert on_disk(served.path)["opened"] == before

    spend(test)


def test_an_address_has_so_many_connections(births: Births, tmp_path_factory: pytest.TempPathFactory) -> None:
    """One more is refused at once; whoever is in plays on, and when one goes another may come."""
    few = Served(births, tmp_path_factory.mktemp("few"), "connections=20")

    async def test() -> None:
        async with an_evening(few) as evening:
            await evening.boss.http.aclose()
            raws = [await Raw.open(few) for _ in range(40)]
            await asyncio.sleep(0.2)
            lasting = []
            for raw in raws:
                await raw.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            for raw in raws:
                try:
                    status = await raw.status()
                except (IndexError, OSError):
                    status = 429
                assert status in (200, 429)
                if status == 200:
                    lasting.append(raw)
            assert 10 <= len(lasting) < 20
            for raw in raws:
                raw.close()
            await asyncio.sleep(0.2)
            raw = await Raw.open(few)
            await raw.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert await raw.status() == 200
            raw.close()

    try:
        spend(test)
    finally:
        few.serving.kill()
