"""The official text, shown beside our paraphrase if the user has a copy. pitboss does not ship it.

The user's folder contains text files and `INDEX.tsv`, whose rows have a paragraph, a file and a line in it. The folder is named
in the user's settings or by PITBOSS_OFFICIAL.
"""

import csv
import os
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from pitboss.errors import PitbossError

FOLDER = "PITBOSS_OFFICIAL"
INDEX = "INDEX.tsv"
OTHERWISE = "`pitboss rule --official FOLDER` names another folder, '' forgets it"
COLUMNS = {"paragraph", "file", "line"}


class NoOfficialText(PitbossError):
    """A folder does not have the official text, or has it in the wrong form."""


class Place(NamedTuple):
    """The place of a paragraph: its file, its first line, and the line after its last, 0 for the end of the file."""

    file: Path
    first: int
    end: int


def setting() -> Path:
    """The settings file that names the folder."""
    try:
        return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "pitboss" / "official"
    except RuntimeError:  # no home folder
        raise NoOfficialText(f"there is no place to keep a setting; {FOLDER} can name the folder") from None


def folder() -> Path | None:
    """The folder with the official text, None if none is set."""
    if own := os.environ.get(FOLDER):
        return Path(own)
    try:
        return Path(setting().read_text(encoding="utf-8").strip())
    except (OSError, ValueError, NoOfficialText):
        return None


def name(path: Path | None) -> int:
    """Save the folder in the settings, or remove the setting for None. Returns the folder's number of paragraphs.

    Raises NoOfficialText.
    """
    file = setting()
    try:
        if path is None:
            file.unlink(missing_ok=True)
            return 0
        number = len(_places(path.resolve()))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{path.resolve()}\n", encoding="utf-8")
    except OSError as error:
        raise NoOfficialText(f"{file} cannot be written: {error.strerror}") from None
    return number


def text(cite: str) -> str:
    """The official text of a paragraph, up to the next indexed one; "" if no folder is set or it lacks the paragraph. Raises
    NoOfficialText if the folder cannot be read."""
    path = folder()
    if path is None or (place := _places(path).get(cite.lower())) is None:
        return ""
    try:
        lines = place.file.read_text(encoding="utf-8").splitlines()[place.first - 1 : place.end - 1 if place.end else None]
    except (OSError, ValueError) as error:
        raise NoOfficialText(
            f"{place.file} cannot be read: {getattr(error, 'strerror', '') or 'it is not UTF-8 text'}"
        ) from None
    return "\n".join(line.strip() for line in lines if line.strip())


@lru_cache(maxsize=2)
def _places(path: Path) -> dict[str, Place]:
    """The place of every paragraph in a folder, by its citation in lower case."""
    try:
        with (path / INDEX).open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            if lacking := COLUMNS - set(reader.fieldnames or ()):
                raise NoOfficialText(f"{path / INDEX} has no column {' and no '.join(sorted(lacking))}")
            rows = [(row["paragraph"].lower(), path / Path(row["file"]).name, int(row["line"])) for row in reader]
    except OSError as error:
        raise NoOfficialText(f"{path} has no {INDEX} with the official text ({error.strerror}); {OTHERWISE}") from None
    except (ValueError, TypeError, AttributeError):
        raise NoOfficialText(f"{path / INDEX} has a row without a paragraph, a file and a line") from None
    starts: dict[Path, set[int]] = {}
    for _, where, line in rows:
        starts.setdefault(where, set()).add(line)
    following = {where: dict(pairwise([*sorted(lines), 0])) for where, lines in starts.items()}
    return {cite: Place(where, line, following[where][line]) for cite, where, line in rows}
