"""Builds the web fonts: a subset of Inter with the characters and weights that the pages use, and a font of the four suits,
which Inter lacks, as `pitboss.felt.cards` draws them.

Run it by hand. It needs two packages that nothing else here needs:

    npm pack inter-ui@4.1.1 && tar -xzf inter-ui-4.1.1.tgz
    .venv/bin/python -m pip install --target build/fonts fonttools==4.68.0 brotli==1.2.1
    PYTHONPATH=build/fonts .venv/bin/python tools/make_fonts.py package/variable/InterVariable.woff2
"""

import sys
from pathlib import Path
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from pitboss.felt.cards import PIPS

STATIC = Path(__file__).parents[1] / "src" / "pitboss" / "floor" / "pages" / "static"
WEIGHTS = (400, 800)
SIZE = 14  # the optical size for text
FEATURES = ["calt", "ccmp", "kern", "tnum"]
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180)]  # enough for names in most languages with Latin letters
SIGNS = "ȘșȚț‐‑‒–—―‘’‚“”„†‡•…‰′″‹›⁄€™←↑→↓−∕≈≠≤≥∞▲▶▼◀●★✓✗"
SUITS = {"s": "♠", "c": "♣", "h": "♥", "d": "♦"}
EM, UP, DOWN = 2048, 1984, -494  # as Inter has them
PIP = 76  # font units for one unit of a pip's drawing (20 × 20): the pip is as tall as a capital letter


def inter(source: Path) -> TTFont:
    """The subset of Inter that the pages use."""
    font = TTFont(source)
    subsetter = Subsetter(Options(layout_features=FEATURES, hinting=False))
    subsetter.populate(unicodes=[*LETTERS, *map(ord, SIGNS)])
    subsetter.subset(font)
    return instantiateVariableFont(font, {"opsz": SIZE, "wght": WEIGHTS})


def suits() -> TTFont:
    """The four suits, each as wide as its drawing."""
    names = {suit: f"suit.{suit}" for suit in SUITS}
    glyphs = {".notdef": TTGlyphPen(None).glyph()} | {names[suit]: outline(PIPS[suit]) for suit in SUITS}
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({ord(sign): names[suit] for suit, sign in SUITS.items()})
    builder.setupGlyf(glyphs)
    widths = {name: (20 * PIP, glyph.xMin if glyph.numberOfContours else 0) for name, glyph in glyphs.items()}
    builder.setupHorizontalMetrics(widths)
    builder.setupHorizontalHeader(ascent=UP, descent=DOWN)
    builder.setupNameTable({"familyName": "pitboss suits", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=UP, sTypoDescender=DOWN, usWinAscent=UP, usWinDescent=-DOWN)
    builder.setupPost()
    builder.updateHead(created=1 << 31)  # a fixed date keeps the file reproducible
    return builder.font


def outline(svg_path: str) -> Any:
    """An SVG path as a glyph that stands on the baseline."""
    pen = TTGlyphPen(None)
    parse_path(svg_path, TransformPen(Cu2QuPen(pen, 1.0, reverse_direction=False), (PIP, 0, 0, -PIP, 0, 19.6 * PIP)))
    return pen.glyph()


def main() -> None:
    """Write both fonts to the pages' static files."""
    for name, font in (("inter", inter(Path(sys.argv[1]))), ("suits", suits())):
        font.flavor = "woff2"
        font["head"].modified = font["head"].created  # otherwise every run would write a different file
        font.recalcTimestamp = False
        font.save(STATIC / f"{name}.woff2")
        print(f"{name}.woff2: {(STATIC / f'{name}.woff2').stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
