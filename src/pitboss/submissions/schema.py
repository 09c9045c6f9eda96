"""The JSON Schema (draft 2020-12) of a chapter's submissions, for editors: names, kinds, allowed values and what each means.

It says what one field may be. What fields may be together, and what a pay table of the house's own must pay, `pitboss check`
says.
"""

from typing import Any

from pitboss.rulebook import Chapter, Option
from pitboss.spelling import option_of

DRAFT = "https://json-schema.org/draft/2020-12/schema"
WAIVER = {
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "properties": {
                **{word: {"type": "string"} for word in ("section", "description", "reason", "why")},
                "jurisdictions": {"type": ["string", "array"]},
                "petition": {"type": ["string", "integer"]},
                **{word: {"type": "string"} for word in ("granted", "approved", "until")},
            },
            "required": ["section"],
            "additionalProperties": False,
        },
    ]
}
ABOUT: dict[str, dict[str, Any]] = {
    "holder": {"type": "string", "minLength": 1, "description": "The certificate holder whose submission it is."},
    "facility": {"type": "string", "minLength": 1, "description": "The licensed facility."},
    "tables": {"type": "array", "items": {"type": ["string", "integer"]}, "description": "The tables that it is for."},
    "effective": {"type": "string", "format": "date", "description": "The day from which it holds."},
    "waivers": {"type": "array", "items": WAIVER, "description": "Sections that the Board has waived (§ 521.5)."},
}


def schema_of(book: Chapter) -> dict[str, Any]:
    """The schema of a chapter's submissions: options flat or in a table of their own, `house`."""
    options = {name: property_of(book, option) for option in book.options for name in (option.option, *option.also)}
    about = {"chapter": {"enum": [book.chapter, book.slug], "description": f"{book.game}."}, **ABOUT}
    house = {"type": "object", "properties": options, "additionalProperties": False}
    return {
        "$schema": DRAFT,
        "title": f"Rules Submission, chapter {book.chapter}: {book.game}",
        "type": "object",
        "properties": {**about, "house": house, **options},
        "required": ["chapter"],
        "additionalProperties": False,
    }


def property_of(book: Chapter, option: Option) -> dict[str, Any]:
    """What a schema says of an option."""
    said = {"description": f"§ {option.section}: {option.why}", "default": option.default}
    kind = _kind(book, option)
    fits = {"anyOf": [kind, {"const": option.default}]} if _outside(option) else kind
    return {**fits, **said}


def _outside(option: Option) -> bool:
    """Whether the default is not among what may be chosen: 0 for a limit that there is not."""
    allowed, default = option.allowed, option.default
    if option.kind not in ("number", "amount") or not isinstance(allowed, dict):
        return False
    return bool(default < allowed.get("min", 0) or default > allowed.get("max", default))


def _kind(book: Chapter, option: Option) -> dict[str, Any]:
    allowed = option.allowed
    if option.kind == "flag":
        return {"type": "boolean"}
    if option.kind == "text":
        return {"type": "string"}
    if option.kind == "table":
        names = list(allowed if isinstance(allowed, list) else allowed.values())
        if not all(isinstance(name, str) for name in names):
            return {"type": ["array", "object"]}
        hands = dict.fromkeys((hand for p in book.paytables if option_of(p.wager) == option.option for hand, _ in p.rows))
        own = {"type": "object", "properties": {hand: {"type": "string"} for hand in hands}}
        return {"anyOf": [{"enum": [*names, True, *([False] if "" in names else [])]}, own]}
    if isinstance(allowed, list):
        return {"enum": [*allowed, *([True, False] if "" in allowed else [])]}
    bounds = {word: allowed[end] for word, end in (("minimum", "min"), ("maximum", "max")) if end in allowed}
    return {"type": "number" if option.unit == "percent" else "integer", **bounds}
