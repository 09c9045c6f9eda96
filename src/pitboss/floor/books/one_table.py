"""The audit of one table or Poker room: its logs by the rules, with signatures, and its chips by the ledger.

Who sat there, the office, linked meters and all other tables are left to an audit of the whole floor.
"""

from dataclasses import dataclass, field

import sqlalchemy as sa

from pitboss.errors import NotRevealed, PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor.books.audit import check_room, check_table
from pitboss.floor.books.audit_result import MismatchError, check_line
from pitboss.floor.books.replays import heads_of, pieces_of, play
from pitboss.floor.storage import checkpoints
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.schema import entry, played
from pitboss.floor.storage.signing import is_marked
from pitboss.table.log.proving import Key
from pitboss.words import many


@dataclass
class TableAudited:
    """A table or room in order, with counts."""

    database: str
    table: str
    logs: int
    lines: int
    rounds: int
    not_verified: dict[str, str] = field(default_factory=dict)  # what only the key of the house verifies, by log
    ok: bool = True

    def sentences(self) -> list[str]:
        """The result in sentences."""
        told = f"{self.table}: {many(self.lines, 'line')} of {many(self.logs, 'log')}, {many(self.rounds, 'round')}"
        hidden = [f"Not verified, as only the key of the house can: {log}, {what}." for log, what in self.not_verified.items()]
        rest = "Accounts, the office and all other tables were not looked at: that takes an audit of the whole floor."
        return [f"{told}: all as the rules say, to the cent.", *hidden, rest]


def audit_table(database: Database, key: Key, table: str) -> TableAudited:
    """Verify one table or room by its name. Raises MismatchError at the first disagreement, PitbossError for another name."""
    return database.view(lambda connection: _audit(View(connection), str(database), key, table))


def _audit(view: View, database: str, key: Key, table: str) -> TableAudited:
    heads = heads_of(view)
    mine = {log: last for log, last in heads.items() if log == f"table/{table}" or log.startswith(f"room/{table}/")}
    if not mine:
        known = sorted({log.split("/")[1] for log in heads if log.startswith(("table/", "room/"))})
        raise PitbossError(f"this floor has no table or room {table}; it has {', '.join(known)}")
    found = TableAudited(database, table, len(mine), sum(mine.values()), 0)
    for log in mine:
        _check_head(view, log, key)
        rounds = sa.select(sa.func.count()).where(played.c.stream == log)
        found.rounds += int(view.connection.execute(rounds).scalar() or 0)
    for name, pieces in pieces_of(view, mine, key, {}).items():
        sums = _sums(view, name)
        *_, result = [play(view, piece, key) for piece in pieces]
        if result.sealed is not None:
            found.not_verified[name] = result.sealed.rest(found.rounds)
        for log in result.sealed_logs:
            found.not_verified[f"{name}/{log}"] = NotRevealed("", 1).rest(found.rounds)
        if result.table is not None:
            check_table(name, result.table, sums)
        for log, ended in result.tables.items():
            check_table(f"{name}/{log}", ended, sums)
        if name.startswith("room/"):
            check_room(name, result.funds, sums)
    return found


def _check_head(view: View, log: str, key: Key) -> None:
    """Whether a server of the house wrote the last line, and the last checkpoint's line is there; raises MismatchError."""
    head = view.head(log)
    if head is not None and isinstance(key, HouseKey) and head.mark and not is_marked(key, head):
        known = any(is_marked(key, head, each.key) for each in key.public.all)
        if not known:
            raise MismatchError(f"{log}, line {head.seq}", "it does not have the mark of the house: no server wrote it")
    last = view.head(checkpoints.STREAM)
    if last is not None and log in (heads := checkpoints.read(last.body).streams):
        check_line(view, log, *heads[log], f"checkpoint {last.seq} has")


def _sums(view: View, name: str) -> dict[str, int]:
    """The ledger's sums of the accounts of a table or room."""
    begins = [f"{name}/"] + ([f"fund/{name.removeprefix('room/')}/"] if name.startswith("room/") else [])
    query = sa.select(entry.c.account, sa.func.sum(entry.c.cents)).group_by(entry.c.account)
    query = query.where(sa.or_(*(sa.and_(entry.c.account >= each, entry.c.account < f"{each[:-1]}0") for each in begins)))
    return {account: int(cents) for account, cents in view.connection.execute(query)}
