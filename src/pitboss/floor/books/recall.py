"""Recall: finished rounds, as the asker may see them.

Players see the cards of their own seats then, under whatever name; others see what a spectator saw, surveillance every dealt
card. Rounds are redacted as in play (`pitboss.table.view.views.frames`). Undealt cards, salts, unrevealed secrets and
unfinished rounds never appear.
"""

import threading
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from pitboss.card_room.logs import log_name
from pitboss.errors import BadLog, PitbossError
from pitboss.evidence.errors import BadEvidence
from pitboss.evidence.records import Revealed, Shuffled
from pitboss.floor.books.recent_hands import Winner, recent_hands
from pitboss.floor.books.round_context import Before, chance_of, promises_of, record_of, snapshot_of
from pitboss.floor.people import office
from pitboss.floor.play.broadcast import newcomers_in
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.schema import event, opened, played
from pitboss.floor.storage.transactions import Played
from pitboss.games import game
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.house import House
from pitboss.table.commands import Begin, Open
from pitboss.table.game import Game
from pitboss.table.in_force import house_of
from pitboss.table.log.log import Difference
from pitboss.table.log.proving import Key
from pitboss.table.log.records import Record
from pitboss.table.log.replay import table_after
from pitboss.table.log.snapshots import Snapshot
from pitboss.table.steps import seat_name, seat_of
from pitboss.table.table import Table
from pitboss.table.view.proofs import CardProof, proofs
from pitboss.table.view.viewers import SPECTATOR, SURVEILLANCE, Viewer
from pitboss.table.view.views import Frame, frames
from pitboss.telling.plain import say

WAGERED = {"wager": 1, "bet": 1, "cover": 1, "refund": -1}  # acts that stake chips, and that end it
MOST_FRAMES = 2000  # of one round, without long waits before it
LONGEST_NAME = 200
NAMING = (b'{"did":"account made"', b'{"did":"account named"')


class NoProofError(PitbossError, kind="NoProof"):
    """Cards of a round that can no longer be opened one by one."""


class Asker(NamedTuple):
    """The asker: account, 0 if not signed in, and whether they see every dealt card."""

    account: int = 0
    everything: bool = False


class Gain(NamedTuple):
    """Cents wagered in a round, less returns, and cents gained."""

    wagered: int
    cents: int


class Gathered(NamedTuple):
    """What an auditor needs to repeat a round's shuffles: gathered cards by root, and unpublished secrets by promise."""

    cards: dict[str, list[int]]
    hidden: dict[int, str]


NOTHING_GATHERED = Gathered({}, {})


class Found(NamedTuple):
    """A finished round, its house, and its neighbours' numbers, 0 for none."""

    about: Played
    house: House
    beside: tuple[int, int]


