"""The verdict on a record: what the judge finds wrong with it, what the text asks of it, and its deadlines."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from typing import Any

from pitboss.house.judge import examine
from pitboss.house.problems import Problem
from pitboss.house.rules import rule_of
from pitboss.records.deadlines import Deadline, Statement
from pitboss.records.kinds import Kind
from pitboss.records.reading import Record, record_of


@dataclass(frozen=True)
class Verdict:
    """What is wrong with a record, what its text says of it, and until when something is to be done."""

    record: Record
    problems: tuple[Problem, ...]
    statements: tuple[Statement, ...]
    deadlines: tuple[Deadline, ...]

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        return all(problem.level != "error" for problem in self.problems)

    def overdue(self, deadline: Deadline) -> bool:
        """Whether a last day has passed, and nothing was done."""
        return not deadline.done and deadline.day < self.record.on

    def summary(self) -> dict[str, Any]:
        """What it says besides its problems, as JSON."""
        return {
            "record": self.record.kind.name,
            "on": self.record.on.isoformat(),
            "statements": [each.record() for each in self.statements],
            "deadlines": [each.record() for each in self.deadlines],
        }


def check(kind: Kind, given: Mapping[str, Any], today: date) -> Verdict:
    """The verdict on what a file states, on the day that it names, or today.

    >>> from pitboss.records.kinds import kind_named
    >>> placard = {"name": "a beer", "kind": "placard", "value": 30001}
    >>> given = {"premises": "a bar", "maximum_value": 30000, "item": [placard]}
    >>> [(each.section, each.field) for each in check(kind_named("display"), given, date(2010, 5, 3)).problems]
    [('40-13.43(c)', 'item[1].place'), ('40-13.43(c)', 'item[1].value')]
    """
    record, unread = record_of(kind, given, today)
    judged = [problem for problem in examine(kind.name, kind.book, record) if problem.field not in record.unread]
    deadlines: tuple[Deadline, ...] = _of(record, "deadlines")
    statements: tuple[Statement, ...] = _of(record, "statements")
    problems = (*map(_leveled, unread), *judged)
    return Verdict(record, problems, statements, tuple(sorted(deadlines, key=lambda each: (each.day, each.section))))


def _leveled(problem: Problem) -> Problem:
    assert rule_of(problem.rule).level == problem.level == "error"
    return problem


def _of(record: Record, name: str) -> tuple[Any, ...]:
    """What the module of a record's kind says of it, nothing where it has no such function."""
    function: Callable[[Record], Iterable[Any]] | None = getattr(import_module(record.kind.module), name, None)
    return tuple(function(record)) if function else ()
