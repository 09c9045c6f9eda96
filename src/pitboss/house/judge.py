"""The judge of lawfulness: examines a house by the rules of some phases, in their order, and applies its waivers.

House, table, desk and print ask the same judge for different phases. A door (`problems.refuse`) raises the first problem with
which no table can be run; the check of a file reports them all.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Protocol

from pitboss.house.payout_limits import Chosen
from pitboss.house.problems import Problem
from pitboss.house.rules import Examine, rule_of, rules
from pitboss.house.waivers import Waiver, waive
from pitboss.rulebook import Chapter


@dataclass(frozen=True)
class Phase:
    """A phase of the examination. It is left out where the phase that it comes `after` found what no table can be run with."""

    name: str
    after: str = ""
    with_game: bool = False  # its rules examine a house together with its game
    desk: bool = False  # only a submission is asked; a table runs all the same


PHASES = {
    phase.name: phase
    for phase in (
        Phase("file"),  # what a file says of itself
        Phase("value"),  # of one option
        Phase("combination"),  # of options that every chapter has
        Phase("named", desk=True),  # of several tables, which one is chosen
        Phase("chips"),
        Phase("game", with_game=True),  # what the chapter does not let a house combine
        Phase("progressive", with_game=True),
        Phase("limits", with_game=True),  # whether each wager has an amount
        Phase("odds", "limits", with_game=True),
        Phase("round", "odds", with_game=True),  # whether the wagers with which a round begins are lawful together
        Phase("desk", desk=True),  # what a submission must not say
        Phase("statement", desk=True),  # what it leaves out, or says for nothing
        Phase("hold", desk=True),  # what is lawful and odd: first of all, a wager that holds nothing
        Phase("odd", desk=True),
        Phase("folder"),  # of a file that names no game, of a holder's file, and of several files together
    )
}
CHOICES = ("value", "combination")  # what `House.of` refuses
TABLE = ("game", "progressive", "limits", "odds", "round")  # what a table refuses when it opens
SUBMISSION = ("named", "chips", *TABLE, "desk", "statement")  # what the desk asks about the house of a file, too


class Choices(Chosen, Protocol):
    """A house, as far as the judge knows it."""

    @property
    def given(self) -> Mapping[str, Any]: ...

    @property
    def waivers(self) -> tuple[Waiver, ...]: ...


@cache
def examiners(phase: str) -> dict[Examine, list[Callable[[Chapter], bool]]]:
    """The functions that examine the rules of a phase, each with the conditions on the chapter under which it is asked."""
    found: dict[Examine, list[Callable[[Chapter], bool]]] = {}
    for rule in rules().values():
        if rule.phase == phase:
            found.setdefault(rule.examine, []).append(rule.applies)
    return found


def examine(phase: str, book: Chapter, *subject: Any) -> Iterator[Problem]:
    """What the rules of a phase find, each problem with the level of its rule."""
    for function, conditions in examiners(phase).items():
        if any(applies(book) for applies in conditions):
            for problem in function(*subject):
                desk = phase not in PHASES or PHASES[phase].desk  # the phase of a record is its kind
                yield replace(problem, level=rule_of(problem.rule).level, playable=desk)


def judge(house: Choices, phases: Iterable[str], before: Iterable[Problem] = (), *, game: Any = None) -> list[Problem]:
    """What some phases find wrong with a house, after the problems that are known `before`; what merely follows from others is
    left out."""
    known: dict[tuple[str, str, str], Problem] = {}
    for problem in before:
        known.setdefault(problem.key, problem)
    found = list(known.values())
    wrong = Wrong(house, found)
    stopped: set[str] = set()
    for phase in map(PHASES.__getitem__, phases):
        if phase.after in stopped:
            stopped.add(phase.name)
            continue
        problems = examine_house(phase.name, house, *([game] if phase.with_game else []))
        if not all(problem.playable for problem in problems):
            stopped.add(phase.name)
        new = [problem for problem in problems if wrong.adds(problem)]
        wrong.bad |= {problem.field for problem in new if phase.desk and problem.level == "error"}
        found += new
    return found


def examine_house(phase: str, house: Choices, *more: Any) -> list[Problem]:
    """What the rules of a phase find wrong with a house, with the waivers of the house applied."""
    largest = house.values.get("table_maximum", 0)
    return [waive(p, house.chapter, house.waivers, largest) for p in examine(phase, house.chapter, house, *more)]


class Wrong:
    """The options that something is wrong with, and what else that explains.

    A value that its option does not allow is not in the house, which has the default in its place: nothing that was found with
    the default is true of the file. Nor is what was found with the first of several tables, where the file names none.
    Otherwise all choices are as the file has them, and a rule that one of them breaks is reported whatever else is wrong;
    except rules that ask whether a table can work at all (`follows`), and a choice that the file does not state and that was
    filled in for another.
    """

    def __init__(self, house: Choices, problems: Iterable[Problem]) -> None:
        names = {other: option.option for option in house.chapter.options for other in (option.option, *option.also)}
        self.stated = {names.get(name, name) for name in house.given}
        standing = [problem for problem in problems if not problem.playable]
        self.refused = {problem.field for problem in standing} - self.stated
        self.bad = {field for problem in standing for field in (problem.field, *problem.needs)}
        self.keys = {problem.key for problem in problems}

    def adds(self, problem: Problem) -> bool:
        """Whether a problem says something new; if so, it explains others from now on."""
        if self.explains(problem):
            return False
        unread, stands = rule_of(problem.rule).unread, not problem.playable
        self.refused |= {problem.field} if unread else set()
        self.bad |= {problem.field} if unread or stands else set()
        self.keys |= {problem.key} if stands or problem.waiver else set()
        return True

    def explains(self, problem: Problem) -> bool:
        """Whether a problem was found before, or follows from those that were."""
        follows = rule_of(problem.rule).follows or problem.field not in self.stated
        about = {problem.field, *problem.needs}
        return problem.key in self.keys or bool(about & (self.bad if follows else self.refused))
