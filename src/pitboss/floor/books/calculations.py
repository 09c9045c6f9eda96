"""Calculations: one process computes what choices and wagers are worth, while the event loop runs.

It starts on demand and ends when idle. Results are cached. The queue is bounded, and clients are told when to ask again.
Answers are compared with best play only while no client waits, one at a time.
"""

import asyncio
import itertools
import sys
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from pitboss.advice.handle import Expected
from pitboss.advice.jobs import Done, House, Job, Said
from pitboss.advice.mathematics import mathematics_of
from pitboss.advice.sight import Advice, Sight, Verdict, Worth
from pitboss.errors import PitbossError

MOST_WAITING = 16  # jobs at once
KEPT = 512  # results
PATIENCE = 1.0  # seconds that a client waits
IDLE = 600.0  # idle seconds until the process ends
LONGEST_LINE = 1 << 20
NOT_KEPT = b""  # for a job asked once


class NotReadyError(Exception):
    """The calculation is running: ask again after `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"ask again in {seconds} seconds")
        self.seconds = seconds


class Calculator:
    """The calculating process, if it runs, and the cached results."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._ids = itertools.count(1)
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._waiting: dict[int, tuple[bytes, float, asyncio.Future[Done]]] = {}
        self._by_key: dict[bytes, int] = {}
        self._found: OrderedDict[bytes, Done] = OrderedDict()
        self._idle: asyncio.TimerHandle | None = None
        self.closed = False  # whether nothing is reckoned any more

    @property
    def running(self) -> bool:
        """True if the process runs."""
        return self._process is not None

    async def advice(self, sight: Sight, asker: str = "") -> Advice:
        """What each choice is worth. Raises NotReadyError while the calculation runs, PitbossError where there is none.

        Results are cached per asker: an immediate answer would reveal that another player has held the same hand.
        """
        found = (await self._ask(Job(0, sight=sight), mathematics_of(sight.chapter).seconds, asker)).advice
        assert found is not None
        return found

    async def worths(self, sight: Sight, asker: str = "") -> tuple[Sequence[Worth], str]:
        """What each answer brings, exactly, and in what sense; raises as `advice` does."""
        done = await self._ask(Job(0, sight=sight, exactly=True), mathematics_of(sight.chapter).seconds, asker)
        return done.worths or (), done.basis

    async def expectation(self, chapter: str, given: dict[str, object], meter: int | None = None) -> dict[str, Expected]:
        """The edge and the spread of every wager of a house; raises NotReadyError, and PitbossError."""
        takes = mathematics_of(chapter)
        seconds = takes.whole_game_seconds or takes.seconds
        expected = (await self._ask(Job(0, house=House(chapter, dict(given), meter)), seconds)).expected
        assert expected is not None
        return expected

    async def verdict(self, sight: Sight, said: Said) -> Verdict | None:
        """How an answer compares with the best, None if unknown. Waits until no client does. Raises PitbossError if closed."""
        while waiting := [future for _, _, future in self._waiting.values()]:
            await asyncio.wait(waiting)
        if self.closed:
            raise PitbossError("nothing is reckoned here any more")
        _, future = await self._send(NOT_KEPT, Job(0, sight=sight, said=said))
        return (await future).verdict

    async def close(self) -> None:
        """Ends the process at once."""
        self.closed = True
        if self._idle is not None:
            self._idle.cancel()
        async with self._starting:  # or it would be started after its end
            process, reading = self._process, self._reading
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
        if reading is not None:
            await reading

    # ------------------------------------------------------------------ one job

    async def _ask(self, job: Job, seconds: int, asker: str = "") -> Done:
        key = f"{asker}\n".encode() + msgspec.json.encode(job, order="sorted")
        if (done := self._found.get(key)) is None:
            done = await self._wait_for(key, job, seconds)
        if done.error:
            raise PitbossError(done.error)
        return done

    async def _wait_for(self, key: bytes, job: Job, seconds: int) -> Done:
        """The result, if it comes soon; raises NotReadyError."""
        number = self._by_key.get(key)
        if number is None and (len(self._waiting) >= MOST_WAITING or self.closed):
            raise NotReadyError(seconds)
        since, future = await self._send(key, job) if number is None else self._waiting[number][1:]
        with suppress(TimeoutError):
            return await asyncio.wait_for(asyncio.shield(future), self.patience)
        raise NotReadyError(max(1, round(seconds - (time.monotonic() - since))))

    async def _send(self, key: bytes, job: Job) -> tuple[float, asyncio.Future[Done]]:
        """Start a job; returns its start and its future."""
        number, since = next(self._ids), time.monotonic()
        future: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._waiting[number] = key, since, future
        if key != NOT_KEPT:
            self._by_key[key] = number
        try:
            process = await self._started()
        except OSError:  # a machine without room for another process
            self._take(Done(number, error="nothing can be worked out on this machine now"), keep=False)
        else:
            assert process.stdin is not None
            process.stdin.write(msgspec.json.encode(msgspec.structs.replace(job, id=number)) + b"\n")
        return since, future

    # ------------------------------------------------------------------ the process

    async def _started(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._process is None:
                self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "pitboss.advice"),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.DEVNULL,
                    limit=LONGEST_LINE,
                    start_new_session=True,  # the keyboard's interrupt is for the server, which ends it
                )
                self._reading = asyncio.create_task(self._read(self._process))
            return self._process

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Takes results until the process ends."""
        assert process.stdout is not None and process.stdin is not None
        while line := await process.stdout.readline():
            self._take(msgspec.json.decode(line, type=Done))
        self._process = None
        process.stdin.close()
        with suppress(OSError):  # input it did not read
            await process.stdin.wait_closed()
        await process.wait()
        for number in list(self._waiting):
            self._take(Done(number, error="what reckons has ended; ask again"), keep=False)

    def _take(self, done: Done, keep: bool = True) -> None:
        waiting = self._waiting.pop(done.id, None)
        if waiting is None:
            return
        key, _, future = waiting
        self._by_key.pop(key, None)
        if keep and key != NOT_KEPT:
            self._found[key] = done
            while len(self._found) > KEPT:
                self._found.popitem(last=False)
        future.set_result(done)
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE, self._rest)

    def _rest(self) -> None:
        """End the idle process, by closing its input."""
        if self._process is not None and not self._waiting:
            assert self._process.stdin is not None
            self._process.stdin.close()
