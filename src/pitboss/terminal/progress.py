"""A bar on standard error for work that takes a while, with an estimate of what is left; nothing where nobody looks."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress() -> Iterator[Callable[[str, float], None] | None]:
    """A function that takes what is being done and how much of it is; None where standard error is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, object] = {}

        def tell(what: str, done: float) -> None:
            task = tasks.setdefault(what, bars.add_task(what, total=1.0) if what not in tasks else None)
            bars.update(task, completed=done)  # type: ignore[arg-type]

        yield tell
