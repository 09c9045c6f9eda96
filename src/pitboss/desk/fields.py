"""A record that somebody wrote as TOML or JSON, read field by field. What is of the wrong kind, or has a name that nobody
knows, is refused with one sentence that says where it stands and what would be read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, TypeVar

from pitboss.errors import PitbossError
from pitboss.files import not_text, parse_data, read_text
from pitboss.spelling import hint
from pitboss.words import toml

T = TypeVar("T")
FIRST_YEAR, LAST_YEAR = 1900, 2199


class BadRecord(PitbossError):
    """A record that cannot be read."""


@dataclass(frozen=True)
class Fields:
    """The fields of one part of a record. `where` is what a complaint begins with: the file, and the part within it."""

    data: Mapping[str, Any]
    where: str

    def check_known(self, names: Sequence[str]) -> None:
        """Refuses a field that no part of this kind has."""
        for name in self.data:
            if name not in names:
                meant = hint(name, names, f"it may have {', '.join(names)}")
                raise BadRecord(f"{self.where}: there is no field {name!r} here{meant}")

    def text(self, name: str) -> str:
        """Words, "" where nothing is said."""
        return self._of(name, str, "a text", "").strip()

    def flag(self, name: str) -> bool:
        """True or false; false where nothing is said."""
        return self._of(name, bool, "true or false", False)

    def whole(self, name: str) -> int:
        """A whole number from 0 on, 0 where nothing is said."""
        found = self._of(name, int, "a whole number", 0)
        if isinstance(found, bool) or found < 0:
            raise BadRecord(f"{self.where}: {name} = {toml(found)} must be a whole number from 0 on")
        return found

    def hours(self, name: str) -> float:
        """Hours from 0 on, whole or not; 0 where nothing is said."""
        found = self.data.get(name, 0)
        if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found < float("inf"):
            raise BadRecord(f"{self.where}: {name} = {toml(found)} must be a number from 0 on")
        return found

    def day(self, name: str) -> date | None:
        """A date, None where nothing is said; JSON writes it as a text."""
        found = self.data.get(name)
        if isinstance(found, str):
            return parse_day(found, f"{self.where}: {name}")
        if isinstance(found, datetime):
            found = found.date()
        if found is not None and not isinstance(found, date):
            raise BadRecord(f"{self.where}: {name} = {toml(found)} must be a date, such as 2026-03-06")
        return found and _in_reason(found, f"{self.where}: {name}")

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, empty where nothing is said."""
        found = self._of(name, list, "a list of texts", [])
        if not all(isinstance(each, str) for each in found):
            raise BadRecord(f"{self.where}: {name} must be a list of texts")
        return tuple(each.strip() for each in found)

    def part(self, name: str) -> "Fields":
        """A part within, without fields where nothing is said."""
        return Fields(self._of(name, dict, "a table of fields", {}), f"{self.where}, {name}")

    def parts(self, name: str) -> list["Fields"]:
        """A list of parts within, each named by its place."""
        found = self._of(name, list, "a list of tables", [])
        if not all(isinstance(each, dict) for each in found):
            raise BadRecord(f"{self.where}: {name} must be a list of tables, [[{name}]]")
        return [Fields(each, f"{self.where}, {name} {number}") for number, each in enumerate(found, 1)]

    def _of(self, name: str, kind: type[T], words: str, otherwise: T) -> T:
        found = self.data.get(name, otherwise)
        if not isinstance(found, kind):
            raise BadRecord(f"{self.where}: {name} = {toml(found)} must be {words}")
        return found


def parse_day(words: str, where: str) -> date:
    """A date as it is written, 2026-03-06; `where` is what a complaint begins with.

    >>> parse_day("2026-03-06", "--date")
    datetime.date(2026, 3, 6)
    >>> parse_day("6 March", "--date")
    Traceback (most recent call last):
    pitboss.desk.fields.BadRecord: --date = '6 March' must be a date, such as 2026-03-06
    """
    try:
        found = date.fromisoformat(words)
    except ValueError:
        raise BadRecord(f"{where} = {words!r} must be a date, such as 2026-03-06") from None
    return _in_reason(found, where)


def _in_reason(day: date, where: str) -> date:
    """A day that can be reckoned with, some years before and after it too."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise BadRecord(f"{where} = {day} must be a date of the years {FIRST_YEAR} to {LAST_YEAR}")
    return day


def example(name: str) -> str:
    """A commented record of some kind to begin with, as `--new` writes it."""
    return (Path(__file__).parent / "new" / f"{name}.toml").read_text(encoding="utf-8")


def read_record(path: Path) -> Fields:
    """The fields of a file, TOML or (where its name ends with .json) JSON."""
    try:
        words = read_text(path, "utf-8-sig")
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadRecord(f"{path} cannot be read: {not_text(error)}") from None
    return parse_record(words, path)


def parse_record(words: str, path: Path) -> Fields:
    """The same of a text; `path` is what it is called."""
    try:
        return Fields(parse_data(words, path), str(path))
    except ValueError as error:
        raise BadRecord(str(error)) from None
