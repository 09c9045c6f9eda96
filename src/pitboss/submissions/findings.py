"""What the check of a Rules Submission finds: each with its level, section, field and line, what was given and what is allowed,
a sentence, and what to do."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, time
from fractions import Fraction
from typing import Any, Literal

from pitboss.errors import NotAuthorized
from pitboss.house import House
from pitboss.money import decimal, dollars
from pitboss.waivers import NOT_CARRIED
from pitboss.words import toml

Level = Literal["error", "warning"]
LONGEST_SHOWN = 40  # characters of a text that is too long


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, or lawful and odd. `rule` is the rule of the check, `also` the other fields that it comes
    from, `line` where the field stands (0 where it does not)."""

    level: Level
    section: str
    field: str
    given: Any
    allowed: Any
    message: str
    rule: str
    line: int = 0
    fix: str = ""
    also: tuple[str, ...] = ()
    row: str = ""
    waiver: str = ""  # that makes a warning of it
    carried: bool = True  # whether a table can be run with what is waived
    values: tuple[Any, ...] = ()  # of the field, or of its row, that mend it: each was tried

    def record(self) -> dict[str, Any]:
        """The finding as `pitboss check --json` prints it."""
        found = {
            "level": self.level,
            "section": self.section,
            "field": self.field,
            "given": plain(self.given),
            "allowed": plain(self.allowed),
            "message": self.message,
            "line": self.line or None,
            "rule": self.rule,
            "fix": self.fix,
            "also": list(self.also),
            "values": plain(self.values),
        }
        return found | ({"waiver": self.waiver} if self.waiver else {})

    def waived(self, by: str, carried: bool = True) -> "Finding":
        """The same as a warning, because the Board has waived its section (§ 521.5)."""
        message = f"{self.message}; waived by {by}{'' if carried else f': {NOT_CARRIED}'}"
        return replace(self, level="warning", waiver=by, carried=carried, message=message, fix="")


def finding(
    house: House,
    level: Level,
    option: str,
    rule: str,
    message: str,
    *,
    cite: str = "",
    allowed: Any = None,
    also: tuple[str, ...] = (),
    fix: str = "",
) -> Finding:
    """A finding about an option of a house."""
    section, given = cite or house.section(option), house.given.get(option)
    return Finding(
        level, section, option, given, allowed, message, rule, fix=fix or what_to_do(option, allowed, rule), also=also
    )


def stated_by(house: House) -> set[str]:
    """The options that a submission states, each by the name that its chapter has for it."""
    names = {other: option.option for option in house.chapter.options for other in option.also}
    return {names.get(name, name) for name in house.given}


def of_problem(problem: NotAuthorized, chapter: str, cents: bool = False, level: Level = "error") -> Finding:
    """A problem of the house as a finding; what no paragraph speaks of offends the chapter."""
    field = f'"{problem.row}" in {problem.field}' if problem.row else problem.field
    found = Finding(
        level,
        problem.cite or chapter,
        problem.field,
        problem.given,
        problem.allowed,
        problem.message,
        problem.rule or "refused",
        fix=what_to_do(field, problem.allowed, problem.rule, cents) or f"change {' or '.join((field, *problem.needs))}",
        also=problem.needs,
        row=problem.row,
    )
    return found.waived(problem.waiver, problem.carried) if problem.waiver else found


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
        return f"name a hand of the printed table in {field}: {_either(allowed)}"
    show = _cents if cents else str
    if isinstance(allowed, dict) and {"min", "max"} & set(allowed):
        least, most = allowed.get("min"), allowed.get("max")
        if least is not None and most is not None:
            return f"set {field} from {show(least)} to {show(most)}"
        return f"set {field} to {show(most)} or less" if least is None else f"set {field} to {show(least)} or more"
    if isinstance(allowed, list) and allowed:
        return f"set {field} to {_either(allowed)}"
    if isinstance(allowed, dict) and allowed:
        return f"set {field} to {'; '.join(f'{k} {v}' for k, v in allowed.items())}"
    return f"set {field} to {allowed}" if allowed and isinstance(allowed, str) else ""


def _cents(amount: Any) -> str:
    return f"{amount} ({dollars(amount)})" if type(amount) is int else str(amount)


def _either(values: Iterable[Any]) -> str:
    *first, last = [toml(value) for value in values]
    return f"{', '.join(first)} or {last}" if first else last


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


def too_long(section: str, field: str, what: str, text: str, most: int) -> list[Finding]:
    """The finding on a text that is longer than can be printed; none where it is not."""
    if len(text) <= most:
        return []
    message = f"{what} has {len(text):,} characters; at most {most:,} can be printed"
    shown = f"{text[:LONGEST_SHOWN]}…"
    return [Finding("error", section, field, shown, {"max": most}, message, "text-length", fix=f"shorten it to {most:,}")]
