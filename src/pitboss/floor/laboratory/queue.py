"""The queue of the laboratory: one process works, experiments wait in their order, and what is known is answered at once.

Clients are told how many wait before them. The next experiment of a window takes the place of its last one; what no window has
asked about for a while is given up. The queue is bounded, and so is what one address may have in it.
"""

import asyncio
import sys
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from zlib import crc32

import msgspec

from pitboss.errors import PitbossError
from pitboss.floor.desk.jobs import BusyError, Jobs
from pitboss.floor.desk.tasks import Result
from pitboss.floor.laboratory.tasks import PROGRESS, Progress, Task
from pitboss.floor.people.rate_limits import Buckets, Rate, RateLimitError, remember

COMMAND = (sys.executable, "-m", "pitboss.floor.laboratory.process")
MOST_WAITING, MOST_OF_ONE, MOST_KNOWN = 16, 3, 256
SECONDS = 300.0  # for one experiment
PATIENCE = 1.0  # seconds that an answer waits for the next part
GIVEN_UP = 20.0  # seconds without a question
ERRORS_KEPT = 30.0  # seconds
OFTEN = Rate(30, 2.0)  # experiments of one address that are not known yet

Window = tuple[str, str]  # an address, and the window's own name


class Waiting(msgspec.Struct, frozen=True):
    """How far an experiment is: how many others come first, what is being worked out, how much of that is done, and since how
    many seconds."""

    ahead: int
    doing: str
    done: float
    seconds: float


@dataclass
class Work:
    """An experiment that is worked out or waits."""

    network: str
    since: float
    windows: dict[Window, float] = field(default_factory=dict)  # when each asked last
    parts: dict[str, msgspec.Raw] = field(default_factory=dict)
    progress: Progress = Progress("", 0.0)  # noqa: RUF009
    begun: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)
    job: asyncio.Task[None] | None = None


@dataclass(frozen=True)
class Known:
    """What came of an experiment: its parts, or why there are none."""

    parts: dict[str, msgspec.Raw]
    error: PitbossError | None = None


class Experiments:
    """The experiments of a floor."""

    def __init__(self, jobs: Jobs | None = None) -> None:
        if jobs is None:
            jobs = Jobs(workers=1, waiting=MOST_WAITING, seconds=SECONDS, command=COMMAND)
        self._jobs = jobs
        self._known: OrderedDict[Task, Known] = OrderedDict()
        self._works: dict[Task, Work] = {}
        self._rates = Buckets(OFTEN)

    def __len__(self) -> int:
        return len(self._works)

    async def ask(self, task: Task, window: Window) -> tuple[dict[str, msgspec.Raw], Waiting | None]:
        """The parts that are known, and how far the rest is, None if there is no more. Raises the error of the experiment,
        RateLimitError or BusyError."""
        self.leave(window, but=task)
        if task in self._known:
            self._known.move_to_end(task)
            return self._answer(task)
        work = self._works.get(task) or self._begin(task, window[0])
        work.windows[window] = time.monotonic()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await work.news.wait()
        work.news.clear()
        if window not in work.windows:  # it left while it waited, and needs no answer
            return work.parts, None
        return self._answer(task)

    def leave(self, window: Window, but: Task | None = None) -> None:
        """A window waits for nothing any more, or for one experiment only; work for no window ends."""
        for task, work in list(self._works.items()):
            if task != but and work.windows.pop(window, None) is not None and not work.windows:
                self._end(work)

    async def close(self) -> None:
        """Ends everything."""
        for work in list(self._works.values()):
            self._end(work)
        await self._jobs.close()

    # ------------------------------------------------------------------ one experiment

    def _answer(self, task: Task) -> tuple[dict[str, msgspec.Raw], Waiting | None]:
        if (known := self._known.get(task)) is not None:
            if known.error is not None:
                raise known.error
            return known.parts, None
        work = self._works.get(task)
        if work is None:
            raise BusyError(why="the experiment was given up")
        works = list(self._works.values())
        ahead = 0 if work.begun else works.index(work)
        seconds = round(time.monotonic() - work.since, 1)
        return work.parts, Waiting(ahead, work.progress.doing, round(work.progress.done, 3), seconds)

    def _begin(self, task: Task, network: str) -> Work:
        if len(self._works) >= MOST_WAITING:
            raise BusyError(why="the laboratory is busy with other experiments")
        if sum(work.network == network for work in self._works.values()) >= MOST_OF_ONE:
            raise BusyError(why=f"the laboratory works on {MOST_OF_ONE} experiments for you already")
        if wait := self._rates.wait(network):
            raise RateLimitError(wait, "that are many new experiments")
        work = self._works[task] = Work(network, time.monotonic())
        work.job = asyncio.create_task(self._run(task, work))
        self._look(work)
        return work

    async def _run(self, task: Task, work: Work) -> None:
        def hear(result: Result) -> None:
            work.begun = True
            if result.name == PROGRESS:
                work.progress = msgspec.json.decode(result.content, type=Progress)
            else:
                work.parts[result.name] = msgspec.Raw(result.content)
                work.news.set()

        try:
            await self._jobs.run(task, crc32(work.network.encode()), hear)
            known = Known(work.parts)
        except PitbossError as error:
            known = Known({}, error)
        except RuntimeError:  # a defect, which is in the answer and not kept
            known = Known({}, PitbossError("the laboratory itself failed at that"))
        finally:
            del self._works[task]
            work.news.set()
        remember(self._known, task, known, MOST_KNOWN)
        if known.error is not None:  # the next try may go better
            asyncio.get_running_loop().call_later(ERRORS_KEPT, self._known.pop, task, None)

    def _end(self, work: Work) -> None:
        if work.job is not None:
            work.job.cancel()

    def _look(self, work: Work) -> None:
        """Gives work up about which nobody asks any more, and looks again later."""
        if work.job is None or work.job.done():
            return
        if work.windows and max(work.windows.values()) < time.monotonic() - GIVEN_UP:
            self._end(work)
        else:
            asyncio.get_running_loop().call_later(GIVEN_UP / 4, self._look, work)
