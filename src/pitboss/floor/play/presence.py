"""Presence: who is online, and the clocks that act for silent players.

A player is online while a line to any process is open, and for a while after each HTTP request. Offline players are waited for
as long as the clocks say, then lose their seat between two rounds.
"""

import asyncio

from pitboss.floor.play import dealer
from pitboss.floor.play.broadcast import Line, encode
from pitboss.floor.play.live_table import BOTS, LiveTable
from pitboss.floor.play.protocol import Hello
from pitboss.floor.play.tables import Tables
from pitboss.floor.play.waiting_lists import SEEN, WaitingLists


class Presence:
    """The people at the tables of a floor, and its clocks."""

    def __init__(self, tables: Tables, waiting_lists: WaitingLists) -> None:
        self.tables, self.waiting_lists = tables, waiting_lists
        self._timers: dict[LiveTable, tuple[asyncio.TimerHandle, float]] = {}  # with its time

    def begin(self, live: LiveTable) -> None:
        """This process serves a table from now on."""
        for player in live.players():
            self.line_lost(live, player)
        self.arm(live)

    def sat_down(self, live: LiveTable, player: str) -> None:
        """A player has sat down; not durable yet."""
        if player == live.held_by:  # nobody deals where they sit
            self.tables.loop.call_soon(self.hold, live, "")
        if player not in live.lines and player not in BOTS:
            self.tables.loop.call_soon(self.saw, live, player)

    def came(self, live: LiveTable, line: Line) -> None:
        """A line opened: its player is online."""
        if line.player:
            self._tell_server(live, "came", line.player)
            self.is_there(live, line.player, "", True)

    async def catch_up(self, live: LiveTable, hello: Hello) -> None:
        """Wait until this process has seen the version that the client knows, if another process serves the table."""
        cluster = self.tables.cluster
        if live.bank.served_by and cluster is not None and hello.version is not None and hello.log == live.log:
            await cluster.seen(live, hello.version)

    def went(self, live: LiveTable, line: Line) -> None:
        """A line is lost."""
        live.leave(line)
        if line.player:
            self.is_there(live, line.player, "", False)
            if line.player not in live.lines:
                self._tell_server(live, "went", line.player)

    def _tell_server(self, live: LiveTable, what: str, player: str) -> None:
        cluster = self.tables.cluster
        if live.bank.served_by and cluster is not None:
            cluster.tell(live, what, player)

    def is_there(self, live: LiveTable, player: str, process: str, there: bool) -> None:
        """A line of a player opened or closed, at this process ("") or another."""
        self.waiting_lists.saw(live.bank, player)
        lines = live.lines.setdefault(player, {})
        lines[process] = (lines.get(process, 0) if not process else 0) + (1 if there else -1)
        if lines[process] <= 0:
            del lines[process]
        if there:
            if live.waits.gone.pop(player, None) is not None and live.at_rest:
                self.arm(live)
            self.unseat_absent(live)
        elif not lines:
            self.line_lost(live, player)
        if not lines:
            del live.lines[player]

    def saw(self, live: LiveTable, player: str) -> None:
        """Count a player without a line as online for a while."""
        self.waiting_lists.saw(live.bank, player)
        if player in live.lines or live.bank.served_by or not self.tables.sits(live, player):
            return
        live.waits.gone.pop(player, None)
        live.waits.seen[player] = self.tables.loop.time()
        self.tables.loop.call_later(SEEN, self._look_for, live, player)

    def _look_for(self, live: LiveTable, player: str) -> None:
        seen = live.waits.seen.get(player)
        if seen is not None and self.tables.loop.time() - seen >= SEEN and player not in live.lines:
            del live.waits.seen[player]
            if self.tables.tables.get(live.name) is live:
                self.line_lost(live, player)

    def line_lost(self, live: LiveTable, player: str) -> None:
        """Mark a player as offline."""
        if live.bank.served_by or not self.tables.sits(live, player):
            return
        live.waits.gone[player] = self.tables.loop.time()
        self.tables.run_house(live)
        if live.at_rest:
            self.arm(live)
        if self.tables.clocks.away is not None:
            self.tables.loop.call_later(self.tables.clocks.away, self.unseat_absent, live)
        self.unseat_absent(live)

    def unseat_absent(self, live: LiveTable) -> None:
        """Free the seats of players offline for too long; return players who are back."""
        if self.tables.tables.get(live.name) is not live:
            return
        try:
            commands = dealer.commands_for_absent(live, self.tables.clocks, self.tables.loop.time())
        except Exception as error:
            self.tables.failed(live, error)
            return
        if commands:
            self.tables.submit_for_house(live, commands)

    def is_ready(self, live: LiveTable, player: str, ready: bool) -> None:
        """A player places no more wagers for the next round, or does after all."""
        (live.waits.ready.add if ready else live.waits.ready.discard)(player)
        self.tables.run_house(live)

    def hold(self, live: LiveTable, name: str, account: int = 0) -> None:
        """Let an employee deal, or ("") the house's dealer continue."""
        live.held_by, live.holder = name, account if name else 0
        for line in live.broadcast.lines:
            line.send(encode({"held_by": name}))
        self.tables.run_house(live)
        if live.at_rest:
            self.arm(live)

    # ------------------------------------------------------------------ clocks

    def arm(self, live: LiveTable) -> float | None:
        """Set the clock of a table; returns the seconds until it acts."""
        time_ = self.tables.loop.time()
        try:
            until = None if live.bank.served_by else dealer.deadline(live, self.tables.clocks, time_)
        except Exception as error:  # no clock is better than no table
            self.tables.failed(live, error)
            until = None
        if until is None:
            self.disarm(live)
            return None
        timer, rings = self._timers.get(live, (None, 0.0))
        if timer is None or rings > until:  # one that rings too early is wound up again when it does
            self.disarm(live)
            self._timers[live] = self.tables.loop.call_at(until, self._time_is_up, live), until
        return until - time_

    def disarm(self, live: LiveTable) -> None:
        timer, _ = self._timers.pop(live, (None, 0.0))
        if timer is not None:
            timer.cancel()

    def _time_is_up(self, live: LiveTable) -> None:
        self._timers.pop(live, None)
        if not live.at_rest:  # the next flush sets the clock again
            return
        if live.waits.until is None or live.waits.until > self.tables.loop.time():
            self.arm(live)
            return
        live.waits.since = -1
        self.tables.counts.by_clock += 1
        try:
            commands = dealer.commands_at_timeout(live)
        except Exception as error:  # no answer for the silent player: the pit has to rule
            self.tables.failed(live, error)
        else:
            self.tables.submit_for_house(live, commands)
