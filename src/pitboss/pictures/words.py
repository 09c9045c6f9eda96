"""Labels of rows of odds in pictures."""

from collections.abc import Sequence
from math import floor, log10

from pitboss.odds.row import Row


def name(row: Row) -> str:
    """A wager with its table and condition."""
    return ", ".join(filter(None, (" ".join(filter(None, (row.wager, row.table))), row.condition)))


def percent(row: Row) -> str:
    """The edge as `pitboss odds` prints it, with its standard error if it was simulated."""
    error = f" ± {row.standard_error:.4%}" if row.method != "exact" else ""
    return f"{float(row.edge):.4%}{error}"


def made(rows: Sequence[Row]) -> str:
    """How the figures of rows were computed: the number of deals, and which figures are not exact."""
    exact = [row for row in rows if row.exact and row.method == "exact"]
    counts = [row.distribution.deals for row in exact if row.distribution and not row.distribution.parts]
    parts = ["exact"] if exact else []
    if counts:
        least, most = min(counts), max(counts)
        parts[0] += f" over {least:,} deals" if least == most else f" over {least:,} to {most:,} deals"
        parts[0] += " where deals are counted" if len(counts) < len(exact) else ""
    if any(row.exact is None and row.method == "exact" for row in rows):
        parts.append("otherwise in double precision" if exact else "in double precision")
    if any(row.method != "exact" for row in rows):
        parts.append("simulated where a standard error is given")
    return ", ".join(parts)


def raised(number: int) -> str:
    """A number in superscript.

    >>> raised(12)
    '¹²'
    """
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(number))


def step(span: float, most: int) -> float:
    """The distance of ticks on an axis so that there are at most `most`: 1, 2 or 5 times a power of ten.

    >>> step(0.69, 5), step(0.21, 7), step(30, 7)
    (0.2, 0.05, 5.0)
    """
    power = floor(log10(span / most))
    return next(float(f"{first}e{power}") for first in (1, 2, 5, 10) if span <= most * float(f"{first}e{power}"))
