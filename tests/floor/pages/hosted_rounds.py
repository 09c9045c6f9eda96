"""A floor on which rounds were played, served to a browser that runs beside it."""

import asyncio
import shutil
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from playwright.async_api import Browser, Page, async_playwright

from pitboss.floor import bots
from pitboss.floor.accounts import Account
from pitboss.floor.live import LiveTable
from pitboss.floor.server import Running, running
from pitboss.floor.web.app import application, guarded
from pitboss.games import BANKED, NONBANKED
from pitboss.rulebook import chapter
from tests.floor.floor_evening import Evening, settings

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


class Somebody(NamedTuple):
    """An account with the token by which it is known."""

    account: Account
    token: str


class Hosted:
    """The floor, its address, and windows of a browser; every error in their consoles is kept."""

    def __init__(self, opened: Running, url: str, browser: Browser) -> None:
        self.opened, self.url, self.browser = opened, url, browser
        self.evening, self.faults = Evening(opened), list[str]()

    async def come(self, role: Any = "patron") -> Somebody:
        """Somebody comes to the floor."""
        signed = await self.opened.people.guest("203.0.113.7", role)
        return Somebody(signed.account, signed.token)

    async def window(self, who: Somebody | None = None, **options: Any) -> Page:
        """A window of a browser in which somebody has signed in, or nobody."""
        context = await self.browser.new_context(**options)
        if who is not None:
            await context.add_cookies([{"name": "pitboss", "value": who.token, "url": self.url}])
        page = await context.new_page()
        page.on("console", lambda message: self.faults.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page

    async def open_game(self, number: str) -> LiveTable:
        """A table of a chapter, in the room "poker" where it is Poker."""
        openings = self.opened.openings
        if number in BANKED:
            return await openings.open_table(None, chapter(number).slug, number, {})
        room = await openings.open_room(None, "poker", number)
        return await openings.open_room_table(None, room, "1", {})

    async def play(self, live: LiveTable, who: Somebody, rounds: int) -> None:
        """Somebody sits down at seat 1, with others where the game needs them, and plays some rounds."""
        await self.evening.sit(live, who.account, 1, 40_000)
        if live.table.game.chapter in NONBANKED:
            await bots.seat(self.opened.floor, live, 2)
        await self.evening.play(live, [(who.account, 1)], rounds)


@asynccontextmanager
async def hosted(path: Path) -> AsyncIterator[Hosted]:
    """A floor in a folder, served until the end of the block."""
    async with running(settings(path)) as opened, async_playwright() as playwright:
        app = application(lambda: running(settings(Path("nowhere"))))
        app.state.floor, app.state.people, app.state.openings = opened.floor, opened.people, opened.openings
        listening = socket.create_server(("127.0.0.1", 0))
        config = uvicorn.Config(guarded(app, ("127.0.0.1",)), lifespan="off", log_level="warning")
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve([listening]))
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            yield Hosted(opened, f"http://127.0.0.1:{listening.getsockname()[1]}", browser)
        finally:
            await browser.close()
            server.should_exit = True
            await task


def host(path: Path, test: Callable[[Hosted], Awaitable[None]]) -> None:
    """Runs a test with a floor in a folder; no page may have put an error on its console."""

    async def main() -> None:
        async with hosted(path) as here:
            await test(here)
            assert here.faults == []

    asyncio.run(main())
