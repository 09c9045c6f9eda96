"""References that are written from the definitions that run: commands, library, HTTP and WebSocket API, formats."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from pitboss.cli.app import GROUPS
from pitboss.floor.play.protocol import ClientMessage
from pitboss.floor.web.app import application
from pitboss.records.kinds import kinds
from pitboss.records.schema import schema_of as schema_of_record
from tools.docs_site.commands import data_of, output_of
from tools.docs_site.markdown import fields, kind, table
from tools.wire_types import MESSAGES

Schema = dict[str, Any]


def write(folder: Path) -> None:
    """Write every page of reference."""
    folder.mkdir(parents=True)
    for name, text in (
        ("commands", commands()),
        ("library", library()),
        ("http", http()),
        ("websocket", websocket()),
        ("submissions", submissions()),
        ("records", records()),
    ):
        (folder / f"{name}.md").write_text("\n\n".join(text) + "\n", encoding="utf-8")


def commands() -> Iterator[str]:
    """The help of every command."""
    yield "# Commands"
    yield "What `pitboss COMMAND --help` prints. Exit status and output: [the command line for scripts](../command-line.md)."
    for group, names in GROUPS.items():
        yield f"## {group}"
        for name in names:
            yield f"### pitboss {name}"
            yield f"```text\n{output_of(name, '--help').strip()}\n```"


def library() -> Iterator[str]:
    """The public names, from their docstrings."""
    yield "# Library"
    yield "Every name of `import pitboss`. [Ten programs](../library.md) show how they are used."
    yield "::: pitboss"


def http() -> Iterator[str]:
    """Every operation of the HTTP API."""
    described = application(lambda: None).openapi()  # type: ignore[arg-type, return-value]
    yield "# HTTP API"
    yield "From `/openapi.json` of a floor. [The floor and its API](../floor.md) explains sign-in, errors and versions."
    for path, operations in sorted(described["paths"].items()):
        for method, operation in operations.items():
            yield f"### `{method.upper()} {path}`"
            yield str(operation.get("description") or operation.get("summary", ""))
            rows = [
                [
                    f"`{parameter['name']}`",
                    parameter["in"],
                    f"`{kind(parameter.get('schema', {}))}`",
                    parameter.get("description", ""),
                ]
                for parameter in operation.get("parameters", ())
            ]
            if rows:
                yield table(["parameter", "in", "type", "meaning"], rows)
            yield "Answers: " + ", ".join(
                f"`{status}` {answer_of(answer)}" for status, answer in operation["responses"].items()
            )
    yield "## Shapes"
    for name, schema in sorted(described["components"]["schemas"].items()):
        if "properties" in schema:
            yield f"### {name}"
            yield from filter(None, [schema.get("description"), fields(schema)])


def answer_of(answer: Schema) -> str:
    """What an operation answers, in a few words."""
    shapes = [kind(content["schema"]) for content in answer.get("content", {}).values() if content.get("schema")]
    return shapes[0] if shapes else str(answer.get("description", ""))


def websocket() -> Iterator[str]:
    """Messages of a table's line."""
    yield "# WebSocket API"
    yield "`/ws/tables/{table}` speaks JSON. [The floor and its API](../floor.md) explains the order of messages."
    _, shapes = msgspec.json.schema_components((ClientMessage, *MESSAGES), ref_template="#/{name}")
    sent = {message.__name__ for message in MESSAGES}
    for title, names in (
        ("From a client", ["ClientMessage"]),
        ("To a client", sorted(sent)),
        ("Parts", sorted(set(shapes) - sent - {"ClientMessage"})),
    ):
        yield f"## {title}"
        for name in names:
            if "properties" in shapes[name]:
                yield f"### {name}"
                yield from filter(None, [str(shapes[name].get("description", "")).partition("\n")[0], fields(shapes[name])])


def submissions() -> Iterator[str]:
    """The fields of a submission of every chapter."""
    import json

    yield "# Rules Submissions"
    yield "TOML or JSON. `pitboss new CHAPTER` writes a file with a comment for each choice."
    yield "`pitboss schema CHAPTER` prints this as JSON Schema."
    for game in data_of("games"):
        yield f"## {game['game']} ({game['chapter']})"
        yield fields(json.loads(output_of("schema", game["chapter"])))


def records() -> Iterator[str]:
    """The fields of records that other agencies' rules ask for."""
    yield "# Records under other agencies' rules"
    yield "TOML. `pitboss new KIND` writes one; [the page on them](../other-records.md) says which rule asks for which."
    for name, record in kinds().items():
        yield f"## {name}"
        yield fields(schema_of_record(record))
