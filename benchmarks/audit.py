"""How long audits of a large floor take: in one process, in two, and since the last one.

Eight tables are played at on SQLite, as fast as the floor deals, to so many rounds; what an audit costs depends on them only.
Then the whole floor is audited by one process and by two on two cores, and once more since the last audit, after a hundredth
more rounds. Prints one JSON document.

    python benchmarks/audit.py [--rounds 100000] [--folder FOLDER]
"""

import argparse
import asyncio
import json
import os
import tempfile
import time
from pathlib import Path

from pitboss.evidence.keys import HouseKey
from pitboss.floor.books.audit import audit, open_floor
from pitboss.floor.people.registry import PeopleSettings
from pitboss.floor.play.dealer import Clocks
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.running import Running
from pitboss.floor.server import Settings, running
from pitboss.table.commands import Author, Bet, Buy, Leave, Sit

TABLES = ("565", "633a", "657a", "677a", "565", "633a", "657a", "677a")
NOW = Clocks(betting=0.0, decision=0.0, dropped=0.0, away=None, between=0.0)
CENTS = 500_000


async def play(floor: Running, live: LiveTable, name: str, rounds: int) -> None:
    """Play so many rounds more at a table, every answer the silent one."""
    author, table = Author("player", name), live.table
    await floor.floor.say(live, Sit(1, name, CENTS), author)
    wagers = dict(table.game.suggest(table.house))
    until = live.table.rounds + rounds
    while live.table.rounds < until:
        before = live.table.rounds
        if live.table.chips(1) < CENTS // 2:
            await floor.floor.say(live, Buy(1, CENTS // 2), author)
        await floor.floor.say(live, Bet(1, wagers), author)
        while live.table.rounds == before:
            await asyncio.sleep(0)
    await floor.floor.say(live, Leave(1), author)


async def make(settings: Settings, rounds: int, first: bool) -> None:
    """Play so many rounds on a floor, which is new or not."""
    async with running(settings) as floor:
        if first:
            for number, chapter in enumerate(TABLES):
                await floor.lifecycle.open_table(None, f"table-{number}", chapter, {})
        people = [(await floor.people.guest("203.0.113.7", "patron")).account for _ in TABLES]
        floor.floor.accounts |= {each.name: each.id for each in people}
        lives = [floor.floor.tables[f"table-{number}"] for number in range(len(TABLES))]
        each = rounds // len(TABLES)
        await asyncio.gather(*(play(floor, live, who.name, each) for live, who in zip(lives, people, strict=True)))


def timed(settings: Settings, processes: int, since: Path | None = None) -> tuple[float, int]:
    """The seconds that an audit takes, and the rounds of the floor."""
    assert settings.key is not None
    database, began = open_floor(settings.database), time.perf_counter()
    try:
        found = audit(database, HouseKey.load(settings.key), key_file=settings.key, processes=processes, since=since)
        return time.perf_counter() - began, found.rounds
    finally:
        database.close()


def main() -> None:
    """Makes a floor and times its audits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        rich = PeopleSettings(chips=10**12)
        settings = Settings(
            f"sqlite:///{folder}/floor.db", folder / "floor.key", plan=None, clocks=NOW, people=rich, synchronous="OFF"
        )
        began = time.perf_counter()
        asyncio.run(make(settings, given.rounds, True))
        seconds = time.perf_counter() - began
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
        two, rounds = timed(settings, 2, folder / "floor.audited")
        one, _ = timed(settings, 1)
        asyncio.run(make(settings, given.rounds // 100, False))
        part, more = timed(settings, 1, folder / "floor.audited")
        result = {"rounds": rounds, "made in seconds": round(seconds, 1), "one process": round(one, 2)}
        result |= {"two processes": round(two, 2), "ratio": round(one / two, 2), "rounds since": more - rounds}
        print(json.dumps(result | {"since the last audit": round(part, 2), "of the whole": round(part / one, 4)}))


if __name__ == "__main__":
    main()
