"""The chance of a real table: orders of which only the cards that were entered are known, and dice as they were entered."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from random import Random

from pitboss.cards import Card, name, rank
from pitboss.school.physical.needs import BadEntry
from pitboss.shoe import Shuffle, commit
from pitboss.table.table import Table

DIE = (1, 6)
Place = tuple[int, int]  # the number of a shuffle, and the place in it


class Placed(int):
    """A card that knows which shuffle it comes from, and which place it had there."""

    shuffle: int = 0
    at: int = -1


def placed(card: Card, shuffle: int, at: int) -> Placed:
    """A card at a place of a shuffle."""
    found = Placed(card)
    found.shuffle, found.at = shuffle, at
    return found


def place_of(card: Card) -> Place:
    """The place of a card."""
    return (card.shuffle, card.at) if isinstance(card, Placed) else (0, int(card))


def fill(deck: Iterable[Card], known: Mapping[int, Card], ranks: Mapping[int, frozenset[int]], rng: Random) -> list[Card]:
    """An order of a deck with the known cards in their places, and cards of certain ranks where only that is known; the others
    at random. Raises BadEntry where the deck has not these cards.

    >>> fill(range(5), {1: 4}, {0: frozenset({0})}, Random(1))[1]
    4
    """
    left = Counter(deck)
    found: list[Card | None] = [None] * sum(left.values())
    for at, card in known.items():
        left[card] -= 1
        if left[card] < 0:
            raise BadEntry(f"the {name(card)} has been turned up already")
        found[at] = card
    rest = sorted(left.elements())
    rng.shuffle(rest)
    for at, allowed in ranks.items():
        if found[at] is None:
            fitting = next((card for card in rest if rank(card) in allowed), None)
            if fitting is None:
                raise BadEntry("no card is left that would make the device show that")
            rest.remove(fitting)
            found[at] = fitting
    return [rest.pop() if card is None else card for card in found]


class Given:
    """Chance as it was entered: orders with the known cards in their places, dice, and the least depth of a cut."""

    witness = None
    seeded = False

    table: Table

    def __init__(self, shuffles: int, dice: list[int], order_of: Callable[[int, list[Card]], list[Card]]) -> None:
        self.shuffles, self._thrown, self._order_of = shuffles, dice, order_of
        self.numbers: list[int] = []
        self.dice: list[int] = []  # before which step each die was thrown

    def shuffle(self, cards: Iterable[Card]) -> Shuffle:
        self.shuffles += 1
        order = self._order_of(self.shuffles, list(cards))
        return Shuffle(tuple(placed(card, self.shuffles, at) for at, card in enumerate(order)), "", "0" * 64)

    def number(self, least: int, most: int) -> int:
        found = least
        if (least, most) == DIE:
            found = self._thrown[len(self.dice)] if len(self.dice) < len(self._thrown) else least
            self.dice.append(len(self.table.round.steps) if self.table.round is not None else 0)
        self.numbers.append(found)
        return found

    def hours(self) -> float:
        return 0.0


class Recorded:
    """Chance for the log: the orders and numbers of rounds that are over."""

    witness = None
    seeded = False

    def __init__(self, orders: list[list[Card]], numbers: list[int]) -> None:
        self._orders, self._numbers = orders, numbers

    def shuffle(self, cards: Iterable[Card]) -> Shuffle:
        order = self._orders.pop(0)
        return Shuffle(tuple(order), "", commit(order, ""))

    def number(self, least: int, most: int) -> int:
        return self._numbers.pop(0)

    def hours(self) -> float:
        return 0.0
