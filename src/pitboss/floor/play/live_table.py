"""A table with its viewers: what of it is durable and may be shown, and which players it waits for."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from pitboss.floor.play.broadcast import Broadcast, Line, Questions, clock_of, encode, names_at, newcomers_in
from pitboss.floor.play.protocol import Closed, Hello, Since, Status, welcome
from pitboss.floor.storage.postings import follow_seats
from pitboss.floor.storage.transactions import Played
from pitboss.table.commands import Act, Author, Command, Report
from pitboss.table.log.records import Record
from pitboss.table.steps import Request, Step
from pitboss.table.table import Table
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import SPECTATOR, Asked, Viewer, asked
from pitboss.table.view.views import Frame, Say, at_first, frames, layout_of, newcomers, outline_of, steps_of_round, who_was
from pitboss.telling.plain import say
from pitboss.telling.questions import question

if TYPE_CHECKING:
    from pitboss.floor.play.banks import Bank

log = structlog.get_logger("pitboss.floor")
BOTS = tuple(f"{name} (bot)" for name in ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jack"))
KEPT = 256  # durable records kept for clients that return
CAME_OR_WENT = ("sit", "leave")


class PendingRecord(msgspec.Struct, frozen=True):
    """A record that is not durable yet."""

    record: Record
    meter: int | None  # as of this record
    moved: list[Step]  # arrivals and departures


@dataclass
class JoiningViewer:
    """A viewer who waits for the first message until its version is durable."""

    line: Line
    viewer: Viewer  # at that version
    version: int
    first: bytes
    words: bool = False  # wants sentences too


@dataclass
class WaitState:
    """What the table waits for, and until when by the event loop's clock (None: forever)."""

    since: int = -1  # the version of the question, or of the first wager
    until: float | None = None
    began: float = 0.0  # when it began to wait
    seconds: float | None = None  # granted to those present now
    bank: float = 0.0  # the part of those that is a time bank
    banker: str = ""  # whose it is
    banks: dict[str, float] = field(default_factory=dict)  # what is left of time banks that are not full
    ready: set[str] = field(default_factory=set)  # players done with their wagers
    gone: dict[str, float] = field(default_factory=dict)  # since when a player at this table is offline
    seen: dict[str, float] = field(default_factory=dict)  # when a player without a line was heard last
    stay_away: set[str] = field(default_factory=set)  # players who stepped away from a Poker table by themselves


