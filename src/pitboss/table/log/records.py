"""The record of each command: the command itself, what chance gave, and the steps that followed.

`row_of` and `record_of` turn a record into plain JSON and back, in words that a person can read in a log.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from pitboss.cards import Card, parse, text
from pitboss.errors import BadLog
from pitboss.evidence.records import Record as Evidence
from pitboss.shoe import Shuffle, verify
from pitboss.table.commands import Author, Command, Deed
from pitboss.table.steps import Step

WRITTEN = 16_384  # encoded steps that are cached: many recur


class End(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The end of a round: its number, the paragraph that made it void, and all gains and losses."""

    round: int
    players: dict[str, int]
    inventory: int
    meter: int = 0
    box: int = 0  # contributions to jackpots
    void: str = ""


class Reading(msgspec.Struct, frozen=True, array_like=True):
    """A shared meter at the time it was read, with its carried fraction of a cent."""

    cents: int
    carried: str


Drawn = Shuffle | int | Reading


class Record(msgspec.Struct, gc=False):
    """One accepted command and everything that followed from it. `version` is the table's version after it."""

    version: int
    deed: Deed
    author: Author
    at: int  # in milliseconds since 1970
    id: str
    drawn: list[Drawn]
    steps: list[Step]
    end: End | None = None
    failed: str = ""  # why the round could not go on
    meter: Reading | None = None  # a shared meter's reading afterwards, if this table moved it
    evidence: list[Evidence] = []  # of fair chance; `drawn` then reveals no card and no number

    @property
    def command(self) -> Command:
        """The command, without the version it was made for, which is not recorded."""
        return Command(self.deed, self.author, self.at, None, self.id)


class Recorded:
    """Chance from a record; raises BadLog where the table asks for anything else."""

    def __init__(self, drawn: Sequence[Drawn] = (), seeded: bool = False) -> None:
        self.seeded = seeded
        self._left = list(drawn)

    def _next(self, what: str) -> Drawn:
        if not self._left:
            raise BadLog(f"{what} is needed, but the log says nothing of it")
        return self._left.pop(0)

    def shuffle(self, cards: Iterable[Card]) -> Shuffle:
        """The recorded shuffle; raises BadLog unless it is of these cards and its digest commits to it."""
        found = self._next("a shuffle")
        if not isinstance(found, Shuffle):
            raise BadLog(f"a shuffle is needed, and the log says {found!r}")
        if not verify(found):
            raise BadLog("the digest of a shuffle does not commit to its order")
        if sorted(found.order) != sorted(cards):
            raise BadLog("the cards at the table are others than those of the recorded shuffle")
        return found

    def number(self, least: int, most: int) -> int:
        """The recorded number; raises BadLog unless it is within the limits."""
        found = self._next("a number")
        if type(found) is not int or not least <= found <= most:
            raise BadLog(f"a number from {least} to {most} is needed, and the log says {found!r}")
        return found

    def read(self) -> Reading:
        """The recorded reading of a linked meter."""
        found = self._next("the reading of a meter")
        if not isinstance(found, Reading):
            raise BadLog(f"the reading of a meter is needed, and the log says {found!r}")
        return found

    def hours(self) -> float:
        """A constant: each record brings its own time."""
        return 0.0

    @property
    def left(self) -> bool:
        """True if recorded chance was never used."""
        return bool(self._left)


class Row(msgspec.Struct, omit_defaults=True):
    """A record as JSON has it."""

    v: int
    at: int
    by: Author
    command: Deed
    id: str = ""
    drawn: list[int | list[Any] | dict[str, str]] = []
    steps: list[list[str | int]] = []
    end: End | None = None
    failed: str = ""
    meter: Reading | None = None
    evidence: list[Evidence] = []


def row_of(record: Record) -> Row:
    """A record as plain JSON, with cards as text and steps without empty fields at the end."""
    steps: Any = [_written(step) for step in record.steps]  # JSON already
    return Row(
        record.version,
        record.at,
        record.author,
        record.deed,
        record.id,
        [_plain(drawn) for drawn in record.drawn],
        steps,
        record.end,
        record.failed,
        record.meter,
        record.evidence,
    )


def record_of(row: Row) -> Record:
    """The record in a row; raises ValueError, TypeError or a PitbossError."""
    drawn = [_drawn(given) for given in row.drawn]
    steps = [step_of(given) for given in row.steps]
    return Record(row.v, row.command, row.by, row.at, row.id, drawn, steps, row.end, row.failed, row.meter, row.evidence)


def _plain(drawn: Drawn) -> Any:
    if isinstance(drawn, Shuffle):
        return {"order": text(drawn.order), "salt": drawn.salt, "digest": drawn.digest}
    return [drawn.cents, drawn.carried] if isinstance(drawn, Reading) else drawn


def _drawn(given: Any) -> Drawn:
    if isinstance(given, dict):
        return Shuffle(tuple(parse(given.pop("order"))), **given)
    return msgspec.convert(given, Reading) if isinstance(given, list) else int(given)


def step_row(step: Step) -> list[str | int]:
    """A step as plain JSON."""
    cards = text(step.cards)
    full: list[str | int] = [step.cite, step.act, step.who, cards, step.face, step.wager, step.cents, step.note]
    while full and not full[-1]:
        full.pop()
    return full


@lru_cache(maxsize=WRITTEN)
def _written(step: Step) -> msgspec.Raw:
    """A step as encoded JSON."""
    return msgspec.Raw(msgspec.json.encode(step_row(step)))


_NOTHING: list[Any] = ["", "", "", "", "", "", 0, ""]
_KINDS = [type(nothing) for nothing in _NOTHING]


def step_of(given: list[Any]) -> Step:
    """The step in a row; raises TypeError or a PitbossError."""
    whole = given + _NOTHING[len(given) :]
    if [type(value) for value in whole] != _KINDS:
        raise TypeError("a step that is none")
    cite, act, who, cards, face, wager, cents, note = whole
    return Step(cite, act, who, tuple(parse(cards)), face, wager, cents, note)