class Names:
    """Which account had which name when, from the office's lines."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seq = 0
        self._had: dict[str, list[tuple[int, int]]] = {}  # by name: the line that gave it to an account, and the account

    def read(self, view: View) -> None:
        """Read the new lines of the office."""
        with self._lock:
            while rows := self._rows(view):
                for number, seq, body in rows:
                    self._take(int(number), bytes(body))
                    self._seq = int(seq)

    def _rows(self, view: View) -> list[Any]:
        query = sa.select(event.c.id, event.c.seq, event.c.body).order_by(event.c.seq).limit(1000)
        where = query.where(event.c.stream == office.STREAM, event.c.seq > self._seq)
        return list(view.connection.execute(where))

    def _take(self, number: int, body: bytes) -> None:
        if body.startswith(NAMING):
            event = office.decode(body)
            assert isinstance(event, office.AccountMade | office.AccountNamed)
            self._had.setdefault(event.name, []).append((number, event.account))

    def holder(self, name: str, line: int) -> int:
        """The account with a name as of a line, or its last one; 0 for none."""
        had = self._had.get(name, [])
        at = bisect_left(had, (line, 0))
        return had[at - 1][1] if at else 0


class Seating:
    """The seats from record to record, and which are the asker's."""

    def __init__(self, names: Names, asker: Asker) -> None:
        self._names, self._asker = names, asker
        self._seats: dict[int, tuple[str, bool]] = {}  # player, and whether it is the asker
        self._his = ""  # the asker's last name at the table

    def lay(self, snapshot: Snapshot, line: int) -> None:
        """The seats as a snapshot has them."""
        for number, seat in snapshot.seats.items():
            self._sit(number, seat.player, line)

    def viewer(self, record: Record, line: int) -> Viewer:
        """The asker as a viewer of a record, under the name they sit down with."""
        if self._asker.everything:
            return SURVEILLANCE
        for step in record.steps:
            if step.act == "sit" and self._is_his(step.note, line):
                self._his = step.note
        mine = frozenset(number for number, (_, his) in self._seats.items() if his)
        if self._his and self._is_his(self._his, line):
            return Viewer(self._his, mine)
        return Viewer(seats=mine) if mine else SPECTATOR  # the name may have a new owner

    def after(self, record: Record, line: int) -> None:
        """Players have sat down or left."""
        for step in record.steps:
            if step.act == "sit":
                self._sit(seat_of(step.who), step.note, line)
            elif step.act == "leave":
                self._seats.pop(seat_of(step.who), None)

    def _sit(self, number: int, player: str, line: int) -> None:
        his = self._is_his(player, line)
        self._seats[number] = player, his
        self._his = player if his else self._his

    def _is_his(self, player: str, line: int) -> bool:
        return bool(self._asker.account) and self._names.holder(player, line) == self._asker.account


