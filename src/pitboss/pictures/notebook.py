"""Rows of odds for notebooks."""

from pitboss import pictures
from pitboss.errors import NotInstalled
from pitboss.odds.row import Row


def svg_of(row: Row) -> str | None:
    """The distribution of a wager's net results; None if it is unknown, or matplotlib is not installed."""
    try:
        return pictures.svg_of(row)
    except NotInstalled:
        return None
