"""Inheritance between chapter files, so that each file states only what is its own.

`extends = "one-deck"` at the head of a file inherits sections, limits, options, procedures and paragraphs of
`shared/one-deck.toml`. In `[procedures]` it inherits procedures only, and may name another chapter, as an earlier edition of a
game does. A shared file cites ".5(a)", which becomes § 565.5(a) in chapter 565.

`[procedures.moved]` maps paragraphs of the extended file to their places in this one: ".8(e)-(h)" = ".8(d)" moves four
paragraphs one letter up, and ".16" = "" marks a section that this file lacks. A citation that the chapter lacks becomes "".
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

SHARED = Path(__file__).parent / "shared"
_PLACE = re.compile(r"\.\d+(?:\(\w+\))*")  # a paragraph within its chapter
_CITE = re.compile(r"\d+[a-z]?(\.\d+(?:\(\w+\))*)")
_RANGE = re.compile(r"(.*)\((\w)\)-\((\w)\)")
_TABLE = re.compile(r"\[procedures\.(.*)\]\s*")
_KEY = re.compile(r"([a-z_0-9]+|\"[^\"]+\")\s*=")
_QUOTED = re.compile(r'"([^"]*)"')
_NAMED = {"limit": "name", "option": "option"}  # the key that identifies an entry of a list

Where = Callable[[str], str]  # maps a paragraph of the extended file to the extending one, "" for none


class Book(NamedTuple):
    """A file that others may extend: a chapter with its number and its paragraphs, or a shared file with neither."""

    data: Path
    number: str = ""
    paragraphs: Collection[str] = ()


Find = Callable[[str], Book]  # finds a file by name


class Role(NamedTuple):
    """One paragraph of a step in `[procedures]`: its table, its role in the procedure, and the line that states it."""

    table: str
    role: str
    place: str
    path: Path
    line: int


def shared(name: str) -> Book | None:
    """A shared file by its name, None if there is none."""
    path = SHARED / f"{name}.toml"
    return Book(path) if path.is_file() else None


def inherit(data: dict[str, Any], number: str) -> dict[str, Any]:
    """The data of a chapter's file, including the sections, limits and options that it inherits."""
    if not (name := data.pop("extends", "")):
        return data
    base = _at_home(read(_shared(name)), number)
    sections = base["sections"] | data.get("sections", {})
    data["sections"] = dict(sorted(sections.items(), key=lambda section: int(section[0].rpartition(".")[2])))
    for kind, key in _NAMED.items():
        own = {entry[key]: entry for entry in data.get(kind, [])}
        data[kind] = [entry | own.pop(entry[key], {}) for entry in base[kind]] + list(own.values())
    return data


def paragraphs(name: str, own: dict[str, Any], number: str) -> dict[str, Any]:
    """A chapter's paragraphs, including those that it inherits from the shared file `name`, in order of their sections."""
    if not name:
        return own
    merged = _at_home(read(_shared(name))["paragraphs"], number) | own
    return dict(sorted(merged.items(), key=lambda entry: int(entry[0].partition("(")[0].rpartition(".")[2])))


def _shared(name: str) -> Path:
    if (book := shared(name)) is None:
        raise ValueError(f"there is no shared file {name!r} to extend")
    return book.data


@cache
def read(path: Path) -> dict[str, Any]:
    """The data of a file, read once."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


# ---------------------------------------------------------------------------- procedures


def procedures(book: Book, find: Find) -> dict[str, Any]:
    """The procedures of a chapter, including inherited ones, with the chapter's own citations."""
    resolved: dict[str, Any] = _at_home(_in_place(book, find), book.number)
    return resolved


def roles(book: Book, find: Find) -> list[Role]:
    """Every role in a file's procedures, with the line that states it, there or in a file that it extends."""
    own, (name, where) = list(_stated(book)), _extended(book)
    if not name:
        return own
    overridden = {(role.table, role.role) for role in own}
    inherited = [role for role in roles(find(name), find) if (role.table, role.role) not in overridden]
    return own + [role._replace(place=to) for role in inherited if (to := where(role.place))]


