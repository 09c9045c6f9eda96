"""Judges whether a house is lawful: applies the rules phase by phase, then the house's waivers.

House, table, desk and print use the same judge with different phases. `problems.refuse` raises the first problem that prevents
running a table; the check of a file reports all of them.
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
    """A phase of the examination. It is skipped if the phase named by `after` found a problem that prevents running a table."""

    name: str
    after: str = ""
    with_game: bool = False  # its rules examine a house together with its game
    desk: bool = False  # applies to submissions only; its problems do not keep a table from running


PHASES = {
    phase.name: phase
    for phase in (
        Phase("file"),  # statements of the file about itself
        Phase("value"),  # the value of a single option
        Phase("combination"),  # options that every chapter has, together
        Phase("named", desk=True),  # the submission says which of several printed tables it chooses
        Phase("chips"),
        Phase("game", with_game=True),  # the chapter's own rules about combinations
        Phase("progressive", with_game=True),
        Phase("limits", with_game=True),  # each wager has a lawful amount
        Phase("odds", "limits", with_game=True),
        Phase("round", "odds", with_game=True),  # the wagers that open a round are lawful together
        Phase("desk", desk=True),  # statements that a submission must not make
        Phase("statement", desk=True),  # missing and superfluous statements
        Phase("hold", desk=True),  # lawful but odd: a wager without a house edge
        Phase("odd", desk=True),  # other choices that are lawful but odd
        Phase("folder"),  # a file without a game, the holder's file, and several files together
    )
}
CHOICES = ("value", "combination")  # checked by `House.of`
TABLE = ("game", "progressive", "limits", "odds", "round")  # checked when a table opens
SUBMISSION = ("named", "chips", *TABLE, "desk", "statement")  # checked by the desk in addition to CHOICES


class Choices(Chosen, Protocol):
    """The part of a house that the judge reads."""

    @property
    def given(self) -> Mapping[str, Any]: ...

    @property
    def waivers(self) -> tuple[Waiver, ...]: ...


@cache
def examiners(phase: str) -> dict[Examine, list[Callable[[Chapter], bool]]]:
    """The functions that examine the rules of a phase, each with the conditions on the chapter under which it applies."""
    functions: dict[Examine, list[Callable[[Chapter], bool]]] = {}
    for rule in rules().values():
        if rule.phase == phase:
            functions.setdefault(rule.examine, []).append(rule.applies)
    return functions


def examine(phase: str, book: Chapter, *subject: Any) -> Iterator[Problem]:
    """The problems that the rules of a phase find, each with the level of its rule."""
    for function, conditions in examiners(phase).items():
        if any(applies(book) for applies in conditions):
            for problem in function(*subject):
                desk = phase not in PHASES or PHASES[phase].desk  # for a record, the phase is the kind of record
                yield replace(problem, level=rule_of(problem.rule).level, playable=desk)


def judge(house: Choices, phases: Iterable[str], before: Iterable[Problem] = (), *, game: Any = None) -> list[Problem]:
    """The problems of a house: those given in `before`, then those of the phases. Problems that merely follow from others are
    left out."""
    distinct: dict[tuple[str, str, str], Problem] = {}
    for problem in before:
        distinct.setdefault(problem.key, problem)
    reported = list(distinct.values())
    wrong = Wrong(house, reported)
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
        reported += new
    return reported


def examine_house(phase: str, house: Choices, *game: Any) -> list[Problem]:
    """The problems of a house by the rules of a phase, after its waivers."""
    largest = house.values.get("table_maximum", 0)
    return [waive(p, house.chapter, house.waivers, largest) for p in examine(phase, house.chapter, house, *game)]


class Wrong:
    """The options with problems, and which further problems these explain.

    If an option does not allow the stated value, the house has the default instead, so problems found with that default are not
    about the file. Likewise if the file names none of several tables and the first was assumed. Otherwise the house has the
    file's choices, and every rule that they break is reported, with two exceptions: rules about whether a table can work at all
    (`follows`), and choices that were not stated but filled in because of another.
    """

    def __init__(self, house: Choices, problems: Iterable[Problem]) -> None:
        names = {other: option.option for option in house.chapter.options for other in (option.option, *option.also)}
        self.stated = {names.get(name, name) for name in house.given}
        standing = [problem for problem in problems if not problem.playable]
        self.refused = {problem.field for problem in standing} - self.stated
        self.bad = {field for problem in standing for field in (problem.field, *problem.needs)}
        self.keys = {problem.key for problem in problems}

    def adds(self, problem: Problem) -> bool:
        """Record a problem, so that it explains later ones. Returns False if it is itself explained already."""
        if self.explains(problem):
            return False
        unread, stands = rule_of(problem.rule).unread, not problem.playable
        self.refused |= {problem.field} if unread else set()
        self.bad |= {problem.field} if unread or stands else set()
        self.keys |= {problem.key} if stands or problem.waiver else set()
        return True

    def explains(self, problem: Problem) -> bool:
        """True if a problem was recorded before, or follows from those that were."""
        follows = rule_of(problem.rule).follows or problem.field not in self.stated
        about = {problem.field, *problem.needs}
        return problem.key in self.keys or bool(about & (self.bad if follows else self.refused))
