"""What people decided in rounds that are over, compared with exact best play, for the pit.

A table is played again from its log, a few rounds at a time, so that it is known what each player was asked and what he knew
then; how his answer compares is reckoned beside the floor (`pitboss.floor.reckoning`), when nobody waits for advice. The latest
rounds come first. It goes on only while somebody looks at the pit, and rests for most of that time.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
import structlog

from pitboss.advice.jobs import Said
from pitboss.advice.sight import Sight, Verdict, sight_of
from pitboss.cards import Card
from pitboss.errors import BadLog
from pitboss.floor.background import record_of, snapshot_of
from pitboss.floor.database import Database
from pitboss.floor.live import BOTS
from pitboss.floor.recall import find_round
from pitboss.floor.reckoning import Reckoner
from pitboss.floor.schema import played
from pitboss.floor.units import Played
from pitboss.floor.view import View
from pitboss.games import game
from pitboss.table.commands import Decide
from pitboss.table.proving import Key
from pitboss.table.records import Record
from pitboss.table.replay import repeat, table_after
from pitboss.table.steps import UP, Step, seat_of
from pitboss.table.table import SNAPSHOT_ROUNDS, Table
from pitboss.table.viewers import Viewer

log = structlog.get_logger("pitboss.floor")
LOOKED = 10.0  # seconds after somebody looked at the pit in which this goes on
ROUNDS = 5  # that are played again at a time
RESTS = 9  # times as long as that took, before the next
KEPT = 5000  # rounds of a table in which people decided


class Compared(NamedTuple):
    """How many answers were compared, how many of them were best, and what the others cost, in cents."""

    judged: int = 0
    best: int = 0
    cost: Fraction = Fraction(0)


class Answered(NamedTuple):
    """What a person answered for a seat, and what that player knew."""

    seat: int
    sight: Sight
    said: Said


class Over(NamedTuple):
    """A round that is over, what people answered in it, and the seats whose cards everybody has seen."""

    round: int
    at: int
    answers: list[Answered]
    shown: frozenset[int]


class Decided(NamedTuple):
    """When a round was over; how all its answers compare, and those of hands that everybody has seen."""

    at: int
    all: Compared
    shown: Compared


class Judging:
    """The decisions of people at all tables of a floor."""

    def __init__(self, database: Database, reckoner: Reckoner, key: Key = None) -> None:
        self._database, self._reckoner, self._key = database, reckoner, key
        self._tables: dict[str, Judged] = {}
        self._since = 0
        self._until = 0.0
        self._work: asyncio.Task[None] | None = None

    def look(self, streams: Iterable[str], since: int) -> None:
        """Somebody looks at some tables, at rounds since a moment: it goes on for a while."""
        self._tables = {stream: self._tables.get(stream) or Judged(stream, self._key) for stream in streams}
        self._since, self._until = since, time.monotonic() + LOOKED
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._go_on())

    def compared(self, stream: str, since: int, hidden: bool) -> Compared | None:
        """What is known of a table since a moment; None of a table at which nothing is compared. Without `hidden` only answers
        of hands that were shown count: the others would tell what lay in a hand that was folded."""
        found = self._tables.get(stream)
        return None if found is None else found.compared(since, hidden)

    async def _go_on(self) -> None:
        """Compares, table by table, until all is compared or nobody looks any more."""
        goes_on = True
        while goes_on:
            goes_on = False
            for judged in list(self._tables.values()):
                if self._reckoner.closed or time.monotonic() > self._until:
                    return
                try:
                    goes_on |= await self._go_on_with(judged)
                except Exception:  # the other figures are told all the same
                    if not self._reckoner.closed:
                        log.exception("decisions cannot be compared with best play", table=judged.stream)
                    judged.broken = True

    async def _go_on_with(self, judged: "Judged") -> bool:
        """The next rounds of a table; whether there were any."""
        began, since = time.monotonic(), self._since
        found = await self._database.read(lambda connection: judged.read(View(connection), since))
        if found is None:
            return False
        await asyncio.sleep(min(RESTS * (time.monotonic() - began), 1.0))
        for over in found:
            judged.rounds[over.round] = await self._compare(over)
        return True

    async def _compare(self, over: Over) -> Decided:
        verdicts = [(each.seat, await self._reckoner.verdict(each.sight, each.said)) for each in over.answers]
        known = [(seat, verdict) for seat, verdict in verdicts if verdict is not None]
        shown = [verdict for seat, verdict in known if seat in over.shown]
        return Decided(over.at, _compared([verdict for _, verdict in known]), _compared(shown))


class Judged:
    """One table: what people decided in its rounds, from one to the latest."""

    def __init__(self, stream: str, key: Key = None) -> None:
        self.stream, self.broken = stream, False
        self.rounds: dict[int, Decided] = {}  # in which people decided
        self._key = key
        self._low = self._high = 0  # the first and the last of the rounds that have been read
        self._ahead: Again | None = None  # the table after the last of them
        self._behind: Again | None = None  # the table within the rounds before the first of them, which are being read
        self._between = (0, 0)  # the first and the last of those

    def compared(self, since: int, hidden: bool) -> Compared:
        """What is known of the rounds that were over since a moment."""
        found = [each.all if hidden else each.shown for each in self.rounds.values() if each.at >= since]
        cost = sum([each.cost for each in found], Fraction(0))
        return Compared(sum(each.judged for each in found), sum(each.best for each in found), cost)

    def read(self, view: View, since: int) -> list[Over] | None:
        """Reads on: rounds in which people decided, [] where nobody did; None where there is nothing to be read."""
        newest = newest_round(view, self.stream)
        if self.broken or not newest:
            return None
        if not self._high:
            self._low, self._high = newest + 1, newest
        return self._read_ahead(view, newest) if newest > self._high else self._read_back(view, since)

    def _read_ahead(self, view: View, newest: int) -> list[Over]:
        """Rounds that were played since."""
        before = self._high
        first, last = self._played(view, before + 1), self._played(view, min(before + ROUNDS, newest))
        if not people_decided(view, first, last):
            self._high = last.round
            return []
        if self._ahead is None or first.round - self._ahead.table.rounds > SNAPSHOT_ROUNDS:
            self._ahead = Again(view, first, self._key)
        upto = min(self._ahead.table.rounds + ROUNDS, newest)
        self._high = max(before, upto)
        return [over for over in self._ahead.go_on(view, self._played(view, upto)) if over.round > before]

    def _read_back(self, view: View, since: int) -> list[Over] | None:
        """Rounds before those that have been read, from the last snapshot before them on."""
        if self._behind is None:
            if self._low <= 1 or len(self.rounds) >= KEPT or self._played(view, self._low - 1).at < since:
                return None
            last = self._played(view, self._low - 1)
            first = self._first_with(view, last, since)
            if not people_decided(view, first, last):
                self._low = first.round
                return []
            self._behind, self._between = Again(view, last, self._key), (first.round, last.round)
        first_round, last_round = self._between
        upto = min(self._behind.table.rounds + ROUNDS, last_round)
        found = self._behind.go_on(view, self._played(view, upto))
        if upto == last_round:
            self._low, self._behind = first_round, None
        return [over for over in found if over.round >= first_round]

    def _first_with(self, view: View, last: Played, since: int) -> Played:
        """The first round of those that are read together with another, and that were over since a moment."""
        base = view.snapshot_before(self.stream, last.first)
        least = snapshot_of(base[1]).rounds + 1 if base is not None else 1
        query = sa.select(sa.func.min(played.c.round)).where(played.c.stream == self.stream, played.c.round >= least)
        return self._played(view, int(view.connection.execute(query.where(played.c.at >= since)).scalar() or last.round))

    def _played(self, view: View, number: int) -> Played:
        found = find_round(view, self.stream, number)
        if found is None:
            raise BadLog(f"round {number} of {self.stream} is missing")
        return found


class Again:
    """A table played again from its log, from the last snapshot before a round on."""

    def __init__(self, view: View, about: Played, key: Key) -> None:
        base = view.snapshot_before(about.stream, about.first)
        if base is not None:
            self.table: Table = table_after(snapshot_of(base[1]), [], game, key)
        else:
            self.table = table_after(None, [record_of(line) for _, line in view.records(about.stream, 1, 1)], game, key)
        self._stream = about.stream
        self._answers: list[Answered] = []  # in the round in progress

    def go_on(self, view: View, until: Played) -> list[Over]:
        """Plays on until a round is over; the rounds in which people decided. Raises Difference or a PitbossError."""
        found = []
        for _, line in view.records(self._stream, self.table.version + 1, until.last):
            record = record_of(line)
            self._answers += answer_in(self.table, record)
            if (hear := getattr(self.table.chance, "hear", None)) is not None:
                hear(record.evidence)
            repeat(self.table, record, record.version)
            if record.end is not None:
                assert self.table.last is not None
                shown = shown_seats(self.table.last.steps)
                found += [Over(record.end.round, record.at, self._answers, shown)] if self._answers else []
                self._answers = []
        self.table.tail.clear()
        return found


def shown_seats(steps: Iterable[Step]) -> frozenset[int]:
    """The seats that were dealt cards, all of which have lain face up."""
    hidden: dict[int, Counter[Card]] = {}
    for step in steps:
        seat = seat_of(step.who)
        if step.act in ("deal", "draw") and seat:
            hidden.setdefault(seat, Counter()).update(() if step.face == UP else step.cards)
        elif step.act in ("reveal", "move") and step.face == UP and seat in hidden:
            hidden[seat].subtract(step.cards)
    return frozenset(seat for seat, cards in hidden.items() if not +cards)


def _compared(verdicts: list[Verdict]) -> Compared:
    cost = sum([Fraction(verdict.cost) for verdict in verdicts], Fraction(0))
    return Compared(len(verdicts), sum(verdict.best for verdict in verdicts), cost)


def answer_in(table: Table, record: Record) -> list[Answered]:
    """What a person answers by a record that comes next at a table, with what he knows; nothing where it is no such answer, or
    where the rules left only one."""
    deed, (role, name) = record.deed, record.author
    if not isinstance(deed, Decide) or not is_person(role, name):
        return []
    ask = table.ask_of(deed.seat)
    if ask.only is not None:
        return []
    viewer = Viewer(name, frozenset(number for number, seat in table.seats.items() if seat.player == name))
    return [Answered(deed.seat, sight_of(table, viewer, ask), Said(deed.word, deed.cents))]


def is_person(role: str, name: str) -> bool:
    """Whether whoever says something is a player, and no bot."""
    return role == "player" and name not in BOTS


# ---------------------------------------------------------------------------- the log


class _Do(msgspec.Struct):
    do: str


class _Line(msgspec.Struct):
    """What is read of a line to know whether a person decided."""

    by: tuple[str, str]
    command: _Do


_DECODER = msgspec.json.Decoder(_Line)


def people_decided(view: View, first: Played, last: Played) -> bool:
    """Whether a person decided anything from one round to another."""
    for _, line in view.records(first.stream, first.first, last.last):
        found = _DECODER.decode(line.body)
        if found.command.do == "decide" and is_person(*found.by):
            return True
    return False


def newest_round(view: View, stream: str) -> int:
    """The last round of a table that is over, 0 where there is none."""
    query = sa.select(sa.func.max(played.c.round)).where(played.c.stream == stream)
    return int(view.connection.execute(query).scalar() or 0)
