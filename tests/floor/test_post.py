"""What goes by post reaches who it is for, whole and in order; who does not read is told of; and the floor lives without it."""

import asyncio
import os
import select
import signal
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.floor.server import Settings
from pitboss.floor.web.transport.carrier import (
    ASK,
    DROP,
    END,
    FREE,
    HERE,
    HIGH,
    MOST,
    NEWS,
    NUMBER,
    ORDER,
    OVER,
    SEND,
    STUCK,
    Carrier,
)
from pitboss.floor.web.transport.post import DEATHS, Post
from tests.floor.hostile import Person, Served, new_id, on_disk

# ---------------------------------------------------------------------------- the carrier by itself


class Floor:
    """The floor's end of the ways to a carrier, which runs beside the test, with so many clients."""

    def __init__(self, clients: int) -> None:
        self.orders, orders = socket.socketpair()
        self.handed, handed = socket.socketpair()
        self.orders.settimeout(30)
        self.thread = threading.Thread(target=Carrier(orders, handed).run)
        self.thread.start()
        self._theirs = (orders, handed)
        self.clients: list[socket.socket] = []
        self._kept: list[socket.socket] = []
        for number in range(1, clients + 1):
            self.hand_over(number)

    def hand_over(self, number: int, keep: bool = False) -> socket.socket:
        """A client whose socket the carrier has from now on; the floor may keep it too."""
        ours, client = socket.socketpair()
        ours.setblocking(False)
        client.settimeout(30)
        socket.send_fds(self.handed, [NUMBER.pack(number)], [ours.fileno()])
        if keep:
            self._kept.append(ours)
        else:
            ours.close()
        self.clients.append(client)
        return client

    def order(self, number: int, what: int, data: bytes = b"") -> None:
        self.orders.sendall(order(number, what, data))

    def news(self) -> tuple[int, int]:
        found: tuple[int, int] = NEWS.unpack(self.orders.recv(NEWS.size, socket.MSG_WAITALL))
        return found

    def close(self) -> None:
        self.orders.close()
        self.thread.join(30)
        assert not self.thread.is_alive(), "the carrier goes when the floor is gone"
        for end in (*self.clients, *self._kept, *self._theirs, self.handed):
            end.close()


def order(number: int, what: int, data: bytes = b"") -> bytes:
    return ORDER.pack(number, what, len(data)) + data


@contextmanager
def carrying(clients: int = 1) -> Iterator[Floor]:
    floor = Floor(clients)
    try:
        yield floor
    finally:
        floor.close()


def all_of(client: socket.socket) -> bytes:
    """What a client is sent until its line is over."""
    found = b""
    while data := client.recv(1 << 16):
        found += data
    return found


SENT = st.lists(st.tuples(st.integers(1, 3), st.integers(0, 40_000), st.integers(0, 255)), max_size=12)


@given(SENT, st.lists(st.integers(1, 30_000), min_size=1, max_size=5))
@settings(max_examples=40)
def test_every_client_gets_its_own_bytes_in_their_order(sent: list[tuple[int, int, int]], pieces: list[int]) -> None:
    """However the orders are cut into pieces on their way, and though nobody reads before all of them were given."""
    expected = {number: b"".join(bytes([mark]) * size for to, size, mark in sent if to == number) for number in (1, 2, 3)}
    orders = b"".join(order(to, SEND, bytes([mark]) * size) for to, size, mark in sent)
    orders += b"".join(order(number, END) for number in (1, 2, 3))
    with carrying(3) as floor:
        at, turn = 0, 0
        while at < len(orders):
            size = pieces[turn % len(pieces)]
            floor.orders.sendall(orders[at : at + size])
            at, turn = at + size, turn + 1
        assert {number: all_of(floor.clients[number - 1]) for number in (1, 2, 3)} == expected
        over: set[tuple[int, int]] = set()
        while len(over) < 3:  # besides, some may have been stuck for a while
            over |= {each for each in [floor.news()] if each[1] == OVER}
        assert over == {(1, OVER), (2, OVER), (3, OVER)}


