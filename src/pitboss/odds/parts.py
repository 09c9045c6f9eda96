"""Compiled work in parts, in as many threads as there are cores, that tells how far it is and can be interrupted.

An interrupt reaches the main thread, which waits for the parts in their order: what has not begun is dropped, what runs ends by
itself, since compiled code cannot be stopped. So parts should take well under a second.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Progress = Callable[[float], None] | None  # takes how much is done, from 0 to 1
Told = Callable[[str, float], None] | None  # takes what is done, too
CORES = os.cpu_count() or 1
T = TypeVar("T")
W = TypeVar("W")


def begun(told: Told, what: str) -> Progress:
    """Tells that something begins; gives back what tells how much of it is done.

    >>> progress = begun(print, "counting")
    counting 0.0
    >>> progress(0.5)
    counting 0.5
    """
    if told is None:
        return None
    told(what, 0.0)
    return lambda done: told(what, done)


def in_threads(do: Callable[[W], T], work: Iterable[W], progress: Progress = None, workers: int = CORES) -> list[T]:
    """What is made of each part, in their order."""
    parts = list(work)
    found = []
    pool = ThreadPoolExecutor(workers)
    try:
        for one in pool.map(do, parts):
            found.append(one)
            if progress is not None:
                progress(len(found) / len(parts))
    finally:
        pool.shutdown(cancel_futures=True)
    return found


def cut(number: int, parts: int = 16 * CORES) -> list[tuple[int, int]]:
    """The numbers from 0 up to a number in so many parts, each from its first on and before its last.

    >>> cut(7, 3), cut(2, 3)
    ([(0, 2), (2, 4), (4, 7)], [(0, 1), (1, 2)])
    """
    parts = min(number, parts)
    return [(number * part // parts, number * (part + 1) // parts) for part in range(parts)]


def in_parts(work: Callable[..., T], number: int, *arguments: Any, progress: Progress = None) -> list[T]:
    """Does compiled work on the numbers from 0 up to a number, which it takes as the first and the one after the last."""
    return in_threads(lambda part: work(*part, *arguments), cut(number), progress)


def shares(progress: Progress, works: Sequence[float]) -> Iterator[Progress]:
    """For pieces of work that follow each other and take so long, the progress of each as a part of the whole.

    >>> first, second = shares(print, (1, 3))
    >>> first(0.5), second(0.5)
    0.125
    0.625
    (None, None)
    """
    whole, before = sum(works), 0.0
    for work in works:
        yield None if progress is None else _share(progress, before / whole, work / whole)
        before += work


def _share(progress: Callable[[float], None], begin: float, part: float) -> Callable[[float], None]:
    return lambda done: progress(begin + part * done)
