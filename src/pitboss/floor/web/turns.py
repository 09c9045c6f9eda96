"""Pages are built one at a time, with the event loop free between two, so that a command waits for at most one page."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()  # a lock belongs to one loop


@asynccontextmanager
async def turn() -> AsyncIterator[None]:
    """The scope in which a page, or a part of it, is built without awaiting."""
    async with _turns.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        await asyncio.sleep(0)  # ready tasks first
        yield
