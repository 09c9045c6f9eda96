"""Evenings in a Poker room in which much happens, by chance that can be repeated: several tables, two funds of a kind, counts
on one day and on the next, second Bad Beats before the first is paid, players who move, step away and collect late."""

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from pitboss.card_room import Room
from pitboss.card_room.board import board_of
from pitboss.card_room.funds import KINDS, Fund, section_of
from pitboss.card_room.logs import MemoryLogs
from pitboss.errors import PitbossError
from pitboss.games.nonbanked.between import away_from
from pitboss.table.drivers import Driver, bots
from pitboss.table.steps import Ask, Reply, Request
from pitboss.table.table import Table
from tests.card_room.playing import SLIP
from tests.eventful.chance import Arranged
from tests.eventful.rounds import Line, told

ACTS = 168  # of an evening
COLUMNS = 6  # in which they are told
PLAYERS = [f"player {number}" for number in range(1, 25)]
DAY = 24 * 60
LETTERS = {  # of the paragraphs by which a fund changes, for a Bad Beat payout and a High Hand Jackpot
    "offers": "aa",
    "plays": "cc",
    "counts": "dd",
    "verifies": "ee",
    "adjusts": "hg",
    "pays": "ff",
    "dismisses": "ff",
    "collects": "gh",
    "discontinues": "ih",
    "starts": "cf",
    "tracks": "ff",
    "ends": "fg",
    "expires": "gi",
}
AT_TABLES = {
    "plays": 60,
    "sits": 24,
    "opens": 6,
    "adds": 4,
    "leaves": 4,
    "moves": 2,
    "steps_away": 3,
    "returns": 4,
    "agrees": 2,
}
IN_THE_ROOM = {"charges": 3, "closes": 3, "joins": 5, "strikes": 2, "waits": 6}
OF_FUNDS = {"offers": 8, "counts": 14, "verifies": 14, "adjusts": 12, "pays": 14, "dismisses": 3, "starts": 5, "tracks": 10}
OFTEN = AT_TABLES | IN_THE_ROOM | OF_FUNDS | {"ends": 5, "collects": 10, "expires": 3, "discontinues": 1}

FIRST = ("opens", "offers", "opens", "offers", "offers", "offers", *["sits"] * 9, "starts")


@dataclass(frozen=True)
class Given:
    """The rules of the jackpots and tables of a room, and the seed of everything else."""

    chapter: str
    seed: int
    house: dict[str, Any]


class Clock(Arranged):
    """Arranged chance with a clock."""

    now = 0.0

    def hours(self) -> float:
        return self.now


def evening(chapter: str, words: str) -> Given:
    """An evening from its line."""
    seed, _, house = words.partition(" ")
    return Given(chapter, int(seed), json.loads(house))


