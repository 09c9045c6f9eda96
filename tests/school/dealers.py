"""Dealers who deal a lesson perfectly, in one lawful order or another, and what goes wrong at their tables."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from random import Random

from pitboss.errors import PitbossError
from pitboss.games import game
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.school.acts import read_act
from pitboss.school.due import Due
from pitboss.school.judge import Judge, Verdict
from pitboss.school.lessons import Lesson, Watch, lesson_of_case, place_bets
from pitboss.shoe import Chance
from pitboss.table.drivers import bots
from pitboss.table.steps import Ask, Moment, Request
from pitboss.table.table import Table
from tests.strategies import decision, incident

CASES = Path(__file__).parents[1] / "cases"
EXPLORES = os.environ.get("HYPOTHESIS_PROFILE") == "explore"  # every case, and a hundred rounds of each way to deal
NOTHING: frozenset[str] = frozenset()
read = cache(read_act)


@dataclass(frozen=True)
class Dealt:
    """A lesson with what it demands, for many scripts of its dealer."""

    lesson: Lesson
    all: list[Due]

    @cached_property
    def demanded(self) -> list[Due]:
        return [due for due in self.all if due.demanded]

    @property
    def lines(self) -> list[str]:
        """The script of a perfect dealer, in the engine's order."""
        return [due.words for due in self.demanded]

    def judged(self, lines: list[str]) -> list[Verdict]:
        judge = Judge(self.all, self.lesson.game.clear, self.lesson.troubles)
        return judge.script([read(line) for line in lines])

    def mistakes(self, lines: list[str]) -> list[Verdict]:
        return [verdict for verdict in self.judged(lines) if verdict.verdict != "right"]

    def in_some_order(self, rng: Random) -> list[str]:
        """The acts of a perfect dealer in a lawful order chosen at random."""
        due, found = self.demanded, list[str]()
        before = {n: {m for m in range(n) if due[m].place.precedes(due[n].place)} for n in range(len(due))}
        while before:
            chosen = rng.choice([n for n, waiting in before.items() if not waiting])
            del before[chosen]
            for waiting in before.values():
                waiting.discard(chosen)
            found.append(due[chosen].words)
        return found


def dealt(lesson: Lesson, automated: frozenset[str] = NOTHING) -> Dealt:
    return Dealt(lesson, lesson.due(automated))


@cache
def case(name: str) -> Dealt:
    path = CASES / f"{name}.toml"
    return dealt(lesson_of_case(path, game(name.partition("/")[0])))


def cases(number: str, most: int) -> list[Dealt]:
    """So many rule cases of a chapter, spread over all of them; every one where somebody explores."""
    names = sorted(path.stem for path in (CASES / number).glob("*.toml"))
    step = 1 if EXPLORES else -(-len(names) // most)
    return [case(f"{number}/{name}") for name in names[::step]]


def methods(number: str) -> list[str]:
    """The ways to deal of a chapter."""
    return list(next((option.allowed for option in chapter(number).options if option.option == "dealing"), [""]))


def eventful(number: str, method: str, rounds: int, trouble: float) -> Iterator[Dealt]:
    """So many rounds in which something goes wrong, at one table until a device fails; players decide anything lawful. Rounds
    in which nothing went wrong are between them."""
    rng = Random(f"{number} {method} {trouble}")
    house = House.of(number, {"dealing": method} if method else {})
    table = Table(game(number), house, Chance(7))
    while rounds:
        if table.out_of_order:
            table = Table(game(number), house, Chance(rounds))
        for seat in (1, 2, 4):
            if seat not in table.seats:
                table.sit(seat, f"player at seat {seat}", 10**9)
            place_bets(table, seat)
        watch = Watch(bots)
        request = table.begin()
        while request is not None:
            request = _reply(table, watch, rng, trouble)
        assert table.last is not None
        found = dealt(Lesson(table.game, table.last, watch.troubles(table.game, table.last)))
        rounds -= bool(found.lesson.troubles)
        yield found


def _reply(table: Table, watch: Watch, rng: Random, trouble: float) -> Request | None:
    """One reply, and before it perhaps something that goes wrong; what cannot have gone wrong is refused and forgotten."""
    request, current = table.request, table.round
    assert request is not None and current is not None
    if isinstance(request, Ask | Moment) and rng.random() < trouble:
        happened = incident(rng, table)
        watch.driver = lambda *_: happened
        try:
            return table.reply(watch(table, request))
        except PitbossError:
            watch.open = None
    answer = decision(rng, table, request) if isinstance(request, Ask) else bots(table, request)
    watch.driver = lambda *_: answer
    return table.reply(watch(table, request))
