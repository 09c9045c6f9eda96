"""Writes `src/pitboss/rulebook/typed.py`: the options and limits of all chapters as types, from the chapters' own data.

    python tools/typed_options.py

A test holds the file to what this would write.
"""

from pathlib import Path

from pitboss.rulebook import Option, chapters

FILE = Path(__file__).resolve().parent.parent / "src" / "pitboss" / "rulebook" / "typed.py"
LONGEST = 128
HEAD = '''"""What every option and every limit is, for type checkers and their readers: a name that no chapter has, or a value
used as what it is not, is an error before anything runs. Written by `tools/typed_options.py` from the chapters' data.

What has the same name in two chapters may be of either type. A name that is made while the program runs is looked up in
`House.values` and by `Chapter.limit_named`.
"""

from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, TypeVar, overload

from pitboss.rulebook.limits import Limit

Table = str | dict[str, Any]  # a printed pay table by its letter, or rows of the house's own
Default = TypeVar("Default")
'''
CHOICES = '''

class Choices:
    """The options of a house, each with its type."""

    values: dict[str, Any]
'''
BOUNDS = '''

class Bounds:
    """The limits of a chapter, each with its type."""

    limits: tuple[Limit, ...]

    @cached_property
    def _limits(self) -> dict[str, int | str]:
        return {limit.name: limit.value for limit in self.limits}
'''


def type_of(option: Option) -> set[str]:
    """The types of an option's values."""
    if option.kind == "flag":
        return {"bool"}
    if option.kind in ("number", "amount"):
        return {"int", "Fraction"} if option.unit == "percent" else {"int"}
    if option.kind == "table":
        return {"list[Any]" if isinstance(option.default, list) else "Table"}
    if option.kind == "choice" and isinstance(option.allowed, list):
        return {f'"{value}"' if isinstance(value, str) else type(value).__name__ for value in option.allowed}
    return {"str"}


def union(types: set[str]) -> str:
    """Types as one, words as a literal.

    >>> union({"bool", '"b"', '"a"'})
    'bool | Literal["a", "b"]'
    """
    words = sorted(kind for kind in types if kind.startswith('"'))
    found = sorted(kind for kind in types if not kind.startswith('"'))
    return " | ".join([*found, *([f"Literal[{', '.join(words)}]"] if words else [])])


def wrapped(text: str) -> str:
    """A line, or a literal with a line for each word where it would be too long."""
    if len(text) <= LONGEST:
        return text
    head, _, rest = text.partition("Literal[")
    words = rest.rstrip("]").split('", "')
    inside = "".join(f'    "{word.strip(chr(34))}",\n' for word in words)
    return f"{head}Literal[\n{inside}]"


def kinds(known: dict[str, set[str]]) -> dict[str, list[str]]:
    """The names of each type, the type of most names first."""
    found: dict[str, list[str]] = {}
    for name, types in sorted(known.items()):
        found.setdefault(union(types), []).append(name)
    return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))


def titled(name: str) -> str:
    """A name as a type's.

    >>> titled("rake_collected")
    'RakeCollected'
    """
    return "".join(word.capitalize() for word in name.split("_"))


def written() -> str:
    """The whole file."""
    options: dict[str, set[str]] = {}
    limits: dict[str, set[str]] = {}
    for book in chapters():
        for option in book.options:
            options.setdefault(option.option, set()).update(type_of(option))
        for limit in book.limits:
            limits.setdefault(limit.name, set()).add(type(limit.value).__name__)
    names = {"bool": "Flag", "int": "Number", "str": "Text"}
    text, choices, gets, bounds = HEAD, CHOICES, "", BOUNDS
    for kind, having in kinds(options).items():
        name = names.get(kind) or titled(min(having, key=len)) + "Option"
        value = kind
        if "Literal" in kind:
            value = titled(min(having, key=len))
            text += wrapped(f"{value} = {kind}") + "\n"
        text += wrapped(f"{name} = Literal[{', '.join(chr(34) + each + chr(34) for each in having)}]") + "\n"
        choices += f"\n    @overload\n    def __getitem__(self, option: {name}) -> {value}: ...\n"
        gets += f"\n    @overload\n    def get(self, option: {name}) -> {value} | None: ...\n"
        gets += f"\n    @overload\n    def get(self, option: {name}, default: Default) -> {value} | Default: ...\n"
    choices += "\n    def __getitem__(self, option: str) -> Any:\n        return self.values[option]\n"
    gets += "\n    def get(self, option: str, default: Any = None) -> Any:\n"
    gets += '        """The value of an option, or the default where the chapter has no such option."""\n'
    gets += "        return self.values.get(option, default)\n"
    for kind, having in kinds(limits).items():
        name = f"{names[kind]}Limit"
        text += wrapped(f"{name} = Literal[{', '.join(chr(34) + each + chr(34) for each in having)}]") + "\n"
        bounds += f"\n    @overload\n    def limit(self, name: {name}) -> {kind}: ...\n"
    bounds += "\n    def limit(self, name: str) -> Any:\n"
    bounds += '        """The value of one of the chapter\'s limits."""\n        return self._limits[name]\n'
    return text + choices + gets + bounds


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
