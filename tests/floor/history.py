"""Whether what people said and were told is linearizable per table, with the table's own log, played again, as the model.

The versions of the log are the one order in which all happened. Whatever somebody was told must fit into it at a moment between
his asking and his being told: a command that was acknowledged at its version, a refusal where the table, as it was at some
version in between, refuses that command with the same words, and a look at the table as it was at its version. What anybody
knew before somebody asked came before; what was said after he was told came after.
"""

import json
import os
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.games import game
from pitboss.table.commands import Author, Command, Deed
from pitboss.table.log.records import Record
from pitboss.table.log.replay import repeat, table_after
from pitboss.table.log.stores import TABLE
from pitboss.table.table import Table
from pitboss.table.view.viewers import Viewer, asked
from pitboss.table.view.views import layout_of
from tests.floor.crowd import Book, Json, Read, Saying
from tests.floor.rows import Rows

AT_THE_CAGE = "in your account at the cage"  # a refusal of which a table knows nothing


class Differs(AssertionError):
    """What somebody was told fits into no order of events."""


def check_history(book: Book, rows: Rows, key: HouseKey, *, fresh: bool = True) -> dict[str, int]:
    """Checks the history of every table; raises Differs. Returns how much of what was looked at. Where a look at a table may
    come from a process that follows another, it need not be `fresh`."""
    found = {"commands": 0, "refusals": 0, "reads": 0, "questions": 0}
    for stream in rows.tables():
        history = History(book, stream, rows, fresh)
        for name, number in history.check(key).items():
            found[name] += number
    return found


def check_apart(book: Book, rows: Rows, key: Path, *, fresh: bool = True) -> dict[str, int]:
    """The same in a process that has imported no more than it needs: this one, with all tests in it, is slow to fork."""
    return small().submit(_check, replace(book, trap=print), rows, key, fresh).result()


@cache
def small() -> ProcessPoolExecutor:
    """That process: whoever has had something checked shuts it down."""
    return ProcessPoolExecutor(1, get_context("spawn"))


def _check(book: Book, rows: Rows, key: Path, fresh: bool) -> dict[str, int]:
    return check_history(book, rows, HouseKey.load(key), fresh=fresh)


class History:
    """What was said and told of one table."""

    def __init__(self, book: Book, stream: str, rows: Rows, fresh: bool) -> None:
        self.book, self.stream, self.fresh = book, stream, fresh
        self.bodies = [row.body for row in rows.records(stream)]
        self.last = len(self.bodies)
        sayings = [saying for saying in book.sayings.values() if saying.log == stream]
        self.acknowledged = [saying for saying in sayings if saying.told]
        self.refused = [saying for saying in sayings if saying.refused is not None]
        self.reads = [read for read in book.reads if read.log == stream]
        self.meters = meter_readings(rows, json.loads(self.bodies[0])["command"].get("linked", ""))
        self._later = self._bounds()

    def _bounds(self) -> tuple[list[int], list[int]]:
        """Ticks, and for each the last version at which something that was told before it can have been."""
        moments = [(saying.invoked, saying.told - 1) for saying in self.acknowledged]
        moments += [(read.invoked, read.version) for read in self.reads] if self.fresh else []
        ticks, most = [], [self.last]
        for tick, version in sorted(moments, reverse=True):
            ticks.append(tick)
            most.append(min(most[-1], version))
        return ticks[::-1], most[::-1]

    def at_most(self, answered: int) -> int:
        """The last version at which something can have been that was told at a tick: whatever was asked later came later."""
        ticks, most = self._later
        return most[bisect_right(ticks, answered)]

    def at_least(self, invoked: int) -> int:
        """The first version at which something can have been that was asked at a tick: what anybody knew before came before."""
        return self.book.known(self.stream, invoked)

    # ------------------------------------------------------------------ commands and reads, by their versions

    def check(self, key: HouseKey) -> dict[str, int]:
        """All of it; how much there was."""
        for read in self.reads:
            self._check_time(read)
        for saying in self.acknowledged:
            self._check_acknowledged(saying)
        refusals = self._check_by_the_rules(key)
        questions = sum(each.log == self.stream for each in self.book.asked)
        return {
            "commands": len(self.acknowledged),
            "refusals": refusals,
            "reads": len(self.reads),
            "questions": questions,
        }

    def _check_acknowledged(self, saying: Saying) -> None:
        least, most = self.at_least(saying.invoked) + 1, self.at_most(saying.answered)
        if not least <= saying.told <= most:
            self._differs(saying, f"was told that it brought about version {saying.told}, not from {least} to {most}")
        told = json.loads(self.bodies[saying.told - 1]) if saying.told <= self.last else {}
        if (told.get("id"), told.get("by")) != (saying.id, ["player", saying.player]):
            self._differs(saying, f"was told that it brought about version {saying.told}, which is {told or 'not there'}")

    def _check_time(self, read: Read) -> None:
        least, most = self.at_least(read.invoked) if self.fresh else 0, self.at_most(read.answered)
        if not least <= read.version <= most:
            raise Differs(f"{self.stream}: {read.player} saw version {read.version}, where it was at {least} to {most}")

    def _differs(self, saying: Saying, why: str) -> None:
        raise Differs(f"{self.stream}: {saying.id} of {saying.player}, {saying.deed} for version {saying.version}, {why}")

    # ------------------------------------------------------------------ by the rules

    def _check_by_the_rules(self, key: HouseKey) -> int:
        """Plays the log again and compares what people saw and were refused with the table at that version; how many refusals
        there were."""
        reads = by_version((read.version, read) for read in self.reads)
        questions = by_version((each.version, each) for each in self.book.asked if each.log == self.stream)
        waiting = [saying for saying in self.refused if AT_THE_CAGE not in str(saying.refused)]
        windows = {saying.id: (self.at_least(saying.invoked), self.at_most(saying.answered)) for saying in waiting}
        count = len(waiting)
        for table in tables_of(self.bodies, key):
            now = table.version
            for read in reads.get(now, ()):
                self._check_seen(table, read)
            for each in questions.get(now, ()):
                told = plain(asked(table.asks() or [table.request], viewer_of(table, each.player), table.silent))
                if each.asked != told:
                    raise Differs(f"{self.stream}, version {now}: {each.player} was told of {each.asked}, asked is {told}")
            due = [saying for saying in waiting if windows[saying.id][0] <= now <= windows[saying.id][1]]
            if due:
                refused = refusals(table, due)
                waiting = [saying for saying in waiting if saying.id not in refused]
            for saying in waiting:
                if windows[saying.id][1] <= now:
                    least, most = windows[saying.id]
                    self._differs(saying, f"was refused ({saying.refused}); from version {least} to {most} nobody refuses that")
        return count

    def _check_seen(self, table: Table, read: Read) -> None:
        viewer = viewer_of(table, read.player)
        told = plain(layout_of(table, viewer)) | {"you": sorted(viewer.seats), "closed": table.closed}
        if self.meters:  # which other tables move too: what is shown is what its own log says at some moment
            shown = set(read.table["meters"].values())
            if not shown <= self.meters:
                raise Differs(f"{self.stream}: {read.player} saw a meter at {shown}, where it never was")
            told["meters"] = read.table["meters"]
        seen = {name: read.table[name] for name in told}
        if seen != told:
            unlike = {name: (seen[name], told[name]) for name in told if seen[name] != told[name]}
            raise Differs(f"{self.stream}, version {read.version}: {read.player} saw (the first, for the second): {unlike}")


