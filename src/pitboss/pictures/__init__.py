"""Charts of filing quality, as SVG or PNG: payouts, house edges and best play.

They show the figures that `pitboss odds` and `pitboss strategy` print. The package is imported only when a picture is
requested, and matplotlib only when something is drawn.

The commands and notebooks use it. Start reading at `page.py`.
"""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.odds import catalogue
from pitboss.odds.row import Row
from pitboss.optional_packages import require
from pitboss.pictures.best_play import strategy
from pitboss.pictures.edges import edges
from pitboss.pictures.grids import grid
from pitboss.pictures.page import check
from pitboss.pictures.payouts import payouts
from pitboss.spelling import hint

__all__ = ["KINDS", "edges", "grid", "payouts", "plot", "strategy", "svg_of"]

KINDS = ("payouts", "edges", "strategy")
Progress = Callable[[str, float], None]


def plot(
    number: str,
    kind: str,
    house: House,
    out: Path,
    wager: str = "",
    table: str = "",
    rows: list[Row] | None = None,
    progress: Progress | None = None,
) -> None:
    """Draw a picture of a chapter: "payouts" of one wager (the chapter's first if none is named), "edges" or "strategy".

    `rows` are the odds of the chapter, if they have been computed already.
    """
    check(out)
    require("pictures")  # fail before anything is solved
    if kind not in KINDS:
        raise PitbossError(f"there is no picture {kind!r}; there are {', '.join(KINDS)}{hint(kind, KINDS)}")
    if kind == "strategy":
        if wager or table:
            raise PitbossError("a picture of best play is of the whole game: name no wager or table")
        strategy(house, out, progress)
        return
    if kind == "payouts" and not wager:
        wager = next(iter(catalogue.wagers(number)), "")
    all_rows = rows if rows is not None else catalogue.rows(number, house.given, progress, wager=wager)
    if kind == "payouts":
        payouts(catalogue.picked(all_rows, number, wager, table), out, house)
    else:
        edges(catalogue.picked(all_rows, number, wager, table), out, house)


def svg_of(row: Row) -> str | None:
    """The payouts of a row as SVG, as `plot` draws them; None if only the mean is known."""
    if row.distribution is None:
        return None
    with TemporaryDirectory() as folder:
        path = Path(folder) / "payouts.svg"
        payouts([row], path, House.of(row.chapter))
        return path.read_text(encoding="utf-8")
