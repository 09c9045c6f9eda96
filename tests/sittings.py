"""Sittings at any of the sixteen games, said to the table in commands: people come, buy, bet, decide, walk away and leave."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pitboss.errors import PitbossError, Unbalanced
from pitboss.games import MODULES, game
from pitboss.house import House
from pitboss.table.commands import (
    DEALER,
    FLOORPERSON,
    Author,
    Begin,
    Bet,
    Buy,
    Command,
    CutCards,
    Decide,
    Deed,
    Leave,
    Proceed,
    Report,
    Sit,
)
from pitboss.table.log.records import Record
from pitboss.table.steps import Ask, Cut, Moment
from pitboss.table.table import Table
from tests.strategies import decision, incident, wagers

CHAPTERS = list(MODULES)  # all sixteen
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")
MOST_REQUESTS = 2000  # in a round

Watch = Callable[[Table, Record], None]


def nothing(table: Table, record: Record) -> None:
    """Watches nothing."""


@dataclass
class Crowd:
    """The people around one table. Whatever they say is a command with an id, made for the version that they saw."""

    seed: int
    trouble: float = 0.05  # how likely something goes wrong at each request
    walking: float = 0.03  # how likely somebody walks away at each request
    watch: Watch = nothing
    now: int = 0
    said: list[Command] = field(default_factory=list)
    refused: int = 0

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)

    def command(self, table: Table, deed: Deed, author: Author) -> Command:
        """A command as a client makes it."""
        self.now += self.rng.choice((0, 10, 1000, 60_000))
        return Command(deed, author, self.now, table.version, f"{self.seed}-{len(self.said)}-{self.refused}")

    def say(self, table: Table, deed: Deed, author: Author) -> bool:
        """Says something; False where the table refuses it."""
        command = self.command(table, deed, author)
        try:
            record = table.do(command)
        except PitbossError as error:
            assert not isinstance(error, Unbalanced), error
            self.refused += 1
            return False
        self.said.append(command)
        self.watch(table, record)
        return True

    def player(self, table: Table, seat: int) -> Author:
        return Author("player", table.seats[seat].player)

    def between(self, table: Table) -> None:
        """Between two rounds: people come and go, buy chips and bet."""
        house, rng = table.house, self.rng
        most = table.game.seats(house)[0]
        least = house.get("table_minimum") or 0
        free = [n for n in range(1, most + 1) if n not in table.seats]
        while free and (len(table.seats) < 2 or rng.random() < 0.5):
            name = next(n for n in NAMES if all(seat.player != n for seat in table.seats.values()))
            cents = rng.choice((3, 8, 40, 5000)) * (least or 10_000)
            self.say(table, Sit(free.pop(rng.randrange(len(free))), name, cents), Author("player", name))
        for seat in list(table.seats):
            if rng.random() < 0.2:
                self.say(table, Buy(seat, rng.choice((1, 5, 40)) * (least or 20_000)), self.player(table, seat))
            if rng.random() < 0.1:
                self.say(table, Leave(seat), self.player(table, seat))
        if table.game.dealt_in is None:
            for seat in list(table.seats):
                mine = wagers(rng, table.game, house, table.chips(seat))
                if mine and rng.random() < 0.9:
                    self.say(table, Bet(seat, mine), self.player(table, seat))

    def round(self, table: Table) -> None:
        """A round, if enough people are there for one."""
        if not self.say(table, Begin(), DEALER):
            return
        for _ in range(MOST_REQUESTS):
            if table.request is None:
                return
            self.answer(table)
        raise AssertionError("the round does not end")

    def answer(self, table: Table) -> None:
        """Something is said to what is asked: by whom it concerns, or by the floor where something goes wrong."""
        request, rng = table.request, self.rng
        if isinstance(request, Cut):
            depth = rng.choice((None, rng.randint(request.least, request.most)))
            self.say(table, CutCards(request.seat, depth), self.player(table, request.seat))
            return
        if rng.random() < self.trouble:
            wrong = incident(rng, table)
            if self.say(table, Report(wrong.kind, wrong.detail), FLOORPERSON):
                return
        if rng.random() < self.walking and table.round is not None:
            seat = rng.choice(table.round.seats)
            if seat in table.seats and self.say(table, Leave(seat), self.player(table, seat)):
                return
        if isinstance(request, Ask):
            ask = rng.choice(table.asks())
            found = decision(rng, table, ask)
            assert self.say(table, Decide(ask.seat, found.word, found.cents), self.player(table, ask.seat))
            return
        assert isinstance(request, Moment)
        if request.waits_for is not None:
            assert self.say(table, Report(request.waits_for.kind, request.waits_for.detail), FLOORPERSON)
        else:
            assert self.say(table, Proceed(), DEALER)


def sitting(
    chapter: str, seed: int, rounds: int = 4, house: dict[str, Any] | None = None, watch: Watch = nothing, **table: Any
) -> tuple[Table, Crowd]:
    """Some rounds at a table of a chapter."""
    from pitboss.shoe import Chance

    found = Table(game(chapter), House.of(chapter, house or {}), table.pop("chance", None) or Chance(seed), **table)
    crowd = Crowd(seed, watch=watch)
    for _ in range(rounds):
        crowd.between(found)
        crowd.round(found)
    return found, crowd
