"""The pit: every table with its state and figures, for staff.

Tables are shown once durable; figures come from their logs (`figures`) and count finished rounds. A win stands beside its exact
expectation and standard error (`theory`), if the odds are known, never a guess; decisions are compared with best play
(`decisions`) meanwhile.
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
from pitboss.floor.books.decisions import Compared, DecisionQuality
from pitboss.floor.books.figures import Handle, Tally
from pitboss.floor.books.theoretical_win import Theoretical
from pitboss.floor.play.floor import Floor
from pitboss.floor.play.live_table import BOTS, LiveTable
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.transactions import now
from pitboss.house import House
from pitboss.money import dollars
from pitboss.rulebook import chapter
from pitboss.table.devices import NAMES
from pitboss.table.in_force import LIMITS
from pitboss.table.steps import Ask, Cut, Failed, Moment

log = structlog.get_logger("pitboss.floor")
WINDOWS = 6  # moments with figures, besides the whole
MINUTE = 60_000  # milliseconds: a window begins with one
READS = 1.0  # seconds to wait for figures; the rest comes with the next request
WIDE = 1.96  # standard errors to either side, 95 % of the time

NOTHING_KNOWN = {"round": 0, "in_progress": False, "waits": {"for": "the house", "seats": []}, "out_of_order": []}

Theory = Callable[[House, Mapping[str, Handle]], Theoretical | None]


def no_theory(house: House, handle: Mapping[str, Handle]) -> Theoretical | None:
    """The default without odds: no expectation."""
    return None


class _Known(NamedTuple):
    rounds: int
    expected: Theoretical | None


class Pit:
    """The figures of all tables of a floor."""

    def __init__(self, floor: Floor, theory: Theory = no_theory, judging: DecisionQuality | None = None) -> None:
        self.floor, self.theory, self.judging = floor, theory, judging
        self._windows: OrderedDict[int, dict[str, Tally]] = OrderedDict({0: {}})
        self._turn = asyncio.Lock()
        self._known: dict[tuple[str, int], _Known] = {}
        self._working: dict[tuple[str, int], asyncio.Task[None]] = {}

    async def tables(self, since: int = 0, *, hidden: bool = False) -> list[dict[str, Any]]:
        """Every table with its figures, since it opened or since a moment. With `hidden`, decisions with unshown hands are
        compared too."""
        await self.floor.find()
        since -= since % MINUTE
        lives = [live for _, live in sorted(self.floor.tables.items()) if live.durable]
        states = await asyncio.gather(*(self._state(live) for live in lives))
        async with self._turn:  # no reader while a thread counts
            counted = await self._count(lives, since)
            whole, window, at = self._windows[0], self._windows[since], now()
            await self._expect([(live, window[live.log]) for live in lives])
            if self.judging is not None:  # between players no choice has an exact value
                self.judging.look([live.log for live in lives if live.table.game.dealt_in is None], since)
            return [
                about(live) | state | self._figures(live, whole[live.log], window[live.log], at, hidden) | {"counted": counted}
                for live, state in zip(lives, states, strict=True)
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
        """Drop the least recently used window."""
        self._windows.setdefault(since, {})
        self._windows.move_to_end(since)
        self._windows.move_to_end(0)
        while len(self._windows) > WINDOWS + 1:
            gone, _ = self._windows.popitem(last=False)
            self._known = {key: known for key, known in self._known.items() if key[1] != gone}

    # ------------------------------------------------------------------ what is expected

    async def _expect(self, tallies: list[tuple[LiveTable, Tally]]) -> None:
        """Compute expectations in a thread, and wait a moment for them."""
        for live, tally in tallies:
            key = (tally.stream, tally.since)
            expected = self._known.get(key)
            if tally.handle and key not in self._working and (expected is None or expected.rounds != tally.rounds):
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
        expected = self._known.get((live.log, tally.since))
        return expected.expected if expected is not None and expected.rounds == tally.rounds else None


def about(live: LiveTable) -> dict[str, Any]:
    """The facts of a table."""
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
        "limits": {option: table.house.values[option] for option in LIMITS if option in table.house.values},
    }


def state(live: LiveTable) -> dict[str, Any]:
    """The public state of a table."""
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
    """The staff commands that would not be refused now."""
    return [name for name, can in OFFERS.items() if can(live)]


def can_begin(live: LiveTable) -> bool:
    """True if wagers lie there, or a hand of Poker can be dealt, and the dealer may deal."""
    table, played = live.table, live.table.game
    if live.bank.lost or table.round is not None:
        return False
    try:
        if played.may_deal is not None:
            played.may_deal(table)
        return bool(table.bets if played.dealt_in is None else played.dealt_in(table))
    except PitbossError:
        return False


def can_change_limits(live: LiveTable) -> bool:
    """True between rounds of a banked game. The bets of a Poker table are its stakes."""
    return not live.bank.lost and live.table.round is None and live.table.game.dealt_in is None


def can_close(live: LiveTable) -> bool:
    """True between rounds without people, or if the table has failed. In a Poker room bots leave first."""
    if "/" in live.name:
        return not live.bank.lost and live.table.round is None and not live.table.seats
    return bool(live.bank.lost or live.failed) or (live.table.round is None and live.names.keys() == live.bots.keys())


def can_proceed(live: LiveTable) -> bool:
    """True if the round waits for the dealer alone."""
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
    "limits": can_change_limits,
    "close": can_close,
}


def waits(live: LiveTable) -> dict[str, Any]:
    """What a table waits for."""
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
    """The seats with players and chips as of the last round."""
    return {
        str(seat): {"name": name, "chips": tally.chips[seat], "bot": name in BOTS} for seat, name in sorted(live.seated.items())
    }


def figures(tally: Tally, pace: int | None, expected: Theoretical | None, compared: Compared | None = None) -> dict[str, Any]:
    """The figures of a tally, with the expected win and compared decisions if known."""
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
    """The counts of answers and of those compared, with the cost of the others in cents and in words; null if none are
    compared.

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
    """A win beside its expectation, in cents and in words, without what is set aside.

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
