"""Playing cards drawn as SVG symbols: a large rank and suit in four colours, with a letter for readers who see no colours.

In a document that includes `cards_svg()`, `<use href="#As" width="62" height="88">` shows the ace of spades. Names are those of
`pitboss.cards`; "back" is a card that lies face down.
"""

from collections.abc import Sequence
from functools import cache

from pitboss.cards import NAMES
from pitboss.felt.svg import FONT, XMLNS, plain, tag

PIPS = {
    "s": "M10 1C12 5 19 8 19 13A4.3 4.3 0 0 1 11.2 15Q11.5 18 13.8 19H6.2Q8.5 18 8.8 15A4.3 4.3 0 0 1 1 13C1 8 8 5 10 1Z",
    "h": "M10 18.6C4 13.6 1 10.6 1 6.7A4.7 4.7 0 0 1 10 4.9A4.7 4.7 0 0 1 19 6.7C19 10.6 16 13.6 10 18.6Z",
    "d": "M10 .8L17.6 10L10 19.2L2.4 10Z",
    "c": "M10 1A4.4 4.4 0 0 1 13.2 8.2A4.4 4.4 0 1 1 11.2 14.4Q11.5 17.6 13.8 19H6.2Q8.5 17.6 8.8 14.4"
    "A4.4 4.4 0 1 1 6.8 8.2A4.4 4.4 0 0 1 10 1Z",
}
COLOURS = {
    "s": "var(--spade, #16191d)",
    "h": "var(--heart, #c8202f)",
    "d": "var(--diamond, #1d5fd1)",
    "c": "var(--club, #14783f)",
}
CROWN = "M0 6L5 10L10 2L15 10L20 6L17.6 16H2.4Z"
FACE = {"width": 61, "height": 87, "x": 0.5, "y": 0.5, "rx": 6.5}
WIDE, TALL, GAP = 62, 88, 6
VIEW = f"0 0 {WIDE} {TALL}"
STRIP = 19  # the visible width of a card that the next one overlaps


def _use(href: str, x: float, y: float, size: float) -> str:
    return f'<use href="#{href}" transform="translate({x:g} {y:g}) scale({size:g})"/>'


def _suit(suit: str) -> str:
    """The parts that all thirteen cards of a suit share."""
    face = tag("rect", fill="#fdfcf8", stroke="#00000040", **FACE)
    letter = tag("text", suit, x=56, y=14, font_size=11, font_weight=600, text_anchor="end", font_family=FONT, opacity=0.75)
    pips = _use(f"pip-{suit}", 2, 28, 0.85) + _use(f"pip-{suit}", 21, 46, 1.85)
    return tag("g", face + tag("g", pips + letter, fill=COLOURS[suit]), id=f"suit-{suit}")


def _rank(name: str) -> str:
    """The rank of a card. It is no wider than `STRIP`, the visible part of a card among seven; a 10 is a little wider."""
    rank, suit = name[0], name[1]
    words = "10" if rank == "T" else rank
    tight = {"textLength": 20 if rank == "T" else 16, "lengthAdjust": "spacingAndGlyphs"} if rank != "J" else {}
    x = 1.5 if rank == "T" else 2.5
    drawn = tag("text", words, x=x, y=24, font_size=26, font_weight=700, font_family=FONT, **tight)
    court = _use("crown", 29, 26, 1) if rank in "JQK" else ""
    return tag("g", drawn + court, fill=COLOURS[suit])


def _joker() -> str:
    """The joker. Its name runs down the left edge, which stays visible when the next card overlaps it."""
    face = tag("rect", fill="#fdfcf8", stroke="#00000040", **FACE)
    star = "M31 26L36.6 41.6L53 42L40 51.9L44.7 67.6L31 58.4L17.3 67.6L22 51.9L9 42L25.4 41.6Z"
    letters = "".join(
        tag("text", letter, x=10, y=19 + 14 * at, font_size=14, font_weight=700, text_anchor="middle", font_family=FONT)
        for at, letter in enumerate("JOKER")
    )
    return face + tag("g", letters + tag("path", d=star, transform="translate(12.6 7) scale(.8)"), fill="#6a3fb5")


def _back() -> str:
    face = tag(
        "rect", fill="var(--card-back, #7d1f2b)", stroke="#fdfcf8", stroke_width=3, width=59, height=85, x=1.5, y=1.5, rx=6
    )
    lines = "".join(
        tag(
            "rect",
            x=8 + 3 * k,
            y=8 + 3 * k,
            width=46 - 6 * k,
            height=72 - 6 * k,
            rx=4,
            fill="none",
            stroke="#e0bd6a",
            opacity=0.55,
        )
        for k in range(3)
    )
    return face + lines + tag("path", d="M31 28L42 44L31 60L20 44Z", fill="none", stroke="#e0bd6a", stroke_width=1.5)


def symbol(name: str, inside: str) -> str:
    """A card as a symbol."""
    return tag("symbol", inside, id=name, viewBox=VIEW)


@cache
def cards_svg() -> str:
    """The SVG sprite of all cards: 52 cards, "Jk" and "back". It displays nothing by itself.

    >>> len(cards_svg()) < 40_000, cards_svg().count("<symbol")
    (True, 54)
    """
    pips = "".join(tag("path", id=f"pip-{suit}", d=d) for suit, d in PIPS.items()) + tag("path", id="crown", d=CROWN)
    suits = "".join(map(_suit, PIPS))
    faces = "".join(symbol(name, f'<use href="#suit-{name[1]}"/>{_rank(name)}') for name in NAMES[:52])
    rest = symbol("Jk", _joker()) + symbol("back", _back())
    return f'<svg {XMLNS} width="0" height="0" aria-hidden="true"><defs>{pips}{suits}</defs>{faces}{rest}</svg>'


def hand_svg(names: Sequence[str]) -> str:
    """Cards side by side, as a self-contained picture.

    >>> hand_svg(["As", "Kd"]).count("<symbol"), 'aria-label="As Kd"' in hand_svg(["As", "Kd"])
    (2, True)
    """
    suits = sorted({name[1] for name in names if name in NAMES[:52]})
    pips = "".join(tag("path", id=f"pip-{suit}", d=PIPS[suit]) for suit in suits) + tag("path", id="crown", d=CROWN)
    faces = {name: f'<use href="#suit-{name[1]}"/>{_rank(name)}' for name in names if name in NAMES[:52]}
    others = {"Jk": _joker, "back": _back}
    faces |= {name: others[name]() for name in names if name in others}
    symbols = "".join(symbol(name, inside) for name, inside in faces.items())
    wide = (WIDE + GAP) * len(names) - GAP
    shown = "".join(
        tag("use", href=f"#{name}", x=at * (WIDE + GAP), y=0, width=WIDE, height=TALL) for at, name in enumerate(names)
    )
    head = f'<svg {XMLNS} viewBox="0 0 {wide} {TALL}" width="{wide}" height="{TALL}" role="img" aria-label="{" ".join(names)}">'
    return plain(f"{head}<defs>{pips}{''.join(map(_suit, suits))}{symbols}</defs>{shown}</svg>")
