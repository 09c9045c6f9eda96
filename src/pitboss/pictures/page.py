"""The sheet of every picture: title, house options, notes, footer, and writing it to a file.

Lengths are in inches from the upper left corner. A sheet does not depend on the date or the machine, so equal figures give
equal files, byte for byte. Text in an SVG stays text, so it can be searched and read aloud.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.money import dollars
from pitboss.optional_packages import require
from pitboss.version import __version__

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.typing import RcKeyType

SUFFIXES = (".svg", ".png")
WIDTH, MARGIN = 8.5, 0.6  # the width of Letter paper
RIGHT = WIDTH - MARGIN
FONT = "DejaVu Sans"  # comes with matplotlib
SMALL, PLAIN, MIDDLE, LARGE = 6.8, 8.0, 10.0, 13.0  # text sizes in points
LINE = 0.14  # the distance of lines of small text
DOTS = 200  # per inch of a PNG
INK, GREY, FAINT = "#1a1a1a", "#5a5a5a", "#d9d9d9"
# Okabe and Ito's colours, which colour-blind readers can tell apart.
BLUE, ORANGE, SILVER = "#0072b2", "#e69f00", "#bbbbbb"
STYLE: dict[RcKeyType, Any] = {  # changes to matplotlib's defaults
    "axes.unicode_minus": False,
    "font.family": "sans-serif",  # the fallback for viewers without the font
    "font.sans-serif": [FONT],
    "font.monospace": [f"{FONT} Mono"],
    "svg.fonttype": "none",
    "svg.hashsalt": "pitboss",
    "text.color": INK,
    "text.parse_math": False,  # a dollar sign is not mathematics
}


def check(path: Path) -> None:
    """Raise PitbossError if the file's suffix is not that of a picture."""
    if path.suffix.lower() not in SUFFIXES:
        raise PitbossError(f"a picture is written as {' or '.join(SUFFIXES)}, not as {path.name!r}")


def options(house: House) -> str:
    """The choices of the house that differ from the defaults, in words."""
    changed = []
    for option in house.chapter.options:
        value = house.values[option.option]
        if value == option.default:
            continue
        if isinstance(value, bool):
            shown = "yes" if value else "no"
        elif isinstance(value, dict | list):
            shown = "the house's own"
        elif option.unit == "cents" and isinstance(value, int):
            shown = dollars(value)
        else:
            shown = str(value) or "none"
        changed.append(f"{option.option.replace('_', ' ')}: {shown}")
    return f"House options other than the defaults: {'; '.join(changed)}" if changed else "House options: all at their defaults"


def width(words: str, size: float, bold: bool = False) -> float:
    """The width of a line of text, plus a little, since letters in a PNG are set wider than their outlines."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=FONT, size=size, weight="bold" if bold else "normal")
    return float(text_to_path.get_text_width_height_descent(words, font, ismath=False)[0]) * 1.02 / 72


def wrapped(words: str, size: float, room: float, bold: bool = False) -> list[str]:
    """Text in lines of at most a width, except for single words that are wider."""
    lines: list[str] = []
    for word in words.split():
        if lines and width(f"{lines[-1]} {word}", size, bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def sentence(words: str) -> str:
    """A note as a sentence.

    >>> sentence("with Blind and Play")
    'With Blind and Play.'
    """
    return f"{words[:1].upper()}{words[1:]}."


@dataclass(frozen=True)
class Page:
    """A sheet being drawn. The picture itself begins at `top`."""

    figure: Figure
    height: float
    top: float

    def text(self, x: float, y: float, words: str, size: float = PLAIN, **style: Any) -> None:
        """Write text, vertically centred at y."""
        self.figure.text(x / WIDTH, 1 - y / self.height, words, fontsize=size, va="center", **style)

    def lines(self, y: float, words: Sequence[str], size: float, **style: Any) -> None:
        """Write lines of text at the left margin."""
        for place, line in enumerate(words):
            self.text(MARGIN, y + place * LINE, line, size, **style)

    def axes(self, x: float, y: float, wide: float, tall: float) -> Axes:
        """Add axes without a frame, whose vertical unit is an inch downwards from their upper edge."""
        place = (x / WIDTH, 1 - (y + tall) / self.height, wide / WIDTH, tall / self.height)
        axes = self.figure.add_axes(place)
        axes.set_ylim(tall, 0)
        axes.set_yticks([])
        for side in axes.spines.values():
            side.set_visible(False)
        axes.set_axisbelow(True)
        axes.tick_params(axis="x", labelsize=6.5, labelcolor=GREY, color=FAINT, length=2, pad=2)
        return axes

    def rule(self, y: float, left: float = MARGIN, right: float = RIGHT) -> None:
        """Draw a thin horizontal line."""
        from matplotlib.lines import Line2D

        across, level = (left / WIDTH, right / WIDTH), 1 - y / self.height
        self.figure.add_artist(Line2D(across, (level, level), color=FAINT, linewidth=0.6))


@contextmanager
def page(path: Path, house: House, title: str, tall: float, made: str, notes: Sequence[str] = ()) -> Iterator[Page]:
    """A context with a sheet for a picture `tall` inches high. At the end it is written to the path. `made` says how its
    figures were computed."""
    check(path)
    require("pictures")
    import matplotlib
    from matplotlib.figure import Figure

    room = RIGHT - MARGIN
    titles = wrapped(title, MIDDLE, room)
    chosen = wrapped(options(house), SMALL, room)
    below = [line for note in notes for line in wrapped(note, SMALL, room)]
    under = 0.8 + 0.2 * len(titles)
    top = under + LINE * len(chosen) + 0.12
    height = top + tall + LINE * len(below) + (0.12 if below else 0) + 0.55
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        sheet = Page(Figure(figsize=(WIDTH, height)), height, top)
        book = house.chapter
        sheet.text(MARGIN, 0.5, f"Chapter {book.chapter}, {book.game}", LARGE, weight="bold")
        for place, line in enumerate(titles):
            sheet.text(MARGIN, 0.77 + 0.2 * place, line, MIDDLE)
        sheet.lines(under, chosen, SMALL, color=GREY)
        sheet.lines(top + tall + 0.12, below, SMALL, color=GREY)
        sheet.rule(height - 0.47)
        sheet.text(
            MARGIN, height - 0.34, f"pitboss {__version__}, 58 Pa. Code Chapter {book.chapter}, {made}", SMALL, color=GREY
        )
        yield sheet
        _write(sheet.figure, path, f"{book.game}: {title}")


def _write(figure: Figure, path: Path, title: str) -> None:
    """Draw the figure in memory first, then write the file."""
    maker = f"pitboss {__version__}"
    drawn = BytesIO()
    if path.suffix.lower() == ".svg":
        figure.savefig(drawn, format="svg", metadata={"Title": title, "Creator": maker, "Date": None})
    else:
        figure.savefig(drawn, format="png", dpi=DOTS, metadata={"Title": title, "Software": maker})
    try:
        path.write_bytes(drawn.getvalue())
    except OSError as problem:
        raise PitbossError(f"{path} cannot be written: {problem.strerror}") from problem
