"""Jobs of the desk (`pitboss.floor.desk.tasks`), in processes that the floor can kill at any time.

A few processes take one job each and stay for the next. A job ends with its process if it takes too long, its client goes away
or the server stops. The queue is bounded: one more is refused with the time to try again. One account never has all processes,
nor the whole queue.
"""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress

import msgspec

from pitboss import errors
from pitboss.errors import PitbossError, Stopped
from pitboss.floor.desk.tasks import LENGTH, Result, framed
from pitboss.submissions.reading import BadSubmission

WORKERS = 2
MOST_WAITING = 8
MOST_OF_ONE = 4  # jobs of one account, under way and waiting
SECONDS = 20.0  # for one job; the largest layout takes about three
STARTING = 60.0  # seconds that a process has until it is ready
SECONDS_OF_HOLD = 240.0  # to work out what wagers hold
RETRY_AFTER = 10  # seconds
COMMAND = (sys.executable, "-m", "pitboss.floor.desk.tasks")
NO_PROCESS = "this machine has no room for the work of the desk now"
Hear = Callable[[Result], None]
TYPES: dict[str, type[PitbossError]] = {  # errors by name, as a process reports them
    each.__name__: each for each in (BadSubmission, errors.NotAuthorized, errors.BadOdds, PitbossError)
}


class BusyError(Stopped, kind="Busy"):
    """The desk's queue is full; try again after `wait` seconds."""

    def __init__(self, wait: int = RETRY_AFTER, why: str = "the desk is busy with other submissions") -> None:
        super().__init__(f"{why}; try again in {wait} seconds")
        self.wait = wait


class TimeLimitError(PitbossError, kind="TooLong"):
    """A job that took too long was ended."""


class Jobs:
    """The processes of the desk, and the jobs that wait for one."""

    def __init__(
        self,
        workers: int = WORKERS,
        waiting: int = MOST_WAITING,
        seconds: float = SECONDS,
        starting: float = STARTING,
        command: tuple[str, ...] = COMMAND,
    ) -> None:
        self.seconds, self._starting, self._command = seconds, starting, command
        self._most = workers + waiting
        self._turn = asyncio.Semaphore(workers)
        self._asked: dict[asyncio.Task[Result], int] = {}  # with the account that asked
        self._turns: defaultdict[int, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(max(1, workers - 1)))
        self._idle: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()
        self._closed = False

    @property
    def processes(self) -> list[int]:
        """The process ids."""
        return [process.pid for process in self._all]

    def __len__(self) -> int:
        return len(self._asked)

    async def run(self, task: msgspec.Struct, account: int = 0, hear: Hear | None = None) -> Result:
        """Run a task for an account; raises its error, BusyError, TimeLimitError, or Stopped if the server stops. A task with
        several results hands all but the last to `hear`."""
        if self._closed:
            raise Stopped("the floor is closing: nothing more is taken")
        if len(self._asked) >= self._most:
            raise BusyError
        if list(self._asked.values()).count(account) >= MOST_OF_ONE:
            raise BusyError(why=f"the desk does {MOST_OF_ONE} things for you already")
        job = asyncio.create_task(self._run_in_turn(task, account, hear))
        self._asked[job] = account
        job.add_done_callback(self._forget)
        try:
            return raised(await job)
        except asyncio.CancelledError:
            if self._closed:
                raise Stopped("the floor is closing: this job was ended") from None
            raise

    async def close(self) -> None:
        """Ends everything at once."""
        self._closed = True
        jobs = list(self._asked)
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        for process in list(self._all):
            await self._end(process)

    def _forget(self, job: asyncio.Task[Result]) -> None:
        account = self._asked.pop(job)
        if account not in self._asked.values():
            self._turns.pop(account, None)

    async def _run_in_turn(self, task: msgspec.Struct, account: int, hear: Hear | None) -> Result:
        async with self._turns[account]:
            return await self._run(task, hear)

    # ------------------------------------------------------------------ one process

    async def _run(self, task: msgspec.Struct, hear: Hear | None) -> Result:
        async with self._turn:
            process = self._idle.pop() if self._idle else await self._start()
            try:
                async with asyncio.timeout(self.seconds):
                    result = await _ask(process, task, hear)
            except BaseException as error:  # even without a client: the answer would go to the next
                await self._end(process)
                if isinstance(error, TimeoutError):
                    raise TimeLimitError(f"this took longer than {self.seconds:g} seconds, and was ended") from None
                if isinstance(error, (EOFError, OSError)):
                    raise PitbossError("the process of this job ended before it was done") from None
                raise
            self._idle.append(process)
            return result

    async def _start(self) -> asyncio.subprocess.Process:
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
            )
        except OSError:
            raise PitbossError(NO_PROCESS) from None
        self._all.add(process)
        try:
            async with asyncio.timeout(self._starting):
                await _answer(process)
        except BaseException as error:
            await self._end(process)
            if isinstance(error, (EOFError, OSError)):
                raise PitbossError(NO_PROCESS) from None
            raise
        return process

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        self._all.discard(process)
        if process in self._idle:
            self._idle.remove(process)
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def raised(result: Result) -> Result:
    """A result that is no error; raises the error that it is."""
    if not result.types:
        return result
    if result.types[0] == "Defect":
        raise RuntimeError(result.error)
    error = next(TYPES[name] for name in result.types if name in TYPES)
    raise error(result.error, result.cite)


async def _ask(process: asyncio.subprocess.Process, task: msgspec.Struct, hear: Hear | None) -> Result:
    assert process.stdin is not None
    process.stdin.write(framed(msgspec.msgpack.encode(task)))
    await process.stdin.drain()
    while (result := await _answer(process)).more:
        if hear is not None:
            hear(result)
    return result


async def _answer(process: asyncio.subprocess.Process) -> Result:
    assert process.stdout is not None
    length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
    return msgspec.msgpack.decode(await process.stdout.readexactly(length), type=Result)
