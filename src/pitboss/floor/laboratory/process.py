"""The process that works out experiments: tasks from its input, the parts of the findings to its output, as the desk's process
does (`pitboss.floor.desk.tasks`).

It gives way to everything else on the machine. What was solved is kept on disk in a folder of its own, of bounded size.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from pitboss.errors import PitbossError
from pitboss.files import cache_folder
from pitboss.floor.desk.tasks import Result, framed, next_task
from pitboss.floor.laboratory.tasks import PROGRESS, Progress, Task
from pitboss.floor.play.broadcast import encode
from pitboss.games.pai_gow.house_way import no_files
from pitboss.laboratory.experiment import read
from pitboss.laboratory.findings import draft_findings, findings

EVERY = 0.2  # seconds between two reports of progress
MOST_FILES = 2_000  # of solved games on disk
Send = Callable[[Result], None]


def work(task: Task, send: Send) -> None:
    """Does a task and sends its parts; raises PitbossError."""
    last = 0.0

    def tell(doing: str, done: float) -> None:
        nonlocal last
        if (now := time.monotonic()) - last >= EVERY:
            last = now
            send(Result(encode(Progress(doing, done)), PROGRESS, more=True))

    parts = draft_findings(task.draft, tell) if task.draft else findings(read(task.chapter, task.query), tell)
    for name, part in parts:
        send(Result(encode(part), name, more=True))


def result_of(body: bytes, send: Send) -> Result:
    """Does an encoded task. A defect becomes an error result, so that the process goes on with the next task."""
    try:
        with no_files():
            work(msgspec.msgpack.decode(body, type=Task), send)
    except PitbossError as error:
        return Result(error=error.message, cite=error.cite, types=tuple(each.__name__ for each in type(error).__mro__))
    except Exception as error:
        return Result(error=f"the laboratory itself failed at that ({type(error).__name__})", types=("Defect",))
    return Result()


def prune(folder: Path, most: int = MOST_FILES) -> None:
    """Removes the files that were written first where there are too many."""
    files = sorted((path for path in folder.glob("*.json")), key=lambda path: path.stat().st_mtime)
    for path in files[:-most]:
        path.unlink(missing_ok=True)


def main() -> None:
    """Does tasks until the input ends."""
    os.nice(15)
    folder = cache_folder() / "laboratory"
    os.environ["PITBOSS_CACHE"] = str(folder)
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever else is printed is no result

    def send(result: Result) -> None:
        out.write(framed(msgspec.msgpack.encode(result)))

    send(Result())  # ready
    while body := next_task(sys.stdin.buffer):
        send(result_of(body, send))
        prune(folder)


if __name__ == "__main__":
    main()
