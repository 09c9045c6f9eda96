"""What is committed together: the lines of one command, who said it, the money it moved, the rounds it finished.

A unit is in the database whole or not at all. Units are committed in the order in which they were submitted, many of them with
one sync (`pitboss.floor.writer`).
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from pitboss.errors import PitbossError

OFFICE = "office"  # the stream of what staff and cage did
RECORD, SNAPSHOT = "record", "snapshot"
CAGE = re.compile(r"cage/([0-9]+)")


class StreamLine(NamedTuple):
    """A sealed line of a stream: `seq` from 1 without gaps, kind "record" or "snapshot", signature "" where none."""

    stream: str
    seq: int
    kind: str
    version: int
    body: bytes
    seal: str
    signature: str = ""


class Said(NamedTuple):
    """The command of an account under its own id, which it uses once; and the stream and version that it brought about."""

    account: int
    id: str
    stream: str
    version: int


class Entry(NamedTuple):
    """Cents that came to an account, or left it if negative. An entry on "cage/7" also moves what account 7 has in the cage."""

    account: str
    cents: int


class Played(NamedTuple):
    """A finished round: the versions of its first and last line, when it ended, and why it was void ("" where it was not)."""

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
    """Nobody waits."""


class Unit(Struct, eq=False):
    """What is committed together. `bank` and `fence` say under which lease; nobody's unit has none.

    `work` runs first and may run more than once, each time in a transaction that undid what it did before. It may *set* the
    entries and the office lines of its own unit, where these need a number that only the database gives; it returns `result`.
    """

    bank: str = ""
    fence: int = 0
    lines: list[StreamLine] = []
    said: Said | None = None
    entries: list[Entry] = []
    rounds: list[Played] = []
    office: list[bytes] = []
    work: Callable[[Execute], Any] | None = None
    done: Callable[[Exception | None], None] = nobody
    result: Any = None
    heard: int = 0  # of the writer: how many failures had been told when this was submitted


def check_entries(unit: Unit) -> None:
    """Entries sum to zero and have a line to refer to; raises ValueError."""
    if not unit.entries:
        return
    if total := sum(entry.cents for entry in unit.entries):
        raise ValueError(f"the entries of a unit sum to zero, not to {total} cents: {unit.entries}")
    if not unit.lines and not unit.office:
        raise ValueError("entries refer to a line, and this unit has none")


def cage_moves(unit: Unit) -> list[tuple[int, int]]:
    """By how many cents each account's chips in the cage move: (cents, account), by account.

    >>> cage_moves(Unit(entries=[Entry("cage/7", -500), Entry("blackjack/seat_1", 300), Entry("cage/7", 200)]))
    [(-300, 7)]
    >>> cage_moves(Unit(entries=[Entry("cage/10", -500), Entry("cage/9", 500)]))
    [(500, 9), (-500, 10)]
    """
    moves: dict[int, int] = {}
    for account, cents in unit.entries:
        if account.startswith("cage/"):
            found = CAGE.fullmatch(account)
            if found is None:
                raise ValueError(f"{account} is no account of the cage")
            moves[int(found[1])] = moves.get(int(found[1]), 0) + cents
    return [(moves[account], account) for account in sorted(moves)]


# ---------------------------------------------------------------------------- why a unit was dropped


class Conflict(PitbossError):
    """A unit that the database cannot take; nothing of it, nor of the later units of its bank, is there."""


class IdUsed(Conflict):
    """The account has used this id before, for what brought `stream` to `version`."""

    def __init__(self, stream: str, version: int) -> None:
        super().__init__(f"this id has been used already, for what brought {stream} to version {version}")
        self.stream = stream
        self.version = version


class Overdrawn(Conflict):
    """An account does not have that much in the cage."""


class LeaseLost(Conflict):
    """Another process has the bank now."""


class OutOfOrder(Conflict):
    """A line that does not follow the last line of its stream."""


class Dropped(Conflict):
    """An earlier unit of the same bank was not committed, so this one rests on nothing."""
