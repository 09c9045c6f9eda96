"""Draws the printed documents of the example casino for docs/printing.md. `make pictures` runs it, or run it alone."""

import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from pitboss.printing import Filed, Matter, filed, folder, form, guide, layout, printed, sign, slips  # noqa: E402

KEYSTONE = ROOT / "examples" / "keystone"
FOLDER = ROOT / "docs" / "pictures"
DOTS = 60  # per inch: pages are shown as thumbnails


def submission(game: str) -> Filed:
    """The example casino's submission for a game."""
    return filed(str(KEYSTONE / f"{game}.toml"))


PICTURES: dict[str, tuple[Callable[[], Matter], int]] = {  # the document, and which of its pages is shown
    "sign-blackjack": (lambda: sign([submission("blackjack")]), 0),
    "sign-heads-up-hold-em": (lambda: sign([submission("heads-up-hold-em")]), 0),
    "layout-pai-gow-poker": (lambda: layout(submission("pai-gow-poker")), 0),
    "guide": (lambda: guide(folder(KEYSTONE)), 2),
    "form-poker": (lambda: form(submission("poker")), 0),
    "slip-high-hand": (lambda: slips(submission("poker"), "high-hand"), 0),
}


def main() -> None:
    """Draw all pictures."""
    for name, (make, page) in PICTURES.items():
        (FOLDER / f"printed-{name}.png").write_bytes(printed(make(), "png", DOTS)[page])


if __name__ == "__main__":
    main()
