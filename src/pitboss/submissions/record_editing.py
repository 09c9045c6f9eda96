"""Changes one statement of a record's file, adds an entry to one of its lists or takes one out. Everything else stays as it is
written, comments included, so that people and the form can edit the same file."""

import json
import re
import tomllib
from collections.abc import Callable
from copy import deepcopy
from datetime import date, datetime
from typing import Any

from pitboss.records.blank import blank_entry
from pitboss.records.kinds import ON, Field, Kind
from pitboss.records.reading import path_of
from pitboss.submissions.editing import check_change
from pitboss.submissions.places import Part, Path, Places, places_in
from pitboss.submissions.reading import BadSubmission, Document
from pitboss.words import toml

LAID_OUT = "cannot be changed here as the file is laid out; change it in the file"
DAY_OF_VERDICT = Field(ON, "day", "", "the day for which it is judged; today if left out")
READERS: dict[str, Callable[[str], Any]] = {"day": date.fromisoformat, "time": datetime.fromisoformat}


def with_record_change(found: Document, kind: Kind, field: str, value: Any) -> str:
    """The text of a record that states another value for a field ("cleaning[2].date"); None takes the statement out. The name
    of an entry ("cleaning[2]") adds that entry, or with None takes it out. Raises BadSubmission.

    >>> from pathlib import Path
    >>> from pitboss.records.kinds import kind_named
    >>> from pitboss.submissions.reading import document_in
    >>> found = document_in('record = "manager"\\nmanager = "Ann"  # since May\\n', Path("a.toml"))
    >>> print(with_record_change(found, kind_named("manager"), "manager", "Bob"))
    record = "manager"
    manager = "Bob"  # since May
    <BLANKLINE>
    """
    path = path_of(field)
    known = field_at(kind, path)
    is_entry = len(path) == 2 and isinstance(path[1], int) and path[0] in kind.part
    if known is None and value is not None and not is_entry:
        raise BadSubmission(f"a record {toml(kind.name)} has no field {toml(field)}")
    check_change(found, field, value)
    data = json.loads(found.words) if found.is_json else tomllib.loads(found.words)
    if known is not None and isinstance(value, str) and not found.is_json:
        value = _read(READERS.get(known.kind, str), value)
    wanted = _changed(data, path, value)
    if found.is_json:
        return json.dumps(wanted, ensure_ascii=False, indent=2) + "\n"
    for text in (_in_its_place(found.words, kind, path, value, known is not None), _rewritten(found.words, path, wanted)):
        if _read(tomllib.loads, text) == wanted:
            return text
    raise BadSubmission(f"{field} {LAID_OUT}")


def field_at(kind: Kind, path: Path) -> Field | None:
    """The field of a kind at a path, None where it has none."""
    name = str(path[0])
    fields = [DAY_OF_VERDICT, *kind.field] if len(path) == 1 else []
    if len(path) == 3 and isinstance(path[1], int) and name in kind.part:
        fields = list(kind.part[name].field)
    return next((each for each in fields if each.name == path[-1]), None)


def _read(reader: Callable[[str], Any], words: str) -> Any:
    """What a reader makes of words; the words themselves where it cannot read them."""
    try:
        return reader(words)
    except ValueError:
        return words


