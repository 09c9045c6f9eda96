"""An evening in a Poker room, by chance: tables open and close, players come, play and go, jackpots are collected and paid.

Whatever is done, lawful or not, is done through the room. Nothing is remembered from one act to the next, so that an evening
goes on in a room that was killed; `python -m tests.card_room.evening FOLDER SEED MINUTES` is one that somebody else may kill.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pitboss.card_room import Room
from pitboss.card_room.board import board_of
from pitboss.errors import PitbossError, Unbalanced
from pitboss.games.nonbanked.between import away_from
from pitboss.table.drivers import Driver, bots
from pitboss.table.steps import Reply, Request
from pitboss.table.table import Table
from tests.card_room.playing import SLIP, Clock

NUMBER = "637a"
JACKPOTS: dict[str, Any] = {
    "bad_beat": True,
    "bad_beat_contribution": 100,
    "bad_beat_minimum_pot": 1000,
    "bad_beat_hands": "pair or better",
    "bad_beat_discontinuance": "contributions end, the fund is paid to the next Bad Beat",
    "high_hand": True,
    "high_hand_contribution": 150,
    "high_hand_minimum_players": 2,
    "high_hand_qualifying_period": 60,
    "high_hand_collection_period": 45,
    "high_hand_claim_limit": 1,
}
HOUSES: tuple[dict[str, Any], ...] = (
    JACKPOTS | {"variant": "omaha", "structure": "no limit", "rake_percent": 5, "rake_maximum": 400},
    JACKPOTS | {"structure": "no limit", "rake_percent": 5, "rake_maximum": 400},
    JACKPOTS | {"variant": "omaha", "rake": "percentage and time", "rake_percent": 3, "time_charge": 1200},
    {"variant": "seven-card stud", "rake": "incremental", "rake_levels": [{"pot": 1000, "take": 100}]},
    {"variant": "five-card draw", "rake": "time", "time_charge": 900, "time_charge_basis": "table", "time_charge_minutes": 20},
    {"variant": "hold'em", "structure": "pot limit", "rake_percent": 10, "minimum_bet_increase": 500},
)
PLAYERS = [f"player {number}" for number in range(1, 31)]
CAGE = "main cage"


class Evening:
    """What happens in a room, by chance. After every act each cent is accounted for; a refusal changes nothing."""

    def __init__(self, room: Room, seed: str) -> None:
        self.room, self.chance = room, random.Random(seed)
        self.done, self.refused = Counter[str](), Counter[str]()
        assert isinstance(room.chance, Clock)
        self.clock = room.chance

    def goes_on(self) -> None:
        """One more thing happens, or is refused."""
        self.clock.now += self.chance.uniform(0, 2) / 60
        act = self.chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        before = seen(self.room)
        try:
            act(self)
            self.done[act.__name__] += 1
        except Unbalanced:
            raise
        except PitbossError:
            self.refused[act.__name__] += 1
            assert seen(self.room) == before, act.__name__
        self.room.books().balance()

    def any(self, found: Any, otherwise: Any = "") -> Any:
        """One of some, or something else where there are none."""
        several = list(found)
        return self.chance.choice(several) if several else otherwise

    def often(self, right: Any, wrong: Any) -> Any:
        """What is right, and now and then what is wrong."""
        return right if self.chance.random() < 0.8 else wrong

    @property
    def table(self) -> str:
        return str(self.any(self.room.tables, "nowhere"))

    def seat_at(self, name: str) -> int:
        return int(self.any(self.room.tables[name].seats if name in self.room.tables else (), 1))

    # ------------------------------------------------------------------ tables and players

    def opens(self) -> None:
        if len(self.room.tables) < 3:
            self.room.open_table(self.any("1234"), self.often(self.any(HOUSES), {"variant": "badugi"}))

    def closes(self) -> None:
        self.room.close_table(self.table)

    def breaks_up(self) -> None:
        name = max(self.room.tables, key=lambda name: self.room.tables[name].rounds, default="nowhere")
        for seat in sorted(self.room.table(name).seats):
            self.room.act(name, "player leaves", seat=seat)
        self.room.close_table(name)

    def joins(self) -> None:
        self.room.join(self.any(PLAYERS), self.often(self.any(t.house["variant"] for t in self.room.tables.values()), "badugi"))

    def is_struck(self) -> None:
        self.room.strike(self.any(entry.player for entry in self.room.waiting))

    def sits(self) -> None:
        name = self.often(min(self.room.tables, key=lambda name: len(self.room.tables[name].seats), default=""), self.table)
        table = self.room.table(name)
        free = self.any(sorted(set(range(1, 7)) - set(table.seats)), 1)
        first = next(
            (entry.player for entry in self.room.waiting if entry.variant == table.house["variant"]), self.any(PLAYERS)
        )
        taken = {seat.player for other in self.room.tables.values() for seat in other.seats.values()}
        player = first if first not in taken else self.any(sorted(set(PLAYERS) - taken))
        cents = self.chance.randrange(10_000, 60_000, 100)
        self.room.seat(self.often(player, first), name, self.often(free, 99), self.often(cents, 100))

    def adds(self) -> None:
        name = self.table
        self.room.act(name, "stakes added", seat=self.seat_at(name), cents=self.often(10_000, -1))

    def leaves(self) -> None:
        name = self.table
        self.room.act(name, "player leaves", seat=self.often(self.seat_at(name), 42))

    def moves(self) -> None:
        name = self.table
        self.room.act(name, "seat change", seat=self.seat_at(name), to=self.any(range(1, 8)))

    def steps_away(self) -> None:
        name = self.table
        self.room.act(name, "player steps away", seat=self.seat_at(name))

    def returns(self) -> None:
        name = self.any((name for name, table in self.room.tables.items() if away_from(table)), self.table)
        seat = self.any(away_from(self.room.table(name)), 1)
        sits = self.room.table(name).seats.get(seat)
        self.room.act(name, "player returns", seat=seat, cents=self.often(sits.cents if sits else 0, 1))

    def agrees(self) -> None:
        name = self.table
        self.room.act(name, "minimum bet agreed", cents=self.any((0, 900, 5000)), seats=sorted(self.room.table(name).seats))

    def charges(self) -> None:
        self.room.act(self.table, "time charge", floorperson=self.often("F. Lee", ""))

    # ------------------------------------------------------------------ hands

    def plays(self) -> None:
        ready = [name for name, table in self.room.tables.items() if len(table.seats) > 1]
        self.room.hand(self.often(self.any(ready), self.table))

    def is_interrupted(self) -> None:
        with suppress(InterruptedError):
            self.room.hand(self.table, until(self.chance.randrange(12)))

    # ------------------------------------------------------------------ jackpots

    def fund(self, kind: str = "") -> str:
        return str(self.any(name for name, fund in self.room.funds.items() if kind in ("", fund.kind)))

    def offers(self) -> None:
        kind = self.any(("bad beat", "high hand"))
        tables = [name for name, table in self.room.tables.items() if table.house["bad_beat"]]
        self.room.offer(f"{kind} {len(self.room.funds) // 2}", kind, self.often(tables, list(self.room.tables)))

    def counts(self, name: str = "") -> None:
        who = {"dealer": "", "floorperson": "F. Lee", "security": self.often("S. Roy", "")}
        self.room.count(name or self.fund(), place=self.often(CAGE, "the bar"), compliance=True, day=1, **who)

    def verifies(self, name: str = "") -> None:
        name = name or self.fund()
        there = [sum(count.boxes.values()) for count in self.room.fund(name).counting]
        self.room.verify(name, "C. May", self.often(there[0] if there else 0, 1))

    def adjusts(self, name: str = "") -> None:
        self.room.adjust(name or self.fund(), "N. Fox", self.often("F. Lee", ""))

    def pays_bad_beat(self) -> None:
        """The supervisor pays, or has done what must come first."""
        name = self.often(next((call.fund for call in self.room.to_verify if call.kind == "bad beat"), ""), "")
        fund = self.room.funds.get(name)
        if fund is None or (fund.held and fund.held == fund.displayed and not fund.pending):
            self.room.award_bad_beat(self.often("P. Day", ""))
        elif fund.held or fund.pending:
            self.adjusts(name)
        else:
            (self.verifies if fund.counting else self.counts)(name)

    def dismisses(self) -> None:
        self.room.dismiss(self.any(("bad beat", "high hand")))

    def starts(self) -> None:
        idle = [name for name, fund in self.room.funds.items() if fund.kind == "high hand" and fund.started is None]
        self.room.start_period(self.often(self.any(idle), self.fund()))

    def tracks(self) -> None:
        self.room.track(None, self.often(True, False), **SLIP)

    def ends(self) -> None:
        """The period ends, or what lies in the boxes is counted first."""
        name = self.fund("high hand")
        fund = self.room.fund(name)
        if fund.counting:
            self.verifies(name)
        elif any(fund.boxes.values()):
            self.counts(name)
        else:
            self.room.end_period(name)

    def collects(self) -> None:
        name = self.any((name for name, fund in self.room.funds.items() if fund.awards), self.fund())
        place = self.room.fund(name)._chosen("paid_at")
        self.room.collect(name, self.any(award.player for award in self.room.fund(name).awards), place=self.often(place, "bar"))

    def expires(self) -> None:
        self.room.expire(self.fund("high hand"), self.often(None, self.clock.now * 60 + 2000))

    def discontinues(self) -> None:
        self.room.discontinue(self.fund(), self.any(("", self.fund())))


Act = Callable[[Evening], None]
WEIGHTS: dict[Act, int] = {  # how often each happens
    Evening.plays: 90,
    Evening.is_interrupted: 8,
    Evening.sits: 40,
    Evening.opens: 14,
    Evening.adds: 12,
    **dict.fromkeys((Evening.charges, Evening.counts, Evening.verifies, Evening.adjusts, Evening.tracks), 6),
    **dict.fromkeys((Evening.pays_bad_beat, Evening.collects, Evening.starts, Evening.offers), 6),
    **dict.fromkeys((Evening.breaks_up, Evening.ends, Evening.leaves, Evening.joins, Evening.returns), 4),
    **dict.fromkeys((Evening.closes, Evening.is_struck, Evening.moves, Evening.steps_away, Evening.agrees), 2),
    **dict.fromkeys((Evening.dismisses, Evening.expires, Evening.discontinues), 1),
}


def until(questions: int) -> Driver:
    """Bots who are interrupted after so many questions."""
    left = iter(range(questions))

    def driver(table: Table, request: Request) -> Reply:
        if next(left, None) is None:
            raise InterruptedError
        return bots(table, request)

    return driver


def seen(room: Room) -> dict[str, Any]:
    """All that can be told of a room."""
    funds = {name: {key: value for key, value in vars(fund).items() if key != "house"} for name, fund in room.funds.items()}
    return {
        "board": board_of(room),
        "funds": repr(funds),
        "closed": {name: asdict(books) for name, books in room.state.books.items()},
    }


if __name__ == "__main__":
    clock = Clock(int(sys.argv[2]))
    clock.now = float(sys.argv[3]) / 60
    evening = Evening(Room.resume(Path(sys.argv[1]), clock), sys.argv[2])
    for _ in range(2_000):
        evening.goes_on()
