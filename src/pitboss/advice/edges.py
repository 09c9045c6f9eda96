"""The odds of the wagers of well-known houses as a file, so that nobody waits for them: the default house of every chapter and
the tables with which a floor opens. The command

    python -m pitboss.advice.edges

works them out and writes the file anew; nothing in it is typed. A progressive wager depends on its meter, and is not in it.
"""

import json
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.advice.handle import Expected
from pitboss.games import MODULES, game
from pitboss.house import House

if TYPE_CHECKING:
    from pitboss.odds.parts import Told

FILE = Path(__file__).with_name("edges.json")
FLOOR = Path(__file__).resolve().parent.parent / "floor" / "play" / "default.toml"


class Known(msgspec.Struct, frozen=True):
    """A house, and its wagers, the main one first."""

    chapter: str
    house: dict[str, Any]
    wagers: dict[str, Expected]


@cache
def known() -> Mapping[str, dict[str, Expected]]:
    """The wagers of every house in the file."""
    return {key_of(each.chapter, each.house): each.wagers for each in msgspec.json.decode(FILE.read_bytes(), type=list[Known])}


def key_of(chapter: str, given: Mapping[str, Any]) -> str:
    """What tells one house from another."""
    return json.dumps([chapter, given], sort_keys=True, default=str)


def expected_at(house: House) -> dict[str, Expected] | None:
    """The odds of every wager of a house but a progressive one, None where the file does not have them."""
    return known().get(key_of(house.chapter.chapter, house.given))


def main_edge(house: House) -> dict[str, Any] | None:
    """The main wager of a house with the house's edge and the standard deviation of a round, both as shares of the wager; None
    where they are not known without working them out.

    >>> main_edge(House.of("three-card-poker"))["wager"], round(main_edge(House.of("three-card-poker"))["edge"], 6)
    ('Ante', 0.03373)
    """
    found = expected_at(house)
    if not found:
        return None
    wager, first = next(iter(found.items()))
    return {"wager": wager, "edge": first.edge, "exact": first.exact, "deviation": first.deviation}


# ---------------------------------------------------------------------------- writing the file


def houses() -> Iterator[tuple[str, dict[str, Any]]]:
    """The chapters with wagers against the house and their choices: each by its defaults, then the tables of the floor."""
    banked = sorted(number for number in MODULES if game(number).dealt_in is None)
    listed: list[tuple[str, dict[str, Any]]] = [(number, {}) for number in banked]
    for table in tomllib.loads(FLOOR.read_text(encoding="utf-8"))["table"]:
        if (each := (table["chapter"], table.get("house", {}))) not in listed:
            listed.append(each)
    yield from listed


def worked_out(number: str, given: dict[str, Any], progress: "Told" = None) -> Known:
    """The odds of a house, as the file has them."""
    from pitboss.advice.expectation import expectation

    found = expectation(House.of(number, given), progress=progress)
    found.pop(game(number).progressive if _metered(number) else "", None)
    return Known(number, given, found)


def _metered(number: str) -> bool:
    """Whether the progressive wager of a chapter has a meter; the $1 bonus of § 559.8 has none."""
    return any(option.option == "progressive_meter" for option in House.of(number).chapter.options)


def main() -> None:
    """Works everything out and writes the file."""
    found = []
    for number, given in houses():
        print(number, given, file=sys.stderr, flush=True)
        found.append(worked_out(number, given))
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()
