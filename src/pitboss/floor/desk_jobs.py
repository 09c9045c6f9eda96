"""Runs the work of the desk (`pitboss.floor.desk_tasks`) in processes of its own, so that the floor can end it at any moment.

There are a few processes, each with one job at a time; they are started when they are needed and stay for the next job. A job
that takes too long is killed with its process, and so is one whose client goes away or whose server stops. Only so many jobs
wait: one more is refused with the time after which to try again.
"""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress

import msgspec

from pitboss import errors
from pitboss.errors import PitbossError, Stopped
from pitboss.floor.desk_tasks import LENGTH, Result, Task, framed
from pitboss.submissions.reading import BadSubmission

WORKERS = 2
MOST_WAITING = 8
SECONDS = 20.0  # for one job; the largest layout takes about three
STARTING = 60.0  # seconds that a process has until it is ready
RETRY_AFTER = 10  # seconds
COMMAND = (sys.executable, "-m", "pitboss.floor.desk_tasks")
NO_PROCESS = "this machine has no room for the work of the desk now"
TYPES: dict[str, type[PitbossError]] = {  # errors that a process tells of, by the name of their type
    each.__name__: each for each in (BadSubmission, errors.NotAuthorized, PitbossError)
}


class Busy(Stopped):
    """The desk has enough to do; after `wait` seconds there may be room."""

    def __init__(self, wait: int = RETRY_AFTER) -> None:
        super().__init__(f"the desk is busy with other submissions; try again in {wait} seconds")
        self.wait = wait


class TooLong(PitbossError):
    """A job that took too long was ended."""


class Jobs:
    """The processes of the desk, and the jobs that wait for one."""

    def __init__(
        self, workers: int = WORKERS, waiting: int = MOST_WAITING, seconds: float = SECONDS, starting: float = STARTING
    ) -> None:
        self.seconds, self._starting = seconds, starting
        self._most = workers + waiting
        self._turn = asyncio.Semaphore(workers)
        self._asked: set[asyncio.Task[Result]] = set()
        self._idle: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()
        self._closed = False

    @property
    def processes(self) -> list[int]:
        """The ids of the processes that there are."""
        return [process.pid for process in self._all]

    async def run(self, task: Task) -> Result:
        """Does a task; raises what the task raised, Busy, TooLong, and Stopped where the server stops."""
        if self._closed:
            raise Stopped("the floor is closing: nothing more is taken")
        if len(self._asked) >= self._most:
            raise Busy
        job = asyncio.create_task(self._run(task))
        self._asked.add(job)
        job.add_done_callback(self._asked.discard)
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

    # ------------------------------------------------------------------ one process

    async def _run(self, task: Task) -> Result:
        async with self._turn:
            process = self._idle.pop() if self._idle else await self._start()
            try:
                async with asyncio.timeout(self.seconds):
                    result = await _ask(process, task)
            except BaseException as error:  # also where nobody waits any more: its answer would be taken for the next
                await self._end(process)
                if isinstance(error, TimeoutError):
                    raise TooLong(f"this took longer than {self.seconds:g} seconds, and was ended") from None
                if isinstance(error, (EOFError, OSError)):
                    raise PitbossError("the process of this job ended before it was done") from None
                raise
            self._idle.append(process)
            return result

    async def _start(self) -> asyncio.subprocess.Process:
        try:
            process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
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


async def _ask(process: asyncio.subprocess.Process, task: Task) -> Result:
    assert process.stdin is not None
    process.stdin.write(framed(msgspec.msgpack.encode(task)))
    await process.stdin.drain()
    return await _answer(process)


async def _answer(process: asyncio.subprocess.Process) -> Result:
    assert process.stdout is not None
    length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
    return msgspec.msgpack.decode(await process.stdout.readexactly(length), type=Result)
