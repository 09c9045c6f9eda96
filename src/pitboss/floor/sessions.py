"""What a player has wagered and won at a table since he sat down there, told by the records of the table."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import sqlalchemy as sa

from pitboss.advice.handle import Handle
from pitboss.floor.schema import event
from pitboss.floor.units import RECORD
from pitboss.floor.view import PAGE, View
from pitboss.house import House
from pitboss.table.game import Game
from pitboss.table.layout import Layout
from pitboss.table.records import Record
from pitboss.table.steps import SECOND, Step, seat_of
from pitboss.table.stores import TABLE

MOST_RECORDS = 50_000  # that are looked at; a session that is longer is told from there on


@dataclass
class Session:
    """The rounds in which a player had a wager, from the first that is counted to the last: what he wagered in all, what came
    of it in cents, and what he put on each wager."""

    rounds: int = 0
    first: int = 0
    last: int = 0
    wagered: int = 0
    result: int = 0
    handle: dict[str, Handle] = field(default_factory=dict)


def session(view: View, stream: str, player: str, game: Game, house: House, since: int = 0) -> Session:
    """The session of somebody who sits at a table now; with `since`, from that round on."""
    names = {wager.name for wager in game.wagers}  # and not those of split hands, which belong to the first
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


def _count(found: Session, layout: Layout, seats: Iterable[int], names: set[str]) -> None:
    """A round is over, and its wagers are settled."""
    mine = [results for seat in seats if (results := layout.results.get(seat))]
    if not mine:
        return
    found.rounds += 1
    found.first, found.last = found.first or layout.round, layout.round
    for results in mine:
        for wager, each in results.items():
            found.wagered += each.placed
            found.result += each.back - each.placed
            if (name := wager.removesuffix(SECOND)) in names and each.placed:
                found.handle.setdefault(name, Handle()).add(each.placed)


def records_since(view: View, stream: str, player: str) -> list[Record]:
    """The records of a table from the one on by which a player sat down last, in their order."""
    found: list[Record] = []
    for record in _backwards(view, stream):
        found.append(record)
        if any(step.act == "sit" and step.note == player for step in record.steps):
            break
    return found[::-1]


def _backwards(view: View, stream: str) -> Iterator[Record]:
    query = sa.select(event.c.seq, event.c.body).where(event.c.stream == stream, event.c.kind == RECORD)
    before = None
    for _ in range(MOST_RECORDS // PAGE):
        page = query if before is None else query.where(event.c.seq < before)
        rows = view.connection.execute(page.order_by(event.c.seq.desc()).limit(PAGE)).all()
        for seq, body in rows:
            before = seq
            record = TABLE.decode(bytes(body))
            assert isinstance(record, Record)
            yield record
        if len(rows) < PAGE:
            return
