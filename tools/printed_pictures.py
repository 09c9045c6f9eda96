"""Pictures of what is printed for the made-up casino, for docs/printing.md: `make pictures`, or this program alone."""

import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from pitboss.printing import Filed, Matter, filed, folder, form, guide, layout, printed, sign, slips  # noqa: E402

KEYSTONE = ROOT / "examples" / "keystone"
FOLDER = ROOT / "docs" / "pictures"
DOTS = 60  # per inch: a page is a thumbnail


def of(game: str) -> Filed:
    """A submission of the casino."""
    return filed(str(KEYSTONE / f"{game}.toml"))


PICTURES: dict[str, tuple[Callable[[], Matter], int]] = {  # each with the page that is shown
    "sign-blackjack": (lambda: sign([of("blackjack")]), 0),
    "sign-heads-up-hold-em": (lambda: sign([of("heads-up-hold-em")]), 0),
    "layout-pai-gow-poker": (lambda: layout(of("pai-gow-poker")), 0),
    "guide": (lambda: guide(folder(KEYSTONE)), 2),
    "form-poker": (lambda: form(of("poker")), 0),
    "slip-high-hand": (lambda: slips(of("poker"), "high-hand"), 0),
}


def main() -> None:
    """Draws all of them."""
    for name, (make, page) in PICTURES.items():
        (FOLDER / f"printed-{name}.png").write_bytes(printed(make(), "png", DOTS)[page])


if __name__ == "__main__":
    main()