class Evening:
    """An evening as it goes: what is told of it by paragraph, in a few parts."""

    def __init__(self, given: Given) -> None:
        self.given = given
        self.rng = rng = Random(f"{given.chapter} room {given.seed}")
        self.clock = Clock(given.seed, rng)
        self.room = Room(given.chapter, MemoryLogs(), self.clock, name=f"room {given.seed}")
        self.told: list[list[Line]] = []
        self.features: set[tuple[Any, ...]] = set()
        self.day = 1
        self.staying = rng.random()
        self.acted: list[Any] = []

    def play(self) -> list[list[Line]]:
        """The whole evening; every cent is accounted for after each act, and the logs give the same room again."""
        weights = list(OFTEN.values())
        first = iter(FIRST)
        for _ in range(COLUMNS):
            self.told.append([])
            for name in self.rng.choices(list(OFTEN), weights, k=ACTS // COLUMNS):
                self.clock.now += self.rng.choice((0, 0.5, 1, 3)) / 60
                self.happens(next(first, "") or (self.due() or name if self.rng.random() < 0.3 else name))
            self.ended()
        board = board_of(self.room)
        logs = self.room.logs
        assert logs is not None
        self.room.release()
        again = Room.resume(logs, self.clock)
        assert board_of(again) == board
        return self.told

    def ended(self) -> None:
        """Who chooses evenings hears of every part."""

    def due(self) -> str:
        """What comes next for a table, the first hand that waits to be verified, or awards that wait; "" where nothing does."""
        if self.missing():
            return "offers"
        call = next((call for call in self.room.to_verify if call.kind == "bad beat"), None)
        if call is None and self.room.to_verify:
            return "tracks"
        if call is None:
            awaited = [fund for fund in self.room.funds.values() if fund.awards]
            return self.rng.choice(("collects", "waits", "expires", "tracks")) if awaited else ""
        fund = self.room.funds[call.fund]
        if fund.held and fund.held == fund.displayed and not fund.pending:
            return "pays"
        if fund.counting:
            return "verifies"
        return "counts" if any(fund.boxes.values()) else "adjusts"

    def happens(self, name: str) -> None:
        """Something is done or refused, and told with what it changes."""
        lines = self.told[-1]
        before = {fund: state_of(found) for fund, found in self.room.funds.items()}
        rounds = {table: (found.last, found.acted) for table, found in self.room.tables.items()}
        calls = len(self.room.to_verify)
        try:
            gave = getattr(self, name)()
        except PitbossError as error:
            lines.append((error.cite, f"refused {name}: {error.message}"))
            self.features.add(("refused", name, error.cite, type(error).__name__, error.message[:20]))
            assert before == {fund: state_of(found) for fund, found in self.room.funds.items()}, name
            return
        self.features.add(("done", name, type(gave).__name__, min(calls, 3)))
        lines.append(("", f"{name}: {gave!r}" if isinstance(gave, int | str | bool) else name))
        for table, found in self.room.tables.items():
            last, acted = rounds.get(table, (None, None))
            for now, then in ((found.last, last), (found.acted, acted)):
                if now is not None and now is not then:
                    lines += [(step.cite, told(step)) for step in now.steps]
        for kind in KINDS:
            for fund, state in self.room.funds.items():
                if state.kind == kind and (now_ := state_of(state)) != before.get(fund):
                    lines.append((self.cite(kind, name), f"{name} {fund}: {now_}"))
                    self.features.add(("fund", name, kind, len(state.counting), len(state.awards) > 2, len(state.record)))
        if len(self.room.to_verify) != calls:
            lines.append(("", f"to verify: {self.room.to_verify}"))
        lines.append(("", f"{self.room.announcements()} {self.room.waiting} {self.room.drop}"))
        self.room.books().balance()

    def cite(self, kind: str, name: str) -> str:
        """The paragraph by which something is done to a fund."""
        section, letters = section_of(self.given.chapter, kind), LETTERS.get(name, "cc")
        return f"{section}({letters[KINDS.index(kind)]})"

    def any(self, found: Any, otherwise: Any = "") -> Any:
        """One of some, or something else where there are none."""
        several = list(found)
        return self.rng.choice(several) if several else otherwise

    def often(self, right: Any, wrong: Any, how: float = 0.88) -> Any:
        """What is right, and now and then what is wrong."""
        return right if self.rng.random() < how else wrong

    # ------------------------------------------------------------------ tables and players

    @property
    def table(self) -> str:
        return str(self.any(self.room.tables, "nowhere"))

    def seat_at(self, name: str) -> int:
        return int(self.any(self.room.tables[name].seats if name in self.room.tables else (), 1))

    def opens(self) -> None:
        if len(self.room.tables) < 3:
            more = self.any(({}, {}, {"variant": "omaha"}, {"rake_percent": 10}))
            self.room.open_table(self.any("1234"), {**self.given.house, **more})

    def closes(self) -> None:
        name = self.table
        if self.rng.random() < 0.7:
            for seat in sorted(self.room.table(name).seats):
                self.room.act(name, "player leaves", seat=seat)
        self.room.close_table(name)

    def joins(self) -> None:
        self.room.join(self.any(PLAYERS), self.any((t.house["variant"] for t in self.room.tables.values()), "omaha"))

    def strikes(self) -> None:
        self.room.strike(self.any(entry.player for entry in self.room.waiting))

    def sits(self) -> None:
        if not self.room.tables:
            return self.opens()
        name = min(sorted(self.room.tables), key=lambda name: len(self.room.tables[name].seats))
        table = self.room.table(name)
        taken = {seat.player for other in self.room.tables.values() for seat in other.seats.values()}
        waits = [entry.player for entry in self.room.waiting if entry.variant == table.house["variant"]]
        free = [player for player in waits[:1] or PLAYERS if player not in taken]
        seat = self.any(sorted(set(range(1, 7)) - set(table.seats)), 1)
        self.room.seat(self.any(free, PLAYERS[0]), name, seat, self.rng.choice((2_000, 10_300, 30_700, 60_000)))
        return None

    def adds(self) -> None:
        name = self.table
        self.room.act(name, "stakes added", seat=self.seat_at(name), cents=self.often(10_000, -1))

    def leaves(self) -> None:
        name = self.table
        self.room.act(name, "player leaves", seat=self.seat_at(name))

    def moves(self) -> None:
        name = self.table
        self.room.act(name, "seat change", seat=self.seat_at(name), to=self.any(range(1, 8)))

    def steps_away(self) -> None:
        name = self.table
        self.room.act(name, "player steps away", seat=self.seat_at(name))

    def returns(self) -> None:
        name = self.any((name for name, table in self.room.tables.items() if away_from(table)), self.table)
        seat = self.any(away_from(self.room.table(name)), 1)
        self.room.act(name, "player returns", seat=seat)

    def agrees(self) -> None:
        name = self.table
        self.room.act(name, "minimum bet agreed", cents=self.any((0, 600, 900)), seats=sorted(self.room.table(name).seats))

    def charges(self) -> None:
        self.clock.now += self.any((0, 0.5, 1))
        self.room.act(self.table, "time charge", floorperson="F. Lee")

    def waits(self) -> None:
        """Time goes by, now and then until the next gaming day."""
        self.clock.now += self.any((0.1, 0.5, 1, 1, 24, 49))
        self.day += self.any((0, 0, 1))

    # ------------------------------------------------------------------ hands

    def plays(self) -> None:
        ready = [name for name, table in self.room.tables.items() if len(table.seats) > 1]
        self.room.hand(self.any(ready, self.table), self.players())

    def players(self) -> Driver:
        """Players who mostly stay to the end, and bet now and then all that they have."""
        staying, rng = self.staying, self.rng

        def driver(table: Table, request: Request) -> Reply:
            if not isinstance(request, Ask) or rng.random() > 0.4 + staying / 2:
                return bots(table, request)
            words = [choice.word for choice in request.choices]
            for choice in request.choices:
                if choice.word in ("bet", "raise") and rng.random() < 0.12:
                    return table.verify(request, f"{choice.word} {choice.most if rng.random() < 0.5 else choice.least}")
            stay = next((word for word in ("check", "call", "show", "keep", "stand pat") if word in words), None)
            return bots(table, request) if stay is None else table.verify(request, stay)

        return driver

    # ------------------------------------------------------------------ jackpots

    def fund(self, kind: str = "") -> str:
        return str(self.any((name for name, fund in self.room.funds.items() if kind in ("", fund.kind)), "none"))

    def chosen(self, name: str, what: str) -> str:
        found = self.room.funds.get(name)
        return found._chosen(what) if found is not None else "main cage"

    def missing(self) -> list[tuple[str, str]]:
        """The payouts to which tables contribute and that are not offered there, each with the table."""
        found = []
        for kind in KINDS:
            belongs = self.room.state.contributes.get(kind, {})
            takes = f"{kind.replace(' ', '_')}_contribution"
            found += [
                (kind, name) for name, at in self.room.tables.items() if name not in belongs and at.house.values.get(takes)
            ]
        return found

    def offers(self) -> None:
        kind, _ = self.any(self.missing(), (self.any(KINDS), ""))
        free = [name for which, name in self.missing() if which == kind]
        tables = free[: self.rng.randint(1, 2)] if self.rng.random() < 0.95 else list(self.room.tables)
        self.room.offer(f"{kind} {len(self.room.funds)}", kind, tables)

    def counts(self) -> object:
        full = [name for name, fund in self.room.funds.items() if any(fund.boxes.values())]
        name = self.any(full, self.fund())
        place = self.often(self.chosen(name, "count_place"), "bar")
        who = {"dealer": self.often("D. Orr", ""), "floorperson": self.often("F. Lee", "D. Orr"), "security": "S. Roy"}
        day = self.any((self.day, self.day, None))
        return self.room.count(name, place=place, compliance=self.often(True, False), day=day, **who)

    def verifies(self) -> int:
        name = self.any((name for name, fund in self.room.funds.items() if fund.counting), self.fund())
        fund = self.room.fund(name)
        there = sum(fund.counting[0].boxes.values()) if fund.counting else 0
        return int(self.room.verify(name, self.often("C. May", " "), self.often(there, there + 1)))

    def adjusts(self) -> int:
        funds = self.room.funds
        other = [name for name, fund in funds.items() if fund.pending or fund.displayed != fund.held]
        return int(self.room.adjust(self.any(other, self.fund()), "N. Fox", self.often("F. Lee", "")))

    def pays(self) -> str:
        return repr(self.room.award_bad_beat(self.often("P. Day", "")))

    def dismisses(self) -> None:
        call = self.any(self.room.to_verify, None)
        kind = call.kind if call is not None else "bad beat"
        self.room.dismiss(kind, **({"player": call.player} if call is not None and self.rng.random() < 0.5 else {}))

    def starts(self) -> None:
        idle = [name for name, fund in self.room.funds.items() if fund.kind == "high hand" and fund.started is None]
        self.room.start_period(self.any(idle, self.fund()))

    def tracks(self) -> bool:
        return bool(self.room.track(None, self.often(True, False), **SLIP))

    def ends(self) -> str:
        return repr(self.room.end_period(self.fund("high hand")))

    def collects(self) -> int:
        name = self.any((name for name, fund in self.room.funds.items() if fund.awards), self.fund())
        place = self.often(self.chosen(name, "paid_at"), "bar")
        player = self.any((award.player for award in self.room.fund(name).awards), "nobody")
        return int(self.room.collect(name, player, place=place, identification=self.often(True, False)))

    def expires(self) -> int:
        return int(self.room.expire(self.fund("high hand")))

    def discontinues(self) -> int:
        name = self.fund()
        kind = self.room.fund(name).kind
        others = [other for other, fund in self.room.funds.items() if fund.kind == kind and other != name]
        return int(self.room.discontinue(name, self.any(("", self.any(others), self.any(others)))))


def state_of(fund: Fund) -> str:
    """All that is known of a fund, but the house's choices."""
    return " ".join(f"{name}={value!r}" for name, value in vars(fund).items() if name not in ("given", "kind", "chapter"))