class Recall:
    """The finished rounds of a floor. With the key, cards with unrevealed secrets can be proven."""

    def __init__(self, database: Database, key: Key = None) -> None:
        self._database, self._key = database, key
        self._names = Names()

    async def stream_of(self, table: str, opening: int = 0) -> str | None:
        """The log of a table, open or closed; of a Poker table the latest opening, or that one. None if there is none."""
        return await self._database.read(lambda connection: find_stream(View(connection), table, opening))

    async def rounds(self, stream: str, before: int, most: int) -> list[Played]:
        """The rounds that are over, the latest first, from before a number on."""
        query = sa.select(*[played.c[name] for name in Played._fields]).order_by(played.c.round.desc()).limit(most)
        where = query.where(played.c.stream == stream, played.c.round < before)
        return await self._database.read(lambda connection: [Played(*row) for row in connection.execute(where)])

    async def played(self, stream: str, number: int) -> "Found | None":
        """The public facts of a round, None if there is no such finished round."""
        return await self._database.read(lambda connection: found_round(View(connection), stream, number))

    async def chapter_of(self, stream: str) -> str:
        """The chapter of the table of a log."""
        return await self._database.read(lambda connection: opening_of(View(connection), stream)[0].chapter)

    async def round(self, stream: str, number: int, asker: Asker, words: bool = False) -> dict[str, Any] | None:
        """A round as the asker sees it, with `words` in sentences too; None if there is no such finished round."""
        return await self._database.read(lambda connection: self._round(View(connection), stream, number, asker, words))

    async def gains(self, rounds: Sequence[Played], account: int) -> dict[int, Gain]:
        """The account's wagers and gains by round; rounds not played are missing."""
        return await self._database.read(lambda connection: self._gains(View(connection), rounds, account))

    async def winners(self, rounds: Sequence[Played]) -> dict[int, list[Winner]]:
        """Who won rounds of a Poker table that follow one another; nothing at other games."""
        return await self._database.read(lambda connection: winners_of(View(connection), rounds))

    async def proofs(self, stream: str, number: int, asker: Asker) -> list[CardProof] | None:
        """The proofs of cards that the asker saw before the round's last act; None if there is no such round. Raises
        NoProofError."""
        return await self._database.read(lambda connection: self._proofs(View(connection), stream, number, asker))

    async def gathered(self, stream: str, number: int) -> Gathered:
        """What repeats the shuffles of a round, as far as secrets are revealed; for auditors, as it reveals every card."""
        return await self._database.read(lambda connection: self._gathered(View(connection), stream, number))

    def _round(self, view: View, stream: str, number: int, asker: Asker, words: bool) -> dict[str, Any] | None:
        about = find_round(view, stream, number)
        if about is None:
            return None
        opening, kind = opening_of(view, stream)
        house = house_of(opening)
        looks, reveals = kind.looks(house), kind.dealt_in is None
        base = view.snapshot_before(about.stream, about.first)
        before = Before(snapshot_of(base[1]) if base is not None else None, house, kind)
        frames_told: deque[tuple[Frame, Record]] = deque()
        held: set[int] = set()
        records: list[Record] = []  # that chance left something in
        names: dict[int, str] | None = None  # of the players, as of each record
        for viewer, record in self._watched(view, about, asker, before):
            names = (before.names if names is None else names) | newcomers_in(record.steps)
            records += [record] if record.evidence else []
            tell = partial(say, names=names) if words else None
            frames_told.append((frames([record], viewer, looks, tell)[0], record))
            held |= viewer.seats
            if len(frames_told) > MOST_FRAMES:
                before.see(frames_told.popleft()[1])
        used = promises_of(before.shuffles, records, reveals)
        return {
            **about._asdict(),
            "chapter": opening.chapter,
            "house": msgspec.to_builtins(dict(opening.house), str_keys=True),
            "yours": sorted(held),
            "layout": before.layout,
            "frames": [frame for frame, _ in frames_told],
            "scope": opening.name,
            "seeded": opening.seeded,
            "reveals": reveals,
            "chance": chance_of(view, about, records, used, reveals),
        }

    def _watched(
        self, view: View, about: Played, asker: Asker, before: Before | None = None
    ) -> Iterator[tuple[Viewer, Record]]:
        """The records of a round with the asker as viewer; `before` sees those since the last snapshot."""
        self._names.read(view)
        seating = Seating(self._names, asker)
        base, since = view.snapshot_before(about.stream, about.first), 0
        if base is not None:
            seating.lay(snapshot_of(base[1]), base[0])
            since = base[1].version
        for line, row in view.records(about.stream, since + 1, about.last):
            record = record_of(row)
            if record.version >= about.first:
                yield seating.viewer(record, line), record
            elif before is not None:
                before.see(record)
            seating.after(record, line)

    def _gains(self, view: View, rounds: Sequence[Played], account: int) -> dict[int, Gain]:
        if not rounds or not account:
            return {}
        whole = rounds[0]._replace(first=min(each.first for each in rounds), last=max(each.last for each in rounds))
        gains: dict[int, Gain] = {}
        wagered = 0
        for viewer, record in self._watched(view, whole, Asker(account)):
            seats = {seat_name(number) for number in viewer.seats}
            wagered += sum(WAGERED.get(step.act, 0) * step.cents for step in record.steps if step.who in seats)
            if record.end is None:
                continue
            if seats & set(record.end.players):
                gained = sum(cents for who, cents in record.end.players.items() if who in seats)
                gains[record.end.round] = Gain(wagered, gained)
            wagered = 0
        return gains

    def _proofs(self, view: View, stream: str, number: int, asker: Asker) -> list[CardProof] | None:
        about = find_round(view, stream, number)
        if about is None:
            return None
        viewer, last = list(self._watched(view, about, asker))[-1]
        try:
            table = self._before_its_end(view, about)
            return proofs(table, viewer, last.steps) if table.round is not None else []
        except (PitbossError, BadEvidence, Difference) as error:
            why = "its log is wrong" if isinstance(error, BadLog | Difference) else str(error)  # would quote the log
            raise NoProofError(f"the cards of this round cannot be opened one by one: {why}") from None

    def _before_its_end(self, view: View, about: Played) -> Table:
        """The table as it was before the last act of a round, when its cards were not gathered yet."""
        base = view.snapshot_before(about.stream, about.first)
        since = base[1].version if base is not None else 0
        records = [record_of(row) for _, row in view.records(about.stream, since + 1, about.last - 1)]
        return table_after(snapshot_of(base[1]) if base is not None else None, records, game, self._key)

    def _gathered(self, view: View, stream: str, number: int) -> Gathered:
        told = self._round(view, stream, number, Asker(), words=False)
        if told is None:
            return NOTHING_GATHERED
        chance = [each["record"] for each in told["chance"]]
        open_ = {each.promise for each in chance if isinstance(each, Revealed)}
        roots = {each.root for each in chance if isinstance(each, Shuffled) and each.promise in open_}
        try:
            fair = self._before_its_end(view, Played(*[told[name] for name in Played._fields])).fair
        except (PitbossError, BadEvidence, Difference):
            return NOTHING_GATHERED
        if fair is None:
            return NOTHING_GATHERED
        roots_here = [root for root in fair.living if root in roots]
        return Gathered({root: list(fair.gathered(root)) for root in roots_here}, dict(map(fair.hidden_of, roots_here)))


