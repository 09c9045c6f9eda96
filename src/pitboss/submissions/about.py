"""What a submission says beside its choices: whose it is, at which tables, from when, and which sections the Board has waived.

A submission without a date is checked as of its edition. With a date, these are findings:

- a date before the text was there is an error: nobody could file under it;
- temporary chapters say themselves that they run out two years after their publication, so that a later date is an error: the
  chapter is not there any more. Where we have the edition that replaces it, that one is to be filed; of the others only the
  Pennsylvania Code says what came after;
- an edition that another one was adopted or proposed to replace, before it has run out, is a warning: the text of the other one
  leaves the day open on which it takes effect;
- a proposed text is a warning: it was never law by itself.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from pitboss.errors import UnknownCitation
from pitboss.near import hint, near
from pitboss.rulebook import Chapter, chapter, paragraph
from pitboss.rulebook.chapters import tidied
from pitboss.submissions.findings import Finding, too_long
from pitboss.waivers import CITE, NOT_WAIVABLE, WORD, Waiver, day_of
from pitboss.words import toml

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})  # Unicode's categories of controls, formats and what is no character
YEARS = 2  # after which temporary chapters run out: preambles of 521 to 565 and of 587, on 4 Pa.C.S. §§ 1303A and 13A03(b)
PETITION = {  # what a petition for a waiver contains
    "description": ("521.5(1)", "a detailed description of what is done differently"),
    "reason": ("521.5(2)", "the reason why it is asked for"),
    "jurisdictions": ("521.5(3)", "the other jurisdictions that do it"),
}
MOST_TABLES = 250  # that the Act allows one facility
LONGEST_NAME, LONGEST_TABLE, LONGEST_REASON = 100, 40, 2000  # characters
GENERAL = ("521", "527")  # chapters that hold for every game
WORDS_OF_WAIVER = ("section", *PETITION, "why", "petition", "granted", "approved", "until")
NOT_GRANTED = "has not been granted"


def about_findings(book: Chapter, about: dict[str, Any]) -> Iterator[Finding]:
    """What is wrong with holder, facility, tables and date."""
    for word in ("holder", "facility"):
        if word in about and not (isinstance(about[word], str) and about[word].strip()):
            yield _error(book, word, about[word], "a name", f"{word} must be a name in quotation marks", "name-of-holder")
        elif hidden := unseen(str(about.get(word, ""))):
            message = f"{word} has a character that nobody can see ({hidden})"
            yield _error(book, word, about[word], "a name of letters that can be seen", message, "name-of-holder")
        else:
            yield from too_long(book.chapter, word, word, str(about.get(word, "")), LONGEST_NAME)
    if "holder" not in about:
        message = "the submission does not say whose it is"
        yield Finding(
            *("warning", book.chapter, "holder", None, "a name", message, "holder-stated"),
            fix='add holder = "…", the certificate holder',
        )
    yield from _table_findings(book, about)
    if "effective" not in about:
        message = f"the submission does not say from when it holds; it is checked as of {_edition(book)}"
        yield Finding(
            *("warning", book.chapter, "effective", None, "a date", message, "effective-stated"),
            fix="add effective = YYYY-MM-DD",
        )
    elif (day := day_of(about["effective"])) is None:
        example = book.dated or "2012-03-06"
        message = f"effective = {toml(about['effective'])} is not a date; write, for example, {example}"
        yield _error(book, "effective", about["effective"], "a date", message, "effective-a-date")
    else:
        yield from edition_findings(book, day)


def unseen(text: str) -> str:
    """The first character of a text that controls it instead of being read, as its code; "" where there is none.

    >>> unseen("Elm Street"), unseen("Elm\\u202eteertS")
    ('', 'U+202E')
    """
    return next((f"U+{ord(letter):04X}" for letter in text if unicodedata.category(letter) in UNSEEN), "")


def _error(book: Chapter, field: str, given: Any, allowed: Any, message: str, rule: str) -> Finding:
    return Finding("error", book.chapter, field, given, allowed, message, rule, fix=f"set {field} to {allowed}")


def _edition(book: Chapter) -> str:
    return f"its edition, {book.edition}" + (f" of {book.dated}" if book.dated else "")


def _table_findings(book: Chapter, about: dict[str, Any]) -> Iterator[Finding]:
    tables = about.get("tables", [])
    named = isinstance(tables, list) and all(type(t) is int or (isinstance(t, str) and t.strip()) for t in tables)
    if not named:
        message = 'tables must be a list of numbers or names, such as [1, 2] or ["BJ 12"]'
        yield _error(book, "tables", tables, "a list of numbers or names", message, "tables-listed")
        return
    if len(tables) > MOST_TABLES:
        message = f"{len(tables)} tables are named; a facility has at most {MOST_TABLES}"
        yield _error(book, "tables", len(tables), {"max": MOST_TABLES}, message, "tables-listed")
        return
    for name in tables:
        if hidden := unseen(str(name)):
            message = f"a name in tables has a character that nobody can see ({hidden})"
            yield _error(book, "tables", tables, "names of letters that can be seen", message, "tables-listed")
        yield from too_long(book.chapter, "tables", "a name in tables", str(name), LONGEST_TABLE)
    for table in [name for name, times in Counter(" ".join(str(t).split()) for t in tables).items() if times > 1]:
        yield Finding(
            *("error", book.chapter, "tables", tables, "each table once", f"table {table} is named twice", "table-once"),
            fix=f"name table {table} once",
        )


def edition_findings(book: Chapter, day: date) -> Iterator[Finding]:
    """Whether the text of a chapter is the one of a day."""
    given, other = day.isoformat(), book.replaced_by
    if book.dated and day < date.fromisoformat(book.dated):
        since = {"min": book.dated}
        message = f"on {given} chapter {book.chapter} was not there yet: its text is of {book.dated}"
        yield Finding(
            *("error", book.chapter, "effective", given, since, message, "edition-there-yet"),
            fix=f"set effective to {book.dated} or later" + (f", or file under {book.replaces}" if book.replaces else ""),
        )
    elif (end := ran_out(book)) is not None and day >= end:
        over = f"chapter {book.chapter} is temporary and ran out on {end.isoformat()}"
        until = {"max": (end - timedelta(days=1)).isoformat()}
        if other:
            message, rule, fix = f"{over}; {other} replaces it", "edition-replaced", f"file under chapter {other}"
        else:
            message, rule = f"{over}; what replaces it is not among our texts", "edition-ran-out"
            fix = "see the Pennsylvania Code for the chapter in force on that day"
        yield Finding("error", book.chapter, "effective", given, until, message, rule, fix=fix)
    elif other and day >= date.fromisoformat(chapter(other).dated):
        later = chapter(other)
        was = "adopted" if later.edition == "final" else "proposed"
        message = f"chapter {other}, which was {was} on {later.dated}, replaces chapter {book.chapter} once it is in force"
        yield Finding(
            *("warning", book.chapter, "effective", given, {"max": later.dated}, message, "edition-being-replaced"),
            fix=f"file under chapter {other} if it is in force on {given}",
        )
    if book.edition == "proposed":
        message = f"the text of chapter {book.chapter} is a proposal; whether it is in force on {given} it does not say"
        yield Finding(
            *("warning", book.chapter, "effective", given, None, message, "edition-proposed"),
            fix="see the Pennsylvania Code for the chapter in force on that day",
        )


def ran_out(book: Chapter) -> date | None:
    """The day on which a temporary chapter ran out, None where it is not temporary.

    >>> ran_out(chapter("565")), ran_out(chapter("637a"))
    (datetime.date(2012, 3, 6), None)
    """
    if book.edition != "temporary" or not book.effective:
        return None
    since = date.fromisoformat(book.effective)
    return since.replace(year=since.year + YEARS)


# ---------------------------------------------------------------------------- waivers


def waivers_in(book: Chapter, given: Any, effective: Any = None) -> tuple[list[Waiver], list[Finding]]:
    """The waivers that a file states, each by its section or as a table with `section`, and what is wrong with them. One holds
    once the Board has granted it, by the day from which the submission holds."""
    if not isinstance(given, list):
        return [], [_no_list(given)]
    found, wrong = [], []
    for entry in given:
        waiver = _waiver(entry, day_of(effective))
        if waiver is None:
            wrong.append(_not_a_waiver(entry))
        elif "." not in waiver.section:
            message = f"a waiver names the sections it is about, not the whole chapter {waiver.section}"
            wrong.append(_bad_waiver(entry, message, "waiver-of-a-section"))
        elif not _known(waiver.section) or waiver.section.split(".")[0] not in (book.chapter, *GENERAL):
            message, fix = f"{waiver.section} is no paragraph of chapter {book.chapter}", "name the paragraph that is waived"
            wrong.append(_bad_waiver(entry, message, "waiver-of-a-section", fix=fix))
        else:
            found.append(waiver)
            wrong += [*_missing(entry, waiver), *_days(entry), *_not_in_force(entry, waiver), *_long_words(entry)]
    return found, wrong


def said_of(book: Chapter, common: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """What a submission says of itself, with what its holder says for all files of the folder. Waivers add up; the holder's
    are those for this chapter or for every game.

    >>> common = {"holder": "Ann", "waivers": ["557.2(a)", "565.2(a)", "521.3"]}
    >>> said_of(chapter("565"), common, {"waivers": ["565.7(d)"]})
    {'holder': 'Ann', 'waivers': ['565.2(a)', '521.3', '565.7(d)']}
    """
    shared, mine = common.get(WORD), own.get(WORD, [])
    if own.get("holder", common.get("holder")) != common.get("holder"):  # the Board waives for the one who petitions
        return {**common, WORD: mine, **own}
    if not isinstance(shared, list) or not isinstance(mine, list):
        return {**common, **own}
    here = [entry for entry in shared if _chapter_waived(entry) in (book.chapter, *GENERAL)]
    return {**common, **own, WORD: [*here, *mine]}


def holders_waivers(given: Any) -> Iterator[tuple[int, Finding]]:
    """What is wrong with the waivers of a holder whatever the chapter, each with the place of its entry; the rest is told with
    the files for which they count."""
    if not isinstance(given, list):
        yield 0, _no_list(given)
        return
    for place, entry in enumerate(given):
        waiver = _waiver(entry, None)
        if waiver is None:
            yield place, _not_a_waiver(entry)
        elif not _known(waiver.section):
            message, fix = f"{waiver.section} is no paragraph of any chapter", "name the paragraph that is waived"
            yield place, _bad_waiver(entry, message, "waiver-of-a-section", fix=fix)


def _chapter_waived(entry: Any) -> str | None:
    """The chapter of a waiver as a file has it, None where it names none."""
    waiver = _waiver(entry, None)
    return waiver.section.split(".")[0] if waiver is not None and "." in waiver.section else None


def granted_choices(book: Chapter, said: Mapping[str, Any]) -> dict[str, Any]:
    """The waivers in force among what a file says, as the choices of a house have them; {} where there is none."""
    found, _ = waivers_in(book, said.get(WORD, []), said.get("effective"))
    held = [waiver.choice() for waiver in found if not waiver.holds]
    return {WORD: held} if held else {}


def _long_words(entry: Any) -> Iterator[Finding]:
    """What a waiver says in words of the holder's own is short enough to be printed."""
    for word in WORDS_OF_WAIVER if isinstance(entry, dict) else ():
        yield from too_long(CITE, WORD, f"{word} of a waiver", str(entry.get(word, "")), LONGEST_REASON)


