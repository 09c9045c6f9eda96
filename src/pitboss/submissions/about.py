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

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from pitboss.errors import UnknownCitation
from pitboss.rulebook import Chapter, chapter, paragraph
from pitboss.rulebook.chapters import tidied
from pitboss.submissions.findings import Finding

YEARS = 2  # after which temporary chapters run out: preambles of 521 to 565 and of 587, on 4 Pa.C.S. §§ 1303A and 13A03(b)
PETITION = {  # what a petition for a waiver contains
    "description": ("521.5(1)", "a detailed description of what is done otherwise"),
    "reason": ("521.5(2)", "why it is asked for"),
    "jurisdictions": ("521.5(3)", "the other jurisdictions where it is done so"),
}
MOST_TABLES = 250  # that the Act allows one facility
WORDS_OF_WAIVER = ("section", *PETITION, "why", "petition", "approved")


def day_of(given: Any) -> date | None:
    """The day that a file means: a TOML date, or an ISO date as text; None where it is no day.

    >>> day_of("2012-03-06"), day_of("next week"), day_of(7)
    (datetime.date(2012, 3, 6), None, None)
    """
    if isinstance(given, datetime):
        return given.date()
    if isinstance(given, date):
        return given
    try:
        return date.fromisoformat(given) if isinstance(given, str) else None
    except ValueError:
        return None


def about_findings(book: Chapter, about: dict[str, Any]) -> Iterator[Finding]:
    """What is wrong with holder, facility, tables and date."""
    for word in ("holder", "facility"):
        if word in about and not (isinstance(about[word], str) and about[word].strip()):
            yield _error(book, word, about[word], "a name", f"{word} must be a name in quotation marks", "name-of-holder")
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
        message = f"effective = {about['effective']!r} is not a date; write, for example, 2012-03-06"
        yield _error(book, "effective", about["effective"], "a date", message, "effective-a-date")
    else:
        yield from edition_findings(book, day)


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


@dataclass(frozen=True)
class Waiver:
    """A section that the Board has waived for this holder (§ 521.5), and how the file names the waiver."""

    section: str
    name: str

    def covers(self, section: str) -> bool:
        """Whether a paragraph is the one waived, or belongs to it.

        >>> Waiver("565.12", "").covers("565.12(d)"), Waiver("565.1", "").covers("565.12(d)")
        (True, False)
        """
        return section == self.section or section.startswith(f"{self.section}(")


def waivers_in(book: Chapter, given: Any, effective: Any = None) -> tuple[list[Waiver], list[Finding]]:
    """The waivers that a file states, each by its section or as a table with `section`, and what is wrong with them."""
    if not isinstance(given, list):
        example = '["565.12(d)"] or [[waivers]] with section and petition'
        message = f"waivers must be a list of sections, such as {example}"
        return [], [_bad_waiver(given, message, "waivers-listed")]
    found, wrong = [], []
    for entry in given:
        waiver = _waiver(entry)
        if waiver is None:
            words = ", ".join(WORDS_OF_WAIVER)
            wrong.append(_bad_waiver(entry, f"a waiver is a section, or a table with {words}, not {entry!r}", "waivers-listed"))
        elif "." not in waiver.section:
            message = f"a waiver names the sections it is about, not the whole chapter {waiver.section}"
            wrong.append(_bad_waiver(entry, message, "waiver-of-a-section"))
        elif not _known(waiver.section) or waiver.section.split(".")[0] not in (book.chapter, "521", "527"):
            message = f"{waiver.section} is no paragraph of chapter {book.chapter}"
            wrong.append(_bad_waiver(entry, message, "waiver-of-a-section"))
        else:
            found.append(waiver)
            wrong += _missing(entry)
            wrong += _late(entry, effective)
    return found, wrong


def _late(entry: Any, effective: Any) -> list[Finding]:
    """The Board's approval comes before the day from which the submission holds."""
    if not isinstance(entry, dict) or "approved" not in entry:
        return []
    approved, day = day_of(entry["approved"]), day_of(effective)
    if approved is None:
        return [_bad_waiver(entry, f"approved = {entry['approved']!r} is not a date", "waivers-listed")]
    if day is None or approved <= day:
        return []
    message = f"the waiver of {entry['section']} was approved on {approved}, after the submission takes effect on {day}"
    return [_bad_waiver(entry, message, "waiver-in-time")]


def _missing(entry: Any) -> list[Finding]:
    """What the petition behind a waiver lacks; one that is named by its number was granted, and is not asked for."""
    if not isinstance(entry, dict) or entry.get("petition"):
        return []
    said = {**entry, "reason": entry.get("reason") or entry.get("why")}
    lacking = [(word, *PETITION[word]) for word in PETITION if not said.get(word)]
    return [
        Finding(
            *("error", cite, "waivers", entry, f"{word}: {what}"),
            *(f"the waiver of {entry['section']} does not say {what}", "waiver-petition"),
            fix=f"add {word}, or the number of the petition",
        )
        for word, cite, what in lacking
    ]


def _bad_waiver(given: Any, message: str, rule: str) -> Finding:
    return Finding("error", "521.5", "waivers", given, "a section of the chapter", message, rule, fix="name the section waived")


def _waiver(entry: Any) -> Waiver | None:
    if isinstance(entry, str) and entry.strip():
        section = tidied(entry)
        return Waiver(section, f"the waiver of {section} (§ 521.5)")
    if not isinstance(entry, dict) or set(entry) - set(WORDS_OF_WAIVER) or not isinstance(entry.get("section"), str):
        return None
    section, petition = tidied(entry["section"]), entry.get("petition")
    return Waiver(section, f"petition {petition} (§ 521.5)" if petition else f"the waiver of {section} (§ 521.5)")


def _known(section: str) -> bool:
    try:
        paragraph(section)
    except UnknownCitation:
        return False
    return True


def waive(findings: list[Finding], waivers: list[Waiver], waivable: set[str]) -> Iterator[Finding]:
    """Findings with those made warnings that a waiver covers; a waiver that covers none is odd. What is not of the right kind,
    or not an option at all, no waiver can mend."""
    used: set[Waiver] = set()
    for finding in findings:
        by = next((w for w in waivers if w.covers(finding.section)), None)
        if by is not None and finding.level == "error" and finding.rule in waivable:
            used.add(by)
            yield finding.waived(by.name)
        else:
            yield finding
    for waiver in waivers:
        if waiver not in used:
            message = f"nothing in this submission needs {waiver.name}"
            yield Finding(
                "warning", waiver.section, "waivers", waiver.section, None, message, "waiver-needed", fix="leave it out"
            )
