"""Ways of dealing that many wagers share: which cards are dealt and drawn.

>>> [draw.group for draw in PROCEDURES["baccarat"].draws]
['player-third', 'banker-third']
"""

from dataclasses import dataclass

from pitboss.drafts.conditions import parse_condition
from pitboss.drafts.records import Draw

_NATURAL = "baccarat points in player >= 8 or baccarat points in banker >= 8"
_PLAYER, _BANKER, _THIRD = "baccarat points in player", "baccarat points in banker", "baccarat points in player-third"
_BANKER_DRAWS = f"""not ({_NATURAL}) and (cards in player-third = 0 and {_BANKER} <= 5 or cards in player-third = 1 and (
    {_BANKER} <= 2 or {_BANKER} = 3 and {_THIRD} != 8 or {_BANKER} = 4 and {_THIRD} >= 2 and {_THIRD} <= 7
    or {_BANKER} = 5 and {_THIRD} >= 4 and {_THIRD} <= 7 or {_BANKER} = 6 and {_THIRD} >= 6 and {_THIRD} <= 7))"""


@dataclass(frozen=True)
class Procedure:
    """The groups that are dealt and drawn."""

    deal: dict[str, int]
    draws: tuple[Draw, ...]


def _dealer(until: str) -> Procedure:
    return Procedure({"player": 2, "up": 1, "hole": 1}, (Draw("drawn", until=parse_condition(until)),))


PROCEDURES = {
    "baccarat": Procedure(
        {"player": 2, "banker": 2},
        (
            Draw("player-third", when=parse_condition(f"not ({_NATURAL}) and {_PLAYER} <= 5")),
            Draw("banker-third", when=parse_condition(_BANKER_DRAWS)),
        ),
    ),
    "blackjack dealer stands on soft 17": _dealer("total in up + hole + drawn >= 17"),
    "blackjack dealer hits soft 17": _dealer("hard total in up + hole + drawn >= 17 or total in up + hole + drawn >= 18"),
}