class LiveTable:
    """One table of a bank, as the floor has it."""

    def __init__(self, name: str, bank: "Bank", now: Callable[[], float]) -> None:
        self.name = name
        self.bank = bank
        self._now = now  # by the clock of `waits`
        self.log = bank.stream(name)
        self._table = table = bank.tables[name]
        self.broadcast = Broadcast(table.game.looks(table.house), names_at(table.seats))
        self.durable = 0  # the last durable version
        self.shown = 0  # the last version sent to viewers
        self.recent: deque[Record] = deque(maxlen=KEPT)
        self.ahead: deque[PendingRecord] = deque()
        self.joining: list[JoiningViewer] = []
        self.answers: dict[Line, list[bytes]] = {}  # sent with the next message
        self.waits = WaitState()
        self.lines: dict[str, dict[str, int]] = {}  # how many lines each player has open, to this process ("") or to others
        self.bots: dict[int, str] = {}  # the names of bots by seat
        self.held_by: str = ""  # the employee who deals; the house's dealer waits for them
        self.holder = 0  # their account
        self.names: dict[int, str] = {}  # players by seat, as of the last record
        self.seated: dict[int, str] = {}  # the same, as of the last durable one
        self.since = 0  # the version of the last round's end
        self.deserted = False  # the last person has left the bots alone
        self.closed = ""  # why it is no longer served here
        self.failed = ""  # the error at which the house failed twice: it then waits for the pit
        self._failed_at = -1  # the version of its last failure
        self.begin_again()

    @property
    def table(self) -> Table:
        """The table, which may be ahead of what is durable; after closing, its last state."""
        found = self.bank.tables.get(self.name)
        if found is not None:
            self._table = found
        return self._table

    @property
    def at_rest(self) -> bool:
        """True if all records of this table are durable. Other tables of the bank do not count: they may never pause."""
        return not self.ahead

    @property
    def meter(self) -> int | None:
        """The durable amount on the meter, its own or a linked one."""
        now = self.table.meter_cents
        return self.bank.meters.get(self._meter, now) if self.bank.pending else now

    @property
    def _meter(self) -> str:
        return self.table.opening.linked or self.log

    # ------------------------------------------------------------------ records

    def do(self, command: Command) -> Record:
        """Carries out a command in memory."""
        return self.bank.do(self.name, command)

    def take(self, record: Record) -> Played | None:
        """A record that is not durable yet; the round that is over with it."""
        moved = [step for step in record.steps if step.act in CAME_OR_WENT]
        table = self.table
        self.ahead.append(PendingRecord(record, table.meter_cents, moved))
        if moved:
            people = len(self.names) > len(self.bots)
            follow_seats(self.names, moved)
            self.bots = {seat: name for seat, name in self.names.items() if name in BOTS}
            self.deserted = self._only_bots and (people or self.deserted)  # bots that came first stay
        if table.game.dealt_in is not None and isinstance(record.deed, Act | Report):
            self._note_absence(record.deed, record.author)
        if record.end is None:
            return None
        self.waits.ready.clear()
        self.failed, self._failed_at = "", -1
        first, self.since = self.since + 1, record.version
        return Played(self.log, record.end.round, first, record.version, record.at, record.end.void)

    def _note_absence(self, command: Act | Report, author: Author) -> None:
        """Remember players who stepped away by themselves or by an employee's command: coming online does not return them. Not
        durable: after a restart it holds for all who are away."""
        name = self.names.get(command.detail.get("seat", 0), "")
        if command.kind == "player steps away" and author.name:
            self.waits.stay_away.add(name)
        elif command.kind in ("player steps away", "player returns"):
            self.waits.stay_away.discard(name)

    @property
    def _only_bots(self) -> bool:
        return bool(self.bots) and len(self.bots) == len(self.names)

    def note_failure(self, error: Exception) -> None:
        """Note a failure of the house. After a second one at the same version, the table waits for the pit."""
        if self._failed_at == self.durable:
            self.failed = type(error).__name__
        self._failed_at = self.durable

    def settle(self, record: Record) -> Record:
        """A record is durable: it may be shown."""
        pending = self.ahead.popleft()
        assert pending.record is record, "records become durable in their order"
        self.durable = record.version
        if pending.meter is not None:
            self.bank.meters[self._meter] = pending.meter
        if pending.moved:
            follow_seats(self.seated, pending.moved)
        self.recent.append(record)
        return record

    def begin_again(self) -> None:
        """Reset to the table as its log has it, all durable."""
        table = self.table
        self.ahead.clear()
        if table.version != self.durable:
            self.recent.clear()
        self.durable = self.shown = table.version
        self.since = table.since
        self.names = {number: seat.player for number, seat in table.seats.items()}
        self.seated = dict(self.names)
        self.bank.meters[self._meter] = self.meter
        self.bots = {seat: name for seat, name in self.names.items() if name in BOTS}
        self.deserted = self._only_bots
        self.waits.since, self.waits.until = -1, None
        self.waits.stay_away.clear()

    # ------------------------------------------------------------------ viewers

    def viewer(self, player: str) -> Viewer:
        """The player as a viewer, with their present seats."""
        if not player:
            return SPECTATOR
        return _viewer(player, *[n for n, seat in self.table.seats.items() if seat.player == player])

    def status(self) -> Status:
        """The versions that can be sent."""
        oldest = self.recent[0].version - 1 if self.recent else self.durable
        return Status(self.log, oldest, self.durable, self.closed)

    def greet(self, hello: Hello, line: Line) -> Closed | None:
        """Send a new or returning client what it needs, as soon as that is durable."""
        needs = welcome(hello, self.status())
        if isinstance(needs, Closed):
            return needs
        viewer = self.viewer(line.player)
        if isinstance(needs, Since) and self.at_rest:
            frames = self.frames_after(needs.version, viewer, hello.words)
            first = encode({"v": self.durable, "frames": frames, **self._asks(viewer, hello.words)})
            self.joining.append(JoiningViewer(line, viewer, self.durable, first, hello.words))
        else:
            whole = self.whole(viewer, hello.words)
            self.joining.append(JoiningViewer(line, viewer, self.table.version, whole, hello.words))
        if self.shown == self.durable:  # else with the next message, which would repeat it
            self.welcome_joining()
        return None

    def since_version(self, version: int, player: str) -> dict[str, Any]:
        """The frames after a version and the current question, for a client without a line."""
        if not self.status().oldest <= version <= self.durable:
            return {}
        viewer = self.viewer(player)
        return {"frames": self.frames_after(version, viewer)} | (self._asks(viewer) if self.at_rest else {})

    def frames_after(self, version: int, viewer: Viewer, words: bool = False) -> list[Frame]:
        """The durable frames after a version, for a viewer with the seats of now. Those may rest on records that are not
        durable yet: a seat that the viewer takes in one of them was another player's before, and so were its cards."""
        durable = [record for record in self.recent if record.version > version]
        then = at_first(viewer, [*durable, *(each.record for each in self.ahead)])
        return frames(durable, then, self.broadcast.looks, self._say_from(durable) if words else None)

    def _say_from(self, records: Sequence[Record]) -> Say:
        """Tells records in order, each player under the name of the moment."""
        came = {seat for record in records for seat in newcomers_in(record.steps)}
        names = {seat: name for seat, name in self.broadcast.names.items() if seat not in came}

        def tell(steps: Sequence[Step | None], own: frozenset[int]) -> list[tuple[str, str]]:
            names.update(newcomers_in(steps))
            return say(steps, own, names)

        return tell

    def whole(self, viewer: Viewer, words: bool = False) -> bytes:
        """The whole table as a viewer sees it; send it only once its version is durable. With `words`, also the sentences of
        the round and of the question."""
        table = self.table
        message = {"v": table.version, "log": self.log, "table": self.picture(viewer), **self._clock()}
        if words:
            played = table.shown.seated if table.shown is not None else {}
            names = self.broadcast.names | names_at(played)
            message["words"] = say(steps_of_round(table, viewer), who_was(table, viewer).seats, names)
            message |= _in_words(self._asked(viewer), viewer)
        return encode(message)

    def _clock(self) -> dict[str, int]:
        """The seconds until the house answers, if a clock runs."""
        table, waits = self.table, self.waits
        now = table.asked_at if table.request is not None else table.since
        if waits.until is None or waits.since != now:  # or it is the clock of something that is over
            return {}
        return clock_of(waits.until - self._now(), waits.bank)

    def picture(self, viewer: Viewer) -> dict[str, Any]:
        """The layout for a viewer, with the facts of the table beside it."""
        table = self.table
        layout: dict[str, Any] = msgspec.to_builtins(self._layout(viewer), str_keys=True)
        if table.opening.linked:  # to a meter that other tables move: theirs may not be durable when this is
            layout["meters"] = dict.fromkeys(layout["meters"], self.meter)
        return {
            "name": self.name,
            "chapter": table.game.chapter,
            "house": msgspec.to_builtins(dict(table.house.given), str_keys=True),
            "you": sorted(viewer.seats),
            "new": newcomers(table),  # took no part in what the last round left there
            "closed": table.closed,
            "unrevealed": table.fair.untold if table.called and table.fair is not None else [],
            "held_by": self.held_by,
            "promises": getattr(table.fair, "standing", []),  # of fair chance; the last one is for the next round
            **layout,
        }

    def _layout(self, viewer: Viewer) -> Layout:
        """The layout; if drawing it fails, the seats with their chips."""
        try:
            return layout_of(self.table, viewer)
        except Exception:
            log.exception("a table cannot be drawn", table=self.name)
            return outline_of(self.table)

    def welcome_joining(self) -> None:
        """Send joining clients their first message once it is durable, and what has become durable since."""
        if not self.joining:
            return
        waiting = []
        for each in self.joining:
            if each.version > self.durable:
                waiting.append(each)
                continue
            each.line.send(each.first)
            since = [record for record in self.recent if record.version > each.version]
            viewer = each.viewer
            if since:
                missed: list[Frame] = []
                tell = self._say_from(since) if each.words else None
                for record in since:  # one by one: seats change with each
                    missed += frames([record], viewer, self.broadcast.looks, tell)
                    viewer = viewer.after(record.steps)
                asks = self._asks(viewer, each.words) if self.at_rest else {}
                each.line.send(encode({"v": self.durable, "frames": missed, **asks}))
            self.broadcast.join(each.line, viewer, each.words)
        self.joining = waiting

    def lines_open(self) -> list[Line]:
        """Every line to this table, of those who join too."""
        return [*self.broadcast.lines, *(joining.line for joining in self.joining)]

    def leave(self, line: Line) -> None:
        """Remove a viewer."""
        self.broadcast.leave(line)
        self.joining = [each for each in self.joining if each.line is not line]
        self.answers.pop(line, None)

    def show(self, records: list[Record], seconds: float | None) -> None:
        """Send new durable records to all viewers."""
        questions = self._questions(seconds) if self.at_rest else None
        answers, self.answers = self.answers, {}
        self.broadcast.show(self.durable, records, questions, answers)
        self.shown = self.durable
        for line, mine in answers.items():  # for lines that still join
            line.send(b'{"answers":[' + b",".join(mine) + b"]}")
        self.welcome_joining()

    def _asked(self, viewer: Viewer) -> Any:
        table = self.table
        return asked(table.asks() or [table.request], viewer, table.silent)

    def _asks(self, viewer: Viewer, words: bool = False) -> dict[str, Any]:
        """The question with its clock, with `words` also as a sentence."""
        questions = self._asked(viewer)
        return {"asked": questions, **self._clock(), **(_in_words(questions, viewer) if words else {})}

    def _questions(self, seconds: float | None) -> Questions:
        """The questions for spectators and for the players asked."""
        table = self.table
        if table.request is None:
            return Questions((), {}, clock_of(seconds))
        requests: list[Request | None] = [*table.asks()] or [table.request]
        everybody = asked(requests, SPECTATOR)
        own: dict[str, tuple[Asked, ...]] = {}
        seats: dict[str, frozenset[int]] = {}
        for one in everybody:
            seat = table.seats.get(one.seat)
            if seat is not None and seat.player not in own:
                viewer = self.viewer(seat.player)
                own[seat.player], seats[seat.player] = asked(requests, viewer, table.silent), viewer.seats
        return Questions(everybody, own, clock_of(seconds, self.waits.bank), seats)

    def players(self) -> Mapping[str, list[int]]:
        """The people who sit here, with their seats."""
        seats: dict[str, list[int]] = {}
        for number, seat in self.table.seats.items():
            if number not in self.bots:
                seats.setdefault(seat.player, []).append(number)
        return seats


@lru_cache(maxsize=4096)
def _viewer(player: str, *seats: int) -> Viewer:
    """A viewer with seats, cached."""
    return Viewer(player, frozenset(seats))


def _in_words(asked: Sequence[Asked], viewer: Viewer) -> dict[str, Any]:
    sentence = question(asked, viewer.seats)
    return {"question": sentence} if sentence is not None else {}
