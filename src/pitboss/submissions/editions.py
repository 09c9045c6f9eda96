"""Successive editions of one table: which submission a table is run by on a day, and by which before and after it.

A submission runs the tables that it names from its `effective` day until another one of its holder and facility, with a later
day, names them. One that names no table is not replaced by another; one without a day runs its tables always.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Generic, Protocol, TypeVar

from pitboss.house.waivers import day_of

NO_TABLE = ""  # of a submission that names none


class Said(Protocol):
    """A submission as far as its tables go: the name of its file, and what it says beside its choices."""

    @property
    def file(self) -> str: ...

    @property
    def about(self) -> Mapping[str, Any]: ...


Filed = TypeVar("Filed", bound=Said)


@dataclass(frozen=True, order=True)
class Place:
    """A table of a holder's facility."""

    holder: str
    facility: str
    table: str


@dataclass(frozen=True)
class Edition(Generic[Filed]):
    """A submission at a table, from a day to the day before the `next` one; None where there is no such day."""

    place: Place
    submission: Filed
    since: date | None
    until: date | None
    next: Filed | None

    def holds(self, day: date) -> bool:
        """Whether the table is run by it on a day."""
        return (self.since is None or self.since <= day) and (self.until is None or day <= self.until)


def places_of(said: Mapping[str, Any]) -> list[Place]:
    """The tables that a submission names; where it names none, its facility without a table.

    >>> places_of({"holder": "Ann", "tables": [1, "BJ  2"]})[1]
    Place(holder='Ann', facility='', table='BJ 2')
    """
    tables = said.get("tables", [])
    holder, facility = (" ".join(str(said.get(word, "")).split()) for word in ("holder", "facility"))
    names = dict.fromkeys(" ".join(str(t).split()) for t in (tables if isinstance(tables, list) else []))
    return [Place(holder, facility, name) for name in names or (NO_TABLE,)]


def editions(submissions: Iterable[Filed]) -> dict[Place, list[Edition[Filed]]]:
    """The editions of every table, the earliest first; those without a table stand side by side."""
    at: defaultdict[Place, list[tuple[date | None, Filed]]] = defaultdict(list)
    for submission in submissions:
        for place in places_of(submission.about):
            at[place].append((day_of(submission.about.get("effective")), submission))
    return {place: _in_order(place, at[place]) for place in sorted(at)}


def _in_order(place: Place, found: list[tuple[date | None, Filed]]) -> list[Edition[Filed]]:
    found = sorted(found, key=lambda each: (each[0] or date.min, each[1].file))
    listed = []
    for since, submission in found:
        after = [(day, other) for day, other in found if place.table and since and day and day > since]
        day, other = after[0] if after else (None, None)
        listed.append(Edition(place, submission, since, day - timedelta(days=1) if day else None, other))
    return listed


def one_day(said: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two submissions with a table in common hold from one day, or one of them from no day that is known, so that
    neither replaces the other."""
    one, two = (day_of(about.get("effective")) for about in (said, other))
    return one is None or two is None or one == two


def not_in_force(listed: Iterable[Edition[Filed]], day: date) -> str:
    """Why a submission with these editions runs no table on a day; "" where it runs one.

    >>> from types import SimpleNamespace as File
    >>> files = [File(file=f"{n}.toml", about={"tables": [1], "effective": f"201{n}-01-01"}) for n in (1, 2)]
    >>> first, second = editions(files)[Place("", "", "1")]
    >>> [not_in_force([each], date(2012, 6, 1)) for each in (first, second)]
    ['replaced by 2.toml from 2012-01-01', '']
    >>> not_in_force([second], date(2011, 6, 1))
    'not before 2012-01-01'
    """
    why = ""
    for edition in listed:
        if edition.holds(day):
            return ""
        if edition.until is None or day < edition.until:
            why = f"not before {edition.since}"
        elif edition.next is not None:
            why = f"replaced by {edition.next.file} from {edition.until + timedelta(days=1)}"
    return why
