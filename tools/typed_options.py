"""Writes `src/pitboss/rulebook/typed.py`: the options and limits of all chapters as types, from the chapters' own data.

    python tools/typed_options.py

A test holds the file to what this would write.
"""

from pathlib import Path

from pitboss.rulebook import Limit, Option, chapters

FILE = Path(__file__).resolve().parent.parent / "src" / "pitboss" / "rulebook" / "typed.py"
LONGEST = 128
HEAD = '''"""The type of every option and every limit, for type checkers and their readers. Written by `tools/typed_options.py`.

A chapter has some of these; what has the same name in two chapters may be of either type.
"""

from fractions import Fraction
from typing import Any, Literal, TypedDict

Table = str | dict[str, Any] | list[Any]  # a printed pay table by its letter, or rows of the house's own

'''


def type_of(option: Option) -> set[str]:
    """The types of an option's values."""
    if option.kind == "flag":
        return {"bool"}
    if option.kind in ("number", "amount"):
        return {"int", "Fraction"} if option.unit == "percent" else {"int"}
    if option.kind == "table":
        return {"Table"}
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


def line(name: str, types: set[str]) -> str:
    """One field, of which a long one has a line for each word."""
    found = f"    {name}: {union(types)}"
    if len(found) <= LONGEST:
        return found
    words = "".join(f"        {word},\n" for word in sorted(types))
    return f"    {name}: Literal[\n{words}    ]"


def limit_type(limit: Limit) -> str:
    """The type of a limit."""
    return type(limit.value).__name__


def written() -> str:
    """The whole file."""
    options: dict[str, set[str]] = {}
    limits: dict[str, set[str]] = {}
    for book in chapters():
        for option in book.options:
            options.setdefault(option.option, set()).update(type_of(option))
        for limit in book.limits:
            limits.setdefault(limit.name, set()).add(limit_type(limit))
    text = HEAD
    for name, words, known in (("Options", "What a house chooses.", options), ("Limits", "Numbers that bind.", limits)):
        lines = [line(each, types) for each, types in sorted(known.items())]
        text += f'\nclass {name}(TypedDict):\n    """{words}"""\n\n' + "\n".join(lines) + "\n\n"
    return text.rstrip() + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
