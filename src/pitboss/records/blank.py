"""A new record to fill in: every field with its paragraph and what it means, lawful as it stands."""

import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from textwrap import wrap
from typing import Any

from pitboss.records.kinds import Field, Kind, Part
from pitboss.words import either

WIDTH = 100
UNITS = {"amount": "in cents"}
MADE_UP = "Everything in it is made up."
EMPTY = "Nothing is stated yet; a line counts once its # is taken away."


def blank(kind: Kind, *, made_up: bool = True) -> str:
    """The file, which passes the check as it is; without what is `made_up` it only shows the place of everything."""
    lines = [
        *_comment(f"{kind.title}: {kind.says}. {kind.book.game}, {kind.book.source}."),
        *_comment(
            f"{MADE_UP if made_up else EMPTY} `pitboss check FILE` gives the verdict, `pitboss deadlines FILE` a calendar."
        ),
        "",
        f'record = "{kind.name}"',
        f"{'' if made_up else '# '}on = {_latest(kind)}  # the day of the verdict; today if left out",
        *(line for field in kind.field for line in _lines(field, made_up)),
    ]
    for name, part in kind.part.items():
        if made_up or part.least:
            lines += ["", *_comment(f"§ {part.section}: {part.why}."), *_entry(name, part, made_up)]
        for _ in range(1, part.least):
            lines += ["", *([f"[[{name}]]", *_again(part.field)] if made_up else _entry(name, part, made_up))]
    return "\n".join(lines) + "\n"


def blank_entry(name: str, part: Part) -> str:
    """A new entry of a list, which states nothing and shows where everything goes."""
    return "\n".join(_entry(name, part, made_up=False)) + "\n"


def _entry(name: str, part: Part, made_up: bool) -> list[str]:
    return [f"[[{name}]]", *(line for field in part.field for line in _lines(field, made_up))]


def _lines(field: Field, made_up: bool) -> Iterator[str]:
    """A field with its comment; one that nothing is stated about is commented out."""
    yield ""
    yield from _comment(f"§ {field.section}: {field.why}{allowed_in_words(field)}.")
    value = field.example if field.example is not None else field.default
    shown = f"{field.name} = {toml(value) if value is not None else _like(field)}"
    yield shown if value is not None and made_up else f"# {shown}"


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
