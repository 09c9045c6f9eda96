"""A table over a WebSocket: hello, commands and answers, frames; see `pitboss.floor.protocol`.

A line takes what it is sent without waiting, up to so many bytes: whoever does not read is cut off with "resync".
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from starlette.routing import WebSocketRoute
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.errors import BadCommand, PitbossError
from pitboss.floor.accounts import Account
from pitboss.floor.asks import Ask, ask
from pitboss.floor.floor import Floor
from pitboss.floor.limits import Bucket, Rate
from pitboss.floor.live import LiveTable
from pitboss.floor.openings import Openings
from pitboss.floor.people import NotSignedIn
from pitboss.floor.protocol import Closed, Up, id_in, read_up
from pitboss.floor.purses import brings_chips
from pitboss.floor.viewing import answer, encode, refusal
from pitboss.floor.web.errors import LONGEST_REASON, RETRY
from pitboss.floor.web.people import people_of, token_of
from pitboss.floor.web.wire import WIRE, Wire

HELD = 256 * 1024  # bytes that wait for one who reads
HELLO = 10.0  # seconds to say hello
MESSAGES = Rate(400, 0.01)  # that one line may send
RESYNC, ENDED, UNREADABLE = 4000, 4001, 4002  # how a line is closed


class SocketLine:
    """The line to one client."""

    def __init__(self, socket: WebSocket, account: Account | None) -> None:
        self.player = account.name if account is not None else ""
        self.account = account
        self.account_id = account.id if account is not None else 0
        self._send = socket.send
        self._wire: Wire | None = socket.scope.get("extensions", {}).get(WIRE)
        self._queue: deque[bytes] = deque()
        self._held = 0
        self._wake = asyncio.Event()
        self._ending: tuple[int, str] | None = None

    def send(self, message: bytes) -> None:
        """Sends a message, or queues it behind others; the line closes itself where too much waits already."""
        if self._ending is not None:
            return
        if not self._held and self._wire is not None and self._wire.send_now(message):
            return
        self._held += len(message)
        if self._held > HELD:
            self._queue.clear()
            self.close("resync")
            return
        self._queue.append(message)
        self._wake.set()

    def close(self, why: str) -> None:
        """Ends the line once what is queued is sent."""
        if self._ending is None:
            self._ending = (RESYNC if why == "resync" else ENDED), why
            self._wake.set()

    @property
    def ended(self) -> bool:
        """Whether it is over, though its end may not have been sent yet: whoever does not read speaks no more either."""
        return self._ending is not None

    def refuse(self, why: str) -> None:
        """Ends the line of somebody who cannot be understood."""
        if self._ending is None:
            self._ending = UNREADABLE, why
            self._wake.set()

    def hear_at_once(self, hear: Callable[[bytes], bool] | None) -> None:
        """Has messages heard as they come in, where the server can do that and `hear` takes them."""
        if self._wire is not None:
            self._wire.hear = hear

    async def run(self) -> None:
        """Sends what is queued until the line ends."""
        queue, send = self._queue, self._send
        while True:
            await self._wake.wait()
            self._wake.clear()
            while queue:
                message = queue.popleft()
                await send({"type": "websocket.send", "text": message.decode()})
                self._held -= len(message)  # not before: until now another one would have overtaken it
            if self._ending is not None:
                code, why = self._ending
                reason = why.encode()[:LONGEST_REASON].decode(errors="ignore")
                await send({"type": "websocket.close", "code": code, "reason": reason})
                return


async def watch_table(socket: WebSocket) -> None:
    """Somebody looks at a table, and plays there if he has signed in."""
    floor: Floor = socket.app.state.floor
    name = socket.path_params["table"]
    await floor.find(name)
    live = floor.tables.get(name)
    token = token_of(socket)
    account = await people_of(socket).account_of(token) if token else None
    if token and account is None:
        raise NotSignedIn("sign in first")
    await socket.accept()
    line = SocketLine(socket, account)
    if live is None:
        line.close("there is no such table here")
        await line.run()
        return
    floor.presence.came(live, line)
    sender = asyncio.create_task(line.run())
    reader = asyncio.create_task(_listen(socket, floor, live, line))
    try:
        await asyncio.wait([sender, reader], return_when=asyncio.FIRST_COMPLETED)
    finally:
        line.hear_at_once(None)
        floor.presence.went(live, line)
        for task in (sender, reader):
            task.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                await task


async def _listen(socket: WebSocket, floor: Floor, live: LiveTable, line: SocketLine) -> None:
    try:
        async with asyncio.timeout(HELLO):
            first = read_up(_text(await socket.receive()))
            if first.hello is None:
                raise BadCommand("a line begins with hello")
    except TimeoutError:
        line.refuse("nobody said hello")
        await asyncio.sleep(HELLO)
        return
    except BadCommand as error:
        line.refuse(error.message)
        await asyncio.sleep(HELLO)
        return
    await floor.presence.catch_up(live, first.hello)
    needs = live.greet(first.hello, line)
    if isinstance(needs, Closed):
        line.close(needs.why)
    elif not await _is_still(socket, line.account):
        line.close("resync")
    hearing = Hearing(socket.app.state.openings, live, line)
    line.hear_at_once(hearing.at_once)
    while not hearing.ended:
        text = _text(await socket.receive())
        if line.ended:
            break
        hearing.busy = True
        await hearing.hear(text)
        hearing.busy = False
    await asyncio.sleep(HELLO)


async def _is_still(socket: WebSocket, account: Account | None) -> bool:
    """Whether somebody is who he was when he came: the floor tells of changes only those who look already."""
    if account is None:
        return True
    found = await people_of(socket).account_of(token_of(socket))
    return found is not None and (found.id, found.name, found.role) == (account.id, account.name, account.role)


class Hearing:
    """What somebody says after hello."""

    def __init__(self, openings: Openings, live: LiveTable, line: SocketLine) -> None:
        self.openings, self.floor, self.live, self.line = openings, openings.floor, live, line
        self.busy = False  # with something that takes its time
        self.ended = False
        self._messages = Bucket(MESSAGES)

    def at_once(self, text: bytes) -> bool:
        """Does what is said, if that takes no time and nothing is waiting; whether it did."""
        if self.busy or self.line.ended:
            return False
        try:
            up = read_up(text)
        except BadCommand:
            return False
        if up.command is None or self.line.account is None or brings_chips(up.command) or not self._messages.take():
            return False
        self._say(self.line.account, up)
        return True

    async def hear(self, text: str | bytes) -> None:
        """Does what is said, however long it takes."""
        if not self._messages.take():
            self.line.refuse("too many messages")
            self.ended = True
            return
        try:
            up = read_up(text)
        except BadCommand as error:
            self.line.send(encode({"error": error.message, "id": id_in(text)}))
            return
        account = self.line.account
        if up.hello is not None:
            self.line.send(encode({"error": "hello is said once"}))
        elif account is None:
            self.line.send(encode({"error": "sign in first: whoever only watches says nothing"}))
        elif up.ready is not None:
            await ask(self.openings, self.live, Ask("ready", account.name, int(up.ready)))
        elif brings_chips(up.command):
            reply = partial(_reply, self.floor, self.live, self.line, up.id)
            await self.floor.purses.say(self.live, account, up.command, up.version, up.id, reply)
        else:
            self._say(account, up)

    def _say(self, account: Account, up: Up) -> None:
        reply = partial(_reply, self.floor, self.live, self.line, up.id)
        self.floor.say(self.live, account, up.command, up.version, up.id, reply)


def _reply(floor: Floor, live: LiveTable, line: SocketLine, id_: str, found: int | PitbossError) -> None:
    if isinstance(found, PitbossError):
        floor.answer(live, line, refusal(id_, found, isinstance(found, RETRY)))
    else:
        floor.answer(live, line, answer(id_, found))


def _text(message: Message) -> str | bytes:
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    return message.get("text") or message.get("bytes") or ""


routes = [WebSocketRoute("/ws/tables/{table:path}", watch_table)]
