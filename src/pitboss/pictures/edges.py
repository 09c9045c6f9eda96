"""Draws the house edge of every wager on every pay table, as bars labelled in percent.

Jackpots that Poker pots contribute to have no house edge, so their bars show the probability of a hit instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, floor, log10
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.odds.row import CONTRIBUTION, Row
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

NAMES, TABLES = 1.8, 1.35  # widths of the columns of wagers and tables
LEFT = MARGIN + NAMES + TABLES + 0.2  # the left end of the bars
STEP, GAP, BAR = 0.22, 0.12, 0.14  # the distance of bars, the extra distance between wagers, the thickness of a bar
AXIS = 0.3  # the height of the axis labels


@dataclass(frozen=True)
class Line:
    """One bar with its labels. `middle` and `end` are inches below the first wager's upper edge."""

    row: Row
    wager: list[str]  # the wager's name, in lines; [] if the bar above is of the same wager
    table: list[str]
    mark: str  # of its note below the picture
    middle: float
    end: float
    alone: bool  # the only bar of its wager
    of_fund: bool = False

    @property
    def value(self) -> float:
        """The value that the bar shows."""
        return hit_rate(self.row) if self.of_fund else float(self.row.edge)

    @property
    def label(self) -> str:
        """The label at the bar's end."""
        if not self.of_fund:
            return percent(self.row) + self.mark
        return (one_in(self.value) if self.value else "never") + self.mark


def hit_rate(row: Row) -> float:
    """The probability that a row wins."""
    return float(row.distribution.hit_rate) if row.distribution is not None else 0.0


def one_in(part: float) -> str:
    """A probability in the form "1 in …".

    >>> one_in(1 / 38760), one_in(0.25)
    ('1 in 38,760', '1 in 4')
    """
    return f"1 in {round(1 / part):,}"


def edges(rows: Sequence[Row], path: Path, house: House) -> None:
    """Draw the edge of every row, in the order given."""
    if not rows:
        raise PitbossError("there is no wager to draw")
    notes = dict.fromkeys(row.note for row in rows if row.note)
    marks = {note: raised(place) for place, note in enumerate(notes, 1)}
    of_fund = all(row.of == CONTRIBUTION for row in rows) and any(map(hit_rate, rows))
    lines = list(_lines(rows, marks, of_fund))
    title = "How often a jackpot is hit, by number of players" if of_fund else "House edge by wager and pay table"
    notes_below = [
        sentence("of a hand dealt to so many players who all stay to the showdown; the house keeps no part of the fund")
    ]
    notes_below = notes_below if of_fund else [sentence(f"the edge is the house's part of {_firsts(rows)}")]
    notes_below += [f"{mark} {sentence(note)}" for note, mark in marks.items()]
    tall = lines[-1].end + GAP / 2
    with page(path, house, title, tall + AXIS, made(rows), notes_below) as sheet:
        axes = sheet.axes(LEFT, sheet.top, RIGHT - LEFT, tall)
        start = _chances(axes, lines) if of_fund else _axis(axes, lines)
        for line in lines:
            _beside(sheet, line)
            value = line.value
            long, colour = (max(value - start, 0.0) if of_fund else value), BLUE if value >= 0 else ORANGE
            if value or not of_fund:
                axes.barh([line.middle], [long], BAR, left=start, color=colour, edgecolor=INK, linewidth=0.4)
            axes.annotate(
                *(line.label, (max(value, start), line.middle), (4, 0)), textcoords="offset points", va="center", fontsize=7.5,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
            )  # fmt: skip


def _firsts(rows: Sequence[Row]) -> str:
    """The wagers that the edges are parts of, in words."""
    other = dict.fromkeys(f"{row.of} for {row.wager}" for row in rows if row.of != row.wager)
    return "; ".join((*other, "the wager itself" + (" for the others" if other else "")))


def _lines(rows: Sequence[Row], marks: dict[str, str], of_fund: bool) -> list[Line]:
    """The bars in the order of the rows, grouped by wager."""
    lines: list[Line] = []
    end = 0.0
    for wager, group in groupby(rows, lambda row: row.wager):
        of_wager = list(group)
        names = wrapped(wager, PLAIN, NAMES, bold=True)
        end += GAP
        for place, row in enumerate(of_wager):
            table = wrapped(", ".join(filter(None, (row.table, row.condition))), SMALL, TABLES)
            beside = names if place == 0 else []
            tall = max(STEP, 0.06 + LINE * max(len(table), len(beside) if len(of_wager) == 1 else 1))
            mark, alone = marks.get(row.note, ""), len(of_wager) == 1
            lines.append(Line(row, beside, table, mark, end + tall / 2, end + tall, alone, of_fund))
            end += tall
    return lines


def _beside(sheet: Page, line: Line) -> None:
    """Write the wager and its table to the left of a bar."""
    middle = sheet.top + line.middle
    if line.wager and line.middle > STEP + GAP:
        sheet.rule(sheet.top + line.end - 2 * (line.end - line.middle) - GAP / 2)
    first = middle - LINE * (len(line.wager) - 1) / 2 if line.alone else middle
    for place, words in enumerate(line.wager):
        sheet.text(MARGIN, first + LINE * place, words, weight="bold")
    first = middle - LINE * (len(line.table) - 1) / 2
    for place, words in enumerate(line.table):
        sheet.text(LEFT - 0.08, first + LINE * place, words, SMALL, color=GREY, ha="right")


def _chances(axes: Axes, lines: list[Line]) -> float:
    """Draw a logarithmic axis of probabilities. Returns where the bars begin."""
    chances = [line.value for line in lines if line.value]
    lowest, highest = floor(log10(min(chances)) - 0.3), log10(max(chances))
    axes.set_xscale("log")
    axes.set_xlim(10.0**lowest, 10 ** (lowest + (highest - lowest) * 1.5))
    powers = range(lowest, ceil(highest) + 1)
    axes.set_xticks([10.0**power for power in powers], [one_in(10.0**power) if power else "always" for power in powers])
    axes.set_xticks([], minor=True)
    axes.grid(axis="x", color=FAINT, linewidth=0.5)
    return float(10.0**lowest)


def _axis(axes: Axes, lines: list[Line]) -> float:
    """Draw an axis in percent, leaving room for the labels at the ends of bars. Returns where the bars begin, 0."""
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
    return 0.0
