"""How fast the pages are, in Chromium on this machine:

- from the click on "Play now" in the lobby until the Deal button can be used, each time as somebody who was never there before;
- from a message of the line to the change on the page, and to the picture after it, where nothing moves;
- how many bytes the lobby and the page of a table are on the wire, with all that they load but fonts;
- how much memory the scripts of a table's page hold after 50 and after 200 rounds of one visit, once garbage is collected, in a
  browser that compiles nothing to machine code: that code grows for hundreds of rounds, and is none of the pages';
- how long a player at a busy table waits for a response, at worst, while forty readers who have not signed in load pages as
  fast as they get them.

What must hold: under a second, under 50 milliseconds, under 60,000 bytes for the lobby and 110,000 for a table; medians of
several. Memory grows by less than 3%. The worst response: under 250 milliseconds, on a machine that does nothing else.

    python benchmarks/pages.py [--json] [--times 9] [--rounds 200] [--readers-only | --heap-only]
"""

import argparse
import asyncio
import json
import multiprocessing
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

from pitboss.floor.client import Seat, Visitor

TABLE = "three-card-poker"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
SECOND, SOON = 1000.0, 50.0  # milliseconds
LOBBY, OF_TABLE = 60_000, 110_000  # bytes
ROUNDS, EARLY, GROWS = 200, 50, 3.0  # rounds of a visit, those after which memory counts, and by how many percent it may grow
GROWTH = "growth of the heap, %"
READERS, AT_WORST = 40, 250.0  # who load pages at once, and milliseconds for a response beside them
READ = ("/", f"/tables/{TABLE}", "/rules/565", f"/rounds/{TABLE}", "/odds/565")
WORST = f"worst response beside {READERS} readers, ms"
INTERPRETED = "--js-flags=--no-opt --no-maglev --no-sparkplug"
DEAL = "#choices button.main:has-text('Deal'):enabled"
PLAY = "#choices button.choice:has-text('Play')"
# Times of each message: until the page has changed, and until the next picture is drawn.
WATCH = """(() => {
  const times = window.measured = [], Native = WebSocket;
  window.WebSocket = class extends Native {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", () => {
        const came = performance.now();
        const seen = new MutationObserver(() => {
          const changed = performance.now() - came;
          seen.disconnect();
          requestAnimationFrame(() => times.push([changed, performance.now() - came]));
        });
        seen.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
      });
    }
  };
})();"""


@contextmanager
def somebody(browser: Browser, url: str) -> Iterator[BrowserContext]:
    """A browser that has never been here, for whom nothing moves."""
    context = browser.new_context(base_url=url, reduced_motion="reduce", viewport={"width": 1440, "height": 900})
    context.set_default_timeout(60_000)
    yield context
    context.close()


def leave(page: Page) -> None:
    """Gives the seat up for the next."""
    page.get_by_role("button", name="Leave the table").click()
    page.wait_for_selector("#choices select")


def to_deal(browser: Browser, url: str, table: str = TABLE) -> float:
    """Milliseconds from the click in the lobby until one can deal."""
    with somebody(browser, url) as context:
        page = context.new_page()
        page.goto("/", wait_until="networkidle")
        began = time.perf_counter()
        page.locator(f"a[href='/tables/{table}#play']").click(no_wait_after=True)
        page.wait_for_selector(DEAL)
        took = (time.perf_counter() - began) * 1000
        leave(page)
        return took


def to_screen(browser: Browser, url: str, rounds: int, table: str = TABLE) -> list[tuple[float, float]]:
    """For each message in some rounds, milliseconds until the page has changed, and until that is drawn."""
    with somebody(browser, url) as context:
        context.add_init_script(WATCH)
        page = context.new_page()
        page.goto(f"/tables/{table}#play")
        for _ in range(rounds):
            page.click(DEAL)
            page.click(PLAY)
        page.wait_for_selector(DEAL)
        found = [(float(changed), float(drawn)) for changed, drawn in page.evaluate("() => window.measured")]
        leave(page)
        return found


def weight(browser: Browser, url: str, path: str, ready: str) -> int:
    """The bytes of a page on the wire with all that it loads but fonts, by HTTP and over its WebSocket, for a new visitor."""
    with somebody(browser, url) as context:
        page, sizes = context.new_page(), list[int]()

        def loaded(request: Request) -> None:
            if request.resource_type != "font":
                sizes.append(request.sizes()["responseBodySize"])

        page.on("requestfinished", loaded)
        page.on("websocket", lambda line: line.on("framereceived", lambda content: sizes.append(len(content))))
        page.goto(path, wait_until="networkidle")
        page.wait_for_selector(ready)
        return sum(sizes)


