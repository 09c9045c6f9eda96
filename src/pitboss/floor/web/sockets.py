"""Tables over WebSockets: hello, commands and answers, frames (`pitboss.floor.play.protocol`).

Outgoing messages are buffered up to `HELD` bytes; slow readers are disconnected with code 4000 (resync).
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
from pitboss.floor.people.accounts import Account
from pitboss.floor.people.rate_limits import Buckets, Rate
from pitboss.floor.play.broadcast import answer, encode, refusal
from pitboss.floor.play.floor import Floor
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.peers import TableRequest
from pitboss.floor.play.protocol import ClientMessage, Closed, id_in, read_client_message
from pitboss.floor.play.rpc import handle
from pitboss.floor.play.table_lifecycle import TableLifecycle
from pitboss.floor.web.errors import LONGEST_REASON, RETRY
from pitboss.floor.web.people import people_of, signed_or_none, token_of
from pitboss.floor.web.transport.wire import WIRE, Wire

HELD = 256 * 1024  # bytes queued for a client
HELLO = 10.0  # seconds until hello
MESSAGES = Rate(400, 0.01)  # that one line may send
RESYNC, ENDED, UNREADABLE = 4000, 4001, 4002  # how a line is closed
PONG = b'{"pong":true}'


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
        """Send or queue a message; a full queue closes the line."""
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
        """Close the line after the queued messages."""
        if self._ending is None:
            self._ending = (RESYNC if why == "resync" else ENDED), why
            self._wake.set()

    @property
    def ended(self) -> bool:
        """True once closing, after which its messages are ignored."""
        return self._ending is not None

    def refuse(self, why: str) -> None:
        """Close the line of an unreadable client."""
        if self._ending is None:
            self._ending = UNREADABLE, why
            self._wake.set()

    def watch(self) -> None:
        """Ping the client every second, and end the line if it does not answer."""
        if self._wire is not None:
            self._wire.watch()

    def hear_at_once(self, take: Callable[[bytes], bool] | None) -> None:
        """Let `take` handle messages as they arrive, if the server can."""
        if self._wire is not None:
            self._wire.hear = take

    async def run(self) -> None:
        """Send queued messages until the line ends."""
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
    """Watch a table and, if signed in, play."""
    floor: Floor = socket.app.state.floor
    name = socket.path_params["table"]
    await floor.find(name)
    live = floor.tables.get(name)
    account = await signed_or_none(socket)
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
            first = read_client_message(_text(await socket.receive()))
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
    if first.hello.beats:
        line.watch()
    session = Session(socket.app.state.lifecycle, live, line)
    line.hear_at_once(session.take_now)
    while not session.ended:
        text = _text(await socket.receive())
        if line.ended:
            break
        session.busy = True
        await session.take(text)
        session.busy = False
    await asyncio.sleep(HELLO)


async def _is_still(socket: WebSocket, account: Account | None) -> bool:
    """True if the account is unchanged: the floor announces changes to open lines only."""
    if account is None:
        return True
    current = await people_of(socket).account_of(token_of(socket))
    return current is not None and (current.id, current.name, current.role) == (account.id, account.name, account.role)


class Session:
    """A client's messages after hello."""

    def __init__(self, lifecycle: TableLifecycle, live: LiveTable, line: SocketLine) -> None:
        self.lifecycle, self.floor, self.live, self.line = lifecycle, lifecycle.floor, live, line
        self.busy = False  # a message is being handled that takes time
        self.ended = False
        self._messages = Buckets(MESSAGES, keys=1)

    def take_now(self, text: bytes) -> bool:
        """Submit a command or answer a ping as it arrives. False for other messages, which go through the queue to `take`."""
        self.lifecycle.leases.check()
        if self.busy or self.line.ended:
            return False
        try:
            message = read_client_message(text)
        except BadCommand:
            return False
        account = self.line.account
        if message.ping is None and (message.command is None or account is None):
            return False
        if self._messages.wait(""):
            return False
        if account is not None and message.command is not None:
            self._submit(account, message)
        else:
            self.line.send(PONG)
        return True

    async def take(self, text: str | bytes) -> None:
        """Handle a message from the queue."""
        if self._messages.wait(""):
            self.line.refuse("too many messages")
            self.ended = True
            return
        try:
            message = read_client_message(text)
        except BadCommand as error:
            self.line.send(encode({"error": error.message, "id": id_in(text)}))
            return
        account = self.line.account
        if message.hello is not None:
            self.line.send(encode({"error": "hello is said once"}))
        elif message.ping is not None:
            self.line.send(PONG)
        elif account is None:
            self.line.send(encode({"error": "sign in first: whoever only watches says nothing"}))
        elif message.ready is not None:
            await handle(self.lifecycle, self.live, TableRequest("ready", account.name, int(message.ready)))
        else:
            self._submit(account, message)

    def _submit(self, account: Account, message: ClientMessage) -> None:
        reply = partial(_reply, self.floor, self.live, self.line, message.id)
        self.floor.submit(self.live, account, message.command, message.version, message.id, reply)


def _reply(floor: Floor, live: LiveTable, line: SocketLine, request_id: str, result: int | PitbossError) -> None:
    if isinstance(result, PitbossError):
        floor.answer(live, line, refusal(request_id, result, isinstance(result, RETRY)))
    else:
        floor.answer(live, line, answer(request_id, result))


def _text(message: Message) -> str | bytes:
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    return message.get("text") or message.get("bytes") or ""


routes = [WebSocketRoute("/ws/tables/{table:path}", watch_table)]
