"""The writer: one thread commits all queued units in one transaction with one sync, in order.

A durable write takes milliseconds whatever its size: units submitted during a commit share the next. Commits of a busy floor
are spaced, so that each holds more. Callbacks run after the commit, in one call into the event loop. A failed unit fails the
later units of its bank that were submitted before its `done` ran; a failed database fails all that is queued.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import Any, Protocol

from pitboss.errors import DatabaseFailed, Stopped
from pitboss.floor.storage.transactions import DroppedError, Unit, check_entries, nobody
from pitboss.floor.timings import Timings

QUIET = 0.05  # seconds without anything queued
SPACING = 0.025  # seconds between two commits of a busy floor
BUSY = 16  # units in a commit from which a floor is busy
RECENT = 5.0  # seconds for which a commit proves that the database is writable
TOUCH = "UPDATE alembic_version SET version_num = version_num"  # a row for test writes


class Backend(Protocol):
    """A database, over one connection that only the writer's thread uses."""

    def commit(self, units: Sequence[Unit]) -> list[Exception | None]:
        """Commit units; returns the error of each, or None. Raises Stopped if the database failed."""

    def quiet(self) -> None:
        """Do chores while nothing is queued."""

    def close(self) -> None: ...


class Writer:
    """Commits units in the order submitted, at most `most` at a time."""

    def __init__(self, backend: Backend, loop: asyncio.AbstractEventLoop, most: int = 1024) -> None:
        self._backend = backend
        self._loop = loop
        self._most = most
        self.commits = 0  # batches announced to the event loop
        self.errors = 0  # commits that the database did not carry out
        self.took = Timings()  # each commit, in the thread
        self._queue: SimpleQueue[Unit | None] = SimpleQueue()
        self._closed = False
        self._last = False  # the thread has taken the last unit
        self._heard = 0  # failures announced to the event loop
        self._failures = 0  # failures so far, of the thread
        self._stopped = 0  # units that had not heard of this failure are stopped
        self._why = Stopped("")
        self._fallen: dict[str, int] = {}  # the same for each bank
        self.failing = False  # whether the database failed when it was last asked
        self._wrote = monotonic()  # when the last commit went well
        self._ended = loop.create_future()
        self._thread = threading.Thread(target=self._run, name="pitboss-writer", daemon=True)
        self._thread.start()

    def submit(self, unit: Unit) -> None:
        """Queues a unit; its `done` is called in the event loop once it is on disk, or cannot be."""
        if self._closed:
            raise Stopped("the floor is closing: nothing more is taken")
        if unit.entries:
            check_entries(unit)
        unit.heard = self._heard
        self._queue.put(unit)

    @property
    def waiting(self) -> int:
        """How many units are queued."""
        return self._queue.qsize()

    async def write(self, unit: Unit) -> Any:
        """Submits a unit, waits until it is on disk, and returns the result of its work; raises why it could not be."""
        ended = self._loop.create_future()
        done = unit.done

        def both(error: Exception | None) -> None:
            done(error)
            if not ended.done():  # the caller may have gone
                ended.set_result(error)

        unit.done = both
        self.submit(unit)
        if error := await ended:
            raise error
        return unit.result

    async def check(self) -> None:
        """Whether a write can be made: the last one went well a moment ago, or another does now. Raises Stopped."""
        if self.failing or monotonic() - self._wrote > RECENT:
            await self.write(Unit(work=lambda execute: execute(TOUCH)))

    async def close(self) -> None:
        """Commit what is queued, then end."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        await asyncio.shield(self._ended)
        self._thread.join()

    # ------------------------------------------------------------------------ in the thread

    def _run(self) -> None:
        quiet = False
        while not self._last:
            try:
                unit = self._queue.get(timeout=None if quiet else QUIET)
            except Empty:
                with suppress(Exception):  # a failure here shows at the next commit
                    self._backend.quiet()
                quiet = True
                continue
            quiet = False
            if units := self._take(unit):
                self._tell(units, self._commit(units))
                if len(units) >= BUSY and not self._closed:
                    sleep(SPACING)
        with suppress(Exception):
            self._backend.close()
        self._in_loop(self._ended.set_result, None)

    def _take(self, unit: Unit | None) -> list[Unit]:
        """The queued units, after one already taken."""
        units: list[Unit] = []
        while unit is not None:
            units.append(unit)
            if len(units) == self._most:
                return units
            try:
                unit = self._queue.get_nowait()
            except Empty:
                return units
        self._last = True  # nothing is submitted after the end
        return units

    def _commit(self, units: Sequence[Unit]) -> list[Exception | None]:
        """Commits units and returns why one was not."""
        results: list[Exception | None] = self._fall(units) if self._failures else [None] * len(units)
        left = [unit for unit, error in zip(units, results, strict=True) if error is None] if self._failures else units
        if not left:
            return results
        began = monotonic()
        try:
            committed = iter(self._backend.commit(left))
            self.took.add(monotonic() - began)
            self.failing, self._wrote = False, monotonic()
        except Exception as error:  # whatever failed, the fate of these units is unknown
            self._why = error if isinstance(error, Stopped) else DatabaseFailed(f"the database failed: {error}")
            self._stopped = self._failures + 1
            self.failing = True
            self.errors += 1
            return [error or self._why for error in results]
        return [error or next(committed) for error in results]

    def _fall(self, units: Sequence[Unit]) -> list[Exception | None]:
        """The units that fail with an earlier one of their bank, submitted before that was announced."""
        results: list[Exception | None] = []
        stopped = set()
        for unit in units:
            error: Exception | None = None
            if unit.heard < self._stopped:
                error = self._why
                stopped.add(unit.bank)
            elif unit.bank and (unit.bank in stopped or unit.heard < self._fallen.get(unit.bank, 0)):
                error = DroppedError("an earlier command could not be put on record: say it again")
            results.append(error)
        return results

    def _tell(self, units: Sequence[Unit], results: Sequence[Exception | None]) -> None:
        """Run all callbacks in one call into the event loop. Failures are numbered in that order."""
        heard = []
        for unit, error in zip(units, results, strict=True):
            if error is not None and not isinstance(error, DroppedError):
                self._failures += 1
                self._fallen[unit.bank] = self._failures
            heard.append(self._failures)
        self._in_loop(self._told, units, results, heard)

    def _in_loop(self, call: Callable[..., None], *arguments: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(call, *arguments)

    # ------------------------------------------------------------------------ in the event loop

    def _told(self, units: Sequence[Unit], results: Sequence[Exception | None], heard: Sequence[int]) -> None:
        self.commits += 1
        for unit, error, self._heard in zip(units, results, heard, strict=True):
            done, unit.done = unit.done, nobody  # break the cycle with the caller, which only the slow collector would free
            try:
                done(error)
            except Exception as wrong:  # the other callbacks still run
                self._loop.call_exception_handler({"message": "a unit could not be told of its commit", "exception": wrong})
