"""A record read from what its file states: values of the right kind, lists of entries, and what is wrong with the rest."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from pitboss.house.problems import Problem
from pitboss.house.waivers import day_of
from pitboss.records.kinds import ON, WORD, Field, Kind
from pitboss.spelling import near
from pitboss.words import many, toml

FIRST_YEAR, LAST_YEAR = 1900, 2200
NUMBERED = re.compile(r"(\w+)\[([1-9][0-9]{0,5})\]")  # an entry of a list
KINDS = {
    "text": "a text",
    "flag": "true or false",
    "day": "a date, such as 2010-03-06",
    "time": "a date and a time, such as 2010-03-06T10:00:00",
    "amount": "a whole number of cents",
    "number": "a whole number",
    "decimal": "a number",
    "choice": "one of its choices",
    "texts": "a list of texts",
}


@dataclass(frozen=True)
class Entry:
    """What a record states, or one of the things in a list of it (`place` is "cleaning[2]" then)."""

    values: Mapping[str, Any]
    fields: Mapping[str, Field]
    place: str = ""

    def flag(self, name: str) -> bool:
        """Whether something is so; False where nothing is said."""
        return bool(self.values[name])

    def text(self, name: str) -> str:
        """A text or a choice, "" where nothing is said."""
        return str(self.values[name] or "")

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(self.values[name] or ())

    def number(self, name: str) -> int | None:
        """A whole number or an amount in cents."""
        found: int | None = self.values[name]
        return found

    def decimal(self, name: str) -> Fraction | None:
        """A number with its decimals, exactly as it is written."""
        found: Fraction | None = self.values[name]
        return found

    def day(self, name: str) -> date | None:
        """A day."""
        found: date | None = self.values[name]
        return found

    def time(self, name: str) -> datetime | None:
        """A day and an hour."""
        found: datetime | None = self.values[name]
        return found

    def path(self, name: str) -> str:
        """The whole name of a field: "cleaning[2].date"."""
        return f"{self.place}.{name}" if self.place else name

    def problem(self, rule: str, name: str, message: str, allowed: Any = None, section: str = "", fix: str = "") -> Problem:
        """A problem with a field, of the paragraph of the field if no other is named."""
        known = self.fields.get(name)
        section = section or (known.section if known else "")
        return Problem(message, section, self.path(name), self.values.get(name), allowed, rule, fix=fix)


@dataclass(frozen=True)
class Record(Entry):
    """A record of a kind as it is judged on a day, and the fields that could not be read."""

    kind: Kind = field(kw_only=True)
    on: date = field(kw_only=True)
    entries: Mapping[str, Sequence[Entry]] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()

    def parts(self, name: str) -> Sequence[Entry]:
        """The things in a list."""
        return self.entries[name]


def path_of(field: str) -> tuple[str | int, ...]:
    """Where a field stands, as lists are counted in a file: from 0.

    >>> path_of("cleaning[2].date"), path_of("cleaning"), path_of("on")
    (('cleaning', 1, 'date'), ('cleaning',), ('on',))
    >>> path_of("cleaning[one]")
    ('cleaning[one]',)
    """
    found: list[str | int] = []
    for part in field.split("."):
        entry = NUMBERED.fullmatch(part)
        found += [entry[1], int(entry[2]) - 1] if entry else [part]
    return tuple(found)


def record_of(kind: Kind, given: Mapping[str, Any], today: date) -> tuple[Record, list[Problem]]:
    """A record out of what its file states, and what is wrong with single fields of it."""
    fields = {each.name: each for each in kind.field}
    problems = list(_unknown(given, [WORD, ON, *fields, *kind.part], "", kind.chapter))
    values = _values(fields, given, "", problems)
    on = _day(given.get(ON, today))
    if on is None:
        problems.append(_wrong(Field(ON, "day", kind.chapter, ""), given[ON], ""))
    entries = {name: _entries(name, given.get(name, []), kind, problems) for name in kind.part}
    unread = frozenset(problem.field for problem in problems)
    return Record(values, fields, kind=kind, on=on or today, entries=entries, unread=unread), problems


def _entries(name: str, given: Any, kind: Kind, problems: list[Problem]) -> tuple[Entry, ...]:
    part = kind.part[name]
    if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
        problems.append(Problem(f"{name} is a list of tables, [[{name}]]", part.section, name, given, None, "record-value"))
        return ()
    if len(given) < part.least:
        message = f"the record has {many(len(given), name)}, and needs at least {part.least}: {part.why}"
        allowed = f"{part.least} or more"
        problems.append(Problem(message, part.section, name, len(given), allowed, "record-complete", fix=f"add [[{name}]]"))
    fields = {each.name: each for each in part.field}
    found = []
    for number, each in enumerate(given, 1):
        place = f"{name}[{number}]"
        problems += _unknown(each, fields, f"{place}.", part.section)
        found.append(Entry(_values(fields, each, f"{place}.", problems), fields, place))
    return tuple(found)


def _unknown(given: Mapping[str, Any], known: Sequence[str] | Mapping[str, Field], where: str, cite: str) -> Iterator[Problem]:
    for name in given:
        if name not in known:
            meant = near(name, known)
            fix = f"rename it to {' or '.join(meant)}, or leave it out" if meant else "leave it out"
            message = f"the record has no field {toml(name)}"
            yield Problem(message, cite, f"{where}{name}", given[name], meant or None, "record-field", fix=fix)


def _values(fields: Mapping[str, Field], given: Mapping[str, Any], where: str, problems: list[Problem]) -> dict[str, Any]:
    values = {}
    for name, each in fields.items():
        value = _read(each, given[name]) if name in given else each.default
        if name in given and value is None:
            problems.append(_wrong(each, given[name], where))
        if name not in given and each.required:
            message, allowed = f"{name} is not stated: {each.why}", list(each.allowed) or KINDS[each.kind]
            path = f"{where}{name}"
            problems.append(Problem(message, each.section, path, None, allowed, "record-complete", fix=f"state {name}"))
        values[name] = each.default if value is None else value
    return values


def _wrong(each: Field, given: Any, where: str) -> Problem:
    allowed = list(each.allowed) or KINDS[each.kind]
    what = f"one of {', '.join(map(toml, each.allowed))}" if each.allowed else KINDS[each.kind]
    message = f"{each.name} is {what}, not {toml(given)}"
    return Problem(message, each.section, f"{where}{each.name}", given, allowed, "record-value")


def _read(each: Field, given: Any) -> Any:
    """A value as its field has it, None where it is of another kind."""
    if each.kind == "flag":
        return given if isinstance(given, bool) else None
    if each.kind in ("number", "amount"):
        return given if type(given) is int and given >= 0 else None
    if each.kind == "decimal":
        return _decimal(given)
    if each.kind == "day":
        return _day(given)
    if each.kind == "time":
        return _time(given)
    if each.kind == "texts":
        listed = isinstance(given, list) and all(isinstance(text, str) for text in given)
        return tuple(given) if listed and (not each.allowed or set(given) <= set(each.allowed)) else None
    return given if isinstance(given, str) and (not each.allowed or given in each.allowed) else None


def _decimal(given: Any) -> Fraction | None:
    if isinstance(given, bool) or not isinstance(given, int | float):
        return None
    try:
        found = Fraction(str(given))
    except ValueError:  # infinite, or no number
        return None
    return found if found >= 0 else None


def _day(given: Any) -> date | None:
    found = day_of(given)
    return found if found is not None and FIRST_YEAR <= found.year <= LAST_YEAR and not isinstance(given, datetime) else None


def _time(given: Any) -> datetime | None:
    if isinstance(given, str):
        try:
            given = datetime.fromisoformat(given)
        except ValueError:
            return None
    if not isinstance(given, datetime) or not FIRST_YEAR <= given.year <= LAST_YEAR:
        return None
    return given.replace(tzinfo=None)  # the text knows only the clock on the wall
