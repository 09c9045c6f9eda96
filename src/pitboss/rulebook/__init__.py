"""The sixteen chapters as dated data: sections, paragraphs in our own words, pay tables, limits, options, errata.

>>> from pitboss import rulebook
>>> rulebook.chapter("565").game, rulebook.chapter("three-card-poker").limit("seats")
('Three Card Poker', 7)
>>> rulebook.chapter("677a").paytable("Trips Plus", "A").odds("Full House")
Odds(kind='to', value=Fraction(9, 1))
"""

from pitboss.rulebook.chapters import (
    Chapter,
    Limit,
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

__all__ = [
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
