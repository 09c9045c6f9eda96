"""The pit: every table of the floor as whoever looks after it sees it, with its figures.

What a table does now is told once it is durable; figures are folded from the log (`tallies`) and count rounds that are over.
A win is never shown without what it should be where that is known: `theory` tells the exact expectation of the wagers that were
placed and its standard error, and None where the odds of a house have not been computed. It is never guessed. What people
decided is compared with best play meanwhile (`judging`), and what is known of that is told.
"""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

import msgspec
import structlog

from pitboss.errors import PitbossError
from pitboss.floor.floor import Floor, now
from pitboss.floor.judging import Compared, Judging
from pitboss.floor.live import BOTS, LiveTable
from pitboss.floor.tallies import Handle, Tally
from pitboss.floor.theory import Theoretical
from pitboss.floor.view import View
from pitboss.house import House
from pitboss.money import dollars
from pitboss.rulebook import chapter
from pitboss.table.devices import NAMES
from pitboss.table.steps import Ask, Cut, Failed, Moment

log = structlog.get_logger("pitboss.floor")
WINDOWS = 6  # moments since which figures are kept, besides the whole
MINUTE = 60_000  # milliseconds: a window begins with one
READS = 1.0  # seconds that whoever asks waits for figures; what is not counted by then comes with his next question
WIDE = 1.96  # standard errors to either side, 95 % of the time

NOTHING_KNOWN = {"round": 0, "in_progress": False, "waits": {"for": "the house", "seats": []}, "out_of_order": []}

Theory = Callable[[House, Mapping[str, Handle]], Theoretical | None]


def no_theory(house: House, handle: Mapping[str, Handle]) -> Theoretical | None:
    """Where no odds are computed, nothing is expected."""
    return None


class _Known(NamedTuple):
    rounds: int
    expected: Theoretical | None


class Pit:
    """The figures of all tables of a floor."""

    def __init__(self, floor: Floor, theory: Theory = no_theory, judging: Judging | None = None) -> None:
        self.floor, self.theory, self.judging = floor, theory, judging
        self._windows: OrderedDict[int, dict[str, Tally]] = OrderedDict({0: {}})
        self._turn = asyncio.Lock()
        self._known: dict[tuple[str, int], _Known] = {}
        self._working: dict[tuple[str, int], asyncio.Task[None]] = {}

    async def tables(self, since: int = 0, *, hidden: bool = False) -> list[dict[str, Any]]:
        """Every table, by name, with its figures since it opened or since a moment. With `hidden` answers of hands that nobody
        was shown are compared with best play too."""
        await self.floor.find()
        since -= since % MINUTE
        found = [live for _, live in sorted(self.floor.tables.items()) if live.durable]
        states = await asyncio.gather(*(self._state(live) for live in found))
        async with self._turn:  # nobody reads figures while a thread goes on counting them
            counted = await self._count(found, since)
            whole, window, at = self._windows[0], self._windows[since], now()
            await self._expect([(live, window[live.log]) for live in found])
            if self.judging is not None:  # between players no choice has an exact value
                self.judging.look([live.log for live in found if live.table.game.dealt_in is None], since)
            return [
                about(live) | state | self._figures(live, whole[live.log], window[live.log], at, hidden) | {"counted": counted}
                for live, state in zip(found, states, strict=True)
            ]

    def _figures(self, live: LiveTable, whole: Tally, window: Tally, at: int, hidden: bool) -> dict[str, Any]:
        compared = None if self.judging is None else self.judging.compared(live.log, window.since, hidden)
        return {
            "taken": taken(live, whole),
            "opened": whole.opened,
            "inventory": whole.win,
            "figures": figures(window, whole.pace(at), self._expected(live, window), compared),
        }

    async def _state(self, live: LiveTable) -> dict[str, Any]:
        try:
            return await self.floor.settled(live.bank, lambda: state(live))
        except PitbossError:  # it is being rebuilt
            return NOTHING_KNOWN | {"version": live.durable, "offers": offers(live)}

    # ------------------------------------------------------------------ counting

    async def _count(self, tables: list[LiveTable], since: int) -> bool:
        """Goes on counting; whether all is counted that is durable."""
        until = time.monotonic() + READS
        self._forget(since)
        for window in {0, since}:
            before = self._windows[window]
            self._windows[window] = {live.log: before.get(live.log) or Tally(live.log, window) for live in tables}
        for live, window in ((live, window) for live in tables for window in {0, since}):
            tally = self._windows[window][live.log]
            while tally.version < live.durable and await self._read(tally):
                if time.monotonic() > until:
                    return False
        return True

    async def _read(self, tally: Tally) -> bool:
        return await self.floor.database.read(lambda connection: tally.read(View(connection)))

    def _forget(self, since: int) -> None:
        """Makes room for a window, and forgets the one that nobody has asked for the longest."""
        self._windows.setdefault(since, {})
        self._windows.move_to_end(since)
        self._windows.move_to_end(0)
        while len(self._windows) > WINDOWS + 1:
            gone, _ = self._windows.popitem(last=False)
            self._known = {key: known for key, known in self._known.items() if key[1] != gone}

    # ------------------------------------------------------------------ what is expected

    async def _expect(self, tallies: list[tuple[LiveTable, Tally]]) -> None:
        """Has the expectations computed beside everything else; whoever asks waits for them a moment."""
        for live, tally in tallies:
            key = (tally.stream, tally.since)
            known = self._known.get(key)
            if tally.handle and key not in self._working and (known is None or known.rounds != tally.rounds):
                task = asyncio.create_task(self._work(key, live.table.house, tally))
                self._working[key] = task
                task.add_done_callback(lambda _, key=key: self._working.pop(key))  # type: ignore[misc]
        if self._working:
            await asyncio.wait(list(self._working.values()), timeout=READS)

    async def _work(self, key: tuple[str, int], house: House, tally: Tally) -> None:
        rounds, handle = tally.rounds, {wager: copy(handle) for wager, handle in tally.handle.items()}
        try:
            expected = await asyncio.to_thread(self.theory, house, handle)
        except Exception:  # figures without an expectation are better than none
            log.exception("what the house should win cannot be computed", table=key[0])
            expected = None
        self._known[key] = _Known(rounds, expected)

    def _expected(self, live: LiveTable, tally: Tally) -> Theoretical | None:
        known = self._known.get((live.log, tally.since))
        return known.expected if known is not None and known.rounds == tally.rounds else None


