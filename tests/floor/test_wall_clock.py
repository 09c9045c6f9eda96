"""A clock that jumps is remarked once, in either direction; one that drifts or is set by a second is not."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

from structlog.testing import capture_logs

from pitboss.floor.wall_clock import watch_clock


def warnings(*clock: float) -> list[MutableMapping[str, Any]]:
    """What is logged while the clock shows these times beside one that stands still."""
    times = iter(clock)

    async def run() -> None:
        watching = asyncio.create_task(watch_clock(0, lambda: next(times), lambda: 0.0))
        await asyncio.wait([watching])
        assert isinstance(watching.exception(), RuntimeError)  # there are no more times

    with capture_logs() as logs:
        asyncio.run(run())
    return logs


def test_a_jump_is_remarked_once() -> None:
    [back] = warnings(1000.0, 1000.5, 400.0, 400.0, 401.0)
    assert back["event"] == "the clock of this machine was put back" and back["seconds"] == 600
    [forward] = warnings(1000.0, 90_000.0, 90_001.0)
    assert forward["event"] == "the clock of this machine was put forward" and forward["seconds"] == 89_000


def test_a_clock_that_is_set_by_a_second_is_not() -> None:
    assert warnings(1000.0, 1001.0, 999.0, 1003.0) == []
