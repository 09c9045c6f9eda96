"""Pictures of the pages for the documentation: `make pictures`, or `python tools/pictures.py NAME …` for some of them.

A floor is opened, people and bots sit down at its tables, and the pages are taken as they look then, into docs/pictures.
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
# Answers that bring somebody to the end of a round with cards, the first that is offered.
STAYING = ("House way", "Refuse", "No ", "Stand", "Check", "Play", "Call", "Let it ride", "Raise", "Bet", "Keep", "Show")
COLOURS = (256, 128, 64, 32)  # as many as fit


def nothing(page: Page) -> None:
    """There is nothing to be done first."""


def deal(page: Page) -> None:
    """A round begins, and goes on until it asks for a decision; nobody cuts."""
    page.wait_for_selector("#choices button:has-text('Deal')")
    page.keyboard.press("Enter")
    decide(page)


def decide(page: Page) -> None:
    """Waits until a decision is asked for."""
    for _ in range(20):
        page.wait_for_selector("#choices .choice:not(:has-text('Deal'))")
        if not (refuse := page.locator("#choices button:has-text('Refuse')")).count():
            return
        refuse.click()
        page.wait_for_timeout(300)


def advised(page: Page) -> None:
    """The same, with what each choice brings."""
    deal(page)
    page.keyboard.press("a")
    page.wait_for_selector(".advice-choice", timeout=120_000)


def finish(page: Page) -> None:
    """A round is played to its end by the first choices."""
    deal(page)
    for _ in range(20):
        if page.locator("#choices button:has-text('Deal')").count():
            return
        if (button := page.locator("#choices .choice")).count():
            button.first.click()
        page.wait_for_timeout(300)


def settled(page: Page) -> None:
    """A round is played to its end without folding, and how it was settled lies on the felt."""
    page.wait_for_selector("#choices .choice:has-text('Deal'), #choices .choice:has-text('Call')")
    page.wait_for_load_state("networkidle")  # bots sit down before the round begins
    if page.locator("#choices .choice:has-text('Deal')").count():
        page.keyboard.press("Enter")
    for _ in range(80):
        if page.locator(SETTLED).count():
            page.wait_for_timeout(600)  # chips and names are on their way
            return
        for name in STAYING:
            found = page.locator("#choices button:enabled:visible").filter(has_text=re.compile(f"^{name}"))
            if found.count():
                with suppress(PlaywrightError):  # the round may have gone on meanwhile
                    found.first.click(timeout=2000)
                    if name == "House way":
                        page.locator("#choices button:enabled:has-text('Set this')").click(timeout=2000)
                break
        page.wait_for_timeout(250)
    sys.exit(f"{page.url}: the round does not end")


def replayed(page: Page) -> None:
    """The last round of that table, in its middle."""
    finish(page)
    page.goto("/rounds/three-card-poker/1#step-40")
    page.wait_for_selector("#checks .good")


def rule(page: Page) -> None:
    """The paragraph behind the last thing that the dealer said."""
    finish(page)
    page.locator("#log .cite:visible").last.click()
    page.wait_for_selector("dialog .rule-says", timeout=60_000)


def checked(page: Page) -> None:
    """A submission with a mistake and a pay table of the house's choice."""
    page.locator("[data-chapter='677a']").click()
    page.get_by_label("Payout limit", exact=True).fill("10,000")
    page.get_by_text("Table B", exact=True).first.click()
    page.wait_for_selector("[data-field=payout_limit] .error")
    page.locator("[data-field=payout_limit]").evaluate("(each) => each.scrollIntoView()")


@dataclass(frozen=True)
class Picture:
    """A picture: the page, who looks ("" for nobody), at which size, and what he does before it is taken."""

    path: str
    role: str = "patron"
    size: ViewportSize = field(default_factory=lambda: WIDE)
    theme: Theme = "dark"
    then: Callable[[Page], None] = nothing
    shows: str = "h1"  # what is there once the page is complete


def table(name: str, then: Callable[[Page], None] = deal, **changes: Any) -> Picture:
    """A table at which somebody sits with bots."""
    return Picture(f"/tables/{name}#bots", then=then, **changes)


