"""What is printed from: a Rules Submission with whose it is, from when it holds and at which tables; or a chapter's defaults.

A folder may have a `holder.toml` with `holder`, `facility` and `effective` for all of its files.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from pitboss.errors import PitbossError, UnknownCitation
from pitboss.files import parse_toml, read_text
from pitboss.house import House
from pitboss.rulebook import Chapter, chapter
from pitboss.submissions.reading import BadSubmission, choices, house_for, read

HOLDER = "holder.toml"
ENDS = (".toml", ".json")


@dataclass(frozen=True)
class Filed:
    """A submission as far as it is printed. `source` is the name of its file, or of its chapter."""

    house: House
    source: str
    holder: str = ""
    facility: str = ""
    effective: date | None = None
    tables: tuple[str, ...] = ()
    edition: bool = False  # a chapter as printed, not a file

    @property
    def book(self) -> Chapter:
        """Its chapter."""
        return self.house.chapter

    @property
    def dated(self) -> date | None:
        """The date of what is printed: that from which it holds, or that of the text."""
        return self.effective or (date.fromisoformat(self.book.dated) if self.book.dated else None)

    @property
    def since(self) -> str:
        """From when it holds, in words; "" where the submission does not say.

        >>> Filed(House.of("565"), "565", effective=date(2013, 9, 1)).since
        'September 1, 2013'
        """
        return f"{self.effective:%B} {self.effective.day}, {self.effective.year}" if self.effective else ""


def filed(name: str, path: Path | None = None, chosen: Sequence[str] = ()) -> Filed:
    """A submission by its file, or a chapter with the choices of a file and those said beside it."""
    own = read(name)
    number = own.house.chapter.chapter
    source = path if path is not None else None if own.edition else Path(name)
    house = house_for(number, source, chosen)
    return Filed(house, own.source, **_about(source), edition=own.edition and source is None)


def folder(path: Path) -> list[Filed]:
    """Every submission of a folder, in the order of their names."""
    try:
        files = sorted(each for each in path.iterdir() if each.suffix.lower() in ENDS and each.name != HOLDER)
    except OSError as problem:
        raise BadSubmission(f"{path} cannot be read: {problem.strerror}") from None
    if not files:
        raise BadSubmission(f"{path} has no submissions: files that end in .toml or .json")
    return [filed(str(each)) for each in files]


def _about(path: Path | None) -> dict[str, Any]:
    """Whose a submission is, from when, and at which tables; what the file does not say the folder may."""
    if path is None:
        return {}
    beside = path.parent / HOLDER
    said = (_document(beside) if beside.is_file() else {}) | _document(path)
    for words in ("holder", "facility"):
        if not isinstance(said.get(words, ""), str):
            raise BadSubmission(f"{path}: {words} must be a text")
    tables = said.get("tables", [])
    if not isinstance(tables, list) or not all(isinstance(each, str | int) for each in tables):
        raise BadSubmission(f'{path}: tables must be a list of names or numbers, such as ["BJ 1", "BJ 2"]')
    return {
        "holder": said.get("holder", ""),
        "facility": said.get("facility", ""),
        "effective": _date(path, said.get("effective")),
        "tables": tuple(map(str, tables)),
    }


def _document(path: Path) -> dict[str, Any]:
    """A file whole; `choices` refuses it in one sentence where it cannot be read."""
    choices(path)
    words = read_text(path, "utf-8-sig")
    found = json.loads(words) if path.suffix.lower() == ".json" else parse_toml(words)
    return dict(found)


def _date(path: Path, said: Any) -> date | None:
    if said is None or said == "":
        return None
    if isinstance(said, datetime):
        return said.date()
    if isinstance(said, date):
        return said
    try:
        return date.fromisoformat(said)
    except (TypeError, ValueError):
        raise BadSubmission(f"{path}: effective must be a date, such as 2013-09-01, not {said!r}") from None


def is_folder(name: str) -> bool:
    """Whether a name is that of a folder, and not of a chapter."""
    try:
        chapter(name)
    except UnknownCitation:
        try:
            return Path(name).is_dir()
        except OSError:
            return False
    return False


def one_holder(all_filed: Sequence[Filed]) -> str:
    """The holder of several submissions, who must be one."""
    names = {each.holder for each in all_filed if each.holder}
    if len(names) > 1:
        raise PitbossError(f"these submissions have several holders: {', '.join(sorted(names))}")
    return next(iter(names), "")