def _days(entry: Any) -> Iterator[Finding]:
    """The days of a waiver are dates."""
    for word in ("granted", "approved", "until"):
        if isinstance(entry, dict) and entry.get(word, "") != "" and day_of(entry[word]) is None:
            fix = f"write the day as {word} = 2010-12-01; the number of an order goes to petition"
            yield _bad_waiver(entry, f"{word} = {toml(entry[word])} is not a date", "waivers-listed", fix=fix)


def _not_in_force(entry: Any, waiver: Waiver) -> Iterator[Finding]:
    """A waiver that was not granted, or that is not in force on the day from which the submission holds."""
    if waiver.holds and waiver.granted:
        message = f"the waiver of {waiver.section} {waiver.holds}"
        yield _bad_waiver(entry, message, "waiver-in-time", fix="state as effective a day on which the waiver is in force")
    elif waiver.holds and not (isinstance(entry, dict) and entry.get("granted")):
        message = f"the waiver of {waiver.section} {waiver.holds}: what it is about stays an error until then"
        fix = "state granted, the day of the Board's grant, once there is one"
        yield Finding("warning", CITE, WORD, entry, "granted = YYYY-MM-DD", message, "waiver-granted", fix=fix)


def _missing(entry: Any, waiver: Waiver) -> list[Finding]:
    """What the petition behind a waiver lacks; one that is named by its number, or was granted, lies with the Board."""
    if not isinstance(entry, dict) or waiver.petition or entry.get("granted") or entry.get("approved"):
        return []
    said = {**entry, "reason": entry.get("reason") or entry.get("why")}
    lacking = [(word, *PETITION[word]) for word in PETITION if not said.get(word)]
    return [
        Finding(
            *("error", cite, WORD, entry, f"{word}: {what}"),
            *(f"the waiver of {waiver.section} lacks {what}", "waiver-petition"),
            fix=f"add {word}, or the number of the petition",
        )
        for word, cite, what in lacking
    ]


