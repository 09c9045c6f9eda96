"""What was read out of many files, kept on disk until one of them changes: so that nobody waits twice for the same reading."""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pitboss.files import cache_folder


def remembered(name: str, paths: Iterable[Path], read: Callable[[], Any]) -> Any:
    """Data for JSON that is read out of these files, or was when they had the same names and contents."""
    known = sorted(paths)
    where = _digest([str(known[0].parent if known else "")])
    file = cache_folder() / f"{name}-{where}-{_digest(_signature(known))}.json"
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = read()
    part = file.with_suffix(f".{secrets.token_hex(8)}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(found), encoding="utf-8")
        for older in file.parent.glob(f"{name}-{where}-*.json"):
            older.unlink(missing_ok=True)
        part.replace(file)
    except OSError:
        with suppress(OSError):
            part.unlink()
    return found


def _signature(paths: list[Path]) -> Iterable[str]:
    """The contents themselves: size and time of change stay as they were when a file is restored, or written in an instant."""
    for path in paths:
        with open(path, "rb") as file:
            yield f"{path} {hashlib.sha256(file.read()).hexdigest()}"


def _digest(words: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]
