"""Where each field of a TOML or JSON text stands: the line of every key, by its path.

The text is one that `tomllib` or `json` has read already, so that only keys, strings and brackets must be told apart. A path is
the keys from the outside to the inside, with the number of an entry in a list: ("house", "rake_levels", 0, "pot").
"""

import json
import re
import tomllib
from dataclasses import dataclass, field

Path = tuple[str | int, ...]
_SPACE = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)+")
_BLANK = re.compile(r"[ \t]*")
_BARE = re.compile(r"[\w-]+")
_SCALAR = re.compile(r"[^,\]}\s#]+(?: \d\d:[^,\]}\s#]+)?")
_STRINGS = (
    re.compile(r'"""(?:[^"\\]|\\.|"(?!""))*"{3,5}', re.DOTALL),
    re.compile(r"'''(?:[^']|'(?!''))*'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)


@dataclass(frozen=True)
class Part:
    """A header or a pair of a TOML text, from its first character to the one behind it; `inside` is the path of its header."""

    path: Path
    start: int
    end: int
    inside: Path
    is_header: bool = False


@dataclass
class Places:
    """The line of every key of a text, and the keys that it states twice; of TOML also the span of each header, pair and
    value."""

    lines: dict[Path, int] = field(default_factory=dict)
    twice: list[tuple[Path, int]] = field(default_factory=list)
    parts: list["Part"] = field(default_factory=list)
    values: dict[Path, tuple[int, int]] = field(default_factory=dict)

    def line(self, *path: str | int) -> int:
        """The line of a field, or of what it stands in; 0 where nothing is known.

        >>> places_in('a = 1\\nb = { c = 2 }', json=False).line("b", "c"), Places().line("a")
        (2, 0)
        """
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 0)


def places_in(words: str, json: bool) -> Places:
    """Where the fields of a text stand.

    >>> places_in('chapter = "565"\\n[house]\\nseats = 6\\npair_plus."Flush" = "4 to 1"', json=False).lines
    {('chapter',): 1, ('house',): 2, ('house', 'seats'): 3, ('house', 'pair_plus'): 4, ('house', 'pair_plus', 'Flush'): 4}
    >>> places_in('{"chapter": "565",\\n "seats": [1, {"a": 2}]}', json=True).lines
    {('chapter',): 1, ('seats',): 2, ('seats', 0): 2, ('seats', 1): 2, ('seats', 1, 'a'): 2}
    """
    reader = _Reader(words, ":" if json else "=")
    try:
        if json:
            reader.space()
            reader.value(())
        else:
            reader.document()
    except (IndexError, ValueError, RecursionError):
        pass  # what was found until then still helps
    return reader.found


class _Reader:
    """Walks through a text once, from key to key."""

    def __init__(self, words: str, equals: str) -> None:
        self.words, self.at, self.equals = words, 0, equals
        self.found = Places()
        self.counted, self.number = 0, 1  # lines up to here
        self.tables: dict[Path, int] = {}

    def document(self) -> None:
        """A TOML document: headers, and keys with values."""
        inside: Path = ()
        while (start := self.space()) < len(self.words):
            is_header = self.words[start] == "["
            path = self.header() if is_header else self.pair(inside)
            inside = path if is_header else inside
            self.found.parts.append(Part(path, start, self.at, inside, is_header))

    def header(self) -> Path:
        """`[house.pair_plus]` or `[[table]]`."""
        many = self.words.startswith("[[", self.at)
        line = self.line()
        self.at += 2 if many else 1
        path: Path = ()
        names = self.key()
        for place, name in enumerate(names, 1):
            path = (*path, name)
            if path in self.tables and not (many and place == len(names)):  # inside the last entry of a list
                path = (*path, self.tables[path])
        self.at += 2 if many else 1
        if many:
            self.tables[path] = self.tables.get(path, -1) + 1
            self.note(path, line)
            path = (*path, self.tables[path])
        self.note(path, line)
        return path

    def pair(self, inside: Path) -> Path:
        line, names = self.line(), self.key()
        path = inside
        for name in names:
            path = (*path, name)
            self.note(path, line)
        if self.equals == ":":
            self.space()
        if self.words[self.at] != self.equals:
            raise ValueError(self.at)
        self.at += 1
        self.space()
        self.value(path)
        return path

    def note(self, path: Path, line: int) -> None:
        self.found.lines.setdefault(path, line)

    def key(self) -> list[str]:
        """A key, dotted or not, and the blanks after it."""
        names = []
        while True:
            self.blank()
            if self.words[self.at] in "\"'":
                names.append(self.string())
            else:
                bare = _BARE.match(self.words, self.at)
                if bare is None:
                    raise ValueError(self.at)
                names.append(bare[0])
                self.at = bare.end()
            self.blank()
            if self.words[self.at : self.at + 1] != ".":
                return names
            self.at += 1

    def string(self) -> str:
        words = self.quoted()
        return str(json.loads(words) if self.equals == ":" else tomllib.loads(f"a = {words}")["a"])

    def quoted(self) -> str:
        for pattern in _STRINGS:
            if found := pattern.match(self.words, self.at):
                self.at = found.end()
                return found[0]
        raise ValueError(self.at)

    def value(self, path: Path) -> None:
        start, first = self.at, self.words[self.at]
        if first == "{":
            self.entries(path, "}")
        elif first == "[":
            self.entries(path, "]")
        elif first in "\"'":
            self.quoted()
        elif scalar := _SCALAR.match(self.words, self.at):
            self.at = scalar.end()
        else:
            raise ValueError(self.at)
        self.found.values[path] = (start, self.at)

    def entries(self, path: Path, end: str) -> None:
        """What stands between brackets, with the commas."""
        self.at += 1
        number = 0
        keys: set[str] = set()
        while True:
            self.space()
            if self.words[self.at] == end:
                self.at += 1
                return
            if end == "]":
                self.note((*path, number), self.line())
                self.value((*path, number))
                number += 1
            else:
                keys.add(self.once(path, keys))
                self.pair(path)
            self.space()
            if self.words[self.at] == ",":
                self.at += 1

    def once(self, path: Path, keys: set[str]) -> str:
        """The key that comes next; JSON lets it come again, and then only the last one counts."""
        if self.equals != ":":
            return ""
        here = self.at
        name = self.string()
        if name in keys:
            self.found.twice.append(((*path, name), self.line()))
        self.at = here
        return name

    def blank(self) -> None:
        found = _BLANK.match(self.words, self.at)
        assert found is not None
        self.at = found.end()

    def space(self) -> int:
        if found := _SPACE.match(self.words, self.at):
            self.at = found.end()
        return self.at

    def line(self) -> int:
        self.number += self.words.count("\n", self.counted, self.at)
        self.counted = self.at
        return self.number
