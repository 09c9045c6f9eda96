"""Schedules in Poker submissions: rows about rake (§ 553.15(a)(2), § 637a.17(a)(2)) and restrictions of raises (§ 553.18,
§ 637a.8(k)) that depend on the number of players, the limits or the betting rounds.

A row is a table of words and numbers, as in the submission. Percentages are read as the exact decimal that is written.
"""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from pitboss.house import PERCENT_PLACES, House
from pitboss.house.problems import Problem
from pitboss.money import decimal
from pitboss.words import toml

Row = Mapping[str, Any]


def percent(stated: Any) -> Fraction:
    """The exact percentage in a row, -1 if it is not one, or has too many decimal places.

    >>> percent(7.5), percent(0.12345), percent("7")
    (Fraction(15, 2), Fraction(-1, 1), Fraction(-1, 1))
    """
    if type(stated) not in (int, float):
        return Fraction(-1)
    written = Decimal(repr(stated))
    if not written.is_finite() or (written and int(written.normalize().as_tuple().exponent) < -PERCENT_PLACES):
        return Fraction(-1)
    return Fraction(written)


CONDITIONS = ("players", "betting_rounds", "small_bet")


def row_in_force(rows: Iterable[Row], players: int, betting_rounds: int, small_bet: int) -> Row:
    """The first row whose conditions all hold: at most its number of players, at most its number of betting rounds begun, and
    at least its posted minimum; {} if there is none.

    >>> rows = [{"players": 2, "raises": 0}, {"betting_rounds": 3, "raises": 3}]
    >>> row_in_force(rows, 2, 1, 500), row_in_force(rows, 3, 4, 500)
    ({'players': 2, 'raises': 0}, {})
    """
    for row in rows:
        few = players <= row.get("players", players) and betting_rounds <= row.get("betting_rounds", betting_rounds)
        if few and small_bet >= row.get("small_bet", small_bet):
            return row
    return {}


def raises_allowed(house: House, players: int, betting_rounds: int) -> int:
    """The number of raises allowed in a betting round, 0 for any number, by the number of players when it begins."""
    row = row_in_force(house["raise_schedule"], players, betting_rounds, house["small_bet"])
    return int(row.get("raises", house["maximum_raises"]))


def is_raise_row(row: Any) -> bool:
    """True if a row states how many raises there may be, and under which conditions."""
    return _has_conditions(row, {"raises"}) and "raises" in row and type(row["raises"]) is int and row["raises"] >= 0


def is_rake_row(row: Any) -> bool:
    """True if a row states a rake and its conditions: a percentage of at most 10, the maximum for a round of play, levels."""
    if not _has_conditions(row, {"percent", "maximum", "levels"}) or not set(row) - set(CONDITIONS):
        return False
    most, levels = row.get("maximum", 0), row.get("levels", [])
    return (
        percent(row.get("percent", 0)) >= 0
        and type(most) is int
        and most >= 0
        and isinstance(levels, list)
        and all(map(is_level, levels))
    )


def is_level(row: Any) -> bool:
    """True if a row states a level of an incremental rake: the amount taken when the pot reaches an amount."""
    return isinstance(row, dict) and set(row) == {"pot", "take"} and all(type(n) is int and n > 0 for n in row.values())


def _has_conditions(row: Any, beside: set[str]) -> bool:
    """True if a row has conditions that are whole numbers, and no unknown keys."""
    if not isinstance(row, dict) or not set(row) <= {*CONDITIONS, *beside}:
        return False
    return all(type(row[name]) is int and row[name] > 0 for name in CONDITIONS if name in row)


def rake_row_problems(house: House) -> Iterator[Problem]:
    """A row may state a percentage or levels only if the house takes such a rake, and at most 10% (§ 553.15(b)(1),
    § 637a.17(b)(1))."""
    most = next(option.allowed["max"] for option in house.chapter.options if option.option == "rake_percent")
    for row in house["rake_schedule"]:
        if percent(row.get("percent", 0)) > most:
            message = f"rake_schedule takes {decimal(percent(row['percent']))}%, and may take {most}%"
            cite = house.section("rake_percent")
            yield house.problem(message, "rake_schedule", "schedule-percent", cite=cite, allowed={"max": most})
        for name, kind in (("percent", "percentage"), ("levels", "incremental")):
            if row.get(name) and kind not in house["rake"]:
                message = f"rake_schedule states {name}, and rake = {toml(house['rake'])} has no {kind} rake"
                yield house.problem(message, "rake_schedule", "schedule-of-rake", needs=("rake",))
