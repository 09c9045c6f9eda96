"""Dealers who deal a lesson perfectly, in one lawful order or another, and what goes wrong at their tables."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from pitboss.cases.reading import read_case
from pitboss.errors import PitbossError
from pitboss.games import game
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.school.acts import read_act
from pitboss.school.due import Due
from pitboss.school.judge import Verdict
from pitboss.school.lessons import Lesson, Watch, lesson_of_case, place_bets
from pitboss.shoe import Chance
from pitboss.table.drivers import bots
from pitboss.table.steps import Ask, Moment, Request
from pitboss.table.table import Table
from tests.strategies import decision, incident

CASES = Path(__file__).parents[1] / "cases"
NOTHING: frozenset[str] = frozenset()


def demanded(lesson: Lesson, automated: frozenset[str] = NOTHING) -> list[Due]:
    return [due for due in lesson.due(automated) if due.demanded]


def script(lesson: Lesson, automated: frozenset[str] = NOTHING) -> list[str]:
    return [due.words for due in demanded(lesson, automated)]


def in_some_order(lesson: Lesson, rng: Random) -> list[str]:
    """The acts of a perfect dealer in a lawful order chosen at random."""
    left, found = demanded(lesson), list[str]()
    while left:
        now = min((each.group for each in left if not each.later), default=left[-1].group)
        ready = [each for each in left if each.group == now or (each.later and each.group < now)]
        first = {each.chain: each for each in reversed(ready) if each.chain}
        chosen = rng.choice([each for each in ready if first.get(each.chain, each) is each])
        left.remove(chosen)
        found.append(chosen.words)
    return found


def judged(lesson: Lesson, lines: list[str], automated: frozenset[str] = NOTHING) -> list[Verdict]:
    return lesson.judge(automated).script([read_act(line) for line in lines])


def mistakes(lesson: Lesson, lines: list[str], automated: frozenset[str] = NOTHING) -> list[Verdict]:
    return [verdict for verdict in judged(lesson, lines, automated) if verdict.verdict != "right"]


def cases(number: str) -> list[Lesson]:
    """Every rule case of a chapter."""
    return [lesson_of_case(path, game(number)) for path in sorted((CASES / number).glob("*.toml"))]


def case(name: str) -> Lesson:
    path = CASES / f"{name}.toml"
    return lesson_of_case(path, game(read_case(path).chapter))


def methods(number: str) -> list[str]:
    """The ways to deal of a chapter."""
    return list(next((option.allowed for option in chapter(number).options if option.option == "dealing"), [""]))


def eventful(number: str, method: str, rounds: int, trouble: float) -> Iterator[Lesson]:
    """Rounds at one table: players decide anything lawful, and things go wrong."""
    rng = Random(f"{number} {method} {trouble}")
    table = Table(game(number), House.of(number, {"dealing": method} if method else {}), Chance(7))
    for _ in range(rounds):
        for seat in (1, 2, 4):
            if seat not in table.seats:
                table.sit(seat, f"player at seat {seat}", 10**9)
            place_bets(table, seat)
        watch = Watch(bots)
        request = table.begin()
        while request is not None:
            request = _reply(table, watch, rng, trouble)
        assert table.last is not None
        yield Lesson(table.game, table.last, watch.troubles(table.game, table.last))


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
