"""The pit's figures of a table from its log: rounds, handle, win, drop, pace, decisions.

A tally reads each line once and continues from there, the same after a restart. It counts finished rounds: nothing depends on
hidden cards. Amounts are cents. The win is the ledger's change of the inventory (`pitboss.floor.storage.postings`).
"""

from collections import Counter, deque
from collections.abc import Iterable
from typing import Any

import msgspec
import sqlalchemy as sa

from pitboss.floor.play.live_table import BOTS
from pitboss.floor.storage.database_view import PAGE, View
from pitboss.floor.storage.postings import AT_THE_CAGE
from pitboss.floor.storage.schema import played
from pitboss.floor.storage.transactions import RECORD, StreamLine
from pitboss.table.log.records import End, Record
from pitboss.table.log.stores import TABLE
from pitboss.table.money.ledger import MOVES, REVERSE, Move, balance
from pitboss.table.steps import seat_of

HOUR = 3_600_000  # milliseconds
SHORTEST = 60_000  # for a pace
ACT, WHO, WAGER, CENTS, NOTE = 1, 2, 5, 6, 7  # of a step in a line, which omits trailing fields
BANKS = frozenset({"lose", "win", "cover", "surplus"})  # acts of a round that a player banks
HOUSE = ("inventory", "collected")  # of the house: collected into the inventory at the end of a round


def _gain(moves: tuple[Move, ...]) -> int:
    """The inventory's share of a step's cents: 1, -1 or 0."""
    return sum((move.target in HOUSE) - (move.source in HOUSE) for move in moves)


GAINS = {act: gain for act, moves in MOVES.items() if (gain := _gain(moves))}
REVERSED = {act: gain for act, moves in REVERSE.items() if (gain := _gain(moves))}


def _gain_of(step: list[Any]) -> int:
    if step[ACT] == "reverse":
        return REVERSED.get(str(step[NOTE]).partition(":")[0], 0)  # type: ignore[call-overload, no-any-return]
    return GAINS.get(step[ACT], 0)


class Handle(msgspec.Struct):
    """The wagers of one kind: count, cents, and squares for the standard error. `together` has the squares per round, as seats
    share the dealer."""

    count: int = 0
    cents: int = 0
    squares: int = 0
    together: int = 0


class _Said(msgspec.Struct):
    do: str


class _Line(msgspec.Struct):
    """The part of a line that is counted."""

    v: int
    at: int
    by: list[str]
    command: _Said
    steps: list[list[Any]] = []
    end: End | None = None


_DECODER = msgspec.json.Decoder(_Line)


