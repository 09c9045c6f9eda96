"""A Rules Submission as a file: a chapter and the options that `pitboss options` names, as TOML or JSON.

    chapter = "677a"
    trips_plus = "A"
    table_minimum = 1000

The options may also stand in a table of their own, [house]. A pay table of the house's own is a table of hands and payouts, in
one line or in a section of its own:

    pair_plus = { "Flush" = "4 to 1", "Straight" = "6 to 1" }

    [house.pair_plus]
    "Flush" = "4 to 1"
    "Straight" = "6 to 1"

What it does not state is paid as printed. On the command line `--set` takes the first form.

Beside the options a file may say whose submission it is (`holder`, `facility`), which `tables` run by it, from when it holds
(`effective`), and which `waivers` the Board has granted (§ 521.5).
"""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.errors import NotAuthorized, PitbossError, UnknownCitation
from pitboss.files import DIGITS, is_json, not_text, parse_data, parse_toml, read_text
from pitboss.games import MODULES, game
from pitboss.house import ABOUT, House
from pitboss.house.judge import judge
from pitboss.house.problems import refuse
from pitboss.house.waivers import WORD
from pitboss.rulebook import chapter, games
from pitboss.spelling import hint
from pitboss.submissions.waivers import granted_choices, said_of
from pitboss.words import toml

MOST_WORDS = 500  # that a submission may state; the chapter with most options has a fifth of that
HOLDER = "holder.toml"  # what is said of the certificate holder for all files of a folder and of those below it


class BadSubmission(PitbossError):
    """A file of the house's choices that cannot be read."""


@dataclass(frozen=True)
class Submission:
    """The choices of a house, and where they come from; a whole chapter stands for its defaults."""

    source: str
    house: House
    edition: bool = False  # a chapter as printed, not a file


@dataclass(frozen=True)
class Document:
    """What a file says, before anything of it is checked."""

    path: Path
    words: str
    chapter: str  # as the file has it, "" if it names none
    about: dict[str, Any]  # of the words that are no choice of the house
    flat: dict[str, Any]  # options that stand by themselves
    inner: dict[str, Any]  # options in [house]
    twice: tuple[str, ...] = ()  # what a JSON text states a second time

    @property
    def given(self) -> dict[str, Any]:
        """The choices of the house."""
        return {**self.flat, **self.inner}

    @property
    def is_json(self) -> bool:
        """Whether it is JSON, and not TOML."""
        return is_json(self.path)


OTHER_FILES = {  # words that only another file of the department has, and what reads it
    ("kind", "form", "addressed_to"): "a petition or a request, which `pitboss filing` reads",
    ("dealer", "program"): "a training register, which `pitboss training` reads",
}


def other_file(found: Document) -> str:
    """What a file is that is no submission but another file of the department, "" where it is none."""
    return next((what for words, what in OTHER_FILES.items() if all(word in found.flat for word in words)), "")


