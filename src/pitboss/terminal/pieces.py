"""Draws pieces of text for the screen: boxed cards, chips, and lines wrapped without breaking up a hand.

A piece is a text with the name of a style (`pitboss.telling.pieces`); `screen` maps styles to colours. The colours are readable
on light and dark backgrounds, and no information is conveyed by colour alone.
"""

from collections.abc import Iterable, Sequence

from pitboss.cards import SIGNS, Card
from pitboss.money import dollars
from pitboss.telling.pieces import Atom, Piece, Row, card_piece, colour

STYLES = {
    "": "",
    "cite": "dim",
    "quiet": "dim",
    "red": "bold red",
    "black": "bold",
    "back": "blue",
    "win": "bold green",
    "loss": "red",
    "own": "bold",
    "title": "bold",
    "key": "bold",
    "alarm": "bold magenta",
    "$1000": "yellow",
    "$500": "magenta",
    "$100": "bold",
    "$25": "green",
    "$5": "red",
    "$1": "blue",
    "cents": "dim",
}
CHIPS = ((100_000, "$1000"), (50_000, "$500"), (10_000, "$100"), (2_500, "$25"), (500, "$5"), (100, "$1"), (25, "cents"))
MOST_CHIPS = 5  # drawn chips; the amount is written beside them


def boxed(cards: Sequence[Card | None], width: int) -> list[Row]:
    """Cards as overlapping boxes, or in plain rows if the boxes would be too wide.

    >>> for row in boxed([50, None], 20): print("".join(text for text, _ in row))
    ╭───╭───╮
    │A♥ │▒▒▒│
    ╰───╰───╯
    """
    if not cards:
        return []
    if 4 * len(cards) + 1 > width:
        atoms: list[Atom] = [[card_piece(card)] for card in cards]
        return wrap(atoms, max(width, 3))
    middle: Row = []
    for card in cards:
        middle.append(("│", ""))
        middle.append(("▒▒▒", "back") if card is None else (SIGNS[card].ljust(3), colour(card)))
    middle.append(("│", ""))
    return [[("╭───" * len(cards) + "╮", "")], middle, [("╰───" * len(cards) + "╯", "")]]


def chips(cents: int) -> Row:
    """The chips drawn for an amount, the largest first, at most `MOST_CHIPS`.

    >>> chips(3100)
    [('●', '$25'), ('●', '$5'), ('●', '$1')]
    """
    row: Row = []
    for value, style in CHIPS:
        while cents >= value and len(row) < MOST_CHIPS:
            row.append(("●", style))
            cents -= value
    return row


def signed(cents: int) -> Piece:
    """A gain or a loss, with its sign.

    >>> signed(500), signed(-500), signed(0)
    (('+$5', 'win'), ('-$5', 'loss'), ('$0', ''))
    """
    if cents > 0:
        return "+" + dollars(cents), "win"
    return dollars(cents), "loss" if cents else ""


def width_of(row: Iterable[Piece]) -> int:
    """The number of columns of a row. Every character used here is one column wide."""
    return sum([len(text) for text, _ in row])


def wrap(atoms: Iterable[Atom], width: int) -> list[Row]:
    """Atoms separated by spaces, in rows of at most `width` columns. An atom that is too long gets its own row.

    >>> from pitboss.telling.pieces import words
    >>> [width_of(row) for row in wrap(words("no more bets are taken now"), 12)]
    [12, 9, 3]
    """
    rows: list[Row] = [[]]
    used = 0
    for atom in atoms:
        wide = width_of(atom)
        if rows[-1] and used + 1 + wide > width:
            rows.append([])
            used = 0
        if rows[-1]:
            rows[-1].append((" ", ""))
            used += 1
        rows[-1] += atom
        used += wide
    return rows
