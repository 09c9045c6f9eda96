"""Waiting lists by the clock: the house strikes absent players, and called players who leave a free seat empty, on record.

A player on a list is present while a line to a table of the room is open, and for a while after each request.
"""

import asyncio
from collections.abc import Iterator

from pitboss.card_room.commands import Strike
from pitboss.card_room.room import Room
from pitboss.floor.play.banks import Bank
from pitboss.floor.play.dealer import is_full, shorter
from pitboss.floor.play.rooms import RoomBank
from pitboss.floor.play.tables import Tables
from pitboss.table.commands import FLOORPERSON

SEEN = 60.0  # seconds that a player without a line counts as present
Listed = tuple[str, str]  # a room and a player


class WaitingLists:
    """The clocks of the waiting lists of a floor."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._seen: dict[Listed, float] = {}  # when each listed player was last present
        self._called: dict[Listed, float] = {}  # since when a seat is free for the first on a list
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def saw(self, bank: Bank, player: str) -> None:
        """Note that a player is present: a request, or a line that opened or closed."""
        if isinstance(bank, RoomBank) and (bank.place, player) in self._seen:
            self._seen[bank.place, player] = self.tables.loop.time()

    def look(self, bank: Bank) -> None:
        """Strike the players whose time is up, and look again when the next one's is."""
        if not isinstance(bank, RoomBank) or self.tables.banks.get(bank.name) is not bank or self.tables.stopping:
            return
        if (timer := self._timers.pop(bank.place, None)) is not None:
            timer.cancel()
        if bank.room is None or bank.broken or bank.served_by:
            return
        now = self.tables.loop.time()
        due = self._due(bank, bank.room, now)
        struck = [(Strike(player), FLOORPERSON) for player, when in due.items() if when <= now]
        if struck:  # when that is durable the list is looked at again
            self.tables.submit_for_house(self.tables.rooms[bank.place], struck)
        elif due:
            self._timers[bank.place] = self.tables.loop.call_at(min(due.values()), self.look, bank)

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
        clocks, seen, since = self.tables.clocks, self._seen[place, player], self._called.get((place, player))
        absent = None if clocks.away is None else seen + clocks.away
        if since is None:
            return absent
        there = has_line or now - seen < SEEN
        seconds = clocks.called if there else shorter(clocks.called, clocks.dropped)
        return shorter(absent, None if seconds is None else since + seconds)

    def _has_line(self, bank: RoomBank, player: str) -> bool:
        return any(player in live.lines for live in self.tables.tables.values() if live.bank is bank)


def called(room: Room) -> Iterator[str]:
    """The players with a free seat: the first on the list for a game with an open table."""
    offered = {
        room.state.tables[name].variant for name, table in room.tables.items() if not table.closed and not is_full(table)
    }
    for entry in room.waiting:
        if entry.variant in offered:
            offered.discard(entry.variant)
            yield entry.player
