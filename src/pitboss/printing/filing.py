"""What is printed from: a Rules Submission with whose it is, from when it holds and at which tables; or a chapter's defaults.

A folder may have a `holder.toml` with `holder`, `facility` and `effective` for all of its files.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from pitboss.errors import PitbossError, UnknownCitation
from pitboss.house import House
from pitboss.house.waivers import day_of
from pitboss.rulebook import Chapter, chapter
from pitboss.submissions.reading import HOLDER, BadSubmission, Document, document, holder_words, house_for, is_folder, read
from pitboss.words import toml

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

        >>> Filed(House.of("three-card-poker"), "565", effective=date(2013, 9, 1)).since
        'September 1, 2013'
        """
        return in_words(self.effective) if self.effective else ""


def in_words(day: date) -> str:
    """A day as print has it.

    >>> in_words(date(2013, 9, 1))
    'September 1, 2013'
    """
    return f"{day:%B} {day.day}, {day.year}"


def filed(name: str, path: Path | None = None, chosen: Sequence[str] = ()) -> Filed:
    """A submission by its file, or a chapter with the choices of a file and those said beside it."""
    own = read(name)
    number = own.house.chapter.chapter
    source = path if path is not None else None if own.edition else Path(name)
    house = house_for(number, source, chosen)
    return Filed(house, own.source, **_about(source), edition=own.edition and source is None)


def filed_in(found: Document, house: House, common: Mapping[str, Any] | None = None) -> Filed:
    """A submission that was read already, and its house; `common` is what the holder says for all."""
    return Filed(house, str(found.path), **_said(found.path, {**(common or {}), **found.about}))


def folder(path: Path) -> list[Filed]:
    """Every submission of a folder, in the order of their names."""
    try:
        files = sorted(each for each in path.iterdir() if each.suffix.lower() in ENDS and each.name != HOLDER)
    except OSError as problem:
        raise BadSubmission(f"{path} cannot be read: {problem.strerror}") from None
    if not files:
        raise BadSubmission(f"{path} has no submissions: files that end in .toml or .json")
    return [_filed(each) for each in files]


def _filed(path: Path) -> Filed:
    """A submission of a folder; what is wrong with it is told with its file."""
    try:
        return filed(str(path))
    except BadSubmission:
        raise
    except PitbossError as error:
        raise BadSubmission(f"{path}: {error.message}; `pitboss check` says more", error.cite) from None


def _about(path: Path | None) -> dict[str, Any]:
    """Whose a submission is, from when, and at which tables; what the file does not say the folder may."""
    if path is None:
        return {}
    return _said(path, holder_words(path.parent) | document(path).about)


def _said(path: Path, said: Mapping[str, Any]) -> dict[str, Any]:
    """The same of what is said beside the choices."""
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


def _date(path: Path, said: Any) -> date | None:
    if said is None or said == "":
        return None
    if (found := day_of(said)) is None:
        raise BadSubmission(f"{path}: effective must be a date, such as 2013-09-01, not {toml(said)}")
    return found


def is_house(name: str) -> bool:
    """Whether a name is that of a folder, and not of a chapter."""
    try:
        chapter(name)
    except UnknownCitation:
        return is_folder(name)
    return False


def one_holder(all_filed: Sequence[Filed]) -> str:
    """The holder of several submissions, who must be one."""
    names = {each.holder for each in all_filed if each.holder}
    if len(names) > 1:
        raise PitbossError(f"these submissions have several holders: {', '.join(sorted(names))}")
    return next(iter(names), "")
