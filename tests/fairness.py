"""Sittings with fair chance, by people who add seeds."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.evidence.fair import FairChance, SeededSecrets, no_hours
from pitboss.evidence.keys import HouseKey
from pitboss.evidence.shuffles import pledge_of
from pitboss.games import game
from pitboss.house import House
from pitboss.table.commands import FLOORPERSON, CutCards, Leave, Pledge, Seed
from pitboss.table.log.records import Record
from pitboss.table.log.stores import read_log
from pitboss.table.steps import Cut
from pitboss.table.table import Table
from tests.sittings import CHAPTERS, Crowd

KEY = HouseKey(bytes(range(32)), bytes(range(32, 64)), "Test House")
OTHER = HouseKey(bytes(32), bytes([7]) * 32, "Another House")
NAME = "table 1"
KEYS = pytest.mark.parametrize("key", [None, KEY], ids=["open", "sealed"])
ALL = pytest.mark.parametrize("chapter", CHAPTERS)


def fair(chapter: str, key: HouseKey | None = None, seed: int = 1) -> FairChance:
    """Fair chance that repeats."""
    reveals = game(chapter).dealt_in is None
    return FairChance(NAME, key, reveals=reveals, draw=SeededSecrets(seed), clock=no_hours)


class Seeding(Crowd):
    """People who add seeds, some of them pledged, before a round and when they are offered the cut."""

    def between(self, table: Table) -> None:
        super().between(table)
        seats = [seat for seat in table.seats if self.rng.random() < 0.4]
        pledged = self.rng.random() < 0.3
        for seat in seats if pledged else ():
            self.say(table, Pledge(seat, pledge_of(seat, f"seed {seat}")), self.player(table, seat))
        for seat in seats if not pledged else ():
            self.say(table, Seed(seat, f"seed {seat}"), self.player(table, seat))

    def round(self, table: Table) -> None:
        super().round(table)
        while table.called:  # pledged seeds are told, or somebody who does not like to has to leave
            assert table.fair is not None
            for seat in table.fair.untold:
                if self.rng.random() < 0.05:
                    self.say(table, Leave(seat), FLOORPERSON)
                    break
                assert self.say(table, Seed(seat, f"seed {seat}"), self.player(table, seat))
            super().round(table)

    def answer(self, table: Table) -> None:
        request = table.request
        if isinstance(request, Cut) and self.rng.random() < 0.7:
            depth = self.rng.choice((None, request.least))
            if self.say(table, CutCards(request.seat, depth, f"cut {request.seat}"), self.player(table, request.seat)):
                return
        super().answer(table)


def play(chapter: str, seed: int, key: HouseKey | None, store: Any, rounds: int = 5, **house: Any) -> Table:
    """A sitting with fair chance and seeds."""
    table = Table(game(chapter), House.of(chapter, house), fair(chapter, key, seed), store, name=NAME)
    crowd = Seeding(seed)
    for _ in range(rounds):
        crowd.between(table)
        crowd.round(table)
    return table


def records_of(path: Path) -> list[Record]:
    return [found for found in read_log(path) if isinstance(found, Record)]


def same(one: Table, other: Table) -> None:
    """Two tables after the same rounds; a secret that was sealed twice is sealed differently."""
    sealed_as = re.compile(rb'"sealed":"[0-9a-f]+"')
    first, second = (sealed_as.sub(b"", msgspec.json.encode(table.outline())) for table in (one, other))
    assert first == second
    assert {side: stack.cards for side, stack in one.stacks.items()} == {side: s.cards for side, s in other.stacks.items()}