def about(live: LiveTable) -> dict[str, Any]:
    """What a table is."""
    table = live.table
    book = chapter(table.game.chapter)
    return {
        "name": live.name,
        "log": live.log,
        "chapter": book.chapter,
        "game": book.game,
        "seats": table.game.seats(table.house)[0],
        "meter": live.meter,
        "held_by": live.held_by,
    }


def state(live: LiveTable) -> dict[str, Any]:
    """What it does now: what everybody who stands beside it sees."""
    table = live.table
    playing = table.round is not None
    return {
        "version": table.version,
        "round": table.rounds + playing,
        "in_progress": playing,
        "waits": waits(live),
        "offers": offers(live),
        "out_of_order": sorted(NAMES[device] for device in table.out_of_order),
    }


def offers(live: LiveTable) -> list[str]:
    """What staff can do at a table now and would not be refused."""
    return [name for name, can in OFFERS.items() if can(live)]


def can_begin(live: LiveTable) -> bool:
    """True where wagers lie, or a hand of Poker can be dealt, and the chapter lets the dealer deal."""
    table, played = live.table, live.table.game
    if live.bank.lost or table.round is not None:
        return False
    try:
        if played.may_deal is not None:
            played.may_deal(table)
        return bool(table.bets if played.dealt_in is None else played.dealt_in(table))
    except PitbossError:
        return False


def can_close(live: LiveTable) -> bool:
    """True between rounds where no person sits, and where the table cannot be played on. In a Poker room bots leave first."""
    if "/" in live.name:
        return not live.bank.lost and live.table.round is None and not live.table.seats
    return bool(live.bank.lost or live.failed) or (live.table.round is None and live.names.keys() == live.bots.keys())


def can_proceed(live: LiveTable) -> bool:
    """True where the round waits for the dealer, and not for an answer or for a device to be repaired."""
    request = live.table.request
    return isinstance(request, Moment) and request.waits_for is None


def can_declare(live: LiveTable) -> bool:
    """True in a round, except while the cards are being cut. Between rounds a device that is out of order can be repaired, and
    at Poker a player can leave."""
    table = live.table
    if table.round is not None:
        return isinstance(table.request, Ask | Moment)
    return bool(table.out_of_order) or (table.game.dealt_in is not None and bool(table.seats))


def can_void(live: LiveTable) -> bool:
    """True for a round that cannot go on; any other round goes on by the rules."""
    return live.table.round is not None and bool(isinstance(live.table.request, Failed) or live.failed)


OFFERS: dict[str, Callable[[LiveTable], bool]] = {
    "begin": can_begin,
    "proceed": can_proceed,
    "declare": can_declare,
    "void": can_void,
    "close": can_close,
}


