"""The waivers that a submission states (§ 521.5): those in force, and what is wrong with the others."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from pitboss.errors import UnknownCitation
from pitboss.house.problems import Problem
from pitboss.house.waivers import CITE, WORD, Waiver, day_of
from pitboss.rulebook import Chapter, paragraph
from pitboss.rulebook.chapters import tidied
from pitboss.spelling import hint, near
from pitboss.submissions.findings import Heading, too_long
from pitboss.words import toml

PETITION = {  # what a petition for a waiver contains
    "description": ("521.5(1)", "a detailed description of what is done differently"),
    "reason": ("521.5(2)", "the reason why it is asked for"),
    "jurisdictions": ("521.5(3)", "the other jurisdictions that do it"),
}
LONGEST_REASON = 2000  # characters
GENERAL = ("521", "527")  # chapters that hold for every game
WORDS_OF_WAIVER = ("section", *PETITION, "why", "petition", "granted", "approved", "until")
NOT_GRANTED = "has not been granted"
OR_NOT = "or leave the waiver out"


def waivers_in(book: Chapter, given: Any, effective: Any = None) -> tuple[list[Waiver], list[Problem]]:
    """The waivers that a file states, each by its section or as a table with `section`, and what is wrong with them. One holds
    once the Board has granted it, by the day from which the submission holds."""
    if not isinstance(given, list):
        return [], [_no_list(given)]
    waivers: list[Waiver] = []
    wrong: list[Problem] = []
    for entry in given:
        waiver = _waiver(entry, day_of(effective))
        if waiver is None:
            wrong.append(_not_a_waiver(entry))
        elif "." not in waiver.section:
            message = f"a waiver names the sections it is about, not the whole chapter {waiver.section}"
            wrong.append(_bad_waiver(entry, message, "waiver-of-a-section"))
        elif not _is_paragraph(waiver.section) or waiver.section.split(".")[0] not in (book.chapter, *GENERAL):
            message = f"{waiver.section} is no paragraph of chapter {book.chapter}"
            wrong.append(_bad_waiver(entry, message, "waiver-of-a-section"))
        else:
            waivers.append(waiver)
            wrong += [*_missing(entry, waiver), *_days(entry), *_not_in_force(entry, waiver), *_long_words(entry)]
    return waivers, wrong


def waiver_problems(head: Heading) -> list[Problem]:
    """What is wrong with the waivers that a submission states."""
    return waivers_in(head.book, head.said.get(WORD, []), head.said.get("effective"))[1]


def said_of(book: Chapter, common: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """What a submission says of itself, with what its holder says for all files of the folder. Waivers add up; the holder's
    are those for this chapter or for every game.

    >>> from pitboss.rulebook import chapter
    >>> common = {"holder": "Ann", "waivers": ["557.2(a)", "565.2(a)", "521.3"]}
    >>> said_of(chapter("three-card-poker"), common, {"waivers": ["565.7(d)"]})
    {'holder': 'Ann', 'waivers': ['565.2(a)', '521.3', '565.7(d)']}
    """
    shared, mine = common.get(WORD), own.get(WORD, [])
    if own.get("holder", common.get("holder")) != common.get("holder"):  # the Board waives for the one who petitions
        return {**common, WORD: mine, **own}
    if not isinstance(shared, list) or not isinstance(mine, list):
        return {**common, **own}
    here = [entry for entry in shared if _chapter_waived(entry) in (book.chapter, *GENERAL)]
    return {**common, **own, WORD: [*here, *mine]}


def holders_waivers(given: Any) -> Iterator[tuple[int, Problem]]:
    """What is wrong with the waivers of a holder whatever the chapter, each with the place of its entry; the rest is told with
    the files for which they count."""
    if not isinstance(given, list):
        yield 0, _no_list(given)
        return
    for place, entry in enumerate(given):
        waiver = _waiver(entry, None)
        if waiver is None:
            yield place, _not_a_waiver(entry)
        elif not _is_paragraph(waiver.section):
            message = f"{waiver.section} is no paragraph of any chapter"
            yield place, _bad_waiver(entry, message, "waiver-of-a-section")


def _chapter_waived(entry: Any) -> str | None:
    """The chapter of a waiver as a file has it, None where it names none."""
    waiver = _waiver(entry, None)
    return waiver.section.split(".")[0] if waiver is not None and "." in waiver.section else None


def granted_choices(book: Chapter, said: Mapping[str, Any]) -> dict[str, Any]:
    """The waivers in force among what a file says, as the choices of a house have them; {} where there is none."""
    waivers, _ = waivers_in(book, said.get(WORD, []), said.get("effective"))
    granted = [waiver.choice() for waiver in waivers if not waiver.holds]
    return {WORD: granted} if granted else {}


def _long_words(entry: Any) -> Iterator[Problem]:
    """What a waiver says in words of the holder's own is short enough to be printed."""
    for word in WORDS_OF_WAIVER if isinstance(entry, dict) else ():
        yield from too_long(CITE, WORD, f"{word} of a waiver", str(entry.get(word, "")), LONGEST_REASON)


