"""Takes screenshots of the pages for the documentation: `make pictures`, or `python tools/pictures.py NAME …` for some of them.

It starts a floor, seats players and bots at its tables, and saves screenshots in docs/pictures.
"""

import io
import re
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize
from playwright.sync_api import Error as PlaywrightError

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from pitboss.games import BANKED  # noqa: E402
from pitboss.rulebook import chapter  # noqa: E402
from tests.browser.browsing import NARROW, PHONE, WIDE, Theme, Visit, chromium, require  # noqa: E402
from tests.browser.hosting import Hosted  # noqa: E402
from tests.floor.mortal import Births  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
MOST_BYTES = 180_000
SETTLED = "#settlement tfoot, .stage .pushed"
# Answers that keep a player in the round to its end, in order of preference.
STAYING = ("House way", "Refuse", "No ", "Stand", "Check", "Play", "Call", "Let it ride", "Raise", "Bet", "Keep", "Show")
COLOURS = (256, 128, 64, 32)  # palette sizes, tried until the file is small enough


def nothing(page: Page) -> None:
    """Do nothing before the screenshot."""


def deal(page: Page) -> None:
    """Start a round and go on to the first decision. The cut is refused."""
    page.wait_for_selector("#choices button:has-text('Deal')")
    page.keyboard.press("Enter")
    decide(page)


def decide(page: Page) -> None:
    """Wait until the player is asked for a decision. The cut is refused."""
    for _ in range(20):
        page.wait_for_selector("#choices .choice:not(:has-text('Deal'))")
        if not (refuse := page.locator("#choices button:has-text('Refuse')")).count():
            return
        refuse.click()
        page.wait_for_timeout(300)


def show_advice(page: Page) -> None:
    """Start a round and show what each choice is worth."""
    deal(page)
    page.keyboard.press("a")
    page.wait_for_selector(".advice-choice", timeout=120_000)


def finish(page: Page) -> None:
    """Play a round to its end, always taking the first choice."""
    deal(page)
    for _ in range(20):
        if page.locator("#choices button:has-text('Deal')").count():
            return
        if (button := page.locator("#choices .choice")).count():
            button.first.click()
        page.wait_for_timeout(300)


def settle(page: Page) -> None:
    """Play a round to its end without folding, and wait until the settlement is shown on the felt."""
    page.wait_for_selector("#choices .choice:has-text('Deal'), #choices .choice:has-text('Call')")
    page.wait_for_load_state("networkidle")  # bots sit down before the round begins
    if page.locator("#choices .choice:has-text('Deal')").count():
        page.keyboard.press("Enter")
    for _ in range(80):
        if page.locator(SETTLED).count():
            page.wait_for_timeout(600)  # chips and names are still moving
            return
        for name in STAYING:
            buttons = page.locator("#choices button:enabled:visible").filter(has_text=re.compile(f"^{name}"))
            if buttons.count():
                with suppress(PlaywrightError):  # the round may have moved on meanwhile
                    buttons.first.click(timeout=2000)
                    if name == "House way":
                        page.locator("#choices button:enabled:has-text('Set this')").click(timeout=2000)
                break
        page.wait_for_timeout(250)
    sys.exit(f"{page.url}: the round does not end")


def replay(page: Page) -> None:
    """Finish a round and open its replay, halfway through."""
    finish(page)
    page.goto("/rounds/three-card-poker/1#step-40")
    page.wait_for_selector("#checks .good", state="attached")  # in a list that is closed at first


def rule(page: Page) -> None:
    """Finish a round and open the paragraph that the dealer cited last."""
    finish(page)
    page.locator("#log .cite:visible").last.click()
    page.wait_for_selector("dialog .rule-says", timeout=60_000)


def check_submission(page: Page) -> None:
    """Fill in a submission with a mistake and a pay table that the house chose."""
    page.locator("[data-chapter='677a']").click()
    page.get_by_label("Payout limit", exact=True).fill("10,000")
    page.get_by_text("Table B", exact=True).first.click()
    page.wait_for_selector("[data-field=payout_limit] .error")
    page.locator("[data-field=payout_limit]").evaluate("(each) => each.scrollIntoView()")


@dataclass(frozen=True)
class Picture:
    """A screenshot to take: the page, the viewer's role ("" for none), the window's size, and what to do before taking it."""

    path: str
    role: str = "patron"
    size: ViewportSize = field(default_factory=lambda: WIDE)
    theme: Theme = "dark"
    then: Callable[[Page], None] = nothing
    shows: str = "h1"  # a selector that matches once the page is complete


