"""All that the clients of a floor are sent, byte for byte, and a floor in which nothing but the cards is left to chance.

Clients speak to the application itself (ASGI): what they hear is the status and the headers of an answer, its body, every
message of a WebSocket, and how that was closed. Time stands until somebody moves it, commits happen in the order in which they
are asked for and at once, and tokens and the names of guests are numbered: two floors at which the same is said differ in
nothing but what their chance gives.
"""

import asyncio
import itertools
import json
import logging
import shutil
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, redirect_stderr
from functools import cache
from hashlib import blake2b
from io import StringIO
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
import structlog
from fastapi import FastAPI

from pitboss.advice.sight import Advice, Verdict
from pitboss.cli.floor import _log_to_stderr
from pitboss.errors import Stopped
from pitboss.floor import server
from pitboss.floor.books.decisions import DecisionQuality, TableDecisions
from pitboss.floor.books.pit import no_theory
from pitboss.floor.people import passwords
from pitboss.floor.play.dealer import Clocks
from pitboss.floor.running import Running
from pitboss.floor.server import Settings, running
from pitboss.floor.storage import transactions
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.transactions import Unit, check_entries
from pitboss.floor.storage.writer import Backend, Writer
from pitboss.floor.timings import Timings
from pitboss.floor.web import health
from pitboss.floor.web import pit as pit_page
from pitboss.floor.web.app import application, guarded
from pitboss.floor.web.transport import requests
from pitboss.shoe import Source
from pitboss.table.log import records
from tests.floor.house import START, Hasher
from tests.floor.visitors import settings

T = TypeVar("T")
HOST = [(b"host", b"localhost")]
CLOCKS = Clocks(betting=20.0, decision=45.0, dropped=15.0, away=300.0, between=4.0)
NEXT: list[Settings] = []
QUIET = 12  # turns of the event loop in which nothing happens


# ---------------------------------------------------------------------------- clients


class Client:
    """Somebody with a browser, or a program: `heard` is all that came, in its order."""

    def __init__(self, app: Any, token: str = "") -> None:
        self._app = app
        self._headers = [*HOST, (b"authorization", f"Bearer {token}".encode())] if token else HOST
        self.heard: list[bytes] = []
        self.lines: list[Line] = []

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """A request: the status, and the body as JSON where it is that."""
        content = b"" if body is None else json.dumps(body).encode()
        headers = [*self._headers, (b"content-type", b"application/json"), (b"content-length", b"%d" % len(content))]
        path, _, query = path.partition("?")
        scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
        }
        scope |= {"path": path, "raw_path": path.encode(), "query_string": query.encode(), "headers": headers}
        scope |= {"client": ("127.0.0.1", 5000), "server": ("localhost", 80), "root_path": ""}
        given = [{"type": "http.request", "body": content, "more_body": False}]
        sent: list[dict[str, Any]] = []

        async def receive() -> Any:
            return given.pop() if given else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        head, text = sent[0], b"".join(message.get("body", b"") for message in sent[1:])
        rows = b"\n".join(name + b": " + value for name, value in head["headers"])
        self.heard.append(b"%d\n%s\n\n%s" % (head["status"], rows, text))
        return head["status"], json.loads(text) if b"application/json" in rows else text

    def open(self, table: str, hello: dict[str, Any]) -> "Line":
        """A WebSocket, which begins with a greeting."""
        scope: dict[str, Any] = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "subprotocols": [],
        }
        scope |= {"path": f"/ws/tables/{table}", "raw_path": f"/ws/tables/{table}".encode(), "query_string": b""}
        scope |= {"headers": self._headers, "client": ("127.0.0.1", 5000), "server": ("localhost", 80), "root_path": ""}
        line = Line(self._app, scope, self.heard)
        self.lines.append(line)
        line.say({"hello": hello})
        return line


