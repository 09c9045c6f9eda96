"""Pictures of the pages for the documentation: `make pictures`, or `python tools/pictures.py NAME …` for some of them.

A floor is opened, people and bots sit down at its tables, and the pages are taken as they look then, into docs/pictures.
"""

import io
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, ViewportSize

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.browser.browsing import PHONE, WIDE, Theme, Visit, chromium, require  # noqa: E402
from tests.browser.hosting import Hosted  # noqa: E402
from tests.floor.mortal import Births  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
MOST_BYTES = 150_000
COLOURS = (256, 128, 64, 32)  # as many as fit


def nothing(floor: Hosted, window: Visit) -> None:
    """There is nothing to be done first."""


@dataclass(frozen=True)
class Picture:
    """A picture: the page, who looks ("" for nobody), at which size, and what he and others do before it is taken."""

    path: str
    role: str = ""
    size: ViewportSize = field(default_factory=lambda: WIDE)
    theme: Theme = "dark"
    before: Callable[[Hosted, Visit], None] = nothing
    shows: str = "h1"  # what is there once the page is complete


PICTURES = {
    "lobby": Picture("/", role="patron"),
    "lobby-light": Picture("/", role="patron", theme="light"),
    "lobby-phone": Picture("/", role="patron", size=PHONE),
}
STACKED = {"blackjack": ""}  # tables whose cards a picture chooses, with `floor.deal`
COMPANY = {"blackjack": 3, "three-card-poker": 2, "crazy-4-poker": 4, "pai-gow-poker": 2, "heads-up-hold-em": 1}


def fill(floor: Hosted) -> None:
    """Somebody sits down at some tables, with bots beside him."""
    for table, bots in COMPANY.items():
        guest = floor.guest()
        guest.sit(table, 1)
        guest.bots(table, bots)


def take(browser: Browser, floor: Hosted, picture: Picture) -> bytes:
    """A page as it looks."""
    window = Visit(browser, floor.url, size=picture.size, theme=picture.theme)
    if picture.role:
        window.come(picture.role)
    picture.before(floor, window)
    window.go(picture.path).wait_for_selector(picture.shows)
    window.page.wait_for_load_state("networkidle")
    taken = window.page.screenshot()
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
            with closing(Hosted(births, cards=STACKED)) as floor:
                fill(floor)
                for name in names or PICTURES:
                    file = FOLDER / f"page-{name}.png"
                    file.write_bytes(small(take(browser, floor, PICTURES[name])))
                    print(f"{file.relative_to(ROOT)}: {file.stat().st_size} bytes")
        finally:
            births.end()


if __name__ == "__main__":
    main(sys.argv[1:])
