"""The public context of a finished round: the table before it, and the evidence of chance in other records."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pitboss.evidence.records import Discarded, Promised, Revealed, Shuffled, published
from pitboss.evidence.records import Record as Evidence
from pitboss.floor.play.broadcast import called
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.transactions import Played, StreamLine
from pitboss.house import House
from pitboss.table.game import Game
from pitboss.table.log.log import snapshot_in
from pitboss.table.log.records import Record
from pitboss.table.log.snapshots import Snapshot
from pitboss.table.log.stores import TABLE
from pitboss.table.view.layout import Layout, Seat
from pitboss.table.view.viewers import SPECTATOR, redact

OVER = Revealed | Discarded  # the end of a promise
CHUNK = 500  # records that are read at a time, backwards
FARTHEST = 20_000  # records to either side searched for a promise and its secret


def record_of(line: StreamLine) -> Record:
    """The record of a line."""
    return TABLE.decode(line.body)


def snapshot_of(line: StreamLine) -> Snapshot:
    """The snapshot of a line."""
    snapshot = snapshot_in(TABLE.of, line.body, Snapshot)
    assert snapshot is not None
    return snapshot


# ---------------------------------------------------------------------------- the table before a round


class Before:
    """A table from a snapshot on, or from its opening, up to the first record of a round."""

    def __init__(self, base: Snapshot | None, house: House, kind: Game) -> None:
        self._looks = kind.looks(house)
        self._layout = Layout(decks=house.get("decks") or 1)
        self.shuffles: dict[int, int] = {}  # promises with unrevealed secrets
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
        """The seats and wagers before the round, without the last round's cards."""
        lay = self._layout
        return Layout(lay.decks, lay.round, seats=lay.seats, placed=lay.placed, meters=lay.meters)

    @property
    def names(self) -> dict[int, str]:
        """The players before the round, as sentences call them."""
        return {number: called(seat.player) for number, seat in self._layout.seats.items()}


# ---------------------------------------------------------------------------- what chance published


def promise_of(each: Evidence) -> int:
    """The number of the promise that a record of chance is about."""
    return each.number if isinstance(each, Promised) else each.promise


def promises_of(standing: dict[int, int], records: Iterable[Record], reveals: bool) -> set[int]:
    """The promises behind a round: its own and its shoe's. Without revealed secrets each round has its own shuffle."""
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
    records: list[Record] = []
    until = about.first - 1
    while wanted and until > max(0, about.first - FARTHEST):
        since = max(1, until - CHUNK + 1)
        page = list(_with_evidence(view, about.stream, since, until))
        records = [*page, *records]
        wanted -= {each.number for record in page for each in record.evidence if isinstance(each, Promised)}
        until = since - 1
    return records


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
