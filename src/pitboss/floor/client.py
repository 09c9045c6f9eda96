"""A client for bots, tests and the terminal: a visitor over HTTP, and a line to a table over a WebSocket.

A line folds frames into a layout. It reconnects when lost, asks for what it missed, and repeats unanswered commands under the
same id, so that nothing is done twice. The protocol is in docs/floor.md.
"""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, quote
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from pitboss.errors import BadCommand, OutOfTurn, PitbossError, Stopped
from pitboss.floor.play.protocol import BUY_IN
from pitboss.floor.play.questions import command_of
from pitboss.table.commands import Bet, Buy, Deed, Leave, Sit
from pitboss.table.steps import Step
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import Asked, from_text

RESYNC = 4000  # the line is to be opened again
LONGEST_PAUSE = 2.0  # seconds between two attempts

Heard = Callable[[Sequence[Step]], None]


class RefusedError(PitbossError):
    """A refusal in the floor's words; `status` of an HTTP answer, `retry` whether to try again."""

    def __init__(self, message: str, cite: str = "", *, retry: bool = False, status: int = 0) -> None:
        super().__init__(message, cite)
        self.retry, self.status = retry, status


class ConnectionLostError(Stopped):
    """A floor that cannot be reached, or a line that has ended."""


# ---------------------------------------------------------------------------- what comes down a line


class Frame(msgspec.Struct, frozen=True):
    """What one record shows."""

    v: int
    steps: list[list[Any] | None] = []
    evidence: list[dict[str, Any]] = []


class CommandAnswer(msgspec.Struct, frozen=True):
    """The version that a command produced, or why it was refused."""

    id: str
    v: int | None = None
    refused: str = ""
    cite: str = ""
    retry: bool = False


class ServerMessage(msgspec.Struct, frozen=True):
    """A message of the floor."""

    v: int | None = None
    log: str = ""
    table: dict[str, Any] | None = None
    frames: list[Frame] = []
    asked: tuple[Asked, ...] | None = None
    clock: int | None = None
    answers: list[CommandAnswer] = []
    error: str = ""


_DOWN: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


# ---------------------------------------------------------------------------- a visitor


@dataclass
class Visitor:
    """An account on a floor, by its token."""

    url: str
    name: str = ""  # "" for a spectator
    token: str = field(default="", repr=False)
    patience: float = 30.0  # seconds until a silent floor is given up

    @classmethod
    async def guest(cls, url: str, role: str = "patron", code: str = "") -> "Visitor":
        """Come as a guest; on a practice floor in any role, with the code, which the address may have."""
        given = {"code": code} if (code := code or _code_in(url)) else {}
        return await cls(_base(url))._signed("/api/guest", {"role": role, "bearer": True, **given})

    @classmethod
    async def sign_in(cls, url: str, name: str, password: str) -> "Visitor":
        """Signs in."""
        return await cls(_base(url))._signed("/api/session", {"name": name, "password": password, "bearer": True})

    @classmethod
    async def register(cls, url: str, name: str, password: str) -> "Visitor":
        """Makes an account."""
        return await cls(_base(url))._signed("/api/accounts", {"name": name, "password": password, "bearer": True})

    async def _signed(self, path: str, body: dict[str, Any]) -> "Visitor":
        me = await self.call("POST", path, body)
        self.name, self.token = me["name"], me["token"]
        return self

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """Send an HTTP request. Raises RefusedError with the floor's sentence, ConnectionLostError for a floor out of reach."""
        return await asyncio.to_thread(self._call, method, path, body)

    def _call(self, method: str, path: str, body: Any) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        data = None
        if body is not None:
            data, headers["Content-Type"] = msgspec.json.encode(body), "application/json"
        if not self.url.startswith(("http://", "https://")):
            raise ConnectionLostError(f"a floor has an address such as http://127.0.0.1:8000, not {self.url!r}")
        try:
            with urlopen(Request(self.url + path, data, headers, method=method), timeout=self.patience) as answer:
                text = answer.read()
        except HTTPError as error:
            raise _refused(error.code, error.read()) from None
        except (URLError, OSError, ValueError) as error:
            raise ConnectionLostError(f"the floor at {self.url} cannot be reached: {getattr(error, 'reason', error)}") from None
        try:
            return json.loads(text) if text else None
        except ValueError:
            raise ConnectionLostError(f"there is no floor at {self.url}") from None

    async def me(self) -> dict[str, Any]:
        """The account, with the balance at the `cage` in cents."""
        account: dict[str, Any] = await self.call("GET", "/api/me")
        return account

    async def tables(self) -> list[dict[str, Any]]:
        """The tables of the floor."""
        found: list[dict[str, Any]] = await self.call("GET", "/api/tables")
        return found

    async def say(self, path: str, command: Any, version: int, request_id: str = "") -> int:
        """Submit a command over HTTP, repeated under the same id if need be; returns the version."""
        body = {"id": request_id or secrets.token_hex(8), "version": version, "command": command}
        clock = asyncio.get_running_loop().time
        until, pause = clock() + self.patience, 0.05
        while True:
            try:
                return int((await self.call("POST", f"{path}/commands", body))["v"])
            except (RefusedError, ConnectionLostError) as error:
                if (isinstance(error, RefusedError) and not error.retry) or clock() + pause > until:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def look(self, table: str, heard: Heard | None = None) -> "TableLine":
        """Looks at a table: a line that is open and knows the layout. `heard` is called with the steps as they come."""
        line = TableLine(self, table, heard)
        try:
            await line.open()
        except BaseException:
            await line.close()
            raise
        return line

    async def sit(self, table: str, *, seat: int = 0, cents: int = BUY_IN, heard: Heard | None = None) -> "Seat":
        """Take a seat, the first free one by default; at Poker through the room."""
        line = await self.look(table, heard)
        try:
            return await line.sit(seat, cents)
        except BaseException:
            await line.close()
            raise

    async def bots(self, table: str, number: int) -> int:
        """Asks bots to sit down; how many did."""
        return int((await self.call("POST", f"/api/tables/{quote(table)}/bots", {"bots": number}))["bots"])

    async def leave(self) -> None:
        """Signs out."""
        await self.call("DELETE", "/api/session")
        self.token = ""


