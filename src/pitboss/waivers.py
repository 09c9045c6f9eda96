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
from pitboss.rulebook.chapters import tidied
from pitboss.words import toml

WORD = "waivers"  # by which the choices of a house name them
CITE = "521.5"
# What no waiver can mend: a value of the wrong kind, a name that no option has, a table that cannot be read, and what chips and
# arithmetic do not allow whatever the Board says.
NOT_WAIVABLE = (
    *("kind-of-value", "unknown-option", "stated-twice", "payout-of-table", "hand-of-table", "refused"),
    *("limits-in-order", "optional-limits-in-order", "wager-between-limits", "some-wager-lawful", "bet-within-posted"),
    *("chip-within-minimum", "chip-makes-wager", "minimum-in-chips", "chips-pay", "chip-for-wager", "odds-in-cents"),
    *("vigorish-whole", "bet-in-chips", "bets-in-order", "half-kill-in-chips", "charge-in-cents", "dealer-wager-in-chips"),
)
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
    """A section that is waived, or is to be. `granted` is the day of the Board's grant, "" while it is only asked for, `until`
    the last day on which it holds, if there is one; `holds` says why it is not in force, "" where it is."""

    section: str
    granted: str = ""
    petition: str = ""
    until: str = ""
    holds: str = ""

    @property
    def name(self) -> str:
        """What the waiver is called.

        >>> Waiver("565.2(a)", "2011-01-05").name
        'the waiver of 565.2(a), granted 2011-01-05 (§ 521.5)'
        >>> Waiver("565.2(a)", "2011-01-05", "2010-17", "2012-01-04").name
        'petition 2010-17, granted 2011-01-05 until 2012-01-04 (§ 521.5)'
        """
        which = f"petition {self.petition}" if self.petition else f"the waiver of {self.section}"
        until = f" until {self.until}" if self.until else ""
        return f"{which}{f', granted {self.granted}{until}' if self.granted else ''} (§ {CITE})"

    def late(self, day: date) -> str:
        """Why a granted waiver is not in force on a day, "" where it is.

        >>> Waiver("565.2(a)", "2011-01-05", until="2012-01-04").late(date(2012, 1, 5))
        'ended on 2012-01-04'
        """
        since, until = day_of(self.granted), day_of(self.until)
        if since and day < since:
            return f"was granted on {since}"
        return f"ended on {until}" if until and until < day else ""

    def covers(self, section: str) -> bool:
        """Whether a paragraph is the one waived, or belongs to it.

        >>> Waiver("565.12").covers("565.12(d)"), Waiver("565.1").covers("565.12(d)")
        (True, False)
        """
        return section == self.section or section.startswith(f"{self.section}(")

    def choice(self) -> dict[str, str]:
        """The waiver as the choices of a house have it."""
        said = {"petition": self.petition, "until": self.until}
        return {"section": self.section, "granted": self.granted} | {word: value for word, value in said.items() if value}


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


def in_force(given: Any, day: date) -> None:
    """Raises NotAuthorized where one of the waivers among the choices of a house is not in force on a day."""
    for waiver in granted_in(given):
        if why := waiver.late(day):
            raise NotAuthorized(f"the waiver of {waiver.section} {why}: it is not in force on {day}", CITE)


def _granted(entry: Any) -> Waiver:
    words = ("section", "granted", "petition", "until")
    said = entry if isinstance(entry, Mapping) else {"": entry}
    if not all(word in words and isinstance(value, str | date) for word, value in said.items()):
        raise _refused(entry, "a waiver among the choices is a table with section, granted, petition and until")
    section, granted, petition, until = (str(said.get(word, "")).strip() for word in words)
    if "." not in section or day_of(granted) is None:
        raise _refused(entry, "a waiver among the choices names its section, and the day of the Board's grant")
    if until and day_of(until) is None:
        raise _refused(entry, f"until = {toml(until)} is not a date")
    return Waiver(tidied(section), granted, petition, until)


def _refused(entry: Any, message: str) -> NotAuthorized:
    return NotAuthorized(message, CITE, field=WORD, given=entry, allowed="a section and its grant", rule="waivers-listed")


def marked(problem: NotAuthorized, waivers: Iterable[Waiver], option: Option | None, most: int = 0) -> NotAuthorized:
    """The same problem, with the waiver that covers it and whether a table can be run with it all the same. `most` is the
    largest wager: a payout limit below it would not even pay one to one."""
    by = next((waiver for waiver in waivers if waiver.covers(problem.cite)), None)
    if by is not None and problem.rule not in NOT_WAIVABLE and (option is None or _is_sensible(option, problem.given)):
        problem.waiver = by.name
        problem.carried = problem.rule in CARRIED or (option is not None and _carried(option, problem))
        if option is not None and option.option == "payout_limit" and problem.given < most:
            problem.carried = False
    return problem


def _is_sensible(option: Option, given: Any) -> bool:
    """Whether somebody could have asked for a value: a number is not below nothing, and a list or a text is there."""
    if isinstance(given, list | tuple):
        return bool(given) and all(type(each) is not int or each >= 0 for each in given)
    if isinstance(given, int | float | Fraction) and not isinstance(given, bool):
        return option.kind != "table" and given >= 0
    return bool(given) or isinstance(given, bool)


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
