"""What a submission says beside its choices: whose it is, at which tables and from when.

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
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from pitboss.house.problems import Problem
from pitboss.house.waivers import day_of
from pitboss.rulebook import Chapter, chapter
from pitboss.submissions.findings import Heading, too_long
from pitboss.words import toml

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})  # Unicode's categories of controls, formats and what is no character
YEARS = 2  # after which temporary chapters run out: preambles of 521 to 565 and of 587, on 4 Pa.C.S. §§ 1303A and 13A03(b)
MOST_TABLES = 250  # that the Act allows one facility
LONGEST_NAME, LONGEST_TABLE = 100, 40  # characters


def holder_problems(head: Heading) -> Iterator[Problem]:
    """Holder and facility are named, in letters that can be seen."""
    book, said = head.book, head.said
    for word in ("holder", "facility"):
        if word in said and not (isinstance(said[word], str) and said[word].strip()):
            message = f"{word} must be a name in quotation marks"
            yield _unnamed(book, word, said[word], "a name", message)
        elif hidden := unseen(str(said.get(word, ""))):
            message = f"{word} has a character that nobody can see ({hidden})"
            yield _unnamed(book, word, said[word], "a name of letters that can be seen", message)
        else:
            yield from too_long(book.chapter, word, word, str(said.get(word, "")), LONGEST_NAME)
    if "holder" not in said:
        message, fix = "the submission does not say whose it is", 'add holder = "…", the certificate holder'
        yield Problem(message, book.chapter, "holder", None, "a name", "holder-stated", fix=fix)


def _unnamed(book: Chapter, field: str, given: Any, allowed: str, message: str, rule: str = "name-of-holder") -> Problem:
    return Problem(message, book.chapter, field, given, allowed, rule, fix=f"set {field} to {allowed}, or leave it out")


def table_problems(head: Heading) -> Iterator[Problem]:
    """Tables are named, each once."""
    book, tables = head.book, head.said.get("tables", [])
    named = isinstance(tables, list) and all(type(t) is int or (isinstance(t, str) and t.strip()) for t in tables)
    if not named:
        message = 'tables must be a list of numbers or names, such as [1, 2] or ["BJ 12"]'
        yield _unnamed(book, "tables", tables, "a list of numbers or names", message, "tables-listed")
        return
    if len(tables) > MOST_TABLES:
        message, most = f"{len(tables)} tables are named; a facility has at most {MOST_TABLES}", {"max": MOST_TABLES}
        fix = f"name at most {MOST_TABLES} tables, or leave it out"
        yield Problem(message, book.chapter, "tables", len(tables), most, "tables-listed", fix=fix)
        return
    for name in tables:
        if hidden := unseen(str(name)):
            message = f"a name in tables has a character that nobody can see ({hidden})"
            yield _unnamed(book, "tables", tables, "names of letters that can be seen", message, "tables-listed")
        yield from too_long(book.chapter, "tables", "a name in tables", str(name), LONGEST_TABLE)
    for table in [name for name, times in Counter(" ".join(str(t).split()) for t in tables).items() if times > 1]:
        message, fix = f"table {table} is named twice", f"name table {table} once"
        yield Problem(message, book.chapter, "tables", tables, "each table once", "table-once", fix=fix)


def twice_problems(head: Heading) -> Iterator[Problem]:
    """An option is stated once, by one of its names."""
    known = {option.option: option.section for option in head.book.options}
    for option, name, twice in head.twice:
        section = known.get(option, head.book.chapter)
        yield Problem(
            f"{twice} is stated twice", section, name, head.given.get(name), "once", "stated-twice", fix="state it once"
        )


def date_problems(head: Heading) -> Iterator[Problem]:
    """A submission says from when it holds, and files under the text of that day."""
    book, said = head.book, head.said
    if "effective" not in said:
        edition = f"{book.edition} of {book.dated}" if book.dated else book.edition
        message = f"the submission does not say from when it holds; it is checked as of its edition, {edition}"
        fix = "add effective = YYYY-MM-DD"
        yield Problem(message, book.chapter, "effective", None, "a date", "effective-stated", fix=fix)
    elif (day := day_of(said["effective"])) is None:
        example = book.dated or "2012-03-06"
        message = f"effective = {toml(said['effective'])} is not a date; write, for example, {example}"
        fix = f"set effective to a date, such as {example}"
        yield Problem(message, book.chapter, "effective", said["effective"], "a date", "effective-a-date", fix=fix)
    else:
        yield from _edition_problems(book, day)


def unseen(text: str) -> str:
    """The first character of a text that controls it instead of being read, as its code; "" where there is none.

    >>> unseen("Elm Street"), unseen("Elm\\u202eteertS")
    ('', 'U+202E')
    """
    return next((f"U+{ord(letter):04X}" for letter in text if unicodedata.category(letter) in UNSEEN), "")


def _edition_problems(book: Chapter, day: date) -> Iterator[Problem]:
    """Whether the text of a chapter is the one of a day."""
    given, other = day.isoformat(), book.replaced_by
    see = "see the Pennsylvania Code for the chapter in force on that day"

    def problem(rule: str, message: str, fix: str, allowed: Any = None) -> Problem:
        return Problem(message, book.chapter, "effective", given, allowed, rule, fix=fix)

    if book.dated and day < date.fromisoformat(book.dated):
        message = f"on {given} chapter {book.chapter} was not there yet: its text is of {book.dated}"
        fix = f"set effective to {book.dated} or later" + (f", or file under {book.replaces}" if book.replaces else "")
        yield problem("edition-there-yet", message, fix, {"min": book.dated})
    elif (end := ran_out(book)) is not None and day >= end:
        over = f"chapter {book.chapter} is temporary and ran out on {end.isoformat()}"
        last = (end - timedelta(days=1)).isoformat()
        until, fix = {"max": last}, f"set effective to {last} or earlier, or {f'file under chapter {other}' if other else see}"
        if other:
            yield problem("edition-replaced", f"{over}; {other} replaces it", fix, until)
        else:
            yield problem("edition-ran-out", f"{over}; what replaces it is not among our texts", fix, until)
    elif other and day >= date.fromisoformat(chapter(other).dated):
        later = chapter(other)
        was = "adopted" if later.edition == "final" else "proposed"
        message = f"chapter {other}, which was {was} on {later.dated}, replaces chapter {book.chapter} once it is in force"
        fix = f"file under chapter {other} if it is in force on {given}"
        yield problem("edition-being-replaced", message, fix, {"max": later.dated})
    if book.edition == "proposed":
        message = f"the text of chapter {book.chapter} is a proposal; whether it is in force on {given} it does not say"
        yield problem("edition-proposed", message, see)


def ran_out(book: Chapter) -> date | None:
    """The day on which a temporary chapter ran out, None where it is not temporary.

    >>> ran_out(chapter("three-card-poker")), ran_out(chapter("poker"))
    (datetime.date(2012, 3, 6), None)
    """
    if book.edition != "temporary" or not book.effective:
        return None
    since = date.fromisoformat(book.effective)
    return since.replace(year=since.year + YEARS)
