"""A warning when the clock of the machine jumps: the times of records, sessions, passwords and play chips follow it."""

import asyncio
import time
from collections.abc import Callable

import structlog

log = structlog.get_logger("pitboss.floor")
EVERY = 10.0  # seconds between two looks
TOLERANCE = 5.0  # seconds in that time by which a clock may be set without a word


async def watch_clock(
    every: float = EVERY, clock: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
) -> None:
    """Compare the clock with one that nobody can set, again and again."""
    offset = clock() - steady()
    while True:
        await asyncio.sleep(every)
        jump = clock() - steady() - offset
        if abs(jump) > TOLERANCE:
            log.warning("the clock of this machine was put " + ("back" if jump < 0 else "forward"), seconds=round(abs(jump)))
        offset += jump
