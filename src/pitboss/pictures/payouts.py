"""Draws the distribution of a wager: every net result with its probability, as bars and as figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log10
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.odds.distribution import Distribution
from pitboss.odds.row import Row
from pitboss.pictures.page import BLUE, FAINT, GREY, INK, MARGIN, ORANGE, RIGHT, SILVER, SMALL, Page, page, sentence
from pitboss.pictures.words import made, name, percent, raised, step

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 18  # distributions with more results are grouped
ALONE = 5  # results up to this size are never grouped
LOG_FROM = 100  # the ratio of largest to smallest probability from which the axis is logarithmic
STEP = 0.2  # the distance of bars
ABOVE, BELOW = 0.6, 0.5  # the heights of a panel's heading, and of its axis and sums
ROOM = 1.32  # the length of the axis, relative to the longest bar
LEFT, DEALS, CHANCE = 1.75, 6.05, 7.05  # the left end of bars, and the right ends of columns of figures


@dataclass(frozen=True)
class Band:
    """A group of net results that share a bar."""

    least: Fraction
    most: Fraction
    count: int
    sum: Fraction  # of the results, weighted by count

    @property
    def label(self) -> str:
        """The results in units of the first wager."""
        return units(self.most) if self.least == self.most else f"{units(self.least)} to {units(self.most)}"


def units(value: Fraction) -> str:
    """A number of units, to at most four decimal places.

    >>> units(Fraction(4000)), units(Fraction(-1, 2)), units(Fraction(19, 20))
    ('4,000', '-0.5', '0.95')
    """
    return f"{float(value):,.4f}".rstrip("0").rstrip(".")


def bands(distribution: Distribution) -> list[Band]:
    """The results from best to worst. If there are many, large ones are grouped: over 5 to 10, to 20, to 50, to 100 and so on.

    >>> many = Distribution({Fraction(n): 1 for n in (-10, *range(-7, 13), 20, 60)})
    >>> [band.label for band in bands(many)][:4], bands(many)[-1].label
    (['60', '11 to 20', '6 to 10', '5'], '-10 to -6')
    """
    grouped = len(distribution.counts) > MOST
    counts = distribution.counts
    groups: dict[Fraction, list[Fraction]] = {}
    for net in sorted((net for net, count in counts.items() if count), reverse=True):
        groups.setdefault(_edge(net) if grouped and abs(net) > ALONE else net, []).append(net)
    return [
        Band(nets[-1], nets[0], sum(counts[n] for n in nets), sum((n * counts[n] for n in nets), Fraction(0)))
        for nets in groups.values()
    ]


def _edge(net: Fraction) -> Fraction:
    """The first of 10, 20, 50, 100 … that is not below the size of a result, with the result's sign."""
    ten = 10
    while ten * 10 < abs(net):
        ten *= 10
    reach = next(r for r in (ten, 2 * ten, 5 * ten, 10 * ten) if abs(net) <= r)
    return Fraction(reach if net > 0 else -reach)


def chance(part: Fraction) -> str:
    """A readable probability: a percentage, or "1 in …" if it is small.

    >>> chance(Fraction(1, 3)), chance(Fraction(1, 649740)), chance(Fraction(1, 135723466667))
    ('33.3333%', '1 in 649,740', '1 in 136 billion')
    """
    if part == 0 or part >= Fraction(1, 10_000):
        return f"{float(part):.4%}"
    one_in = round(1 / part)
    return f"1 in {one_in:,}" if one_in < 10**9 else f"1 in {one_in / 10**9:,.0f} billion"


def payouts(rows: Sequence[Row], path: Path, house: House) -> None:
    """Draw the distribution of every row, one below the other."""
    panels = [(row, row.distribution, bands(row.distribution)) for row in rows if row.distribution is not None]
    if not panels:
        names = " and ".join(name(row) for row in rows)
        raise PitbossError(f"of {names} only the mean is known, so there is no distribution to draw")
    rows = [row for row, _, _ in panels]
    tall = sum(ABOVE + STEP * len(shown) + BELOW for _, _, shown in panels)
    notes = list(dict.fromkeys(sentence(row.note) for row in rows if row.note))
    title = f"Net results in units of {', '.join(dict.fromkeys(row.of for row in rows))}"
    with page(path, house, title, tall, made(rows), notes) as sheet:
        y = sheet.top
        for row, distribution, shown in panels:
            _panel(sheet, y, row, distribution, shown)
            y += ABOVE + STEP * len(shown) + BELOW


