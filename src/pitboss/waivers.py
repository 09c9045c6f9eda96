"""What the Board has waived for a certificate holder (§ 521.5), and which choices a table can be run with for it.

The choices of a house may have `waivers` among them: a list with the section of each and the Board's grant. They go wherever
the choices go, into a table's log too. What a granted waiver covers is not refused where a table can be run with it: a number
outside the printed bounds, or a payout below the printed floor. A word that its chapter does not have says nothing to a table.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from pitboss.errors import NotAuthorized
from pitboss.rulebook import Option, chapter_of

WORD = "waivers"  # by which the choices of a house name them
CITE = "521.5"
# What no waiver can mend: a value of the wrong kind, a name that no option has, a table that cannot be read.
NOT_WAIVABLE = ("kind-of-value", "unknown-option", "stated-twice", "payout-of-table", "hand-of-table", "refused")
# Rules about amounts that a table computes with, whatever they are; the others say what there is no procedure for.
CARRIED = (
    *("payout-limit-least", "payout-limit-most", "payout-limit-fixed", "meter-least", "meter-least-by-table"),
    *("straddle-least", "schedule-percent", "table-floor"),
)
LISTED = ("payout_limit", "vigorish_rounding")  # numbers of a printed list that may be any number for a table
MOST_SEATS = 8  # for which layouts that are drawn here have room, one more than printed
DECK = 52
NOT_CARRIED = "it can be checked here, but not printed, compared or played"


@dataclass(frozen=True)
class Waiver:
    """A section that is waived, or is to be. `granted` is the day or the reference of the Board's grant, "" while it is only
    asked for; `holds` says why it is not in force, "" where it is."""

    section: str
    granted: str = ""
    petition: str = ""
    holds: str = ""

    @property
    def name(self) -> str:
        """What the waiver is called.

        >>> Waiver("565.2(a)", "2011-01-05").name, Waiver("565.2(a)", "order 12", "2010-17").name
        ('the waiver of 565.2(a), granted 2011-01-05 (§ 521.5)', 'petition 2010-17, granted by order 12 (§ 521.5)')
        """
        which = f"petition {self.petition}" if self.petition else f"the waiver of {self.section}"
        by = "" if day_of(self.granted) else "by "
        return f"{which}{f', granted {by}{self.granted}' if self.granted else ''} (§ {CITE})"

    def covers(self, section: str) -> bool:
        """Whether a paragraph is the one waived, or belongs to it.

        >>> Waiver("565.12").covers("565.12(d)"), Waiver("565.1").covers("565.12(d)")
        (True, False)
        """
        return section == self.section or section.startswith(f"{self.section}(")

    def choice(self) -> dict[str, str]:
        """The waiver as the choices of a house have it."""
        return {"section": self.section, "granted": self.granted} | ({"petition": self.petition} if self.petition else {})


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


def granted_in(given: Any) -> tuple[Waiver, ...]:
    """The waivers among the choices of a house; raises NotAuthorized where one is not granted, or cannot be read."""
    found = given if isinstance(given, list | tuple) else [given]
    return tuple(_granted(entry) for entry in found)


def _granted(entry: Any) -> Waiver:
    words = {"section", "granted", "petition"}
    if not isinstance(entry, Mapping) or set(entry) - words or not all(isinstance(entry.get(w, ""), str | date) for w in words):
        raise _refused(entry, "a waiver among the choices is a table with section, granted and petition")
    waiver = Waiver(*(str(entry.get(word, "")).strip() for word in ("section", "granted", "petition")))
    if "." not in waiver.section or not waiver.granted:
        raise _refused(entry, "a waiver among the choices names its section, and the day or the reference of the Board's grant")
    return waiver


def _refused(entry: Any, message: str) -> NotAuthorized:
    return NotAuthorized(message, CITE, field=WORD, given=entry, allowed="a section and its grant", rule="waivers-listed")


def marked(problem: NotAuthorized, waivers: Iterable[Waiver], option: Option | None) -> NotAuthorized:
    """The same problem, with the waiver that covers it and whether a table can be run with it all the same."""
    by = next((waiver for waiver in waivers if waiver.covers(problem.cite)), None)
    if by is not None and problem.rule not in NOT_WAIVABLE:
        problem.waiver = by.name
        problem.carried = problem.rule in CARRIED or (option is not None and _carried(option, problem))
    return problem


def _carried(option: Option, problem: NotAuthorized) -> bool:
    """Whether a table can use a number that the option by itself does not allow."""
    given = problem.given
    if problem.rule != option.option or option.kind not in ("number", "amount") or not isinstance(given, int | Fraction):
        return False
    if not isinstance(option.allowed, dict) and option.option not in LISTED:
        return False
    most = most_seats(option) if option.option in ("seats", "boxes") else 100 if option.unit == "percent" else None
    return given > 0 and (most is None or given <= most)


def most_seats(option: Option) -> int:
    """As many seats as a table can have: those for which there is room, and cards, with a hand for the dealer.

    >>> from pitboss.rulebook import chapter
    >>> [most_seats(next(o for o in chapter(n).options if o.option == "seats")) for n in ("555", "565", "678a")]
    [8, 8, 6]
    >>> most_seats(next(o for o in chapter("657a").options if o.option == "seats"))
    7
    """
    cards = [limit.value for limit in chapter_of(option.section).limits if limit.name == "cards_per_hand"]
    return min([MOST_SEATS, int(option.allowed["max"]) + 1, *(DECK // int(each) - 1 for each in cards)])


def standing(problems: Iterable[NotAuthorized]) -> Iterator[NotAuthorized]:
    """The problems that keep a table from being run: all but those waived that it can be run with."""
    return (problem for problem in problems if not problem.carried)


def refuse(problems: Iterable[NotAuthorized]) -> None:
    """Raises the first problem that keeps a table from being run; one that is waived says so."""
    for problem in standing(problems):
        if problem.waiver:
            message = f"{problem.message}; waived by {problem.waiver}: {NOT_CARRIED}"
            raise NotAuthorized(message, problem.cite, field=problem.field, rule=problem.rule)
        raise problem
