"""Clients behind a reverse proxy: each counts by the address that the proxy forwards, and none locks out another, however many
connections it opens and however slowly it asks."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from pitboss.floor.people.rate_limits import Proxies
from pitboss.floor.web.transport.doors import Doors, Patience
from tests.floor.hostile import Served
from tests.floor.mortal import Births
from tests.floor.proxying import Proxy

MOST, TOTAL = 10, 80  # connections of one client, and of all
ANN, BO, EVE = "127.0.0.11", "127.0.0.12", "127.0.0.66"
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
SLOW = b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
UPGRADE = (
    b"GET /ws/tables/one HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
AT_ONCE = 2.0  # seconds within which an honest client has an answer
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@pytest.fixture(scope="module")
def proxied(births: Births, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Proxy]]:
    """A floor behind a proxy that forwards the addresses of its clients."""
    served = Served(
        births, tmp_path_factory.mktemp("floor"), f"connections={MOST}", f"total={TOTAL}", "proxy=127.0.0.1", "practice=1"
    )
    proxy = Proxy(served.url, forwards=True)
    yield served, proxy
    proxy.close()
    served.serving.kill()


@pytest.fixture(scope="module")
def port(proxied: tuple[Served, Proxy]) -> int:
    """Where the proxy listens; the floor has a table "one"."""
    served, proxy = proxied

    async def open_table() -> None:
        boss = await served.come("pit boss")
        assert (await boss.http.post("/api/tables", json={"name": "one", "chapter": "565"})).status_code == 201

    asyncio.run(open_table())
    return proxy.port


class Client:
    """Somebody at an address, with connections that stay open until the end of a test."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.open: list[Stream] = []

    async def send(self, data: bytes) -> Stream:
        """Opens a connection and sends something."""
        stream = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        self.open.append(stream)
        stream[1].write(data)
        return stream

    async def status(self, head: bytes, *headers: bytes) -> int:
        """The status of the answer to a request, 0 where the connection ends without one."""
        reader, _ = await self.send(head + b"".join(each + b"\r\n" for each in headers) + b"\r\n")
        async with asyncio.timeout(AT_ONCE):
            line = await reader.readline()
        return int(line.split()[1]) if line else 0

    async def close(self) -> None:
        """Ends all connections, and waits until the floor has noticed."""
        for _, writer in self.open:
            writer.close()
        self.open.clear()
        await asyncio.sleep(0.2)


def spend(port: int, test: Callable[[Client, Client, Client], Awaitable[None]]) -> None:
    """Ann, Bo and Eve, each at an address of their own."""

    async def run() -> None:
        people = [Client(port, address) for address in (ANN, BO, EVE)]
        try:
            await test(*people)
        finally:
            for each in people:
                await each.close()

    asyncio.run(run())


def test_clients_of_one_proxy_have_connections_of_their_own(port: int) -> None:
    """Together they have more than one address may."""

    async def test(ann: Client, bo: Client, eve: Client) -> None:
        for person in (ann, bo, eve):
            assert [await person.status(UPGRADE) for _ in range(MOST)] == [101] * MOST

    spend(port, test)


def test_an_address_that_has_too_many_is_refused_alone(port: int) -> None:
    """Eve cannot make up another address; when her connections end she may come again."""

    async def test(ann: Client, bo: Client, eve: Client) -> None:
        found = [await eve.status(UPGRADE, b"X-Forwarded-For: 203.0.113.%d" % number) for number in range(2 * MOST)]
        assert found == [101] * MOST + [429] * MOST
        assert await eve.status(GET) == 429 and await ann.status(GET) == 200 and await bo.status(UPGRADE) == 101
        await eve.close()
        assert await eve.status(GET) == 200

    spend(port, test)


def test_slow_bodies_hold_up_nobody_else(port: int) -> None:
    async def test(ann: Client, bo: Client, eve: Client) -> None:
        for _ in range(3 * MOST):
            await eve.send(SLOW)
        await asyncio.sleep(0.1)
        began = time.monotonic()
        assert await eve.status(GET) == 429
        assert [await ann.status(GET), await bo.status(UPGRADE)] == [200, 101]
        assert time.monotonic() - began < AT_ONCE

    spend(port, test)


