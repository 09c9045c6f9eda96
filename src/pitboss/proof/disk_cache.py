"""A disk cache for data extracted from many files, valid until one of them changes."""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pitboss.files import cache_folder


def read_cached(name: str, paths: Iterable[Path], read: Callable[[], Any]) -> Any:
    """The JSON data that `read` extracts from these files, from the cache if their names and contents have not changed."""
    files = sorted(paths)
    where = _digest([str(files[0].parent if files else "")])
    file = cache_folder() / f"{name}-{where}-{_digest(_signature(files))}.json"
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        data = read()
    part = file.with_suffix(f".{secrets.token_hex(8)}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(data), encoding="utf-8")
        for older in file.parent.glob(f"{name}-{where}-*.json"):
            older.unlink(missing_ok=True)
        part.replace(file)
    except OSError:
        with suppress(OSError):
            part.unlink()
    return data


def _signature(paths: list[Path]) -> Iterable[str]:
    """The digest of each file's content. Size and modification time would miss files that are restored or written quickly."""
    for path in paths:
        with open(path, "rb") as file:
            yield f"{path} {hashlib.sha256(file.read()).hexdigest()}"


def _digest(words: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]
