"""Felts for pages: drawn in both forms, with the places of things, and small for the lobby.

Measuring and drawing takes a moment: once per house, outside the event loop.
"""

import asyncio
from collections.abc import Iterable
from typing import Any, NamedTuple

from pitboss.felt import FORMS, draw, felt_of, small
from pitboss.games import game
from pitboss.house import House

MOST = 256  # cached houses


class Drawn(NamedTuple):
    """A felt in each form, with the places of things and seats, and the small one."""

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
    """Draw the felts of these houses before the first request."""
    for house in houses:
        await felt_for(house)


def _drawn(house: House) -> Drawn:
    felts = {form: felt_of(house, form) for form in FORMS}
    return Drawn(
        {form: draw(felt) for form, felt in felts.items()},
        {form: felt.places() for form, felt in felts.items()},
        game(house.chapter.chapter).seats(house)[0],
        small(house),
    )
