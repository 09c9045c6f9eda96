"""Processes of the desk that are forked from one that has imported everything (`mortal`): each does tasks as
`python -m pitboss.floor.desk.tasks` does, and is spared a second of imports. `test_desk_jobs` starts real ones."""

import asyncio
import itertools
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.desk import jobs
from pitboss.floor.desk.jobs import Jobs
from tests.floor.mortal import Births

NUMBERS = itertools.count(1)


class Forked:
    """What the desk asks of a process."""

    def __init__(self, pid: int, stdout: asyncio.StreamReader, stdin: asyncio.StreamWriter) -> None:
        self.pid, self.stdout, self.stdin = pid, stdout, stdin

    def kill(self) -> None:
        """Ends it."""
        os.kill(self.pid, signal.SIGKILL)

    async def wait(self) -> None:
        """Hangs up."""
        self.stdin.close()


def fork_processes(births: Births, folder: Path) -> pytest.MonkeyPatch:
    """Has every desk of this process fork its processes."""
    patch, start = pytest.MonkeyPatch(), Jobs._start

    async def fork(self: Jobs) -> Any:
        if self._command != jobs.COMMAND:
            return await start(self)
        came: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.get_running_loop().create_future()
        path = folder / str(next(NUMBERS))
        listening = await asyncio.start_unix_server(lambda *ends: came.set_result(ends), path)
        number = await asyncio.to_thread(births.work_at, path)
        process: Any = Forked(number, *await came)
        listening.close()
        self._all.add(process)
        await jobs._answer(process)
        return process

    patch.setattr(Jobs, "_start", fork)
    return patch