class Line:
    """A WebSocket of a client."""

    def __init__(self, app: Any, scope: dict[str, Any], heard: list[bytes]) -> None:
        self._heard = heard
        self._up: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._up.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.get_running_loop().create_task(app(scope, self._up.get, self._hear))

    async def _hear(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self._heard.append(b"ws " + (message.get("bytes") or message["text"].encode()))
        else:
            self._heard.append(b"ws " + repr(sorted(message.items())).encode())

    def say(self, message: Any) -> None:
        """Sends something up."""
        self._up.put_nowait({"type": "websocket.receive", "text": message if isinstance(message, str) else json.dumps(message)})

    def drop(self) -> None:
        """The line is lost."""
        self._up.put_nowait({"type": "websocket.disconnect", "code": 1006})


# ---------------------------------------------------------------------------- nothing is left to chance


class PromptWriter(Writer):
    """Commits in the event loop, as soon as whoever asked for it has done his work; or, while it is `held`, not yet."""

    def __init__(self, backend: Backend, loop: asyncio.AbstractEventLoop, most: int = 1024) -> None:
        self._backend, self._loop, self._closed = backend, loop, False
        self._units: list[Unit] = []
        self.held = False
        self.failing, self.commits, self.errors, self.took = False, 0, 0, Timings()

    def submit(self, unit: Unit) -> None:
        if self._closed:
            raise Stopped("the floor is closing: nothing more is taken")
        check_entries(unit)
        self._units.append(unit)
        if len(self._units) == 1:
            self._loop.call_soon(self.commit)

    @property
    def waiting(self) -> int:
        return len(self._units)

    def commit(self) -> None:
        """Commits what is queued, unless that is held."""
        if self.held or not self._units:
            return
        units, self._units = self._units, []
        for unit, error in zip(units, self._backend.commit(units), strict=True):
            unit.done(error)

    def commit_first(self) -> None:
        """Commits the first unit that is queued, although commits are held."""
        first, self._units = self._units[:1], self._units[1:]
        for unit, error in zip(first, self._backend.commit(first), strict=True):
            unit.done(error)

    async def close(self) -> None:
        self._closed, self.held = True, False
        self.commit()
        self._backend.close()


class Timer:
    """A call at some time, until it is cancelled."""

    def __init__(self, when: float, number: int, call: Callable[[], Any]) -> None:
        self.when, self.number, self.call, self.cancelled = when, number, call, False

    def cancel(self) -> None:
        self.cancelled = True


class StandingClock:
    """The event loop as a floor sees it: its time goes on when somebody says so."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._now = 1000.0
        self._timers: list[Timer] = []
        self._numbers = itertools.count()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loop, name)

    def time(self) -> float:
        return self._now

    def call_at(self, when: float, call: Callable[..., Any], *arguments: Any) -> Timer:
        timer = Timer(when, next(self._numbers), lambda: call(*arguments))
        self._timers.append(timer)
        return timer

    def call_later(self, delay: float, call: Callable[..., Any], *arguments: Any) -> Timer:
        return self.call_at(self._now + delay, call, *arguments)

    def go_on(self, seconds: float) -> None:
        """So much time goes by; what is due is done."""
        until = self._now + seconds
        while due := [timer for timer in self._timers if timer.when <= until and not timer.cancelled]:
            first = min(due, key=lambda timer: (timer.when, timer.number))
            self._timers.remove(first)
            self._now = max(self._now, first.when)
            first.call()
        self._now = until


class Fixed:
    """`time` and `secrets` as the floor's modules use them."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def time_ns(self) -> int:
        return START * 1_000_000

    def monotonic(self) -> float:
        return 1000.0

    def token_urlsafe(self, number: int) -> str:
        return f"token-{next(self._numbers):06d}-{'x' * number}"[: number + 10]

    def token_hex(self, number: int = 32) -> str:
        return f"{next(self._numbers):0{2 * number}x}"

    def token_bytes(self, number: int) -> bytes:
        return next(self._numbers).to_bytes(number, "big")


class Reckons:
    """What reckons advice, as a digest of what it is given: whoever gets it could tell if hidden cards were in it."""

    closed = False

    async def advice(self, sight: Any, asker: str = "") -> Advice:
        return Advice(why=_digest(sight))

    async def expectation(self, chapter: str, given: dict[str, object], meter: int | None = None) -> dict[str, Any]:
        return {}

    async def verdict(self, sight: Any, said: Any) -> Verdict:
        cost = int(_digest([sight, said]), 16) % 1000
        return Verdict(cost % 2 == 0, str(cost))

    async def close(self) -> None:
        pass


def _digest(what: Any) -> str:
    return blake2b(msgspec.json.encode(what, order="sorted"), digest_size=6).hexdigest()


def judge_at_once(judging: DecisionQuality, streams: Iterable[str], since: int) -> None:
    """`DecisionQuality.look` without a task: all rounds that are over are judged when it returns."""
    judging._tables = {stream: judging._tables.get(stream) or TableDecisions(stream, judging._key) for stream in streams}
    for judged in judging._tables.values():
        while (rounds := judging._database.view(lambda connection: judged.read(View(connection), since))) is not None:  # noqa: B023
            for over in rounds:
                judged.rounds[over.round] = _result_of(judging._compare(over))


def _result_of(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
    raise AssertionError("it waits for something")


async def read_at_once(database: Database, question: Callable[[Any], Any]) -> Any:
    """`Database.read` without a thread."""
    return database.view(question)


@contextmanager
def nothing_left_to_chance() -> Iterator[None]:
    """Times, names and tokens are numbered, and commits and readings happen in the order of the event loop."""
    fixed = Fixed()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transactions, "time", fixed)
        patch.setattr(passwords, "secrets", fixed)
        patch.setattr(requests, "time", fixed)
        patch.setattr(requests, "secrets", fixed)
        patch.setattr(health, "ProcessCollector", lambda registry: None)
        patch.setattr(passwords, "argon2_hasher", Hasher)
        patch.setattr(server, "Writer", PromptWriter)
        patch.setattr(Database, "read", read_at_once)
        patch.setattr(server, "Calculator", Reckons)
        patch.setattr(DecisionQuality, "look", judge_at_once)
        patch.setattr(records, "verify", lambda shuffle: True)  # all commitments are alike (`twins.Dealt`)
        patch.setattr(pit_page, "theory", no_theory)
        yield


@cache
def empty_floor() -> Path:
    """The folder of a floor that was opened once and has no table."""
    folder = Path(tempfile.mkdtemp(prefix="pitboss-secrets-"))

    async def open_once() -> None:
        async with running(settings(folder, plan=None)):
            pass

    with nothing_left_to_chance():
        asyncio.run(open_once())
    return folder


@cache
def one_application() -> FastAPI:
    """The application, which takes longer to make than an evening to play. It opens the floor that is `NEXT`."""
    return application(lambda: running(NEXT[0]))


@contextmanager
def logs_in(stream: StringIO) -> Iterator[None]:
    """Whatever a server logs, of itself and of its libraries, goes to a stream, as `pitboss serve` has it."""
    before, root = structlog.get_config(), logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers = []
    with redirect_stderr(stream):
        _log_to_stderr(as_json=True)
    try:
        yield
    finally:
        structlog.configure(**before)
        root.handlers = handlers
        root.setLevel(level)


class Stage:
    """A floor with its application, its clock, and all that it logs."""

    def __init__(self, app: Any, here: Running, clock: StandingClock, logged: StringIO) -> None:
        self.app, self.here, self.clock, self.logged = app, here, clock, logged

    async def settle(self) -> None:
        """Waits until nothing happens any more."""
        floor, writer, quiet = self.here.floor, self.here.writer, 0
        while quiet < QUIET:
            await asyncio.sleep(0)
            busy = floor._flushing or floor._tasks or (writer.waiting and not writer.held)  # type: ignore[attr-defined]
            quiet = 0 if busy else quiet + 1


def on_stage(play: Callable[[Stage], Awaitable[T]], chance: Callable[[], Source] | None = None) -> T:
    """Runs something on a floor without tables, whose cards `chance` shuffles."""

    async def run() -> T:
        async with stage(empty_floor(), chance) as found:
            return await play(found)

    empty_floor()
    return asyncio.run(run())


@asynccontextmanager
async def stage(empty: Path, chance: Callable[[], Source] | None) -> AsyncIterator[Stage]:
    """The floor."""
    logged = StringIO()
    with tempfile.TemporaryDirectory() as name, nothing_left_to_chance(), logs_in(logged):
        folder = Path(name)
        for file in empty.iterdir():
            shutil.copy(file, folder)
        chosen = settings(folder, plan=None, chance=chance, clocks=CLOCKS)
        NEXT[:] = [chosen]
        app = one_application()
        app.state._state.clear()  # of the floor before
        async with app.router.lifespan_context(app):
            here: Running = app.state.running
            clock = StandingClock(asyncio.get_running_loop())
            here.floor.loop = clock  # type: ignore[assignment]
            yield Stage(guarded(app, chosen.hosts), here, clock, logged)
