"""Checks whether a house's own way may be used at a table: it must set every hand (§ 561.13(d), § 645a.11(c)).

The proof needs compiled code, so it is loaded only for ways that have not been proved. The ways that come with pitboss are
proved in its tests.
"""

from functools import lru_cache
from pathlib import Path

from pitboss.cards import text
from pitboss.games.pai_gow.house_way import HouseWay, house_way, house_ways
from pitboss.optional_packages import require


def unset_hand(name_or_path: str | Path) -> str:
    """The reason why a house's way cannot be used, "" if it sets every hand."""
    return _unset_hand(house_way(name_or_path))


@lru_cache(maxsize=64)
def _unset_hand(way: HouseWay) -> str:
    if way in house_ways():
        return ""
    require("odds")
    from pitboss.games.pai_gow.proof import prove

    failures = prove(way).failures
    return f"{failures[0].why}, for example {text(failures[0].example)}" if failures else ""
