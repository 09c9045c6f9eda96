"""Sets of cards up to a permutation of the suits.

A set of cards is four sets of ranks, one for each suit, and perhaps the joker; permuting suits permutes them. So one set stands
for each class: the one whose rank sets do not increase from suit to suit. `deck` lists the classes of a deck and numbers
them, `sets` tells the class of every set of a few cards, `pairs` is about two cards beside such a set.

Solvers call it. Start reading at `sets.py`.
"""

from pitboss.odds.suits.deck import Deck, Numbering, class_of
from pitboss.odds.suits.pairs import kinds_of_pairs, pairs_by_class, turned_pairs
from pitboss.odds.suits.sets import (
    BINOMIAL,
    PERMUTATIONS,
    WHOLE,
    Classes,
    cards_beside,
    classes,
    index_with,
    index_without,
    symmetric,
)

__all__ = [
    "BINOMIAL",
    "PERMUTATIONS",
    "WHOLE",
    "Classes",
    "Deck",
    "Numbering",
    "cards_beside",
    "class_of",
    "classes",
    "index_with",
    "index_without",
    "kinds_of_pairs",
    "pairs_by_class",
    "symmetric",
    "turned_pairs",
]
