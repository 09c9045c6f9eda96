"""Draws grids with a word and a colour in every cell, so that they can be read without colours too."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.odds.advice import Grid
from pitboss.pictures.page import GREY, INK, LINE, MARGIN, PLAIN, RIGHT, SMALL, Page, page, width, wrapped

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PALE = "#f2f2f2"
COLOURS = {
    "S": "#f0e442",
    "H": "#ffffff",
    "D": "#0072b2",
    "d": "#7cc4ee",
    "R": "#a63c06",
    "r": "#e69f00",
    "P": "#009e73",
    **dict.fromkeys(("fold", "check", "pull"), PALE),
}
OTHERS = ("#0072b2", "#e69f00", "#7cc4ee", "#009e73", "#f0e442", "#cc79a7", "#a63c06")  # for other words, in this order
NAMES, BETWEEN = 2.4, 0.3  # the maximal width of row names; the gap between grids side by side
TALLEST = 0.36  # the maximal height of a cell
HEAD, TITLE, APART = 0.25, 0.3, 0.2  # the heights of column names and of a title; the gap between grids below each other
KEY = 0.21  # the distance of lines in the legend


@dataclass(frozen=True)
class Chart:
    """The contents of one sheet: grids in columns, the meanings of their words, and notes."""

    title: str
    columns: Sequence[Sequence[Grid]]
    made: str  # how the figures were computed
    across: str = ""  # what the columns of the grids stand for
    meanings: Mapping[str, str] = field(default_factory=dict)
    notes: Sequence[str] = ()

    @property
    def grids(self) -> list[Grid]:
        """All grids."""
        return [grid for grids in self.columns for grid in grids]

    def titled(self, grid: Grid) -> bool:
        """True if a grid needs its own title, which differs from the sheet's."""
        return grid.title != self.title

    @property
    def actions(self) -> list[str]:
        """Every action in the grids: first those with a meaning, in the order of the meanings, then the others."""
        used = {action(word) for grid in self.grids for row in grid.cells for word in row if word.strip()}
        return [word for word in self.meanings if word in used] + sorted(used - set(self.meanings))


@dataclass(frozen=True)
class Cells:
    """The size of cells, the colour of each action, and the room for names to the left of the cells and above them."""

    wide: float
    tall: float
    colours: Mapping[str, str]
    names: float
    head: float

    def height(self, grids: Sequence[Grid]) -> float:
        """The height of grids stacked on each other."""
        return sum(self.head + self.tall * len(grid.rows) + APART for grid in grids) - APART


def action(word: str) -> str:
    """The action in a cell, without the number of hands. An action that only some of the hands take is marked.

    >>> action("3x"), action("let it ride 960"), action("play 3x 28 of 48")
    ('3x', 'let it ride', 'play 3x, some')
    """
    without_count = re.sub(r" \d+( of \d+)?$", "", word)
    return f"{without_count}, some" if re.search(r"\d of \d+$", word) else without_count


def colours(actions: Sequence[str]) -> dict[str, str]:
    """A colour for each action, a pale one for actions that wager nothing.

    >>> colours(["raise", "check"])
    {'check': '#f2f2f2', 'raise': '#0072b2'}
    """
    fixed = {word: COLOURS[word] for word in actions if word in COLOURS}
    others = [word for word in actions if word not in COLOURS]
    if len(others) > len(OTHERS):
        raise PitbossError(f"a grid of {len(others)} actions cannot be drawn; only {len(OTHERS)} colours can be told apart")
    return fixed | dict(zip(others, OTHERS, strict=False))


