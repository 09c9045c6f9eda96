"""The options in force at a table, all of them, as its log has them: a default that changes later does not change what an old
log is replayed with."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.errors import NotAuthorized
from pitboss.house import House
from pitboss.house.payout_limits import has_own_limit
from pitboss.rulebook import chapter
from pitboss.table.commands import Open

LIMITS = ("table_minimum", "table_maximum", "optional_wager_minimum", "optional_wager_maximum")


def options_of(house: House) -> dict[str, Any]:
    """Every option of a house with its value, as JSON has it; a fraction of a percent as the decimal number that it is.

    >>> options = options_of(House.of("three-card-poker", {"ante_bonus": "B"}))
    >>> options["ante_bonus"], options["dealing"]
    ('B', 'manual shoe')
    """
    return {option: float(value) if isinstance(value, Fraction) else value for option, value in house.values.items()}


def house_of(opening: Open) -> House:
    """The house with which a table was opened; raises NotAuthorized where its options do not go together. Logs did not always
    name every option: those that one does not name have the defaults of today. What follows from the choices is worked out
    from the choices, since older logs state it as the chapter's default."""
    left_out = (() if opening.limited else ("table_maximum",)) + (
        ("payout_limit",) if has_own_limit(chapter(opening.chapter)) else ()
    )
    stated = {option: value for option, value in opening.options.items() if option not in left_out}
    house = House.of(opening.chapter, {**stated, **opening.house}, opening.limited)
    house = replace(house, given=dict(opening.house), pays_in_chips=opening.pays_in_chips)
    following = house.follows()
    house.values.update(following)
    found = options_of(house)
    for option, value in opening.options.items():
        if found[option] != value and option not in following:
            raise NotAuthorized(f"{option} is {value!r} in force and {found[option]!r} by choice", house.section(option))
    return house


def house_with(opening: Open, limits: Mapping[str, int]) -> House:
    """The same house after it has posted other limits; raises NotAuthorized where they are not lawful."""
    if not opening.limited:
        raise NotAuthorized("this table posts no limits, so none can be changed")
    changed = {"house": {**opening.house, **limits}, "options": {**opening.options, **limits}}
    return house_of(msgspec.structs.replace(opening, **changed))
