"""Pictures and text for notebooks and terminals. The module that draws an object is named here as a string, so that lower
packages import no higher one.
"""

from collections.abc import Iterable, Sequence
from html import escape
from importlib import import_module
from typing import Any

DRAWN_BY = {"House": "pitboss.felt.notebook", "Table": "pitboss.felt.notebook", "Row": "pitboss.pictures.notebook"}

WRITTEN_BY = {"Table": "pitboss.table.view.text"}


def svg_of(thing: Any) -> Any:
    """An object as SVG; None if it cannot be drawn, or if the package that draws it is not installed."""
    return import_module(DRAWN_BY[type(thing).__name__]).svg_of(thing)


def text_of(thing: Any) -> str:
    """An object as text of several lines."""
    text: str = import_module(WRITTEN_BY[type(thing).__name__]).text_of(thing)
    return text


def html_table(heads: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """A table as HTML, for a notebook.

    >>> html_table(("wager", "back"), [("Ante", "$20")], "Bets & pays")
    '<table><caption>Bets &amp; pays</caption><tr><th>wager</th><th>back</th></tr><tr><td>Ante</td><td>$20</td></tr></table>'
    """

    def row(cells: Iterable[object], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"

    head = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{head}{row(heads, 'th')}{''.join(row(cells, 'td') for cells in rows)}</table>"
