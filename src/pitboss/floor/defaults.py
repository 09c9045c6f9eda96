"""The default floor: a table of every game, and a Poker room of each edition, opened where nothing is open yet."""

import structlog

from pitboss.floor.openings import Openings
from pitboss.games import BANKED, NONBANKED
from pitboss.rulebook import chapter

log = structlog.get_logger("pitboss.floor")


async def open_default_floor(openings: Openings) -> None:
    """Opens what is missing of the default floor, where the floor has never had another."""
    if await openings.open_banks():
        return
    for number in BANKED:
        await openings.open_table(None, chapter(number).slug, number, {})
    for number in NONBANKED:
        room = await openings.open_room(None, chapter(number).slug, number)
        await openings.open_room_table(None, room, "1", {})
