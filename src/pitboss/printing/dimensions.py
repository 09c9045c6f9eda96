"""The dimensions of a layout at full size, for the maker of a felt: how large each printed thing is, and the whole table.

The chapters give no measures; these follow from the width of the table, as the drawing does.
"""

from dataclasses import dataclass, replace

from pitboss.felt import Felt, draw
from pitboss.felt.areas import CIRCLE, DIAMOND, SPOT
from pitboss.felt.places import Area, Box, Point
from pitboss.felt.svg import number, path, tag, text

MILLIMETRES = 25.4  # in an inch
MARGIN = 46.0  # units of the drawing, for the lines that dimension it
INK = "#1b1f24"


@dataclass(frozen=True)
class Size:
    """How large a printed thing is, in inches; a circle is as wide as it is tall."""

    name: str
    cite: str
    shape: str
    wide: float
    tall: float


def inches_per_unit(felt: Felt, wide: float) -> float:
    """How many inches a unit of the drawing is on a table of this width, its rail included."""
    left, right, _, _ = extent(felt)
    return wide / (right - left)


def extent(felt: Felt) -> tuple[float, float, float, float]:
    """The left, right, upper and lower end of the table with its rail."""
    across, down = [x for x, _ in felt.rail], [y for _, y in felt.rail]
    return min(across), max(across), min(down), max(down)


def sizes(felt: Felt, wide: float) -> list[Size]:
    """Each kind of printed thing once: betting areas, places for cards, things of the dealer."""
    unit = inches_per_unit(felt, wide)
    found: dict[str, Size] = {}

    def add(name: str, cite: str, shape: str, box: Box) -> None:
        found.setdefault(name, Size(name, cite, shape, round(box.w * unit, 2), round(box.h * unit, 2)))

    for area in felt.seats[0].areas if felt.seats else ():
        if area.shape != SPOT:
            add(area.wager, area.cite, area.shape, as_printed(area))
    for hand in felt.seats[0].hands if felt.seats else ():
        add(f"{hand.label or 'player'} cards", hand.cite, "rect", hand.box)
    for cards in felt.community:
        add("community card", cards.cite, "rect", cards.box)
    for cards in felt.dealer_hands or ((felt.dealer,) if felt.dealer else ()):
        add("dealer's cards", cards.cite, "rect", cards.box)
    return list(found.values())


def as_printed(area: Area) -> Box:
    """The box of a betting area as its line is drawn, a little within the room that it has."""
    within = {CIRCLE: 2.0, DIAMOND: 1.5 * 2**0.5}.get(area.shape, 1.0)
    return area.box.grown(-within / 2)


def said(size: Size) -> str:
    """A size as a legend says it.

    >>> said(Size("Ante", "565.2(b)(2)", "circle", 3.5, 3.5)), said(Size("Play", "", "rect", 4, 2.5))
    ('Ante ⌀ 3.5 in (89 mm)', 'Play 4 × 2.5 in (102 × 64 mm)')
    """
    if size.shape in (CIRCLE, DIAMOND):
        mark = "⌀ " if size.shape == CIRCLE else "diagonal "
        return f"{size.name} {mark}{size.wide:g} in ({size.wide * MILLIMETRES:.0f} mm)"
    metric = f"{size.wide * MILLIMETRES:.0f} × {size.tall * MILLIMETRES:.0f} mm"
    return f"{size.name} {size.wide:g} × {size.tall:g} in ({metric})"


def legend(felt: Felt, wide: float) -> str:
    """The sizes of everything at full size, in a line."""
    return "At full size: " + " · ".join(map(said, sizes(felt, wide)))


def with_margin(felt: Felt) -> Felt:
    """The same felt with room for the lines that dimension it, below and at its right."""
    x, y, wide, tall = felt.view
    return replace(felt, view=(x, y, wide + MARGIN, tall + MARGIN))


def dimensioned(felt: Felt, wide: float) -> str:
    """The drawing of a felt with margin, and the width and the depth of the table beside it."""
    left, right, upper, lower = extent(felt)
    unit = inches_per_unit(felt, wide)
    below, beside = lower + MARGIN * 0.6, right + MARGIN * 0.6
    parts = _measured((left, below), (right, below), length(wide), upright=False)
    parts += _measured((beside, upper), (beside, lower), length((lower - upper) * unit), upright=True)
    svg = draw(felt, standalone=True)
    return svg.removesuffix("</svg>") + tag("g", parts, class_="dimensions") + "</svg>"


def length(inches: float) -> str:
    """A length in inches and millimetres.

    >>> length(74)
    '74 in (1880 mm)'
    """
    return f"{round(inches, 2):g} in ({inches * MILLIMETRES:.0f} mm)"


def _measured(start: Point, end: Point, words: str, upright: bool) -> str:
    """A line with a tick at both ends and its length in the middle."""
    (x1, y1), (x2, y2) = start, end
    tick = (7.0, 0.0) if upright else (0.0, 7.0)
    lines = [[start, end], *([(x - tick[0], y - tick[1]), (x + tick[0], y + tick[1])] for x, y in (start, end))]
    drawn = "".join(tag("path", d=path(line, False), stroke=INK, stroke_width=1.2, fill="none") for line in lines)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    turn = f"rotate(-90 {number(x)} {number(y)})" if upright else ""
    label = text(words, x, y - 6, 15, fill=INK)
    return drawn + (tag("g", label, transform=turn) if turn else label)
