"""Days that a text counts: the last day of something, whether it was done in time, and what a record has to say of it.

A period of days after an event ends on that day of the calendar: within 30 days of April 1 is until May 1. The texts do not say
what holds where that is a Saturday or Sunday; the last day is named as counted, and filing on the Monday after is a warning. A
period for which something lasts counts its first and its last day.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from pitboss.house.problems import Problem
from pitboss.records.reading import Entry

SATURDAY = 5


@dataclass(frozen=True)
class Deadline:
    """The last day of something, and whether it is done."""

    section: str
    day: date
    what: str
    done: bool = False

    def record(self) -> dict[str, Any]:
        """The deadline as JSON."""
        return {"section": self.section, "day": self.day.isoformat(), "what": self.what, "done": self.done}


@dataclass(frozen=True)
class Statement:
    """What a text asks of a record without any fault of it: a fee, a tag, an amount."""

    section: str
    about: str
    says: str
    why: str = ""

    def record(self) -> dict[str, Any]:
        """The statement as JSON."""
        return {"section": self.section, "about": self.about, "says": self.says, "why": self.why}


def within(start: date, days: int) -> date:
    """The last day of a period that begins with an event.

    >>> print(within(date(2012, 1, 31), 30), within(date(2011, 1, 31), 30))
    2012-03-01 2011-03-02
    """
    return start + timedelta(days=days)


def after_weekend(day: date) -> date:
    """The Monday after a day that is a Saturday or Sunday; otherwise the day itself.

    >>> print(after_weekend(date(2010, 5, 1)), after_weekend(date(2010, 5, 3)))
    2010-05-03 2010-05-03
    """
    return day + timedelta(days=max(0, 7 - day.weekday())) if day.weekday() >= SATURDAY else day


def length(first: date, last: date) -> int:
    """The days from a first to a last one, both counted.

    >>> length(date(2012, 2, 20), date(2012, 3, 5))
    15
    """
    return (last - first).days + 1


def years_later(day: date, years: int) -> date:
    """The same day some years later; March 1 for a February 29 that its year does not have.

    >>> print(years_later(date(2012, 2, 29), 2), years_later(date(2012, 2, 29), 4))
    2014-03-01 2016-02-29
    """
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)


def late(entry: Entry, name: str, due: date, today: date, rule: str, section: str) -> Iterator[Problem]:
    """The problem with a field that says when something was filed, after its last day or not at all. `rule` has a twin for the
    Monday after a weekend, with "-weekend" at its end."""
    filed = entry.day(name)
    if filed is None:
        if today > due:
            message = f"nothing was filed by {due}, and it is {today}"
            weekend = "-weekend" if today <= after_weekend(due) else ""
            fix = f"file it now; it was due on {due}"
            yield entry.problem(f"{rule}{weekend}", name, message, f"{due} or earlier", section, fix)
    elif due < filed <= after_weekend(due):
        message = f"filed on {filed}; the last day, {due}, is a {due:%A}, and the text does not say that Monday will do"
        yield entry.problem(f"{rule}-weekend", name, message, f"{due} or earlier", section)
    elif filed > due:
        message = f"filed on {filed}, {(filed - due).days} days after the last day, {due}"
        yield entry.problem(rule, name, message.replace(" 1 days", " 1 day"), f"{due} or earlier", section)
