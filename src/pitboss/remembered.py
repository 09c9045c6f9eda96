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
    """Data for JSON that is read out of these files, or was when they had the same names, sizes and times of change."""
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
    for path in paths:
        about = path.stat()
        yield f"{path} {about.st_size} {about.st_mtime_ns}"


def _digest(words: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]