def _changed(data: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """What a file says with another value at a path."""
    wanted: Any = deepcopy(data)
    name, *inside = path
    if inside and value is not None and not isinstance(path[-1], str):
        wanted.setdefault(name, [])
    table: Any = wanted
    try:
        for step in path[:-1]:
            table = table[step]
        last = path[-1]
        if value is None:
            del table[last]
        elif isinstance(last, int) and last == len(table):
            table.append(value)
        elif isinstance(last, int) != isinstance(table, list):
            raise TypeError
        else:
            table[last] = value
    except (KeyError, IndexError, TypeError, AttributeError):
        if value is None:
            return dict(data)
        raise BadSubmission(f"{name} {LAID_OUT}") from None
    if inside and value is None and wanted[name] == [] and isinstance(path[-1], int):
        del wanted[name]
    return dict(wanted)


# ---------------------------------------------------------------------------- TOML


def _in_its_place(words: str, kind: Kind, path: Path, value: Any, known: bool) -> str:
    """The text with one change where a reader would make it."""
    places = places_in(words, json=False)
    if isinstance(path[-1], int):
        return _without_entry(words, places, path) if value is None else _with_entry(words, places, kind, str(path[0]))
    return _without(words, places, path, known) if value is None else _with_value(words, places, path, value)


def _with_value(words: str, places: Places, path: Path, value: Any) -> str:
    """States a value: in the place of another one, of the comment that shows how, or behind the last statement of its table."""
    line = f"{path[-1]} = {_toml(value)}"
    if path in places.values:
        start, end = places.values[path]
        return words[:start] + _toml(value) + words[end:]
    start, end = _block(words, places, path[:-1])
    if hint := re.compile(rf"^# ?{re.escape(str(path[-1]))} *=.*$", re.MULTILINE).search(words, start, end):
        return words[: hint.start()] + line + words[hint.end() :]
    beside = [part for part in places.parts if part.inside == path[:-1]]
    place = _end_of_line(words, beside[-1].end) if beside else 0
    gap = "\n" if place and words[place - 1] != "\n" else ""
    return f"{words[:place]}{gap}{line}\n{words[place:]}"


def _without(words: str, places: Places, path: Path, known: bool) -> str:
    """Takes a statement out. Where one belongs, a comment shows its place; what the kind does not know goes with its line."""
    part = next((part for part in places.parts if part.path == path and not part.is_header), None)
    if part is None:
        return words
    if known:
        return f"{words[: part.start]}# {path[-1]} ={words[part.end :]}"
    return words[: words.rfind("\n", 0, part.start) + 1] + words[_end_of_line(words, part.end) :]


def _with_entry(words: str, places: Places, kind: Kind, name: str) -> str:
    """Adds an entry behind the others of its list, or at the end."""
    others = [part.path for part in places.parts if part.is_header and part.path[0] == name]
    end = _block(words, places, others[-1][:2])[1] if others else len(words)
    before, after = words[:end].rstrip("\n"), words[end:]
    return f"{before}\n\n{blank_entry(name, kind.part[name])}" + (f"\n{after}" if after else "")


def _without_entry(words: str, places: Places, path: Path) -> str:
    """Takes an entry out, with the comments below its header."""
    if not _headers(places, path):
        return words
    start, end = _block(words, places, path)
    return words[:start] + words[end:]


def _block(words: str, places: Places, path: Path) -> tuple[int, int]:
    """Where a table begins, and where the comments above the next one begin; the whole text if there is no such header."""
    here = _headers(places, path)
    start = here[0].start if here else 0
    if path and not here:
        return 0, 0
    headers = [part for part in places.parts if part.is_header and part not in here]
    following = [part.start for part in headers if not path or part.start > start]
    if not following:
        return start, len(words)
    end = words.rfind("\n", 0, following[0]) + 1
    while (above := words.rfind("\n", 0, max(0, end - 1)) + 1) > start and words.startswith("#", above):
        end = above
    return start, end


def _headers(places: Places, path: Path) -> list[Part]:
    """The headers of a table and of those within it; none of the whole file."""
    return [part for part in places.parts if part.is_header and path and part.path[: len(path)] == path]


def _end_of_line(words: str, at: int) -> int:
    """Behind the line break of a line."""
    end = words.find("\n", at)
    return len(words) if end < 0 else end + 1


def _rewritten(words: str, path: Path, wanted: dict[str, Any]) -> str:
    """The text with the whole value rewritten in which a path lies; as it was where there is none."""
    places = places_in(words, json=False)
    for length in range(len(path) - 1, 0, -1):
        if (span := places.values.get(path[:length])) is not None:
            value: Any = wanted
            for step in path[:length]:
                value = value.get(step, []) if isinstance(value, dict) else value[int(step)]
            return words[: span[0]] + _toml(value) + words[span[1] :]
    return words


def _toml(value: Any) -> str:
    """A value as TOML has it, days and times among them."""
    return value.isoformat() if isinstance(value, datetime) else toml(value)
