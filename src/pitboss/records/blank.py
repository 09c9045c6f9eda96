"""A new record to fill in: every field with its paragraph and what it means, lawful as it stands."""

import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from textwrap import wrap
from typing import Any

from pitboss.records.kinds import Field, Kind
from pitboss.words import either

WIDTH = 100
UNITS = {"amount": "in cents"}


def blank(kind: Kind) -> str:
    """The file, which passes the check as it is."""
    day = _latest(kind)
    lines = [
        *_comment(f"{kind.title}: {kind.says}. {kind.book.game}, {kind.book.source}."),
        *_comment("Everything in it is made up. `pitboss check FILE` gives the verdict, `pitboss deadlines FILE` a calendar."),
        "",
        f'record = "{kind.name}"',
        f"on = {day}  # the day of the verdict; today if left out",
        *(line for field in kind.field for line in _lines(field)),
    ]
    for name, part in kind.part.items():
        lines += ["", *_comment(f"§ {part.section}: {part.why}."), f"[[{name}]]"]
        lines += [line for field in part.field for line in _lines(field)]
        for _ in range(1, part.least):
            lines += ["", f"[[{name}]]", *_again(part.field)]
    return "\n".join(lines) + "\n"


def _lines(field: Field) -> Iterator[str]:
    """A field with its comment; one without an example is commented out."""
    yield ""
    yield from _comment(f"§ {field.section}: {field.why}{allowed_in_words(field)}.")
    value = field.example if field.example is not None else field.default
    yield f"{field.name} = {toml(value)}" if value is not None else f"# {field.name} = {_like(field)}"


def _again(fields: Iterable[Field]) -> Iterator[str]:
    for field in fields:
        if (value := field.example if field.second is None else field.second) is not None:
            yield f"{field.name} = {toml(value)}"


def allowed_in_words(field: Field) -> str:
    """What a field may be, with its unit, as it follows a sentence about it; "" for any text or flag.

    >>> allowed_in_words(Field("fee", "amount", "", "")), allowed_in_words(Field("by", "choice", "", "", ("a", "b")))
    (' (in cents)', ' ("a" or "b")')
    """
    if field.allowed:
        listed = either(f'"{each}"' for each in field.allowed)
        return f" (a list of {listed})" if field.kind == "texts" else f" ({listed})"
    unit = field.unit and f"in {field.unit}"
    return f" ({unit or UNITS[field.kind]})" if unit or field.kind in UNITS else ""


def toml(value: Any) -> str:
    """A value as TOML has it."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, datetime | date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False)


def _like(field: Field) -> str:
    """A value of the kind of a field that a new record leaves out."""
    if field.allowed:
        return toml(field.allowed[0])
    return {"day": "2010-05-03", "time": "2010-05-03T10:00:00"}.get(field.kind, "0")


def _latest(kind: Kind) -> date:
    """The latest of the days of the examples, so that nothing is overdue."""
    fields = [*kind.field, *(field for part in kind.part.values() for field in part.field)]
    days = [field.example for field in fields if field.kind == "day" and field.example is not None]
    return max(days, default=date(2010, 5, 3))


def _comment(words: str) -> list[str]:
    return [f"# {line}" for line in wrap(words, WIDTH, break_on_hyphens=False)]
