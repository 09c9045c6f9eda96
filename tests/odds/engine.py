"""The engine as a second opinion: what a round brings in which given cards fall and given words are said."""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.cards import Card, text
from pitboss.games import game
from pitboss.table.drivers import drive
from pitboss.table.steps import Ask, Reply, Request
from pitboss.table.table import Table
from tests.games.rigged import rigged_table


def result(number: str, cards: Mapping[str, Sequence[Card]], wagers: dict[str, int], words: Sequence[str], **house: Any) -> int:
    """The net cents of seat 1. Each word answers the next question; what has one answer need not be said."""
    table = rigged_table(game(number), (1,), {place: text(given) for place, given in cards.items()}, **house)
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
