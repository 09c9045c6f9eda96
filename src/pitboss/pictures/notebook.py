"""Rows of odds as a notebook shows them."""

from pitboss import pictures
from pitboss.errors import NotInstalled
from pitboss.odds.row import Row


def svg_of(row: Row) -> str | None:
    """Every net result of a wager with its chance; None where that is not known, or what draws it is not installed."""
    try:
        return pictures.svg_of(row)
    except NotInstalled:
        return None
