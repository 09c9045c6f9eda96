"""Markdown from data."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table; a `|` within a cell is escaped.

    >>> print(table(["hand", "pays"], [["Flush", "4 to 1"]]))
    | hand | pays |
    |---|---|
    | Flush | 4 to 1 |
    """
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(
        "|---" * len(heads) + "|" if line is lines[1] else "| " + " | ".join(map(cell, line)) + " |" for line in lines
    )


def cell(value: object) -> str:
    """Text on one line.

    >>> cell("a | b")
    'a \\\\| b'
    """
    return " ".join(str(value).split()).replace("|", "\\|")


def console(command: str, output: str) -> str:
    """A command and what it prints."""
    return f"```console\n$ {command}\n{output.rstrip()}\n```"


def fields(schema: Mapping[str, Any], name: str = "") -> str:
    """The fields of an object of a JSON schema as a table."""
    required = set(schema.get("required", ()))
    rows = [
        [f"`{key}`", f"`{kind(value)}`", "yes" if key in required else "", value.get("description", "")]
        for key, value in schema.get("properties", {}).items()
    ]
    return table([name or "field", "type", "required", "meaning"], rows)


def kind(schema: Mapping[str, Any]) -> str:
    """The type of a JSON schema in a few words.

    >>> kind({"type": "array", "items": {"type": ["string", "integer"]}})
    'array of string or integer'
    >>> kind({"enum": ["A", "B"]}), kind({"$ref": "#/shapes/Step"}), kind({"anyOf": [{"type": "null"}, {"const": 1}]})
    ('"A" or "B"', 'Step', 'null or 1')
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return literal(schema["const"])
    if "enum" in schema:
        return " or ".join(map(literal, schema["enum"]))
    if either := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(dict.fromkeys(map(kind, either)))
    if schema.get("type") == "array" and isinstance(schema.get("items"), Mapping):
        return f"array of {kind(schema['items'])}"
    kinds = schema.get("type", "any")
    return " or ".join(kinds) if isinstance(kinds, list) else str(kinds)


def literal(value: object) -> str:
    """A value as JSON writes it."""
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
