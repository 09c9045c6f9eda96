"""The waiting lists of Poker rooms by the clock: the house strikes players who are absent for too long, and the first on a list
who does not take a seat that is free, so that the next one may. Each strike is a record of the room.

A player on a list is present as long as a line to a table of the room is open, and for a while after saying something to the
room or looking at it.
"""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.card_room.commands import Strike
from pitboss.card_room.room import Room
from pitboss.floor.dealer import is_full, least
from pitboss.floor.presence import SEEN
from pitboss.floor.rooms import RoomBank
from pitboss.table.commands import FLOORPERSON

if TYPE_CHECKING:
    from pitboss.floor.banks import Bank
    from pitboss.floor.floor import Floor

Listed = tuple[str, str]  # a room and a player


class Lists:
    """The clocks of the waiting lists of a floor."""

    def __init__(self, floor: "Floor") -> None:
        self.floor = floor
        self._seen: dict[Listed, float] = {}  # when each player on a list was last known to be present
        self._called: dict[Listed, float] = {}  # since when a seat is free for the first on a list
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def saw(self, bank: "Bank", player: str) -> None:
        """A player says something to a room or looks at it, or has just opened or lost a line there."""
        if isinstance(bank, RoomBank) and (bank.place, player) in self._seen:
            self._seen[bank.place, player] = self.floor.loop.time()

    def look(self, bank: "Bank") -> None:
        """Strikes who has kept others waiting for too long, and looks again when the next player is due."""
        if not isinstance(bank, RoomBank) or self.floor.banks.get(bank.name) is not bank or self.floor.stopping:
            return
        if (timer := self._timers.pop(bank.place, None)) is not None:
            timer.cancel()
        if bank.room is None or bank.broken or bank.served_by:
            return
        now = self.floor.loop.time()
        due = self._due(bank, bank.room, now)
        struck = [(Strike(player), FLOORPERSON) for player, when in due.items() if when <= now]
        if struck:  # when that is durable the list is looked at again
            self.floor.house_says(self.floor.rooms[bank.place], struck)
        elif due:
            self._timers[bank.place] = self.floor.loop.call_at(min(due.values()), self.look, bank)

    def _due(self, bank: RoomBank, room: Room, now: float) -> dict[str, float]:
        """When each player on the list comes off it, if nothing happens until then."""
        place, players = bank.place, [entry.player for entry in room.waiting]
        present = {player for player in players if self._has_line(bank, player)}
        self._seen = {
            **{listed: when for listed, when in self._seen.items() if listed[0] != place},
            **{(place, each): now if each in present else self._seen.get((place, each), now) for each in players},
        }
        first = set(called(room))
        self._called = {
            **{listed: when for listed, when in self._called.items() if listed[0] != place},
            **{(place, each): self._called.get((place, each), now) for each in first},
        }
        due = {player: self._until(place, player, player in present, now) for player in players}
        return {player: when for player, when in due.items() if when is not None}

    def _until(self, place: str, player: str, has_line: bool, now: float) -> float | None:
        clocks, seen, since = self.floor.clocks, self._seen[place, player], self._called.get((place, player))
        absent = None if clocks.away is None else seen + clocks.away
        if since is None:
            return absent
        there = has_line or now - seen < SEEN
        seconds = clocks.called if there else least(clocks.called, clocks.dropped)
        return least(absent, None if seconds is None else since + seconds)

    def _has_line(self, bank: RoomBank, player: str) -> bool:
        return any(player in live.lines for live in self.floor.tables.values() if live.bank is bank)


def called(room: Room) -> Iterator[str]:
    """The players for whom a seat is free: the first on the list for a game of which a table has one."""
    offered = {
        room.state.tables[name].variant for name, table in room.tables.items() if not table.closed and not is_full(table)
    }
    for entry in room.waiting:
        if entry.variant in offered:
            offered.discard(entry.variant)
            yield entry.player
