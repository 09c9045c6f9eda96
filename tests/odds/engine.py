"""The engine as a second opinion: what a round brings in which given cards fall and given words are said."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pitboss.cards import Card
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance, ChosenStack
from pitboss.table.drivers import drive
from pitboss.table.steps import Ask, Reply, Request
from pitboss.table.table import Table


class Given(ChosenStack):
    """A stack from which every place draws the cards that it is to have, and what else is drawn is the first card that no place
    is to have."""

    __slots__ = ("places", "reserved")
    places: dict[str, list[Card]]
    reserved: frozenset[Card]

    def draw(self, to: str = "") -> Card:
        wanted = self.places.get(to)
        card = wanted.pop(0) if wanted else next(card for card in self.cards if card not in self.reserved)
        self.cards.remove(card)
        return card


@cache
def seated(number: str, house: tuple[tuple[str, Any], ...]) -> tuple[Table, Given]:
    """An open table at which one round after the other is played, and its stack."""
    stack = Given()
    table = Table(game(number), House.of(number, dict(house)), Chance(1), stacks={"": stack})
    table.sit(1, "player 1", 10**12)
    return table, stack


def result(number: str, cards: Mapping[str, Sequence[Card]], wagers: dict[str, int], words: Sequence[str], **house: Any) -> int:
    """The net cents of seat 1. Each word answers the next question; what has one answer need not be said."""
    table, stack = seated(number, tuple(house.items()))
    stack.places = {place: list(given) for place, given in cards.items()}
    stack.reserved = frozenset(card for given in cards.values() for card in given)
    left = list(words)

    def driver(table: Table, request: Request) -> Reply:
        if not isinstance(request, Ask):
            return None
        return request.only or table.verify(request, left.pop(0))

    table.bet(1, wagers)
    finished = drive(table, driver)
    assert not left, f"{left} were not asked for"
    assert finished.ledger is not None
    return finished.ledger.players["seat_1"]
