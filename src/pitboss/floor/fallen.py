"""Tables that cannot be rebuilt from their logs: the pit closes them from the ledger, on record.

The ledger has what lay before each seat when the last round was over, so that a round in progress is void with it. Every seat's
chips go back to its player's account in the cage, by entries beside the line of the office that closes the table. The log stays
as it is: nobody writes into what cannot be replayed.
"""

from typing import NamedTuple

from pitboss.errors import Unbalanced
from pitboss.floor import office
from pitboss.floor.accounts import Account
from pitboss.floor.units import RECORD, Entry, Execute, Unit
from pitboss.table.records import Record
from pitboss.table.steps import seat_name, seat_of
from pitboss.table.stores import TABLE

SEATS = range(1, 12)


class Fallen(NamedTuple):
    """A table that is open and cannot be played on."""

    name: str
    bank: str
    chapter: str
    why: str

    @property
    def stream(self) -> str:
        """The stream of its log."""
        return f"table/{self.name}"


def closing(fallen: Fallen, fence: int, by: Account, at: int) -> Unit:
    """The unit that closes a table which cannot be rebuilt."""
    unit = Unit(fallen.bank, fence)

    def work(execute: Execute) -> None:
        returned = _returned(execute, fallen.stream)
        unit.entries = [entry for each in returned for entry in entries_of(fallen.stream, each)]
        closed = office.TableClosed(by=by.by, at=at, table=fallen.name, why=fallen.why, fallen=True, returned=returned)
        unit.office = [office.encode(closed)]
        execute("UPDATE opened SET closed_at = ?, closed_by = ? WHERE name = ? AND closed_at IS NULL", [at, by.id, fallen.name])

    unit.work = work
    return unit


def entries_of(stream: str, returned: office.Returned) -> list[Entry]:
    """Chips go from a seat to its player's account in the cage."""
    seat = Entry(f"{stream}/{seat_name(returned.seat)}", -returned.cents)
    return [seat, Entry(f"cage/{returned.account}", returned.cents)]


def _returned(execute: Execute, stream: str) -> list[office.Returned]:
    """What lies before each seat by the ledger, and whose it is."""
    held = _held(execute, stream)
    names = _names(execute, stream) if held else {}
    return [office.Returned(seat, _account(execute, names.get(seat, "")), cents) for seat, cents in held.items()]


def _held(execute: Execute, stream: str) -> dict[int, int]:
    held: dict[int, int] = {}
    for seat in SEATS:
        rows = execute("SELECT sum(cents) FROM entry WHERE account = ?", [f"{stream}/{seat_name(seat)}"])
        if cents := int(rows[0][0] or 0):
            held[seat] = cents
    return held


def _names(execute: Execute, stream: str) -> dict[int, str]:
    """Who sits at each seat, by the records alone: nothing is replayed."""
    names: dict[int, str] = {}
    for (body,) in execute("SELECT body FROM event WHERE stream = ? AND kind = ? ORDER BY seq", [stream, RECORD]):
        record = TABLE.decode(bytes(body))
        for step in record.steps if isinstance(record, Record) else ():
            if step.act == "sit":
                names[seat_of(step.who)] = step.note
            elif step.act == "leave":
                names.pop(seat_of(step.who), None)
    return names


def _account(execute: Execute, name: str) -> int:
    rows = execute("SELECT id FROM account WHERE name = ?", [name])
    if not rows:
        raise Unbalanced(f"{name or 'nobody'} has no account in the cage")
    return int(rows[0][0])
