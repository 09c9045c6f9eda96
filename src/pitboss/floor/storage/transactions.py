"""Units: what is committed together, the lines of a command, its request id, entries and finished rounds.

A unit is committed whole or not at all. Units are committed in order, many with one sync (`pitboss.floor.storage.writer`).
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from pitboss.errors import PitbossError

OFFICE = "office"  # the acts of staff and cage
RECORD, SNAPSHOT = "record", "snapshot"
CAGE = re.compile(r"cage/([0-9]+)")


class StreamLine(NamedTuple):
    """A sealed line: `seq` from 1 without gaps, kind "record" or "snapshot", signature and mark "" for none."""

    stream: str
    seq: int
    kind: str
    version: int
    body: bytes
    seal: str
    signature: str = ""
    mark: str = ""  # made with the key of the house


class Reads(Protocol):
    """A source of streams: a database or a snapshot of it."""

    def head(self, stream: str) -> StreamLine | None: ...

    def tail(self, stream: str) -> list[StreamLine]: ...

    def lines(self, stream: str, after: int = 0) -> Iterator[StreamLine]: ...

    def streams(self, begins: str = "") -> Iterable[str]: ...


class CommandRow(NamedTuple):
    """A command's account and id, with the stream and version it produced: the key of idempotency."""

    account: int
    id: str
    stream: str
    version: int


class Entry(NamedTuple):
    """Cents added to an account, or taken if negative. Account "cage/7" is account 7's balance at the cage."""

    account: str
    cents: int


class Played(NamedTuple):
    """A finished round: first and last version, time, and why it was void ("" if not)."""

    stream: str
    round: int
    first: int
    last: int
    at: int
    void: str = ""


class Execute(Protocol):
    """Runs one statement in the transaction, with `?` for each parameter in every dialect, and returns its rows."""

    def __call__(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]: ...


def nobody(error: Exception | None) -> None:
    """The default callback: does nothing."""


class Unit(Struct, eq=False):
    """What is committed together, under the lease `fence` of `bank`; units without a bank need none.

    `work` runs first, perhaps repeatedly, each time in a fresh transaction. It may *set* the unit's entries and office lines if
    they need a number from the database; its return value is `result`.
    """

    bank: str = ""
    fence: int = 0
    lines: list[StreamLine] = []
    command: CommandRow | None = None
    entries: list[Entry] = []
    rounds: list[Played] = []
    office: list[bytes] = []
    work: Callable[[Execute], Any] | None = None
    done: Callable[[Exception | None], None] = nobody
    result: Any = None
    heard: int = 0  # failures announced when it was submitted


def unit_of(work: Callable[[Execute, Unit], Any], bank: str = "", fence: int = 0) -> Unit:
    """A unit with work that sets its entries and office lines itself, by what it finds in the database."""
    unit = Unit(bank, fence)
    unit.work = lambda execute: work(execute, unit)
    return unit


def check_entries(unit: Unit) -> None:
    """Entries sum to zero and have a line to refer to; raises ValueError."""
    if not unit.entries:
        return
    if total := sum(entry.cents for entry in unit.entries):
        raise ValueError(f"the entries of a unit sum to zero, not to {total} cents: {unit.entries}")
    if not unit.lines and not unit.office:
        raise ValueError("entries refer to a line, and this unit has none")


def cage_moves(unit: Unit) -> list[tuple[int, int]]:
    """The changes of balances at the cage, as (cents, account) by account.

    >>> cage_moves(Unit(entries=[Entry("cage/7", -500), Entry("blackjack/seat_1", 300), Entry("cage/7", 200)]))
    [(-300, 7)]
    >>> cage_moves(Unit(entries=[Entry("cage/10", -500), Entry("cage/9", 500)]))
    [(500, 9), (-500, 10)]
    """
    moves: dict[int, int] = {}
    for account, cents in unit.entries:
        if account.startswith("cage/"):
            match = CAGE.fullmatch(account)
            if match is None:
                raise ValueError(f"{account} is no account of the cage")
            moves[int(match[1])] = moves.get(int(match[1]), 0) + cents
    return [(moves[account], account) for account in sorted(moves)]


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


# ---------------------------------------------------------------------------- why a unit was dropped


class ConflictError(PitbossError, kind="Conflict"):
    """A unit that the database refused, with the later units of its bank."""


class IdUsedError(ConflictError, kind="IdUsed"):
    """The account has used this id for what brought `stream` to `version`."""

    def __init__(self, stream: str, version: int) -> None:
        super().__init__(f"this id has been used already, for what brought {stream} to version {version}")
        self.stream = stream
        self.version = version


class OverdrawnError(ConflictError, kind="Overdrawn"):
    """An account does not have that much in the cage."""


class LeaseLostError(ConflictError, kind="LeaseLost"):
    """Another process has the bank now."""


class OutOfOrderError(ConflictError, kind="OutOfOrder"):
    """A line that does not follow the last line of its stream."""


class DroppedError(ConflictError, kind="Dropped"):
    """An earlier unit of the same bank was not committed, so this one rests on nothing."""
