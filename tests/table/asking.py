"""Tables at which people sit, bet and are asked something, and what becomes of a round in which everybody is silent."""

from collections.abc import Callable
from typing import Any

from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.commands import HOUSE, Author, Command, CutCards, Decide
from pitboss.table.drivers import bots
from pitboss.table.log.stores import MemoryStore
from pitboss.table.steps import Ask, Cut
from pitboss.table.table import Table

NAMES = ("Ann", "Bo", "Cy", "Dee")
PAI_GOW = ("561", "645a")
POKER = ("553", "637a")
TWENTY_ONE = ("633a", "635a")


def seated(chapter: str, house: dict[str, Any] | None = None, seed: int = 3, people: int = 3, chips: int = 10**6) -> Table:
    """A table with people at it."""
    table = Table(game(chapter), House.of(chapter, house or {}), Chance(seed), MemoryStore())
    for seat, name in enumerate(NAMES[:people], 1):
        table.sit(seat, name, chips)
    return table


def player(table: Table, seat: int) -> Author:
    return Author("player", table.seats[seat].player)


def bet_all(table: Table, mine: dict[str, int] | None = None) -> None:
    """Everybody makes the same wagers; at Poker there are none to make."""
    if table.game.dealt_in is None:
        for seat in list(table.seats):
            table.bet(seat, mine or table.game.suggest(table.house))


def to_a_question(table: Table, wanted: Callable[[Ask], bool] = lambda ask: True) -> Ask | None:
    """Goes on to a question of some kind; everybody is silent until then. None where the round ends without one."""
    while table.request is not None:
        request = table.request
        if isinstance(request, Ask) and wanted(request):
            return request
        table.reply(table.silent(request) if isinstance(request, Ask) else bots(table, request))
    return None


def at_a_question(chapter: str, house: dict[str, Any] | None = None, people: int = 3, chips: int = 10**6) -> Table:
    """A round at its first question."""
    for seed in range(3, 60):
        table = seated(chapter, house, seed, people, chips)
        bet_all(table)
        table.begin()
        if to_a_question(table) is not None:
            return table
    raise AssertionError("nobody is asked anything")


def words(ask: Ask) -> list[str]:
    return [choice.word for choice in ask.choices]


def silence_to_the_end(table: Table) -> set[int]:
    """Everybody is silent until the round is over; the seats that were asked."""
    asked = set()
    while table.request is not None:
        request = table.request
        if isinstance(request, Ask):
            asked.add(request.seat)
            answer = table.silent(request)
            table.do(Command(Decide(request.seat, answer.word, answer.cents), HOUSE, 0, table.version))
        elif isinstance(request, Cut):
            table.do(Command(CutCards(request.seat), HOUSE, 0))
        else:
            table.reply(bots(table, request))
    return asked
