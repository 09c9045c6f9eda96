"""Waivers that the Board has granted to a certificate holder (§ 521.5), and which waived choices a table can be run with.

A house's choices may include `waivers`, a list of waived sections, each with the Board's grant. They go wherever the choices
go, including a table's log. A table accepts a waived choice if it can be run with it: a number outside the printed bounds, or a
payout below the printed floor. It cannot run a choice in words that its chapter does not have, since there is no procedure.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from pitboss.errors import NotAuthorized
from pitboss.house.problems import Problem, refuse
from pitboss.house.rules import rule_of
from pitboss.rulebook import Chapter, Option, chapter_of
from pitboss.rulebook.chapters import tidied
from pitboss.words import toml

WORD = "waivers"  # their key among the choices of a house
CITE = "521.5"
LISTED = ("payout_limit", "vigorish_rounding")  # chosen from a printed list, but a table can use any number
MOST_SEATS = 8  # for which our drawn layouts have room, one more than printed
DECK = 52


@dataclass(frozen=True)
class Waiver:
    """A waiver of a section, granted or requested. `granted` is the day of the Board's grant, "" for a request; `until` is its
    last day, if there is one; `holds` is the reason why it is not in force, "" if it is."""

    section: str
    granted: str = ""
    petition: str = ""
    until: str = ""
    holds: str = ""

    @property
    def name(self) -> str:
        """The waiver's name in messages.

        >>> Waiver("565.2(a)", "2011-01-05").name
        'the waiver of 565.2(a), granted 2011-01-05 (§ 521.5)'
        >>> Waiver("565.2(a)", "2011-01-05", "2010-17", "2012-01-04").name
        'petition 2010-17, granted 2011-01-05 until 2012-01-04 (§ 521.5)'
        """
        which = f"petition {self.petition}" if self.petition else f"the waiver of {self.section}"
        until = f" until {self.until}" if self.until else ""
        return f"{which}{f', granted {self.granted}{until}' if self.granted else ''} (§ {CITE})"

    def late(self, day: date) -> str:
        """Why a granted waiver is not in force on a day, "" if it is.

        >>> Waiver("565.2(a)", "2011-01-05", until="2012-01-04").late(date(2012, 1, 5))
        'ended on 2012-01-04'
        """
        since, until = day_of(self.granted), day_of(self.until)
        if since and day < since:
            return f"was granted on {since}"
        return f"ended on {until}" if until and until < day else ""

    def covers(self, section: str) -> bool:
        """True if a paragraph is the waived one or lies within it.

        >>> Waiver("565.12").covers("565.12(d)"), Waiver("565.1").covers("565.12(d)")
        (True, False)
        """
        return section == self.section or section.startswith(f"{self.section}(")

    def choice(self) -> dict[str, str]:
        """The waiver as an entry of a house's choices."""
        optional = {"petition": self.petition, "until": self.until}
        return {"section": self.section, "granted": self.granted} | {word: value for word, value in optional.items() if value}


def day_of(given: Any) -> date | None:
    """The date that a value means: a TOML date, or a string with an ISO date; None if it is neither.

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


def read_waivers(given: Any) -> tuple[tuple[Waiver, ...], list[Problem]]:
    """The waivers among the choices of a house, or no waivers and the problem of the first that is unreadable or not
    granted."""
    entries = [_granted(entry) for entry in (given if isinstance(given, list | tuple) else [given])]
    problems = [entry for entry in entries if isinstance(entry, Problem)]
    return () if problems else tuple(entry for entry in entries if isinstance(entry, Waiver)), problems[:1]


def check_in_force(given: Any, day: date) -> None:
    """Raise NotAuthorized if one of the waivers among the choices of a house is not in force on a day."""
    waivers, problems = read_waivers(given)
    refuse(problems)
    for waiver in waivers:
        if why := waiver.late(day):
            raise NotAuthorized(f"the waiver of {waiver.section} {why}: it is not in force on {day}", CITE)


def _granted(entry: Any) -> Waiver | Problem:
    words = ("section", "granted", "petition", "until")
    fields = entry if isinstance(entry, Mapping) else {"": entry}
    if not all(word in words and isinstance(value, str | date) for word, value in fields.items()):
        return _unlisted(entry, "a waiver among the choices is a table with section, granted, petition and until")
    section, granted, petition, until = (str(fields.get(word, "")).strip() for word in words)
    if "." not in section or day_of(granted) is None:
        return _unlisted(entry, "a waiver among the choices names its section, and the day of the Board's grant")
    if until and day_of(until) is None:
        return _unlisted(entry, f"until = {toml(until)} is not a date")
    return Waiver(tidied(section), granted, petition, until)


def _unlisted(entry: Any, message: str) -> Problem:
    return Problem(message, CITE, WORD, entry, "a section and its grant", "waivers-listed")


def waive(problem: Problem, book: Chapter, waivers: Iterable[Waiver], largest_wager: int) -> Problem:
    """A problem, reduced to a warning if a waiver covers it. Some waived choices can be run at a table; a payout limit below
    the largest wager cannot, since it would not even pay one to one."""
    by = next((waiver for waiver in waivers if waiver.covers(problem.section)), None)
    rule = rule_of(problem.rule)
    if by is None or not rule.waivable or (problem.playable and problem.level == "warning"):
        return problem
    option = next((option for option in book.options if option.option == problem.field), None)
    if option is None or problem.playable:
        return problem.waived(by.name, problem.playable or rule.playable)
    if not _is_plausible(option, problem.given):
        return problem
    short = option.option == "payout_limit" and problem.given < largest_wager
    return problem.waived(by.name, not short and (rule.playable or _is_playable(option, problem)))


def _is_plausible(option: Option, given: Any) -> bool:
    """True if the value is plausible: not negative, not empty."""
    if isinstance(given, list | tuple):
        return bool(given) and all(type(entry) is not int or entry >= 0 for entry in given)
    if isinstance(given, int | float | Fraction) and not isinstance(given, bool):
        return option.kind != "table" and given >= 0
    return bool(given) or isinstance(given, bool)


def _is_playable(option: Option, problem: Problem) -> bool:
    """True if a table can use a number that the option does not allow."""
    given = problem.given
    if problem.rule != option.option or option.kind not in ("number", "amount") or not isinstance(given, int | Fraction):
        return False
    if not isinstance(option.allowed, dict) and option.option not in LISTED:
        return False
    most = most_seats(option) if option.option in ("seats", "boxes") else 100 if option.unit == "percent" else None
    return given > 0 and (most is None or given <= most)


def most_seats(option: Option) -> int:
    """The largest number of seats for which a table has room and enough cards, including a hand for the dealer.

    >>> from pitboss.rulebook import chapter
    >>> games = ("three-card-poker", "caribbean-stud-poker", "high-card-flush", "crazy-4-poker")
    >>> [most_seats(next(o for o in chapter(game).options if o.option == "seats")) for game in games]
    [8, 8, 6, 7]
    """
    cards = [limit.value for limit in chapter_of(option.section).limits if limit.name == "cards_per_hand"]
    return min([MOST_SEATS, int(option.allowed["max"]) + 1, *(DECK // int(per_hand) - 1 for per_hand in cards)])
