"""The felt of a table as pages have it: drawn in both forms, where things lie on it, and small for the lobby.

A felt is measured before it is drawn, which takes a moment: once for each house, and never in the event loop.
"""

import asyncio
from collections.abc import Iterable
from typing import Any, NamedTuple

from pitboss.felt import FORMS, draw, felt_of, small
from pitboss.games import game
from pitboss.house import House

MOST = 256  # houses whose felts are kept


class Drawn(NamedTuple):
    """The drawings in each form, where things lie in each, how many seats there are, and the small one."""

    felts: dict[str, str]
    places: dict[str, dict[str, Any]]
    seats: int
    small: str


_kept: dict[str, Drawn] = {}


async def felt_for(house: House) -> Drawn:
    """The felt of a house."""
    key = f"{house.chapter.chapter} {sorted(house.given.items())}"
    if key not in _kept:
        drawn = await asyncio.to_thread(_drawn, house)
        if len(_kept) >= MOST:
            _kept.clear()
        _kept[key] = drawn
    return _kept[key]


async def draw_ahead(houses: Iterable[House]) -> None:
    """Draws the felts of some houses before anybody asks for them."""
    for house in houses:
        await felt_for(house)


def _drawn(house: House) -> Drawn:
    found = {form: felt_of(house, form) for form in FORMS}
    return Drawn(
        {form: draw(felt) for form, felt in found.items()},
        {form: felt.places() for form, felt in found.items()},
        game(house.chapter.chapter).seats(house)[0],
        small(house),
    )
