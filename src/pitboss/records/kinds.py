"""The kinds of record: what each states, field by field, with its paragraph (`kinds/<kind>.toml`)."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss.errors import UnknownCitation
from pitboss.rulebook import Chapter, chapter
from pitboss.spelling import hint

FOLDER = Path(__file__).with_name("kinds")
WORD, ON = "record", "on"  # by which every file names its kind, and the day for which it is judged


@dataclass(frozen=True)
class Field:
    """One thing that a record states: its kind of value, its paragraph and what it means. A field without an example is left
    out of a new record; one without a default is None where a record leaves it out."""

    name: str
    kind: str  # text, flag, day, time, amount (cents), number, decimal, choice, texts
    section: str
    why: str
    allowed: tuple[str, ...] = ()
    required: bool = False
    default: Any = None
    example: Any = None
    second: Any = None  # example, in the second entry of a list
    unit: str = ""


@dataclass(frozen=True)
class Part:
    """A list of things within a record, each with fields of its own; `least` are needed."""

    section: str
    why: str
    field: tuple[Field, ...]
    least: int = 0


@dataclass(frozen=True)
class Kind:
    """A kind of record."""

    name: str
    chapter: str
    title: str
    says: str
    field: tuple[Field, ...]
    part: dict[str, Part]

    @property
    def book(self) -> Chapter:
        """The chapter to which the record belongs."""
        return chapter(self.chapter)

    @property
    def module(self) -> str:
        """The module that examines it."""
        return f"pitboss.records.{self.name.replace('-', '_')}"


@cache
def kinds() -> dict[str, Kind]:
    """Every kind of record by its name.

    >>> list(kinds())[:3]
    ['beer-lines', 'display', 'furbearer-tag']
    """
    files = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))}
    return {name: msgspec.convert({"part": {}} | data | {"name": name}, Kind) for name, data in files.items()}


def kind_named(name: str) -> Kind:
    """A kind of record by its name; raises UnknownCitation.

    >>> kind_named("tasting").chapter
    '40-13'
    """
    if (found := kinds().get(name.strip().lower())) is None:
        raise UnknownCitation(f"there is no record {name!r}{hint(name, kinds(), 'records are ' + ', '.join(kinds()))}")
    return found
