"""Houses whose felts are measured: every chapter with its defaults, and with every optional wager on."""

from typing import Any

from pitboss.games import MODULES, game
from pitboss.house import House

SWITCH = ("blackjack_switch", "super_match")


def everything(chapter: str) -> dict[str, Any]:
    """The options that turn every optional wager of a chapter on."""
    return {wager.option: True for wager in game(chapter).wagers if wager.option and wager.option not in SWITCH}


HOUSES: dict[str, House] = {
    **{chapter: House.of(chapter) for chapter in MODULES},
    **{f"{chapter} with everything": House.of(chapter, everything(chapter)) for chapter in MODULES if everything(chapter)},
    "633a switch": House.of("633a", everything("633a") | dict.fromkeys(SWITCH, True)),
    "645a player banks": House.of("645a", everything("645a") | {"player_bank": True}),
    "637a omaha": House.of("637a", {"variant": "omaha high-low eight or better", "structure": "pot limit"}),
    "637a stud": House.of("637a", {"variant": "seven-card stud", "bad_beat": True}),
    "553 draw": House.of("553", {"variant": "five-card draw"}),
    "565 one seat": House.of("565", {"seats": 1}),
    "677a two seats": House.of("677a", {"seats": 2}),
    "677a limit": House.of("677a", {"payout_limit": 5_000_000}),
}
