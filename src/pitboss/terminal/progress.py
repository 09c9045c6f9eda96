"""Reports the progress of slow work on standard error: bars with estimates on a terminal, else a line for each slow task."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MOMENT = 3.0  # seconds of work that need no report
Tell = Callable[[str, float], None]  # takes a task and the part of it that is done


@contextmanager
def progress(what: str = "") -> Iterator[Tell]:
    """A context with a function that reports progress: it takes a task and the part of it that is done. `what` names the work
    until a task is reported."""
    with _bars(what) if sys.stderr.isatty() else _lines(what) as tell:
        yield tell


@contextmanager
def _bars(what: str) -> Iterator[Tell]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, TaskID] = {what: bars.add_task(what, total=None)} if what else {}

        def tell(task: str, done: float) -> None:
            if what in tasks and task != what:
                bars.remove_task(tasks.pop(what))
            if task not in tasks:
                tasks[task] = bars.add_task(task, total=1.0)
            bars.update(tasks[task], completed=done, total=1.0)

        yield tell


@contextmanager
def _lines(what: str) -> Iterator[Tell]:
    over = threading.Event()
    current: list[tuple[str, float]] = [("", 0.0)]  # the current task, and the CPU time at its start
    reported: set[str] = set()

    def watch() -> None:
        while not over.wait(MOMENT / 4):
            task, start = current[0]
            if task and task not in reported and time.process_time() - start > MOMENT:  # CPU time: waiting does not count
                reported.add(task)
                print(f"pitboss: {task} takes a while …", file=sys.stderr, flush=True)

    def tell(task: str, done: float) -> None:
        if task != current[0][0]:
            current[0] = task, time.process_time()
        if done >= 1.0:  # the next task may not be reported by name
            current[0] = what, time.process_time()

    tell(what, 0.0)
    threading.Thread(target=watch, daemon=True).start()
    try:
        yield tell
    finally:
        over.set()
