"""Cards of the table as the solvers number them: a set of cards is looked up as the one that stands for its class."""

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.odds.suits import BINOMIAL, PERMUTATIONS, Classes

CHOOSE: list[list[int]] = BINOMIAL.tolist()
Suits = tuple[int, ...]  # what each suit becomes


def set_number(cards: Sequence[Card]) -> int:
    """The number of a set of cards among all sets of its size.

    >>> set_number([3, 0]), set_number([51, 50])
    (3, 1325)
    """
    return sum([CHOOSE[card][size] for size, card in enumerate(sorted(cards), 1)])


def class_of(sets: Classes, cards: Sequence[Card]) -> tuple[int, Suits]:
    """The class of a set of cards, and how its suits turn into those of the set that stands for it."""
    index = set_number(cards)
    return int(sets.place[index]), PERMUTATIONS[sets.turn[index]]


def turn_card(card: Card, suits: Suits) -> Card:
    """A card with its suit turned."""
    return card & ~3 | suits[card & 3]
