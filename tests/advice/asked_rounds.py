"""Players who are asked at a table, and the advice that they get."""

import random
from collections.abc import Callable
from typing import Any

from pitboss.advice.choices import advise
from pitboss.advice.sight import Advice, Sight, sight_of
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import drive
from pitboss.table.steps import Answer, Ask, Reply, Request
from pitboss.table.table import Table
from pitboss.table.view.viewers import Viewer

Look = Callable[[Table, Ask], None]


def sight_at(table: Table, ask: Ask) -> Sight:
    """What the player knows who is asked."""
    return sight_of(table, Viewer.at(ask.seat), ask)


def play_at_random(number: str, rounds: int, look: Look, *, seed: int = 1, seats: int = 2, **house: Any) -> None:
    """Rounds in which players answer at random, but bet all that they may; every question is looked at first."""
    chosen, played, rng = House.of(number, house), game(number), random.Random(seed)
    table = Table(played, chosen, Chance(seed))
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}")

    def driver(table: Table, request: Request) -> Reply:
        if not isinstance(request, Ask):
            return None
        if request.only is not None:
            return request.only
        look(table, request)
        choice = rng.choice(request.choices)
        if choice.of:
            assert table.round is not None
            return table.verify(request, played.bot(table.round, request))
        return Answer(choice.word, choice.most)

    for _ in range(rounds):
        for seat in table.seats:
            table.bet(seat, played.suggest(chosen))
        drive(table, driver)


def advice_at(table: Table, ask: Ask) -> Advice:
    """What the player is told."""
    return advise(sight_at(table, ask))