def heap_after(browser: Browser, url: str, rounds: int = ROUNDS, table: str = TABLE) -> dict[str, Any]:
    """The bytes that the scripts of a page hold after the early rounds of a visit, and after all."""
    with somebody(browser, url) as context:
        page = context.new_page()
        session = context.new_cdp_session(page)
        page.goto(f"/tables/{table}#play")
        held: dict[int, int] = {}
        for number in range(1, rounds + 1):
            page.click(DEAL)
            page.click(PLAY)
            if number in (min(EARLY, rounds // 2), rounds):
                page.wait_for_selector(DEAL)
                page.wait_for_load_state("networkidle")
                session.send("HeapProfiler.collectGarbage")
                held[number] = int(session.send("Runtime.getHeapUsage")["usedSize"])
        page.wait_for_selector(DEAL)
        leave(page)
        first, last = held.values()
        bytes_ = {f"heap after {number} rounds, bytes": value for number, value in held.items()}
        return bytes_ | {GROWTH: round((last / first - 1) * 100, 1)}


def read_pages(url: str, stop: Any, pages: Any) -> None:
    """Forty readers, each of whom asks for the next page as soon as the last has come, until they are to stop."""
    place = urlsplit(url)

    async def read(number: int) -> None:
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        for path in islice(cycle(READ), number, None):
            if stop.is_set():
                return
            request = f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\n\r\n"
            writer.write(request.encode())
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            await reader.readexactly(int(head.partition(b"content-length:")[2].split()[0]))
            with pages.get_lock():
                pages.value += 1

    async def all_read() -> None:
        await asyncio.gather(*map(read, range(READERS)))

    asyncio.run(all_read())


async def respond(url: str, seconds: float) -> list[float]:
    """A player beside bots who acts as soon as the table lets them: milliseconds from each command to its response."""
    guest = await Visitor.guest(url)
    seat = await guest.sit("blackjack", cents=100_000)
    await guest.bots("blackjack", 3)
    times: list[float] = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        await play_round(seat, times)
    await seat.leave()
    await seat.line.close()
    return times


async def play_round(seat: Seat, times: list[float]) -> None:
    """One round; what each command takes."""
    began = time.perf_counter()
    await seat.bet({"Blackjack": 500})
    times.append((time.perf_counter() - began) * 1000)
    while seat.line.layout.in_progress:
        if seat.asked is None:
            await seat.line.change()
            continue
        began = time.perf_counter()
        await seat.answer()
        times.append((time.perf_counter() - began) * 1000)


def beside_readers(url: str, seconds: float = 10.0) -> dict[str, Any]:
    """How long a player waits at worst while others read pages, and how many pages they read in a second."""
    context = multiprocessing.get_context("spawn")
    stop, pages = context.Event(), context.Value("i", 0)
    reading = context.Process(target=read_pages, args=(url, stop, pages), daemon=True)
    reading.start()
    while pages.value < READERS:
        time.sleep(0.05)
    before, began = pages.value, time.perf_counter()
    times = asyncio.run(respond(url, seconds))
    rate = (pages.value - before) / (time.perf_counter() - began)
    stop.set()
    reading.join(10)
    return {WORST: round(max(times), 1), "median response, ms": round(median(times), 1), "pages read per second": round(rate)}


def measure(browser: Browser, url: str, times: int, table: str = TABLE) -> dict[str, Any]:
    """All of it: medians, and the slowest."""
    dealing = [to_deal(browser, url, table) for _ in range(times)]
    changed, drawn = zip(*to_screen(browser, url, times, table), strict=True)
    return {
        "click to Deal, ms": round(median(dealing), 1),
        "slowest": round(max(dealing), 1),
        "message to page, ms": round(median(changed), 2),
        "slowest message": round(max(changed), 2),
        "message to picture, ms": round(median(drawn), 2),
        "bytes of the lobby": weight(browser, url, "/", ".games"),
        "bytes of a table": weight(browser, url, f"/tables/{table}", "#choices button"),
    }


def fails(found: dict[str, Any]) -> list[str]:
    """What of that must not be."""
    limits = {"click to Deal, ms": SECOND, "message to page, ms": SOON, "bytes of the lobby": LOBBY}
    limits["bytes of a table"] = OF_TABLE
    limits[WORST], limits[GROWTH] = AT_WORST, GROWS
    shown = ((name, limit) for name, limit in limits.items() if name in found)
    return [f"{name}: {found[name]} is not under {limit:g}" for name, limit in shown if found[name] >= limit]


@contextmanager
def served() -> Iterator[str]:
    """A floor as `pitboss serve` opens it: its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pitboss.cli", "serve", "--port", "0"]
        with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            line = next(line for line in process.stdout if "http://" in line)
            try:
                yield "http://" + line.partition("http://")[2].split()[0]
            finally:
                process.terminate()


def main() -> None:
    """Measures and prints; the exit status says whether all holds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--readers-only", action="store_true")
    only.add_argument("--heap-only", action="store_true")
    given = parser.parse_args()
    found: dict[str, Any] = {}
    with served() as url:
        if not given.readers_only:
            with sync_playwright() as playwright:
                arguments = ["--no-sandbox", "--disable-gpu"]
                program = next(filter(None, map(shutil.which, BROWSERS)), None)
                if not given.heap_only:
                    with playwright.chromium.launch(executable_path=program, args=arguments) as browser:
                        found |= measure(browser, url, given.times)
                with playwright.chromium.launch(executable_path=program, args=[*arguments, INTERPRETED]) as browser:
                    found |= heap_after(browser, url, given.rounds)
        if not given.heap_only:
            found |= beside_readers(url)
    print(json.dumps(found) if given.json else "\n".join(f"{name:>40}  {value:>10,}" for name, value in found.items()))
    sys.exit("\n".join(fails(found)) or 0)


if __name__ == "__main__":
    main()
