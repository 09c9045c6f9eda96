"""The sixteen chapters as dated data: sections, paragraphs in our own words, pay tables, limits, options, errata.

Every package above errors, money and files uses it. Start reading at `chapters.py`, with `chapters/565.toml` beside it.

>>> from pitboss import rulebook
>>> rulebook.chapter("565").game, rulebook.chapter("three-card-poker").limit("seats")
('Three Card Poker', 7)
>>> rulebook.chapter("677a").paytable("Trips Plus", "A").odds("Full House")
Odds(kind='to', value=Fraction(9, 1))
"""

from pitboss.rulebook.chapters import (
    POKER,
    Chapter,
    Listed,
    Option,
    Paragraph,
    Paytable,
    Source,
    add,
    chapter,
    chapter_of,
    chapters,
    games,
    paragraph,
    remove,
    sources,
    tidied,
)
from pitboss.rulebook.errata import Erratum, errata
from pitboss.rulebook.limits import Limit

__all__ = [
    "POKER",
    "Chapter",
    "Erratum",
    "Limit",
    "Listed",
    "Option",
    "Paragraph",
    "Paytable",
    "Source",
    "add",
    "chapter",
    "chapter_of",
    "chapters",
    "errata",
    "games",
    "paragraph",
    "remove",
    "sources",
    "tidied",
]
