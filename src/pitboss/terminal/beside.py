"""An event loop beside the terminal, in a thread of its own: the line to a floor goes on while somebody thinks at a prompt."""

import asyncio
import signal
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from pitboss.errors import PitbossError

T = TypeVar("T")
AGAIN = 0.1  # seconds until somebody who did not notice is interrupted again
SIGNAL = getattr(signal, "SIGUSR1", None)  # not there on every system: then a prompt waits for its answer


class Interrupted(Exception):
    """Something has happened while somebody was at a prompt."""


class Beside:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Has something done there, and waits for it; an interrupt ends it."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    @contextmanager
    def interrupted_by(self, news: Coroutine[Any, Any, object]) -> Iterator[None]:
        """Waits for something there too, and raises Interrupted in the main thread as soon as it has come, also out of the
        reading of a line."""
        main, number, inside = threading.main_thread().ident, SIGNAL, True
        if number is None or main is None or main != threading.get_ident():
            news.close()
            yield
            return

        def interrupt(*_: object) -> None:
            nonlocal inside
            if inside:
                inside = False
                raise Interrupted

        def leave(*_: object) -> None:  # both signals may come at once: the other must not take this one's place
            nonlocal inside
            inside = False
            raise KeyboardInterrupt

        async def wait() -> None:
            with suppress(PitbossError):  # a line that has ended is news too
                await news
            while True:  # one that comes just before the line is read is noticed with the next key only
                signal.pthread_kill(main, number)
                await asyncio.sleep(AGAIN)

        before, before_key = signal.signal(number, interrupt), signal.signal(signal.SIGINT, leave)
        waiting = asyncio.run_coroutine_threadsafe(wait(), self._loop)
        try:
            yield
        finally:
            inside = False
            waiting.cancel()
            self.do(asyncio.sleep(0))  # it has been cancelled, and sends no signal any more
            signal.signal(number, before)
            signal.signal(signal.SIGINT, before_key)

    def close(self) -> None:
        """Ends the loop."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        if not self._thread.is_alive():
            self._loop.close()
