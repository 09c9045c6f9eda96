"""A player's session at a table: wagers and win since sitting down, from the records."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import sqlalchemy as sa

from pitboss.advice.handle import Handle
from pitboss.floor.storage.database_view import PAGE, View
from pitboss.floor.storage.schema import event
from pitboss.floor.storage.transactions import RECORD
from pitboss.house import House
from pitboss.table.game import Game
from pitboss.table.log.records import Record
from pitboss.table.log.stores import TABLE
from pitboss.table.steps import SECOND, Step, seat_of
from pitboss.table.view.layout import Layout

MOST_RECORDS = 50_000  # records read; a longer session starts there, or with the first record that is not archived


@dataclass
class Session:
    """The counted rounds with a wager: first and last, total wagered, result, and each wager."""

    rounds: int = 0
    first: int = 0
    last: int = 0
    wagered: int = 0
    result: int = 0
    handle: dict[str, Handle] = field(default_factory=dict)


def session(view: View, stream: str, player: str, game: Game, house: House, since: int = 0) -> Session:
    """The session of a seated player; with `since`, from that round on."""
    names = {wager.name for wager in game.wagers}  # split hands belong to the first
    found, layout, seats = Session(), Layout(decks=house.get("decks") or 1), set[int]()
    for record in records_since(view, stream, player):
        for step in record.steps:
            if step.act in ("sit", "leave"):
                _follow(seats, step, player)
            if step.act == "end" and layout.round >= since and not layout.void:
                _count(found, layout, seats, names)
            layout.see(step)
    return found


def _follow(seats: set[int], step: Step, player: str) -> None:
    if step.act == "sit" and step.note == player:
        seats.add(seat_of(step.who))
    else:
        seats.discard(seat_of(step.who))


def _count(session: Session, layout: Layout, seats: Iterable[int], names: set[str]) -> None:
    """A round is over, and its wagers are settled."""
    mine = [results for seat in seats if (results := layout.results.get(seat))]
    if not mine:
        return
    session.rounds += 1
    session.first, session.last = session.first or layout.round, layout.round
    for results in mine:
        for wager, each in results.items():
            session.wagered += each.placed
            session.result += each.back - each.placed
            if (name := wager.removesuffix(SECOND)) in names and each.placed:
                session.handle.setdefault(name, Handle()).add(each.placed)


def records_since(view: View, stream: str, player: str) -> list[Record]:
    """The records since a player last sat down."""
    records: list[Record] = []
    for record in _backwards(view, stream):
        records.append(record)
        if any(step.act == "sit" and step.note == player for step in record.steps):
            break
    return records[::-1]


def _backwards(view: View, stream: str) -> Iterator[Record]:
    query = sa.select(event.c.seq, event.c.body).where(event.c.stream == stream, event.c.kind == RECORD)
    before = None
    for _ in range(MOST_RECORDS // PAGE):
        page = query if before is None else query.where(event.c.seq < before)
        rows = view.connection.execute(page.order_by(event.c.seq.desc()).limit(PAGE)).all()
        for seq, body in rows:
            if not body:  # archived
                return
            before = seq
            record = TABLE.decode(bytes(body))
            assert isinstance(record, Record)
            yield record
        if len(rows) < PAGE:
            return
