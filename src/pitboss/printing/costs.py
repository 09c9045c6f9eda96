"""What the wagers of a house cost a player: from the file of well-known houses, or worked out where that takes seconds. A
progressive wager depends on its meter and is left out."""

import json
from collections.abc import Mapping
from typing import Any

from pitboss.advice.edges import known, worked_out
from pitboss.advice.mathematics import mathematics_of
from pitboss.house import House
from pitboss.optional_packages import require
from pitboss.rulebook import chapter

APART = {  # options on which no odds depend
    "discard_rack",
    "idle_spread",
    "notices_shown",
    "payout_limit_notice",
    "payout_notice",
    "payouts_shown",
    "seats",
    "table_maximum",
    "table_minimum",
    "tip_box",
}


def costs(house: House) -> dict[str, float]:
    """The house's part of each wager by name, the main one first; nothing where it would take long.

    >>> [(wager, round(edge, 4)) for wager, edge in costs(House.of("three-card-poker", {"table_minimum": 1500})).items()]
    [('Ante', 0.0337), ('Pair Plus', 0.128)]
    """
    number = house.chapter.chapter
    wanted = _odds_of(number, house.given)
    for key, wagers in known().items():
        about, given = json.loads(key)
        if about == number and _odds_of(number, given) == wanted:
            return {wager: expected.edge for wager, expected in wagers.items()}
    if mathematics_of(number).slow:
        return {}
    require("odds")
    return {wager: expected.edge for wager, expected in worked_out(number, dict(house.given)).wagers.items()}


def _odds_of(number: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The choices that odds depend on and that are not the default."""
    default = {option.option: option.default for option in chapter(number).options}
    return {name: value for name, value in given.items() if name not in APART and value != default.get(name)}
