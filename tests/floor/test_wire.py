"""The shorter way of a message over a WebSocket: nothing overtakes what waits, and a slow reader is cut off."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.floor.web.sockets import HELD, Session, SocketLine
from pitboss.floor.web.transport.wire import WIRE


class Ends:
    """Both ways out of a server: at once while the line takes it, and through a queue that waits until it does."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.takes = asyncio.Event()
        self.takes.set()
        self.hear: Any = None
        self.scope = {"extensions": {WIRE: self}}

    def send_now(self, text: bytes) -> bool:
        if self.takes.is_set():
            self.sent.append(text.decode())
            return True
        return False

    async def send(self, message: dict[str, Any]) -> None:
        await self.takes.wait()
        self.sent.append(message.get("text") or message["reason"])


def line_of(ends: Any) -> SocketLine:
    return SocketLine(ends, None)


def test_a_message_goes_out_at_once_where_the_line_takes_it() -> None:
    async def scenario() -> None:
        ends = Ends()
        line_of(ends).send(b"1")  # nobody runs the line: there is no task behind this
        assert ends.sent == ["1"]

    asyncio.run(scenario())


@pytest.mark.parametrize("turns", range(6))
@pytest.mark.parametrize("waiting", (["2"], ["2", "3"]))
def test_no_message_overtakes_one_that_waits(waiting: list[str], turns: int) -> None:
    """However far the sender has come when the line takes messages again, the next one goes behind those that waited."""

    async def scenario() -> None:
        ends = Ends()
        line = line_of(ends)
        sender = asyncio.create_task(line.run())
        line.send(b"1")
        ends.takes.clear()
        for text in waiting:
            line.send(text.encode())
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # the sender has taken the first of them from the queue, and waits with it
        ends.takes.set()
        for _ in range(turns):
            await asyncio.sleep(0)
        line.send(b"4")
        for _ in range(6):
            await asyncio.sleep(0)
        line.send(b"5")
        assert ends.sent == ["1", *waiting, "4", "5"]
        sender.cancel()

    asyncio.run(scenario())


def test_who_does_not_read_is_cut_off() -> None:
    async def scenario() -> None:
        ends = Ends()
        line = line_of(ends)
        sender = asyncio.create_task(line.run())
        ends.takes.clear()
        for _ in range(3):
            line.send(b"x" * (HELD // 2))
        assert line.ended
        ends.takes.set()
        await sender
        assert ends.sent[-1] == "resync"

    asyncio.run(scenario())


def test_nothing_is_heard_at_once_while_something_takes_its_time_or_the_line_ends() -> None:
    """Commands are carried out in the order in which they were said: one that comes meanwhile waits in the queue."""

    async def scenario() -> None:
        said: list[Any] = []

        class Floor:
            def submit(self, *given: Any) -> None:
                said.append(given)

        line = line_of(Ends())
        line.account = object()  # type: ignore[assignment]
        session = Session(SimpleNamespace(floor=Floor(), leases=SimpleNamespace(check=lambda: None)), object(), line)  # type: ignore[arg-type]
        bet = b'{"id":"1","version":3,"command":{"do":"bet","seat":1,"wagers":{"Ante":500}}}'
        sit = b'{"id":"1","version":3,"command":{"do":"sit","seat":1,"player":"Ann","cents":500}}'
        assert session.take_now(bet) and session.take_now(sit) and len(said) == 2
        assert not session.take_now(b"{") and not session.take_now(b'{"hello":{}}')
        session.busy = True
        assert not session.take_now(bet)
        session.busy = False
        line.close("resync")
        assert not session.take_now(bet) and len(said) == 2

    asyncio.run(scenario())
