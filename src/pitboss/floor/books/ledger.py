"""The ledger compared with the records: each record's entries are there, in order, and no others.

Entries stand at their unit's first line, in order within a bank; entries of other banks may stand between.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.floor.books.audit_result import MismatchError
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.schema import entry, event
from pitboss.money import dollars

PAGE = 1000


class Expected(NamedTuple):
    """An entry that a line makes: the number of the line in the database, the line in words, account and cents."""

    line: int
    where: str
    account: str
    cents: int


class Stored(NamedTuple):
    """A stored entry with the id of its line, None if that is missing."""

    id: int
    stream: str
    seq: int
    account: str
    cents: int
    line: int | None

    def __str__(self) -> str:
        return f"entry {self.id} ({self.stream}, line {self.seq}: {self.account} {dollars(self.cents)})"


class Waiting:
    """The entries of one bank that are not compared yet, and how far they are."""

    def __init__(self) -> None:
        self.expected: deque[Expected] = deque()
        self.stored: deque[Stored] = deque()
        self.unit = 0  # the line of the last entry
        self.last = 0  # the line that made it


class Entries:
    """The ledger, compared page by page, with the sum of each account."""

    def __init__(self, view: View, bank_of: Callable[[str], str]) -> None:
        self.sums: Counter[str] = Counter()
        self.count = 0
        self._bank_of = bank_of
        self._banks: dict[str, Waiting] = {}
        self._expected = 0
        self._early: list[Stored] = []  # of streams whose first line came from another process a moment later
        self.last = 0  # the number of the last entry that was read
        self._rows = _stored(view)

    def go_on(self, view: View, last: int, count: int, sums: Mapping[str, int], units: Mapping[str, tuple[int, int]]) -> None:
        """Go on behind an entry, up to which everything was compared."""
        self.last, self.count, self._expected, self.sums = last, count, count, Counter(sums)
        self._rows = _stored(view, last)
        for bank, (unit, line) in units.items():
            waiting = self._banks[bank] = Waiting()
            waiting.unit, waiting.last = unit, line

    def units(self) -> dict[str, tuple[int, int]]:
        """The line of the last entry of each bank, and the line that made it."""
        return {bank: (waiting.unit, waiting.last) for bank, waiting in self._banks.items()}

    def expect(self, bank: str, expected: Expected) -> None:
        """Expect an entry, which may have been read already if another process wrote it. Raises MismatchError."""
        waiting = self._banks.setdefault(bank, Waiting())
        waiting.expected.append(expected)
        self._expected += 1
        _match_all(waiting)

    def compare(self) -> None:
        """Compares as many stored entries as are expected by now; raises MismatchError."""
        early, self._early = self._early, []
        for stored in early:
            self._take(stored)
        while self.count + len(self._early) < self._expected:
            if (row := next(self._rows, None)) is None:
                break
            self._take(row)

    def end(self) -> None:
        """No entry is left over; raises MismatchError."""
        self.compare()
        for stored in self._rows:
            self._take(stored)
        if self._early:
            raise MismatchError(str(self._early[0]), "it refers to a line that is not there")
        for waiting in self._banks.values():
            if waiting.stored:
                raise MismatchError(str(waiting.stored[0]), "no record makes it")
            if waiting.expected:
                missing = waiting.expected[0]
                raise MismatchError(missing.where, f"the entry of {dollars(missing.cents)} on {missing.account} is missing")
        if total := sum(self.sums.values()):
            raise MismatchError("the ledger", f"all accounts sum to {dollars(total)}, not to zero")

    def _take(self, stored: Stored) -> None:
        self.last = max(self.last, stored.id)
        bank = self._bank_of(stored.stream)
        if stored.line is None:
            raise MismatchError(str(stored), "it refers to a line that is not there")
        if not bank:
            self._early.append(stored)
            return
        waiting = self._banks.setdefault(bank, Waiting())
        waiting.stored.append(stored)
        self.sums[stored.account] += stored.cents
        self.count += 1
        _match_all(waiting)


def _match_all(waiting: Waiting) -> None:
    while waiting.stored and waiting.expected:
        _match(waiting, waiting.stored.popleft(), waiting.expected.popleft())


def _match(waiting: Waiting, stored: Stored, expected: Expected) -> None:
    assert stored.line is not None
    if (stored.account, stored.cents) != expected[2:]:
        raise MismatchError(str(stored), f"{expected.where} makes {expected.account} {dollars(expected.cents)} instead")
    begins = stored.line == waiting.unit or stored.line > waiting.last
    if not begins or stored.line > expected.line:
        raise MismatchError(str(stored), f"it is of {expected.where}, and refers to another unit")
    waiting.unit, waiting.last = stored.line, expected.line


def _stored(view: View, after: int = 0) -> Iterator[Stored]:
    """The entries behind one, in their order."""
    columns = (entry.c.id, entry.c.stream, entry.c.seq, entry.c.account, entry.c.cents, event.c.id)
    beside = sa.and_(event.c.stream == entry.c.stream, event.c.seq == entry.c.seq)
    query = sa.select(*columns).select_from(entry.outerjoin(event, beside)).order_by(entry.c.id).limit(PAGE)
    while page := [Stored(*row) for row in view.connection.execute(query.where(entry.c.id > after))]:
        yield from page
        after = page[-1].id
