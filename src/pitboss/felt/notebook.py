"""Felts for notebooks: that of a house, and that of a table with its cards and chips."""

from pitboss.felt.drawing import draw
from pitboss.felt.forms import felt_of
from pitboss.felt.tables import draw_table
from pitboss.house import House
from pitboss.table.table import Table
from pitboss.table.view.viewers import Viewer
from pitboss.table.view.views import layout_of


def svg_of(thing: House | Table) -> str:
    """The felt of a house; or that of a table, with all cards that any of its players sees, and the chips."""
    if isinstance(thing, House):
        return draw(felt_of(thing), standalone=True)
    return draw_table(felt_of(thing.house), layout_of(thing, Viewer.at(*thing.seats)))
