"""The SVG building blocks of all drawings in this package.

Colours are CSS variables with fallbacks, in presentation attributes, since the pages' Content-Security-Policy forbids styles in
markup.
"""

import re
from collections.abc import Iterable
from html import escape

from pitboss.felt.places import Box, Point

FONT = "Inter, system-ui, sans-serif"
FELT, DEEP, RAIL = "var(--felt, #0e5c43)", "var(--felt-deep, #093a2c)", "var(--rail, #3a2418)"
ON_FELT, DIM, GOLD = "var(--on-felt, #f5f1e6)", "var(--on-felt-dim, #c9d8cf)", "var(--on-felt-gold, #e6c97f)"
XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
_VARIABLE = re.compile(r"var\(--[a-z-]+, ?([^()]+)\)")


def number(value: float) -> str:
    """A length with at most two decimals and no trailing zeros.

    >>> number(3.0), number(2.456)
    ('3', '2.46')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def tag(name: str, inside: str = "", /, **attributes: object) -> str:
    """An SVG element. In names of attributes, a trailing underscore is dropped and others become hyphens. Attributes that are
    None are left out.

    >>> tag("circle", r=2.5, stroke_width=1, class_="area")
    '<circle r="2.5" stroke-width="1" class="area"/>'
    """
    words = []
    for key, value in attributes.items():
        if value is not None:
            shown = number(value) if isinstance(value, float) else str(value)
            words.append(f' {key.rstrip("_").replace("_", "-")}="{escape(shown)}"')
    return f"<{name}{''.join(words)}>{inside}</{name}>" if inside else f"<{name}{''.join(words)}/>"


def text(words: str, x: float, y: float, size: float, /, **attributes: object) -> str:
    """A line of text, centred at x, with its baseline at y."""
    middle = {"text_anchor": "middle"} | attributes
    return tag("text", escape(words, quote=False), x=float(x), y=float(y), font_size=float(size), **middle)


def path(points: Iterable[Point], closed: bool = True) -> str:
    """Path data through points."""
    steps = " ".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{steps}{'Z' if closed else ''}"


def turned(box: Box, inside: str, /, **attributes: object) -> str:
    """A group whose origin is the centre of a box, with the box's rotation."""
    turn = f" rotate({number(box.rotation)})" if box.rotation else ""
    return tag("g", inside, transform=f"translate({number(box.x)} {number(box.y)}){turn}", **attributes)


def rect(w: float, h: float, rx: float, /, **attributes: object) -> str:
    """A rectangle centred on the origin."""
    return tag("rect", x=-w / 2, y=-h / 2, width=float(w), height=float(h), rx=float(rx), **attributes)


def plain(svg: str) -> str:
    """An SVG text with each CSS variable replaced by its fallback, for viewers without CSS variables.

    >>> plain('fill="var(--felt, #0e5c43)"')
    'fill="#0e5c43"'
    """
    return _VARIABLE.sub(r"\1", svg)
