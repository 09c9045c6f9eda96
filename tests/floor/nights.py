"""An evening on a floor whose servers, or database, are killed again and again while people play at its tables."""

import asyncio
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import httpx

from pitboss.floor.storage.database import Database
from tests.floor.crowd import NEVER, Book, Person, Place, open_tables, people, places
from tests.floor.mortal import Births, Mortal
from tests.floor.rows import Rows

LONGER = int(os.environ.get("PITBOSS_LONGER", "1"))  # how many times as long evenings are
PATIENCE = 45.0  # seconds for what takes one at most on a machine that has nothing else to do
SPIN = 0.05  # seconds of computing by which a machine is timed
MOMENTS = ("said", "answer", "frames", "")  # upon which a server is killed; "" is whenever


async def wait_until(
    true: Callable[[], bool], what: Callable[[], str], seconds: float = PATIENCE, state: Callable[[], object] = lambda: None
) -> None:
    """Waits until something holds; on a slow machine longer, as long as the state of things changes, but not for ever."""
    last, until, at_most = state(), time.monotonic() + seconds, time.monotonic() + 4 * seconds
    while not true():
        if (now := state()) != last:
            last, until = now, min(at_most, time.monotonic() + seconds)
        assert time.monotonic() < until, what()
        await asyncio.sleep(0.01)


def slowness() -> float:
    """How many times as long everything takes as on a machine that has nothing else to do."""
    wall, cpu = time.perf_counter(), time.thread_time()
    while time.thread_time() - cpu < SPIN:
        pass
    return max(1.0, (time.perf_counter() - wall) / SPIN)


class Evening:
    """A floor, its people, and what becomes of them."""

    def __init__(self, servers: Sequence[Mortal], seed: int = 1) -> None:
        self.servers = list(servers)
        self.book = Book()
        self.rng = random.Random(seed)
        self.people: list[Person] = []
        self.tables: list[Place] = []
        self.kills = 0
        self._seed = seed
        self._http = httpx.AsyncClient(timeout=PATIENCE, verify=False)  # without TLS there are no certificates to read
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self, tables: Sequence[str] = (), players: int = 2, opens: Sequence[str] = ()) -> None:
        """People come to the tables, all or some, and play; tables of some chapters may be opened first."""
        for server in self.servers:
            await self.ready(server)
        await open_tables(self._http, self.servers[0].url, opens)
        until = time.monotonic() + PATIENCE
        while len(self.tables) < max(1, len(tables), len(opens)):
            assert time.monotonic() < until, "the tables are not open"
            found = await places(self._http, self.servers[0].url)
            self.tables = [place for place in found if not tables or place.name in tables]
        urls = [server.url for server in self.servers]
        self.people = await people(self.book, self._http, urls, self.tables, self._seed, players)
        self._tasks = [asyncio.create_task(person.live()) for person in self.people]

    async def ready(self, server: Mortal) -> None:
        """Waits until a server can be used."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(httpx.TransportError):
                if (await self._http.get(f"{server.url}/readyz")).status_code == 200:
                    return
            await asyncio.sleep(0.01)
        raise AssertionError("the server is not ready")

    async def play(self, commands: int, seconds: float = PATIENCE) -> None:
        """Waits until so many more commands have been acknowledged."""
        until = len(self.book.acknowledged()) + commands
        await wait_until(
            lambda: len(self.book.acknowledged()) >= until,
            lambda: f"nobody is answered any more: {self.book.faults}\n" + "\n".join(each.about() for each in self.people),
            seconds,
        )

    async def kill(self, server: Mortal, moments: Sequence[str] = MOMENTS) -> None:
        """Kills a server at a moment that nobody knows: upon what somebody says or is told, or whenever."""
        moment, left = self.rng.choice(moments), self.rng.randrange(1, 60)
        if not moment:
            await asyncio.sleep(self.rng.random() * 0.3)
        else:
            happened = asyncio.Event()

            def trap(what: str) -> None:
                nonlocal left
                left -= what == moment
                if left == 0:
                    os.kill(server.number, signal.SIGKILL)  # in the middle of whatever it does
                    happened.set()

            self.book.trap = trap
            with suppress(TimeoutError):
                await asyncio.wait_for(happened.wait(), 1.0)
            self.book.trap = lambda what: None
        with suppress(ProcessLookupError):
            server.kill()
        self.kills += 1

    async def start(self, server: Mortal) -> None:
        """Starts a server again."""
        server.start()
        await self.ready(server)

    async def end(self) -> None:
        """Lets every table go on for two rounds more, and everybody be answered; then the servers stop."""
        for _ in range(2):
            before = {place.log: self.book.rounds.get(place.log, 0) for place in self.tables}
            await wait_until(partial(self._go_on, before), partial(self._why, before), state=partial(self._versions, before))
        self.book.over = True
        _, left = await asyncio.wait(self._tasks, timeout=PATIENCE)
        for task in self._tasks:
            if task not in left:
                task.result()
        assert not left, f"never answered: {[list(person.open.values()) for person in self.people if person.open]}"
        await self._http.aclose()
        for server in self.servers:
            server.stop()

    def _stuck(self, before: dict[str, int]) -> list[str]:
        """Tables at which no round has ended since."""
        return [log for log, was in before.items() if self.book.rounds.get(log, 0) <= was]

    def _go_on(self, before: dict[str, int]) -> bool:
        return not self._stuck(before)

    def _versions(self, before: dict[str, int]) -> list[int]:
        """How far the tables are at which no round has ended since."""
        return [self.book.known(log, NEVER) for log in self._stuck(before)]

    def _why(self, before: dict[str, int]) -> str:
        stuck = self._stuck(before)
        told = [person.about() for person in self.people if person.place.log in stuck]
        return f"no round ends any more at {', '.join(stuck)}:\n" + "\n".join(told)

    async def cancel(self) -> None:
        """Ends the evening at once."""
        self.book.over = True
        for person in self.people:
            person.open.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._http.aclose()


def two_servers(births: Births, url: str, key: Path) -> list[Mortal]:
    """Two servers that share a floor; the first has opened it when the second begins."""
    first = Mortal(births, url, f"key={key}")
    until = time.monotonic() + PATIENCE
    with httpx.Client(verify=False) as http:
        while time.monotonic() < until:
            with suppress(httpx.TransportError):
                if http.get(f"{first.url}/readyz").status_code == 200:
                    return [first, Mortal(births, url, f"key={key}", "share=2/2")]
            time.sleep(0.02)
    raise AssertionError("the server is not ready")


async def spend(evening: Evening, what: Callable[[Evening], Awaitable[None]], *, to_its_end: bool = True) -> Evening:
    """Spends an evening to its end, or to what goes wrong; or leaves in the middle of it, where a server may be too broken."""
    try:
        await what(evening)
        if not to_its_end:
            await evening.cancel()
            for server in evening.servers:
                server.stop()
            return evening
        await evening.end()
    except BaseException:
        await evening.cancel()
        for server in evening.servers:
            if server.lives:
                server.kill()
        raise
    return evening


def rows_of(url: str) -> Rows:
    """What is in a database now."""
    database = Database.open(url)
    try:
        return Rows.of(database)
    finally:
        database.close()
