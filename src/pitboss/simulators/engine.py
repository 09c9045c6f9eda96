"""Rounds of any game through the engine itself, for games and choices without a compiled simulator."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pitboss.house import House
from pitboss.odds.catalogue import player_of
from pitboss.odds.simulation import Entry, ledgers, settle
from pitboss.simulators.jobs import Sums
from pitboss.table.drivers import Driver


@dataclass(frozen=True)
class EngineJob:
    """Rounds of one house's game with these wagers, in cents. What stands together in the odds is one entry, a name and its
    wager, the first one."""

    house: House
    bets: dict[str, int]
    entries: tuple[tuple[str, str, int], ...]  # wager, table, cents
    seed: int
    chunk: int = 250

    @cached_property
    def player(self) -> Driver:
        """Who plays; solved anew in another process."""
        return player_of(self.house.chapter.chapter, self.house)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "player"}

    @property
    def digest(self) -> str:
        """Of the choices and wagers."""
        h = self.house
        return hashlib.sha256(repr((h.chapter.chapter, sorted(h.values.items()), self.bets, self.seed)).encode()).hexdigest()

    def sums(self, begin: int, end: int) -> list[Sums]:
        """Plays a table's rounds."""
        entries = [Entry(*entry) for entry in self.entries]
        for ledger in ledgers(self.house.chapter.chapter, self.house, self.player, self.bets, end - begin, self.seed, begin):
            settle(ledger, entries)
        return sums_of(entries, end - begin)


def sums_of(entries: Sequence[Entry], rounds: int) -> list[Sums]:
    """What entries have added up."""
    return [Sums(rounds, entry.total, entry.squares) for entry in entries]
