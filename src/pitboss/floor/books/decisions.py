"""Decision quality: people's answers in finished rounds compared with exact best play, for the pit.

Each table is replayed from its log, a few rounds at a time, latest first, to know each question and what the player knew; the
comparison runs beside the floor (`pitboss.floor.books.calculations`) when no client waits. It runs only while staff look at the
pit.
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
from pitboss.floor.books.calculations import Calculator
from pitboss.floor.books.recall import find_round
from pitboss.floor.books.round_context import record_of, snapshot_of
from pitboss.floor.play.live_table import BOTS
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.schema import played
from pitboss.floor.storage.transactions import Played
from pitboss.games import game
from pitboss.table.commands import Decide
from pitboss.table.log.proving import Key
from pitboss.table.log.records import Record
from pitboss.table.log.replay import repeat, table_after
from pitboss.table.steps import UP, Step, seat_of
from pitboss.table.table import SNAPSHOT_ROUNDS, Table
from pitboss.table.view.viewers import Viewer

log = structlog.get_logger("pitboss.floor")
LOOKED = 10.0  # seconds of work after each look at the pit
ROUNDS = 5  # that are played again at a time
RESTS = 9  # times as long as that took, before the next
KEPT = 5000  # rounds with decisions kept


class Compared(NamedTuple):
    """Answers compared, how many were best, and what the others cost in cents."""

    judged: int = 0
    best: int = 0
    cost: Fraction = Fraction(0)


class AnsweredQuestion(NamedTuple):
    """A person's answer, and what they knew."""

    seat: int
    sight: Sight
    said: Said


class FinishedRound(NamedTuple):
    """A finished round: people's answers, and the seats with all cards shown."""

    round: int
    at: int
    answers: list[AnsweredQuestion]
    shown: frozenset[int]


class RoundDecisions(NamedTuple):
    """The comparison of a finished round: of all answers, and of those with shown hands."""

    at: int
    all: Compared
    shown: Compared


class DecisionQuality:
    """The decisions of people at all tables of a floor."""

    def __init__(self, database: Database, calculator: Calculator, key: Key = None) -> None:
        self._database, self._reckoner, self._key = database, calculator, key
        self._tables: dict[str, TableDecisions] = {}
        self._since = 0
        self._until = 0.0
        self._work: asyncio.Task[None] | None = None

    def look(self, streams: Iterable[str], since: int) -> None:
        """Staff look at tables since a moment: compare for a while."""
        self._tables = {stream: self._tables.get(stream) or TableDecisions(stream, self._key) for stream in streams}
        self._since, self._until = since, time.monotonic() + LOOKED
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._go_on())

    def compared(self, stream: str, since: int, hidden: bool) -> Compared | None:
        """The comparison of a table since a moment, None if it has none. Without `hidden` only shown hands count: the others
        would reveal folded cards."""
        decisions = self._tables.get(stream)
        return None if decisions is None else decisions.compared(since, hidden)

    async def _go_on(self) -> None:
        """Compare until all is done or no one looks."""
        goes_on = True
        while goes_on:
            goes_on = False
            for judged in list(self._tables.values()):
                if self._reckoner.closed or time.monotonic() > self._until:
                    return
                try:
                    goes_on |= await self._go_on_with(judged)
                except Exception:  # the pit shows its other figures anyway
                    if not self._reckoner.closed:
                        log.exception("decisions cannot be compared with best play", table=judged.stream)
                    judged.broken = True

    async def _go_on_with(self, judged: "TableDecisions") -> bool:
        """Compare the next rounds of a table; False if there are none."""
        began, since = time.monotonic(), self._since
        finished = await self._database.read(lambda connection: judged.read(View(connection), since))
        if finished is None:
            return False
        await asyncio.sleep(min(RESTS * (time.monotonic() - began), 1.0))
        for over in finished:
            judged.rounds[over.round] = await self._compare(over)
        return True

    async def _compare(self, over: FinishedRound) -> RoundDecisions:
        verdicts = [(each.seat, await self._reckoner.verdict(each.sight, each.said)) for each in over.answers]
        priced = [(seat, verdict) for seat, verdict in verdicts if verdict is not None]
        shown = [verdict for seat, verdict in priced if seat in over.shown]
        return RoundDecisions(over.at, _compared([verdict for _, verdict in priced]), _compared(shown))