def winners_of(view: View, rounds: Sequence[Played]) -> dict[int, list[Winner]]:
    """Who won some rounds of a Poker table; nothing at other games."""
    opening, kind = opening_of(view, rounds[0].stream) if rounds else (None, None)
    if opening is None or kind is None or kind.dealt_in is None:
        return {}
    return recent_hands(view, rounds, VARIANTS[house_of(opening)["variant"]])


def find_round(view: View, stream: str, number: int) -> Played | None:
    """A round that is over."""
    query = sa.select(*[played.c[name] for name in Played._fields])
    row = view.connection.execute(query.where(played.c.stream == stream, played.c.round == number)).one_or_none()
    return None if row is None else Played(*row)


def found_round(view: View, stream: str, number: int) -> Found | None:
    """A round that is over, with its house and those beside it."""
    about = find_round(view, stream, number)
    if about is None:
        return None
    rounds = played.c.round
    before = sa.select(sa.func.max(rounds)).where(played.c.stream == stream, rounds < number)
    after = sa.select(sa.func.min(rounds)).where(played.c.stream == stream, rounds > number)
    beside = [int(view.connection.execute(query).scalar() or 0) for query in (before, after)]
    opening = opening_of(view, stream)[0]
    return Found(about, house_of(opening), (beside[0], beside[1]))


def find_stream(view: View, table: str, opening: int = 0) -> str | None:
    """The log of a table by its name on the floor."""
    if len(table) > LONGEST_NAME or not table.isprintable():
        return None
    room, _, name = table.rpartition("/")
    kind, known = ("room", room) if room else ("table", table)
    query = sa.select(opened.c.bank).where(opened.c.name == known, opened.c.kind == kind)
    bank = view.connection.execute(query).scalar()
    if bank is None:
        return None
    if not room:
        return f"table/{table}" if opening <= 1 else None
    last = opening or 1
    while not opening and view.head(f"{bank}/{log_name(name, last + 1)}") is not None:
        last += 1
    stream = f"{bank}/{log_name(name, last)}"
    return stream if view.head(stream) is not None else None


def opening_of(view: View, stream: str) -> tuple[Open, Game]:
    """How the table of a log was opened, and its game."""
    first = record_of(next(view.lines(stream)))
    assert isinstance(first.deed, Open)
    return first.deed, game(first.deed.chapter)


# ---------------------------------------------------------------------------- the journal of a stream


def exported_to(view: View, stream: str) -> int:
    """How many lines of a stream may leave a running floor: of a table those before the current round, none while open shuffles
    lie in its log; 0 if there is no such log."""
    head = view.head(stream) if len(stream) <= LONGEST_NAME and stream.isprintable() else None
    if head is None or not is_table(stream):
        return head.seq if head is not None else 0
    if not record_of(next(view.lines(stream))).evidence:
        return head.seq if b'"command":{"do":"close"}' in head.body else 0
    over = sa.select(sa.func.max(played.c.last)).where(played.c.stream == stream)
    last = int(view.connection.execute(over).scalar() or 0)
    for _, line in view.records(stream, last + 1, head.version):
        if isinstance(record_of(line).deed, Begin):
            return line.seq - 1
    return head.seq


def is_table(stream: str) -> bool:
    """Whether a stream is the log of a table."""
    return stream.startswith("table/") or (stream.startswith("room/") and not stream.endswith("/room.log"))
