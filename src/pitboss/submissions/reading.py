"""A Rules Submission as a file: a chapter and the options that `pitboss options` names, as TOML or JSON.

    chapter = "677a"
    trips_plus = "A"
    table_minimum = 1000

The options may also stand in a table of their own, [house].
"""

import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.errors import PitbossError, UnknownCitation
from pitboss.files import DIGITS, check_numbers, parse_toml, read_text
from pitboss.house import House
from pitboss.rulebook import chapter

_AT = re.compile(r" \(at line (\d+), column (\d+)\)| \(at end of document\)")


class BadSubmission(PitbossError):
    """A file of the house's choices that cannot be read."""


@dataclass(frozen=True)
class Submission:
    """The choices of a house, and where they come from; a whole chapter stands for its defaults."""

    source: str
    house: House
    edition: bool = False  # a chapter as printed, not a file


def choices(path: Path) -> tuple[str, dict[str, Any]]:
    """The chapter that a file names ("" if none) and its choices."""
    try:
        words = read_text(path, "utf-8-sig")
    except OSError as error:
        raise BadSubmission(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadSubmission(f"{path} is not {_format(path)}: it is not text") from None
    return choices_in(words, path)


def choices_in(words: str, path: Path) -> tuple[str, dict[str, Any]]:
    """The same of a text; `path` is what it is called, and ends with .json where it is JSON."""
    data = _parsed(path, words)
    number = str(data.pop("chapter", "")).lower()
    for about in ("holder", "effective"):  # who files it and from when it holds: no choice of the house
        data.pop(about, None)
    inner = data.pop("house", {})
    if not isinstance(inner, dict):
        raise BadSubmission(f"{path}: house must be a table of options, [house]")
    return number, {**data, **inner}


def _format(path: Path) -> str:
    return "JSON" if path.suffix.lower() == ".json" else "TOML"


def _parsed(path: Path, words: str) -> dict[str, Any]:
    if _format(path) == "TOML":
        try:
            return parse_toml(words)
        except tomllib.TOMLDecodeError as error:
            at = _AT.search(str(error))
            where = f"line {at[1]}" if at and at[1] else "at its end"
            raise BadSubmission(f"{path}, {where}: not TOML, {_AT.sub('', str(error)).lower()}") from None
        except ValueError as error:
            raise BadSubmission(f"{path} is not TOML: {error}") from None
    try:
        data = json.loads(words)
        check_numbers(data)
    except json.JSONDecodeError as error:
        raise BadSubmission(f"{path}, line {error.lineno}: not JSON, {error.msg.lower()}") from None
    except ValueError as error:
        raise BadSubmission(f"{path} is not JSON: {DIGITS if 'digits' in str(error) else error}") from None
    except RecursionError:
        raise BadSubmission(f"{path} is nested too deeply") from None
    if not isinstance(data, dict):
        raise BadSubmission(f"{path}: a submission is an object with a chapter and its options")
    return data


def setting(words: str) -> tuple[str, Any]:
    """One choice of the house as it is said: the value as TOML, or a bare word.

    >>> setting("variant=razz"), setting("small_bet = 400"), setting('structure="no limit"'), setting("straddle=true")
    (('variant', 'razz'), ('small_bet', 400), ('structure', 'no limit'), ('straddle', True))
    """
    option, equals, value = words.partition("=")
    if not equals or not option.strip():
        raise BadSubmission(f"a choice is option=value, for example table_minimum=1000, not {words!r}")
    try:
        found = parse_toml(f"value = {value}")
    except ValueError as error:
        if str(error) == DIGITS:
            raise BadSubmission(f"{option.strip()}: {DIGITS}") from None
        found = {}
    return option.strip(), found["value"] if set(found) == {"value"} else value.strip()


def _there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that no file can have
        return False


def read(name: str) -> Submission:
    """A submission by its file, or the defaults of a chapter by its number or slug."""
    path = Path(name)
    try:
        book = chapter(name)
    except UnknownCitation:
        if not _there(path) and "." not in path.name and "/" not in name:
            raise UnknownCitation(f"there is no file and no chapter {name!r}; `pitboss games` lists the chapters") from None
    else:
        if not _there(path):
            return Submission(f"chapter {book.chapter}", House.of(book.chapter), edition=True)
    number, given = choices(path)
    if not number:
        raise BadSubmission(f'{path} does not say which chapter it is about: chapter = "565"')
    return Submission(str(path), House.of(chapter(number).chapter, given))