def waits(live: LiveTable) -> dict[str, Any]:
    """For whom or what a table waits."""
    request = live.table.request
    seats: list[int] = []
    if isinstance(request, Ask) and not live.failed:
        whom, seats = "an answer", [ask.seat for ask in live.table.asks()] or [request.seat]
    elif isinstance(request, Cut):
        whom, seats = "the cut", [request.seat]
    elif isinstance(request, Failed) or live.failed:
        whom = "a floorperson"
    elif isinstance(request, Moment):
        whom = "the dealer"
    elif live.table.round is not None:
        whom = "the house"
    else:
        whom = "players" if not live.names else "wagers"
        seats = sorted(live.table.bets)
    return {"for": whom, "seats": sorted(set(seats))}


def taken(live: LiveTable, tally: Tally) -> dict[str, dict[str, Any]]:
    """Who sits there, with his chips as the last round left them."""
    return {
        str(seat): {"name": name, "chips": tally.chips[seat], "bot": name in BOTS} for seat, name in sorted(live.seated.items())
    }


def figures(tally: Tally, pace: int | None, expected: Theoretical | None, compared: Compared | None = None) -> dict[str, Any]:
    """The figures of a tally, with what the win should be where that is known, and with decisions as far as they are compared
    with best play."""
    return {
        "since": tally.since,
        "rounds": tally.rounds,
        "void": tally.void,
        "pace": pace,
        "handle": tally.wagered,
        "wagers": {wager: msgspec.to_builtins(each) for wager, each in sorted(tally.handle.items())},
        "between_players": tally.pots,
        "win": tally.win,
        "drop": tally.drop,
        "taken_away": tally.taken,
        "fed": tally.fed,
        "boxed": tally.boxed,
        "decisions": decisions(tally.decisions, tally.silent, tally.people, compared),
        "theoretical": None if expected is None else compare(tally.won_but(expected.aside), *expected),
    }


def decisions(made: int, silent: int, people: int, compared: Compared | None) -> dict[str, Any]:
    """How many answers were given, and how many of people's were compared with best play and were best, with what the others
    cost in whole cents, and in words; null at a table where none is compared.

    >>> from fractions import Fraction
    >>> decisions(49, 3, 49, Compared(41, 36, Fraction(841, 2)))["says"]
    '52, 3 by the clock; 41 of 49 by people compared with best play: 36 best, the others cost $4.20'
    >>> [decisions(*counts, Compared(*found))["says"] for *counts, found in ((2, 0, 2, (2, 2)), (2, 0, 1, ()), (0, 1, 0, ()))]
    ['2; 2 by people compared with best play: 2 best', '2; none of 1 by people compared with best play', '1, 1 by the clock']
    """
    says = f"{made + silent:,}" + (f", {silent:,} by the clock" if silent else "")
    counted: dict[str, Any] = {"made": made, "silent": silent, "people": people}
    if compared is None:
        return counted | {"judged": None, "best": None, "cost": None, "says": says}
    judged, best, cost = compared.judged, compared.best, round(compared.cost)
    if people:
        some = f"{judged:,}" if judged >= people else f"{judged:,} of {people:,}" if judged else f"none of {people:,}"
        says += f"; {some} by people compared with best play"
    if judged:
        others = judged - best
        says += f": {best:,} best" + (f", the other{'s' * (others > 1)} cost {dollars(cost)}" if others else "")
    return counted | {"judged": judged, "best": best, "cost": cost, "says": says}


def compare(win: int, expected: float, error: float, aside: Sequence[str] = ()) -> dict[str, Any]:
    """A win beside what it should be, in cents and in words; without what was set aside.

    >>> compare(-5_000, 1_700, 6_700)["says"]
    'the win of −$50 lies within −$114.32 to $148.32, where 95 of 100 such shifts end'
    >>> compare(-5_000, 1_700, 6_700, ["Progressive Payout"])["says"]
    'without Progressive Payout the win of −$50 lies within −$114.32 to $148.32, where 95 of 100 such shifts end'
    """
    low, high = math.floor(expected - WIDE * error), math.ceil(expected + WIDE * error)
    verdict = "below" if win < low else "above" if win > high else "within"
    where = f"lies within {_signed(low)} to {_signed(high)}"
    if verdict != "within":
        where = f"lies {verdict} {_signed(low)} to {_signed(high)}"
    without = f"without {' and '.join(aside)} " if aside else ""
    return {
        "win": round(expected),
        "error": round(error),
        "low": low,
        "high": high,
        "compared": win,
        "aside": list(aside),
        "verdict": verdict,
        "says": f"{without}the win of {_signed(win)} {where}, where 95 of 100 such shifts end",
    }


def _signed(cents: int) -> str:
    return f"−{dollars(-cents)}" if cents < 0 else dollars(cents)