def test_who_does_not_read_is_told_of_until_he_does() -> None:
    with carrying() as floor:
        sent = 0
        while sent < 2 * HIGH or not waits(floor):
            floor.order(1, SEND, b"x" * 10_000)
            sent += 10_000
        assert floor.news() == (1, STUCK)
        read = 0
        while read < sent:
            read += len(floor.clients[0].recv(1 << 16))
        assert floor.news() == (1, FREE)
        floor.order(1, SEND, b"again")
        assert floor.clients[0].recv(100) == b"again"


def waits(floor: Floor) -> bool:
    """Whether there is news of the carrier."""
    return bool(select.select([floor.orders], [], [], 0)[0])


def test_who_never_reads_is_dropped_and_the_others_go_on() -> None:
    with carrying(2) as floor:
        for _ in range(2 * MOST // 50_000):
            floor.order(1, SEND, b"x" * 50_000)
        assert [floor.news(), floor.news()] == [(1, STUCK), (1, OVER)]
        floor.order(1, SEND, b"nobody is there")
        floor.order(2, SEND, b"hello")
        assert floor.clients[1].recv(100) == b"hello"


def test_a_line_that_is_dropped_is_sent_nothing_more() -> None:
    with carrying() as floor:
        floor.orders.sendall(order(1, SEND, b"one") + order(1, DROP) + order(1, SEND, b"two") + order(1, DROP))
        assert all_of(floor.clients[0]) == b"one" and floor.news() == (1, OVER)


def test_a_client_that_has_gone_is_told_of() -> None:
    with carrying(2) as floor:
        floor.clients[0].close()
        floor.order(1, SEND, b"x")
        assert floor.news() == (1, OVER)
        floor.order(2, SEND, b"hello")
        assert floor.clients[1].recv(100) == b"hello"


def fill(floor: Floor, number: int) -> int:
    """Sends a client who does not read so much that some of it waits in the carrier; how much that was."""
    sent = 0
    while not waits(floor):
        floor.order(number, SEND, b"x" * 10_000)
        sent += 10_000
        time.sleep(0.001)
    assert floor.news() == (number, STUCK)
    return sent


def test_a_line_that_ended_late_leaves_nothing_to_the_next_one() -> None:
    """The descriptor of a line that was closed while bytes waited is used again by a line that has to wait too. The floor, as
    always, holds the connection for a moment longer."""
    with carrying(0) as floor:
        first = floor.hand_over(1, keep=True)
        sent = fill(floor, 1)
        floor.order(1, END)
        assert len(all_of_size(first, sent)) == sent
        assert [floor.news(), floor.news()] == [(1, FREE), (1, OVER)]
        second = floor.hand_over(2)
        sent = fill(floor, 2)
        assert len(all_of_size(second, sent)) == sent and floor.news() == (2, FREE)


def all_of_size(client: socket.socket, size: int) -> bytes:
    """So many bytes of what a client is sent."""
    found = b""
    while len(found) < size:
        found += client.recv(1 << 16)
    return found


def test_a_carrier_says_that_it_is_there() -> None:
    with carrying(0) as floor:
        floor.order(0, ASK)
        assert floor.news() == (0, HERE)


# ---------------------------------------------------------------------------- a floor with a carrier


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A floor that sends by post from the first line on."""
    served = Served(tmp_path_factory.mktemp("post"), "post=0")
    yield served
    served.serving.kill()


def children(pid: int) -> list[int]:
    """The processes that a process has started, and that still run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == pid and state != "Z":
            found.append(int(path.parent.name))
    return found


def spend(evening: Callable[[], Awaitable[None]]) -> None:
    async def test() -> None:
        async with asyncio.timeout(120):
            await evening()

    asyncio.run(test())


async def a_table(served: Served) -> tuple[str, Person]:
    """A table at which somebody sits."""
    boss, player = await served.come("pit boss"), await served.come()
    table = new_id()
    assert (await boss.http.post("/api/tables", json={"name": table, "chapter": "565"})).status_code == 201
    await player.sit(table, 1, 10_000_000)
    return table, player


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.02)