def _days(entry: Any) -> Iterator[Problem]:
    """The days of a waiver are dates."""
    for word in ("granted", "approved", "until"):
        if isinstance(entry, dict) and entry.get(word, "") != "" and day_of(entry[word]) is None:
            fix = f"write the day as {word} = 2010-12-01; the number of an order goes to petition"
            yield _bad_waiver(entry, f"{word} = {toml(entry[word])} is not a date", "waivers-listed", fix=fix)


def _not_in_force(entry: Any, waiver: Waiver) -> Iterator[Problem]:
    """A waiver that was not granted, or that is not in force on the day from which the submission holds."""
    if waiver.holds and waiver.granted:
        message = f"the waiver of {waiver.section} {waiver.holds}"
        days = f"from {waiver.granted} to {waiver.until}" if waiver.until else f"to {waiver.granted} or later"
        yield _bad_waiver(entry, message, "waiver-in-time", fix=f"set effective {days}, {OR_NOT}")
    elif waiver.holds and not (isinstance(entry, dict) and entry.get("granted")):
        message = f"the waiver of {waiver.section} {waiver.holds}: what it is about stays an error until then"
        fix = f"state granted, the day of the Board's grant, once there is one, {OR_NOT}"
        yield Problem(message, CITE, WORD, entry, "granted = YYYY-MM-DD", "waiver-granted", fix=fix)


def _missing(entry: Any, waiver: Waiver) -> Iterator[Problem]:
    """What the petition behind a waiver lacks; one that is named by its number, or was granted, lies with the Board."""
    if not isinstance(entry, dict) or waiver.petition or entry.get("granted") or entry.get("approved"):
        return
    said = {**entry, "reason": entry.get("reason") or entry.get("why")}
    for word, (cite, what) in PETITION.items():
        if not said.get(word):
            message, fix = f"the waiver of {waiver.section} lacks {what}", f"add {word} or the number of the petition, {OR_NOT}"
            yield Problem(message, cite, WORD, entry, f"{word}: {what}", "waiver-petition", fix=fix)


def _no_list(given: Any) -> Problem:
    message = "waivers must be a list, with section and granted in each of its entries"
    return _bad_waiver(given, message, "waivers-listed", fix="begin each with [[waivers]]")


def _not_a_waiver(entry: Any) -> Problem:
    """What is wrong with an entry that cannot be read as a waiver; a word that it does not have may be misspelled."""
    if isinstance(entry, dict) and (unknown := [word for word in entry if word not in WORDS_OF_WAIVER]):
        meant = near(unknown[0], WORDS_OF_WAIVER)
        fix = f"call it {meant[0]}" if meant else f"leave {unknown[0]} out"
        message = f"a waiver has no {toml(unknown[0])}{hint(unknown[0], WORDS_OF_WAIVER)}"
        return _bad_waiver(entry, message, "waivers-listed", fix=fix)
    words = ", ".join(("section", "granted", "until", "petition", *PETITION))
    return _bad_waiver(entry, f"a waiver is a section, or a table with {words}, not {toml(entry)}", "waivers-listed")


def _bad_waiver(given: Any, message: str, rule: str, fix: str = f"name the paragraph that is waived, {OR_NOT}") -> Problem:
    return Problem(message, CITE, WORD, given, "a section of the chapter", rule, fix=fix)


def _waiver(entry: Any, day: date | None) -> Waiver | None:
    """A waiver as a file has it, None where it is none; what is no day counts as none."""
    if isinstance(entry, str) and entry.strip():
        return Waiver(tidied(entry), holds=NOT_GRANTED)
    if not isinstance(entry, dict) or set(entry) - set(WORDS_OF_WAIVER) or not isinstance(entry.get("section"), str):
        return None
    granted = entry.get("granted", entry.get("approved", ""))
    if not isinstance(granted, str | date) or isinstance(entry.get("petition"), list | dict):
        return None
    since, until = day_of(granted), day_of(entry.get("until"))
    found = Waiver(tidied(entry["section"]), str(since or ""), str(entry.get("petition") or "").strip(), str(until or ""))
    return replace(found, holds=_holds(entry, found, day))


def _holds(entry: Mapping[str, Any], waiver: Waiver, day: date | None) -> str:
    """Why a waiver is not in force on the day from which a submission holds, "" where it is."""
    if not waiver.granted:
        return NOT_GRANTED
    if "until" in entry and not waiver.until:
        return "does not say until when it holds"
    if day is None:
        return "may not be in force: the submission does not say from when it holds"
    if not (late := waiver.late(day)):
        return ""
    return f"{late}, {'before' if late.startswith('ended') else 'after'} the submission takes effect on {day}"


def _is_paragraph(section: str) -> bool:
    try:
        paragraph(section)
    except UnknownCitation:
        return False
    return True