def table(name: str, then: Callable[[Page], None] = deal, **changes: Any) -> Picture:
    """A table at which one player sits with bots."""
    return Picture(f"/tables/{name}#bots", then=then, **changes)


GAMES = [chapter(number).slug for number in BANKED]
ROOMS = {"poker": "poker/holdem-no-limit", "poker-2010": "poker-2010/holdem"}
PICTURES = {
    "lobby": Picture("/"),
    "lobby-light": Picture("/", theme="light"),
    "lobby-phone": Picture("/", size=PHONE),
    **{f"table-{name}": table(name) for name in GAMES},
    **{f"settlement-{name}": table(name, settle) for name in GAMES},
    **{f"settlement-{room}": table(name, settle) for room, name in ROOMS.items()},
    "table-poker": table("poker/holdem-no-limit", decide),
    "table-poker-2010": table("poker-2010/holdem", decide),
    "table-draw": table("poker/draw", decide),
    "betting": table("crazy-4-poker", nothing, shows="#choices .wager"),
    "advice": table("three-card-poker", show_advice),
    "rule": table("three-card-poker", rule),
    "light": table("blackjack", theme="light"),
    "phone": table("blackjack", size=PHONE),
    "phone-pai-gow": table("pai-gow-poker", size=PHONE),
    "phone-poker": table("poker/holdem-no-limit", decide, size=PHONE),
    "narrow": table("three-card-poker", size=NARROW),
    "wall": table("spanish-21", size={"width": 1920, "height": 1080}),
    "history": table("three-card-poker", replay),
    "pit": Picture("/pit", role="pit boss", shows="article, .pit-table, h2"),
    "desk": Picture("/desk", role="pit boss", then=check_submission),
    "chapter": Picture("/rules/three-card-poker"),
    "odds": Picture("/odds/heads-up-hold-em"),
}
COMPANY = {"caribbean-stud-poker-2": 4}  # bots at tables that no picture plays at


def fill(floor: Hosted) -> None:
    """Seat a guest, with bots, at the tables of `COMPANY`, so that the lobby is not empty."""
    for table, bots in COMPANY.items():
        guest = floor.guest()
        guest.sit(table, 1)
        guest.bots(table, bots)


def take(browser: Browser, floor: Hosted, picture: Picture) -> bytes:
    """Take a screenshot of a page."""
    window = Visit(browser, floor.url, size=picture.size, theme=picture.theme)
    window.announce("could not be read")  # closing the page may cut off a request
    if picture.role:
        window.come(picture.role)
    window.go(picture.path).wait_for_selector(picture.shows)
    picture.then(window.page)
    window.page.wait_for_load_state("networkidle")
    screenshot = window.page.screenshot()
    if (leave := window.page.locator("#more button:has-text('Leave')")).count():  # the next picture may be of the same table
        window.page.keyboard.press("Escape")
        leave.click()
        confirm = window.page.locator("#leaving button:has-text('Leave')")  # shown in the middle of a round
        window.page.wait_for_selector("#leaving, #choices button:has-text('Sit down')")
        if confirm.count():
            confirm.click()
        window.page.wait_for_selector("#choices button:has-text('Sit down')")
    window.close()
    if window.unexpected:
        sys.exit(f"{picture.path}: {window.unexpected}")
    return screenshot


def compress(screenshot: bytes) -> bytes:
    """A screenshot reduced to a palette, small enough for the documentation."""
    image = Image.open(io.BytesIO(screenshot)).convert("RGB")
    for colours in COLOURS:
        file = io.BytesIO()
        image.quantize(colours, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
        if file.tell() <= MOST_BYTES:
            return file.getvalue()
    sys.exit(f"a picture of {image.width} × {image.height} is larger than {MOST_BYTES} bytes")


def main(names: list[str]) -> None:
    """Take the pictures of these names, or all."""
    unknown = [name for name in names if name not in PICTURES]
    if unknown:
        sys.exit(f"there is no picture {', '.join(unknown)}; there are {', '.join(PICTURES)}")
    with tempfile.TemporaryDirectory() as folder, chromium(require()) as browser:
        births = Births(Path(folder))
        try:
            with closing(Hosted(births, between="5")) as floor:  # the pause leaves a hand of Poker on the felt
                fill(floor)
                for name in names or PICTURES:
                    file = FOLDER / f"page-{name}.png"
                    file.write_bytes(compress(take(browser, floor, PICTURES[name])))
                    print(f"{file.relative_to(ROOT)}: {file.stat().st_size} bytes")
        finally:
            births.end()


if __name__ == "__main__":
    main(sys.argv[1:])
