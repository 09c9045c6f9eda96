"""All options in force at a table, as its log has them. An old log is replayed with the defaults of its day, even after a
default has changed.
"""

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
    """Every option of a house with its value, as JSON has it. A fraction of a percent becomes a decimal number.

    >>> options = options_of(House.of("three-card-poker", {"ante_bonus": "B"}))
    >>> options["ante_bonus"], options["dealing"]
    ('B', 'manual shoe')
    """
    return {option: float(value) if isinstance(value, Fraction) else value for option, value in house.values.items()}


def house_of(opening: Open) -> House:
    """The house with which a table was opened; raises NotAuthorized where its options contradict each other. Older logs do not
    name every option: those missing have today's defaults. Values that follow from other choices are derived again, because
    older logs state the chapter's default for them."""
    left_out = (() if opening.limited else ("table_maximum",)) + (
        ("payout_limit",) if has_own_limit(chapter(opening.chapter)) else ()
    )
    stated = {option: value for option, value in opening.options.items() if option not in left_out}
    house = House.of(opening.chapter, {**stated, **opening.house}, opening.limited)
    house = replace(house, given=dict(opening.house), pays_in_chips=opening.pays_in_chips)
    derived = house.follows()
    house.values.update(derived)
    options = options_of(house)
    for option, value in opening.options.items():
        if options[option] != value and option not in derived:
            raise NotAuthorized(f"{option} is {value!r} in force and {options[option]!r} by choice", house.section(option))
    return house


def house_with(opening: Open, limits: Mapping[str, int]) -> House:
    """The house of an opened table after it has posted other limits; raises NotAuthorized where they are not lawful."""
    if not opening.limited:
        raise NotAuthorized("this table posts no limits, so none can be changed")
    changed = {"house": {**opening.house, **limits}, "options": {**opening.options, **limits}}
    return house_of(msgspec.structs.replace(opening, **changed))