def ink_on(colour: str) -> str:
    """Black or white, whichever is readable on a colour."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#ffffff" if 0.299 * red + 0.587 * green + 0.114 * blue < 130 else INK


def called(grid: Grid, row: int, column: int) -> str:
    """The id of a cell in an SVG, after the prefix "cell-" for its box or "word-" for its text."""
    return re.sub("[^a-z0-9]+", "-", f"{grid.title} {grid.rows[row]} {grid.columns[column]}".lower())


def grid(chart: Chart, path: Path, house: House) -> None:
    """Draw the grids of a chart, with the legend below the first column."""
    room = (RIGHT - MARGIN - BETWEEN * (len(chart.columns) - 1)) / len(chart.columns)
    names = min(NAMES, max(width(name, PLAIN, bold=True) for drawn in chart.grids for name in drawn.rows)) + 0.12
    wide = (room - names) / max(len(drawn.columns) for drawn in chart.grids)
    head = HEAD + TITLE * any(map(chart.titled, chart.grids))
    cells = Cells(wide, min(wide, TALLEST), colours(chart.actions), names, head)
    legend = [word for word in chart.actions if word in chart.meanings]
    heights = [cells.height(grids) for grids in chart.columns]
    tall = max(heights[0] + (0.2 + KEY * len(legend) if legend else 0), *heights) + 0.1
    with page(path, house, chart.title, tall, chart.made, chart.notes) as sheet:
        for number, grids in enumerate(chart.columns):
            x, y = MARGIN + number * (room + BETWEEN), sheet.top
            for drawn in grids:
                _grid(sheet, drawn, x, y, cells, chart)
                y += cells.height([drawn]) + APART
        _legend(sheet, sheet.top + heights[0] + 0.3, legend, chart.meanings, cells)


def _grid(sheet: Page, shown: Grid, x: float, y: float, cells: Cells, chart: Chart) -> None:
    """Draw one grid with its upper left corner at x, y."""
    left, top = x + cells.names, y + cells.head
    across, down = cells.wide * len(shown.columns), cells.tall * len(shown.rows)
    if chart.titled(shown):
        sheet.text(x, y + 0.1, shown.title, 9.5, weight="bold")
    sheet.text(left + across, y + 0.1, chart.across, SMALL, color=GREY, ha="right")
    for number, name in enumerate(shown.columns):
        sheet.text(left + cells.wide * (number + 0.5), top - 0.12, name, ha="center", weight="bold")
    for number, name in enumerate(shown.rows):
        lines = wrapped(name, PLAIN, NAMES, bold=True)
        first = top + cells.tall * (number + 0.5) - LINE * (len(lines) - 1) / 2
        for place, part in enumerate(lines):
            sheet.text(left - 0.1, first + LINE * place, part, ha="right", weight="bold")
    axes = sheet.axes(left, top, across, down)
    axes.set_xlim(0, across)
    axes.set_xticks([])
    for row, words in enumerate(shown.cells):
        for column, word in enumerate(words):
            _cell(axes, row, column, word, cells, called(shown, row, column))


def _cell(axes: Axes, row: int, column: int, word: str, cells: Cells, name: str) -> None:
    """Draw a coloured cell with its word, scaled down to fit."""
    from matplotlib.patches import Rectangle

    colour = cells.colours.get(action(word), "#ffffff")
    corner = (cells.wide * column, cells.tall * row)
    box = Rectangle(corner, cells.wide, cells.tall, facecolor=colour, edgecolor=GREY, linewidth=0.5, clip_on=False)
    box.set_gid(f"cell-{name}")
    axes.add_patch(box)
    label = axes.text(corner[0] + cells.wide / 2, corner[1] + cells.tall / 2, word, ha="center", va="center_baseline")
    label.set_fontsize(PLAIN * min(1.0, (cells.wide - 0.05) / max(width(word, PLAIN), 0.01)))
    label.set_color(ink_on(colour))
    label.set_gid(f"word-{name}")


def _legend(sheet: Page, y: float, letters: Sequence[str], meanings: Mapping[str, str], cells: Cells) -> None:
    """Draw the legend: each letter in its colour, with its meaning."""
    for number, word in enumerate(letters):
        middle = y + KEY * number
        colour = cells.colours[word]
        box = {"facecolor": colour, "edgecolor": GREY, "linewidth": 0.5, "boxstyle": "square,pad=0.25"}
        left = MARGIN + cells.names + 0.1
        sheet.text(left, middle, word, SMALL, ha="center", color=ink_on(colour), bbox=box, family="monospace")
        sheet.text(left + 0.2, middle, meanings[word], SMALL)
