"""Who is at a table and who is not, and the clocks that act for whoever is silent.

Somebody is there as long as a line of his is open, to this process or to another, or he was heard over HTTP a short while ago.
Whoever is not there is waited for as long as the clocks say, and then gives up his seat between two rounds.
"""

import asyncio
from typing import TYPE_CHECKING

from pitboss.floor import dealer
from pitboss.floor.live import LiveTable
from pitboss.floor.protocol import Hello
from pitboss.floor.viewing import Line

if TYPE_CHECKING:
    from pitboss.floor.floor import Floor

SEEN = 60.0  # seconds for which somebody without a line is taken to be there after he was heard


class Presence:
    """The people at the tables of a floor, and its clocks."""

    def __init__(self, floor: "Floor") -> None:
        self.floor = floor
        self._timers: dict[LiveTable, tuple[asyncio.TimerHandle, float]] = {}  # with the time at which each rings

    def came(self, live: LiveTable, line: Line) -> None:
        """A line is open: whoever sits at this table is there again."""
        if line.player:
            self._tell_server(live, "came", line.player)
            self.is_there(live, line.player, "", True)

    async def catch_up(self, live: LiveTable, hello: Hello) -> None:
        """Somebody may know more of a table that another process serves than has been heard of it here yet."""
        if live.bank.served_by and self.floor.elsewhere is not None and hello.version is not None and hello.log == live.log:
            await self.floor.elsewhere.seen(live, hello.version)

    def went(self, live: LiveTable, line: Line) -> None:
        """A line is lost."""
        live.leave(line)
        if line.player:
            self.is_there(live, line.player, "", False)
            if line.player not in live.lines:
                self._tell_server(live, "went", line.player)

    def _tell_server(self, live: LiveTable, what: str, player: str) -> None:
        if live.bank.served_by and self.floor.elsewhere is not None:
            self.floor.elsewhere.tell(live, what, player)

    def is_there(self, live: LiveTable, player: str, process: str, there: bool) -> None:
        """A player has a line open, to this process ("") or to another, or has lost it: whoever has none is not waited for any
        longer than the clocks say."""
        self.floor.lists.saw(live.bank, player)
        lines = live.lines.setdefault(player, {})
        lines[process] = (lines.get(process, 0) if not process else 0) + (1 if there else -1)
        if lines[process] <= 0:
            del lines[process]
        if there:
            if live.waits.gone.pop(player, None) is not None and live.at_rest:
                self.arm(live)
            self.look_round(live)
        elif not lines:
            self.lost_line(live, player)
        if not lines:
            del live.lines[player]

    def saw(self, live: LiveTable, player: str) -> None:
        """Somebody without a line says something, or looks: for a while he is taken to be there."""
        self.floor.lists.saw(live.bank, player)
        if player in live.lines or live.bank.served_by or not self.floor.sits(live, player):
            return
        live.waits.gone.pop(player, None)
        live.waits.seen[player] = self.floor.loop.time()
        self.floor.loop.call_later(SEEN, self._look_for, live, player)

    def _look_for(self, live: LiveTable, player: str) -> None:
        seen = live.waits.seen.get(player)
        if seen is not None and self.floor.loop.time() - seen >= SEEN and player not in live.lines:
            del live.waits.seen[player]
            if self.floor.tables.get(live.name) is live:
                self.lost_line(live, player)

    def lost_line(self, live: LiveTable, player: str) -> None:
        """Nobody knows whether a player is still there."""
        if live.bank.served_by or not self.floor.sits(live, player):
            return
        live.waits.gone[player] = self.floor.loop.time()
        self.floor.go_on(live)
        if live.at_rest:
            self.arm(live)
        if self.floor.clocks.away is not None:
            self.floor.loop.call_later(self.floor.clocks.away, self.look_round, live)
        self.look_round(live)

    def look_round(self, live: LiveTable) -> None:
        """Whoever has been away for too long gives up his seat; whoever is back is dealt a hand again."""
        if self.floor.tables.get(live.name) is not live:
            return
        try:
            said = dealer.came_and_went(live, self.floor.clocks, self.floor.loop.time())
        except Exception as error:
            self.floor.failed(live, error)
            return
        if said:
            self.floor.house_says(live, said)

    def is_ready(self, live: LiveTable, player: str, ready: bool) -> None:
        """A player places no more wagers for the next round, or does after all."""
        (live.waits.ready.add if ready else live.waits.ready.discard)(player)
        self.floor.go_on(live)

    def hold(self, live: LiveTable, name: str, account: int = 0) -> None:
        """An employee deals himself, or lets the house's dealer go on ("")."""
        live.held_by, live.holder = name, account if name else 0
        self.floor.go_on(live)
        if live.at_rest:
            self.arm(live)

    # ------------------------------------------------------------------ clocks

    def arm(self, live: LiveTable) -> float | None:
        """Sets the clock of a table for what it waits for now; in how many seconds it acts."""
        time_ = self.floor.loop.time()
        try:
            until = None if live.bank.served_by else dealer.waits_until(live, self.floor.clocks, time_)
        except Exception as error:  # no clock is better than no table
            self.floor.failed(live, error)
            until = None
        if until is None:
            self.disarm(live)
            return None
        timer, rings = self._timers.get(live, (None, 0.0))
        if timer is None or rings > until:  # one that rings too early is wound up again when it does
            self.disarm(live)
            self._timers[live] = self.floor.loop.call_at(until, self._time_is_up, live), until
        return until - time_

    def disarm(self, live: LiveTable) -> None:
        timer, _ = self._timers.pop(live, (None, 0.0))
        if timer is not None:
            timer.cancel()

    def _time_is_up(self, live: LiveTable) -> None:
        self._timers.pop(live, None)
        if not live.at_rest:  # the next flush sets the clock again
            return
        if live.waits.until is None or live.waits.until > self.floor.loop.time():
            self.arm(live)
            return
        live.waits.since = -1
        self.floor.counts.by_clock += 1
        try:
            said = dealer.after_the_clock(live)
        except Exception as error:  # nobody answers for the silent: the pit has to rule
            self.floor.failed(live, error)
        else:
            self.floor.house_says(live, said)
