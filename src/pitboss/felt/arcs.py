"""Lays out the inscriptions between dealer and positions: parallel curved lines, as large and as flat as the room allows.

A line is measured as a row of small boxes along its curve. None of them may touch a position, a card or the dealer's equipment.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import atan, degrees

from pitboss.felt.areas import LOGO, NOTE, RULE, Inscription
from pitboss.felt.places import Box, Line, Point, apart, words_width

SIZES = {RULE: 24.0, NOTE: 16.0, LOGO: 15.0, "game": 30.0}
BENDS = tuple(k / 10_000 for k in (6, 5, 4, 7, 8, 3, 9, 2, 10, 12, 1, 14))  # curvatures to try, the best first
SMALLER = tuple(1 - k / 20 for k in range(11))
SMALLEST = 11.0
LEADING = 1.42
LONGEST = 620.0  # of a line, measured before capitals make it wider


def spaced(role: str) -> float:
    """The letter spacing of an inscription, as a part of its size. Wider spacing would make PDF readers see spaces in a
    word."""
    return 0.04 if role == LOGO else 0.0


def shown(line: Inscription) -> str:
    """The words as printed on the felt: a logo in capitals, other inscriptions as the text writes them."""
    return line.text.upper() if line.role == LOGO else line.text


def folded(words: str, size: float, room: float) -> list[str]:
    """Words in one line, or in two if one would not fit.

    >>> folded("Dealer qualifies with a three card flush, nine high or better", 14, 350)
    ['Dealer qualifies with a three', 'card flush, nine high or better']
    """
    if words_width(words, size) * 1.05 <= room:
        return [words]
    spaces = [k for k, letter in enumerate(words) if letter == " "]
    middle = min(spaces, key=lambda k: abs(k - len(words) / 2), default=len(words))
    return [line for line in (words[:middle], words[middle + 1 :]) if line]


def fold(words: Sequence[Inscription]) -> list[Inscription]:
    """Inscriptions with every line that is too long split into two."""
    return [replace(w, text=line) for w in words for line in folded(w.text, SIZES.get(w.role, 14.0), LONGEST)]


def _length(line: Inscription, size: float) -> float:
    words = shown(line)
    return words_width(words, size) * 1.04 + len(words) * size * spaced(line.role)


def _boxes(middle: float, y: float, bend: float, length: float, size: float) -> list[Box]:
    """The boxes that a line covers, along the curve y - bend * x * x."""
    count = max(2, int(length / 30))
    wide = length / count
    boxes = []
    for k in range(count):
        x = (k - (count - 1) / 2) * wide
        boxes.append(Box(middle + x, y - bend * x * x - size * 0.34, wide, size * 0.95, degrees(atan(-2 * bend * x))))
    return boxes


def _curve(middle: float, y: float, bend: float, length: float) -> tuple[Point, ...]:
    half = length / 2 + 12
    steps = [half * (k / 12 - 1) for k in range(25)]
    return tuple((round(middle + x, 1), round(y - bend * x * x, 1)) for x in steps)


def bent_lines(
    words: Sequence[Inscription], middle: float, top: float, bottom: float, obstacles: Sequence[Box], least: float
) -> tuple[Line, ...]:
    """The lines between two heights, clear of all obstacles; () if they would have to be scaled below `least` to fit."""
    for smaller in [part for part in SMALLER if part >= least]:
        sizes = [max(SMALLEST, SIZES.get(line.role, 14.0) * smaller) for line in words]
        tall = sum(size * LEADING for size in sizes)
        if tall > bottom - top:
            continue
        for bend in BENDS:
            lines = _set(words, sizes, middle, top + (bottom - top - tall) * 0.45, bend, obstacles)
            if lines:
                return lines
    return ()


def _set(
    words: Sequence[Inscription], sizes: Sequence[float], middle: float, y: float, bend: float, obstacles: Sequence[Box]
) -> tuple[Line, ...]:
    lines = []
    for line, size in zip(words, sizes, strict=True):
        y += size * (LEADING - 0.32)
        length = _length(line, size)
        if any(not apart(box, other) for box in _boxes(middle, y, bend, length, size) for other in obstacles):
            return ()
        lines.append(Line(shown(line), line.cite, line.role, round(size, 1), _curve(middle, y, bend, length)))
        y += size * 0.32
    return tuple(lines)
