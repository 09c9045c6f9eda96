"""The options in force at a table, all of them, as its log has them: a default that changes later does not change what an old
log is replayed with."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from pitboss.errors import NotAuthorized
from pitboss.house import House
from pitboss.table.commands import Open


def options_of(house: House) -> dict[str, Any]:
    """Every option of a house with its value, as JSON has it; a fraction of a percent as the decimal number that it is.

    >>> options = options_of(House.of("565", {"ante_bonus": "B"}))
    >>> options["ante_bonus"], options["dealing"]
    ('B', 'manual shoe')
    """
    return {option: float(value) if isinstance(value, Fraction) else value for option, value in house.values.items()}


def house_of(opening: Open) -> House:
    """The house with which a table was opened; raises NotAuthorized where its options do not go together. Logs did not always
    name every option: those that one does not name have the defaults of today."""
    stated = {o: value for o, value in opening.options.items() if opening.limited or o != "table_maximum"}
    house = House.of(opening.chapter, {**stated, **opening.house}, opening.limited)
    found = options_of(house)
    for option, value in opening.options.items():
        if found[option] != value:
            raise NotAuthorized(f"{option} is {value!r} in force and {found[option]!r} by choice", house.section(option))
    return replace(house, given=dict(opening.house), pays_in_chips=opening.pays_in_chips)
