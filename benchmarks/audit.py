"""How long audits of a large floor take: in one process, in two, and since the last one.

Eight tables are played at on SQLite, as fast as the floor deals, to so many rounds; what an audit costs depends on them only.
The floor stays in a folder for the next call, which begins with the audits. Then the whole floor is audited by one process and
by two on two cores, and, on a copy, once more since the last audit, after a hundredth more rounds. Prints one JSON document,
and on standard error what it comes to.

    python benchmarks/audit.py [--rounds 100000] [--folder FOLDER] [--make]
"""

import argparse
import asyncio
import json
import logging
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import structlog

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


def timed(settings: Settings, processes: int, since: Path | None = None) -> tuple[float, float, int]:
    """The seconds that an audit takes, those of all processors, and the rounds of the floor."""
    assert settings.key is not None
    database, began, used = open_floor(settings.database), time.perf_counter(), sum(os.times()[:4])
    try:
        found = audit(database, HouseKey.load(settings.key), key_file=settings.key, processes=processes, since=since)
    finally:
        database.close()
    return time.perf_counter() - began, sum(os.times()[:4]) - used, found.rounds


def settings_of(folder: Path) -> Settings:
    """A floor in a folder, whose players have chips enough."""
    rich = PeopleSettings(chips=10**12)
    return Settings(f"sqlite:///{folder}/floor.db", folder / "floor.key", plan=None, clocks=NOW, people=rich, synchronous="OFF")


def floor_of(folder: Path, rounds: int) -> Settings:
    """A floor with so many rounds: the one in the folder, or a new one, which gets that name once it is whole."""
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
            new = Path(temporary) / "floor"
            new.mkdir()
            asyncio.run(make(settings_of(new), rounds, True))
            new.rename(folder)
    return settings_of(folder)


def main() -> None:
    """Makes a floor, unless it is there, and times its audits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument(
        "--folder", type=Path, help="where the floor stays; a folder of its own in ~/.cache/pitboss if left out"
    )
    parser.add_argument("--make", action="store_true", help="only make the floor, for a later call")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))  # of the copy, which is one
    folder = given.folder or Path.home() / ".cache" / "pitboss" / f"audit-{given.rounds}"
    settings = floor_of(folder, given.rounds)
    if given.make:
        print(json.dumps({"folder": str(folder)}))
        return
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
    with tempfile.TemporaryDirectory() as temporary:
        audited = Path(temporary) / "floor.audited"
        two, cpu_two, rounds = timed(settings, 2, audited)
        one, cpu_one, _ = timed(settings, 1)
        result: dict[str, Any] = {
            "rounds": rounds,
            "one process": round(one, 2),
            "two processes": round(two, 2),
            "ratio": round(one / two, 2),
        }
        result |= {"processor seconds": [round(cpu_one, 2), round(cpu_two, 2)]}
        copied = Path(temporary) / "copy"
        shutil.copytree(folder, copied)
        asyncio.run(make(settings_of(copied), given.rounds // 100, False))
        part, _, more = timed(settings_of(copied), 1, audited)
    result |= {"rounds since": more - rounds, "since the last audit": round(part, 2), "of the whole": round(part / one, 4)}
    print(json.dumps(result))
    told = f"{rounds:,} rounds: two processes are {one / two:.2f} times as fast as one; {more - rounds:,} new rounds take"
    print(
        f"{told} {part / one:.1%} of the time of all. Load: {', '.join(f'{each:.1f}' for each in os.getloadavg())}.",
        file=sys.stderr,
    )


if __name__ == "__main__":
    main()
