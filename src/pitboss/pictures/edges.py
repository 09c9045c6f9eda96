"""The house edge of every wager on every pay table, as bars with the percent at their ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.odds.row import Row
from pitboss.pictures.page import (
    BLUE,
    FAINT,
    GREY,
    INK,
    LINE,
    MARGIN,
    ORANGE,
    PLAIN,
    RIGHT,
    SMALL,
    Page,
    page,
    sentence,
    width,
    wrapped,
)
from pitboss.pictures.words import made, percent, raised, step

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAMES, TABLES = 1.8, 1.35  # how wide the columns of wagers and of their tables are
LEFT = MARGIN + NAMES + TABLES + 0.2  # where bars begin
STEP, GAP, BAR = 0.22, 0.12, 0.14  # from one bar to the next, more between two wagers, and how thick a bar is
AXIS = 0.3  # for the figures below the bars


@dataclass(frozen=True)
class Line:
    """One bar with what stands beside it. `middle` and `end` are inches below the first wager's upper edge."""

    row: Row
    wager: list[str]  # its name, in lines; none where the bar above is of the same wager
    table: list[str]
    mark: str  # of the note below the picture
    middle: float
    end: float
    alone: bool  # the only bar of its wager

    @property
    def label(self) -> str:
        """What stands at the bar's end."""
        return percent(self.row) + self.mark


def edges(rows: Sequence[Row], path: Path, house: House) -> None:
    """Draws the edge of every row, in the order given."""
    if not rows:
        raise PitbossError("there is no wager to draw")
    notes = dict.fromkeys(row.note for row in rows if row.note)
    marks = {note: raised(place) for place, note in enumerate(notes, 1)}
    lines = list(_lines(rows, marks))
    below = [sentence(f"the edge is the house's part of {_firsts(rows)}")]
    below += [f"{mark} {sentence(note)}" for note, mark in marks.items()]
    tall = lines[-1].end + GAP / 2
    with page(path, house, "House edge by wager and pay table", tall + AXIS, made(rows), below) as sheet:
        axes = sheet.axes(LEFT, sheet.top, RIGHT - LEFT, tall)
        _axis(axes, lines)
        for line in lines:
            _beside(sheet, line)
            value = float(line.row.edge)
            axes.barh([line.middle], [value], BAR, color=BLUE if value >= 0 else ORANGE, edgecolor=INK, linewidth=0.4)
            axes.annotate(
                *(line.label, (max(value, 0.0), line.middle), (4, 0)), textcoords="offset points", va="center", fontsize=7.5,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
            )  # fmt: skip


def _firsts(rows: Sequence[Row]) -> str:
    """Which wager each edge is a part of, where it is not the wager itself."""
    other = dict.fromkeys(f"{row.of} for {row.wager}" for row in rows if row.of != row.wager)
    return "; ".join((*other, "the wager itself" + (" for the others" if other else "")))


def _lines(rows: Sequence[Row], marks: dict[str, str]) -> list[Line]:
    """The bars in the order of the rows, those of one wager together."""
    found: list[Line] = []
    end = 0.0
    for wager, group in groupby(rows, lambda row: row.wager):
        those = list(group)
        names = wrapped(wager, PLAIN, NAMES, bold=True)
        end += GAP
        for place, row in enumerate(those):
            table = wrapped(", ".join(filter(None, (row.table, row.condition))), SMALL, TABLES)
            beside = names if place == 0 else []
            tall = max(STEP, 0.06 + LINE * max(len(table), len(beside) if len(those) == 1 else 1))
            found.append(Line(row, beside, table, marks.get(row.note, ""), end + tall / 2, end + tall, len(those) == 1))
            end += tall
    return found


def _beside(sheet: Page, line: Line) -> None:
    """The wager and its table to the left of a bar."""
    middle = sheet.top + line.middle
    if line.wager and line.middle > STEP + GAP:
        sheet.rule(sheet.top + line.end - 2 * (line.end - line.middle) - GAP / 2)
    first = middle - LINE * (len(line.wager) - 1) / 2 if line.alone else middle
    for place, words in enumerate(line.wager):
        sheet.text(MARGIN, first + LINE * place, words, weight="bold")
    first = middle - LINE * (len(line.table) - 1) / 2
    for place, words in enumerate(line.table):
        sheet.text(LEFT - 0.08, first + LINE * place, words, SMALL, color=GREY, ha="right")


def _axis(axes: Axes, lines: list[Line]) -> None:
    """Percents below the bars, with room for what stands at their ends."""
    low, high = (pick(0.0, *(float(line.row.edge) for line in lines)) for pick in (min, max))
    room = max(width(line.label, 7.5) for line in lines) + 0.1
    inch = (high - low or 0.01) / (RIGHT - LEFT - room)
    stop = high + room * inch
    axes.set_xlim(low, stop)
    apart = step(stop - low, 7)
    ticks = [apart * place for place in range(ceil(low / apart), floor(stop / apart) + 1)]
    axes.set_xticks(ticks, [f"{tick * 100:g}%" for tick in ticks])
    axes.grid(axis="x", color=FAINT, linewidth=0.5)
    axes.axvline(0, color=INK, linewidth=0.6)
