"""The configuration of a server in a file: TOML, with the options of `pitboss serve` by their names.

What the command line says counts before the environment (`PITBOSS_PORT`), and that before the file.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pitboss.errors import PitbossError
from pitboss.files import parse_toml, read_text
from pitboss.spelling import hint

OPTIONS = (
    *("host", "port", "name", "proxy", "database", "key", "share", "floor", "empty", "practice", "code"),
    *("connections", "all-connections", "betting-seconds", "decision-seconds", "log-json", "log-level", "metrics"),
    "docs",
)
KNOWN = (*OPTIONS, "archive-days")  # and what another command takes from the file: `pitboss archive`
LISTS = ("name",)


def read_configuration(path: Path) -> dict[str, Any]:
    """The options in a file, by their names with underscores; raises PitbossError."""
    found: dict[str, Any] = {}
    for written, value in _read(path).items():
        option = written.replace("_", "-")
        if option not in KNOWN:
            near = hint(option, KNOWN, f"there are {', '.join(sorted(KNOWN))}")
            raise PitbossError(f"{path}: {written!r} is not an option of a server{near}")
        if isinstance(value, list) is not (option in LISTS) or not isinstance(value, str | int | float | bool | list):
            kind = 'a list, such as ["floor.example.com"]' if option in LISTS else "a text, a number, true or false"
            raise PitbossError(f"{path}: {written} is {kind}")
        found[option.replace("-", "_")] = value
    return found


def _read(path: Path) -> dict[str, Any]:
    try:
        return parse_toml(read_text(path))
    except OSError as error:
        raise PitbossError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise PitbossError(f"{path} is not TOML: {error}") from None


def exposed(given: Mapping[str, Any]) -> list[str]:
    """What of the options on a command line everybody on the machine can read in the list of processes.

    >>> exposed({"database": "postgresql://pitboss:secret@db/floor", "code": ""}), exposed({"database": "sqlite:///floor.db"})
    (['the password of --database'], [])
    """
    try:
        password = urlsplit(str(given.get("database", ""))).password
    except ValueError:  # no address at all
        password = None
    return ["the password of --database"] * bool(password) + ["--code"] * bool(given.get("code"))


def warning(what: list[str]) -> str:
    """What to do about secrets on a command line."""
    return (
        f"everybody on this machine can read {' and '.join(what)} in the list of processes: put it into --config FILE or the"
        " environment; PGPASSFILE and PGPASSWORD have passwords of PostgreSQL"
    )
