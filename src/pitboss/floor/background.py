"""What somebody needs to see and check a round that is over, beyond its own frames: how the table lay before it and what
chance published about it in other records. All of it is public."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pitboss.evidence.records import Discarded, Promised, Revealed, Shuffled, published
from pitboss.evidence.records import Record as Evidence
from pitboss.floor.units import Played, StreamLine
from pitboss.floor.view import View
from pitboss.house import House
from pitboss.table.game import Game
from pitboss.table.layout import Layout, Seat
from pitboss.table.records import Record
from pitboss.table.snapshots import Snapshot
from pitboss.table.stores import TABLE
from pitboss.table.viewers import SPECTATOR, redact

OVER = Revealed | Discarded  # what ends a promise
CHUNK = 500  # records that are read at a time, backwards
FARTHEST = 20_000  # records before a round, or after it, among which a promise and its secret are looked for


def record_of(line: StreamLine) -> Record:
    """The record of a line."""
    found = TABLE.decode(line.body)
    assert isinstance(found, Record)
    return found


def snapshot_of(line: StreamLine) -> Snapshot:
    """The snapshot of a line."""
    found = TABLE.decode(line.body)
    assert isinstance(found, Snapshot)
    return found


# ---------------------------------------------------------------------------- the table before a round


class Before:
    """A table from a snapshot on, or from its opening, up to the first record of a round."""

    def __init__(self, base: Snapshot | None, house: House, kind: Game) -> None:
        self._looks = kind.looks(house)
        self._layout = Layout(decks=house.get("decks") or 1)
        self.shuffles: dict[int, int] = {}  # of the promises whose secrets are not revealed
        if base is not None:
            self._layout.seats = {number: Seat(seat.player, seat.cents) for number, seat in base.seats.items()}
            self._layout.placed = {number: dict(wagers) for number, wagers in base.bets.items()}
            if base.meter is not None:
                self._layout.meters = {kind.progressive: base.meter.cents}
            for each in base.chance.standing if base.chance is not None else ():
                self.shuffles[each.promised.number] = each.shuffles

    def see(self, record: Record) -> None:
        """Goes on by a record."""
        self._layout.see_all(redact(record.steps, [SPECTATOR], self._looks)[0])
        for each in record.evidence:
            if isinstance(each, Promised):
                self.shuffles[each.number] = 0
            elif isinstance(each, Shuffled):
                self.shuffles[each.promise] = self.shuffles.get(each.promise, 0) + 1
            elif isinstance(each, OVER):
                self.shuffles.pop(each.promise, None)

    @property
    def layout(self) -> Layout:
        """Who sits there with what, and what is placed; the cards and chips of the round before are gone."""
        lay = self._layout
        return Layout(lay.decks, lay.round, seats=lay.seats, placed=lay.placed, meters=lay.meters)


# ---------------------------------------------------------------------------- what chance published


def promise_of(each: Evidence) -> int:
    """The number of the promise that a record of chance is about."""
    return each.number if isinstance(each, Promised) else each.promise


def promises_of(standing: dict[int, int], records: Iterable[Record], reveals: bool) -> set[int]:
    """The promises that decided anything in a round: those of its own shuffles, numbers and seeds, and those of a shoe that was
    shuffled before it. Where no secret is ever revealed every round has its own shuffle."""
    used = {number for number, shuffles in standing.items() if shuffles and reveals}
    for record in records:
        used |= {promise_of(each) for each in record.evidence if not isinstance(each, Promised | OVER)}
    return used


def chance_of(view: View, about: Played, records: Sequence[Record], used: set[int], reveals: bool) -> list[dict[str, Any]]:
    """All that was published of some promises, whenever that was, each with its version and its time."""
    told = [*_earlier(view, about, set(used)), *records]
    secret = {each.promise for record in records for each in record.evidence if isinstance(each, OVER)}
    if reveals:
        told += _later(view, about, used - secret)
    return [
        {"v": record.version, "at": record.at, "record": each}
        for record in told
        for each in published(record.evidence)
        if promise_of(each) in used
    ]


def _earlier(view: View, about: Played, wanted: set[int]) -> list[Record]:
    """The records with evidence before a round, back to the oldest promise that is wanted."""
    found: list[Record] = []
    until = about.first - 1
    while wanted and until > max(0, about.first - FARTHEST):
        since = max(1, until - CHUNK + 1)
        page = list(_with_evidence(view, about.stream, since, until))
        found = [*page, *found]
        wanted -= {each.number for record in page for each in record.evidence if isinstance(each, Promised)}
        until = since - 1
    return found


def _later(view: View, about: Played, wanted: set[int]) -> Iterator[Record]:
    """The records with evidence after a round, until every secret that is wanted is revealed."""
    for record in _with_evidence(view, about.stream, about.last + 1, about.last + FARTHEST) if wanted else ():
        yield record
        wanted = wanted - {each.promise for each in record.evidence if isinstance(each, OVER)}
        if not wanted:
            return


def _with_evidence(view: View, stream: str, first: int, last: int) -> Iterator[Record]:
    for _, line in view.records(stream, first, last):
        if b'"evidence"' in line.body:
            yield record_of(line)