def _base(url: str) -> str:
    """The address of a floor without the code that `pitboss serve` may have printed behind it."""
    return url.partition("?")[0].rstrip("/")


def _code_in(url: str) -> str:
    return parse_qs(url.partition("?")[2]).get("code", [""])[0]


def _refused(status: int, body: bytes | bytearray) -> RefusedError:
    """The error in an HTTP answer."""
    try:
        problem = json.loads(body)
        return RefusedError(problem["error"], problem["cite"], retry=problem["retry"], status=status)
    except (ValueError, KeyError, TypeError):
        return RefusedError(f"the floor answers with status {status}", status=status, retry=status >= 500)


# ---------------------------------------------------------------------------- a line to a table


@dataclass
class _Waiting:
    """A command without an answer yet."""

    text: str
    answered: "asyncio.Future[int]"
    until: float
    pause: float = 0.05


class TableLine:
    """The line to one table. It is open from `open` to `close`, whatever happens to its connection meanwhile."""

    def __init__(self, visitor: Visitor, table: str, heard: Heard | None = None) -> None:
        self.visitor, self.name = visitor, table
        self.layout = Layout()
        self.version: int | None = None  # None until the table is known
        self.log = ""
        self.chapter = ""
        self.house: dict[str, Any] = {}  # the house's options
        self.asked: tuple[Asked, ...] = ()
        self.clock: int | None = None  # seconds until the house answers, as of the question
        self.evidence: deque[dict[str, Any]] = deque(maxlen=100)  # the last that fair chance promised and did
        self.opened = 0  # how often the line was opened
        self.whole = 0  # whole tables received
        self._heard = heard
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, _Waiting] = {}
        self._watching: list[asyncio.Future[None]] = []
        self._ended: PitbossError | None = None
        self._task: asyncio.Task[None] | None = None

    # ------------------------------------------------------------------ opening and closing

    async def open(self) -> None:
        """Connect, and wait until the table is known."""
        self._task = asyncio.create_task(self._run())
        await self.until(lambda: self.version is not None)

    async def close(self) -> None:
        """Disconnect; commands that wait fail."""
        self._end(ConnectionLostError("the line was closed"))
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def __aenter__(self) -> "TableLine":
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        await self.close()

    def _end(self, why: PitbossError) -> None:
        if self._ended is None:
            self._ended = why
            for waiting in self._waiting.values():
                if not waiting.answered.done():
                    waiting.answered.set_exception(why)
            self._waiting.clear()
            self._wake()

    async def _run(self) -> None:
        """Keeps the line open until the table closes, or the floor has not answered for as long as one is patient."""
        clock = asyncio.get_running_loop().time
        pause, since = 0.05, clock()
        while self._ended is None:
            before = self.opened
            try:
                await self._listen()
            except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed) as error:
                if self.opened > before:
                    pause, since = 0.05, clock()
                self._judge(error)
                if clock() - since > self.visitor.patience:
                    self._end(ConnectionLostError(f"the floor at {self.visitor.url} cannot be reached"))
            except (msgspec.MsgspecError, KeyError, ValueError) as error:
                self._end(ConnectionLostError(f"the floor sent something that this client does not understand: {error}"))
            finally:
                self._socket = None
                self._wake()
            if self._ended is None:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _judge(self, error: Exception) -> None:
        """End the line if reconnecting is of no use."""
        if isinstance(error, InvalidStatus) and error.response.status_code < 500:
            self._end(_refused(error.response.status_code, error.response.body or b""))
        if isinstance(error, ConnectionClosed) and error.rcvd is not None and RESYNC < error.rcvd.code < 5000:
            self._end(ConnectionLostError(error.rcvd.reason))

    async def _listen(self) -> None:
        """Connect once, and take messages until the line is lost."""
        visitor = self.visitor
        headers = {"Authorization": f"Bearer {visitor.token}"} if visitor.token else {}
        place = f"ws{visitor.url.removeprefix('http')}/ws/tables/{quote(self.name)}"
        async with connect(
            place, additional_headers=headers, max_size=None, compression=None, open_timeout=visitor.patience
        ) as socket:
            knows = {} if self.version is None else {"version": self.version, "log": self.log}
            await socket.send(msgspec.json.encode({"hello": knows}).decode())
            self._hear(_DOWN.decode(await socket.recv()))
            self.opened += 1
            self._socket = socket
            self._wake()
            for waiting in list(self._waiting.values()):
                await socket.send(waiting.text)
            while self._hear(_DOWN.decode(await socket.recv())):
                pass

    # ------------------------------------------------------------------ hearing

    def _hear(self, down: ServerMessage) -> bool:
        """Take a message; False if something is missing and the whole table is needed."""
        if down.table is not None:
            self._take_whole(down.table, down.log, down.v)
        for frame in down.frames:
            if self.version is None or frame.v > self.version + 1:
                self.version = None
                return False
            if frame.v == self.version + 1:
                self._take(frame)
        if down.asked is not None:
            self.asked = self.layout.asked = down.asked
            self.clock = down.clock
        for answer in down.answers:
            self._answer(answer)
        if down.error:
            self._misunderstood(down.error)
        self._wake()
        return True

    def _take_whole(self, table: dict[str, Any], log: str, version: int | None) -> None:
        self.layout = msgspec.convert(table, Layout, str_keys=True)
        self.asked, self.clock = self.layout.asked, None
        self.version, self.log = version, log
        self.chapter, self.house = table["chapter"], table["house"]
        self.whole += 1

    def _take(self, frame: Frame) -> None:
        steps = [from_text(row) for row in frame.steps]
        self.layout.see_all(steps)
        self.version = frame.v
        self.evidence.extend(frame.evidence)
        self.asked = self.layout.asked = ()  # until the next whole table
        self.clock = None
        if self._heard is not None:
            self._heard([step for step in steps if step is not None])

    def _answer(self, answer: CommandAnswer) -> None:
        waiting = self._waiting.get(answer.id)
        if waiting is None or waiting.answered.done():
            return
        if answer.v is not None:
            waiting.answered.set_result(answer.v)
        elif answer.retry and asyncio.get_running_loop().time() + waiting.pause < waiting.until:
            asyncio.get_running_loop().call_later(waiting.pause, self._say_again, answer.id)
            waiting.pause = min(2 * waiting.pause, LONGEST_PAUSE)
        else:
            waiting.answered.set_exception(RefusedError(answer.refused, answer.cite, retry=answer.retry))

    def _say_again(self, request_id: str) -> None:
        waiting = self._waiting.get(request_id)
        if waiting is not None and self._socket is not None:  # else when reconnected
            sending = asyncio.ensure_future(self._send(waiting.text))
            sending.add_done_callback(lambda done: done.exception())

    def _misunderstood(self, error: str) -> None:
        """Fail the first unanswered command: the floor does not say which it could not read."""
        waiting = next(iter(self._waiting.values()), None)
        if waiting is not None and not waiting.answered.done():
            waiting.answered.set_exception(BadCommand(error))

    def _wake(self) -> None:
        watching, self._watching = self._watching, []
        for each in watching:
            if not each.done():
                each.set_result(None)

    # ------------------------------------------------------------------ waiting and saying

    @property
    def connected(self) -> bool:
        """Whether the line is open just now; one that is lost opens itself again."""
        return self._socket is not None

    def check(self) -> None:
        """Raise ConnectionLostError if the line has ended."""
        if self._ended is not None:
            raise self._ended

    async def change(self) -> None:
        """Wait for a change; raises ConnectionLostError if the line has ended."""
        self.check()
        watched: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._watching.append(watched)
        await watched
        self.check()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Waits until something holds."""
        while not holds():
            await self.change()

    async def say(self, command: Deed | dict[str, Any], *, version: int | None = None, request_id: str = "") -> int:
        """Submit a command for the known version, or an earlier one; returns the version it produced, with its frames taken in.
        Raises RefusedError or ConnectionLostError."""
        self.check()
        request_id = request_id or secrets.token_hex(8)
        made_for = self.version if version is None else version
        text = msgspec.json.encode({"id": request_id, "version": made_for, "command": command}).decode()
        loop = asyncio.get_running_loop()
        self._waiting[request_id] = waiting = _Waiting(text, loop.create_future(), loop.time() + self.visitor.patience)
        try:
            await self._send(text)
            version_after = await waiting.answered
        finally:
            self._waiting.pop(request_id, None)
        await self.until(lambda: self.version is not None and self.version >= version_after)
        return version_after

    async def ready(self, ready: bool = True) -> None:
        """Places no more wagers for the next round, or does after all."""
        await self._send(msgspec.json.encode({"ready": ready}).decode())

    async def _send(self, text: str) -> None:
        socket = self._socket
        if socket is not None:
            with suppress(ConnectionClosed):  # repeated when reconnected
                await socket.send(text)

    # ------------------------------------------------------------------ seats

    @property
    def seats(self) -> list[int]:
        """The seats that one has here oneself."""
        name = self.visitor.name
        return sorted(n for n, seat in self.layout.seats.items() if name and seat.player == name)

    async def sit(self, seat: int = 0, cents: int = BUY_IN) -> "Seat":
        """Take a seat, the first free one by default; a present seat stays."""
        room, _, table = self.name.rpartition("/")
        if not seat and self.seats:
            return Seat(self, self.seats[0])
        while True:
            taken = set(self.layout.seats)
            number = seat or next(n for n in range(1, 100) if n not in taken)
            try:
                if room:
                    await self._sit_in_room(room, table, number, cents)
                else:
                    await self.say(Sit(number, self.visitor.name, cents))
                await self.until(lambda n=number: n in self.seats)  # type: ignore[misc]
                return Seat(self, number)
            except RefusedError:
                if seat or number not in self.layout.seats or number in self.seats:
                    raise  # else the seat is taken

    async def _sit_in_room(self, room: str, table: str, seat: int, cents: int) -> None:
        place = f"/api/rooms/{quote(room)}"
        board = await self.visitor.call("GET", place)
        command = {"do": "take seat", "player": self.visitor.name, "table": table, "seat": seat, "cents": cents}
        await self.visitor.say(place, command, board["version"])


@dataclass(frozen=True)
class Seat:
    """A seat at a table, with its player's commands."""

    line: TableLine
    number: int

    @property
    def chips(self) -> int:
        """The cents left to wager, 0 after leaving."""
        seat = self.line.layout.seats.get(self.number)
        return 0 if seat is None else seat.chips

    @property
    def asked(self) -> Asked | None:
        """The seat's question."""
        return next((one for one in self.line.asked if one.seat == self.number), None)

    async def bet(self, wagers: dict[str, int]) -> int:
        """Places wagers for the next round, in cents by their names; {} withdraws them."""
        return await self.line.say(Bet(self.number, wagers))

    async def answer(self, words: str = "") -> int:
        """Answer in words ("play", "raise 1000", "set As Kd", "cut 20"), by default as for a silent player. Raises
        IllegalDecision or RefusedError."""
        asked = self.asked
        if asked is None or not asked.choices:
            raise OutOfTurn(f"seat {self.number} is not asked anything")
        return await self.line.say(command_of(asked, words or asked.silent or ""))

    async def buy(self, cents: int) -> int:
        """Buys chips."""
        return await self.line.say(Buy(self.number, cents))

    async def leave(self) -> int:
        """Gives up the seat; the line stays open."""
        return await self.line.say(Leave(self.number))
