"""A table of a one-deck game whose cards land where a test wants them, and players who say what it wants them to say."""

from collections.abc import Iterable
from typing import Any

from pitboss.cards import parse
from pitboss.cases.rigging import RiggedStack, Rigging
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import Driver, bots, drive
from pitboss.table.game import Game
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Incident, Moment, Reply, Request
from pitboss.table.table import Table


class Clock(Chance):
    """Seeded chance whose clock the test sets, and which remembers between which depths the cards were cut."""

    now = 0.0
    depths: tuple[int, int] = (0, 0)

    def hours(self) -> float:
        return self.now

    def number(self, least: int, most: int) -> int:
        self.depths = least, most
        return super().number(least, most)


def rigged_table(
    game: Game, seats: Iterable[int] = (1, 2), cards: dict[str, str] | None = None, clock: Clock | None = None, **house: Any
) -> Table:
    """An open table; `cards` says what each place will be dealt, and the rest of the deck fills up at random."""
    places = {place: parse(words) for place, words in (cards or {}).items()}
    stacks: Any = {"": RiggedStack(Rigging(places, [], [], 1))} if cards else None
    table = Table(game, House.of(game.chapter, house), clock or Clock(1), stacks=stacks)
    for seat in seats:
        table.sit(seat, f"player {seat}")
    return table


def play(table: Table, driver: Driver = bots, wagers: dict[str, int] | None = None) -> Round:
    """A round in which every seat makes the same wagers, by default those of a bot."""
    for seat in table.seats:
        table.bet(seat, wagers or table.game.suggest(table.house))
    return drive(table, driver)


def script(*words: str, at: str = "", incident: Incident | None = None) -> Driver:
    """Answers in the order in which they are asked for, and an incident at a moment or before "decision N"."""
    left, pending = list(words), [incident] if incident else []

    def driver(table: Table, request: Request) -> Reply:
        here = request.name if isinstance(request, Moment) else f"decision {len(words) - len(left) + 1}"
        if here == at and pending:
            return pending.pop()
        return table.verify(request, left.pop(0)) if isinstance(request, Ask) else None

    return driver


def first_question(table: Table) -> Ask:
    """Begins the round with the wagers on the layout and goes on until a player is asked."""
    request = table.begin()
    while not isinstance(request, Ask):
        request = table.reply(None)
    return request


def cites(finished: Round, section: str) -> list[str]:
    """The paragraphs of a section in the order in which they were first done."""
    return list(dict.fromkeys(s.cite for s in finished.steps if s.cite.startswith(section)))
