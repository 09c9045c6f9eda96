"""How things look in a notebook and as text. The module that draws a thing is named here: nothing imports a higher one."""

from importlib import import_module
from typing import Any

DRAWN_BY = {"House": "pitboss.felt.notebook", "Table": "pitboss.felt.notebook", "Row": "pitboss.pictures.notebook"}

WRITTEN_BY = {"Table": "pitboss.table.view.text"}


def svg_of(thing: Any) -> Any:
    """A thing as SVG; None where nothing is known to be drawn, or what draws it is not installed."""
    return import_module(DRAWN_BY[type(thing).__name__]).svg_of(thing)


def text_of(thing: Any) -> str:
    """A thing as text of several lines."""
    text: str = import_module(WRITTEN_BY[type(thing).__name__]).text_of(thing)
    return text