def by_version(pairs: Iterator[tuple[int, Any]]) -> dict[int, list[Any]]:
    """Things by the version that they are about."""
    found: dict[int, list[Any]] = {}
    for version, each in pairs:
        found.setdefault(version, []).append(each)
    return found


def tables_of(bodies: Sequence[bytes], key: HouseKey) -> Iterator[Table]:
    """The table after each record of its log, played again by the rules."""
    records = [TABLE.decode(body) for body in bodies]
    first = records[0]
    assert isinstance(first, Record)
    table = table_after(None, [first], game, key)
    yield table
    for record in records[1:]:
        assert isinstance(record, Record)
        if (hear := getattr(table.chance, "hear", None)) is not None:
            hear(record.evidence)
        repeat(table, record, record.version)
        yield table


def refusals(table: Table, sayings: Sequence[Saying]) -> set[str]:
    """The ids of what the table refuses now in the words in which it was refused.

    What is late or not for whoever says it is refused before anything is done. What the table does not refuse changes it, and
    cannot be taken back: so the rest is said to a copy of all that there is, which is a fork of this process.
    """
    found: set[str] = set()
    left: list[Saying] = []
    for saying in sayings:
        try:
            table._check(command_of(table, saying))
            left.append(saying)
        except PitbossError as error:
            found |= {saying.id} if in_those_words(error, saying) else set()
    while left:
        reads, told = os.pipe()
        child = os.fork()
        if not child:
            try:
                for saying in left:
                    refused = refuses(table, saying)
                    os.write(told, b"?" if refused is None else b"+" if refused else b"-")
                    if refused is None:
                        break
            finally:
                os._exit(0)
        os.close(told)
        with os.fdopen(reads, "rb") as answers:
            marks = answers.read()
        os.waitpid(child, 0)
        assert marks, "the copy of the table says nothing"
        found |= {saying.id for saying, mark in zip(left, marks, strict=False) if mark == ord("+")}
        left = left[len(marks) :]
    return found


def command_of(table: Table, saying: Saying) -> Command:
    """What was said, as a table is told of it now."""
    deed: Any = msgspec.convert(saying.deed, Deed)
    return Command(deed, Author("player", saying.player), int(table.clock * 3_600_000), saying.version, saying.id)


def in_those_words(error: PitbossError, saying: Saying) -> bool:
    """Whether something is refused in the words in which it was refused."""
    assert saying.refused is not None
    return (error.message, error.cite) == (saying.refused["refused"], saying.refused["cite"])


def refuses(table: Table, saying: Saying) -> bool | None:
    """Whether a table refuses a command in the words in which it was refused; None where it does not refuse it at all."""
    try:
        table.take(command_of(table, saying))
    except PitbossError as error:
        return in_those_words(error, saying)
    except Exception:
        return None  # it goes on, and finds no recorded chance
    return None


def viewer_of(table: Table, player: str) -> Viewer:
    """Somebody as he looks at a table."""
    seats = frozenset(number for number, seat in table.seats.items() if seat.player == player) if player else frozenset()
    return Viewer(player, seats)


def plain(value: Any) -> Any:
    """A value as it is after it went over a line."""
    return msgspec.json.decode(msgspec.json.encode(value))


def meter_readings(rows: Rows, meter: str) -> set[int]:
    """All that a linked meter has ever shown."""
    found: set[int] = set()
    for row in rows.streams.get(f"meter/{meter}", []) if meter else []:
        told: Json = json.loads(row.body)
        found.add(told["cents"] if told["meter"] == "opened" else told["shows"][0])
    return found