class Tally:
    """The figures of one table, since it opened or since a moment."""

    def __init__(self, stream: str, since: int = 0) -> None:
        self.stream, self.since = stream, since
        self.version = 0  # the last line counted
        self.opened = 0  # when the first line that is counted was written
        self.rounds = self.void = 0
        self.handle: dict[str, Handle] = {}  # of the rounds that the house banks and that were not void
        self.pots = 0  # between players, and against a player who banks
        self.win = 0  # of the inventory, by everything
        self.compared = 0  # of the inventory, by the rounds that `handle` has
        self.won: Counter[str] = Counter()  # of that by wager or payment
        self.fed = self.boxed = 0  # to the meter, and to the boxes of jackpots
        self.drop = self.taken = 0  # cents brought and taken away
        self.decisions = self.silent = 0  # players' answers, and the house's for silent players
        self.people = 0  # answers to questions among those of players that are no bots
        self.chips: Counter[int] = Counter()  # by seat, without the round in progress
        self.ends: deque[int] = deque()  # when the rounds of the last hour were over
        self._seq = -1  # of the last line that was read
        self._placed: Counter[tuple[str, str]] = Counter()  # in the round in progress
        self._won: Counter[str] = Counter()
        self._bets = 0
        self._decided = [0, 0, 0]
        self._banked = False

    def read(self, view: View) -> bool:
        """Count the next lines; True if there may be more."""
        if self._seq < 0:
            self._seq = self._first(view)
        page = view.page(self.stream, self._seq)
        for line in page:
            if line.kind == RECORD:
                self.take(line)
            self._seq = line.seq
        return len(page) == PAGE

    def _first(self, view: View) -> int:
        """The line before the first round that ends in time. No line has a lower number than its version."""
        if not self.since:
            return 0
        before = sa.select(played.c.last).where(played.c.stream == self.stream, played.c.at < self.since)
        last = view.connection.execute(before.order_by(played.c.round.desc()).limit(1)).scalar()
        self.version = int(last or 0)
        return self.version

    def take(self, line: StreamLine) -> None:
        """The next record."""
        if line.version <= self.version:
            return
        row = _DECODER.decode(line.body)
        self.version = line.version
        self.opened = self.opened or row.at
        counts = row.at >= self.since
        for step in row.steps:
            act = step[ACT]
            if act == "wager" and seat_of(step[WHO]):
                self._placed[step[WHO], step[WAGER]] += step[CENTS]
            elif act == "bet":
                self._bets += step[CENTS]
            elif act in AT_THE_CAGE:
                self._at_the_cage(act, seat_of(step[WHO]), step[CENTS] if len(step) > CENTS else 0, counts)
            elif act in BANKS:
                self._banked = True
            if len(step) > CENTS and (gain := _gain_of(step)):
                self._won[step[WAGER]] += gain * step[CENTS]
        if row.command.do in ("decide", "cut"):
            self._decided[row.by[0] == "house"] += 1
            self._decided[2] += row.command.do == "decide" and row.by[0] == "player" and row.by[1] not in BOTS
        if row.end is not None:
            self._end(row.at, row.end, counts)
        elif row.command.do == "act":
            self._act(TABLE.decode(line.body), counts)

    def _at_the_cage(self, act: str, seat: int, cents: int, counts: bool) -> None:
        if act == "leave":
            self.chips[seat] -= cents
            self.taken += cents if counts else 0
        else:
            self.chips[seat] += cents
            self.drop += cents if counts else 0

    def _act(self, record: Any, counts: bool) -> None:
        """Count an act between rounds that moves money, such as a time charge at Poker."""
        assert isinstance(record, Record)
        ledger = balance([step for step in record.steps if step.act not in AT_THE_CAGE])
        self._post(End(0, ledger.players, ledger.inventory, ledger.meter, ledger.box), counts)

    def _post(self, end: End, counts: bool) -> None:
        for who, cents in end.players.items():
            self.chips[seat_of(who)] += cents
        if counts:
            self.win += end.inventory
            self.fed += end.meter
            self.boxed += end.box

    def _end(self, at: int, end: End, counts: bool) -> None:
        """A round is over."""
        self._post(end, counts)
        placed, self._placed = self._placed, Counter()
        (decided, silent, people), self._decided = self._decided, [0, 0, 0]
        banked, self._banked = self._banked, False
        bets, self._bets = self._bets, 0
        won, self._won = self._won, Counter()
        if not counts:
            return
        self.rounds += 1
        self.decisions += decided
        self.silent += silent
        self.people += people
        self.ends.append(at)
        while self.ends[0] <= at - HOUR:
            self.ends.popleft()
        if end.void:
            self.void += 1
        elif banked or bets:
            self.pots += sum(placed.values()) + bets
        elif placed:
            self.compared += end.inventory
            self.won.update(won)
            self._add(placed)

    def _add(self, placed: Counter[tuple[str, str]]) -> None:
        together: Counter[str] = Counter()
        for (_, wager), cents in placed.items():
            handle = self.handle.setdefault(wager, Handle())
            handle.count += 1
            handle.cents += cents
            handle.squares += cents * cents
            together[wager] += cents
        for wager, cents in together.items():
            self.handle[wager].together += cents * cents

    @property
    def wagered(self) -> int:
        """Cents wagered against the house."""
        return sum(handle.cents for handle in self.handle.values())

    def won_but(self, aside: Iterable[str]) -> int:
        """The inventory's win from the rounds in `handle`, without some wagers and payments."""
        return self.compared - sum(self.won[name] for name in aside)

    def pace(self, now: int) -> int | None:
        """Rounds per hour over the last hour or since opening; None if that is too short."""
        time = min(HOUR, now - max(self.opened, self.since))
        if not self.opened or time < SHORTEST:
            return None
        return round(sum(at > now - HOUR for at in self.ends) * HOUR / time)
