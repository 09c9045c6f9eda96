"""What the check of a Rules Submission finds: each with its level, section, field and line, what was given and what is allowed,
a sentence, and what to do."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, time
from fractions import Fraction
from typing import Any

from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.house.rules import rule_of
from pitboss.house.waivers import WORD, Waiver
from pitboss.money import decimal, dollars
from pitboss.rulebook import Chapter
from pitboss.words import either, toml

LONGEST_SHOWN = 40  # characters of a text that is too long


@dataclass(frozen=True)
class Heading:
    """What a file says beside its choices, with what its holder says for all files of the folder, and the options that it
    states more than once, by the names that it has for them."""

    book: Chapter
    said: Mapping[str, Any]
    given: Mapping[str, Any]
    twice: tuple[tuple[str, str, str], ...] = ()  # the option, its name in the file, and what is stated twice


@dataclass(frozen=True)
class Finding(Problem):
    """A problem of a file: `line` is where its field stands (0 where it does not), `values` are those that mend it, each of
    which was tried; `changes` are several fields that mend it together, where no value of its own does."""

    line: int = 0
    values: tuple[Any, ...] = ()
    changes: Mapping[str, Any] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        """The finding as `pitboss check --json` prints it."""
        record = {
            "level": self.level,
            "section": self.section,
            "field": self.field,
            "row": self.row,
            "given": plain(self.given),
            "allowed": plain(self.allowed),
            "message": self.message,
            "line": self.line or None,
            "rule": self.rule,
            "fix": self.fix,
            "also": list(self.needs),
            "values": plain(self.values),
            "changes": plain(self.changes),
        }
        return record | ({"waiver": self.waiver} if self.waiver else {})


def finding_of(problem: Problem, house: House) -> Finding:
    """A problem of a house as a finding: with what to do, and what the file gives; what no paragraph speaks of offends the
    chapter."""
    cents = any(option.option == problem.field and option.unit == "cents" for option in house.chapter.options)
    field = f'"{problem.row}" in {problem.field}' if problem.row else problem.field
    fix = (
        problem.fix
        or what_to_do(field, problem.allowed, problem.rule, cents)
        or f"change {' or '.join((field, *problem.needs))}"
    )
    changes: dict[str, Any] = {"section": problem.section or house.chapter.chapter, "fix": "" if problem.waiver else fix}
    return Finding(**vars(problem) | changes)


def desk_problem(house: House, message: str, option: str, rule: str, **more: Any) -> Problem:
    """A problem that only a submission has; what it gives is what the file states, if anything."""
    return replace(house.problem(message, option, rule, **more), given=house.given.get(option))


def with_pending(findings: Iterable[Finding], waivers: list[Waiver]) -> Iterator[Finding]:
    """Findings, each with the waiver that would cover it if it were in force, and one for each waiver that covers none."""
    used = set()
    for finding in findings:
        used.add(finding.waiver)
        asked = next((waiver for waiver in waivers if waiver.holds and waiver.covers(finding.section)), None)
        if asked is not None and finding.level == "error" and rule_of(finding.rule).waivable and finding.field != WORD:
            used.add(asked.name)
            finding = replace(finding, message=f"{finding.message}; the waiver of {asked.section} {asked.holds}")
        yield finding
    for problem in idle_problems(waiver for waiver in waivers if waiver.name not in used):
        yield Finding(**vars(problem))


def idle_problems(waivers: Iterable[Waiver]) -> Iterator[Problem]:
    """Waivers that nothing in a submission needs."""
    for waiver in waivers:
        message = f"nothing in this submission needs {waiver.name}"
        yield Problem(message, waiver.section, WORD, waiver.section, rule="waiver-needed", level="warning", fix="leave it out")


def stated_by(house: House) -> set[str]:
    """The options that a submission states, each by the name that its chapter has for it."""
    names = {other: option.option for option in house.chapter.options for other in option.also}
    return {names.get(name, name) for name in house.given}


def what_to_do(field: str, allowed: Any, rule: str = "", cents: bool = False) -> str:
    """What would mend a field.

    >>> what_to_do("seats", {"min": 1, "max": 7}), what_to_do("payout_limit", {"min": 5000000}, cents=True)
    ('set seats from 1 to 7', 'set payout_limit to 5000000 ($50,000) or more')
    >>> what_to_do("decks", [6, 8]), what_to_do("seets", ["seats"], "unknown-option"), what_to_do("x", [], "unknown-option")
    ('set decks to 6 or 8', 'rename it to seats, or leave it out', 'leave it out')
    """
    if rule == "unknown-option":
        return f"rename it to {' or '.join(allowed)}, or leave it out" if allowed else "leave it out"
    if rule == "hand-of-table" and isinstance(allowed, list):
        if not allowed:
            return "leave it out"
        return f"put a hand of the printed table in the place of {field}, {either(map(toml, allowed))}, or leave it out"
    show = _cents if cents else str
    if isinstance(allowed, dict) and {"min", "max"} & set(allowed):
        least, most = allowed.get("min"), allowed.get("max")
        if least is not None and most is not None:
            return f"set {field} from {show(least)} to {show(most)}"
        return f"set {field} to {show(most)} or less" if least is None else f"set {field} to {show(least)} or more"
    if isinstance(allowed, list) and allowed:
        return f"set {field} to {either(map(toml, allowed))}"
    if isinstance(allowed, dict) and allowed:
        return f"set {field} to {'; '.join(f'{k} {v}' for k, v in allowed.items())}"
    return f"set {field} to {allowed}" if allowed and isinstance(allowed, str) else ""


def _cents(amount: Any) -> str:
    return f"{amount} ({dollars(amount)})" if type(amount) is int else str(amount)


def plain(value: Any) -> Any:
    """A value for JSON: dates and fractions in words, no number that JSON does not have.

    >>> from datetime import date
    >>> plain({"a": [date(2012, 3, 6), Fraction(15, 2), float("inf"), 7]})
    {'a': ['2012-03-06', '7.5', 'inf', 7]}
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    if isinstance(value, Fraction) and 10**18 % value.denominator == 0:
        return decimal(value)
    return value.isoformat() if isinstance(value, date | time) else str(value)


def too_long(section: str, field: str, what: str, text: str, most: int) -> list[Problem]:
    """The problem with a text that is longer than can be printed; none where it is not."""
    if len(text) <= most:
        return []
    message = f"{what} has {len(text):,} characters; at most {most:,} can be printed"
    shown, fix = f"{text[:LONGEST_SHOWN]}…", f"shorten it to {most:,}"
    return [Problem(message, section, field, shown, {"max": most}, "text-length", fix=fix)]
