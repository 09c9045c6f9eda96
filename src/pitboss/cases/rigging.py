"""A rigged stack: it knows who each card is drawn for, so that the cards of a case or a test land where they should."""

import random
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from pitboss.cards import Card, suit
from pitboss.errors import BadCase
from pitboss.shoe import ChosenStack
from pitboss.table.procedures.multideck import DETERMINANT
from pitboss.table.steps import SECOND


class Rigging:
    """The places of a case's cards, shared by both sides of a double shoe."""

    def __init__(self, places: Mapping[str, Sequence[Card | None]], then: list[Card], aside: list[Card], seed: int) -> None:
        self.places = {place: list(cards) for place, cards in places.items()}  # None: any card
        self.then = list(then)
        self.aside = list(aside)  # cards that only incidents name
        self.first_deal_over = False
        self.random = random.Random(seed)
        self.reserved = Counter([*then, *aside, *(c for cards in places.values() for c in cards if c is not None)])


class RiggedStack(ChosenStack):
    """A stack that gives each place the card that the case wants there, and random cards elsewhere."""

    __slots__ = ("not_determinant", "rigging")

    def __init__(self, rigging: Rigging, not_determinant: Collection[int] = ()) -> None:
        self.rigging = rigging
        self.not_determinant = not_determinant  # suits whose determinant card would become the first player's first card
        super().__init__()

    def draw(self, to: str = "") -> Card:
        r = self.rigging
        place = to if to in r.places else to.removesuffix(SECOND)
        card = None
        if r.places.get(place):
            card = r.places[place].pop(0)
        elif r.first_deal_over and r.then:
            card = r.then.pop(0)
        if card is None:
            return self._random_card(self.not_determinant if to == DETERMINANT else ())
        r.reserved[card] -= 1
        if card in self.cards:
            self.cards.remove(card)
        return card

    def _random_card(self, not_suits: Collection[int] = ()) -> Card:
        free = sorted(self.cards)
        for card, number in self.rigging.reserved.items():
            first = bisect_left(free, card)
            del free[first : min(first + number, bisect_right(free, card))]
        if not_suits:
            free = [card for card in free if suit(card) not in not_suits]
        if not free:
            raise BadCase("the deck does not have enough cards for everything that the case deals")
        card = self.rigging.random.choice(free)
        self.cards.remove(card)
        return card

    def take(self, card: Card) -> bool:
        r = self.rigging
        if card in r.aside:
            r.aside.remove(card)
            r.reserved[card] -= 1
        return super().take(card)
