"""A progressive meter shared by several tables: an account with a log of its own.

A table reads the meter when it uses it, and puts both that reading and the meter's later value on its own record. So each
table's log replays by itself, whatever other tables did meanwhile. The meter moves only once the table's record is durable, and
until then no table uses it: nothing is paid from wagers that may be lost, and no table is two moves ahead of the meter. The
meter's log holds the same moves, each with its table and version, and is written after the table's log. If a crash loses the
last move, it is posted when the table is resumed, and no other table goes on before that. If the meter's log cannot be written,
every linked table stops. All tables linked to one meter belong to one task.
"""

from collections.abc import Collection
from fractions import Fraction
from functools import partial
from math import floor
from pathlib import Path
from typing import Self

import msgspec

from pitboss.errors import BadLog, NotAuthorized, OutOfTurn, Stopped
from pitboss.house import House
from pitboss.table.commands import Bet, Buy, Close, Deed, Open, Pledge, Seed, Sit
from pitboss.table.log.log import snapshot_body, snapshot_in
from pitboss.table.log.records import Reading, Record
from pitboss.table.log.sealed import Lines, Place, Row, place_of
from pitboss.table.money.meter import Meter


class Opened(msgspec.Struct, frozen=True, tag_field="meter", tag="opened"):
    """The first line of a meter's log."""

    name: str
    cents: int
    reset: int
    rate: str


class Moved(msgspec.Struct, frozen=True, tag_field="meter", tag="moved", omit_defaults=True):
    """A table's move of the meter, with the meter's reading after it. With `closed` the table only closed."""

    table: str
    version: int
    shows: Reading
    closed: bool = False


class Stands(msgspec.Struct, frozen=True):
    """The complete state of a meter after some moves: reading its log can begin here."""

    name: str
    shows: Reading
    reset: int
    rate: str
    versions: dict[str, int]
    open: list[str]


SNAPSHOT_MOVES = 500  # from one snapshot to the next
BAD_LINE = (ValueError, KeyError, ZeroDivisionError, RecursionError)  # raised by lines that are no event of a meter
ASIDE = (Sit, Buy, Bet, Seed, Pledge)  # commands that never use the meter
Last = tuple[int, Reading, Reading]  # the version of a table's last move, and the readings before and after


