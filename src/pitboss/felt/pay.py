"""Pay tables inscribed on a felt, for houses that post payouts on the layout (§ 565.2(c) and the corresponding paragraphs).

They are set in columns between the dealer and the positions, in the largest letters that fit. The smallest size equals that of
a sign: 24 points on a table of the usual width, legible from two metres. All lengths here are in units of the letter size until
a group is placed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from textwrap import wrap

from pitboss.felt.places import Box, Entry, Panel, Pay, words_width

SIZES = (13.0, 12.0, 11.0, 10.0, 9.0, 8.5, 8.0, 7.5, 7.0, 6.6, 6.2, 5.8, 5.4)  # letter sizes, in units of the view box
WIDEST = (40.0, 26.0, 19.0, 15.0)  # maximal widths of a column; longer rows are folded
ROW, TITLE, ABOVE = 1.24, 1.5, 0.75  # the heights of a row and of a title, and the space above a title
GUTTER, BETWEEN = 2.6, 1.2  # the space between two columns, and between a hand and its payout
PRINTED, BOLD = 0.91, 0.98  # width factors: printed type is narrower than that of a page
CONDITION, HEAD, HAND = "condition", "title", "hand"
LETTERS = {CONDITION: 0.85, HEAD: 1.1, HAND: 1.0}


@dataclass(frozen=True)
class Group:
    """Pay tables in columns. Boxes are relative to the top left corner of the group."""

    w: float
    h: float
    panels: tuple[Panel, ...]

    def put(self, x: float, y: float, size: float) -> tuple[Panel, ...]:
        """The pay tables in letters of a size, centred at x, with their top at y."""
        left = x - self.w * size / 2
        return tuple(replace(panel, box=_sized(panel.box, left, y, size), size=size) for panel in self.panels)


def _sized(box: Box, left: float, top: float, size: float) -> Box:
    return Box(round(left + box.x * size, 1), round(top + box.y * size, 1), round(box.w * size, 1), round(box.h * size, 1))


def entries_of(pay: Pay, wide: float) -> tuple[Entry, ...]:
    """The lines of a pay table in a column of a width. Long lines are folded.

    >>> pay = Pay("Ante", "565.12(a)", (("", (("Hand ranked higher than the dealer's", "1 to 1"),)),))
    >>> [(entry.words, entry.payout) for entry in entries_of(pay, 15)]
    [('Ante', ''), ('Hand ranked higher', ''), ("than the dealer's", '1 to 1')]
    """
    entries = [Entry(HEAD, words) for words in _folded(pay.title, wide / LETTERS[HEAD], bold=True)]
    for condition, rows in pay.parts:
        entries += [Entry(CONDITION, words) for words in _folded(condition, wide / LETTERS[CONDITION])]
        for hand, payout in rows:
            *before, last = _folded(hand, wide - words_wide(payout, bold=True) - BETWEEN)
            entries += [*(Entry(HAND, words) for words in before), Entry(HAND, last, payout)]
    return tuple(entries)


def words_wide(words: str, bold: bool = False) -> float:
    """An estimate of the width of words in print, rather too wide than too narrow."""
    return words_width(words, 1) * (BOLD if bold else PRINTED)


def _folded(words: str, wide: float, bold: bool = False) -> list[str]:
    """Words in as few lines of a width as possible."""
    if not words:
        return []
    lines = [words]
    letters = len(words)
    while any(words_wide(line, bold) > wide for line in lines) and letters > 8:
        letters -= 1
        lines = wrap(words, letters, break_long_words=False)
    return lines


def height_of(entries: Sequence[Entry]) -> float:
    """The height of a pay table."""
    return sum(TITLE if entry.kind == HEAD else ROW for entry in entries)


def width_of(entries: Sequence[Entry]) -> float:
    """The width of a pay table: that of its widest line."""
    return max(
        words_wide(entry.words, entry.kind == HEAD) * LETTERS[entry.kind]
        + (words_wide(entry.payout, bold=True) + BETWEEN if entry.payout else 0)
        for entry in entries
    )


@lru_cache(maxsize=64)
def groups(pays: tuple[Pay, ...]) -> tuple[Group, ...]:
    """The arrangements of pay tables in columns, the lowest first. Of several with one height, only the narrowest is kept."""
    narrowest: dict[float, Group] = {}
    for group in _groups(pays):
        height = round(group.h, 1)
        if height not in narrowest or group.w < narrowest[height].w:
            narrowest[height] = group
    return tuple(narrowest[height] for height in sorted(narrowest))


def _groups(pays: Sequence[Pay]) -> Iterator[Group]:
    """All arrangements: with whole pay tables or their separate parts, in wide or narrow columns."""
    parts = [replace(pay, parts=(part,)) for pay in pays for part in pay.parts]
    for several, widest in product((pays, parts), WIDEST):
        tables = [entries_of(pay, widest) for pay in several]
        heights = [height_of(entries) for entries in tables]
        for count in range(1, len(several) + 1):
            columns = _columns(heights, count)
            if len(columns) == count:
                yield _group(several, tables, columns)


def _group(pays: Sequence[Pay], tables: Sequence[tuple[Entry, ...]], columns: Sequence[Sequence[int]]) -> Group:
    panels, x, tall = [], 0.0, 0.0
    for column in columns:
        wide, y = max(width_of(tables[at]) for at in column), 0.0
        for at in column:
            high = height_of(tables[at])
            panels.append(Panel(pays[at], Box(x + wide / 2, y + high / 2, wide, high), 1, tables[at]))
            y += high + ABOVE
        x, tall = x + wide + GUTTER, max(tall, y - ABOVE)
    return Group(x - GUTTER, tall, tuple(panels))


def _columns(heights: Sequence[float], count: int) -> list[list[int]]:
    """Indexes of things of given heights, in order, in at most `count` columns. The highest column is as low as possible.

    >>> _columns([10, 30, 30], 2), _columns([10, 10, 10], 3)
    ([[0, 1], [2]], [[0], [1], [2]])
    """
    ends = range(1, len(heights) + 1)
    sums = {sum(heights[a:b]) + ABOVE * (b - a - 1) for b in ends for a in range(b)}
    enough = sorted(most for most in sums if most >= max(heights))
    return next(columns for most in enough if len(columns := _filled(heights, most + 0.01)) <= count)


def _filled(heights: Sequence[float], most: float) -> list[list[int]]:
    columns: list[list[int]] = []
    filled = most
    for at, height in enumerate(heights):
        if filled + ABOVE + height > most:
            columns.append([])
            filled = -ABOVE
        filled += ABOVE + height
        columns[-1].append(at)
    return columns
