"""Closing tables and Poker rooms that cannot be rebuilt from their logs: from the ledger, on record.

The ledger has each seat's chips as of the last finished round, so a round in progress is void. Each seat's chips go back to its
player's account at the cage; what a room's jackpots hold goes to one account under the name of the room. The logs stay
untouched.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.card_room.logs import ROOM_LOG
from pitboss.errors import Unbalanced
from pitboss.floor.people import office
from pitboss.floor.people.accounts import Account
from pitboss.floor.storage.postings import follow_seats
from pitboss.floor.storage.transactions import Entry, Execute, Unit, unit_of
from pitboss.table.log.log import snapshot_in
from pitboss.table.log.records import Record
from pitboss.table.log.snapshots import Snapshot
from pitboss.table.log.stores import TABLE
from pitboss.table.steps import seat_name

SEATS = range(1, 12)
ROOM = "room"


@dataclass(frozen=True)
class BrokenTable:
    """A table or a room that is open and cannot be rebuilt from its log: a pit boss can close it."""

    name: str
    bank: str
    chapter: str
    why: str
    kind: str


def closing(fallen: BrokenTable, fence: int, by: Account, at: int) -> Unit:
    """The unit that closes a broken table or room."""

    def work(execute: Execute, unit: Unit) -> None:
        event = room_closed(execute, fallen, by, at) if fallen.kind == ROOM else table_closed(execute, fallen, by, at)
        unit.entries = entries_of(event)
        unit.office = [office.encode(event)]
        execute("UPDATE opened SET closed_at = ?, closed_by = ? WHERE name = ? AND closed_at IS NULL", [at, by.id, fallen.name])

    return unit_of(work, fallen.bank, fence)


def table_closed(execute: Execute, fallen: BrokenTable, by: Account, at: int) -> office.TableClosed:
    """The event that closes a table and returns the chips of its seats."""
    returned = _returned(execute, f"table/{fallen.name}")
    return office.TableClosed(by=by.by, at=at, table=fallen.name, why=fallen.why, fallen=True, returned=returned)


def room_closed(execute: Execute, fallen: BrokenTable, by: Account, at: int) -> office.RoomClosed:
    """The event that closes a room and returns the chips of its seats and jackpots."""
    logs = [log for log in _logs(execute, fallen.bank) if log != ROOM_LOG]
    returned = [each for log in logs for each in _returned(execute, f"{fallen.bank}/{log}", log)]
    jackpots = dict(_jackpots(execute, fallen, logs))
    return office.RoomClosed(
        by=by.by, at=at, room=fallen.name, why=fallen.why, fallen=True, returned=returned, jackpots=jackpots
    )


def entries_of(event: office.TableClosed | office.RoomClosed) -> list[Entry]:
    """The entries that move each seat's chips to its player's account, and jackpots to the room's."""
    entries = []
    for each in event.returned:
        account = f"{stream_of(event, each)}/{seat_name(each.seat)}"
        entries += [Entry(account, -each.cents), Entry(f"cage/{each.account}", each.cents)]
    if isinstance(event, office.RoomClosed) and event.jackpots:
        entries += [Entry(account, -cents) for account, cents in event.jackpots.items()]
        if held := sum(event.jackpots.values()):
            entries.append(Entry(f"jackpots/{event.room}", held))
    return entries


def stream_of(event: office.TableClosed | office.RoomClosed, returned: office.Returned) -> str:
    """The log of the table whose seat returned chips."""
    return f"table/{event.table}" if isinstance(event, office.TableClosed) else f"room/{event.room}/{returned.log}"


def _logs(execute: Execute, bank: str) -> list[str]:
    """The names of the logs of a room, in order."""
    begins = f"{bank}/"
    rows = execute("SELECT DISTINCT stream FROM event WHERE substr(stream, 1, ?) = ?", [len(begins), begins])
    return sorted(str(stream).removeprefix(begins) for (stream,) in rows)


def _jackpots(execute: Execute, fallen: BrokenTable, logs: Iterable[str]) -> Iterable[tuple[str, int]]:
    """Contributions by table, and payouts by fund as negative cents, by ledger account."""
    begins = f"fund/{fallen.name}/"
    rows = execute("SELECT DISTINCT account FROM entry WHERE substr(account, 1, ?) = ?", [len(begins), begins])
    for account in [*(f"{fallen.bank}/{log}/box" for log in logs), *sorted(str(account) for (account,) in rows)]:
        if cents := _sum(execute, account):
            yield account, cents


def _returned(execute: Execute, stream: str, log: str = "") -> list[office.Returned]:
    """The chips of each seat by the ledger, with its player's account."""
    held = _held(execute, stream)
    names = _names(execute, stream) if held else {}
    return [office.Returned(seat, _account(execute, names.get(seat, "")), cents, log) for seat, cents in held.items()]


def _held(execute: Execute, stream: str) -> dict[int, int]:
    held = {seat: _sum(execute, f"{stream}/{seat_name(seat)}") for seat in SEATS}
    return {seat: cents for seat, cents in held.items() if cents}


def _sum(execute: Execute, account: str) -> int:
    return int(execute("SELECT sum(cents) FROM entry WHERE account = ?", [account])[0][0] or 0)


def _names(execute: Execute, stream: str) -> dict[int, str]:
    """The players by seat, read from the snapshots and records that are not archived, without replaying them."""
    names: dict[int, str] = {}
    for (body,) in execute("SELECT body FROM event WHERE stream = ? AND length(body) > 0 ORDER BY seq", [stream]):
        if (snapshot := snapshot_in(TABLE.of, bytes(body), Snapshot)) is not None:
            names = {number: seat.player for number, seat in snapshot.seats.items()}
        else:
            record = TABLE.decode(bytes(body))
            follow_seats(names, record.steps if isinstance(record, Record) else ())
    return names


def _account(execute: Execute, name: str) -> int:
    rows = execute("SELECT id FROM account WHERE name = ?", [name])
    if not rows:
        raise Unbalanced(f"{name or 'nobody'} has no account in the cage")
    return int(rows[0][0])
