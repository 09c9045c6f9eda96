"""The types of what the floor and its pages send each other, for the checker of the pages' scripts: run
`python tools/wire_types.py`.

Requests and answers come from the description of the API (`/openapi.json`), messages of a table's line and the data of pages
from the structs that they are read with. `tests/floor/pages/test_wire_types.py` fails where the file is out of date.
"""

import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src")]

from pitboss.evidence.records import Record as Evidence  # noqa: E402
from pitboss.floor.laboratory.page_data import LabPage  # noqa: E402
from pitboss.floor.play.protocol import ClientMessage  # noqa: E402
from pitboss.floor.school.shapes import AboutDrill, AboutLesson, AboutSchool  # noqa: E402
from pitboss.floor.web import page_data  # noqa: E402
from pitboss.floor.web.app import application  # noqa: E402
from pitboss.laboratory.parts import Findings  # noqa: E402
from pitboss.school.narration import LessonEvent  # noqa: E402
from pitboss.table.steps import Step  # noqa: E402
from pitboss.table.view.layout import Layout  # noqa: E402
from pitboss.table.view.proofs import CardProof  # noqa: E402

FILE = ROOT / "src/pitboss/floor/pages/types/wire.d.ts"
HEAD = "// Written by tools/wire_types.py from the floor's own definitions: do not edit.\n"
PAGES = (page_data.AboutTable, page_data.AboutRound, page_data.GameToOpen, LabPage, AboutLesson, AboutSchool, AboutDrill)
MESSAGES = (page_data.WholeTableMessage, page_data.FramesMessage, page_data.DealerMessage, page_data.UnreadableMessage)
STRUCTS = (ClientMessage, Layout, LessonEvent, CardProof, Findings, *MESSAGES, *PAGES)
WRITTEN_WHOLE = {
    "Layout",
    "TablePicture",
    "Hand",
    "Seat",
    "Result",
    "Numbers",
    "Play",
    "Changes",
    "GridRow",
    "Mistake",
}  # every field is sent, also those with a default
LATER = {"OneFrame": "Frame"}  # structs that are the same as a shape of the API
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
METHODS = {"get": "Get", "post": "Post", "put": "Put", "delete": "Delete"}
Schema = Mapping[str, Any]


def type_of(schema: Schema) -> str:
    """The TypeScript type of a JSON schema."""
    if "x-struct" in schema:
        return str(schema["x-struct"])
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        return LATER.get(name, name)
    if "const" in schema:
        return literal(schema["const"])
    if "enum" in schema:
        return " | ".join(map(literal, schema["enum"]))
    if either := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(dict.fromkeys(map(type_of, either)))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
        each = type_of(schema.get("items", {}))
        return f"({each})[]" if " | " in each else f"{each}[]"
    if kind == "object" and "properties" in schema:
        return members(schema)
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {type_of(values) if isinstance(values, Mapping) else 'unknown'}>"
    return PLAIN.get(str(kind), "unknown")


def literal(value: object) -> str:
    """A value that stands for itself."""
    return msgspec.json.encode(value).decode()


def members(schema: Schema) -> str:
    """The fields of an object."""
    required = schema.get("required", ())
    fields = [f"  {name}{'' if name in required else '?'}: {type_of(each)};" for name, each in schema["properties"].items()]
    return "{\n" + "\n".join(fields) + "\n}"


def declaration(name: str, schema: Schema) -> str:
    """A named type."""
    return f"export type {name} = {type_of(schema)};\n"


def structs() -> dict[str, Any]:
    """The schemas of what msgspec writes and reads, by name."""
    _, found = msgspec.json.schema_components(STRUCTS, ref_template="#/{name}")
    for name in WRITTEN_WHOLE & found.keys():
        found[name]["required"] = list(found[name]["properties"])
    found["Frame"]["properties"]["steps"]["items"] = {"x-struct": "StepRow | null"}
    return found


def step_row() -> str:
    """A step as `in_text` writes it: a row, with its cards as words."""
    words = {field.name: "number" if field.type is int else "string" for field in msgspec.structs.fields(Step)} | {
        "cards": "string[]"
    }
    return f"export type StepRow = [{', '.join(f'{name}: {kind}' for name, kind in words.items())}];\n"


def methods(paths: Schema) -> Iterable[str]:
    """What can be asked, by method: for each path what goes there and what comes back, the longest paths first."""
    for method, name in METHODS.items():
        found = [(path, operations[method]) for path, operations in paths.items() if method in operations]
        found.sort(key=lambda each: (-len(re.sub(r"\{.*?\}", "", each[0])), each[0]))
        calls = [call(path, operation) for path, operation in found]
        yield f"export interface {name} {{\n" + "\n".join(f"  {each}" for each in calls) + "\n}\n"


def call(path: str, operation: Schema) -> str:
    """One way to call: the path, its body, its answer."""
    address = re.sub(r"\{.*?\}", "${string}", path)
    paths = [f"`{address}`" if "$" in address else literal(address)]
    if any(each["in"] == "query" for each in operation.get("parameters", ())):
        paths.append(f"`{address}?${{string}}`")
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    given = f", body: {type_of(body)}" if body else ""
    answers = [each for code, each in operation["responses"].items() if code.startswith("2")]
    kinds = dict.fromkeys(type_of(each["content"]["application/json"]["schema"]) for each in answers if is_json(each))
    return f"(path: {' | '.join(paths)}{given}): Promise<{' | '.join(kinds) or 'null'}>;"


def is_json(answer: Schema) -> bool:
    """Whether an answer is described as JSON."""
    return "schema" in answer.get("content", {}).get("application/json", {})


def written() -> str:
    """The whole file."""
    api = application(lambda: None).openapi()  # type: ignore[arg-type, return-value]
    shapes, own = api["components"]["schemas"], structs()
    if twice := shapes.keys() & own.keys():
        raise ValueError(f"{', '.join(sorted(twice))}: one name for two shapes")
    named = {name: each for name, each in (shapes | own).items() if name not in LATER}
    evidence = f"export type Evidence = {' | '.join(each.__name__ for each in Evidence.__args__)};\n"
    parts = [step_row(), evidence, *(declaration(*each) for each in sorted(named.items())), *methods(api["paths"])]
    return HEAD + "\n" + "\n".join(parts)


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(written(), encoding="utf-8")