def test_a_floor_plays_on_when_its_carrier_is_killed(tmp_path: Path) -> None:
    """The lines are cut off, and whoever comes again finds everything as it was; another carrier has started by then. One that
    is killed again and again is started no more."""

    async def test() -> None:
        served = Served(tmp_path, "post=0")
        table, player = await a_table(served)
        floor = served.serving.process.pid
        for _ in range(DEATHS):
            async with player.line(table) as line:
                for _ in range(2):
                    await line.bet(1, {"Ante": 500})
                    await line.finish(1)
                (carrier,) = children(floor)
                before = on_disk(served.path)
                os.kill(carrier, signal.SIGKILL)
                assert await line.closed() == 1006
                assert on_disk(served.path) == before
        async with player.line(table) as line:
            await line.bet(1, {"Ante": 500})
            await line.finish(1)
            assert children(floor) == [] and line.ended == 1
        served.serving.kill()

    spend(test)


def test_a_carrier_goes_with_its_floor(tmp_path: Path) -> None:
    """However the floor ends: no client is left with a line on which nobody will ever say anything."""

    async def test(name: str, end: Callable[[Served], object], code: set[int]) -> None:
        (tmp_path / name).mkdir()
        served = Served(tmp_path / name, "post=0")
        table, player = await a_table(served)
        async with player.line(table) as line:
            await line.bet(1, {"Ante": 500})
            (carrier,) = children(served.serving.process.pid)
            ending = asyncio.create_task(asyncio.to_thread(end, served))
            assert await line.closed() in code
            await ending
            await until(lambda: not Path(f"/proc/{carrier}").exists())

    spend(lambda: test("killed", lambda served: served.serving.kill(), {1006}))
    spend(lambda: test("stopped", lambda served: served.serving.stop(), {1001, 1012}))


def test_a_line_by_post_is_closed_with_a_word(served: Served) -> None:
    """What ends a line reaches the client before the end: here that he speaks too often."""

    async def test() -> None:
        table, player = await a_table(served)
        async with player.line(table) as line:
            await line.bet(1, {"Ante": 500})
            assert len(children(served.serving.process.pid)) == 1
            for _ in range(1000):
                await line.up('{"no": "command"}')
            assert await line.closed() == 4002

    spend(test)


def test_a_carrier_needs_a_core_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.floor.server.CORES", 2)
    assert [Settings(share=(1, of)).by_post for of in (1, 2)] == [64, None]
    assert Settings(share=(1, 2), post=0).by_post == 0
    monkeypatch.setattr("pitboss.floor.server.CORES", 1)
    assert Settings().by_post is None


def test_a_carrier_that_hangs_is_given_up(served: Served) -> None:
    """Whoever looks at the table is cut off and comes back, however little is sent."""

    async def test() -> None:
        table, player = await a_table(served)
        async with player.line(table) as line:
            await line.bet(1, {"Ante": 500})
            (carrier,) = children(served.serving.process.pid)
            os.kill(carrier, signal.SIGSTOP)
            assert await line.closed(60) == 1006
        async with player.line(table) as line:
            await line.finish(1)
        assert carrier not in children(served.serving.process.pid)

    spend(test)


def test_a_carrier_that_cannot_be_started_is_tried_again_and_then_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left open of it."""

    def popen(*_: object, **__: object) -> None:
        tries.append(1)
        raise OSError("no more processes")

    async def test() -> None:
        post, before = Post(0), os.listdir("/proc/self/fd")
        for _ in range(DEATHS + 2):
            assert post.take(None, None, 1) is None  # type: ignore[arg-type]
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        assert post.many is None and len(tries) == DEATHS
        assert len(os.listdir("/proc/self/fd")) == len(before)

    tries: list[int] = []
    monkeypatch.setattr("pitboss.floor.web.transport.post.subprocess.Popen", popen)
    asyncio.run(test())
