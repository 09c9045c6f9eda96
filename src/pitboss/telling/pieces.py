"""The smallest parts of a sentence: pieces of text with the name of a style, cards, and words that stay together.

The display decides which colours a style means. No information is conveyed by colour alone.
"""

from collections.abc import Iterable
from typing import TypeAlias

from pitboss.cards import DIAMONDS, HEARTS, JOKER, SIGNS, Card, suit

Piece: TypeAlias = tuple[str, str]
Row: TypeAlias = list[Piece]
Atom: TypeAlias = list[Piece]  # pieces that stay together when a line is wrapped

BACK = "▒▒"


def colour(card: Card) -> str:
    """The style of a card's suit."""
    return "red" if card != JOKER and suit(card) in (DIAMONDS, HEARTS) else "black"


def card_piece(card: Card | None) -> Piece:
    """A card in a line of text, or its back.

    >>> card_piece(50), card_piece(None)
    (('A♥', 'red'), ('▒▒', 'back'))
    """
    return (BACK, "back") if card is None else (SIGNS[card], colour(card))


def card_row(cards: Iterable[Card | None]) -> Row:
    """Cards side by side in a line of text."""
    row: Row = []
    for card in cards:
        if row:
            row.append((" ", ""))
        row.append(card_piece(card))
    return row


def words(text: str, style: str = "") -> list[Atom]:
    """The words of a text, each an atom of its own."""
    return [[(word, style)] for word in text.split()]


def plain(row: Iterable[Piece]) -> str:
    """A row without its styles."""
    return "".join(text for text, _ in row)
