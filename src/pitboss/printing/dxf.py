"""A layout as DXF, in inches at full size, for the maker of a felt: each thing on a layer of its own, with dimensions.

The drawing is that of the page (`layout.py`), with y upward and 0, 0 at the lower left end of the table. The type of an
inscription is the maker's: its words stand at the middle of its line, and the line itself lies on its own layer.
"""

from importlib import import_module
from io import StringIO
from math import atan2, degrees
from pathlib import Path
from typing import Any

from pitboss.felt import Felt, felt_of
from pitboss.felt.areas import CIRCLE, DIAMOND, SPOT
from pitboss.felt.places import Area, Box, Line, Panel, Point
from pitboss.optional_packages import require
from pitboss.printing.dimensions import as_printed, extent, inches_per_unit
from pitboss.printing.filing import Filed
from pitboss.printing.layout import pays_of, table_width
from pitboss.printing.press import Unprintable

TABLE, AREAS, CARDS, THINGS = "TABLE", "AREAS", "CARDS", "THINGS"
WORDS, PATHS, DIMENSIONS = "WORDS", "PATHS", "DIMENSIONS"
LAYERS = {TABLE: 7, AREAS: 3, CARDS: 4, THINGS: 8, WORDS: 2, PATHS: 9, DIMENSIONS: 1}  # with their colors
INCHES, OUTSIDE = 1, 3.0  # the unit of the file; how far from the table its dimensions stand


class _Sheet:
    """The drawing, from units of the felt to inches."""

    def __init__(self, space: Any, felt: Felt, wide: float) -> None:
        self.space = space
        self.left, self.right, self.upper, self.lower = extent(felt)
        self.unit = inches_per_unit(felt, wide)

    def at(self, point: Point) -> Point:
        return round((point[0] - self.left) * self.unit, 4), round((self.lower - point[1]) * self.unit, 4)

    def outline(self, points: tuple[Point, ...], layer: str, closed: bool = True) -> None:
        self.space.add_lwpolyline([self.at(p) for p in points], close=closed, dxfattribs={"layer": layer})

    def words(self, words: str, middle: Point, size: float, turned: float = 0) -> None:
        attributes = {"layer": WORDS, "height": round(size * self.unit * 0.72, 4), "rotation": round(-turned, 2)}
        entity = self.space.add_text(words, dxfattribs=attributes)
        from ezdxf.enums import TextEntityAlignment

        entity.set_placement(self.at(middle), align=TextEntityAlignment.MIDDLE_CENTER)

    def dimension(self, start: Point, end: Point, distance: float) -> None:
        """The distance of two points of the felt, written so far beside them, in inches."""
        line = self.space.add_aligned_dim(
            p1=self.at(start), p2=self.at(end), distance=distance, dimstyle="EZDXF", dxfattribs={"layer": DIMENSIONS}
        )
        line.render()


def dxf(filed: Filed, width: float | None = None) -> str:
    """The layout of a submission's table as the text of a DXF file; the same submission gives the same text."""
    require("print")
    ezdxf: Any = import_module("ezdxf")

    wide = table_width(filed, width)
    felt = felt_of(filed.house, holder=filed.holder or "pitboss", pays=pays_of(filed.house))
    ezdxf.options.write_fixed_meta_data_for_testing = True  # no date and no chance in the file
    document = ezdxf.new("R2010", setup=["dimstyles"], units=INCHES)
    for name, color in LAYERS.items():
        document.layers.add(name, color=color)
    style = document.dimstyles.get("EZDXF").dxf
    style.dimtxt, style.dimlfac, style.dimdec, style.dimrnd = 0.5, 1.0, 2, 0.0  # inches, to a hundredth
    sheet = _Sheet(document.modelspace(), felt, wide)
    _draw(sheet, felt)
    text = StringIO()
    document.write(text)
    return text.getvalue()


def write_dxf(filed: Filed, path: Path, width: float | None = None) -> Path:
    """Writes the layout as a DXF file."""
    try:
        path.write_text(dxf(filed, width), encoding="utf-8")
    except OSError as problem:
        raise Unprintable(f"{path} cannot be written: {problem.strerror}") from None
    return path


