"""Changes one statement of a submission's file and leaves everything else as it is written, comments included.

A form changes a file this way, so that people and the form can edit the same one.
"""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from pitboss.files import check_numbers
from pitboss.house import ABOUT
from pitboss.house.waivers import WORD
from pitboss.rulebook import Chapter
from pitboss.submissions.places import Part, Path, Places, places_in
from pitboss.submissions.reading import BadSubmission, Document
from pitboss.words import toml

BARE = re.compile(r"[A-Za-z0-9_-]+")
DATES = ("granted", "approved", "until")  # of a waiver
HEADING = ("chapter", *ABOUT)


def with_change(found: Document, book: Chapter, field: str, value: Any) -> str:
    """The text of a submission that states another value for a field; None takes the statement out. Raises BadSubmission.

    >>> from pathlib import Path
    >>> from pitboss.rulebook import chapter
    >>> from pitboss.submissions.reading import document_in
    >>> text = 'chapter = "677a"\\nseats = 6  # as built\\n'
    >>> print(with_change(document_in(text, Path("a.toml")), chapter("677a"), "seats", 5))
    chapter = "677a"
    seats = 5  # as built
    <BLANKLINE>
    """
    check_change(found, field, value)
    loads: Callable[[str], dict[str, Any]] = json.loads if found.is_json else tomllib.loads
    data = loads(found.words)
    names = next(((o.option, *o.also) for o in book.options if field in (o.option, *o.also)), (field,))
    wanted = _changed(data, names, value if found.is_json else _with_dates(field, value))
    if found.is_json:
        return json.dumps(wanted, ensure_ascii=False, indent=2) + "\n"
    text = _Text(found.words).rewritten(data, wanted)
    if _read(text) != {"house": {}, **wanted}:
        raise BadSubmission(f"{field} cannot be changed here as the file is laid out; change it in the file")
    return text


def check_change(found: Document, field: str, value: Any) -> None:
    """Raises BadSubmission where a file cannot be changed, or could not be read with a value."""
    if found.twice:
        raise BadSubmission(f'"{found.twice[0]}" is stated twice; state it once in the file first')
    try:
        check_numbers(value)
    except ValueError as error:
        raise BadSubmission(f"{field} cannot be changed to that: {error}") from None


def _read(text: str) -> dict[str, Any]:
    """What a text says, {} where it is no TOML."""
    try:
        return {"house": {}, **tomllib.loads(text)}
    except ValueError:
        return {}


def _changed(data: Mapping[str, Any], names: tuple[str, ...], value: Any) -> dict[str, Any]:
    """What a file says with another value for an option, by the name and at the place that the file has for it."""
    changed = dict(data)
    inner = changed.get("house")
    inside = isinstance(inner, dict) and not set(names) & {*changed, *ABOUT, "chapter"}
    target = dict(inner) if inside and isinstance(inner, dict) else changed
    stated = [name for name in names if name in target]
    for name in stated[1:] if value is not None else stated:
        del target[name]
    if value is not None:
        target[stated[0] if stated else names[0]] = value
    return {**changed, "house": target} if inside else target


def _with_dates(field: str, value: Any) -> Any:
    """A value for TOML, which has days of its own; no null."""
    if field == "effective":
        return _day(value)
    if field == WORD and isinstance(value, list):
        return [
            {word: _day(said) if word in DATES else said for word, said in entry.items()} if isinstance(entry, dict) else entry
            for entry in value
        ]
    return value


def _day(value: Any) -> Any:
    try:
        return date.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        return value


class _Text:
    """A TOML text that is rewritten, one statement after the other."""

    def __init__(self, words: str) -> None:
        self.words = words

    @property
    def places(self) -> Places:
        return places_in(self.words, json=False)

    def rewritten(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
        """The text that says what is new."""
        self._table((), old, new)
        return self.words

    def _value(self, path: Path, old: Any, new: Any) -> None:
        if toml(old) == toml(new) and type(old) is type(new):
            return
        places = self.places
        inline, same = path in places.values, isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys()
        if isinstance(old, dict) and isinstance(new, dict) and (same or not inline):
            self._table(path, old, new)
        elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and old:
            for place, (before, after) in enumerate(zip(old, new, strict=True)):
                self._value((*path, place), before, after)
        elif inline:
            start, end = places.values[path]
            self._splice(start, end, toml(new))
        else:
            self._remove(path)
            self._add(path, new)

    def _table(self, path: Path, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        for name in old:
            if name in new:
                self._value((*path, name), old[name], new[name])
            else:
                self._remove((*path, name))
        for name in new:
            if name not in old:
                self._add((*path, name), new[name])

    def _splice(self, start: int, end: int, words: str) -> None:
        self.words = self.words[:start] + words + self.words[end:]

    def _remove(self, path: Path) -> None:
        """Takes out the lines that state something: a pair, or headers with what stands below them."""
        for part in reversed(self.places.parts):
            if path in (part.path[: len(path)], part.inside[: len(path)]):
                start = self.words.rfind("\n", 0, part.start) + 1
                self._splice(start, self._end_of_line(part), "")

    def _end_of_line(self, part: Part) -> int:
        """Where the line of a part ends, behind its comment and its line break."""
        end = self.words.find("\n", part.end)
        return len(self.words) if end < 0 else end + 1

    def _add(self, path: Path, value: Any) -> None:
        """States something new: instead of a comment that shows how, or else behind what is stated in the same table."""
        parts = self.places.parts
        headers = [part.path for part in parts if part.is_header and part.path == path[: len(part.path)]]
        inside = max(headers, key=len, default=())
        names = [str(name) for name in path[len(inside) :]]
        line = f"{'.'.join(name if BARE.fullmatch(name) else toml(name) for name in names)} = {toml(value)}"
        first = next((part.start for part in parts if part.is_header), len(self.words))
        if not inside and (hint := re.compile(rf"^# ?{names[0]} *=.*$", re.MULTILINE).search(self.words, 0, first)):
            self._splice(hint.start(), hint.end(), line)
            return
        beside = [part for part in parts if part.inside == inside]
        if not inside and names[0] in HEADING:
            beside = [part for part in beside if part.path[0] in HEADING] or beside[:0]
        place = self._end_of_line(beside[-1]) if beside else 0
        gap = "\n" if place and self.words[place - 1] != "\n" else ""
        self._splice(place, place, f"{gap}{line}\n")
