"""A table on the floor: what of it is durable and may be known, who looks at it, and for whom it waits."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from pitboss.floor.protocol import Closed, Hello, Since, Status, welcome
from pitboss.floor.units import Played
from pitboss.floor.viewing import Line, Questions, Viewing, encode
from pitboss.table.commands import Act, Author, Command, Report
from pitboss.table.layout import Layout
from pitboss.table.records import Record
from pitboss.table.steps import Request, Step, seat_of
from pitboss.table.table import Table
from pitboss.table.viewers import SPECTATOR, Asked, Viewer, asked
from pitboss.table.views import Frame, at_first, frames, layout_of, newcomers, outline_of, steps_of_round, who_was
from pitboss.telling.plain import say
from pitboss.telling.questions import question

if TYPE_CHECKING:
    from pitboss.floor.banks import Bank

log = structlog.get_logger("pitboss.floor")
BOTS = tuple(f"{name} (bot)" for name in ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo", "Iris", "Jack"))
KEPT = 256  # durable records of which a client that comes back is told
CAME_OR_WENT = ("sit", "leave")


class Ahead(msgspec.Struct, frozen=True):
    """A record that is not durable yet."""

    record: Record
    meter: int | None  # what it showed then
    moved: list[Step]  # who came or went


@dataclass
class Joining:
    """Somebody who is about to look: what he is sent first, once that version is durable."""

    line: Line
    viewer: Viewer  # at that version
    version: int
    first: bytes
    words: bool = False  # whether he is told what happens in words too


@dataclass
class Waits:
    """For whom the table waits, and until when by the clock of the event loop; None is without end."""

    since: int = -1  # the version at which it was asked, or at which the first wager was placed
    until: float | None = None
    began: float = 0.0  # when it began to wait
    seconds: float | None = None  # how long for those who are there now
    ready: set[str] = field(default_factory=set)  # players who place no more wagers in this round
    gone: dict[str, float] = field(default_factory=dict)  # since when a player who sits here has no line open
    seen: dict[str, float] = field(default_factory=dict)  # when a player without a line was heard last
    stay_away: set[str] = field(default_factory=set)  # who stepped away from a Poker table, if not by the house's word


class LiveTable:
    """One table of a bank, as the floor has it."""

    def __init__(self, name: str, bank: "Bank", now: Callable[[], float]) -> None:
        self.name = name
        self.bank = bank
        self._now = now  # by the clock of `waits`
        self.log = bank.stream(name)
        self._table = table = bank.tables[name]
        self.viewing = Viewing(table.game.looks(table.house))
        self.durable = 0  # the last version that may be known
        self.shown = 0  # and the last of which everybody who looks has been told
        self.recent: deque[Record] = deque(maxlen=KEPT)
        self.ahead: deque[Ahead] = deque()
        self.joining: list[Joining] = []
        self.answers: dict[Line, list[bytes]] = {}  # to be sent with what comes next
        self.waits = Waits()
        self.lines: dict[str, dict[str, int]] = {}  # how many lines each player has open, to this process ("") or to others
        self.bots: dict[int, str] = {}  # the names of bots by seat
        self.held_by: str = ""  # the employee who deals himself; the house's dealer waits for him
        self.holder = 0  # his account
        self.names: dict[int, str] = {}  # who sits there, as of the last record
        self.seated: dict[int, str] = {}  # the same, as of the last durable one
        self.since = 0  # the version at which the round before was over
        self.deserted = False  # the last person has left, and only bots sit there
        self.closed = ""  # why nobody can look at it any more
        self.failed = ""  # the error at which the house failed twice: it does nothing here by itself until the pit has ruled
        self._failed_at = -1  # the version at which it failed last
        self.begin_again()

    @property
    def table(self) -> Table:
        """The table itself, which may be ahead of what is durable; the last that there was, where it has closed."""
        found = self.bank.tables.get(self.name)
        if found is not None:
            self._table = found
        return self._table

    @property
    def at_rest(self) -> bool:
        """Whether all that has happened here may be known. What other tables of the bank have under way is no matter: nobody
        would say when that is over."""
        return not self.ahead

    @property
    def meter(self) -> int | None:
        """What the meter shows, as far as that is durable: its own, or the one that other tables of the bank move too."""
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
        self.ahead.append(Ahead(record, table.meter_cents, moved))
        if moved:
            people = len(self.names) > len(self.bots)
            _follow(self.names, moved)
            self.bots = {seat: name for seat, name in self.names.items() if name in BOTS}
            self.deserted = self._only_bots and (people or self.deserted)  # bots that came before anybody else stay
        if table.game.dealt_in is not None and isinstance(record.deed, Act | Report):
            self._note_absence(record.deed, record.author)
        if record.end is None:
            return None
        self.waits.ready.clear()
        self.failed, self._failed_at = "", -1
        first, self.since = self.since + 1, record.version
        return Played(self.log, record.end.round, first, record.version, record.at, record.end.void)

    def _note_absence(self, deed: Act | Report, author: Author) -> None:
        """Whoever steps away by himself, or by an employee's word, stays away until somebody says that he is back. Whom the
        house had step away because his line was lost is back with his line: this is not kept, so after a restart that is
        everybody who is away."""
        name = self.names.get(deed.detail.get("seat", 0), "")
        if deed.kind == "player steps away" and author.name:
            self.waits.stay_away.add(name)
        elif deed.kind in ("player steps away", "player returns"):
            self.waits.stay_away.discard(name)

    @property
    def _only_bots(self) -> bool:
        return bool(self.bots) and len(self.bots) == len(self.names)

    def note_failure(self, error: Exception) -> None:
        """The house failed at what it does by itself. It tries again from the log; where it fails at the same version, the
        table waits for the pit."""
        if self._failed_at == self.durable:
            self.failed = type(error).__name__
        self._failed_at = self.durable

    def settle(self, record: Record) -> Record:
        """A record is durable: it may be shown."""
        found = self.ahead.popleft()
        assert found.record is record, "records become durable in their order"
        self.durable = record.version
        if found.meter is not None:
            self.bank.meters[self._meter] = found.meter
        if found.moved:
            _follow(self.seated, found.moved)
        self.recent.append(record)
        return record

    def begin_again(self) -> None:
        """The table is what its log says, all of it durable."""
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
        """Somebody as he looks at the table now."""
        if not player:
            return SPECTATOR
        return _viewer(player, *[n for n, seat in self.table.seats.items() if seat.player == player])

    def status(self) -> Status:
        """What is known of the table, for who says hello."""
        oldest = self.recent[0].version - 1 if self.recent else self.durable
        return Status(self.log, oldest, self.durable, self.closed)

    def greet(self, hello: Hello, line: Line) -> Closed | None:
        """Somebody comes to look, for the first time or again. He is sent what he needs as soon as that is durable."""
        needs = welcome(hello, self.status())
        if isinstance(needs, Closed):
            return needs
        viewer = self.viewer(line.player)
        if isinstance(needs, Since) and self.at_rest:
            told = self.frames_after(needs.version, viewer, hello.words)
            first = encode({"v": self.durable, "frames": told, **self._asks(viewer, hello.words)})
            self.joining.append(Joining(line, viewer, self.durable, first, hello.words))
        else:
            whole = self.whole(viewer, hello.words)
            self.joining.append(Joining(line, viewer, self.table.version, whole, hello.words))
        if self.shown == self.durable:  # else with what is shown next: who joins now would be told of that twice
            self.welcome_joining()
        return None

    def since_version(self, version: int, player: str) -> dict[str, Any]:
        """What somebody who looks once is told of what happened after a version, and of what is asked where the table waits."""
        if not self.status().oldest <= version <= self.durable:
            return {}
        viewer = self.viewer(player)
        return {"frames": self.frames_after(version, viewer)} | (self._asks(viewer) if self.at_rest else {})

    def frames_after(self, version: int, viewer: Viewer, words: bool = False) -> list[Frame]:
        """The durable frames after a version, for a viewer with the seats of now. Those may rest on records that are not
        durable yet: a seat that the viewer takes in one of them was another player's before, and so were its cards."""
        durable = [record for record in self.recent if record.version > version]
        then = at_first(viewer, [*durable, *(each.record for each in self.ahead)])
        return frames(durable, then, self.viewing.looks, say if words else None)

    def whole(self, viewer: Viewer, words: bool = False) -> bytes:
        """The whole table as a viewer sees it now; not to be sent before its version is durable. With `words` also what has
        been said in the round, and what is asked in a sentence."""
        table = self.table
        found = {"v": table.version, "log": self.log, "table": self.picture(viewer), **self._clock()}
        if words:
            found["words"] = say(steps_of_round(table, viewer), who_was(table, viewer).seats)
            found |= _in_words(self._asked(viewer), viewer)
        return encode(found)

    def _clock(self) -> dict[str, int]:
        """In how many seconds the house goes on without whoever is silent, where it does."""
        table, waits = self.table, self.waits
        now = table.asked_at if table.request is not None else table.since
        if waits.until is None or waits.since != now:  # or it is the clock of something that is over
            return {}
        return {"clock": max(0, round(waits.until - self._now()))}

    def picture(self, viewer: Viewer) -> dict[str, Any]:
        """The layout for a viewer, with what he has to know of the table beside it."""
        table = self.table
        layout: dict[str, Any] = msgspec.to_builtins(self._layout(viewer), str_keys=True)
        if table.opening.linked:  # to a meter that other tables move: theirs may not be durable when this is
            layout["meters"] = dict.fromkeys(layout["meters"], self.meter)
        return {
            "name": self.name,
            "chapter": table.game.chapter,
            "house": msgspec.to_builtins(dict(table.opening.house), str_keys=True),
            "you": sorted(viewer.seats),
            "new": newcomers(table),  # whoever sits there now had no part in what the last round left there
            "closed": table.closed,
            "promises": getattr(table.fair, "standing", []),  # of fair chance; the last one is for the next round
            **layout,
        }

    def _layout(self, viewer: Viewer) -> Layout:
        """What lies there; where that cannot be told, who sits there with how many chips."""
        try:
            return layout_of(self.table, viewer)
        except Exception:
            log.exception("a table cannot be drawn", table=self.name)
            return outline_of(self.table)

    def welcome_joining(self) -> None:
        """Sends those who wait what they need, if it is durable by now, and what has become durable since."""
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
                told: list[Frame] = []
                for record in since:  # one by one: he has the seats that he had at each of them
                    told += frames([record], viewer, self.viewing.looks, say if each.words else None)
                    viewer = viewer.after(record.steps)
                asks = self._asks(viewer, each.words) if self.at_rest else {}
                each.line.send(encode({"v": self.durable, "frames": told, **asks}))
            self.viewing.join(each.line, viewer, each.words)
        self.joining = waiting

    def leave(self, line: Line) -> None:
        """Somebody looks no more."""
        self.viewing.leave(line)
        self.joining = [each for each in self.joining if each.line is not line]
        self.answers.pop(line, None)

    def show(self, records: list[Record], seconds: float | None) -> None:
        """Sends what has become durable to everybody who looks."""
        questions = self._questions(seconds) if self.at_rest else None
        answers, self.answers = self.answers, {}
        self.viewing.show(self.durable, records, questions, answers)
        self.shown = self.durable
        for line, mine in answers.items():  # of those who are not welcomed yet
            line.send(b'{"answers":[' + b",".join(mine) + b"]}")
        self.welcome_joining()

    def _asked(self, viewer: Viewer) -> Any:
        table = self.table
        return asked(table.asks() or [table.request], viewer, table.silent)

    def _asks(self, viewer: Viewer, words: bool = False) -> dict[str, Any]:
        """What is asked, with its clock; in a sentence too where somebody wants words."""
        found = self._asked(viewer)
        return {"asked": found, **self._clock(), **(_in_words(found, viewer) if words else {})}

    def _questions(self, seconds: float | None) -> Questions:
        """What is asked now, for everybody and for those who are asked."""
        table = self.table
        if table.request is None:
            return Questions((), {}, seconds)
        requests: list[Request | None] = [*table.asks()] or [table.request]
        everybody = asked(requests, SPECTATOR)
        own: dict[str, tuple[Asked, ...]] = {}
        seats: dict[str, frozenset[int]] = {}
        for one in everybody:
            seat = table.seats.get(one.seat)
            if seat is not None and seat.player not in own:
                viewer = self.viewer(seat.player)
                own[seat.player], seats[seat.player] = asked(requests, viewer, table.silent), viewer.seats
        return Questions(everybody, own, seconds, seats)

    def players(self) -> Mapping[str, list[int]]:
        """Who sits here, with his seats, without bots."""
        found: dict[str, list[int]] = {}
        for number, seat in self.table.seats.items():
            if number not in self.bots:
                found.setdefault(seat.player, []).append(number)
        return found


@lru_cache(maxsize=4096)
def _viewer(player: str, *seats: int) -> Viewer:
    """A player at his seats."""
    return Viewer(player, frozenset(seats))


def _in_words(asked: Sequence[Asked], viewer: Viewer) -> dict[str, Any]:
    said = question(asked, viewer.seats)
    return {"question": said} if said is not None else {}


def _follow(names: dict[int, str], moved: list[Step]) -> None:
    """Has names be those who sit there after somebody came or went."""
    for step in moved:
        if step.act == "sit":
            names[seat_of(step.who)] = step.note
        else:
            names.pop(seat_of(step.who), None)
