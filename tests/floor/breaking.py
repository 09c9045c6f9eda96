"""Servers that are broken on purpose, each in one way that a test of crashes and histories has to find."""

import time
from collections.abc import Callable


def slow_down(seconds: float) -> None:
    """Has each commit wait, so that more is under way when the server dies."""
    if not seconds:
        return
    from pitboss.floor.commits import Commits

    commit = Commits.commit

    def later(self, units):  # type: ignore[no-untyped-def]
        time.sleep(seconds)
        return commit(self, units)

    Commits.commit = later  # type: ignore[method-assign]


def spoil(name: str) -> None:
    """Breaks the server of this process."""
    if name:
        WAYS[name]()


WAYS: dict[str, Callable[[], None]] = {}