GAMES = [chapter(number).slug for number in BANKED]
ROOMS = {"poker": "poker/holdem-no-limit", "poker-2010": "poker-2010/holdem"}
PICTURES = {
    "lobby": Picture("/"),
    "lobby-light": Picture("/", theme="light"),
    "lobby-phone": Picture("/", size=PHONE),
    **{f"table-{name}": table(name) for name in GAMES},
    **{f"settlement-{name}": table(name, settled) for name in GAMES},
    **{f"settlement-{room}": table(name, settled) for room, name in ROOMS.items()},
    "table-poker": table("poker/holdem-no-limit", decide),
    "table-poker-2010": table("poker-2010/holdem", decide),
    "table-draw": table("poker/draw", decide),
    "betting": table("crazy-4-poker", nothing, shows="#choices .wager"),
    "advice": table("three-card-poker", advised),
    "rule": table("three-card-poker", rule),
    "light": table("blackjack", theme="light"),
    "phone": table("blackjack", size=PHONE),
    "phone-pai-gow": table("pai-gow-poker", size=PHONE),
    "phone-poker": table("poker/holdem-no-limit", decide, size=PHONE),
    "narrow": table("three-card-poker", size=NARROW),
    "wall": table("spanish-21", size={"width": 1920, "height": 1080}),
    "history": table("three-card-poker", replayed),
    "pit": Picture("/pit", role="pit boss", shows="article, .pit-table, h2"),
    "desk": Picture("/desk", role="pit boss", then=checked),
    "chapter": Picture("/rules/three-card-poker"),
    "odds": Picture("/odds/heads-up-hold-em"),
}
COMPANY = {"caribbean-stud-poker-2": 4}  # a table that no picture plays at


def fill(floor: Hosted) -> None:
    """Somebody sits down at some tables, with bots beside him."""
    for table, bots in COMPANY.items():
        guest = floor.guest()
        guest.sit(table, 1)
        guest.bots(table, bots)


def take(browser: Browser, floor: Hosted, picture: Picture) -> bytes:
    """A page as it looks."""
    window = Visit(browser, floor.url, size=picture.size, theme=picture.theme)
    window.announce("could not be read")  # it is closed while something is still on its way
    if picture.role:
        window.come(picture.role)
    window.go(picture.path).wait_for_selector(picture.shows)
    picture.then(window.page)
    window.page.wait_for_load_state("networkidle")
    taken = window.page.screenshot()
    if (leave := window.page.locator("#more button:has-text('Leave')")).count():  # the next picture may be of the same table
        window.page.keyboard.press("Escape")
        leave.click()
        sure = window.page.locator("#leaving button:has-text('Leave')")  # asked in the middle of a round
        window.page.wait_for_selector("#leaving, #choices button:has-text('Sit down')")
        if sure.count():
            sure.click()
        window.page.wait_for_selector("#choices button:has-text('Sit down')")
    window.close()
    if window.unexpected:
        sys.exit(f"{picture.path}: {window.unexpected}")
    return taken


def small(taken: bytes) -> bytes:
    """The same with a palette, small enough for the documentation."""
    whole = Image.open(io.BytesIO(taken)).convert("RGB")
    for colours in COLOURS:
        file = io.BytesIO()
        whole.quantize(colours, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
        if file.tell() <= MOST_BYTES:
            return file.getvalue()
    sys.exit(f"a picture of {whole.width} × {whole.height} is larger than {MOST_BYTES} bytes")


def main(names: list[str]) -> None:
    """Takes the pictures of these names, or all."""
    unknown = [name for name in names if name not in PICTURES]
    if unknown:
        sys.exit(f"there is no picture {', '.join(unknown)}; there are {', '.join(PICTURES)}")
    with tempfile.TemporaryDirectory() as folder, chromium(require()) as browser:
        births = Births(Path(folder))
        try:
            with closing(Hosted(births, between="5")) as floor:  # a hand of Poker lies there for a while
                fill(floor)
                for name in names or PICTURES:
                    file = FOLDER / f"page-{name}.png"
                    file.write_bytes(small(take(browser, floor, PICTURES[name])))
                    print(f"{file.relative_to(ROOT)}: {file.stat().st_size} bytes")
        finally:
            births.end()


if __name__ == "__main__":
    main(sys.argv[1:])