def _panel(sheet: Page, y: float, row: Row, distribution: Distribution, shown: list[Band]) -> None:
    """Draw one distribution: its heading, its bars, and figures beside each bar."""
    counted = not distribution.parts
    sheet.text(MARGIN, y, " ".join(filter(None, (row.wager, row.table))), 9.5, weight="bold")
    sheet.text(RIGHT, y, f"house edge {percent(row)} of {row.of}", 9.5, weight="bold", ha="right")
    summary = f"mean {-float(row.edge) + 0.0:.6f}; standard deviation {distribution.standard_deviation:.3f}; "
    summary += f"ahead in {float(distribution.hit_rate):.4%}"
    sheet.text(MARGIN, y + 0.18, row.condition, SMALL, color=GREY)
    sheet.text(RIGHT, y + 0.18, summary, SMALL, color=GREY, ha="right")
    heading = y + ABOVE - 0.15
    sheet.text(LEFT - 0.1, heading, "net result", SMALL, color=GREY, ha="right")
    columns = [(DEALS, "deals")] * counted + [(CHANCE, "probability"), (RIGHT, "part of mean")]
    for x, words in columns:
        sheet.text(x, heading, words, SMALL, color=GREY, ha="right")
    first = y + ABOVE
    _bars(sheet, first, row, distribution, shown, (4.7 if counted else 6.0) - LEFT)
    deals = distribution.deals
    for place, band in enumerate(shown):
        middle = first + STEP * (place + 0.5)
        sheet.text(LEFT - 0.1, middle, band.label, 7.5, ha="right")
        _figures(sheet, middle, band.count, deals, band.sum, counted)
    end = first + STEP * len(shown)
    sheet.rule(end + 0.03, DEALS - 1.3 if counted else CHANCE - 0.7)
    _figures(sheet, end + 0.14, deals, deals, distribution.mean * deals, counted, weight="bold")


def _figures(sheet: Page, y: float, count: int, deals: int, total: Fraction, counted: bool, **style: str) -> None:
    if counted:
        sheet.text(DEALS, y, f"{count:,}" if count < 10**16 else f"{count:.6e}", 7, ha="right", **style)
    sheet.text(CHANCE, y, chance(Fraction(count, deals)), 7, ha="right", **style)
    sheet.text(RIGHT, y, f"{float(total / deals):+.4%}", 7, ha="right", **style)


def _bars(sheet: Page, y: float, row: Row, distribution: Distribution, shown: list[Band], wide: float) -> None:
    """Draw the bars, the axis below them, and a line at the mean."""
    axes = sheet.axes(LEFT, y, wide, STEP * len(shown))
    chances = [band.count / distribution.deals for band in shown]
    middles = [STEP * (place + 0.5) for place in range(len(shown))]
    colours = [BLUE if band.least > 0 else ORANGE if band.most < 0 else SILVER for band in shown]
    start = _axis(axes, min(chances), max(chances))
    sheet.text(LEFT, y - 0.15, "probability, logarithmic" if start else "probability", SMALL, color=GREY)
    lengths = [part - start for part in chances]
    axes.barh(middles, lengths, STEP * 0.72, left=start, color=colours, edgecolor=INK, linewidth=0.4)
    where = _between(shown, middles, -float(row.edge))
    axes.axhline(where, color=INK, linewidth=0.8, linestyle=(0, (4, 2)))
    at_right = axes.get_yaxis_transform()
    words = f"mean {-float(row.edge) + 0.0:.4f}"
    axes.text(1.0, where - 0.015, words, transform=at_right, ha="right", va="bottom", fontsize=SMALL)


def _axis(axes: Axes, low: float, high: float) -> float:
    """Draw the axis of probabilities, with room at the right for the mean. Returns where the bars begin: above 0 if the scale
    is logarithmic."""
    axes.grid(axis="x", color=FAINT, linewidth=0.5)
    if high <= LOG_FROM * low:
        axes.set_xlim(0, high * ROOM)
        apart = step(high, 5)
        ticks = [apart * place for place in range(floor(high / apart) + 1)]
        axes.set_xticks(ticks, [f"{tick * 100:g}%" for tick in ticks])
        return 0.0
    lowest = floor(log10(low) - 0.3)
    axes.set_xscale("log")
    axes.set_xlim(10.0**lowest, 10 ** (lowest + (log10(high) - lowest) * ROOM))
    powers = range(0, lowest - 1, -ceil(-lowest / 5))
    axes.set_xticks([10.0**power for power in powers], [_tick(power) for power in powers])
    axes.set_xticks([], minor=True)
    return 10.0**lowest


def _tick(power: int) -> str:
    """The label of a power of ten as a probability.

    >>> _tick(0), _tick(-3), _tick(-9)
    ('100%', '0.1%', '10⁻⁹')
    """
    return f"{100 * 10.0**power:.4f}".rstrip("0").rstrip(".") + "%" if power > -7 else f"10⁻{raised(-power)}"


def _between(shown: list[Band], middles: list[float], mean: float) -> float:
    """The vertical position of a value, interpolated between the bars of the nearest results."""
    values = [float(band.sum) / band.count for band in shown]
    for place in range(len(values) - 1):
        if values[place] >= mean >= values[place + 1]:
            part = (values[place] - mean) / (values[place] - values[place + 1])
            return middles[place] + part * (middles[place + 1] - middles[place])
    return middles[0]
