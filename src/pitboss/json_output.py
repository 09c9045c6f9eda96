"""JSON documents on standard output: what every `--json` prints."""

import json
import sys
from typing import Any

SCHEMA = 1  # raised when a field of any document changes its meaning or goes; new fields do not raise it


def print_json(document: Any) -> None:
    """Print one document of pitboss. It says by which schema it is read: an object in itself, a list in each of its objects."""
    print_plain_json(with_schema(document))


def print_plain_json(document: Any) -> None:
    """Print one document of another format, such as SARIF. An encoding that is not of Unicode gets escapes."""
    print(json.dumps(document, indent=1, ensure_ascii=not (sys.stdout.encoding or "").lower().startswith("utf")))


def with_schema(document: Any) -> Any:
    """
    >>> with_schema([{"chapter": "565"}])
    [{'chapter': '565', 'schema': 1}]
    """
    if isinstance(document, dict):
        return {**document, "schema": SCHEMA}
    if isinstance(document, list):
        return [with_schema(item) for item in document]
    return document