class LinkedMeter:
    """A shared meter, and the last move of each table."""

    def __init__(self, name: str, meter: Meter, log: Path | Place | None = None) -> None:
        self.name = name
        self.meter = meter
        self.versions: dict[str, int] = {}  # of each table, at its last move
        self.stopped = ""  # why no linked table goes on
        self._open: set[str] = set()  # tables that moved it and have not closed since
        self._awaited: set[str] = set()  # of these, the tables that must be resumed before any goes on
        self._pending: Moved | None = None  # the move whose record is not durable yet
        self._lines: Lines | None = None
        self._moves = 0  # since the last snapshot
        if log is not None:
            opened = Opened(name, meter.cents, meter.reset, str(meter.rate))
            self._lines = place_of(log).new(msgspec.json.encode(opened))

    @classmethod
    def of(cls, name: str, house: House, log: Path | Place | None = None) -> Self:
        """A new meter as a house offers it, with or without a log."""
        meter = Meter.of(house)
        if meter is None:
            raise NotAuthorized("a house without a progressive wager has no meter to link tables to")
        return cls(name, meter, log)

    @staticmethod
    def again(log: Path | Place, without: Collection[str] = ()) -> "LinkedMeter":
        """The meter that a log describes. Every table that moved it and has not closed must be resumed before any goes on,
        except those in `without`, whose logs are lost."""
        kept, lines = place_of(log).again()
        try:
            linked: LinkedMeter | None = None
            for line in lines:
                linked = _after(linked, line.body)
            if linked is None:
                raise ValueError
        except BAD_LINE:
            kept.close()
            raise BadLog(f"{log} is not the log of a meter") from None
        except BaseException:
            kept.close()
            raise
        linked._lines = kept
        linked._awaited = linked._open - set(without)
        return linked

    def read(self) -> Reading:
        """The meter's reading now. A move whose record is not durable yet is never included."""
        return Reading(self.meter.cents, str(self.meter.carried))

    # ------------------------------------------------------------------ a table moves it

    def check_name(self, table: str) -> None:
        """Checks that a new table may be linked under a name; raises NotAuthorized."""
        if not table:
            raise NotAuthorized("a table that is linked to a meter needs a name, by which the meter knows it")
        if table in self.versions:
            raise NotAuthorized(f"the meter {self.name} is linked to a table {table} already")

    def check(self, table: str, deed: Deed) -> None:
        """Checks that a table may go on now; raises Stopped or OutOfTurn. While its own move is not durable, it may only do
        what does not use the meter, because a crash would lose the first of two moves."""
        if self.stopped:
            raise Stopped(self.stopped)
        self._check_pending(but=table if isinstance(deed, ASIDE) else "")
        if self._awaited:
            raise OutOfTurn(f"the meter {self.name} waits until all its tables are resumed: {', '.join(sorted(self._awaited))}")

    def expect(self, table: str, version: int, shows: Reading) -> None:
        """Notes a table's move of the meter whose record is not durable yet."""
        self._pending = Moved(table, version, shows)

    def confirm(self, table: str, record: Record) -> None:
        """Confirms that a table's record is durable: its move of the meter takes effect and is put on record; raises Stopped on
        failure. A table that has closed need not be resumed."""
        deed = type(record.deed)
        if record.meter is not None:
            moved = Moved(table, record.version, record.meter)
            if self._pending != moved:
                raise OutOfTurn(f"the meter {self.name} does not wait for version {record.version} of table {table}")
            self._post(moved)
            self._pending = None
        elif deed is Open:
            self._join(table)
        elif deed is Close and table in self._open:
            self._post(Moved(table, record.version, self.read(), closed=True))

    def drop(self, table: str) -> None:
        """Drops a table's pending move: its record could not be made durable, so the meter does not move."""
        if self._pending is not None and self._pending.table == table:
            self._pending = None

    def catch_up(self, table: str, last: Last | None) -> None:
        """Posts the last move of a resumed table if the meter's log lacks it; the move before was on record earlier. The meter
        moves by as much as it did then, whatever it shows now. Raises OutOfTurn while another table's move is not durable,
        because that move was made from a reading without this one."""
        if self.stopped:
            raise Stopped(self.stopped)
        self._check_pending(but=table)
        self._join(table)
        self.drop(table)
        if last is not None and last[0] > self.versions.get(table, 0):
            version, before, after = last
            shows = _total(self.read()) + _total(after) - _total(before)
            self._post(Moved(table, version, Reading(floor(shows), str(shows - floor(shows)))))
        self._awaited.discard(table)

    def release(self) -> None:
        """Releases the log."""
        if self._lines is not None:
            self._lines.close()

    def _check_pending(self, but: str) -> None:
        """Checks that no move of another table than `but` waits to be on record; raises OutOfTurn."""
        if self._pending is not None and self._pending.table != but:
            raise OutOfTurn(
                f"the meter {self.name} is being moved by table {self._pending.table}: wait until that is on record"
            )

    def _join(self, table: str) -> None:
        self.versions.setdefault(table, 0)

    def _post(self, moved: Moved) -> None:
        try:
            if self._lines is not None:
                self._lines.append([msgspec.json.encode(moved)])
                self._moves += 1
        except BaseException:
            self._pending = None
            self.stopped = f"the meter {self.name} could not be written: it must be resumed, and every table linked to it"
            raise
        self._show(moved)
        if self._lines is not None and self._moves >= SNAPSHOT_MOVES:
            stands = msgspec.json.encode(self.stands())
            self._lines.append([Row(partial(snapshot_body, "meter", stands))])
            self._moves = 0

    def stands(self) -> Stands:
        """The complete state of the meter."""
        m = self.meter
        return Stands(self.name, self.read(), m.reset, str(m.rate), dict(self.versions), sorted(self._open))

    def _show(self, moved: Moved) -> None:
        if moved.version <= self.versions.get(moved.table, 0):
            raise BadLog(f"the meter {self.name} already has version {moved.version} of table {moved.table}")
        self.versions[moved.table] = moved.version
        self.meter.cents, self.meter.carried = moved.shows.cents, Fraction(moved.shows.carried)
        (self._open.discard if moved.closed else self._open.add)(moved.table)


def _total(reading: Reading) -> Fraction:
    """Cents with the fraction that is carried."""
    return reading.cents + Fraction(reading.carried)


def _after(meter: LinkedMeter | None, body: bytes) -> LinkedMeter:
    """A meter after an event of its log; raises ValueError for any other line."""
    if (stands := snapshot_in("meter", body, Stands)) is not None:
        return _stood(meter, stands)
    event = msgspec.json.decode(body, type=Opened | Moved)
    if isinstance(event, Opened) != (meter is None):
        raise ValueError
    if isinstance(event, Opened):
        return LinkedMeter(event.name, Meter(event.cents, event.reset, Fraction(event.rate)))
    assert meter is not None
    meter._show(event)
    meter._moves += 1
    return meter


def _stood(meter: LinkedMeter | None, stands: Stands) -> LinkedMeter:
    """A meter as a snapshot has it; raises ValueError if the meter was already known to be different."""
    if meter is None:
        cents, carried = stands.shows.cents, Fraction(stands.shows.carried)
        meter = LinkedMeter(stands.name, Meter(cents, stands.reset, Fraction(stands.rate), carried))
        meter.versions, meter._open = dict(stands.versions), set(stands.open)
    if meter.stands() != stands:
        raise ValueError
    meter._moves = 0
    return meter


def shown_last(log: Path | Place) -> int:
    """The cents on a meter by the last line of its log; raises BadLog."""
    line = place_of(log).last()
    try:
        body = line.body if line is not None else b""
        event = snapshot_in("meter", body, Stands) or msgspec.json.decode(body, type=Opened | Moved)
    except (ValueError, KeyError):
        raise BadLog(f"{log} is not the log of a meter") from None
    return event.cents if isinstance(event, Opened) else event.shows.cents


def replay_meter(log: Path | Place) -> Meter:
    """The meter at the end of its log, every seal checked and every move in its table's order; raises BadLog."""
    meter: LinkedMeter | None = None
    for line in place_of(log).read():
        try:
            meter = _after(meter, line.body)
        except BAD_LINE:
            raise BadLog(f"{log}, line {line.number} is not an event of a meter") from None
    if meter is None:
        raise BadLog(f"{log} is not the log of a meter: it does not start with one")
    return meter.meter