def _draw(sheet: _Sheet, felt: Felt) -> None:
    sheet.outline(felt.rail, TABLE)
    sheet.outline(felt.outline, TABLE)
    for thing in felt.things:
        sheet.outline(thing.box.corners, THINGS)
        sheet.words(thing.name, (thing.box.x, thing.box.y), 12, thing.box.rotation)
    for cards in (*felt.community, *(felt.dealer_hands or ((felt.dealer,) if felt.dealer else ()))):
        sheet.outline(cards.box.corners, CARDS)
        if cards.label:
            sheet.words(cards.label, (cards.box.x, cards.box.y), 12, cards.box.rotation)
    for seat in felt.seats:
        for area in seat.areas:
            _area(sheet, area)
        for hand in seat.hands or (seat.own,):
            sheet.outline(hand.box.corners, CARDS)
            if hand.label:
                sheet.words(hand.label, (hand.box.x, hand.box.y), 12, hand.box.rotation)
    for line in felt.lines:
        _line(sheet, line)
    for panel in felt.pays:
        _panel(sheet, panel)
    _dimensions(sheet, felt)


def _area(sheet: _Sheet, area: Area) -> None:
    if area.shape == SPOT:
        return
    box = as_printed(area)
    if area.shape == CIRCLE:
        sheet.space.add_circle(sheet.at((box.x, box.y)), box.w / 2 * sheet.unit, dxfattribs={"layer": AREAS})
    elif area.shape == DIAMOND:
        half = box.w / 2
        sheet.outline((box.at(0, -half), box.at(half, 0), box.at(0, half), box.at(-half, 0)), AREAS)
    else:
        sheet.outline(box.corners, AREAS)
    lines = area.label.split("|")
    for number, words in enumerate(lines):
        sheet.words(words, box.at(0, area.size * 1.06 * (number - (len(lines) - 1) / 2)), area.size, box.rotation)


def _line(sheet: _Sheet, line: Line) -> None:
    """An inscription: its words, turned as the middle of its line is, and the line."""
    sheet.outline(line.path, PATHS, closed=False)
    middle = len(line.path) // 2
    (x1, y1), (x2, y2) = line.path[max(middle - 1, 0)], line.path[min(middle + 1, len(line.path) - 1)]
    x, y = line.path[middle]
    sheet.words(line.text, (x, y - line.size * 0.36), line.size, degrees(atan2(y2 - y1, x2 - x1)))


def _panel(sheet: _Sheet, panel: Panel) -> None:
    """A pay table as lines of words in a box."""
    sheet.outline(panel.box.corners, WORDS)
    step = panel.box.h / max(len(panel.entries), 1)
    for number, entry in enumerate(panel.entries):
        words = f"{entry.words}  {entry.payout}".rstrip()
        sheet.words(words, panel.box.at(0, -panel.box.h / 2 + step * (number + 0.5)), panel.size)


def _dimensions(sheet: _Sheet, felt: Felt) -> None:
    """The table over all, the middles of neighboring positions, and each area and place for cards of one position."""
    sheet.dimension((sheet.left, sheet.lower), (sheet.right, sheet.lower), -OUTSIDE)
    sheet.dimension((sheet.left, sheet.lower), (sheet.left, sheet.upper), OUTSIDE)
    for one, other in zip(felt.seats, felt.seats[1:], strict=False):
        sheet.dimension((one.box.x, one.box.y), (other.box.x, other.box.y), 0)
    middle = felt.seats[len(felt.seats) // 2]
    boxes = [as_printed(area) for area in middle.areas if area.shape != SPOT] + [
        hand.box for hand in middle.hands or (middle.own,)
    ]
    for box in (*boxes, *(cards.box for cards in felt.community[:1])):
        _sides(sheet, box)


def _sides(sheet: _Sheet, box: Box) -> None:
    """The width and the height of a box."""
    sheet.dimension(box.at(-box.w / 2, 0), box.at(box.w / 2, 0), 0)
    sheet.dimension(box.at(0, box.h / 2), box.at(0, -box.h / 2), 0)