def _no_list(given: Any) -> Finding:
    message = "waivers must be a list, with section and granted in each of its entries"
    return _bad_waiver(given, message, "waivers-listed", fix="begin each with [[waivers]]")


def _not_a_waiver(entry: Any) -> Finding:
    """What is wrong with an entry that cannot be read as a waiver; a word that it does not have may be misspelled."""
    if isinstance(entry, dict) and (unknown := [word for word in entry if word not in WORDS_OF_WAIVER]):
        meant = near(unknown[0], WORDS_OF_WAIVER)
        fix = f"call it {meant[0]}" if meant else f"leave {unknown[0]} out"
        message = f"a waiver has no {toml(unknown[0])}{hint(unknown[0], WORDS_OF_WAIVER)}"
        return _bad_waiver(entry, message, "waivers-listed", fix=fix)
    words = ", ".join(("section", "granted", "until", "petition", *PETITION))
    return _bad_waiver(entry, f"a waiver is a section, or a table with {words}, not {toml(entry)}", "waivers-listed")


def _bad_waiver(given: Any, message: str, rule: str, fix: str = "name the section waived") -> Finding:
    return Finding("error", CITE, WORD, given, "a section of the chapter", message, rule, fix=fix)


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


def _known(section: str) -> bool:
    try:
        paragraph(section)
    except UnknownCitation:
        return False
    return True


def with_waivers(findings: list[Finding], waivers: list[Waiver]) -> Iterator[Finding]:
    """Findings, with a word on those that a waiver would cover if it were in force; a waiver that covers none is odd."""
    used = {finding.waiver for finding in findings}
    for finding in findings:
        asked = next((w for w in waivers if w.holds and w.covers(finding.section)), None)
        if asked is not None and finding.level == "error" and finding.rule not in NOT_WAIVABLE and finding.field != WORD:
            used.add(asked.name)
            finding = replace(finding, message=f"{finding.message}; the waiver of {asked.section} {asked.holds}")
        yield finding
    for waiver in waivers:
        if waiver.name not in used:
            message = f"nothing in this submission needs {waiver.name}"
            yield Finding("warning", waiver.section, WORD, waiver.section, None, message, "waiver-needed", fix="leave it out")
