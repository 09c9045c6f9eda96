"""The JSON Schema (draft 2020-12) of a kind of record, for editors."""

from typing import Any

from pitboss.records.kinds import ON, WORD, Field, Kind

DRAFT = "https://json-schema.org/draft/2020-12/schema"
TYPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "choice": {"type": "string"},
    "flag": {"type": "boolean"},
    "day": {"type": "string", "format": "date"},
    "time": {"type": "string", "format": "date-time"},
    "amount": {"type": "integer", "minimum": 0},
    "number": {"type": "integer", "minimum": 0},
    "decimal": {"type": "number", "minimum": 0},
    "texts": {"type": "array", "items": {"type": "string"}},
}


def schema_of(kind: Kind) -> dict[str, Any]:
    """The schema of a record: its fields, and its lists of things with theirs."""
    about = {
        WORD: {"const": kind.name, "description": f"{kind.title}."},
        ON: TYPES["day"] | {"description": "The day of the verdict; today if left out."},
    }
    lists: dict[str, Any] = {}
    for name, part in kind.part.items():
        items = _object(part.field)
        lists[name] = {"type": "array", "items": items, "description": f"§ {part.section}: {part.why}."}
        lists[name] |= {"minItems": part.least} if part.least else {}
    whole = _object(kind.field)
    whole["properties"] = about | whole["properties"] | lists
    whole["required"] = [WORD, *whole["required"], *(name for name, part in kind.part.items() if part.least)]
    return {"$schema": DRAFT, "title": kind.title, **whole}


def _object(fields: tuple[Field, ...]) -> dict[str, Any]:
    properties = {field.name: _property(field) for field in fields}
    required = [field.name for field in fields if field.required]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _property(field: Field) -> dict[str, Any]:
    found = TYPES[field.kind] | {"description": f"§ {field.section}: {field.why}."}
    if field.allowed:
        found |= {"items": {"enum": list(field.allowed)}} if field.kind == "texts" else {"enum": list(field.allowed)}
    return found if field.default is None else found | {"default": field.default}
