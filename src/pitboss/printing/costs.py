"""What the wagers of a house cost a player: from the file of well-known houses, from the results that come with the package, or
worked out. A progressive wager depends on its meter and is left out."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pitboss.advice.edges import known, worked_out
from pitboss.advice.mathematics import mathematics_of
from pitboss.house import House
from pitboss.optional_packages import require
from pitboss.rulebook import chapter
from pitboss.shipped import shipped

if TYPE_CHECKING:
    from pitboss.odds.parts import Told

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


def costs(house: House, progress: "Told" = None) -> dict[str, float]:
    """The house's part of each wager by name, the main one first. What takes minutes is worked out only where `progress` is
    told of it, and is left out elsewhere.

    >>> [(wager, round(edge, 4)) for wager, edge in costs(House.of("three-card-poker", {"table_minimum": 1500})).items()]
    [('Ante', 0.0337), ('Pair Plus', 0.128)]
    """
    number = house.chapter.chapter
    wanted = _odds_of(number, house.given)
    for key, wagers in known().items():
        about, given = json.loads(key)
        if about == number and _odds_of(number, given) == wanted:
            return {wager: expected.edge for wager, expected in wagers.items()}
    require("odds")
    if mathematics_of(number).slow and progress is None and not _comes_with_the_package(house):
        return {}
    return {wager: expected.edge for wager, expected in worked_out(number, dict(house.given), progress).wagers.items()}


def _comes_with_the_package(house: House) -> bool:
    """Whether what takes long has been solved: wagers that one hand decides are counted in a moment."""
    from pitboss.odds.catalogue import parts_of
    from pitboss.odds.game_odds import no_hands

    long = (part for part in parts_of(house.chapter.chapter) if part.hands is no_hands)
    return all(shipped(part.name, house) is not None for part in long)


def _odds_of(number: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The choices that odds depend on and that are not the default."""
    default = {option.option: option.default for option in chapter(number).options}
    return {name: value for name, value in given.items() if name not in APART and value != default.get(name)}