def document(path: Path) -> Document:
    """What a file says."""
    try:
        words = read_text(path, "utf-8-sig")
    except OSError as error:
        raise BadSubmission(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadSubmission(f"{path} cannot be read: {not_text(error)}") from None
    return document_in(words, path)


def document_in(words: str, path: Path) -> Document:
    """What a text says; `path` is what it is called, and ends with .json where it is JSON."""
    twice: list[str] = []
    try:
        data = parse_data(words, path, twice)
    except ValueError as error:
        raise BadSubmission(str(error)) from None
    inner = data.get("house", {})
    if len(data) + (len(inner) if isinstance(inner, dict) else 0) > MOST_WORDS:
        raise BadSubmission(f"{path} states more than {MOST_WORDS} things; no chapter has so many options")
    try:
        json.dumps(data, ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError:
        raise BadSubmission(f"{path} cannot be read: it has half a letter, which no text has") from None
    number = str(data.pop("chapter", "")).lower()
    about = {word: data.pop(word) for word in ABOUT if word in data}
    inner = data.pop("house", {})
    if not isinstance(inner, dict):
        raise BadSubmission(f"{path}: house must be a table of options, [house]")
    return Document(path, words, number, about, data, inner, tuple(twice))


def choices(path: Path) -> tuple[str, dict[str, Any]]:
    """The chapter that a file names ("" if none) and its choices, with the waivers in force of the file and of its folder."""
    found = document(path)
    if found.twice:
        raise BadSubmission(f'{path}: "{found.twice[0]}" is stated twice')
    return found.chapter, found.given | _waivers(found)


def _waivers(found: Document) -> dict[str, Any]:
    """The waivers in force on the day from which a submission holds, {} where there are none or its chapter is not known."""
    common = holder_words(found.path.parent)
    if WORD not in common | found.about:
        return {}
    try:
        book = chapter(found.chapter)
    except UnknownCitation:
        return {}
    return granted_choices(book, said_of(book, common, found.about))


def holder_file(folder: Path) -> Path | None:
    """The holder's file that counts for a folder: its own, or the nearest one above it; None where there is none."""
    above = [] if ".." in folder.parts else folder.parents
    folders = dict.fromkeys((folder, *above, *Path(os.path.abspath(folder)).parents))
    return next((path for each in folders if (path := each / HOLDER).exists()), None)


def holder_words(folder: Path) -> dict[str, Any]:
    """What the holder's file that counts for a folder says for all submissions in it, {} where there is none."""
    path = holder_file(folder)
    found = document(path).about if path is not None else {}
    return {word: value for word, value in found.items() if word != "tables"}


def setting(words: str) -> tuple[str, Any]:
    """One choice of the house as it is said: the value as TOML, or a bare word.

    >>> setting("variant=razz"), setting("small_bet = 400"), setting('structure="no limit"'), setting("straddle=true")
    (('variant', 'razz'), ('small_bet', 400), ('structure', 'no limit'), ('straddle', True))
    >>> setting('pair_plus={"Flush"="4 to 1"}')
    ('pair_plus', {'Flush': '4 to 1'})
    """
    option, equals, value = words.partition("=")
    if not equals or not option.strip():
        raise BadSubmission(f"a choice is option=value, for example table_minimum=1000, not {toml(words)}")
    try:
        found = parse_toml(f"value = {value}")
    except ValueError as error:
        if str(error) == DIGITS:
            raise BadSubmission(f"{option.strip()}: {DIGITS}") from None
        found = {}
    return option.strip(), found["value"] if set(found) == {"value"} else value.strip()


def given_for(number: str, path: Path | None, chosen: Sequence[str] = ()) -> dict[str, Any]:
    """The choices of a submission for a chapter, with those said beside it ("option=value") on top."""
    said = dict(map(setting, chosen))
    if WORD in said:
        raise BadSubmission(f"{WORD} are stated in a submission, with the day from which it holds, and not beside it")
    if path is None:
        return said
    about, given = choices(path)
    if about and chapter(about).chapter != number:
        raise NotAuthorized(f"{path} is a submission for chapter {about}, not for chapter {number}")
    return _by_its_name(number, given) | _by_its_name(number, said)


def _by_its_name(number: str, given: dict[str, Any]) -> dict[str, Any]:
    """Choices by the name that the chapter has for each, so that one said by another name replaces it."""
    names = {other: option.option for option in chapter(number).options for other in option.also}
    return {names.get(name, name): value for name, value in given.items()}


def house_for(number: str, path: Path | None = None, chosen: Sequence[str] = ()) -> House:
    """The house of a submission and of choices said beside it. What contradicts itself is refused with its section: as the
    chapter's game has it, and chips with which the least wager cannot be made."""
    house = House.of(number, given_for(number, path, chosen))
    if number in MODULES:
        refuse(judge(house, ["game", "chips"], game=game(number)))
    return house


def changed(submission: Submission, path: Path | None, chosen: Sequence[str]) -> Submission:
    """A submission with the choices of a file and those said beside it on top."""
    number = submission.house.chapter.chapter
    given = _by_its_name(number, submission.house.given) | _by_its_name(number, given_for(number, path, chosen))
    said = " and ".join(filter(None, (str(path or ""), ", ".join(chosen))))
    return Submission(f"{submission.source} with {said}", House.of(number, given))


def defaults(submission: Submission) -> Submission:
    """The house that chooses nothing, in the chapter of a submission."""
    number = submission.house.chapter.chapter
    return Submission(f"chapter {number}", House.of(number))


def _there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that no file can have
        return False


def is_folder(name: str) -> bool:
    """Whether a name is that of a folder."""
    try:
        return bool(name) and Path(name).is_dir()
    except (OSError, ValueError):  # a name that no folder can have
        return False


def read(name: str) -> Submission:
    """A submission by its file, or the defaults of a chapter by its number or slug."""
    path = Path(name)
    try:
        book = chapter(name)
    except UnknownCitation:
        if is_folder(name):
            raise BadSubmission(f"{name} is a folder; name one file of it") from None
        if not _there(path) and "." not in path.name and "/" not in name:
            meant = hint(name, (book.slug for book in games()), "`pitboss games` lists the chapters")
            raise UnknownCitation(f"there is no file and no chapter {toml(name)}{meant}") from None
    else:
        if not _there(path):
            return Submission(f"chapter {book.chapter}", House.of(book.chapter), edition=True)
    number, given = choices(path)
    if not number:
        raise BadSubmission(f'{path} does not say which chapter it is about: chapter = "565"')
    return Submission(str(path), House.of(chapter(number).chapter, given))
