"""A progressive meter to which several tables are linked: an account with a log of its own.

A table reads the meter where it uses it, puts what it read on its own record, and says on that record what the meter showed
afterwards; so each log replays by itself, whatever the others did meanwhile. The meter's log has the same moves, each with its
table and version. It is written after the table's: what it lacks of the last move before a crash is posted when the table is
resumed.
"""

from fractions import Fraction
from pathlib import Path
from typing import Self

import msgspec

from pitboss.errors import BadLog, NotAuthorized, Stopped
from pitboss.house import House
from pitboss.table.meter import Meter
from pitboss.table.records import Reading
from pitboss.table.sealed import SealedFile, read_lines


class Opened(msgspec.Struct, frozen=True, tag_field="meter", tag="opened"):
    """The first line of a meter's log."""

    name: str
    cents: int
    reset: int
    rate: str


class Moved(msgspec.Struct, frozen=True, tag_field="meter", tag="moved"):
    """A table has moved the meter: what it shows and carries since."""

    table: str
    version: int
    shows: Reading


class LinkedMeter:
    """A meter and who moved it last."""

    def __init__(self, name: str, meter: Meter, path: Path | None = None) -> None:
        self.name = name
        self.meter = meter
        self.versions: dict[str, int] = {}  # of each table, at its last move
        self._waiting: list[Moved] = []  # to be put on record when the tables' records are
        self._file: SealedFile | None = None
        if path is not None:
            opened = Opened(name, meter.cents, meter.reset, str(meter.rate))
            self._file = SealedFile.create(path, msgspec.json.encode(opened))

    @classmethod
    def of(cls, name: str, house: House, path: Path | None = None) -> Self:
        """A new meter as a house offers it, with a log at `path` or none."""
        meter = Meter.of(house)
        if meter is None:
            raise NotAuthorized("a house without a progressive wager has no meter to link tables to")
        return cls(name, meter, path)

    @staticmethod
    def again(path: Path) -> "LinkedMeter":
        """The meter that a log describes; its tables must be resumed before it is played for."""
        file, lines = SealedFile.open(path)
        try:
            events = [msgspec.json.decode(line.body, type=Opened | Moved) for line in lines]
            if not events or not isinstance(events[0], Opened):
                raise BadLog(f"{path} is not the log of a meter: it does not start with one")
            first = events[0]
            linked = LinkedMeter(first.name, Meter(first.cents, first.reset, Fraction(first.rate)))
            for event in events[1:]:
                if isinstance(event, Moved):
                    linked._show(event)
        except (msgspec.MsgspecError, ValueError, ZeroDivisionError, RecursionError):
            file.close()
            raise BadLog(f"{path} is not the log of a meter") from None
        except BaseException:
            file.close()
            raise
        linked._file = file
        return linked

    def read(self) -> Reading:
        """What the meter shows and carries now."""
        return Reading(self.meter.cents, str(self.meter.carried))

    def move(self, table: str, version: int, shows: Reading) -> None:
        """A table has moved the meter; it is put on record by `keep`, after the table's own record."""
        moved = Moved(table, version, shows)
        self._show(moved)
        self._waiting.append(moved)

    def keep(self) -> None:
        """Puts on record what tables have moved."""
        waiting, self._waiting = self._waiting, []
        if self._file is not None and waiting:
            self._file.append([msgspec.json.encode(moved) for moved in waiting])

    def catch_up(self, table: str, last: tuple[int, Reading] | None) -> None:
        """Posts the last move of a resumed table, if the meter's log has not got it: the one before was on record before it."""
        if last is not None and last[0] > self.versions.get(table, 0):
            self.move(table, *last)
        self.keep()

    def release(self) -> None:
        """Gives the log free."""
        if self._file is not None:
            self._file.close()

    def _show(self, moved: Moved) -> None:
        if moved.version <= self.versions.get(moved.table, 0):
            raise Stopped(f"the meter {self.name} has got version {moved.version} of table {moved.table} already")
        self.versions[moved.table] = moved.version
        self.meter.cents, self.meter.carried = moved.shows.cents, Fraction(moved.shows.carried)


def replay_meter(path: Path) -> Meter:
    """The meter at the end of its log, every seal checked and every move in its table's order; raises BadLog."""
    meter: LinkedMeter | None = None
    for line in read_lines(path):
        try:
            event = msgspec.json.decode(line.body, type=Opened | Moved)
            if isinstance(event, Opened):
                meter = LinkedMeter(event.name, Meter(event.cents, event.reset, Fraction(event.rate)))
            elif meter is None:
                raise ValueError
            else:
                meter._show(event)
        except (msgspec.MsgspecError, ValueError, ZeroDivisionError, RecursionError):
            raise BadLog(f"{path}, line {line.number} is not an event of a meter") from None
    if meter is None:
        raise BadLog(f"{path} is not the log of a meter: it does not start with one")
    return meter.meter
