"""Chromium for tests, and pages that keep what went wrong on them and, where a test wants it, every byte that they were sent.

Chromium's headless shell draws the same pages without a desktop's windows, for half the work. Where neither is installed the
tests are skipped, unless PITBOSS_REQUIRE_BROWSER=1 says that they must not be.
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Request,
    Response,
    ViewportSize,
    WebSocket,
    expect,
    sync_playwright,
)
from playwright.sync_api import Error as PlaywrightError

from tests.floor.house import CODE

MISSING = "Chromium is not installed: pages are not tested in a browser (tools/install-debian installs it)"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--renderer-process-limit=1",  # or another process would be started beside each window, in case it opens a second one
]
WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
NARROW: ViewportSize = {"width": 320, "height": 700}
Theme = Literal["dark", "light"]
PATIENCE = 30_000  # milliseconds for whatever a page is expected to do, on a machine that is busy with other tests
expect.set_options(timeout=PATIENCE)
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")  # the cheapest first
INNER = ("data", "blob", "about")  # addresses with which nothing leaves the browser
POLICY = """document.addEventListener("securitypolicyviolation", (event) =>
  window.againstThePolicy(`${event.effectiveDirective} ${event.blockedURI}`));"""


def require() -> str:
    """Where Chromium is; skips the test where there is none, or fails it where that is not allowed."""
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is not None:
        return found
    if os.environ.get("PITBOSS_REQUIRE_BROWSER") == "1":
        pytest.fail("PITBOSS_REQUIRE_BROWSER=1, and Chromium is not installed")
    pytest.skip(MISSING)


@contextmanager
def chromium(program: str) -> Iterator[Browser]:
    """A browser until the end of the block."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


class Visit:
    """Somebody with a browser window at a floor.

    `faults` is what must not happen on a page: errors of its scripts, requests to elsewhere, breaches of its policy, answers of
    4xx and 5xx. What a test expects of those it announces beforehand; the rest fails it at its end. A window that `keeps` has
    all that it was sent: each file is read a second time for that.
    """

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        size: ViewportSize = WIDE,
        theme: Theme = "dark",
        motion: bool = False,
        touch: bool = False,
        keeps: bool = False,
    ) -> None:
        self.url, self.faults, self._keeps = url, list[str](), keeps
        self._heard: list[tuple[str, bytes]] = []  # addresses, and what came from there
        self._unread: list[str] = []  # answers to a page that was left before they could be read
        self._announced: list[str] = []
        self.context = browser.new_context(
            base_url=url,
            viewport=size,
            color_scheme=theme,
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.expose_binding("againstThePolicy", lambda _, told: self.faults.append(f"against the policy: {told}"))
        self.context.add_init_script(POLICY)
        self.context.on("page", self._watch)
        self.page = self.context.new_page()

    # ------------------------------------------------------------------ doing things

    def come(self, role: str = "patron") -> dict[str, Any]:
        """Comes as a guest: his account. The browser has his cookie from now on."""
        answer = self.context.request.post("/api/guest", data={"role": role, "code": CODE}, headers={"origin": self.url})
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    def go(self, path: str) -> Page:
        """Opens a page, and waits until it has loaded what it needs, its fonts included."""
        self.page.goto(path, wait_until="load")
        self.page.evaluate("() => document.fonts.ready.then(() => true)")
        return self.page

    def announce(self, fault: str) -> None:
        """Says that a fault is expected: a regular expression such as `404.*/tables/nowhere`, which is found in the answer and
        in what the browser writes into its console about it."""
        self._announced.append(fault)

    def announce_absence(self) -> None:
        """Says that the floor will be away for a while."""
        cut_off = "ERR_(EMPTY_RESPONSE|INCOMPLETE|CONTENT_LENGTH_MISMATCH)"  # in the middle of a file
        self.announce(rf"ERR_CONNECTION_(REFUSED|RESET|CLOSED)|{cut_off}|WebSocket is closed")

    # ------------------------------------------------------------------ what came of it

    @property
    def unexpected(self) -> list[str]:
        """The faults that were not announced."""
        return [fault for fault in self.faults if not any(re.search(each, fault) for each in self._announced)]

    @property
    def heard(self) -> list[tuple[str, bytes]]:
        """Addresses, and what came from there: all of it. What was not read cannot be searched, and then this raises."""
        assert self._keeps and self._unread == []
        return self._heard

    @property
    def sent(self) -> bytes:
        """Every byte that the pages were sent, by HTTP and down their lines."""
        return b"\n".join(content for _, content in self.heard)

    def close(self) -> None:
        """Closes the window, when all that it has to say has been said."""
        for page in self.context.pages:
            with suppress(PlaywrightError):
                page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        self.context.close()

    # ------------------------------------------------------------------ listening

    def _watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"error on the page: {error}"))
        page.on("crash", lambda _: self.faults.append("the page crashed"))
        page.on("request", lambda request: self._asked(request.url))
        page.on("response", self._answered)
        if self._keeps:
            page.on("requestfinished", self._finished)
        page.on("websocket", self._line)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.faults.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _asked(self, url: str) -> None:
        there, own = urlsplit(url), urlsplit(self.url)
        if there.scheme not in INNER and there.netloc != own.netloc:
            self.faults.append(f"a request to elsewhere: {url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"HTTP {response.status} {response.request.method} {urlsplit(response.url).path}")

    def _finished(self, request: Request) -> None:
        response = request.response()
        if response is None or response.status in (204, 304) or 300 <= response.status < 400:
            return
        try:
            self._heard.append((request.url, response.body()))
        except PlaywrightError as error:
            self._unread.append(f"{request.url}: {error}")

    def _line(self, line: WebSocket) -> None:
        self._asked(line.url)
        if self._keeps:
            line.on("framereceived", lambda content: self._frame(line.url, content))

    def _frame(self, url: str, content: str | bytes) -> None:
        self._heard.append((url, content.encode() if isinstance(content, str) else content))


def zoomed(size: ViewportSize) -> ViewportSize:
    """What a window has room for at 200 % zoom: half as much."""
    return {"width": size["width"] // 2, "height": size["height"] // 2}


def scrolls_sideways(page: Page) -> bool:
    """Whether a page is wider than its window."""
    return bool(page.evaluate("() => document.scrollingElement.scrollWidth > document.documentElement.clientWidth"))