class TableDecisions:
    """The comparisons of a table, from one round to the latest."""

    def __init__(self, stream: str, key: Key = None) -> None:
        self.stream, self.broken = stream, False
        self.rounds: dict[int, RoundDecisions] = {}  # with decisions
        self._key = key
        self._low = self._high = 0  # the first and the last of the rounds that have been read
        self._ahead: RoundReplay | None = None  # the table after the last of them
        self._behind: RoundReplay | None = None  # the table within the earlier rounds being read
        self._between = (0, 0)  # the first and the last of those

    def compared(self, since: int, hidden: bool) -> Compared:
        """The comparison of the rounds since a moment."""
        comparisons = [each.all if hidden else each.shown for each in self.rounds.values() if each.at >= since]
        cost = sum([each.cost for each in comparisons], Fraction(0))
        return Compared(sum(each.judged for each in comparisons), sum(each.best for each in comparisons), cost)

    def read(self, view: View, since: int) -> list[FinishedRound] | None:
        """The next rounds with people's answers, [] for none in these; None at the end."""
        newest = newest_round(view, self.stream)
        if self.broken or not newest:
            return None
        if not self._high:
            self._low, self._high = newest + 1, newest
        return self._read_ahead(view, newest) if newest > self._high else self._read_back(view, since)

    def _read_ahead(self, view: View, newest: int) -> list[FinishedRound]:
        """Rounds that were played since."""
        before = self._high
        first, last = self._played(view, before + 1), self._played(view, min(before + ROUNDS, newest))
        if not people_decided(view, first, last):
            self._high = last.round
            return []
        if self._ahead is None or first.round - self._ahead.table.rounds > SNAPSHOT_ROUNDS:
            self._ahead = RoundReplay(view, first, self._key)
        upto = min(self._ahead.table.rounds + ROUNDS, newest)
        self._high = max(before, upto)
        return [over for over in self._ahead.go_on(view, self._played(view, upto)) if over.round > before]

    def _read_back(self, view: View, since: int) -> list[FinishedRound] | None:
        """Rounds before those that have been read, from the last snapshot before them on."""
        if self._behind is None:
            if self._low <= 1 or len(self.rounds) >= KEPT or self._played(view, self._low - 1).at < since:
                return None
            last = self._played(view, self._low - 1)
            first = self._first_with(view, last, since)
            if not people_decided(view, first, last):
                self._low = first.round
                return []
            self._behind, self._between = RoundReplay(view, last, self._key), (first.round, last.round)
        first_round, last_round = self._between
        upto = min(self._behind.table.rounds + ROUNDS, last_round)
        finished = self._behind.go_on(view, self._played(view, upto))
        if upto == last_round:
            self._low, self._behind = first_round, None
        return [over for over in finished if over.round >= first_round]

    def _first_with(self, view: View, last: Played, since: int) -> Played:
        """The first round of those that are read together with another, and that were over since a moment."""
        base = view.snapshot_before(self.stream, last.first)
        least = snapshot_of(base[1]).rounds + 1 if base is not None else 1
        query = sa.select(sa.func.min(played.c.round)).where(played.c.stream == self.stream, played.c.round >= least)
        return self._played(view, int(view.connection.execute(query.where(played.c.at >= since)).scalar() or last.round))

    def _played(self, view: View, number: int) -> Played:
        played = find_round(view, self.stream, number)
        if played is None:
            raise BadLog(f"round {number} of {self.stream} is missing")
        return played


class RoundReplay:
    """A table played again from its log, from the last snapshot before a round on."""

    def __init__(self, view: View, about: Played, key: Key) -> None:
        base = view.snapshot_before(about.stream, about.first)
        if base is not None:
            self.table: Table = table_after(snapshot_of(base[1]), [], game, key)
        else:
            self.table = table_after(None, [record_of(line) for _, line in view.records(about.stream, 1, 1)], game, key)
        self._stream = about.stream
        self._answers: list[AnsweredQuestion] = []  # in the round in progress

    def go_on(self, view: View, until: Played) -> list[FinishedRound]:
        """Replay until the end of a round; returns those with people's answers. Raises Difference or PitbossError."""
        finished = []
        for _, line in view.records(self._stream, self.table.version + 1, until.last):
            record = record_of(line)
            self._answers += answer_in(self.table, record)
            if (hear := getattr(self.table.chance, "hear", None)) is not None:
                hear(record.evidence)
            repeat(self.table, record, record.version)
            if record.end is not None:
                assert self.table.last is not None
                shown = shown_seats(self.table.last.steps)
                finished += [FinishedRound(record.end.round, record.at, self._answers, shown)] if self._answers else []
                self._answers = []
        self.table.tail.clear()
        return finished


def shown_seats(steps: Iterable[Step]) -> frozenset[int]:
    """The seats whose cards have all lain face up."""
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


def answer_in(table: Table, record: Record) -> list[AnsweredQuestion]:
    """A person's answers in the next record, with what they knew. Empty if it has none, or the rules left one choice."""
    command, (role, name) = record.deed, record.author
    if not isinstance(command, Decide) or not is_person(role, name):
        return []
    ask = table.ask_of(command.seat)
    if ask.only is not None:
        return []
    viewer = Viewer(name, frozenset(number for number, seat in table.seats.items() if seat.player == name))
    return [AnsweredQuestion(command.seat, sight_of(table, viewer, ask), Said(command.word, command.cents))]


def is_person(role: str, name: str) -> bool:
    """True for a player who is no bot."""
    return role == "player" and name not in BOTS


# ---------------------------------------------------------------------------- the log


class _Do(msgspec.Struct):
    do: str


class _Line(msgspec.Struct):
    """The part of a line that tells whether a person decided."""

    by: tuple[str, str]
    command: _Do


_DECODER = msgspec.json.Decoder(_Line)


def people_decided(view: View, first: Played, last: Played) -> bool:
    """Whether a person decided anything from one round to another."""
    for _, line in view.records(first.stream, first.first, last.last):
        act = _DECODER.decode(line.body)
        if act.command.do == "decide" and is_person(*act.by):
            return True
    return False


def newest_round(view: View, stream: str) -> int:
    """The last finished round of a table, 0 for none."""
    query = sa.select(sa.func.max(played.c.round)).where(played.c.stream == stream)
    return int(view.connection.execute(query).scalar() or 0)
