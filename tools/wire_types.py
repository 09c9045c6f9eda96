"""Generates the TypeScript types of what the floor and its pages exchange: `python tools/wire_types.py`.

Requests and answers come from the description of the API (`/openapi.json`), a table's messages and the pages' data from the
structs that read and write them. `tests/floor/pages/test_wire_types.py` fails if the file is out of date.
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
}  # structs whose every field is sent, including those with a default
LATER = {"OneFrame": "Frame"}  # shapes of the API that a struct already describes
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
        item = type_of(schema.get("items", {}))
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object" and "properties" in schema:
        return members(schema)
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {type_of(values) if isinstance(values, Mapping) else 'unknown'}>"
    return PLAIN.get(str(kind), "unknown")


def literal(value: object) -> str:
    """The literal type of a value."""
    return msgspec.json.encode(value).decode()


def members(schema: Schema) -> str:
    """The fields of an object."""
    required = schema.get("required", ())
    fields = [f"  {name}{'' if name in required else '?'}: {type_of(field)};" for name, field in schema["properties"].items()]
    return "{\n" + "\n".join(fields) + "\n}"


def declaration(name: str, schema: Schema) -> str:
    """The declaration of a named type."""
    return f"export type {name} = {type_of(schema)};\n"


def structs() -> dict[str, Any]:
    """The schemas of the msgspec structs, by name."""
    _, schemas = msgspec.json.schema_components(STRUCTS, ref_template="#/{name}")
    for name in WRITTEN_WHOLE & schemas.keys():
        schemas[name]["required"] = list(schemas[name]["properties"])
    schemas["Frame"]["properties"]["steps"]["items"] = {"x-struct": "StepRow | null"}
    return schemas


def step_row() -> str:
    """The type of a step as `in_text` writes it: a tuple, with its cards as strings."""
    words = {field.name: "number" if field.type is int else "string" for field in msgspec.structs.fields(Step)} | {
        "cards": "string[]"
    }
    return f"export type StepRow = [{', '.join(f'{name}: {kind}' for name, kind in words.items())}];\n"


def methods(paths: Schema) -> Iterable[str]:
    """An interface for each HTTP method, with the body and the answer of each path. Longest paths come first, so that the most
    specific one matches."""
    for method, name in METHODS.items():
        operations = [(path, by_method[method]) for path, by_method in paths.items() if method in by_method]
        operations.sort(key=lambda operation: (-len(re.sub(r"\{.*?\}", "", operation[0])), operation[0]))
        calls = [call(path, operation) for path, operation in operations]
        yield f"export interface {name} {{\n" + "\n".join(f"  {line}" for line in calls) + "\n}\n"


def call(path: str, operation: Schema) -> str:
    """The call signature of one operation: the path, its body, its answer."""
    address = re.sub(r"\{.*?\}", "${string}", path)
    paths = [f"`{address}`" if "$" in address else literal(address)]
    if any(parameter["in"] == "query" for parameter in operation.get("parameters", ())):
        paths.append(f"`{address}?${{string}}`")
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    body_parameter = f", body: {type_of(body)}" if body else ""
    answers = [answer for code, answer in operation["responses"].items() if code.startswith("2")]
    kinds = dict.fromkeys(type_of(answer["content"]["application/json"]["schema"]) for answer in answers if is_json(answer))
    return f"(path: {' | '.join(paths)}{body_parameter}): Promise<{' | '.join(kinds) or 'null'}>;"


def is_json(answer: Schema) -> bool:
    """True if an answer is JSON."""
    return "schema" in answer.get("content", {}).get("application/json", {})


def render() -> str:
    """The text of the generated file."""
    api = application(lambda: None).openapi()  # type: ignore[arg-type, return-value]
    api_schemas, struct_schemas = api["components"]["schemas"], structs()
    if duplicates := api_schemas.keys() & struct_schemas.keys():
        raise ValueError(f"{', '.join(sorted(duplicates))}: one name for two shapes")
    schemas = {name: schema for name, schema in (api_schemas | struct_schemas).items() if name not in LATER}
    evidence = f"export type Evidence = {' | '.join(record.__name__ for record in Evidence.__args__)};\n"
    parts = [step_row(), evidence, *(declaration(*item) for item in sorted(schemas.items())), *methods(api["paths"])]
    return HEAD + "\n" + "\n".join(parts)


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(render(), encoding="utf-8")
