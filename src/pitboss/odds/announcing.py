"""A program that asks for odds which take long is told so, once, where somebody sits before it; elsewhere nothing is said."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.odds.parts import Told

MOMENT = 3.0  # seconds that nobody minds


@contextmanager
def telling(number: str, progress: Told = None) -> Iterator[Told]:
    """What tells how far some work about a chapter is: the caller's own, or none. Without it a line on standard error says
    that it takes a while, where that is a terminal and more than a moment has passed."""
    if progress is not None or sys.stderr is None or not sys.stderr.isatty():
        yield progress
        return
    watch = threading.Timer(MOMENT, _say, (number,))
    watch.daemon = True
    watch.start()
    try:
        yield None
    finally:
        watch.cancel()


def _say(number: str) -> None:
    print(f"pitboss: chapter {number} takes a while; what was found is kept for the next time …", file=sys.stderr, flush=True)
