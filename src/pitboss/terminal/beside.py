"""An event loop in a background thread: the connection to a floor stays alive while the player is at a prompt."""

import asyncio
import signal
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from pitboss.errors import PitbossError

T = TypeVar("T")
AGAIN = 0.1  # seconds between repeated signals, since one may come too early to interrupt
SIGNAL = getattr(signal, "SIGUSR1", None)  # systems without it cannot interrupt a prompt


class Interrupted(Exception):
    """Something happened at the floor while the player was at a prompt."""


class Beside:
    """An event loop in a background thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the loop and wait for its result. An exception here, such as an interrupt, cancels it."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    @contextmanager
    def interrupted_by(self, news: Coroutine[Any, Any, object]) -> Iterator[None]:
        """While the context is open, wait for `news` in the loop, and raise Interrupted in the main thread when it is done,
        even while a line is being read."""
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

        def leave(*_: object) -> None:  # both signals may arrive together, and this one must win
            nonlocal inside
            inside = False
            raise KeyboardInterrupt

        async def wait() -> None:
            with suppress(PitbossError):  # a closed connection is news too
                await news
            while True:  # a signal just before the read starts would take effect only with the next key
                signal.pthread_kill(main, number)
                await asyncio.sleep(AGAIN)

        before, before_key = signal.signal(number, interrupt), signal.signal(signal.SIGINT, leave)
        waiting = asyncio.run_coroutine_threadsafe(wait(), self._loop)
        try:
            yield
        finally:
            inside = False
            waiting.cancel()
            self.do(asyncio.sleep(0))  # once this returns, the task is cancelled and sends no more signals
            signal.signal(number, before)
            signal.signal(signal.SIGINT, before_key)

    def close(self) -> None:
        """Stop the loop and its thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        if not self._thread.is_alive():
            self._loop.close()