def _in_place(book: Book, find: Find) -> dict[str, Any]:
    own = {key: value for key, value in read(book.data).get("procedures", {}).items() if key not in ("extends", "moved")}
    mapped: dict[str, Any] = _mapped(own, lambda text: match[1] if (match := _CITE.fullmatch(text)) else text)
    name, where = _extended(book)
    return _merged(_inherited(_in_place(find(name), find), where), mapped) if name else mapped


def _extended(book: Book) -> tuple[str, Where]:
    """The name of the file whose procedures a file inherits, "" for none, and the mapping of its paragraphs."""
    data = read(book.data)
    own = data.get("procedures", {})
    moves = dict(move for entry in own.get("moved", {}).items() for move in _spread(*entry))

    def where(place: str) -> str:
        to = place
        for stem in _stems(place):
            if stem in moves:
                to = moves[stem] and moves[stem] + place[len(stem) :]
                break
        return to if not book.number or book.number + to in book.paragraphs else ""

    return own.get("extends", data.get("extends", "")), where


def _spread(place: str, to: str) -> Iterator[tuple[str, str]]:
    """A move of a range of paragraphs as single moves.

    >>> list(_spread(".8(e)-(g)", ".8(d)"))
    [('.8(e)', '.8(d)'), ('.8(f)', '.8(e)'), ('.8(g)', '.8(f)')]
    """
    if (parts := _RANGE.fullmatch(place)) is None:
        yield place, to
        return
    stem, first, last = parts.groups()
    for step in range(ord(last) - ord(first) + 1):
        yield f"{stem}({chr(ord(first) + step)})", to and f"{to[:-2]}{chr(ord(to[-2]) + step)})"


def _stems(place: str) -> Iterator[str]:
    """A paragraph and those above it, up to the section.

    >>> list(_stems(".8(d)(1)"))
    ['.8(d)(1)', '.8(d)', '.8']
    """
    while place:
        yield place
        place = place.rpartition("(")[0]


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """A value with every string in it changed, keys included."""
    if isinstance(value, dict):
        return {_mapped(key, change): _mapped(item, change) for key, item in value.items()}
    if isinstance(value, list):
        return [_mapped(item, change) for item in value]
    return change(value) if isinstance(value, str) else value


def _at_home(value: Any, number: str) -> Any:
    """A value with each relative paragraph, such as ".5(a)", turned into a citation of the chapter."""
    return _mapped(value, lambda text: number + text if _PLACE.fullmatch(text) else text)


def _inherited(value: Any, where: Where) -> Any:
    """A value as another file inherits it. A paragraph that it lacks becomes "", and so does the dealer's note at it, which is
    dropped from a list."""
    if isinstance(value, dict):
        return {key: _inherited(item, where) for key, item in value.items()}
    if isinstance(value, str):
        return where(value) if _PLACE.fullmatch(value) else value
    if not isinstance(value, list):
        return value
    if _is_note(value):
        to = where(value[0])
        return [to, value[1]] if to else ["", ""]
    return [to for to in (_inherited(item, where) for item in value) if to != ["", ""]]


def _is_note(value: list[Any]) -> bool:
    """True if a list is a paragraph with what the dealer says at it."""
    texts = len(value) == 2 and all(isinstance(item, str) for item in value)
    return texts and bool(_PLACE.fullmatch(value[0])) and not _PLACE.fullmatch(value[1])


def _merged(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Inherited data merged with a file's own, which wins."""
    both = {key: _merged(base[key], value) for key, value in own.items() if isinstance(value, dict) and key in base}
    return base | own | both


def _stated(book: Book) -> Iterator[Role]:
    """The roles that a file itself states in `[procedures]`, line by line."""
    table = role = ""
    for number, line in enumerate(book.data.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("["):
            match = _TABLE.fullmatch(line)
            table, role = match[1].replace('"', "") if match else "", ""
        elif table and table != "moved":
            role = match[1].strip('"') if (match := _KEY.match(line)) else role
            for text in _QUOTED.findall(line):
                if _PLACE.fullmatch(text) or _CITE.fullmatch(text):
                    yield Role(table, role, text.removeprefix(book.number), book.data, number)
