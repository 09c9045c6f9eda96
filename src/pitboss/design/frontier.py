"""The frontier of a design: for each edge, how far the least and the most volatile pay table swing."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from pitboss.design.search import figures_of, lowest_and_highest
from pitboss.design.targets import Design
from pitboss.drafts.conditions import BadDraft
from pitboss.drafts.pricing import price_wager

STEPS = 16  # windows of the edge


@dataclass(frozen=True)
class Point:
    """The least and the largest standard deviation of the tables whose edge lies between two values."""

    least: Fraction
    most: Fraction
    lowest: float
    highest: float


def frontier(design: Design, steps: int = STEPS) -> list[Point]:
    """The frontier over the edges that the design asks for, or over all that its payouts allow."""
    if not design.simple:
        raise BadDraft("a frontier needs one bet that pays the first row that holds, and no choices")
    figures = figures_of(design, price_wager(design.with_payouts([pays[0] for pays in design.payouts])))
    low, high = figures.edge.ends([len(pays) for pays in design.payouts])
    if design.edge is not None and not design.edge.aim:
        low, high = max(low, design.edge.least), min(high, design.edge.most)
    points = []
    for step in range(steps):
        least, most = (low + (high - low) * Fraction(at, steps) for at in (step, step + 1))
        if (ends := lowest_and_highest(design, figures, least, most)) is not None:
            points.append(Point(least, most, *ends))
    return points


def draw_frontier(design: Design, points: list[Point], tables: list[tuple[float, float]], path: Path) -> None:
    """Draw the frontier and the designed tables (edge and deviation) as SVG or PNG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.add_subplot()
    edges = [100 * float(point.least + point.most) / 2 for point in points]
    axes.fill_between(edges, [point.lowest for point in points], [point.highest for point in points], alpha=0.25, step="mid")
    axes.step(edges, [point.lowest for point in points], where="mid", linewidth=1.5)
    for number, (edge, deviation) in enumerate(tables, 1):
        axes.plot(100 * edge, deviation, "o", color="#b3382c")
        axes.annotate(str(number), (100 * edge, deviation), textcoords="offset points", xytext=(6, 4))
    axes.set_xlabel("house edge in percent")
    axes.set_ylabel("standard deviation in bets")
    axes.set_title(f"{design.wager.name}: pay tables that meet the design")
    figure.savefig(path)
