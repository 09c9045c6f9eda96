"""Group commit: all units in one transaction, or one by one after a refusal.

First every table is written with one statement. After a conflict that transaction is rolled back, and each unit is written
behind a savepoint, without those in conflict and the later units of their banks. A `Link` has what differs between databases.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from pitboss.errors import DatabaseFailed, Stopped
from pitboss.floor.storage.signing import line_behind, marked
from pitboss.floor.storage.transactions import (
    OFFICE,
    ConflictError,
    DroppedError,
    IdUsedError,
    LeaseLostError,
    OutOfOrderError,
    OverdrawnError,
    StreamLine,
    Unit,
    cage_moves,
    check_entries,
)
from pitboss.table.log.sealed import FIRST

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey

TRIES = 5  # of a transaction that another one got in the way of

HEAD = "SELECT seq, seal FROM event WHERE stream = ? ORDER BY seq DESC LIMIT 1"
COLUMNS = {
    "event": ("stream", "seq", "kind", "version", "body", "seal", "signature", "mark"),
    "command": ("account", "id", "stream", "version"),
    "entry": ("stream", "seq", "account", "cents"),
    "played": ("stream", "round", "first", "last", "at", "void"),
}


class Link(Protocol):
    """One connection to a database, made when it is needed."""

    def begin(self, units: Sequence[Unit]) -> Mapping[str, int]:
        """Begin a transaction; returns the fence of each unit's bank, locked until it ends."""

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]: ...

    def insert(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Puts rows into a table, in their order, with as few statements as possible."""

    def move(self, moves: Sequence[tuple[int, int]]) -> int:
        """Add cents to accounts, given as (cents, account); returns how many exist."""

    def commit(self, heads: Mapping[str, int]) -> None:
        """Returns when everything is on disk. `heads` are the streams that were written, with their last line."""

    def rollback(self) -> None: ...

    def failed(self, error: Exception) -> bool:
        """True if the database failed, rather than the statement."""

    def crossed(self, error: Exception) -> bool:
        """True if the transaction should be retried."""

    def quiet(self) -> None: ...

    def close(self) -> None:
        """Ends the connection; the next transaction makes another one."""


class Notes(Protocol):
    """Notes what is durable before any client learns of it."""

    def note(self, line: StreamLine) -> None: ...

    def quiet(self) -> None: ...


class Commits:
    """The backend of a writer over a link."""

    def __init__(self, link: Link, notes: Notes | None = None, signer: "HouseKey | None" = None) -> None:
        self._link = link
        self._notes, self._signer = notes, signer
        self._last: StreamLine | None = None  # that was written in this transaction
        self._heads: dict[str, int] = {}  # the last line of each stream, as far as this process wrote it
        self._ahead: dict[str, int] = {}  # the same, of this transaction
        self._fences: Mapping[str, int] = {}
        self.count = 0  # of transactions

    def commit(self, units: Sequence[Unit]) -> list[Exception | None]:
        """Commit units; returns the error of each, or None. Raises Stopped if the database failed."""
        try:
            for _ in range(TRIES):
                if self._at_once(units):
                    return [None] * len(units)
                if (results := self._one_by_one(units)) is not None:
                    return results
            raise Stopped("the database is too busy: other transactions got in the way")
        except Exception as error:
            self._heads.clear()  # the database may come back without its last lines
            self._link.close()
            raise error if isinstance(error, Stopped) else DatabaseFailed(f"the database failed: {error}") from error

    def quiet(self) -> None:
        self._link.quiet()
        if self._notes is not None:
            self._notes.quiet()

    def close(self) -> None:
        self._link.close()

    def _at_once(self, units: Sequence[Unit]) -> bool:
        """Write all units with few statements; False, and nothing written, if one is refused."""
        try:
            self._begin(units)
            for run in runs(units):
                self._write(run)
            self._commit()
            return True
        except Exception as error:
            self._undo(error)
            return False

    def _one_by_one(self, units: Sequence[Unit]) -> list[Exception | None] | None:
        """Write each unit behind a savepoint; None if the transaction should be retried."""
        results: list[Exception | None] = []
        fallen = set()
        try:
            self._begin(units)
            for unit in units:
                if unit.bank and unit.bank in fallen:
                    results.append(DroppedError("an earlier command could not be put on record: say it again"))
                    continue
                results.append(self._try(unit))
                if results[-1] is not None:
                    fallen.add(unit.bank)
            self._commit()
            return results
        except Exception as error:
            self._undo(error)
            if not self._link.crossed(error):
                raise
            return None

    def _begin(self, units: Sequence[Unit]) -> None:
        self._ahead, self._last = {}, None
        self._fences = self._link.begin(units)

    def _commit(self) -> None:
        self._link.commit(self._ahead)
        if self._notes is not None and self._last is not None:
            self._notes.note(self._last)
        self._heads |= self._ahead
        self.count += 1

    def _undo(self, error: Exception) -> None:
        """Roll back a refusal; raises if the database failed."""
        if self._link.failed(error):
            raise error
        self._link.rollback()

    def _try(self, unit: Unit) -> Exception | None:
        """Write a unit; returns why it was refused, and then it is rolled back."""
        ahead, last = self._ahead.copy(), self._last
        self._link.execute("SAVEPOINT unit")
        try:
            self._write([unit])
            self._link.execute("RELEASE SAVEPOINT unit")
            return None
        except Exception as error:
            if self._link.failed(error) or self._link.crossed(error):
                raise
            self._ahead, self._last = ahead, last
            self._link.execute("ROLLBACK TO SAVEPOINT unit")
            refused = self._why(unit, error)
            self._link.execute("RELEASE SAVEPOINT unit")
            return refused

    def _why(self, unit: Unit, error: Exception) -> Exception:
        """The reason of a refusal, as a ConflictError if possible."""
        execute = self._link.execute
        if unit.command is not None:
            used = execute("SELECT stream, version FROM command WHERE account = ? AND id = ?", unit.command[:2])
            if used:
                return IdUsedError(*used[0])
        if isinstance(error, ConflictError):
            return error
        for line in unit.lines:
            if execute("SELECT 1 FROM event WHERE stream = ? AND seq = ?", line[:2]):
                return OutOfOrderError(f"line {line.seq} of {line.stream} has been written already")
        for cents, account in cage_moves(unit):
            cage = execute("SELECT cage FROM account WHERE id = ?", [account])
            if cage and cage[0][0] + cents < 0:
                return OverdrawnError(f"account {account} does not have that much in the cage")
        return error

    # ------------------------------------------------------------------------ within the transaction

    def _write(self, units: Sequence[Unit]) -> None:
        """Write units; one with work or office lines comes alone."""
        for unit in units:
            if unit.bank and self._fences.get(unit.bank) != unit.fence:
                raise LeaseLostError(f"{unit.bank} is not with this process any more")
        one = units[0]
        result = None if one.work is None else one.work(self._link.execute)
        check_entries(one)
        lines = [line for unit in units for line in unit.lines]
        self._follow(lines)
        if one.office:
            lines += self._seal(one.office)
        self._insert("event", lines if self._signer is None else [marked(self._signer, line) for line in lines])
        self._last = lines[-1] if lines else self._last
        self._insert("command", [unit.command for unit in units if unit.command is not None])
        self._insert("played", [played for unit in units for played in unit.rounds])
        self._enter(units, lines)
        one.result = result

    def _insert(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        if rows:
            self._link.insert(table, rows)

    def _follow(self, lines: Sequence[StreamLine]) -> None:
        """Each line follows the last one of its stream; raises OutOfOrderError."""
        ahead, heads = self._ahead, self._heads
        for line in lines:
            stream, seq = line[0], line[1]
            last = ahead.get(stream)
            if last is None and heads.get(stream) != seq - 1:  # another process may have written it in the meantime
                last = next((row[0] for row in self._link.execute(HEAD, [stream])), 0)
            if last is not None and last != seq - 1:
                raise OutOfOrderError(f"line {seq} of {stream} does not follow line {last}")
            ahead[stream] = seq

    def _seal(self, bodies: Sequence[bytes]) -> list[StreamLine]:
        """Seal lines of the office after the last one of any process."""
        seq, seal = next(iter(self._link.execute(HEAD, [OFFICE])), (0, FIRST))
        lines: list[StreamLine] = []
        for number, body in enumerate(bodies, seq + 1):
            lines.append(line_behind(seal, OFFICE, number, body, self._signer))
            seal = lines[-1].seal
        self._ahead[OFFICE] = seq + len(lines)
        return lines

    def _enter(self, units: Sequence[Unit], lines: Sequence[StreamLine]) -> None:
        """Write the entries at their unit's first line, and move balances at the cage."""
        rows, moves = [], []
        for unit in units:
            if unit.entries:
                stream, seq = (unit.lines[0] if unit.lines else lines[0])[:2]
                rows += [(stream, seq, account, cents) for account, cents in unit.entries]
                moves += cage_moves(unit)
        self._insert("entry", rows)
        if moves and self._link.move(moves) != len(moves):
            accounts = ", ".join(str(account) for _, account in moves)
            raise ConflictError(f"there is no such account in the cage: one of {accounts}")


def runs(units: Sequence[Unit]) -> Iterator[Sequence[Unit]]:
    """The units in their order, those together that can be written with the same statements."""
    together: list[Unit] = []
    for unit in units:
        if unit.work is None and not unit.office:
            together.append(unit)
            continue
        if together:
            yield together
        yield [unit]
        together = []
    if together:
        yield together