def test_connections_without_a_head_hold_up_nobody_else(proxied: tuple[Served, Proxy], port: int) -> None:
    """A proxy that passes on what is not a whole head yet: whose it is nobody knows, and the oldest make room."""

    async def test(ann: Client, bo: Client, eve: Client) -> None:
        half_open = Client(proxied[0].port, "127.0.0.1")
        for _ in range(2 * TOTAL):
            await half_open.send(b"GET / HT")
        await asyncio.sleep(0.1)
        assert [await ann.status(GET), await bo.status(UPGRADE)] == [200, 101]
        await half_open.close()

    spend(port, test)


def test_nobody_but_the_proxy_is_believed(proxied: tuple[Served, Proxy], port: int) -> None:
    """Eve goes round the proxy: her own address counts, whatever she says."""

    async def test(ann: Client, bo: Client, eve: Client) -> None:
        straight = Client(proxied[0].port, EVE)
        found = [await straight.status(UPGRADE, b"X-Forwarded-For: 203.0.113.%d" % number) for number in range(MOST + 2)]
        assert found == [101] * MOST + [429] * 2
        await straight.close()

    spend(port, test)


# ---------------------------------------------------------------------------- in one process, with connections of paper


class Paper:
    """A connection that only counts."""

    def __init__(self, address: str) -> None:
        self.client, self.aborted = (address, 1), False
        self.loop = SimpleNamespace(call_later=lambda *_: None)
        self.transport = SimpleNamespace(abort=self.abort)

    def abort(self) -> None:
        self.aborted = True


def doors(**given: Any) -> Doors:
    """Doors with a proxy at 10.0.0.1."""
    return Doors(Patience(proxies=Proxies("10.0.0.1, 10.0.0.2"), **given))


def entered(at: Doors, address: str) -> Any:
    """A connection that may be open."""
    found: Any = Paper(address)
    assert at.enter(found)
    return found


def test_addresses_of_one_ipv6_customer_count_together() -> None:
    at = doors(connections=2)
    over = [entered(at, "10.0.0.1") for _ in range(4)]
    assert [at.assign(each, f"2001:db8::{number}") for number, each in enumerate(over[:3], 1)] == [True, True, False]
    assert at.assign(over[3], "2001:db8:0:1::1")


def test_a_connection_of_a_proxy_serves_one_client_after_another() -> None:
    """What is answered counts no longer; what waits counts for nobody."""
    at = doors(connections=1)
    first, second = entered(at, "10.0.0.1"), entered(at, "10.0.0.1")
    assert at.assign(first, "203.0.113.7") and not at.assign(second, "203.0.113.7")
    at.release(second)
    at.release(first)
    assert at.assign(second, "203.0.113.7") and at.assign(first, "203.0.113.8")
    for each in (first, second):
        at.leave(each)
        at.release(each)
    assert len(at) == 0


def test_a_request_that_a_proxy_forwards_for_nobody_counts_for_the_proxy() -> None:
    at = doors(connections=1)
    over = [entered(at, "10.0.0.1") for _ in range(2)]
    assert [at.assign(each, "10.0.0.1") for each in over] == [True, False]


def test_the_address_with_the_most_connections_makes_room() -> None:
    at = doors(connections=10, total=6)
    many, few = [entered(at, "203.0.113.1") for _ in range(4)], [entered(at, f"203.0.113.{n}") for n in (2, 3)]
    late = entered(at, "203.0.113.4")
    assert [each.aborted for each in many] == [True, False, False, False] and not any(each.aborted for each in (*few, late))
    another: Any = Paper("203.0.113.1")
    assert not at.enter(another)
    assert len(at) == 7  # the refused one is closed by whoever asked


def test_a_limit_that_is_reached_is_logged_once_in_a_while() -> None:
    for at, event in ((doors(total=3), "all connections that fit are open"), (doors(connections=3), "an address has as many")):
        with capture_logs() as lines:
            for number in range(6):
                at.enter(Paper(f"203.0.113.{number * bool(at.patience.total)}"))  # type: ignore[arg-type]
        [line] = lines
        assert line["event"].startswith(event) and line["most"] == 3 and line["log_level"] == "warning"


def test_several_proxies_are_named_with_commas() -> None:
    """The last address that is no proxy's own is the client's."""
    from uvicorn.middleware.proxy_headers import _TrustedHosts

    hops = _TrustedHosts(str(Proxies("10.0.0.1, 10.0.0.2, 2001:db8::/32")))
    for forwarded, client in [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7, 10.0.0.2", "203.0.113.7"),
        ("192.0.2.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"),
        ("192.0.2.1, 203.0.113.7:4711, 2001:db8::9", "203.0.113.7"),
    ]:
        assert hops.get_trusted_client_address(forwarded)[0] == client
