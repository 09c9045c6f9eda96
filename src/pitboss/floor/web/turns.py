"""Pages take turns: one is put together at a time, and between two of them the event loop does all else that is ready. So a
command at a table waits for one page at most, however many readers there are.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()  # a lock belongs to one loop


@asynccontextmanager
async def turn() -> AsyncIterator[None]:
    """The time in which a page, or a part of one, is put together, without waiting for anything."""
    async with _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        await asyncio.sleep(0)  # what became ready meanwhile comes first
        yield
