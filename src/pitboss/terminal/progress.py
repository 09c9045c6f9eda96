"""Work that takes a while says so on standard error: on a terminal a bar with an estimate of what is left, elsewhere one line
for each thing that takes more than a moment."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MOMENT = 3.0  # seconds of work that nobody minds
Tell = Callable[[str, float], None]  # takes what is being done, and how much of it is


@contextmanager
def progress(what: str = "") -> Iterator[Tell]:
    """A function that takes what is being done and how much of it is. `what` is said where nothing else has been said yet."""
    with _bars(what) if sys.stderr.isatty() else _lines(what) as tell:
        yield tell


@contextmanager
def _bars(what: str) -> Iterator[Tell]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, TaskID] = {what: bars.add_task(what, total=None)} if what else {}

        def tell(told: str, done: float) -> None:
            if what in tasks and told != what:
                bars.remove_task(tasks.pop(what))
            if told not in tasks:
                tasks[told] = bars.add_task(told, total=1.0)
            bars.update(tasks[told], completed=done, total=1.0)

        yield tell


@contextmanager
def _lines(what: str) -> Iterator[Tell]:
    over = threading.Event()
    doing: list[tuple[str, float]] = [("", 0.0)]  # what is done now, and how much work had been done before it
    said: set[str] = set()

    def watch() -> None:
        while not over.wait(MOMENT / 4):
            told, before = doing[0]
            if told and told not in said and time.process_time() - before > MOMENT:  # work, not waiting for the machine
                said.add(told)
                print(f"pitboss: {told} takes a while …", file=sys.stderr, flush=True)

    def tell(told: str, done: float) -> None:
        if told != doing[0][0]:
            doing[0] = told, time.process_time()
        if done >= 1.0:  # what comes next may say nothing of itself
            doing[0] = what, time.process_time()

    tell(what, 0.0)
    threading.Thread(target=watch, daemon=True).start()
    try:
        yield tell
    finally:
        over.set()
