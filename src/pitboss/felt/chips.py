"""Chips as SVG symbols, in the colours that casinos use, and the chips that make up an amount."""

from functools import cache

from pitboss.felt.svg import FONT, XMLNS, tag

# By value in cents: the colours of the chip, of its edge spots, and of its label.
COLOURS: dict[int, tuple[str, str, str]] = {
    1: ("#8a6d4f", "#f5f1e6", "#ffffff"),
    5: ("#7c8b95", "#f5f1e6", "#ffffff"),
    10: ("#4d7f86", "#f5f1e6", "#ffffff"),
    25: ("#f2c6cf", "#b0566a", "#4a1420"),
    50: ("#9fd0ea", "#2b6b8f", "#0d2f42"),
    100: ("#f3f4f1", "#7d93a6", "#20282e"),
    500: ("#c8202f", "#ffffff", "#ffffff"),
    2500: ("#14783f", "#ffffff", "#ffffff"),
    10000: ("#1b1f24", "#e8e2d2", "#ffffff"),
    50000: ("#6a3fb5", "#ffffff", "#ffffff"),
    100000: ("#f2c230", "#5a3d00", "#3a2700"),
    500000: ("#c9621c", "#ffffff", "#ffffff"),
    2500000: ("#1d5fd1", "#f2c230", "#ffffff"),
}
NAMES = {  # the name of each colour
    1: "brown",
    5: "gray",
    10: "teal",
    25: "rose",
    50: "sky",
    100: "white",
    500: "red",
    2500: "green",
    10000: "black",
    50000: "purple",
    100000: "yellow",
    500000: "orange",
    2500000: "blue",
}
MOST = 8  # chips in a drawn stack


def stack(cents: int, most: int = MOST) -> list[int]:
    """The fewest chips that make up an amount, the largest first. If there are more than `most`, the smallest are left out.

    >>> stack(13_150)
    [10000, 2500, 500, 100, 50]
    >>> len(stack(499_999_99))
    8
    """
    chips: list[int] = []
    for value in sorted(COLOURS, reverse=True):
        count, cents = divmod(cents, value)
        chips += [value] * min(count, most)
    return chips[:most]


def chip_label(cents: int) -> str:
    """The label of a chip.

    >>> chip_label(50), chip_label(2500), chip_label(500_000)
    ('50¢', '25', '5K')
    """
    if cents < 100:
        return f"{cents}¢"
    return f"{cents // 100_000}K" if cents >= 100_000 else str(cents // 100)


def _chip(cents: int) -> str:
    colour, spots, ink = COLOURS[cents]
    words = chip_label(cents)
    size = 15 if len(words) < 3 else 12.5
    return tag(
        "symbol",
        tag("circle", cx=22, cy=22, r=20.5, fill=colour, stroke="#00000066")
        + tag("circle", cx=22, cy=22, r=17.6, fill="none", stroke=spots, stroke_width=5, stroke_dasharray="6.9 6.92")
        + tag("circle", cx=22, cy=22, r=13, fill=colour, stroke=spots, stroke_opacity=0.6, stroke_dasharray="2 2")
        + tag("text", words, x=22, y=27, font_size=size, font_weight=700, text_anchor="middle", fill=ink, font_family=FONT),
        id=f"chip-{cents}",
        viewBox="0 0 44 44",
    )


@cache
def chips_svg() -> str:
    """The SVG sprite of all chips: `<use href="#chip-500" width="44" height="44">` shows a $5 chip."""
    return f'<svg {XMLNS} width="0" height="0" aria-hidden="true">{"".join(map(_chip, COLOURS))}</svg>'
