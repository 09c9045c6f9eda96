"""Compiled work in parts, two at a time."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

WORKERS = 2
PARTS = 16
T = TypeVar("T")
Progress = Callable[[float], None] | None


def in_parts(job: Callable[[int], T], progress: Progress = None, parts: int = PARTS) -> list[T]:
    """What a job, which releases the interpreter, brings for each of so many parts, in their order."""
    with ThreadPoolExecutor(WORKERS) as pool:
        running = [pool.submit(job, part) for part in range(parts)]
        found = []
        for done, future in enumerate(running, 1):
            found.append(future.result())
            if progress is not None:
                progress(done / parts)
    return found
